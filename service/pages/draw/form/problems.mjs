/** The sentence of an error: below its field or, if it is of none, beside the button that draws. */
// @ts-check
/** @import { FieldSentence } from "../plan/plan.mjs" */
import { $, $$, create, findElement } from "../../shared/elements.mjs";
import { renderProblem } from "../../shared/sentences.mjs";
import { Problem } from "../../shared/service.mjs";
import { leaveStage } from "../../shared/stage.mjs";
import { getForm, namesOfKind, readValues } from "./fields.mjs";

/**
 * An error with a sentence for people: of a field of the form, or a problem of the service.
 * @typedef {Error & { field?: string }} ShownError
 */

let wrongValues = ""; // of the form when its error was shown

const writeValues = () => JSON.stringify(readValues());

/** Clear the sentence of an error once the form is not the one that it was about. */
export function dropOldProblem() {
  const isOld = !$("#problem").hidden && writeValues() !== wrongValues;
  if (isOld) showProblem();
}

/**
 * Show the sentence of an error, and focus its field, which is not on the stage, or the first answer to the question on
 * the list that is open; without an error clear the sentence.
 * @param {ShownError} [error]
 */
export function showProblem(error) {
  $("#wrong-link").hidden = true; // it was about the form or the link before
  for (const field of $$("#form [aria-invalid]"))
    field.removeAttribute("aria-invalid");
  const problem = $("#problem");
  problem.hidden = !error;
  if (!error) return;
  wrongValues = writeValues();
  const answer = error.field === "asked" ? findElement("#asked button") : null;
  const field = answer ? null : findWrongField(error);
  if (answer) $("#read").before(problem);
  else if (field) placeBelow(field, problem);
  else $("#press").append(problem);
  $("#field-say").hidden = true; // it may say the same
  fillProblem(problem, error);
  if (answer || field) leaveStage();
  field?.closest("details")?.toggleAttribute("open", true);
  field?.setAttribute("aria-invalid", "true");
  (answer ?? field ?? problem).focus();
  if (answer) $("#asked").scrollIntoView({ block: "center" });
  else problem.scrollIntoView({ block: "nearest" });
}

/**
 * Put an element below a field, where options of one row go on below them.
 * @param {Element} field
 * @param {Element} element
 */
const placeBelow = (field, element) =>
  (field.closest(".options > *") ?? field).after(element);

/**
 * Show below a field what is wrong or doubtful in it, before anything is drawn; undefined shows nothing. What a press
 * has shown there stays alone.
 * @param {FieldSentence | undefined} said
 */
export function showAtField(said) {
  const box = $("#field-say");
  box.hidden = !said || !$("#problem").hidden;
  box.className = said?.isWrong ? "problem" : "hint";
  const says = said?.says ?? "";
  if (box.textContent === says) return;
  box.textContent = says;
  if (!said) return;
  const field = $(`#${said.field}`);
  placeBelow(field, box);
  field.closest("details")?.toggleAttribute("open", true);
}

/**
 * Return the field that an error is about; null for one of a group of radio buttons, or of nothing in the form.
 * @param {ShownError} error
 */
function findWrongField(error) {
  if (!(error instanceof Problem))
    return findElement(`#${error.field}`, getForm());
  const { field } = error.refusal;
  return namesOfKind().includes(field) ? $(`#${field}`) : null;
}

/**
 * Show above the form, which is not on the stage, why a link gives no draw, and a button that leaves the link.
 * @param {string} says
 */
export function showWrongLink(says) {
  leaveStage();
  const problem = $("#wrong-link");
  $("p", problem).textContent = says;
  $("button", problem).onclick = () => {
    history.replaceState(null, "", location.pathname);
    problem.hidden = true;
    $("#kinds :checked").focus();
  };
  problem.hidden = false;
  problem.focus();
}

/**
 * Put the sentence of an error into an element.
 * @param {HTMLElement} element
 * @param {Error} error
 */
export const fillProblem = (element, error) =>
  element.replaceChildren(
    create(
      "span",
      error instanceof Problem ? renderProblem(error) : error.message,
    ),
  );

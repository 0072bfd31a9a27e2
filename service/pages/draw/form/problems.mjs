/** The sentence of an error, beside the button that draws. */
// @ts-check
import { $, $$, findElement } from "../../shared/elements.mjs";
import { getForm } from "./fields.mjs";

/**
 * An error with a sentence for people: of a field of the form, or of a response with a status.
 * @typedef {Error & { field?: string, status?: number }} ShownError
 */

const TRANSLATED = [0, 401, 429]; // statuses for which the page has a sentence of its own

/**
 * Show the sentence of an error, and focus its field; without an error clear the sentence.
 * @param {ShownError} [error]
 */
export function showProblem(error) {
  for (const field of $$("#form [aria-invalid]"))
    field.removeAttribute("aria-invalid");
  const problem = $("#problem");
  problem.hidden = !error;
  if (!error) return;
  fillProblem(problem, error);
  const field = findElement(`#${error.field}`, getForm()); // a group of radio buttons has none
  field?.closest("details")?.toggleAttribute("open", true);
  field?.setAttribute("aria-invalid", "true");
  (field ?? problem).focus();
}

/**
 * Put the sentence of an error into an element; those of the service are English.
 * @param {HTMLElement} element
 * @param {Pick<ShownError, "message" | "status">} error
 */
export function fillProblem(element, { message, status = 0 }) {
  element.textContent = message;
  if (TRANSLATED.includes(status)) element.removeAttribute("lang");
  else element.lang = "en";
}

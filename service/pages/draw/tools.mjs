/** The tools for the draw that is shown: buttons that copy, save, print, show and draw again. */
// @ts-check
import { createCopyButton } from "../shared/clipboard.mjs";
import { listTurns, toText } from "../shared/drawn_result.mjs";
import { $, create, getElement } from "../shared/elements.mjs";
import { saveFile } from "../shared/files.mjs";
import { t } from "../shared/texts.mjs";
import { toResult } from "./plan/permalink.mjs";
import { copyLink } from "./result/earlier.mjs";
import { state } from "./state.mjs";

/** @import { Draw } from "./result/earlier.mjs" */

/**
 * Return a function that does something with the draw that is shown.
 * @param {(draw: Draw) => unknown} act
 */
const ofShown = (act) => () => state.shown && act(state.shown);

/**
 * Return a function that returns a text of the draw that is shown; "" if none is.
 * @param {(draw: Draw) => string} write
 */
const writeShown = (write) => () => (state.shown ? write(state.shown) : "");

/**
 * Create a button that copies a text of the draw that is shown, and its status for screen readers.
 * @param {string} id
 * @param {(draw: Draw) => string} write
 * @param {string} label
 */
function createCopy(id, write, label) {
  const [button, status] = createCopyButton(writeShown(write), label);
  button.id = id;
  status.id = `${id}-status`;
  return [button, status];
}

/**
 * Create a button that does something with the draw that is shown; one without a label gets it with each draw.
 * @param {string} id
 * @param {(draw: Draw) => unknown} act
 * @param {string} [label]
 */
const createTool = (id, act, label) =>
  create("button", { id, onclick: ofShown(act) }, label);

/** @param {Draw} draw */
const saveResult = ({ result }) =>
  saveFile("draw.txt", `\uFEFF${toText(result)}\n`);

/**
 * Create the buttons below a result, in their order.
 * @param {{ tellAgain: (draw: Draw) => unknown, drawAgain: (draw: Draw) => unknown }} acts what two of them do
 */
export function createTools({ tellAgain, drawAgain }) {
  const tools = [
    ...createCopy(
      "copy-link",
      (draw) => toResult(copyLink(draw) ?? ""),
      t("draw.tools.copyLink"),
    ),
    ...createCopy(
      "copy-bare",
      ({ bare = "" }) => toResult(bare),
      t("draw.tools.copyBare"),
    ),
    createTool("show", tellAgain, t("draw.show.button")),
    createTool("again", drawAgain),
    ...createCopy(
      "copy-result",
      ({ result }) => toText(result),
      t("draw.tools.copyResult"),
    ),
    createTool("save", saveResult, t("draw.tools.save")),
    createTool("print", () => print()),
  ];
  if (document.fullscreenEnabled)
    tools.push(
      createTool(
        "full",
        () => $("#result").requestFullscreen(),
        t("draw.tools.full"),
      ),
    );
  tools[0].classList.add("primary");
  $("#tools").append(...tools);
  return tools;
}

/**
 * Show the tools that a draw has, and what its link has.
 * @param {Draw} draw
 */
export function showTools({ values, result, link, bare, carries = "" }) {
  const { kind, how } = values;
  const saysLink = result.slips ? t("draw.carries.own") : carries;
  $("#tools").hidden = false;
  $("#carries").hidden = !link;
  $("#carries").textContent = link ? saysLink : "";
  $("#copy-link").hidden = !link;
  $("#copy-bare").hidden = !bare;
  $("#show").hidden = listTurns(result) === undefined;
  $("#again").hidden =
    kind !== "winners" && (kind !== "groups" || how === "sealed");
  $("#again").textContent = t(
    kind === "groups" ? "draw.tools.nextRound" : "draw.tools.again",
  );
  $("#print").textContent = t(
    result.slips ? "draw.tools.printSlips" : "draw.tools.print",
  );
}

/**
 * Put what tells all of a secret draw under "More"; of any other, what few people need.
 * @param {Draw} draw
 */
export function showMore({ result: { slips }, link, carries, code }) {
  const names = slips
    ? ["copy-link", "copy-bare", "copy-result", "save"]
    : ["copy-bare", "show", "copy-result", "save", "print", "full"];
  const { tools } = state;
  const shut = tools.filter(({ id }) =>
    names.includes(id.replace("-status", "")),
  );
  const more = getElement(HTMLDetailsElement, "#more");
  $("#tools").append(...tools.filter((tool) => !shut.includes(tool)));
  $(".buttons", more).append(...shut);
  more.hidden = shut.length === 0;
  more.open = false;
  $("summary", more).textContent = t(
    slips ? "draw.tools.more" : "draw.tools.others",
  );
  $("p", more).textContent = [code, slips && link && carries]
    .filter(Boolean)
    .join(" ");
}

/** The steps of a check, as elements to unfold. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { translatePlace } from "../../shared/labels.mjs";
import { $, $$, create } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { createBytes } from "./finding.mjs";

/** @import { Step, Table } from "../../../../verify/steps/step_parts.mjs" */

/**
 * Create the table of a step, in which places have the labels of the page.
 * @param {Table} table
 * @param {string} title
 */
function createTable({ head, rows }, title) {
  const place = head.indexOf("place"); // the steps name it as vectors do
  /**
   * @param {unknown} cell
   * @param {number} i its column
   */
  const translate = (cell, i) =>
    escapeInvisible(i === place ? translatePlace(String(cell)) : String(cell));
  const header = create(
    "tr",
    head.map((cell, i) => create("th", { scope: "col" }, translate(cell, i))),
  );
  const body = rows.map((row) =>
    create(
      "tr",
      row.map((cell, i) => create("td", translate(cell, i))),
    ),
  );
  const box = { role: "region", "aria-label": title, tabindex: 0 };
  return create(
    "div.scroll",
    box,
    create("table", create("thead", header), create("tbody", body)),
  );
}

/**
 * Create a step as an element to unfold. It is in English, as the check has it.
 * @param {Step} step
 * @param {number} number
 */
function createStep({ title, says, lines = [], table }, number) {
  return create("details.step", { lang: "en" }, [
    create("summary", create("span.count", number), ` ${title}`),
    create("p", says),
    lines.length > 0 && createBytes(lines),
    table && createTable(table, title),
  ]);
}

/**
 * Show the steps of a check, and let one button open or close all of them.
 * @param {Step[]} steps
 */
export function showSteps(steps) {
  $("#step-list").replaceChildren(
    ...steps.map((step, i) => createStep(step, i + 1)),
  );
  $("#steps").hidden = steps.length === 0;
  const button = $("#open-all");
  button.textContent = t("verify.openAll");
  button.onclick = () => openOrClose(button); // in place of the listener of an earlier check
}

/**
 * Open all steps, or close them if all are open.
 * @param {HTMLElement} button that says what the next press does
 */
function openOrClose(button) {
  const steps = /** @type {HTMLDetailsElement[]} */ ($$(".step"));
  const isOpen = !steps.every((step) => step.open);
  for (const step of steps) step.open = isOpen;
  button.textContent = isOpen ? t("verify.closeAll") : t("verify.openAll");
}

/** The steps of a check, as elements to unfold. */
import { escapeInvisible } from "../../../verify/texts.mjs";
import { translatePlace } from "../shared/labels.mjs";
import { $, createElement } from "../shared/page.mjs";

const createScrollBox = (label, ...content) =>
  createElement("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 }, content);

function createTable({ head, rows }, title) {
  const place = head.indexOf("place"); // the steps name it as vectors do
  const createRow = (name, row) =>
    createElement(
      "tr",
      {},
      row.map((cell, i) => {
        const text = escapeInvisible(i === place ? translatePlace(String(cell)) : String(cell));
        return createElement(name, name === "th" ? { scope: "col" } : {}, text);
      }),
    );
  const body = rows.map((row) => createRow("td", row));
  return createScrollBox(title, createElement("table", {}, createElement("thead", {}, createRow("th", head)), createElement("tbody", {}, body)));
}

function createLines(lines) {
  return createElement(
    "dl",
    { class: "bytes" },
    lines.map(([name, value]) => createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, escapeInvisible(String(value))))),
  );
}

function createStep({ title, says, lines = [], table }, number) {
  return createElement(
    "details",
    { class: "step" },
    createElement("summary", {}, createElement("span", { class: "count" }, number), ` ${title}`),
    createElement("p", {}, says),
    lines.length > 0 && createLines(lines),
    table && createTable(table, title),
  );
}

/** Show the steps of a check. */
export function showSteps(steps) {
  $("#step-list").replaceChildren(...steps.map((step, i) => createStep(step, i + 1)));
  $("#steps").hidden = steps.length === 0;
  $("#open-all").textContent = "Open all steps";
}

/** Let one button open or close all steps. */
export function listenToSteps() {
  $("#open-all").addEventListener("click", ({ target }) => {
    const all = [...document.querySelectorAll(".step")];
    const open = !all.every((step) => step.open);
    for (const step of all) step.open = open;
    target.textContent = open ? "Close all steps" : "Open all steps";
  });
}

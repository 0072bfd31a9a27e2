/** The steps of a check, to be opened one by one. */
import { $, element } from "../shared/page.mjs";

const scrolling = (label, ...content) =>
  element("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 }, content);

function tableOf({ head, rows }, title) {
  const cells = (name, row) =>
    element(
      "tr",
      {},
      row.map((cell) => element(name, name === "th" ? { scope: "col" } : {}, String(cell))),
    );
  const body = rows.map((row) => cells("td", row));
  return scrolling(title, element("table", {}, element("thead", {}, cells("th", head)), element("tbody", {}, body)));
}

function linesOf(lines) {
  return element(
    "dl",
    { class: "bytes" },
    lines.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

function stepOf({ title, says, lines = [], table }, number) {
  return element(
    "details",
    { class: "step" },
    element("summary", {}, element("span", { class: "count" }, number), ` ${title}`),
    element("p", {}, says),
    lines.length > 0 && linesOf(lines),
    table && tableOf(table, title),
  );
}

/** Show the steps. */
export function showSteps(steps) {
  $("#listed").replaceChildren(...steps.map((step, i) => stepOf(step, i + 1)));
  $("#steps").hidden = steps.length === 0;
  $("#open-all").textContent = "Open all steps";
}

/** One button for all of them. */
export function listenToSteps() {
  $("#open-all").addEventListener("click", ({ target }) => {
    const all = [...document.querySelectorAll(".step")];
    const open = !all.every((step) => step.open);
    for (const step of all) step.open = open;
    target.textContent = open ? "Close all steps" : "Open all steps";
  });
}

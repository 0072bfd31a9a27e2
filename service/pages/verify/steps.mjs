/** The steps of a check, as elements to unfold. */
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { translatePlace } from "../shared/labels.mjs";
import { $, $$, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { createBytes } from "./finding.mjs";

function createTable({ head, rows }, title) {
  const place = head.indexOf("place"); // the steps name it as vectors do
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

function createStep({ title, says, lines = [], table }, number) {
  return create("details.step", { lang: "en" }, [
    create("summary", create("span.count", number), ` ${title}`),
    create("p", says),
    lines.length > 0 && createBytes(lines),
    table && createTable(table, title),
  ]);
}

/** Show the steps of a check. */
export function showSteps(steps) {
  $("#step-list").replaceChildren(
    ...steps.map((step, i) => createStep(step, i + 1)),
  );
  $("#steps").hidden = steps.length === 0;
  $("#open-all").textContent = t("verify.openAll");
}

/** Let one button open or close all steps. */
export function listenToSteps() {
  $("#open-all").addEventListener("click", ({ target }) => {
    const all = $$(".step");
    const open = !all.every((step) => step.open);
    for (const step of all) step.open = open;
    target.textContent = open ? t("verify.closeAll") : t("verify.openAll");
  });
}

/** The distance from uniform after each riffle, as a chart, as sentences and as a table. */
import { $, create, fetchJson, showText } from "../shared/page.mjs";
import { createChart } from "./chart.mjs";
import { formatPercent } from "./numbers.mjs";

const PASSES = 12;

/** Show the section and keep it up to date with its controls. Return the function that shows it. */
export function startRiffles() {
  const [cards, passes, below] = ["#cards", "#passes", "#below"].map(
    (selector) => $(selector),
  );
  let pending = new AbortController();
  let latest; // response
  const selectPass = (pass) => {
    passes.value = pass;
    markPass();
  };
  const curve = createChart($("#chart"), selectPass);

  const markPass = () => {
    if (!latest) return;
    const pass = Number(passes.value);
    $("#passes-value").textContent = passes.value;
    $("#after").textContent =
      `After ${formatPasses(pass)}, ${latest.n} cards are ${formatPercent(latest.riffles.rows[pass - 1].distance.value)} from uniform.`;
    curve.mark(pass);
  };
  const show = async () => {
    pending.abort();
    pending = new AbortController();
    const { signal } = pending;
    const bound = Number(below.value) / 100;
    $("#below-value").textContent = `${below.value} %`;
    $("#passes-value").textContent = passes.value;
    try {
      latest = await fetchJson("v1/algorithms/riffle/bias", {
        query: {
          n: cards.value,
          passes: PASSES,
          below: bound,
          positions: false,
        },
        signal,
      });
      const { rows, enough } = latest.riffles;
      $("#enough").textContent =
        `It takes ${formatPasses(enough.passes)} to come below ${below.value} %: ${formatPercent(enough.distance.value)}.`;
      curve.update(
        rows.map((row) => row.distance.value),
        bound,
        enough.passes,
      );
      fillTable(rows);
      markPass();
      showProblem("");
    } catch (error) {
      if (error.name !== "AbortError") showProblem(error.message);
    }
  };

  for (const control of [cards, below])
    control.addEventListener("input", () =>
      cards.checkValidity() && cards.value
        ? show()
        : showProblem("A pack here has 2 to 500 cards."),
    );
  passes.addEventListener("input", markPass);
  show();
  return show;
}

const formatPasses = (passes) =>
  `${passes} ${passes === 1 ? "pass" : "passes"}`;

function fillTable(rows) {
  const cell = (text) => create("td.number", text);
  const lines = rows.map(({ passes, distance, separation }) =>
    create(
      "tr",
      cell(String(passes)),
      cell(formatPercent(distance.value)),
      cell(formatPercent(separation.value)),
    ),
  );
  $("#riffle-table tbody").replaceChildren(...lines);
}

const showProblem = (message) => showText("#riffle-problem", message);

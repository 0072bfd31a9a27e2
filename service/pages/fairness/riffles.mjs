/** The distance from uniform after each riffle, as a chart, as sentences and as a table. */
// @ts-check
import { $, create, getElement, showText } from "../shared/elements.mjs";
import { fetchJson } from "../shared/service.mjs";
import { createChart } from "./chart.mjs";
import { isAborted } from "./experiment.mjs";
import { formatPercent } from "./numbers.mjs";

/**
 * @import { Chart } from "./chart.mjs"
 * @import { ExactNumber } from "./numbers.mjs"
 */

/**
 * How far from uniform a number of riffles leaves a pack.
 * @typedef {{ passes: number, distance: ExactNumber, separation: ExactNumber }} RiffleRow
 */

/**
 * What is read of the response on the bias of riffles: a row for each number of passes from 1, and the first that is
 * `enough`.
 * @typedef {{ n: number, riffles: { rows: RiffleRow[], enough: RiffleRow } }} RiffleBias
 */

/**
 * The section: its controls, its chart, the request that is made, the `first` response, which the page came with, and
 * the `latest` one.
 * @typedef {object} Riffles
 * @property {HTMLInputElement} cards how many cards the pack has
 * @property {HTMLInputElement} passes how many passes are marked
 * @property {HTMLInputElement} below the percentage below which a distance is enough
 * @property {Chart} chart
 * @property {AbortController} pending
 * @property {RiffleBias} first
 * @property {RiffleBias} [latest]
 */

/** Show the section, and keep it up to date with its controls. Return the function that shows it. */
export function startRiffles() {
  const passes = getElement(HTMLInputElement, "#passes");
  /** @type {Riffles} */
  const riffles = {
    cards: getElement(HTMLInputElement, "#cards"),
    passes,
    below: getElement(HTMLInputElement, "#below"),
    chart: createChart($("#chart"), (pass) => {
      passes.value = String(pass);
      markPass(riffles);
    }),
    pending: new AbortController(),
    first: JSON.parse($("#riffle-panel").dataset.first ?? ""),
  };
  const { cards, below } = riffles;
  for (const control of [cards, below])
    control.addEventListener("input", () =>
      cards.checkValidity() && cards.value
        ? show(riffles)
        : showProblem("A pack here has 2 to 500 cards."),
    );
  passes.addEventListener("input", () => markPass(riffles));
  show(riffles);
  return () => show(riffles);
}

/**
 * Show the distance after the selected number of passes.
 * @param {Riffles} riffles
 */
function markPass({ passes, chart, latest }) {
  if (!latest) return;
  const pass = Number(passes.value);
  const { distance } = latest.riffles.rows[pass - 1];
  const percent = formatPercent(distance.value);
  $("#passes-value").textContent = passes.value;
  $("#after").textContent =
    `After ${formatPasses(pass)}, ${latest.n} cards are ${percent} from uniform.`;
  chart.mark(pass);
}

/**
 * Fetch the distances of the selected pack, and show them: "It takes 7 passes to come below 50 %: 33.4 %."
 * @param {Riffles} riffles
 */
async function show(riffles) {
  const { cards, passes, below, chart, pending } = riffles;
  pending.abort();
  riffles.pending = new AbortController();
  const bound = Number(below.value) / 100;
  $("#below-value").textContent = `${below.value} %`;
  $("#passes-value").textContent = passes.value;
  try {
    const isFirst = [cards, below].every(
      ({ value, defaultValue }) => value === defaultValue,
    );
    const bias = isFirst
      ? riffles.first
      : await fetchBias(riffles, bound, riffles.pending.signal);
    riffles.latest = bias;
    const { rows, enough } = bias.riffles;
    const percent = formatPercent(enough.distance.value);
    $("#enough").textContent =
      `It takes ${formatPasses(enough.passes)} to come below ${below.value} %: ${percent}.`;
    chart.update(
      rows.map((row) => row.distance.value),
      bound,
      enough.passes,
    );
    fillTable(rows);
    markPass(riffles);
    showProblem("");
  } catch (error) {
    if (!isAborted(error))
      showProblem(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Fetch the distances of the selected pack; `bound` is a share, below which a distance is enough.
 * @param {Riffles} riffles
 * @param {number} bound
 * @param {AbortSignal} signal
 * @returns {Promise<RiffleBias>}
 */
const fetchBias = ({ cards, passes }, bound, signal) =>
  fetchJson("v1/algorithms/riffle/bias", {
    query: {
      n: cards.value,
      passes: passes.max,
      below: bound,
      positions: false,
    },
    signal,
  });

/** @param {number} passes */
const formatPasses = (passes) =>
  `${passes} ${passes === 1 ? "riffle" : "riffles"}`;

/** @param {RiffleRow[]} rows */
function fillTable(rows) {
  /** @param {string} text */
  const createCell = (text) => create("td.number", text);
  const lines = rows.map(({ passes, distance, separation }) =>
    create(
      "tr",
      createCell(String(passes)),
      createCell(formatPercent(distance.value)),
      createCell(formatPercent(separation.value)),
    ),
  );
  $("#riffle-table tbody").replaceChildren(...lines);
}

/** @param {string} message */
const showProblem = (message) => showText("#riffle-problem", message);

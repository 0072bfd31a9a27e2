/** The live experiment: its form, its progress, its heat map, and the results of the tests. */
// @ts-check
import { saveFile } from "../shared/files.mjs";
import { createCopyButton } from "../shared/clipboard.mjs";
import {
  $,
  $$,
  getElement,
  listenToSubmit,
  showText,
} from "../shared/elements.mjs";
import {
  Experiment,
  isAborted,
  requestPatiently,
  toCsv,
} from "./experiment.mjs";
import { renderMatrix, renderScale, findExtremes } from "./heatmaps.mjs";
import {
  formatProbability,
  formatDecimals,
  formatInteger,
  formatNumber,
  formatPercent,
} from "./numbers.mjs";
import { createLink } from "./permalink.mjs";

/**
 * @import { CorrectedMeasure, ShuffleSettings } from "./experiment.mjs"
 * @import { Cell } from "./heatmaps.mjs"
 */

/**
 * What the section shows: its experiment, undefined if there is none; while it runs, how it is stopped.
 * @typedef {{ experiment?: Experiment, running?: AbortController }} Simulation
 */

const form = getElement(HTMLFormElement, "#experiment");
const start = $("#start");
const live = getElement(HTMLCanvasElement, "#live");
const reach = getElement(HTMLSelectElement, "#live-reach");
const progress = getElement(HTMLProgressElement, "#progress");
const downloadButton = getElement(HTMLButtonElement, "#download");
const algorithm = getElement(HTMLSelectElement, "#algorithm");

/** @type {Simulation} */
const simulation = {};

/**
 * Return the fields that the selected shuffle has.
 * @returns {(HTMLInputElement | HTMLSelectElement)[]}
 */
function getFields() {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = form.querySelectorAll("input, select");
  return [...fields].filter((field) => !field.closest("[hidden]"));
}

/** Show the section and keep it up to date with its controls. Return the function that resets it. */
export function startSimulation() {
  listenToSubmit(form, () =>
    simulation.running ? simulation.running.abort() : runIfValid(),
  );
  form.addEventListener("input", restart);
  reach.addEventListener("change", render);
  downloadButton.addEventListener("click", download);
  $("#permalink").append(
    ...createCopyButton(() => createLink(form, "run"), "Copy link"),
  );
  restart();
  return restart;
}

/** Run the experiment that a link names, in view. */
export function openSimulation() {
  $("#simulation").scrollIntoView();
  live.scrollIntoView({ block: "nearest" }); // on a phone the map is below the form
  runIfValid();
}

function runIfValid() {
  if (validate()) run();
}

/** Discard the experiment, because its settings changed. */
function restart() {
  simulation.running?.abort();
  simulation.experiment = undefined;
  for (const field of $$("[data-parameter-of]", form))
    field.hidden = field.dataset.parameterOf !== algorithm.value;
  start.textContent = "Start";
  setText("#done", "0 shuffles");
  setText("#waiting", "");
  setText(
    "#verdict",
    "The tests below compare the counts with uniformity as they come in.",
  );
  for (const id of ["#noise", "#rarest", "#commonest"]) setText(id, "–");
  for (const cell of $$("#tests td")) cell.textContent = "–";
  progress.value = 0;
  downloadButton.disabled = true;
  showProblem("");
  clearMap();
}

/** Mark the fields whose values are wrong, say what they take, and focus the first. Return whether there is none. */
function validate() {
  const invalid = getFields().filter((field) => !field.checkValidity());
  for (const field of getFields())
    field.setAttribute("aria-invalid", String(invalid.includes(field)));
  showProblem(invalid.map(describeBounds).join(" "));
  invalid[0]?.focus();
  return invalid.length === 0;
}

/**
 * Return a sentence on the values that a field takes: "Items: a whole number from 2 to 128."
 * @param {HTMLInputElement | HTMLSelectElement} field
 */
function describeBounds(field) {
  const label = field.labels?.[0].textContent.trim();
  const { min, max } =
    field instanceof HTMLInputElement ? field : { min: "", max: "" };
  if (min === "") return `${label}: a value is needed.`;
  const minText = formatInteger(Number(min));
  const maxText = formatInteger(Number(max));
  return `${label}: a whole number from ${minText} to ${maxText}.`;
}

/** Return the experiment that the form describes. The fields that it has not by name are parameters of the shuffle. */
function createExperiment() {
  /** @type {ShuffleSettings} */
  const settings = {};
  const ownFieldNames = ["algorithm", "n", "trials", "seed", ""];
  for (const field of getFields().filter(
    ({ name }) => !ownFieldNames.includes(name),
  ))
    settings[field.name] =
      field instanceof HTMLInputElement && field.type === "number"
        ? field.valueAsNumber
        : field.value;
  return new Experiment({
    algorithm: algorithm.value,
    n: getElement(HTMLInputElement, "#items").valueAsNumber,
    trials: getElement(HTMLInputElement, "#trials").valueAsNumber,
    seed: getElement(HTMLInputElement, "#seed").value,
    settings,
  });
}

/** Continue the experiment that was stopped, or start a new one. */
async function run() {
  if (!simulation.experiment || simulation.experiment.isFinished)
    simulation.experiment = createExperiment();
  const { experiment } = simulation;
  const controller = new AbortController();
  simulation.running = controller;
  updateButtons();
  announce(`Counting ${formatInteger(experiment.trials)} shuffles.`);
  try {
    await runToEnd(experiment, controller.signal);
  } catch (error) {
    if (!isAborted(error))
      showProblem(error instanceof Error ? error.message : String(error));
  } finally {
    if (simulation.running === controller) simulation.running = undefined;
    updateButtons();
  }
  if (experiment === simulation.experiment)
    announce(
      experiment.isFinished
        ? $("#verdict").textContent
        : `Stopped after ${formatInteger(experiment.done)} shuffles.`,
    );
}

/**
 * Run chunk after chunk, and show the counts after each, until another experiment takes the place of this one.
 * @param {Experiment} experiment
 * @param {AbortSignal} signal
 */
async function runToEnd(experiment, signal) {
  while (!experiment.isFinished) {
    await requestPatiently(
      () => experiment.runNext(signal),
      signal,
      showWaiting,
    );
    if (experiment !== simulation.experiment) return;
    show(experiment);
  }
}

/** @param {number} seconds */
const showWaiting = (seconds) =>
  setText(
    "#waiting",
    seconds ? `The service is busy. Waiting ${seconds} s.` : "",
  );

function updateButtons() {
  const { experiment, running } = simulation;
  start.textContent = running ? "Stop" : nameStart(experiment);
  downloadButton.disabled = !experiment?.done;
  if (!running) setText("#waiting", "");
}

/** @param {Experiment | undefined} experiment */
function nameStart(experiment) {
  if (!experiment) return "Start";
  return experiment.isFinished ? "Again" : "Continue";
}

/**
 * Show the counts of an experiment so far.
 * @param {Experiment} experiment
 */
function show(experiment) {
  const { done, trials, n, noise, times } = experiment;
  const quarter = Math.floor((4 * done) / trials);
  if (quarter > Math.floor(4 * progress.value) && quarter < 4)
    announce(`${25 * quarter} percent counted.`);
  progress.value = done / trials;
  setText(
    "#done",
    `${formatInteger(done)} of ${formatInteger(trials)} shuffles`,
  );
  setText("#noise", `± ${formatPercent(noise)}`);
  const { min, max } = findExtremes(times);
  setText("#rarest", describeCell(min));
  setText("#commonest", describeCell(max));
  const range = `cells from ${formatNumber(min.times)} to ${formatNumber(max.times)} times uniform`;
  const title = algorithm.selectedOptions[0].textContent;
  live.setAttribute(
    "aria-label",
    `${title} of ${n} items after ${formatInteger(done)} shuffles: ${range}`,
  );
  render();
  const { measures } = experiment;
  measures.forEach(showTest);
  setText(
    "#verdict",
    `${formatInteger(done)} shuffles ${describeTests(measures)}`,
  );
  downloadButton.disabled = false;
}

/** @param {Cell} cell */
const describeCell = ({ times, item, place }) =>
  `item ${item} at place ${place}: ${formatDecimals(times, 3)} × uniform`;

/**
 * Show a test in its row of the table.
 * @param {CorrectedMeasure} measure
 */
function showTest({
  name,
  observed,
  expected,
  z,
  p,
  corrected,
  isSignificant,
}) {
  const cells = $$(`#tests tr[data-test="${name}"] td`);
  const places = expected > 1000 ? 0 : 4;
  const texts = [
    formatDecimals(observed, places),
    formatDecimals(expected, places),
    formatDecimals(z, 2),
    formatProbability(p),
    formatProbability(corrected),
  ];
  texts.forEach((text, i) => (cells[i].textContent = text));
  cells[4].classList.toggle("bad", isSignificant);
}

/**
 * Return what all tests show: "show no sign of bias: the smallest of 6 corrected p-values is 0.4."
 * @param {CorrectedMeasure[]} measures
 */
function describeTests(measures) {
  const significant = measures
    .filter((measure) => measure.isSignificant)
    .map(({ name }) => name.replace("_", " "));
  const minP = formatProbability(
    Math.min(...measures.map((measure) => measure.corrected)),
  );
  const result = significant.length
    ? `show that the orders are not equally likely, by ${significant.join(", ")}`
    : "show no sign of bias";
  return `${result}: the smallest of ${measures.length} corrected p-values is ${minP}.`;
}

/** Render the heat map of the counts so far, and its scale. */
function render() {
  const { experiment } = simulation;
  const range = Number(reach.value);
  $("#empty").hidden = Boolean(experiment?.done);
  renderScale($(".under .scale"), range);
  if (experiment?.done) renderMatrix(live, experiment.times, range);
}

function clearMap() {
  Object.assign(live, { width: 1, height: 1 });
  live.setAttribute("aria-label", "Nothing has been counted yet");
  render();
}

/** Save the counts of the experiment that is shown. */
function download() {
  const { experiment } = simulation;
  if (experiment)
    saveFile(`${experiment.algorithm}-${experiment.n}.csv`, toCsv(experiment));
}

/** @param {string} message */
const showProblem = (message) => showText("#experiment-problem", message);

/**
 * @param {string} selector
 * @param {string} text
 */
const setText = (selector, text) => ($(selector).textContent = text);

/** @param {string} text */
const announce = (text) => setText("#experiment-status", text);

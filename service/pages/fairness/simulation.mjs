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
 * The section: its controls, its experiment, undefined if there is none, and while it runs, how it is stopped.
 * @typedef {object} Simulation
 * @property {HTMLFormElement} form
 * @property {HTMLElement} button that starts and stops the experiment
 * @property {HTMLButtonElement} downloadButton
 * @property {HTMLSelectElement} algorithm
 * @property {HTMLSelectElement} reach how far the colours of the map reach
 * @property {HTMLCanvasElement} map
 * @property {HTMLProgressElement} progress
 * @property {Experiment} [experiment]
 * @property {AbortController} [running]
 */

/**
 * Show the section and keep it up to date with its controls.
 * @returns {{ restart: () => void, open: () => void }} functions that reset the section, and run its experiment in view
 */
export function startSimulation() {
  /** @type {Simulation} */
  const simulation = {
    form: getElement(HTMLFormElement, "#experiment"),
    button: $("#start"),
    downloadButton: getElement(HTMLButtonElement, "#download"),
    algorithm: getElement(HTMLSelectElement, "#algorithm"),
    reach: getElement(HTMLSelectElement, "#live-reach"),
    map: getElement(HTMLCanvasElement, "#live"),
    progress: getElement(HTMLProgressElement, "#progress"),
  };
  const { form, downloadButton, reach } = simulation;
  listenToSubmit(form, () => {
    if (simulation.running) simulation.running.abort();
    else runIfValid(simulation);
  });
  form.addEventListener("input", () => restart(simulation));
  reach.addEventListener("change", () => render(simulation));
  downloadButton.addEventListener("click", () => download(simulation));
  $("#permalink").append(
    ...createCopyButton(
      () => createLink(form, "run"),
      "Copy a link to this experiment",
    ),
  );
  restart(simulation);
  return {
    restart: () => restart(simulation),
    open: () => open(simulation),
  };
}

/**
 * Run the experiment of the form, in view.
 * @param {Simulation} simulation
 */
function open(simulation) {
  $("#simulation").scrollIntoView();
  simulation.map.scrollIntoView({ block: "nearest" }); // on a phone the map is below the form
  runIfValid(simulation);
}

/** @param {Simulation} simulation */
function runIfValid(simulation) {
  if (validate(simulation)) run(simulation);
}

/**
 * Return the fields that are shown: those of every experiment, such as the seed, and those of the selected shuffle.
 * @param {Simulation} simulation
 * @returns {(HTMLInputElement | HTMLSelectElement)[]}
 */
function getFields({ form }) {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = form.querySelectorAll("input, select");
  return [...fields].filter((field) => !field.closest("[hidden]"));
}

/**
 * Discard the experiment, because its settings changed.
 * @param {Simulation} simulation
 */
function restart(simulation) {
  const { form, button, downloadButton, algorithm, progress } = simulation;
  simulation.running?.abort();
  simulation.experiment = undefined;
  for (const field of $$("[data-parameter-of]", form))
    field.hidden = field.dataset.parameterOf !== algorithm.value;
  getElement(HTMLInputElement, "#items").max =
    algorithm.selectedOptions[0].dataset.most ?? "";
  button.textContent = "Start";
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
  clearMap(simulation);
}

/**
 * Mark the fields whose values are wrong, say what they take, and focus the first. Return whether there is none.
 * @param {Simulation} simulation
 */
function validate(simulation) {
  const fields = getFields(simulation);
  const invalid = fields.filter((field) => !field.checkValidity());
  for (const field of fields)
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

/**
 * Return the experiment that the form describes.
 * @param {Simulation} simulation
 */
const createExperiment = (simulation) =>
  new Experiment({
    algorithm: simulation.algorithm.value,
    n: getElement(HTMLInputElement, "#items").valueAsNumber,
    trials: getElement(HTMLInputElement, "#trials").valueAsNumber,
    seed: getElement(HTMLInputElement, "#seed").value,
    settings: readShuffleSettings(simulation),
  });

const FIELDS_OF_EXPERIMENTS = ["algorithm", "n", "trials", "seed", ""];

/**
 * Return the values of the other fields by name, which are parameters of the shuffle: { passes: 7 }.
 * @param {Simulation} simulation
 */
function readShuffleSettings(simulation) {
  /** @type {ShuffleSettings} */
  const settings = {};
  for (const field of getFields(simulation)) {
    if (FIELDS_OF_EXPERIMENTS.includes(field.name)) continue;
    const isNumber =
      field instanceof HTMLInputElement && field.type === "number";
    settings[field.name] = isNumber ? field.valueAsNumber : field.value;
  }
  return settings;
}

/**
 * Continue the experiment that was stopped, or start a new one.
 * @param {Simulation} simulation
 */
async function run(simulation) {
  if (!simulation.experiment || simulation.experiment.isFinished)
    simulation.experiment = createExperiment(simulation);
  const { experiment } = simulation;
  const controller = new AbortController();
  simulation.running = controller;
  updateButtons(simulation);
  announce(`Counting ${formatInteger(experiment.trials)} shuffles.`);
  try {
    await runToEnd(simulation, experiment, controller.signal);
  } catch (error) {
    if (!isAborted(error))
      showProblem(error instanceof Error ? error.message : String(error));
  } finally {
    if (simulation.running === controller) simulation.running = undefined;
    updateButtons(simulation);
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
 * @param {Simulation} simulation
 * @param {Experiment} experiment
 * @param {AbortSignal} signal
 */
async function runToEnd(simulation, experiment, signal) {
  while (!experiment.isFinished) {
    await requestPatiently(
      () => experiment.runNext(signal),
      signal,
      showWaiting,
    );
    if (experiment !== simulation.experiment) return;
    show(simulation, experiment);
  }
}

/** @param {number} seconds */
const showWaiting = (seconds) =>
  setText(
    "#waiting",
    seconds ? `The service is busy. Waiting ${seconds} s.` : "",
  );

/** @param {Simulation} simulation */
function updateButtons({ button, downloadButton, experiment, running }) {
  button.textContent = running ? "Stop" : nameStart(experiment);
  downloadButton.disabled = !experiment?.done;
  if (!running) setText("#waiting", "");
}

/**
 * Return the name of the button that starts an experiment, or goes on with it.
 * @param {Experiment | undefined} experiment
 */
function nameStart(experiment) {
  if (!experiment) return "Start";
  return experiment.isFinished ? "Again" : "Continue";
}

/**
 * Show the counts of an experiment so far.
 * @param {Simulation} simulation
 * @param {Experiment} experiment
 */
function show(simulation, experiment) {
  const { downloadButton, algorithm, map, progress } = simulation;
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
  map.setAttribute(
    "aria-label",
    `${title} of ${n} items after ${formatInteger(done)} shuffles: ${range}`,
  );
  render(simulation);
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

/**
 * Render the heat map of the counts so far, and its scale.
 * @param {Simulation} simulation
 */
function render({ experiment, map, reach }) {
  const range = Number(reach.value);
  $("#empty").hidden = Boolean(experiment?.done);
  renderScale($(".under .scale"), range);
  if (experiment?.done) renderMatrix(map, experiment.times, range);
}

/** @param {Simulation} simulation */
function clearMap(simulation) {
  const { map } = simulation;
  map.width = 1;
  map.height = 1;
  map.setAttribute("aria-label", "Nothing has been counted yet");
  render(simulation);
}

/**
 * Save the counts of the experiment that is shown.
 * @param {Simulation} simulation
 */
function download({ experiment }) {
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

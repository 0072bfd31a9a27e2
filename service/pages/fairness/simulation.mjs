/** The live experiment: its form, its progress, its heat map, and the results of the tests. */
import { saveFile } from "../shared/files.mjs";
import {
  $,
  $$,
  createCopyButton,
  listenToSubmit,
  showText,
} from "../shared/page.mjs";
import { Experiment, requestPatiently, toCsv } from "./experiment.mjs";
import { renderMatrix, renderScale, findExtremes } from "./heatmaps.mjs";
import {
  formatProbability,
  formatDecimals,
  formatInteger,
  formatNumber,
  formatPercent,
} from "./numbers.mjs";
import { createLink } from "./permalink.mjs";

const form = $("#experiment");
const [start, live, reach, progress] = [
  "#start",
  "#live",
  "#live-reach",
  "#progress",
].map((id) => $(id));
const getFields = () =>
  $$("input, select", form).filter((field) => !field.closest("[hidden]"));

let experiment; // the one on display; undefined if there is none
let running; // its AbortController while it runs

/** Show the section and keep it up to date with its controls. Return the function that resets it. */
export function startSimulation() {
  listenToSubmit(form, () => (running ? running.abort() : runIfValid()));
  form.addEventListener("input", restart);
  reach.addEventListener("change", render);
  $("#download").addEventListener("click", download);
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
  running?.abort();
  experiment = undefined;
  const algorithm = $("#algorithm").value;
  for (const field of $$("[data-parameter-of]", form))
    field.hidden = field.dataset.parameterOf !== algorithm;
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
  $("#download").disabled = true;
  showProblem("");
  clearMap();
}

function validate() {
  const invalid = getFields().filter((field) => !field.checkValidity());
  for (const field of getFields())
    field.setAttribute("aria-invalid", String(invalid.includes(field)));
  showProblem(
    invalid
      .map(
        (field) =>
          `${field.labels[0].textContent.trim()}: ${describeBounds(field)}`,
      )
      .join(" "),
  );
  invalid[0]?.focus();
  return invalid.length === 0;
}

const describeBounds = ({ min, max }) =>
  min === ""
    ? "a value is needed."
    : `a whole number from ${formatInteger(Number(min))} to ${formatInteger(Number(max))}.`;

function createExperiment() {
  const { algorithm, n, trials, seed, ...settings } = Object.fromEntries(
    getFields()
      .filter((field) => field.name)
      .map((field) => [
        field.name,
        field.type === "number" ? field.valueAsNumber : field.value,
      ]),
  );
  return new Experiment({ algorithm, n, trials, seed, settings });
}

/** Continue the experiment that was stopped, or start a new one. */
async function run() {
  if (!experiment || experiment.isFinished) experiment = createExperiment();
  const mine = experiment;
  const controller = new AbortController();
  running = controller;
  updateButtons();
  announce(`Counting ${formatInteger(mine.trials)} shuffles.`);
  try {
    while (!mine.isFinished) {
      await requestPatiently(
        () => mine.runNext(controller.signal),
        controller.signal,
        showWaiting,
      );
      if (mine !== experiment) return;
      show();
    }
  } catch (error) {
    if (error.name !== "AbortError") showProblem(error.message);
  } finally {
    if (running === controller) running = undefined;
    updateButtons();
  }
  if (mine === experiment)
    announce(
      mine.isFinished
        ? $("#verdict").textContent
        : `Stopped after ${formatInteger(mine.done)} shuffles.`,
    );
}

const showWaiting = (seconds) =>
  setText(
    "#waiting",
    seconds ? `The service is busy. Waiting ${seconds} s.` : "",
  );

function updateButtons() {
  start.textContent = running
    ? "Stop"
    : !experiment
      ? "Start"
      : experiment.isFinished
        ? "Again"
        : "Continue";
  $("#download").disabled = !experiment?.done;
  if (!running) setText("#waiting", "");
}

function show() {
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
  const [min, max] = findExtremes(times);
  setText("#rarest", describeCell(min));
  setText("#commonest", describeCell(max));
  const range = `cells from ${formatNumber(min.times)} to ${formatNumber(max.times)} times uniform`;
  live.setAttribute(
    "aria-label",
    `${$("#algorithm").selectedOptions[0].textContent} of ${n} items after ${formatInteger(done)} shuffles: ${range}`,
  );
  render();
  showTests(experiment.measures);
  $("#download").disabled = false;
}

const describeCell = ({ times, item, place }) =>
  `item ${item} at place ${place}: ${formatDecimals(times, 3)} × uniform`;

function showTests(measures) {
  for (const {
    name,
    observed,
    expected,
    z,
    p,
    corrected,
    isSignificant,
  } of measures) {
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
  const significant = measures
    .filter((measure) => measure.isSignificant)
    .map(({ name }) => name.replace("_", " "));
  const minP = formatProbability(
    Math.min(...measures.map((measure) => measure.corrected)),
  );
  const result = significant.length
    ? `show that the orders are not equally likely, by ${significant.join(", ")}`
    : "show no sign of bias";
  setText(
    "#verdict",
    `${formatInteger(experiment.done)} shuffles ${result}: the smallest of ${measures.length} corrected p-values is ${minP}.`,
  );
}

function render() {
  $("#empty").hidden = Boolean(experiment?.done);
  renderScale($(".under .scale"), Number(reach.value));
  if (experiment?.done)
    renderMatrix(live, experiment.times, Number(reach.value));
}

function clearMap() {
  Object.assign(live, { width: 1, height: 1 });
  live.setAttribute("aria-label", "Nothing has been counted yet");
  render();
}

const download = () =>
  saveFile(`${experiment.algorithm}-${experiment.n}.csv`, toCsv(experiment));

const showProblem = (message) => showText("#experiment-problem", message);

const setText = (selector, text) => ($(selector).textContent = text);

const announce = (text) => setText("#experiment-status", text);

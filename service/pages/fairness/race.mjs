/** A biased shuffle and a fair one, which run side by side: the deviation of one grows. */
// @ts-check
import {
  $,
  $$,
  create,
  getElement,
  showText,
  whenNear,
} from "../shared/elements.mjs";
import {
  Experiment,
  isAborted,
  requestPatiently,
  wait,
} from "./experiment.mjs";
import { findExtremes, renderMatrix } from "./heatmaps.mjs";
import { formatDecimals, formatInteger } from "./numbers.mjs";

/** @import { TimesUniform } from "./heatmaps.mjs" */

/**
 * A shuffle in the race: its `experiment`, and its `line` in the chart through `points`.
 * @typedef {object} Racer
 * @property {HTMLElement} figure
 * @property {Experiment} experiment
 * @property {HTMLElement} line
 * @property {{ x: number, y: number }[]} points from the lower left corner of the chart
 */

/**
 * The race on display: how many `trials` it has; its racers, none before the first run; while it runs, how it is
 * stopped, and whether somebody asked for it; and the remark that its end replaces.
 * @typedef {{ trials: number, racers: Racer[], running?: AbortController, isAsked: boolean, remark: string }} Race
 */

/** Few chunks, as each brings all its counts. */
const CHUNK = 5_000;
/** Milliseconds between two chunks, so that the eye can follow. */
const PAUSE = 350;
const REACH = 0.5;
/** The top of the chart: naive swap comes near it. */
const MAX_DEVIATION = 200;
const WIDTH = 398;
const HEIGHT = 200;

/**
 * Listen to the button. Run as soon as the race comes into view if `isMoving`; then the button begins it anew, as a
 * press that meant to start it must not stop it.
 * @param {boolean} isMoving
 */
export function startRace(isMoving) {
  /** @type {Race} */
  const race = {
    trials: Number($("#racers").dataset.trials),
    racers: [],
    isAsked: false,
    remark: $("#race-verdict").textContent,
  };
  $("#go").addEventListener("click", () => {
    if (race.running && race.isAsked) {
      race.running.abort();
      return;
    }
    if (race.running) race.racers = [];
    run(race, true);
  });
  for (const figure of $$("[data-racer]"))
    renderMatrix(findCanvas(figure), readComputed(figure), REACH);
  if (isMoving)
    whenNear($("#racers .deviation"), () => {
      if (!race.running) run(race, false);
    });
}

/** @param {HTMLElement} figure */
const findCanvas = (figure) => getElement(HTMLCanvasElement, "canvas", figure);

/**
 * Return what the counts of a figure come to, which the page came with.
 * @param {HTMLElement} figure
 * @returns {TimesUniform}
 */
function readComputed(figure) {
  /** @type {number[][]} */
  const positions = JSON.parse(findCanvas(figure).dataset.positions ?? "");
  return positions.map((row) => row.map((chance) => chance * row.length));
}

/**
 * Create the racer of a figure, before its first shuffle.
 * @param {HTMLElement} figure
 * @param {number} trials
 * @returns {Racer}
 */
function createRacer(figure, trials) {
  const algorithm = figure.dataset.racer ?? "";
  const experiment = new Experiment({
    algorithm,
    n: readComputed(figure).length,
    trials,
    seed: "",
    chunk: CHUNK,
  });
  return {
    figure,
    experiment,
    line: $(`#racers polyline.${algorithm}`),
    points: [{ x: 0, y: 0 }],
  };
}

/** @param {Racer[]} racers */
const areFinished = (racers) =>
  racers.every(({ experiment }) => experiment.isFinished);

/**
 * Continue the run that was stopped, or start a new one. It takes the place of one that began by itself.
 * @param {Race} race
 * @param {boolean} isAsked
 */
async function run(race, isAsked) {
  race.running?.abort();
  if (areFinished(race.racers)) {
    race.racers = $$("[data-racer]").map((figure) =>
      createRacer(figure, race.trials),
    );
    $("#race-done").textContent = "0 shuffles each";
  }
  const { racers } = race;
  for (const { figure, points } of racers)
    figure.ariaBusy = String(points.length === 1);
  $("#race-verdict").textContent = race.remark;
  const running = new AbortController();
  race.running = running;
  race.isAsked = isAsked;
  if (isAsked) $("#go").textContent = "Stop";
  showProblem("");
  try {
    await runToEnd(racers, running.signal);
    $("#race-verdict").textContent = describeEnd(racers);
  } catch (error) {
    if (!isAborted(error))
      showProblem(error instanceof Error ? error.message : String(error));
  }
  if (race.running !== running) return; // another took its place
  race.running = undefined;
  for (const { figure } of racers) figure.ariaBusy = "false";
  $("#go").textContent = areFinished(racers) ? "Again" : "Continue";
}

/**
 * Run chunk after chunk, and show the racers after each.
 * @param {Racer[]} racers
 * @param {AbortSignal} signal
 */
async function runToEnd(racers, signal) {
  while (!areFinished(racers)) {
    const experiments = racers.map(({ experiment }) => experiment);
    const least = Math.min(...experiments.map(({ done }) => done));
    // One that is a chunk ahead waits
    const behind = experiments.filter(({ done }) => done === least);
    await Promise.all(behind.map((experiment) => runNext(experiment, signal)));
    for (const racer of racers) show(racer);
    $("#race-done").textContent =
      `${formatInteger(racers[0].experiment.done)} shuffles each`;
  }
}

/**
 * Run the next chunk, and wait `PAUSE`.
 * @param {Experiment} experiment
 * @param {AbortSignal} signal
 */
const runNext = (experiment, signal) =>
  Promise.all([
    requestPatiently(() => experiment.runNext(signal), signal, showWaiting),
    wait(PAUSE, signal),
  ]);

/** @param {number} seconds */
function showWaiting(seconds) {
  if (seconds)
    $("#race-done").textContent = `The service is busy. Waiting ${seconds} s.`;
}

/**
 * Return how far the counts of a racer are from uniform, in standard deviations.
 * @param {Racer} racer
 */
const getDeviation = ({ experiment }) => Math.abs(experiment.testPositions().z);

/** @param {number} deviation */
const formatDeviation = (deviation) =>
  formatDecimals(deviation, deviation < 10 ? 1 : 0);

/**
 * Return how uneven a racer is: the `number` of times, unless luck alone makes it so, and the `words` of the page.
 * @param {number} deviation
 */
function describeDeviation(deviation) {
  const { byLuck, uneven = "", even = "" } = $("#racers").dataset;
  return deviation > Number(byLuck)
    ? { number: formatDeviation(deviation), words: uneven }
    : { words: even };
}

/**
 * Say how uneven a racer is, in a sentence: "187 times as uneven as luck makes it".
 * @param {number} deviation
 */
function sayDeviation(deviation) {
  const { number, words } = describeDeviation(deviation);
  return number === undefined ? words : `${number} ${words}`;
}

/**
 * Create the line below a racer's map that says the same, with the number in bold.
 * @param {number} deviation
 */
function createDeviation(deviation) {
  const { number, words } = describeDeviation(deviation);
  return number === undefined
    ? create("p.deviation", words)
    : create("p.deviation", create("strong", number), ` ${words}`);
}

/**
 * Show a racer after a chunk: its map, its deviation, and another point of its line.
 * @param {Racer} racer
 */
function show(racer) {
  const { figure, experiment, line, points } = racer;
  figure.ariaBusy = "false";
  const deviation = getDeviation(racer);
  const { times } = findExtremes(experiment.times).max;
  const title = $("h3", figure).textContent;
  const timesUniform = formatDecimals(times, 2);
  renderMatrix(findCanvas(figure), experiment.times, REACH);
  $(".deviation", figure).replaceWith(createDeviation(deviation));
  $(".worst", figure).textContent = `Most frequent: ${timesUniform} × fair`;
  $("canvas", figure).setAttribute(
    "aria-label",
    `${title} after ${formatInteger(experiment.done)} shuffles: cells up to ${timesUniform} times uniform`,
  );
  points.push({
    x: (WIDTH * experiment.done) / experiment.trials,
    y: Math.min(1, deviation / MAX_DEVIATION) * (HEIGHT - 2),
  });
  line.setAttribute(
    "points",
    points.map(({ x, y }) => `${1 + x},${HEIGHT - y}`).join(" "),
  );
}

/** @param {Racer[]} racers */
function describeEnd(racers) {
  const [biased, fair] = racers.map(getDeviation).map(sayDeviation);
  const trials = formatInteger(racers[0].experiment.trials);
  return `After ${trials} shuffles each, naive swap is ${biased}, Fisher–Yates ${fair}.`;
}

/** @param {string} message */
const showProblem = (message) => showText("#race-problem", message);

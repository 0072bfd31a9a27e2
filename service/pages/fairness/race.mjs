/** A biased shuffle and a fair one, which run side by side: the deviation of one grows. */
import { $, $$, showText } from "../shared/page.mjs";
import { Experiment, requestPatiently, wait } from "./experiment.mjs";
import { findExtremes, renderMatrix } from "./heatmaps.mjs";
import { formatDecimals, formatInteger } from "./numbers.mjs";

/** Few cards and chunks, as each chunk brings all its counts. */
const [CARDS, TRIALS, CHUNK] = [13, 20_000, 2_500];
/** Milliseconds between two chunks, so that the eye can follow. */
const PAUSE = 180;
const REACH = 0.5;
/** The top of the chart: naive swap comes near it. */
const MAX_DEVIATION = 200;
const [WIDTH, HEIGHT] = [398, 200];

const [go, verdict] = ["#go", "#race-verdict"].map((id) => $(id));
const REMARK = verdict.textContent;
let racers = []; // those on display; none before the first run
let running; // its AbortController while it runs

/** Listen to the button. Run at once if `isMoving`. */
export function startRace(isMoving) {
  go.addEventListener("click", () => (running ? running.abort() : run()));
  for (const canvas of $$("#racers canvas")) renderMatrix(canvas, [[1]], REACH);
  if (isMoving) run();
}

function createRacer(figure) {
  const algorithm = figure.dataset.racer;
  const experiment = new Experiment({
    algorithm,
    n: CARDS,
    trials: TRIALS,
    seed: "",
    chunk: CHUNK,
  });
  return {
    figure,
    experiment,
    line: $(`#racers polyline.${algorithm}`),
    points: [[0, 0]],
  };
}

const isFinished = () =>
  racers.every(({ experiment }) => experiment.isFinished);

/** Continue the run that was stopped, or start a new one. */
async function run() {
  if (isFinished()) racers = $$("[data-racer]").map(createRacer);
  verdict.textContent = REMARK;
  running = new AbortController();
  const { signal } = running;
  go.textContent = "Stop";
  showProblem("");
  try {
    while (!isFinished()) {
      await Promise.all(
        racers.map(({ experiment }) => runNext(experiment, signal)),
      );
      for (const racer of racers) show(racer);
      $("#race-done").textContent =
        `${formatInteger(racers[0].experiment.done)} shuffles each`;
    }
    verdict.textContent = describe();
  } catch (error) {
    if (error.name !== "AbortError") showProblem(error.message);
  }
  running = undefined;
  go.textContent = isFinished() ? "Again" : "Continue";
}

/** Run the next chunk, and wait `PAUSE`. An experiment that is a chunk ahead waits. */
async function runNext(experiment, signal) {
  if (
    experiment.done > Math.min(...racers.map((racer) => racer.experiment.done))
  )
    return;
  await Promise.all([
    requestPatiently(() => experiment.runNext(signal), signal, showWaiting),
    wait(PAUSE, signal),
  ]);
}

function showWaiting(seconds) {
  if (seconds)
    $("#race-done").textContent = `The service is busy. Waiting ${seconds} s.`;
}

const getDeviation = ({ experiment }) =>
  Math.abs(experiment.measures.find(({ name }) => name === "positions").z);
const formatDeviation = (deviation) =>
  formatDecimals(deviation, deviation < 10 ? 1 : 0);

function show(racer) {
  const { figure, experiment, line, points } = racer;
  const deviation = getDeviation(racer);
  const [, { times }] = findExtremes(experiment.times);
  renderMatrix($("canvas", figure), experiment.times, REACH);
  $(".deviation strong", figure).textContent = formatDeviation(deviation);
  $(".worst", figure).classList.add("counted");
  $(".worst", figure).textContent =
    `Most frequent cell: ${formatDecimals(times, 2)} × what it should be`;
  $("canvas", figure).setAttribute(
    "aria-label",
    `${$("h3", figure).textContent} after ${formatInteger(experiment.done)} shuffles: cells up to ${formatDecimals(times, 2)} times uniform`,
  );
  points.push([
    (WIDTH * experiment.done) / TRIALS,
    Math.min(1, deviation / MAX_DEVIATION) * (HEIGHT - 2),
  ]);
  line.setAttribute(
    "points",
    points.map(([x, y]) => `${1 + x},${HEIGHT - y}`).join(" "),
  );
}

function describe() {
  const [biased, fair] = racers.map(getDeviation).map(formatDeviation);
  return `After ${formatInteger(TRIALS)} shuffles each, naive swap is ${biased} standard deviations from fair, Fisher–Yates ${fair}. Chance alone rarely passes 3.`;
}

const showProblem = (message) => showText("#race-problem", message);

/** The live experiment: its form, its progress, the heat map that fills in, and what the tests say. */
import { $, copyButton, element } from "../shared/page.mjs";
import { Experiment, table } from "./experiment.mjs";
import { draw, drawScale, extremes } from "./heatmaps.mjs";
import { chance, decimals, many, number, percent } from "./numbers.mjs";
import { linkTo } from "./permalink.mjs";

const form = $("#experiment");
const [start, stop, live, reach, progress] = ["#start", "#stop", "#live", "#live-reach", "#progress"].map((id) =>
  $(id),
);
const fields = () => [...form.querySelectorAll("input, select")].filter((field) => !field.closest("[hidden]"));

let experiment; // the one that is shown, if any
let running; // what ends it, while it runs

/** Makes the form work; gives what shows it again after its values were set from outside. */
export function simulation() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!running && allowed()) run();
  });
  stop.addEventListener("click", () => running?.abort());
  form.addEventListener("input", anew);
  reach.addEventListener("change", redraw);
  $("#download").addEventListener("click", download);
  $("#permalink").append(...copyButton(() => linkTo(form), "Copy link"));
  anew();
  return anew;
}

/** Other settings are another experiment. */
function anew() {
  running?.abort();
  experiment = undefined;
  const algorithm = $("#algorithm").value;
  for (const field of form.querySelectorAll("[data-of]")) field.hidden = field.dataset.of !== algorithm;
  start.textContent = "Start";
  say("#done", "0 shuffles");
  say("#waiting", "");
  say("#verdict", "The tests below hold the counts against uniformity as they come in.");
  for (const id of ["#noise", "#rarest", "#commonest"]) say(id, "–");
  for (const cell of document.querySelectorAll("#tests td")) cell.textContent = "–";
  progress.value = 0;
  $("#download").disabled = true;
  refuse("");
  blank();
}

function allowed() {
  const wrong = fields().filter((field) => !field.checkValidity());
  for (const field of fields()) field.setAttribute("aria-invalid", String(wrong.includes(field)));
  refuse(wrong.map((field) => `${field.labels[0].textContent.trim()}: ${bounds(field)}`).join(" "));
  wrong[0]?.focus();
  return wrong.length === 0;
}

const bounds = ({ min, max }) =>
  min === "" ? "a value is needed." : `a whole number from ${many(Number(min))} to ${many(Number(max))}.`;

function asked() {
  const { algorithm, n, trials, seed, ...settings } = Object.fromEntries(
    fields()
      .filter((field) => field.name)
      .map((field) => [field.name, field.type === "number" ? field.valueAsNumber : field.value]),
  );
  return new Experiment({ algorithm, n, trials, seed, settings });
}

/** Goes on with what was stopped, or begins. */
async function run() {
  if (!experiment || experiment.finished) experiment = asked();
  const mine = experiment;
  const ending = new AbortController();
  running = ending;
  buttons();
  announce(`Counting ${many(mine.trials)} shuffles.`);
  try {
    while (!mine.finished) {
      await patiently(mine, ending.signal);
      if (mine !== experiment) return;
      show();
    }
  } catch (error) {
    if (error.name !== "AbortError") refuse(error.message);
  } finally {
    if (running === ending) running = undefined;
    buttons();
  }
  if (mine === experiment)
    announce(mine.finished ? $("#verdict").textContent : `Stopped after ${many(mine.done)} shuffles.`);
}

/** The next window; while the service is busy, it is waited for as long as that says. */
async function patiently(mine, signal) {
  for (;;) {
    try {
      return await mine.next(signal);
    } catch (error) {
      if (error.status !== 503) throw error;
      const seconds = error.retryAfter ?? 5;
      say("#waiting", `The service is busy. Waiting ${seconds} s.`);
      await pause(1000 * seconds, signal);
      say("#waiting", "");
    }
  }
}

const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

function buttons() {
  const held = [start, stop].includes(document.activeElement); // a button that is disabled would let go of the focus
  start.disabled = Boolean(running);
  stop.disabled = !running;
  if (held) (running ? stop : start).focus();
  start.textContent = !experiment ? "Start" : experiment.finished ? "Again" : "Continue";
  $("#download").disabled = !experiment?.done;
  if (!running) say("#waiting", "");
}

function show() {
  const { done, trials, n, noise, times } = experiment;
  const quarter = Math.floor((4 * done) / trials);
  if (quarter > Math.floor(4 * progress.value) && quarter < 4) announce(`${25 * quarter} percent counted.`);
  progress.value = done / trials;
  say("#done", `${many(done)} of ${many(trials)} shuffles`);
  say("#noise", `± ${percent(noise)}`);
  const [least, most] = extremes(times);
  say("#rarest", sentence(least));
  say("#commonest", sentence(most));
  const range = `cells from ${number(least.times)} to ${number(most.times)} times uniform`;
  live.setAttribute("aria-label", `${experiment.algorithm} of ${n} items after ${many(done)} shuffles: ${range}`);
  redraw();
  showTests(experiment.measures);
  $("#download").disabled = false;
}

const sentence = ({ times, item, place }) => `item ${item} at place ${place}: ${decimals(times, 3)} × uniform`;

function showTests(measures) {
  for (const { name, observed, expected, z, p, corrected, surprising } of measures) {
    const cells = document.querySelectorAll(`#tests tr[data-test="${name}"] td`);
    const places = expected > 1000 ? 0 : 4;
    const told = [decimals(observed, places), decimals(expected, places), decimals(z, 2), chance(p), chance(corrected)];
    told.forEach((text, at) => (cells[at].textContent = text));
    cells[4].classList.toggle("bad", surprising);
  }
  const surprising = measures.filter((one) => one.surprising).map(({ name }) => name.replace("_", " "));
  const least = chance(Math.min(...measures.map((one) => one.corrected)));
  const found = surprising.length
    ? `show that the orders are not equally likely, by ${surprising.join(", ")}`
    : "show no sign of bias";
  say(
    "#verdict",
    `${many(experiment.done)} shuffles ${found}: the least of ${measures.length} corrected p-values is ${least}.`,
  );
}

function redraw() {
  $("#empty").hidden = Boolean(experiment?.done);
  drawScale($(".under .scale"), Number(reach.value));
  if (experiment?.done) draw(live, experiment.times, Number(reach.value));
}

function blank() {
  Object.assign(live, { width: 1, height: 1 });
  live.setAttribute("aria-label", "Nothing has been counted yet");
  redraw();
}

function download() {
  const address = URL.createObjectURL(new Blob([table(experiment)], { type: "text/csv" }));
  element("a", { href: address, download: `${experiment.algorithm}-${experiment.n}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function refuse(why) {
  say("#experiment-problem", why);
  $("#experiment-problem").hidden = why === "";
}

function say(selector, text) {
  $(selector).textContent = text;
}

const announce = (text) => say("#experiment-said", text);

/** An experiment in chunks: each request runs the next trials of the seed, and the counts add up. */
import { fetchJson } from "../shared/page.mjs";
import { twoSidedPChiSquare, twoSidedPNormal } from "./tails.mjs";

/** Work of one chunk: the service runs only one large experiment at a time, and a chunk stays smaller. */
const MAX_WORK = 4_900_000;
/** Weight of a draw of the slowest shuffle in the work that the service counts. */
const DRAW_WEIGHT = 4;
/** Milliseconds: after a chunk that took longer, the next one is no larger. */
const MAX_DURATION = 300;
const LEVEL = 0.001;

/**
 * Trials of an `algorithm` with `n` items. `seed` "" is fresh randomness; `settings` are parameters of the shuffle. A
 * chunk has `chunk` trials; without `chunk` it doubles while the service is quick.
 */
export class Experiment {
  constructor({ algorithm, n, trials, seed, settings = {}, chunk }) {
    Object.assign(this, {
      algorithm,
      n,
      trials,
      seed,
      settings,
      maxSize: chunk ?? Infinity,
    });
    this.done = 0;
    this.counts = Array.from({ length: n }, () => new Array(n).fill(0));
    this.means = new Map(); // by test: the sum of observed values, the expected value, the standard error of one trial
    this.minSize = Math.max(200, 5 * n); // the service computes no tests of fewer trials
    this.size = chunk ?? this.minSize;
    this.cost = n * (settings.passes ?? Math.log(n) + 1); // upper bound for one trial, until the first chunk is measured
  }

  get isFinished() {
    return this.done === this.trials;
  }

  /** The matrix of observed frequencies, as multiples of the uniform probability. */
  get times() {
    return this.counts.map((row) =>
      row.map((count) => (count * this.n) / this.done),
    );
  }

  /** The standard deviation of a cell of that matrix under a uniform shuffle. */
  get noise() {
    return Math.sqrt((this.n - 1) / this.done);
  }

  /** Run the next chunk and add its counts. A problem is thrown and changes nothing, so that the chunk can be repeated. */
  async runNext(signal) {
    const trials = this.#nextSize();
    const randomness =
      this.seed === "" ? {} : { seed: this.seed, index: this.done };
    const body = { n: this.n, trials, ...randomness, ...this.settings };
    const start = performance.now();
    const { measured } = await fetchJson(
      `v1/algorithms/${this.algorithm}/bias`,
      { body, signal },
    );
    this.#add(measured, trials);
    if (performance.now() - start < MAX_DURATION) this.size *= 2;
  }

  /** Return the number of trials of the next chunk; neither it nor the rest is below the minimum. */
  #nextSize() {
    const remaining = this.trials - this.done;
    const work = DRAW_WEIGHT * (this.cost + 8) + this.n + this.n ** 2 / 100; // of a trial
    const maxSize = Math.max(this.minSize, Math.floor(MAX_WORK / work));
    const size = Math.min(this.size, maxSize, this.maxSize);
    return remaining < size + this.minSize ? remaining : size;
  }

  #add({ draws, measures, counts }, trials) {
    this.done += trials;
    this.cost = Math.max(draws * 1.02, this.n * (this.settings.passes ?? 0));
    counts.positions.forEach((row, item) =>
      row.forEach((count, place) => (this.counts[item][place] += count)),
    );
    for (const { name, observed, expected, error } of measures.filter(
      (measure) => measure.name !== "positions",
    )) {
      const sum = (this.means.get(name)?.sum ?? 0) + observed * trials;
      this.means.set(name, { sum, expected, error: error * Math.sqrt(trials) });
    }
  }

  /** The tests of the counts so far, with `z`, `p`, and `corrected`, which is p corrected for their number (Holm). */
  get measures() {
    const means = [...this.means].map(([name, { sum, expected, error }]) => {
      const observed = sum / this.done;
      const z = ((observed - expected) / error) * Math.sqrt(this.done);
      return { name, observed, expected, z, p: twoSidedPNormal(z) };
    });
    return correct([this.#testPositions(), ...means]);
  }

  /** Run the chi-square test of the matrix as the service does. All rows and columns have the same sum. */
  #testPositions() {
    const { n } = this;
    const uniform = this.done / n;
    const squares = this.counts
      .flat()
      .reduce((sum, count) => sum + (count - uniform) ** 2, 0);
    const observed = ((n - 1) / n) * (squares / uniform);
    const expected = (n - 1) ** 2;
    const z = (observed - expected) / Math.sqrt(2 * expected);
    return {
      name: "positions",
      observed,
      expected,
      z,
      p: twoSidedPChiSquare(observed, expected),
    };
  }
}

/** Return what `request` does. While the service is busy or limits requests, call `onWait` with the seconds that it says, wait for them and try again. */
export async function requestPatiently(
  request,
  signal,
  onWait = () => undefined,
) {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (error.status !== 503 && error.status !== 429) throw error;
      const seconds = error.retryAfter ?? 5;
      onWait(seconds);
      await wait(1000 * seconds, signal);
      onWait(0);
    }
  }
}

/** Wait for milliseconds, or until the signal ends it with its reason. */
export const wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Add p-values that are corrected for the number of tests (Holm's method, 1979). */
function correct(measures) {
  let max = 0;
  const sorted = [...measures].sort((one, other) => one.p - other.p);
  sorted.forEach((measure, rank) => {
    max = Math.max(max, Math.min(1, (measures.length - rank) * measure.p));
    Object.assign(measure, { corrected: max, isSignificant: max < LEVEL });
  });
  return measures;
}

/** Return the counts as CSV, in the format of the service's bias.csv. */
export function toCsv({ n, counts }) {
  const lines = [
    ["item", ...Array(n).keys()],
    ...counts.map((row, item) => [item, ...row]),
  ];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

/** An experiment in chunks: each request runs the next trials of the seed, and the counts add up. */
// @ts-check
import { Problem, fetchJson } from "../shared/service.mjs";
import { twoSidedPChiSquare, twoSidedPNormal } from "./tails.mjs";

/** @import { TimesUniform } from "./heatmaps.mjs" */

/**
 * The parameters of a shuffle by their names, such as {passes: 7} or {key_bits: 16}.
 * @typedef {{ passes?: number, [name: string]: string | number | undefined }} ShuffleSettings
 */

/**
 * What an experiment counts: trials of an `algorithm` with `n` items. `seed` "" is fresh randomness. A chunk has
 * `chunk` trials; without `chunk` it doubles while the service is quick.
 * @typedef {object} Design
 * @property {string} algorithm the name of a shuffle
 * @property {number} n
 * @property {number} trials
 * @property {string} seed
 * @property {ShuffleSettings} [settings] parameters of the shuffle
 * @property {number} [chunk]
 */

/**
 * What the service counted in a chunk: `draws` are random numbers of a trial, on average;
 * `counts.positions[item][place]` says how often an item ended at a place.
 * @typedef {object} Measured
 * @property {number} draws
 * @property {{ positions: number[][] }} counts
 * @property {{ name: string, observed: number, expected: number, error: number }[]} measures of each test the mean of
 *   the trials, that of a fair shuffle, and the standard error of the mean
 */

/**
 * The trials of a test so far: the `sum` of the observed values, the `expected` value of a trial, its standard `error`.
 * @typedef {{ sum: number, expected: number, error: number }} Mean
 */

/**
 * A test of the counts: `p` is two-sided.
 * @typedef {{ name: string, observed: number, expected: number, z: number, p: number }} Measure
 */

/**
 * A test with its p-value `corrected` for the number of tests.
 * @typedef {Measure & { corrected: number, isSignificant: boolean }} CorrectedMeasure
 */

/** Work of one chunk: the service runs only one large experiment at a time, and a chunk stays smaller. */
const MAX_WORK = 4_900_000;
/** Weight of a draw of the slowest shuffle in the work that the service counts. */
const DRAW_WEIGHT = 4;
/** Milliseconds: after a chunk that took longer, the next one is no larger. */
const MAX_DURATION = 300;
const LEVEL = 0.001;

/** The trials of a design that are counted so far. */
export class Experiment {
  /** @param {Design} design */
  constructor({ algorithm, n, trials, seed, settings = {}, chunk }) {
    this.algorithm = algorithm;
    this.n = n;
    this.trials = trials;
    this.seed = seed;
    this.settings = settings;
    this.maxSize = chunk ?? Infinity;
    this.done = 0;
    /** @type {number[][]} */
    this.counts = Array.from({ length: n }, () => new Array(n).fill(0));
    /** @type {Map<string, Mean>} */
    this.means = new Map();
    this.minSize = Math.max(200, 5 * n); // the service computes no tests of fewer trials
    this.size = chunk ?? this.minSize;
    // The most draws of one trial, until the first chunk is measured
    this.cost = n * (settings.passes ?? Math.log(n) + 1);
  }

  get isFinished() {
    return this.done === this.trials;
  }

  /**
   * The matrix of observed frequencies, as multiples of the uniform probability.
   * @returns {TimesUniform}
   */
  get times() {
    return this.counts.map((row) =>
      row.map((count) => (count * this.n) / this.done),
    );
  }

  /** The standard deviation of a cell of that matrix under a uniform shuffle. */
  get noise() {
    return Math.sqrt((this.n - 1) / this.done);
  }

  /**
   * Run the next chunk and add its counts. A problem is thrown and changes nothing, so that the chunk can be repeated.
   * @param {AbortSignal} signal
   */
  async runNext(signal) {
    const trials = this.#nextSize();
    const randomness =
      this.seed === "" ? {} : { seed: this.seed, index: this.done };
    const body = { n: this.n, trials, ...randomness, ...this.settings };
    const start = performance.now();
    /** @type {{ measured: Measured }} */
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

  /**
   * Add what was counted in a number of trials.
   * @param {Measured} measured
   * @param {number} trials
   */
  #add({ draws, measures, counts }, trials) {
    this.done += trials;
    this.cost = Math.max(draws * 1.02, this.n * (this.settings.passes ?? 0));
    counts.positions.forEach((row, item) => {
      const total = this.counts[item];
      row.forEach((count, place) => {
        total[place] += count;
      });
    });
    for (const { name, observed, expected, error } of measures) {
      if (name === "positions") continue; // tested by the counts of all chunks
      const formerSum = this.means.get(name)?.sum ?? 0;
      const sum = formerSum + observed * trials;
      const errorOfTrial = error * Math.sqrt(trials);
      this.means.set(name, { sum, expected, error: errorOfTrial });
    }
  }

  /** The tests of the counts so far, with `z`, `p`, and `corrected`, which is p corrected for their number (Holm). */
  get measures() {
    const means = [...this.means].map(([name, { sum, expected, error }]) => {
      const observed = sum / this.done;
      const z = ((observed - expected) / error) * Math.sqrt(this.done);
      return { name, observed, expected, z, p: twoSidedPNormal(z) };
    });
    return correct([this.testPositions(), ...means]);
  }

  /**
   * Run the chi-square test of the matrix as the service does. All rows and columns have the same sum.
   * @returns {Measure}
   */
  testPositions() {
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

const BUSY = [429, 503];

/**
 * Return what `request` does. While the service is busy or limits requests, call `onWait` with the seconds that it
 * says, wait for them and try again.
 * @template Response
 * @param {() => Promise<Response>} request
 * @param {AbortSignal} signal ends it, also while it waits
 * @param {(seconds: number) => void} [onWait] is called with 0 when it no longer waits
 */
export async function requestPatiently(
  request,
  signal,
  onWait = () => undefined,
) {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Problem && BUSY.includes(error.status)))
        throw error;
      const seconds = error.retryAfter ?? 5;
      onWait(seconds);
      await wait(1000 * seconds, signal);
      onWait(0);
    }
  }
}

/**
 * Wait for milliseconds, or until the signal ends it with its reason.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
export const wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/**
 * Return whether an error is that of a request that was given up, because another took its place.
 * @param {unknown} error
 */
export const isAborted = (error) =>
  error instanceof DOMException && error.name === "AbortError";

/**
 * Add p-values that are corrected for the number of tests (Holm's method, 1979). Return the tests in the same order.
 * @param {Measure[]} measures
 * @returns {CorrectedMeasure[]}
 */
function correct(measures) {
  const bySize = [...measures.keys()].sort(
    (a, b) => measures[a].p - measures[b].p,
  );
  /** @type {CorrectedMeasure[]} */
  const corrected = Array(measures.length);
  let max = 0;
  bySize.forEach((position, rank) => {
    const measure = measures[position];
    max = Math.max(max, Math.min(1, (measures.length - rank) * measure.p));
    corrected[position] = {
      ...measure,
      corrected: max,
      isSignificant: max < LEVEL,
    };
  });
  return corrected;
}

/**
 * Return the counts as CSV, in the format of the service's bias.csv.
 * @param {Experiment} experiment
 */
export function toCsv({ n, counts }) {
  const lines = [
    ["item", ...Array(n).keys()],
    ...counts.map((row, item) => [item, ...row]),
  ];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

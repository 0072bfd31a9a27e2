/** An experiment in windows: each asks for the next trials of the seed, and the counts of all of them add up. */
import { ask } from "../shared/page.mjs";
import { beyondChiSquare, beyondNormal } from "./tails.mjs";

/** Draws and items of one window: fewer than the service calls a large experiment, which only one may do at a time. */
const MOST = 4_900_000;
/** Milliseconds: a window that took longer is no reason for a larger one. */
const PATIENCE = 300;
const LEVEL = 0.001;

/** Of which `algorithm`, of `n` items, how many `trials`, under a `seed` or "", with the shuffle's own parameters. */
export class Experiment {
  constructor({ algorithm, n, trials, seed, settings = {} }) {
    Object.assign(this, { algorithm, n, trials, seed, settings });
    this.done = 0;
    this.counts = Array.from({ length: n }, () => new Array(n).fill(0));
    this.means = new Map(); // by test: the sum of what was observed, what is expected, the error of one trial
    this.fewest = Math.max(200, 5 * n); // as the service judges no fewer
    this.size = this.fewest;
    this.work = n * (settings.passes ?? Math.log(n) + 1); // of one trial, at most; measured once there is one
  }

  get finished() {
    return this.done === this.trials;
  }

  /** How many times the uniform probability each item came to each place. */
  get times() {
    return this.counts.map((row) => row.map((count) => (count * this.n) / this.done));
  }

  /** What chance alone does to one of those: the standard deviation. */
  get noise() {
    return Math.sqrt((this.n - 1) / this.done);
  }

  /** Asks for the next window and adds it up. A refusal is thrown, and changes nothing: the same is asked next time. */
  async next(signal) {
    const trials = this.#next();
    const randomness = this.seed === "" ? {} : { seed: this.seed, index: this.done };
    const body = { n: this.n, trials, ...randomness, ...this.settings };
    const start = performance.now();
    const { measured } = await ask(`v1/algorithms/${this.algorithm}/bias`, { body, signal });
    this.#add(measured, trials);
    if (performance.now() - start < PATIENCE) this.size *= 2;
  }

  /** The trials of the next window: neither it nor what it leaves is too few to be judged. */
  #next() {
    const left = this.trials - this.done;
    const most = Math.max(this.fewest, Math.floor(MOST / (this.work + this.n)));
    const size = Math.min(this.size, most);
    return left < size + this.fewest ? left : size;
  }

  #add({ draws, measures, counts }, trials) {
    this.done += trials;
    this.work = Math.max(draws * 1.02, this.n * (this.settings.passes ?? 0));
    counts.positions.forEach((row, item) => row.forEach((count, place) => (this.counts[item][place] += count)));
    for (const { name, observed, expected, error } of measures.filter((one) => one.name !== "positions")) {
      const sum = (this.means.get(name)?.sum ?? 0) + observed * trials;
      this.means.set(name, { sum, expected, error: error * Math.sqrt(trials) });
    }
  }

  /** Every test of the counts so far, with `z`, `p`, and `corrected`, which is p for their number (Holm). */
  get measures() {
    const means = [...this.means].map(([name, { sum, expected, error }]) => {
      const observed = sum / this.done;
      const z = ((observed - expected) / error) * Math.sqrt(this.done);
      return { name, observed, expected, z, p: beyondNormal(z) };
    });
    return corrected([this.#positions(), ...means]);
  }

  /** The chi-square test of the matrix, as the service does it: rows and columns of a permutation's add up to 1. */
  #positions() {
    const { n } = this;
    const each = this.done / n;
    const squares = this.counts.flat().reduce((sum, count) => sum + (count - each) ** 2, 0);
    const observed = ((n - 1) / n) * (squares / each);
    const expected = (n - 1) ** 2;
    return {
      name: "positions",
      observed,
      expected,
      z: (observed - expected) / Math.sqrt(2 * expected),
      p: beyondChiSquare(observed, expected),
    };
  }
}

function corrected(measures) {
  let least = 0;
  const sorted = [...measures].sort((one, other) => one.p - other.p);
  sorted.forEach((one, before) => {
    least = Math.max(least, Math.min(1, (measures.length - before) * one.p));
    Object.assign(one, { corrected: least, surprising: least < LEVEL });
  });
  return measures;
}

/** The counts as the service's bias.csv has them. */
export function table({ n, counts }) {
  const lines = [["item", ...Array(n).keys()], ...counts.map((row, item) => [item, ...row])];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

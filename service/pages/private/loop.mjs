/** A step that is repeated, at once while something changes and otherwise after a while. */
// @ts-check

/** A step that is done until nothing changes any more, and again after a while. */
export class Loop {
  #step;
  #fail;
  #getDelay;
  #signal;
  #isBusy = false;
  #isStale = false;
  #timer = 0;

  /**
   * `fail` is called with an error of the step, `getDelay` returns the milliseconds until it is done again; `signal`
   * ends it.
   * @param {object} options
   * @param {() => Promise<void>} options.step
   * @param {(error: unknown) => void} options.fail
   * @param {() => number} options.getDelay
   * @param {AbortSignal} options.signal
   */
  constructor({ step, fail, getDelay, signal }) {
    this.#step = step;
    this.#fail = fail;
    this.#getDelay = getDelay;
    this.#signal = signal;
  }

  /** Note that something has changed. */
  touch() {
    this.#isStale = true;
  }

  /** Do the step until nothing changes. */
  async advance() {
    this.#isStale = true;
    if (this.#isBusy || this.#signal.aborted) return;
    this.#isBusy = true;
    clearTimeout(this.#timer);
    try {
      while (this.#isStale && !this.#signal.aborted) {
        this.#isStale = false;
        await this.#step();
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isBusy = false;
      if (!this.#signal.aborted)
        this.#timer = window.setTimeout(() => this.advance(), this.#getDelay());
    }
  }

  /** Wait until what was asked for is written. */
  async settle() {
    while (this.#isBusy)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  stop() {
    clearTimeout(this.#timer);
  }
}

/** A sealed draw: a sealed shoe of integers that stand for the lines of a list. The service gets only the hash of the list. */
import { canonicalJson, hashList } from "../../../verify/core/canonical.mjs";
import { fetchJson } from "../shared/page.mjs";
import { createResultLink } from "../shared/packed.mjs";
import { MAX_LIST } from "./permalink.mjs";

export class SealedDraw {
  /** The requests that a program would make, the first of each kind. */
  requests = [];

  /** Continue a draw: `opened` is the response of the service, `plan` the one of the form, `round` a round of the beacon. */
  constructor({ opened, plan, round, sealedAt }) {
    Object.assign(this, {
      opened,
      plan,
      seal: plan.seal,
      round,
      sealedAt,
      items: plan.seal.items,
    });
  }

  /** Open a sealed shoe. Its terms name the list, the draw, and who decides: the `round`, if there is one. */
  static async open(plan, { occasion, round, sealedAt }) {
    const { seal } = plan;
    const seed = round
      ? `drand quicknet round ${round.number}`
      : "words of the audience";
    const label = `${[occasion.trim(), seal.what].filter(Boolean).join(": ")}. Decided by: ${seed}`;
    const body = {
      ...(seal.min !== 1 && { min: seal.min }),
      max: seal.max,
      ...(seal.items && { items_sha256: await hashList(seal.items) }),
      ...(!seal.isRepeated && { reshuffle: "never" }),
      label,
    };
    const draw = new SealedDraw({ plan, round, sealedAt });
    return Object.assign(draw, { opened: await draw.#post("v1/shoes", body) });
  }

  /** Return the digests that fix the draw, with the names of their titles. */
  get digests() {
    const { commitment, terms } = this.opened;
    return { seal: commitment, fingerprint: terms.items_sha256 };
  }

  /** Return what decided, for people. */
  get decider() {
    return this.file.confirmed.client_seed;
  }

  /** Return what a reload must keep. */
  keep() {
    const { opened, round, sealedAt, drawnAt, file, requests, numbers } = this;
    return { opened, round, sealedAt, drawnAt, file, requests, numbers };
  }

  /** Return the result in the form that the page shows. */
  readResult() {
    return (this.seal.arrange ?? this.plan.arrange)(this.numbers);
  }

  async #post(path, body) {
    const response = await fetchJson(path, { body });
    if (!this.requests.some((request) => request.path === path))
      this.requests.push({ path, body });
    return response;
  }

  /**
   * Draw with the words of the audience or a round of the beacon, reveal the shoe, and return the result. If a request fails
   * after the first draw, the next call keeps the words of the first call: other words would draw other numbers.
   */
  async draw(said) {
    const { seal } = this;
    const clientSeed = this.decided ?? said.randomness ?? said;
    const seen = [];
    const numbers = seal.toLine ? new Set() : []; // a line with several tickets wins once
    let { shoe } = this.opened;
    for (let missing = seal.count; missing > 0;) {
      const count = seal.isRepeated ? 1 : missing;
      const body = {
        shoe,
        count,
        ...(seen.length === 0 && { client_seed: clientSeed }),
        ...(seal.isRepeated && seen.length > 0 && { reshuffle: true }),
      };
      const response = await this.#post("v1/shoes/draw", body);
      this.decided = clientSeed;
      shoe = response.shoe;
      seen.push(response.seen);
      for (const number of response.integers)
        seal.toLine ? numbers.add(seal.toLine(number)) : numbers.push(number);
      missing = seal.count - (numbers.size ?? numbers.length);
    }
    const { receipt } = await this.#post("v1/shoes/reveal", { shoe });
    this.file = {
      receipt,
      seen,
      confirmed: {
        commitment: this.opened.commitment,
        client_seed: clientSeed,
      },
    };
    this.numbers = [...numbers];
    return this.readResult();
  }

  /** Return the link for the time before the draw: its page shows the terms and notes the commitment. */
  async announce() {
    const { commitment, terms } = this.opened;
    return createResultLink({
      commitment,
      terms,
      screen: { sealed: this.sealedAt },
    });
  }

  /**
   * Return the links to the result, those with more first: `whole` with the list, undefined if the list is too long;
   * `named` with the drawn names, undefined for numbers; `bare` with their numbers. The list is bound by its hash, and the
   * names of `named` are compared with it when its reader opens the list.
   */
  async createLinks() {
    const { items } = this.seal;
    const screen = { sealed: this.sealedAt, drawn: this.drawnAt };
    const names =
      items &&
      this.file.seen
        .flatMap(({ integers }) => integers)
        .map((number) => items[number - this.seal.min]);
    const hasList = items && canonicalJson(items).length <= MAX_LIST;
    const [whole, named, bare] = await Promise.all([
      hasList &&
        createResultLink({ ...this.file, original_items: items, screen }),
      names && createResultLink({ ...this.file, screen: { ...screen, names } }),
      createResultLink({ ...this.file, screen }),
    ]);
    return { whole: whole || undefined, named, bare };
  }

  /** Return all that a check needs, as the text of a file. */
  toFile() {
    const { items } = this.seal;
    return JSON.stringify(
      { ...this.file, ...(items && { original_items: items }) },
      null,
      1,
    );
  }
}

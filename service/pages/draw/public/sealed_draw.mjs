/**
 * A sealed draw: a sealed shoe of integers that stand for the lines of a list. The service gets only the hash of the
 * list.
 */
// @ts-check
import { canonicalJson, hashList } from "../../../../verify/core/canonical.mjs";
import { fetchJson } from "../../shared/service.mjs";
import { createResultLink } from "../../shared/packed.mjs";
import { writeLabel } from "../../shared/sealed_labels.mjs";
import { t } from "../../shared/texts.mjs";
import { describeRound } from "../../shared/beacon.mjs";
import { MAX_LIST } from "../plan/permalink.mjs";

/**
 * @import { Round, RoundSignature } from "../../shared/beacon.mjs"
 * @import { Plan, PlanRequest, Seal } from "../plan/plan.mjs"
 * @import { Result } from "../../shared/draw_types.mjs"
 * @import { OpenedShoe, Receipt } from "../../shared/shoes.mjs"
 */

/**
 * A plan that a sealed shoe draws.
 * @typedef {Plan & { seal: Seal }} SealedPlan
 */

/**
 * What a draw from a shoe returns: the token for the next one, the numbers, and the entry for those who check.
 * @typedef {{ shoe: string, integers: number[], seen: SeenNumbers }} ShoeResponse
 */

/** @typedef {{ integers: number[] }} SeenNumbers */

/**
 * A file of what was drawn, to check.
 * @typedef {object} SealedFile
 * @property {Receipt} receipt
 * @property {SeenNumbers[]} seen
 * @property {{ commitment: string, client_seed: string }} confirmed
 */

/**
 * When and by what a draw is decided: words of the audience, or a `round` of the beacon. `sealedAt` is in milliseconds
 * since 1970.
 * @typedef {{ occasion: string, round?: Round, sealedAt: number }} Announcement
 */

/**
 * What a reload must keep of a sealed draw; what was drawn is missing before it is.
 * @typedef {object} KeptSealed
 * @property {OpenedShoe} opened
 * @property {Round} [round]
 * @property {number} sealedAt
 * @property {number} [drawnAt]
 * @property {SealedFile} [file]
 * @property {PlanRequest[]} [requests]
 * @property {number[]} [numbers]
 */

/**
 * The digests that fix a draw, by the names of their titles.
 * @typedef {{ seal?: string, planCode?: string, fingerprint?: string }} Digests
 */

/**
 * The links to a result, those with more first: `whole` with the list, `named` with the drawn names, `bare` with
 * numbers.
 * @typedef {{ whole?: string, named?: string, bare: string }} ResultLinks
 */

/** A draw from a sealed shoe. */
export class SealedDraw {
  /**
   * Continue a draw: `opened` is the response of the service, `plan` the one of the form, `round` a round of the
   * beacon.
   * @param {KeptSealed} kept
   * @param {SealedPlan} plan
   */
  constructor(kept, plan) {
    this.opened = kept.opened;
    this.plan = plan;
    this.round = kept.round && describeRound(kept.round.number);
    this.sealedAt = kept.sealedAt;
    this.drawnAt = kept.drawnAt;
    this.file = kept.file;
    this.numbers = kept.numbers ?? [];
    this.requests = kept.requests ?? []; // those that a program would make, the first of each kind
    /** @type {string | undefined} */
    this.decided = undefined; // what the first draw was made with
  }

  /**
   * Open a sealed shoe. Its terms name the list, the draw, and who decides: the `round`, if there is one.
   * @param {SealedPlan} plan
   * @param {Announcement} announcement
   */
  static async open(plan, { occasion, round, sealedAt }) {
    const { min, max, items, isRepeated, what } = plan.seal;
    const path = "v1/shoes";
    const body = {
      ...(min !== 1 && { min }),
      max,
      ...(items && { items_sha256: await hashList(items) }),
      ...(!isRepeated && { reshuffle: "never" }),
      label: writeLabel({
        occasion: occasion.trim(),
        what,
        round: round?.number,
      }),
    };
    const opened = await fetchJson(path, { body });
    const requests = [{ path, body }];
    return new SealedDraw({ opened, round, sealedAt, requests }, plan);
  }

  /** The list that the numbers stand for, if there is one. */
  get items() {
    return this.plan.seal.items;
  }

  /**
   * Return the digests that fix the draw, with the names of their titles.
   * @returns {Digests}
   */
  get digests() {
    const { commitment, terms } = this.opened;
    return { seal: commitment, fingerprint: terms.items_sha256 };
  }

  /** Return what decided, for people. */
  get decider() {
    const said = this.#getFile().confirmed.client_seed;
    return this.round ? said : t("shared.quoted", { name: said });
  }

  /** Return the occasion that it was announced for; a sealed draw has it in its label alone. */
  get occasion() {
    return undefined;
  }

  /**
   * Return what a reload must keep.
   * @returns {KeptSealed}
   */
  keep() {
    const { opened, round, sealedAt, drawnAt, file, requests, numbers } = this;
    return { opened, round, sealedAt, drawnAt, file, requests, numbers };
  }

  /**
   * Return the result in the form that the page shows.
   * @returns {Result}
   */
  readResult() {
    const { seal, arrange } = this.plan;
    return (seal.arrange ?? arrange)(this.numbers);
  }

  /** Return the file of what was drawn. Throw before it is. */
  #getFile() {
    if (!this.file) throw new Error("Nothing is drawn yet.");
    return this.file;
  }

  /**
   * Send a request, and keep the first one to each path in `requests`.
   * @param {string} path
   * @param {Record<string, unknown>} body
   */
  async #post(path, body) {
    const response = await fetchJson(path, { body });
    if (!this.requests.some((request) => request.path === path))
      this.requests.push({ path, body });
    return response;
  }

  /**
   * Draw with the words of the audience or a round of the beacon, reveal the shoe, and return the result. If a request
   * fails after the first draw, the next call keeps the words of the first call: other words would draw other numbers.
   * @param {string | RoundSignature} said
   */
  async draw(said) {
    const saidSeed = typeof said === "string" ? said : said.randomness;
    const clientSeed = this.decided ?? saidSeed;
    const { shoe, seen, numbers } = await this.#drawNumbers(clientSeed);
    const { receipt } = await this.#post("v1/shoes/reveal", { shoe });
    this.file = {
      receipt,
      seen,
      confirmed: {
        commitment: this.opened.commitment,
        client_seed: clientSeed,
      },
    };
    this.numbers = numbers;
    return this.readResult();
  }

  /**
   * Draw all numbers: at once, or, where they may repeat, each as the first of a round of its own. A line with several
   * tickets wins once, so that more may be drawn than are counted.
   *
   * Of three winners with tickets 5, 9 and 6 of the lines 2, 3 and 2, one more is drawn, as 2 is there twice.
   * @param {string} clientSeed
   */
  async #drawNumbers(clientSeed) {
    const { isRepeated, toLine, count } = this.plan.seal;
    const seen = [];
    /** @type {number[]} */
    const numbers = [];
    /** @type {Set<number>} */
    const winners = new Set();
    let { shoe } = this.opened;
    while (numbers.length < count) {
      const isFirst = seen.length === 0;
      const body = {
        shoe,
        count: isRepeated ? 1 : count - numbers.length,
        ...(isFirst && { client_seed: clientSeed }),
        ...(isRepeated && !isFirst && { reshuffle: true }),
      };
      /** @type {ShoeResponse} */
      const response = await this.#post("v1/shoes/draw", body);
      this.decided = clientSeed;
      shoe = response.shoe;
      seen.push(response.seen);
      for (const number of response.integers) {
        const drawn = toLine ? toLine(number) : number;
        if (toLine && winners.has(drawn)) continue;
        winners.add(drawn);
        numbers.push(drawn);
      }
    }
    return { shoe, seen, numbers };
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
   * Return the links to the result: `whole` is undefined if the list is too long, `named` for numbers. The list is
   * bound by its hash, and the names of `named` are compared with it when its reader opens the list.
   * @returns {Promise<ResultLinks>}
   */
  async createLinks() {
    const { items, min } = this.plan.seal;
    const file = this.#getFile();
    const screen = { sealed: this.sealedAt, drawn: this.drawnAt };
    const names =
      items &&
      file.seen
        .flatMap(({ integers }) => integers)
        .map((number) => items[number - min]);
    const hasList = items && canonicalJson(items).length <= MAX_LIST;
    const [whole, named, bare] = await Promise.all([
      hasList
        ? createResultLink({ ...file, original_items: items, screen })
        : undefined,
      names && createResultLink({ ...file, screen: { ...screen, names } }),
      createResultLink({ ...file, screen }),
    ]);
    return { whole, named, bare };
  }

  /** Return all that a check needs, as the text of a file. */
  toFile() {
    const { items } = this;
    return JSON.stringify(
      { ...this.#getFile(), ...(items && { original_items: items }) },
      null,
      1,
    );
  }
}

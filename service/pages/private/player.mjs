/** The player of this tab. It checks and signs as docs/definitions/sealed.md says, and reports its checks to people. */
// @ts-check
/** @import { DrawResponse, OpenedShoe, StageResponse } from "../table/sealed.mjs" */
import {
  Player,
  createSecrets,
  seatPlayers,
} from "../../../verify/sealed/player.mjs";
import { Refused } from "../../../verify/core/validation.mjs";
import { fetchJson } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { loadSecrets, saveSecrets } from "./keys.mjs";

/**
 * The public keys of a player and the digest of the player's text, for the terms of a shoe.
 * @typedef {{ sign: object, view: object, word: string }} PublicKeys
 */

/**
 * A place of a card in the order of a shoe.
 * @typedef {{ round: number, position: number }} CardPlace
 */

/**
 * A card that its player shows: which it is, with what proves it.
 * @typedef {CardPlace & { index: number, [name: string]: unknown }} ShownCard
 */

/**
 * What this browser keeps of a player, for one hand; `createSecrets` of verify/sealed/player.mjs says more of it.
 * @typedef {object} Secrets
 * @property {number} hand
 * @property {string} text
 * @property {string} [commitment] of the shoe that the text was given for
 * @property {Record<string, PublicKeys>} [players] the keys by seat, as they were when the shoe was accepted
 */

/**
 * The state of a table that a player checks: `players` are the states of the players by seat, read past the host; `terms`
 * the request for a shoe of this game.
 * @typedef {object} CheckedTable
 * @property {OpenedShoe} opened
 * @property {(StageResponse | DrawResponse)[]} draws
 * @property {string} seat of this player
 * @property {Record<string, { keys: PublicKeys, shown?: ShownCard[] }>} players
 * @property {object} terms
 */

export class TabPlayer extends Player {
  /** @type {ShownCard[]} */
  cards = []; // own ones; none before it is in
  draws = 0; // stages and draws that were followed
  #name;
  #secrets;
  #isIn = false; // at a shoe that the player has accepted
  #isSigned = true; // whether the service signs its states
  #shownCount = 0; // cards that players showed, and that are right

  /**
   * @param {string} name of the secrets
   * @param {Secrets} secrets
   */
  constructor(name, secrets) {
    super(secrets, () => saveSecrets(name, secrets));
    this.#name = name;
    this.#secrets = secrets;
    this.hand = secrets.hand;
  }

  /**
   * Return the player with the secrets of a name; undefined if this browser has none.
   * @param {string} name
   */
  static async load(name) {
    /** @type {Secrets | undefined} */
    const secrets = await loadSecrets(name);
    return secrets && new TabPlayer(name, secrets);
  }

  /**
   * Make new keys for a hand, and keep them under a name.
   * @param {string} name
   * @param {number} hand
   */
  static async create(name, hand) {
    const secrets = { hand, ...(await createSecrets()) };
    await saveSecrets(name, secrets);
    return new TabPlayer(name, secrets);
  }

  /**
   * Check the new state of a table. `players` are the states of the players, read past the host; `terms` the request for
   * a shoe of this game. Throw `Refused` at the first fault.
   * @param {CheckedTable} table
   */
  async followTable(table) {
    if (!this.#isIn) await this.#sitDown(table);
    for (const response of table.draws.slice(this.draws))
      await this.follow(response);
    const shown = Object.entries(table.players).flatMap(([seat, player]) =>
      seat === table.seat ? [] : (player.shown ?? []),
    );
    await this.checkShown(shown);
    this.#shownCount = shown.length;
  }

  /** @param {CheckedTable} table */
  async #sitDown({ seat, opened, players, terms }) {
    // Another hand takes new keys and texts. The text of this hand is given once, for this commitment.
    if ((this.#secrets.commitment ??= opened.commitment) !== opened.commitment)
      throw new Refused(
        "commitment",
        "this tab gave its text for another shoe",
      );
    this.#secrets.players ??= Object.fromEntries(
      Object.entries(players).map(([holder, { keys }]) => [holder, keys]),
    );
    /** @type {[{ keys: { crv?: string }[] }, { terms: object }]} */
    const [{ keys }, { terms: usualTerms }] = await Promise.all([
      fetchJson(".well-known/jwks.json"),
      fetchJson("v1/shoes", { body: terms }), // past the table: the terms that the service has for such a game
    ]);
    this.#isSigned = keys.some(({ crv }) => crv === "Ed25519");
    const agreed = { ...usualTerms, ...seatPlayers(this.#secrets.players) };
    /** @type {any} */
    const options = {
      terms: agreed,
      signers: this.#isSigned ? { keys } : null,
    };
    await this.accept(seat, opened, options);
    await saveSecrets(this.#name, this.#secrets);
    this.#isIn = true;
  }

  /** Sentences about the checks: {isRight, sentence}. `isRight: false` is a warning. */
  get checks() {
    if (!this.#isIn) return [];
    const { draws, cards } = this;
    /**
     * @param {string} name of the text
     * @param {number} [count]
     */
    const say = (name, count = 0) => ({
      isRight: name !== "unsigned",
      sentence: t(`table.private.checks.${name}`, { count }),
    });
    const checks = [
      say(this.#isSigned ? "signed" : "unsigned"),
      say("terms"),
      say("keys"),
    ];
    if (draws > 0) checks.push(say("text"), say("stages", draws));
    if (cards.length) checks.push(say("cards", cards.length));
    if (this.#shownCount) checks.push(say("shown", this.#shownCount));
    return checks;
  }
}

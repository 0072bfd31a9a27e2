/** The player of this tab. It checks and signs as docs/definitions/sealed.md says, and reports its checks to people. */
// @ts-check
/** @import { DrawResponse, StageResponse } from "../sealed/sealed_game.mjs" */
/** @import { OpenedShoe } from "../shared/shoes.mjs" */
/** @import { Choice, OpenTable, PlayerState, PlayersBySeat, Table, Tabs } from "./tabs.mjs" */
/** @import { PlayerKeys, Secrets } from "../../../verify/sealed/player.mjs" */
import {
  Player,
  createSecrets,
  seatPlayers,
} from "../../../verify/sealed/player.mjs";
import { Refused } from "../../../verify/core/validation.mjs";
import { getElement } from "../shared/elements.mjs";
import { fetchJson } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import { askedDraw, lastDigest, nextAction } from "./host.mjs";
import { loadSecrets, saveSecrets } from "./keys.mjs";

/**
 * A place of a card in the order of a shoe.
 * @typedef {{ round: number, position: number }} CardPlace
 */

/**
 * A card that its player shows: which it is, with what proves it.
 * @typedef {CardPlace & { index: number, [name: string]: unknown }} ShownCard
 */

/**
 * What this browser keeps of a player: the number of the hand, and the keys of all players by seat as they were when
 * its shoe was accepted.
 * @typedef {Secrets & { hand: number, players?: Record<string, PlayerKeys> }} TabSecrets
 */

/**
 * The state of a table that a player checks: `players` are the states of the players by seat, read past the host;
 * `terms` the request for a shoe of this game.
 * @typedef {object} CheckedTable
 * @property {OpenedShoe} opened
 * @property {(StageResponse | DrawResponse)[]} draws
 * @property {string} seat of this player
 * @property {Record<string, { keys: PlayerKeys, shown?: ShownCard[] }>} players
 * @property {object} terms
 */

export class TabPlayer extends Player {
  /** @type {ShownCard[]} */
  cards = []; // own ones; none before it is in

  #name;
  #secrets;
  #isIn = false; // at a shoe that the player has accepted
  #isSigned = true; // whether the service signs its states
  #shownCount = 0; // cards that players showed, and that are right

  /**
   * @param {string} name of the secrets
   * @param {TabSecrets} secrets
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
    /** @type {TabSecrets | undefined} */
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
   * Check the new state of a table. `players` are the states of the players, read past the host; `terms` the request
   * for a shoe of this game. Throw `Refused` at the first fault.
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
      // Past the table: the terms that the service has for such a game.
      fetchJson("v1/shoes", { body: terms }),
    ]);
    this.#isSigned = keys.some(({ crv }) => crv === "Ed25519");
    const agreed = { ...usualTerms, ...seatPlayers(this.#secrets.players) };
    const signers = this.#isSigned ? { keys } : null;
    await this.accept(seat, opened, { terms: agreed, signers });
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
    return checks.sort((a, b) => Number(b.isRight) - Number(a.isRight)); // a warning is last
  }
}

/** The box of whether the next card that is pressed is laid away, face down. */
export const getFaceDown = () => getElement(HTMLInputElement, "#face-down");

/** What the player of this tab says at the table, which all tabs read. */
export class OwnSeat {
  #tabs;
  #name; // of the table
  #terms;
  #onSay;
  id = ""; // of the player, once the tab has claimed one
  /** @type {TabPlayer | undefined} */
  #player;

  /**
   * `terms` are the request for a shoe of this game; `onSay` is called when the player has said something.
   * @param {Tabs} tabs
   * @param {{ name: string, terms: object }} table
   * @param {() => void} onSay
   */
  constructor(tabs, { name, terms }, onSay) {
    this.#tabs = tabs;
    this.#name = name;
    this.#terms = terms;
    this.#onSay = onSay;
  }

  /**
   * Claim a player of the table: one of the candidates if this tab has none.
   * @param {string[]} candidates
   */
  async claim(candidates) {
    this.id = await this.#tabs.claim(candidates);
  }

  get #secretsName() {
    return `${this.#name} ${this.id}`;
  }

  /** Load the keys that this browser has of the player. */
  async load() {
    this.#player = await TabPlayer.load(this.#secretsName);
  }

  /** The player with its keys, which it takes before anything else. */
  get player() {
    if (!this.#player) throw new Error("This player has no keys yet.");
    return this.#player;
  }

  /** What the player has said; nothing before it is introduced. */
  get state() {
    return this.#tabs.read(this.id);
  }

  /**
   * Add members to this tab's state. All tabs read it.
   * @param {Partial<PlayerState>} members
   * @param {Partial<PlayerState>} [state]
   */
  #say(members, state = this.state) {
    this.#tabs.write(this.id, { ...state, ...members });
    this.#onSay();
  }

  /**
   * Play: check the table. After the choice at the end, or for the own request of a card, sign without a press.
   * @param {{ table: Table, players: PlayersBySeat, seat?: string }} state
   */
  async play({ table, players, seat }) {
    if (!this.#player) await this.#takeKeys((table.hand ?? 0) + 1);
    if (!this.state) await this.#introduce(Date.now());
    if (!table.opened || seat === undefined) return;
    const isInHand = this.player.hand === table.hand;
    if (isInHand) await this.#playHand(table, players, seat);
  }

  /**
   * Check the new state of a hand, give the text for its shoe once, and sign what was chosen or asked for.
   * @param {OpenTable} table
   * @param {PlayersBySeat} players
   * @param {string} seat of this player
   */
  async #playHand(table, players, seat) {
    const { opened, draws } = table;
    const terms = this.#terms;
    await this.player.followTable({ opened, draws, seat, players, terms });
    if (this.state?.text === undefined) this.#say({ text: this.player.text });
    const hasChosen = Boolean(this.state?.choice);
    const hasAsked = askedDraw(table)?.seat === seat;
    const isOver = table.receipt !== undefined;
    if ((hasChosen || hasAsked) && !isOver) await this.sign();
  }

  /**
   * Make new keys for a hand, and show its cards to this seat until they are turned down.
   * @param {number} hand from 1
   */
  async #takeKeys(hand) {
    getFaceDown().checked = false;
    this.#player = await TabPlayer.create(this.#secretsName, hand);
  }

  /**
   * Begin what this player says: the time of the arrival, and the public keys for the hand.
   * @param {number} arrived in milliseconds since 1970
   */
  async #introduce(arrived) {
    const { hand } = this.player;
    const keys = /** @type {PlayerKeys} */ (await this.player.exportKeys());
    this.#say({ arrived, hand, keys }, {});
  }

  /** Sign the next stage, if there is one. */
  async sign() {
    const { table } = this.#tabs;
    if (!table?.opened) return;
    const action = nextAction(table);
    const digest = lastDigest(table);
    const { leave, consent } = this.state ?? {};
    if (!action || leave || consent?.digest === digest) return;
    const signature = await this.player.consent(action);
    this.#say({ consent: { digest, signature } });
  }

  /**
   * Show the cards of this tab that were not laid away, or fold them.
   * @param {Choice} choice
   */
  choose(choice) {
    if (choice !== "shown") return this.#say({ choice });
    const laid = this.state?.laid ?? [];
    /** @param {CardPlace} card */
    const isLaid = (card) =>
      laid.some(
        ({ round, position }) =>
          card.round === round && card.position === position,
      );
    const shown = this.player.cards.filter((card) => !isLaid(card));
    this.#say({ choice, shown });
  }

  /**
   * Play the card of an index. A `card` that lay hidden is shown to all with it.
   * @param {number} index
   * @param {ShownCard} [card]
   */
  playCard(index, card) {
    const { shown = [], moves = [] } = this.state ?? {};
    this.#say({
      shown: card ? [...shown, card] : shown,
      moves: [...moves, { index, at: Date.now() }],
    });
  }

  /**
   * Take the top card of those that were played.
   * @param {number} index
   */
  take(index) {
    const { moves = [] } = this.state ?? {};
    this.#say({ moves: [...moves, { index, isTaken: true, at: Date.now() }] });
  }

  /**
   * Lay one card away, face down. The other tabs hear its place in the hand, not which card it is.
   * @param {CardPlace} place
   */
  layAway({ round, position }) {
    const { laid = [] } = this.state ?? {};
    this.#say({ laid: [...laid, { round, position }] });
  }

  /**
   * Ask for a card of the stock.
   * @param {string} digest the last one
   */
  askForCard(digest) {
    this.#say({ ask: { digest, at: Date.now() } });
  }

  /** Ask for another hand, with new keys. */
  async askForAnother() {
    await this.#takeKeys(this.player.hand + 1);
    await this.#introduce(this.state?.arrived ?? Date.now());
  }

  /**
   * Leave for good: a hand by a signature, with which the others go on alone.
   * @param {boolean} isInHand
   */
  async leave(isInHand) {
    if (isInHand)
      this.#say({ leave: await this.player.leave(), choice: "left" });
    else this.#say({ leave: "between hands" });
  }
}

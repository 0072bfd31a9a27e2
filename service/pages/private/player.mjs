/** The player of this tab. It checks and signs as docs/definitions/sealed.md says, and reports its checks to people. */
import {
  Player,
  createSecrets,
  seatPlayers,
} from "../../../verify/sealed/player.mjs";
import { Refused } from "../../../verify/core/validation.mjs";
import { fetchJson } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { loadSecrets, saveSecrets } from "./keys.mjs";

export class TabPlayer extends Player {
  cards = []; // own ones, as shown cards; none before it is in
  #name;
  #secrets;
  #isIn = false; // at a shoe that the player has accepted
  #isSigned = true; // whether the service signs its states
  #hasShown = 0; // players who showed cards that are right

  constructor(name, secrets) {
    super(secrets, () => saveSecrets(name, secrets));
    this.#name = name;
    this.#secrets = secrets;
    this.hand = secrets.hand;
  }

  /** Return the player with the secrets of a name; undefined if this browser has none. */
  static async load(name) {
    const secrets = await loadSecrets(name);
    return secrets && new TabPlayer(name, secrets);
  }

  /** Make new keys for a hand, and keep them under a name. */
  static async create(name, hand) {
    const secrets = { hand, ...(await createSecrets()) };
    await saveSecrets(name, secrets);
    return new TabPlayer(name, secrets);
  }

  /**
   * Check the new state of a table. `players` are the states of the players, read past the host; `terms` the request for
   * a shoe of this game. Throw `Refused` at the first fault.
   */
  async followTable({ opened, draws, seat, players, terms }) {
    if (!this.#isIn) await this.#sitDown(seat, opened, players, terms);
    for (const response of draws.slice(this.draws)) await this.follow(response);
    const shown = Object.entries(players).flatMap(([other, player]) =>
      other === seat ? [] : (player.shown ?? []),
    );
    await this.checkShown(shown);
    this.#hasShown = shown.length;
  }

  async #sitDown(seat, opened, players, terms) {
    // Another hand takes new keys and texts. The text of this hand is given once, for this commitment.
    if ((this.#secrets.commitment ??= opened.commitment) !== opened.commitment)
      throw new Refused(
        "commitment",
        "this tab gave its text for another shoe",
      );
    this.#secrets.players ??= Object.fromEntries(
      Object.entries(players).map(([other, { keys }]) => [other, keys]),
    );
    const [{ keys }, { terms: usual }] = await Promise.all([
      fetchJson(".well-known/jwks.json"),
      fetchJson("v1/shoes", { body: terms }), // past the table: the terms that the service has for such a game
    ]);
    this.#isSigned = keys.some(({ crv }) => crv === "Ed25519");
    const signers = this.#isSigned ? { keys } : null;
    const agreed = { ...usual, ...seatPlayers(this.#secrets.players) };
    await this.accept(seat, opened, { terms: agreed, signers });
    await saveSecrets(this.#name, this.#secrets);
    this.#isIn = true;
  }

  /** Sentences about the checks: {isRight, sentence}. `isRight: false` is a warning. */
  get checks() {
    if (!this.#isIn) return [];
    const { draws, cards } = this;
    const say = (name, count = 0, isRight = true) => ({
      isRight,
      sentence: t(`table.private.checks.${name}`, { count }),
    });
    return [
      this.#isSigned ? say("signed") : say("unsigned", 0, false),
      say("terms"),
      say("keys"),
      draws > 0 && say("text"),
      draws > 0 && say("stages", draws),
      cards.length > 0 && say("cards", cards.length),
      this.#hasShown > 0 && say("shown", this.#hasShown),
    ].filter(Boolean);
  }
}

/** The player of this tab. It checks and signs as docs/sealed.md says, and reports its checks to people. */
import { Player, createSecrets, seatPlayers } from "../../../verify/player.mjs";
import { Refused } from "../../../verify/validation.mjs";
import { fetchJson } from "../shared/page.mjs";
import { loadSecrets, saveSecrets } from "./keys.mjs";

export class TabPlayer {
  #name;
  #secrets;
  #player;
  #isIn = false; // at a shoe that the player has accepted
  #isSigned = true; // whether the service signs its states
  #hasShown = 0; // players who showed cards that are right

  constructor(name, secrets) {
    this.#name = name;
    this.#secrets = secrets;
    this.hand = secrets.hand;
    this.#player = new Player(secrets, () => saveSecrets(name, secrets));
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

  /** The player's text. The terms have its digest. It is given once, for the accepted shoe. */
  get text() {
    return this.#player.text;
  }

  /** The player's own cards, as shown cards. */
  get cards() {
    return this.#player.cards ?? []; // none before it is in
  }

  exportKeys() {
    return this.#player.exportKeys();
  }

  /**
   * Check the new state of a table. `players` are the states of the players, read past the host; `terms` the request for
   * a shoe of this game. Throw `Refused` at the first fault.
   */
  async follow({ opened, draws, seat, players, terms }) {
    if (!this.#isIn) await this.#accept(seat, opened, players, terms);
    for (const response of draws.slice(this.#player.draws)) await this.#player.follow(response);
    const shown = Object.entries(players).flatMap(([other, player]) => (other === seat ? [] : (player.shown ?? [])));
    await this.#player.checkShown(shown);
    this.#hasShown = shown.length;
  }

  async #accept(seat, opened, players, terms) {
    // Another hand takes new keys and texts. The text of this hand is given once, for this commitment.
    if ((this.#secrets.commitment ??= opened.commitment) !== opened.commitment)
      throw new Refused("commitment", "this tab gave its text for another shoe");
    this.#secrets.players ??= Object.fromEntries(Object.entries(players).map(([other, { keys }]) => [other, keys]));
    const [{ keys }, { terms: usual }] = await Promise.all([
      fetchJson(".well-known/jwks.json"),
      fetchJson("v1/shoes", { body: terms }), // past the table: the terms that the service has for such a game
    ]);
    this.#isSigned = keys.some(({ crv }) => crv === "Ed25519");
    const signers = this.#isSigned ? { keys } : null;
    const agreed = { ...usual, ...seatPlayers(this.#secrets.players) };
    await this.#player.accept(seat, opened, { terms: agreed, signers });
    await saveSecrets(this.#name, this.#secrets);
    this.#isIn = true;
  }

  /** Return the signature of an action over the last digest that this player knows. */
  sign(action) {
    return this.#player.consent(action);
  }

  /** Return the signature that leaves the hand: the others go on without this player. */
  leave() {
    return this.#player.leave();
  }

  /** Sentences about the checks: {isRight, sentence}. `isRight: false` is a warning. */
  get checks() {
    if (!this.#isIn) return [];
    const { draws, cards } = this.#player;
    const count = (number, one, many) => (number === 1 ? one : many.replace("#", number));
    return [
      this.#isSigned
        ? { isRight: true, sentence: "The service signed the shoe and each stage, by the key that it publishes." }
        : { isRight: false, sentence: "This service has no key to sign with, so whoever runs a table could play the service." },
      { isRight: true, sentence: "The shoe was sealed for these terms, which are those of the service for this game." },
      { isRight: true, sentence: "The keys in the terms are those that the players’ tabs have. Each of them must agree to each stage." },
      draws > 0 && { isRight: true, sentence: "A random text of this tab helped to decide the cards. Nobody read it before the shoe was sealed." },
      draws > 0 && { isRight: true, sentence: count(draws, "The first stage follows from the seal.", "Each of the # stages follows from the one before.") },
      cards.length > 0 && { isRight: true, sentence: count(cards.length, "Your card is that of your place in the sealed order.", "Your # cards are those of your places in the sealed order.") },
      this.#hasShown > 0 && { isRight: true, sentence: count(this.#hasShown, "The card that another shows is the one that was dealt.", "The # cards that others show are those that were dealt.") },
    ].filter(Boolean);
  }
}

/**
 * A player of private hands: its keys, what it checks before it signs and after, and the cards that it alone reads, as
 * docs/private.md says under "What a client does". It needs only WebCrypto: node 20 or later, or any browser that has
 * Ed25519. It sends nothing: the program around it exchanges texts with the backend.
 */
import { canonicalJson, hashParts } from "./canonical.mjs";
import { openJwe } from "./jwe.mjs";
import { toBase64url } from "./jwk.mjs";
import { parseJson } from "./json.mjs";
import {
  checkSignedForm,
  consentMessage,
  findSigner,
  findWrongShown,
  isSignedBy,
  leaveMessage,
  stateMessage,
} from "./private.mjs";
import { commitmentParts, dropEmptyTerms, listCards } from "./receipts.mjs";
import { hashDraw, openShoe, recordOf } from "./sealed.mjs";
import { webCrypto } from "./stream.mjs";
import { Refused, checkObject, parseDigest } from "./validation.mjs";

const VIEW = ["cards", "commitment", "digest", "draw", "seat"];
const isEqual = (one, other) => canonicalJson(one ?? null) === canonicalJson(other ?? null);
const require = (isRight, where, message) => {
  if (!isRight) throw new Refused(where, message);
};

/**
 * Return the members of a request for a shoe that have the keys of all `players`, {sign, view} by seat, each of whom must
 * consent to each request. With another `reveal` than "all" each alone reads its own cards.
 */
export function seatPlayers(players, reveal = "shown") {
  const pick = (name) => Object.fromEntries(Object.entries(players).map(([seat, keys]) => [seat, keys[name]]));
  const { length } = Object.keys(players);
  const consent = { keys: pick("sign"), quorum: length, start: length };
  return { reveal, consent, ...(reveal !== "all" && { view_keys: pick("view") }) };
}

/** Return the whole terms that a request for a shoe of a game, of a deck or of items leads to. */
export async function completeTerms({ game, deck, ...asked }) {
  const shuffled = { scheme: "shoe3", stream: "sd1", algorithm: "fisher_yates", cut: 0, reshuffle: "when_empty", reveal: "all" };
  if (game === undefined && deck === undefined) return { ...shuffled, ...asked };
  if (game === undefined) return { ...shuffled, deck, decks: 1, exclude: [], ...asked };
  const { gamePacks } = await import("./games.mjs");
  const { players, exclude, ...others } = asked;
  const { cards, board } = others; // options of the deal, which packs do not have
  const packs = gamePacks({ game, players, exclude, cards });
  const members = { ...shuffled, decks: 1, ...packs, ...others, game, cards, board };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Return new secrets, for one shoe: two keys that no program can read, and a random text for the client seed. */
export async function createSecrets() {
  const sign = await webCrypto().generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
  const view = await webCrypto().generateKey({ name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"]);
  return { sign, view, text: toBase64url(crypto.getRandomValues(new Uint8Array(16))), signed: {} };
}

export class Client {
  #secrets;
  #save;
  #shoe;
  #terms;
  #signers;
  #beacon;
  seat;
  commitment;
  digest; // the last one that the client knows, to be compared with the others
  draws = 0;
  round = -1;
  roots = []; // of each round
  cards = []; // of this player, as shown cards
  seen = []; // the entries of all draws

  /**
   * `secrets` are those of `createSecrets`, new ones for each shoe, with all that was signed. `save(secrets)` keeps them, where
   * a new start of the program finds them; a signature is returned after it.
   */
  constructor(secrets, save = async () => {}) {
    [this.#secrets, this.#save] = [secrets, save];
  }

  /** The random text of this player, to be put into the client seed. */
  get text() {
    return this.#secrets.text;
  }

  /** Return the public keys, {sign, view}, which the other players must get past the backend, or compare. */
  async exportKeys() {
    const pick = async ({ publicKey }) => {
      const { kty, crv, x, y } = await webCrypto().exportKey("jwk", publicKey);
      return { kty, crv, x, ...(y && { y }) };
    };
    return { sign: await pick(this.#secrets.sign), view: await pick(this.#secrets.view) };
  }

  /**
   * Accept a shoe, the response that opened it, for a seat. `terms` are the whole terms as the players agreed on them (see
   * `completeTerms`), `signers` is the JWK set of the service, which did not come from the backend; null accepts states that are
   * not signed, which a backend could make. `beacon` is the client seed, if it is that of a public beacon. Throw `Refused`
   * where the first check fails.
   */
  async accept(seat, opened, { terms: agreed, signers, beacon }) {
    const { commitment, seed_hash: seedHash, terms: given, digest, signed } = opened;
    const terms = dropEmptyTerms(given);
    parseDigest("commitment", commitment);
    require(digest === commitment, "digest", "before the first draw it must be the commitment");
    await this.#checkSigned(digest, signed, signers);
    const committed = await hashParts(...commitmentParts(parseDigest("seed_hash", seedHash), terms));
    require(committed === commitment, "commitment", "it is not that of seed_hash and these terms");
    const { signed: before } = this.#secrets;
    const isNew = Object.keys(before).length === 0 || Object.hasOwn(before, commitment);
    require(isNew, "commitment", "this player signed for another shoe with these keys: each shoe has new ones");
    await this.#checkKeys(seat, terms, agreed);
    const { quorum, start, keys } = terms.consent;
    const { length } = Object.keys(keys);
    require(quorum === length, "terms.consent.quorum", `all ${length} players must consent`);
    require(start === length, "terms.consent.start", `all ${length} players must consent`);
    for (const name of new Set(["reveal", ...Object.keys(agreed), ...Object.keys(terms)]))
      require(isEqual(terms[name], agreed[name]), `terms.${name}`, "the players agreed on another one");
    const shoe = await openShoe(terms, "shoe3");
    Object.assign(this, { seat, commitment, digest, draws: 0, round: -1, roots: [], cards: [], seen: [] });
    [this.#shoe, this.#terms, this.#signers, this.#beacon] = [shoe, terms, signers, beacon];
  }

  async #checkSigned(digest, signed, signers) {
    if (signers === null) return;
    require(signed, "signed", "the service did not sign this state");
    checkSignedForm(signed);
    const key = findSigner(signers, signed.kid);
    require(key, "signed.kid", "it is no key of the service");
    const isRight = await isSignedBy(key, signed.signature, stateMessage(digest));
    require(isRight, "signed.signature", "it is not by the service, or of another digest");
  }

  async #checkKeys(seat, terms, agreed) {
    const own = await this.exportKeys();
    const all = { "consent.keys": [terms.consent?.keys, agreed.consent?.keys, own.sign] };
    if (agreed.view_keys || terms.view_keys) all.view_keys = [terms.view_keys, agreed.view_keys, own.view];
    for (const [name, [keys = {}, known = {}, key]] of Object.entries(all)) {
      const where = `terms.${name}`;
      require(Object.hasOwn(keys, seat) && isEqual(keys[seat], key), `${where}.${seat}`, "it is not the key of this player");
      for (const other of new Set([...Object.keys(known), ...Object.keys(keys)]))
        require(isEqual(keys[other], known[other]), `${where}.${other}`, "it is not the key that this player has");
    }
  }

  /**
   * Return the signature of an action, {action, …}, with the members of the request as they are sent, over the last digest.
   * Whether the rules have it now, the caller knows. Throw `Refused` for a second one over a digest, and for a first draw
   * whose client seed has nothing of this player.
   */
  async consent({ action, ...body }) {
    const digest = this.digest;
    require(digest, "digest", "the client has not accepted a shoe");
    if (this.draws === 0) this.#checkClientSeed(body.client_seed);
    const text = canonicalJson({ ...body, action });
    const before = Object.hasOwn(this.#secrets.signed, digest) ? this.#secrets.signed[digest] : text;
    require(before === text, "action", `this player signed another one for this digest: ${before}`);
    this.#secrets.signed[digest] = text; // before anything else happens
    await this.#save(this.#secrets);
    return this.#sign(consentMessage(digest, action, body));
  }

  #checkClientSeed(seed) {
    if (this.#beacon !== undefined)
      return require(seed === this.#beacon, "client_seed", "it is not that of the beacon");
    require(typeof seed === "string" && seed.includes(this.text), "client_seed", "the text of this player is not in it");
  }

  /** Return the signature with which this player leaves the round: those who stay can then do what they want. */
  async leave() {
    return this.#sign(leaveMessage(this.commitment, Math.max(this.round, 0)));
  }

  async #sign(message) {
    return toBase64url(new Uint8Array(await webCrypto().sign({ name: "Ed25519" }, this.#secrets.sign.privateKey, message)));
  }

  /**
   * Follow the response of a deal or a draw, which must lead from the last digest to the next. Return the cards that this
   * player got by it, as shown cards; they are also added to `cards`. Throw `Refused` where the first check fails; what was
   * known stays.
   */
  async follow(response) {
    const { seat, commitment, draws, round, roots, cards, seen, digest } = this;
    const state = { seat, commitment, draws, round, roots: [...roots], cards: [], seen: [...seen], digest };
    for (const stage of response.dealt_stages ?? [response]) await this.#followDraw(state, stage, response.client_seed ?? null);
    require(state.digest === response.digest, "digest", "its draws lead to another one");
    await this.#checkSigned(response.digest, response.signed, this.#signers);
    Object.assign(this, { ...state, cards: [...cards, ...state.cards] });
    return state.cards;
  }

  async #followDraw(state, { seen, views = {}, digest, burned = 0 }, clientSeed) {
    const asked = this.#secrets.signed[state.digest]; // who signed knows how many cards were burned; others are told
    const entry = Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== null));
    require(entry.draw === state.draws + 1, "seen.draw", `draw ${state.draws + 1} comes next`);
    const signed = this.#secrets.signed[this.commitment];
    if (entry.draw === 1 && signed !== undefined)
      require((JSON.parse(signed).client_seed ?? null) === clientSeed, "client_seed", "this player signed another one");
    state.digest = await hashDraw(state.digest, recordOf(entry, clientSeed, "shoe3"), "shoe3");
    require(digest === undefined || digest === state.digest, "digest", "the draw does not lead from the last one to it");
    state.draws++;
    state.roots.push(...(entry.roots ?? []));
    state.round = state.roots.length - 1;
    require((entry.rounds.at(-1) ?? state.round) === state.round, "seen.rounds", "the roots are of other rounds");
    state.seen.push(entry);
    const places = this.#placesOf(entry, asked === undefined ? burned : (JSON.parse(asked).burn ?? 0));
    const view = Object.hasOwn(views, this.seat) ? views[this.seat] : undefined;
    require(view !== undefined || !(places?.length > 0), `views.${this.seat}`, "the view of this player is missing");
    if (view !== undefined) state.cards.push(...(await this.#openView(view, state, entry, places)));
  }

  /** Return [round, position] of the cards of a draw that this player alone reads; undefined if faces decide that. */
  #placesOf({ stage, seat, rounds, positions }, burned) {
    if (!Object.hasOwn(this.#terms.view_keys ?? {}, this.seat)) return [];
    const all = positions.map((position, i) => [rounds[i], position]);
    if (stage === undefined) return seat === this.seat ? all.slice(burned) : [];
    const { game, size } = this.#shoe;
    if (game.needsFaces || game.isContinued) return undefined;
    const layout = game.layOut([...Array(size).keys()], rounds[0] ?? 0);
    const isOwn = (card) => card.stage === stage && card.kind === "hands" && card.name === this.seat && card.face === "own";
    const own = new Set(layout.filter(isOwn).map(({ position }) => position));
    return all.filter(([, position]) => own.has(position));
  }

  async #openView(jwe, state, { draw, rounds, positions, cards, integers }, places) {
    const text = await openJwe(jwe, this.#secrets.view.privateKey);
    const view = checkObject("the view", parseJson(text.trimEnd(), "the view"), VIEW, VIEW);
    const expected = { commitment: this.commitment, digest: state.digest, draw, seat: this.seat };
    for (const [name, value] of Object.entries(expected))
      require(view[name] === value, `the view: ${name}`, "it is of another shoe, state or seat");
    await this.#checkCards(view.cards, state.roots, (i) => `the view: cards[${i}]`);
    const faces = cards ?? integers;
    const hidden = positions.map((position, i) => (faces[i] === null ? [rounds[i], position] : [])); // or burned
    const found = view.cards.map(({ round, position }) => [round, position]);
    const isPart = (all) => found.every((place) => all.some((other) => isEqual(place, other)));
    const isAscending = found.every(([round, position], i) => {
      const [before, last] = found[i - 1] ?? [-1];
      return round > before || (round === before && position > last);
    });
    const isTheirs = isAscending && isPart(places ?? hidden) && found.length === (places ?? found).length;
    require(isTheirs, "the view: cards", "they are not the cards of the places of this player");
    return view.cards;
  }

  async #checkCards(list, roots, where) {
    const difference = findWrongShown(list, this.#shoe, (round) => roots[round], where);
    const message = ({ detail, expected }) => detail ?? `${JSON.stringify(expected)} was expected`;
    require(!difference, difference?.where, difference && message(difference));
    const unknown = list.findIndex(({ round }) => roots[round] === undefined);
    require(unknown < 0, `${where(unknown)}.round`, "this round was not begun");
  }

  /**
   * Check cards that others show, with those of this player: each is that of its place, and the one that a response told
   * there, which no digest binds. Throw `Refused` for others.
   */
  async checkShown(list) {
    await this.#checkCards([...this.cards, ...list], this.roots, (i) => (i < this.cards.length ? "own cards" : `shown[${i - this.cards.length}]`));
    const seen = listCards(this.seen.map((entry) => ({ ...entry, faces: entry.cards ?? entry.integers })));
    const told = new Map(seen.map(({ round, position, card }) => [`${round} ${position}`, card]));
    for (const [i, { round, position, card, integer }] of list.entries()) {
      const face = told.get(`${round} ${position}`) ?? card ?? integer;
      require(face === (card ?? integer), `shown[${i}]`, `a response told ${face} there`);
    }
  }

  /** Return the result of the check of the receipt, full or partial, with all that this player knows. */
  async checkReceipt(receipt) {
    const signed = this.#secrets.signed[this.commitment];
    const { client_seed: clientSeed = this.#beacon } = signed ? JSON.parse(signed) : {};
    const notes = { commitment: this.commitment, client_seed: clientSeed, digest: this.digest };
    if (receipt.server_seed == null)
      return (await import("./partial.mjs")).checkPartialReceipt(receipt, this.seen, notes);
    return (await import("./draws.mjs")).checkSealedReceipt(receipt, this.seen, notes);
  }
}

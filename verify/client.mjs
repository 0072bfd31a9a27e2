/**
 * A player at a sealed shoe, as docs/sealed.md says under "What a client does". It knows no rules of games, needs only WebCrypto
 * (node 20 or later, or any browser that has Ed25519), and sends nothing: the program around it exchanges messages.
 */
import { canonicalJson, hashParts, isEqual, utf8 } from "./canonical.mjs";
import { openJwe } from "./jwe.mjs";
import { toBase64url } from "./jwk.mjs";
import { parseJson } from "./json.mjs";
import { checkSigned, computeCommitment, consentMessage, formAction, hashDraw } from "./sealed.mjs";
import { isOfWords, leaveMessage, openFaces, recordOf } from "./sealed.mjs";
import { checkShownForms, faceName, findWrongShown } from "./shown.mjs";
import { webCrypto } from "./stream.mjs";
import { Refused, checkList, checkObject } from "./validation.mjs";

const require = (isRight, where, message) => {
  if (!isRight) throw new Refused(where, message);
};

/**
 * Return the members of a request for a shoe with the keys and words of all `players`, {sign, view, word} by seat. Every player must
 * consent to each request. Unless `reveal` is "all", only its player reads a hand.
 */
export function seatPlayers(players, reveal = "shown") {
  const pick = (name) => Object.fromEntries(Object.entries(players).map(([seat, keys]) => [seat, keys[name]]));
  const { length } = Object.keys(players);
  const consent = { keys: pick("sign"), quorum: length, start: length };
  return { reveal, consent, ...(reveal !== "all" && { view_keys: pick("view") }), words: Object.values(pick("word")) };
}

/** Return the whole terms that a request for a shoe of a game, of a deck or of items leads to. */
export const completeTerms = async (asked) => (await import("./terms.mjs")).completeTerms(asked);

/** Return new secrets, for one shoe: two keys that no program can read, and a random text. */
export async function createSecrets() {
  const sign = await webCrypto().generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
  const view = await webCrypto().generateKey({ name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"]);
  return { sign, view, text: toBase64url(crypto.getRandomValues(new Uint8Array(16))), signed: {}, left: -1 };
}

export class Client {
  #secrets;
  #save;
  #shoe; // its faces and terms, the signers, the beacon and the seats
  #known; // the shown cards that were told, read or shown by others

  /**
   * `secrets` comes from `createSecrets`, anew for each shoe, and notes all that was signed. `save(secrets)` keeps it where a new
   * start of the program finds it; a signature is returned only after that. `digest` is the last digest, to compare with the other
   * players, and `cards` has the shown cards of this player.
   */
  constructor(secrets, save = async () => {}) {
    [this.#secrets, this.#save] = [secrets, save];
  }

  /** The random text of this player, for the accepted shoe and no other. */
  get text() {
    require(this.commitment, "text", "the client has not accepted a shoe");
    return this.#secrets.text;
  }

  /** Return the public keys and the digest of the text, {sign, view, word}. The other players get them past the backend, or compare them. */
  async exportKeys() {
    const pick = async ({ publicKey }) => {
      const { kty, crv, x, y } = await webCrypto().exportKey("jwk", publicKey);
      return { kty, crv, x, ...(y && { y }) };
    };
    const { sign, view, text } = this.#secrets;
    return { sign: await pick(sign), view: await pick(view), word: await hashParts(utf8(text)) };
  }

  /**
   * Accept a shoe, given as the response that opened it, for a seat, or throw `Refused`. `terms` are the whole terms that the players
   * agreed on (`completeTerms`). `signers` is the JWK set of the service, not from the backend; null accepts states without a signature.
   * `beacon` is the client seed of a public beacon. `seats` lists the seats of the game, if seats without keys get cards too.
   */
  async accept(seat, opened, { terms: agreed, signers, beacon, seats = Object.keys(agreed.consent.keys) }) {
    const { commitment, seed_hash: seedHash, terms, digest, signed } = opened;
    require(digest === commitment, "digest", "before the first draw it must be the commitment");
    await checkSigned(digest, signed, signers);
    require((await computeCommitment(seedHash, terms)) === commitment, "commitment", "it does not follow from seed_hash and these terms");
    const { signed: before } = this.#secrets;
    const isNew = Object.keys(before).length === 0 || Object.hasOwn(before, commitment);
    require(isNew, "commitment", "this player signed for another shoe with these keys: each shoe has new ones");
    const own = await this.exportKeys();
    require(isEqual(terms.consent?.keys[seat], own.sign), `terms.consent.keys.${seat}`, "it is not the key of this player");
    if (agreed.view_keys || terms.view_keys)
      require(isEqual(terms.view_keys?.[seat], own.view), `terms.view_keys.${seat}`, "it is not the key of this player");
    const { length } = Object.keys(terms.consent.keys);
    for (const name of ["quorum", "start"])
      require(terms.consent[name] === length, `terms.consent.${name}`, `all ${length} players must consent`);
    for (const name of new Set(["reveal", ...Object.keys(agreed), ...Object.keys(terms)]))
      require(isEqual(terms[name], agreed[name]), `terms.${name}`, "the players agreed on another one");
    require(beacon !== undefined || terms.words?.includes(own.word), "terms.words", "the text of this player is not among them");
    Object.assign(this, { seat, commitment, digest, clientSeed: null, draws: 0, round: -1, roots: [], cards: [], seen: [] });
    [this.#shoe, this.#known] = [{ faces: openFaces(terms), terms, signers, beacon, seats }, []];
  }

  /**
   * Return the signature of an action, {action, …} with the members of the request, over the last digest. The caller knows whether
   * the rules allow it now. Throw `Refused` for another action over the same digest, and after this player left the round.
   */
  async consent({ action: name, ...body }) {
    require(this.digest, "digest", "the client has not accepted a shoe");
    const action = formAction(name, body);
    if (this.draws === 0 && name !== "reveal")
      require(action.client_seed === this.#shoe.beacon, "client_seed", "with words there is none, otherwise it is the beacon");
    require(this.#secrets.left < Math.max(this.round, 0), "action", "this player left the round");
    const text = canonicalJson(action);
    const { [this.digest]: before = text } = this.#secrets.signed;
    require(before === text, "action", `this player signed another one for this digest: ${before}`);
    this.#secrets.signed[this.digest] = text; // before anything else happens
    await this.#save(this.#secrets);
    return this.#sign(consentMessage(this.digest, action));
  }

  /** Return the signature that leaves the round; this player signs nothing more in it, and the rest deal on alone. */
  async leave() {
    this.#secrets.left = Math.max(this.round, 0);
    await this.#save(this.#secrets);
    return this.#sign(leaveMessage(this.commitment, this.#secrets.left));
  }

  async #sign(message) {
    return toBase64url(new Uint8Array(await webCrypto().sign({ name: "Ed25519" }, this.#secrets.sign.privateKey, message)));
  }

  /** Follow the response of a deal or a draw; return the cards that this player got, or throw `Refused`. */
  async follow(response) {
    const { clientSeed, draws, round, roots, seen, digest } = this;
    const state = { clientSeed, draws, round, roots: [...roots], cards: [], seen: [...seen], digest };
    const known = [...this.#known];
    for (const stage of response.dealt_stages ?? [response]) await this.#followDraw(state, stage, response.client_seed ?? null, known);
    require(state.digest === response.digest, "digest", "its draws lead to another one");
    await checkSigned(response.digest, response.signed, this.#shoe.signers);
    this.#known = known;
    Object.assign(this, { ...state, cards: [...this.cards, ...state.cards] });
    return state.cards;
  }

  async #followDraw(state, { seen, shown, views, digest }, clientSeed, known) {
    require(seen.draw === state.draws + 1, "seen.draw", `draw ${state.draws + 1} comes next`);
    if (seen.draw === 1) await this.#checkClientSeed((state.clientSeed = clientSeed));
    state.digest = await hashDraw(state.digest, recordOf(seen, clientSeed));
    require((digest ?? state.digest) === state.digest, "digest", "the draw does not lead from the last one to it");
    state.draws++;
    state.roots.push(...(seen.roots ?? []));
    state.round += seen.roots?.length ?? seen.begun ?? 0;
    require((seen.rounds.at(-1) ?? state.round) === state.round, "seen.rounds", "it is another one than the last that began");
    state.seen.push(seen);
    const { told, own } = this.#explain(seen);
    if (this.#shoe.terms.reveal !== "all") {
      const name = faceName(this.#shoe.faces);
      const list = checkList("shown", shown).map(({ round, position, [name]: face }) => ({ round, position, face }));
      require(isEqual(list, told), "shown", "they are not the cards that are told");
      await this.#addCards(shown, state.roots, known, "shown");
    }
    const view = Object.hasOwn(views ?? {}, this.seat) ? views[this.seat] : undefined;
    require((view !== undefined) === own.length > 0, `views.${this.seat}`, "a view was expected if and only if it has cards");
    if (view !== undefined) state.cards.push(...(await this.#openView(view, state, own, known)));
  }

  async #checkClientSeed(clientSeed) {
    const { terms: { words }, beacon } = this.#shoe;
    const isOwn = beacon !== undefined || clientSeed?.split(",").includes(this.#secrets.text);
    const isRight = words ? isOwn && (await isOfWords(words, clientSeed)) : clientSeed === beacon;
    require(isRight, "client_seed", "it is neither the texts of all words, with this player's own text, nor the beacon");
  }

  /** Return the visible cards of a draw, and the cards that only this player reads. Throw `Refused` for any other hidden card. */
  #explain({ positions, rounds, places, seat, burned = 0, ...seen }) {
    const [told, own, faces] = [[], [], checkList("seen", seen[this.#shoe.faces.member])];
    require(faces.length === positions.length, "seen", "a face or null was expected for each card");
    for (const [k, position] of positions.entries()) {
      const isBurned = places ? places[k] === "burns" : k < burned;
      const owner = isBurned ? undefined : places ? places[k].split("/")[0] : seat;
      if (faces[k] !== null) told.push({ round: rounds[k], position, face: faces[k] });
      else if (owner === this.seat) own.push({ round: rounds[k], position });
      else require(isBurned || this.#shoe.seats.includes(owner), `seen: position ${position}`, "this card should be told");
    }
    return { told, own };
  }

  async #openView(jwe, state, own, known) {
    const [text, names] = [await openJwe(jwe, this.#secrets.view.privateKey), ["cards", "digest", "seat"]];
    const view = checkObject("the view", parseJson(text.trimEnd(), "the view"), names, names);
    for (const [name, value] of Object.entries({ digest: state.digest, seat: this.seat }))
      require(view[name] === value, `the view: ${name}`, "it is of another shoe, state or seat");
    const places = checkList("the view: cards", view.cards).map((card) => ({ round: card?.round, position: card?.position }));
    require(isEqual(places, own), "the view: cards", "they are not the cards of this player");
    await this.#addCards(view.cards, state.roots, known, "the view: cards");
    return view.cards;
  }

  async #addCards(list, roots, known, where) {
    const [cards, { faces }] = [checkList(where, list).map((card, i) => [`${where}[${i}]`, card]), this.#shoe];
    checkShownForms(cards, faces);
    const [later] = cards.find(([, { round }]) => roots[round] === undefined) ?? [];
    require(!later, `${later}.round`, "this round was not begun");
    const all = [...known.map((card) => ["a card that is known", card]), ...cards];
    const difference = await findWrongShown(all, faces, (round) => roots[round]);
    require(!difference, difference?.where, difference?.detail ?? `${JSON.stringify(difference?.expected)} was expected`);
    known.push(...list);
  }

  /** Check cards that other players show, and keep them. Throw `Refused` for a card that contradicts what this player knows. */
  async checkShown(list) {
    await this.#addCards(list, this.roots, this.#known, "shown");
  }

  /** Return the result of the check of the receipt, full or partial, with all that this player knows. */
  async checkReceipt(receipt) {
    const notes = { commitment: this.commitment, digest: this.digest, client_seed: this.clientSeed ?? undefined };
    if (receipt.server_seed !== undefined) return (await import("./draws.mjs")).checkSealedReceipt(receipt, this.seen, notes);
    const { checkPartialReceipt } = await import("./partial.mjs");
    return checkPartialReceipt({ ...receipt, shown: [...receipt.shown, ...this.#known] }, this.seen, notes);
  }
}

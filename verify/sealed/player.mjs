/**
 * A player at a sealed shoe, as docs/definitions/sealed.md says under "What a client does". It needs only WebCrypto (node 20 or
 * later, or any browser that has Ed25519), and sends nothing: the program around it exchanges messages, and knows the
 * rules of the game.
 */
import { canonicalJson, hashParts, isEqual, utf8 } from "../core/canonical.mjs";
import { openJwe } from "../core/jwe.mjs";
import { toBase64url } from "../core/jwk.mjs";
import { parseJson } from "../core/json.mjs";
import {
  checkSigned,
  computeCommitment,
  consentMessage,
  formAction,
  hashDraw,
} from "./sealed.mjs";
import { isOfWords, leaveMessage, recordOf } from "./sealed.mjs";
import { checkShownForms, faceName, findWrongShown } from "./shown.mjs";
import { webCrypto } from "../core/stream.mjs";
import {
  Refused,
  checkChoice,
  checkList,
  checkObject,
} from "../core/validation.mjs";

const require = (isRight, where, message) => {
  if (!isRight) throw new Refused(where, message);
};

/** Throw `Refused` unless a value is an object, with any members. */
const requireObject = (where, value) =>
  checkObject(where, value, Object.keys(value ?? {}));

/**
 * Return the members of a request for a shoe with the keys and words of all `players`, {sign, view, word} by seat.
 * Every player must consent to each request. Unless `reveal` is "all", only its player reads a hand.
 */
export function seatPlayers(players, reveal = "shown") {
  const pick = (name) =>
    Object.fromEntries(
      Object.entries(players).map(([seat, keys]) => [seat, keys[name]]),
    );
  const { length } = Object.keys(players);
  const consent = { keys: pick("sign"), quorum: length, start: length };
  return {
    reveal,
    consent,
    ...(reveal !== "all" && { view_keys: pick("view") }),
    words: Object.values(pick("word")),
  };
}

/** Return the whole terms that a request for a shoe of a game, of a deck or of items leads to. */
export const completeTerms = async (asked) =>
  (await import("./terms.mjs")).completeTerms(asked);

/**
 * Return new secrets, for one shoe: a random text and two keys that no program can read. Without `keys`, for a table
 * where nobody signs, they are a text alone, which JSON can keep.
 */
export async function createSecrets({ keys = true } = {}) {
  const text = toBase64url(crypto.getRandomValues(new Uint8Array(16)));
  const secrets = { text, digests: [], signed: {}, left: -1 };
  if (!keys) return secrets;
  const sign = await webCrypto().generateKey({ name: "Ed25519" }, false, [
    "sign",
    "verify",
  ]);
  const view = await webCrypto().generateKey(
    { name: "ECDH", namedCurve: "P-256" },
    false,
    ["deriveBits"],
  );
  return { sign, view, ...secrets };
}

export class Player {
  #secrets;
  #save;
  #shoe; // its cards and deal, its terms, the signers, the beacon and the seats
  #state; // the rounds, and the faces that were told, as a map from round and face to their number
  #known; // the shown cards that were told, read or shown by others

  /**
   * `secrets` comes from `createSecrets`, anew for each shoe, and notes the accepted shoe, the digest of each draw that
   * was followed, and all that was signed. `save(secrets)` keeps it where a new start of the program finds it; a text, a
   * card or a signature is given only after that. After a new start, `accept` the shoe and `follow` each response again:
   * other draws than before are refused, and before all are followed again nothing is signed or checked.
   * `digest` is the last digest, to compare with the other players; `draws` counts the stages and draws that were
   * followed; `cards` has the own cards of this player.
   */
  constructor(secrets, save = async () => {}) {
    [this.#secrets, this.#save] = [secrets, save];
    secrets.digests ??= []; // it was kept by an earlier version
  }

  /** The random text of this player, for the accepted shoe and no other. */
  get text() {
    require(this.#shoe
      ?.hasWord, "text", "the player has not accepted a shoe with the digest of this text");
    return this.#secrets.text;
  }

  /**
   * Return the public keys and the digest of the text, {sign, view, word}; without keys {word}. The other players get
   * them past the backend, or compare them.
   */
  async exportKeys() {
    const pick = async ({ publicKey }) => {
      const { kty, crv, x, y } = await webCrypto().exportKey("jwk", publicKey);
      return { kty, crv, x, ...(y && { y }) };
    };
    const { sign, view, text } = this.#secrets;
    return {
      ...(sign && { sign: await pick(sign), view: await pick(view) }),
      word: await hashParts(utf8(text)),
    };
  }

  /**
   * Accept a shoe, given as the response that opened it, for a seat, or for null as a spectator, or throw `Refused`.
   * `terms` are the whole terms that the players agreed on (`completeTerms`). Only where nobody signs they may be left out: then the program around
   * it looks at those of the response. `signers` is the JWK set of the service, not from the backend; null, the default
   * where nobody signs, accepts states without a signature. `beacon` is the client seed of a public beacon, in place of
   * this player's text; null, a spectator's default, accepts any client seed. `seats` lists the seats of the game, if seats without keys get
   * cards too.
   */
  async accept(
    seat,
    opened,
    {
      terms: agreed,
      signers = agreed?.consent ? undefined : null,
      beacon,
      seats,
    } = {},
  ) {
    if (seat === null) beacon ??= null;
    const {
      commitment,
      seed_hash: seedHash,
      terms,
      digest,
      signed,
    } = requireObject("the response", opened);
    requireObject("terms", terms);
    require(digest ===
      commitment, "digest", "before the first draw it must be the commitment");
    await checkSigned(digest, signed, signers);
    const expected = await computeCommitment(seedHash, terms);
    require(expected ===
      commitment, "commitment", "it does not follow from seed_hash and these terms");
    require(agreed ||
      !terms.consent, "terms", "where players sign they agree on the terms");
    const own = await this.exportKeys();
    if (agreed?.consent || terms.consent) requireKeys(seat, terms, agreed, own);
    for (const name of agreed
      ? new Set(["reveal", ...Object.keys(agreed), ...Object.keys(terms)])
      : [])
      require(isEqual(
        terms[name],
        agreed[name],
      ), `terms.${name}`, "the players agreed on another one");
    const hasWord = terms.words?.includes(own.word) ?? false;
    require(beacon !== undefined ||
      hasWord, "terms.words", "the text of this player is not among them");
    const [{ openShoe }, { beginEntries }] = await Promise.all([
      import("./terms.mjs"),
      import("./partial.mjs"),
    ]);
    const shoe = openShoe(terms);
    if (seat !== null && shoe.deal?.seats.length > 0)
      checkChoice("seat", seat, shoe.deal.seats);
    seats ??= terms.consent
      ? Object.keys(terms.consent.keys)
      : shoe.deal?.seats;
    this.#secrets.commitment ??= commitment; // before the text is given
    require(this.#secrets.commitment ===
      commitment, "commitment", "this player accepted another shoe: each shoe has new keys and a new text");
    await this.#save(this.#secrets);
    Object.assign(this, {
      seat,
      commitment,
      digest,
      clientSeed: null,
      draws: 0,
      round: -1,
      roots: [],
      cards: [],
      seen: [],
    });
    [this.#shoe, this.#known] = [
      { ...shoe, terms, signers, beacon, seats, hasWord },
      [],
    ];
    this.#state = { ...beginEntries(shoe.size), told: new Map() };
  }

  /**
   * Return the signature of an action, {action, …} with the members of the request, over the last digest. The caller
   * knows whether the rules allow it now. Throw `Refused` for another action over the same digest, and after this
   * player left the round.
   */
  async consent({ action: name, ...body }) {
    this.#requireKeys();
    this.#requireFollowed();
    const action = formAction(name, body);
    const [{ digest }, { beacon }] = [this, this.#shoe];
    if (this.draws === 0 && name !== "reveal" && beacon !== null)
      require(action.client_seed ===
        beacon, "client_seed", "with words there is none, otherwise it is the beacon");
    require(this.#secrets.left <
      Math.max(this.round, 0), "action", "this player left the round");
    const text = canonicalJson(action);
    const { [digest]: before = text } = this.#secrets.signed;
    require(before ===
      text, "action", `this player signed another one for this digest: ${before}`);
    this.#secrets.signed[digest] = text; // before anything else happens
    await this.#save(this.#secrets);
    return this.#sign(consentMessage(digest, action));
  }

  /** Return the signature that leaves the round; this player signs nothing more in it, and the rest deal on alone. */
  async leave() {
    this.#requireKeys();
    const round = Math.max(this.round, 0);
    this.#secrets.left = Math.max(this.#secrets.left, round); // after a new start it may have left a later one
    await this.#save(this.#secrets);
    return this.#sign(leaveMessage(this.commitment, round));
  }

  /**
   * Return the signature that leaves the round, for another player to use if this player vanishes; this player signs on
   * until then. Whoever has it can put this player out of the round. With it the other players, if all of them agree,
   * need no consent of this player for any draw of the round, also for one that nobody is shown. So it goes to one
   * player who is trusted with that, never to the backend, and each round takes a new one.
   */
  async leaveInAdvance() {
    this.#requireKeys();
    return this.#sign(leaveMessage(this.commitment, Math.max(this.round, 0)));
  }

  #requireAccepted() {
    require(this.commitment, "digest", "the player has not accepted a shoe");
  }

  #requireFollowed() {
    this.#requireAccepted();
    const isWhole = this.draws >= this.#secrets.digests.length;
    require(isWhole, "digest", "before a new start this player followed more draws: follow them again");
  }

  #requireKeys() {
    this.#requireAccepted();
    require(this.#shoe.terms
      .consent, "terms.consent", "at this shoe nobody signs");
  }

  async #sign(message) {
    const signature = await webCrypto().sign(
      { name: "Ed25519" },
      this.#secrets.sign.privateKey,
      message,
    );
    return toBase64url(new Uint8Array(signature));
  }

  /**
   * Follow the response of a deal or a draw, or the view of it that the backend has for the seat. Return the own cards
   * in it: of a shoe with a tree, shown cards. Throw `Refused` for a wrong response; then nothing has changed, and
   * another can be followed.
   */
  async follow(response) {
    this.#requireAccepted();
    requireObject("the response", response);
    const { clientSeed, draws, round, roots, seen, digest } = this;
    const state = {
      clientSeed,
      draws,
      round,
      roots: [...roots],
      cards: [],
      seen: [...seen],
      digest,
    };
    const { taken, told, ...counts } = this.#state;
    const next = { ...counts, taken: new Set(taken), told: new Map(told) };
    const [known, digests] = [[...this.#known], []];
    for (const stage of checkList(
      "dealt_stages",
      response.dealt_stages ?? [response],
    )) {
      await this.#followDraw(
        state,
        next,
        requireObject("dealt_stages", stage),
        response.client_seed ?? null,
        known,
      );
      digests.push(state.digest);
    }
    require(state.digest ===
      response.digest, "digest", "its draws lead to another one");
    await checkSigned(response.digest, response.signed, this.#shoe.signers);
    this.#note(draws, digests);
    await this.#save(this.#secrets);
    require(this.digest ===
      digest, "digest", "another response was followed at the same time");
    [this.#known, this.#state] = [known, next];
    Object.assign(this, { ...state, cards: [...this.cards, ...state.cards] });
    return state.cards;
  }

  /** Note the digests of draws after a number of draws. Throw `Refused` if another one was noted. */
  #note(draws, digests) {
    for (const [k, digest] of digests.entries())
      require((this.#secrets.digests[draws + k] ??= digest) ===
        digest, "digest", "this player has followed another draw");
  }

  async #followDraw(
    state,
    next,
    { seen, shown, views, digest },
    clientSeed,
    known,
  ) {
    requireObject("seen", seen);
    require(seen.draw ===
      state.draws + 1, "seen.draw", `draw ${state.draws + 1} comes next`);
    if (seen.draw === 1)
      await this.#checkClientSeed((state.clientSeed = clientSeed));
    state.digest = await hashDraw(state.digest, recordOf(seen, clientSeed));
    require((digest ?? state.digest) ===
      state.digest, "digest", "the draw does not lead from the last one to it");
    const { terms, member, hasTree } = this.#shoe;
    await this.#checkEntry(seen, next);
    [state.draws, state.round] = [state.draws + 1, next.round];
    state.roots.push(...(seen.roots ?? []));
    state.seen.push(seen);
    const { told, open, sealed } = this.#explain(seen, seen[member]);
    this.#countFaces(told, next);
    if (hasTree) {
      const list = checkList("shown", shown).map((card) =>
        pickFace(card, this.#shoe),
      );
      require(isEqual(
        list,
        told,
      ), "shown", "they are not the cards that are told");
      await this.#addCards(shown, state.roots, known, "shown");
    }
    const view = Object.hasOwn(views ?? {}, this.seat)
      ? views[this.seat]
      : undefined;
    require((view !== undefined) ===
      sealed.length >
        0, `views.${this.seat}`, "a view was expected if and only if it has cards");
    if (view !== undefined)
      state.cards.push(...(await this.#openView(view, state, sealed, known)));
    const form = ({ face, ...place }) => ({
      ...place,
      [faceName(this.#shoe)]: face,
    });
    const cards = told.map((one, k) => (hasTree ? shown[k] : form(one)));
    if (!terms.view_keys)
      state.cards.push(...cards.filter((_, k) => open.has(k)));
  }

  async #checkClientSeed(clientSeed) {
    const {
      terms: { words },
      beacon,
    } = this.#shoe;
    const texts = typeof clientSeed === "string" ? clientSeed.split(",") : [];
    const isOwn = beacon !== undefined || texts.includes(this.#secrets.text);
    const isRight = words
      ? isOwn && texts.length > 0 && (await isOfWords(words, clientSeed))
      : beacon === null || clientSeed === beacon;
    require(isRight, "client_seed", "it is neither the texts of all words, with this player's own text, nor the beacon");
  }

  /** Throw `Refused` unless the cards of an entry can be taken after those before, and come to the places of the deal. */
  async #checkEntry(seen, next) {
    const { findOtherPlace, findSplitDraw, parseEntry } =
      await import("./receipts.mjs");
    const { followEntry } = await import("./partial.mjs");
    const { terms, size } = this.#shoe;
    const entry = parseEntry("seen", seen, this.#shoe, terms);
    const { begun = 0, roots = Array(begun).fill(null) } = seen;
    const [name, expected] = followEntry({ ...entry, roots }, next, size) ?? [];
    require(!name, `seen.${name}`, `${expected ?? "no such member"} was expected`);
    const {
      where,
      expected: other,
      detail,
    } = findOtherPlace([entry], this.#shoe) ?? findSplitDraw([entry]) ?? {};
    require(!where, where, detail ?? `${other} was expected`);
  }

  /** Throw `Refused` if a face is no card of the shoe, or is told more often in a round than the shoe has it. */
  #countFaces(told, next) {
    const { codes, terms, toFace } = this.#shoe;
    for (const { round, position, face: card } of told) {
      const face = toFace(card);
      const times = (next.told.get(`${round} ${face}`) ?? 0) + 1;
      const most = codes
        ? codes.filter((code) => toFace(code) === face).length
        : Number(face >= terms.min && face <= terms.max);
      require(times <=
        most, `seen: position ${position}`, `the shoe has ${face} ${most} times`);
      next.told.set(`${round} ${face}`, times);
    }
  }

  /**
   * Return the cards of a draw that are `told`; which of them are `open` cards of this player; and the cards that are
   * `sealed`: only this player reads them, in a view. Throw `Refused` for any other hidden card, unless it is burned or
   * its owner explains it.
   */
  #explain({ positions, rounds, places, seat, burned = 0 }, faces) {
    const [told, open, sealed] = [[], new Set(), []];
    for (const [k, position] of positions.entries()) {
      const isBurned = places ? places[k] === "burns" : k < burned;
      const owner = isBurned
        ? undefined
        : places
          ? places[k].split("/")[0]
          : seat;
      const card = { round: rounds[k], position };
      if (faces[k] !== null && owner === this.seat) open.add(told.length);
      if (faces[k] !== null) told.push({ ...card, face: faces[k] });
      else if (owner === this.seat && this.#shoe.terms.view_keys)
        sealed.push(card);
      else
        require(isBurned ||
          this.#isHiddenAt(
            owner,
          ), `seen: position ${position}`, "this card should be told");
    }
    return { told, open, sealed };
  }

  /** Return whether a card of an owner is hidden from this player. */
  #isHiddenAt(owner) {
    const { deal, seats } = this.#shoe;
    if (deal?.othersSeeHands && this.seat !== null) return owner === this.seat;
    return (
      owner !== this.seat &&
      (seats ? seats.includes(owner) : owner !== undefined)
    );
  }

  async #openView(jwe, state, sealed, known) {
    const [text, names] = [
      await openJwe(jwe, this.#secrets.view.privateKey),
      ["cards", "digest", "seat"],
    ];
    const view = checkObject(
      "the view",
      parseJson(text.trimEnd(), "the view"),
      names,
      names,
    );
    for (const [name, value] of Object.entries({
      digest: state.digest,
      seat: this.seat,
    }))
      require(view[name] ===
        value, `the view: ${name}`, "it is of another shoe, state or seat");
    const places = checkList("the view: cards", view.cards).map((card) => ({
      round: card?.round,
      position: card?.position,
    }));
    require(isEqual(
      places,
      sealed,
    ), "the view: cards", "they are not the cards of this player");
    await this.#addCards(view.cards, state.roots, known, "the view: cards");
    return view.cards;
  }

  async #addCards(list, roots, known, where) {
    const [cards, shoe] = [
      checkList(where, list).map((card, i) => [`${where}[${i}]`, card]),
      this.#shoe,
    ];
    checkShownForms(cards, shoe);
    const [later] =
      cards.find(([, { round }]) => roots[round] === undefined) ?? [];
    require(!later, `${later}.round`, "this round was not begun");
    const all = [
      ...known.map((card) => ["a card that is known", card]),
      ...cards,
    ];
    const difference = await findWrongShown(all, shoe, (round) => roots[round]);
    require(!difference, difference?.where, difference?.detail ??
      `${JSON.stringify(difference?.expected)} was expected`);
    known.push(...list);
  }

  /** Check cards that other players show, and keep them. Throw `Refused` for a card that contradicts what this player knows. */
  async checkShown(list) {
    this.#requireAccepted();
    await this.#addCards(list, this.roots, this.#known, "shown");
  }

  /**
   * Return the result of the check of the receipt, full or partial, or of the response that has it, with all that this
   * player knows. `valid` is true, false, or null with the reasons for what is `unchecked`. Throw `Refused` for what is
   * no receipt of a shoe. With `views`, all responses as the backend has them for the seat, in a list or an iterator,
   * memory does not grow with the draws (`checkViews`).
   */
  async checkReceipt(given, views) {
    this.#requireFollowed();
    const receipt = requireObject(
      "receipt",
      typeof given?.receipt === "object" ? given.receipt : given,
    );
    const { commitment, digest, clientSeed } = this;
    const texts =
      clientSeed && this.#shoe.hasWord ? { own_text: this.#secrets.text } : {};
    const notes = {
      commitment,
      digest,
      client_seed: clientSeed ?? undefined,
      ...texts,
      shown: this.#known,
    };
    if (views)
      return (await import("./views.mjs")).checkViews(receipt, views, {
        ...notes,
        signers: this.#shoe.signers,
      });
    if (receipt.server_seed !== undefined)
      return (await import("./draws.mjs")).checkSealedReceipt(
        receipt,
        this.seen,
        notes,
      );
    return (await import("./partial.mjs")).checkPartialReceipt(
      receipt,
      this.seen,
      notes,
    );
  }
}

/** Throw `Refused` unless the keys in the terms are those of a player, and all players must consent. */
function requireKeys(seat, terms, agreed, own) {
  const key = terms.consent?.keys[seat];
  const hasKey =
    seat === null ? terms.consent : own.sign && isEqual(key, own.sign);
  require(hasKey, `terms.consent.keys.${seat}`, "it is not the key of this player");
  if (seat !== null && (agreed.view_keys || terms.view_keys))
    require(isEqual(
      terms.view_keys?.[seat],
      own.view,
    ), `terms.view_keys.${seat}`, "it is not the key of this player");
  const { length } = Object.keys(terms.consent.keys);
  for (const name of ["quorum", "start"])
    require(terms.consent[name] ===
      length, `terms.consent.${name}`, `all ${length} players must consent`);
}

/** Return the place and the face of a shown card. */
const pickFace = (card, shoe) => ({
  round: card?.round,
  position: card?.position,
  face: card?.[faceName(shoe)],
});

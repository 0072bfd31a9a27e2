/**
 * Scripted lives of sealed shoes for the golden vectors: their draws, records, trees, signatures and receipts. Only for
 * node.
 */
// @ts-check
import { createPrivateKey, sign } from "node:crypto";
import { toHex, utf8 } from "../core/bytes.mjs";
import { canonicalJson, hashParts } from "../core/canonical.mjs";
import { checkSealedReceipt } from "../sealed/sealed_draws.mjs";
import { sealJwe } from "../core/jwe.mjs";
import { toBase64url } from "../core/jwk.mjs";
import { checkPartialReceipt } from "../sealed/partial.mjs";
import { RoundRules, beginShoe, listTaken } from "../sealed/rounds.mjs";
import {
  computeCommitment,
  consentMessage,
  deriveSaltKey,
  fillText,
  formAction,
  hashDraw,
  hashSeed,
  leaveMessage,
  openKeys,
  orderRound,
  recordOf,
  stateMessage,
  viewSize,
} from "../sealed/sealed.mjs";
import { openTree } from "../sealed/shown.mjs";
import { formPlace } from "../games/stages.mjs";
import { openShoe } from "../sealed/terms.mjs";
import { Refused, parseDigest } from "../core/validation.mjs";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { PublicJwk } from "../core/jwk.mjs"
 * @import { CheckResult, JsonObject } from "../core/validation.mjs"
 * @import { Notes } from "../sealed/notes.mjs"
 * @import { FullReceipt } from "../sealed/receipts.mjs"
 * @import { CardDraw, Transition } from "../sealed/rounds.mjs"
 * @import { Action, DrawEntry, KeysOf } from "../sealed/sealed.mjs"
 * @import { ShownCard } from "../sealed/shown.mjs"
 * @import { SealedShoe, Terms } from "../sealed/terms.mjs"
 */

/**
 * A call of a script, as the body of a request: of a deal with `stage`, of a draw with `count`.
 *
 * @typedef {Partial<CardDraw> & { stage?: string, seat?: string }} Call
 */

/**
 * The private keys of Ed25519 of seats, in hexadecimal digits, for consents.
 *
 * @typedef {{ [seat: string]: { consent: string } }} SeatSecrets
 */

/**
 * What a script asks for: the seeds, the terms and the calls, and private keys.
 *
 * @typedef {object} Script
 * @property {string} server_seed
 * @property {string | null} client_seed
 * @property {Terms} terms
 * @property {Call[]} calls
 * @property {SeatSecrets} [secrets]
 * @property {string} [signing] the private key of the service
 */

/**
 * A round that was played; a shoe with trees has the tree of each.
 *
 * @typedef {object} PlayedRound
 * @property {number[]} order
 * @property {number[] | null} inPlay
 * @property {{ root: string, show: (position: number) => ShownCard }} [tree]
 */

/**
 * The shown cards of a draw that only one seat sees, by seat.
 *
 * @typedef {{ [seat: string]: ShownCard[] }} HiddenCards
 */

/**
 * The entry of a draw as it is seen.
 *
 * @typedef {DrawEntry & { draw: number }} SeenDraw
 */

/**
 * A shoe that was played, by the seed and the keys of its server.
 *
 * @typedef {object} Life
 * @property {SealedShoe} shoe
 * @property {Bytes} seed
 * @property {KeysOf} keys
 * @property {SeenDraw[]} seen
 * @property {string[]} records in canonical JSON
 * @property {string[]} digests the first one is the commitment
 * @property {FullReceipt} receipt
 * @property {PlayedRound[]} rounds
 * @property {HiddenCards[]} views by draw
 */

/**
 * A change to a file: the path of a member, and its value; it is taken out if there is no value.
 *
 * @typedef {{ path: (string | number)[], value?: unknown }} Alteration
 */

/**
 * The case of a life in the vectors, as it is asked for.
 *
 * @typedef {object} LifeCase
 * @property {Script} asked
 * @property {Alteration[]} [altered]
 * @property {Alteration[]} [altered_partial]
 * @property {unknown[]} [original_items]
 */

/** The beginning of a private key of Ed25519 in PKCS #8, in hexadecimal digits. */
const PKCS8 = "302e020100300506032b657004220420";

/**
 * Return a signature in base64url.
 *
 * @param {string} secret a private key of Ed25519, in hexadecimal digits
 * @param {Bytes} message
 */
function signWith(secret, message) {
  const key = createPrivateKey({
    key: Buffer.from(PKCS8 + secret, "hex"),
    format: "der",
    type: "pkcs8",
  });
  return toBase64url(sign(null, message, key));
}

/**
 * Return for each card of a step who gets it: undefined for a card that is burned or everybody's.
 *
 * @param {Transition} step
 * @param {Call} call
 * @returns {{ owner: string | undefined, isBurned: boolean }[]}
 */
function listOwners({ entry, state }, { stage, seat, burn = 0 }) {
  if (stage === undefined)
    return entry.positions.map((_, i) => ({
      owner: i < burn ? undefined : seat,
      isBurned: i < burn,
    }));
  const cards = new Map(state.layout.map((card) => [card.position, card]));
  return entry.positions.map((position) => {
    const card = cards.get(position);
    return {
      owner: card?.face === "own" ? card.name : undefined,
      isBurned: card?.face === "burned",
    };
  });
}

/** A shoe that is played call by call. */
class Table {
  /** @type {PlayedRound[]} */
  rounds = [];
  /** @type {SeenDraw[]} */
  seen = [];
  /** @type {string[]} */
  records = [];
  /** @type {HiddenCards[]} */
  views = [];
  total = 0;

  /**
   * @param {Script} script
   * @param {SealedShoe} shoe
   * @param {string} commitment
   */
  constructor({ server_seed, client_seed, terms }, shoe, commitment) {
    this.shoe = shoe;
    this.terms = terms;
    this.clientSeed = client_seed;
    this.seed = parseDigest("server_seed", server_seed);
    this.keys = openKeys(this.seed, client_seed);
    this.digests = [commitment];
    this.rules = new RoundRules(shoe, terms, (number, inPlay) =>
      this.#orderOf(number, inPlay),
    );
    this.state = beginShoe(shoe);
  }

  /**
   * Return the order of a round; of a shoe of more than 65,536 cards only its first 1,000.
   *
   * @param {number} number from 0 on
   * @param {number[] | null} inPlay
   */
  #orderOf(number, inPlay) {
    const { size } = this.shoe;
    const count = size > 65536 ? 1000 : size;
    const held = inPlay ?? [];
    return orderRound(this.keys(held), number, size, this.terms, held, {
      count,
    });
  }

  /** Add the round of the state, with its tree if there are trees. */
  async addRound() {
    const { round, inPlay } = this.state;
    const order = await this.#orderOf(round, inPlay);
    const hasTree = this.terms.reveal !== "all";
    const tree = hasTree
      ? openTree(this.seed, this.clientSeed, round, order, this.shoe)
      : undefined;
    this.rounds.push({
      order,
      inPlay,
      tree,
    });
  }

  /**
   * Return what everybody is told of the cards of a step, null for a card that is hidden, and the hidden cards by seat.
   *
   * @param {Transition} step
   * @param {Call} call
   */
  #tell(step, call) {
    const { entry } = step;
    const viewKeys = this.terms.view_keys ?? {};
    /** @type {HiddenCards} */
    const hidden = {};
    const toldFaces = listOwners(step, call).map(({ owner, isBurned }, i) => {
      const { order, tree } = this.rounds[entry.rounds[i]];
      const position = entry.positions[i];
      if (owner === undefined || !Object.hasOwn(viewKeys, owner))
        return isBurned ? null : this.shoe.faceOf(order[position]);
      hidden[owner] ??= [];
      if (tree) hidden[owner].push(tree.show(position));
      return null;
    });
    return { toldFaces, hidden };
  }

  /**
   * Note in an entry which rounds it began.
   *
   * @param {DrawEntry} entry
   * @param {PlayedRound[]} begun
   */
  #noteBegun(entry, begun) {
    if (begun.length === 0) return;
    if (this.terms.reveal === "all") entry.begun = begun.length;
    else entry.roots = begun.flatMap(({ tree }) => (tree ? [tree.root] : []));
  }

  /**
   * Deal the stage of a call, or draw its cards; add the entry, the record, the digest and the view that follow.
   *
   * @param {Call} call
   */
  async play(call) {
    const { stage, seat, count = 0, ...request } = call;
    const draw = this.seen.length + 1;
    const before = draw === 1 ? 0 : this.rounds.length;
    const step = await (stage === undefined
      ? this.rules.draw(this.state, { ...request, count })
      : this.rules.deal(this.state, request));
    this.state = step.state;
    if (this.state.round >= this.rounds.length) await this.addRound();
    const { entry } = step;
    const { toldFaces, hidden } = this.#tell(step, call);
    if (seat !== undefined) entry.seat = seat;
    this.#noteBegun(entry, this.rounds.slice(before));
    const seen = {
      draw,
      ...entry,
      [this.shoe.member]: toldFaces,
    };
    const record = recordOf(seen, this.clientSeed);
    this.seen.push(seen);
    this.records.push(canonicalJson(record));
    this.digests.push(await hashDraw(this.digests.at(-1), record));
    this.views.push(hidden);
    this.total += entry.positions.length;
  }

  /** Return what a receipt says of the state. */
  describe() {
    const { round, inPlay, top, bottom } = this.state;
    const { shoe, total, seen, digests } = this;
    const ends = shoe.deal
      ? { positions: listTaken(this.state, shoe) }
      : { top, bottom };
    return {
      round,
      total,
      draws: seen.length,
      digest: digests[seen.length],
      in_play: inPlay,
      ...ends,
    };
  }
}

/**
 * Play a shoe by the calls of a script; return what is seen, the receipt, the order and the tree of each round, and for
 * each draw the shown cards that only one seat sees. A call is the body of a request: `stage` is in the body of a deal,
 * `count` of a draw.
 *
 * @param {Script} script
 * @returns {Promise<Life>}
 */
async function liveShoe(script) {
  const { server_seed, client_seed, terms, calls } = script;
  const shoe = openShoe(terms);
  const seedHash = await hashSeed(parseDigest("server_seed", server_seed));
  const commitment = await computeCommitment(seedHash, terms);
  const table = new Table(script, shoe, commitment);
  await table.addRound();
  for (const call of calls) await table.play(call);
  const { seed, keys, seen, records, digests, rounds, views } = table;
  const receipt = {
    receipt: "sealed1",
    commitment,
    terms,
    server_seed,
    client_seed,
    drawn: table.describe(),
  };
  return {
    shoe,
    seed,
    keys,
    seen,
    records,
    digests,
    receipt,
    rounds,
    views,
  };
}

/**
 * Return positions as text, with a hyphen for ascending runs: 0-3 7.
 *
 * @param {number[]} positions
 */
function formatPositions(positions) {
  /** @type {{ first: number, last: number }[]} */
  const runs = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run?.last === position - 1) run.last = position;
    else runs.push({ first: position, last: position });
  }
  return runs
    .map(({ first, last }) =>
      first === last ? `${first}` : `${first}-${last}`,
    )
    .join(" ");
}

/**
 * Return the cards of the first deal by stage, place and face.
 *
 * @param {NonNullable<SealedShoe["deal"]>} deal
 * @param {number[]} order
 */
function listStages(deal, order) {
  /** @type {Map<string, { stage?: string, place: string, face: string, positions: number[] }>} */
  const groups = new Map();
  for (const { position, face, stage, ...card } of deal.layOut(order, 0)) {
    const place = formPlace(card);
    const key = JSON.stringify({
      stage,
      place,
      face,
    });
    const group = groups.get(key) ?? {
      stage,
      place,
      face,
      positions: [],
    };
    groups.set(key, group);
    group.positions.push(position);
  }
  const listed = [...groups.values()].map(({ positions, ...place }) => ({
    ...place,
    positions: formatPositions(positions),
  }));
  return deal.stages.flatMap((stage) =>
    listed.filter((group) => group.stage === stage),
  );
}

/**
 * Return the digest of an order, in hexadecimal digits.
 *
 * @param {number[]} order
 */
const hashIndices = (order) => hashParts(utf8(order.join(" ")));

/**
 * Return what the vectors have of a round.
 *
 * @param {Life} life
 * @param {number} round its number
 * @param {PlayedRound} played
 */
async function describeRound(life, round, { order, inPlay, tree }) {
  const { seed, keys, receipt } = life;
  const held = inPlay ?? [];
  const roundKeys = keys(held);
  const deriveSalts = () =>
    deriveSaltKey(seed, receipt.client_seed, round, order);
  return {
    round,
    ...(held.length > 0 && {
      in_play: held,
      in_play_key: toHex(roundKeys.inPlay),
    }),
    key: toHex(roundKeys.shuffled),
    ...(tree && { salt_key: toHex(deriveSalts()) }),
    head: order.slice(0, 8),
    tail: order.slice(-4),
    sha256: await hashIndices(order),
    ...(tree && { root: tree.root }),
  };
}

/**
 * Return the partial receipt of a life, with up to five cards of the last round that were told; undefined of a shoe
 * without trees.
 *
 * @param {Life} life
 */
async function revealPartly({ shoe, seen, receipt, rounds, seed }) {
  const { server_seed: _, drawn, ...members } = receipt;
  const { tree } = rounds[drawn.round];
  if (tree === undefined) return undefined;
  const positions = seen.flatMap((entry) => {
    const cards = entry[shoe.member] ?? [];
    return entry.positions.filter(
      (_position, k) => cards[k] !== null && entry.rounds[k] === drawn.round,
    );
  });
  return {
    ...members,
    seed_hash: await hashSeed(seed),
    drawn: { ...drawn, in_play: drawn.in_play && drawn.in_play.length },
    root: drawn.draws === 0 ? null : tree.root,
    shown: positions.slice(0, 5).map(tree.show),
  };
}

/**
 * A list or an object, as a path leads through it.
 *
 * @typedef {{ [key: string | number]: unknown }} Members
 */

/**
 * Return a copy of a file with another value at a path, or without what is there.
 *
 * @template T
 * @param {T} file
 * @param {(string | number)[]} path at least one name or number
 * @param {unknown} value undefined to take it out
 * @returns {T}
 */
export function alter(file, path, value) {
  const copy = structuredClone(file);
  /** @type {unknown} */
  const root = copy;
  let parent = /** @type {Members} */ (root);
  for (const key of path.slice(0, -1))
    parent = /** @type {Members} */ (parent[key]);
  const last = path[path.length - 1];
  if (value !== undefined) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return copy;
}

/**
 * Return the result of a check, or the place that it refuses.
 *
 * @param {Promise<CheckResult>} check
 * @returns {Promise<Partial<CheckResult> & { refused?: string }>}
 */
async function catchRefused(check) {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refused: error.where };
  }
}

/**
 * Return the result of the check of an altered file, with the notes of a player that agree with its receipt.
 *
 * @param {{ receipt: JsonObject, seen: unknown, original_items?: unknown }} file
 * @param {Alteration} alteration
 */
async function solveAltered(file, { path, value }) {
  const { receipt, seen, original_items: items } = alter(file, path, value);
  const { commitment, client_seed: clientSeed = null } = receipt;
  /** @type {JsonObject} */
  const noted = { commitment, items };
  if (clientSeed !== null) noted.client_seed = clientSeed;
  const notes = /** @type {Notes} */ (noted); // a wrong value is another one than noted
  const check =
    receipt.server_seed === undefined
      ? checkPartialReceipt
      : checkSealedReceipt;
  const result = await catchRefused(check(receipt, seen, notes));
  const { valid, difference, unchecked, refused } = result;
  return {
    path,
    ...(value !== undefined && { value }),
    ...(refused === undefined ? { valid } : { refused }),
    ...(difference && { where: difference.where }),
    ...(unchecked && { unchecked: Object.keys(unchecked) }),
  };
}

/**
 * Return the results of the checks of altered files.
 *
 * @param {{ receipt: JsonObject, seen: unknown, original_items?: unknown }} file
 * @param {Alteration[]} alterations
 */
async function solveAlterations(file, alterations) {
  const solved = [];
  for (const alteration of alterations)
    solved.push(await solveAltered(file, alteration));
  return solved;
}

/**
 * Return the action of each call, and the signatures of all seats over it.
 *
 * @param {Script} script
 * @param {string[]} digests
 * @param {SeatSecrets} secrets
 * @returns {{ action: Action, consents: { [seat: string]: string } }[]}
 */
const signCalls = ({ calls, client_seed, terms }, digests, secrets) =>
  calls.map((call, k) => {
    const isSeeded = k === 0 && terms.words === undefined;
    const action = formAction(call.stage === undefined ? "draw" : "deal", {
      ...call,
      ...(isSeeded && { client_seed }),
    });
    const consents = Object.entries(secrets).map(([seat, { consent }]) => [
      seat,
      signWith(consent, consentMessage(digests[k], action)),
    ]);
    return { action, consents: Object.fromEntries(consents) };
  });

/**
 * Return the texts of the views of a draw by seat, and their padded sizes.
 *
 * @param {HiddenCards} cards
 * @param {Terms} terms
 * @param {SealedShoe} shoe
 * @param {string} digest after the draw
 */
function describeViews(cards, terms, { size }, digest) {
  const views = Object.entries(cards).map(([seat, shown]) => [
    seat,
    {
      text: canonicalJson({
        cards: shown,
        digest,
        seat,
      }),
      bytes: viewSize(terms, size, shown.length),
    },
  ]);
  return Object.fromEntries(views);
}

/**
 * Return the signatures of all seats that leave the last round, by seat.
 *
 * @param {Life} life
 * @param {SeatSecrets} secrets
 */
function signLeaves({ digests: [commitment], receipt }, secrets) {
  const message = leaveMessage(commitment, receipt.drawn.round);
  const signatures = Object.entries(secrets).map(([seat, { consent }]) => [
    seat,
    signWith(consent, message),
  ]);
  return Object.fromEntries(signatures);
}

/**
 * Return the shown cards of the first, the middle and the last position of each round, in a shoe that has trees.
 *
 * @param {Life} life
 */
function showEnds({ shoe, rounds }) {
  const middle = Math.floor(shoe.size / 2);
  const positions = new Set([0, middle, shoe.size - 1]);
  return rounds.flatMap(({ tree }) =>
    tree ? Array.from(positions, tree.show) : [],
  );
}

/**
 * Return the answer of the case of a life: what it fixes before its first draw, its rounds and draws, and the
 * signatures and views that its terms ask for. Members that the life has not are missing.
 *
 * FROZEN: the order of the members, as the golden vectors have it.
 *
 * @param {Script} script
 * @param {Life} life
 * @param {unknown} partial its partial receipt, if there is one
 */
async function describeLife(script, life, partial) {
  const { terms, secrets, signing } = script;
  const { shoe, seen, records, digests, receipt, rounds, views } = life;
  const described = [];
  for (const [number, round] of rounds.entries())
    described.push(await describeRound(life, number, round));
  /** @type {{ [member: string]: unknown }} */
  const answer = {
    canonical: canonicalJson(terms),
    seed_hash: await hashSeed(life.seed),
    commitment: digests[0],
    size: shoe.size,
    rounds: described,
  };
  if (partial !== undefined) answer.shown = showEnds(life);
  if (shoe.deal) answer.stages = listStages(shoe.deal, rounds[0].order);
  answer.seen = seen;
  answer.records = records;
  answer.digests = digests;
  answer.drawn = receipt.drawn;
  if (partial !== undefined) answer.partial = partial;
  if (signing)
    answer.signed = digests.map((digest) =>
      signWith(signing, stateMessage(digest)),
    );
  if (secrets) {
    answer.consents = signCalls(script, digests, secrets);
    answer.leaves = signLeaves(life, secrets);
  }
  if (terms.view_keys)
    answer.views = views.map((cards, draw) =>
      describeViews(cards, terms, shoe, digests[draw + 1]),
    );
  return answer;
}

/**
 * Return the case of a life: its rounds, stages, draws and signatures, its receipts, and altered receipts.
 *
 * FROZEN: the order of the members, as the golden vectors have it.
 *
 * @param {LifeCase} lifeCase
 */
export async function solveLife({
  asked: script,
  altered = [],
  altered_partial: alteredPartial = [],
  original_items: items,
}) {
  const life = await liveShoe(script);
  const { seen, receipt } = life;
  const hasPartial = script.terms.reveal !== "all";
  const partial = hasPartial ? await revealPartly(life) : undefined;
  const list = items && { original_items: items };
  /** @type {{ [member: string]: unknown }} */
  const solved = {
    asked: script,
    answer: await describeLife(script, life, partial),
    ...list,
  };
  if (altered.length > 0) {
    const file = { receipt, seen, ...list };
    solved.altered = await solveAlterations(file, altered);
  }
  if (partial && alteredPartial.length > 0) {
    const file = { receipt: partial, seen, ...list };
    solved.altered_partial = await solveAlterations(file, alteredPartial);
  }
  return solved;
}

/**
 * What a case of a view asks for: its text, its padded size in bytes, the private keys of the seat and of the message
 * as JWKs, and 12 bytes in hexadecimal digits.
 *
 * @typedef {object} ViewRequest
 * @property {string} text
 * @property {number} bytes
 * @property {PublicJwk & { d: string }} secret
 * @property {PublicJwk & { d: string }} ephemeral
 * @property {string} iv
 */

/**
 * Return the case of a view that is encrypted with a known ephemeral key.
 *
 * @param {{ asked: ViewRequest }} viewCase
 */
export async function solveView({
  asked: { text, bytes, secret, ephemeral, iv },
}) {
  const { d: _, ...jwk } = secret;
  const jwe = await sealJwe(
    fillText(text, bytes),
    jwk,
    ephemeral,
    parseDigest("iv", iv, 12),
  );
  return {
    asked: {
      secret,
      ephemeral,
      iv,
      text,
      bytes,
    },
    answer: { jwe },
  };
}

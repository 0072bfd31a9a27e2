/** The check of what is published of private hands (scheme shoe3), implemented from docs/private.md alone. */
import { hashParts } from "./canonical.mjs";
import {
  EARLIER_DIGEST,
  NO_ITEMS,
  checkDrawn,
  collectRecords,
  explainMissingDraws,
  findImpossibleCount,
  findOtherDigest,
  findOtherItems,
  findUndrawn,
  parseDraws,
} from "./draws.mjs";
import { checkShownForms, checkSignedForm, findSigner, findWrongShown, isSignedBy, stateMessage } from "./private.mjs";
import {
  buildResult,
  checkReceiptForm,
  commitmentParts,
  compareNotes,
  dropEmptyTerms,
  dropNulls,
  listCards,
  openSpellings,
  restoreNulls,
} from "./receipts.mjs";
import { ascending, differ, isEqual, range } from "./replay.mjs";
import { hashDraw, openShoe, recordOf } from "./sealed.mjs";
import { Refused, checkInteger, checkList, checkObject, parseDigest } from "./validation.mjs";

const MEMBERS = ["receipt", "commitment", "seed_hash", "terms", "client_seed", "drawn", "root", "shown"];

/** Return the shoe of a well-formed partial receipt, and the entries that were seen. */
export async function openPartialReceipt(receipt, seen = []) {
  checkReceiptForm(receipt, ["shoe3"], MEMBERS);
  parseDigest("seed_hash", receipt.seed_hash);
  const shoe = await openShoe(receipt.terms, "shoe3");
  checkDrawn(receipt.drawn, shoe);
  const { root, drawn, shown } = receipt;
  checkShownForms(shown, shoe);
  if (drawn.in_play !== null) checkInteger("drawn.in_play", drawn.in_play, 0, shoe.size);
  if (root !== null) parseDigest("root", root);
  const entries = parseDraws(seen, shoe, "shoe3");
  checkFaces(entries, shoe, receipt.terms);
  return { shoe, entries };
}

/** Throw unless every card that was seen is one of the shoe: most are not compared with a card that is shown. */
function checkFaces(entries, { codes, member }, { deck, min, max }) {
  const normalize = codes && openSpellings(deck, codes);
  const pack = new Set(codes);
  const isThere = (face) => (codes ? pack.has(normalize(face)) : max === undefined || (face >= min && face <= max));
  for (const { faces, i } of entries) {
    const k = faces.findIndex((face) => face !== null && !isThere(face));
    if (k >= 0) throw new Refused(`seen[${i}].${member}[${k}]`, "there is no such card in the shoe");
  }
}

/** Return a partial receipt with members that programs leave out because they are null, and without those that are added. */
export function restorePartial(given) {
  const { shown = [], ...receipt } = restoreNulls(given);
  return { root: null, ...receipt, shown: Array.isArray(shown) ? shown.map(dropNulls) : shown };
}

/** Return the result of the check of a partial receipt, of what was seen, and of what a player noted. */
export async function checkPartialReceipt(given, seen, { items, ...notes } = {}) {
  const receipt = restorePartial(given);
  const { shoe, entries } = await openPartialReceipt(receipt, seen);
  const { terms, drawn, commitment, seed_hash: seedHash, shown } = receipt;
  const noted = compareNotes(receipt, notes);
  const expected = await hashParts(...commitmentParts(parseDigest("seed_hash", seedHash), terms));
  if (expected !== commitment)
    return { valid: false, difference: differ("commitment", expected, commitment, { detail: OTHER_TERMS }) };
  const { records, conflict } = collectRecords(entries);
  const isComplete = records.length > 0 && records.length === drawn.draws;
  const [roots, digests] = [collectRoots(receipt, records, isComplete), [commitment]];
  const difference =
    noted.difference ??
    (items === undefined ? undefined : await findOtherItems(items, terms, shoe.size)) ??
    findImpossibleCount(receipt, shoe) ??
    findRootWithoutDraw(receipt) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card !== null) ??
    conflict ??
    roots.difference ??
    findLaterShown(shown, drawn) ??
    findWrongShown(shown, shoe, (round) => roots.of.get(round)) ??
    findOtherCard(shown, entries, shoe, terms.deck) ??
    (isComplete ? await findImpossibleList(records, receipt, shoe, digests) : undefined) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card === null) ??
    (isComplete ? findOtherDigest(notes, digests, drawn) : undefined);
  if (difference) return { valid: false, difference };
  const unrooted = shown.find(({ round }) => !roots.of.has(round));
  const unchecked = {
    ...noted.unchecked,
    ...(terms.items_sha256 !== undefined && items === undefined && { items: NO_ITEMS }),
    ...(unrooted && { shown: `the root of round ${unrooted.round} is in no entry of seen` }),
    ...(records.length < drawn.draws && { draws: explainMissingDraws(records, drawn) }),
    ...(!isComplete && findOtherDigest(notes, [drawn.digest], drawn) && { digest: EARLIER_DIGEST }),
    order: NO_ORDER,
  };
  return buildResult(unchecked);
}

const OTHER_TERMS = "the digest of the server seed and the terms of the receipt do not lead to its commitment";
const NO_ORDER =
  "a partial receipt cannot show that the order came from the seeds, nor, where a deal looks at faces, that each card came to its place";

function findRootWithoutDraw({ root, drawn: { draws } }) {
  if ((root === null) !== (draws === 0)) return differ("root", draws === 0 ? null : "the root of the last round", root);
}

/** Return the roots that are known, `of` each round by its number, and the first `difference` between two of one round. */
function collectRoots({ root, drawn }, records, isComplete) {
  const [of, rest] = [new Map(root === null ? [] : [[drawn.round, root]]), { next: 0 }];
  let difference;
  for (const { roots = [], rounds, draw, i } of records) {
    const last = rounds.at(-1) ?? (draw === 1 ? 0 : undefined);
    const first = isComplete ? rest.next : last === undefined ? undefined : draw === 1 ? 0 : last + 1 - roots.length;
    rest.next += roots.length;
    for (const [k, one] of roots.entries()) {
      if (first === undefined) break;
      const round = first + k;
      if (round < 0 || round > drawn.round)
        difference ??= differ(`seen[${i}].roots`, `of rounds 0 to ${drawn.round}`, roots, { draw });
      else if ((of.get(round) ?? one) !== one)
        difference ??= differ(`seen[${i}].roots[${k}]`, of.get(round), one, { draw, detail: OTHER_ROOT });
      else of.set(round, one);
    }
  }
  return { of, difference };
}

const OTHER_ROOT = "the receipt, or another entry, has another root of this round";

/** Return the first shown card of a round that was not begun, or undefined. */
function findLaterShown(shown, { round }) {
  const i = shown.findIndex((one) => one.round > round);
  if (i >= 0) return differ(`shown[${i}].round`, `at most ${round}`, shown[i].round);
}

/** Return the first card that was seen and is another one than the card shown at its position, or undefined. */
function findOtherCard(shown, entries, { codes, member }, deck) {
  const normalize = codes ? openSpellings(deck, codes) : (face) => face;
  const faces = new Map(
    shown.map(({ round, position, card, integer }) => [`${round} ${position}`, member === "integers" ? integer : card]),
  );
  for (const { round, position, card, draw } of listCards(entries)) {
    const expected = faces.get(`${round} ${position}`);
    if (card !== null && expected !== undefined && normalize(card) !== expected)
      return differ(`round ${round}, position ${position}`, expected, card, { draw, detail: OTHER_CARD });
  }
}

const OTHER_CARD = "another card was seen there than the one that is shown with its path";

/**
 * Return the first difference of a list of all draws from what can be without their faces, or from the receipt, or
 * undefined. The digest of each draw is added to `digests`.
 */
async function findImpossibleList(records, receipt, { size, game }, digests) {
  const { drawn, commitment, client_seed: clientSeed, root } = receipt;
  const state = { round: -1, taken: new Set(), shuffled: size, total: 0, inPlay: null, root: null, digest: commitment };
  for (const entry of records) {
    const [name, expected, k] = followEntry(entry, state, size) ?? [];
    const place = k === undefined ? name : `${name}[${k}]`;
    const seen = k === undefined ? entry[name] : entry[name]?.[k];
    if (name) return differ(`seen[${entry.i}].${place}`, expected, seen, { draw: entry.draw });
    state.digest = await hashDraw(state.digest, recordOf(entry, clientSeed, "shoe3"), "shoe3");
    digests.push(state.digest);
  }
  const { top, bottom, positions = [...range(top), ...range(bottom).map((i) => state.shuffled - bottom + i)] } = drawn;
  const counts = { round: state.round, total: state.total, in_play: state.inPlay, digest: state.digest };
  for (const [name, count] of Object.entries(counts))
    if (count !== drawn[name]) return differ(`drawn.${name}`, count, drawn[name], { detail: OTHER_RECEIPT });
  const taken = ascending(state.taken);
  if (!isEqual(taken, positions)) return differ(game ? "drawn.positions" : "drawn", taken, positions, { detail: OTHER_RECEIPT });
  if (state.root !== root) return differ("root", state.root, root, { detail: OTHER_RECEIPT });
}

/** Take the cards of a draw; return the member of its entry that differs, what was expected, and the place in a list. */
function followEntry({ roots = [], rounds, positions, in_play: held }, state, size) {
  const last = state.round + roots.length; // the round after the draw
  if (last < 0) return ["roots", "the root of round 0"];
  if (held !== undefined && (roots.length === 0 || last === 0)) return ["in_play"];
  const isOther = rounds.findIndex((number, k) => number < (rounds[k - 1] ?? state.round) || number > last);
  if (isOther >= 0) return ["rounds", `${Math.max(rounds[isOther - 1] ?? state.round, 0)} to ${last}`, isOther];
  if (rounds.length > 0 && rounds.at(-1) !== last) return ["rounds", last, rounds.length - 1];
  for (const number of range(roots.length + 1).map((i) => last - roots.length + i)) {
    if (number > state.round) {
      const isHeld = held !== undefined && number === last;
      const wrong = isHeld ? held.findIndex((position) => position < state.shuffled && !state.taken.has(position)) : -1;
      if (wrong >= 0) return ["in_play", "a card that was dealt", wrong];
      const inPlay = isHeld ? held.length : null;
      Object.assign(state, { round: number, taken: new Set(), inPlay, shuffled: size - (inPlay ?? 0) });
    }
    for (const [k, position] of positions.entries()) {
      if (rounds[k] !== number) continue;
      if (position >= state.shuffled || state.taken.has(position)) return ["positions", "a position that was not taken", k];
      state.taken.add(position);
    }
  }
  state.total += positions.length;
  state.root = roots.at(-1) ?? state.root;
}

const OTHER_RECEIPT = "the draws in the list do not lead to what the receipt has";

/** Return the result of the check of shown cards of one round with its root. */
export async function checkShownCards(file) {
  checkObject("", file, ["shown", "root", "terms"], ["shown", "root", "terms"]);
  const shoe = await openShoe(dropEmptyTerms(file.terms), "shoe3");
  parseDigest("root", file.root);
  const list = (Array.isArray(file.shown) ? file.shown : [file.shown]).map(dropNulls);
  if (list.length === 0) throw new Refused("shown", "a shown card was expected");
  const where = (i) => (Array.isArray(file.shown) ? `shown[${i}]` : "shown");
  const other = list.findIndex((shown) => shown?.round !== list[0]?.round);
  if (other >= 0) throw new Refused(`${where(other)}.round`, "cards of one round were expected, that of the root");
  const difference = findWrongShown(list, shoe, () => file.root, where);
  return difference ? { valid: false, difference } : { valid: true };
}

/** Return the result of the check of a signed state with the public keys of the service, a JWK set. */
export async function checkState(file, keys) {
  checkObject("", file, ["digest", "signed"], ["digest", "signed"]);
  const { digest, signed } = file;
  parseDigest("digest", digest);
  checkSignedForm(signed);
  const key = findSigner(keys, signed.kid);
  if (key === undefined)
    return { valid: null, unchecked: { signed: `the key ${signed.kid} is not among those given; it is published at /.well-known/jwks.json` } };
  if (await isSignedBy(key, signed.signature, stateMessage(digest))) return { valid: true };
  return { valid: false, difference: differ("signed.signature", `a signature by the key ${signed.kid} of this digest`, signed.signature) };
}

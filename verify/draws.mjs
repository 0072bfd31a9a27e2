/**
 * The check of receipts of the schemes shoe2 and shoe3 with the draws that were seen, implemented from
 * docs/stream-shoes.md and docs/private.md alone.
 */
import { hashList } from "./canonical.mjs";
import {
  NOT_COUNTED,
  NO_CARDS,
  OTHER_SEED,
  buildResult,
  checkReceiptForm,
  compareNotes,
  computeCommitment,
  listCards,
  openSpellings,
  parseSeen,
  restoreNulls,
} from "./receipts.mjs";
import { ascending, differ, findImpossibleDraw, findOther, isEqual, range } from "./replay.mjs";
import { openKeys, openShoe, orderRound } from "./sealed.mjs";
import { Refused, checkChoice, checkInteger, checkList, checkObject, checkText, parseDigest } from "./validation.mjs";

const MAX = 2 ** 53 - 1;

/** Return the list if it has different integers from 0 to `max` in ascending order. */
function checkAscending(where, list, max) {
  checkList(where, list).forEach((value, i) => checkInteger(`${where}[${i}]`, value, i && list[i - 1] + 1, max));
  return list;
}

/** Return the shoe of a well-formed receipt, its server `seed` and `keys`, and the `entries` and `rounds` that were seen. */
export async function openReceipt(receipt, seen = []) {
  const scheme = checkReceiptForm(receipt, ["shoe2", "shoe3"]);
  const shoe = await openShoe(receipt.terms, scheme);
  checkDrawn(receipt.drawn, shoe);
  if (receipt.drawn.in_play !== null) checkAscending("drawn.in_play", receipt.drawn.in_play, shoe.size - 1);
  const entries = parseDraws(seen, shoe, scheme);
  const seed = parseDigest("server_seed", receipt.server_seed);
  const keys = openKeys(seed, receipt.client_seed, scheme);
  const openTree = scheme === "shoe3" ? (await import("./private.mjs")).openTree : undefined;
  const growTree = openTree && ((number, order) => openTree(seed, receipt.client_seed, number, order));
  return { shoe, seed, keys, entries, rounds: openRounds(shoe, receipt, entries, keys, growTree) };
}

/**
 * Return the result of the check of a receipt, of the draws that were seen, of the caller's list of `items`, and of what a
 * player noted.
 */
export async function checkSealedReceipt(given, seen, { items, ...notes } = {}) {
  const receipt = restoreNulls(given);
  const { shoe, seed, entries, rounds } = await openReceipt(receipt, seen);
  const { terms, drawn, commitment } = receipt;
  const noted = compareNotes(receipt, notes);
  const expected = await computeCommitment(seed, terms);
  if (expected !== commitment)
    return { valid: false, difference: differ("commitment", expected, commitment, { detail: OTHER_SEED }) };
  const { records, conflict } = collectRecords(entries);
  const isComplete = records.length > 0 && records.length === drawn.draws;
  const digests = [commitment];
  const difference =
    noted.difference ??
    (items === undefined ? undefined : await findOtherItems(items, terms, shoe.size)) ??
    findImpossibleCount(receipt, shoe) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card !== null) ??
    (await findWrongCard(entries, rounds, shoe, terms.deck)) ??
    (await findWrongRoots(entries, rounds)) ??
    (await rounds.findOtherInPlay()) ??
    conflict ??
    (isComplete ? await findImpossibleDraw(records, receipt, rounds, shoe, digests) : undefined) ??
    (isComplete ? await findCardOfNoDraw(records, entries, rounds, shoe) : undefined) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card === null) ??
    (isComplete ? findOtherDigest(notes, digests, drawn) : undefined);
  if (difference) return { valid: false, difference };
  const isUnseen = ({ faces, roots }) => roots === undefined && faces.every((face) => face === null);
  const isBlind = drawn.total > 0 && entries.every(isUnseen); // a root is that of all the cards of its round
  const unchecked = {
    ...noted.unchecked,
    ...(terms.items_sha256 !== undefined && items === undefined && { items: NO_ITEMS }),
    ...(isBlind && { seen: NO_CARDS }),
    ...(records.length < drawn.draws && { draws: explainMissingDraws(records, drawn) }),
    ...(!isComplete && findOtherDigest(notes, [drawn.digest], drawn) && { digest: EARLIER_DIGEST }),
  };
  return buildResult(unchecked);
}

export const EARLIER_DIGEST =
  "it is not the last one of the receipt: a player who left before the end has an earlier one, which all draws in the list would show";
const OTHER_DIGEST =
  "the draws of the receipt do not lead by way of the digest that was shown: the shoe was drawn from in two ways";

/** Return the difference of the digest that a player was shown last from those of the draws, or undefined. */
export function findOtherDigest({ digest }, digests, drawn) {
  if (digest === undefined || digests.includes(digest)) return undefined;
  return differ("digest", digest, drawn.digest, { detail: OTHER_DIGEST });
}

/** Return the difference of a card that was seen though no draw of a complete list took it, or undefined. */
async function findCardOfNoDraw(records, entries, rounds, { size }) {
  const taken = new Set(listCards(records).map(({ round, position }) => `${round} ${position}`));
  for (const { round, position } of listCards(entries)) {
    const shuffled = size - ((await rounds.inPlay(round))?.length ?? 0);
    if (position < shuffled && !taken.has(`${round} ${position}`))
      return differ("drawn", `round ${round}, position ${position} in a draw`, undefined, { detail: IN_NO_DRAW });
  }
}

const IN_NO_DRAW = "this card was seen, and no draw in the list took it";
export const NO_ITEMS = "the list that the terms commit to is not there, so the numbers may stand for other items";

/** Return the reason why the draws were not followed one by one. */
export function explainMissingDraws(records, { draws }) {
  if (records.length === 0) return `none of the ${draws} draws is in the list with its number, so one may have been hidden`;
  const gap = records.findIndex(({ draw }, i) => draw !== i + 1); // they are in order, each number once
  const first = (gap < 0 ? records.length : gap) + 1;
  return `${draws - records.length} of the ${draws} are not in the list, the first is number ${first}, so one may have been altered`;
}

/** Check the counts of a receipt, but for the cards in play. */
export function checkDrawn(drawn, { size, game }) {
  const [counts, ends] = [["round", "total", "draws"], game ? ["positions"] : ["top", "bottom"]];
  const names = [...counts, "digest", "in_play", ...ends];
  checkObject("drawn", drawn, names, names);
  for (const name of game ? counts : [...counts, ...ends]) checkInteger(`drawn.${name}`, drawn[name], 0, MAX);
  parseDigest("drawn.digest", drawn.digest);
  if (game) checkAscending("drawn.positions", drawn.positions, size - 1);
}

/** Return the entries of `seen`, each with its place in the list. */
export function parseDraws(seen, { size, member, game }, scheme) {
  const isPrivate = scheme === "shoe3";
  const more = ["draw", "in_play", ...(game ? ["stage", "pile", "part"] : []), ...(isPrivate ? ["roots", "seat"] : [])];
  return parseSeen(seen, size, member, more).map((entry, i) => {
    const where = (name) => `seen[${i}].${name}`;
    if (entry.draw !== undefined) checkInteger(where("draw"), entry.draw, 1, MAX);
    if (entry.in_play !== undefined) checkAscending(where("in_play"), entry.in_play, size - 1);
    if (entry.in_play !== undefined && entry.draw === undefined)
      throw new Refused(where("in_play"), "only the entry of a draw, with its number, has cards in play");
    if (entry.stage !== undefined) checkChoice(where("stage"), entry.stage, game.stages);
    if (entry.roots !== undefined) {
      checkList(where("roots"), entry.roots).forEach((root, k) => parseDigest(`${where("roots")}[${k}]`, root));
      if (entry.roots.length === 0 || entry.draw === undefined)
        throw new Refused(where("roots"), "only the entry of a draw, with its number, has roots, one or more");
    }
    for (const name of ["pile", "part", "seat"]) if (entry[name] !== undefined) checkText(where(name), entry[name]);
    if (game && entry.draw !== undefined && (entry.stage === undefined) === (entry.pile === undefined))
      throw new Refused(`seen[${i}]`, "a stage or a pile was expected");
    return { ...entry, i };
  });
}

/** Return the first entry for each draw by number, and the first difference: a draw of no card, or another entry of a draw. */
export function collectRecords(entries) {
  const records = new Map();
  let conflict;
  for (const entry of entries.filter(({ draw }) => draw !== undefined)) {
    const first = records.get(entry.draw) ?? entry;
    records.set(entry.draw, first);
    if (entry.stage === undefined && entry.positions.length === 0)
      conflict ??= differ(`seen[${entry.i}].positions`, "a card or more", [], { draw: entry.draw });
    const names = ["stage", "pile", "part", "seat", "rounds", "positions", "in_play", "roots"];
    const name = names.find((one) => !isEqual(first[one], entry[one]));
    const more = { draw: entry.draw, detail: describeFork(first, entry) };
    if (name && Array.isArray(first[name]) && Array.isArray(entry[name])) {
      const [expected, k] = findOther(first[name], entry[name]);
      conflict ??= differ(`seen[${entry.i}].${name}[${k}]`, expected, entry[name][k], more);
    } else if (name) conflict ??= differ(`seen[${entry.i}].${name}`, first[name], entry[name], more);
  }
  return { records: [...records.values()].sort((one, other) => one.draw - other.draw), conflict };
}

const describeFork = ({ draw, i: first }, { i: second }) =>
  `draw ${draw} was made twice, or one of its entries was changed: the players who hold seen[${first}] and those who hold seen[${second}] saw different draws, and the receipt can be right for one of them alone`;

/**
 * Return the rounds of a shoe as functions of a number: `inPlay`, the indices in play in it, or null if it did not begin
 * with `in_play`; `needed`, how much of its order was seen; `order`, at least that much of it; `label`, the name of the
 * place of a position in words, in brackets; `rootOf`, of shoe3, its root. And `findOtherInPlay`.
 */
function openRounds({ size, game }, { terms, drawn }, entries, keys, growTree) {
  const withInPlay = entries.filter(({ in_play, rounds }) => in_play !== undefined && rounds.length > 0);
  const begun = new Map(withInPlay.map((entry) => [entry.rounds.at(-1), entry]));
  const memo = (compute) => {
    const results = new Map();
    return (number) => results.get(number) ?? results.set(number, compute(number)).get(number);
  };
  const inPlay = memo(async (number) => {
    if (number === drawn.round) return drawn.in_play;
    if (number === 0 || !begun.has(number)) return null;
    const ended = await order(number - 1);
    return ascending(begun.get(number).in_play.map((position) => ended[position]));
  });
  const needed = (number) => {
    if (game || growTree) return size;
    const seen = entries.flatMap(({ rounds, positions }) => positions.filter((_, k) => rounds[k] === number));
    const held = begun.get(number + 1)?.in_play ?? [];
    return [...seen, ...held].reduce((max, position) => Math.max(max, position), 0) + 1;
  };
  const order = memo(async (number) =>
    orderRound(keys, number, size, terms, (await inPlay(number)) ?? [], { count: needed(number) }),
  );
  async function label(number, position) {
    const held = await inPlay(number);
    if (held && position >= size - held.length) return " (in play)";
    if (!game) return "";
    if (held || begun.has(number)) return ` (the ${game.stock})`;
    const isStart = ({ stage, rounds: [first] }) => game.isContinued && stage === game.stages[0] && first === number;
    const hands = entries.filter(isStart);
    const starts = hands
      .map(({ positions }) => Math.min(...positions))
      .filter((start) => start > 0 && start <= position);
    const left = starts.length > 0 ? range(size).slice(Math.max(...starts)) : undefined;
    const layout = game.layOut(await order(number), number, left);
    return ` (${game.describePlace(layout.find((place) => place.position === position))})`;
  }
  /** Return the difference of an entry whose cards in play are not those of the round, or undefined. */
  async function findOtherInPlay() {
    const [first, entry] = [begun.get(0), begun.get(drawn.round)];
    if (first !== undefined) return differ(`seen[${first.i}].in_play`, undefined, first.in_play);
    if (entry === undefined) return undefined;
    const ended = await order(drawn.round - 1);
    const held = ascending(entry.in_play.map((position) => ended[position]));
    if (isEqual(held, drawn.in_play)) return undefined;
    return differ(`seen[${entry.i}].in_play`, drawn.in_play, held, { detail: OTHER_IN_PLAY });
  }
  const rootOf = growTree && memo(async (number) => growTree(number, await order(number)).root);
  return { inPlay, needed, order, label, rootOf, findOtherInPlay };
}

/** Return how many cards are in play in the last round: a receipt lists their indices, a partial one has the number. */
export const countInPlay = ({ in_play: inPlay }) => inPlay?.length ?? inPlay ?? 0;

/** Return the first count of drawn cards that is impossible, or undefined. */
export function findImpossibleCount({ terms, drawn, client_seed, commitment }, { size, game }) {
  const { round, total, draws, top, bottom, positions, in_play } = drawn;
  const shuffled = size - countInPlay(drawn);
  const taken = game ? positions.length : top + bottom;
  const ranges = {
    round: [0, terms.reshuffle === "never" ? 0 : MAX],
    ...(game ? {} : { top: [round + total > 0 && bottom === 0 ? 1 : 0, shuffled], bottom: [0, shuffled - top] }),
    total: [taken + (game ? 0 : round), taken + round * size],
    draws: [total > 0 ? 1 : 0, game ? MAX : total], // the first stage of bingo_call takes no card
  };
  for (const [name, [low, high]] of Object.entries(ranges))
    if (drawn[name] < low || drawn[name] > high)
      return differ(`drawn.${name}`, low === high ? low : `${low} to ${high}`, drawn[name]);
  if (round === 0 && in_play !== null) return differ("drawn.in_play", null, in_play);
  if (game && positions.length > 0 && positions.at(-1) >= shuffled)
    return differ(`drawn.positions[${positions.length - 1}]`, `0 to ${shuffled - 1}`, positions.at(-1));
  if (draws === 0 && round > 0) return differ("drawn.round", 0, round);
  if (draws === 0 && drawn.digest !== commitment) return differ("drawn.digest", commitment, drawn.digest);
  if (draws === 0 && client_seed !== null) return differ("client_seed", null, client_seed);
}

/** Return the first draw or card of some that the receipt does not count as drawn although it was seen, or undefined. */
export function findUndrawn(drawn, entries, { size, game }, isMeant) {
  const shuffled = size - countInPlay(drawn);
  const taken = new Set(drawn.positions);
  const isLeft = (position) =>
    position < shuffled && (game ? !taken.has(position) : position >= drawn.top && position < shuffled - drawn.bottom);
  for (const { draw = 0, i } of entries)
    if (draw > drawn.draws)
      return differ(`seen[${i}].draw`, `at most ${drawn.draws}`, draw, { draw, detail: LATER_DRAW });
  for (const { round, position, draw } of listCards(entries).filter(isMeant))
    if (round > drawn.round || (round === drawn.round && isLeft(position)))
      return differ("drawn", `round ${round}, position ${position}`, drawn, { draw, detail: NOT_COUNTED });
}

const OTHER_IN_PLAY = "the receipt has other cards in play in its last round; both are listed by their indices";
const LATER_DRAW = "the receipt counts fewer draws: it is of an earlier state of the shoe, or of another branch";

/** Return the first card that was seen and differs from the card at its position, or undefined. */
async function findWrongCard(entries, rounds, { faceOf, codes }, deck) {
  const normalize = codes ? openSpellings(deck, codes) : (number) => number;
  for (const { round, position, card, draw } of listCards(entries)) {
    if (card === null) continue;
    const expected = faceOf((await rounds.order(round))[position]);
    const where = `round ${round}, position ${position}`;
    if (normalize(card) !== expected) return differ(where + (await rounds.label(round, position)), expected, card, { draw });
  }
}

/**
 * Return the first root that was seen and is not that of its round, or undefined. The last one of an entry is of the round
 * of its last card; the first one of draw 1 of round 0.
 */
async function findWrongRoots(entries, rounds) {
  for (const { roots, rounds: numbers, draw, i } of entries) {
    if (roots === undefined || (numbers.length === 0 && draw !== 1)) continue;
    const first = draw === 1 ? 0 : numbers.at(-1) + 1 - roots.length;
    for (const [k, root] of roots.entries()) {
      if (first + k < 0 || first + k > (numbers.at(-1) ?? 0))
        return differ(`seen[${i}].roots`, `of rounds 0 to ${numbers.at(-1) ?? 0}`, roots, { draw });
      const expected = await rounds.rootOf(first + k);
      if (root !== expected) return differ(`seen[${i}].roots[${k}]`, expected, root, { draw, detail: OTHER_ROOT });
    }
  }
}

const OTHER_ROOT = "the cards of this round lead to another root";

/** Return the difference of the caller's list from the one that the terms commit to, or undefined. */
export async function findOtherItems(items, { items_sha256 }, size) {
  const { length } = checkList("original_items", items);
  if (items_sha256 !== undefined && length !== size) return differ("original_items", `${size} items`, `${length} items`);
  const hash = await hashList(items);
  return hash === items_sha256 ? undefined : differ("terms.items_sha256", hash, items_sha256);
}

/** The check of receipts of the scheme shoe2 with the draws that were seen, implemented from docs/stream.md alone. */
import { canonicalJson, hashList } from "./canonical.mjs";
import { computeCommitment, listCards, parseSeen } from "./receipts.mjs";
import { deriveKeys, hashDraw, openShoe, orderRound, recordOf } from "./sealed.mjs";
import { Refused, checkChoice, checkInteger, checkList, checkObject, checkText, parseDigest } from "./validation.mjs";

const MAX = 2 ** 53 - 1;
const differ = (where, expected, seen) => ({ where, expected, seen });
const isEqual = (one, other) => canonicalJson(one ?? null) === canonicalJson(other ?? null);
const range = (length) => Array.from({ length }, (_, i) => i);
const ascending = (numbers) => [...numbers].sort((one, other) => one - other);

/** Return the list if it has different integers from 0 to `max` in ascending order. */
function checkAscending(where, list, max) {
  checkList(where, list).forEach((value, i) => checkInteger(`${where}[${i}]`, value, i && list[i - 1] + 1, max));
  return list;
}

/** Return the result of the check of a receipt, of the draws that were seen, and of the caller's list of items. */
export async function checkSealedReceipt(receipt, seen = [], items) {
  const names = ["receipt", "commitment", "terms", "server_seed", "client_seed", "drawn"];
  checkObject("receipt", receipt, names, names);
  const { terms, drawn, commitment, client_seed } = receipt;
  parseDigest("commitment", commitment);
  if (client_seed !== null) checkText("client_seed", client_seed);
  const shoe = await openShoe(terms);
  checkDrawn(drawn, shoe);
  if (items !== undefined && terms.items_sha256 === undefined)
    throw new Refused("original_items", "the terms have no items_sha256 to compare it with");
  const entries = parseDraws(seen, shoe);
  const seed = parseDigest("server_seed", receipt.server_seed);
  const expected = await computeCommitment(seed, terms);
  if (expected !== commitment) return { valid: false, difference: differ("commitment", expected, commitment) };

  const rounds = openRounds(shoe, receipt, entries, await deriveKeys(seed, client_seed));
  const { records, conflict } = collectRecords(entries);
  const isComplete = records.length > 0 && records.length === drawn.draws;
  const difference =
    findImpossibleCount(receipt, shoe) ??
    findUndrawnCard(drawn, entries, shoe) ??
    (await findWrongCard(entries, rounds, shoe)) ??
    (await rounds.findOtherInPlay()) ??
    conflict ??
    (isComplete ? await findImpossibleDraw(records, receipt, rounds, shoe) : undefined) ??
    (items === undefined ? undefined : await findOtherItems(items, terms));
  if (difference) return { valid: false, difference };
  const missing = drawn.draws - records.length;
  if (records.length > 0 && missing > 0)
    return {
      valid: null,
      unchecked: { draws: `${missing} of ${drawn.draws} are not in seen, so the digest is not known` },
    };
  return { valid: entries.some(({ faces }) => faces.some((face) => face !== null)) || null };
}

function checkDrawn(drawn, { size, game }) {
  const [counts, ends] = [["round", "total", "draws"], game ? ["positions"] : ["top", "bottom"]];
  const names = [...counts, "digest", "in_play", ...ends];
  checkObject("drawn", drawn, names, names);
  for (const name of game ? counts : [...counts, ...ends]) checkInteger(`drawn.${name}`, drawn[name], 0, MAX);
  parseDigest("drawn.digest", drawn.digest);
  if (drawn.in_play !== null) checkAscending("drawn.in_play", drawn.in_play, size - 1);
  if (game) checkAscending("drawn.positions", drawn.positions, size - 1);
}

/** Return the entries of `seen`, each with its place in the list. */
export function parseDraws(seen, { size, member, game }) {
  const more = ["draw", "in_play", ...(game ? ["stage", "pile", "part"] : [])];
  return parseSeen(seen, size, member, more).map((entry, i) => {
    const where = (name) => `seen[${i}].${name}`;
    if (entry.draw !== undefined) checkInteger(where("draw"), entry.draw, 1, MAX);
    if (entry.in_play !== undefined) checkAscending(where("in_play"), entry.in_play, size - 1);
    if (entry.stage !== undefined) checkChoice(where("stage"), entry.stage, game.stages);
    for (const name of ["pile", "part"]) if (entry[name] !== undefined) checkText(where(name), entry[name]);
    if (game && entry.draw !== undefined && (entry.stage === undefined) === (entry.pile === undefined))
      throw new Refused(`seen[${i}]`, "a stage or a pile was expected");
    return { ...entry, i };
  });
}

/** Return the first entry for each draw by number, and the first difference of another entry for the same draw. */
function collectRecords(entries) {
  const records = new Map();
  let conflict;
  for (const entry of entries.filter(({ draw }) => draw !== undefined)) {
    const first = records.get(entry.draw) ?? entry;
    records.set(entry.draw, first);
    const name = ["rounds", "positions", "in_play", "stage", "pile", "part"].find(
      (one) => !isEqual(first[one], entry[one]),
    );
    if (name) conflict ??= differ(`seen[${entry.i}].${name}`, first[name], entry[name]);
  }
  return { records: [...records.values()].sort((one, other) => one.draw - other.draw), conflict };
}

/**
 * Return the rounds of a shoe as functions of a number: `inPlay`, the indices in play in it, or null if it did not begin
 * with `in_play`; `order`, and `needed`, the number of its indices that are looked at; `label`, the name of the place of a
 * position in words, in brackets; and `findOtherInPlay`.
 */
export function openRounds({ size, game }, { terms, drawn }, entries, keys) {
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
    const positions = entries.flatMap(({ rounds, positions }) => positions.filter((_, k) => rounds[k] === number));
    const held = begun.get(number + 1)?.in_play ?? [];
    return game ? size : Math.max(0, ...positions, ...held) + 1;
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
    const starts = hands.map(({ positions }) => positions[0]).filter((start) => start > 0 && start <= position);
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
    return isEqual(held, drawn.in_play) ? undefined : differ(`seen[${entry.i}].in_play`, drawn.in_play, held);
  }
  return { inPlay, order, needed, label, findOtherInPlay };
}

/** Return the first count of drawn cards that is impossible, or undefined. */
function findImpossibleCount({ terms, drawn, client_seed, commitment }, { size, game }) {
  const { round, total, draws, top, bottom, positions, in_play } = drawn;
  const shuffled = size - (in_play?.length ?? 0);
  const taken = game ? positions.length : top + bottom;
  const ranges = {
    round: [0, terms.reshuffle === "never" || draws === 0 ? 0 : MAX],
    ...(game ? {} : { top: [total > 0 && bottom === 0 ? 1 : 0, shuffled], bottom: [0, shuffled - top] }),
    total: [taken + (game ? 0 : round), taken + round * size],
    draws: [total > 0 ? 1 : 0, game ? MAX : total], // the first stage of bingo_call takes no card
  };
  for (const [name, [low, high]] of Object.entries(ranges))
    if (drawn[name] < low || drawn[name] > high)
      return differ(`drawn.${name}`, low === high ? low : `${low} to ${high}`, drawn[name]);
  if (round === 0 && in_play !== null) return differ("drawn.in_play", null, in_play);
  if (game && positions.some((position) => position >= shuffled))
    return differ("drawn.positions", `positions below ${shuffled}`, positions);
  if (draws === 0 && drawn.digest !== commitment) return differ("drawn.digest", commitment, drawn.digest);
  if (draws === 0 && client_seed !== null) return differ("client_seed", null, client_seed);
}

/** Return the first draw or card that was seen although the receipt does not count it as drawn, or undefined. */
function findUndrawnCard(drawn, entries, { size, game }) {
  const shuffled = size - (drawn.in_play?.length ?? 0);
  const taken = new Set(drawn.positions);
  const isLeft = (position) =>
    position < shuffled && (game ? !taken.has(position) : position >= drawn.top && position < shuffled - drawn.bottom);
  for (const { draw = 0, i } of entries)
    if (draw > drawn.draws) return differ(`seen[${i}].draw`, `at most ${drawn.draws}`, draw);
  for (const { round, position } of listCards(entries))
    if (round > drawn.round || (round === drawn.round && isLeft(position)))
      return differ("drawn", `round ${round}, position ${position}`, drawn);
}

/** Return the first card that was seen and differs from the card at its position, or undefined. */
async function findWrongCard(entries, rounds, { faceOf }) {
  for (const { round, position, card } of listCards(entries)) {
    if (card === null) continue;
    const expected = faceOf((await rounds.order(round))[position]);
    const where = `round ${round}, position ${position}`;
    if (card !== expected) return differ(where + (await rounds.label(round, position)), expected, card);
  }
}

/** Return the first difference of a list of all draws from what could be drawn, or from the receipt, or undefined. */
async function findImpossibleDraw(records, { terms, drawn, commitment, client_seed }, rounds, shoe) {
  const state = { total: 0, digest: commitment };
  beginRound(state, shoe, 0, null);
  for (const entry of records) {
    const follow = entry.stage === undefined ? followDraw : followStage;
    const [name, expected, k] = (await follow(entry, state, terms, rounds, shoe)) ?? [];
    if (name && k === undefined) return differ(`seen[${entry.i}].${name}`, expected, entry[name]);
    if (name) return differ(`seen[${entry.i}].${name}[${k}]`, expected, entry[name][k]);
    state.total += entry.positions.length;
    state.digest = await hashDraw(state.digest, recordOf(entry, client_seed));
  }
  const { round, total, inPlay, top, bottom, taken, digest } = state;
  const isWhole = taken.size === state.shuffled && drawn.top + drawn.bottom === taken.size; // its last card has no end
  const ends = isWhole ? {} : { top, bottom };
  const counts = { round, total, in_play: inPlay, ...(shoe.game ? { positions: ascending(taken) } : ends) };
  for (const [name, count] of Object.entries({ ...counts, digest }))
    if (!isEqual(count, drawn[name])) return differ(`drawn.${name}`, count, drawn[name]);
}

/** Begin a round of which no card is taken and no stage is dealt. */
function beginRound(state, { size }, round, inPlay) {
  const shuffled = size - (inPlay?.length ?? 0);
  Object.assign(state, { round, inPlay, shuffled, taken: new Set(), top: 0, bottom: 0, layout: undefined, dealt: 0 });
}

/**
 * Deal the next stage of a game; return the name of the member of its entry that differs, what was expected, and the
 * place in the list if it is one.
 */
async function followStage(entry, state, terms, rounds, shoe) {
  const { game } = shoe;
  const isFresh = () => state.layout === undefined && state.inPlay === null;
  const isDealing = () => state.layout !== undefined && state.dealt < game.stages.length;
  const hasNext = () => isFresh() || isDealing() || (game.isContinued && state.inPlay === null);
  const isOther = entry.positions.length > 0 ? entry.rounds[0] !== state.round : !hasNext();
  const isNew = isOther || (!isDealing() && isLow(state, terms));
  if (isNew && terms.reshuffle !== "never" && state.taken.size > 0) beginRound(state, shoe, state.round + 1, null);
  const other = entry.rounds.findIndex((round) => round !== state.round);
  if (other >= 0) return ["rounds", state.round, other];
  if (!hasNext()) return ["stage"];
  if (!isDealing()) {
    const left = isFresh() ? undefined : listPile(state, { pile: game.stock }, game);
    state.layout = game.layOut(await rounds.order(state.round), state.round, left);
    state.dealt = 0;
  }
  const stage = game.stages[state.dealt++];
  if (entry.stage !== stage) return ["stage", stage];
  const cards = state.layout.filter((card) => card.stage === stage && game.isTaken(card));
  const expected = ascending(cards.map(({ position }) => position));
  if (!isEqual(expected, entry.positions)) return ["positions", ...findOther(expected, entry.positions)];
  if (entry.in_play !== undefined) return ["in_play"];
  for (const position of expected) state.taken.add(position);
}

/** Return whether the cut card was reached, after which the next draw, or the next hand of a game, begins a new round. */
const isLow = ({ taken, shuffled }, { reshuffle, cut }) =>
  reshuffle === "at_cut" && taken.size > 0 && shuffled - taken.size <= cut;

/** Return the first value of a list that another list has not in its place, and that place. */
function findOther(expected, values) {
  const k = expected.findIndex((value, i) => value !== values[i]);
  return k < 0 ? [undefined, expected.length] : [expected[k], k];
}

/** Draw from an end of the shoe, or of a pile of a game; return as `followStage` does. */
async function followDraw(entry, state, terms, rounds, shoe) {
  const { game } = shoe;
  if (game && !hasPile(state, entry, game)) return ["pile", game.stock];
  const { reshuffle } = terms;
  let [ends, own, left, hasBegun] = [["top", "bottom"], [], listLeft(state, entry, game), false];
  for (const [k, position] of entry.positions.entries()) {
    const mayBegin = k === 0 || (left.size === 0 && (reshuffle === "when_empty" || entry.in_play !== undefined));
    const mustBegin = left.size === 0 || (k === 0 && !game && isLow(state, terms));
    const isOther = entry.rounds[k] !== state.round;
    if (reshuffle !== "never" && state.taken.size > 0 && mayBegin && (mustBegin || isOther)) {
      const { in_play } = entry;
      if (hasBegun || (game && in_play === undefined)) return ["in_play", own];
      const wrong = (in_play ?? []).findIndex((one) => !state.taken.has(one) && one < state.shuffled);
      if (wrong >= 0) return ["in_play", "a card that was dealt", wrong];
      if (in_play && !own.every((one) => in_play.includes(one))) return ["in_play", "with the cards of this draw"];
      const order = in_play && (await rounds.order(state.round));
      beginRound(state, shoe, state.round + 1, in_play ? ascending(in_play.map((one) => order[one])) : null);
      [own, left, hasBegun] = [[], listLeft(state, entry, game), in_play !== undefined];
    }
    if (left.size === 0 || entry.rounds[k] !== state.round) return ["rounds", state.round, k];
    const next = { top: left.first(), bottom: left.last() };
    if (!ends.some((end) => next[end] === position)) return ["positions", next[ends[0]], k];
    ends = ends.filter((end) => next[end] === position);
    left.take(ends[0]);
    state[ends[0]]++;
    state.taken.add(position);
    own.push(position);
  }
  if (entry.in_play !== undefined && !hasBegun) return ["in_play"];
}

/** Return the positions that are left of the shoe, or of a pile, with a function that takes one from an end. */
function listLeft(state, entry, game) {
  const pile = game && listPile(state, entry, game);
  let [top, bottom] = game ? [0, 0] : [state.top, state.bottom];
  const length = game ? pile.length : state.shuffled;
  return {
    get size() {
      return length - top - bottom;
    },
    first: () => (game ? pile[top] : top),
    last: () => (game ? pile[length - 1 - bottom] : length - 1 - bottom),
    take: (end) => (end === "top" ? top++ : bottom++),
  };
}

/** Return whether cards of a pile of a game, or of a part of it, lay face down. */
const hasPile = (state, entry, game) => listPile({ ...state, taken: new Set() }, entry, game).length > 0;

/** Return the positions that can be drawn from a pile of a game, or from a part of it, in their order. */
function listPile({ layout, dealt, inPlay, shuffled, taken }, { pile, part }, game) {
  const isLeft = (position) => !taken.has(position);
  if (layout === undefined) return inPlay === null || pile !== game.stock ? [] : range(shuffled).filter(isLeft);
  const from = part ?? game.defaultPart(layout, pile);
  const isThere = (card) => card.name === pile && card.part === from && game.stages.indexOf(card.stage) < dealt;
  const cards = layout.filter((card) => isThere(card) && !game.isTaken(card));
  return cards.map(({ position }) => position).filter(isLeft);
}

/** Return the difference of the caller's list from the one that the terms commit to, or undefined. */
async function findOtherItems(items, { items_sha256 }) {
  const hash = await hashList(checkList("original_items", items));
  return hash === items_sha256 ? undefined : differ("terms.items_sha256", hash, items_sha256);
}

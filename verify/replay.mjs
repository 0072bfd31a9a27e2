/**
 * The draws of a complete list, followed one by one (schemes shoe2 and shoe3), implemented from docs/stream-shoes.md
 * and docs/private.md alone.
 */
import { canonicalJson } from "./canonical.mjs";
import { hashDraw, recordOf } from "./sealed.mjs";

/** Return a difference; `more` may have the number of its `draw`, and a `detail` for people. */
export const differ = (where, expected, seen, more) => ({ where, expected, seen, ...more });
export const isEqual = (one, other) => canonicalJson(one ?? null) === canonicalJson(other ?? null);
export const range = (length) => Array.from({ length }, (_, i) => i);
export const ascending = (numbers) => [...numbers].sort((one, other) => one - other);

/** Return the first value of a list that another list has not in its place, and that place. */
export function findOther(expected, values) {
  const k = expected.findIndex((value, i) => value !== values[i]);
  return k < 0 ? [undefined, expected.length] : [expected[k], k];
}

/**
 * Return the first difference of a list of all draws from what could be drawn, or from the receipt, or undefined. The digest
 * of each draw is added to `digests`.
 */
export async function findImpossibleDraw(records, { terms, drawn, commitment, client_seed }, rounds, shoe, digests) {
  const state = { total: 0, digest: commitment };
  beginRound(state, shoe, 0, null);
  for (const entry of records) {
    const follow = entry.stage === undefined ? followDraw : followStage;
    const before = entry === records[0] ? -1 : state.round;
    const [name, expected, k] =
      (await follow(entry, state, terms, rounds, shoe)) ?? (await findOtherRoots(entry, before, state, rounds)) ?? [];
    const more = { draw: entry.draw, detail: name === "roots" ? OTHER_ROOTS : OTHER_DRAW };
    if (name && k === undefined) return differ(`seen[${entry.i}].${name}`, expected, entry[name], more);
    if (name) return differ(`seen[${entry.i}].${name}[${k}]`, expected, entry[name][k], more);
    state.total += entry.positions.length;
    state.digest = await hashDraw(state.digest, recordOf(entry, client_seed, terms.scheme), terms.scheme);
    digests.push(state.digest);
  }
  const { round, total, inPlay, top, bottom, taken, digest } = state;
  const isAlone = records.at(-1).rounds.filter((one) => one === round).length === 1;
  const isOtherEnd = drawn.top === top - 1 && drawn.bottom === bottom + 1; // the last card of a round lies at both ends
  const ends = taken.size === state.shuffled && isAlone && isOtherEnd ? {} : { top, bottom };
  const counts = { round, total, digest, in_play: inPlay, ...(shoe.game ? { positions: ascending(taken) } : ends) };
  for (const [name, count] of Object.entries(counts))
    if (!isEqual(count, drawn[name])) return differ(`drawn.${name}`, count, drawn[name], { detail: OTHER_RECEIPT });
}

/** Return the difference of the roots of an entry from those of the rounds after `before` that it began, as `followStage` does. */
async function findOtherRoots({ roots = [] }, before, { round }, { rootOf }) {
  if (rootOf === undefined) return undefined;
  const expected = await Promise.all(range(round - before).map((i) => rootOf(before + 1 + i)));
  if (roots.length !== expected.length) return ["roots", expected.length > 0 ? expected : undefined];
  const [root, k] = findOther(expected, roots);
  if (root !== undefined) return ["roots", root, k];
}

const OTHER_ROOTS = "the cards of the rounds that this draw began lead to other roots";
const OTHER_DRAW = "by the rules of the game and the cards before, this draw takes other cards";
const OTHER_RECEIPT = "the draws in the list are possible, but not those of the receipt: one of them was another one there";

/** Begin a round of which no card is taken and no stage is dealt. */
function beginRound(state, { size }, round, inPlay) {
  const shuffled = size - (inPlay?.length ?? 0);
  const empty = { taken: new Set(), top: 0, bottom: 0, layout: undefined, dealt: 0, start: 0, before: 0 };
  Object.assign(state, { round, inPlay, shuffled, ...empty });
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
  if (isNew && terms.reshuffle !== "never" && hasBegun(state)) beginRound(state, shoe, state.round + 1, null);
  const other = entry.rounds.findIndex((round) => round !== state.round);
  if (other >= 0) return ["rounds", state.round, other];
  if (!hasNext()) return ["stage"];
  if (!isDealing()) {
    const left = isFresh() ? undefined : listPile(state, { pile: game.stock }, game);
    state.start = left?.[0] ?? 0;
    state.before = [...state.taken].filter((position) => position < state.start).length;
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

/** Return whether there is a new round to begin: a stage of this one was dealt, or a card was taken. */
const hasBegun = ({ taken, dealt }) => taken.size > 0 || dealt > 0;

/** Return whether the cut card was reached, after which the next draw, or the next hand of a game, begins a new round. */
function isLow({ taken, shuffled, start, before }, { reshuffle, cut }) {
  if (reshuffle !== "at_cut" || taken.size === 0) return false;
  return shuffled - start - (taken.size - before) <= cut; // earlier hands left others
}

/** Draw from an end of the shoe, or of a pile of a game; return as `followStage` does. */
async function followDraw(entry, state, terms, rounds, shoe) {
  const { game } = shoe;
  if (game && !hasPile(state, entry, game)) return ["pile", game.stock];
  const { reshuffle } = terms;
  let [ends, own, left, isDone] = [["top", "bottom"], [], listLeft(state, entry, game), false];
  for (const [k, position] of entry.positions.entries()) {
    const mayBegin = k === 0 || (left.size === 0 && (reshuffle === "when_empty" || entry.in_play !== undefined));
    const mustBegin = left.size === 0 || (k === 0 && !game && isLow(state, terms));
    const isOther = entry.rounds[k] !== state.round;
    if (reshuffle !== "never" && hasBegun(state) && mayBegin && (mustBegin || isOther)) {
      const { in_play } = entry;
      if (isDone || (game && in_play === undefined)) return ["in_play", own];
      const wrong = (in_play ?? []).findIndex((one) => !state.taken.has(one) && one < state.shuffled);
      if (wrong >= 0) return ["in_play", "a card that was dealt", wrong];
      const inPlay = new Set(in_play);
      if (in_play && !own.every((one) => inPlay.has(one))) return ["in_play", "with the cards of this draw"];
      const order = in_play && (await rounds.order(state.round));
      beginRound(state, shoe, state.round + 1, in_play ? ascending(in_play.map((one) => order[one])) : null);
      [own, left, isDone] = [[], listLeft(state, entry, game), in_play !== undefined];
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
  if (entry.in_play !== undefined && !isDone) return ["in_play"];
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
const hasPile = (state, entry, game) =>
  (entry.pile === game.stock && entry.part === undefined) ||
  listPile({ ...state, taken: new Set() }, entry, game).length > 0;

const OPEN_LAST = ["tableau", "reserve", "payoff"]; // their top is the card that was laid last

/** Return the positions that can be drawn from a pile of a game, or from a part of it, from its top to its bottom. */
function listPile({ layout, dealt, inPlay, shuffled, taken }, { pile, part }, game) {
  const isLeft = (position) => !taken.has(position);
  const isStock = inPlay !== null && pile === game.stock && part === undefined;
  if (layout === undefined) return isStock ? range(shuffled).filter(isLeft) : [];
  const from = part ?? game.defaultPart(layout, pile);
  const isThere = (card) => card.name === pile && card.part === from && game.stages.indexOf(card.stage) < dealt;
  const cards = layout.filter((card) => isThere(card) && !game.isTaken(card));
  const positions = cards.map(({ position }) => position).filter(isLeft);
  return OPEN_LAST.includes(pile) ? positions.reverse() : positions;
}

/** The check of a full receipt of a sealed shoe, draw by draw. Implemented from docs/definitions/sealed.md alone. */
import { ascending, isEqual, range } from "../core/canonical.mjs";
import {
  buildResult,
  checkForm,
  collectRecords,
  compareNotes,
  differ,
  entryOf,
} from "./receipts.mjs";
import {
  endDraws,
  findImpossibleCount,
  findOtherDigest,
  findOtherItems,
  findOtherMember,
  findOtherPlace,
} from "./receipts.mjs";
import {
  findSplitDraw,
  findUndrawn,
  findUnsorted,
  listCards,
  listUnchecked,
  openSpellings,
  parseSeen,
} from "./receipts.mjs";
import { endPart, orderRecords, unwrapReceipt } from "./receipts.mjs";
import { openRounds } from "./rounds.mjs";
import {
  computeCommitment,
  hashDraw,
  hashSeed,
  nameFace,
  openKeys,
  orderRound,
  recordOf,
} from "./sealed.mjs";
import { findWrongShown, openTree } from "./shown.mjs";
import { describePlace, formPlace } from "../games/stages.mjs";
import { openShoe } from "./terms.mjs";
import { Refused, parseDigest } from "../core/validation.mjs";

/** Return a receipt that is well formed, its `shoe`, server `seed` and `keys`, and the `entries`, `shown` cards and `rounds` that were seen. */
export async function openReceipt(given, seen, beside) {
  const receipt = unwrapReceipt(given);
  const shoe = openShoe(receipt.terms);
  checkForm(receipt, ["server_seed"], shoe);
  const { entries, shown } = parseSeen(seen ?? [], shoe, receipt.terms, beside);
  const seed = parseDigest("server_seed", receipt.server_seed);
  const keys = openKeys(seed, receipt.client_seed);
  return {
    receipt,
    shoe,
    seed,
    keys,
    entries,
    shown,
    rounds: describeRounds(shoe, receipt, entries, seed, keys),
  };
}

/**
 * Return a check of a full receipt with the draws of a shoe, a part of them at a time: `take`, which returns the first difference in
 * the next views or undefined, and `end`, which returns the result after the last views.
 */
export async function openDraws(given, { items, shown: beside, ...notes }) {
  const {
    receipt,
    shoe,
    seed,
    keys,
    shown: own,
  } = await openReceipt(given, [], beside);
  const { terms, drawn, commitment } = receipt;
  const noted = compareNotes(receipt, notes);
  const expected = await computeCommitment(await hashSeed(seed), terms);
  const first =
    (expected !== commitment
      ? differ("commitment", expected, commitment, { detail: OTHER_SEED })
      : noted.difference) ??
    (await findOtherItems(items, terms, shoe.size)) ??
    (await findImpossibleCount(receipt, shoe)) ??
    findLaterShown(own, drawn);
  const done = {
    state: openRounds(shoe, terms).start,
    total: 0,
    digests: [commitment],
    draws: 0,
    isBlind: true,
  };
  async function take(views) {
    const { entries, shown: others } = parseSeen(
      views,
      shoe,
      terms,
      [],
      done.draws,
    );
    const shown = [
      ...own.filter(([, { round }]) =>
        entries.some(({ rounds }) => rounds.includes(round)),
      ),
      ...others,
    ];
    const { difference, records } = orderRecords(entries, done.draws);
    const rounds = describeRounds(shoe, receipt, entries, seed, keys, done);
    done.draws += records.length;
    done.isBlind &&= entries.every(isUnseen);
    return (
      first ??
      difference ??
      findUnsorted(entries) ??
      findUndrawn(drawn, entries, shoe, () => true) ??
      findLaterShown(shown, drawn) ??
      (await findWrongCard(entries, rounds, shoe, terms)) ??
      (await findWrongRoots(entries, rounds)) ??
      (await findWrongShown(shown, shoe, rounds.rootOf)) ??
      (await rounds.findOtherInPlay()) ??
      (await findImpossibleDraw(records, receipt, rounds, shoe, done)) ??
      endPart(done, views, notes)
    );
  }
  const end = async () =>
    endDraws(
      first ??
        (done.draws === drawn.draws && drawn.draws > 0
          ? await findOtherEnd(done, receipt, shoe)
          : undefined),
      { receipt, noted, notes, items, ...done },
      done.isBlind && drawn.total > 0 ? { seen: NO_CARD } : {},
    );
  return { take, end };
}

const isUnseen = ({ faces, roots }) =>
  roots === undefined && faces.every((face) => face === null);
const NO_CARD = "no card was seen, so none was compared";

/** Return the result of the check of a receipt, of the observed draws, of the caller's list of `items` and of a player's notes. */
export async function checkSealedReceipt(
  given,
  seen,
  { items, shown: beside, ...notes } = {},
) {
  const { receipt, shoe, seed, entries, shown, rounds } = await openReceipt(
    given,
    seen,
    beside,
  );
  const { terms, drawn, commitment } = receipt;
  const noted = compareNotes(receipt, notes);
  const expected = await computeCommitment(await hashSeed(seed), terms);
  if (expected !== commitment)
    return {
      valid: false,
      difference: differ("commitment", expected, commitment, {
        detail: OTHER_SEED,
      }),
    };
  const { records, conflict } = collectRecords(entries);
  const isComplete = records.length > 0 && records.length === drawn.draws;
  const done = {
    state: openRounds(shoe, terms).start,
    total: 0,
    digests: [commitment],
  };
  const difference =
    noted.difference ??
    (await findOtherItems(items, terms, shoe.size)) ??
    conflict ??
    (await findImpossibleCount(receipt, shoe)) ??
    findUnsorted(entries) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card !== null) ??
    findLaterShown(shown, drawn) ??
    (await findWrongCard(entries, rounds, shoe, terms)) ??
    (await findWrongRoots(entries, rounds)) ??
    (await findWrongShown(shown, shoe, rounds.rootOf)) ??
    (await rounds.findOtherInPlay()) ??
    (isComplete
      ? undefined
      : (findSplitDraw(records) ?? findOtherPlace(records, shoe))) ??
    (isComplete
      ? await findImpossibleDraw(records, receipt, rounds, shoe, done)
      : undefined) ??
    (isComplete ? await findOtherEnd(done, receipt, shoe) : undefined) ??
    (isComplete
      ? await findCardOfNoDraw(records, entries, rounds, shoe)
      : undefined) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card === null) ??
    (isComplete ? findOtherDigest(notes, done.digests, drawn) : undefined);
  if (difference) return { valid: false, difference };
  const isBlind = drawn.total > 0 && entries.every(isUnseen); // a root shows all the cards of its round
  return buildResult({
    ...noted.unchecked,
    ...(isBlind && { seen: NO_CARD }),
    ...listUnchecked(receipt, records, { items, ...notes }),
  });
}

const OTHER_SEED =
  "the server seed and the terms of the receipt do not lead to its commitment";

/** Return the first shown card of a round that was not begun, or undefined. */
export function findLaterShown(shown, { round, draws }) {
  const [where, later] =
    shown.find(([, one]) => draws === 0 || one.round > round) ?? [];
  if (later)
    return differ(
      `${where}.round`,
      draws === 0 ? "no round" : `at most ${round}`,
      later.round,
    );
}

/** Return the first observed card that no draw of a complete list took, as a difference, or undefined. */
async function findCardOfNoDraw(records, entries, rounds, { size }) {
  const taken = new Set(
    listCards(records).map(({ round, position }) => `${round} ${position}`),
  );
  for (const { round, position } of listCards(entries)) {
    const shuffled = size - ((await rounds.inPlay(round))?.length ?? 0);
    if (position < shuffled && !taken.has(`${round} ${position}`))
      return differ(
        "drawn",
        `round ${round}, position ${position} in a draw`,
        undefined,
        { detail: IN_NO_DRAW },
      );
  }
}

const IN_NO_DRAW = "this card was seen, and no draw in the list took it";

/**
 * Return functions of the number of a round: `inPlay` returns the indices in play, null if the round began without `in_play`;
 * `needed`, how much of the order was seen; `order`, at least this much; `label`, the place of a position in words, in brackets;
 * `rootOf`, the root, if there are trees. `orderOf` returns the order of a round with given cards in play. The entries begin with
 * a `state` of the shoe, and perhaps the `root` of its round, by default with those of a new shoe.
 */
function describeRounds(
  shoe,
  { terms, drawn, client_seed: clientSeed },
  entries,
  seed,
  keys,
  { state: from = NEW, root } = {},
) {
  const { size, deal } = shoe;
  const hasTree = terms.reveal !== "all";
  const withInPlay = entries.filter(({ in_play: held }) => held !== undefined);
  const begun = new Map(
    withInPlay.map((entry) => [entry.rounds.at(-1), entry]),
  );
  const memo = (compute, key = (number) => number) => {
    const results = new Map();
    return (...of) =>
      results.get(key(...of)) ??
      results.set(key(...of), compute(...of)).get(key(...of));
  };
  const inPlay = memo(async (number) => {
    if (number === drawn.round) return drawn.in_play;
    if (number === from.round) return from.inPlay;
    if (!begun.has(number)) return null;
    const ended = await order(number - 1);
    return ascending(
      begun.get(number).in_play.map((position) => ended[position]),
    );
  });
  const needed = (number) => {
    if (deal || hasTree) return size;
    const seen = entries.flatMap(({ rounds, positions }) =>
      positions.filter((_, k) => rounds[k] === number),
    );
    const held = begun.get(number + 1)?.in_play ?? [];
    return (
      [...seen, ...held].reduce((max, position) => Math.max(max, position), 0) +
      1
    );
  };
  const orderOf = memo(
    async (number, held) => {
      if (held?.length > 0 && size > 65536)
        throw new Refused(
          "seen",
          "cards were in play: at most 65536 cards were expected",
        );
      return orderRound(keys(held ?? []), number, size, terms, held ?? [], {
        count: needed(number),
      });
    },
    (number, held) => [number, ...(held ?? [])].join(),
  );
  const order = async (number) => orderOf(number, await inPlay(number));
  async function label(number, position) {
    const held = await inPlay(number);
    if (held && position >= size - held.length) return " (in play)";
    if (!deal) return "";
    if (held) return ` (${describePlace(deal.seats, deal.stock)})`;
    const isStart = ({ stage, rounds: [first] }) =>
      deal.goesOn && stage === deal.stages[0] && first === number;
    const starts = entries
      .filter(isStart)
      .map(({ positions }) => Math.min(...positions));
    const start = Math.max(0, ...starts.filter((one) => one <= position));
    const layout = deal.layOut(
      await order(number),
      number,
      start > 0 ? range(size).slice(start) : undefined,
    );
    return ` (${describePlace(deal.seats, formPlace(layout.find((place) => place.position === position)))})`;
  }
  /** Return a difference if an entry has other cards in play than its round, or undefined. */
  async function findOtherInPlay() {
    const [first, entry] = [begun.get(0), begun.get(drawn.round)];
    if (first !== undefined)
      return differ(`${first.where}.in_play`, undefined, first.in_play);
    if (entry === undefined) return undefined;
    const ended = await order(drawn.round - 1);
    const held = ascending(entry.in_play.map((position) => ended[position]));
    if (isEqual(held, drawn.in_play)) return undefined;
    return differ(`${entry.where}.in_play`, drawn.in_play, held, {
      detail: OTHER_IN_PLAY,
    });
  }
  const rootOf = memo(async (number) =>
    root && number === from.round
      ? root
      : hasTree
        ? openTree(seed, clientSeed, number, await order(number), shoe).root
        : undefined,
  );
  return { inPlay, needed, order, orderOf, label, rootOf, findOtherInPlay };
}

const NEW = { round: 0, inPlay: null };
const OTHER_IN_PLAY =
  "the receipt has other cards in play in its last round; both are listed by their indices";

/** Return the first card that was seen and differs from the card at its position, or undefined. */
async function findWrongCard(entries, rounds, shoe, terms) {
  const normalize = openSpellings(terms, shoe);
  for (const { round, position, card, draw } of listCards(entries)) {
    if (card === null) continue;
    const expected = shoe.faceOf((await rounds.order(round))[position]);
    const where = `round ${round}, position ${position}`;
    if (normalize(card) !== shoe.toFace(expected))
      return differ(
        where + (await rounds.label(round, position)),
        expected,
        nameFace(card),
        { draw },
      );
  }
}

/**
 * Return the first root in the entries that is not the root of its round, or undefined. The last root of an entry belongs to
 * the round of its last card; the first root of draw 1 to round 0.
 */
async function findWrongRoots(entries, rounds) {
  for (const { roots, rounds: numbers, draw, where } of entries) {
    if (roots === undefined || (numbers.length === 0 && draw !== 1)) continue;
    const first = draw === 1 ? 0 : numbers.at(-1) + 1 - roots.length;
    for (const [k, root] of roots.entries()) {
      if (first + k < 0 || first + k > (numbers.at(-1) ?? 0))
        return differ(
          `${where}.roots`,
          `of rounds 0 to ${numbers.at(-1) ?? 0}`,
          roots,
          { draw },
        );
      const expected = await rounds.rootOf(first + k);
      if (root !== expected)
        return differ(`${where}.roots[${k}]`, expected, root, {
          draw,
          detail: OTHER_ROOT,
        });
    }
  }
}

const OTHER_ROOT = "the cards of this round lead to another root";

/**
 * Repeat draws from what is `done`; return the first difference from their entries, or undefined. `done` goes on by the `state`, the
 * `total` of cards, the `root` of the round, and the digest after each draw, which is added to `digests`.
 */
async function findImpossibleDraw(
  records,
  { terms, client_seed: clientSeed },
  rounds,
  shoe,
  done,
) {
  const shuffled = openRounds(shoe, terms, rounds.orderOf);
  const { digests } = done;
  let { state } = done;
  for (const entry of records) {
    const { tries, where, reason } = await listTries(entry, state, shuffled);
    const before = entry.draw === 1 ? -1 : state.round;
    for (const one of tries) await addBegun(one, before, terms, rounds);
    const { draw, seat } = entry;
    const complete = (one) => ({
      ...one,
      draw,
      ...(seat !== undefined && { seat }),
    });
    const right = tries.find((one) =>
      isEqual(entryOf(entry), complete(one.entry)),
    );
    if (!right) {
      const more = { draw, detail: OTHER_DRAW };
      const near =
        tries.find((one) => one.entry.positions[0] === entry.positions[0]) ??
        tries[0];
      return near
        ? findOtherMember(complete(near.entry), entry, more)
        : differ(where, reason, undefined, more);
    }
    ({ state } = right);
    done.total += entry.positions.length;
    digests.push(
      await hashDraw(digests.at(-1), recordOf(entryOf(entry), clientSeed)),
    );
  }
  Object.assign(done, {
    state,
    root: records.length > 0 ? await rounds.rootOf(state.round) : undefined,
  });
}

/** Return the first count of a receipt that the draws do not lead to, as a difference, or undefined. */
async function findOtherEnd({ state, total, digests }, { terms, drawn }, shoe) {
  const shuffled = openRounds(shoe, terms);
  const counts = {
    round: state.round,
    total,
    in_play: state.inPlay,
    digest: digests.at(-1),
  };
  for (const [name, count] of Object.entries(counts))
    if (!isEqual(count, drawn[name]))
      return differ(`drawn.${name}`, count, drawn[name], {
        detail: OTHER_RECEIPT,
      });
  if (shoe.deal) {
    const taken = shuffled.listTaken(state);
    if (!isEqual(taken, drawn.positions))
      return differ("drawn.positions", taken, drawn.positions, {
        detail: OTHER_RECEIPT,
      });
    return undefined;
  }
  const isWhole =
    state.top + state.bottom === state.shuffled &&
    drawn.top + drawn.bottom === state.shuffled;
  for (const end of isWhole ? [] : ["top", "bottom"])
    if (state[end] !== drawn[end])
      return differ(`drawn.${end}`, state[end], drawn[end], {
        detail: OTHER_RECEIPT,
      });
}

const OTHER_DRAW =
  "by the rules of the shoe and the draws before, this draw takes other cards";
const OTHER_RECEIPT =
  "the draws in the list are possible, but the receipt is of other draws: at least one was different there";

/** Return the results of the requests that an entry can come from; and, if one is refused, the place and the reason. */
async function listTries(entry, state, { deal, draw }) {
  const {
    stage,
    positions,
    rounds,
    burned = 0,
    in_play: held,
    begun,
    roots,
    pile,
    part,
  } = entry;
  const isNew =
    positions.length > 0
      ? rounds[0] > state.round
      : (begun ?? roots) !== undefined && entry.draw > 1;
  const [tries, own] = [
    [],
    new Set(positions.filter((_, k) => rounds[k] === state.round)),
  ];
  const request = {
    reshuffle: isNew,
    pile,
    part,
    burn: burned,
    count: positions.length - burned,
  };
  const named = held && {
    in_play: held.filter((position) => !own.has(position)),
  };
  let [where, reason] = [];
  for (const from of stage === undefined ? ["top", "bottom"] : [undefined])
    try {
      tries.push(
        await (stage === undefined
          ? draw(state, { ...request, ...named, from })
          : deal(state, { reshuffle: isNew })),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      [where, reason] = [
        Object.hasOwn(entry, error.where)
          ? `${entry.where}.${error.where}`
          : entry.where,
        error.message,
      ];
    }
  return { tries, where, reason };
}

/** Add to an entry the number of rounds that it began, or their roots. */
async function addBegun(
  { entry, state: { round } },
  before,
  { reveal },
  { rootOf },
) {
  if (round === before) return;
  if (reveal === "all") entry.begun = round - before;
  else
    entry.roots = await Promise.all(
      range(round - before).map((i) => rootOf(before + 1 + i)),
    );
}

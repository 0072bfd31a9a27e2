/** The check of partial receipts, shown cards and signed states of sealed shoes. Implemented from docs/definitions/sealed.md alone. */
import { ascending, isEqual, range } from "../core/canonical.mjs";
import { findLaterShown } from "./draws.mjs";
import {
  buildResult,
  checkForm,
  collectRecords,
  compareNotes,
  differ,
  endDraws,
  endPart,
  entryOf,
  orderRecords,
} from "./receipts.mjs";
import {
  findImpossibleCount,
  findOtherDigest,
  findOtherItems,
  findOtherPlace,
  findSplitDraw,
  findUndrawn,
} from "./receipts.mjs";
import {
  findUnsorted,
  listCards,
  listUnchecked,
  openSpellings,
  openTerms,
  parseSeen,
  unwrapReceipt,
} from "./receipts.mjs";
import {
  checkSignedForm,
  computeCommitment,
  findSigner,
  hashDraw,
  isSignedBy,
  nameFace,
  recordOf,
  stateMessage,
} from "./sealed.mjs";
import {
  checkShownForms,
  faceName,
  findWrongShown,
  listShown,
} from "./shown.mjs";
import { describePlace } from "../games/stages.mjs";
import { openShoe } from "./terms.mjs";
import {
  Refused,
  checkObject,
  isObject,
  parseDigest,
} from "../core/validation.mjs";

/** Return a well-formed partial receipt, its shoe, the observed entries, and all shown cards, each as [place, card]. */
export async function openPartialReceipt(given, seen, beside) {
  const receipt = unwrapReceipt(given);
  const shoe = openShoe(receipt.terms);
  checkForm(receipt, ["seed_hash", "root", "shown"], shoe);
  const { root, seed_hash: seedHash, terms, shown } = receipt;
  if (terms.reveal === "all")
    throw new Refused("server_seed", "the receipt of this shoe is a full one");
  parseDigest("seed_hash", seedHash);
  if (root !== null) parseDigest("root", root);
  const own = listShown("shown", shown);
  checkShownForms(own, shoe);
  const { entries, shown: others } = parseSeen(seen ?? [], shoe, terms, beside);
  return { receipt, shoe, entries, shown: [...own, ...others] };
}

/** Return the result of the check of a partial receipt, of the observed entries and of a player's notes. */
export async function checkPartialReceipt(
  given,
  seen,
  { items, shown: beside, ...notes } = {},
) {
  const { receipt, shoe, entries, shown } = await openPartialReceipt(
    given,
    seen,
    beside,
  );
  const { terms, drawn, commitment, seed_hash: seedHash } = receipt;
  const noted = compareNotes(receipt, notes);
  const expected = await computeCommitment(seedHash, terms);
  if (expected !== commitment)
    return {
      valid: false,
      difference: differ("commitment", expected, commitment, {
        detail: OTHER_TERMS,
      }),
    };
  const { records, conflict } = collectRecords(entries);
  const isComplete = records.length > 0 && records.length === drawn.draws;
  const roots = collectRoots(receipt, records, isComplete);
  const done = { state: beginEntries(shoe.size), digests: [commitment] };
  const { difference: otherFace, count } = compareFaces(
    shown,
    entries,
    shoe,
    terms,
  );
  const difference =
    noted.difference ??
    (await findOtherItems(items, terms, shoe.size)) ??
    conflict ??
    (await findImpossibleCount(receipt, shoe)) ??
    findUnsorted(entries) ??
    findRootWithoutDraw(receipt) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card !== null) ??
    findLaterShown(shown, drawn) ??
    (await findWrongShown(shown, shoe, (round) => roots.of.get(round))) ??
    roots.difference ??
    otherFace ??
    findOtherPlace(records, shoe) ??
    findSplitDraw(records) ??
    (isComplete
      ? await followEntries(records, receipt, shoe, done)
      : undefined) ??
    (isComplete ? findOtherEnd(done, receipt, shoe) : undefined) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card === null) ??
    (isComplete ? findOtherDigest(notes, done.digests, drawn) : undefined);
  if (difference) return { valid: false, difference };
  const [, unrooted] =
    shown.find(([, { round }]) => !roots.of.has(round)) ?? [];
  return buildResult({
    ...noted.unchecked,
    ...(unrooted && {
      shown: `the root of round ${unrooted.round} is in no entry of seen`,
    }),
    ...(count > 0 && { faces: UNPROVED(count) }),
    ...listUnchecked(receipt, records, { items, ...notes }),
    order: NO_ORDER,
  });
}

/** Return a check of a partial receipt with the draws of a shoe, as `openDraws` does for a full one. */
export async function openPartialDraws(
  given,
  { items, shown: beside = [], ...notes },
) {
  const {
    receipt,
    shoe,
    shown: own,
  } = await openPartialReceipt(given, [], beside);
  const { terms, drawn, commitment, seed_hash: seedHash } = receipt;
  const noted = compareNotes(receipt, notes);
  const expected = await computeCommitment(seedHash, terms);
  const first =
    (expected !== commitment
      ? differ("commitment", expected, commitment, { detail: OTHER_TERMS })
      : noted.difference) ??
    (await findOtherItems(items, terms, shoe.size)) ??
    (await findImpossibleCount(receipt, shoe)) ??
    findRootWithoutDraw(receipt) ??
    findLaterShown(own, drawn);
  const known = { faces: new Map(), used: new Map(), places: new Map() }; // by round and position, or card
  const done = {
    state: beginEntries(shoe.size),
    digests: [commitment],
    draws: 0,
    count: 0,
  };
  async function take(views) {
    const { entries, shown: others } = parseSeen(
      views,
      shoe,
      terms,
      [],
      done.draws,
    );
    const { difference, records } = orderRecords(entries, done.draws);
    const shown = [
      ...own.filter(([, { round }]) =>
        entries.some(({ rounds }) => rounds.includes(round)),
      ),
      ...others,
    ];
    const roots = collectRoots(
      { root: null, drawn },
      records,
      true,
      done.state,
    );
    const told = compareFaces(shown, entries, shoe, terms, known);
    done.draws += records.length;
    done.count += told.count;
    const other =
      first ??
      difference ??
      findUnsorted(entries) ??
      findUndrawn(drawn, entries, shoe, () => true) ??
      findLaterShown(shown, drawn) ??
      findOtherShown(views, entries, others, roots.of) ??
      (await findWrongShown(
        shown,
        shoe,
        (round) => roots.of.get(round),
        known.places,
      )) ??
      told.difference ??
      findOtherPlace(records, shoe) ??
      findSplitDraw(records) ??
      (await followEntries(records, receipt, shoe, done)) ??
      endPart(done, views, notes);
    for (const map of Object.values(known))
      for (const key of map.keys())
        if (parseInt(key) < done.state.round) map.delete(key);
    return other;
  }
  const end = async () =>
    endDraws(
      first ??
        (done.draws === drawn.draws && drawn.draws > 0
          ? findOtherEnd(done, receipt, shoe)
          : undefined),
      { receipt, noted, notes, items, ...done },
      {
        ...(done.count > 0 && { faces: UNPROVED(done.count) }),
        order: NO_ORDER,
      },
    );
  return { take, end };
}

/** Return a difference if responses have not one shown card, of a round that began, for each card that they tell, or undefined. */
function findOtherShown(views, entries, shown, roots) {
  const [where, later] = shown.find(([, { round }]) => !roots.has(round)) ?? [];
  if (later)
    return differ(
      `${where}.round`,
      `one of ${[...roots.keys()].join(", ")}`,
      later.round,
    );
  if (!views.every((view) => isObject(view.seen) || view.dealt_stages))
    return undefined;
  const told = listCards(entries).filter(({ card }) => card !== null).length;
  if (shown.length !== told)
    return differ("shown", `${told} cards`, `${shown.length} cards`);
}

const UNPROVED = (count) =>
  `${count} cards were told without a proof, or not told to anybody`;
const OTHER_TERMS =
  "the digest of the server seed and the terms of the receipt do not lead to its commitment";
const NO_ORDER =
  "a partial receipt cannot show that the order came from the seeds, nor, where a deal looks at faces, that each card came to its place";

function findRootWithoutDraw({ root, drawn: { draws } }) {
  if ((root === null) !== (draws === 0))
    return differ(
      "root",
      draws === 0 ? null : "the root of the last round",
      root,
    );
}

/**
 * Return the known roots by round (`of`), and the first `difference` between two roots of one round. Records that are complete
 * begin in the round of a state, by default before round 0.
 */
function collectRoots(
  { root, drawn },
  records,
  isComplete,
  from = { round: -1, root: null },
) {
  const known = [
    [drawn.round, root],
    [from.round, from.root],
  ];
  const [of, rest] = [
    new Map(known.filter(([, one]) => one !== null)),
    { next: from.round + 1 },
  ];
  let difference;
  for (const { roots = [], rounds, draw, where } of records) {
    const last = rounds.at(-1) ?? (draw === 1 ? 0 : undefined);
    const first = isComplete
      ? rest.next
      : last === undefined
        ? undefined
        : draw === 1
          ? 0
          : last + 1 - roots.length;
    rest.next += roots.length;
    for (const [k, one] of roots.entries()) {
      if (first === undefined) break;
      const round = first + k;
      if (round < 0 || round > drawn.round)
        difference ??= differ(
          `${where}.roots`,
          `of rounds 0 to ${drawn.round}`,
          roots,
          { draw },
        );
      else if ((of.get(round) ?? one) !== one)
        difference ??= differ(`${where}.roots[${k}]`, of.get(round), one, {
          draw,
          detail: OTHER_ROOT,
        });
      else of.set(round, one);
    }
  }
  return { of, difference };
}

const OTHER_ROOT =
  "the receipt, or another entry, has another root of this round";

/**
 * Compare visible faces with shown cards: each position has one face, and no face is at more positions of a round than the shoe
 * has cards with it. Return the first `difference`, and the `count` of cards without a shown card that are visible, or withheld:
 * hidden, but neither burned nor a seat's own. Known faces, and how often each was used, are added to the maps.
 */
function compareFaces(
  shown,
  entries,
  shoe,
  terms,
  { faces, used } = { faces: new Map(), used: new Map() },
) {
  const { codes, deal } = shoe;
  const [normalize, name] = [openSpellings(terms, shoe), faceName(shoe)];
  const left = new Map();
  for (const code of (codes ?? []).map(shoe.toFace))
    left.set(code, (left.get(code) ?? 0) + 1);
  const isThere = (face) =>
    codes ? left.has(face) : face >= terms.min && face <= terms.max;
  const open = new Set();
  let difference;
  const add = ({ round, position, draw, place }, face, detail) => {
    const [key, label] = [
      `${round} ${position}`,
      deal && place ? ` (${describePlace(deal.seats, place)})` : "",
    ];
    const where = `round ${round}, position ${position}${label}`;
    const known = faces.get(key);
    if (known !== undefined) {
      if (known !== face)
        difference ??= differ(where, nameFace(known), nameFace(face), {
          draw,
          detail,
        });
      return;
    }
    faces.set(key, face);
    const times = (used.get(`${round} ${face}`) ?? 0) + 1;
    used.set(`${round} ${face}`, times);
    if (times > (isThere(face) ? (left.get(face) ?? 1) : 0))
      difference ??= differ(where, "another card", nameFace(face), {
        draw,
        detail: TOO_MANY,
      });
  };
  for (const [, card] of shown) add(card, shoe.toFace(card[name]));
  const proved = new Set(faces.keys());
  for (const card of listCards(entries)) {
    const { round, position, place, seat, isBurned, isDealt, draw } = card;
    const isOwn = isDealt
      ? deal.seats.includes(place.split("/")[0])
      : seat !== undefined;
    const isWithheld = draw !== undefined && !isBurned && !isOwn;
    if (
      !proved.has(`${round} ${position}`) &&
      (card.card !== null || isWithheld)
    )
      open.add(`${round} ${position}`);
    if (card.card === null) continue;
    const face = codes ? normalize(card.card) : card.card;
    add(card, face, OTHER_CARD);
  }
  return { difference, count: open.size };
}

const OTHER_CARD =
  "a shown card with its path, or an earlier entry, has another card there";
const TOO_MANY =
  "this card is at more positions of the round than the shoe has of it";

/**
 * Follow draws by their positions from what is `done`; return the first draw that cannot be, or undefined. `done` goes on by its
 * `state`, and the digest after each draw, which is added to `digests`.
 */
async function followEntries(
  records,
  { client_seed: clientSeed },
  { size },
  { state, digests },
) {
  for (const entry of records) {
    const [name, expected, k] = followEntry(entry, state, size) ?? [];
    const [place, seen] =
      k === undefined
        ? [name, entry[name]]
        : [`${name}[${k}]`, entry[name]?.[k]];
    if (name)
      return differ(`${entry.where}.${place}`, expected, seen, {
        draw: entry.draw,
      });
    digests.push(
      await hashDraw(digests.at(-1), recordOf(entryOf(entry), clientSeed)),
    );
  }
}

/** Return the first count of a receipt that the draws do not lead to, as a difference, or undefined. */
function findOtherEnd({ state, digests }, { drawn, root }, { deal }) {
  const {
    top,
    bottom,
    positions = [...range(top), ...range(bottom, state.shuffled - bottom)],
  } = drawn;
  const counts = {
    round: state.round,
    total: state.total,
    in_play: state.inPlay,
    digest: digests.at(-1),
  };
  for (const [name, count] of Object.entries(counts))
    if (count !== drawn[name])
      return differ(`drawn.${name}`, count, drawn[name], {
        detail: OTHER_RECEIPT,
      });
  const taken = ascending(state.taken);
  if (!isEqual(taken, positions))
    return differ(deal ? "drawn.positions" : "drawn", taken, positions, {
      detail: OTHER_RECEIPT,
    });
  if (state.root !== root)
    return differ("root", state.root, root, { detail: OTHER_RECEIPT });
}

/** Return the state in which `followEntry` begins. */
export const beginEntries = (size) => ({
  round: -1,
  taken: new Set(),
  shuffled: size,
  total: 0,
  inPlay: null,
  root: null,
});

/** Take the cards of a draw; return the member of its entry that cannot be, what was expected, and the place in a list. */
export function followEntry(
  { roots = [], rounds, positions, in_play: held },
  state,
  size,
) {
  const last = state.round + roots.length; // the round after the draw
  if (last < 0) return ["roots", "the root of round 0"];
  if (held !== undefined && (roots.length === 0 || last === 0))
    return ["in_play"];
  const isOther = rounds.findIndex(
    (number, k) => number < (rounds[k - 1] ?? state.round) || number > last,
  );
  if (isOther >= 0)
    return [
      "rounds",
      `${Math.max(rounds[isOther - 1] ?? state.round, 0)} to ${last}`,
      isOther,
    ];
  if (rounds.length > 0 && rounds.at(-1) !== last)
    return ["rounds", last, rounds.length - 1];
  for (const number of range(roots.length + 1, last - roots.length)) {
    if (number > state.round) {
      const isHeld = held !== undefined && number === last;
      const wrong = isHeld
        ? held.findIndex(
            (position) =>
              position < state.shuffled && !state.taken.has(position),
          )
        : -1;
      if (wrong >= 0) return ["in_play", "a card that was taken", wrong];
      const inPlay = isHeld ? held.length : null;
      Object.assign(state, {
        round: number,
        taken: new Set(),
        inPlay,
        shuffled: size - (inPlay ?? 0),
      });
    }
    for (const [k, position] of positions.entries()) {
      if (rounds[k] !== number) continue;
      if (position >= state.shuffled || state.taken.has(position))
        return ["positions", "a position that was not taken", k];
      state.taken.add(position);
    }
  }
  state.total += positions.length;
  state.root = roots.at(-1) ?? state.root;
}

const OTHER_RECEIPT =
  "the draws in the list do not lead to what the receipt has";
const NO_ROOT =
  "anybody can make a root: this root is right only if it is in a seen, and the draw of this seen leads to a digest that the service signed";

/** Return the result of the check of shown cards of one round with its root. */
export async function checkShownCards(file) {
  checkObject("", file, ["shown", "root", "terms"], ["shown", "root", "terms"]);
  const shoe = openShoe(openTerms(file.terms));
  parseDigest("root", file.root);
  const list = listShown("shown", file.shown);
  if (list.length === 0)
    throw new Refused("shown", "a shown card was expected");
  checkShownForms(list, shoe);
  const [where] =
    list.find(([, { round }]) => round !== list[0][1].round) ?? [];
  if (where)
    throw new Refused(
      `${where}.round`,
      "cards of one round were expected, as the root is of one round",
    );
  const difference = await findWrongShown(list, shoe, () => file.root);
  return difference
    ? { valid: false, difference }
    : buildResult({ root: NO_ROOT });
}

/** Return the result of the check of a signed state with the public keys of the service, a JWK set. */
export async function checkState(file, keys) {
  checkObject("", file, ["digest", "signed"], ["digest", "signed"]);
  const { digest, signed } = file;
  parseDigest("digest", digest);
  checkSignedForm(signed);
  const key = findSigner(keys, signed.kid);
  if (key === undefined)
    return {
      valid: null,
      unchecked: {
        signed: `the key ${signed.kid} is not among those given; it is published at /.well-known/jwks.json`,
      },
    };
  if (await isSignedBy(key, signed.signature, stateMessage(digest)))
    return { valid: true };
  return {
    valid: false,
    difference: differ(
      "signed.signature",
      `a signature by the key ${signed.kid} of this digest`,
      signed.signature,
    ),
  };
}

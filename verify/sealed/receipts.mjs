/** What receipts have in common: their form, the cards that were seen, and what a player noted. Implemented from docs/definitions/sealed.md alone. */
import { ascending, hashList, isEqual, range } from "../core/canonical.mjs";
import { DECKS } from "../cards/decks.mjs";
import { isOfWords } from "./sealed.mjs";
import { checkShownForms, listShown } from "./shown.mjs";
import { formPlace, isTaken } from "../games/stages.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  isObject,
  parseDigest,
} from "../core/validation.mjs";

const [MAX, MAX_WORDS] = [2 ** 53 - 1, 32 * 65];

/** Return a difference; `more` may have the number of its `draw`, and a `detail` for people. */
export const differ = (where, expected, seen, more) => ({
  where,
  expected,
  seen,
  ...more,
});

/** Return the list if it has different integers from 0 to `max` in ascending order. */
function checkAscending(where, list, max) {
  checkList(where, list).forEach((value, i) =>
    checkInteger(`${where}[${i}]`, value, i && list[i - 1] + 1, max),
  );
}

/** Check the members of a receipt of a shoe, but for its terms; only this kind of receipt has `members`. */
export function checkForm(receipt, members, { size, deal }) {
  const names = [
    "receipt",
    "commitment",
    "terms",
    "client_seed",
    "drawn",
    ...members,
  ];
  checkObject("receipt", receipt, names, names);
  const { commitment, client_seed: clientSeed, terms, drawn } = receipt;
  parseDigest("commitment", commitment);
  if (clientSeed !== null)
    checkText("client_seed", clientSeed, terms.words ? MAX_WORDS : 256);
  const [counts, ends] = [
    ["round", "total", "draws"],
    deal ? ["positions"] : ["top", "bottom"],
  ];
  const all = [...counts, "digest", "in_play", ...ends];
  checkObject("drawn", drawn, all, all);
  for (const name of deal ? counts : [...counts, ...ends])
    checkInteger(`drawn.${name}`, drawn[name], 0, MAX);
  parseDigest("drawn.digest", drawn.digest);
  if (deal) checkAscending("drawn.positions", drawn.positions, size - 1);
  if (members.includes("root")) {
    if (drawn.in_play !== null)
      checkInteger("drawn.in_play", drawn.in_play, 0, size);
  } else if (drawn.in_play !== null)
    checkAscending("drawn.in_play", drawn.in_play, size - 1);
}

/** Return the receipt of a whole response of `/v1/shoes/reveal`, or the receipt itself, if it is of this scheme. */
export function unwrapReceipt(given) {
  const isResponse =
    typeof given?.receipt === "object" && given.receipt !== null;
  const receipt = isResponse ? given.receipt : given;
  checkChoice("receipt", receipt?.receipt, ["sealed1"]);
  const { server_seed: secret, drawn, shown, terms, ...others } = receipt;
  const cards =
    secret === undefined
      ? { root: null, shown: shown ?? [] }
      : { server_seed: secret, ...((shown ?? []).length !== 0 && { shown }) };
  const counts = isObject(drawn) ? { in_play: null, ...drawn } : drawn;
  return {
    client_seed: null,
    ...cards,
    ...others,
    drawn: counts,
    terms: openTerms(terms),
  };
}

const isEmpty = (value) =>
  typeof value === "object" && Object.keys(value ?? {}).length === 0;

/** Return terms without empty members, which programs add: in terms only the `exclude` of a deck can be empty. */
export function openTerms(terms) {
  if (!isObject(terms)) return terms;
  const isKept = ([name, value]) =>
    !isEmpty(value) || (name === "exclude" && Object.hasOwn(terms, "deck"));
  return Object.fromEntries(Object.entries(terms).filter(isKept));
}

/**
 * Compare a receipt with what a player confirms: the `commitment` that was shown before the first card, the `client_seed` that
 * the player gave, and the player's own text. Return the first `difference`, and why something is `unchecked` without a note.
 */
export function compareNotes(
  { commitment, client_seed: clientSeed, terms },
  notes,
) {
  const published = { commitment, client_seed: clientSeed };
  const name = Object.keys(published).find(
    (one) => notes[one] !== undefined && notes[one] !== published[one],
  );
  const isOwn =
    terms.words && clientSeed !== null && notes.own_text !== undefined;
  const isOpen = {
    commitment: notes.commitment === undefined,
    client_seed:
      clientSeed !== null && notes.client_seed === undefined && !isOwn,
  };
  const isOther = isOwn && !clientSeed.split(",").includes(notes.own_text);
  const other = isOther
    ? differ("client_seed", notes.own_text, clientSeed, {
        detail: OTHER_THAN_NOTED.own_text,
      })
    : undefined;
  return {
    difference:
      (name !== "commitment" && other) ||
      (name &&
        differ(name, notes[name], published[name], {
          detail: OTHER_THAN_NOTED[name],
        })),
    unchecked: Object.fromEntries(
      Object.keys(isOpen)
        .filter((one) => isOpen[one])
        .map((one) => [
          one,
          NOT_NOTED[terms.words && one === "client_seed" ? "words" : one],
        ]),
    ),
  };
}

const OTHER_THAN_NOTED = {
  commitment:
    "this is the receipt of another shoe: the player was shown another commitment",
  client_seed:
    "the shoe was drawn from with another client seed than the player gave",
  own_text: "your own text is not among the texts that decided the order",
};
const NOT_NOTED = {
  commitment:
    "it was not compared with the commitment that was shown before the first card: this may be the receipt of another shoe",
  client_seed:
    "it was not compared with the seed that the player gave: the operator may have chosen this seed",
  words:
    "it was not compared: confirm your own text, or the texts as you heard them",
};

/** Return the result of a check without a difference. */
export const buildResult = (unchecked) =>
  Object.keys(unchecked).length > 0
    ? { valid: null, unchecked }
    : { valid: true };

/** Return a function from a spelling to the code of a card: people write lower case, or 10 for T. */
export function openSpellings({ deck }, { codes }) {
  if (deck === undefined) return (face) => face;
  const written = new Map(codes.map((code) => [code.toUpperCase(), code]));
  return (text) => {
    const code = written.get(
      DECKS[deck].canonical(text.toUpperCase()).toUpperCase(),
    );
    if (code === undefined)
      throw new Refused("seen", `${text} is no code of a card of this shoe`);
    return code;
  };
}

const withoutRoots = ({ roots, ...entry }) => entry; // programs add empty ones
const hasEither = (entry, one, other) =>
  (entry[one] === undefined) === (entry[other] === undefined);

/** Check the entry of a draw, or of consecutive cards of a round; return it with the `faces` of its cards. */
export function parseEntry(where, entry, shoe, terms) {
  const [{ size, member, deal }, { reveal, consent, min, max }] = [shoe, terms];
  checkObject(where, entry, Object.keys(entry ?? {}));
  if (Array.isArray(entry.roots) && entry.roots.length === 0)
    return parseEntry(where, withoutRoots(entry), shoe, terms);
  const isRun = !Object.hasOwn(entry, "draw");
  const tree = reveal === "all" ? "begun" : "roots";
  const required = isRun ? [member] : ["draw", "positions", "rounds", member];
  const more = isRun
    ? ["round", "position"]
    : [
        ...(deal ? ["stage", "places", "pile", "part"] : []),
        "seat",
        "burned",
        "in_play",
        tree,
      ];
  checkObject(where, entry, [...required, ...more], required);
  const at = (name) => `${where}.${name}`;
  const told = checkList(at(member), entry[member]);
  const check =
    shoe.check ?? ((place, face) => checkInteger(place, face, min, max));
  told.forEach(
    (face, k) => face === null || check(`${at(member)}[${k}]`, face),
  );
  const faces = told.map(shoe.toFace);
  if (isRun) {
    const { round = 0, position = 0 } = entry;
    checkInteger(at("round"), round, 0, MAX);
    checkInteger(at("position"), position, 0, size - faces.length);
    return {
      where,
      rounds: faces.map(() => round),
      positions: faces.map((_, k) => position + k),
      faces,
    };
  }
  checkInteger(at("draw"), entry.draw, 1, MAX);
  for (const [name, max] of Object.entries({
    positions: size - 1,
    rounds: MAX,
  })) {
    checkList(at(name), entry[name]).forEach((value, k) =>
      checkInteger(`${at(name)}[${k}]`, value, 0, max),
    );
    if (entry[name].length !== faces.length)
      throw new Refused(at(name), `as many as ${member} were expected`);
  }
  if (deal && hasEither(entry, "stage", "pile"))
    throw new Refused(where, "a stage or a pile was expected");
  if (deal && hasEither(entry, "places", "pile"))
    throw new Refused(at("places"), "they belong to a stage");
  const {
    stage,
    places,
    pile,
    part,
    seat,
    burned,
    in_play: inPlay,
    begun,
    roots,
  } = entry;
  if (stage !== undefined) {
    checkChoice(at("stage"), stage, deal.stages);
    checkList(at("places"), places).forEach((place, k) =>
      checkText(`${at("places")}[${k}]`, place),
    );
    if (places.length !== faces.length)
      throw new Refused(at("places"), `as many as ${member} were expected`);
    const other = ["part", "seat", "burned", "in_play"].find(
      (name) => entry[name] !== undefined,
    );
    if (other) throw new Refused(at(other), "a stage has none");
  } else if (faces.length === 0)
    throw new Refused(at("positions"), "a card was expected");
  for (const [name, text] of Object.entries({ pile, part, seat }))
    if (text !== undefined) checkText(at(name), text);
  const seats = deal?.seats ?? (consent && Object.keys(consent.keys));
  if (seat !== undefined && seats && !seats.includes(seat))
    throw new Refused(at("seat"), `one of ${seats.join(", ")} was expected`);
  if (burned !== undefined)
    checkInteger(at("burned"), burned, 1, faces.length - 1);
  if (inPlay !== undefined)
    checkList(at("in_play"), inPlay).forEach((value, k) =>
      checkInteger(`${at("in_play")}[${k}]`, value, 0, size - 1),
    );
  if (begun !== undefined) checkInteger(at("begun"), begun, 1, 2);
  if (roots !== undefined) {
    checkList(at("roots"), roots).forEach((root, k) =>
      parseDigest(`${at("roots")}[${k}]`, root),
    );
  }
  return { ...entry, where, faces };
}

/**
 * Return the observed `entries`, each with its place in the list (`where`) and its `faces`, and the cards that are `shown` beside
 * them or in responses among them, each as [place, card]. `first` is the number of the first entry in its list.
 */
export function parseSeen(seen, shoe, terms, beside = [], first = 0) {
  const [entries, shown] = [[], listShown("shown", beside)];
  for (const [k, one] of checkList("seen", seen).entries()) {
    const i = first + k;
    const stages = one?.dealt_stages;
    const parts = Array.isArray(stages)
      ? stages.map((stage, k) => [`seen[${i}].dealt_stages[${k}]`, stage])
      : [[`seen[${i}]`, one]];
    for (const [where, part] of parts) {
      const isResponse = isObject(part?.seen);
      entries.push(
        parseEntry(
          isResponse ? `${where}.seen` : where,
          isResponse ? part.seen : part,
          shoe,
          terms,
        ),
      );
      if (isResponse)
        shown.push(...listShown(`${where}.shown`, part.shown ?? []));
    }
  }
  checkShownForms(shown, shoe);
  return { entries, shown };
}

/** Return the cards of entries, each with its place, the number of its draw, and whether it was burned. */
export const listCards = (entries) =>
  entries.flatMap(
    ({
      rounds,
      positions,
      faces,
      draw,
      stage,
      places,
      pile,
      part,
      seat,
      burned = 0,
    }) =>
      faces.map((card, k) => ({
        ...{ round: rounds[k], position: positions[k], card, draw, seat },
        place:
          stage === undefined
            ? part === undefined
              ? pile
              : `${pile}/${part}`
            : places[k],
        isBurned: stage === undefined ? k < burned : places[k] === "burns",
        isDealt: stage !== undefined,
      })),
  );

/** Return the members of an entry without its cards. */
export const entryOf = ({ where, faces, cards, integers, ...entry }) => entry;

/** Return the first entry of each draw, by number, and the first difference between two entries of one draw. */
export function collectRecords(entries) {
  const records = new Map();
  let conflict;
  for (const entry of entries.filter(({ draw }) => draw !== undefined)) {
    const first = records.get(entry.draw) ?? entry;
    records.set(entry.draw, first);
    conflict ??= findOtherMember(entryOf(first), entry, {
      draw: entry.draw,
      detail: describeFork(first, entry),
    });
  }
  return {
    records: [...records.values()].sort((one, other) => one.draw - other.draw),
    conflict,
  };
}

/** Return the entries of consecutive draws after a number of draws (`records`), and the first `difference` from such a list. */
export function orderRecords(entries, before) {
  const next = entries.findIndex(({ draw }, k) => draw !== before + k + 1);
  if (next < 0) return { records: entries };
  const { where, draw } = entries[next];
  return {
    records: entries.slice(0, next),
    difference: differ(`${where}.draw`, before + next + 1, draw, {
      detail: OUT_OF_ORDER,
    }),
  };
}

const OUT_OF_ORDER = "all draws were expected, each once, in their order";

/** Return the first response in views with another digest than its draws lead to, or undefined. Keep the last digest alone. */
export function endPart(done, views, { digest: noted }) {
  const { digests, draws } = done;
  let [number, other] = [0];
  const compare = (where, expected, view, names) => {
    for (const name of isObject(view.seen) || view.dealt_stages ? names : [])
      if (view[name] !== expected[name])
        other ??= differ(`${where}.${name}`, expected[name], view[name]);
  };
  for (const [k, view] of views.entries()) {
    const [where, previous] = [
      `seen[${draws - digests.length + 1 + k}]`,
      digests[number],
    ];
    for (const [i, stage] of (view.dealt_stages ?? [view]).entries())
      compare(
        stage === view ? where : `${where}.dealt_stages[${i}]`,
        { digest: digests[++number] },
        stage,
        ["digest"],
      );
    compare(where, { previous, digest: digests[number] }, view, [
      "previous",
      "digest",
    ]);
  }
  done.isNoted ||= digests.includes(noted);
  done.digests = digests.slice(-1);
  return other;
}

/** Return the result of a check of draws in parts, after the last part. */
export function endDraws(
  difference,
  { receipt, noted, notes, items, draws, digests, isNoted },
  unchecked,
) {
  const { terms, drawn } = receipt;
  const isComplete = draws === drawn.draws && draws > 0;
  if (draws !== drawn.draws && digests.at(-1) === drawn.digest)
    difference ??= differ("drawn.draws", draws, drawn.draws);
  const other =
    difference ??
    (isComplete && !isNoted
      ? findOtherDigest(notes, digests, drawn)
      : undefined);
  if (other) return { valid: false, difference: other };
  const records = Array.from({ length: draws }, (_, k) => ({ draw: k + 1 }));
  return buildResult({
    ...noted.unchecked,
    ...unchecked,
    ...listUnchecked({ terms, drawn }, records, { items, ...notes }),
  });
}

/** Return the first member of an entry that differs from the expected entry, or undefined. */
export function findOtherMember(expected, entry, more) {
  const seen = entryOf(entry);
  const all = [
    "stage",
    "pile",
    "part",
    "seat",
    "rounds",
    "positions",
    "places",
    "burned",
    "in_play",
    "begun",
    "roots",
  ];
  const names = [...all.filter((one) => expected[one] !== undefined), ...all]; // what is unexpected comes last
  const name = names.find((one) => !isEqual(expected[one], seen[one]));
  if (name === undefined) return undefined;
  const [one, other] = [expected[name], seen[name]];
  if (!Array.isArray(one) || !Array.isArray(other))
    return differ(`${entry.where}.${name}`, one, other, more);
  const k = [...one, undefined].findIndex(
    (value, i) => value !== other[i] || i === one.length,
  );
  return differ(`${entry.where}.${name}[${k}]`, one[k], other[k], more);
}

const describeFork = ({ draw, where: first }, { where: second }) =>
  `draw ${draw} was made twice, or one of its entries was changed: the players who hold ${first} and those who hold ${second} saw different draws, and the receipt can be right for one of them alone`;

/** Return the first draw that took cards of two rounds without cards in play, as a difference, or undefined. */
export function findSplitDraw(records) {
  const split = records.find(
    ({ rounds, in_play: held }) =>
      held === undefined && new Set(rounds).size > 1,
  );
  return (
    split &&
    differ(`${split.where}.in_play`, "the cards in play", undefined, {
      draw: split.draw,
    })
  );
}

/** Return a difference if cards in play are not in ascending order, each once, or undefined. */
export function findUnsorted(entries) {
  for (const { where, in_play: inPlay = [], draw } of entries) {
    const expected = ascending(new Set(inPlay));
    if (!isEqual(expected, inPlay))
      return differ(`${where}.in_play`, expected, inPlay, { draw });
  }
}

/** Return the reason why the draws cannot be followed one by one. */
export function explainMissingDraws(records, { draws }) {
  if (records.length === 0)
    return `none of the ${draws} draws is in the list with its number, so one may have been hidden`;
  const gap = records.findIndex(({ draw }, i) => draw !== i + 1); // they are in order, each number once
  const first = (gap < 0 ? records.length : gap) + 1;
  return `${draws - records.length} of the ${draws} are not in the list, the first is number ${first}, so one may have been altered`;
}

/** Return how many cards are in play in the last round: a receipt lists their indices, a partial one has the number. */
const countInPlay = ({ in_play: inPlay }) => inPlay?.length ?? inPlay ?? 0;

/** Return the first count that no draws lead to, as a difference, or undefined. */
export async function findImpossibleCount(
  { terms, drawn, client_seed: clientSeed, commitment },
  { size, deal },
) {
  const {
    round,
    total,
    draws,
    top,
    bottom,
    positions,
    in_play: inPlay,
  } = drawn;
  const shuffled = size - countInPlay(drawn);
  const taken = deal ? positions.length : top + bottom;
  const ranges = {
    round: [0, terms.reshuffle === "never" ? 0 : MAX],
    ...(deal
      ? {}
      : {
          top: [round + total > 0 && bottom === 0 ? 1 : 0, shuffled],
          bottom: [0, shuffled - top],
        }),
    total: [taken + (deal ? 0 : round), taken + round * size],
    draws: [total > 0 ? 1 : 0, deal ? MAX : total], // a stage may take no card
  };
  for (const [name, [low, high]] of Object.entries(ranges))
    if (drawn[name] < low || drawn[name] > high)
      return differ(
        `drawn.${name}`,
        low === high ? low : `${low} to ${high}`,
        drawn[name],
      );
  if (round === 0 && inPlay !== null)
    return differ("drawn.in_play", null, inPlay);
  if (deal && positions.length > 0 && positions.at(-1) >= shuffled)
    return differ(
      `drawn.positions[${positions.length - 1}]`,
      `0 to ${shuffled - 1}`,
      positions.at(-1),
    );
  if (draws === 0 && round > 0) return differ("drawn.round", 0, round);
  if (draws === 0 && drawn.digest !== commitment)
    return differ("drawn.digest", commitment, drawn.digest);
  if (draws === 0 && clientSeed !== null)
    return differ("client_seed", null, clientSeed);
  if (draws > 0 && terms.words && !(await isOfWords(terms.words, clientSeed)))
    return differ(
      "client_seed",
      "texts of the digests in terms.words",
      clientSeed,
    );
}

/** Return the first observed draw or card that the receipt does not count as drawn, as a difference, or undefined. */
export function findUndrawn(drawn, entries, { size, deal }, isMeant) {
  const shuffled = size - countInPlay(drawn);
  const taken = new Set(drawn.positions);
  const isLeft = (position) =>
    position < shuffled &&
    (deal
      ? !taken.has(position)
      : position >= drawn.top && position < shuffled - drawn.bottom);
  for (const { draw = 0, where } of entries)
    if (draw > drawn.draws)
      return differ(`${where}.draw`, `at most ${drawn.draws}`, draw, {
        draw,
        detail: LATER_DRAW,
      });
  for (const { round, position, draw } of listCards(entries).filter(isMeant))
    if (round > drawn.round || (round === drawn.round && isLeft(position)))
      return differ("drawn", `round ${round}, position ${position}`, drawn, {
        draw,
        detail: NOT_COUNTED,
      });
}

const NOT_COUNTED =
  "the receipt does not count this card as drawn, though it was seen";
const LATER_DRAW =
  "the receipt counts fewer draws: it is of an earlier state of the shoe, or of another branch";

/** Return the difference between the caller's list and the list that the terms commit to, or undefined. */
export async function findOtherItems(items, { items_sha256: digest }, size) {
  if (items === undefined) return undefined;
  const { length } = checkList("original_items", items);
  if (digest !== undefined && length !== size)
    return differ("original_items", `${size} items`, `${length} items`);
  const hash = await hashList(items);
  return hash === digest
    ? undefined
    : differ("terms.items_sha256", hash, digest);
}

/** Return a difference if no draw leads to the last digest that a player was shown, or undefined. */
export function findOtherDigest({ digest }, digests, drawn) {
  if (digest === undefined || digests.includes(digest)) return undefined;
  return differ("digest", digest, drawn.digest, { detail: OTHER_DIGEST });
}

const OTHER_DIGEST =
  "the draws of the receipt do not lead by way of the digest that was shown: the shoe was drawn from in two ways";
const EARLIER_DIGEST =
  "it is not the last one of the receipt: a player who left before the end has an earlier one, which all draws in the list would show";
const NO_ITEMS =
  "the list that the terms commit to is not there, so the numbers may stand for other items";

/** Return why the list of items, the draws or the digest of a player is unchecked. */
export function listUnchecked({ terms, drawn }, records, { items, ...notes }) {
  const isComplete = records.length === drawn.draws;
  const isOther = findOtherDigest(notes, [drawn.digest], drawn) !== undefined;
  return {
    ...(terms.items_sha256 !== undefined &&
      items === undefined && { items: NO_ITEMS }),
    ...(!isComplete && { draws: explainMissingDraws(records, drawn) }),
    ...(!isComplete && isOther && { digest: EARLIER_DIGEST }),
  };
}

/**
 * Return the first stage with other positions or places than the deal of a hand, or undefined. The hand is the first of a
 * round or, in a game that goes on, a later hand, wherever it begins.
 */
export function findOtherPlace(records, { size, deal }) {
  if (!deal || deal.needsFaces) return undefined;
  for (const { stage, positions, places, rounds, draw, where } of records) {
    if (stage === undefined) continue;
    const order = range(size);
    const list = (hand) =>
      deal
        .layOut(order, rounds[0] ?? 0, hand)
        .filter((card) => card.stage === stage && isTaken(card))
        .sort((one, other) => one.position - other.position);
    const first = list();
    const isFirst = isEqual(
      first.map(({ position }) => position),
      positions,
    );
    const later = deal.goesOn && !isFirst ? list(range(size - 1, 1)) : first;
    const shift =
      deal.goesOn && !isFirst ? positions[0] - later[0].position : 0;
    const expected = {
      positions: later.map(({ position }) => position + shift),
      places: later.map(formPlace),
    };
    for (const [name, seen] of Object.entries({ positions, places })) {
      const k = range(Math.max(seen.length, later.length)).find(
        (i) => seen[i] !== expected[name][i],
      );
      if (k !== undefined)
        return differ(`${where}.${name}[${k}]`, expected[name][k], seen[k], {
          draw,
          detail: OTHER_PLACE,
        });
    }
  }
}

const OTHER_PLACE = "the deal brings the cards of this stage to other places";

/**
 * The entries of draws that were seen: how they are parsed, and in which order they come. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { DECKS } from "../cards/decks.mjs";
import { isEqual } from "../core/canonical.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  differ,
  isObject,
  parseDigest,
  requireObject,
} from "../core/validation.mjs";
import { MAX, checkIntegers } from "./receipts.mjs";
import { checkShownForms, listShown } from "./shown.mjs";

/**
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 * @import { DrawEntry, Face } from "./sealed.mjs"
 * @import { PlacedCard, PlacedValue } from "./shown.mjs"
 * @import { SealedShoe, Terms } from "./terms.mjs"
 */

/**
 * The entry of a draw, or of consecutive cards of a round, whose form was checked: `where` is its place in the file,
 * `faces` what its cards have, null where one was not seen.
 *
 * @typedef {DrawEntry & { where: string, faces: Face[] }} SeenEntry
 */

/**
 * The entry of a draw with its number.
 *
 * @typedef {SeenEntry & { draw: number }} NumberedEntry
 */

/**
 * The first entry of each draw, by number, and the first difference between two entries of one draw.
 *
 * @typedef {{ records: NumberedEntry[], conflict: Difference | undefined }} CollectedRecords
 */

/**
 * A card of an entry.
 *
 * @typedef {object} SeenCard
 * @property {number} round
 * @property {number} position
 * @property {Face} card null if it was not seen
 * @property {number} [draw] the number of its draw
 * @property {string} [seat] who got the cards of the draw
 * @property {string} [place] where a stage lays it, or the pile that it comes from: "1", "tableau/7"
 * @property {boolean} isBurned
 * @property {boolean} isDealt whether a stage lays it
 */

/**
 * Return a function from a spelling to the code of a card: people write lower case, or 10 for T.
 *
 * @param {Terms} terms
 * @param {{ codes?: unknown[] }} shoe
 * @returns {(face: Face) => Face} of integers and items it returns the face itself
 */
export function openSpellings({ deck }, { codes = [] }) {
  if (deck === undefined) return (face) => face;
  const codesInCapitals = new Map(
    codes.map((code) => [String(code).toUpperCase(), code]),
  );
  return (face) => {
    const spelling = DECKS[deck].canonical(String(face).toUpperCase());
    const code = codesInCapitals.get(spelling.toUpperCase());
    if (code === undefined)
      throw new Refused("seen", `${face} is no code of a card of this shoe`);
    return code;
  };
}

/**
 * Check the cards of an entry, and return what they have.
 *
 * @param {string} where the path of the list
 * @param {unknown} value
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 * @returns {Face[]}
 */
function parseCards(where, value, shoe, { min = 0, max = 0 }) {
  const cards = checkList(where, value);
  for (const [k, card] of cards.entries()) {
    if (card === null) continue;
    if (shoe.check) shoe.check(`${where}[${k}]`, card);
    else checkInteger(`${where}[${k}]`, card, min, max);
  }
  return cards.map(shoe.toFace);
}

/**
 * Return the entry of consecutive cards of a round, which begin at the top of the first one by default.
 *
 * @param {string} where the path of the entry
 * @param {JsonObject} entry
 * @param {Face[]} faces
 * @param {number} size of the shoe
 * @returns {SeenEntry}
 */
function parseRun(where, entry, faces, size) {
  const { round = 0, position = 0 } = entry;
  const number = checkInteger(`${where}.round`, round, 0, MAX);
  const first = checkInteger(
    `${where}.position`,
    position,
    0,
    size - faces.length,
  );
  return {
    where,
    rounds: faces.map(() => number),
    positions: faces.map((_, k) => first + k),
    faces,
  };
}

/**
 * Return whether an object has exactly one of two members.
 *
 * @param {JsonObject} object
 * @param {string} name
 * @param {string} otherName
 */
const hasOneOf = (object, name, otherName) =>
  (object[name] === undefined) !== (object[otherName] === undefined);

/**
 * Check the stage of an entry, its places, and that it has no member of a draw.
 *
 * @param {string} where the path of the entry
 * @param {JsonObject} entry
 * @param {number} count how many cards it has
 * @param {SealedShoe} shoe
 */
function checkStage(where, entry, count, { deal, member }) {
  checkChoice(`${where}.stage`, entry.stage, deal?.stages ?? []);
  const places = checkList(`${where}.places`, entry.places);
  places.forEach((place, k) => checkText(`${where}.places[${k}]`, place));
  if (places.length !== count)
    throw new Refused(`${where}.places`, `as many as ${member} were expected`);
  for (const name of ["part", "seat", "burned", "in_play"]) {
    if (entry[name] !== undefined)
      throw new Refused(`${where}.${name}`, "a stage has none");
  }
}

/**
 * Check the rounds and the positions of an entry, and that it is of a stage or of a draw.
 *
 * @param {string} where the path of the entry
 * @param {JsonObject} entry
 * @param {number} count how many cards it has
 * @param {SealedShoe} shoe
 */
function checkPlaces(where, entry, count, shoe) {
  const { size, member, deal } = shoe;
  const limits = { positions: size - 1, rounds: MAX };
  for (const [name, max] of Object.entries(limits)) {
    const length = checkIntegers(`${where}.${name}`, entry[name], max);
    if (length !== count)
      throw new Refused(
        `${where}.${name}`,
        `as many as ${member} were expected`,
      );
  }
  if (deal && !hasOneOf(entry, "stage", "pile"))
    throw new Refused(where, "a stage or a pile was expected");
  if (deal && !hasOneOf(entry, "places", "pile"))
    throw new Refused(`${where}.places`, "they belong to a stage");
  if (entry.stage !== undefined) checkStage(where, entry, count, shoe);
  else if (count === 0)
    throw new Refused(`${where}.positions`, "a card was expected");
}

/**
 * Check the members of the entry of a draw or a stage (see `DrawEntry`), but for its cards. Throw `Refused` for the
 * first that is wrong.
 *
 * @param {string} where the path of the entry
 * @param {JsonObject} entry
 * @param {number} count how many cards it has
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 * @returns {asserts entry is JsonObject & DrawEntry}
 */
function checkDrawEntry(where, entry, count, shoe, { consent }) {
  checkInteger(`${where}.draw`, entry.draw, 1, MAX);
  checkPlaces(where, entry, count, shoe);
  const { pile, part, seat, burned, in_play: inPlay, begun, roots } = entry;
  for (const [name, text] of Object.entries({
    pile,
    part,
    seat,
  }))
    if (text !== undefined) checkText(`${where}.${name}`, text);
  const seats = shoe.deal?.seats ?? (consent && Object.keys(consent.keys));
  if (seat !== undefined && seats !== undefined)
    checkSeat(`${where}.seat`, seat, seats);
  if (burned !== undefined)
    checkInteger(`${where}.burned`, burned, 1, count - 1);
  if (inPlay !== undefined)
    checkIntegers(`${where}.in_play`, inPlay, shoe.size - 1);
  // Draw 1 begins round 0, and another round if its pile runs out
  if (begun !== undefined) checkInteger(`${where}.begun`, begun, 1, 2);
  if (roots !== undefined) {
    const list = checkList(`${where}.roots`, roots);
    for (const [k, root] of list.entries())
      parseDigest(`${where}.roots[${k}]`, root);
  }
}

/**
 * Throw `Refused` unless a value is a seat of the shoe.
 *
 * @param {string} where
 * @param {unknown} seat
 * @param {string[]} seats
 */
function checkSeat(where, seat, seats) {
  if (!seats.some((name) => name === seat))
    throw new Refused(where, `one of ${seats.join(", ")} was expected`);
}

/**
 * Return the names of the members that an entry of a draw may have beside its number, its places and its cards.
 *
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 */
const listOptional = ({ deal }, { reveal }) => [
  ...(deal ? ["stage", "places", "pile", "part"] : []),
  "seat",
  "burned",
  "in_play",
  reveal === "all" ? "begun" : "roots",
];

/**
 * Check the entry of a draw, or of consecutive cards of a round; return it with the `faces` of its cards.
 *
 * `{ round: 1, position: 4, cards: ["AS", null] }` without a `draw` is a run of two cards, the second of which was not
 * seen.
 *
 * @param {string} where the path of the entry
 * @param {unknown} value
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 * @returns {SeenEntry}
 */
export function parseEntry(where, value, shoe, terms) {
  const { size, member } = shoe;
  const members = requireObject(where, value);
  const { roots, ...otherMembers } = members;
  const hasNoRoot = Array.isArray(roots) && roots.length === 0; // programs add an empty list
  const entry = hasNoRoot ? otherMembers : members;
  const isRun = !Object.hasOwn(entry, "draw");
  const required = isRun ? [member] : ["draw", "positions", "rounds", member];
  const optional = isRun ? ["round", "position"] : listOptional(shoe, terms);
  checkObject(where, entry, [...required, ...optional], required);
  const faces = parseCards(`${where}.${member}`, entry[member], shoe, terms);
  if (isRun) return parseRun(where, entry, faces, size);
  checkDrawEntry(where, entry, faces.length, shoe, terms);
  return {
    ...entry,
    where,
    faces,
  };
}

/**
 * Return the stages of a response with their places in the file, or the response itself if it has none.
 *
 * @param {string} where the path of the response
 * @param {unknown} value
 * @returns {PlacedValue[]}
 */
export function listStages(where, value) {
  const stages = isObject(value) ? value.dealt_stages : undefined;
  return Array.isArray(stages)
    ? listShown(`${where}.dealt_stages`, stages)
    : [[where, value]];
}

/**
 * Return the observed `entries`, each with its place in the list (`where`) and its `faces`, and the cards that are
 * `shown` beside them or in responses among them, each as [place, card]. `first` is the number of the first entry in
 * its list.
 *
 * @param {unknown} seen a list of entries, or of responses that have them
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 * @param {unknown} [beside] shown cards
 * @param {number} [first]
 * @returns {{ entries: SeenEntry[], shown: PlacedCard[] }}
 */
export function parseSeen(seen, shoe, terms, beside = [], first = 0) {
  const entries = [];
  /** @type {PlacedValue[]} */
  const shown = listShown("shown", beside);
  for (const [k, view] of checkList("seen", seen).entries()) {
    for (const [where, stage] of listStages(`seen[${first + k}]`, view)) {
      const isResponse = isObject(stage) && isObject(stage.seen);
      if (!isResponse) {
        entries.push(parseEntry(where, stage, shoe, terms));
        continue;
      }
      entries.push(parseEntry(`${where}.seen`, stage.seen, shoe, terms));
      shown.push(...listShown(`${where}.shown`, stage.shown ?? []));
    }
  }
  checkShownForms(shown, shoe);
  return { entries, shown };
}

/**
 * The next draws of a shoe, in a part of its responses: the `entries`; the cards that these tell, `toldCards`, and
 * `shown`, these behind a player's own of the same rounds; the `records` of consecutive draws, and the first
 * `difference` from such a list.
 *
 * @typedef {object} SeenPart
 * @property {SeenEntry[]} entries
 * @property {PlacedCard[]} toldCards
 * @property {PlacedCard[]} shown
 * @property {NumberedEntry[]} records
 * @property {Difference} [difference]
 */

/**
 * Return the next draws of a shoe.
 *
 * @param {JsonObject[]} views
 * @param {PlacedCard[]} ownCards shown cards of the player
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 * @param {number} before how many draws there were
 * @returns {SeenPart}
 */
export function parsePart(views, ownCards, shoe, terms, before) {
  const { entries, shown: toldCards } = parseSeen(
    views,
    shoe,
    terms,
    [],
    before,
  );
  const ownHere = ownCards.filter(([, { round }]) =>
    entries.some(({ rounds }) => rounds.includes(round)),
  );
  const shown = [...ownHere, ...toldCards];
  return { entries, toldCards, shown, ...orderRecords(entries, before) };
}

/**
 * Return the cards of an entry in the order in which they were taken; `card` is null where it is not told.
 *
 * @param {SeenEntry} entry
 * @returns {SeenCard[]}
 */
function listEntryCards(entry) {
  const { rounds, positions, draw, stage, places, pile, part, seat } = entry;
  const { burned = 0, faces } = entry;
  const isDealt = stage !== undefined;
  const pilePlace = part === undefined ? pile : `${pile}/${part}`;
  return faces.map((card, k) => {
    const place = isDealt ? places?.[k] : pilePlace;
    const isBurned = isDealt ? place === "burns" : k < burned;
    return {
      round: rounds[k],
      position: positions[k],
      card,
      draw,
      seat,
      place,
      isBurned,
      isDealt,
    };
  });
}

/**
 * Return the cards of entries, each with its place, the number of its draw, and whether it was burned.
 *
 * @param {SeenEntry[]} entries
 * @returns {SeenCard[]}
 */
export const listCards = (entries) => entries.flatMap(listEntryCards);

/**
 * Return the members of an entry without its cards.
 *
 * @param {SeenEntry} entry
 * @returns {DrawEntry}
 */
export const entryOf = ({ where, faces, cards, integers, ...entry }) => entry;

/**
 * Return whether an entry has the number of its draw.
 *
 * @param {SeenEntry} entry
 * @returns {entry is NumberedEntry}
 */
const isNumbered = (entry) => entry.draw !== undefined;

/**
 * Return the first entry of each draw, by number, and the first difference between two entries of one draw.
 *
 * @param {SeenEntry[]} entries
 * @returns {CollectedRecords}
 */
export function collectRecords(entries) {
  /** @type {Map<number, NumberedEntry>} */
  const records = new Map();
  let conflict;
  for (const entry of entries.filter(isNumbered)) {
    const first = records.get(entry.draw) ?? entry;
    records.set(entry.draw, first);
    conflict ??= findOtherMember(entryOf(first), entry, {
      draw: entry.draw,
      detail: describeFork(first, entry),
    });
  }
  return {
    records: [...records.values()].sort((a, b) => a.draw - b.draw),
    conflict,
  };
}

/**
 * Return the entries of consecutive draws after a number of draws (`records`), and the first `difference` from such a
 * list.
 *
 * @param {SeenEntry[]} entries
 * @param {number} before how many draws there were
 * @returns {{ records: NumberedEntry[], difference?: Difference }}
 */
export function orderRecords(entries, before) {
  const records = [];
  for (const entry of entries) {
    const number = before + records.length + 1;
    const { where, draw } = entry;
    if (!isNumbered(entry) || draw !== number) {
      const more = { detail: OUT_OF_ORDER };
      return {
        records,
        difference: differ(`${where}.draw`, number, draw, more),
      };
    }
    records.push(entry);
  }
  return { records };
}

const OUT_OF_ORDER = "all draws were expected, each once, in their order";

/**
 * The members of an entry in the order in which they are compared.
 *
 * @type {(keyof DrawEntry)[]}
 */
const COMPARED = [
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

/**
 * Return the first member of an entry that differs from the expected entry, or undefined. What is unexpected comes
 * last.
 *
 * @param {DrawEntry} expected
 * @param {SeenEntry} entry
 * @param {{ draw?: number, detail?: string }} more
 * @returns {Difference | undefined}
 */
export function findOtherMember(expected, entry, more) {
  const expectedNames = COMPARED.filter((name) => expected[name] !== undefined);
  const name = [...expectedNames, ...COMPARED].find(
    (member) => !isEqual(expected[member], entry[member]),
  );
  if (name === undefined) return undefined;
  const where = `${entry.where}.${name}`;
  const expectedValue = expected[name];
  const seenValue = entry[name];
  if (!Array.isArray(expectedValue) || !Array.isArray(seenValue))
    return differ(where, expectedValue, seenValue, more);
  const other = expectedValue.findIndex((value, i) => value !== seenValue[i]);
  const k = other < 0 ? expectedValue.length : other; // what is expected is there, and more
  return differ(`${where}[${k}]`, expectedValue[k], seenValue[k], more);
}

/**
 * Return in words that two entries of a draw differ.
 *
 * @param {NumberedEntry} first
 * @param {SeenEntry} second
 */
const describeFork = ({ draw, where: first }, { where: second }) =>
  `draw ${draw} was made twice, or one of its entries was changed: the players who hold ${first} and those who hold ${second} saw different draws, and the receipt can be right for one of them alone`;

/**
 * What receipts have in common: their form, the cards that were seen, and what a player noted. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { hashList, isEqual } from "../core/canonical.mjs";
import { ascending, range } from "../core/lists.mjs";
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
  isEmpty,
  isObject,
  parseDigest,
} from "../core/validation.mjs";

/**
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { SealedDeal } from "../games/stages.mjs"
 * @import { DrawEntry, Face } from "./sealed.mjs"
 * @import { PlacedCard, PlacedValue } from "./shown.mjs"
 * @import { Shoe, Terms } from "./terms.mjs"
 */

/**
 * What a receipt says of the state of its shoe: of a dealt shoe `positions`, of any other `top` and `bottom`.
 *
 * @typedef {object} Drawn
 * @property {number} round the last one
 * @property {number} total how many cards were drawn
 * @property {number} draws how many draws and stages there were
 * @property {string} digest after the last of them, in hexadecimal digits
 * @property {number[] | number | null} in_play the indices of the cards in play, of a partial receipt their number
 * @property {number[]} [positions] the positions taken in the last round, ascending
 * @property {number} [top] how many cards were taken from the top in the last round
 * @property {number} [bottom]
 */

/**
 * The members that all receipts have.
 *
 * @typedef {object} Receipt
 * @property {string} receipt "sealed1"
 * @property {string} commitment hexadecimal digits
 * @property {Terms} terms
 * @property {string | null} client_seed
 * @property {Drawn} drawn
 */

/**
 * A receipt with the server seed, in hexadecimal digits.
 *
 * @typedef {Receipt & { server_seed: string, drawn: { in_play: number[] | null } }} FullReceipt
 */

/**
 * A receipt with the digest of the server seed, the root of the last round (null if nothing was drawn) and shown cards.
 *
 * @typedef {object} PartialMembers
 * @property {string} seed_hash
 * @property {string | null} root
 * @property {unknown} shown
 * @property {{ in_play: number | null }} drawn
 */

/** @typedef {Receipt & PartialMembers} PartialReceipt */

/**
 * What a player noted or confirms of a shoe, each member if it is known. Values of other forms differ from those of a
 * receipt.
 *
 * @typedef {object} PlayerNotes
 * @property {string} [commitment]
 * @property {string} [client_seed]
 * @property {string} [digest] the last one that was shown
 * @property {string} [own_text] among the texts that decide the order
 */

/**
 * Notes with what is not from the file itself: the list that numbers stand for, and cards that other players showed.
 *
 * @typedef {PlayerNotes & { items?: unknown, shown?: unknown }} Notes
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
 * A shoe, as far as the checks of places and counts read it.
 *
 * @typedef {{ size: number, deal?: SealedDeal }} DealtShoe
 */

/**
 * How far the draws of a shoe were followed: their number, the digest after each (the first is the commitment), and
 * whether the noted one was among those that are not kept.
 *
 * @typedef {{ draws: number, digests: string[], isNoted?: boolean }} Progress
 */

/**
 * A check of the draws of a shoe in parts: `take` returns the first difference in the next responses, `end` the result.
 *
 * @typedef {object} PartCheck
 * @property {(views: JsonObject[]) => Promise<Difference | undefined>} take
 * @property {() => Promise<CheckResult>} end
 */

/** @typedef {{ [name: string]: string }} Reasons by what is not checked, why */

const MAX = 2 ** 53 - 1;
const MAX_WORDS = 32 * 65; // characters of the texts of 32 players

/**
 * Return a difference; `more` may have the number of its `draw`, and a `detail` for people.
 *
 * @param {string} where the path of the member
 * @param {unknown} expected
 * @param {unknown} seen
 * @param {{ draw?: number, detail?: string }} [more]
 * @returns {Difference}
 */
export const differ = (where, expected, seen, more) => ({
  where,
  expected,
  seen,
  ...more,
});

/**
 * Check that a list has different integers from 0 to `max` in ascending order.
 *
 * @param {string} where the path of the list
 * @param {unknown} list
 * @param {number} max
 */
function checkAscending(where, list, max) {
  let least = 0;
  for (const [i, value] of checkList(where, list).entries())
    least = checkInteger(`${where}[${i}]`, value, least, max) + 1;
}

/**
 * Check that all values of a list are integers from 0 to `max`.
 *
 * @param {string} where the path of the list
 * @param {unknown} list
 * @param {number} max
 * @returns {number} the length of the list
 */
function checkIntegers(where, list, max) {
  const values = checkList(where, list);
  values.forEach((value, i) => checkInteger(`${where}[${i}]`, value, 0, max));
  return values.length;
}

/**
 * Check the members of a receipt of a shoe, but for its terms; only this kind of receipt has `members`.
 *
 * `members` of a full receipt is `["server_seed"]`.
 *
 * @param {JsonObject} receipt
 * @param {string[]} members their names
 * @param {Shoe} shoe that the terms describe
 * @returns {asserts receipt is JsonObject & Receipt}
 */
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
  const { commitment, client_seed: clientSeed } = receipt;
  const terms = /** @type {Terms} */ (receipt.terms); // they describe the shoe
  parseDigest("commitment", commitment);
  if (clientSeed !== null)
    checkText("client_seed", clientSeed, terms.words ? MAX_WORDS : 256);
  const counts = ["round", "total", "draws"];
  const ends = deal ? ["positions"] : ["top", "bottom"];
  const all = [...counts, "digest", "in_play", ...ends];
  const drawn = checkObject("drawn", receipt.drawn, all, all);
  for (const name of deal ? counts : [...counts, ...ends])
    checkInteger(`drawn.${name}`, drawn[name], 0, MAX);
  parseDigest("drawn.digest", drawn.digest);
  if (deal) checkAscending("drawn.positions", drawn.positions, size - 1);
  if (drawn.in_play === null) return;
  if (members.includes("root"))
    checkInteger("drawn.in_play", drawn.in_play, 0, size);
  else checkAscending("drawn.in_play", drawn.in_play, size - 1);
}

/**
 * Return the receipt of a whole response of `/v1/shoes/reveal`, or the receipt itself, if it is of this scheme. Members
 * that programs leave out because they are empty are there.
 *
 * @param {unknown} given
 * @returns {JsonObject}
 */
export function unwrapReceipt(given) {
  const wrapped = isObject(given) ? given.receipt : undefined;
  const isResponse = typeof wrapped === "object" && wrapped !== null;
  const receipt = isResponse ? wrapped : given;
  const members = isObject(receipt) ? receipt : {};
  checkChoice("receipt", members.receipt, ["sealed1"]);
  const { server_seed: secret, drawn, shown, terms, ...others } = members;
  /** @type {{ length?: unknown }} */
  const cards = shown ?? [];
  /** @type {JsonObject} */
  const kindMembers =
    secret === undefined
      ? { root: null, shown: cards }
      : { server_seed: secret };
  if (secret !== undefined && cards.length !== 0) kindMembers.shown = shown;
  return {
    client_seed: null,
    ...kindMembers,
    ...others,
    drawn: isObject(drawn) ? { in_play: null, ...drawn } : drawn,
    terms: openTerms(terms),
  };
}

/**
 * Return terms without empty members, which programs add: in terms only the `exclude` of a deck can be empty.
 *
 * @param {unknown} terms
 * @returns {unknown}
 */
export function openTerms(terms) {
  if (!isObject(terms)) return terms;
  const mayBeEmpty = Object.hasOwn(terms, "deck") ? "exclude" : undefined;
  return Object.fromEntries(
    Object.entries(terms).filter(
      ([name, value]) =>
        name === mayBeEmpty || !(value === null || isEmpty(value)),
    ),
  );
}

/**
 * Return whether the player's own text, which is noted, stands for the client seed in the notes.
 *
 * @param {Receipt} receipt
 * @param {PlayerNotes} notes
 */
const hasOwnText = ({ terms, client_seed: clientSeed }, { own_text: text }) =>
  terms.words !== undefined && clientSeed !== null && text !== undefined;

/**
 * Return the first member of a receipt that is another one than the player noted, as a difference, or undefined.
 *
 * @param {Receipt} receipt
 * @param {PlayerNotes} notes
 */
function findOtherNote(receipt, notes) {
  const { commitment, client_seed: clientSeed } = receipt;
  const { commitment: shownBefore, client_seed: given, own_text: text } = notes;
  if (shownBefore !== undefined && shownBefore !== commitment)
    return differ("commitment", shownBefore, commitment, {
      detail: OTHER_THAN_NOTED.commitment,
    });
  const texts = clientSeed?.split(",") ?? [];
  if (hasOwnText(receipt, notes) && !texts.some((told) => told === text))
    return differ("client_seed", text, clientSeed, {
      detail: OTHER_THAN_NOTED.own_text,
    });
  if (given !== undefined && given !== clientSeed)
    return differ("client_seed", given, clientSeed, {
      detail: OTHER_THAN_NOTED.client_seed,
    });
}

/**
 * Compare a receipt with what a player confirms: the `commitment` that was shown before the first card, the
 * `client_seed` that the player gave, and the player's own text. Return the first `difference`, and why something is
 * `unchecked` without a note.
 *
 * @param {Receipt} receipt
 * @param {PlayerNotes} notes
 * @returns {{ difference: Difference | undefined, unchecked: Reasons }}
 */
export function compareNotes(receipt, notes) {
  /** @type {Reasons} */
  const unchecked = {};
  if (notes.commitment === undefined)
    unchecked.commitment = NOT_NOTED.commitment;
  if (
    receipt.client_seed !== null &&
    notes.client_seed === undefined &&
    !hasOwnText(receipt, notes)
  )
    unchecked.client_seed = receipt.terms.words
      ? NOT_NOTED.words
      : NOT_NOTED.client_seed;
  return {
    difference: findOtherNote(receipt, notes),
    unchecked,
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

/**
 * Return the result of a check without a difference.
 *
 * @param {Reasons} unchecked
 * @returns {CheckResult}
 */
export const buildResult = (unchecked) =>
  Object.keys(unchecked).length > 0
    ? { valid: null, unchecked }
    : { valid: true };

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
 * @param {Shoe} shoe
 * @param {Terms} terms
 * @returns {Face[]}
 */
function parseCards(where, value, shoe, { min = 0, max = 0 }) {
  const cards = checkList(where, value);
  for (const [k, card] of cards.entries())
    if (card !== null) {
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
 * @param {string} other
 */
const hasOneOf = (object, name, other) =>
  (object[name] === undefined) !== (object[other] === undefined);

/**
 * Check the stage of an entry, its places, and that it has no member of a draw.
 *
 * @param {string} where the path of the entry
 * @param {JsonObject} entry
 * @param {number} count how many cards it has
 * @param {Shoe} shoe
 */
function checkStage(where, entry, count, { deal, member }) {
  checkChoice(`${where}.stage`, entry.stage, deal?.stages ?? []);
  const places = checkList(`${where}.places`, entry.places);
  places.forEach((place, k) => checkText(`${where}.places[${k}]`, place));
  if (places.length !== count)
    throw new Refused(`${where}.places`, `as many as ${member} were expected`);
  for (const name of ["part", "seat", "burned", "in_play"])
    if (entry[name] !== undefined)
      throw new Refused(`${where}.${name}`, "a stage has none");
}

/**
 * Check the rounds and the positions of an entry, and that it is of a stage or of a draw.
 *
 * @param {string} where the path of the entry
 * @param {JsonObject} entry
 * @param {number} count how many cards it has
 * @param {Shoe} shoe
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
 * Check the members of the entry of a draw or a stage, but for its cards.
 *
 * @param {string} where the path of the entry
 * @param {JsonObject} entry
 * @param {number} count how many cards it has
 * @param {Shoe} shoe
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
  if (seat !== undefined && seats && !seats.some((name) => name === seat))
    throw new Refused(
      `${where}.seat`,
      `one of ${seats.join(", ")} was expected`,
    );
  if (burned !== undefined)
    checkInteger(`${where}.burned`, burned, 1, count - 1);
  if (inPlay !== undefined)
    checkIntegers(`${where}.in_play`, inPlay, shoe.size - 1);
  if (begun !== undefined) checkInteger(`${where}.begun`, begun, 1, 2);
  if (roots !== undefined)
    checkList(`${where}.roots`, roots).forEach((root, k) =>
      parseDigest(`${where}.roots[${k}]`, root),
    );
}

/**
 * Return the names of the members that an entry of a draw may have beside its number, its places and its cards.
 *
 * @param {Shoe} shoe
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
 * @param {Shoe} shoe
 * @param {Terms} terms
 * @returns {SeenEntry}
 */
export function parseEntry(where, value, shoe, terms) {
  const { size, member } = shoe;
  const members = checkObject(where, value, Object.keys(value ?? {}));
  const { roots, ...others } = members;
  const hasNoRoot = Array.isArray(roots) && roots.length === 0; // programs add an empty list
  const entry = hasNoRoot ? others : members;
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
function listStages(where, value) {
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
 * @param {Shoe} shoe
 * @param {Terms} terms
 * @param {unknown} [beside] shown cards
 * @param {number} [first]
 * @returns {{ entries: SeenEntry[], shown: PlacedCard[] }}
 */
export function parseSeen(seen, shoe, terms, beside = [], first = 0) {
  const entries = [];
  /** @type {PlacedValue[]} */
  const shown = listShown("shown", beside);
  for (const [k, view] of checkList("seen", seen).entries())
    for (const [where, part] of listStages(`seen[${first + k}]`, view))
      if (isObject(part) && isObject(part.seen)) {
        entries.push(parseEntry(`${where}.seen`, part.seen, shoe, terms));
        shown.push(...listShown(`${where}.shown`, part.shown ?? []));
      } else entries.push(parseEntry(where, part, shoe, terms));
  checkShownForms(shown, shoe);
  return { entries, shown };
}

/**
 * Return the next draws of a shoe, in a part of its responses: the `entries`; the cards that are `told` in them, and
 * `shown`, these behind a player's own of the same rounds; the `records` of consecutive draws, and the first
 * `difference` from such a list.
 *
 * @param {JsonObject[]} views
 * @param {PlacedCard[]} own shown cards of the player
 * @param {Shoe} shoe
 * @param {Terms} terms
 * @param {number} before how many draws there were
 * @returns {{ entries: SeenEntry[], told: PlacedCard[], shown: PlacedCard[], records: NumberedEntry[], difference?: Difference }}
 */
export function parsePart(views, own, shoe, terms, before) {
  const { entries, shown: told } = parseSeen(views, shoe, terms, [], before);
  const ownHere = own.filter(([, { round }]) =>
    entries.some(({ rounds }) => rounds.includes(round)),
  );
  const shown = [...ownHere, ...told];
  return { entries, told, shown, ...orderRecords(entries, before) };
}

/**
 * Return the cards of an entry.
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
    records: [...records.values()].sort((one, other) => one.draw - other.draw),
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
 * Return the first response in views with another digest than its draws lead to, or undefined. Keep the last digest
 * alone.
 *
 * After two draws `digests` has three: that before them, and that after each, which is the `previous` of the next
 * response.
 *
 * @param {Progress} progress after the draws of these views
 * @param {JsonObject[]} views responses, or entries, which have no digest
 * @param {PlayerNotes} notes
 * @returns {Difference | undefined}
 */
export function endPart(progress, views, { digest: noted }) {
  const { digests, draws } = progress;
  let number = 0; // of digests that were compared
  /** @type {Difference | undefined} */
  let difference;
  /**
   * @param {string} where
   * @param {JsonObject} view
   * @param {{ [name: string]: string }} expected
   */
  const compare = (where, view, expected) => {
    if (!isObject(view.seen) && !view.dealt_stages) return;
    for (const [name, digest] of Object.entries(expected))
      if (view[name] !== digest)
        difference ??= differ(`${where}.${name}`, digest, view[name]);
  };
  for (const [k, view] of views.entries()) {
    const where = `seen[${draws - digests.length + 1 + k}]`;
    const previous = digests[number];
    for (const [place, stage] of listStages(where, view)) {
      number++;
      if (isObject(stage)) compare(place, stage, { digest: digests[number] });
    }
    compare(where, view, { previous, digest: digests[number] });
  }
  progress.isNoted ||= digests.some((digest) => digest === noted);
  progress.digests = digests.slice(-1);
  return difference;
}

/**
 * What the end of a check of draws in parts needs: the receipt, how it compares with the notes, and the progress.
 *
 * @typedef {object} EndOfDraws
 * @property {Receipt} receipt
 * @property {{ unchecked: Reasons }} noted
 * @property {PlayerNotes} notes
 * @property {unknown} items
 * @property {Progress} progress
 */

/**
 * Return the result of a check of draws in parts, after the last part.
 *
 * @param {Difference | undefined} difference the first one
 * @param {EndOfDraws} end
 * @param {Reasons} unchecked
 * @returns {CheckResult}
 */
export function endDraws(difference, end, unchecked) {
  const { receipt, noted, notes, items, progress } = end;
  const { draws, digests, isNoted } = progress;
  const { terms, drawn } = receipt;
  const isComplete = draws === drawn.draws && draws > 0;
  if (draws !== drawn.draws && digests.at(-1) === drawn.digest)
    difference ??= differ("drawn.draws", draws, drawn.draws);
  if (isComplete && !isNoted)
    difference ??= findOtherDigest(notes, digests, drawn);
  if (difference) return { valid: false, difference };
  const records = range(draws, 1).map((draw) => ({ draw }));
  return buildResult({
    ...noted.unchecked,
    ...unchecked,
    ...listUnchecked({ terms, drawn }, records, { ...notes, items }),
  });
}

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
  const shared = expectedValue.findIndex((value, i) => value !== seenValue[i]);
  const k = shared < 0 ? expectedValue.length : shared;
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

/**
 * Return the first draw that took cards of two rounds without cards in play, as a difference, or undefined.
 *
 * @param {SeenEntry[]} records
 * @returns {Difference | undefined}
 */
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

/**
 * Return a difference if cards in play are not in ascending order, each once, or undefined.
 *
 * @param {SeenEntry[]} entries
 * @returns {Difference | undefined}
 */
export function findUnsorted(entries) {
  for (const { where, in_play: inPlay = [], draw } of entries) {
    const expected = ascending(new Set(inPlay));
    if (!isEqual(expected, inPlay))
      return differ(`${where}.in_play`, expected, inPlay, { draw });
  }
}

/**
 * Return the reason why the draws cannot be followed one by one.
 *
 * @param {{ draw: number }[]} records in the order of their numbers, each number once
 * @param {{ draws: number }} drawn
 * @returns {string}
 */
export function explainMissingDraws(records, { draws }) {
  if (records.length === 0)
    return `none of the ${draws} draws is in the list with its number, so one may have been hidden`;
  const gap = records.findIndex(({ draw }, i) => draw !== i + 1);
  const first = (gap < 0 ? records.length : gap) + 1;
  return `${draws - records.length} of the ${draws} are not in the list, the first is number ${first}, so one may have been altered`;
}

/**
 * Return how many cards are in play in the last round: a receipt lists their indices, a partial one has the number.
 *
 * @param {Drawn} drawn
 * @returns {number}
 */
const countInPlay = ({ in_play: inPlay }) =>
  Array.isArray(inPlay) ? inPlay.length : (inPlay ?? 0);

/**
 * Return the bounds of the counts of a receipt, in the order in which they are checked.
 *
 * @param {Receipt} receipt
 * @param {DealtShoe} shoe
 * @returns {[name: string, count: number, low: number, high: number][]}
 */
function listBounds({ terms, drawn }, { size, deal }) {
  const { round, total, draws, top = 0, bottom = 0, positions = [] } = drawn;
  const shuffled = size - countInPlay(drawn);
  const maxRound = terms.reshuffle === "never" ? 0 : MAX;
  if (deal) {
    const taken = positions.length;
    return [
      ["round", round, 0, maxRound],
      ["total", total, taken, taken + round * size],
      ["draws", draws, total > 0 ? 1 : 0, MAX], // a stage may take no card
    ];
  }
  const taken = top + bottom;
  const isTopTaken = round + total > 0 && bottom === 0;
  return [
    ["round", round, 0, maxRound],
    ["top", top, isTopTaken ? 1 : 0, shuffled],
    ["bottom", bottom, 0, shuffled - top],
    ["total", total, taken + round, taken + round * size],
    ["draws", draws, total > 0 ? 1 : 0, total],
  ];
}

/**
 * Return the first member of a receipt that says anything of draws, though there were none, as a difference, or
 * undefined.
 *
 * @param {Receipt} receipt
 */
function findDrawOfNone({ drawn, client_seed: clientSeed, commitment }) {
  if (drawn.round > 0) return differ("drawn.round", 0, drawn.round);
  if (drawn.digest !== commitment)
    return differ("drawn.digest", commitment, drawn.digest);
  if (clientSeed !== null) return differ("client_seed", null, clientSeed);
}

/**
 * Return the first count that no draws lead to, as a difference, or undefined.
 *
 * @param {Receipt} receipt
 * @param {DealtShoe} shoe
 * @returns {Promise<Difference | undefined>}
 */
export async function findImpossibleCount(receipt, shoe) {
  const { terms, drawn, client_seed: clientSeed } = receipt;
  const { round, draws, positions = [], in_play: inPlay } = drawn;
  for (const [name, count, low, high] of listBounds(receipt, shoe))
    if (count < low || count > high)
      return differ(
        `drawn.${name}`,
        low === high ? low : `${low} to ${high}`,
        count,
      );
  if (round === 0 && inPlay !== null)
    return differ("drawn.in_play", null, inPlay);
  const shuffled = shoe.size - countInPlay(drawn);
  const last = positions.length - 1;
  if (shoe.deal && positions[last] >= shuffled)
    return differ(
      `drawn.positions[${last}]`,
      `0 to ${shuffled - 1}`,
      positions[last],
    );
  if (draws === 0) return findDrawOfNone(receipt);
  if (terms.words && !(await isOfWords(terms.words, clientSeed)))
    return differ(
      "client_seed",
      "texts of the digests in terms.words",
      clientSeed,
    );
}

/**
 * Return the first observed draw or card that the receipt does not count as drawn, as a difference, or undefined.
 *
 * @param {Drawn} drawn
 * @param {SeenEntry[]} entries
 * @param {DealtShoe} shoe
 * @param {(card: SeenCard) => boolean} isMeant return whether a card is looked at
 * @returns {Difference | undefined}
 */
export function findUndrawn(drawn, entries, { size, deal }, isMeant) {
  const { top = 0, bottom = 0 } = drawn;
  const shuffled = size - countInPlay(drawn);
  const taken = new Set(drawn.positions);
  /** @param {number} position */
  const isLeft = (position) =>
    position < shuffled &&
    (deal
      ? !taken.has(position)
      : position >= top && position < shuffled - bottom);
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

/**
 * Return the first count of a receipt that the draws do not lead to, as a difference, or undefined.
 *
 * @param {JsonObject} counts those that the draws lead to, by the name of the member
 * @param {JsonObject} drawn
 * @param {string} detail in words for people
 * @returns {Difference | undefined}
 */
export function findOtherCount(counts, drawn, detail) {
  for (const [name, count] of Object.entries(counts))
    if (!isEqual(count, drawn[name]))
      return differ(`drawn.${name}`, count, drawn[name], { detail });
}

/**
 * Return the difference between the caller's list and the list that the terms commit to, or undefined.
 *
 * @param {unknown} items the list, undefined if it is not there
 * @param {Terms} terms
 * @param {number} size of the shoe
 * @returns {Promise<Difference | undefined>}
 */
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

/**
 * Return a difference if no draw leads to the last digest that a player was shown, or undefined.
 *
 * @param {PlayerNotes} notes
 * @param {string[]} digests those that the draws lead to
 * @param {{ digest: string }} drawn
 * @returns {Difference | undefined}
 */
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

/**
 * Return why the list of items, the draws or the digest of a player is unchecked.
 *
 * @param {{ terms: Terms, drawn: Drawn }} receipt
 * @param {{ draw: number }[]} records in the order of their numbers, each number once
 * @param {Notes} notes
 * @returns {Reasons}
 */
export function listUnchecked({ terms, drawn }, records, notes) {
  /** @type {Reasons} */
  const unchecked = {};
  if (terms.items_sha256 !== undefined && notes.items === undefined)
    unchecked.items = NO_ITEMS;
  if (records.length === drawn.draws) return unchecked;
  unchecked.draws = explainMissingDraws(records, drawn);
  if (findOtherDigest(notes, [drawn.digest], drawn) !== undefined)
    unchecked.digest = EARLIER_DIGEST;
  return unchecked;
}

/**
 * Return the positions and places of the cards that leave the shoe with a stage, if it is the one of an entry. The hand
 * is the first of a round or, in a game that goes on, a later hand, wherever it begins.
 *
 * @param {SeenEntry} entry of a stage
 * @param {number} size of the shoe
 * @param {SealedDeal} deal
 * @returns {{ positions: number[], places: string[] }}
 */
function layOutStage({ stage, positions, rounds }, size, deal) {
  const order = range(size);
  /** @param {number[]} [hand] */
  const listTakenOf = (hand) =>
    deal
      .layOut(order, rounds[0] ?? 0, hand)
      .filter((card) => card.stage === stage && isTaken(card))
      .sort((one, other) => one.position - other.position);
  const cards = listTakenOf();
  const places = cards.map(formPlace);
  const ofFirstHand = cards.map(({ position }) => position);
  if (!deal.goesOn || isEqual(ofFirstHand, positions))
    return { positions: ofFirstHand, places };
  const later = listTakenOf(range(size - 1, 1));
  const shift = positions[0] - later[0].position;
  return {
    positions: later.map(({ position }) => position + shift),
    places: later.map(formPlace),
  };
}

/**
 * Return the first stage with other positions or places than the deal of a hand, or undefined. The hand is the first of
 * a round or, in a game that goes on, a later hand, wherever it begins.
 *
 * @param {SeenEntry[]} records
 * @param {DealtShoe} shoe
 * @returns {Difference | undefined}
 */
export function findOtherPlace(records, { size, deal }) {
  if (!deal || deal.needsFaces) return undefined;
  for (const entry of records) {
    if (entry.stage === undefined) continue;
    const { positions, places = [], draw, where } = entry;
    const laid = layOutStage(entry, size, deal);
    const more = { draw, detail: OTHER_PLACE };
    const length = Math.max(positions.length, laid.positions.length);
    for (const k of range(length))
      if (positions[k] !== laid.positions[k])
        return differ(
          `${where}.positions[${k}]`,
          laid.positions[k],
          positions[k],
          more,
        );
    for (const k of range(length))
      if (places[k] !== laid.places[k])
        return differ(`${where}.places[${k}]`, laid.places[k], places[k], more);
  }
}

const OTHER_PLACE = "the deal brings the cards of this stage to other places";

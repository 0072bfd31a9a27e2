/** The games and decks of the page with their titles, and the parameters of their requests. */
// @ts-check
/** @import { ParameterType } from "./request.mjs" */
import { $, create } from "../shared/elements.mjs";
import { findText } from "../shared/texts.mjs";

/**
 * The words and the numbers of the rule by which a text names games (form/suggestions.mjs).
 * @typedef {object} Rule
 * @property {number} longest the number of characters of a text that are read
 * @property {number} most the number of entries that are suggested
 * @property {{ letters: number[], changed: number }} fewest how many letters a name has at least: `letters` for no
 *   slip, for one and for two, and `changed` for a slip that changes a letter
 * @property {Record<string, string>} letters plain ones of letters such as "ø"
 * @property {Record<string, string>} numbers in words, by their digits: { "2": "two", "ii": "two" }
 * @property {string[]} fillers words that say nothing of a game
 * @property {string[]} countedWords words for what a number beside a name counts: players
 * @property {Record<string, string>} familyWords other words of families
 */

/**
 * The number of players of a game, with the usual one; `without` are numbers between that it is not for.
 * @typedef {{ least: number, most: number, usual: number, without?: number[] }} Players
 */

/**
 * A game or a deck: it has a `game` if it is a game, whose `deck` is the one that it is played with.
 * @typedef {object} Entry
 * @property {string} [game]
 * @property {string} deck
 * @property {string} title in English, such as "Standard 52-card pack, with up to four jokers"
 * @property {string} [family] of a game
 * @property {Players} [players] of a game
 * @property {boolean} [private] whether it can be played with private hands
 * @property {string[]} options the names of the parameters that only some entries take
 * @property {string[]} [aliases] other names
 * @property {string[]} [near] names of what is like it
 */

/**
 * A parameter of the API: in which `section` of the form it is, and its hint's facts.
 * @typedef {object} ParameterFacts
 * @property {string} name
 * @property {"options" | "packs" | "shuffle" | "source"} section
 * @property {(string | number)[]} choices its values; [] if it is typed
 * @property {string} value what the field has at first; "" for nothing
 * @property {number} [least]
 * @property {number} [most]
 * @property {number | string} [usual] its value if it is left empty
 *
 * @typedef {ParameterFacts & Required<ParameterType>} Parameter
 */

/**
 * A shuffle and its own parameters, as /v1/algorithms has them.
 * @typedef {object} Algorithm
 * @property {string} name
 * @property {string} summary in English
 * @property {string} uniformity
 * @property {boolean} default
 * @property {{ name: string, minimum?: number, maximum?: number, default?: number | string }[]} parameters
 */

/**
 * What the page knows of the API: its games and decks, the `rule` that suggests them, its shuffles, all parameters by
 * name, and the names of those of each request: { "decks/deal": ["hands", "cards", …] }.
 * @typedef {object} Catalogue
 * @property {Entry[]} games
 * @property {Entry[]} decks
 * @property {Rule} rule
 * @property {Algorithm[]} algorithms
 * @property {Record<string, Parameter>} fields
 * @property {Record<string, string[]>} requests
 */

/** @typedef {"games" | "decks"} EntryKind */

/**
 * The catalogue, once it was asked for.
 * @type {{ catalogue?: Catalogue }}
 */
const parsed = {};

/** Return what the form of the page says that the API has. It is parsed once. */
export function getCatalogue() {
  parsed.catalogue ??= /** @type {Catalogue} */ (
    JSON.parse($("#form").dataset.parameters ?? "")
  );
  return parsed.catalogue;
}

/** Return the names of the parameters that change the cards in play. */
export const listPackOptions = () =>
  Object.values(getCatalogue().fields).flatMap(({ name, section }) =>
    section === "packs" ? [name] : [],
  );

/**
 * Return the name of a game or a deck in the API.
 * @param {{ game?: string, deck: string }} entry
 */
export const nameOf = ({ game, deck }) => game ?? deck;

/**
 * Return the game or the deck of a name; undefined if there is none.
 * @param {EntryKind} kind
 * @param {string} name
 */
export const findEntry = (kind, name) =>
  getCatalogue()[kind].find((entry) => nameOf(entry) === name);

/**
 * Return the fewest players of a game, two or more.
 * @param {{ players?: { least: number } }} entry
 */
export const fewestOf = ({ players }) => Math.max(2, players?.least ?? 2);

/**
 * Return the title of an entry in the language of the page, if it has one of its own.
 * @param {{ game?: string, deck: string }} entry
 */
export const findTitle = (entry) => findText(`games.${nameOf(entry)}`);

/**
 * Return a title up to its first comma, colon or semicolon.
 * @param {string} title
 */
const shorten = (title) => title.split(/[:;,]/)[0];

/**
 * Return the title of an entry in the language of the page; otherwise the API's up to its first comma or colon, or all
 * of it if another of the `entries` would have the same.
 * @param {Entry} entry
 * @param {Entry[]} entries
 */
export function titleOf(entry, entries) {
  const ownTitle = findTitle(entry);
  if (ownTitle) return ownTitle;
  const shortTitle = shorten(entry.title);
  const isShared =
    entries.filter(({ title }) => shorten(title) === shortTitle).length > 1;
  return isShared ? entry.title : shortTitle;
}

/**
 * Return the title of the game or the deck of a request, in the language of the page or in English.
 * @param {{ kind: EntryKind, name: string }} request
 */
export function renderTitle({ kind, name }) {
  const entry = findEntry(kind, name);
  return entry
    ? create(
        "span",
        { lang: findTitle(entry) ? undefined : "en" },
        titleOf(entry, getCatalogue()[kind]),
      )
    : name;
}

/**
 * Return the name of the deck of a request; undefined for a game that is not known.
 * @param {{ kind: EntryKind, name: string }} request
 */
export const getDeck = ({ kind, name }) =>
  kind === "decks" ? name : findEntry(kind, name)?.deck;

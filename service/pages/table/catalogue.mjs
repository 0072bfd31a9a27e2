/** The games and decks of the page with their titles, and the parameters of their requests. */
import { $, create } from "../shared/page.mjs";
import { findText } from "../shared/texts.mjs";

/** `games`, `decks`, the `rule` that suggests them, `algorithms`, the parameters as `fields`, and their names by request as `requests`. */
export const CATALOGUE = JSON.parse($("#form").dataset.parameters);

/** The names of the parameters that change the cards in play. */
export const PACK_OPTIONS = Object.values(CATALOGUE.fields).flatMap(
  ({ name, section }) => (section === "packs" ? [name] : []),
);

export const nameOf = ({ game, deck }) => game ?? deck;

export const findEntry = (kind, name) =>
  CATALOGUE[kind].find((entry) => nameOf(entry) === name);

/** Return the title of an entry in the language of the page, if it has one of its own. */
export const findTitle = (entry) => findText(`games.${nameOf(entry)}`);

const shorten = (title) => title.split(/[:;,]/)[0];

/**
 * Return the title of an entry in the language of the page; otherwise the API's up to its first comma or colon, or all of it
 * if another of the `entries` would have the same.
 */
export function titleOf(entry, entries) {
  const [own, short] = [findTitle(entry), shorten(entry.title)];
  if (own) return own;
  return entries.filter(({ title }) => shorten(title) === short).length > 1
    ? entry.title
    : short;
}

/** Return the title of the game or the deck of a request, in the language of the page or in English. */
export function renderTitle({ kind, name }) {
  const entry = findEntry(kind, name);
  return entry
    ? create(
        "span",
        { lang: findTitle(entry) ? undefined : "en" },
        titleOf(entry, CATALOGUE[kind]),
      )
    : name;
}

/** Return the name of the deck of a request. */
export const getDeck = ({ kind, name }) =>
  kind === "decks" ? name : findEntry(kind, name)?.deck;

/** The field that finds operations by their path, sentence and parameters, chapters of the guides, and games. */
// @ts-check
import {
  $,
  $$,
  create,
  findElement,
  getElement,
  listenToSubmit,
  moveFocus,
} from "../shared/elements.mjs";
import { ROOT, fetchJson } from "../shared/service.mjs";

/**
 * What can be found: its title, a sentence on it, further names, and its path; an operation of the API has its path as
 * title.
 * @typedef {object} SearchEntry
 * @property {string} title
 * @property {string} text
 * @property {string} names
 * @property {string} path
 * @property {boolean} [isOperation]
 */

/**
 * The same with its title, its sentence and its names in small letters.
 * @typedef {SearchEntry & { parts: string[] }} SearchedEntry
 */

/**
 * The field in the page: its form, what is below it, and the entries, from the first focus on.
 * @typedef {object} Search
 * @property {HTMLFormElement} form
 * @property {HTMLInputElement} field
 * @property {HTMLElement} list of matches
 * @property {HTMLElement} status which tells a screen reader how many entries match
 * @property {Promise<SearchedEntry[]>} [entries]
 */

/**
 * A function that returns how well a text matches a word, from 0 to 1.
 * @typedef {(text: string) => number} Match
 */

const MAX_SHOWN = 12;
/** The weight of a word in the title of an entry, in its sentence, and in its further names. */
const WEIGHTS = [4, 2, 1];
/** The grade of a word that an entry has within another word. */
const WITHIN = 0.2;
const ENDINGS = "(?:ies|y|e?s|ing|ed)";
const ENDING = new RegExp(`(?<=[a-z]{3})${ENDINGS}$`);
const MIN_TYPO = 4; // letters of a word in which typing errors are corrected
const WORD = /[a-z]{4,}/g;

/**
 * Return a pattern for a text as it is.
 * @param {string} text
 */
const escapePattern = (text) => text.replace(/\W/g, "\\$&");

/**
 * Return a function that grades how well a text has a word: 1 if it has the word itself, 0.9 if one of its words begins
 * with it, 0.7 if it has the word with another ending, 0.2 if the stem of the word is in it, or else 0. Word and text
 * are in small letters.
 * @param {string} word such as "deals"
 * @returns {Match} a function that returns here 1 for "five deals", 0.7 for "a dealing", 0.2 for "ideal", and 0 for
 *   "draw"
 */
function createMatch(word) {
  const whole = escapePattern(word);
  const stem = escapePattern(word.replace(ENDING, ""));
  const start = "(?<![a-z0-9])";
  const grades = [
    { grade: 1, pattern: `${start}${whole}(?![a-z0-9])` },
    { grade: 0.9, pattern: start + whole },
    {
      grade: 0.7,
      pattern: `${start}${stem}(?:e|ings|${ENDINGS})?(?![a-z0-9])`,
    },
    { grade: WITHIN, pattern: stem },
  ].map(({ grade, pattern }) => ({ grade, pattern: new RegExp(pattern) }));
  return (text) => grades.find(({ pattern }) => pattern.test(text))?.grade ?? 0;
}

/**
 * Return a match of a word that looks within words only if no word of the entries begins with it: "rust" does not find
 * "trust".
 * @param {SearchedEntry[]} entries
 * @param {string} word
 * @returns {Match}
 */
function createWordMatch(entries, word) {
  const match = createMatch(word);
  const isBeginning = entries.some(({ parts }) =>
    parts.some((part) => match(part) > WITHIN),
  );
  if (!isBeginning) return match;
  return (text) => (match(text) > WITHIN ? match(text) : 0);
}

/**
 * Return the entries that match the most words, sorted by score: a word in a title counts most.
 * @param {SearchedEntry[]} entries
 * @param {string[]} words
 */
function findWords(entries, words) {
  const matches = words.map((word) => createWordMatch(entries, word));
  const scoredEntries = entries.map((entry) => scoreEntry(entry, matches));
  const maxCount = Math.max(1, ...scoredEntries.map(({ count }) => count));
  const best = scoredEntries.filter(({ count }) => count === maxCount);
  best.sort((a, b) => b.score - a.score);
  return best.map(({ entry }) => entry);
}

/**
 * Return an entry with how many words it matches, and its score: the sum of the best places of the words.
 * @param {SearchedEntry} entry
 * @param {Match[]} matches of the words
 */
function scoreEntry(entry, matches) {
  let count = 0;
  let score = 0;
  for (const match of matches) {
    const scores = entry.parts.map((part, i) => WEIGHTS[i] * match(part));
    const best = Math.max(...scores);
    if (best > 0) count += 1;
    score += best;
  }
  return { entry, count, score };
}

/**
 * Return the operations of an API address in a text. `{deck}` and the like match any value.
 * @param {SearchedEntry[]} entries
 * @param {string} text such as "https://…/v1/decks/french/shuffle?count=5"
 */
function findAddress(entries, text) {
  const [address] = /\bv1\/[^\s?#'"]+/.exec(text) ?? [];
  if (!address) return [];
  /** @param {string} title such as "GET /v1/decks/{deck}/shuffle" */
  const isAddress = (title) => {
    const path = title.split(" /").at(-1) ?? "";
    const pattern = `/${path.replace(/\{\w+\}/g, "[^/]+")}$`;
    return new RegExp(pattern).test(`/${address}`);
  };
  return entries.filter(
    ({ isOperation, title }) => isOperation && isAddress(title),
  );
}

/**
 * Return whether two words differ by one letter, or by two neighbours that changed places.
 * @param {string} word
 * @param {string} wordOfEntry
 */
function isTypo(word, wordOfEntry) {
  if (Math.abs(word.length - wordOfEntry.length) > 1) return false;
  let same = 0; // how many letters at the beginning
  while (same < word.length && word[same] === wordOfEntry[same]) same++;
  if (same === 0) return false; // nobody mistypes the first letter
  const a = word.slice(same);
  const b = wordOfEntry.slice(same);
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/**
 * Return the word itself if an entry has it; else a word of the entries that differs by one typing error, words of
 * titles first.
 * @param {SearchedEntry[]} entries
 * @param {string} word
 */
function correct(entries, word) {
  const match = createMatch(word);
  if (word.length < MIN_TYPO || entries.some(({ parts }) => parts.some(match)))
    return word;
  const words = WEIGHTS.flatMap((_, i) =>
    entries.flatMap(({ parts }) => parts[i].match(WORD) ?? []),
  );
  return words.find((wordOfEntry) => isTypo(word, wordOfEntry)) ?? word;
}

/**
 * Return the words of a text in small letters: "Riffle-shuffle, 7" has "riffle", "shuffle" and "7".
 * @param {string} text
 */
const splitWords = (text) =>
  text
    .toLowerCase()
    .split(/[\s,.-]+/)
    .filter(Boolean);

/**
 * Return the entries that match a text, and its words with typing errors corrected.
 * @param {SearchedEntry[]} entries
 * @param {string} text
 */
function find(entries, text) {
  const words = splitWords(text).map((word) => correct(entries, word));
  const matchingEntries = new Set([
    ...findAddress(entries, text),
    ...findWords(entries, words),
  ]);
  return { words, matchingEntries: [...matchingEntries] };
}

/**
 * Return the entries, which are fetched once; again after a failure.
 * @param {Search} search
 */
function loadEntries(search) {
  if (!search.entries) {
    search.entries = fetchEntries();
    search.entries.catch(() => {
      search.entries = undefined;
    });
  }
  return search.entries;
}

/**
 * Return what the search knows, each entry with the parts in small letters in which words are looked for.
 * @returns {Promise<SearchedEntry[]>}
 */
async function fetchEntries() {
  /** @type {SearchEntry[]} */
  const entries = await fetchJson("docs/search.json");
  return entries.map((entry) => ({
    ...entry,
    parts: [entry.title, entry.text, entry.names].map((part) =>
      part.toLowerCase(),
    ),
  }));
}

/**
 * Create an item of the list of matches: a link to the entry.
 * @param {SearchEntry} entry
 */
const createItem = ({ title, text, path, isOperation }) =>
  create(
    "li",
    create(
      "a",
      { href: ROOT + path },
      create("strong", { class: isOperation && "path" }, title),
      create("span", text),
    ),
  );

/**
 * Create an item of the list that is no entry: it says something about the search.
 * @param {string} text
 */
const createRemark = (text) => create("li.more", text);

/**
 * Show the entries that match the text in the field, once they are loaded.
 * @param {Search} search
 */
async function show(search) {
  const { field, list } = search;
  const text = field.value.trim();
  list.hidden = !text;
  if (!text) return;
  if (!list.hasChildNodes()) list.append(createRemark("Searching …"));
  /** @type {SearchedEntry[] | Error} */
  const entries = await loadEntries(search).catch((error) => error);
  if (text !== field.value.trim()) return;
  if (entries instanceof Error)
    list.replaceChildren(createRemark(entries.message));
  else showMatches(search, entries, text);
}

/**
 * Show the entries that match a text, and how many these are.
 * @param {Search} search
 * @param {SearchedEntry[]} entries
 * @param {string} text
 */
function showMatches({ list, status }, entries, text) {
  const { words, matchingEntries } = find(entries, text);
  const count = matchingEntries.length;
  const correction = words.join(" ");
  list.replaceChildren(...matchingEntries.slice(0, MAX_SHOWN).map(createItem));
  if (count > 0 && correction !== splitWords(text).join(" "))
    list.prepend(createRemark(`Found for “${correction}”:`));
  if (count > MAX_SHOWN)
    list.append(
      createRemark(`and ${count - MAX_SHOWN} more: type another word`),
    );
  if (count === 0)
    list.append(
      createRemark(
        "Nothing found. Try another word, in English, or a path such as /v1/decks.",
      ),
    );
  status.textContent = `${count} found`;
}

/** @param {Search} search */
const hide = ({ list }) => {
  list.hidden = true;
};

/**
 * Move the focus from the field to the matches and between them.
 * @param {Search} search
 * @param {KeyboardEvent} event
 */
function move(search, event) {
  const { field, list } = search;
  if (event.key === "Escape") {
    hide(search);
    field.focus();
  }
  if (!list.hidden) moveFocus(event, [field, ...$$("a", list)]);
}

/** Listen to the field and to the matches below it. */
function start() {
  const form = getElement(HTMLFormElement, ".search");
  /** @type {Search} */
  const search = {
    form,
    field: getElement(HTMLInputElement, "input", form),
    list: $(".matches", form),
    status: $("[role=status]", form),
  };
  const { field, list } = search;
  field.addEventListener(
    "focus",
    () => loadEntries(search).catch(() => undefined), // a search tells why
    { once: true },
  );
  field.addEventListener("click", () => show(search));
  field.addEventListener("input", () => show(search));
  form.addEventListener("keydown", (event) => move(search, event));
  form.addEventListener("focusout", ({ relatedTarget }) => {
    const focused = /** @type {Node | null} */ (relatedTarget);
    if (!form.contains(focused)) hide(search);
  });
  listenToSubmit(form, async () => {
    await show(search);
    findElement("a", list)?.click();
  });
  // The field keeps the focus until the click
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest("a")) hide(search);
  });
}

start();

/** The games and decks that a text may mean: the rule of service/core/suggestions.py, whose words and numbers are `rule`. */
// @ts-check
/** @import { Entry } from "./catalogue.mjs" */

/**
 * The words and the numbers of the rule.
 * @typedef {object} Rule
 * @property {number} longest the number of characters of a text that are read
 * @property {number} most the number of entries that are suggested
 * @property {{ letters: number[], changed: number }} fewest letters of a name for no slip, for one and for two; and for a slip that changes a letter
 * @property {Record<string, string>} letters plain ones of letters such as "ø"
 * @property {Record<string, string>} numbers in words, by their digits: { "2": "two", "ii": "two" }
 * @property {string[]} fillers words that say nothing of a game
 * @property {string[]} seatWords
 * @property {Record<string, string>} familyWords other words of families
 */

/**
 * A text as it is compared: its words, and those that are neither fillers nor seats.
 * @typedef {{ words: string[], keywords: string[] }} ReadText
 */

/**
 * An entry with its names as they are compared, its own one first; `about` are its title and its family.
 * @typedef {{ entry: Entry, names: ReadText[], about: ReadText }} NamedEntry
 */

/** @param {string} text */
const listLetters = (text) =>
  text.toUpperCase().toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/**
 * Return the words of a text as they are compared, and those of them that are no fillers.
 * @param {string} text
 * @param {Rule} rule
 * @returns {ReadText}
 */
function read(text, { letters: plainLetters, numbers, fillers, seatWords }) {
  const letters = Array.from(
    listLetters(text),
    (letter) => plainLetters[letter] ?? letter,
  ).join("");
  const words = (letters.match(/[\p{L}\p{Nl}\p{No}]+|\p{Nd}+/gu) ?? [])
    .map((word) => (Object.hasOwn(numbers, word) ? numbers[word] : word))
    .map((word) =>
      Array.from(word).length > 3 && word.endsWith("s")
        ? word.slice(0, -1)
        : word,
    );
  /** @param {string} word */
  const isNumber = (word) =>
    Object.values(numbers).includes(word) || /^\p{Nd}+$/u.test(word);
  /**
   * @param {string} word
   * @param {number} i
   */
  const isKeyword = (word, i) =>
    !seatWords.includes(word) &&
    (!fillers.includes(word) || (i > 0 && isNumber(words[i - 1])));
  return { words, keywords: words.filter(isKeyword) };
}

/**
 * Return whether up to so many slips make one text the other: a letter more, less, swapped or, once, another one.
 *
 * One slip makes "hearts" "heart" (less), "herats" (swapped) or "hearty" (another one), and no slip does.
 * @param {string[]} letters
 * @param {string[]} otherLetters
 * @param {number} slips
 * @param {boolean} [mayChange] whether a letter may be another one
 * @returns {boolean}
 */
function isWithinSlips(letters, otherLetters, slips, mayChange = true) {
  const shorter = Math.min(letters.length, otherLetters.length);
  let same = 0; // letters at the beginning
  while (same < shorter && letters[same] === otherLetters[same]) same++;
  const a = letters.slice(same);
  const b = otherLetters.slice(same);
  if (Math.abs(a.length - b.length) > slips || !slips || !a.length || !b.length)
    return a.length + b.length <= slips;
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    isWithinSlips(a.slice(1), b, slips - 1, mayChange) ||
    isWithinSlips(a, b.slice(1), slips - 1, mayChange) ||
    (isSwapped &&
      isWithinSlips(a.slice(2), b.slice(2), slips - 1, mayChange)) ||
    (mayChange && isWithinSlips(a.slice(1), b.slice(1), slips - 1, false))
  );
}

/**
 * Return the letters of words.
 * @param {string[]} words
 */
const join = (words) => Array.from(words.join(""));

/**
 * Return whether a word is a number in words.
 * @param {string} word
 * @param {Rule} rule
 */
const isCount = (word, { numbers }) => Object.values(numbers).includes(word);

/**
 * Return the numbers in words, as one text.
 * @param {string[]} words
 * @param {Record<string, string>} numbers in words, by their digits
 */
const listNumbers = (words, numbers) =>
  words
    .flatMap((word) =>
      Object.values(numbers).includes(word)
        ? [word]
        : (word.match(/\p{Nd}+/gu) ?? []),
    )
    .join(" ");

/**
 * Return whether a text is a name that is long enough, up to so many slips.
 * @param {string[]} text in words
 * @param {string[]} name in words
 * @param {number} slips
 * @param {Rule} rule
 */
function isNear(text, name, slips, { fewest, numbers }) {
  const a = join(text);
  const b = join(name);
  /**
   * @param {string} word
   * @param {number} i
   */
  const isAlike = (word, i) => {
    const letters = Array.from(name[i]);
    const isShort = letters.length < fewest.letters[slips];
    return isWithinSlips(Array.from(word), letters, isShort ? 1 : 2);
  };
  return (
    b.length >= fewest.letters[slips] &&
    (a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])) &&
    isWithinSlips(a, b, slips, b.length >= fewest.changed) &&
    listNumbers(text, numbers) === listNumbers(name, numbers) &&
    (slips < 2 || (text.length === name.length && text.every(isAlike)))
  );
}

/**
 * Return the names, joined, with the fewest slips from one of the texts.
 * @param {string[][]} texts in words
 * @param {string[][]} names in words
 * @param {Rule} rule
 * @returns {Set<string>}
 */
function findNear(texts, names, rule) {
  for (const slips of rule.fewest.letters.keys()) {
    const near = names.filter((name) =>
      texts.some((text) => isNear(text, name, slips, rule)),
    );
    if (near.length) return new Set(near.map((name) => name.join(" ")));
  }
  return new Set();
}

/**
 * Return the entries whose names, title and family have all the words but fillers, and one name no others: the longest.
 * @param {string[]} text in words
 * @param {NamedEntry[]} entries
 * @param {Rule} rule
 */
function findByWords(text, entries, rule) {
  const known = [
    ...new Set(
      entries.flatMap(({ names }) => names.flatMap(({ keywords }) => keywords)),
    ),
  ].map((word) => [word]);
  const words = new Set(
    text.map((word) => {
      const near = findNear([[word]], known, rule);
      return near.size === 1 ? [...near][0] : word;
    }),
  );
  const sizes = entries.map(({ names, about }) => {
    const titleWords = about.keywords.filter((word) => !isCount(word, rule));
    const ownWords = new Set([
      ...titleWords,
      ...names.flatMap(({ keywords }) => keywords),
    ]);
    if (
      ![...words].every(
        (word) => ownWords.has(word) || rule.fillers.includes(word),
      )
    )
      return 0;
    return Math.max(
      0,
      ...names
        .filter(({ keywords }) => keywords.every((word) => words.has(word)))
        .map(({ keywords }) => new Set(keywords).size),
    );
  });
  const most = Math.max(1, ...sizes);
  return entries.filter((_, i) => sizes[i] === most);
}

/**
 * Return the entries with the name that a text has beside a number, if the game is for so many players.
 * @param {string[]} text in words
 * @param {NamedEntry[]} entries
 * @param {Rule} rule
 */
function findByPlayers(text, entries, rule) {
  const counts = text.filter((word) => isCount(word, rule));
  const name = text.filter((word) => !isCount(word, rule)).join(" ");
  const number = Number(
    Object.keys(rule.numbers).find(
      (digits) => rule.numbers[digits] === counts[0],
    ),
  );
  return entries.filter(({ names, entry: { players } }) => {
    if (!players || counts.length !== 1) return false;
    const { least, most, without = [] } = players;
    return (
      number >= least &&
      number <= most &&
      !without.includes(number) &&
      names.some(({ keywords }) => keywords.join(" ") === name)
    );
  });
}

/**
 * Return an entry with its names as they are compared.
 * @param {Entry} entry
 * @param {Rule} rule
 * @returns {NamedEntry}
 */
function readNames(entry, rule) {
  const { game, deck, aliases = [], near = [], title, family = "" } = entry;
  const names = [game ?? deck, ...aliases, ...near];
  return {
    entry,
    names: names.map((name) => read(name, rule)),
    about: read(`${title} ${family} ${rule.familyWords[family] ?? ""}`, rule),
  };
}

/**
 * Return a function of a text that returns those of the games or decks that it may mean.
 * @param {Entry[]} entries
 * @param {Rule} rule
 * @returns {(text: string) => Entry[]}
 */
export function createSuggest(entries, rule) {
  const namedEntries = entries.map((entry) => readNames(entry, rule));
  const spellings = namedEntries.flatMap(({ names }) =>
    names.map(({ words }) => words),
  );
  /** @param {(name: ReadText) => boolean} fits */
  const find = (fits) => namedEntries.filter(({ names }) => names.some(fits));
  /** @param {string} text */
  const cut = (text) => Array.from(text).slice(0, rule.longest).join("");
  return (text) => {
    const { words, keywords } = read(cut(listLetters(cut(text))), rule);
    let named = find((name) => name.words.join("") === words.join(""));
    if (!named.length) {
      const near = findNear([words, keywords], spellings, rule);
      /** @param {ReadText} name */
      const isNamed = (name) => near.has(name.words.join(" "));
      named = namedEntries.filter(({ names: [ownName] }) => isNamed(ownName));
      if (!named.length) named = find(isNamed);
    }
    if (!named.length) named = findByWords(keywords, namedEntries, rule);
    if (!named.length) named = findByPlayers(keywords, namedEntries, rule);
    return named.slice(0, rule.most).map(({ entry }) => entry);
  };
}

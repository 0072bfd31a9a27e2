/**
 * The games and decks that a text may mean: the rule of service/names/suggestions.py, whose words and numbers are
 * `rule`.
 */
// @ts-check
/** @import { Entry, Rule } from "../../deals/catalogue.mjs" */

/**
 * A text as it is compared: its words, and those that are neither fillers nor seats.
 * @typedef {{ words: string[], keywords: string[] }} ReadText
 */

/**
 * An entry with its names as they are compared, its own one first; `about` are its title and its family.
 * @typedef {{ entry: Entry, names: ReadText[], about: ReadText }} NamedEntry
 */

/**
 * Return a text in small letters without accents.
 * @param {string} text
 */
function toPlainLetters(text) {
  const small = text.toUpperCase().toLowerCase();
  const apart = small.normalize("NFKD"); // letters, and their accents behind them
  return apart.replace(/\p{M}/gu, "");
}

/**
 * Return a word without the "s" of a plural, if it is long enough to have one.
 * @param {string} word
 */
function toSingular(word) {
  const hasEnding = Array.from(word).length > 3 && word.endsWith("s");
  return hasEnding ? word.slice(0, -1) : word;
}

/**
 * Return the words of a text as they are compared, and those of them that are no fillers.
 *
 * "A game of 2 Hearts" has the words "a", "game", "of", "two" and "heart"; without fillers "two" and "heart" are left.
 * @param {string} text
 * @param {Rule} rule
 * @returns {ReadText}
 */
function read(text, rule) {
  const { letters: plainLetters, numbers, fillers, countedWords } = rule;
  const letters = Array.from(toPlainLetters(text));
  const plain = letters.map((letter) => plainLetters[letter] ?? letter);
  const runs = plain.join("").match(/[\p{L}\p{Nl}\p{No}]+|\p{Nd}+/gu) ?? [];
  const inWords = runs.map((run) =>
    Object.hasOwn(numbers, run) ? numbers[run] : run,
  );
  const words = inWords.map(toSingular);
  /** @param {string} word */
  const isNumber = (word) => isCount(word, rule) || /^\p{Nd}+$/u.test(word);
  /**
   * @param {string} word
   * @param {number} i
   */
  const isKeyword = (word, i) => {
    if (countedWords.includes(word)) return false;
    const isBehindNumber = i > 0 && isNumber(words[i - 1]);
    return isBehindNumber || !fillers.includes(word);
  };
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
  const difference = Math.abs(a.length - b.length);
  const isOneOver = a.length === 0 || b.length === 0;
  if (difference > slips || slips === 0 || isOneOver)
    return a.length + b.length <= slips;
  /**
   * @param {number} count the letters of `a` that a slip is about
   * @param {number} otherCount and those of `b`
   * @param {boolean} mayChangeMore
   */
  const isWithinRest = (count, otherCount, mayChangeMore) => {
    const after = a.slice(count);
    const otherAfter = b.slice(otherCount);
    return isWithinSlips(after, otherAfter, slips - 1, mayChangeMore);
  };
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    isWithinRest(1, 0, mayChange) ||
    isWithinRest(0, 1, mayChange) ||
    (isSwapped && isWithinRest(2, 2, mayChange)) ||
    (mayChange && isWithinRest(1, 1, false))
  );
}

/**
 * Return the letters of words.
 * @param {string[]} words
 */
const listLetters = (words) => Array.from(words.join(""));

/**
 * Return whether a word is a number in words.
 * @param {string} word
 * @param {Rule} rule
 */
const isCount = (word, { numbers }) => Object.values(numbers).includes(word);

/**
 * Return the numbers in words, as one text: "two 13" of "two", "decks" and "13th".
 * @param {string[]} words
 * @param {Rule} rule
 */
function writeNumbers(words, rule) {
  const numbers = words.flatMap((word) =>
    isCount(word, rule) ? [word] : (word.match(/\p{Nd}+/gu) ?? []),
  );
  return numbers.join(" ");
}

/**
 * Return whether two texts begin alike: with the same letter, or with the same two, swapped.
 * @param {string[]} letters
 * @param {string[]} otherLetters
 */
function beginAlike(letters, otherLetters) {
  const [first, second] = letters;
  const [otherFirst, otherSecond] = otherLetters;
  const areSwapped = first === otherSecond && second === otherFirst;
  return first === otherFirst || areSwapped;
}

/**
 * Return whether a text is a name that is long enough, up to so many slips.
 *
 * With one slip "herats" is "hearts"; "two deck" is "two decks", and "three decks" is not, as its number is another
 * one.
 * @param {string[]} text in words
 * @param {string[]} name in words
 * @param {number} slips
 * @param {Rule} rule
 */
function isNear(text, name, slips, rule) {
  const { letters: fewestBySlips, changed: fewestToChange } = rule.fewest;
  const fewestLetters = fewestBySlips[slips];
  const letters = listLetters(text);
  const nameLetters = listLetters(name);
  if (nameLetters.length < fewestLetters) return false;
  if (!beginAlike(letters, nameLetters)) return false;
  const mayChange = nameLetters.length >= fewestToChange;
  if (!isWithinSlips(letters, nameLetters, slips, mayChange)) return false;
  if (writeNumbers(text, rule) !== writeNumbers(name, rule)) return false;
  if (slips < 2) return true;
  /**
   * @param {string} word
   * @param {number} i
   */
  const isAlike = (word, i) => {
    const lettersOfName = Array.from(name[i]);
    const maxSlips = lettersOfName.length < fewestLetters ? 1 : 2;
    return isWithinSlips(Array.from(word), lettersOfName, maxSlips);
  };
  return text.length === name.length && text.every(isAlike);
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
    /** @param {string[]} name */
    const isNearOne = (name) =>
      texts.some((text) => isNear(text, name, slips, rule));
    const near = names.filter(isNearOne);
    const joined = near.map((name) => name.join(" "));
    if (joined.length) return new Set(joined);
  }
  return new Set();
}

/**
 * Return the words of a text, each spelt as the word of a name that it is near to, if there is just one.
 * @param {string[]} text in words
 * @param {NamedEntry[]} entries
 * @param {Rule} rule
 */
function correctWords(text, entries, rule) {
  const names = entries.flatMap((entry) => entry.names);
  const knownWords = new Set(names.flatMap(({ keywords }) => keywords));
  const knownNames = Array.from(knownWords, (word) => [word]);
  /** @param {string} word */
  const correct = (word) => {
    const near = findNear([[word]], knownNames, rule);
    const [nearest] = near;
    return near.size === 1 ? nearest : word;
  };
  return new Set(text.map(correct));
}

/**
 * Return how many words the longest name of an entry has of which all are among some words; 0 if the entry lacks one of
 * these.
 * @param {Set<string>} words
 * @param {NamedEntry} entry
 * @param {Rule} rule
 */
function countNameWords(words, { names, about }, rule) {
  const titleWords = about.keywords.filter((word) => !isCount(word, rule));
  const nameWords = names.flatMap(({ keywords }) => keywords);
  const ownWords = new Set([...titleWords, ...nameWords, ...rule.fillers]);
  const areAllOwn = Array.from(words).every((word) => ownWords.has(word));
  if (!areAllOwn) return 0;
  const saidNames = names.filter(({ keywords }) =>
    keywords.every((word) => words.has(word)),
  );
  const sizes = saidNames.map(({ keywords }) => new Set(keywords).size);
  return Math.max(0, ...sizes);
}

/**
 * Return the entries whose names, title and family have all the words but fillers, and one name no others: the longest.
 * @param {string[]} text in words
 * @param {NamedEntry[]} entries
 * @param {Rule} rule
 */
function findByWords(text, entries, rule) {
  const words = correctWords(text, entries, rule);
  const sizes = entries.map((entry) => countNameWords(words, entry, rule));
  const most = Math.max(1, ...sizes);
  return entries.filter((_, i) => sizes[i] === most);
}

/**
 * Return the entries with the name that a text has beside a number, if the game is for so many players: "hearts" of
 * "four", "hearts".
 * @param {string[]} text in words
 * @param {NamedEntry[]} entries
 * @param {Rule} rule
 */
function findByPlayers(text, entries, rule) {
  const counts = text.filter((word) => isCount(word, rule));
  if (counts.length !== 1) return [];
  const nameWords = text.filter((word) => !isCount(word, rule));
  const name = nameWords.join(" ");
  const spellings = Object.keys(rule.numbers);
  const digits = spellings.find(
    (spelling) => rule.numbers[spelling] === counts[0],
  );
  const number = Number(digits);
  return entries.filter(({ names, entry: { players } }) => {
    if (!players) return false;
    const { least, most, without = [] } = players;
    const isInRange = number >= least && number <= most;
    if (!isInRange || without.includes(number)) return false;
    return names.some(({ keywords }) => keywords.join(" ") === name);
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
  const familyWords = rule.familyWords[family] ?? "";
  return {
    entry,
    names: names.map((name) => read(name, rule)),
    about: read(`${title} ${family} ${familyWords}`, rule),
  };
}

/**
 * Return the entries with a name that fits.
 * @param {NamedEntry[]} entries
 * @param {(name: ReadText) => boolean} fits
 */
const findNamed = (entries, fits) =>
  entries.filter(({ names }) => names.some(fits));

/**
 * Return the entries with the name that is nearest to one of the texts: with their own name, or if there are none, with
 * another.
 * @param {string[][]} texts in words
 * @param {NamedEntry[]} entries
 * @param {Rule} rule
 */
function findByNearName(texts, entries, rule) {
  const names = entries.flatMap((entry) => entry.names);
  const spellings = names.map(({ words }) => words);
  const near = findNear(texts, spellings, rule);
  /** @param {ReadText} name */
  const isNamed = ({ words }) => near.has(words.join(" "));
  const byOwnName = entries.filter(({ names: [ownName] }) => isNamed(ownName));
  return byOwnName.length ? byOwnName : findNamed(entries, isNamed);
}

/**
 * Return a function of a text that returns those of the games or decks that it may mean.
 * @param {Entry[]} entries
 * @param {Rule} rule
 * @returns {(text: string) => Entry[]}
 */
export function createSuggest(entries, rule) {
  const namedEntries = entries.map((entry) => readNames(entry, rule));
  /** @param {string} text */
  const cut = (text) => Array.from(text).slice(0, rule.longest).join("");
  return (text) => {
    const plainText = toPlainLetters(cut(text));
    const { words, keywords } = read(cut(plainText), rule);
    const letters = words.join("");
    let named = findNamed(
      namedEntries,
      (name) => name.words.join("") === letters,
    );
    if (!named.length)
      named = findByNearName([words, keywords], namedEntries, rule);
    if (!named.length) named = findByWords(keywords, namedEntries, rule);
    if (!named.length) named = findByPlayers(keywords, namedEntries, rule);
    const suggested = named.slice(0, rule.most);
    return suggested.map(({ entry }) => entry);
  };
}

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
  const letters = Array.from(toPlainLetters(text));
  const plain = letters.map((letter) => rule.letters[letter] ?? letter);
  const runs = plain.join("").match(/[\p{L}\p{Nl}\p{No}]+|\p{Nd}+/gu) ?? [];
  const words = runs.map((run) => toSingular(spellNumber(run, rule)));
  const keywords = words.filter((word, i) =>
    isKeyword(word, words[i - 1], rule),
  );
  return { words, keywords };
}

/**
 * Return a number in words: "two" of "2" and of "ii". Any other text stays as it is.
 * @param {string} text
 * @param {Rule} rule
 */
const spellNumber = (text, { numbers }) =>
  Object.hasOwn(numbers, text) ? numbers[text] : text;

/**
 * Return whether a word tells games apart: it is no filler, or it is one behind a number. A word for what a number
 * counts, such as "player", never does.
 * @param {string} word
 * @param {string | undefined} before the word before it
 * @param {Rule} rule
 */
function isKeyword(word, before, rule) {
  if (rule.countedWords.includes(word)) return false;
  if (!rule.fillers.includes(word)) return true;
  if (before === undefined) return false;
  return isCount(before, rule) || /^\p{Nd}+$/u.test(before);
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
  const sameCount = countSameStart(letters, otherLetters);
  const a = letters.slice(sameCount);
  const b = otherLetters.slice(sameCount);
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
  if (isWithinRest(1, 0, mayChange)) return true; // a letter more
  if (isWithinRest(0, 1, mayChange)) return true; // a letter less
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  if (isSwapped && isWithinRest(2, 2, mayChange)) return true;
  return mayChange && isWithinRest(1, 1, false); // another letter
}

/**
 * Return how many letters two texts have in common at their beginning: 3 of "heart" and "head".
 * @param {string[]} letters
 * @param {string[]} otherLetters
 */
function countSameStart(letters, otherLetters) {
  const shorter = Math.min(letters.length, otherLetters.length);
  let count = 0;
  while (count < shorter && letters[count] === otherLetters[count]) count += 1;
  return count;
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
 * Return the number of words in the longest name of an entry that a text has whole; 0 if it has no name, or if the
 * text has a word that belongs neither to the names, title and family of the entry nor to the fillers.
 *
 * Of "gin", "rummy" and "online", a filler, it is 2 for Gin Rummy, and 0 for Hearts.
 * @param {Set<string>} words of the text
 * @param {NamedEntry} entry
 * @param {Rule} rule
 */
function countNameWords(words, { names, about }, rule) {
  const titleWords = about.keywords.filter((word) => !isCount(word, rule));
  const nameWords = names.flatMap(({ keywords }) => keywords);
  const knownWords = new Set([...titleWords, ...nameWords, ...rule.fillers]);
  const areAllKnown = Array.from(words).every((word) => knownWords.has(word));
  if (!areAllKnown) return 0;
  let longest = 0;
  for (const { keywords } of names) {
    const isWhole = keywords.every((word) => words.has(word));
    if (isWhole) longest = Math.max(longest, new Set(keywords).size);
  }
  return longest;
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
  const playerCount = parseCount(counts[0], rule);
  /** @param {ReadText} ownName */
  const isName = ({ keywords }) => keywords.join(" ") === name;
  return entries.filter(
    ({ names, entry }) =>
      isForPlayers(entry, playerCount) && names.some(isName),
  );
}

/**
 * Return the number that a word stands for: 4 of "four".
 * @param {string} word
 * @param {Rule} rule
 */
function parseCount(word, { numbers }) {
  const spellings = Object.keys(numbers);
  const digits = spellings.find((spelling) => numbers[spelling] === word);
  return Number(digits);
}

/**
 * Return whether a game is for so many players; a deck is for no number.
 * @param {Entry} entry
 * @param {number} count
 */
function isForPlayers({ players }, count) {
  if (!players) return false;
  const { least, most, without = [] } = players;
  return count >= least && count <= most && !without.includes(count);
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
 * Return a function that returns the games or decks that a text may mean. It tries in order: equal name, nearest
 * spelling, a name among other words, a name beside the number of players.
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
    /** @param {ReadText} name */
    const isSame = (name) => name.words.join("") === letters;
    let found = findNamed(namedEntries, isSame);
    if (!found.length)
      found = findByNearName([words, keywords], namedEntries, rule);
    if (!found.length) found = findByWords(keywords, namedEntries, rule);
    if (!found.length) found = findByPlayers(keywords, namedEntries, rule);
    const suggested = found.slice(0, rule.most);
    return suggested.map(({ entry }) => entry);
  };
}

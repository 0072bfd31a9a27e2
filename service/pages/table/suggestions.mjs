/** The games and decks that a text may mean: the rule of service/core/suggestions.py, whose words and numbers are `rule`. */

const listLetters = (text) =>
  text.toUpperCase().toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** Return the words of a text as they are compared, and those of them that are no fillers. */
function read(text, { letters: marked, numbers, fillers, seatWords }) {
  const letters = Array.from(
    listLetters(text),
    (letter) => marked[letter] ?? letter,
  ).join("");
  const words = (letters.match(/[\p{L}\p{Nl}\p{No}]+|\p{Nd}+/gu) ?? [])
    .map((word) => (Object.hasOwn(numbers, word) ? numbers[word] : word))
    .map((word) =>
      Array.from(word).length > 3 && word.endsWith("s")
        ? word.slice(0, -1)
        : word,
    );
  const isNumber = (word) =>
    Object.values(numbers).includes(word) || /^\p{Nd}+$/u.test(word);
  const isKeyword = (word, i) =>
    !seatWords.includes(word) &&
    (!fillers.includes(word) || (i > 0 && isNumber(words[i - 1])));
  return { words, keywords: words.filter(isKeyword) };
}

/** Return whether up to so many slips make one text the other: a letter more, less, swapped or, once, another one. */
function differ(one, other, slips, mayChange = true) {
  let same = 0;
  while (same < Math.min(one.length, other.length) && one[same] === other[same])
    same++;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (Math.abs(a.length - b.length) > slips || !slips || !a.length || !b.length)
    return a.length + b.length <= slips;
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  const rests = [
    [a.slice(1), b],
    [a, b.slice(1)],
    ...(isSwapped ? [[a.slice(2), b.slice(2)]] : []),
  ];
  return (
    rests.some((rest) => differ(...rest, slips - 1, mayChange)) ||
    (mayChange && differ(a.slice(1), b.slice(1), slips - 1, false))
  );
}

const join = (words) => Array.from(words.join(""));

const isCount = (word, { numbers }) => Object.values(numbers).includes(word);

const listNumbers = (words, numbers) =>
  words
    .flatMap((word) =>
      Object.values(numbers).includes(word)
        ? [word]
        : (word.match(/\p{Nd}+/gu) ?? []),
    )
    .join(" ");

/** Return whether a text is a name that is long enough, up to so many slips. */
function isNear(text, name, slips, { fewest, numbers }) {
  const [one, other] = [text, name].map(join);
  const isAlike = (word, i) =>
    differ(
      Array.from(word),
      Array.from(name[i]),
      Array.from(name[i]).length < fewest.letters[slips] ? 1 : 2,
    );
  return (
    other.length >= fewest.letters[slips] &&
    (one[0] === other[0] || (one[0] === other[1] && one[1] === other[0])) &&
    differ(one, other, slips, other.length >= fewest.changed) &&
    listNumbers(text, numbers) === listNumbers(name, numbers) &&
    (slips < 2 || (text.length === name.length && text.every(isAlike)))
  );
}

/** Return the names, joined, with the fewest slips from one of the texts. */
function findNear(texts, names, rule) {
  for (const slips of rule.fewest.letters.keys()) {
    const near = names.filter((name) =>
      texts.some((text) => isNear(text, name, slips, rule)),
    );
    if (near.length) return new Set(near.map((name) => name.join(" ")));
  }
  return new Set();
}

/** Return the entries whose names, title and family have all the words but fillers, and one name no others: the longest. */
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

/** Return the entries with the name that a text has beside a number, if the game is for so many players. */
function findByPlayers(text, entries, rule) {
  const counts = text.filter((word) => isCount(word, rule));
  const name = text.filter((word) => !isCount(word, rule)).join(" ");
  const number = Number(
    Object.keys(rule.numbers).find(
      (digits) => rule.numbers[digits] === counts[0],
    ),
  );
  return entries.filter(
    ({ names, entry: { players: { least, most, without = [] } = {} } }) =>
      counts.length === 1 &&
      number >= least &&
      number <= most &&
      !without.includes(number) &&
      names.some(({ keywords }) => keywords.join(" ") === name),
  );
}

/** Return a function of a text that returns those of the games or decks that it may mean. */
export function createSuggest(entries, rule) {
  const namedEntries = entries.map((entry) => ({
    entry,
    names: [
      entry.game ?? entry.deck,
      ...(entry.aliases ?? []),
      ...(entry.near ?? []),
    ].map((name) => read(name, rule)),
    about: read(
      `${entry.title} ${entry.family ?? ""} ${rule.familyWords[entry.family] ?? ""}`,
      rule,
    ),
  }));
  const spellings = namedEntries.flatMap(({ names }) =>
    names.map(({ words }) => words),
  );
  const find = (fits) => namedEntries.filter(({ names }) => names.some(fits));
  const cut = (text) => Array.from(text).slice(0, rule.longest).join("");
  return (text) => {
    const { words, keywords } = read(cut(listLetters(cut(text))), rule);
    let named = find((name) => name.words.join("") === words.join(""));
    if (!named.length) {
      const near = findNear([words, keywords], spellings, rule);
      const isNamed = (name) => near.has(name.words.join(" "));
      named = namedEntries.filter(({ names: [own] }) => isNamed(own));
      if (!named.length) named = find(isNamed);
    }
    if (!named.length) named = findByWords(keywords, namedEntries, rule);
    if (!named.length) named = findByPlayers(keywords, namedEntries, rule);
    return named.slice(0, rule.most).map(({ entry }) => entry);
  };
}

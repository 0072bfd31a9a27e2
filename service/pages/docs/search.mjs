/** The field that finds operations by their path, sentence and parameters, chapters of the guides, and games. */
import {
  $,
  $$,
  ROOT,
  create,
  fetchJson,
  listenToSubmit,
  moveFocus,
} from "../shared/page.mjs";

const MAX_SHOWN = 12;
/** The weight of a word in the title of an entry, in its sentence, and in its further names. */
const WEIGHTS = [4, 2, 1];
/** The grade of a word that an entry has within another word. */
const WITHIN = 0.2;
const ENDINGS = "(?:ies|y|e?s|ing|ed)";
const ENDING = new RegExp(`(?<=[a-z]{3})${ENDINGS}$`);
const [MIN_TYPO, WORD] = [4, /[a-z]{4,}/g];

const form = $(".search");
const [field, list, status] = ["input", ".matches", "[role=status]"].map(
  (selector) => $(selector, form),
);
let index; // a promise of the entries, from the first focus on

/** Return a function of a text: 1 if it has a word, less if it has its beginning or another ending of it, little within a word, or 0. */
function createMatch(word) {
  const [whole, stem] = [word, word.replace(ENDING, "")].map((text) =>
    text.replace(/\W/g, "\\$&"),
  );
  const start = "(?<![a-z0-9])";
  const grades = [
    [1, `${start}${whole}(?![a-z0-9])`],
    [0.9, start + whole],
    [0.7, `${start}${stem}(?:e|ings|${ENDINGS})?(?![a-z0-9])`],
    [WITHIN, stem],
  ].map(([grade, pattern]) => [grade, new RegExp(pattern)]);
  return (text) => grades.find(([, pattern]) => pattern.test(text))?.[0] ?? 0;
}

/** Return a match of a word that looks within words only if no word of the entries begins with it: "rust" does not find "trust". */
function createWordMatch(entries, word) {
  const match = createMatch(word);
  const isBeginning = entries.some(({ parts }) =>
    parts.some((part) => match(part) > WITHIN),
  );
  return isBeginning
    ? (text) => (match(text) > WITHIN ? match(text) : 0)
    : match;
}

/** Return the entries that match the most words, sorted by score: a word in a title counts most. */
function findWords(entries, words) {
  const matches = words.map((word) => createWordMatch(entries, word));
  const scoredEntries = entries.map((entry) => {
    const scores = matches.map((match) =>
      Math.max(...entry.parts.map((part, i) => WEIGHTS[i] * match(part))),
    );
    return {
      entry,
      count: scores.filter(Boolean).length,
      score: scores.reduce((sum, score) => sum + score, 0),
    };
  });
  const most = Math.max(1, ...scoredEntries.map(({ count }) => count));
  return scoredEntries
    .filter(({ count }) => count === most)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

/** Return the operations of an API address in a text. `{deck}` and the like match any value. */
function findAddress(entries, text) {
  const [address] = /\bv1\/[^\s?#'"]+/.exec(text) ?? [];
  const fits = ({ title }) =>
    new RegExp(
      `/${title
        .split(" /")
        .at(-1)
        .replace(/\{\w+\}/g, "[^/]+")}$`,
    ).test(`/${address}`);
  return address
    ? entries.filter((entry) => entry.isOperation && fits(entry))
    : [];
}

/** Return whether two words differ by one letter, or by two neighbours that changed places. */
function isTypo(one, other) {
  if (Math.abs(one.length - other.length) > 1) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (same === 0) return false; // nobody mistypes the first letter
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** Return the word itself if an entry has it; else a word of the entries that differs by one typing error, words of titles first. */
function correct(entries, word) {
  const match = createMatch(word);
  if (word.length < MIN_TYPO || entries.some(({ parts }) => parts.some(match)))
    return word;
  const words = WEIGHTS.flatMap((_, i) =>
    entries.flatMap(({ parts }) => parts[i].match(WORD) ?? []),
  );
  return words.find((other) => isTypo(word, other)) ?? word;
}

const splitWords = (text) =>
  text
    .toLowerCase()
    .split(/[\s,.-]+/)
    .filter(Boolean);

/** Return the entries that match a text, and its words with typing errors corrected. */
function find(entries, text) {
  const words = splitWords(text).map((word) => correct(entries, word));
  return {
    words,
    found: [
      ...new Set([...findAddress(entries, text), ...findWords(entries, words)]),
    ],
  };
}

/** Return the entries, which are fetched once. */
function load() {
  index ??= fetchJson("docs/search.json").then((entries) =>
    entries.map((entry) => ({
      ...entry,
      parts: [entry.title, entry.text, entry.names].map((part) =>
        part.toLowerCase(),
      ),
    })),
  );
  index.catch(() => (index = undefined));
  return index;
}

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

const createRemark = (text) => create("li.more", text);

async function show() {
  const text = field.value.trim();
  list.hidden = !text;
  if (!text) return;
  if (!list.hasChildNodes()) list.append(createRemark("Searching …"));
  const entries = await load().catch((error) => error);
  if (text !== field.value.trim()) return;
  if (entries instanceof Error)
    return list.replaceChildren(createRemark(entries.message));
  const { words, found: matchingEntries } = find(entries, text);
  const rest = matchingEntries.length - MAX_SHOWN;
  const correction = words.join(" ");
  list.replaceChildren(...matchingEntries.slice(0, MAX_SHOWN).map(createItem));
  if (matchingEntries.length > 0 && correction !== splitWords(text).join(" "))
    list.prepend(createRemark(`Found for “${correction}”:`));
  if (rest > 0)
    list.append(createRemark(`and ${rest} more: type another word`));
  if (matchingEntries.length === 0)
    list.append(
      createRemark(
        "Nothing found. Try another word, in English, or a path such as /v1/decks.",
      ),
    );
  status.textContent = `${matchingEntries.length} found`;
}

const hide = () => (list.hidden = true);

/** Move the focus from the field to the matches and between them. */
function move(event) {
  if (event.key === "Escape") {
    hide();
    field.focus();
  }
  if (!list.hidden) moveFocus(event, [field, ...$$("a", list)]);
}

field.addEventListener("focus", () => load().catch(() => {}), { once: true });
field.addEventListener("click", show);
field.addEventListener("input", show);
form.addEventListener("keydown", move);
form.addEventListener(
  "focusout",
  ({ relatedTarget }) => form.contains(relatedTarget) || hide(),
);
listenToSubmit(form, async () => {
  await show();
  $("a", list)?.click();
});
list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus until the click
list.addEventListener("click", ({ target }) => target.closest("a") && hide());

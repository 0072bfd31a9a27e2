/**
 * The texts of the page in its language: `service/pages/languages/*.json`, of which the page has its own sections. A text
 * has placeholders such as `{count}`; a text that depends on a number is an object with the forms of the language.
 */

const element = globalThis.document?.getElementById("texts");
const TEXTS = element ? JSON.parse(element.textContent) : {};

/** Fetch the texts that the page has no need of at first, once; before the modules that read them are loaded. */
export async function loadTexts() {
  const { later } = element.dataset;
  if (!later) return;
  const response = await fetch(later);
  Object.assign(TEXTS, await response.json());
  delete element.dataset.later;
}

export const LANGUAGE = globalThis.document?.documentElement.lang || "en";

/** The visitor's own variant of the page's language, such as "de-AT", for dates and numbers. */
const LOCALE =
  globalThis.navigator?.languages?.find(
    (locale) => locale.split("-")[0] === LANGUAGE,
  ) ?? LANGUAGE;
const plural = new Intl.PluralRules(LANGUAGE);
const collator = new Intl.Collator(LANGUAGE, { numeric: true });
const list = new Intl.ListFormat(LANGUAGE === "en" ? "en-GB" : LANGUAGE);

export const formatNumber = (number, options = {}) =>
  number.toLocaleString(LANGUAGE, options);

/** Return a time (a `Date`, its text, or milliseconds) as the visitor writes it: "24 November 2026 at 19:30:00". */
export const formatTime = (
  time,
  options = { dateStyle: "long", timeStyle: "medium" },
) => new Intl.DateTimeFormat(LOCALE, options).format(new Date(time));

/** Join names in a sentence: "2, 4 and dealer". */
export const joinNames = (names) => list.format(names);

/** Compare two texts, for `sort`: as a dictionary of the language has them, and 2 before 10. */
export const compareTexts = (a, b) => collator.compare(a, b);

/** Return a text, an object of texts or an array by its path, such as "draw.kinds"; undefined if there is none. */
export const findText = (key) =>
  key
    .split(".")
    .reduce(
      (found, name) =>
        found && Object.hasOwn(found, name) ? found[name] : undefined,
      TEXTS,
    );

/** Return the form of a text for the value `count`. Throw an Error if there is no such text. */
function chooseForm(key, { count }) {
  const found = findText(key);
  const text =
    found?.other === undefined
      ? found
      : (found[plural.select(count)] ?? found.other);
  if (typeof text !== "string")
    throw new Error(`There is no text ${key} in "${LANGUAGE}".`);
  return text;
}

const format = (value) =>
  typeof value === "number" ? formatNumber(value) : value;

/** Return a text by its path, with values in place of its placeholders: `t("draw.winners", { count: 3 })`. */
export const t = (key, values = {}) =>
  chooseForm(key, values).replace(/\{(\w+)\}/g, (_, name) =>
    format(values[name]),
  );

/** Return the same as an array for `create`, in which values may be elements. */
export const createText = (key, values = {}) =>
  chooseForm(key, values)
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? format(values[part]) : part));

/**
 * The texts of the page in its language: `service/pages/languages/*.json`, of which the page has its own sections. A
 * text has placeholders such as `{count}`; a text that depends on a number is an object with the forms of the language.
 */
// @ts-check
/** @import { Child } from "./elements.mjs" */

/**
 * The values of placeholders by their names. A number is written as the language writes it.
 * @typedef {{ [placeholder: string]: string | number }} Values
 */

const element = globalThis.document?.getElementById("texts");
const TEXTS = element ? JSON.parse(element.textContent) : {};

/** Fetch the texts that the page has no need of at first, once; before the modules that read them are loaded. */
export async function loadTexts() {
  const later = element?.dataset.later;
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
const listLocale = LANGUAGE === "en" ? "en-GB" : LANGUAGE;
const list = new Intl.ListFormat(listLocale);
const choices = new Intl.ListFormat(listLocale, { type: "disjunction" });

/**
 * Return a number as the language of the page writes it: "1,000".
 * @param {number | bigint} number
 * @param {Intl.NumberFormatOptions} [options]
 */
export const formatNumber = (number, options = {}) =>
  new Intl.NumberFormat(LANGUAGE, options).format(number);

/**
 * Return a time as the visitor writes it: "24 November 2026 at 19:30:00".
 * @param {Date | string | number} time a date, its text, or milliseconds
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export const formatTime = (
  time,
  options = { dateStyle: "long", timeStyle: "medium" },
) => new Intl.DateTimeFormat(LOCALE, options).format(new Date(time));

/**
 * Join names in a sentence: "2, 4 and dealer".
 * @param {Iterable<string>} names
 */
export const joinNames = (names) => list.format(names);

/**
 * Join texts of which one holds: "2, 4 or 5".
 * @param {Iterable<string>} texts
 */
export const joinChoices = (texts) => choices.format(texts);

/**
 * Compare two texts, for `sort`: as a dictionary of the language has them, and 2 before 10.
 * @param {string} a
 * @param {string} b
 */
export const compareTexts = (a, b) => collator.compare(a, b);

/**
 * Return texts by their path, such as "draw.kinds": an object or an array of texts; undefined if there are none.
 * @param {string} key
 * @returns {any} who asks knows what the files of languages have there
 */
export const findTexts = (key) =>
  key
    .split(".")
    .reduce(
      (texts, name) =>
        texts && Object.hasOwn(texts, name) ? texts[name] : undefined,
      TEXTS,
    );

/**
 * Return a text by its path, such as "words.stages.flop"; undefined if there is none.
 * @type {(key: string) => string | undefined}
 */
export const findText = findTexts;

/**
 * Return the form of a text for a number. Throw an Error if there is no such text.
 * @param {string} key
 * @param {unknown} count undefined for a text that has one form
 * @returns {string}
 */
function chooseForm(key, count) {
  const texts = findTexts(key);
  const text =
    texts?.other === undefined
      ? texts
      : (texts[plural.select(Number(count))] ?? texts.other);
  if (typeof text !== "string")
    throw new Error(`There is no text ${key} in "${LANGUAGE}".`);
  return text;
}

/**
 * Return a value of a text: a number as the language writes it, any other value as it is.
 * @template Value
 * @param {Value} value
 */
const format = (value) =>
  typeof value === "number" ? formatNumber(value) : value;

/**
 * Return a text by its path, with values in place of its placeholders: `t("draw.winners", { count: 3 })`.
 * TypeScript refuses a path that no text has, and a call without the values of a text (tools/text_types.py).
 * @type {Translate}
 */
export const t = (
  /** @type {string} */ key,
  /** @type {Values} */ values = {},
) =>
  chooseForm(key, values.count).replace(/\{(\w+)\}/g, (_, name) =>
    String(format(values[name])),
  );

/**
 * Return the same as an array for `create`, in which values may be elements.
 * @param {string} key
 * @param {{ [placeholder: string]: Child }} [values]
 */
export const createText = (key, values = {}) =>
  chooseForm(key, values.count)
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? format(values[part]) : part));

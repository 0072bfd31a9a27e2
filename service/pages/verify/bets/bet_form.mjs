/** The form of a bet: what was read of it, and fields for what is missing; and the values of its request. */
// @ts-check
import { CHAINS } from "../../../../verify/core/origins.mjs";
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { $$, create, findElement } from "../../shared/elements.mjs";
import { toTitle } from "../../shared/labels.mjs";
import { findText, findTexts, t } from "../../shared/texts.mjs";
import { createBytes } from "../../verdicts/view/finding.mjs";
import { FIELDS } from "./bet_fields.mjs";

/**
 * @import { FieldOptions } from "./bet_fields.mjs"
 * @import { Bet, BetValues } from "./bets.mjs"
 */

/**
 * A field of a scheme, as the service describes it; `choices` are the values that it takes, [] if it takes any.
 * @typedef {object} SchemeField
 * @property {boolean} [isRequired]
 * @property {boolean} [isNumeric]
 * @property {boolean} [isList]
 * @property {(string | number)[]} choices
 */

/**
 * The fields of a scheme by name.
 * @typedef {{ [name: string]: SchemeField }} SchemeFields
 */

/**
 * A field as the form shows it, with its texts and its value.
 * @typedef {SchemeField & FieldOptions & FieldTexts & { value: unknown }} ShownField
 */

/** @typedef {{ label: string, hint?: string }} FieldTexts */

/**
 * Return the texts of a field; one without texts has its name as a label.
 * @param {string} scheme
 * @param {string} name
 * @returns {FieldTexts}
 */
const textsOfField = (scheme, name) =>
  findTexts(`verify.betFields.${scheme}`)?.[name] ?? {
    label: toTitle(escapeInvisible(name)),
  };

/**
 * Return the label of a field of a bet, in the language of the page if it has one.
 * @param {string} scheme
 * @param {string} name of a field
 */
export const labelOf = (scheme, name) => textsOfField(scheme, name).label;

/**
 * Return a choice in words; any other as it is.
 * @param {unknown} value
 */
const nameChoice = (value) =>
  findText(`verify.choices.${value}`) ?? String(value);

/**
 * Return whether a bet cannot be checked without a field.
 * @param {string} scheme
 * @param {string} name
 * @param {SchemeFields} fields
 */
export const isNeeded = (scheme, name, fields) =>
  FIELDS[scheme]?.[name]?.isRequired ?? fields[name].isRequired;

/**
 * Return the fields of a form; of a scheme that is not known here those that a request must have.
 * @param {string} scheme
 * @param {SchemeFields} fields
 * @returns {{ [name: string]: FieldOptions }}
 */
const listFields = (scheme, fields) =>
  FIELDS[scheme] ??
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => fields[name].isRequired)
      .map((name) => [name, {}]),
  );

/**
 * Create the form: what was read, as a list, and fields for what is missing.
 * @param {Bet} bet
 * @param {{ fields: SchemeFields, typed?: BetValues, onCheck: (values: BetValues) => unknown }} options what a person
 *   typed, and what gets it when the button is pressed
 */
export function createForm(bet, { fields, typed = {}, onCheck }) {
  const { scheme, values } = bet;
  const listed = Object.entries(listFields(scheme, fields));
  /** @param {string} name */
  const isRead = (name) => isValueRead(name, values, fields);
  const readNames = listed.map(([name]) => name).filter(isRead);
  const missing = listed.filter(([name]) => !isRead(name));
  const inputs = missing.map(([name, options]) =>
    createField(name, {
      ...fields[name],
      ...options,
      ...textsOfField(scheme, name),
      value: typed[name] ?? options.initial ?? "",
    }),
  );
  const legend =
    readNames.length > 0
      ? t("verify.bet.readAndMissing")
      : t("verify.bet.isMissing");
  const button = create("button.primary", t("verify.bet.check"));
  const box = create("fieldset.bet", [
    create("legend", legend),
    readNames.length > 0 && listValues(bet, readNames, fields),
    inputs,
    create("p.soft", t("verify.bet.sent")),
    button,
  ]);
  listenToBet(box, button, () => onCheck(readFields(box)));
  const showFields = () =>
    showFieldsOf(box, isRead("game") ? values.game : readGame(box));
  box.addEventListener("change", showFields);
  showFields();
  return box;
}

/**
 * Return whether a value of a bet was read; a game only if it is one that the service knows.
 * @param {string} name
 * @param {Bet["values"]} values
 * @param {SchemeFields} fields
 */
const isValueRead = (name, values, fields) =>
  values[name] !== undefined &&
  (name !== "game" || isFitting(name, values.game, fields));

/**
 * Create the list of what was read of a bet.
 * @param {Bet} bet
 * @param {string[]} names
 * @param {SchemeFields} fields
 */
const listValues = ({ scheme, values }, names, fields) =>
  createBytes(
    names.map((name) => [
      labelOf(scheme, name),
      hasChoices(name, fields)
        ? nameChoice(values[name])
        : String(values[name]),
    ]),
  );

/**
 * Check a bet when the button is pressed, and when Enter is pressed in a field.
 * @param {HTMLElement} box
 * @param {HTMLButtonElement} button
 * @param {() => unknown} check
 */
function listenToBet(box, button, check) {
  button.addEventListener("click", check);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement))
      return;
    event.preventDefault(); // the form around it checks what was pasted
    check();
  });
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} BetInput */

/**
 * Return the texts of the fields of a form that are shown.
 * @param {HTMLElement} box
 * @returns {BetValues}
 */
function readFields(box) {
  const inputs = /** @type {BetInput[]} */ ($$("[name]:not([hidden] *)", box));
  return Object.fromEntries(
    inputs.map(({ name, value }) => [name, value.trim()]),
  );
}

/**
 * Return the game that is chosen in a form; undefined if it has no field for it.
 * @param {HTMLElement} box
 */
function readGame(box) {
  const input = /** @type {BetInput | null} */ (
    findElement("[name=game]", box)
  );
  return input?.value;
}

/**
 * Show the fields of a game in a form, and hide those of other games.
 * @param {HTMLElement} box
 * @param {unknown} game
 */
function showFieldsOf(box, game) {
  for (const field of $$("[data-game]", box))
    field.hidden = field.dataset.game !== game;
}

/**
 * Return whether a field takes one of some choices.
 * @param {string} name
 * @param {SchemeFields} fields
 */
const hasChoices = (name, fields) =>
  name === "chain_hash" || fields[name]?.choices.length > 0;

/**
 * Create a field with its label and its hint.
 * @param {string} name
 * @param {ShownField} field
 */
function createField(name, field) {
  const { label, hint, game, isRequired } = field;
  const id = `bet-${name}`;
  return create("div.field", { "data-game": game }, [
    create(
      "label",
      { for: id },
      label,
      !isRequired &&
        game === undefined &&
        create("span.soft", " ", t("verify.bet.optional")),
    ),
    createInput(id, name, field),
    hint && create("p.soft", { id: `${id}-hint` }, hint),
  ]);
}

/**
 * Create the input of a field: a list of choices, a text of several lines, or of one.
 * @param {string} id
 * @param {string} name
 * @param {ShownField} field
 */
function createInput(id, name, field) {
  const { hint, isLong, isNumeric, isList, isRequired, value } = field;
  const choices = name === "chain_hash" ? Object.keys(CHAINS) : field.choices;
  const attributes = {
    id,
    name,
    required: isRequired,
    "aria-describedby": hint && `${id}-hint`,
  };
  if (choices.length > 0)
    return create("select", attributes, [
      value === "" && create("option", { value: "" }, t("verify.bet.choose")),
      choices.map((choice) => createOption(choice, value)),
    ]);
  const plain = {
    ...attributes,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    inputmode: isNumeric && !isList && "numeric",
  };
  if (!isLong) return create("input.mono", { ...plain, value: String(value) });
  const area = create("textarea.mono", plain);
  area.value = String(value);
  return area;
}

/**
 * Create a choice, which is selected if it is the value of its field.
 * @param {string | number} choice
 * @param {unknown} value
 */
const createOption = (choice, value) =>
  create(
    "option",
    { value: choice, selected: String(choice) === String(value) },
    nameChoice(choice),
  );

/** Games of one number with decimals, in which a comma separates no numbers. */
const DECIMAL = ["dice", "limbo", "wheel"];

/**
 * Return the values of a request: numbers and lists for texts of them, without empty ones, and those of other games.
 * @param {BetValues} values such as { game: "dice", nonce: "7", seen: "51,37 %" }
 * @param {SchemeFields} fields
 * @returns {BetValues} here { game: "dice", nonce: 7, seen: "51.37" }, if `seen` is no number there
 */
export function toValues(values, fields) {
  const isDecimal =
    !fields.seen?.isList || DECIMAL.includes(String(values.game));
  /**
   * @param {string} name
   * @param {unknown} value
   */
  const toPlain = (name, value) =>
    name === "seen" && typeof value === "string" && isDecimal
      ? toPoint(value)
      : value;
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => ({ name, value: toPlain(name, value) }))
      .filter(
        ({ name, value }) =>
          fields[name] && value !== "" && isFitting(name, value, fields),
      )
      .map(({ name, value }) => [name, convert(value, fields[name])]),
  );
}

/**
 * Return the number that a text of digits is; any other text unchanged.
 * @param {string} text
 */
const toNumber = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);

/**
 * Return a decimal with a point and without a sign of per cent or times, as "51.37" for "51,37 %"; any other text
 * trimmed.
 * @param {string} text
 */
const toPoint = (text) =>
  text
    .trim()
    .replace(/^(\d+),(\d+)(?=\s*[%x×]?$)/, "$1.$2")
    .replace(/^(\d+(?:\.\d+)?)\s*[%x×]$/, "$1");

/**
 * Return a text as its field takes it: a number, or a list. A value that is no text is returned unchanged.
 * @param {unknown} value
 * @param {SchemeField} field
 */
function convert(value, { isNumeric, isList }) {
  if (typeof value !== "string" || !(isNumeric || isList)) return value;
  const parts = isList ? value.split(/[\s,;]+/).filter(Boolean) : [value];
  const converted = isNumeric ? parts.map(toNumber) : parts;
  return isList ? converted : converted[0];
}

/**
 * Return whether a value can be sent: games that the casino names otherwise are asked for.
 * @param {string} name
 * @param {unknown} value
 * @param {SchemeFields} fields
 */
const isFitting = (name, value, fields) =>
  name !== "game" || fields.game.choices.some((choice) => choice === value);

/** The form: the text to check, and the player's notes. */
// @ts-check
import { parseJson } from "../../../../verify/core/json.mjs";
import { readLines } from "../../shared/lines.mjs";
import { listenToFiles } from "../../shared/files.mjs";
import { $, $$, create, getElement } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { Unreadable } from "../../verdicts/input/unreadable.mjs";

/**
 * @import { Confirmed } from "../../../../verify/core/origins.mjs"
 * @import { JwkSet } from "../../../../verify/check.mjs"
 * @import { Attributes } from "../../shared/elements.mjs"
 * @import { EnteredRun, Subject } from "../../verdicts/assessment/notes.mjs"
 */

/**
 * What a person entered: the text to check, and beside it what they saw, as a list or in fields, a list of items, and
 * keys.
 * @typedef {object} FormContent
 * @property {string} text
 * @property {Subject["seen"]} seen
 * @property {EnteredRun[]} runs
 * @property {unknown[]} [items]
 * @property {JwkSet} [keys]
 */

/**
 * The content of the form as it is: each field with the remark on its origin, if it has one, and the three texts of
 * each run.
 * @typedef {object} SavedForm
 * @property {{ selector: string, value: string, remark?: string }[]} fields
 * @property {RunTexts[]} runs
 */

/**
 * A run of cards that the player saw, as its fields have it: "1", "6" and "3D JS QC".
 * @typedef {{ round: string, place: string, codes: string }} RunTexts
 */

/** @typedef {"commitment" | "client_seed"} NoteName */

const MAX_BYTES = 20 * 2 ** 20;

/**
 * The fields of the player's notes. A pasted text may fill them in.
 * @type {{ [name in NoteName]: string }}
 */
const NOTES = { commitment: "#commitment", client_seed: "#client-seed" };
/** @type {NoteName[]} */
const NOTE_NAMES = ["commitment", "client_seed"];
const FIELDS = [
  "#subject",
  "#commitment",
  "#client-seed",
  "#seen",
  "#items",
  "#keys",
];

/** @typedef {HTMLInputElement | HTMLTextAreaElement} TextField */

/**
 * Return a field of the form.
 * @param {string} selector
 */
const getField = (selector) => /** @type {TextField} */ ($(selector));

/**
 * Create a row for a run of cards that the player saw.
 * @param {RunTexts} texts
 */
function createRunRow({ round, place, codes }) {
  /**
   * @param {string} name
   * @param {string} label
   * @param {Attributes} attributes
   */
  const createField = (name, label, attributes) =>
    create(
      "label",
      label,
      create("input", { name, autocomplete: "off", ...attributes }),
    );
  const row = create(
    "div.run",
    { role: "group", "aria-label": t("verify.run.label") },
    [
      createField("round", t("verify.run.round"), {
        inputmode: "numeric",
        value: round,
      }),
      createField("place", t("verify.run.place"), {
        inputmode: "numeric",
        value: place,
      }),
      createField("codes", t("verify.run.cards"), {
        class: "mono",
        spellcheck: "false",
        translate: "no",
        value: codes,
        placeholder: "3D JS QC",
      }),
    ],
  );
  const remove = () => {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    const button = next ? $("button", next) : $("#more");
    button.focus();
  };
  row.append(
    create(
      "button",
      { "aria-label": t("verify.run.remove"), onclick: remove },
      "×",
    ),
  );
  return row;
}

/** @type {RunTexts} */
const EMPTY_RUN = { round: "1", place: "1", codes: "" };

/**
 * Return the texts of the fields of a row.
 * @param {HTMLElement} row
 * @returns {RunTexts}
 */
function readRow(row) {
  /** @param {string} name */
  const getValue = (name) =>
    getElement(HTMLInputElement, `[name=${name}]`, row).value;
  return {
    round: getValue("round"),
    place: getValue("place"),
    codes: getValue("codes"),
  };
}

/**
 * Return the number in a field, from 1, as files count it, from 0. Throw `Unreadable` for another text.
 * @param {string} text
 * @param {string} where the label of the field
 */
function parseOrdinal(text, where) {
  if (/^[1-9]\d{0,14}$/.test(text.trim())) return Number(text) - 1;
  throw new Unreadable(t("verify.needsNumber"), where);
}

/**
 * Return the runs of cards that are entered.
 * @returns {EnteredRun[]}
 */
function readRuns() {
  return $$(".run").flatMap((row, i) => {
    const { round, place, codes } = readRow(row);
    const cards = codes.split(/[\s,]+/).filter(Boolean);
    if (cards.length === 0) return [];
    const number = i + 1;
    return [
      {
        round: parseOrdinal(round, t("verify.rowRound", { number })),
        position: parseOrdinal(place, t("verify.rowPlace", { number })),
        cards,
      },
    ];
  });
}

/**
 * Return the entries that are pasted as a list, or in a log that has it as `seen`.
 * @returns {Subject["seen"]}
 */
function readSeen() {
  const where = t("verify.fields.seen");
  /** @type {any} */
  const value = parseField("#seen", where);
  const list = value?.seen ?? value ?? [];
  if (Array.isArray(list)) return list;
  throw new Unreadable(t("verify.needsList"), where);
}

/**
 * Return the public keys that are pasted, as a JWK set; undefined if there are none.
 * @returns {JwkSet | undefined}
 */
function readKeys() {
  /** @type {any} */
  const value = parseField("#keys", t("verify.fields.keys"));
  if (value === undefined) return undefined;
  const keys = value?.keys ?? [value].flat();
  if (Array.isArray(keys) && keys.every((key) => typeof key?.kid === "string"))
    return { keys };
  throw new Unreadable(t("verify.needsKeys"), t("verify.fields.keys"));
}

const JSON_LIST = /^\[\s*(?:["[{\]]|(?:-?\d+|true|false|null)\s*(?:,|\]$)|$)/; // and no name such as "[DE] Ann"

/**
 * Return the list of items, in JSON or a line for each item as on the page Draw; undefined if the field is empty.
 * @returns {unknown[] | undefined}
 */
function readItems() {
  /** @type {string[]} */
  const lines = readLines(getField("#items").value);
  if (lines.length === 0) return undefined;
  if (!JSON_LIST.test(lines[0])) return lines;
  const value = parseField("#items", t("verify.fields.items"));
  return /** @type {unknown[]} */ (value);
}

/**
 * Return the value of a field with JSON; undefined if it is empty.
 * @param {string} selector
 * @param {string} where the label of the field
 */
function parseField(selector, where) {
  const text = getField(selector).value.trim();
  if (!text) return undefined;
  try {
    return parseJson(text);
  } catch {
    throw new Unreadable(t("verify.notWhole"), where);
  }
}

/**
 * Return the content of the form. Throw `Unreadable` if a field cannot be read.
 * @returns {FormContent}
 */
export function readForm() {
  return {
    text: getField("#subject").value,
    seen: readSeen(),
    runs: readRuns(),
    items: readItems(),
    keys: readKeys(),
  };
}

/**
 * Return the player's notes: the `commitment` and the `client_seed`, if they are entered.
 * @returns {Pick<Confirmed, NoteName>}
 */
export function readNotes() {
  const commitment = getField(NOTES.commitment).value.trim().toLowerCase();
  const seed = getField(NOTES.client_seed).value;
  return {
    ...(commitment && { commitment }),
    ...(seed && { client_seed: seed }),
  };
}

/**
 * Fill in the text to check: a text, or JSON with short lists on one line.
 * @param {unknown} subject
 */
export function fillSubject(subject) {
  getField("#subject").value =
    typeof subject === "string" ? subject : formatJson(subject);
}

/**
 * Return a value as JSON with short lists on one line.
 * @param {unknown} value
 */
const formatJson = (value) =>
  JSON.stringify(value, null, 2).replace(/\[[^[\]{}]*\]/g, (list) =>
    list.replace(/\s*\n\s*/g, " "),
  );

/**
 * Fill in notes from the text to check; `remark` returns the origin of a note. Notes that a person typed stay.
 * @param {Confirmed} notes
 * @param {(name: NoteName) => string} remark
 */
export function fillNotes(notes, remark) {
  for (const name of NOTE_NAMES) {
    const input = getField(NOTES[name]);
    const note = notes[name];
    if (input.value && !("remark" in input.dataset)) continue;
    input.value = note ?? "";
    setRemark(input, note ? remark(name) : undefined);
  }
}

/**
 * Return whether a note was filled in, and not entered by a person.
 * @param {NoteName} name
 */
export const isFilledIn = (name) => "remark" in $(NOTES[name]).dataset;

/**
 * Show a remark on the origin of a field's content, or none.
 * @param {HTMLElement} input
 * @param {string} [remark]
 */
function setRemark(input, remark) {
  const element = $(`#${input.id}-remark`);
  if (remark) input.dataset.remark = remark;
  else delete input.dataset.remark;
  element.textContent = remark ?? "";
  element.hidden = !remark;
}

/**
 * Return the content of the form for `restoreForm`.
 * @returns {SavedForm}
 */
export function saveForm() {
  const fields = FIELDS.map((selector) => {
    const { value, dataset } = getField(selector);
    return { selector, value, remark: dataset.remark };
  });
  return { fields, runs: $$(".run").map(readRow) };
}

/**
 * Fill the form with saved content; without content clear it.
 * @param {SavedForm} [saved]
 */
export function restoreForm({ fields, runs } = EMPTY_FORM) {
  for (const { selector, value, remark } of fields) {
    const field = getField(selector);
    field.value = value;
    if (Object.values(NOTES).includes(selector)) setRemark(field, remark);
  }
  $("#runs").replaceChildren(...runs.map(createRunRow));
}

/** @type {SavedForm} */
const EMPTY_FORM = {
  fields: FIELDS.map((selector) => ({ selector, value: "" })),
  runs: [EMPTY_RUN],
};

/**
 * Listen to files that are dropped or selected, and to added runs. Call `onText` with the text of a file, `onError`
 * with an error.
 * @param {(text: string) => unknown} onText
 * @param {(error: Error) => unknown} onError
 */
export function listenToForm(onText, onError) {
  /** @param {File} file */
  const readFile = async (file) => {
    if (file.size > MAX_BYTES)
      onError(new Unreadable(t("verify.tooLarge"), file.name));
    else onText(await file.text());
  };
  listenToFiles($("#drop"), readFile);
  for (const selector of Object.values(NOTES)) {
    const field = $(selector);
    field.addEventListener("input", () => setRemark(field));
  }
  $("#more").addEventListener("click", () => {
    const row = createRunRow(EMPTY_RUN);
    $("#runs").append(row);
    $("input", row).focus();
  });
}

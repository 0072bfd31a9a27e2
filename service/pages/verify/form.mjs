/** The form: the text to check, and the player's notes. */
import { parseJson } from "../../../verify/core/json.mjs";
import { readLines } from "../draw/lines.mjs";
import { listenToFiles } from "../shared/files.mjs";
import { $, $$, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { Unreadable } from "./unreadable.mjs";

const MAX_BYTES = 20 * 2 ** 20;

/** The fields of the player's notes. A pasted text may fill them in. */
const NOTES = { commitment: "#commitment", client_seed: "#client-seed" };
const FIELDS = [
  "#subject",
  "#commitment",
  "#client-seed",
  "#seen",
  "#items",
  "#keys",
];

/** Create a row for a run of cards that the player saw. */
function createRunRow({ round = 0, position = 0, cards = [] } = {}) {
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
      createField("position", t("verify.run.position"), {
        inputmode: "numeric",
        value: position,
      }),
      createField("codes", t("verify.run.cards"), {
        class: "mono",
        spellcheck: "false",
        translate: "no",
        value: cards.join(" "),
        placeholder: "3D JS QC",
      }),
    ],
  );
  const remove = () => {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    (next ? $("button", next) : $("#more")).focus();
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

function parseInteger(text, where) {
  if (/^\d{1,15}$/.test(text.trim())) return Number(text);
  throw new Unreadable(t("verify.needsNumber"), where);
}

function readRuns() {
  return $$(".run").flatMap((row, i) => {
    const getValue = (name) => $(`[name=${name}]`, row).value;
    const cards = getValue("codes")
      .split(/[\s,]+/)
      .filter(Boolean);
    if (cards.length === 0) return [];
    const number = i + 1;
    return [
      {
        round: parseInteger(
          getValue("round"),
          t("verify.rowRound", { number }),
        ),
        position: parseInteger(
          getValue("position"),
          t("verify.rowPosition", { number }),
        ),
        cards,
      },
    ];
  });
}

/** Return the entries that are pasted as a list, or in a log that has it as `seen`. */
function readSeen() {
  const where = t("verify.fields.seen");
  const value = parseField("#seen", where);
  const list = value?.seen ?? value ?? [];
  if (Array.isArray(list)) return list;
  throw new Unreadable(t("verify.needsList"), where);
}

/** Return the public keys that are pasted, as a JWK set; undefined if there are none. */
function readKeys() {
  const value = parseField("#keys", t("verify.fields.keys"));
  if (value === undefined) return undefined;
  const keys = value?.keys ?? [value].flat();
  if (Array.isArray(keys) && keys.every((key) => typeof key?.kid === "string"))
    return { keys };
  throw new Unreadable(t("verify.needsKeys"), t("verify.fields.keys"));
}

const JSON_LIST = /^\[\s*(?:["[{\]]|(?:-?\d+|true|false|null)\s*(?:,|\]$)|$)/; // and no name such as "[DE] Ann"

/** Return the list of items, in JSON or a line for each item as on the page Draw; undefined if the field is empty. */
function readItems() {
  const lines = readLines($("#items").value);
  if (JSON_LIST.test(lines[0]))
    return parseField("#items", t("verify.fields.items"));
  return lines.length ? lines : undefined;
}

/** Return the value of a field with JSON; undefined if it is empty. */
function parseField(selector, where) {
  const text = $(selector).value.trim();
  if (!text) return undefined;
  try {
    return parseJson(text);
  } catch {
    throw new Unreadable(t("verify.notWhole"), where);
  }
}

/** Return the content of the form. Throw `Unreadable` if a field cannot be read. */
export function readForm() {
  return {
    text: $("#subject").value,
    seen: readSeen(),
    runs: readRuns(),
    items: readItems(),
    keys: readKeys(),
  };
}

/** Return the player's notes: the `commitment` and the `client_seed`, if they are entered. */
export function readNotes() {
  const [commitment, seed] = [
    $(NOTES.commitment).value.trim().toLowerCase(),
    $(NOTES.client_seed).value,
  ];
  return {
    ...(commitment && { commitment }),
    ...(seed && { client_seed: seed }),
  };
}

/** Fill in the text to check: a text, or JSON with short lists on one line. */
export function fillSubject(subject) {
  const json = JSON.stringify(subject, null, 2).replace(
    /\[[^[\]{}]*\]/g,
    (list) => list.replace(/\s*\n\s*/g, " "),
  );
  $("#subject").value = typeof subject === "string" ? subject : json;
}

/** Fill in notes from the text to check; `remark` returns the origin of a note. Notes that a person typed stay. */
export function fillNotes(notes, remark) {
  for (const [name, selector] of Object.entries(NOTES)) {
    const input = $(selector);
    if (input.value && !("remark" in input.dataset)) continue;
    input.value = notes[name] ?? "";
    setRemark(input, notes[name] && remark(name));
    if (notes[name]) $("#notes").open = true;
  }
}

/** Return whether a note was filled in, and not entered by a person. */
export const isFilledIn = (name) =>
  name in NOTES && "remark" in $(NOTES[name]).dataset;

function setRemark(input, remark) {
  const element = $(`#${input.id}-remark`);
  if (remark) input.dataset.remark = remark;
  else delete input.dataset.remark;
  element.textContent = remark ?? "";
  element.hidden = !remark;
}

/** Return the content of the form for `restoreForm`. */
export function saveForm() {
  const runs = $$(".run").map((row) =>
    $$("input", row).map(({ value }) => value),
  );
  return {
    fields: FIELDS.map((selector) => [
      selector,
      $(selector).value,
      $(selector).dataset.remark,
    ]),
    runs,
  };
}

/** Fill the form with saved content; without content clear it. */
export function restoreForm({
  fields = FIELDS.map((selector) => [selector, ""]),
  runs = [["0", "0", ""]],
} = {}) {
  for (const [selector, value, remark] of fields) {
    $(selector).value = value;
    if (Object.values(NOTES).includes(selector)) setRemark($(selector), remark);
  }
  const rows = runs.map(([round, position, codes]) =>
    createRunRow({ round, position, cards: [codes] }),
  );
  $("#runs").replaceChildren(...rows);
}

/** Listen to files that are dropped or selected, and to added runs. Call `onText` with the text of a file, `onError` with an error. */
export function listenToForm(onText, onError) {
  const readFile = async (file) => {
    if (file.size > MAX_BYTES)
      onError(new Unreadable(t("verify.tooLarge"), file.name));
    else onText(await file.text());
  };
  listenToFiles($("#drop"), readFile);
  for (const selector of Object.values(NOTES))
    $(selector).addEventListener("input", ({ target }) => setRemark(target));
  $("#more").addEventListener("click", () => {
    const row = createRunRow();
    $("#runs").append(row);
    $("input", row).focus();
  });
}

/** The form: the file to check, and the player's notes. */
import { $, createElement } from "../shared/page.mjs";

const MAX_BYTES = 20 * 2 ** 20;

/** An error for a form that cannot be read; `where` names the field. */
export class Unreadable extends Error {
  constructor(where, message) {
    super(message);
    this.where = where;
  }
}

/** Create a row for a run of cards that the player saw. */
function createRunRow({ round = 0, position = 0, cards = [] } = {}) {
  const createField = (name, label, attributes) =>
    createElement("label", {}, label, createElement("input", { name, autocomplete: "off", ...attributes }));
  const row = createElement(
    "div",
    { class: "run", role: "group", "aria-label": "A run of cards" },
    createField("round", "Round", { inputmode: "numeric", value: round }),
    createField("position", "Position", { inputmode: "numeric", value: position }),
    createField("codes", "Cards", { class: "mono", spellcheck: "false", value: cards.join(" "), placeholder: "3D JS QC" }),
  );
  const remove = () => {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    (next ? $("button", next) : $("#more")).focus();
  };
  row.append(createElement("button", { type: "button", "aria-label": "Remove this run", onclick: remove }, "×"));
  return row;
}

function parseInteger(text, where) {
  if (/^\d{1,15}$/.test(text.trim())) return Number(text);
  throw new Unreadable(where, "a whole number from 0 was expected");
}

function readRuns() {
  return [...document.querySelectorAll(".run")].flatMap((row, i) => {
    const getValue = (name) => $(`[name=${name}]`, row).value;
    const cards = getValue("codes")
      .split(/[\s,]+/)
      .filter(Boolean);
    if (cards.length === 0) return [];
    const parse = (name) => parseInteger(getValue(name), `The ${name} of the cards that you saw, row ${i + 1}`);
    return [{ round: parse("round"), position: parse("position"), cards }];
  });
}

/** Return the entries that are pasted as a list, or in a log that has it as `seen`. */
function readSeen() {
  const text = $("#seen").value.trim();
  if (!text) return [];
  const value = parseJson("The entries that you kept", text);
  const list = value?.seen ?? value;
  if (Array.isArray(list)) return list;
  throw new Unreadable("The entries that you kept", "a list was expected: [{…}, {…}]");
}

/** Return the public keys that are pasted, as a JWK set; undefined if there are none. */
function readKeys() {
  const text = $("#keys").value.trim();
  if (!text) return undefined;
  const value = parseJson("The public keys", text);
  const keys = value?.keys ?? [value].flat();
  if (Array.isArray(keys) && keys.every((key) => typeof key?.kid === "string")) return { keys };
  throw new Unreadable("The public keys", 'a JWK set was expected: {"keys": [{…}]}');
}

function parseJson(where, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreadable(where, `this is not JSON. ${error.message}`);
  }
}

/** Return the content of the form, {subject, notes}. Throw `Unreadable` if it cannot be read. */
export function readForm() {
  const text = $("#subject").value.trim();
  if (!text) throw new Unreadable("The form", "there is nothing to check: paste a receipt or a response");
  const [commitment, clientSeed] = [$("#commitment").value.trim(), $("#client-seed").value];
  const notes = { commitment, clientSeed, seen: readSeen(), runs: readRuns(), keys: readKeys() };
  return { subject: parseJson("The file", text), notes };
}

/** Fill the form with content as `readForm` returns it. */
export function fillForm({ subject, notes }) {
  $("#subject").value = typeof subject === "string" ? subject : formatJson(subject);
  if (!notes) return;
  $("#commitment").value = notes.commitment;
  $("#client-seed").value = notes.clientSeed;
  $("#seen").value = notes.seen.length ? formatJson(notes.seen) : "";
  $("#keys").value = notes.keys ? formatJson(notes.keys) : "";
  $("#runs").replaceChildren(...(notes.runs.length ? notes.runs : [{}]).map(createRunRow));
  if (notes.commitment || notes.clientSeed || notes.seen.length || notes.runs.length || notes.keys) $("#notes").open = true;
}

/** Format JSON with short lists on one line. */
function formatJson(subject) {
  return JSON.stringify(subject, null, 2).replace(/\[[^[\]{}]*\]/g, (list) => list.replace(/\s*\n\s*/g, " "));
}

/** Listen to files that are dropped or selected, and to added runs. Call `onText` with the text of a file, `onError` with an error. */
export function listenToForm(onText, onError) {
  const readFile = async (file) => {
    if (!file) return;
    if (file.size > MAX_BYTES)
      onError(new Unreadable(file.name, "this file is too large for the page; use node verify/verify.mjs"));
    else onText(await file.text());
  };
  const drop = $("#drop");
  $("#choose").addEventListener("click", () => $("#file").click());
  $("#file").addEventListener("change", ({ target }) => {
    readFile(target.files[0]);
    target.value = "";
  });
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"])
    drop.addEventListener(kind, (event) => {
      if (kind !== "dragleave" && !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
      if (kind === "drop") readFile(event.dataTransfer.files[0]);
    });
  $("#more").addEventListener("click", () => {
    const row = createRunRow();
    $("#runs").append(row);
    $("input", row).focus();
  });
}

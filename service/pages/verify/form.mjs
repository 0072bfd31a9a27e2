/** The form: what is to be checked, and what the player noted. */
import { $, element } from "../shared/page.mjs";

const MOST_BYTES = 20 * 2 ** 20;

/** Why a form cannot be read; `where` names the field. */
export class Unreadable extends Error {
  constructor(where, message) {
    super(message);
    this.where = where;
  }
}

/** A row for a run of cards that were seen. */
function runRow({ round = 0, position = 0, cards = [] } = {}) {
  const field = (name, label, attributes) =>
    element("label", {}, label, element("input", { name, autocomplete: "off", ...attributes }));
  const row = element(
    "div",
    { class: "run", role: "group", "aria-label": "A run of cards" },
    field("round", "Round", { inputmode: "numeric", value: round }),
    field("position", "Position", { inputmode: "numeric", value: position }),
    field("codes", "Cards", { class: "mono", spellcheck: "false", value: cards.join(" "), placeholder: "3D JS QC" }),
  );
  const remove = () => {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    (next ? $("button", next) : $("#more")).focus();
  };
  row.append(element("button", { type: "button", "aria-label": "Remove this run", onclick: remove }, "×"));
  return row;
}

function whole(text, where) {
  if (/^\d{1,15}$/.test(text.trim())) return Number(text);
  throw new Unreadable(where, "a whole number from 0 was expected");
}

function runs() {
  return [...document.querySelectorAll(".run")].flatMap((row, i) => {
    const said = (name) => $(`[name=${name}]`, row).value;
    const cards = said("codes")
      .split(/[\s,]+/)
      .filter(Boolean);
    if (cards.length === 0) return [];
    const at = (name) => whole(said(name), `The ${name} of the cards that you saw, row ${i + 1}`);
    return [{ round: at("round"), position: at("position"), cards }];
  });
}

/** What the form says: {told, notes}; what cannot be read is thrown as `Unreadable`. */
export function readForm() {
  const text = $("#told").value.trim();
  if (!text) throw new Unreadable("The form", "there is nothing to check: paste a receipt or an answer");
  const notes = { commitment: $("#commitment").value.trim(), clientSeed: $("#client-seed").value, runs: runs() };
  try {
    return { told: JSON.parse(text), notes };
  } catch (error) {
    throw new Unreadable("The file", `this is no JSON. ${error.message}`);
  }
}

/** Fill the form, as it is read. */
export function fillForm({ told, notes }) {
  $("#told").value = typeof told === "string" ? told : written(told);
  if (!notes) return;
  $("#commitment").value = notes.commitment;
  $("#client-seed").value = notes.clientSeed;
  $("#runs").replaceChildren(...(notes.runs.length ? notes.runs : [{}]).map(runRow));
  if (notes.commitment || notes.clientSeed || notes.runs.length) $("#noted").open = true;
}

/** JSON for people: short lists on one line. */
function written(told) {
  return JSON.stringify(told, null, 2).replace(/\[[^[\]{}]*\]/g, (list) => list.replace(/\s*\n\s*/g, " "));
}

/** Listen to what is dropped, chosen, added; `filled` is called with the text of a file, `failed` with why there is none. */
export function listenToFiles(filled, failed) {
  const take = async (file) => {
    if (!file) return;
    if (file.size > MOST_BYTES)
      failed(new Unreadable(file.name, "this file is too large for the page; use node verify/verify.mjs"));
    else filled(await file.text());
  };
  const drop = $("#drop");
  $("#choose").addEventListener("click", () => $("#file").click());
  $("#file").addEventListener("change", ({ target }) => {
    take(target.files[0]);
    target.value = "";
  });
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"])
    drop.addEventListener(kind, (event) => {
      if (kind !== "dragleave" && !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
      if (kind === "drop") take(event.dataTransfer.files[0]);
    });
  $("#more").addEventListener("click", () => {
    const row = runRow();
    $("#runs").append(row);
    $("input", row).focus();
  });
}

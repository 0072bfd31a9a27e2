/** The form: the kind of draw, the list, the options; and the sealed draw that this tab continues after a reload. */
import { listenToFiles } from "../shared/files.mjs";
import { $, $$, listenToSubmit, readStored, store } from "../shared/page.mjs";
import { KINDS } from "./kinds.mjs";
import { Wrong, countRepeated, haveTickets, readLines, splitLine } from "./lines.mjs";

const MAX_BYTES = 5 * 2 ** 20;

const form = $("#form");

const SEALED = ["sealed draw", () => sessionStorage];

/** Keep a sealed draw until it is drawn: {opened, round, sealedAt, values}; undefined forgets it. */
export const keepDraw = (draw) => store(SEALED[0], draw, SEALED[1]);

/** Return the sealed draw that `keepDraw` stored, or undefined. */
export const readDraw = () => readStored(...SEALED);

/** Return the values of the fields by name; a checkbox is true or false. */
export function readValues() {
  const named = [...form.elements].filter(({ name, type }) => name && type !== "radio");
  const values = named.map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]);
  return { ...Object.fromEntries(values), kind: form.elements.kind.value, how: form.elements.how.value };
}

/** Fill fields with values by name; others stay. */
export function fillValues(values) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (!field) continue;
    if (field.type === "checkbox") field.checked = value === true || value === "true";
    else field.value = value;
  }
  update();
}

/** Return the names of the fields that the selected kind has, without the list. */
export function namesOfKind() {
  const visibleRows = $$("#what [data-kinds]:not([hidden], #list)");
  return visibleRows.flatMap((element) => $$("[name]", element)).map(({ name }) => name);
}

/** Return the plan of the draw that the form describes. Throw `Wrong` if a field says something else than a kind takes. */
export function readPlan() {
  const values = readValues();
  const { plan, hasList } = KINDS[values.kind];
  return plan({ values, lines: hasList ? readLines(values.lines) : [] });
}

/** Show the fields of the selected kind, and label the button. */
function update() {
  const { kind, how, lottery } = readValues();
  for (const element of $$("#what [data-kinds]")) {
    const kinds = element.dataset.kinds.split(" ");
    element.hidden = !kinds.includes(kind) && !(kinds.includes("lottery:own") && kind === "lottery" && lottery === "own");
  }
  $("#what-title").textContent = KINDS[kind].hasList ? "Your list, and how many" : "How many";
  $("#seal-options").hidden = how !== "sealed";
  updateButton();
  updateCount();
}

function updateButton() {
  const { kind, how } = readValues();
  let title;
  try {
    ({ title } = readPlan());
  } catch {
    // What is missing is said when the button is pressed.
  }
  const hasTitle = ["winners", "numbers", "dice", "coins"].includes(kind) && title;
  const verb = KINDS[kind].verb;
  $("#draw").textContent = how === "sealed" ? "Seal the draw" : hasTitle ? `${verb} ${title}` : verb;
}

function updateCount() {
  const lines = readLines(form.elements.lines.value);
  const repeated = countRepeated(lines);
  const count = `${lines.length.toLocaleString("en")} ${lines.length === 1 ? "name" : "names"}`;
  const isWeighted = form.elements.weighted.checked;
  const hint = haveTickets(lines) && form.elements.kind.value === "winners" && !isWeighted ? " Each ends in a number: are these its tickets?" : "";
  const text = lines.length ? `${count}. They stay in this browser.${hint}` : "The list stays in this browser.";
  if ($("#lines-count").textContent !== text) $("#lines-count").textContent = text;
  const inLine = splitLine(lines);
  $("#tidy").hidden = repeated === 0 && inLine.length < 3;
  $("#tidy").textContent = repeated ? `Remove ${repeated.toLocaleString("en")} repeated` : `Make ${inLine.length.toLocaleString("en")} lines of it`;
}

/** Show the sentence of an error, and focus its field; without an error clear the sentence. */
export function showProblem(error) {
  for (const field of $$("#form [aria-invalid]")) field.removeAttribute("aria-invalid");
  const problem = $("#problem");
  problem.hidden = !error;
  problem.textContent = error?.message ?? "";
  if (!error) return;
  const field = $(`#${error.field}`, form); // a group of radio buttons has none
  field?.setAttribute("aria-invalid", "true");
  (field ?? problem).focus();
}

/** Disable the form while a draw is sealed, because a change to it would make it another draw. */
export function lockForm(isLocked) {
  for (const fieldset of $$("fieldset", form)) fieldset.disabled = isLocked;
}

/** Read a file into the list. */
async function openFile(file) {
  if (file.size > MAX_BYTES) return showProblem(new Wrong("This file is too large for a list: 5 MB at most.", "lines"));
  const bytes = new Uint8Array(await file.arrayBuffer());
  form.elements.lines.value = readLines(decode(bytes)).join("\n");
  showProblem();
  update();
}

/** Decode a file: UTF-8, UTF-16 or Windows-1252, as spreadsheets write. */
function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Listen to the form; `onPress` is called when the button is pressed. */
export function listenToForm(onPress) {
  const list = $("#list");
  let waiting;
  form.addEventListener("input", ({ target }) => {
    clearTimeout(waiting);
    if (target.name === "lines") waiting = setTimeout(update, 150); // 10,000 lines are not counted with each key
    else update();
  });
  listenToSubmit(form, () => {
    update();
    onPress();
  });
  $("#tidy").addEventListener("click", () => {
    const lines = readLines(form.elements.lines.value);
    form.elements.lines.value = (countRepeated(lines) ? [...new Set(lines)] : splitLine(lines)).join("\n");
    update();
    form.elements.lines.focus();
  });
  listenToFiles(list, (file) => form.elements.lines.matches(":disabled") || openFile(file));
  update();
}

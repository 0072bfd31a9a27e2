/** The form: the kind of draw, the list and the options, shown anew with each change, and kept in the tab. */
// @ts-check
/** @import { DrawValues } from "../plan/plan.mjs" */
/** @import { KeptList, KeptTable } from "./kept.mjs" */
import { listenToFiles } from "../../shared/files.mjs";
import { Wrong, readLines } from "../../shared/lines.mjs";
import {
  $,
  $$,
  findElement,
  getElement,
  listenToSubmit,
} from "../../shared/elements.mjs";
import { createChanges, showRead } from "./changes.mjs";
import { fillColumns, listenToColumns, recogniseTable } from "./choices.mjs";
import {
  fillFields,
  getControls,
  getForm,
  hasRules,
  readKind,
  readValues,
} from "./fields.mjs";
import { KINDS } from "../plan/kinds.mjs";
import { keepList, keepResult, readList } from "./kept.mjs";
import {
  planDraw,
  showColumns,
  showEarliest,
  showFields,
  suggestNames,
  tidyLines,
  updateButton,
  updateCount,
} from "./form_labels.mjs";
import { isOld, openFile, openList, openOld } from "./file_buttons.mjs";
import { dropOldProblem, showProblem } from "./problems.mjs";
import { reopenTable } from "../list/reading.mjs";
import { describeRepeated } from "../list/questions.mjs";
import { createList, cutTable, findWrong, readState } from "./recognised.mjs";
import { NO_RULES } from "../plan/rules.mjs";
import { listenToSaved, saySaved } from "./saved_lists.mjs";
import { showSuggestions } from "./suggested_names.mjs";

const list = createList();
const changes = createChanges(list, update, (opened) =>
  openList(list, update, opened),
);

let onUpdate = () => {}; // called after each change of the form

/** Show the form as its values and its list are now. */
function update() {
  dropOldProblem();
  showFields();
  cutTable(list);
  showColumns(list);
  const { groups, unknown } = updateButton(list);
  showSuggestions(unknown, update);
  updateCount(list);
  showRead(list, changes, groups);
  keepForm();
  onUpdate();
}

/**
 * Return the plan of the draw that the form describes. Throw `Wrong` if a field says something else than a kind takes.
 */
export const readPlan = () => planDraw(list);

/**
 * Return what the result of the list says of names that are in it more than once; undefined if it says nothing. `act`
 * gives each name one place.
 */
export function readRepeated() {
  const hint = KINDS[readKind()].hasList && describeRepeated(readState(list));
  if (!hint) return undefined;
  return { ...hint, act: () => changes.answer("repeated", "once") };
}

/**
 * Fill fields with values by name; others stay. `isDrawn`: a list was drawn from as it is, and leaves nothing open.
 * @param {Partial<DrawValues>} values
 * @param {{ isDrawn?: boolean }} [options]
 */
export function fillValues(values, { isDrawn = false } = {}) {
  const { lines, apart } = values;
  if (lines !== undefined) {
    list.table = undefined;
    list.notes = [];
    list.isPart ||= isDrawn;
    list.settledText = list.drawnText = lines;
  }
  if (apart !== undefined) list.labelledText = lines ?? "";
  fillFields(values);
  update();
}

/** Keep the form in this tab, so that Back and a reload do not lose the list. */
function keepForm() {
  const { table, isPart, isKept } = list;
  const { seed, ...values } = readValues();
  if (!values.lines && !isKept) return; // of an earlier page, which Back and a reload want
  list.isKept = values.lines !== "";
  if (!values.lines) return keepList(undefined);
  keepList({
    values,
    isPart,
    ...(table && {
      text: table.text === table.cut ? undefined : table.text,
      chosen: table.chosen,
    }),
  });
}

/** Return what the form would draw, to be compared: the list, its names, and the request; undefined if it is wrong. */
export function describePlan() {
  try {
    const { names, request } = readPlan();
    return JSON.stringify([readLines(readValues().lines), names, request]);
  } catch (error) {
    if (error instanceof Wrong) return undefined;
    throw error;
  }
}

/**
 * Fill the form with the list that the tab has kept, as it was understood.
 * @param {KeptList} [kept]
 */
export function restoreList(kept = readList()) {
  if (!kept) return;
  fillValues(kept.values);
  reopenList(kept);
}

/**
 * Show the list in the form as it was understood when it was kept.
 * @param {KeptTable} kept
 */
function reopenList({ isPart, text, chosen }) {
  const { lines } = getControls();
  list.isPart = isPart;
  const reopened =
    chosen &&
    reopenTable(text ?? lines.value, chosen, { isRagged: hasRules() });
  if (reopened) {
    list.table = {
      ...reopened,
      cut: lines.value,
      isTyped: false,
    };
    fillColumns(list.table);
  }
  update();
}

/** Return the list of the form, to save it. */
function readSavable() {
  const { table, isPart } = list;
  const text = table?.text ?? getControls().lines.value;
  return { text, isPart, ...(table && { chosen: table.chosen }) };
}

/** Forget the list, the names in the rules, and what the tab has kept of them. */
export function forgetList() {
  keepList(undefined);
  keepResult(undefined);
  list.isPart = false;
  showProblem();
  fillValues({ lines: "", ...NO_RULES });
  delete $("#read").dataset.signature; // of the sentences on the list
  showSuggestions(undefined, update);
  saySaved();
  for (const part of $$(
    "#problem, #tidy, #read > :is(p, ul), #readings > ul, #columns select, #apart-columns > div",
  ))
    part.replaceChildren();
  getControls().lines.focus();
}

const PASTES = ["insertFromPaste", "insertFromDrop"];

/** What was typed into the list so far: how many lines and characters it had, and the timer of a look at it. */
const typing = {
  lineCount: 0,
  length: 0,
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting: undefined,
};

/** Note how many lines and characters the list has now. */
function noteTyped() {
  const { value } = getControls().lines;
  typing.lineCount = value.split("\n").length;
  typing.length = value.length;
}

/**
 * Return whether a change of the list was more than typing: a list that is typed is a table when it is left.
 * @param {string | undefined} inputType of the event
 */
function isPasted(inputType) {
  const { lineCount, length } = typing;
  noteTyped();
  return (
    !inputType ||
    PASTES.includes(inputType) ||
    typing.lineCount > lineCount + 1 ||
    typing.length > length + 3
  );
}

/**
 * Show the list after a change of its text: at once if it was pasted, or else when somebody stops typing.
 * @param {string | undefined} inputType of the event
 */
function changeList(inputType) {
  if (isPasted(inputType)) {
    list.notes = [];
    list.isPart = false;
    recogniseTable(list);
    update(); // at once: a button that moves while it is pressed is missed
    getControls().lines.scrollTop = 0; // what was pasted is read from its start
    return;
  }
  const isMended = findWrong(list.table).length > 0;
  const look = () => {
    recogniseTable(list, { isTyped: !isMended });
    update();
  };
  // 10,000 lines are not counted with each key
  typing.waiting = setTimeout(look, isMended ? 800 : 150);
}

/** Show the form of another kind of draw. */
function changeKind() {
  showProblem(); // of the kind before
  recogniseTable(list); // its rows may be short now
}

/** Draw groups in place of seats, as large as the tables, with the rules that keep people at different ones. */
function drawTables() {
  const { seats } = readValues();
  fillFields({ kind: "groups", size: seats, groups: "", tables: "true" });
  changeKind();
  update();
  getElement(HTMLDetailsElement, "#rules").open = true;
  $("#separate").focus();
}

/**
 * Change the form after a change of a field.
 * @param {HTMLInputElement} field or another control
 * @param {string | undefined} inputType of the event
 */
function changeField(field, inputType) {
  clearTimeout(typing.waiting);
  if (field.name === "kind") {
    fillFields({ tables: "" });
    changeKind();
  }
  const { groups, size, lines, met, last } = getControls();
  if (field.name === groups.name && field.value) size.value = ""; // it follows
  if (field.name === size.name && field.value) groups.value = "";
  const old = [met, last].find(({ name }) => name === field.name);
  if (old && isOld(old.value)) return openOld(old, update);
  if (field.name === lines.name) return changeList(inputType);
  update();
  // A draw in public needs it, and on a phone it is below the button that stays in view
  if (field.id === "sealed-way")
    $("#occasion").scrollIntoView({ block: "nearest" });
}

/**
 * What the page does for its form.
 * @typedef {object} FormListeners
 * @property {(isTold: boolean) => unknown} onPress a button is pressed that draws; whether the result is told piece by
 * piece
 * @property {() => void} onChange called at the start and after each change of the form
 * @property {() => void} onForget the list is to be forgotten
 * @property {(saved: unknown) => void} onAnnounced a file was opened that has an announced draw
 */

/**
 * Listen to the form.
 * @param {FormListeners} listeners
 */
export function listenToForm({ onPress, onChange, onForget, onAnnounced }) {
  noteTyped();
  const form = getForm();
  form.addEventListener("input", (event) => {
    const { target, inputType } = /** @type {InputEvent} */ (event);
    const field = /** @type {HTMLInputElement} */ (target);
    // A choice of columns has no name, and is no field of the draw
    if (field.name) changeField(field, inputType);
  });
  const { lines, begin, end } = getControls();
  for (const field of [begin, end])
    field.addEventListener("focus", suggestNames);
  lines.addEventListener("change", () => {
    // Its field was left: what was typed may be a table now
    recogniseTable(list);
    if (list.table) update();
  });
  setInterval(showEarliest, 1000); // milliseconds
  onUpdate = onChange;
  listenToColumns(list, update);
  /** @param {boolean} isTold */
  const press = (isTold) => {
    recogniseTable(list);
    update();
    onPress(isTold);
  };
  listenToSubmit(form, () => press(false));
  $("#tell").addEventListener("click", () => press(true));
  $("#tidy").addEventListener("click", () => {
    tidyLines();
    update();
    lines.focus();
  });
  $("#to-groups").addEventListener("click", drawTables);
  findElement("#rolls")?.addEventListener("input", ({ target }) => {
    const { value } = /** @type {HTMLSelectElement} */ (target);
    fillValues({ roll: value });
  });
  $("#forget").addEventListener("click", onForget);
  listenToSaved(readSavable, (saved) => {
    showProblem();
    fillValues({ lines: saved.text, ...NO_RULES }); // rules name people of the list before
    reopenList(saved);
    lines.focus();
  });
  listenToFiles($("#list"), (file, droppedOn) => {
    if (lines.matches(":disabled")) return;
    openFile(list, { update, onAnnounced }, file, droppedOn);
  });
  update();
}

/**
 * Files that are opened into the list, or into the pairs of last year; and old groups that are pasted as a link or a
 * response.
 */
// @ts-check
/** @import { FormList } from "./recognised.mjs" */
/** @import { OpenedList } from "../list/workbooks.mjs" */
import { $ } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { recogniseTable } from "./choices.mjs";
import { getControls, readKind } from "./fields.mjs";
import { hasNamedList, lacksList } from "../list/json_lists.mjs";
import { updateCount } from "./form_labels.mjs";
import { Wrong, readLines } from "../../shared/lines.mjs";
import { showProblem } from "./problems.mjs";

const OLD = /^\s*(http|\{)|\t/m; // a link, a response, or a result with tabs

/**
 * Return whether a text has old groups, or pairs, as something else than lines.
 * @param {string} text
 */
export const isOld = (text) => OLD.test(text);

/**
 * Put old groups that are pasted as something else, such as a link, into their field as lines.
 * @param {HTMLTextAreaElement} field
 * @param {() => void} update
 */
export async function openOld(field, update) {
  const text = field.value;
  const { readFormer } = await import("../plan/former_rounds.mjs");
  /** @type {string | undefined} */
  const lines = await readFormer(text, field.name).catch(
    (error) => void showProblem(error),
  );
  if (lines === undefined || field.value !== text) return;
  field.value = lines;
  update();
}

/**
 * Return the announced draw that was saved as a file, or undefined if the text is none.
 * @param {string} text such as '{"announced":{…}}'
 * @returns {unknown}
 */
function parseAnnounced(text) {
  const [, saved] = /^\{"announced":(\{.+\})\}$/s.exec(text) ?? [];
  return saved && JSON.parse(saved);
}

/**
 * Return whether the text of a file is the pairs of last year: it is dropped there, or has pairs and no list.
 * @param {string} text
 * @param {EventTarget | null | undefined} droppedOn
 */
function isOfPairs(text, droppedOn) {
  if (readKind() !== "santa") return false;
  if (droppedOn instanceof Element && droppedOn.closest("#last-year"))
    return true;
  const isOtherJson = /^\s*\{/.test(text) && !hasNamedList(text);
  return (
    isOtherJson || (/→/.test(text) && getControls().lines.value.trim() !== "")
  );
}

/**
 * Put the pairs of last year into their field.
 * @param {string} text
 * @param {() => void} update
 */
async function openPairs(text, update) {
  const field = getControls().last;
  field.closest("details")?.toggleAttribute("open", true);
  field.value = text;
  showProblem();
  if (isOld(text)) await openOld(field, update);
  else update();
}

/**
 * Read a file into the list; into the pairs of last year, if it is dropped there or has pairs. A draw in public that
 * was announced and saved is for `onAnnounced`.
 * @param {FormList} list
 * @param {{ update: () => void, onAnnounced: (saved: unknown) => void }} page
 * @param {File} file
 * @param {EventTarget | null} [droppedOn]
 */
export async function openFile(list, { update, onAnnounced }, file, droppedOn) {
  try {
    $("#lines-count").textContent = t("draw.reading");
    await new Promise((resolve) => setTimeout(resolve, 50)); // it is seen
    const { readFile } = await import("../list/files.mjs");
    /** @type {OpenedList} */
    const opened = await readFile(file);
    const { text } = opened;
    const isPairs = isOfPairs(text, droppedOn);
    const announced = parseAnnounced(text);
    if (announced) {
      updateCount(list);
      onAnnounced(announced);
      return;
    }
    if (isPairs) return await openPairs(text, update);
    getControls().lines.value = text;
    showProblem();
    if (lacksList(text)) throw new Wrong(t("draw.wrong.noList"), "lines");
    openList(list, update, opened);
  } catch (error) {
    updateCount(list);
    showProblem(/** @type {Error} */ (error));
  }
}

/**
 * Put the list of a file into the form, with the `notes` on it.
 * @param {FormList} list
 * @param {() => void} update
 * @param {OpenedList} opened
 */
export function openList(list, update, { text, notes = [] }) {
  const field = getControls().lines;
  field.value = text;
  list.notes = notes;
  list.isPart = false;
  list.table = undefined;
  recogniseTable(list);
  if (!list.table) field.value = readLines(field.value).join("\n");
  showProblem();
  update();
}

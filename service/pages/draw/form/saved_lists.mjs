/** Lists that somebody saved by name in this browser, to open or to delete. Nothing is saved without a press. */
// @ts-check
/** @import { KeptTable } from "./kept.mjs" */
import { $, create, getElement } from "../../shared/elements.mjs";
import { readStored, store } from "../../shared/storage.mjs";
import { t } from "../../shared/texts.mjs";

/**
 * @typedef {{ [name: string]: KeptTable & { text: string } }} SavedLists
 */

const SAVED = "saved lists";

/** @returns {SavedLists} */
const readSaved = () => readStored(SAVED) ?? {};

/**
 * Say what was done, and how many lists the browser has now.
 * @param {string} sentence
 */
function say(sentence) {
  const count = Object.keys(readSaved()).length;
  const remaining = count > 0 ? t("draw.saved.remaining", { count }) : "";
  $("#saved-say").textContent = [sentence, remaining].filter(Boolean).join(" ");
}

/** Say, after the list of the form was forgotten, that saved lists remain, if there are some. */
export const saySaved = () => say("");

/**
 * Show the saved lists, each with a button that opens it and one that deletes it.
 * @param {(saved: SavedLists[string]) => void} open
 */
function showSaved(open) {
  const saved = Object.entries(readSaved());
  const items = saved.map(([name, list]) => {
    const remove = () => {
      const { [name]: _, ...others } = readSaved();
      store(SAVED, Object.keys(others).length > 0 ? others : undefined);
      showSaved(open);
      say(t("draw.saved.deleted", { name }));
      $("#list-name").focus();
    };
    return create(
      "li",
      create(
        "button",
        { onclick: () => open(list) },
        t("draw.saved.open", { name }),
      ),
      create("button", { onclick: remove }, t("draw.saved.delete", { name })),
    );
  });
  $("#saved ul").replaceChildren(...items);
}

/**
 * Let the list of the form be saved, opened and deleted.
 * @param {() => SavedLists[string]} read returns the list of the form
 * @param {(saved: SavedLists[string]) => void} open puts a list into the form
 */
export function listenToSaved(read, open) {
  const field = getElement(HTMLInputElement, "#list-name");
  const save = () => {
    const name = field.value.trim();
    const list = read();
    if (!name || !list.text.trim()) {
      say(t(name ? "draw.wrong.empty" : "draw.saved.nameless"));
      field.focus();
      return;
    }
    const done = Object.hasOwn(readSaved(), name) ? "replaced" : "done";
    store(SAVED, { ...readSaved(), [name]: list });
    const isKept = readSaved()[name]?.text === list.text; // a storage may be full, or blocked
    showSaved(open);
    say(t(`draw.saved.${isKept ? done : "blocked"}`, { name }));
    if (isKept) field.value = "";
  };
  $("#save-list").addEventListener("click", save);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // which would draw
    save();
  });
  showSaved(open);
}

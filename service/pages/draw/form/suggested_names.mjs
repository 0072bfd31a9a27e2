/** Names in a field that the list does not have, each with the nearest name of the list, which a press takes. */
// @ts-check
/** @import { UnknownNames } from "../../shared/lines.mjs" */
import { $, create } from "../../shared/elements.mjs";
import { shorten } from "../../shared/lines.mjs";
import { t } from "../../shared/texts.mjs";
import { normalize } from "../list/words.mjs";
import { getControls } from "./fields.mjs";

const MAX_SUGGESTED = 5; // names at once
const MAX_COMPARED = 2_000; // names of the list

/**
 * Return how many letters differ in two words: inserted, left out or replaced.
 * @param {string} word
 * @param {string} otherWord
 */
function countEdits(word, otherWord) {
  let row = Array.from({ length: otherWord.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...word].entries()) {
    const next = [i + 1];
    for (const [j, otherLetter] of [...otherWord].entries()) {
      const replaced = row[j] + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row[otherWord.length];
}

/**
 * Return the name of a list that is nearest to a text, as a whole or in one of its words; undefined if none is near.
 *
 * "Karla" is near to "Carla Roy", and to nobody of "Ann" and "Bo".
 * @param {string} text
 * @param {string[]} names
 */
function findNearest(text, names) {
  const typed = normalize(text);
  const ranked = names.slice(0, MAX_COMPARED).map((name) => {
    const whole = normalize(name);
    const words = [whole, ...whole.split(" ")];
    const edits = words.map((word) => countEdits(typed, word));
    return { name, edits: Math.min(...edits) };
  });
  ranked.sort((a, b) => a.edits - b.edits);
  const [nearest] = ranked;
  const mostEdits = Math.max(1, Math.floor(typed.length / 3));
  return nearest?.edits <= mostEdits ? nearest.name : undefined;
}

/**
 * Put a name of the list in place of one that was typed; one with commas as its number, such as "#3".
 * @param {UnknownNames} unknown
 * @param {string} typed
 * @param {string} name
 */
function replaceName({ field, names }, typed, name) {
  const control = /** @type {HTMLTextAreaElement} */ (
    getControls().namedItem(field)
  );
  const escaped = typed.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const whole = new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, "gu");
  const written = /[,;&+]/.test(name) ? `#${names.indexOf(name) + 1}` : name;
  control.value = control.value.replaceAll(whole, () => written);
  control.focus();
}

/**
 * The names that were shown last: a button that stays reads the list as it is when it is pressed.
 * @type {UnknownNames | undefined}
 */
let latest;

/**
 * Show the names that the list does not have below their field, with the nearest ones as buttons; undefined shows none.
 * @param {UnknownNames | undefined} unknown
 * @param {() => void} update shows the form again
 */
export function showSuggestions(unknown, update) {
  const box = $("#nearest");
  const suggestions = [...new Set(unknown?.typed)]
    .slice(0, MAX_SUGGESTED)
    .map((typed) => ({ typed, name: findNearest(typed, unknown?.names ?? []) }))
    .filter(({ name }) => name !== undefined);
  box.hidden = suggestions.length === 0;
  latest = unknown;
  const signature = JSON.stringify([unknown?.field, suggestions]);
  if (box.dataset.signature === signature) return; // a button that has the focus stays
  box.dataset.signature = signature;
  const items = suggestions.map(({ typed, name = "" }) => {
    const take = () => {
      if (latest) replaceName(latest, typed, name);
      update();
    };
    return create(
      "li",
      create("span", t("draw.nearest.unknown", { name: shorten(typed) })),
      " ",
      create(
        "button",
        { onclick: take },
        t("draw.nearest.take", { name: shorten(name) }),
      ),
    );
  });
  box.replaceChildren(...items);
  if (unknown) $("#field-say").after(box); // which is at the same field
}

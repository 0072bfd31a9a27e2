/** Lists of which the first elements are shown, and a button shows the rest: numbers, items, dice, and results. */
// @ts-check
import { create } from "../../shared/elements.mjs";
import { findLongest } from "../../shared/lines.mjs";
import { t } from "../../shared/texts.mjs";

/**
 * A number, an item or a die of a list: its text, what is said before and behind it, and whether it differs.
 * @typedef {object} ListedValue
 * @property {string} text
 * @property {string} [label] such as "die 3"
 * @property {string} [note]
 * @property {boolean} [isWrong]
 */

const MAX_LARGE = 12;

/** @param {ListedValue} value */
const createValue = ({ text, label, note, isWrong }) =>
  create("li", isWrong ? { class: "wrong" } : {}, [
    label && create("span.soft", label, " "),
    text,
    note && create("span.soft", " ", note),
    isWrong && create("span.mark", " ", t("verify.marks.wrong")),
  ]);

/**
 * Create a list of values: the first ones, and a button that shows the rest.
 * @param {string} label
 * @param {ListedValue[]} values
 * @param {number} count of the first ones
 */
export function createValueList(label, values, count) {
  const list = create("ol.numbers", { "aria-label": label });
  return createFirst(list, values, count, createValue);
}

/**
 * Create an element for parts with these lines, in columns that have room for the longest line, if there is so much.
 * Few lines are in large letters.
 * @param {string[]} lines
 * @param {HTMLElement[]} [parts]
 */
export function createColumns(lines, parts = []) {
  const size = lines.length > MAX_LARGE ? undefined : "large";
  const columns = create("div.parts", { class: size }, parts);
  columns.style.setProperty("--longest", String(findLongest(lines)));
  return columns;
}

/**
 * Create an element for a part of a result: its title, and its lines, with numbers if they have any.
 * @param {string | undefined} title
 * @param {string[]} lines
 * @param {boolean} [areNumbered]
 */
export const createPart = (title, lines, areNumbered) =>
  create(
    "div.part-of",
    title && create("h3", title),
    create(
      areNumbered ? "ol" : "ul",
      { "aria-label": title },
      lines.map((line) => create("li", line)),
    ),
  );

/**
 * Fill a list with elements of its first items, and create a button that adds the rest.
 * @template Item
 * @param {HTMLElement} list
 * @param {Item[]} items
 * @param {number} count of the first ones
 * @param {(item: Item) => HTMLElement} createItem
 * @returns {HTMLElement[]} the list, and the button if there is one
 */
export function createFirst(list, items, count, createItem) {
  list.append(...items.slice(0, count).map(createItem));
  if (items.length <= count) return [list];
  const allButton = create(
    "button",
    t("verify.showAll", { count: items.length }),
  );
  allButton.addEventListener("click", () => {
    list.append(...items.slice(count).map(createItem));
    list.tabIndex = -1;
    list.focus();
    allButton.remove();
  });
  return [list, allButton];
}

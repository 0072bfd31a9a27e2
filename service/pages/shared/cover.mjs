/** A cover for one phone that goes round: what is one person's own is shown when they press, and nobody else's. */
// @ts-check
import { create } from "./elements.mjs";
import { createText, t } from "./texts.mjs";

/** @import { Child } from "./elements.mjs" */

/**
 * What is one person's own, by their name: `render` returns it when they ask.
 * @typedef {{ name: string, render: () => Child }} Own
 */

/**
 * Create a list with a button for each person: a press shows what is their own, and hides what is shown.
 *
 * A press on "Show to Ann" shows "Ann gives to Bob", and the button is "Hide" then.
 * @param {Own[]} people
 * @param {string} label of the list
 */
export function createCovers(people, label) {
  /** @type {{ hide?: () => void }} */
  const opened = {}; // nothing yet
  return create(
    "ul.slips",
    { role: "list", "aria-label": label },
    people.map((own) => createEntry(own, opened)),
  );
}

/**
 * Label the button that shows what is a person's own, or hides it while it is open.
 * @param {HTMLButtonElement} button
 * @param {string} name
 * @param {boolean} isOpen
 */
export function labelCover(button, name, isOpen) {
  button.setAttribute("aria-expanded", String(isOpen));
  const label = isOpen
    ? t("shared.cover.hide")
    : createText("shared.cover.show", { name: create("bdi", name) });
  button.replaceChildren(create("span", label));
}

/**
 * Create the entry of a person.
 * @param {Own} own
 * @param {{ hide?: () => void }} opened `hide` hides what the entry that is open shows; missing if none is
 */
function createEntry({ name, render }, opened) {
  const button = create("button");
  const entry = create("li", button);
  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    labelCover(button, name, isOpen);
    entry.replaceChildren(button);
    if (isOpen) entry.prepend(create("div.own", render()));
  };
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    opened.hide?.();
    opened.hide = isOpen ? undefined : () => show(false);
    if (!isOpen) show(true);
    button.focus();
  });
  show(false);
  return entry;
}

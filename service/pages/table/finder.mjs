/** The choice of a game or a deck: a field that searches titles, families and other names, and the families below it. */

import { toTitle, toWords } from "../shared/labels.mjs";
import { $, createElement } from "../shared/page.mjs";

/** Return a text as people type it: without accents and signs, in small letters. */
const normalize = (text) =>
  text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();

const join = (text) => text.replaceAll(" ", "");

/** Return how well one of the names of an entry fits what was typed: 0 is best, Infinity not at all. */
function rate(names, typed) {
  const joined = join(typed); // "hold em" is "holdem"
  const rates = names.map((name, i) => {
    const at = name.indexOf(typed);
    if (at < 0) return joined && join(name).includes(joined) ? 4 : Infinity;
    const isWord = at === 0 || name[at - 1] === " ";
    return (name === typed ? 0 : at === 0 ? 1 : isWord ? 2 : 3) + (i ? 0.5 : 0);
  });
  return Math.min(...rates);
}

export class Finder {
  #field = $("#find-game");
  #list = $("#catalogue");
  #entries;
  #value;
  #choose;

  /** Build it from `entries`, each with a `value`, a `title`, a `family` and other `names`; `choose` is called with a choice. */
  constructor(entries, choose) {
    this.#choose = choose;
    this.#entries = entries.map((entry) => ({
      ...entry,
      searched: [entry.title, ...entry.names, entry.family].map(normalize),
    }));
    this.#field.addEventListener("input", () => this.#render());
    this.#field.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    this.#list.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-target]");
      if (button) this.#select(button.dataset.target);
    });
    this.#render();
  }

  /** The chosen entry. */
  get value() {
    return this.#value;
  }

  set value(value) {
    this.#value = value;
    if (this.#field.value) {
      this.#field.value = "";
      this.#render();
    }
    for (const button of this.#list.querySelectorAll("[data-target]")) this.#mark(button);
  }

  focus() {
    this.#field.focus();
  }

  #mark(button) {
    if (button.dataset.target === this.#value) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }

  #select(value) {
    const hasFocus = this.#list.contains(document.activeElement);
    this.value = value;
    if (hasFocus && !this.#list.contains(document.activeElement)) this.#list.focus({ preventScroll: true });
    this.#choose();
  }

  /** Enter chooses the first game that was found; a field that is empty deals, as everywhere in the form. */
  #handleKey(event) {
    if (event.key === "ArrowDown") this.#move(event);
    if (event.key === "Escape" && this.#field.value) {
      this.#field.value = "";
      this.#render();
    }
    if (event.key !== "Enter" || !this.#field.value) return;
    event.preventDefault();
    const first = $("[data-target]", this.#list);
    if (first) this.#select(first.dataset.target);
  }

  /** Move the focus along what is in sight, by the arrow keys. */
  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [this.#field, ...this.#list.querySelectorAll("summary, [data-target]")].filter((each) => each.checkVisibility());
    all[all.indexOf(document.activeElement) + step]?.focus();
  }

  #render() {
    const typed = normalize(this.#field.value);
    const found = this.#entries
      .map((entry) => ({ ...entry, rate: rate(entry.searched, typed) }))
      .filter((entry) => entry.rate < Infinity)
      .sort((one, other) => one.rate - other.rate);
    $("#found-games").textContent = !typed
      ? `${this.#entries.length} games and decks, by any name.`
      : found.length
        ? `${found.length} found. Enter deals the first.`
        : "No game or deck is called that here.";
    this.#list.replaceChildren(...(typed ? found.map((entry) => this.#createButton(entry, typed)) : this.#createFamilies()));
  }

  #createFamilies() {
    const families = [...new Set(this.#entries.map(({ family }) => family))];
    return families.map((family) => {
      const entries = this.#entries.filter((entry) => entry.family === family);
      return createElement(
        "details",
        { name: "family" },
        createElement("summary", {}, toTitle(family), createElement("span", {}, ` ${entries.length}`)),
        entries.map((entry) => this.#createButton(entry)),
      );
    });
  }

  /** Create the button of an entry, with the name by which it was found if that is not its title. */
  #createButton({ value, title, family, names }, typed = "") {
    const other = typed && !normalize(title).includes(typed) && names.find((name) => normalize(name).includes(typed));
    const note = typed && createElement("span", {}, ` ${toWords(other || family)}`);
    const button = createElement("button", { type: "button", "data-target": value }, title, note || "");
    this.#mark(button);
    return button;
  }
}

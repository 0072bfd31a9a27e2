/** The choice of a game or a deck: a field that searches titles, families and other names, and the families below it. */

import { toTitle, toWords } from "../shared/labels.mjs";
import { $, ROOT, createElement } from "../shared/page.mjs";

const LIKE = 0.65; // of the pairs of letters in two names
const MAX_LIKE = 6; // names that are offered

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

/** Return the pairs of letters in a text, that of its beginning among them. */
const pairUp = (text) => new Set(Array.from(text, (letter, i) => (text[i - 1] ?? "^") + letter));

/** Return the share of pairs of letters that two texts have in common, of which a slip leaves most. */
function compare(one, other) {
  const [pairs, others] = [pairUp(one), pairUp(other)];
  return (2 * [...pairs].filter((pair) => others.has(pair)).length) / (pairs.size + others.size);
}

/** Return how unlike what was typed an entry is: it has each word, or a name that is spelt otherwise. Infinity is not at all. */
function rateLoosely(names, typed) {
  const words = typed.split(" ");
  const all = names.map(join).join(" ");
  if (words.every((word) => all.includes(word))) return 0;
  const spelt = [join(typed), ...words.filter((word) => word.length > 4)];
  const likeness = Math.max(...names.flatMap((name) => spelt.map((each) => compare(join(name), each))));
  return likeness < LIKE ? Infinity : 1 - likeness;
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
    const found = this.#search(rate, typed);
    const alike = typed && !found.length ? this.#search(rateLoosely, typed).slice(0, MAX_LIKE) : [];
    $("#found-games").textContent = !typed
      ? `${this.#entries.length} games and decks, by any name.`
      : found.length
        ? `${found.length} found. Enter deals the first.`
        : `No game or deck is called that here${alike.length ? ". Perhaps one of these?" : "."}`;
    const buttons = [...found, ...alike].map((entry) => this.#createButton(entry, typed));
    this.#list.replaceChildren(...(typed ? [...buttons, found.length ? "" : createWayToDraw()] : this.#createFamilies()));
  }

  /** Return the entries that fit what was typed, the best first. */
  #search(rateNames, typed) {
    return this.#entries
      .map((entry) => ({ ...entry, rate: rateNames(entry.searched, typed) }))
      .filter((entry) => entry.rate < Infinity)
      .sort((one, other) => one.rate - other.rate);
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
    const other = typed && !normalize(title).includes(typed) && names.slice(1).find((name) => normalize(name).includes(typed));
    const note = typed && createElement("span", {}, ` ${toWords(other || family)}`);
    const button = createElement("button", { type: "button", "data-target": value }, title, note || "");
    this.#mark(button);
    return button;
  }
}

/** Create the way for those who look for what is no game. */
const createWayToDraw = () =>
  createElement("p", { class: "hint" }, "Names, numbers, dice and coins are on the page ", createElement("a", { href: `${ROOT}draw` }, "Draw"), ".");

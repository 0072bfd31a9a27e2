/**
 * The choice of a game or a deck: a field that searches titles, families and other names, and the families below it.
 */
// @ts-check
import { toWords } from "../../shared/labels.mjs";
import {
  $,
  $$,
  create,
  findElement,
  getElement,
  moveFocus,
} from "../../shared/elements.mjs";
import { ROOT } from "../../shared/service.mjs";
import { createText, findText, t } from "../../shared/texts.mjs";

/**
 * A game or a deck that can be chosen.
 * @typedef {object} FinderEntry
 * @property {string} value such as "games/holdem"
 * @property {string} title
 * @property {string} [lang] of the title, if it is not that of the page
 * @property {string} family
 * @property {string[]} names its title in English, then other names
 */

/**
 * A choice with the texts in which it is searched.
 * @typedef {FinderEntry & { searched: string[] }} SearchedChoice
 */

/**
 * Return a text as people type it: without accents and signs, in small letters.
 * @param {string} text
 */
const normalize = (text) =>
  text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();

/**
 * Return 1 for a call of bingo, which people look for rather than a single card, and 0 for any other entry.
 * @param {FinderEntry} entry
 */
const rateCall = ({ value }) => Number(/_call$/.test(value));

/**
 * Return a text without spaces: "hold em" is "holdem".
 * @param {string} text
 */
const join = (text) => text.replaceAll(" ", "");

/**
 * Rate how well the best name of an entry continues the typed text: 0 is best, Infinity is no match.
 *
 * "hold" is the beginning of "holdem" (1), and begins a word of "texas hold em" (2); a name but the first is half a
 * grade less.
 * @param {string[]} names
 * @param {string} typed
 */
function rate(names, typed) {
  return Math.min(
    ...names.map((name, i) => rateName(name, typed, i ? 0.5 : 0)),
  );
}

/**
 * Rate how well one name continues the typed text, as `rate` does.
 * @param {string} name
 * @param {string} typed
 * @param {number} handicap of a name but the first
 */
function rateName(name, typed, handicap) {
  if (name === typed) return handicap;
  const start = ` ${name}`.indexOf(` ${typed}`);
  if (start >= 0) return (start === 0 ? 1 : 2) + handicap;
  const joined = join(typed); // "hold em" is "holdem"
  return joined && join(name).startsWith(joined) ? 3 : Infinity;
}

const CHOICES = "[data-target], a"; // games and decks, and draws

export class Finder {
  #field = getElement(HTMLInputElement, "#find-game");
  #list = $("#catalogue");
  /** @type {SearchedChoice[]} */
  #entries;
  #suggest;
  /** @type {string | undefined} */
  #value;
  #choose;

  /**
   * Build it from `entries`, each with a `value`, a `title`, a `family` and other `names`; `suggest` returns the values
   * that another text may mean, and `choose` is called with a choice.
   * @param {FinderEntry[]} entries
   * @param {(text: string) => string[]} suggest
   * @param {() => void} choose
   */
  constructor(entries, suggest, choose) {
    this.#suggest = suggest;
    this.#choose = choose;
    this.#entries = entries.map((entry) => ({
      ...entry,
      searched: [
        entry.title,
        ...entry.names,
        entry.family,
        t(`table.families.${entry.family}`),
      ].map(normalize),
    }));
    this.#field.addEventListener("input", () => this.#render());
    this.#field.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    this.#list.addEventListener("click", ({ target }) => {
      if (!(target instanceof Element)) return;
      const button = target.closest("[data-target]");
      if (button instanceof HTMLElement) this.#selectButton(button);
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
    for (const button of $$("[data-target]", this.#list)) this.#mark(button);
  }

  /**
   * Mark the button of the entry that is chosen, and no other.
   * @param {HTMLElement} button
   */
  #mark(button) {
    if (button.dataset.target === this.#value)
      button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }

  /** @param {HTMLElement} button of the chosen entry */
  #selectButton(button) {
    const hasFocus = this.#list.contains(document.activeElement);
    this.value = button.dataset.target;
    if (hasFocus && !this.#list.contains(document.activeElement))
      this.#list.focus({ preventScroll: true });
    this.#uncoverTable();
    this.#choose();
  }

  /** Leave the list where it lies over the page, which is there while it has the focus (table.css). */
  #uncoverTable() {
    if (getComputedStyle($("#finds")).position !== "absolute") return;
    const isDealt = $("#title").checkVisibility(); // before a deal there is no table
    $(isDealt ? "#title" : "#deal").focus({ preventScroll: true });
  }

  /** Choose the first match of what is typed. Return whether something is typed. */
  chooseTyped() {
    if (!this.#field.value) return false;
    const first = findElement(CHOICES, this.#list);
    if (first instanceof HTMLAnchorElement) first.click();
    else if (first) this.#selectButton(first);
    return true;
  }

  /**
   * Enter chooses the first match; in an empty field it deals, as everywhere in the form.
   * @param {KeyboardEvent} event
   */
  #handleKey(event) {
    if (event.key === "ArrowDown") this.#move(event);
    if (event.key === "Escape") this.#leave();
    if (event.key === "Enter" && this.chooseTyped()) event.preventDefault();
  }

  /** Empty the field; if it is empty, leave it. */
  #leave() {
    if (!this.#field.value) return this.#uncoverTable();
    this.#field.value = "";
    return this.#render();
  }

  /**
   * Move the focus between visible entries by the arrow keys.
   * @param {KeyboardEvent} event
   */
  #move(event) {
    const elements = [this.#field, ...$$(`summary, ${CHOICES}`, this.#list)];
    moveFocus(
      event,
      elements.filter((element) => element.checkVisibility()),
    );
  }

  #render() {
    const typed = normalize(this.#field.value);
    if (!typed) {
      this.#sayCount("all", this.#entries.length);
      return this.#list.replaceChildren(...this.#createFamilies());
    }
    const matches = this.#search(typed);
    const draws = createDraws(typed);
    const count = matches.length + draws.length;
    const entries = count > 0 ? matches : this.#findAlike();
    if (count > 0) this.#sayCount("found", count);
    else this.#sayCount(entries.length ? "alike" : "unknown");
    const buttons = entries.map((entry) => this.#createButton(entry, typed));
    const isCalledSo = matches.length > 0 && matches[0].rate < 1;
    this.#list.replaceChildren(
      ...(isCalledSo ? [...buttons, ...draws] : [...draws, ...buttons]),
      count > 0 ? "" : createOtherWays(),
    );
  }

  /**
   * @param {"all" | "found" | "alike" | "unknown"} name of the text
   * @param {number} [count]
   */
  #sayCount(name, count = 0) {
    $("#found-games").textContent = t(`table.form.${name}`, { count });
  }

  /**
   * Return the matching entries, the best first.
   * @param {string} typed
   */
  #search(typed) {
    return this.#entries
      .map((entry) => ({ ...entry, rate: rate(entry.searched, typed) }))
      .filter((entry) => entry.rate < Infinity)
      .sort((a, b) => a.rate - b.rate || rateCall(b) - rateCall(a));
  }

  /** Return the entries that the text may mean, though none matches it. */
  #findAlike() {
    const values = this.#suggest(this.#field.value);
    return values.flatMap(
      (value) => this.#entries.find((entry) => entry.value === value) ?? [],
    );
  }

  #createFamilies() {
    const families = [...new Set(this.#entries.map(({ family }) => family))];
    return families.map((family) => {
      const entries = this.#entries.filter((entry) => entry.family === family);
      return create("details", { name: "family" }, [
        create(
          "summary",
          t(`table.families.${family}`),
          create("span", ` ${entries.length}`),
          createNote(family),
        ),
        entries.map((entry) => this.#createButton(entry)),
      ]);
    });
  }

  /**
   * Create the button of an entry, with the matching name if the title does not match.
   * @param {FinderEntry} entry
   * @param {string} [typed]
   */
  #createButton({ value, title, lang, family, names }, typed = "") {
    const isTitle = normalize(title).includes(typed);
    const name = isTitle
      ? undefined
      : names
          .slice(1)
          .find((otherName) => normalize(otherName).includes(typed));
    const note =
      typed &&
      create(
        "span",
        ` ${name ? toWords(name) : t(`table.families.${family}`)}`,
        createNote(family),
      );
    const button = create(
      "button",
      { "data-target": value },
      create("bdi", { lang }, title),
      note || "",
    );
    this.#mark(button);
    return button;
  }
}

/**
 * Create the note that the games of a family are laid out only, before one is chosen; undefined for other families.
 * @param {string} family
 */
function createNote(family) {
  const note = findText(`table.notMoved.${family}`);
  return note && create("span", ` (${note})`);
}

/**
 * Create links to the draws that continue the typed text, as the doors name them: "Draw: Coins" of "coin".
 * @param {string} typed
 */
const createDraws = (typed) =>
  $$(".door a[href*='?kind=']")
    .map((door) => ({
      name: door.textContent,
      href: door.getAttribute("href"),
    }))
    .filter(({ name }) => rate([normalize(name)], typed) < Infinity)
    .map(({ name, href }) => {
      const draw = t("shared.menu.draw");
      return create(
        "a",
        { href },
        t("shared.pair", { name: draw, value: name }),
      );
    });

/** Create the links to what is no game: the page Draw, and the guide for cards of one's own. */
function createOtherWays() {
  const guide = `${ROOT}docs/guide/how/own-cards`;
  return create(
    "p.hint",
    createText("table.form.toDraw", {
      draw: create("a", { href: `${ROOT}draw` }, t("shared.menu.draw")),
      guide: create("a", { href: guide }, t("table.form.ownCards")),
    }),
  );
}

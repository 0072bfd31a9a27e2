/** The choice of a game or a deck: a field that searches titles, families and other names, and the families below it. */
import { toWords } from "../shared/labels.mjs";
import { $, $$, ROOT, create, moveFocus } from "../shared/page.mjs";
import { createText, t } from "../shared/texts.mjs";

/** Return a text as people type it: without accents and signs, in small letters. */
const normalize = (text) =>
  text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();

/** Whether an entry is a call of bingo, which people look for rather than a single card. */
const isCall = ({ value }) => /_call$/.test(value);

const join = (text) => text.replaceAll(" ", "");

/** Rate how well the best name of an entry continues the typed text: 0 is best, Infinity is no match. */
function rate(names, typed) {
  const joined = join(typed); // "hold em" is "holdem"
  const rates = names.map((name, i) => {
    const start = ` ${name}`.indexOf(` ${typed}`);
    if (start < 0)
      return joined && join(name).startsWith(joined) ? 3 : Infinity;
    return (name === typed ? 0 : start === 0 ? 1 : 2) + (i ? 0.5 : 0);
  });
  return Math.min(...rates);
}

export class Finder {
  #field = $("#find-game");
  #list = $("#catalogue");
  #entries;
  #suggest;
  #value;
  #choose;

  /**
   * Build it from `entries`, each with a `value`, a `title`, a `family` and other `names`; `suggest` returns the values that
   * another text may mean, and `choose` is called with a choice.
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
    for (const button of $$("[data-target]", this.#list)) this.#mark(button);
  }

  #mark(button) {
    if (button.dataset.target === this.#value)
      button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }

  #select(value) {
    const hasFocus = this.#list.contains(document.activeElement);
    this.value = value;
    if (hasFocus && !this.#list.contains(document.activeElement))
      this.#list.focus({ preventScroll: true });
    this.#choose();
  }

  /** Enter chooses the first match; in an empty field it deals, as everywhere in the form. */
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

  /** Move the focus between visible entries by the arrow keys. */
  #move(event) {
    const elements = [this.#field, ...$$("summary, [data-target]", this.#list)];
    moveFocus(
      event,
      elements.filter((element) => element.checkVisibility()),
    );
  }

  #render() {
    const typed = normalize(this.#field.value);
    const matches = this.#search(typed);
    const meant =
      typed && !matches.length ? this.#suggest(this.#field.value) : [];
    const alike = meant.map((value) =>
      this.#entries.find((entry) => entry.value === value),
    );
    $("#found-games").textContent = !typed
      ? t("table.form.all", { count: this.#entries.length })
      : matches.length
        ? t("table.form.found", { count: matches.length })
        : t(alike.length ? "table.form.alike" : "table.form.unknown");
    const buttons = [...matches, ...alike].map((entry) =>
      this.#createButton(entry, typed),
    );
    this.#list.replaceChildren(
      ...(typed
        ? [...buttons, matches.length ? "" : createWayToDraw()]
        : this.#createFamilies()),
    );
  }

  /** Return the matching entries, the best first. */
  #search(typed) {
    return this.#entries
      .map((entry) => ({ ...entry, rate: rate(entry.searched, typed) }))
      .filter((entry) => entry.rate < Infinity)
      .sort(
        (one, other) => one.rate - other.rate || isCall(other) - isCall(one),
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
        ),
        entries.map((entry) => this.#createButton(entry)),
      ]);
    });
  }

  /** Create the button of an entry, with the matching name if the title does not match. */
  #createButton({ value, title, lang, family, names }, typed = "") {
    const other =
      typed &&
      !normalize(title).includes(typed) &&
      names.slice(1).find((name) => normalize(name).includes(typed));
    const note =
      typed &&
      create(
        "span",
        ` ${other ? toWords(other) : t(`table.families.${family}`)}`,
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

/** Create the link to the page Draw, for names, numbers and dice. */
const createWayToDraw = () =>
  create(
    "p.hint",
    createText("table.form.toDraw", {
      draw: create("a", { href: `${ROOT}draw` }, t("shared.menu.draw")),
    }),
  );

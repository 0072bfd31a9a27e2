/**
 * A result that was drawn already, told piece by piece: a light runs over the names that are left, and one after the
 * other is shown in large letters.
 */
// @ts-check
import { create, findElement, openDialog } from "../../shared/elements.mjs";
import { fit } from "../../shared/fit.mjs";
import { leaveScreen } from "../../shared/stage.mjs";
import { joinNames, t } from "../../shared/texts.mjs";
import { areOfTables, renderTold } from "./turns.mjs";

/** @import { ToldResult } from "./turns.mjs" */

/**
 * What is told: the turns of a result, from number `start`.
 * @typedef {object} Telling
 * @property {string} title
 * @property {ToldResult} toldResult
 * @property {number} [start] how many are told already
 * @property {(toldCount: number) => void} onTold is called after each with how many are told
 * @property {() => void} onFinale is called when several were told, and all of them are to be seen at once
 */

/**
 * The elements of the dialog.
 * @typedef {object} Stage
 * @property {HTMLDialogElement} dialog
 * @property {HTMLElement} area what is pressed to go on: it has `place`, `now` and `hint`
 * @property {HTMLElement} place what is told next: "1 of 3"
 * @property {HTMLElement} now the names that are left, or the one that is told in large letters
 * @property {HTMLElement} hint a sentence on what is possible
 * @property {HTMLElement} status what screen readers say
 * @property {HTMLElement} list what was told
 * @property {HTMLButtonElement} next
 * @property {HTMLButtonElement} close
 */

const FIRST_PAUSE = 50; // milliseconds: how long the first name that passes is there
const SLOWING = 1.12; // each is there longer than the one before it by this factor
const PASSING = 18; // how many names pass before one that stands alone
const PASSING_TO_TABLE = 8; // and before one at a table, where many come
const MAX_LEFT = 60; // how many of the names that are left are there to see
const REST = 500; // milliseconds from a name at a table to those that pass before the next one
const NEXT = ["ArrowRight", "ArrowDown", "PageDown"]; // what the remote controls of projectors send

/**
 * Tell the turns of a result. Return how many were told when the screen is left: by its button, or by Escape before all
 * were.
 *
 * Of three winners it shows "1 of 3", lets names pass, and shows "Ann"; with each press the next.
 * @param {Telling} telling
 * @returns {Promise<number>}
 */
export async function tell(telling) {
  const stage = createStage(telling);
  const teller = new Teller(telling, stage);
  const goOn = () => teller.goOn();
  stage.next.addEventListener("click", goOn);
  stage.area.addEventListener("click", goOn);
  stage.dialog.addEventListener("keydown", (event) => {
    if (!NEXT.includes(event.key)) return;
    event.preventDefault();
    goOn();
  });
  const leaveWithScreen = () =>
    document.fullscreenElement === null && stage.dialog.close();
  document.addEventListener("fullscreenchange", leaveWithScreen);
  stage.place.textContent = t("draw.show.wait");
  teller.showLeft();
  teller.listTold();
  const closed = openDialog(stage.dialog);
  stage.next.focus();
  const observer = new ResizeObserver(() => fitNow(stage.now)); // also as the list of those who were told grows
  observer.observe(stage.now);
  await closed;
  observer.disconnect();
  teller.stop();
  document.removeEventListener("fullscreenchange", leaveWithScreen);
  leaveScreen();
  return teller.toldCount;
}

/**
 * Create the dialog, in which nothing is told yet.
 * @param {Telling} telling
 * @returns {Stage}
 */
function createStage({ title, toldResult: { turns } }) {
  const isOfPots = turns[0].open !== undefined;
  const place = create("p.place");
  const now = create("div.now");
  const hint = create("p.hint", isOfPots && t("draw.show.fixed"));
  const area = create(
    "div.stage",
    { "aria-hidden": "true" },
    place,
    now,
    isOfPots && hint,
  );
  const status = create("p.hidden", { role: "status" });
  const list = create("div");
  const next = create("button.primary");
  const close = create("button", t("draw.show.close"));
  const dialog = create("dialog.show", { "aria-labelledby": "show-title" }, [
    create("h2", { id: "show-title" }, title),
    area,
    status,
    list,
    create("p.buttons", next, close),
  ]);
  close.addEventListener("click", () => dialog.close());
  return { dialog, area, place, now, hint, status, list, next, close };
}

/** Who tells: how many turns are told, `toldCount`, and the timer of the names that pass before the next. */
class Teller {
  /**
   * @param {Telling} telling
   * @param {Stage} stage
   */
  constructor(telling, stage) {
    this.telling = telling;
    this.stage = stage;
    this.toldCount = telling.start ?? 0;
    this.isPassing = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.areOfTables = areOfTables(telling.toldResult.turns);
  }

  /** Return what the next turn is about: the name that is told, or its number. */
  #namePlace() {
    const { turns } = this.telling.toldResult;
    if (turns.length === 1) return t("draw.result");
    return (
      turns[this.toldCount].place ??
      t("draw.show.place", { number: this.toldCount + 1, count: turns.length })
    );
  }

  /** Show the names that are left, if all is not told. Return their elements. */
  showLeft() {
    const { toldResult } = this.telling;
    return this.#isDone()
      ? []
      : showNames(this.stage.now, toldResult.listPossible(this.toldCount));
  }

  /** Return whether all is told. */
  #isDone() {
    return this.toldCount === this.telling.toldResult.turns.length;
  }

  /** List what is told, and name the button for what comes. */
  listTold() {
    const { list, next, close } = this.stage;
    list.replaceChildren(renderTold(this.telling.toldResult, this.toldCount));
    findElement(".newest", list)?.scrollIntoView({ block: "nearest" });
    const { turns } = this.telling.toldResult;
    next.textContent = nameNext(this.toldCount, turns.length);
    close.hidden = this.#isDone();
  }

  /** Show the next turn; at tables the one after it follows by itself. */
  #reveal() {
    this.stop();
    const { text } = this.telling.toldResult.turns[this.toldCount];
    showNow(this.stage.now, text);
    this.stage.status.textContent = t("shared.pair", {
      name: this.#namePlace(),
      value: text,
    });
    this.toldCount += 1;
    this.telling.onTold(this.toldCount);
    this.listTold();
    if (this.areOfTables && !this.isStill && !this.#isDone())
      this.timer = window.setTimeout(() => this.#begin(), REST);
  }

  /** Begin the next turn, or show it if its names pass; leave if all is told. */
  goOn() {
    if (this.isPassing) return this.#reveal();
    this.stop();
    if (this.#isDone()) return this.#end();
    this.#begin();
  }

  /** Leave what is told turn by turn; several are seen together then. */
  #end() {
    const { toldResult, onFinale } = this.telling;
    if (toldResult.turns.length > 1) onFinale();
    this.stage.dialog.close();
  }

  /** Let names pass before the next turn, or show it if there is nothing to wait for. */
  #begin() {
    const { toldResult } = this.telling;
    const name = this.#namePlace();
    const possible = toldResult.listPossible(this.toldCount);
    this.stage.place.textContent = name;
    if (toldResult.turns[this.toldCount].open)
      this.stage.hint.textContent = t("draw.show.open", {
        name,
        groups: joinNames(possible),
      });
    if (this.isStill || possible.length < 2) return this.#reveal();
    this.isPassing = true;
    this.stage.next.textContent = t("draw.show.stop");
    const left = this.areOfTables ? PASSING_TO_TABLE : PASSING;
    this.#pass(this.showLeft(), left, FIRST_PAUSE);
  }

  /**
   * Light names, each longer than the one before it, and show the turn then. Which name is lit is for the eye: nothing
   * is drawn by it.
   * @param {HTMLElement[]} names
   * @param {number} left how many are lit
   * @param {number} pause how long the first of them is
   */
  #pass(names, left, pause) {
    const others = names.filter((name) => !name.classList.contains("lit"));
    const next = others[Math.floor(Math.random() * others.length)];
    for (const name of names) name.classList.toggle("lit", name === next);
    this.timer = window.setTimeout(() => {
      if (left > 1) this.#pass(names, left - 1, pause * SLOWING);
      else this.#reveal();
    }, pause);
  }

  /** Let no more names pass. */
  stop() {
    clearTimeout(this.timer);
    this.isPassing = false;
  }
}

/**
 * Return the label of the button that goes on.
 * @param {number} toldCount
 * @param {number} count how many turns there are
 */
function nameNext(toldCount, count) {
  if (toldCount === count)
    return t(count === 1 ? "draw.show.done" : "draw.show.together");
  if (count === 1) return t("draw.show.only");
  return toldCount === 0 ? t("draw.show.first") : t("draw.show.next");
}

/**
 * Show a text in large letters, as large as its length allows.
 * @param {HTMLElement} now
 * @param {string} text
 */
function showNow(now, text) {
  now.className = `now ${chooseSize(text)}`;
  now.replaceChildren(create("p", create("bdi", text)));
  fitNow(now);
}

/**
 * Make what is shown smaller if it is higher than its box, or one of its words is wider. A style sheet that lets no
 * word break makes such a word stand out of the box.
 * @param {HTMLElement} now
 */
function fitNow(now) {
  const content = now.firstElementChild;
  if (!(content instanceof HTMLElement)) return;
  const hasRoom = () =>
    content.scrollWidth <= content.clientWidth &&
    content.offsetHeight <= now.clientHeight;
  fit(now, hasRoom);
}

/**
 * Show the names that may come, or the first of many. Return their elements.
 * @param {HTMLElement} now
 * @param {string[]} names
 */
function showNames(now, names) {
  const items = names
    .slice(0, MAX_LEFT)
    .map((name) => create("li", create("bdi", name)));
  const rest = names.length > MAX_LEFT && create("li", "…");
  now.className = "now left";
  now.replaceChildren(create("ul", items, rest));
  fitNow(now);
  return items;
}

/**
 * Return the class for the size of a text.
 * @param {string} text
 */
function chooseSize({ length }) {
  if (length <= 4) return "short";
  return length <= 24 ? "name" : "long";
}

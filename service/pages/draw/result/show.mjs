/**
 * A result that was drawn already, told piece by piece in large letters: names pass, and one after the other is shown.
 */
// @ts-check
import { create, openDialog } from "../../shared/elements.mjs";
import { compareTexts, joinNames, t } from "../../shared/texts.mjs";
import { nameTurn } from "../../shared/drawn_result.mjs";

/** @import { Turn } from "../../shared/draw_types.mjs" */

/**
 * What is told: the `turns` of a result, from number `start`.
 * @typedef {object} Telling
 * @property {string} title
 * @property {Turn[]} turns
 * @property {(string | number)[]} [pool] what passes before each; missing where the turns themselves say what is
 *   possible
 * @property {number} [start] how many are told already
 * @property {boolean} [isSorted] whether what is told is listed in order, as for a call of bingo
 * @property {(toldCount: number) => void} onTold is called after each with how many are told
 */

/**
 * The elements of the dialog.
 * @typedef {object} Stage
 * @property {HTMLDialogElement} dialog
 * @property {HTMLElement} area what is pressed to go on: it has `place`, `now` and `hint`
 * @property {HTMLElement} place what is told next: "1 of 3"
 * @property {HTMLElement} now the texts in large letters
 * @property {HTMLElement} hint a sentence on what is possible
 * @property {HTMLElement} status what screen readers say
 * @property {HTMLElement} list what was told
 * @property {HTMLButtonElement} next
 * @property {HTMLButtonElement} close
 */

const PASSING = 1800; // milliseconds: how long names pass
const PACE = 70; // milliseconds: how long each of them is there
const NEXT = ["ArrowRight", "ArrowDown", "PageDown"]; // what the remote controls of projectors send

/**
 * Return one of several, for the eye: nothing is drawn by it.
 * @template Item
 * @param {Item[]} list
 */
const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Fill the screen, if the browser can. It allows this only right after a press. */
export const fillScreen = () =>
  document.fullscreenEnabled &&
  document.documentElement.requestFullscreen().catch(() => undefined);

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
  teller.listTold();
  const closed = openDialog(stage.dialog);
  stage.next.focus();
  await closed;
  teller.stop();
  document.removeEventListener("fullscreenchange", leaveWithScreen);
  if (document.fullscreenElement)
    document.exitFullscreen().catch(() => undefined);
  return teller.toldCount;
}

/**
 * Create the dialog, in which nothing is told yet.
 * @param {Telling} telling
 * @returns {Stage}
 */
function createStage({ title, turns, isSorted = false }) {
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
  const list = create("ol.told", {
    class: isSorted || turns[0].place ? "unnumbered" : "",
    role: "list",
    "aria-label": t("draw.show.told"),
  });
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
    /** @type {number | undefined} */
    this.passing = undefined;
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Return what the next turn is about: the name that is told, or its number. */
  #namePlace() {
    const { turns } = this.telling;
    return (
      turns[this.toldCount].place ??
      t("draw.show.place", { number: this.toldCount + 1, count: turns.length })
    );
  }

  /** List what is told, and name the button for what comes. */
  listTold() {
    const { turns, isSorted } = this.telling;
    const { list, next, close } = this.stage;
    const texts = turns.slice(0, this.toldCount).map(nameTurn);
    if (isSorted) texts.sort(compareTexts);
    list.replaceChildren(
      ...texts.map((text) => create("li", create("bdi", text))),
    );
    list.lastElementChild?.scrollIntoView({ block: "nearest" });
    const isDone = this.toldCount === turns.length;
    next.textContent = nameNext(this.toldCount, isDone);
    close.hidden = isDone;
  }

  /** Show the next turn. */
  #reveal() {
    this.stop();
    const { texts } = this.telling.turns[this.toldCount];
    showNow(this.stage.now, texts, false);
    this.stage.status.textContent = t("shared.pair", {
      name: this.#namePlace(),
      value: texts.join(", "),
    });
    this.toldCount += 1;
    this.telling.onTold(this.toldCount);
    this.listTold();
  }

  /** Let names pass before the next turn, or show it if they do; leave if all is told. */
  goOn() {
    const { turns, pool = [] } = this.telling;
    if (this.passing !== undefined) return this.#reveal();
    if (this.toldCount === turns.length) return this.stage.dialog.close();
    const name = this.#namePlace();
    this.stage.place.textContent = name;
    const { texts, open } = turns[this.toldCount];
    const groups = open?.();
    if (groups)
      this.stage.hint.textContent = t("draw.show.open", {
        name,
        groups: joinNames(groups),
      });
    const possible = groups ?? pool;
    if (this.isStill || texts.length > 1 || possible.length < 2)
      return this.#reveal();
    this.#pass(possible);
  }

  /**
   * Let names pass for a while, and show the turn then.
   * @param {(string | number)[]} possible
   */
  #pass(possible) {
    const end = performance.now() + PASSING;
    this.passing = window.setInterval(() => {
      if (performance.now() < end)
        showNow(this.stage.now, [String(pick(possible))], true);
      else this.#reveal();
    }, PACE);
  }

  /** Let no more names pass. */
  stop() {
    clearInterval(this.passing);
    this.passing = undefined;
  }
}

/**
 * Return the label of the button that goes on.
 * @param {number} toldCount
 * @param {boolean} isDone
 */
function nameNext(toldCount, isDone) {
  if (isDone) return t("draw.show.done");
  return toldCount === 0 ? t("draw.show.first") : t("draw.show.next");
}

/**
 * Show texts in large letters, as large as their number and length allow.
 * @param {HTMLElement} element
 * @param {string[]} texts
 * @param {boolean} isPassing
 */
function showNow(element, texts, isPassing) {
  element.className = `now ${chooseSize(texts)} ${isPassing ? "passing" : ""}`;
  element.replaceChildren(
    ...texts.map((text) => create("p", create("bdi", text))),
  );
}

/**
 * Return the class for the size of texts.
 * @param {string[]} texts
 */
function chooseSize(texts) {
  const longest = Math.max(...texts.map(({ length }) => length));
  if (texts.length > 3) return "many";
  if (longest <= 4) return "short";
  return longest <= 24 ? "name" : "long";
}

/**
 * The boards of an evening at a club: their number, the event and the date of the paper and the files, and whether they
 * are face down.
 */
// @ts-check
/** @import { Control } from "./parameter_fields.mjs" */
/** @import { DealRequest } from "../../deals/request.mjs" */
import {
  $,
  create,
  getElement,
  listenToSubmit,
} from "../../shared/elements.mjs";
import { formatTime, t } from "../../shared/texts.mjs";
import { askToGoOn } from "./agree.mjs";
import { Field, createInput } from "./parameter_fields.mjs";

const BOARDS = "24"; // what clubs play
const MANY_BOARDS = 100; // from which on the page asks first

/**
 * The event and the date of boards, as far as they are typed.
 * @typedef {{ event: string | undefined, date: string | undefined }} Notes
 */

/**
 * @param {string} name
 * @param {Control} control
 * @param {string} label
 */
const createField = (name, control, label) =>
  new Field(`evening-${name}`, control, "", label);

export class Evening {
  #fields = {
    repeats: createField(
      "repeats",
      createInput({ isNumeric: true, value: BOARDS }),
      t("table.boards.count"),
    ),
    event: createField(
      "event",
      createInput({ maxlength: 100 }),
      t("table.boards.event"),
    ),
    date: createField(
      "date",
      create("input", { type: "date" }),
      t("table.boards.date"),
    ),
  };

  #form = getElement(HTMLFormElement, "#evening");
  #closed = getElement(HTMLInputElement, "#closed");

  /**
   * `deal` is called when the boards are to be dealt, `note` with the event and the date when one is changed.
   * @param {{ deal: () => unknown, note: (notes: Notes) => void }} actions
   */
  constructor({ deal, note }) {
    const { repeats, event, date } = this.#fields;
    $("#evening > .fields").replaceChildren(repeats.row, event.row, date.row);
    for (const { control } of [event, date])
      control.addEventListener("change", () => note(this.#readNotes()));
    listenToSubmit(this.#form, async () => {
      const areMany = Number(this.count) > MANY_BOARDS; // the service refuses a text that is no number
      if (!areMany || (await this.#askForMany())) deal();
    });
    $("#many").addEventListener("click", () => {
      const isOpening = Boolean(this.#form.hidden);
      this.isOpen = isOpening;
      if (isOpening) repeats.control.focus();
    });
  }

  /** Ask whether to deal very many boards. Return the answer. */
  #askForMany() {
    const question = t("table.ask.manyBoards", { count: Number(this.count) });
    return askToGoOn(question, t("table.boards.deal"));
  }

  /**
   * Open or close the form.
   * @param {boolean} isOpen
   */
  set isOpen(isOpen) {
    this.#form.hidden = !isOpen;
    $("#many").setAttribute("aria-expanded", String(isOpen));
  }

  /**
   * Offer the boards of an evening, or take them from the page.
   * @param {boolean} isOffered
   */
  set isOffered(isOffered) {
    $("#many").hidden = !isOffered;
    if (!isOffered) this.isOpen = false;
  }

  get count() {
    return this.#fields.repeats.value;
  }

  /** Whether nobody is to see the boards. */
  get isClosed() {
    return this.#closed.checked;
  }

  /** @returns {Notes} */
  #readNotes() {
    const { event, date } = this.#fields;
    return {
      event: event.value.trim() || undefined,
      date: date.value || undefined,
    };
  }

  /**
   * The event and the date, as far as they are typed: names and texts.
   * @returns {[name: string, text: string][]}
   */
  get notes() {
    return Object.entries(this.#readNotes()).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text]],
    );
  }

  /**
   * Fill the fields with the values of a request.
   * @param {DealRequest} request
   */
  fill(request) {
    const { repeats, event, date } = this.#fields;
    event.value = request.get("event") ?? "";
    date.value = request.get("date") ?? "";
    if (!request.isBatch) return;
    repeats.value = request.get("repeats") ?? "";
    this.#closed.checked = request.get("closed") !== undefined;
    this.isOpen = true;
  }

  /**
   * Return the field of a parameter, if there is one.
   * @param {string} name
   */
  find(name) {
    return Object.values(this.#fields).find(
      (field) => field.name === `evening-${name}`,
    );
  }

  clearErrors() {
    for (const field of Object.values(this.#fields)) field.clearErrors();
  }
}

/**
 * Return the event and the date of a request, as they are printed.
 * @param {DealRequest} request
 */
export function describeNotes(request) {
  const event = request.get("event");
  const date = request.get("date");
  const texts = event ? [event] : [];
  if (date && !Number.isNaN(Date.parse(date)))
    texts.push(formatTime(date, { dateStyle: "full", timeZone: "UTC" }));
  return texts;
}

/** The boards of an evening at a club: their number, the event and the date of the paper and the files, and whether they are face down. */
import { $, create, listenToSubmit } from "../shared/page.mjs";
import { formatTime, t } from "../shared/texts.mjs";
import { ask } from "./ask.mjs";
import { Field, createInput } from "./fields.mjs";

const BOARDS = "24"; // what clubs play
const MANY_BOARDS = 100; // from which on the page asks first

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

  /** `deal` is called when the boards are to be dealt, `note` with the event and the date when one is changed. */
  constructor({ deal, note }) {
    const fields = Object.values(this.#fields);
    $("#evening > .fields").replaceChildren(...fields.map(({ row }) => row));
    for (const field of fields.slice(1))
      field.control.addEventListener("change", () => note(this.#readNotes()));
    listenToSubmit($("#evening"), async () => {
      const count = Number(this.count);
      if (
        count > MANY_BOARDS &&
        !(await ask(
          t("table.ask.manyBoards", { count }),
          t("table.boards.deal"),
        ))
      )
        return;
      deal();
    });
    $("#many").addEventListener("click", () => {
      this.isOpen = $("#evening").hidden;
      if (!$("#evening").hidden) this.#fields.repeats.control.focus();
    });
  }

  set isOpen(isOpen) {
    $("#evening").hidden = !isOpen;
    $("#many").setAttribute("aria-expanded", String(isOpen));
  }

  /** Offer the boards of an evening, or take them from the page. */
  set isOffered(isOffered) {
    $("#many").hidden = !isOffered;
    if (!isOffered) this.isOpen = false;
  }

  get count() {
    return this.#fields.repeats.value;
  }

  /** Whether nobody is to see the boards. */
  get isClosed() {
    return $("#closed").checked;
  }

  #readNotes() {
    const { event, date } = this.#fields;
    return {
      event: event.value.trim() || undefined,
      date: date.value || undefined,
    };
  }

  /** The event and the date, as far as they are typed: names and texts. */
  get notes() {
    return Object.entries(this.#readNotes()).filter(
      ([, text]) => text !== undefined,
    );
  }

  /** Fill the fields with the values of a request. */
  set request(request) {
    for (const name of ["event", "date"])
      this.#fields[name].value = request.get(name) ?? "";
    if (!request.isBatch) return;
    this.#fields.repeats.value = request.get("repeats") ?? "";
    $("#closed").checked = request.get("closed") !== undefined;
    this.isOpen = true;
  }

  /** Return the field of a parameter, if there is one. */
  find(name) {
    return this.#fields[name];
  }

  clearErrors() {
    for (const field of Object.values(this.#fields)) field.clearErrors();
  }
}

/** Return the event and the date of a request, as they are printed. */
export function describeNotes(request) {
  const [event, date] = [request.get("event"), request.get("date")];
  const isDate = date && !Number.isNaN(Date.parse(date));
  return [
    event,
    isDate && formatTime(date, { dateStyle: "full", timeZone: "UTC" }),
  ].filter(Boolean);
}

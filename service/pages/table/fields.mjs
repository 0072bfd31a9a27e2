/** Form controls for parameters of the API. They send the text as typed: only the service validates it. */
import { toTitle } from "../shared/labels.mjs";
import { create } from "../shared/page.mjs";

/** A label, a control, a hint below it, and a place for the service's error messages. */
export class Field {
  constructor(name, control, hint = "", label = toTitle(name)) {
    Object.assign(this, { name, control });
    control.id = `field-${name}`;
    this.hint = create("p.hint", { id: `${control.id}-hint` }, hint);
    this.error = create("p.error.bad", { id: `${control.id}-error`, hidden: true });
    this.row = create("div.field", create("label", { for: control.id }, label), control, this.hint, this.error);
    this.clearErrors();
  }

  get value() {
    return this.control.value;
  }

  /** A value outside of the choices is added to them, so that the service can reject it. */
  set value(text) {
    this.control.value = text;
    if (this.control.value === text) return;
    this.control.append(create("option", { value: text }, text));
    this.control.value = text;
  }

  showErrors(messages) {
    this.error.textContent = messages.join(" ");
    this.error.hidden = false;
    this.control.setAttribute("aria-invalid", "true");
    this.control.setAttribute("aria-describedby", `${this.error.id} ${this.hint.id}`);
  }

  clearErrors() {
    this.error.hidden = true;
    this.control.removeAttribute("aria-invalid");
    this.control.setAttribute("aria-describedby", this.hint.id);
  }
}

/** Create the field of a parameter: its `name`, its `hint`, and its `choices` or whether it `isNumeric`. */
export function createField({ name, hint, choices = [], isNumeric, label }) {
  const options = [create("option", { value: "" }, "default"), choices.map((value) => create("option", value))];
  return new Field(name, choices.length ? create("select", options) : createInput({ isNumeric }), hint, label);
}

/** Create an input for a line of text, with other attributes. */
export function createInput({ isNumeric, ...attributes }) {
  // Not type=number, which yields an empty value for anything that is not a number.
  const inputmode = isNumeric ? "numeric" : "text";
  return create("input", { type: "text", inputmode, autocomplete: "off", spellcheck: "false", ...attributes });
}

/** Return the fewest players of a game, two or more. */
export const fewestOf = ({ players }) => Math.max(2, players.least);

/** Describe the players of a game for a hint; with `isPrivate` each has a tab. */
export const describePlayers = ({ players, ...entry }, isPrivate) =>
  isPrivate
    ? `${fewestOf({ players, ...entry })} to ${players.most}, each in a tab; as few as that if it is left empty.`
    : `${players.least} to ${players.most}; ${players.usual} if it is left empty.`;

/** Describe a parameter of a shuffle for a hint. */
export function describeMeaning({ meaning, minimum, maximum }) {
  const range = minimum === undefined ? "" : `, ${minimum} to ${maximum}`;
  return `${meaning[0].toUpperCase()}${meaning.slice(1)}${range}`;
}

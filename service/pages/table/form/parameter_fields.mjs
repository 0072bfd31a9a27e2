/** Form controls for parameters of the API. They send the text as typed: only the service validates it. */
// @ts-check
/** @import { Child } from "../../shared/elements.mjs" */
/** @import { Parameter, Players } from "../../deals/catalogue.mjs" */
import { create } from "../../shared/elements.mjs";
import { fewestOf } from "../../deals/catalogue.mjs";
import { t } from "../../shared/texts.mjs";

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** A label, a control, a hint below it, and a place for the service's error messages. */
export class Field {
  /**
   * @param {string} name
   * @param {Control} control
   * @param {string} [hint]
   * @param {string} [label]
   */
  constructor(name, control, hint = "", label = t(`table.fields.${name}`)) {
    this.name = name;
    this.control = control;
    control.id = `field-${name}`;
    this.hint = create("p.hint", { id: `${control.id}-hint` }, hint);
    this.error = create("p.error.bad", {
      id: `${control.id}-error`,
      hidden: true,
    });
    this.row = create(
      "div.field",
      create("label", { for: control.id }, label),
      control,
      this.hint,
      this.error,
    );
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

  /** @param {Child} sentences */
  showErrors(sentences) {
    this.error.replaceChildren(create("span", sentences));
    this.error.hidden = false;
    this.control.setAttribute("aria-invalid", "true");
    this.control.setAttribute(
      "aria-describedby",
      `${this.error.id} ${this.hint.id}`,
    );
  }

  clearErrors() {
    this.error.hidden = true;
    this.control.removeAttribute("aria-invalid");
    this.control.setAttribute("aria-describedby", this.hint.id);
  }
}

/**
 * What a hint says of the values of a parameter.
 * @typedef {object} ValueFacts
 * @property {number} [least]
 * @property {number} [most]
 * @property {number | string} [usual] the value if the field is left empty
 * @property {boolean} [isList]
 */

/**
 * Create the field of a parameter: its `name`, and its `choices` or whether it `isNumeric`.
 * @param
 *   {{ name: string, choices?: Parameter["choices"], isNumeric: boolean, label?: string, hint?: string } & ValueFacts}
 *   parameter
 */
export function createField({
  name,
  choices = [],
  isNumeric,
  label,
  hint,
  ...facts
}) {
  const options = [
    create("option", { value: "" }, t("table.form.default")),
    choices.map((value) => create("option", { translate: "no" }, value)),
  ];
  return new Field(
    name,
    choices.length ? create("select", options) : createInput({ isNumeric }),
    hint ?? describeParameter(name, facts),
    label,
  );
}

/**
 * Create an input for a line of text, with other attributes.
 * @param {{ isNumeric?: boolean, [attribute: string]: string | number | boolean | undefined }} options
 */
export function createInput({ isNumeric, ...attributes }) {
  // Not type=number, which yields an empty value for anything that is not a number.
  const inputmode = isNumeric ? "numeric" : "text";
  return create("input", {
    type: "text",
    inputmode,
    autocomplete: "off",
    spellcheck: "false",
    ...attributes,
  });
}

/**
 * Return the hint of a parameter: its meaning, its range, its value if it is left empty, and how a list is typed.
 * @param {string} name
 * @param {ValueFacts} [facts]
 */
export function describeParameter(
  name,
  { least = 0, most, usual, isList } = {},
) {
  const sentences = [t(`table.hints.${name}`)];
  if (most !== undefined)
    sentences.push(t("table.hints.range", { least, most }));
  if (usual !== undefined)
    sentences.push(t("table.hints.usual", { value: usual }));
  if (isList) sentences.push(t("table.hints.commas"));
  return sentences.filter(Boolean).join(" ");
}

/**
 * Describe the players of a game for a hint; with `isPrivate` each has a tab.
 * @param {Players} players
 * @param {boolean} isPrivate
 */
export const describePlayers = ({ least, most, usual }, isPrivate) =>
  isPrivate
    ? t("table.hints.playersPrivate", {
        least: fewestOf({ players: { least } }),
        most,
      })
    : t("table.hints.playersRange", { least, most, usual });

/** Controls made of what the API says of its parameters. They pass on what is typed: the service alone judges it. */

import { element } from "../shared/page.mjs";

/** A name of the API in words: `suit_order`, suit order. */
export const spoken = (name) => String(name).replaceAll("_", " ");

/** The same as it begins a label. */
export const titled = (name) => spoken(name).replace(/^./, (letter) => letter.toUpperCase());

/** A label, a control, a hint below, and room for what the service says against it. */
export class Field {
  constructor(name, control, hint = "") {
    Object.assign(this, { name, control });
    control.id = `field-${name}`;
    this.hint = element("p", { class: "hint", id: `${control.id}-hint` }, hint);
    this.wrong = element("p", { class: "wrong bad", id: `${control.id}-wrong`, hidden: true });
    this.row = element(
      "div",
      { class: "field" },
      element("label", { for: control.id }, titled(name)),
      control,
      this.hint,
      this.wrong,
    );
    this.accept();
  }

  get value() {
    return this.control.value;
  }

  /** A value that is no choice becomes one, so that it is the service that refuses it. */
  set value(text) {
    this.control.value = text;
    if (this.control.value === text) return;
    this.control.append(element("option", { value: text }, text));
    this.control.value = text;
  }

  refuse(messages) {
    this.wrong.textContent = messages.join(" ");
    this.wrong.hidden = false;
    this.control.setAttribute("aria-invalid", "true");
    this.control.setAttribute("aria-describedby", `${this.wrong.id} ${this.hint.id}`);
  }

  accept() {
    this.wrong.hidden = true;
    this.control.removeAttribute("aria-invalid");
    this.control.setAttribute("aria-describedby", this.hint.id);
  }
}

/** The field of a parameter as the OpenAPI document describes it. */
export function fieldOf({ name, description, schema }, hint = hintOf(description, schema)) {
  return new Field(name, schema.enum ? choice(schema.enum) : text(schema), hint);
}

function choice(values) {
  return element(
    "select",
    {},
    element("option", { value: "" }, "default"),
    values.map((value) => element("option", {}, value)),
  );
}

function text({ type, items }) {
  // Not type=number, which would pass on nothing at all of what is no number.
  const digits = type === "integer" || items?.type === "integer";
  return element("input", {
    type: "text",
    inputmode: digits ? "numeric" : "text",
    autocomplete: "off",
    spellcheck: "false",
  });
}

/** What it means and takes; nothing of where it would not fit: there it is not offered. */
function hintOf(description, { type, minimum, maximum, default: usual }) {
  const [meaning] = description.replace(/; in a batch .*$/, ".").split(/(?<=\.) /);
  const [, named] = / Default: ([^.;]+)/.exec(description) ?? [];
  const range = type === "integer" && maximum < 2 ** 31 && `${minimum} to ${maximum}.`;
  const otherwise = (usual ?? named) !== undefined && `Default: ${usual ?? named}.`;
  return [meaning, range, otherwise, type === "array" && "Separated by commas."].filter(Boolean).join(" ");
}

/** The fields for one hand of bridge, or for two together, and the leaves of a condition that they stand for. */
import { create } from "../shared/page.mjs";
import { createInput } from "./fields.mjs";

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** The conditions on a place, which is a hand or two together. */
export class Hand {
  #place;
  #summary = create("span");

  constructor({ label, place }) {
    this.#place = place;
    const suits = Object.entries(SUITS).map(([letter, suit]) => create("option", { value: letter }, suit));
    this.suit = create("select", { "aria-label": `${label}: suit` }, suits);
    this.shape = createInput({ placeholder: "any", list: "shapes", "aria-label": `${label}: shape` });
    this.points = new Row("Points", label);
    this.length = new Row(this.suit, label, "length");
    this.rows = [this.points, ...(place.hand ? [new Row("Shape", label, "", [this.shape])] : []), this.length];
    this.details = create("details.hand", create("summary", label, this.#summary), create("div", this.rows.map(({ row }) => row)));
    this.details.addEventListener("input", () => this.#summarize());
  }

  clear() {
    for (const control of [this.shape, ...this.points.controls, ...this.length.controls]) control.value = "";
    this.suit.value = "S";
    this.#summarize();
  }

  /** The leaves of the condition, each with the row that it is typed in. */
  get leaves() {
    const shapes = this.shape.value.split(",").map((shape) => shape.trim());
    const shape = { shape: shapes.length > 1 ? shapes : shapes[0] };
    const predicates = [
      [this.points, this.points.isEmpty ? undefined : { points: "hcp", ...this.points.bounds }],
      [this.rows[1], shapes.join("") ? shape : undefined],
      [this.length, this.length.isEmpty ? undefined : { length: this.suit.value, ...this.length.bounds }],
    ];
    return predicates.flatMap(([row, predicate]) => (predicate ? [{ row, leaf: { ...this.#place, ...predicate } }] : []));
  }

  isOf(leaf) {
    return Object.entries(this.#place).every(([name, value]) => String(leaf?.[name]) === String(value));
  }

  /** Fill the fields with as much of a leaf as they can say. */
  fill(leaf) {
    if (leaf.points) this.points.bounds = leaf;
    if (leaf.shape) this.shape.value = [leaf.shape].flat().join(", ");
    if (leaf.length in SUITS) {
      this.suit.value = leaf.length;
      this.length.bounds = leaf;
    }
    this.#summarize();
  }

  #summarize() {
    const parts = [
      this.points.isEmpty ? "" : `${this.points.text} points`,
      this.shape.value,
      this.length.isEmpty ? "" : `${this.length.text} ${SUITS[this.suit.value]}`,
    ];
    this.#summary.textContent = parts.some(Boolean) ? `: ${parts.filter(Boolean).join(", ")}` : "";
  }
}

/** A row of the fields of a hand: a label or a select, a control or the bounds of a number, and a place for an error. */
class Row {
  constructor(label, hand, what = label.toLowerCase(), controls = undefined) {
    const [from, to] = ["from", "to"].map((end) => createInput({ isNumeric: true, "aria-label": `${hand}: ${what} ${end}` }));
    this.controls = controls ?? [from, to];
    this.error = create("p.error.bad", { hidden: true, id: `error-${hand}-${what}`.replaceAll(" ", "-") });
    const name = typeof label === "string" ? create("span", label) : label;
    const parts = controls ?? [from, create("span", "to"), to];
    this.row = create("div.condition", name, parts, this.error);
  }

  /** The bounds as they are typed: numbers, or texts that the service rejects. */
  get bounds() {
    const entries = this.controls.map(({ value }, i) => [["min", "max"][i], /^-?\d+$/.test(value) ? Number(value) : value]);
    return Object.fromEntries(entries.filter(([, value]) => value !== ""));
  }

  set bounds({ min, max }) {
    [min, max].forEach((value, i) => (this.controls[i].value = value ?? ""));
  }

  get isEmpty() {
    return this.controls.every(({ value }) => value === "");
  }

  get text() {
    const [min, max] = this.controls.map(({ value }) => value);
    if (min === max) return min;
    return max === "" ? `${min} or more` : min === "" ? `up to ${max}` : `${min} to ${max}`;
  }

  showError(message) {
    this.error.textContent = message;
    this.error.hidden = false;
    for (const control of this.controls) {
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-describedby", this.error.id);
    }
    return this.controls[0];
  }

  clearError() {
    this.error.hidden = true;
    for (const control of this.controls) for (const name of ["aria-invalid", "aria-describedby"]) control.removeAttribute(name);
  }
}

/** The conditions of a search for deals of bridge: fields for each hand, and the condition that they stand for. */

import { $, createElement } from "../shared/page.mjs";
import { createField, createInput } from "./fields.mjs";
import { parseObject } from "./request.mjs";

const HANDS = [
  { label: "North", place: { hand: "N" } },
  { label: "East", place: { hand: "E" } },
  { label: "South", place: { hand: "S" } },
  { label: "West", place: { hand: "W" } },
  { label: "North and South", place: { hands: ["N", "S"] } },
  { label: "East and West", place: { hands: ["E", "W"] } },
];
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const BOARDS = {
  name: "repeats",
  label: "Boards",
  hint: "How many to find. They are the plain deals of the seed, from its index on, that fulfil every condition.",
  isNumeric: true,
};
const LIMIT = { name: "max_candidates", label: "Deals to look at", hint: "At most. Default: 100,000.", isNumeric: true };
const DEFAULT_BOARDS = "8";

/** The group of the form with the conditions. */
export class Conditions {
  #hands = HANDS.map((hand) => new Hand(hand));
  #fields = [BOARDS, LIMIT].map(createField);
  #note = createElement("p", { class: "hint", hidden: true }, "The condition of this link has more than these fields can say.");
  #error = createElement("p", { class: "error bad", hidden: true });
  #unshown; // a condition that the fields cannot say

  /** Fill the element of the group; `find` is called when boards are to be found. */
  constructor(find) {
    const button = createElement("button", { type: "button", id: "find", onclick: find }, "Find boards");
    const hands = this.#hands.map(({ details }) => details);
    const box = $("#conditions > div");
    box.append(this.#note, ...hands, this.#error, ...this.#fields.map(({ row }) => row), button);
    box.addEventListener("input", ({ target }) => {
      if (target.closest(".hand")) this.#forget();
    });
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.preventDefault(); // which would deal without conditions
      find();
    });
    this.clear();
  }

  clear() {
    for (const hand of this.#hands) hand.clear();
    const [boards, limit] = this.#fields;
    boards.value = DEFAULT_BOARDS;
    limit.value = "";
    this.#forget();
  }

  #forget() {
    this.#unshown = undefined;
    this.#note.hidden = true;
  }

  get #leaves() {
    return this.#hands.flatMap((hand) => hand.leaves);
  }

  /** The parameters of a search, as names and texts. */
  get parameters() {
    const leaves = this.#leaves.map(({ leaf }) => leaf);
    const where = this.#unshown ?? (leaves.length ? JSON.stringify(leaves.length > 1 ? { all: leaves } : leaves[0]) : "");
    return [["where", where], ...this.#fields.map(({ name, value }) => [name, value])].filter(([, text]) => text !== "");
  }

  /** Fill the fields with those of a request. */
  set request(request) {
    this.clear();
    for (const field of this.#fields) field.value = request.get(field.name) ?? "";
    const text = request.get("where");
    if (text === undefined) return;
    const condition = parseObject(text);
    const leaves = condition?.all ?? [condition];
    for (const leaf of Array.isArray(leaves) ? leaves : []) this.#hands.find((hand) => hand.isOf(leaf))?.fill(leaf);
    if (normalize(leaves) === normalize(this.#leaves.map(({ leaf }) => leaf))) return;
    for (const hand of this.#hands) hand.clear();
    this.#unshown = text;
    this.#note.hidden = false;
  }

  get fields() {
    return this.#fields;
  }

  /** Show what the service says about a condition at the hand that it is about. Return the control to correct. */
  showErrors(messages) {
    const [, leaf, reason] = /^(?:where(?:\.all\[(\d+)\])?(?:\.\w+)*(?:\[\d+\])?: )?(.*)$/s.exec(messages.join(" "));
    const shown = this.#unshown ? undefined : this.#leaves[Number(leaf ?? 0)];
    if (shown) return shown.row.showError(reason);
    this.#error.textContent = messages.join(" ");
    this.#error.hidden = false;
    return $("#find");
  }

  clearErrors() {
    this.#error.hidden = true;
    for (const hand of this.#hands) for (const row of hand.rows) row.clearError();
    for (const field of this.#fields) field.clearErrors();
  }
}

/** Return a text that is the same for the same leaves in any order. */
const normalize = (leaves) =>
  [leaves]
    .flat()
    .map((leaf) => JSON.stringify(Object.entries(leaf ?? {}).sort()))
    .sort()
    .join();

/** The conditions on one hand, or on two together. */
class Hand {
  #place;
  #summary = createElement("span", {});

  constructor({ label, place }) {
    this.#place = place;
    const suits = Object.entries(SUITS).map(([letter, suit]) => createElement("option", { value: letter }, suit));
    this.suit = createElement("select", { "aria-label": `${label}: suit` }, suits);
    this.shape = createInput({ placeholder: "any", list: "shapes", "aria-label": `${label}: shape` });
    this.points = new Row("Points", label);
    this.length = new Row(this.suit, label, "length");
    this.rows = [this.points, ...(place.hand ? [new Row("Shape", label, "", [this.shape])] : []), this.length];
    this.details = createElement(
      "details",
      { class: "hand" },
      createElement("summary", {}, label, this.#summary),
      createElement(
        "div",
        {},
        this.rows.map(({ row }) => row),
      ),
    );
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
    const [from, to] = ["from", "to"].map((end) =>
      createInput({ isNumeric: true, "aria-label": `${hand}: ${what} ${end}` }),
    );
    this.controls = controls ?? [from, to];
    this.error = createElement("p", { class: "error bad", hidden: true, id: `error-${hand}-${what}`.replaceAll(" ", "-") });
    const name = typeof label === "string" ? createElement("span", {}, label) : label;
    const parts = controls ?? [from, createElement("span", {}, "to"), to];
    this.row = createElement("div", { class: "condition" }, name, parts, this.error);
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

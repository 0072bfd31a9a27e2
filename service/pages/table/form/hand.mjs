/** The fields for one hand of bridge, or for two together, and the leaves of a condition that they stand for. */
// @ts-check
/** @import { RefusalReason } from "../../shared/refusal_types.mjs" */
import { create } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { createInput } from "./parameter_fields.mjs";
import { renderSentences } from "../../shared/sentences.mjs";

/**
 * A hand, or two together: { hand: "N" } or { hands: ["N", "S"] }.
 * @typedef {{ hand: string, hands?: undefined } | { hands: string[], hand?: undefined }} HandPlace
 */

/**
 * The bounds of a number as they are typed: numbers, or texts that the service rejects.
 * @typedef {{ min?: number | string, max?: number | string }} Bounds
 */

/**
 * A leaf of a condition, on a place: { hand: "N", points: "hcp", min: 15, max: 17 }. The members of a link may be
 * anything.
 * @typedef {Bounds & { hand?: unknown, hands?: unknown, points?: unknown, shape?: unknown, length?: unknown }} Leaf
 */

/**
 * A leaf with the row that it is typed in.
 * @typedef {{ row: Row, leaf: Leaf }} TypedLeaf
 */

const SUITS = [..."SHDC"];

/** The conditions on a place, which is a hand or two together. */
export class HandFields {
  #place;
  #summary = create("span");
  #suit;
  #shape;
  #points;
  #length;
  #shapeRow; // undefined for two hands together, of which only a link has a shape

  /** @param {HandPlace} place */
  constructor(place) {
    this.#place = place;
    const key = place.hand ?? place.hands.join("");
    const name = t(`table.conditions.places.${key}`);
    this.#suit = createSuits(name);
    this.#shape = createInput({
      placeholder: t("table.conditions.any"),
      list: "shapes",
      "aria-label": t("table.conditions.shapeOf", { hand: name }),
    });
    this.#points = new Row(
      `${key}-points`,
      create("span", t("table.conditions.points")),
      createBounds([
        t("table.conditions.pointsFrom", { hand: name }),
        t("table.conditions.pointsTo", { hand: name }),
      ]),
    );
    this.#length = new Row(
      `${key}-length`,
      this.#suit,
      createBounds([
        t("table.conditions.lengthFrom", { hand: name }),
        t("table.conditions.lengthTo", { hand: name }),
      ]),
    );
    this.#shapeRow =
      place.hand === undefined
        ? undefined
        : new Row(`${key}-shape`, create("span", t("table.conditions.shape")), [
            this.#shape,
          ]);
    this.details = create(
      "details.hand",
      create("summary", name, this.#summary),
      create(
        "div",
        this.rows.map(({ row }) => row),
      ),
    );
    this.details.addEventListener("input", () => this.#summarize());
  }

  get rows() {
    const shapeRows = this.#shapeRow ? [this.#shapeRow] : [];
    return [this.#points, ...shapeRows, this.#length];
  }

  clear() {
    this.#shape.value = "";
    this.#points.clear();
    this.#length.clear();
    this.#suit.value = "S";
    this.#summarize();
  }

  /**
   * The leaves of the condition, each with the row that it is typed in.
   * @returns {TypedLeaf[]}
   */
  get leaves() {
    /** @type {TypedLeaf[]} */
    const leaves = [];
    /**
     * @param {Row} row
     * @param {Leaf} predicate
     */
    const add = (row, predicate) => {
      const leaf = { ...this.#place, ...predicate };
      leaves.push({ row, leaf });
    };
    if (!this.#points.isEmpty)
      add(this.#points, { points: "hcp", ...this.#points.bounds });
    const shapes = this.#shape.value.split(",").map((shape) => shape.trim());
    const isShaped = shapes.some((shape) => shape !== "");
    const shape = shapes.length > 1 ? shapes : shapes[0];
    if (isShaped) add(this.#shapeRow ?? this.#length, { shape });
    if (!this.#length.isEmpty)
      add(this.#length, { length: this.#suit.value, ...this.#length.bounds });
    return leaves;
  }

  /**
   * Return whether a leaf is a condition on this place.
   * @param {Leaf | null | undefined} leaf
   */
  isOf(leaf) {
    const { hand, hands } = this.#place;
    return hand === undefined
      ? String(leaf?.hands) === String(hands)
      : String(leaf?.hand) === hand;
  }

  /**
   * Fill the fields with as much of a leaf as they can say.
   * @param {Leaf} leaf
   */
  fill(leaf) {
    if (leaf.points) this.#points.bounds = leaf;
    if (leaf.shape) this.#shape.value = [leaf.shape].flat().join(", ");
    const { length } = leaf;
    if (typeof length === "string" && SUITS.includes(length)) {
      this.#suit.value = length;
      this.#length.bounds = leaf;
    }
    this.#summarize();
  }

  /** Say behind the name of the place what is typed. */
  #summarize() {
    const parts = [];
    if (!this.#points.isEmpty)
      parts.push(
        t("table.conditions.summaryPoints", { bounds: this.#points.text }),
      );
    if (this.#shape.value) parts.push(this.#shape.value);
    if (!this.#length.isEmpty)
      parts.push(
        t(`table.conditions.summaryLength.${this.#suit.value}`, {
          bounds: this.#length.text,
        }),
      );
    this.#summary.textContent = parts.length ? `: ${parts.join(", ")}` : "";
  }
}

/**
 * Create the choice of a suit of a hand.
 * @param {string} name of the hand
 */
function createSuits(name) {
  const suits = SUITS.map((letter) =>
    create("option", { value: letter }, t(`table.conditions.suits.${letter}`)),
  );
  return create(
    "select",
    { "aria-label": t("table.conditions.suit", { hand: name }) },
    suits,
  );
}

/**
 * Create the inputs for the bounds of a number, with these labels.
 * @param {string[]} labels
 */
const createBounds = (labels) =>
  labels.map((label) => createInput({ isNumeric: true, "aria-label": label }));

/**
 * Return the number that a text is; other texts as they are.
 * @param {string} text
 */
const toNumber = (text) => (/^-?\d+$/.test(text) ? Number(text) : text);

/**
 * A row of the fields of a hand: a label or a select, a control or the bounds of a number, and a place for an error.
 */
class Row {
  #controls;
  #error;

  /**
   * @param {string} id
   * @param {HTMLElement} label
   * @param {HTMLInputElement[]} controls
   */
  constructor(id, label, controls) {
    this.#controls = controls;
    this.#error = create("p.error.bad", { hidden: true, id: `error-${id}` });
    const parts = controls.flatMap((control, i) => [
      i ? create("span", t("table.conditions.to")) : "",
      control,
    ]);
    this.row = create("div.condition", label, parts, this.#error);
  }

  clear() {
    for (const control of this.#controls) control.value = "";
  }

  get #texts() {
    return this.#controls.map(({ value }) => value);
  }

  /**
   * The bounds as they are typed: numbers, or texts that the service rejects.
   * @returns {Bounds}
   */
  get bounds() {
    const [min, max] = this.#texts;
    return {
      ...(min !== "" && { min: toNumber(min) }),
      ...(max !== "" && { max: toNumber(max) }),
    };
  }

  set bounds({ min = "", max = "" }) {
    this.#controls[0].value = String(min ?? "");
    this.#controls[1].value = String(max ?? "");
  }

  get isEmpty() {
    return this.#texts.every((text) => text === "");
  }

  /** The bounds in words. */
  get text() {
    const [min, max] = this.#texts;
    if (min === max) return min;
    if (max === "") return t("table.conditions.least", { least: min });
    return min === ""
      ? t("table.conditions.most", { most: max })
      : t("table.conditions.between", { least: min, most: max });
  }

  /**
   * Show sentences of the service. Return the control to correct.
   * @param {string[]} messages
   * @param {RefusalReason[]} reasons
   */
  showError(messages, reasons) {
    this.#error.replaceChildren(
      create("span", renderSentences(messages, reasons)),
    );
    this.#error.hidden = false;
    for (const control of this.#controls) {
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-describedby", this.#error.id);
    }
    return this.#controls[0];
  }

  clearError() {
    this.#error.hidden = true;
    for (const control of this.#controls)
      for (const name of ["aria-invalid", "aria-describedby"])
        control.removeAttribute(name);
  }
}

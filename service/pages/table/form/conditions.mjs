/** The conditions of a search for deals of bridge: fields for each hand, and the condition that they stand for. */
// @ts-check
/** @import { RefusalReason } from "../../shared/refusal_types.mjs" */
/** @import { HandPlace, Leaf } from "./hand.mjs" */
/** @import { DealRequest } from "../../deals/request.mjs" */
import { $, create } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { createField } from "./parameter_fields.mjs";
import { HandFields } from "./hand.mjs";
import { parseObject } from "../../shared/unknown_json.mjs";

/** @type {HandPlace[]} */
const HANDS = [
  ...[..."NESW"].map((hand) => ({ hand })),
  { hands: ["N", "S"] },
  { hands: ["E", "W"] },
];
const DEFAULT_BOARDS = "8";
const DEFAULT_LIMIT = 100_000; // deals to look at

/** The group of the form with the conditions. */
export class Conditions {
  #hands = HANDS.map((place) => new HandFields(place));
  #boards = createField({
    name: "repeats",
    hint: t("table.conditions.found"),
    isNumeric: true,
  });
  #limit = createField({
    name: "max_candidates",
    hint: t("table.conditions.limit", { count: DEFAULT_LIMIT }),
    isNumeric: true,
  });
  fields = [this.#boards, this.#limit];
  #note = create("p.hint", { hidden: true }, t("table.conditions.more"));
  #button;
  /** @type {string | undefined} */
  #unsupported; // a condition, as JSON, that the fields cannot represent

  /**
   * Create the fields; `find` is called when boards are to be found.
   * @param {() => unknown} find
   */
  constructor(find) {
    this.#button = create(
      "button",
      { id: "find", onclick: find },
      t("table.conditions.find"),
    );
    const box = $("#conditions > div");
    box.addEventListener("input", ({ target }) => {
      if (target instanceof Element && target.closest(".hand")) this.#forget();
    });
    box.addEventListener("keydown", (event) => {
      const isInput = event.target instanceof HTMLInputElement;
      if (event.key !== "Enter" || !isInput) return;
      event.preventDefault(); // which would deal without conditions
      find();
    });
    this.clear();
  }

  /**
   * Offer the conditions, or take them out of the form.
   * @param {boolean} isOffered
   */
  set isOffered(isOffered) {
    const rows = [
      ...this.#hands.map(({ details }) => details),
      ...this.fields.map(({ row }) => row),
    ];
    $("#conditions").hidden = !isOffered;
    $("#conditions > div").replaceChildren(
      ...(isOffered ? [this.#note, ...rows, this.#button] : []),
    );
  }

  clear() {
    for (const hand of this.#hands) hand.clear();
    this.#boards.value = DEFAULT_BOARDS;
    this.#limit.value = "";
    this.#forget();
  }

  /** Forget the condition that the fields cannot represent. */
  #forget() {
    this.#unsupported = undefined;
    this.#note.hidden = true;
  }

  get #typedLeaves() {
    return this.#hands.flatMap((hand) => hand.leaves);
  }

  get #leaves() {
    return this.#typedLeaves.map(({ leaf }) => leaf);
  }

  /** The condition as JSON; "" if there is none. */
  get #condition() {
    if (this.#unsupported !== undefined) return this.#unsupported;
    const leaves = this.#leaves;
    if (!leaves.length) return "";
    return JSON.stringify(leaves.length > 1 ? { all: leaves } : leaves[0]);
  }

  /**
   * The parameters of a search, as names and texts.
   * @returns {[name: string, text: string][]}
   */
  get parameters() {
    /** @type {[name: string, text: string][]} */
    const parameters = [
      ["where", this.#condition],
      ["repeats", this.#boards.value],
      ["max_candidates", this.#limit.value],
    ];
    return parameters.filter(([, text]) => text !== "");
  }

  /**
   * Fill the fields with the values of a request.
   * @param {DealRequest} request
   */
  fill(request) {
    this.clear();
    for (const field of this.fields)
      field.value = request.get(field.name) ?? "";
    const text = request.get("where");
    if (text === undefined) return;
    const condition = parseObject(text);
    const leaves = condition?.all ?? [condition];
    for (const leaf of Array.isArray(leaves) ? leaves.filter(isPlain) : [])
      this.#hands.find((hand) => hand.isOf(leaf))?.fill(leaf);
    if (normalize(leaves) === normalize(this.#leaves)) return;
    for (const hand of this.#hands) hand.clear();
    this.#unsupported = text;
    this.#note.hidden = false;
  }

  /**
   * Show sentences at the hand that the first reason is about: that of the second leaf for the path "all[1].min".
   * Return the control to correct; undefined if the fields do not have the condition.
   * @param {string[]} messages
   * @param {RefusalReason[]} reasons
   */
  showErrors(messages, reasons) {
    if (this.#unsupported !== undefined) return undefined;
    const [{ path = "" }] = reasons;
    const [, number = "0"] = /^all\[(\d+)\]/.exec(path) ?? [];
    return this.#typedLeaves[Number(number)]?.row.showError(messages, reasons);
  }

  clearErrors() {
    for (const hand of this.#hands)
      for (const row of hand.rows) row.clearError();
    for (const field of this.fields) field.clearErrors();
  }
}

/**
 * Return whether a leaf has values alone that fields can show: no objects, and no lists but flat ones.
 * @param {Leaf | null | undefined} leaf
 */
const isPlain = (leaf) =>
  Object.values(leaf ?? {})
    .flat()
    .every((value) => typeof value !== "object");

/**
 * Return a text that does not depend on the order of the leaves.
 * @param {unknown} leaves
 */
const normalize = (leaves) =>
  [leaves]
    .flat()
    .map((leaf) => {
      const members = Object.entries(leaf ?? {});
      return JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
    })
    .sort()
    .join();

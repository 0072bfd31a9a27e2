/** The conditions of a search for deals of bridge: fields for each hand, and the condition that they stand for. */
import { $, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { createField } from "./fields.mjs";
import { Hand } from "./hand.mjs";
import { parseObject } from "./request.mjs";

const HANDS = [
  ...[..."NESW"].map((hand) => ({ hand })),
  { hands: ["N", "S"] },
  { hands: ["E", "W"] },
];
const DEFAULT_BOARDS = "8";
const DEFAULT_LIMIT = 100_000; // deals to look at
const BOARDS = {
  name: "repeats",
  hint: t("table.conditions.found"),
  isNumeric: true,
};
const LIMIT = {
  name: "max_candidates",
  hint: t("table.conditions.limit", { count: DEFAULT_LIMIT }),
  isNumeric: true,
};

/** The group of the form with the conditions. */
export class Conditions {
  #hands = HANDS.map((hand) => new Hand(hand));
  fields = [BOARDS, LIMIT].map(createField);
  #note = create("p.hint", { hidden: true }, t("table.conditions.more"));
  #button;
  #unsupported; // a condition, as JSON, that the fields cannot represent

  /** Create the fields; `find` is called when boards are to be found. */
  constructor(find) {
    this.#button = create(
      "button",
      { id: "find", onclick: find },
      t("table.conditions.find"),
    );
    const box = $("#conditions > div");
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

  /** Offer the conditions, or take them out of the form. */
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
    const [boards, limit] = this.fields;
    boards.value = DEFAULT_BOARDS;
    limit.value = "";
    this.#forget();
  }

  #forget() {
    this.#unsupported = undefined;
    this.#note.hidden = true;
  }

  get #leaves() {
    return this.#hands.flatMap((hand) => hand.leaves);
  }

  /** The parameters of a search, as names and texts. */
  get parameters() {
    const leaves = this.#leaves.map(({ leaf }) => leaf);
    const where =
      this.#unsupported ??
      (leaves.length
        ? JSON.stringify(leaves.length > 1 ? { all: leaves } : leaves[0])
        : "");
    return [
      ["where", where],
      ...this.fields.map(({ name, value }) => [name, value]),
    ].filter(([, text]) => text !== "");
  }

  /** Fill the fields with the values of a request. */
  set request(request) {
    this.clear();
    for (const field of this.fields)
      field.value = request.get(field.name) ?? "";
    const text = request.get("where");
    if (text === undefined) return;
    const condition = parseObject(text);
    const leaves = condition?.all ?? [condition];
    for (const leaf of Array.isArray(leaves) ? leaves.filter(isPlain) : [])
      this.#hands.find((hand) => hand.isOf(leaf))?.fill(leaf);
    if (normalize(leaves) === normalize(this.#leaves.map(({ leaf }) => leaf)))
      return;
    for (const hand of this.#hands) hand.clear();
    this.#unsupported = text;
    this.#note.hidden = false;
  }

  /**
   * Show sentences at the hand that the `place` in the condition belongs to. Return the control to correct; undefined if
   * the fields do not have the condition.
   */
  showErrors(place, messages) {
    const [, leaf] = /^where(?:\.all\[(\d+)\])?/.exec(place) ?? [];
    return (
      this.#unsupported ? undefined : this.#leaves[Number(leaf ?? 0)]
    )?.row.showError(messages);
  }

  clearErrors() {
    for (const hand of this.#hands)
      for (const row of hand.rows) row.clearError();
    for (const field of this.fields) field.clearErrors();
  }
}

/** Return whether a leaf has values alone that fields can show: no objects, and no lists but flat ones. */
const isPlain = (leaf) =>
  Object.values(leaf ?? {})
    .flat()
    .every((value) => typeof value !== "object");

/** Return a text that does not depend on the order of the leaves. */
const normalize = (leaves) =>
  [leaves]
    .flat()
    .map((leaf) =>
      JSON.stringify(
        Object.entries(leaf ?? {}).sort(([one], [other]) =>
          one < other ? -1 : 1,
        ),
      ),
    )
    .sort()
    .join();

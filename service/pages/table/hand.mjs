/** The fields for one hand of bridge, or for two together, and the leaves of a condition that they stand for. */
import { create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { createInput } from "./fields.mjs";
import { renderSentences } from "./sentences.mjs";

const SUITS = [..."SHDC"];

/** The conditions on a place, which is a hand or two together. */
export class Hand {
  #place;
  #summary = create("span");

  constructor(place) {
    this.#place = place;
    const key = place.hand ?? place.hands.join("");
    const [label, hand] = [
      t(`table.conditions.places.${key}`),
      { hand: t(`table.conditions.places.${key}`) },
    ];
    const suits = SUITS.map((letter) =>
      create(
        "option",
        { value: letter },
        t(`table.conditions.suits.${letter}`),
      ),
    );
    this.suit = create(
      "select",
      { "aria-label": t("table.conditions.suit", hand) },
      suits,
    );
    this.shape = createInput({
      placeholder: t("table.conditions.any"),
      list: "shapes",
      "aria-label": t("table.conditions.shapeOf", hand),
    });
    const pointsOf = [
      t("table.conditions.pointsFrom", hand),
      t("table.conditions.pointsTo", hand),
    ];
    const lengthOf = [
      t("table.conditions.lengthFrom", hand),
      t("table.conditions.lengthTo", hand),
    ];
    this.points = new Row(
      `${key}-points`,
      create("span", t("table.conditions.points")),
      createBounds(pointsOf),
    );
    this.length = new Row(`${key}-length`, this.suit, createBounds(lengthOf));
    const shape = place.hand
      ? [
          new Row(`${key}-shape`, create("span", t("table.conditions.shape")), [
            this.shape,
          ]),
        ]
      : [];
    this.rows = [this.points, ...shape, this.length];
    this.details = create(
      "details.hand",
      create("summary", label, this.#summary),
      create(
        "div",
        this.rows.map(({ row }) => row),
      ),
    );
    this.details.addEventListener("input", () => this.#summarize());
  }

  clear() {
    for (const control of [
      this.shape,
      ...this.points.controls,
      ...this.length.controls,
    ])
      control.value = "";
    this.suit.value = "S";
    this.#summarize();
  }

  /** The leaves of the condition, each with the row that it is typed in. */
  get leaves() {
    const shapes = this.shape.value.split(",").map((shape) => shape.trim());
    const shape = { shape: shapes.length > 1 ? shapes : shapes[0] };
    const predicates = [
      [
        this.points,
        this.points.isEmpty
          ? undefined
          : { points: "hcp", ...this.points.bounds },
      ],
      [this.rows[1], shapes.join("") ? shape : undefined],
      [
        this.length,
        this.length.isEmpty
          ? undefined
          : { length: this.suit.value, ...this.length.bounds },
      ],
    ];
    return predicates.flatMap(([row, predicate]) =>
      predicate ? [{ row, leaf: { ...this.#place, ...predicate } }] : [],
    );
  }

  isOf(leaf) {
    return Object.entries(this.#place).every(
      ([name, value]) => String(leaf?.[name]) === String(value),
    );
  }

  /** Fill the fields with as much of a leaf as they can say. */
  fill(leaf) {
    if (leaf.points) this.points.bounds = leaf;
    if (leaf.shape) this.shape.value = [leaf.shape].flat().join(", ");
    if (SUITS.includes(leaf.length)) {
      this.suit.value = leaf.length;
      this.length.bounds = leaf;
    }
    this.#summarize();
  }

  #summarize() {
    const parts = [
      this.points.isEmpty
        ? ""
        : t("table.conditions.summaryPoints", { bounds: this.points.text }),
      this.shape.value,
      this.length.isEmpty
        ? ""
        : t(`table.conditions.summaryLength.${this.suit.value}`, {
            bounds: this.length.text,
          }),
    ];
    this.#summary.textContent = parts.some(Boolean)
      ? `: ${parts.filter(Boolean).join(", ")}`
      : "";
  }
}

/** Create the inputs for the bounds of a number, with these labels. */
const createBounds = (labels) =>
  labels.map((label) => createInput({ isNumeric: true, "aria-label": label }));

/** A row of the fields of a hand: a label or a select, a control or the bounds of a number, and a place for an error. */
class Row {
  constructor(id, label, controls) {
    this.controls = controls;
    this.error = create("p.error.bad", { hidden: true, id: `error-${id}` });
    const parts = controls.flatMap((control, i) => [
      i ? create("span", t("table.conditions.to")) : "",
      control,
    ]);
    this.row = create("div.condition", label, parts, this.error);
  }

  /** The bounds as they are typed: numbers, or texts that the service rejects. */
  get bounds() {
    const entries = this.controls.map(({ value }, i) => [
      ["min", "max"][i],
      /^-?\d+$/.test(value) ? Number(value) : value,
    ]);
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
    if (max === "") return t("table.conditions.least", { least: min });
    return min === ""
      ? t("table.conditions.most", { most: max })
      : t("table.conditions.between", { least: min, most: max });
  }

  showError(messages) {
    this.error.replaceChildren(...renderSentences(messages));
    this.error.hidden = false;
    for (const control of this.controls) {
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-describedby", this.error.id);
    }
    return this.controls[0];
  }

  clearError() {
    this.error.hidden = true;
    for (const control of this.controls)
      for (const name of ["aria-invalid", "aria-describedby"])
        control.removeAttribute(name);
  }
}

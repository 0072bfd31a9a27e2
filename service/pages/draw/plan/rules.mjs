/** What draws with rules have in common: the fields, the columns and the refusals. */
// @ts-check
/** @import { DrawValues, RuleField } from "./plan.mjs" */
/** @import { DrawKind } from "../../shared/draw_types.mjs" */
/** @import { CutLine } from "../../shared/lines.mjs" */
/** @import { Positions } from "./named.mjs" */
/** @import { Refusal } from "../../shared/refusal_types.mjs" */
import { t } from "../../shared/texts.mjs";

/**
 * The fields of rules that have names of the list or labels of its columns, empty: all are cleared when a list is
 * forgotten.
 * @type {{ [field in Exclude<RuleField, "range">]: "" }}
 */
export const NO_RULES = {
  apart: "",
  fair: "",
  separate: "",
  together: "",
  met: "",
  last: "",
  begin: "",
  end: "",
  fixed: "",
  run: "",
};

/**
 * Return the labels of the columns that are in the lines of a list, behind the names: headings, or numbers of columns.
 * @param {string} [apart] the labels as the form has them: "Class;Club"
 */
export const listLabels = (apart = "") => (apart ? apart.split(";") : []);

/**
 * Return whether a kind of draw puts all names in an order.
 * @param {DrawKind} kind
 */
export const isOrder = (kind) => ["shuffle", "seats"].includes(kind);

/** @type {RuleField[]} */
const GROUP_RULES = ["apart", "fair", "separate", "together", "met"];
/** @type {RuleField[]} */
const ORDER_RULES = ["apart", "begin", "end", "fixed"];

/**
 * Return whether a draw has rules, which a draw by words of the audience has not.
 * @param {DrawValues} values
 */
export const haveRules = (values) =>
  values.kind === "santa" ||
  (isOrder(values.kind) && ORDER_RULES.some((field) => values[field].trim())) ||
  (values.kind === "groups" &&
    GROUP_RULES.some((field) => values[field].trim()));

/**
 * Return the label of a column for people.
 * @param {string} label a heading, or the number of the column
 */
export const nameLabel = (label) =>
  /^\d+$/.test(label) ? t("draw.columns.number", { number: label }) : label;

/**
 * Return the members of each value of a column, as their positions in the list, in the order of their first ones.
 * @param {CutLine[]} rows
 * @param {number} column from 0, behind the name
 * @returns {Map<string, Positions>}
 */
export function listMembers(rows, column) {
  const members = new Map();
  rows.forEach(({ values }, i) => {
    const value = values[column];
    if (!value) return;
    const positions = members.get(value) ?? [];
    members.set(value, [...positions, i]);
  });
  return members;
}

/**
 * Return whether a refusal says that no draw was found; there may be one.
 * @param {Refusal} refusal
 */
export const isNotFound = ({ reason }) =>
  ["none_found", "out_of_steps"].includes(reason.code);

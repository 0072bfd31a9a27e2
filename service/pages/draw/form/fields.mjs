/** The fields of the form: their values by name. */
// @ts-check
/** @import { CheckedField, DrawValues } from "../plan/plan.mjs" */
/** @import { DrawKind } from "../../shared/draw_types.mjs" */
import { $$, getElement } from "../../shared/elements.mjs";
import { joinNames, t } from "../../shared/texts.mjs";
import { KINDS } from "../plan/kinds.mjs";

/**
 * The controls of the form by the names of their fields.
 * @typedef {HTMLFormControlsCollection & Inputs & TextAreas & { kind: RadioNodeList, how: RadioNodeList }} DrawControls
 * @typedef {Record<CheckedField | "dice" | "sides" | "groups" | "size" | "apart" | "fair" | "range" | "begin" | "end", HTMLInputElement>} Inputs
 * @typedef {Record<"lines" | "met" | "last", HTMLTextAreaElement>} TextAreas
 */

export const getForm = () => getElement(HTMLFormElement, "#form");

export const getControls = () =>
  /** @type {DrawControls} */ (getForm().elements);

/**
 * Return the origins of the relays of public numbers that the operator lets the page ask: ["https://api.drand.sh"].
 * @returns {string[]}
 */
export const listRelays = () => JSON.parse(getForm().dataset.relays ?? "[]");

/** Return the sentence that names the hosts of the relays; undefined without relays. */
export function describeRelays() {
  const hosts = listRelays().map((relay) => new URL(relay).host);
  return hosts.length > 0
    ? t("draw.public.relays", { hosts: joinNames(hosts) })
    : undefined;
}

/** Return the kind of draw that is selected. */
export const readKind = () =>
  /** @type {DrawKind} */ (getControls().kind.value);

/** Return whether columns of the list can be rules of the selected kind. */
export const hasRules = () => KINDS[readKind()].hasRules === true;

/**
 * Return the values of the fields by name; a checkbox is true or false.
 * @returns {DrawValues}
 */
export function readValues() {
  // All have a type and a name, which may be empty
  const fields = /** @type {Iterable<HTMLInputElement>} */ (getForm().elements);
  const values = [...fields]
    .filter(({ name, type }) => name && type !== "radio")
    .map((field) => [
      field.name,
      field.type === "checkbox" ? field.checked : field.value,
    ]);
  return {
    ...Object.fromEntries(values),
    kind: readKind(),
    how: getControls().how.value,
  };
}

/**
 * Fill fields with values by name; others stay.
 * @param {Partial<DrawValues>} values
 */
export function fillFields(values) {
  for (const [name, value] of Object.entries(values)) {
    const control = getControls().namedItem(name);
    if (control instanceof HTMLInputElement && control.type === "checkbox")
      control.checked = value === true || value === "true";
    else if (control) Object.assign(control, { value }); // also of radio buttons
  }
}

/** Return the names of the fields that the selected kind has, without the list and those that do not count. */
export function namesOfKind() {
  const rows = $$("#what [data-kinds]:not([hidden], #list)");
  const fields = rows.flatMap((row) => $$("[name]:not([disabled])", row));
  return fields.map((field) => field.getAttribute("name") ?? "");
}

/** Return whether the draw in the form can be told piece by piece. */
export function isTellable() {
  const { kind, bingo } = readValues();
  return (
    !["dice", "coins", "santa"].includes(kind) &&
    (kind !== "bingo" || bingo.startsWith("call"))
  );
}

/**
 * Disable the form while a draw is sealed, because a change to it would make it another draw.
 * @param {boolean} isLocked
 */
export function lockForm(isLocked) {
  for (const fieldset of getForm().querySelectorAll("fieldset"))
    fieldset.disabled = isLocked;
}

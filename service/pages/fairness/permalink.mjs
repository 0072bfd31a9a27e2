/**
 * The settings of the page, which are the controls with `data-setting`, in the fragment of its URL, which no server
 * sees. A fieldset of radio buttons is one control.
 */
// @ts-check
import { readFragment } from "../shared/fragments.mjs";
import { $$ } from "../shared/elements.mjs";

/**
 * A setting of the page: its `name` in the fragment, its `value`, its value at first, and the values that can be
 * chosen, undefined for a field of a text or a number.
 * @typedef {object} Setting
 * @property {string} name
 * @property {string} value
 * @property {string} initial
 * @property {string[]} [choices]
 * @property {(value: string) => void} set a function that gives the control a value
 */

/**
 * Return the settings within an element, or all of the page.
 * @param {Iterable<HTMLElement>} controls
 */
const readSettings = (controls) => Array.from(controls, readSetting);

const getControls = () => $$("[data-setting]");

/**
 * Return the setting that a control has.
 * @param {HTMLElement} control
 * @returns {Setting}
 */
function readSetting(control) {
  const name = control.dataset.setting ?? "";
  if (control instanceof HTMLFieldSetElement)
    return { name, ...readRadios(control) };
  if (control instanceof HTMLSelectElement)
    return { name, ...readSelect(control) };
  if (!(control instanceof HTMLInputElement))
    throw new TypeError(`${name} is no control`);
  return {
    name,
    value: control.value,
    initial: control.defaultValue,
    set(value) {
      control.value = value;
    },
  };
}

/** @param {HTMLFieldSetElement} fieldset */
function readRadios(fieldset) {
  const radios = [...fieldset.querySelectorAll("input")];
  return {
    value: radios.find(({ checked }) => checked)?.value ?? "",
    initial: radios.find(({ defaultChecked }) => defaultChecked)?.value ?? "",
    choices: radios.map((radio) => radio.value),
    /** @param {string} value */
    set(value) {
      for (const radio of radios) radio.checked = radio.value === value;
    },
  };
}

/** @param {HTMLSelectElement} select */
function readSelect(select) {
  const options = [...select.options];
  return {
    value: select.value,
    initial:
      options.find(({ defaultSelected }) => defaultSelected)?.value ?? "",
    choices: options.map((option) => option.value),
    /** @param {string} value */
    set(value) {
      select.value = value;
    },
  };
}

/**
 * Set the controls to the values in the fragment, or else to their defaults; unfold what has another value than its
 * default. Return false if the fragment holds no setting.
 */
export function restoreSettings() {
  const named = new URLSearchParams((readFragment() ?? "").slice(1));
  const controls = getControls();
  if (!readSettings(controls).some(({ name }) => named.has(name))) return false;
  for (const control of controls) {
    const { name, initial, choices, set } = readSetting(control);
    const value = named.get(name) ?? initial;
    const isKnown = !choices || choices.includes(value);
    set(isKnown ? value : initial);
    const details = control.closest("details");
    if (details && isKnown && value !== initial) details.open = true;
  }
  return true;
}

/** Return the settings that differ from their defaults. */
const listChanged = () =>
  new URLSearchParams(
    readSettings(getControls())
      .filter(({ value, initial }) => value !== initial)
      .map(({ name, value }) => [name, value]),
  );

/** Put the settings that differ from their defaults into the fragment. */
export function saveSettings() {
  const settings = listChanged();
  history.replaceState(
    null,
    "",
    settings.size ? `#${settings}` : location.pathname + location.search,
  );
}

/**
 * Return whether the fragment asks for an act, such as "run".
 * @param {string} act
 */
export const isAsked = (act) =>
  new URLSearchParams((readFragment() ?? "").slice(1)).has(act);

/**
 * Return the URL of the page as it stands. With an `act` it asks for that, with all settings within an element,
 * defaults included.
 * @param {HTMLElement} container
 * @param {string} [act]
 */
export function createLink(container, act) {
  const settings = new URLSearchParams([
    ...(act ? [[act, ""]] : []),
    ...listChanged(),
  ]);
  const controls = act ? $$("[data-setting]", container) : [];
  const visible = controls.filter((control) => !control.closest("[hidden]"));
  for (const { name, value } of readSettings(visible))
    settings.set(name, value);
  return new URL(`#${settings}`, location.href).href;
}

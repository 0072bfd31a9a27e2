/**
 * The settings of the page, which are the controls with `data-setting`, in the fragment of its URL, which no server sees.
 * A fieldset of radio buttons is one control.
 */
import { readFragment } from "../shared/fragments.mjs";
import { $$ } from "../shared/page.mjs";

const getControls = () => $$("[data-setting]");

const getRadios = (control) =>
  control.tagName === "FIELDSET" ? $$("input", control) : undefined;

const getValue = (control) =>
  getRadios(control)?.find(({ checked }) => checked).value ?? control.value;

/** Return the initial value of a control. */
function getDefault(control) {
  if (control.tagName === "FIELDSET")
    return getRadios(control).find(({ defaultChecked }) => defaultChecked)
      .value;
  if (control.tagName !== "SELECT") return control.defaultValue;
  return [...control.options].find((option) => option.defaultSelected).value;
}

/** Give a control a value, or its initial one if it has no such choice. */
function setValue(control, value) {
  const choices =
    getRadios(control) ??
    (control.tagName === "SELECT" ? [...control.options] : undefined);
  const chosen =
    !choices || choices.some((choice) => choice.value === value)
      ? value
      : getDefault(control);
  for (const radio of getRadios(control) ?? [])
    radio.checked = radio.value === chosen;
  if (control.tagName !== "FIELDSET") control.value = chosen;
}

/** Set the controls to the values in the fragment, or else to their defaults. Return false if it holds no setting. */
export function restoreSettings() {
  const settings = new URLSearchParams((readFragment() ?? "").slice(1));
  const namedControls = getControls().filter((control) =>
    settings.has(control.dataset.setting),
  );
  if (namedControls.length === 0) return false;
  for (const control of getControls())
    setValue(
      control,
      settings.get(control.dataset.setting) ?? getDefault(control),
    );
  return true;
}

/** Return the settings that differ from their defaults. */
function listChanged() {
  const changed = getControls().filter(
    (control) => getValue(control) !== getDefault(control),
  );
  return new URLSearchParams(
    changed.map((control) => [control.dataset.setting, getValue(control)]),
  );
}

/** Put the settings that differ from their defaults into the fragment. */
export function saveSettings() {
  const settings = listChanged();
  history.replaceState(
    null,
    "",
    settings.size ? `#${settings}` : location.pathname + location.search,
  );
}

/** Return whether the fragment asks for an act, such as "run". */
export const isAsked = (act) =>
  new URLSearchParams((readFragment() ?? "").slice(1)).has(act);

/** Return the URL of the page as it stands. With an `act` it asks for that, with all settings within an element, defaults included. */
export function createLink(container, act) {
  const settings = new URLSearchParams([
    ...(act ? [[act, ""]] : []),
    ...listChanged(),
  ]);
  for (const control of act ? $$("[data-setting]", container) : [])
    if (!control.closest("[hidden]"))
      settings.set(control.dataset.setting, control.value);
  return new URL(`#${settings}`, location.href).href;
}

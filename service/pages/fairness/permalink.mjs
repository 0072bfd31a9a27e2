/** The settings of the page, which are the controls with `data-setting`, in the fragment of its URL, which no server sees. */
import { $$ } from "../shared/page.mjs";

const getControls = () => $$("[data-setting]");

/** Return the initial value of a control. */
function getDefault(control) {
  if (control.tagName !== "SELECT") return control.defaultValue;
  return [...control.options].find((option) => option.defaultSelected).value;
}

/** Set the controls to the values in the fragment, or else to their defaults. Return false if it holds no setting. */
export function restoreSettings() {
  const settings = new URLSearchParams(location.hash.slice(1));
  const namedControls = getControls().filter((control) => settings.has(control.dataset.setting));
  if (namedControls.length === 0) return false;
  for (const control of getControls()) {
    const value = settings.get(control.dataset.setting) ?? getDefault(control);
    const fits = control.tagName !== "SELECT" || [...control.options].some((option) => option.value === value);
    control.value = fits ? value : getDefault(control);
  }
  return true;
}

/** Put the settings that differ from their defaults into the fragment. */
export function saveSettings() {
  const settings = new URLSearchParams();
  for (const control of getControls()) if (control.value !== getDefault(control)) settings.set(control.dataset.setting, control.value);
  history.replaceState(null, "", settings.size ? `#${settings}` : location.pathname + location.search);
}

/** Return whether the fragment asks for an act, such as "run". */
export const isAsked = (act) => new URLSearchParams(location.hash.slice(1)).has(act);

/** Return the URL with all settings within an element, defaults included, that asks for an act. */
export function createLink(container, act) {
  const settings = new URLSearchParams({ [act]: "" });
  for (const control of $$("[data-setting]", container))
    if (!control.closest("[hidden]")) settings.set(control.dataset.setting, control.value);
  return new URL(`#${settings}`, location.href).href;
}

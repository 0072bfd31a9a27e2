/** What is set on the page, in the fragment of its address, which no server sees: controls with `data-kept`. */

const controls = () => [...document.querySelectorAll("[data-kept]")];

/** What a control is at first. */
function usual(control) {
  if (control.tagName !== "SELECT") return control.defaultValue;
  return [...control.options].find((option) => option.defaultSelected).value;
}

/** Takes the values from the fragment, and the usual ones for the rest; false if nothing there is a setting. */
export function restore() {
  const told = new URLSearchParams(location.hash.slice(1));
  const known = controls().filter((control) => told.has(control.dataset.kept));
  if (known.length === 0) return false;
  for (const control of controls()) {
    const value = told.get(control.dataset.kept) ?? usual(control);
    const fits = control.tagName !== "SELECT" || [...control.options].some((option) => option.value === value);
    control.value = fits ? value : usual(control);
  }
  return true;
}

/** Puts what differs from the usual into the fragment. */
export function remember() {
  const told = new URLSearchParams();
  for (const control of controls()) if (control.value !== usual(control)) told.set(control.dataset.kept, control.value);
  history.replaceState(null, "", told.size ? `#${told}` : location.pathname + location.search);
}

/** An address with all settings of some controls in it, usual or not. */
export function linkTo(within) {
  const told = new URLSearchParams();
  for (const control of within.querySelectorAll("[data-kept]"))
    if (!control.closest("[hidden]")) told.set(control.dataset.kept, control.value);
  return new URL(`#${told}`, location.href).href;
}

/** The contents of a guide: open beside its text and on paper, and folded in a narrow window. */
// @ts-check
import { getElement } from "../shared/elements.mjs";

/** Open and fold the contents as the window has room for them. */
function start() {
  const contents = getElement(HTMLDetailsElement, ".contents details");
  const roomy = matchMedia("print, (width >= 60rem)");
  const update = () => contents.toggleAttribute("open", roomy.matches);
  update();
  roomy.addEventListener("change", update);
}

start();

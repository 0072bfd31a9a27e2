/**
 * The contents of a guide: open beside its text and on paper, and folded in a narrow window. The section that somebody
 * reads is marked in them.
 */
// @ts-check
import { $$, getElement } from "../shared/elements.mjs";

/** Open and fold the contents as the window has room for them. */
function start() {
  const contents = getElement(HTMLDetailsElement, ".contents details");
  const roomy = matchMedia("print, (width >= 60rem)");
  const update = () => contents.toggleAttribute("open", roomy.matches);
  update();
  roomy.addEventListener("change", update);
  followSections(contents);
}

/**
 * Mark the link to the section that is read: the last one whose heading is in the upper third of the window or above.
 * @param {HTMLElement} contents
 */
function followSections(contents) {
  const links = $$("a", contents);
  const headings = links.map((link) =>
    document.getElementById(link.getAttribute("href")?.slice(1) ?? ""),
  );
  const mark = () => {
    const index = headings.findLastIndex(
      (heading) =>
        heading && heading.getBoundingClientRect().top < innerHeight / 3,
    );
    for (const [i, link] of links.entries())
      link.ariaCurrent = i === index ? "location" : null;
  };
  mark();
  addEventListener("scroll", mark, { passive: true });
}

start();

/** The page on fairness: exact heat maps, the curve of riffles, a live experiment, and the sequences of naive swap. */
import { $ } from "../shared/page.mjs";
import { gallery } from "./gallery.mjs";
import { remember, restore } from "./permalink.mjs";
import { riffles } from "./riffles.mjs";
import { sequences } from "./sequences.mjs";
import { simulation } from "./simulation.mjs";

restore();
const sections = [gallery(), riffles(), simulation(), sequences()];
document.addEventListener("change", remember);
addEventListener("hashchange", () => {
  if (restore()) for (const show of sections) show();
});

// The menu of the page leads to headings, whose names are no settings.
for (const link of document.querySelectorAll("nav.contents a"))
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const heading = $(link.getAttribute("href"));
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  });

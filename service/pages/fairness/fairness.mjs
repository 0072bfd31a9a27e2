/** The fairness page: a race of two shuffles, exact heat maps, the chart of riffles, a live experiment, and the sequences of naive swap. */
import { $ } from "../shared/page.mjs";
import { startGallery } from "./gallery.mjs";
import { isAsked, restoreSettings, saveSettings } from "./permalink.mjs";
import { startRace } from "./race.mjs";
import { startRiffles } from "./riffles.mjs";
import { startSequences } from "./sequences.mjs";
import { openSimulation, startSimulation } from "./simulation.mjs";

restoreSettings();
startRace(!isAsked("run") && !matchMedia("(prefers-reduced-motion: reduce)").matches);
const sections = [startGallery(), startRiffles(), startSimulation(), startSequences()];
if (isAsked("run")) openSimulation();
document.addEventListener("change", saveSettings);
addEventListener("hashchange", () => {
  if (restoreSettings()) for (const show of sections) show();
  if (isAsked("run")) openSimulation();
});

// Links to headings must not replace the settings in the fragment.
for (const link of document.querySelectorAll("nav.contents a"))
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const heading = $(link.getAttribute("href"));
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  });

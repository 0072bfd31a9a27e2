/** The fairness page: exact heat maps, the chart of riffles, a live experiment, and the sequences of naive swap. */
import { $ } from "../shared/page.mjs";
import { startGallery } from "./gallery.mjs";
import { saveSettings, restoreSettings } from "./permalink.mjs";
import { startRiffles } from "./riffles.mjs";
import { startSequences } from "./sequences.mjs";
import { startSimulation } from "./simulation.mjs";

restoreSettings();
const sections = [startGallery(), startRiffles(), startSimulation(), startSequences()];
document.addEventListener("change", saveSettings);
addEventListener("hashchange", () => {
  if (restoreSettings()) for (const show of sections) show();
});

// Links to headings must not replace the settings in the fragment.
for (const link of document.querySelectorAll("nav.contents a"))
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const heading = $(link.getAttribute("href"));
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  });

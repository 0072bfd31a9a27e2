/**
 * The fairness page: a race of two shuffles, exact heat maps, the chart of riffles, a live experiment, and the
 * sequences of naive swap.
 */
// @ts-check
import { createCopyButton } from "../shared/clipboard.mjs";
import { $, $$, getElement } from "../shared/elements.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { t } from "../shared/texts.mjs";
import { startGallery } from "./gallery.mjs";
import {
  createLink,
  isAsked,
  restoreSettings,
  saveSettings,
} from "./permalink.mjs";
import { startRace } from "./race.mjs";
import { startRiffles } from "./riffles.mjs";
import { startSimulation } from "./simulation.mjs";

/** Highlight the sequences of naive swap that lead to the selected order. Return the function that does it. */
function startSequences() {
  const show = () => {
    const { value } = getElement(HTMLInputElement, "#orders input:checked");
    for (const cell of $$("#sequences td[data-order]"))
      cell.classList.toggle("chosen", cell.dataset.order === value);
  };
  $("#orders").addEventListener("change", show);
  for (const cell of $$("#sequences td[data-order]"))
    cell.addEventListener("click", () =>
      $(`#orders [value=${cell.dataset.order}]`).click(),
    );
  show();
  return show;
}

/**
 * Open what is folded below a heading.
 * @param {HTMLElement | null} heading
 */
function unfold(heading) {
  const details = heading?.closest("details");
  if (details) details.open = true;
}

/** Fold the long chapters in a narrow window; they are open where there is room, and on paper. */
function foldChapters() {
  const narrow = matchMedia("screen and (width < 40rem)");
  const update = () => {
    for (const chapter of $$(".chapter"))
      chapter.toggleAttribute("open", !narrow.matches);
  };
  update();
  narrow.addEventListener("change", update);
}

/** Open what the fragment leads to: a folded chapter, or an experiment to run. */
function followFragment() {
  const fragment = readFragment() ?? "";
  const heading = isAsked("run") ? "simulation" : fragment.slice(1);
  unfold(document.getElementById(heading));
}

/** Links to headings must not replace the settings in the fragment. */
function listenToContents() {
  for (const link of $$("nav.contents a"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const heading = $(link.getAttribute("href") ?? "");
      unfold(heading);
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    });
}

/** Start the page: its sections follow their controls, and the controls the settings in the fragment. */
function start() {
  $("#page-link").append(
    ...createCopyButton(() => createLink(document.body), t("shared.copyLink")),
  );
  restoreSettings();
  foldChapters();
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  startRace(!isAsked("run") && !isStill);
  const showGallery = startGallery();
  const showRiffles = startRiffles();
  const simulation = startSimulation();
  const showSequences = startSequences();
  followFragment();
  if (isAsked("run")) simulation.open();
  document.addEventListener("change", saveSettings);
  addEventListener("hashchange", () => {
    if (restoreSettings()) {
      showGallery();
      showRiffles();
      simulation.restart();
      showSequences();
    }
    followFragment();
    if (isAsked("run")) simulation.open();
  });
  listenToContents();
}

start();

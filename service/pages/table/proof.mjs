/** The proof of a sealed game, by the modules that auditors run, which share no code with the service. */

import { $ } from "../shared/page.mjs";
import { fetchPictures } from "../verify/cards.mjs";
import { errorView, showBusy, showVerdict } from "../verify/finding.mjs";
import { listenToSteps, showSteps } from "../verify/steps.mjs";
import { collectSteps, verify } from "../verify/verdict.mjs";

listenToSteps();

/** Verify a receipt with what was seen, and show the verdict and the steps that lead to it. */
export async function prove(log, notes) {
  showBusy();
  showSteps([]);
  try {
    const { view } = await verify(log, notes, () => fetchPictures(log.receipt.terms));
    showVerdict(view);
    showSteps(await collectSteps(log));
  } catch (error) {
    showVerdict(errorView(error));
  }
  $("#verdict").focus();
}

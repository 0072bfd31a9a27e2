/** The proof of a sealed game, by the modules that auditors run, which share no code with the service. */
// @ts-check
/**
 * @import { Step } from "../../../verify/steps/step_parts.mjs"
 * @import { View } from "../verdicts/view/finding.mjs"
 * @import { GameLog } from "./sealed_game.mjs"
 */
import { $, create } from "../shared/elements.mjs";
import { t } from "../shared/texts.mjs";
import { isPartial } from "../verdicts/assessment/notes.mjs";
import { fetchPictures } from "../verdicts/view/card_lists.mjs";
import { errorView, showBusy, showVerdict } from "../verdicts/view/finding.mjs";
import { showSteps } from "../verdicts/view/steps.mjs";
import { collectSteps, verify } from "../verdicts/view/verdict.mjs";

/**
 * Verify the log of a game that was revealed, show the verdict and the steps that lead to it, and return the state of
 * the verdict.
 * @param {GameLog} log
 * @returns {Promise<string>} valid, invalid, refused and so on
 */
export async function prove(log) {
  showSteps([]);
  showBusy();
  /** @type {{ view: View, steps: Step[] }} */
  const { view, steps } = crypto.subtle ? await check(log) : refuse();
  showVerdict(view);
  showSteps(steps);
  $("#verdict").focus({ preventScroll: true });
  return view.state;
}

/** Return the view of a log that this browser cannot check. */
function refuse() {
  const view = errorView({
    title: t("table.proof.impossible"),
    message: t("table.proof.impossibleSays"),
  });
  return { view, steps: [] };
}

/**
 * Return the verdict on a log, and the steps that lead to it.
 * @param {GameLog} log
 */
async function check(log) {
  const lookup = () => fetchPictures(log.receipt?.terms ?? { deck: "" });
  try {
    const { view } = await verify(log, { lookup });
    const { steps } = await collectSteps(log);
    return { view: createPlayersView(view, log), steps };
  } catch (error) {
    return { view: errorView(/** @type {Error} */ (error)), steps: [] };
  }
}

/**
 * Create the view for players of private hands whose cards are right: a sentence in the words of a game, and the points
 * of the check folded below it. Return the view of any other check as it is.
 * @param {View} view of the check, in the words of the page Verify
 * @param {GameLog} log
 * @returns {View}
 */
function createPlayersView(view, { receipt }) {
  if (view.state !== "partial" || !isPartial(receipt)) return view;
  const points = create(
    "details",
    create("summary", t("table.proof.points")),
    create("p", create("strong", view.word), " ", view.says),
    ...(view.more ?? []),
    ...(view.details ?? []),
  );
  return {
    state: "chosen", // right as far as it goes, which its sentence says
    word: t("table.proof.shown"),
    says: t("table.proof.hidden"),
    more: [points],
  };
}

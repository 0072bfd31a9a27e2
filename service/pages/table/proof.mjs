/** The proof of a sealed game, by the modules that auditors run, which share no code with the service. */
import { $ } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { fetchPictures } from "../verify/cards.mjs";
import { errorView, showBusy, showVerdict } from "../verify/finding.mjs";
import { listenToSteps, showSteps } from "../verify/steps.mjs";
import { collectSteps, verify } from "../verify/verdict.mjs";

listenToSteps();

/** Verify the log of a game that was revealed, show the verdict and the steps that lead to it, and return the state of the verdict. */
export async function prove(log) {
  showSteps([]);
  showBusy();
  const { view, steps = [] } = crypto.subtle
    ? await check(log)
    : {
        view: errorView({
          title: t("table.proof.impossible"),
          message: t("table.proof.impossibleSays"),
        }),
      };
  showVerdict(view);
  showSteps(steps);
  $("#verdict").focus({ preventScroll: true });
  return view.state;
}

async function check(log) {
  try {
    const { view } = await verify(log, {
      lookup: () => fetchPictures(log.receipt.terms),
    });
    return { view, steps: await collectSteps(log) };
  } catch (error) {
    return { view: errorView(error) };
  }
}

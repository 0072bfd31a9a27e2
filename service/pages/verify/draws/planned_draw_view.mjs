/** A draw with a plan (docs/definitions/plans.md), as the page of a result checks it, in the view of a verdict. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { getRoundUrl } from "../../shared/beacon.mjs";
import { renderDeals } from "../../result/hands.mjs";
import { NoDraw, readDraw } from "../../result/outcome.mjs";
import { judgePlanned, openPlanned } from "../../result/planned_outcome.mjs";
import { create, createOutsideLink } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import {
  createBytes,
  createConfirmations,
} from "../../verdicts/view/finding.mjs";
import { Unreadable } from "../../verdicts/input/unreadable.mjs";
import { renderResult } from "./drawn_result_view.mjs";

/**
 * @import { PlanFile } from "../../../../verify/plans/plans.mjs"
 * @import { OpenedPlanned, Outcome, ReadPlanned } from "../../result/outcome.mjs"
 * @import { VerdictPart, View } from "../../verdicts/view/finding.mjs"
 */

/**
 * What the page adds to the text of a plan: the names that a person entered, the names of confirmed facts, and a
 * function that gets the name of a fact, and whether it is right.
 * @typedef {object} PlanOptions
 * @property {string[]} [items]
 * @property {Set<string>} confirmed
 * @property {(name: string, isRight: boolean) => unknown} confirm
 */

/**
 * Return the view of a plan, announced or drawn, and the `file` of what was drawn; `items` are the names that a person
 * entered.
 * @param {string} text
 * @param {PlanOptions} options
 * @returns {Promise<{ view: View & { more: VerdictPart[] }, file?: PlanFile }>}
 */
export async function viewPlan(text, { items, confirmed, confirm }) {
  const draw = await openPlanned(readPlan(text));
  const outcome = await judgePlanned(draw, { items, confirmed });
  const { state, word, says } = outcome;
  const stateOfView = ["invalid", "valid"].includes(state) ? state : "partial";
  return {
    view: {
      state: stateOfView,
      word: word ?? t(`verify.${stateOfView}`),
      says,
      more:
        state === "invalid"
          ? []
          : renderOutcome(draw, outcome, confirmed, confirm),
    },
    file: draw.file,
  };
}

/**
 * Render what is known of a plan: its occasion, its result if it was drawn, its round, and what was checked.
 * @param {OpenedPlanned} draw
 * @param {Outcome} outcome
 * @param {PlanOptions["confirmed"]} confirmed
 * @param {PlanOptions["confirm"]} confirm
 * @returns {VerdictPart[]}
 */
function renderOutcome(draw, outcome, confirmed, confirm) {
  const { planned: plan, commitment, file } = draw;
  const { warnings = [], isWhole, isNoted, deals, result } = outcome;
  const cards = deals ? renderDeals(deals) : [];
  const question = {
    name: "digest",
    sentence: t("result.confirmPlan"),
    value: commitment,
  };
  return [
    create("p", create("strong", escapeInvisible(plan.occasion))),
    ...cards,
    !deals && result && renderResult(result),
    ...warnings.map((sentence) => create("p.problem", sentence)),
    isWhole && !isNoted && createConfirmations([question], confirmed, confirm),
    renderRound(String(plan.round), outcome, file !== undefined),
    !file &&
      createBytes([
        [t("result.planCode"), commitment],
        plan.names_sha256 && [t("result.fingerprint"), plan.names_sha256],
      ]),
    renderChecks(outcome, file !== undefined),
  ];
}

/**
 * Render a sentence on the round that decides, or decided, and a link to it.
 * @param {string} round its number
 * @param {Outcome} outcome
 * @param {boolean} isDrawn
 */
function renderRound(round, { who }, isDrawn) {
  const words = isDrawn
    ? [create("strong", t("result.roundDecided", { round })), " ", who]
    : t("result.decides.round", { round });
  const link = createOutsideLink(getRoundUrl(round), t("result.openRound"));
  return create("p", words, " ", link);
}

/**
 * Render what was checked, and that the list is missing if it is.
 * @param {Outcome} outcome
 * @param {boolean} isDrawn
 */
function renderChecks({ checked = [], hasList }, isDrawn) {
  /**
   * @param {"done" | "open"} kind
   * @param {string} sentence
   */
  const createItem = (kind, sentence) =>
    create(
      "li",
      { class: kind },
      create("span.hidden", t(`verify.kinds.${kind}`), " "),
      sentence,
    );
  return create("ul.checks", [
    checked.map((sentence) => sentence && createItem("done", sentence)),
    !hasList && isDrawn && createItem("open", t("result.listMissing")),
  ]);
}

/**
 * Return the draw with a plan in a text. Throw `Unreadable`, in words for people, for another text.
 * @param {string} text
 */
function readPlan(text) {
  try {
    return /** @type {ReadPlanned} */ (readDraw(text)); // the desk found a plan in it
  } catch (error) {
    throw error instanceof NoDraw ? new Unreadable(error.message) : error;
  }
}

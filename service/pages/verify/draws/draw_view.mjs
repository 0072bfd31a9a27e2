/** A draw with a plan (docs/definitions/plans.md) or from a seed, as the page of a result judges it, as a verdict. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { getRoundUrl } from "../../shared/beacon.mjs";
import { renderDeals } from "../../result/hands.mjs";
import {
  NotLoaded,
  judgeDraw,
  matchList,
  openLink,
  openText,
} from "../../result/judgement.mjs";
import { NoDraw } from "../../result/outcome.mjs";
import { create, createOutsideLink } from "../../shared/elements.mjs";
import { Wrong } from "../../shared/lines.mjs";
import { createText, t } from "../../shared/texts.mjs";
import {
  createBytes,
  createConfirmations,
  createFieldButton,
  differenceView,
  isConfirmed,
} from "../../verdicts/view/finding.mjs";
import { Incomplete, Unreadable } from "../../verdicts/input/unreadable.mjs";
import { renderResult } from "./result_view.mjs";

/**
 * @import { OpenedDraw, OpenedPlanned, OpenedSeeded, Outcome, SeededFile } from "../../result/outcome.mjs"
 * @import { PlanFile } from "../../../../verify/plans/plans.mjs"
 * @import { ParameterTypes } from "../../verdicts/input/urls.mjs"
 * @import { VerdictPart, View } from "../../verdicts/view/finding.mjs"
 */

/**
 * Where a draw is: in the text of a file, or named by the fragment of a link.
 * @typedef {{ text: string, fragment?: undefined } | { text?: undefined, fragment: string }} DrawSource
 */

/**
 * What the page adds to a draw: the types of parameters, the names that a person entered, the names of confirmed facts,
 * and a function that gets the name of a fact, and whether it is right.
 * @typedef {object} DrawOptions
 * @property {ParameterTypes} [parameters]
 * @property {string[]} [items]
 * @property {Set<string>} confirmed
 * @property {(name: string, isRight: boolean) => unknown} confirm
 */

/**
 * The view of a draw, and the `file` of what was drawn.
 * @typedef {{ view: View & { more: VerdictPart[] }, file?: PlanFile | SeededFile }} ViewedDraw
 */

/** @type {{ [state: string]: string | undefined }} */
const STATES = { invalid: "invalid", valid: "valid", reproduced: "chosen" };

/**
 * Return the view of a draw, announced or drawn; `items` are the names that a person entered.
 * @param {DrawSource} source
 * @param {DrawOptions} options
 * @returns {Promise<ViewedDraw>}
 */
export async function viewDraw(source, options) {
  const draw = await open(source, options.parameters);
  const items = options.items?.map(String);
  if (draw.isSeeded && items) {
    if (!(await matchList(draw, items)))
      return { view: viewOtherList(), file: draw.file };
  }
  const outcome = await judgeDraw(draw, { ...options, items });
  const { state, word, says, difference } = outcome;
  if (draw.isSeeded && difference)
    return { view: differenceView(difference, draw.file), file: draw.file };
  const stateOfView = STATES[state] ?? "partial";
  const title = draw.planned?.occasion ?? outcome.title;
  const what = isConfirmed(stateOfView) && title;
  return {
    view: {
      state: stateOfView,
      word: word ?? nameState(draw, state, stateOfView),
      what,
      says,
      more:
        state === "invalid"
          ? []
          : [
              !what && title && renderTitle(title),
              ...renderOutcome(draw, outcome, options),
            ],
    },
    file: draw.file,
  };
}

/** @param {string} title */
const renderTitle = (title) =>
  create("p", create("strong", escapeInvisible(title)));

/**
 * Return the word for the state of a draw.
 * @param {OpenedDraw} draw
 * @param {string} state
 * @param {string} stateOfView
 */
const nameState = (draw, state, stateOfView) =>
  draw.isSeeded ? t(`result.sign.${state}`) : t(`verify.${stateOfView}`);

/**
 * Return the view of a list that is not the one of a link.
 * @returns {View & { more: VerdictPart[] }}
 */
const viewOtherList = () => ({
  state: "invalid",
  word: t("verify.draws.otherList"),
  says: t("verify.draws.otherListSays"),
  more: [],
});

/**
 * Render what is known of a draw.
 * @param {OpenedDraw} draw
 * @param {Outcome} outcome
 * @param {DrawOptions} options
 * @returns {VerdictPart[]}
 */
function renderOutcome(draw, outcome, options) {
  if (draw.isSeeded) return renderSeeded(draw, outcome, options);
  return draw.planned ? renderPlanned(draw, outcome, options) : [];
}

/**
 * Render a draw from a seed: its result, what was checked, and who could choose.
 * @param {OpenedSeeded} draw
 * @param {Outcome} outcome
 * @param {DrawOptions} options
 * @returns {VerdictPart[]}
 */
function renderSeeded(draw, outcome, { items }) {
  const { chosenBy, result, warnings = [] } = outcome;
  const { file, lines, plan } = draw;
  const isNamed = lines !== undefined && items === undefined;
  return [
    ...(result ? renderResult(result) : []),
    ...warnings.map(renderWarning),
    renderChecks(
      outcome,
      isNamed ? t("verify.draws.namesClaimed") : t("result.listMissing"),
      isNamed || !outcome.hasList,
    ),
    create("p", t("verify.draws.claimed")),
    create("h3", t("result.whoTitle")),
    create(
      "p",
      create("strong", t(`verify.chosen.${chosenBy}`)),
      " ",
      t(`result.why.${chosenBy}`),
    ),
    plan?.says &&
      create(
        "p",
        createText("shared.pair", { name: t("result.how"), value: plan.says }),
      ),
    createBytes([[t("draw.code"), file.seed]]),
  ];
}

/**
 * Render what is known of a plan: its result if it was drawn, its round, and what was checked.
 * @param {OpenedPlanned} draw
 * @param {Outcome} outcome
 * @param {DrawOptions} options
 * @returns {VerdictPart[]}
 */
function renderPlanned(draw, outcome, { confirmed, confirm }) {
  const { planned: plan, commitment, file } = draw;
  const { warnings = [], isWhole, isNoted, deals, result } = outcome;
  const cards = deals ? renderDeals(deals) : [];
  const question = {
    name: "digest",
    sentence: t("result.confirmPlan"),
    value: commitment,
  };
  return [
    ...cards,
    ...(!deals && result ? renderResult(result) : []),
    ...warnings.map(renderWarning),
    isWhole && !isNoted && createConfirmations([question], confirmed, confirm),
    renderRound(String(plan.round), outcome, file !== undefined),
    !file &&
      createBytes([
        [t("result.planCode"), commitment],
        plan.names_sha256 && [t("result.fingerprint"), plan.names_sha256],
      ]),
    renderChecks(
      outcome,
      t("result.listMissing"),
      !outcome.hasList && file !== undefined,
    ),
  ];
}

/** @param {string} sentence */
const renderWarning = (sentence) => create("p.problem", sentence);

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
 * Render what was checked and, if it `isOpen`, what was not of the list, with a button that leads to its field.
 * @param {Outcome} outcome
 * @param {string} listSays
 * @param {boolean} isOpen
 */
function renderChecks({ checked = [] }, listSays, isOpen) {
  /**
   * @param {"done" | "open"} kind
   * @param {...VerdictPart} parts
   */
  const createItem = (kind, ...parts) =>
    create(
      "li",
      { class: kind },
      create("span.hidden", t(`verify.kinds.${kind}`), " "),
      parts,
    );
  return create("ul.checks", [
    checked.map((sentence) => sentence && createItem("done", sentence)),
    isOpen &&
      createItem("open", listSays, createFieldButton("#items", "items")),
  ]);
}

/**
 * Return the draw that a file has, or a link names. Throw `Unreadable`, in words for people, for any other.
 * @param {DrawSource} source
 * @param {ParameterTypes} [parameters]
 */
async function open({ text, fragment }, parameters = {}) {
  try {
    return await (text === undefined
      ? openLink(fragment, parameters)
      : openText(text));
  } catch (error) {
    const isSaid = [NoDraw, NotLoaded, Wrong].some(
      (kind) => error instanceof kind,
    );
    if (!isSaid) throw error;
    const { message } = /** @type {Error} */ (error);
    const isCut = [t("result.damaged"), t("result.damagedFile")].includes(
      message,
    );
    throw isCut ? new Incomplete(message) : new Unreadable(message);
  }
}

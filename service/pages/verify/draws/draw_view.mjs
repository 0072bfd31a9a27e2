/** A draw with a plan (docs/definitions/plans.md) or from a seed, as the page of a result judges it, as a verdict. */
// @ts-check
import { nameOf } from "../../../../verify/arrangements/attributes.mjs";
import { getRoundUrl } from "../../shared/beacon.mjs";
import { renderDeals } from "../../result/hands.mjs";
import {
  NotLoaded,
  judgeDraw,
  matchList,
  openLink,
  openText,
} from "../../result/judgement.mjs";
import { Damaged, Unshown } from "../../result/unshown.mjs";
import { create, createOutsideLink } from "../../shared/elements.mjs";
import { Wrong } from "../../shared/lines.mjs";
import { t } from "../../shared/texts.mjs";
import {
  createBytes,
  createConfirmations,
  createFieldButton,
  differenceView,
  nameRight,
  nameValid,
  placeResult,
  renderOrigin,
  viewDiffering,
} from "../../verdicts/view/finding.mjs";
import { Incomplete, Unreadable } from "../../verdicts/input/unreadable.mjs";
import { sayText } from "../../verdicts/assessment/plain.mjs";
import { viewAnnounced } from "./announced_view.mjs";
import { renderResult } from "./result_view.mjs";
import { renderTitle } from "./sealed_draw_view.mjs";

/**
 * @import { OpenedDraw, OpenedPlanned, OpenedSeeded, Outcome, SeededFile } from "../../result/outcome.mjs"
 * @import { ExplainedDifference } from "../../verdicts/assessment/seals.mjs"
 * @import { Subject } from "../../verdicts/assessment/notes.mjs"
 * @import { PlanFile } from "../../../../verify/plans/plans.mjs"
 * @import { ParameterTypes } from "../../verdicts/input/urls.mjs"
 * @import { FoundView, VerdictPart } from "../../verdicts/view/finding.mjs"
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
 * The view of a draw, the elements of what was drawn, and its `file`.
 * @typedef {{ view: FoundView, parts: HTMLElement[], file?: PlanFile | SeededFile }} ViewedDraw
 */

/**
 * What a verdict says of a draw, as elements: who could choose and what is open, and what was checked.
 * @typedef {{ open: VerdictPart[], closed: VerdictPart[] }} DrawParts
 */

/**
 * The states of the view by those of an outcome; any other is partial.
 * @type {{ [state: string]: string | undefined }}
 */
const STATES = {
  invalid: "invalid",
  valid: "valid",
  matches: "right",
  reproduced: "chosen",
};

/**
 * Return the view of a draw, announced or drawn; `items` are the names that a person entered.
 * @param {DrawSource} source
 * @param {DrawOptions} options
 * @returns {Promise<ViewedDraw>}
 */
export async function viewDraw(source, options) {
  const draw = await openSource(source, options.parameters);
  const items = options.items?.map(String);
  const { file } = draw;
  const isOtherList =
    isComparedHere(draw) && items && !(await matchList(draw, items));
  if (isOtherList) return { view: viewOtherList(), parts: [], file };
  const outcome = await judgeDraw(draw, { ...options, items });
  if (outcome.value)
    return { view: viewDiffering(outcome.value), parts: [], file };
  if (outcome.difference) {
    const view = viewDifference(draw, outcome, outcome.difference);
    return { view, parts: [], file };
  }
  if (draw.planned && !file)
    return { view: viewPlan(draw, outcome, items !== undefined), parts: [] };
  const sign = describeState(draw, outcome);
  if (sign.state === "invalid")
    return { view: { ...sign, details: [] }, parts: [], file };
  const { open, closed } = renderFindings(draw, outcome, options);
  const { more, details } = placeResult(!outcome.result, open, closed);
  const warnings = outcome.warnings?.map(renderWarning) ?? [];
  const hasTitle = sign.state !== "partial"; // the headline has it
  const title = hasTitle ? undefined : titleOf(draw, outcome);
  return {
    view: { ...sign, more: [...warnings, ...more], details },
    parts: [title && renderTitle(title), ...renderDrawn(outcome)].filter(
      (part) => part instanceof HTMLElement,
    ),
    file,
  };
}

/**
 * Return whether a list that a person entered is compared with the draw before it is judged: the judgement of a drawn
 * plan compares it.
 * @param {OpenedDraw} draw
 */
const isComparedHere = ({ isSeeded, planned, file }) =>
  isSeeded || (!file && planned?.names_sha256 !== undefined);

/**
 * Return the view of a plan that is not drawn.
 * @param {OpenedPlanned} draw
 * @param {Outcome} outcome
 * @param {boolean} isListRight
 * @returns {FoundView}
 */
function viewPlan({ planned: plan, commitment }, outcome, isListRight) {
  const view = viewAnnounced({
    notedAt: Number(outcome.notedAt),
    round: plan.round,
    isListRight,
    fields: {
      draw: plan.occasion,
      code: commitment,
      listCode: plan.names_sha256,
    },
  });
  const warnings = outcome.warnings?.map(renderWarning) ?? [];
  return { ...view, more: [...warnings, ...(view.more ?? [])] };
}

/**
 * Return the view of a difference in a draw, in which numbers of the list of a plan stand for names. If the code of the
 * result is another, as many changes lead to, the outcome says what does not belong together.
 * @param {OpenedDraw} draw
 * @param {Outcome} outcome
 * @param {ExplainedDifference} difference
 */
function viewDifference({ planned, file = {} }, { says }, difference) {
  if (!planned)
    return differenceView(difference, /** @type {Subject} */ (file));
  const { answer, names } = /** @type {PlanFile} */ (file);
  const where = difference.where
    .replace(/^answer\./, "")
    .replace(/(\bitems\[\d+\])\.name$/, "$1");
  const detail = where === "seed" ? sayText(says) : undefined;
  const subject = { ...answer, original_items: names };
  const named = /\bitems\[\d+\]$/.test(where)
    ? nameValues(difference, /** @type {DrawnPlan} */ (file))
    : difference;
  return differenceView({ ...named, where, detail }, subject);
}

/**
 * A file of a plan with the items that were drawn from, or put into groups.
 * @typedef {PlanFile & { original_items?: unknown[], answer: { groups?: { items?: unknown[] }[] } }} DrawnPlan
 */

/**
 * Return a difference in which names stand for items, which are named by numbers from 0 or 1. Without all of the items,
 * which tell the first number, they stay what they are.
 * @param {ExplainedDifference} difference
 * @param {DrawnPlan} file
 */
function nameValues(difference, { answer, names, original_items: list }) {
  const items = list ?? answer.groups?.flatMap(({ items: ofGroup }) => ofGroup);
  if (!items || !names) return difference;
  const first = items.some((item) => nameOf(item) === "0") ? 0 : 1;
  /** @param {unknown} item */
  const nameValue = (item) => names[Number(nameOf(item)) - first] ?? item;
  const { expected, seen } = difference;
  return {
    ...difference,
    expected: nameValue(expected),
    seen: nameValue(seen),
  };
}

/**
 * Return what a draw is called: its occasion, or what was drawn.
 * @param {OpenedDraw} draw
 * @param {Outcome} outcome
 */
const titleOf = ({ planned }, { title }) => planned?.occasion ?? title;

/**
 * Return the state of a draw with its headline, and a sentence.
 * @param {OpenedDraw} draw
 * @param {Outcome} outcome
 */
function describeState(draw, outcome) {
  const { word, says } = outcome;
  const state = STATES[outcome.state] ?? "partial";
  const title = titleOf(draw, outcome);
  if (state === "valid") return { state, word: nameValid(title), says };
  if (state === "right") return { state, word: nameRight(title), says };
  if (state === "chosen")
    return {
      state,
      word: nameRight(title),
      says: [word, says].filter(Boolean).join(" "),
    };
  return { state, word: word ?? t(`result.sign.${outcome.state}`), says };
}

/**
 * Return the view of a list that is not the one of a link.
 * @returns {FoundView}
 */
const viewOtherList = () => ({
  state: "invalid",
  word: t("verify.draws.otherList"),
  says: t("verify.draws.otherListSays"),
  details: [],
});

/**
 * Render what was drawn: deals, or a result.
 * @param {Outcome} outcome
 * @returns {HTMLElement[]}
 */
function renderDrawn({ deals, result }) {
  if (deals) return renderDeals(deals);
  return result ? renderResult(result) : [];
}

/**
 * Render what is known of a draw.
 * @param {OpenedDraw} draw
 * @param {Outcome} outcome
 * @param {DrawOptions} options
 * @returns {DrawParts}
 */
function renderFindings(draw, outcome, options) {
  if (draw.isSeeded) return renderSeeded(draw, outcome, options);
  return draw.planned
    ? renderPlanned(draw, outcome, options)
    : { open: [], closed: [] };
}

/**
 * Render what is known of a draw from a seed: who could choose, unless the sentence of the sign says it; what was
 * checked, and what is open.
 * @param {OpenedSeeded} draw
 * @param {Outcome} outcome
 * @param {DrawOptions} options
 * @returns {DrawParts}
 */
function renderSeeded(draw, outcome, { items }) {
  const { state, chosenBy, hasList, checked = [] } = outcome;
  const isSaid = state === "reproduced"; // the sentence of the sign has it
  const { file, lines, plan } = draw;
  const isNamed = lines !== undefined && items === undefined;
  const listSays = isNamed
    ? t("verify.draws.namesClaimed")
    : t("result.listMissing");
  return {
    open: [
      !isSaid && renderOrigin(String(chosenBy), t(`result.why.${chosenBy}`)),
    ],
    closed: [
      plan?.says !== undefined && create("p.soft", plan.says),
      renderChecks("done", checked),
      renderChecks("open", [(isNamed || !hasList) && withField(listSays)]),
      createBytes([[t("draw.code"), file.seed]]),
    ],
  };
}

/**
 * Render what is known of a drawn plan: its round, what only its reader knows, what is open, and what was checked.
 * @param {OpenedPlanned} draw
 * @param {Outcome} outcome
 * @param {DrawOptions} options
 * @returns {DrawParts}
 */
function renderPlanned(draw, outcome, { confirmed, confirm }) {
  const { planned: plan, commitment } = draw;
  const { isWhole, isNoted, hasList, checked = [], who } = outcome;
  const question = {
    name: "digest",
    sentence: t("result.confirmPlan"),
    value: commitment,
  };
  return {
    open: [
      renderRound(String(plan.round), who),
      isWhole &&
        !isNoted &&
        createConfirmations([question], confirmed, confirm),
      renderChecks("open", [!hasList && withField(t("result.listMissing"))]),
    ],
    closed: [renderChecks("done", checked)],
  };
}

/** @param {string} sentence */
const renderWarning = (sentence) => create("p.problem", sentence);

/**
 * Render sentences on the round that decided, and a link to it.
 * @param {string} round its number
 * @param {string} [who] sentences on who could choose
 */
function renderRound(round, who) {
  const link = createOutsideLink(getRoundUrl(round), t("result.openRound"));
  return create("p", [
    create("strong", t("result.roundDecided", { round })),
    " ",
    who,
    " ",
    link,
  ]);
}

/**
 * Return a sentence on a list that is open, with a button that leads to its field.
 * @param {string} sentence
 */
const withField = (sentence) => [
  sentence,
  createFieldButton("#items", "items"),
];

/**
 * Render a part of the checklist: what was checked, or what is open.
 * @param {"done" | "open"} kind
 * @param {(VerdictPart | VerdictPart[])[]} items a missing one is skipped
 */
function renderChecks(kind, items) {
  const present = items.filter(Boolean);
  if (present.length === 0) return undefined;
  return create(
    "ul.checks",
    present.map((parts) =>
      create("li", { class: kind }, [
        create("span.hidden", t(`verify.kinds.${kind}`), " "),
        parts,
      ]),
    ),
  );
}

/**
 * Return the draw that a file has, or a link names. Throw `Unreadable`, in words for people, for any other.
 * @param {DrawSource} source
 * @param {ParameterTypes} [parameters]
 */
async function openSource({ text, fragment }, parameters = {}) {
  try {
    return await (text === undefined
      ? openLink(fragment, parameters)
      : openText(text));
  } catch (error) {
    const isSaid = [Unshown, NotLoaded, Wrong].some(
      (kind) => error instanceof kind,
    );
    if (!isSaid) throw error;
    const { message } = /** @type {Error} */ (error);
    throw error instanceof Damaged
      ? new Incomplete(message)
      : new Unreadable(message);
  }
}

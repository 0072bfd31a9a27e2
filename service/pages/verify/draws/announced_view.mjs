/** An announced draw as a verdict: when it is drawn, and what its reader can do until then. */
// @ts-check
import { getDue, getRoundUrl } from "../../shared/beacon.mjs";
import { createDue } from "../../shared/countdown.mjs";
import { create, createOutsideLink } from "../../shared/elements.mjs";
import { createText, formatTime, t } from "../../shared/texts.mjs";
import {
  createBytes,
  createFieldButton,
  formatCompared,
} from "../../verdicts/view/finding.mjs";

/** @import { FoundView, VerdictPart } from "../../verdicts/view/finding.mjs" */

/**
 * What is known of a draw before it is drawn.
 * @typedef {object} AnnouncedDraw
 * @property {number} notedAt when this browser noted it, in milliseconds since 1970
 * @property {boolean} [isDrawn] whether this browser saw a result of it already
 * @property {number} [round] the number of the round of drand that decides it
 * @property {boolean} [isOfWords] whether words of the audience decide it
 * @property {boolean} [isListRight] whether the list that a person entered is the one that is drawn from
 * @property {DrawFields} fields
 */

/**
 * What the table of an announced draw has, in its order: what is drawn, how many names the list has or which numbers
 * there are, the check code, and the code of the list, if there is one. A missing one is skipped.
 * @typedef {Partial<Record<"draw" | "names" | "numbers" | "code" | "listCode", string>>} DrawFields
 */

/**
 * Return the view of a draw that is announced and not drawn.
 * @param {AnnouncedDraw} draw
 * @returns {FoundView}
 */
export function viewAnnounced(draw) {
  const { round, isDrawn, fields } = draw;
  const decider = create("p", describeDecider(draw));
  const isAwaited = round !== undefined && !isDrawn;
  return {
    state: "partial",
    word: isDrawn ? t("verify.draws.seenResult") : t("verify.draws.sealed"),
    createWord: isAwaited ? () => createCountdown(round, decider) : undefined,
    says: describeNoted(draw, isAwaited),
    more: [fields.listCode !== undefined && renderList(draw), decider],
    details: [renderFields(fields)],
  };
}

/**
 * Create a headline that counts down to a round, and then leads to it.
 * @param {number} round
 * @param {HTMLElement} decider what says that the round decides
 */
const createCountdown = (round, decider) =>
  createDue(getDue(round), () => decider.replaceChildren(createRound(round)));

/**
 * Return a sentence on what will decide a draw; "" if nothing says it.
 * @param {AnnouncedDraw} draw
 */
function describeDecider({ round, isOfWords }) {
  if (round !== undefined)
    return t("verify.decides.round", { round: String(round) });
  return isOfWords ? t("verify.decides.words") : "";
}

/**
 * Return sentences on what this browser noted of a draw. A headline that counts down does not say that there is no
 * result.
 * @param {AnnouncedDraw} draw
 * @param {boolean} isAwaited
 */
function describeNoted({ notedAt, isDrawn }, isAwaited) {
  if (isDrawn) return t("verify.draws.openResult");
  const noted = t("verify.draws.notedOn", { time: formatTime(notedAt) });
  return isAwaited ? `${t("verify.due.noResult")} ${noted}` : noted;
}

/**
 * Render that the list of a person is the right one, or the button that leads to its field.
 * @param {AnnouncedDraw} draw
 * @returns {VerdictPart}
 */
function renderList({ isListRight }) {
  if (!isListRight)
    return create(
      "div",
      createFieldButton("#items", "items", "button.primary"),
      create("p.soft", t("verify.draws.isYours")),
    );
  return create(
    "p",
    create("strong.good", t("verify.draws.rightList")),
    " ",
    t("verify.draws.rightListSays"),
  );
}

/** @param {DrawFields} fields */
const renderFields = (fields) =>
  createBytes(
    Object.entries(fields).map(
      ([name, value]) =>
        value !== undefined && [
          t(`verify.draws.fields.${name}`),
          formatCompared(value),
        ],
    ),
  );

/**
 * Create a sentence on the public number that decided a draw, with the address of its round of drand.
 * @param {number | string} number of the round
 */
export const createRound = (number) =>
  create(
    "span",
    createText("verify.draws.beacon", {
      round: createOutsideLink(getRoundUrl(number), String(number)),
    }),
  );

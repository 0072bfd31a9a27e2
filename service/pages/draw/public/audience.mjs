/**
 * A draw in public, from its announcement to its result: it is fixed and shown, decided by a public number or by words
 * of the audience, drawn, and shown with its proof.
 */
// @ts-check
import { $, bringIntoView, create } from "../../shared/elements.mjs";
import {
  describeAnnounced,
  describeDecided,
} from "../../shared/public_draws.mjs";
import { t } from "../../shared/texts.mjs";
import { lockForm } from "../form/fields.mjs";
import { keepDraw, keepResult } from "../form/kept.mjs";
import { fixDraw, nameDraw, toDraw } from "./announced.mjs";
import { createRoundBox, createWordsBox } from "./deciding.mjs";
import { createSealPoster, findLinks, showProof } from "./posters.mjs";
import { compareClocks } from "./relays.mjs";

/**
 * @import { RoundSignature } from "../../shared/beacon.mjs"
 * @import { Draw } from "../result/earlier.mjs"
 * @import { DrawValues, Plan, PlanRequest } from "../plan/plan.mjs"
 * @import { Announced, KeptDraw } from "./announced.mjs"
 * @import { Decisions } from "./deciding.mjs"
 */

/**
 * What a draw in public needs of the page Draw.
 * @typedef {object} PublicPage
 * @property {(draw: Draw, isTold: boolean) => Promise<void>} present keeps and shows what was drawn
 * @property {(requests: PlanRequest[]) => void} showRequests
 * @property {() => void} clear clears what an earlier draw left
 */

/**
 * Fix the draw of a plan, keep it for a reload, and show it to the audience.
 * @param {Plan} plan of the form
 * @param {DrawValues} typed the values of the form
 * @param {PublicPage} page
 */
export async function announce(plan, typed, page) {
  const announced = await fixDraw(plan, typed);
  const { draw, values, ahead } = announced;
  keepDraw({ ...draw.keep(), values, ahead });
  await showSealed(announced, page);
}

/**
 * Continue a draw that was announced before the page was reloaded, or that a file has.
 * @param {Plan} plan of the form
 * @param {KeptDraw} kept
 * @param {PublicPage} page
 */
export async function resumeDraw(plan, kept, page) {
  const draw = await toDraw(plan, kept);
  const ahead = kept.ahead ?? (await compareClocks());
  const { values } = kept;
  await showSealed({ plan: draw.plan, values, draw, ahead }, page);
}

/**
 * Show a draw that is fixed: its code, its digests, and the box in which it is decided, by a round of drand or, without
 * one, by words of the audience.
 * @param {Announced} announced
 * @param {PublicPage} page
 */
async function showSealed(announced, page) {
  const { plan, values, draw } = announced;
  lockForm(true);
  const link = await draw.announce();
  page.clear();
  page.showRequests(draw.requests);
  $("#result-title").textContent = nameDraw(plan, values);
  $("#facts").textContent = describeAnnounced(draw.sealedAt);
  const { round } = draw;
  const poster = createSealPoster(announced, link);
  /** @type {Decisions} */
  const decisions = {
    finish: (said, isTold) => finish(announced, said, page, isTold),
    giveUp,
  };
  const box = round
    ? createRoundBox(announced, round, decisions)
    : createWordsBox(decisions);
  $("#sealed").replaceChildren(poster, box); // everybody sees the code before it is decided
  $("#sealed").hidden = false;
  bringIntoView($("#result"));
  $(round ? "#result" : "#audience").focus({ preventScroll: true });
}

/** Give up the draw that is announced, if whoever announced it confirms. */
function giveUp() {
  if (!confirm(t("draw.public.confirm"))) return;
  close();
  $("#sealed").hidden = true;
  $("#result-title").textContent = t("draw.result");
  $("#facts").textContent = "";
  $("#shown").replaceChildren(create("p.empty", t("draw.public.gaveUp")));
}

/** Forget the draw that is announced, and let the form be changed. */
function close() {
  keepDraw(undefined);
  lockForm(false);
}

/**
 * Draw with words or a round, and show the result with its proof; `isTold`: first piece by piece.
 * @param {Announced} announced
 * @param {string | RoundSignature} said
 * @param {PublicPage} page
 * @param {boolean} isTold
 */
async function finish(announced, said, page, isTold) {
  const { draw, ahead = 0 } = announced;
  await draw.draw(said);
  draw.drawnAt = Date.now() + ahead;
  close();
  await showDrawn(announced, page, isTold ? 0 : undefined, isTold);
}

/**
 * Show a draw in public again that was drawn before the page was reloaded.
 * @param {Plan} plan of the form
 * @param {KeptDraw} kept
 * @param {PublicPage} page
 */
export async function restoreDraw(plan, kept, page) {
  const { values, told: toldCount, isUnchecked } = kept;
  const draw = await toDraw(plan, kept);
  await showDrawn({ plan, values, draw, isUnchecked }, page, toldCount, false);
}

/**
 * Show a draw that is drawn.
 * @param {Announced} announced
 * @param {PublicPage} page
 * @param {number | undefined} toldCount how much of its result is told, piece by piece; undefined for all of it
 * @param {boolean} isTold whether it is told now
 */
async function showDrawn(announced, page, toldCount, isTold) {
  const { plan, values, draw, isUnchecked } = announced;
  /** @param {number | undefined} number */
  const keepTold = (number) =>
    keepResult({ ...draw.keep(), isUnchecked, values, told: number });
  keepTold(toldCount);
  const links = await findLinks(draw, plan);
  const facts = describeDecided({
    sealed: draw.sealedAt,
    drawn: draw.drawnAt,
    decider: draw.decider,
  });
  /** @type {Draw} */
  const drawn = {
    plan,
    values,
    title: nameDraw(plan, values),
    facts: [plan.says, facts].filter(Boolean).join(" "),
    result: draw.readResult(),
    toldCount,
    keepTold,
    requests: draw.requests,
    shared: () => links,
    showProof() {
      showProof(announced, links);
      $("#result").focus({ preventScroll: true });
    },
  };
  await page.present(drawn, isTold);
}

/** The result of a draw on the page: told piece by piece, or shown with its tools, its trust and its requests. */
// @ts-check
import {
  listTurns,
  nameTurn,
  showResult,
  toSpeech,
} from "../shared/drawn_result.mjs";
import { $, bringIntoView, create, getElement } from "../shared/elements.mjs";
import { ROOT } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import { readValues } from "./form/fields.mjs";
import { KINDS } from "./plan/kinds.mjs";
import { hasDrawn, keepTold, listEarlier } from "./result/earlier.mjs";
import { state } from "./state.mjs";
import { showMore, showTools } from "./tools.mjs";

/**
 * @import { Result, Turn } from "../shared/draw_types.mjs"
 * @import { LinkedSlip } from "./plan/permalink.mjs"
 * @import { PlanRequest } from "./plan/plan.mjs"
 * @import { Draw } from "./result/earlier.mjs"
 */

export const loadShow = () => import("./result/show.mjs");

/** Mark the result that is shown as that of an earlier draw if the list or the kind in the form is another. */
export function markOutdated() {
  const { kind, lines } = readValues();
  const { shown } = state;
  $("#forget").hidden = !lines && !hasDrawn();
  const isOutdated =
    shown !== undefined &&
    (kind !== shown.values.kind ||
      (KINDS[kind].hasList === true && lines !== shown.values.lines));
  $("#outdated").hidden = !isOutdated;
  $("#result").toggleAttribute("data-outdated", isOutdated);
}

/** Clear what an earlier draw left, also for screen readers. */
export function clearResult() {
  state.shown = undefined;
  $("#status").textContent = "";
  markOutdated();
  for (const part of [
    "#tools",
    "#more",
    "#carries",
    "#trust",
    "#proof",
    "#request",
  ])
    $(part).hidden = true;
  $("#proof").replaceChildren();
  Object.assign($("#shown"), { className: "" }).replaceChildren();
  listEarlier();
}

/**
 * Show the requests, rendered when they are looked at: a list may be long.
 * @param {PlanRequest[]} requests
 */
export function showRequests(requests) {
  const details = getElement(HTMLDetailsElement, "#request");
  details.hidden = false;
  details.open = false;
  $("div", details).replaceChildren();
  details.ontoggle = async () => {
    if (!details.open) return;
    const { renderSnippets } = await import("../shared/snippets.mjs");
    $("div", details).replaceChildren(
      ...requests.flatMap(({ path, body }) =>
        renderSnippets({ path, body, action: undefined }),
      ),
    );
  };
}

/**
 * Say that whoever drew could have repeated it, and how nobody could.
 * @param {Draw} draw
 */
function showTrust({ plan, result, mayRepeat }) {
  $("#trust").hidden = !mayRepeat || result.slips !== undefined;
  $("#trust span").textContent = plan.noPlan
    ? `${t("draw.trustNone")} ${plan.noPlan}`
    : t("draw.trust", { choice: t("draw.sealed") });
}

/**
 * Return whether the tools would be far down, below the result.
 * @param {Result} result
 */
function isLong({ parts = [], strips, cards, slips }) {
  const lines = slips ?? parts.flatMap((part) => part.lines);
  return lines.length > 40 || (strips ?? cards) !== undefined;
}

/**
 * Show the result of a draw, the tools for it, and the earlier draws below.
 * @param {Draw} draw
 */
function show(draw) {
  state.shown = draw;
  draw.isShown = true;
  if (draw.toldCount !== undefined) keepTold(draw, undefined);
  const { title, facts, result, requests } = draw;
  $("#sealed").hidden = true;
  $("#proof").hidden = true;
  $("#result-title").textContent = title;
  $("#facts").textContent = facts;
  showResult(result);
  markOutdated();
  $(isLong(result) ? "#outdated" : "#shown").after(
    $("#tools"),
    $("#more"),
    $("#carries"),
    $("#trust"),
  );
  showMore(draw);
  showTrust(draw);
  showTools(draw);
  listEarlier(draw);
  draw.showProof?.();
  bringIntoView($("#result"));
  $("#status").textContent = result.slips
    ? title
    : t("shared.pair", { name: title, value: toSpeech(result) }); // slips are secret
  showRequests(requests);
}

/**
 * Tell a result piece by piece, from where it was left, on the whole screen.
 * @param {Draw} draw
 */
export async function tellAgain(draw) {
  (await loadShow()).fillScreen();
  await tellResult(draw);
}

/**
 * Show what is told of a result, and no more.
 * @param {Draw} draw
 * @param {Turn[]} turns all that is told of it
 * @param {number} toldCount how many are told
 */
function showTold(draw, turns, toldCount) {
  $("#result-title").textContent = draw.title;
  $("#facts").textContent = t("draw.show.left", {
    number: toldCount,
    count: turns.length,
  });
  $("#sealed").hidden = true;
  $("#shown").replaceChildren(
    create(
      "ol.told.unnumbered",
      { role: "list", "aria-label": t("draw.show.told") },
      turns
        .slice(0, toldCount)
        .map((turn) => create("li", create("bdi", nameTurn(turn)))),
    ),
    create("p.buttons", [
      create(
        "button.primary",
        { onclick: () => tellAgain(draw) },
        t("draw.show.goOn"),
      ),
      create("button", { onclick: () => show(draw) }, t("draw.show.all")),
    ]),
  );
  $("#result").focus();
}

/**
 * Show a draw as far as it is told.
 * @param {Draw} draw
 */
export function showKnown(draw) {
  const turns = listTurns(draw.result) ?? [];
  const { toldCount = Infinity } = draw;
  if (toldCount < turns.length) showTold(draw, turns, toldCount);
  else show(draw);
}

/**
 * Tell the result of a draw piece by piece, from where it was left, and show it when all is told.
 * @param {Draw} draw
 */
async function tellResult(draw) {
  const { tell } = await loadShow();
  const turns = listTurns(draw.result) ?? [];
  const toldCount = await tell({
    title: draw.title,
    turns,
    pool: draw.plan.pool,
    start: draw.toldCount,
    isSorted: draw.values.kind === "bingo",
    onTold: (number) => !draw.isShown && keepTold(draw, number),
  });
  // What was shown is not hidden again
  if (toldCount === turns.length || draw.isShown) return show(draw);
  showTold(draw, turns, toldCount);
}

/**
 * Show a draw of this visit; `isTold`: first piece by piece.
 * @param {Draw} draw
 * @param {boolean} isTold
 */
export async function present(draw, isTold) {
  clearResult();
  if (isTold) await tellResult(draw);
  else showKnown(draw);
}

/**
 * Show what the link of one person has: who gives, when the reader asks to whom, and what for.
 * @param {LinkedSlip} slip
 */
export function showSlip({ giver, receiver, occasion }) {
  document.body.classList.add("received");
  clearResult();
  $("#result-title").textContent = occasion
    ? t("draw.titles.of", { occasion, title: t("draw.titles.santa") })
    : t("draw.titles.santa");
  showResult({ slips: [{ giver, receiver }] });
  $("#facts").replaceChildren(
    t("draw.slips.proves"),
    " ",
    create(
      "a",
      { href: `${ROOT}docs/guide/fairness#a-secret-draw` },
      t("draw.slips.how"),
    ),
  );
}

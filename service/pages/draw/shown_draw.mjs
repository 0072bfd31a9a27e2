/** The result of a draw on the page: told piece by piece, or shown with its tools, its trust and its requests. */
// @ts-check
import { showResult } from "../shared/drawn_result.mjs";
import { $, bringIntoView, create, getElement } from "../shared/elements.mjs";
import { ROOT } from "../shared/service.mjs";
import { clearSheet, prepareSheet } from "../shared/sheet.mjs";
import { renderGift } from "../shared/slips.mjs";
import { enterStage, fillScreen, isStaged } from "../shared/stage.mjs";
import { t } from "../shared/texts.mjs";
import { readRepeated } from "./form/draw_form.mjs";
import { namesOfKind, readValues } from "./form/fields.mjs";
import { KINDS } from "./plan/kinds.mjs";
import { toResult } from "./plan/permalink.mjs";
import { hasDrawn, keepTold, listEarlier } from "./result/earlier.mjs";
import { planTelling, renderTold, toSpeech } from "./result/turns.mjs";
import { DrawTools } from "./tools.mjs";

/**
 * @import { Result } from "../shared/draw_types.mjs"
 * @import { LinkedSlip } from "./plan/permalink.mjs"
 * @import { DrawValues, PlanRequest } from "./plan/plan.mjs"
 * @import { Draw } from "./result/earlier.mjs"
 * @import { ToldResult } from "./result/turns.mjs"
 */

const PARTS_OF_DRAW = [
  "#tools",
  "#more",
  "#carries",
  "#trust",
  "#proof",
  "#request",
]; // that are hidden while no draw is shown

const MAX_PRINTED = 600; // characters of a link with names

const loadShow = () => import("./result/show.mjs");

/**
 * Return whether a draw was drawn from another list or with other options than the form of its kind has now. An empty
 * field has what the page took in its place, such as the number of groups.
 * @param {Draw} draw
 * @param {DrawValues} values of the form
 */
function isOfOtherForm(draw, values) {
  const { kind } = values;
  const names = /** @type {(keyof DrawValues)[]} */ (namesOfKind());
  if (KINDS[kind].hasList) names.push("lines");
  const { linked = {} } = draw.plan;
  return names.some(
    (name) =>
      (values[name] || linked[name]) !== (draw.values[name] || linked[name]),
  );
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
 * Show a warning below a result that the person who drew may have drawn several times and kept one result. The warning
 * advises a draw in public if the plan can be drawn so. It is hidden for a result that nobody could choose in this way.
 * @param {Draw} draw
 */
function showTrust({ plan, result, origin }) {
  $("#trust").hidden = origin !== "new" || result.slips !== undefined;
  $("#trust span").textContent = plan.noPlan
    ? `${t("draw.trustNone")} ${plan.noPlan}`
    : t("draw.trust", { choice: t("draw.sealed") });
}

/**
 * Say above a result which names are in its list more than once, with the button that gives each one place.
 * @param {boolean} isOfForm the result is of the list in the form
 */
function showRepeated(isOfForm) {
  const repeated = isOfForm ? readRepeated() : undefined;
  const paragraph = $("#repeated");
  paragraph.hidden = repeated === undefined;
  if (repeated === undefined) {
    paragraph.replaceChildren();
    return;
  }
  const { text, label, act } = repeated;
  paragraph.replaceChildren(
    create("span", text),
    " ",
    create("button", { type: "button", onclick: act }, label),
  );
}

/**
 * Return whether a draw may be drawn once more by one press: one in public is the only one of its occasion, and people
 * may have been told already to whom they give.
 * @param {Draw} draw
 */
const isRepeatable = ({ result, showProof }) =>
  result.slips === undefined && showProof === undefined;

/**
 * Return the link that a sheet of paper has: the one with the names, unless it is too long.
 * @param {Draw} draw
 */
function chooseSheetLink({ link = "", bare = "", shared }) {
  const whole = link.length > MAX_PRINTED ? bare : link;
  return whole ? toResult(whole) : (shared().link ?? "");
}

/**
 * Return facts with what stays on the screen marked.
 * @param {string} facts
 * @param {string} [unprinted] sentences in them that no sheet of paper has
 */
function markUnprinted(facts, unprinted) {
  if (!unprinted) return [facts];
  const [before, ...behind] = facts.split(unprinted);
  return [before, create("span.unprinted", unprinted), ...behind];
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
 * Scroll until the result and its tools are in the window; if it has no room for them, to the title of the result, also
 * if that is far down.
 */
function bringResultIntoView() {
  if (isStaged()) return scrollTo(0, 0);
  const result = $("#result");
  bringIntoView(result);
  const { top } = result.getBoundingClientRect();
  const { bottom } = $("#shown").getBoundingClientRect();
  const room = parseFloat(getComputedStyle(result).rowGap);
  const end = bottom + room + $("#tools").offsetHeight; // which may stick to the edge of the window
  const below = end - innerHeight;
  if (below > top) result.scrollIntoView({ block: "start" });
  else if (below > 0) scrollBy(0, below);
}

/** The part of the page that shows a draw, with buttons for the draw that is shown. */
export class ResultView {
  /** @type {Draw | undefined} */
  #shown; // all of its result; undefined while nothing, or only a part, is shown
  /** @type {Draw | undefined} */
  #begun; // only a part of its result
  #tools;

  /**
   * @param {{ drawAgain: (draw: Draw) => unknown, redraw: (draw: Draw) => unknown }} actions `drawAgain` goes on
   *   after a draw, with other names or groups; `redraw` draws the same once more
   */
  constructor({ drawAgain, redraw }) {
    this.#tools = new DrawTools({
      getShown: () => this.#shown,
      tellAgain: (draw) => this.#tellAgain(draw),
      drawAgain,
    });
    $("#redraw").addEventListener(
      "click",
      () => this.#shown && redraw(this.#shown),
    );
  }

  /** The fingerprint of the secret draw that is shown; "" while none is. */
  get digest() {
    const { slips, digest = "" } = this.#shown?.result ?? {};
    return slips ? digest : "";
  }

  /**
   * Mark the result on the screen as that of an earlier draw if the list or the options of the form have changed since.
   * That of another kind is put away with the earlier draws, until the form is of its kind again.
   */
  markOutdated() {
    const values = readValues();
    const draw = this.#shown ?? this.#begun;
    const isOfOtherKind =
      draw !== undefined && draw.values.kind !== values.kind;
    const isOutdated =
      draw !== undefined && !isOfOtherKind && isOfOtherForm(draw, values);
    $("#forget").hidden = !values.lines && !hasDrawn();
    $("#outdated").hidden = !isOutdated;
    showRepeated(this.#shown !== undefined && !isOfOtherKind && !isOutdated);
    $("#redraw").hidden =
      isOutdated || !this.#shown || !isRepeatable(this.#shown);
    $("#result").toggleAttribute("data-outdated", isOutdated);
    this.#putAway(isOfOtherKind);
  }

  /**
   * Hide the result and list its draw with the earlier ones, or show it again.
   * @param {boolean} isAway
   */
  #putAway(isAway) {
    const result = $("#result");
    if (result.hidden === isAway) return;
    result.hidden = isAway;
    listEarlier(isAway ? undefined : this.#shown);
  }

  /** Clear what an earlier draw left, also for screen readers. */
  clear() {
    this.#shown = undefined;
    this.#begun = undefined;
    $("#status").textContent = "";
    this.markOutdated();
    for (const part of PARTS_OF_DRAW) $(part).hidden = true;
    $("#proof").replaceChildren();
    const shown = $("#shown");
    shown.className = "";
    shown.replaceChildren();
    clearSheet();
    listEarlier();
  }

  /**
   * Show a draw of this visit; `isTold`: first piece by piece.
   * @param {Draw} draw
   * @param {boolean} isTold
   */
  async present(draw, isTold) {
    this.clear();
    if (isTold) await this.#tell(draw);
    else this.showAsTold(draw);
  }

  /**
   * Focus the button that draws once more, so that the next press of a key does; or the result, which has none if it is
   * given out at once.
   */
  focusRedraw() {
    const redraw = $("#redraw");
    const next = redraw.hidden ? $("#result") : redraw;
    next.focus({ preventScroll: true }); // the result is in view
  }

  /**
   * Show a draw as far as its result was told: all of it, or the pieces that were told.
   * @param {Draw} draw
   */
  showAsTold(draw) {
    const toldResult = planTelling(draw);
    const { toldCount = Infinity } = draw;
    if (toldResult && toldCount < toldResult.turns.length)
      this.#showTold(draw, toldResult, toldCount);
    else this.#show(draw);
  }

  /**
   * Show what the link of one person has: to whom they give, what for, and last what it proves.
   * @param {LinkedSlip} slip
   */
  showSlip({ giver, receiver, occasion }) {
    document.body.classList.add("received");
    this.clear();
    $("#result-title").textContent = occasion
      ? t("draw.titles.of", { occasion, title: t("draw.titles.santa") })
      : t("draw.titles.santa");
    $("#shown").replaceChildren(renderGift({ giver, receiver }));
    const href = `${ROOT}docs/guide/fairness#a-secret-draw`;
    const guide = create("a", { href }, t("draw.slips.how"));
    $("#facts").textContent = "";
    $("#carries").replaceChildren(t("draw.slips.proves"), " ", guide);
    $("#carries").hidden = false;
  }

  /**
   * Show the result of a draw, the tools for it, and the earlier draws below.
   * @param {Draw} draw
   */
  #show(draw) {
    this.#shown = draw;
    this.#begun = undefined;
    draw.isShown = true;
    if (draw.toldCount !== undefined) keepTold(draw, undefined);
    const { plan, title, facts, result, requests } = draw;
    $("#sealed").hidden = true;
    $("#proof").hidden = true;
    $("#result-title").textContent = title;
    $("#facts").replaceChildren(...markUnprinted(facts, plan.unprinted));
    showResult(result);
    this.markOutdated();
    const above = $(isLong(result) ? "#outdated" : "#shown");
    if (!result.slips) prepareSheet({ title, link: chooseSheetLink(draw) }); // what is secret has no link
    above.after($("#tools"), $("#more"), $("#carries"), $("#trust"));
    this.#tools.showMore(draw);
    showTrust(draw);
    this.#tools.show(draw);
    listEarlier(draw);
    draw.showProof?.();
    bringResultIntoView();
    $("#status").textContent = result.slips
      ? title
      : t("shared.pair", { name: title, value: toSpeech(result) }); // slips are secret
    showRequests(requests);
  }

  /**
   * Show the first pieces of a result, and buttons that tell the others or show all.
   * @param {Draw} draw
   * @param {ToldResult} toldResult all pieces of the result
   * @param {number} toldCount how many of them are shown
   */
  #showTold(draw, toldResult, toldCount) {
    this.#begun = draw;
    $("#result-title").textContent = draw.title;
    $("#facts").textContent = t("draw.show.left", {
      number: toldCount,
      count: toldResult.turns.length,
    });
    $("#sealed").hidden = true;
    const goOn = create(
      "button.primary",
      { onclick: () => this.#tellAgain(draw) },
      t("draw.show.goOn"),
    );
    const showAll = create(
      "button",
      { onclick: () => this.#show(draw) },
      t("draw.show.all"),
    );
    $("#shown").replaceChildren(
      renderTold(toldResult, toldCount),
      create("p.buttons", [goOn, showAll]),
    );
    this.markOutdated();
    $("#result").focus();
  }

  /**
   * Tell a result piece by piece, from where it was left, on the whole screen.
   * @param {Draw} draw
   */
  async #tellAgain(draw) {
    fillScreen();
    await this.#tell(draw);
  }

  /**
   * Tell the result of a draw piece by piece, from where it was left, and show it when all is told.
   * @param {Draw} draw
   */
  async #tell(draw) {
    const { tell } = await loadShow();
    const toldResult = planTelling(draw);
    if (!toldResult) return this.#show(draw);
    const toldCount = await tell({
      title: draw.title,
      toldResult,
      start: draw.toldCount,
      onTold: (number) => !draw.isShown && keepTold(draw, number),
      onFinale: enterStage,
    });
    // What was shown is not hidden again
    if (toldCount === toldResult.turns.length || draw.isShown) this.#show(draw);
    else this.#showTold(draw, toldResult, toldCount);
  }
}

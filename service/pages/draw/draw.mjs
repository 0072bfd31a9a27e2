/**
 * The page that draws: names, teams and numbers; at once with a link, or in public, sealed.
 *
 * A press asks the service (answers.mjs), makes a draw of its answer (described_draws.mjs), and shows it
 * (shown_draw.mjs). A press of the button, a link that is followed and a reload begin here.
 */
// @ts-check
import { $, create, getElement } from "../shared/elements.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { Wrong, readLines, removeNames } from "../shared/lines.mjs";
import { generateSeed } from "../shared/seeds.mjs";
import { Problem } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import { drawOnce } from "./answers.mjs";
import { createDraw, createLinks } from "./described_draws.mjs";
import {
  fillValues,
  forgetList,
  listenToForm,
  readPlan,
  restoreList,
} from "./form/draw_form.mjs";
import { lockForm, readValues } from "./form/fields.mjs";
import { keepDraw, readDraw, readResult } from "./form/kept.mjs";
import { showProblem } from "./form/problems.mjs";
import { KINDS } from "./plan/kinds.mjs";
import { dropOldest, toRound } from "./plan/named.mjs";
import {
  identifyList,
  isKind,
  parsePermalink,
  readSlipLink,
} from "./plan/permalink.mjs";
import {
  findDrawn,
  findFragment,
  forgetDrawn,
  hideLink,
  isForgottenLater,
  keepDrawn,
} from "./result/earlier.mjs";
import {
  clearResult,
  loadShow,
  markOutdated,
  present,
  showKnown,
  showRequests,
  showSlip,
  tellAgain,
} from "./shown_draw.mjs";
import { state } from "./state.mjs";
import { createTools } from "./tools.mjs";

/**
 * @import { DrawValues, Plan } from "./plan/plan.mjs"
 * @import { KeptDraw } from "./public/announced.mjs"
 * @import { PublicPage } from "./public/audience.mjs"
 * @import { Draw, EntryState } from "./result/earlier.mjs"
 */

/**
 * How a draw is asked for: its result is told piece by piece, the link that is open is drawn again, `note` is a
 * sentence on the list, and `changes` are values that the form gets first.
 * @typedef {{ isTold?: boolean, isFollowed?: boolean, note?: string, changes?: Partial<DrawValues> }} Press
 */

const loadAudience = () =>
  import("./public/audience.mjs").catch(() => {
    throw new Wrong(t("shared.noResponseSays"), "how");
  });

/**
 * What a draw in public needs of the page.
 * @type {PublicPage}
 */
const page = {
  async present(draw, isTold) {
    keepDrawn(draw);
    await present(draw, isTold);
  },
  loadShow,
  showRequests,
  clear: clearResult,
};

/**
 * Return how much of the result of the link that was followed is told, once: of a draw of that link.
 * @param {string} seed that was typed
 * @param {boolean} isFollowed
 */
function takeTold(seed, isFollowed) {
  const { followed } = state;
  if (!followed) return undefined;
  const { toldCount } = followed;
  followed.toldCount = undefined;
  return isFollowed || seed === followed.seed ? toldCount : undefined;
}

/**
 * Throw `Wrong`, once, if a link names a list by length and digest, and the list in the form differs.
 * @param {DrawValues} values
 */
async function checkList({ lines: text, seed }) {
  const { followed } = state;
  if (!followed?.list || seed !== followed.seed) return;
  const { length, digest } = followed.list;
  const lines = readLines(text);
  const ownDigest = digest && (await identifyList(lines));
  const isLong = lines.length === length;
  if (isLong && (!ownDigest || ownDigest === digest)) return;
  followed.list = undefined;
  fillValues({ seed: "" });
  const why = isLong
    ? t("draw.wrong.differs")
    : t("draw.wrong.length", { count: lines.length });
  throw new Wrong(t("draw.wrong.otherList", { count: length, why }), "lines");
}

/**
 * Announce a draw in public. Throw `Wrong` for one that cannot be drawn in public in this way.
 * @param {Plan} plan
 * @param {DrawValues} values
 * @returns {Promise<void>} when it is announced, and its seal shown
 */
async function seal(plan, values) {
  if (plan.noPlan) throw new Wrong(plan.noPlan, "how");
  if (!plan.seal && values.decides === "words")
    throw new Wrong(plan.noSeal ?? "", "decides");
  if (!crypto.subtle || !globalThis.CompressionStream)
    throw new Wrong(t("draw.wrong.browser"), "how");
  const { announce } = await loadAudience();
  await announce(plan, values, page);
}

/**
 * Draw or seal, as the button says. While any draw is under way nothing is sealed; a later press replaces an earlier
 * one, whose result is dropped. The result of a link that was followed is shown as far as it was told.
 *
 * `press({ changes: { winners: "2" }, note: "The line of those who won …" })` draws two winners, with the note before
 * the facts.
 * @param {Press} [press]
 */
async function press({
  isTold = false,
  isFollowed = false,
  note,
  changes,
} = {}) {
  if (changes) fillValues({ ...changes, seed: "" });
  if ($("#result").hasAttribute("aria-busy") && readValues().how === "sealed")
    return; // a draw is sealed once
  state.latest += 1;
  const mine = state.latest;
  $("#result").setAttribute("aria-busy", "true");
  try {
    showProblem();
    const values = readValues();
    const plan = readPlan();
    await checkList(values);
    if (values.how === "sealed") return await seal(plan, values);
    if (isTold) (await loadShow()).fillScreen();
    const answer = await drawOnce(plan, values.seed || generateSeed());
    const links = await createLinks(values, answer);
    if (mine !== state.latest) return;
    const linkedTold = takeTold(values.seed, isFollowed);
    const toldCount = isTold ? 0 : linkedTold;
    const draw = createDraw(answer, values, links, { note, toldCount });
    keepDrawn(draw, isFollowed);
    await present(draw, isTold);
  } catch (error) {
    if (mine === state.latest) showError(error);
  } finally {
    if (mine === state.latest) $("#result").removeAttribute("aria-busy");
  }
}

/**
 * Take those who won out of the list, and draw again, as many as the form says now; or groups in which nobody meets
 * again. A draw in public is only prepared: what is sealed before everybody's eyes should be looked at first.
 *
 * After Ann won of Ann, Bob and Cy, it draws from Bob and Cy.
 * @param {Draw} draw
 */
export function drawAgain({ values, result: { parts = [] } }) {
  if (values.kind === "groups") {
    const round = toRound(parts.map(({ lines }) => lines));
    const met = [values.met.trim(), round].filter(Boolean).join("\n\n");
    return press({ changes: { ...values, met } });
  }
  const lines = readLines(values.lines);
  const remaining = removeNames(lines, parts[0].lines, values.weighted);
  const note = t("draw.without", { count: lines.length - remaining.length });
  fillValues({
    ...values,
    winners: readValues().winners,
    lines: remaining.join("\n"),
    seed: "",
  });
  if (values.how !== "sealed") return press({ note });
  $("#lines-count").prepend(note, " ");
  const field = getElement(HTMLInputElement, "#winners");
  field.focus();
  field.select();
}

/**
 * Show an error for people. Throw any other.
 * @param {unknown} error
 */
function showError(error) {
  if (!(error instanceof Wrong || error instanceof Problem)) throw error;
  showProblem(error);
  if (!(error instanceof Wrong && error.isOfMet)) return;
  const letGo = () => press({ changes: { met: dropOldest(readValues().met) } });
  $("#problem").append(
    create(
      "p.buttons",
      create("button", { onclick: letGo }, t("draw.tools.letGo")),
    ),
  );
}

/** Forget the list, and all that was drawn from it: also Back and a reload find no name. */
function forget() {
  state.latest += 1; // what is asked for is no longer shown
  state.followed = undefined;
  forgetDrawn();
  forgetList();
  clearResult();
  $("#result").removeAttribute("aria-busy");
  $("#sealed").hidden = true;
  for (const part of ["#sealed", "#more p", "#request div"])
    $(part).replaceChildren();
  $("#result-title").textContent = t("draw.result");
  $("#facts").textContent = "";
  $("#shown").replaceChildren(create("p.empty", t("draw.empty")));
}

/** Draw again what the address names; ask for the list if the address has only its length and digest. */
function followLink() {
  const fragment = findFragment();
  if (fragment === undefined)
    return showProblem(new Wrong(t("shared.longLink")));
  const slip = readSlipLink(fragment);
  if (slip) return showSlip(slip);
  const link = parsePermalink(fragment);
  if (!link || readDraw()) return; // a draw that was announced comes first
  const { length, digest, toldCount } = link;
  const { seed = "", ...values } = link.values;
  if (fragment === readFragment() && KINDS[values.kind].hasList && !length)
    hideLink(fragment);
  if (readLines(readValues().lines).join("\n") === values.lines)
    delete values.lines; // it stays as it was understood
  fillValues({ ...values, seed }, { isDrawn: true });
  const list = length ? { length, digest } : undefined;
  state.followed = { seed, toldCount, list };
  if (list && !readValues().lines) {
    getElement(HTMLDetailsElement, "#repeat").open = true;
    const says = t("draw.linkWithoutNames", { count: list.length });
    return showProblem(new Wrong(says, "lines"));
  }
  press({ isFollowed: true });
  fillValues({ seed: "" }); // the next press draws anew
}

/**
 * Show the draw in public again that was announced, or drawn, before the page was loaded again.
 * @param {"resumeDraw" | "restoreDraw"} name of the function that does it
 * @param {KeptDraw} kept
 */
async function showAgain(name, kept) {
  let plan;
  try {
    fillValues(kept.values);
    plan = readPlan();
    const audience = await loadAudience();
    await audience[name](plan, kept, page);
  } catch (error) {
    if (plan && (error instanceof Wrong || error instanceof Problem))
      return showError(error);
    keepDraw(undefined); // a file may have anything
    lockForm(false);
    showError(new Wrong(t("draw.wrong.notContinued")));
  }
}

/** Return whether the page was loaded again, or by Back. */
function isReloaded() {
  const [entry] = performance.getEntriesByType("navigation");
  return !(
    entry instanceof PerformanceNavigationTiming && entry.type === "navigate"
  );
}

/**
 * Show the draw of this visit that the browser went back to; follow the link of any other entry.
 * @param {EntryState | null} entry
 */
function goTo(entry) {
  if (readDraw()) return; // an announced draw is decided, or given up, first
  document.body.classList.remove("received");
  const draw = findDrawn(entry);
  if (!draw) return followLink();
  state.latest += 1;
  fillValues({ ...draw.values, seed: "" });
  clearResult();
  showKnown(draw);
}

/**
 * Show what the page was opened for: an announced draw, the last result, a link, or the kind that another page names.
 */
function showOpened() {
  const announced = readDraw();
  const lastResult = isReloaded() && findFragment() === "" && readResult();
  if (announced) return showAgain("resumeDraw", announced);
  const kind = new URLSearchParams(location.search).get("kind") ?? "";
  if (isReloaded()) restoreList();
  else if (isKind(kind)) fillValues({ kind });
  if (lastResult) showAgain("restoreDraw", lastResult);
  else followLink();
}

/** Listen to the form and to the history, and show what the page was opened for. */
function start() {
  state.tools = createTools({ tellAgain, drawAgain });
  listenToForm((isTold) => press({ isTold }), markOutdated, forget);
  showOpened();
  addEventListener("popstate", (event) => goTo(event.state));
  addEventListener("pageshow", () => {
    if (isForgottenLater()) forget();
  });
}

start();

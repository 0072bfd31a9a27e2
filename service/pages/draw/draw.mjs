/**
 * The page that draws: names, teams and numbers; at once with a link, or in public, sealed.
 *
 * A press asks the service (answers.mjs), makes a draw of its answer (described_draws.mjs), and shows it
 * (shown_draw.mjs). A press of the button, a link that is followed and a reload begin here.
 */
// @ts-check
import { ask } from "../shared/ask.mjs";
import { $, create, getElement } from "../shared/elements.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { Wrong, readLines, removeNames } from "../shared/lines.mjs";
import { loadOrThrow } from "../shared/loading.mjs";
import { generateSeed } from "../shared/seeds.mjs";
import { Problem } from "../shared/service.mjs";
import { countSent } from "../shared/slips.mjs";
import { fillScreen, leaveScreen, startStage } from "../shared/stage.mjs";
import { t } from "../shared/texts.mjs";
import { drawOnce } from "./answers.mjs";
import { createDraw, createLinks } from "./described_draws.mjs";
import {
  describePlan,
  fillValues,
  forgetList,
  listenToForm,
  readPlan,
  restoreList,
} from "./form/draw_form.mjs";
import { lockForm, readValues } from "./form/fields.mjs";
import { showFields } from "./form/form_labels.mjs";
import { keepDraw, readDraw, readList, readResult } from "./form/kept.mjs";
import { showProblem, showWrongLink } from "./form/problems.mjs";
import { KINDS } from "./plan/kinds.mjs";
import { dropOldest, toRound } from "./plan/named.mjs";
import {
  identifyList,
  isDamaged,
  isKind,
  parsePermalink,
  readSlipLink,
} from "./plan/permalink.mjs";
import {
  findDrawn,
  findFragment,
  findOrigin,
  forgetDrawn,
  hideLink,
  isForgottenLater,
  keepDrawn,
} from "./result/earlier.mjs";
import { ResultView, showRequests } from "./shown_draw.mjs";

/**
 * @import { DrawValues, Plan } from "./plan/plan.mjs"
 * @import { ParsedLink } from "./plan/permalink.mjs"
 * @import { KeptDraw } from "./public/announced.mjs"
 * @import * as Audience from "./public/audience.mjs"
 * @import { Draw, EntryState, Origin } from "./result/earlier.mjs"
 */

/**
 * How a draw is asked for: its result is told piece by piece, the link that is open is drawn again, `note` is a
 * sentence on the list, and `changes` are values that the form gets first.
 * @typedef {{ isTold?: boolean, isFollowed?: boolean, note?: string, changes?: Partial<DrawValues> }} Press
 */

/**
 * The draw that the link in the address names.
 * @typedef {object} LinkedDraw
 * @property {string} seed
 * @property {Origin} origin
 * @property {number} [toldCount] how many turns of its result the link says were told, until the result is shown
 * @property {ListIdentity} [list] what the list must be whose lines are not in the link, until another one is refused
 */

/**
 * What a link without the lines of its list says of them: how many they are, and their fingerprint if it has one.
 * @typedef {{ length: number, digest?: string }} ListIdentity
 */

/** Load what draws in public. Throw `Wrong` if the service does not answer. */
const loadAudience = () =>
  loadOrThrow(
    import("./public/audience.mjs"),
    () => new Wrong(t("shared.noResponseSays"), "how"),
  );

/**
 * Return a sentence on how a list differs from the list of a link; undefined if it is that list, or, without
 * fingerprints to compare, as long as that list.
 *
 * Of ["Ann", "Bo"] for { length: 3 } it says that the list has 2 lines, and the list of the link 3.
 * @param {string[]} lines
 * @param {ListIdentity} expected
 */
async function describeOtherList(lines, { length, digest }) {
  const ownDigest = digest && (await identifyList(lines));
  if (lines.length !== length) {
    const why = t("draw.wrong.length", { count: lines.length });
    return t("draw.wrong.otherList", { count: length, why });
  }
  if (!ownDigest || ownDigest === digest) return undefined;
  const why = t("draw.wrong.differs");
  return t("draw.wrong.otherList", { count: length, why });
}

/**
 * Throw `Wrong` for a draw that cannot be drawn in public in the way that the form says.
 * @param {Plan} plan
 * @param {DrawValues} values
 */
function checkPublic(plan, values) {
  if (!plan.seal && values.decides === "words")
    throw new Wrong(plan.noSeal ?? "", "decides");
  if (!crypto.subtle || !globalThis.CompressionStream)
    throw new Wrong(t("draw.wrong.browser"), "how");
}

/** Return whether the page was loaded again, or by Back. */
function isReloaded() {
  const [entry] = performance.getEntriesByType("navigation");
  return !(
    entry instanceof PerformanceNavigationTiming && entry.type === "navigate"
  );
}

/** The page: its form draws, and its links, its history and its reloads show what was drawn. */
class DrawPage {
  #pressCount = 0; // the result of a press is dropped once there is a later one
  /** @type {LinkedDraw | undefined} */
  #linked; // undefined before a link with a draw is opened, and once the list is forgotten
  #view = new ResultView({
    drawAgain: (draw) => this.#drawAgain(draw),
    redraw: (draw) => this.#redraw(draw),
  });
  /** @type {Audience.PublicPage} */
  #publicPage = {
    present: async (draw, isTold) => {
      keepDrawn(draw);
      await this.#view.present(draw, isTold);
    },
    showRequests,
    clear: () => this.#view.clear(),
  };

  /** Listen to the form and to the history, and show what the page was opened for. */
  start() {
    listenToForm({
      onPress: (isTold) => this.#pressUnlessSent({ isTold }),
      onChange: () => this.#view.markOutdated(),
      onForget: () => this.#forgetIfWanted(),
      onAnnounced: (saved) =>
        this.#openAnnounced(/** @type {KeptDraw} */ (saved)),
    });
    this.#showOpened();
    addEventListener("popstate", (event) => this.#goTo(event.state));
    addEventListener("pageshow", () => {
      if (isForgottenLater()) this.#forget();
    });
  }

  /**
   * Draw or seal; if links of the secret draw on the screen were sent, only if the visitor agrees: they would
   * contradict those of another draw.
   * @param {Press} press
   */
  async #pressUnlessSent(press) {
    const count = countSent(this.#view.digest);
    const isWanted =
      count === 0 ||
      (await ask(
        t("draw.slips.again", { count }),
        t("draw.slips.anew"),
        t("draw.slips.keep"),
      ));
    if (isWanted) await this.#press(press);
  }

  /**
   * Draw or seal, as the button says. While any draw is under way nothing is sealed; a later press replaces an earlier
   * one, whose result is dropped.
   *
   * `{ changes: { winners: "2" }, note: "The line of those who won …" }` draws two winners, with the note before the
   * facts.
   * @param {Press} press
   */
  async #press(press) {
    const { changes } = press;
    if (changes) fillValues({ ...changes, seed: "" });
    const result = $("#result");
    const isBusy = result.hasAttribute("aria-busy");
    if (isBusy && readValues().how === "sealed") return; // a draw is sealed once
    const isLatest = this.#startPress();
    result.setAttribute("aria-busy", "true");
    try {
      showProblem();
      await this.#drawOrSeal(press, isLatest);
    } catch (error) {
      if (!isLatest()) return;
      leaveScreen(); // there is nothing to tell
      this.#showError(error);
    } finally {
      if (isLatest()) result.removeAttribute("aria-busy");
    }
  }

  /** Drop what earlier presses asked for. Return a function that returns whether no later press began. */
  #startPress() {
    this.#pressCount += 1;
    const number = this.#pressCount;
    return () => number === this.#pressCount;
  }

  /**
   * Seal the draw in the form, or draw it and show the result; drop the result if a later press began meanwhile.
   * @param {Press} press
   * @param {() => boolean} isLatest
   */
  async #drawOrSeal({ isTold = false, isFollowed = false, note }, isLatest) {
    const values = readValues();
    const plan = readPlan();
    await this.#checkList(values);
    if (values.how === "sealed") return this.#seal(plan, values);
    if (isTold) fillScreen();
    const answer = await drawOnce(plan, values.seed || generateSeed());
    const links = await createLinks(values, answer);
    if (!isLatest()) return;
    const linkedCount = this.#takeToldCount(values.seed, isFollowed);
    const toldCount = isTold ? 0 : linkedCount;
    const options = { note, toldCount, origin: this.#findOrigin(values.seed) };
    const draw = createDraw(answer, values, links, options);
    keepDrawn(draw, isFollowed);
    await this.#view.present(draw, isTold);
    if (!isFollowed) this.#view.focusRedraw();
  }

  /**
   * Throw `Wrong`, once, if the link names a list by length and digest, and the list in the form differs.
   * @param {DrawValues} values
   */
  async #checkList({ lines, seed }) {
    const linked = this.#linked;
    if (!linked?.list || seed !== linked.seed) return;
    const difference = await describeOtherList(readLines(lines), linked.list);
    if (difference === undefined) return;
    linked.list = undefined;
    fillValues({ seed: "" });
    throw new Wrong(difference, "lines");
  }

  /**
   * Return where the code of a draw is from.
   * @param {string} seed that the form has; "" if nobody typed one
   * @returns {Origin}
   */
  #findOrigin(seed) {
    if (seed === "") return "new";
    return seed === this.#linked?.seed ? this.#linked.origin : "typed";
  }

  /**
   * Return how many turns of a result were told by the link, if the result is of the draw of the link; undefined if all
   * is shown. The link is asked once: later draws show all.
   * @param {string} seed that the form has
   * @param {boolean} isFollowed whether the draw is that of the link
   */
  #takeToldCount(seed, isFollowed) {
    const linked = this.#linked;
    if (!linked) return undefined;
    const { toldCount } = linked;
    linked.toldCount = undefined;
    return isFollowed || seed === linked.seed ? toldCount : undefined;
  }

  /**
   * Announce a draw in public, and show its seal. Throw `Wrong` for one that cannot be drawn in public in this way.
   * @param {Plan} plan
   * @param {DrawValues} values
   */
  async #seal(plan, values) {
    checkPublic(plan, values);
    const { announce } = await loadAudience();
    await announce(plan, values, this.#publicPage);
  }

  /**
   * Draw the same once more, with a new code; say so if the code of the draw came from a link, or was typed.
   * @param {Draw} draw
   */
  #redraw({ origin }) {
    const note = origin === "new" ? undefined : t("draw.newCode");
    this.#press({ changes: { how: "plain" }, note });
  }

  /**
   * Go on after a draw: other winners, or groups in which nobody meets again.
   * @param {Draw} draw
   */
  #drawAgain(draw) {
    if (draw.values.kind === "groups") this.#drawNextRound(draw);
    else this.#drawFromRest(draw);
  }

  /**
   * Draw groups in which nobody meets again whom the groups of a draw brought together.
   * @param {Draw} draw
   */
  #drawNextRound({ values, result: { parts = [] } }) {
    const round = toRound(parts.map(({ lines }) => lines));
    const met = [values.met.trim(), round].filter(Boolean).join("\n\n");
    this.#press({ changes: { ...values, met } });
  }

  /**
   * Take those who won a draw out of the list, and draw as many as the form says now. A draw in public is only
   * prepared: what is sealed before everybody's eyes should be looked at first.
   *
   * After Ann won of Ann, Bob and Cy, it draws from Bob and Cy.
   * @param {Draw} draw
   */
  #drawFromRest({ values, result: { parts = [] } }) {
    const lines = readLines(values.lines);
    const remaining = removeNames(lines, parts[0].lines, values.weighted);
    const note = t("draw.without", { count: lines.length - remaining.length });
    fillValues({
      ...values,
      winners: readValues().winners,
      lines: remaining.join("\n"),
      seed: "",
    });
    if (values.how !== "sealed") {
      this.#press({ note });
      return;
    }
    $("#lines-count").prepend(note, " ");
    const field = getElement(HTMLInputElement, "#winners");
    field.focus();
    field.select();
  }

  /**
   * Show an error for people. Throw any other.
   * @param {unknown} error
   */
  #showError(error) {
    if (!(error instanceof Wrong || error instanceof Problem)) throw error;
    showProblem(error);
    if (!(error instanceof Wrong && error.mayForgetRounds)) return;
    const letGo = () => {
      const met = dropOldest(readValues().met);
      this.#press({ changes: { met } });
    };
    const button = create("button", { onclick: letGo }, t("draw.tools.letGo"));
    $("#problem").append(create("p.buttons", button));
  }

  /** Forget the list, and all that was drawn from it, if the visitor agrees. */
  async #forgetIfWanted() {
    const isWanted = await ask(
      t("draw.forgetAsk"),
      t("draw.forget"),
      t("draw.forgetNo"),
    );
    if (isWanted) this.#forget();
  }

  /** Forget the list, and all that was drawn from it: also Back and a reload find no name. */
  #forget() {
    this.#startPress(); // what is asked for is no longer shown
    this.#linked = undefined;
    forgetDrawn();
    forgetList();
    this.#view.clear();
    $("#result").removeAttribute("aria-busy");
    $("#sealed").hidden = true;
    for (const part of ["#sealed", "#more p", "#request div"])
      $(part).replaceChildren();
    $("#result-title").textContent = t("draw.result");
    $("#facts").textContent = "";
    $("#shown").replaceChildren(create("p.empty"));
    showFields();
  }

  /**
   * Show what the address names: the slip of one person, or a draw, which is drawn again.
   * @param {{ isReload?: boolean }} [options]
   */
  #followLink({ isReload = false } = {}) {
    showProblem(); // of the link before
    const fragment = findFragment();
    if (fragment === undefined) {
      showWrongLink(t("shared.longLink"));
      return;
    }
    const slip = readSlipLink(fragment);
    const link = parsePermalink(fragment);
    if (slip) this.#view.showSlip(slip);
    else if (!link && fragment.length > 1) showWrongLink(t("result.damaged"));
    else if (link && !readDraw()) this.#followDraw(link, fragment, isReload); // a draw that was announced comes first
  }

  /**
   * Draw again what a link names, unless the link was cut.
   * @param {ParsedLink} link
   * @param {string} fragment that has the link
   * @param {boolean} isReload
   */
  async #followDraw(link, fragment, isReload) {
    if (await isDamaged(link)) showWrongLink(t("result.damaged"));
    else if (isReload) this.#drawReloaded(link, fragment);
    else this.#drawLinked(link, fragment);
  }

  /**
   * Draw again what a link names; ask for the list if the link has only its length and digest.
   * @param {ParsedLink} link
   * @param {string} fragment that has the link
   */
  #drawLinked(link, fragment) {
    const origin = findOrigin(); // of the entry, before its link is hidden
    const { length, digest, toldCount } = link;
    const { seed = "", ...values } = link.values;
    const hasLines = KINDS[values.kind].hasList && !length;
    if (hasLines && fragment === readFragment()) hideLink(fragment);
    if (readLines(readValues().lines).join("\n") === values.lines)
      delete values.lines; // it stays as it was understood
    fillValues({ ...values, seed }, { isDrawn: true });
    const list = length ? { length, digest } : undefined;
    this.#linked = { seed, origin, toldCount, list };
    if (list && !readValues().lines) {
      this.#askForList(list.length);
      return;
    }
    this.#press({ isFollowed: true });
    fillValues({ seed: "" }); // the next press draws anew
  }

  /**
   * Draw again what the link of a page names that was loaded again, and leave the form as it was if it was changed
   * since that draw. A form of another kind may be that of an earlier page.
   * @param {ParsedLink} link
   * @param {string} fragment that has the link
   */
  #drawReloaded(link, fragment) {
    const edited = readList();
    const wanted = describePlan();
    this.#drawLinked(link, fragment);
    const isOfKind = edited?.values.kind === link.values.kind;
    if (isOfKind && describePlan() !== wanted) restoreList(edited);
  }

  /**
   * Ask for the list of a link that has no names.
   * @param {number} length of the list
   */
  #askForList(length) {
    getElement(HTMLDetailsElement, "#repeat").open = true;
    const says = t("draw.linkWithoutNames", { count: length });
    showProblem(new Wrong(says, "lines"));
  }

  /**
   * Go on with the draw in public that was announced before the page was loaded again.
   * @param {KeptDraw} kept
   */
  #resumeAnnounced(kept) {
    return this.#showKept(kept, ({ resumeDraw }, plan) =>
      resumeDraw(plan, kept, this.#publicPage),
    );
  }

  /**
   * Go on with the draw in public that a file has.
   * @param {KeptDraw} saved
   */
  #openAnnounced(saved) {
    this.#startPress(); // what is asked for is no longer shown
    this.#linked = undefined;
    $("#result").removeAttribute("aria-busy");
    keepDraw(saved);
    return this.#resumeAnnounced(saved);
  }

  /**
   * Show the result of a draw in public again that was drawn before the page was loaded again.
   * @param {KeptDraw} kept
   */
  #restoreResult(kept) {
    return this.#showKept(kept, ({ restoreDraw }, plan) =>
      restoreDraw(plan, kept, this.#publicPage),
    );
  }

  /**
   * Fill the form with a draw in public that was kept, and show the draw. Forget a draw that cannot be shown: a file
   * may have anything.
   * @param {KeptDraw} kept
   * @param {(audience: typeof Audience, plan: Plan) => Promise<void>} show shows the draw with its plan
   */
  async #showKept(kept, show) {
    let plan;
    try {
      fillValues(kept.values);
      plan = readPlan();
      await show(await loadAudience(), plan);
    } catch (error) {
      const isForPeople = error instanceof Wrong || error instanceof Problem;
      if (plan && isForPeople) {
        this.#showError(error);
        return;
      }
      keepDraw(undefined);
      lockForm(false);
      this.#showError(new Wrong(t("draw.wrong.notContinued")));
    }
  }

  /**
   * Show the draw of this visit that the browser went back to; follow the link of any other entry.
   * @param {EntryState | null} entry
   */
  #goTo(entry) {
    if (readDraw()) return; // an announced draw is decided, or given up, first
    document.body.classList.remove("received");
    const draw = findDrawn(entry);
    if (!draw) {
      this.#followLink();
      return;
    }
    this.#startPress();
    fillValues({ ...draw.values, seed: "" });
    this.#view.clear();
    this.#view.showAsTold(draw);
  }

  /**
   * Show what the page was opened for: an announced draw, the last result, a link, or the kind that another page names,
   * perhaps in public.
   */
  #showOpened() {
    const announced = readDraw();
    const isReload = isReloaded();
    const lastResult = isReload && findFragment() === "" && readResult();
    if (announced) {
      this.#resumeAnnounced(announced);
      return;
    }
    const asked = new URLSearchParams(location.search);
    const kind = asked.get("kind") ?? "";
    const how = asked.has("public") ? "sealed" : "plain";
    if (isReload || findFragment() === "") restoreList();
    if (!isReload && isKind(kind)) fillValues({ kind, how });
    if (lastResult) this.#restoreResult(lastResult);
    else this.#followLink({ isReload });
  }
}

/** Start the page. */
function start() {
  startStage();
  new DrawPage().start();
}

start();

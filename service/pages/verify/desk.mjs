/** The verify page: check the form, and show the verdict, the cards and the steps. */
// @ts-check
import { parseJson } from "../../../verify/core/json.mjs";
import { findLater } from "../../../verify/versions.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { createResultLink } from "../shared/packed.mjs";
import {
  $,
  $$,
  bringIntoView,
  create,
  findElement,
  getElement,
  listenToSubmit,
} from "../shared/elements.mjs";
import { loadOrThrow } from "../shared/loading.mjs";
import { describePrinting, fillLine } from "../shared/printed.mjs";
import { ROOT } from "../shared/service.mjs";
import { loadTexts, t } from "../shared/texts.mjs";
import { objectOf, parseObject } from "../shared/unknown_json.mjs";
import { createTextLookup } from "../verdicts/view/card_lists.mjs";
import {
  describeDrawn,
  nameDrawn,
  readAnnouncement,
  renderTitle,
  titleDrawn,
  viewAnnouncement,
} from "./draws/sealed_draw_view.mjs";
import { tamper } from "./form/example.mjs";
import {
  createConfirmations,
  createLinkButton,
  errorView,
  showBusy,
  showNotes,
  showVerdict,
} from "../verdicts/view/finding.mjs";
import {
  fillNotes,
  fillSubject,
  isFilledIn,
  listenToForm,
  readForm,
  readNotes,
  restoreForm,
  saveForm,
} from "./form/check_form.mjs";
import {
  createLink,
  decodeLink,
  parseLink,
  unpackLink,
} from "../verdicts/input/links.mjs";
import {
  completeFile,
  getReceipt,
  areOfIntegers,
} from "../verdicts/assessment/notes.mjs";
import { isRecordKept } from "../verdicts/assessment/records.mjs";
import {
  getPacks,
  renderCards,
  showResult,
} from "../verdicts/view/results.mjs";
import { spreadTickets } from "../verdicts/assessment/seals.mjs";
import { showSteps } from "../verdicts/view/steps.mjs";
import { Unreadable } from "../verdicts/input/unreadable.mjs";
import { toRequest } from "../verdicts/input/urls.mjs";
import { collectSteps, verify } from "../verdicts/view/verdict.mjs";

/**
 * @import { JwkSet } from "../../../verify/check.mjs"
 * @import { Confirmed } from "../../../verify/core/origins.mjs"
 * @import { Step } from "../../../verify/steps/step_parts.mjs"
 * @import { SchemeFields } from "./bets/bet_form.mjs"
 * @import { BetResult } from "./bets/view.mjs"
 * @import { Bet, BetValues } from "./bets/bets.mjs"
 * @import { CardLookup } from "../verdicts/view/card_lists.mjs"
 * @import { Packs } from "../shared/shoes.mjs"
 * @import { View } from "../verdicts/view/finding.mjs"
 * @import { FormContent, SavedForm } from "./form/check_form.mjs"
 * @import { DrawnInput, FileInput } from "../verdicts/input/input.mjs"
 * @import { Subject } from "../verdicts/assessment/notes.mjs"
 * @import { Receipt } from "../shared/shoes.mjs"
 * @import { DrawOptions, DrawSource, ViewedDraw } from "./draws/draw_view.mjs"
 * @import { ShownResult } from "../verdicts/view/results.mjs"
 * @import { Announcement, Translate } from "./draws/sealed_draw_view.mjs"
 * @import { DealQuery, ParameterTypes } from "../verdicts/input/urls.mjs"
 */

/**
 * What a page has that the service serves; a saved file has nothing of it.
 * @typedef {object} Services
 * @property {(packs: Packs) => Promise<CardLookup>} [fetchPictures] a function that fetches the cards of a deck
 * @property {(request: DealQuery) => Promise<Subject>} [fetchRequested] a function that fetches the response to a
 *   request
 * @property {() => Promise<JwkSet | undefined>} [fetchKeys] a function that fetches the public keys of the service
 * @property {(body: object) => Promise<BetResult>} [fetchVerdict] a function that asks the service about a bet, or
 *   another provider's result
 * @property {typeof import("./bets/view.mjs").viewBet} [viewBet] views such a result
 * @property {ViewDraw} [viewDraw] views a draw with a plan or from a link, as the page of its result judges it
 * @property {() => Promise<Translate>} [loadTranslator] a function that loads what translates the words of a label
 * @property {ParameterTypes} [parameters] the type of each parameter of a request
 * @property {{ [scheme: string]: SchemeFields }} [schemes] the fields of each scheme of another provider
 */

/**
 * A function that returns the view of a draw, and the file of what was drawn.
 * @typedef {(source: DrawSource, options: DrawOptions) => Promise<ViewedDraw>} ViewDraw
 */

/**
 * Where the text to check is from.
 * @typedef {"pasted" | "link" | "file" | "kept" | "example"} Origin
 */

/**
 * What the page holds between two checks.
 * @typedef {object} DeskState
 * @property {number} latest the number of the latest check: results of earlier ones are dropped
 * @property {Origin} origin of the text to check
 * @property {Set<string>} confirmed the names of what its reader confirmed
 * @property {{ text?: string, typed?: BetValues }} bet the text of the bet that was checked last, and the values that
 *   were typed for it
 * @property {Subject} [checked] the file that was checked last
 * @property {{ content: SavedForm, origin: Origin }} [original] the form's content and its origin before it was
 *   tampered with
 */

/**
 * What a check leads to: its view, and of a file the file, its steps, and what was drawn.
 * @typedef {object} Outcome
 * @property {View} view
 * @property {Subject} [file]
 * @property {Step[]} [steps]
 * @property {ShownResult} [result]
 * @property {boolean} [isUnreadable] what was typed is nothing that can be checked
 */

const MAX_LINK_LENGTH = 30_000;
const TYPING = /^(insertLine|delete)/;

/** Return whether there is WebCrypto: browsers withhold it from pages on plain http, except localhost. */
const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined;

/**
 * Set up the page, and return its desk.
 * @param {Services} [services]
 */
export function openDesk(services = {}) {
  const desk = new Desk(services);
  desk.open();
  return desk;
}

/** The form with the text to check, and what is shown of its check. */
class Desk {
  /** @param {Services} services */
  constructor(services) {
    this.services = services;
    /** The button that tampers with the example, which a saved page has not. */
    this.tamperButton = findElement("#tamper");
    /** @type {DeskState} */
    this.state = {
      latest: 0,
      origin: "pasted",
      confirmed: new Set(),
      bet: {},
    };
  }

  /** Listen to the form, and check what the link of the page has. */
  open() {
    restoreForm();
    listenToForm(
      (text) => this.openText(text),
      (error) => this.show({ view: errorView(error) }),
    );
    listenToSubmit(getElement(HTMLFormElement, "#form"), () =>
      this.checkAndShow(),
    );
    const notes = getElement(HTMLDetailsElement, "#notes");
    notes.addEventListener("toggle", () => notes.open || showNotes());
    const subject = getElement(HTMLTextAreaElement, "#subject");
    subject.addEventListener("input", (event) => {
      this.showProblem("");
      this.forgetOrigin(/** @type {InputEvent} */ (event), subject.value);
    });
    const showBeginning = () => (subject.scrollTop = 0);
    subject.addEventListener("paste", () =>
      requestAnimationFrame(showBeginning),
    );
    $("#clear").addEventListener("click", () => this.clear());
    const [address] = location.href.split(/[?#]/);
    fillLine($("#printed"), describePrinting, address);
    this.tamperButton?.addEventListener("click", () => this.tamperOrPutBack());
    document.documentElement.dataset.hasCrypto = String(hasWebCrypto());
    if (hasWebCrypto()) this.followLink();
    else {
      const buttons = $$("#verify, #verify-noted, #example");
      for (const button of /** @type {HTMLButtonElement[]} */ (buttons))
        button.disabled = true;
    }
    addEventListener("hashchange", () => this.followLink());
  }

  /**
   * Show what a check leads to.
   * @param {Outcome} outcome
   */
  show(outcome) {
    const { view, file, steps = [], result } = outcome;
    this.state.checked = file;
    showVerdict(view);
    showResult(result);
    showSteps(steps);
    if (this.tamperButton)
      this.tamperButton.hidden = !file || this.state.origin !== "example";
    this.showProblem("");
    if (view.state !== "empty")
      bringIntoView(outcome.isUnreadable ? $("#drop") : $("#verdict"));
  }

  /**
   * Say at the field for the text what is wrong with it; nothing if it is "".
   * @param {string} problem
   */
  showProblem(problem) {
    $("#subject-problem").textContent = problem;
    $("#subject-problem").hidden = !problem;
    $("#subject").setAttribute("aria-invalid", String(problem !== ""));
  }

  /** Check the form, and show the outcome unless another check began meanwhile. */
  async checkAndShow() {
    if (!getElement(HTMLTextAreaElement, "#subject").value.trim()) {
      this.showNothing();
      return this.showProblem(t("verify.unreadable.empty"));
    }
    this.state.latest += 1;
    const number = this.state.latest;
    const isLatest = () => number === this.state.latest;
    showBusy();
    /** @type {Outcome | undefined} */
    const outcome = await this.checkForm(isLatest).catch((error) => ({
      view: errorView(error),
      isUnreadable: error instanceof Unreadable && !error.where,
    }));
    if (!outcome || !isLatest()) return;
    this.show(outcome);
    if (outcome.isUnreadable) $("#subject").focus({ preventScroll: true });
  }

  /**
   * Check what is in the form by its kind: a bet, a sealed draw before it is drawn, a draw with a plan or from a link,
   * or a file.
   * @param {() => boolean} isLatest whether no other check began meanwhile
   * @returns {Promise<Outcome | undefined>} undefined if another check began
   */
  async checkForm(isLatest) {
    const content = readForm();
    const bet = await this.findBet(content.text);
    if (bet) return { view: await this.viewFoundBet(bet, content.text) };
    const links = await this.listLinks(content.text);
    const linkOrText = links[0] ?? content.text;
    const outcome = await this.checkText(linkOrText, content, isLatest);
    return outcome && links.length > 1
      ? { ...outcome, view: sayFirstOf(links, outcome.view) }
      : outcome;
  }

  /**
   * Check a link or a text by its kind.
   * @param {string} linkOrText
   * @param {FormContent} content
   * @param {() => boolean} isLatest whether no other check began meanwhile
   * @returns {Promise<Outcome | undefined>} undefined if another check began
   */
  async checkText(linkOrText, content, isLatest) {
    const text = await unpackLink(linkOrText);
    const announced = readAnnouncement(text);
    if (announced) return this.checkAnnounced(announced, text, content.items);
    const { viewDraw } = this.services;
    if (viewDraw && isOfDraw(text))
      return this.checkDraw(viewDraw, { text }, content.items);
    const input = await this.resolve(text);
    if (input.drawn !== undefined)
      return viewDraw && this.checkDraw(viewDraw, input, content.items);
    if (text !== linkOrText) input.isLink = true;
    if (!isLatest()) return undefined;
    const isOfLaterVersion = findLater(input.file);
    if (isOfLaterVersion) throw new Unreadable(t("verify.unknownForm"));
    return this.checkFile(input, content);
  }

  /**
   * Return what the check of a sealed draw that is not drawn leads to. A saved page has no page of a result.
   * @param {Announcement} announced
   * @param {string} text of its file
   * @param {unknown[]} [items]
   * @returns {Promise<Outcome>}
   */
  async checkAnnounced(announced, text, items) {
    const { loadTranslator, fetchRequested } = this.services;
    const translate = await loadTranslator?.();
    const view = await viewAnnouncement(announced, items, translate);
    if (fetchRequested && view.state !== "invalid")
      view.details.push(await createDrawButtons(text));
    return { view };
  }

  /**
   * Return the bet in a text; undefined for any other text, and for a bet of a scheme that the service has not. Without
   * a service each scheme will do.
   * @param {string} text
   */
  async findBet(text) {
    const { schemes } = this.services;
    // Readers of pasted texts load with the first check
    const { readBet } = await loadPart(import("./bets/bets.mjs"));
    const bet = readBet(text, Object.keys(schemes ?? {}));
    if (!bet || schemes === undefined) return bet;
    return Object.hasOwn(schemes, bet.scheme) ? bet : undefined;
  }

  /**
   * Return the links of this service that a text has between its words.
   * @param {string} text
   */
  async listLinks(text) {
    const { listLinks } = await loadPart(
      import("../verdicts/input/found_links.mjs"),
    );
    return listLinks(text, this.services.fetchRequested && ROOT);
  }

  /**
   * Return the file in a text, or the link of a draw; of a request, the response of the service.
   * @param {string} text
   * @returns {Promise<FileInput | DrawnInput>}
   */
  async resolve(text) {
    const { fetchRequested, parameters } = this.services;
    const { parseInput } = await loadPart(
      import("../verdicts/input/input.mjs"),
    );
    const input = parseInput(text, {
      root: fetchRequested && ROOT,
      parameters,
    });
    if (!input.request) return input;
    if (!fetchRequested) throw new Unreadable(t("verify.offline"));
    const file = await fetchRequested(input.request);
    return { file, notes: {}, isFetched: true };
  }

  /**
   * Check a file with what a person entered beside it.
   * @param {FileInput} input
   * @param {FormContent} content
   * @returns {Promise<Outcome>}
   */
  async checkFile(input, content) {
    if (input.isFetched) fillSubject(input.file);
    this.updateOrigin(input);
    const { origin, confirmed } = this.state;
    const receipt = getReceipt(input.file);
    const notes = { ...listConfirmed(receipt, confirmed), ...input.notes };
    fillNotes(notes, (name) =>
      confirmed.has(name)
        ? t("verify.origins.confirmed")
        : t(`verify.origins.${origin}`),
    );
    const terms = receipt?.terms;
    const items = areOfIntegers(terms)
      ? await spreadTickets(content.items, terms)
      : content.items;
    const isTold = ["link", "file"].includes(origin) && receipt !== undefined;
    if (isTold) delete notes.own_text; // a text is the reader's own only if the reader says so
    const file = completeFile(input.file, {
      ...content,
      items,
      notes: { ...notes, ...readNotes() },
    });
    const linked = isTold ? listLinked(input, confirmed) : [];
    return this.verifyFile(file, linked, content.keys, input.drawnAt);
  }

  /**
   * Find out more of where the text to check is from: a file of whoever handed it out is not what its reader saw,
   * unless this browser kept the same notes.
   * @param {FileInput} input
   */
  updateOrigin({ file, notes, isLink, isOne }) {
    const { state } = this;
    if (isLink && state.origin === "pasted") state.origin = "link";
    if (isOne && state.origin === "pasted") state.origin = "file";
    if (
      ["link", "file"].includes(state.origin) &&
      isRecordKept({ ...file, confirmed: notes })
    )
      state.origin = "kept";
  }

  /**
   * Return what the check of a whole file leads to, with the questions to its reader and a link to the check.
   * @param {Subject} file
   * @param {string[]} linked names of notes that only a link or a file claims
   * @param {JwkSet} [keys]
   * @param {number} [drawnAt]
   * @returns {Promise<Outcome>}
   */
  async verifyFile(file, linked, keys, drawnAt) {
    const { fetchKeys, fetchRequested, loadTranslator } = this.services;
    const { confirmed } = this.state;
    const lookup = this.createLookup(file);
    await loadPart(loadTexts()); // which names of games are in
    const translate = await loadTranslator?.();
    const { view, difference } = await verify(file, {
      keys,
      fetchKeys,
      linked,
      lookup,
      nameDrawn: (drawn) => nameDrawn(drawn, translate),
      confirmed,
      drawnAt,
      ask: (questions) =>
        createConfirmations(questions, confirmed, (name, isRight) =>
          this.confirm(name, isRight),
        ),
    });
    const { steps, orders } = await collectSteps(file);
    const cards = renderCards(file, orders, await lookup(), difference);
    const json = JSON.stringify(file);
    if (!difference && json.length < MAX_LINK_LENGTH)
      view.details.push(
        createLinkButton(
          createLink(getReceipt(file) ? "receipt" : "answer", json),
          fetchRequested && hasResult(file) && (await createResultLink(file)),
        ),
      );
    const title = await titleDrawn(file, view.state, translate);
    const parts = difference ? cards : describeDrawn(file, cards);
    if (title) parts.unshift(renderTitle(title));
    const areCards = getPacks(file) !== undefined;
    const isClaimed = difference !== undefined;
    return { view, file, steps, result: { parts, areCards, isClaimed } };
  }

  /**
   * Return a function that returns the cards of a file, and fetches them once.
   * @param {Subject} file
   */
  createLookup(file) {
    const { fetchPictures = createTextLookup } = this.services;
    const packs = getPacks(file);
    /** @type {Promise<CardLookup> | undefined} */
    let cards;
    return () => (cards ??= packs ? fetchPictures(packs) : createTextLookup());
  }

  /**
   * Return what the check of a draw leads to, which the page of its result judges too.
   * @param {ViewDraw} viewDraw
   * @param {{ text?: string, drawn?: string }} source
   * @param {unknown[]} [items]
   * @returns {Promise<Outcome>}
   */
  async checkDraw(viewDraw, { text = "", drawn }, items) {
    const { view, file, parts } = await viewDraw(
      drawn === undefined ? { text } : { fragment: drawn },
      {
        parameters: this.services.parameters,
        items: /** @type {string[] | undefined} */ (items),
        confirmed: this.state.confirmed,
        confirm: (name, isRight) => this.confirm(name, isRight),
      },
    );
    const subject = /** @type {Subject | undefined} */ (file);
    if (view.state !== "invalid")
      view.details.push(await createDrawButtons(text, drawn));
    const { steps } = subject ? await collectSteps(subject) : { steps: [] };
    return { view, file: subject, steps, result: { parts } };
  }

  /**
   * Return the view of a bet, which the service checks.
   * @param {Bet} bet
   * @param {string} text
   */
  async viewFoundBet(bet, text) {
    const { fetchVerdict, viewBet, schemes = {} } = this.services;
    if (!fetchVerdict || !viewBet) throw new Unreadable(t("verify.offlineBet"));
    const { bet: checkedBet, confirmed } = this.state;
    return viewBet(bet, {
      fields: schemes[bet.scheme],
      typed: checkedBet.text === text ? checkedBet.typed : undefined,
      post: fetchVerdict,
      onCheck: (values) => this.checkBet(text, values),
      confirmed,
      onConfirm: (name, isRight) => this.confirm(name, isRight),
    });
  }

  /**
   * Check a bet again with the values that a person typed, and bring the verdict into view.
   * @param {string} text
   * @param {BetValues} typed
   */
  async checkBet(text, typed) {
    this.state.bet = { text, typed };
    this.state.confirmed = new Set();
    await this.checkAndShow();
    $("#verdict").focus({ preventScroll: true });
    $("#verdict").scrollIntoView({ block: "start" });
  }

  /**
   * Note what the reader confirmed or took back, and check again.
   * @param {string} name
   * @param {boolean} isRight
   */
  async confirm(name, isRight) {
    const { confirmed } = this.state;
    if (isRight) confirmed.add(name);
    else confirmed.delete(name);
    await this.checkAndShow();
    findElement(`.confirm [name=${name}]`)?.focus();
  }

  /**
   * Fill in the text of a file: beside the file in the form if it is its list, else in place of it.
   * @param {string} text
   */
  openText(text) {
    if (isListOf(text, getElement(HTMLTextAreaElement, "#subject").value))
      this.fillItems(text);
    else this.fill(() => parseOrKeep(text));
  }

  /**
   * Fill in the list of a draw, beside the file in the form.
   * @param {string} text
   */
  fillItems(text) {
    getElement(HTMLTextAreaElement, "#items").value = text.replace(
      /^\uFEFF/,
      "",
    );
    showNotes();
    getElement(HTMLDetailsElement, "#notes").open = true;
    this.checkAndShow();
  }

  /**
   * Fill the form with a text or a file that a function returns, and check it.
   * @param {() => unknown} load
   * @param {Origin} [from]
   */
  async fill(load, from = "pasted") {
    this.state.latest += 1;
    const number = this.state.latest;
    showBusy();
    this.setOriginal();
    try {
      const content = await load();
      if (number !== this.state.latest) return;
      if (from !== "pasted") restoreForm();
      this.state.origin = from;
      this.state.confirmed = new Set();
      fillSubject(content);
    } catch (error) {
      if (number === this.state.latest)
        this.show({ view: errorView(/** @type {Error} */ (error)) });
      return;
    }
    await this.checkAndShow();
  }

  /** Fill the form with what the link of the page has, if it has anything to check. */
  followLink() {
    const fragment = readFragment();
    if (fragment === undefined)
      return this.show({
        view: errorView(new Unreadable(t("shared.longLink"))),
      });
    const link = parseLink(fragment);
    if (fragment.startsWith("#packed="))
      this.fill(async () => parseOrKeep(await unpackLink(fragment)), "link");
    else if (!link && fragment.length > 1 && this.services.viewDraw)
      this.fill(() => `${ROOT}result${fragment}`, "link"); // it has the same draw
    if (!link) return;
    this.fill(async () => {
      const text = decodeLink(link);
      return link.kind === "request"
        ? this.fetchLinked(text)
        : parseOrKeep(text);
    }, "link");
  }

  /**
   * Fetch the response to the request in a link.
   * @param {string} text the path and the query of the request
   */
  fetchLinked(text) {
    const { fetchRequested } = this.services;
    if (!fetchRequested) throw new Unreadable(t("verify.offline"));
    return fetchRequested(toRequest(text).request);
  }

  /**
   * Forget what was confirmed of a text that is changed, and where it was from, unless somebody typed a change to it.
   * @param {InputEvent} event
   * @param {string} text
   */
  forgetOrigin({ data, inputType }, text) {
    this.setOriginal();
    this.state.confirmed = new Set();
    // A change to what a link has leaves it the link's
    const isTyped = data?.length === 1 || TYPING.test(inputType);
    if (isTyped && text.trim()) return;
    this.state.origin = "pasted";
  }

  /** Clear the form, and drop the check that is running. */
  clear() {
    this.setOriginal();
    this.state.origin = "pasted";
    this.state.confirmed = new Set();
    restoreForm();
    this.showNothing();
  }

  /** Show that nothing is checked, and lead to the field. */
  showNothing() {
    this.state.latest += 1; // a check that is running is dropped
    this.show({ view: { state: "empty", word: t("verify.empty") } });
    $("#subject").focus();
  }

  /** Change the file that was checked, to show a failure, or put it back; and check that. */
  tamperOrPutBack() {
    const { original, checked, origin } = this.state;
    if (original) {
      restoreForm(original.content);
      this.state.origin = original.origin;
      this.setOriginal();
    } else if (checked) {
      const content = saveForm();
      const keyField = getElement(HTMLTextAreaElement, "#keys");
      const keys = keyField.value;
      restoreForm();
      fillSubject(tamper(checked));
      keyField.value = keys;
      this.setOriginal({ content, origin });
    }
    this.checkAndShow();
  }

  /**
   * Keep the form's content from before it was tampered with, or forget it, and say what the button does.
   * @param {DeskState["original"]} [original]
   */
  setOriginal(original) {
    this.state.original = original;
    if (this.tamperButton)
      this.tamperButton.textContent = original
        ? t("verify.putBack")
        : t("verify.tamper");
  }
}

/** @type {("commitment" | "client_seed")[]} */
const CONFIRMABLE = ["commitment", "client_seed"];

/**
 * Return the values of a receipt that its reader confirmed.
 * @param {Receipt | undefined} receipt
 * @param {Set<string>} confirmed
 * @returns {Confirmed}
 */
const listConfirmed = (receipt, confirmed) =>
  Object.fromEntries(
    CONFIRMABLE.filter(
      (name) =>
        confirmed.has(name) && (receipt?.[name] ?? undefined) !== undefined,
    ).map((name) => [name, receipt?.[name]]),
  );

/**
 * Return the names of what only a link or a file claims: notes that it filled in and nobody confirmed, and what was
 * seen.
 * @param {FileInput} input
 * @param {Set<string>} confirmed
 */
function listLinked({ file, notes }, confirmed) {
  /** @type {string[]} */
  const linked = CONFIRMABLE.filter(
    (name) => notes[name] !== undefined && isFilledIn(name),
  );
  if (file.seen !== undefined) linked.push("seen");
  return linked.filter((name) => !confirmed.has(name));
}

/**
 * Return the view of the check of the first of several links, which says so.
 * @param {string[]} links
 * @param {View} view
 * @returns {View}
 */
function sayFirstOf(links, view) {
  const sentence = t("verify.firstOfLinks", { count: links.length });
  return { ...view, more: [create("p", sentence), ...(view.more ?? [])] };
}

/**
 * Return whether a text is the file of a draw that the page of its result judges: it has a plan, or its link.
 * @param {string} text
 */
function isOfDraw(text) {
  const file = parseObject(text);
  const isLinked =
    file?.seed !== undefined && typeof file.screen?.link === "string";
  return file?.plan?.plan === "plan1" || isLinked;
}

/**
 * Create the buttons below a draw: its link to this page, and to the page of its result.
 * @param {string} text of its file
 * @param {string} [fragment] of its link, in place of a file
 */
async function createDrawButtons(text, fragment) {
  if (fragment !== undefined)
    return createLinkButton(
      `${ROOT}verify${fragment}`,
      `${ROOT}result${fragment}`,
    );
  const json = text.trim();
  const file = JSON.parse(json);
  return (
    json.length < MAX_LINK_LENGTH &&
    createLinkButton(
      createLink("answer", json),
      await createResultLink(file),
      isDrawn(file) ? undefined : t("verify.showAnnounced"),
    )
  );
}

/**
 * Return whether the file of a draw has what was drawn: an announced plan or seal has nothing yet.
 * @param {Subject} file
 */
const isDrawn = (file) =>
  getReceipt(file) !== undefined || "answer" in file || file.seed !== undefined;

/**
 * Return what a promise loads, such as a module. Throw, in words for people, if it cannot be loaded.
 * @template Module
 * @param {Promise<Module>} loading
 * @returns {Promise<Module>}
 */
export const loadPart = (loading) =>
  loadOrThrow(loading, () => new Unreadable(t("verify.notLoaded")));

/**
 * Return whether the page of a result shows a file.
 * @param {Subject} file
 */
const hasResult = (file) =>
  getReceipt(file) !== undefined ||
  (file.seed ?? file.deal_number) !== undefined;

/**
 * Return the link of a draw from a list, which the form or the file in it has; undefined for anything else.
 * @param {string} subject
 * @param {Subject} file
 */
const findDrawLink = (subject, { screen }) =>
  [subject, screen?.link].find((link) =>
    /^\S*#[a-z]+\?\S*\b(?:length|lines)=/.test(link ?? ""),
  );

/**
 * Return whether a text is a list, and the form has the seal, the receipt or the link of a draw from a list.
 * @param {string} text
 * @param {string} subject the text in the form
 */
function isListOf(text, subject) {
  const list = parseOrKeep(text);
  const value = parseOrKeep(subject);
  const file = /** @type {Subject} */ (objectOf(value));
  const isList =
    typeof list === "string"
      ? /^\s*[^\s%{][^\n]*\n\s*\S/.test(list)
      : Array.isArray(list) && list.every((item) => typeof item !== "object");
  return (
    isList &&
    ((getReceipt(file)?.terms ?? file.terms)?.items_sha256 ??
      file.plan?.names_sha256 ??
      findDrawLink(subject, file)) !== undefined
  );
}

/**
 * Parse a text as JSON, so that the form shows it formatted; return it unchanged if it is not JSON, or ambiguous.
 * @param {string} text
 */
function parseOrKeep(text) {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

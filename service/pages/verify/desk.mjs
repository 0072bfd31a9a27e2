/** The verify page: check what is in the form, and show the verdict, the cards and the steps. */
import { $ } from "../shared/page.mjs";
import { createTextLookup } from "./cards.mjs";
import { tamper } from "./example.mjs";
import { createLinkButton, errorView, showBusy, showVerdict } from "./finding.mjs";
import { fillForm, listenToForm, readForm } from "./form.mjs";
import { createLink, parseLink, decodeLink } from "./links.mjs";
import { addNotedCards, getReceipt } from "./notes.mjs";
import { getPacks, showCards } from "./results.mjs";
import { listenToSteps, showSteps } from "./steps.mjs";
import { collectSteps, verify } from "./verdict.mjs";

const MAX_LINK_LENGTH = 30_000;
const BLANK = { subject: "", notes: { commitment: "", clientSeed: "", seen: [], runs: [] } };
const TAMPER_LABEL = "Change one card";

/** Return whether there is WebCrypto: browsers withhold it from pages on plain http, except localhost. */
const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined;

/**
 * Set the page up. `fetchPictures` fetches the cards of a deck, `fetchRequested` the response that a link names,
 * `fetchKeys` the public keys of the service.
 */
export function start({ fetchPictures = createTextLookup, fetchRequested, fetchKeys = () => undefined } = {}) {
  let latest = 0; // number of the latest check: results of earlier ones are dropped
  let original; // the form's content before it was tampered with

  const setOriginal = (content) => {
    original = content;
    $("#tamper").textContent = content ? "Put it back" : TAMPER_LABEL;
  };

  function show({ view, subject, steps: list = [], lookup, difference }) {
    showVerdict(view);
    showSteps(list);
    $("#cards").hidden = true;
    if (subject) showCards(subject, list, lookup, difference?.where);
    $("#tamper").disabled = !subject;
    $("#verdict").scrollIntoView({ block: "nearest" });
  }

  async function checkForm() {
    const { subject: file, notes } = readForm();
    const subject = addNotedCards(file, notes);
    let cards;
    const lookup = () => (cards ??= createLookup());
    const createLookup = () => (getPacks(subject) ? fetchPictures(getPacks(subject)) : createTextLookup());
    const { view, difference } = await verify(subject, notes, lookup, fetchKeys);
    const list = await collectSteps(subject);
    const text = JSON.stringify(subject);
    if (text.length < MAX_LINK_LENGTH) view.more.push(createLinkButton(createLink(getReceipt(subject) ? "receipt" : "answer", text)));
    return { view, subject, steps: list, lookup: await lookup(), difference };
  }

  async function checkAndShow() {
    const mine = ++latest;
    showBusy();
    const outcome = await checkForm().catch((error) => ({ view: errorView(error) }));
    if (mine === latest) show(outcome);
  }

  /** Fill the form with what a function returns, and check it. */
  async function fill(load) {
    const mine = ++latest;
    showBusy();
    setOriginal();
    try {
      const content = await load();
      if (mine === latest) fillForm(content);
    } catch (error) {
      if (mine === latest) show({ view: errorView(error) });
      return;
    }
    if (mine === latest) await checkAndShow();
  }

  function followLink() {
    const link = parseLink(location.hash);
    if (!link) return;
    if (link.kind !== "request") fill(() => ({ ...BLANK, subject: parseOrKeep(decodeLink(link)) }));
    else if (fetchRequested) fill(async () => ({ ...BLANK, subject: await fetchRequested(decodeLink(link)) }));
  }

  fillForm(BLANK);
  listenToSteps();
  listenToForm(
    (text) => fill(() => ({ subject: parseOrKeep(text) })),
    (error) => show({ view: errorView(error) }),
  );
  $("#form").addEventListener("submit", (event) => {
    event.preventDefault();
    checkAndShow();
  });
  $("#subject").addEventListener("input", () => setOriginal());
  $("#clear").addEventListener("click", () => {
    latest++;
    setOriginal();
    fillForm(BLANK);
    show({ view: { state: "empty", word: "Nothing is checked yet." } });
    $("#subject").focus();
  });
  $("#tamper").addEventListener("click", () => {
    try {
      const content = original ?? readForm();
      fillForm(original ?? tamper(content));
      setOriginal(original ? undefined : content);
    } catch (error) {
      return show({ view: errorView(error) });
    }
    checkAndShow();
  });
  document.documentElement.dataset.hasCrypto = hasWebCrypto();
  if (!hasWebCrypto()) for (const button of document.querySelectorAll("#verify, #example")) button.disabled = true;
  else followLink();
  addEventListener("hashchange", followLink);
  return { fill };
}

/** Parse a text as JSON, so that the form shows it formatted; return it unchanged if it is not JSON. */
function parseOrKeep(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The verify page: check the form, and show the verdict, the cards and the steps. */
import { parseJson } from "../../../verify/core/json.mjs";
import { findLater } from "../../../verify/core/versions.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { createResultLink } from "../shared/packed.mjs";
import { $, $$, ROOT, listenToSubmit } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { parseObject } from "../table/request.mjs";
import { createTextLookup } from "./cards.mjs";
import { describeDrawn, readAnnouncement, viewAnnouncement } from "./draws.mjs";
import { tamper } from "./example.mjs";
import {
  createConfirmations,
  createLinkButton,
  errorView,
  showBusy,
  showVerdict,
} from "./finding.mjs";
import {
  fillNotes,
  fillSubject,
  isFilledIn,
  listenToForm,
  readForm,
  readNotes,
  restoreForm,
  saveForm,
} from "./form.mjs";
import { createLink, decodeLink, parseLink, unpackLink } from "./links.mjs";
import { completeFile, getReceipt, hasIntegers } from "./notes.mjs";
import { isRecordKept } from "./records.mjs";
import { getPacks, showCards } from "./results.mjs";
import { spreadTickets } from "./seals.mjs";
import { listenToSteps, showSteps } from "./steps.mjs";
import { Unreadable } from "./unreadable.mjs";
import { toRequest } from "./urls.mjs";
import { collectSteps, verify } from "./verdict.mjs";

const MAX_LINK_LENGTH = 30_000;
const TYPING = /^(insertLine|delete)/;

/** Return whether there is WebCrypto: browsers withhold it from pages on plain http, except localhost. */
const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined;

/**
 * Set up the page. `fetchPictures` fetches the cards of a deck, `fetchRequested` the response to a request, `fetchKeys`
 * the public keys of the service. `parameters` has the type of each parameter of a request. `schemes` has the fields of
 * each scheme of another provider; `fetchVerdict` asks the service about a result of one. `viewPlan` views a draw with a plan,
 * as the service checks the signature of its round.
 */
export function start({
  fetchPictures = createTextLookup,
  fetchRequested,
  fetchKeys,
  fetchVerdict,
  viewPlan,
  parameters,
  schemes,
} = {}) {
  let latest = 0; // number of the latest check: results of earlier ones are dropped
  let origin = "pasted"; // of the text to check: pasted, link, file, kept or example
  let confirmed = new Set(); // the names of what its reader confirmed
  let bet = {}; // the text of a bet that was checked last, and the values that were `typed` for it
  let checked; // the file that was checked last
  let original; // the form's content and its origin before it was tampered with

  const setOriginal = (content) => {
    original = content;
    $("#tamper").textContent = content
      ? t("verify.putBack")
      : t("verify.tamper");
  };

  function show({ view, file, steps: list = [], lookup, difference }) {
    checked = file;
    showVerdict(view);
    showSteps(list);
    $("#cards").hidden = true;
    if (file) showCards(file, list, lookup, difference?.where);
    $("#tamper").disabled = !file;
    $("#verdict").scrollIntoView({ block: "nearest" });
  }

  /** Return the file in a text; of a request, the response of the service. */
  async function resolve(text) {
    const { parseInput } = await loadPart(import("./input.mjs"));
    const input = parseInput(text, {
      root: fetchRequested && ROOT,
      parameters,
    });
    if (!input.request) return input;
    if (!fetchRequested) throw new Unreadable(t("verify.offline"));
    const file = await fetchRequested(input.request);
    return { file, notes: {}, isFetched: true };
  }

  async function checkForm(isLatest) {
    const { text: typedText, keys, ...entered } = readForm();
    const text = await unpackLink(typedText);
    const { readBet } = await loadPart(import("./bets.mjs")); // readers of pasted texts load with the first check
    const found = readBet(text, Object.keys(schemes ?? {}));
    if (
      found &&
      (schemes === undefined || Object.hasOwn(schemes, found.scheme))
    )
      return { view: await viewFoundBet(found, text) };
    const announced = readAnnouncement(text);
    if (announced)
      return { view: await viewAnnouncement(announced, entered.items) };
    if (viewPlan && parseObject(text)?.plan?.plan === "plan1")
      return checkPlan(text, entered.items);
    const input = await resolve(text);
    if (text !== typedText) input.isLink = true;
    if (!isLatest()) return undefined;
    if (findLater(input.file)) throw new Unreadable(t("verify.unknownForm")); // of a later version
    if (input.isFetched) fillSubject(input.file);
    if (input.isLink && origin === "pasted") origin = "link";
    if (input.isOne && origin === "pasted") origin = "file"; // of whoever handed it out, and not what its reader saw
    if (
      ["link", "file"].includes(origin) &&
      isRecordKept({ ...input.file, confirmed: input.notes })
    )
      origin = "kept";
    const receipt = getReceipt(input.file);
    const confirmedNotes = ["commitment", "client_seed"].filter(
      (name) =>
        confirmed.has(name) && (receipt?.[name] ?? undefined) !== undefined,
    );
    const allNotes = {
      ...Object.fromEntries(
        confirmedNotes.map((name) => [name, receipt[name]]),
      ),
      ...input.notes,
    };
    fillNotes(allNotes, (name) =>
      confirmed.has(name)
        ? t("verify.origins.confirmed")
        : t(`verify.origins.${origin}`),
    );
    if (hasIntegers(receipt?.terms))
      entered.items = await spreadTickets(entered.items, receipt.terms);
    const isTold = ["link", "file"].includes(origin) && receipt;
    if (isTold) delete allNotes.own_text; // a text is the reader's own only if the reader says so
    const file = completeFile(input.file, {
      ...entered,
      notes: { ...allNotes, ...readNotes() },
    });
    const isGiven = (name) =>
      name === "seen"
        ? input.file.seen !== undefined
        : input.notes[name] !== undefined && isFilledIn(name);
    const isLinked = (name) => !confirmed.has(name) && isGiven(name);
    const linked = isTold
      ? ["commitment", "client_seed", "seen"].filter(isLinked)
      : [];
    let cards;
    const lookup = () =>
      (cards ??= getPacks(file)
        ? fetchPictures(getPacks(file))
        : createTextLookup());
    const { view, questions, difference } = await verify(file, {
      keys,
      fetchKeys,
      linked,
      lookup,
      confirmed,
      drawnAt: input.drawnAt,
    });
    const list = await collectSteps(file);
    if (questions?.length)
      view.more.unshift(createConfirmations(questions, confirmed, confirm));
    if (!difference) view.more.unshift(...describeDrawn(file));
    const json = JSON.stringify(file);
    if (json.length < MAX_LINK_LENGTH)
      view.more.push(
        createLinkButton(
          createLink(getReceipt(file) ? "receipt" : "answer", json),
          fetchRequested && hasResult(file) && (await createResultLink(file)),
        ),
      );
    return { view, file, steps: list, lookup: await lookup(), difference };
  }

  async function checkPlan(text, items) {
    const { view, file } = await viewPlan(text, { items, confirmed, confirm });
    const json = text.trim();
    if (json.length < MAX_LINK_LENGTH)
      view.more.push(
        createLinkButton(
          createLink("answer", json),
          await createResultLink(JSON.parse(json)),
        ),
      );
    return {
      view,
      file,
      steps: file ? await collectSteps(file) : [],
      lookup: await createTextLookup(),
    };
  }

  async function viewFoundBet(found, text) {
    if (!fetchVerdict) throw new Unreadable(t("verify.offlineBet"));
    const { viewBet } = await loadPart(import("./bet_view.mjs"));
    const onCheck = async (values) => {
      bet = { text, typed: values };
      confirmed = new Set();
      await checkAndShow();
      $("#verdict").focus({ preventScroll: true });
      $("#verdict").scrollIntoView({ block: "start" });
    };
    const typed = bet.text === text ? bet.typed : undefined;
    return viewBet(found, {
      fields: schemes[found.scheme],
      typed,
      post: fetchVerdict,
      onCheck,
      confirmed,
      onConfirm: confirm,
    });
  }

  async function checkAndShow() {
    const mine = ++latest;
    showBusy();
    const outcome = await checkForm(() => mine === latest).catch((error) => ({
      view: errorView(error),
    }));
    if (mine === latest) show(outcome);
  }

  async function confirm(name, isRight) {
    if (isRight) confirmed.add(name);
    else confirmed.delete(name);
    await checkAndShow();
    $(`.confirm [name=${name}]`)?.focus();
  }

  /** Fill in the list of a draw, beside the file in the form. */
  function fillItems(text) {
    $("#items").value = text.replace(/^\uFEFF/, "");
    $("#notes").open = true;
    checkAndShow();
  }

  /** Fill the form with a text or a file that a function returns, and check it. */
  async function fill(load, from = "pasted") {
    const mine = ++latest;
    showBusy();
    setOriginal();
    try {
      const content = await load();
      if (mine !== latest) return;
      if (from !== "pasted") restoreForm();
      origin = from;
      confirmed = new Set();
      fillSubject(content);
    } catch (error) {
      if (mine === latest) show({ view: errorView(error) });
      return;
    }
    await checkAndShow();
  }

  function followLink() {
    const fragment = readFragment();
    if (fragment === undefined)
      return show({ view: errorView(new Unreadable(t("shared.longLink"))) });
    const link = parseLink(fragment);
    if (fragment.startsWith("#packed="))
      fill(async () => parseOrKeep(await unpackLink(fragment)), "link");
    if (!link) return;
    const load =
      link.kind === "request" ? loadRequested : ({ text }) => parseOrKeep(text);
    fill(async () => load({ text: decodeLink(link) }), "link");
  }

  function loadRequested({ text }) {
    if (!fetchRequested) throw new Unreadable(t("verify.offline"));
    return fetchRequested(toRequest(text).request);
  }

  restoreForm();
  listenToSteps();
  listenToForm(
    (text) =>
      isListOf(text, $("#subject").value)
        ? fillItems(text)
        : fill(() => parseOrKeep(text)),
    (error) => show({ view: errorView(error) }),
  );
  listenToSubmit($("#form"), checkAndShow);
  $("#subject").addEventListener("input", ({ data, inputType, target }) => {
    setOriginal();
    confirmed = new Set();
    const isTyped = data?.length === 1 || TYPING.test(inputType); // a change to what a link has leaves it the link's
    if (!isTyped || !target.value.trim()) origin = "pasted";
  });
  $("#clear").addEventListener("click", () => {
    latest++;
    setOriginal();
    origin = "pasted";
    confirmed = new Set();
    restoreForm();
    show({ view: { state: "empty", word: t("verify.empty") } });
    $("#subject").focus();
  });
  $("#tamper").addEventListener("click", () => {
    if (original) {
      restoreForm(original.content);
      origin = original.origin;
      setOriginal();
    } else {
      const [content, keys] = [saveForm(), $("#keys").value];
      const file = tamper(checked);
      restoreForm();
      fillSubject(file);
      $("#keys").value = keys;
      setOriginal({ content, origin });
    }
    checkAndShow();
  });
  document.documentElement.dataset.hasCrypto = hasWebCrypto();
  if (!hasWebCrypto())
    for (const button of $$("#verify, #verify-noted, #example"))
      button.disabled = true;
  else followLink();
  addEventListener("hashchange", followLink);
  return { fill };
}

/** Return the module of a promise. Throw, in words for people, if it cannot be loaded. */
const loadPart = (loading) =>
  loading.catch(() => {
    throw new Unreadable(t("verify.notLoaded"));
  });

/** Return whether the page of a result shows a file. */
const hasResult = (file) =>
  getReceipt(file) !== undefined ||
  (file.seed ?? file.deal_number) !== undefined;

/** Return whether a file is a list, and the form has the seal or the receipt of a draw from a list. */
function isListOf(text, subject) {
  const [list, file] = [parseOrKeep(text), parseOrKeep(subject)];
  const isList =
    typeof list === "string"
      ? /^\s*[^\s%{][^\n]*\n\s*\S/.test(list)
      : Array.isArray(list) && list.every((item) => typeof item !== "object");
  return (
    isList &&
    ((getReceipt(file)?.terms ?? file?.terms)?.items_sha256 ??
      file?.plan?.names_sha256) !== undefined
  );
}

/** Parse a text as JSON, so that the form shows it formatted; return it unchanged if it is not JSON, or ambiguous. */
function parseOrKeep(text) {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

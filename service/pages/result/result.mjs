/** The result of a public draw on one plain screen: what was drawn, the names, when, who chose, and one sign. */
import { escapeInvisible } from "../../../verify/texts.mjs";
import { pack, unpack } from "../shared/packed.mjs";
import { $, create, createPairs } from "../shared/page.mjs";
import { TEXTS } from "./texts.mjs";

const MAX_PROOF = 30_000; // characters of a link

let latest = 0; // number of the latest check: results of earlier ones are dropped
let draw; // what the link or the file has
let link; // the fragment of the page Verify for the draw, "" if there is none
let items; // the list that the reader opened, if it is the sealed one
let listNote; // what was found of the list that the reader opened last
let confirmed = new Set(); // the names of what the reader confirmed

const formatTime = (time) => new Date(time).toLocaleString([], { dateStyle: "long", timeStyle: "medium" });

/** Load the modules that check. A failure, as without a network, is told in words. */
async function load() {
  try {
    const [outcome, arranging, results, beacon] = await Promise.all([import("./outcome.mjs"), import("./arrange.mjs"), import("../draw/result.mjs"), import("../draw/beacon.mjs")]);
    return { ...outcome, ...arranging, ...results, ...beacon };
  } catch {
    throw new Error(TEXTS.notLoaded);
  }
}

/** Show the sign: the word of a state, and a sentence. */
function showSign(state, says) {
  $("#outcome").dataset.state = state;
  $("#sign").replaceChildren(create("span.mark", { "aria-hidden": "true" }), create("p", create("strong", TEXTS[`${state}Word`]), " ", says));
}

function clear() {
  $("#title").textContent = document.title.split(" · ")[0];
  $("#kind").hidden = true;
  for (const part of ["#warnings", "#shown", "#more"]) $(part).replaceChildren();
}

function showEmpty() {
  clear();
  showSign("empty", TEXTS.emptySays);
  $("#more").append(create("p.buttons", createFileButton(TEXTS.openFile, openDraw)));
}

function showRefused(says) {
  clear();
  showSign("refused", `${says} ${TEXTS.refusedSays}`);
  $("#more").append(create("p.buttons", createFileButton(TEXTS.openFile, openDraw), createProofLink()));
}

/** Create a button that opens a text file. */
function createFileButton(label, open) {
  const input = create("input", { type: "file", accept: ".txt,.csv,.json,text/plain,application/json", "aria-label": label, tabindex: -1, hidden: true });
  input.addEventListener("change", async () => input.files[0] && open(await input.files[0].text()));
  return [create("button", { onclick: () => input.click() }, label), input];
}

const createProofLink = () => link && create("a.button", { id: "proof", href: `${document.documentElement.dataset.root}verify${link}`, title: TEXTS.proofNote }, draw && !draw.file ? TEXTS.showSeal : TEXTS.showProof);

/** Check the draw, and show it. */
async function show() {
  const mine = ++latest;
  const tools = await load();
  const { commitment, terms, file } = draw;
  const outcome = file ? await tools.judge(draw, { items, confirmed }) : tools.noteSeal({ commitment, terms });
  if (mine !== latest) return;
  const { occasion, what, round } = tools.parseLabel(terms.label);
  clear();
  $("#title").textContent = escapeInvisible(occasion ?? what);
  $("#kind").hidden = occasion === undefined || what === undefined;
  $("#kind").textContent = escapeInvisible(what ?? "");
  showSign(outcome.state, outcome.says);
  $("#warnings").append(...(outcome.warnings ?? []).map((sentence) => create("p.problem", sentence)));
  if (outcome.result) tools.showResult(outcome.result);
  const url = round && tools.getRoundUrl(round);
  const due = round && tools.getDue(round);
  if (outcome.state !== "invalid") $("#more").append(createWhen(outcome, due), createWho(outcome, { round, url }), createListPart(outcome) || "");
  $("#more").append(create("p.buttons", createProofLink()));
}

/** Create the times, the words or the public number, the seal, and the list. */
function createWhen({ notedAt }, due) {
  const { commitment, terms, screen, file } = draw;
  const { sealed, drawn } = screen;
  const words = file?.receipt.client_seed;
  return create("section", { "aria-labelledby": "when-title" }, [
    create("h2", { id: "when-title" }, TEXTS.whenTitle),
    create("dl.facts", createPairs([
      sealed !== undefined && [TEXTS.fixed, formatTime(sealed)],
      notedAt !== undefined && [TEXTS.noted, formatTime(notedAt)],
      drawn !== undefined && [TEXTS.drawn, formatTime(drawn)],
      due !== undefined && [TEXTS.due, formatTime(due)],
      words && [due ? TEXTS.round : TEXTS.words, createSaid(words, due)],
      terms.items_sha256 && [TEXTS.entries, TEXTS.names(terms.max - (terms.min ?? 1) + 1)],
    ])),
    sealed !== undefined && create("p.soft", file ? TEXTS.clockNote : TEXTS.clockNoteSealed),
    create("details.eye", { open: !file }, [
      create("summary", TEXTS.byEye),
      create("dl.facts", createPairs([
        [TEXTS.seal, createDigest(commitment)],
        /^[0-9a-f]{64}$/.test(terms.items_sha256) && [TEXTS.fingerprint, createDigest(terms.items_sha256)],
      ])),
    ]),
  ]);
}

/** Create a digest in groups of eight digits, which people can compare. */
const createDigest = (digest) => create("code", digest.match(/.{8}/g).join(" "));

/** Create what decided a draw: words, or the digits of a public number. */
const createSaid = (words, isNumber) => create("bdi", { class: isNumber ? "digits" : "said" }, escapeInvisible(words));

const CHOOSERS = { nobody_alone: "nobodyAlone", operator: "operator", unknown: "unknown" };

/** Return the sentence on who chose, or who will. */
function describeChooser({ chosenBy, notedAt, isTimely }, round) {
  if (!draw.file) return round ? TEXTS.decidesRound(round) : TEXTS.decidesWords;
  if (chosenBy in CHOOSERS) return TEXTS[CHOOSERS[chosenBy]];
  const isConfirmed = isTimely && confirmed.has("client_seed") && (confirmed.has("commitment") || notedAt !== undefined);
  if (isConfirmed) return round ? TEXTS.lastRoundConfirmed : TEXTS.lastWordConfirmed;
  return round ? TEXTS.lastRound(round) : TEXTS.lastWord;
}

/** Create the part on who chose, with boxes for what only the reader knows. */
function createWho(outcome, { round, url }) {
  const { asked = [], hasList, state } = outcome;
  const sentences = { commitment: round ? TEXTS.confirmSealRound : TEXTS.confirmSeal, client_seed: round ? TEXTS.confirmRound : TEXTS.confirmWords, seen: TEXTS.confirmSeen };
  const { receipt } = draw.file ?? {};
  const values = receipt && { commitment: createDigest(receipt.commitment), client_seed: createSaid(receipt.client_seed ?? "", round) };
  const boxes = asked.map((name) => {
    const input = create("input", { type: "checkbox", name, checked: confirmed.has(name), onchange: ({ target }) => confirm(name, target.checked) });
    return create("label", input, create("span", sentences[name], " ", values[name]));
  });
  return create("section", { "aria-labelledby": "who-title" }, [
    create("h2", { id: "who-title" }, TEXTS.whoTitle),
    create("p", describeChooser(outcome, round)),
    url && create("p", create("a.button", { href: url, target: "_blank", rel: "noreferrer noopener" }, TEXTS.openRound)),
    boxes.length > 0 && create("fieldset.confirm", create("legend", TEXTS.confirmTitle), boxes, state !== "valid" && create("p.soft", hasList ? TEXTS.ticksValid : TEXTS.ticksAndList)),
  ]);
}

async function confirm(name, isRight) {
  if (isRight) confirmed.add(name);
  else confirmed.delete(name);
  await showOrRefuse();
  $(`.confirm [name=${name}]`)?.focus({ preventScroll: true });
}

/** Create the part on the list; undefined for a draw without a list, or one whose link has it. */
function createListPart({ hasList, isNamed }) {
  const { terms, file } = draw;
  if (terms.items_sha256 === undefined || file?.original_items) return undefined;
  const missing = isNamed ? TEXTS.listClaimed : TEXTS.listMissing;
  const text = items ? TEXTS.listMatches(items.length) : file ? !hasList && missing : TEXTS.listSealed;
  return create("section", { "aria-labelledby": "list-title" }, [
    create("h2", { id: "list-title" }, TEXTS.listTitle),
    create("p", { role: "status" }, listNote && !items ? create("strong.bad", listNote) : text),
    !items && create("p.buttons", createFileButton(TEXTS.openList, openList)),
  ]);
}

/** Compare a list that the reader opened with the sealed one. */
async function openList(text) {
  const { matchList } = await load();
  const { readLines } = await import("../draw/lines.mjs");
  items = await matchList(readLines(text), draw);
  listNote = items ? undefined : TEXTS.listDiffers;
  await showOrRefuse();
  $("#list-title")?.scrollIntoView({ block: "center" });
}

/** Show a draw from a text of JSON. `fragment`: that of the link, "" for a file. */
async function openDraw(text, fragment = "") {
  const mine = ++latest;
  [draw, items, listNote, confirmed, link] = [undefined, undefined, undefined, new Set(), fragment];
  showSign("busy", "");
  if (!crypto.subtle || !globalThis.DecompressionStream) return showRefused(TEXTS.noCrypto);
  try {
    const { readDraw } = await load();
    if (mine !== latest) return;
    draw = readDraw(await text);
    link ||= await createFragment(await text);
  } catch (error) {
    return showRefused(error.message);
  }
  await showOrRefuse();
}

/** Return the fragment for a file, "" if it is too long for a link. */
async function createFragment(text) {
  const packed = await pack(text);
  return packed.length <= MAX_PROOF ? `#packed=${packed}` : "";
}

async function showOrRefuse() {
  try {
    await show();
  } catch (error) {
    const { explainError } = await load();
    const sentence = explainError(error);
    showRefused(sentence ?? TEXTS.notADraw);
    if (!sentence) throw error;
  }
}

function followLink() {
  const [, packed] = /^#packed=(.*)$/s.exec(location.hash) ?? [];
  if (packed === undefined) return showEmpty();
  const text = unpack(packed).catch(() => {
    throw new Error(TEXTS.damaged);
  });
  text.catch(() => undefined); // `openDraw` tells it
  return openDraw(text, location.hash);
}

followLink();
addEventListener("hashchange", followLink);

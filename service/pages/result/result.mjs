/** A result on one plain screen: what was drawn or dealt for whom, when, who chose, and one sign. */
// @ts-check
import { escapeInvisible } from "../../../verify/core/escaped_texts.mjs";
import { createDue } from "../shared/countdown.mjs";
import { listenToFiles, saveFile } from "../shared/files.mjs";
import { LongLink, readFragment } from "../shared/fragments.mjs";
import { toTitle } from "../shared/labels.mjs";
import { MAX_TEXT, pack, unpack } from "../shared/packed.mjs";
import {
  $,
  create,
  findElement,
  getElement,
  isPresent,
} from "../shared/elements.mjs";
import { Problem, ROOT, mayPass } from "../shared/service.mjs";
import { createShareButton } from "../shared/share.mjs";
import { clearSheet, prepareSheet } from "../shared/sheet.mjs";
import { createStageButton, startStage } from "../shared/stage.mjs";
import { createText, findText, t } from "../shared/texts.mjs";
import { keepShown } from "../verdicts/assessment/records.mjs";
import { Altered, CutLink } from "../verdicts/input/unreadable.mjs";
import {
  NotLoaded,
  judgeDraw,
  loadPart,
  matchList,
  openLink,
  openText as openDrawn,
} from "./judgement.mjs";
import {
  createDigest,
  createFacts,
  createFileButton,
  createRoundLink,
  createSections,
  isOfCards,
} from "./sections.mjs";
import { NoDraw, SlipOfOne } from "./unshown.mjs";

/**
 * @import { Child } from "../shared/elements.mjs"
 * @import { OpenedDraw, OpenedSeeded, Outcome } from "./outcome.mjs"
 * @import { Actions, DecidingRound, Opened, Sections } from "./sections.mjs"
 */

/**
 * What the page shows.
 * @typedef {object} State
 * @property {number} latest number of the latest check: results of earlier ones are dropped
 * @property {string} [awaited] the digest of the file that a code asks for, if it does
 * @property {string} given the link or the short text that was opened last, "" for a long file
 * @property {string} proof the fragment of the page Verify for what is opened, "" if there is none
 * @property {Opened} [opened] missing while nothing is opened that can be shown
 */

/**
 * What a draw or a deal is called: its `occasion`, `what` was drawn, and the number of the round that decides it, if
 * any.
 * @typedef {{ occasion?: string, what?: string, round?: string }} Names
 */

/** @typedef {Awaited<ReturnType<typeof load>>} Tools */

/** @typedef {Pick<Outcome, "title" | "deals">} Dealt what an outcome has of the name; both are missing before it */

/**
 * A function that shows what is opened by its names, as soon as they are known.
 * @typedef {(names: Names) => void} NameOpened
 */

const MAX_PROOF = 30_000; // characters of a link
const MAX_GIVEN = 2_000; // characters of a text without a link that its reader may mend
const CLEARED = [
  "#kind",
  "#facts",
  "#checked",
  "#warnings",
  "#shown",
  "#drawn-from",
  "#actions",
  "#reasons",
  "#more",
]; // before something else is shown

/** @type {State} */
const state = { latest: 0, given: "", proof: "" };

/** Load the modules that check. */
async function load() {
  const [outcome, label, titles, results, beacon] = await loadPart(
    Promise.all([
      import("./outcome.mjs"),
      import("../shared/sealed_labels.mjs"),
      import("./titles.mjs"),
      import("../shared/drawn_result.mjs"),
      import("../shared/beacon.mjs"),
    ]),
  );
  return { outcome, label, titles, results, beacon };
}

const loadHands = () => loadPart(import("./hands.mjs"));

const loadCodes = () => loadPart(import("../shared/codes.mjs"));

/**
 * Show the sign: the word of a state, or another, and what it `says`. The `limit` of what is known stands below the
 * word also in one column, where the sentence is below the result.
 * @param {string} name of the state, such as "valid"
 * @param {Child} says
 * @param {{ word?: Child, limit?: Child }} [words]
 */
function showSign(name, says, { word, limit } = {}) {
  $("#outcome").dataset.state = name;
  $("#sign").replaceChildren(
    create("p.headline", [
      create("span.mark", { "aria-hidden": "true" }),
      create("strong", word ?? t(`result.sign.${name}`)),
      limit && create("span.limit", limit),
    ]),
    " ",
    create("p.says", [
      says !== limit && says,
      name === "matches" &&
        create("span.of-sections", " ", createLinkToChooser()),
    ]),
  );
}

/**
 * Return the limit of what a right result proves; undefined of one that is valid, and of one that its sentence limits.
 * @param {Outcome} outcome
 * @param {DecidingRound | undefined} round
 */
function findLimit({ state: name, says, chosenBy }, round) {
  if (chosenBy === "requester") return says;
  if (name !== "matches") return undefined;
  if (round) return t("result.limits.round");
  return chosenBy === "last_word" ? t("result.limits.words") : undefined;
}

/**
 * Show the sign of what is announced: the link to its result if this browser saw it, and before it what decides.
 * @param {Outcome} outcome
 * @param {DecidingRound | undefined} round
 */
function showSealed(outcome, round) {
  const { state: name, word, shown } = outcome;
  if (shown) showSign(name, createLinkToResult(shown), { word });
  else if (outcome.isDrawn) showSign(name, outcome.says, { word });
  else if (round) showAwaited(round, outcome);
  else showSign(name, [t("verify.decides.words"), " ", outcome.says], { word });
}

/**
 * Create the sentence with the link to the result that this browser saw.
 * @param {string} fragment
 */
const createLinkToResult = (fragment) =>
  createText("result.seenSays", {
    link: create(
      "a",
      { href: `${ROOT}result${fragment}` },
      t("result.openResult"),
    ),
  });

/**
 * Show the sign of a draw that waits for its round: when it is due, and then the button that opens it.
 * @param {DecidingRound} round
 * @param {Outcome} outcome
 */
function showAwaited(round, { state: name, says }) {
  const showRound = () =>
    $("#actions .buttons").prepend(createRoundLink(round));
  const due = createDue(round.due, showRound);
  const decider = t("verify.decides.round", { round: round.number });
  const sentences = [t("verify.due.noResult"), decider, says];
  showSign(name, sentences.join(" "), { word: due });
}

/** Create the link to the section on who chose; its fragment would name another draw. */
function createLinkToChooser() {
  /** @param {Event} event */
  const follow = (event) => {
    event.preventDefault();
    $("#who-title").scrollIntoView();
  };
  return create(
    "a",
    { href: "#who-title", onclick: follow },
    t("result.whoChose"),
  );
}

/** Show that something is checked: its sign stands where it stays. */
function showBusy() {
  clear();
  showSign("busy", "");
}

function clear() {
  $("#title").textContent = document.title.split(" · ")[0];
  for (const part of ["#shown-title", "#checks"]) $(part).hidden = true;
  for (const part of CLEARED) $(part).replaceChildren();
  clearSheet();
}

/**
 * Show that nothing is opened, with the field for it.
 * @param {string} [problem] what is wrong with what was given
 */
function showEmpty(problem) {
  clear();
  if (state.awaited)
    showSign("empty", t("result.askSays"), { word: t("result.ask") });
  else showSign("empty", t("result.emptySays"));
  $("#more").append(
    createOpener({ isFirst: true, problem }),
    create("p.buttons", createWayOn("minor")),
  );
}

/**
 * The field that opens what the reader has: whether it `isFirst` of what they can do, what it has at first, and what is
 * said of it.
 * @typedef {{ isFirst: boolean, given?: string, problem?: string }} Opener
 */

/**
 * Create the field and the button that open what the reader has. A file can also be dropped anywhere.
 * @param {Opener} opener
 */
function createOpener({ isFirst, given = "", problem = "" }) {
  const [fileButton, fileInput] = createFileButton(
    t("result.openFile"),
    openText,
  );
  const field = create(
    "textarea",
    { id: "pasted", rows: 3, autocomplete: "off", spellcheck: "false" },
    given,
  );
  field.addEventListener("focus", () => field.select()); // what is pasted takes its place
  field.addEventListener("input", (event) => {
    const isTyped = event instanceof InputEvent && event.data?.length === 1;
    if (field.value.trim() && !isTyped) openText(field.value);
  });
  const openPasted = () => {
    if (field.value.trim()) return openText(field.value);
    state.latest += 1;
    Object.assign(state, { given: "", proof: "", opened: undefined });
    showEmpty(t("verify.unreadable.empty"));
    $("#pasted").focus();
  };
  return create("div.field.opener", [
    create("label", { for: "pasted" }, t("result.paste")),
    field,
    problem && create("p.problem", { role: "alert" }, problem),
    create("p.buttons", [
      create(
        isFirst ? "button.primary" : "button",
        { onclick: openPasted },
        t("result.openPasted"),
      ),
      fileButton,
      fileInput,
    ]),
    state.awaited &&
      create("p.soft", t("result.digest"), " ", createDigest(state.awaited)),
  ]);
}

/**
 * Show that what was opened has no draw, however much of it is opened: first the way to a page that works.
 * @param {Child} says
 */
const showRefused = (says) =>
  showFailure("refused", says, { first: createWayOn("primary") });

/**
 * Show that what was opened is the slip of one person: first the page that has it.
 * @param {Child} says
 */
function showSlip(says) {
  const href = `${ROOT}draw${readFragment()}`;
  const first = create("a.button.primary", { href }, t("result.openSlip"));
  showFailure("refused", says, { first });
}

/**
 * Show what may be over soon, such as that there is no network, and the button that tries again.
 * @param {Child} says
 */
function showPassing(says) {
  const again = () => location.reload();
  const first = create("button.primary", { onclick: again }, t("result.retry"));
  showFailure("refused", says, { first, others: createWayOn("minor") });
}

/**
 * Show that what was opened is cut, changed or another file: first the field for the whole of it.
 * @param {Child} says
 */
const showDamaged = (says) =>
  showFailure("refused", says, { others: createWayOn("minor") });

/**
 * Show that a link is not whole: first the field for the whole of it. What the service says of it is folded.
 * @param {string} says
 * @param {Child} [refusal]
 */
function showCut(says, refusal) {
  showFailure("cut", says, {
    word: t("verify.cutLink"),
    others: createWayOn("minor"),
  });
  if (refusal)
    $("#warnings").append(
      create(
        "details",
        create("summary", t("result.refusal")),
        create("p", refusal),
      ),
    );
}

/**
 * Show what is wrong with what was opened, in a `word` of its own if it has one, what to do `first`, the field to open
 * it again, and the `others`; the field comes first if nothing else does. What was opened is in it, as its reader may
 * see what it lacks, and complete it.
 * @param {"refused" | "invalid" | "cut"} name
 * @param {Child} says
 * @param {{ word?: string, first?: Child, others?: Child }} ways
 */
function showFailure(name, says, { word, first, others }) {
  clear();
  showSign(name, says, { word });
  if (first) $("#actions").append(create("p.buttons.actions", first));
  $("#more").append(createOpener({ isFirst: !first, given: state.given }));
  if (others) $("#more").append(create("p.buttons", others));
}

/**
 * Create the link to a page that works: of a deal the page Deal, and else the page Draw.
 * @param {"primary" | "minor"} look
 */
const createWayOn = (look) =>
  state.given.includes("#v1/")
    ? create(`a.button.${look}`, { href: ROOT }, t("result.startDeal"))
    : create(
        `a.button.${look}`,
        { href: `${ROOT}draw` },
        t("result.startDraw"),
      );

/** Create the link to the page Verify; undefined if it cannot show what is opened. */
function createProofLink() {
  const { proof, opened } = state;
  if (!proof) return undefined;
  const isSeal = opened && !opened.draw.file;
  return create(
    "a.button",
    {
      href: `${ROOT}verify${proof}`,
      title: t("result.proofNote"),
    },
    isSeal ? t("result.showSeal") : t("result.showProof"),
  );
}

/**
 * Check the draw that is opened, and show it.
 * @param {Opened} opened
 */
async function show(opened) {
  state.latest += 1;
  const mine = state.latest;
  const tools = await load();
  const outcome = await judgeDraw(opened.draw, opened);
  const dealt = outcome.deals && (await loadHands()).renderDeals(outcome.deals);
  if (mine !== state.latest) return;
  const names = nameDraw(opened.draw, outcome, tools);
  clear();
  showNames(names);
  const round = describeRound(names.round, tools);
  if (outcome.state === "sealed") showSealed(outcome, round);
  else
    showSign(outcome.state, outcome.says, {
      word: outcome.word,
      limit: findLimit(outcome, round),
    });
  $("#facts").append(...createFacts(opened.draw, round));
  showFindings(opened.draw, outcome, tools);
  if (outcome.result) tools.results.showResult(outcome.result);
  if (dealt) Object.assign($("#shown"), { className: "" }).append(...dealt);
  $("#shown-title").hidden = $("#shown").childElementCount === 0;
  const isRight = outcome.state !== "invalid";
  if (isRight) keepLink(opened, outcome);
  $("#actions").append(...createActions(opened, isRight));
  prepareSheet({
    title: $("#title").textContent,
    link: toLink(opened),
    isAnnounced: !opened.draw.file,
    drawn: opened.draw.screen.drawn,
    file: opened.content,
  });
  if (isRight) showSections(createSections(opened, outcome, round, ACTIONS));
  else showWayToOriginal();
  $("#more").append(create("p.buttons", createAgainLink(opened.draw)));
}

/** Show, below a result that is not valid, what to do: ask for the original, and open it. */
function showWayToOriginal() {
  $("#warnings").append(create("p", t("verify.askAgain")));
  $("#more").append(createOpener({ isFirst: false, given: state.given }));
}

/**
 * Note the link of a drawn draw: its announcement leads to it. A result that is not the first one has no such link.
 * @param {Opened} opened
 * @param {Outcome} outcome
 */
function keepLink({ draw, fragment }, { state: name }) {
  const isDrawn = !draw.isSeeded && draw.file !== undefined;
  if (isDrawn && fragment && name !== "otherSeal")
    keepShown(draw.commitment, fragment);
}

/**
 * Show the sections on a result: its list right after it, and the others beside it and below it.
 * @param {Sections} sections
 */
function showSections({ list, beside, below }) {
  if (list) $("#drawn-from").append(list);
  $("#reasons").append(...beside.filter(isPresent));
  $("#more").append(...below.filter(isPresent));
}

/**
 * Return what a draw or a deal is called: of a planned draw the occasion and its round; of a draw of items what its
 * label says; of cards the label, and the title or the game and the board.
 *
 * Of a raffle the occasion is "Spring raffle", and `what` is "3 winners from 40 names"; of a deal of bridge "Bridge,
 * board 7"; `what` is a text for a draw without a name if nothing is known.
 * @param {OpenedDraw} draw
 * @param {Dealt} outcome
 * @param {Tools} tools
 * @returns {Names}
 */
function nameDraw(draw, outcome, { label: labels, titles }) {
  if (draw.planned) {
    const { occasion, round } = draw.planned;
    return { occasion, round: String(round) };
  }
  if (draw.isSeeded) return { what: nameDealt(outcome) };
  const { label, game } = draw.terms;
  if (isOfCards(draw))
    return { occasion: label, what: nameDealt(outcome, game) };
  const { what, ...names } = labels.parseLabel(label);
  return { ...names, what: what && titles.translateWords(what) };
}

/**
 * Return what was dealt: the title of the outcome, or the game, with the number of its only board.
 * @param {Dealt} outcome
 * @param {string} [game] its name in the terms
 */
function nameDealt({ title, deals }, game) {
  const gameTitle = deals?.game.title ?? nameGame(game);
  const isOneBoard = deals?.list.length === 1 && deals.board !== undefined;
  const board = isOneBoard
    ? t("result.board", { number: String(deals.board) })
    : undefined;
  const dealt = [gameTitle, board].filter(Boolean).join(", ");
  return title ?? (dealt || t("shared.nameless"));
}

/**
 * Return the title of a game of which no cards are known, for its name in the terms.
 * @param {string | undefined} name
 */
const nameGame = (name) => name && (findText(`games.${name}`) ?? toTitle(name));

/**
 * Show what a draw is called: its occasion, and below what was drawn.
 * @param {Names} names
 */
function showNames({ occasion, what }) {
  $("#title").textContent = escapeInvisible(occasion ?? what ?? "");
  $("#kind").textContent =
    occasion === undefined ? "" : escapeInvisible(what ?? "");
}

/**
 * Return the round with a number, its address and its time.
 * @param {string | undefined} number
 * @param {Tools} tools
 * @returns {DecidingRound | undefined}
 */
const describeRound = (number, { beacon }) =>
  number
    ? {
        number,
        url: beacon.getRoundUrl(number),
        due: beacon.getDue(Number(number)),
      }
    : undefined;

/**
 * Show what was checked, and what to look at.
 * @param {OpenedDraw} draw
 * @param {Outcome} outcome
 * @param {Tools} tools
 */
function showFindings(draw, { checked = [], warnings = [] }, { outcome }) {
  const sentences = outcome.keepTexts([
    state.awaited && t("result.checked.digest"),
    ...checked,
  ]);
  $("#checked").append(...sentences.map((sentence) => create("li", sentence)));
  const checks = getElement(HTMLDetailsElement, "#checks");
  checks.hidden = sentences.length === 0;
  checks.open = state.awaited !== undefined;
  const problems = outcome.keepTexts([
    outcome.hasWrongTimes(draw.screen) && t("result.wrongTimes"),
    ...warnings,
  ]);
  $("#warnings").append(
    ...problems.map((sentence) => create("p.problem", sentence)),
  );
}

/**
 * Return the link to what is opened, or "" if no link has room for it.
 * @param {Opened} opened
 */
const toLink = ({ fragment }) => fragment && `${ROOT}result${fragment}`;

/**
 * Create the buttons of a draw that its reader needs, and the others folded: the one that shares it, the one of the
 * large view, which is folded on a phone, and the link to its proof, which is folded for a draw from a seed, as it
 * proves little. What passes it on, and the large view, are only of a draw that is right. A draw that no link has room
 * for is sent as a file.
 * @param {Opened} opened
 * @param {boolean} isRight
 */
function createActions(opened, isRight) {
  const { draw, content } = opened;
  const title = $("#title").textContent;
  const link = toLink(opened);
  const save = () => saveFile("proof.json", JSON.stringify(content, null, 1));
  const showCode = () => showCodeOf({ title, link, file: content, save });
  const share = isRight && link ? createShareButton(() => link) : [];
  const proof = createProofLink();
  const isShared = isRight && draw.isSeeded && link;
  return [
    create("p.buttons.actions", [
      share,
      isRight && createStageButton(),
      !isShared && proof,
    ]),
    create("details.off-stage", [
      create("summary", t("draw.tools.others")),
      create(
        "p.buttons.actions",
        isShared && proof,
        isRight && createStageButton(),
        isRight && create("button", { onclick: showCode }, t("result.code")),
        create("button", { onclick: save }, t("draw.public.saveProof")),
      ),
    ]),
    link ? "" : create("p.soft", t("result.noLink")),
  ];
}

/**
 * Show the code of a draw, or that what shows it cannot be loaded.
 * @param {{ title: string, link: string, file: Record<string, unknown>, save: () => unknown }} code
 */
async function showCodeOf(code) {
  try {
    const codes = await loadCodes();
    await codes.showCode(code);
  } catch (error) {
    if (!(error instanceof NotLoaded)) throw error;
    $("#warnings").replaceChildren(
      create("p.problem", { role: "alert" }, error.message),
    );
  }
}

/**
 * Create the link to the page that draws or deals the same again; undefined for a draw without a seed in its link, or
 * that no page draws.
 * @param {OpenedDraw} draw
 */
function createAgainLink(draw) {
  if (!draw.isSeeded || !draw.again) return undefined;
  return create(
    "a.button",
    { href: `${ROOT}${draw.again}` },
    draw.plan ? t("result.drawAgain") : t("result.dealAgain"),
  );
}

/**
 * Note what the reader confirms, or no longer does, and check the draw again.
 * @param {string} name
 * @param {boolean} isRight
 */
async function confirm(name, isRight) {
  const { opened } = state;
  if (!opened) return;
  if (isRight) opened.confirmed.add(name);
  else opened.confirmed.delete(name);
  await showOrRefuse(opened);
  findElement(`.confirm [name=${name}]`)?.focus({ preventScroll: true });
}

/**
 * Compare a list that the reader opened with the sealed one; it may be the table that the list was taken from.
 * @param {string} text
 */
async function openList(text) {
  const { opened } = state;
  if (opened) await showList(opened, await findList(opened.draw, text));
}

/**
 * Show a draw with its list that the reader opened, or say that they opened another.
 * @param {Opened} opened
 * @param {string[] | undefined} items the list, if it is the right one
 */
async function showList(opened, items) {
  opened.items = items;
  opened.listNote = items ? undefined : t("result.listDiffers");
  await showOrRefuse(opened);
  findElement("#list-title")?.scrollIntoView({ block: "center" });
}

/**
 * Return the list in a text that is the one of a draw; undefined if there is none.
 * @param {OpenedDraw} draw
 * @param {string} text
 */
async function findList(draw, text) {
  const { readLists } = await loadPart(import("../draw/list/cut.mjs"));
  for (const lines of readLists(text)) {
    const items = await matchList(draw, lines);
    if (items) return items;
  }
  return undefined;
}

/** @type {Actions} */
const ACTIONS = { confirm, openList };

/**
 * Show what the reader pasted, dropped or selected: a link, alone or between words, a file, or the list of the draw
 * that is shown.
 * @param {string} text
 */
async function openText(text) {
  state.latest += 1;
  const mine = state.latest;
  try {
    const given = await readGiven(text);
    if (mine === state.latest) openGiven(text, given);
  } catch (error) {
    if (mine === state.latest) await showError(error);
  }
}

/**
 * What a text has: the first `link`, and the list of the draw that is shown. Both may be there, as an entry may be a
 * link.
 * @typedef {{ link?: string, items?: string[] }} Given
 */

/**
 * Return what a text has. A text of JSON, and a link alone, are no list.
 * @param {string} text
 * @returns {Promise<Given>}
 */
async function readGiven(text) {
  const links = await loadPart(import("../verdicts/input/found_links.mjs"));
  const link = links.findLink(text, ROOT);
  const { opened } = state;
  const isList = link !== text.trim() && !isObject(text);
  if (!opened || !isList) return { link };
  return { link, items: await findList(opened.draw, text) };
}

/**
 * Return whether a text is an object of JSON, whole or cut off.
 * @param {string} text
 */
const isObject = (text) => /^\s*\{/.test(text);

/**
 * Show what a text has: the list of the draw that is shown, the link, or a draw. A text with none of them is another
 * list where a draw is shown.
 * @param {string} text
 * @param {Given} given
 */
function openGiven(text, { link = text.trim(), items }) {
  const { opened } = state;
  if (opened && items) return showList(opened, items);
  const [, fragment, packed] = /^\S*?(#(?:packed=(\S*)|\S+))$/.exec(link) ?? [];
  const isKept = fragment !== undefined || text.length <= MAX_GIVEN;
  state.given = isKept ? link : "";
  if (packed) return openDraw(() => unpackLink(packed), fragment);
  if (fragment && fragment === readFragment()) return followLink();
  if (fragment) return void (location.hash = fragment);
  return opened && !isObject(text)
    ? showList(opened, undefined)
    : openDraw(async () => text, "");
}

/**
 * Show a draw from a text of JSON.
 * @param {() => Promise<string>} read
 * @param {string} fragment that of the link which has it, "" for a file
 */
const openDraw = (read, fragment) =>
  open(fragment, async (name) => {
    if (!globalThis.DecompressionStream) throw new NoDraw(t("result.noCrypto"));
    const text = await read();
    const draw = await openDrawn(text);
    const content = JSON.parse(text);
    if (state.awaited) await checkDigest(content, state.awaited);
    if (!draw.isSeeded) name(nameDraw(draw, {}, await load()));
    return {
      draw,
      content,
      fragment: fragment || (await createFragment(text)),
      confirmed: new Set(),
    };
  });

/**
 * Throw if a file is not the one that a code asks for.
 * @param {{ [name: string]: unknown }} content
 * @param {string} digest
 */
async function checkDigest(content, digest) {
  const { hashFile } = await loadCodes();
  if ((await hashFile(content)) !== digest)
    throw new Error(t("result.otherFile"));
}

/**
 * Show a result from a seed, which a link of the page Draw or Table names.
 * @param {string} fragment
 */
const openSeeded = (fragment) =>
  open("", async (name) => {
    const [, game] = /^#v1\/games\/(\w+)/.exec(fragment) ?? [];
    if (game) name({ what: nameGame(game) });
    const draw = await openLink(
      fragment,
      JSON.parse($("#outcome").dataset.parameters ?? ""),
      (what) => name({ what }),
    );
    const content = addLink(draw, fragment);
    return { draw, content, fragment, confirmed: new Set() };
  });

/**
 * Show what a function reads, unless something else is opened in the meantime. An error is told.
 * @param {string} proof the fragment of the page Verify for it, if it cannot be shown here
 * @param {(name: NameOpened) => Promise<Opened>} read
 */
async function open(proof, read) {
  state.latest += 1;
  const mine = state.latest;
  state.opened = undefined;
  state.proof = proof;
  showBusy();
  if (!crypto.subtle) return showRefused(t("result.noCrypto"));
  try {
    const opened = await read((names) => {
      if (mine === state.latest) showNames(names);
    });
    if (mine !== state.latest) return;
    state.opened = opened;
    state.proof = findProof(opened);
  } catch (error) {
    if (mine !== state.latest) return;
    return showError(error);
  }
  await showOrRefuse(state.opened);
}

/**
 * Show why what was opened cannot be shown.
 * @param {unknown} error
 */
async function showError(error) {
  if (error instanceof Altered)
    return showFailure("invalid", error.message, {
      others: [createProofLink(), createWayOn("minor")],
    });
  if (error instanceof CutLink) return showCut(error.message);
  if (error instanceof NotLoaded) return showPassing(error.message);
  if (error instanceof Problem) return showProblem(error);
  if (error instanceof SlipOfOne) return showSlip(error.message);
  if (error instanceof NoDraw) return showRefused(error.message);
  const says = error instanceof Error ? error.message : String(error);
  return showDamaged(says);
}

const UNKNOWN = 404; // such as a game
const UNFIT = 422; // a value that is missing, or not one of those that there are

/**
 * Show what the service refuses in the language of the page.
 * @param {Problem} problem
 */
async function showProblem(problem) {
  if (problem.status === UNKNOWN) return showRefused(t("result.otherKind"));
  const says = problem.isEnglish
    ? await renderRefusal(problem)
    : problem.message;
  if (mayPass(problem)) return showPassing(says);
  const isOfLink = problem.status === UNFIT && state.given.includes("#");
  return isOfLink ? showCut(t("verify.askLink"), says) : showDamaged(says);
}

/** @param {Problem} problem */
async function renderRefusal(problem) {
  const sentences = await loadPart(import("../shared/sentences.mjs"));
  return sentences.renderProblem(problem);
}

/**
 * Return the fragment for a file, "" if it is too long for a link.
 * @param {string} text
 */
async function createFragment(text) {
  if (text.length > MAX_TEXT) return "";
  const packed = await pack(text);
  return packed.length <= MAX_PROOF ? `#packed=${packed}` : "";
}

/**
 * Show a draw, or why it cannot be checked.
 * @param {Opened} opened
 */
async function showOrRefuse(opened) {
  const mine = state.latest + 1;
  $("#outcome").setAttribute("aria-busy", "true");
  try {
    await show(opened);
  } catch (error) {
    if (error instanceof NotLoaded || error instanceof Problem)
      return await showError(error);
    const sentence = await explainError(error);
    if (sentence) return showDamaged(sentence);
    showRefused(t("result.notADraw"));
    throw error;
  } finally {
    if (mine === state.latest) $("#outcome").removeAttribute("aria-busy");
  }
}

/**
 * Return a sentence for an error; undefined for an error of the page itself.
 * @param {unknown} error
 */
async function explainError(error) {
  const { outcome } = await load();
  return outcome.explainError(error);
}

/**
 * Return the fragment of the page Verify for what is opened: of a draw the one of its link, of a deal its response.
 * @param {Opened} opened
 */
const findProof = ({ draw, fragment }) =>
  draw.isSeeded && !draw.plan ? createAnswerFragment(draw.file) : fragment;

/**
 * Return the fragment for a response; "" if it is too long for a link.
 * @param {object} file
 */
function createAnswerFragment(file) {
  const fragment = `#answer=${encodeURIComponent(JSON.stringify(file))}`;
  return fragment.length <= MAX_PROOF ? fragment : "";
}

/**
 * Return the file of a draw, with the link that says what its numbers stand for.
 * @param {OpenedSeeded} draw
 * @param {string} fragment
 */
const addLink = ({ file, plan }, fragment) =>
  plan ? { ...file, screen: { link: fragment } } : file;

/**
 * Return the text that was packed into a link. A damaged one is told in words.
 * @param {string} packed
 */
const unpackLink = (packed) =>
  unpack(packed).catch((error) => {
    throw error instanceof LongLink ? new NoDraw(error.message) : new CutLink();
  });

/** Show what the address names. */
function followLink() {
  state.latest += 1;
  const fragment = readFragment();
  state.given = fragment ? location.href : "";
  if (fragment === undefined) {
    state.opened = undefined;
    return showRefused(t("shared.longLink"));
  }
  [, state.awaited] = /^#file=([0-9a-f]{64})$/.exec(fragment) ?? [];
  if (state.awaited) state.opened = undefined;
  const [, packed] = /^#packed=(.*)$/s.exec(fragment) ?? [];
  if (packed !== undefined) return openDraw(() => unpackLink(packed), fragment);
  return !state.awaited && fragment.length > 1
    ? openSeeded(fragment)
    : showEmpty();
}

/** Show what the address names, now and after each change of it, and what a dropped file has. */
function start() {
  startStage();
  followLink();
  addEventListener("hashchange", followLink);
  listenToFiles($("#outcome"), async (file) => openText(await file.text()));
}

start();

/** The page that draws: names, teams and numbers; at once with a link, or in public, sealed. */
// @ts-check
import { saveFile } from "../shared/files.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { createCopyButton } from "../shared/clipboard.mjs";
import { $, bringIntoView, create, getElement } from "../shared/elements.mjs";
import { Problem, ROOT, fetchJson } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import { generateSeed } from "../shared/seeds.mjs";
import {
  copyLink,
  findDrawn,
  findFragment,
  forgetDrawn,
  hasDrawn,
  hideLink,
  isForgottenLater,
  keepDrawn,
  keepTold,
  listEarlier,
} from "./result/earlier.mjs";
import { lockForm, namesOfKind, readValues } from "./form/fields.mjs";
import {
  fillValues,
  forgetList,
  listenToForm,
  readPlan,
  restoreList,
} from "./form/draw_form.mjs";
import { keepDraw, readDraw, readResult } from "./form/kept.mjs";
import { KINDS } from "./plan/kinds.mjs";
import { Wrong, readLines, removeNames } from "../shared/lines.mjs";
import { dropOldest, toRound } from "./plan/named.mjs";
import {
  createPermalink,
  createSlipLink,
  identifyList,
  isKind,
  isShort,
  parsePermalink,
  readSlipLink,
  toResult,
} from "./plan/permalink.mjs";
import { showProblem } from "./form/problems.mjs";
import {
  listTurns,
  nameTurn,
  showResult,
  toSpeech,
  toText,
} from "../shared/drawn_result.mjs";
import { isNotFound } from "./plan/rules.mjs";

/**
 * @import { KeptDraw } from "./public/announced.mjs"
 * @import { PublicPage } from "./public/audience.mjs"
 * @import { Draw, EntryState } from "./result/earlier.mjs"
 * @import { DrawValues, Plan, PlanRequest } from "./plan/plan.mjs"
 * @import { LinkedSlip } from "./plan/permalink.mjs"
 * @import { Result, Turn } from "../shared/draw_types.mjs"
 */

/**
 * What the page shows and follows.
 * @typedef {object} State
 * @property {HTMLElement[]} tools what can be done with the draw that is shown, in their order
 * @property {number} latest number of the latest press: results of earlier ones are dropped
 * @property {FollowedLink} [followed] the link that was followed
 * @property {Draw} [shown]
 */

/**
 * A link that was followed: its `seed`, how much of its result was told, and what identifies its list if people paste
 * it.
 * @typedef {{ seed: string, toldCount?: number, list?: { length: number, digest?: string } }} FollowedLink
 */

/**
 * How a draw is asked for: its result is told piece by piece, the link that is open is drawn again, `note` is a
 * sentence on the list, and `changes` are values that the form gets first.
 * @typedef {{ isTold?: boolean, isFollowed?: boolean, note?: string, changes?: Partial<DrawValues> }} Press
 */

/**
 * What the service drew: the `plan`, perhaps a wider one, what its `read` gets, the `request`, and the seed if it takes
 * one.
 * @typedef {{ plan: Plan, result: unknown, request: PlanRequest, seed?: string }} Answer
 */

/**
 * The `link` of a draw, `carries`, what is in it, and `bare`, the same without names if these are in the link.
 * @typedef {{ link?: string, bare?: string, carries?: string }} Links
 */

const SEEDS_OFF = 403; // the operator's ALLOW_SEEDS
const REFUSED = 422; // the rules leave no result, or too few

/** @type {State} */
const state = { latest: 0, tools: [] };

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
  const mine = ++state.latest;
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

const loadShow = () => import("./result/show.mjs");

const loadAudience = () =>
  import("./public/audience.mjs").catch(() => {
    throw new Wrong(t("shared.noResponseSays"), "how");
  });

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
 * Return the draw of an answer, with all that is shown of it.
 *
 * Its facts are such as "It is drawn from 12 names. The code of the draw is abc." Where few people need the code,
 * `code` has that sentence.
 * @param {Answer} answer
 * @param {DrawValues} values
 * @param {Links} links
 * @param {{ note?: string, toldCount?: number }} options
 * @returns {Draw}
 */
function createDraw(
  { plan, seed, result, request },
  values,
  links,
  { note, toldCount },
) {
  const isOfCode =
    seed !== undefined && (seed === state.followed?.seed || values.seed !== "");
  const code = describeSeed(seed, values);
  // Few people need its code, and it tells who gives to whom: it is under "More"
  const isPlain = seed !== undefined && !isOfCode;
  const facts = [
    note,
    plan.size && t("draw.facts.from", { size: plan.size }),
    plan.says,
    plan.describe?.(result),
    !isPlain && code,
  ];
  const drawn = addSlipLinks(plan.arrange(result), values.party);
  const shared = drawn.slips ? undefined : (links.bare ?? links.link); // one of slips tells all
  return {
    plan,
    values,
    toldCount,
    title: plan.title,
    facts: facts.filter(Boolean).join(" "),
    result: drawn,
    requests: [request],
    mayRepeat: !isOfCode,
    code: isPlain && code,
    ...links,
    shared: () => ({
      link: shared && toResult(shared),
      carries: t("draw.carries.numbers"),
    }),
  };
}

/**
 * Return a result with a link for each giver, if it has slips.
 * @param {Result} result
 * @param {string} occasion
 * @returns {Result}
 */
function addSlipLinks(result, occasion) {
  const slips = result.slips?.map((slip) => ({
    ...slip,
    link: createSlipLink({ ...slip, occasion }),
  }));
  return slips ? { ...result, slips } : result;
}

/**
 * Return the links of a draw; without a seed it has none.
 *
 * Of a draw from a short list the link is "…/draw#winners?winners=2&seed=abc&lines=Ann…", and `bare` has "length=3" in
 * place of the lines; of a long list the link is what would be `bare`.
 * @param {DrawValues} typed
 * @param {Answer} answer
 * @returns {Promise<Links>}
 */
async function createLinks(typed, { plan, seed }) {
  if (seed === undefined) return {};
  const { people, linked, unnamed } = plan;
  const values = { ...typed, ...linked };
  const link = await createPermalink(values, namesOfKind(), seed);
  if (!KINDS[values.kind].hasList)
    return { link, carries: t("draw.carries.numbers") };
  const lines = readLines(values.lines);
  const bare = await createPermalink(
    { ...values, ...unnamed },
    namesOfKind(),
    seed,
    { hasList: false },
  );
  const ofRules = unnamed && t("draw.carries.rules");
  if (!isShort(lines))
    return {
      link: bare,
      carries: [t("draw.carries.bare"), ofRules].filter(Boolean).join(" "),
    };
  const carries = [
    people
      ? t("draw.carries.proof", { size: t("draw.names", { count: people }) })
      : t("draw.carries.whole", { count: lines.length }),
    people && t("draw.carries.slips"),
    ofRules,
    t("draw.carries.without"),
  ];
  return { link, bare, carries: carries.filter(Boolean).join(" ") };
}

/**
 * Return a sentence on the code of a draw: one that was typed, or is in a link, may be one of many that somebody tried.
 * @param {string | undefined} seed
 * @param {DrawValues} values
 */
function describeSeed(seed, { seed: typed }) {
  if (seed === undefined) return t("draw.facts.none");
  if (seed === state.followed?.seed)
    return t("draw.facts.linked", { code: seed });
  return t(typed ? "draw.facts.own" : "draw.facts.code", { code: seed });
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
 * Draw with a seed; without a seed if the service accepts none.
 * @param {Plan} plan
 * @param {string} seed
 * @returns {Promise<Answer>}
 */
async function drawOnce(plan, seed) {
  try {
    return { ...(await send(plan, { seed })), seed };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isRefused = error.status === REFUSED;
    if (isRefused && plan.widen && isNotFound(sayErrors(error)))
      return drawOnce(plan.widen(), seed);
    if (isRefused && plan.explain) throw plan.explain(error.errors);
    if (error.status !== SEEDS_OFF) throw error;
    return send(plan, {});
  }
}

/** @param {Problem} problem */
const sayErrors = ({ errors }) => Object.values(errors).join();

/**
 * Send the request of a plan with a seed, if there is one.
 * @param {Plan} plan
 * @param {{ seed?: string }} extra
 * @returns {Promise<Answer>}
 */
async function send(plan, extra) {
  const { path, query, body } = plan.request;
  if (body) {
    const request = { path, body: { ...body, ...extra } };
    const response = await fetchJson(path, { body: request.body });
    return { plan, result: plan.read(response), request };
  }
  const values = { ...query, ...extra };
  const response = await fetchJson(path, { query: values });
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    String(value),
  ]);
  const request = { path: `${path}?${new URLSearchParams(texts)}` };
  return { plan, result: plan.read(response), request };
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
  /** Clear what an earlier draw left, also for screen readers. */
  clear() {
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
  },
};

/** Forget the list, and all that was drawn from it: also Back and a reload find no name. */
function forget() {
  state.latest += 1; // what is asked for is no longer shown
  state.followed = undefined;
  forgetDrawn();
  forgetList();
  page.clear();
  $("#result").removeAttribute("aria-busy");
  $("#sealed").hidden = true;
  for (const part of ["#sealed", "#more p", "#request div"])
    $(part).replaceChildren();
  $("#result-title").textContent = t("draw.result");
  $("#facts").textContent = "";
  $("#shown").replaceChildren(create("p.empty", t("draw.empty")));
}

/**
 * Show a draw of this visit; `isTold`: first piece by piece.
 * @param {Draw} draw
 * @param {boolean} isTold
 */
async function present(draw, isTold) {
  page.clear();
  if (isTold) await tellResult(draw);
  else showKnown(draw);
}

/**
 * Show a draw as far as it is told.
 * @param {Draw} draw
 */
function showKnown(draw) {
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

/** @param {Draw} draw */
async function tellAgain(draw) {
  (await loadShow()).fillScreen();
  await tellResult(draw);
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
  $("#sealed").hidden = $("#proof").hidden = true;
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
 * Show the tools that a draw has, and what its link has.
 * @param {Draw} draw
 */
function showTools({ values, result, link, bare, carries = "" }) {
  const { kind, how } = values;
  const saysLink = result.slips ? t("draw.carries.own") : carries;
  $("#tools").hidden = false;
  $("#carries").hidden = !link;
  $("#carries").textContent = link ? saysLink : "";
  $("#copy-link").hidden = !link;
  $("#copy-bare").hidden = !bare;
  $("#show").hidden = listTurns(result) === undefined;
  $("#again").hidden =
    kind !== "winners" && (kind !== "groups" || how === "sealed");
  $("#again").textContent = t(
    kind === "groups" ? "draw.tools.nextRound" : "draw.tools.again",
  );
  $("#print").textContent = t(
    result.slips ? "draw.tools.printSlips" : "draw.tools.print",
  );
}

/**
 * Put what tells all of a secret draw under "More"; of any other, what few people need.
 * @param {Draw} draw
 */
function showMore({ result: { slips }, link, carries, code }) {
  const names = slips
    ? ["copy-link", "copy-bare", "copy-result", "save"]
    : ["copy-bare", "show", "copy-result", "save", "print", "full"];
  const { tools } = state;
  const shut = tools.filter(({ id }) =>
    names.includes(id.replace("-status", "")),
  );
  const more = getElement(HTMLDetailsElement, "#more");
  $("#tools").append(...tools.filter((tool) => !shut.includes(tool)));
  $(".buttons", more).append(...shut);
  more.hidden = shut.length === 0;
  more.open = false;
  $("summary", more).textContent = t(
    slips ? "draw.tools.more" : "draw.tools.others",
  );
  $("p", more).textContent = [code, slips && link && carries]
    .filter(Boolean)
    .join(" ");
}

/** Mark the result that is shown as that of an earlier draw if the list or the kind in the form is another. */
function markOutdated() {
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

/**
 * Return whether the tools would be far down, below the result.
 * @param {Result} result
 */
function isLong({ parts = [], strips, cards, slips }) {
  const lines = slips ?? parts.flatMap((part) => part.lines);
  return lines.length > 40 || (strips ?? cards) !== undefined;
}

/**
 * Take those who won out of the list, and draw again, as many as the form says now; or groups in which nobody meets
 * again. A draw in public is only prepared: what is sealed before everybody's eyes should be looked at first.
 *
 * After Ann won of Ann, Bob and Cy, it draws from Bob and Cy.
 * @param {Draw} draw
 */
function drawAgain({ values, result: { parts = [] } }) {
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
 * Show the requests, rendered when they are looked at: a list may be long.
 * @param {PlanRequest[]} requests
 */
function showRequests(requests) {
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

/**
 * Return a function that does something with the draw that is shown.
 * @param {(draw: Draw) => unknown} act
 */
const ofShown = (act) => () => state.shown && act(state.shown);

/**
 * Return a function that returns a text of the draw that is shown; "" if none is.
 * @param {(draw: Draw) => string} write
 */
const writeShown = (write) => () => (state.shown ? write(state.shown) : "");

/**
 * Create a button that copies a text of the draw that is shown, and its status for screen readers.
 * @param {string} id
 * @param {(draw: Draw) => string} write
 * @param {string} label
 */
function createCopy(id, write, label) {
  const [button, status] = createCopyButton(writeShown(write), label);
  button.id = id;
  status.id = `${id}-status`;
  return [button, status];
}

/**
 * Create a button that does something with the draw that is shown; one without a label gets it with each draw.
 * @param {string} id
 * @param {(draw: Draw) => unknown} act
 * @param {string} [label]
 */
const createTool = (id, act, label) =>
  create("button", { id, onclick: ofShown(act) }, label);

/** Create the buttons below a result, in their order. */
function createTools() {
  const tools = [
    ...createCopy(
      "copy-link",
      (draw) => toResult(copyLink(draw) ?? ""),
      t("draw.tools.copyLink"),
    ),
    ...createCopy(
      "copy-bare",
      ({ bare = "" }) => toResult(bare),
      t("draw.tools.copyBare"),
    ),
    createTool("show", tellAgain, t("draw.show.button")),
    createTool("again", drawAgain),
    ...createCopy(
      "copy-result",
      ({ result }) => toText(result),
      t("draw.tools.copyResult"),
    ),
    createTool("save", saveResult, t("draw.tools.save")),
    createTool("print", () => print()),
  ];
  if (document.fullscreenEnabled)
    tools.push(
      createTool(
        "full",
        () => $("#result").requestFullscreen(),
        t("draw.tools.full"),
      ),
    );
  tools[0].classList.add("primary");
  $("#tools").append(...tools);
  return tools;
}

/** @param {Draw} draw */
const saveResult = ({ result }) =>
  saveFile("draw.txt", `\uFEFF${toText(result)}\n`);

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
 * Show what the link of one person has: who gives, when the reader asks to whom, and what for.
 * @param {LinkedSlip} slip
 */
function showSlip({ giver, receiver, occasion }) {
  document.body.classList.add("received");
  page.clear();
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
  page.clear();
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
  state.tools = createTools();
  listenToForm((isTold) => press({ isTold }), markOutdated, forget);
  showOpened();
  addEventListener("popstate", (event) => goTo(event.state));
  addEventListener("pageshow", () => {
    if (isForgottenLater()) forget();
  });
}

start();

/** The page that draws: names, teams and numbers; at once with a link, or in public, sealed. */
import { saveFile } from "../shared/files.mjs";
import { readFragment } from "../shared/fragments.mjs";
import {
  $,
  Problem,
  ROOT,
  bringIntoView,
  createCopyButton,
  create,
  fetchJson,
} from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { generateSeed } from "../table/request.mjs";
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
} from "./earlier.mjs";
import { lockForm, namesOfKind, readValues } from "./fields.mjs";
import {
  fillValues,
  forgetList,
  listenToForm,
  readPlan,
  restoreList,
} from "./form.mjs";
import { keepDraw, readDraw, readResult } from "./kept.mjs";
import { KINDS } from "./kinds.mjs";
import { Wrong, readLines, removeNames } from "./lines.mjs";
import { dropOldest, toRound } from "./named.mjs";
import {
  createPermalink,
  createSlipLink,
  identifyList,
  isShort,
  parsePermalink,
  readSlipLink,
  toResult,
} from "./permalink.mjs";
import { showProblem } from "./problems.mjs";
import {
  listTurns,
  nameTurn,
  showResult,
  toSpeech,
  toText,
} from "./result.mjs";
import { isNotFound } from "./rules.mjs";

const SEEDS_OFF = 403; // the operator's ALLOW_SEEDS

let latest = 0; // number of the latest press: results of earlier ones are dropped
let linkedSeed; // of the link that was followed
let linkedTold; // how much of the result of that link was told
let expected; // the `length` and `digest` of a list that is not in the link, so that people paste it
let shown; // the draw that is shown
let tools; // the buttons below a result, in their order

/**
 * Draw or seal, as the button says. `isTold`: the result is told piece by piece. `isFollowed`: the link that is open is drawn
 * again. `note`: a sentence on the list. `changes`: values that the form gets first.
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
  const mine = ++latest;
  $("#result").setAttribute("aria-busy", "true");
  try {
    showProblem();
    const values = readValues();
    const readyPlan = readPlan();
    await checkList(values);
    if (values.how === "sealed") return await seal(readyPlan, values);
    if (isTold) (await loadShow()).fillScreen();
    const { plan, seed, result, request } = await drawOnce(
      readyPlan,
      values.seed || generateSeed(),
    );
    const links =
      seed === undefined ? {} : await createLinks(values, seed, plan);
    if (mine !== latest) return;
    const isOfCode =
      seed !== undefined && (seed === linkedSeed || values.seed !== "");
    const drawn = plan.arrange(result);
    const code = describeSeed(seed, values);
    const isPlain = seed !== undefined && !isOfCode; // few people need its code, and it tells who gives to whom: it is under "More"
    const facts = [
      note,
      plan.size && t("draw.facts.from", { size: plan.size }),
      plan.says,
      plan.describe?.(result),
      !isPlain && code,
    ]
      .filter(Boolean)
      .join(" ");
    for (const slip of drawn.slips ?? [])
      slip.link = createSlipLink({ ...slip, occasion: values.party });
    const told = isTold
      ? 0
      : isFollowed || values.seed === linkedSeed
        ? linkedTold
        : undefined;
    linkedTold = undefined;
    const draw = {
      plan,
      values,
      told,
      title: plan.title,
      facts,
      result: drawn,
      requests: [request],
      mayRepeat: !isOfCode,
      code: isPlain && code,
      ...links,
    };
    const shared = links.bare ?? links.link;
    draw.shared = () => ({
      link: !drawn.slips && shared && toResult(shared),
      carries: t("draw.carries.numbers"),
    }); // one of slips tells all
    keepDrawn(draw, isFollowed);
    await present(draw, isTold);
  } catch (error) {
    if (mine === latest) showError(error);
  } finally {
    if (mine === latest) $("#result").removeAttribute("aria-busy");
  }
}

const loadShow = () => import("./show.mjs");

const loadAudience = () =>
  import("./audience.mjs").catch(() => {
    throw new Wrong(t("shared.noResponseSays"), "how");
  });

/** Return the `link` of a draw, `carries`, what is in it, and `bare`, the same without names if these are in the link. */
async function createLinks(typed, seed, { people, linked, unnamed }) {
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
  return {
    link,
    bare,
    carries: [
      people
        ? t("draw.carries.proof", { size: t("draw.names", { count: people }) })
        : t("draw.carries.whole", { count: lines.length }),
      people && t("draw.carries.slips"),
      ofRules,
      t("draw.carries.without"),
    ]
      .filter(Boolean)
      .join(" "),
  };
}

/** Return a sentence on the code of a draw: one that was typed, or is in a link, may be one of many that somebody tried. */
function describeSeed(seed, { seed: typed }) {
  if (seed === undefined) return t("draw.facts.none");
  const kind = seed === linkedSeed ? "linked" : typed ? "own" : "code";
  return t(`draw.facts.${kind}`, { code: seed });
}

/** Throw `Wrong`, once, if a link names a list by length and digest, and the list in the form differs. */
async function checkList({ lines: text, seed }) {
  const { length, digest, seed: linked } = expected ?? {};
  if (length === undefined || seed !== linked) return;
  const lines = readLines(text);
  const digestOfList = digest && (await identifyList(lines));
  if (
    lines.length === length &&
    (!digest || !digestOfList || digestOfList === digest)
  )
    return;
  expected = undefined;
  fillValues({ seed: "" });
  const why =
    lines.length === length
      ? t("draw.wrong.differs")
      : t("draw.wrong.length", { count: lines.length });
  throw new Wrong(t("draw.wrong.otherList", { count: length, why }), "lines");
}

const REFUSED = 422; // the rules leave no result, or too few

/** Draw with a seed; without a seed if the service accepts none. Return the plan, perhaps a wider one, the result, the seed and the request. */
async function drawOnce(plan, seed) {
  const {
    request: { path, query, body },
    read,
    explain,
    widen,
  } = plan;
  const send = async (extra) => {
    const response = await fetchJson(
      path,
      body
        ? { body: { ...body, ...extra } }
        : { query: { ...query, ...extra } },
    );
    const sent = body
      ? { path, body: { ...body, ...extra } }
      : { path: `${path}?${new URLSearchParams({ ...query, ...extra })}` };
    return { plan, result: read(response), request: sent };
  };
  try {
    return { ...(await send({ seed })), seed };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (
      error.status === REFUSED &&
      widen &&
      isNotFound(Object.values(error.errors).join())
    )
      return drawOnce(widen(), seed);
    if (error.status === REFUSED && explain) throw explain(error.errors);
    if (error.status !== SEEDS_OFF) throw error;
    return send({});
  }
}

async function seal(plan, values) {
  if (plan.noPlan) throw new Wrong(plan.noPlan, "how");
  if (!plan.seal && values.decides === "words")
    throw new Wrong(plan.noSeal, "decides");
  if (!crypto.subtle || !globalThis.CompressionStream)
    throw new Wrong(t("draw.wrong.browser"), "how");
  const { announce } = await loadAudience();
  await announce(plan, values, page);
}

/** What a draw in public needs of the page. */
const page = {
  /** Keep and show what was drawn. */
  async present(draw, isTold) {
    keepDrawn(draw);
    await present(draw, isTold);
  },
  loadShow,
  showRequests,
  /** Clear what an earlier draw left, also for screen readers. */
  clear() {
    shown = undefined;
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
  latest += 1; // what is asked for is no longer shown
  linkedSeed = linkedTold = expected = undefined;
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

/** Show a draw of this visit; `isTold`: first piece by piece. */
async function present(draw, isTold) {
  page.clear();
  if (isTold) await tellResult(draw);
  else showKnown(draw);
}

/** Show a draw as far as it is told. */
const showKnown = (draw) =>
  draw.told < listTurns(draw.result)?.length ? showTold(draw) : show(draw);

/** Tell the result of a draw piece by piece, from where it was left, and show it when all is told. */
async function tellResult(draw) {
  const { tell } = await loadShow();
  const turns = listTurns(draw.result);
  const onTold = (told) => !draw.isShown && keepTold(draw, told);
  const told = await tell({
    title: draw.title,
    turns,
    pool: draw.plan.pool,
    start: draw.told,
    isSorted: draw.values.kind === "bingo",
    onTold,
  });
  if (told === turns.length || draw.isShown) return show(draw); // what was shown is not hidden again
  showTold(draw);
}

/** Show what is told of a result, and no more. */
function showTold(draw) {
  const turns = listTurns(draw.result);
  $("#result-title").textContent = draw.title;
  $("#facts").textContent = t("draw.show.left", {
    number: draw.told,
    count: turns.length,
  });
  $("#sealed").hidden = true;
  $("#shown").replaceChildren(
    create(
      "ol.told.unnumbered",
      { role: "list", "aria-label": t("draw.show.told") },
      turns
        .slice(0, draw.told)
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

async function tellAgain(draw) {
  (await loadShow()).fillScreen();
  await tellResult(draw);
}

/** Show the result of a draw, the tools for it, and the earlier draws below. */
function show(draw) {
  shown = draw;
  draw.isShown = true;
  if (draw.told !== undefined) keepTold(draw, undefined);
  const { values, result } = draw;
  $("#sealed").hidden = $("#proof").hidden = true;
  $("#result-title").textContent = draw.title;
  $("#facts").textContent = draw.facts;
  showResult(result);
  markOutdated();
  $(isLong(result) ? "#outdated" : "#shown").after(
    $("#tools"),
    $("#more"),
    $("#carries"),
    $("#trust"),
  );
  showMore(draw);
  $("#trust").hidden = !draw.mayRepeat || result.slips !== undefined;
  $("#trust span").textContent = draw.plan.noPlan
    ? `${t("draw.trustNone")} ${draw.plan.noPlan}`
    : t("draw.trust", { choice: t("draw.sealed") });
  $("#tools").hidden = false;
  $("#carries").hidden = !draw.link;
  $("#carries").textContent = !draw.link
    ? ""
    : result.slips
      ? t("draw.carries.own")
      : draw.carries;
  $("#copy-link").hidden = !draw.link;
  $("#copy-bare").hidden = !draw.bare;
  $("#show").hidden = listTurns(result) === undefined;
  $("#again").hidden =
    values.kind !== "winners" &&
    (values.kind !== "groups" || values.how === "sealed");
  $("#again").textContent = t(
    values.kind === "groups" ? "draw.tools.nextRound" : "draw.tools.again",
  );
  listEarlier(draw);
  draw.showProof?.();
  bringIntoView($("#result"));
  $("#status").textContent = result.slips
    ? draw.title
    : t("shared.pair", { name: draw.title, value: toSpeech(result) }); // slips are secret
  $("#print").textContent = t(
    result.slips ? "draw.tools.printSlips" : "draw.tools.print",
  );
  showRequests(draw.requests);
}

/** Put what tells all of a secret draw under "More"; of any other, what few people need. */
function showMore({ result: { slips }, link, carries, code }) {
  const gathered = slips
    ? ["copy-link", "copy-bare", "copy-result", "save"]
    : ["copy-bare", "show", "copy-result", "save", "print", "full"];
  const shut = tools.filter(({ id }) =>
    gathered.includes(id.replace("-status", "")),
  );
  $("#tools").append(...tools.filter((tool) => !shut.includes(tool)));
  $("#more .buttons").append(...shut);
  $("#more").hidden = shut.length === 0;
  $("#more").open = false;
  $("#more summary").textContent = t(
    slips ? "draw.tools.more" : "draw.tools.others",
  );
  $("#more p").textContent = [code, slips && link && carries]
    .filter(Boolean)
    .join(" ");
}

/** Mark the result that is shown as that of an earlier draw if the list or the kind in the form is another. */
function markOutdated() {
  const { kind, lines } = readValues();
  $("#forget").hidden = !lines && !hasDrawn();
  const isOutdated =
    shown !== undefined &&
    (kind !== shown.values.kind ||
      (KINDS[kind].hasList === true && lines !== shown.values.lines));
  $("#outdated").hidden = !isOutdated;
  $("#result").toggleAttribute("data-outdated", isOutdated);
}

/** Return whether the tools would be far down, below the result. */
const isLong = ({ parts, strips, cards, slips }) =>
  (slips ?? parts?.flatMap(({ lines }) => lines))?.length > 40 ||
  (strips ?? cards) !== undefined;

/**
 * Take those who won out of the list, and draw again, as many as the form says now; or groups in which nobody meets again. A
 * draw in public is only prepared: what is sealed before everybody's eyes should be looked at first.
 */
function drawAgain() {
  const { values, result } = shown;
  if (values.kind === "groups")
    return press({
      changes: {
        ...values,
        met: [
          values.met.trim(),
          toRound(result.parts.map(({ lines }) => lines)),
        ]
          .filter(Boolean)
          .join("\n\n"),
      },
    });
  const lines = readLines(values.lines);
  const rest = removeNames(lines, result.parts[0].lines, values.weighted);
  const note = t("draw.without", { count: lines.length - rest.length });
  fillValues({
    ...values,
    winners: readValues().winners,
    lines: rest.join("\n"),
    seed: "",
  });
  if (values.how !== "sealed") return press({ note });
  $("#lines-count").prepend(note, " ");
  $("#winners").focus();
  $("#winners").select();
}

/** Show the requests, rendered when they are looked at: a list may be long. */
function showRequests(requests) {
  const details = $("#request");
  details.hidden = false;
  details.open = false;
  $("div", details).replaceChildren();
  details.ontoggle = async () => {
    if (!details.open) return;
    const { renderSnippets } = await import("../table/snippets.mjs");
    $("div", details).replaceChildren(
      ...requests.flatMap((request) => renderSnippets(request)),
    );
  };
}

function showError(error) {
  if (!(error instanceof Wrong || error instanceof Problem)) throw error;
  showProblem(error);
  const letGo = () => press({ changes: { met: dropOldest(readValues().met) } });
  if (error.isOfMet)
    $("#problem").append(
      create(
        "p.buttons",
        create("button", { onclick: letGo }, t("draw.tools.letGo")),
      ),
    );
}

function createTools() {
  const createCopy = (id, text, label) => {
    const [button, status] = createCopyButton(text, label);
    Object.assign(button, { id });
    Object.assign(status, { id: `${id}-status` });
    return [button, status];
  };
  tools = [
    ...createCopy(
      "copy-link",
      () => toResult(copyLink(shown)),
      t("draw.tools.copyLink"),
    ),
    ...createCopy(
      "copy-bare",
      () => toResult(shown.bare),
      t("draw.tools.copyBare"),
    ),
    create(
      "button",
      { id: "show", onclick: () => tellAgain(shown) },
      t("draw.show.button"),
    ),
    create("button", { id: "again", onclick: drawAgain }),
    ...createCopy(
      "copy-result",
      () => toText(shown.result),
      t("draw.tools.copyResult"),
    ),
    create(
      "button",
      {
        id: "save",
        onclick: () => saveFile("draw.txt", `\uFEFF${toText(shown.result)}\n`),
      },
      t("draw.tools.save"),
    ),
    create("button", { id: "print", onclick: () => print() }),
    ...(document.fullscreenEnabled
      ? [
          create(
            "button",
            { id: "full", onclick: () => $("#result").requestFullscreen() },
            t("draw.tools.full"),
          ),
        ]
      : []),
  ];
  tools[0].classList.add("primary");
  $("#tools").append(...tools);
}

/** Draw again what the address names; ask for the list if the address has only its length and digest. */
function followLink() {
  const fragment = findFragment();
  if (fragment === undefined)
    return showProblem(new Wrong(t("shared.longLink")));
  const slip = readSlipLink(fragment);
  if (slip) return showSlip(slip);
  const parsed = parsePermalink(fragment);
  if (!parsed || readDraw()) return; // a draw that was announced comes first
  const { seed = "", ...values } = parsed.values;
  if (
    fragment === readFragment() &&
    KINDS[values.kind].hasList &&
    !parsed.length
  )
    hideLink(fragment);
  if (readLines(readValues().lines).join("\n") === values.lines)
    delete values.lines; // it stays as it was understood
  fillValues({ ...values, seed }, { isDrawn: true });
  [linkedSeed, linkedTold] = [seed, parsed.told];
  expected = parsed.length && { ...parsed, seed };
  if (parsed.length && !readValues().lines) {
    $("#repeat").open = true;
    showProblem(
      new Wrong(t("draw.linkWithoutNames", { count: parsed.length }), "lines"),
    );
    return;
  }
  press({ isFollowed: true });
  fillValues({ seed: "" }); // the next press draws anew
}

/** Show what the link of one person has: who gives, when the reader asks to whom, and what for. */
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

/** Show the draw in public again that was announced, or drawn, before the page was loaded again; `name` of the function that does it. */
async function showAgain(name, storedDraw) {
  let plan;
  try {
    fillValues(storedDraw.values);
    plan = readPlan();
    const audience = await loadAudience();
    await audience[name](plan, storedDraw, page);
  } catch (error) {
    if (plan && (error instanceof Wrong || error instanceof Problem))
      return showError(error);
    keepDraw(undefined); // a file may have anything
    lockForm(false);
    showError(new Wrong(t("draw.wrong.notContinued")));
  }
}

const isReloaded = () =>
  performance.getEntriesByType("navigation")[0]?.type !== "navigate";

/** Show the draw of this visit that the browser went back to; follow the link of any other entry. */
function goTo({ state }) {
  if (readDraw()) return; // an announced draw is decided, or given up, first
  document.body.classList.remove("received");
  const draw = findDrawn(state);
  if (!draw) return followLink();
  latest += 1;
  fillValues({ ...draw.values, seed: "" });
  page.clear();
  showKnown(draw);
}

createTools();
listenToForm((isTold) => press({ isTold }), markOutdated, forget);
const storedDraw = readDraw();
const lastResult = isReloaded() && findFragment() === "" && readResult();
if (storedDraw) showAgain("resumeDraw", storedDraw);
else {
  const kind = new URLSearchParams(location.search).get("kind"); // from another page
  if (isReloaded()) restoreList();
  else if (Object.hasOwn(KINDS, kind)) fillValues({ kind });
  if (lastResult) showAgain("restoreDraw", lastResult);
  else followLink();
}
addEventListener("popstate", goTo);
addEventListener("pageshow", () => isForgottenLater() && forget());

/**
 * A draw in public: show a QR code of what is fixed, wait for the public number or take words of the audience, draw,
 * and show a QR code of the proof.
 */
// @ts-check
import { createCode } from "../../shared/codes.mjs";
import { saveFile } from "../../shared/files.mjs";
import { createCopyButton } from "../../shared/clipboard.mjs";
import {
  $,
  bringIntoView,
  create,
  listenToSubmit,
} from "../../shared/elements.mjs";
import { Problem } from "../../shared/service.mjs";
import {
  createText,
  formatNumber,
  formatTime,
  joinNames,
  t,
} from "../../shared/texts.mjs";
import { keepRecord } from "../../verdicts/assessment/records.mjs";
import { checkRound, findRound } from "../../shared/beacon.mjs";
import {
  isTellable,
  listRelayHosts,
  listRelays,
  lockForm,
} from "../form/fields.mjs";
import { keepDraw, keepResult } from "../form/kept.mjs";
import { fillProblem } from "../form/problems.mjs";
import { Wrong } from "../../shared/lines.mjs";
import { compareClocks, fetchRound, readRound } from "./relays.mjs";
import { SealedDraw } from "./sealed_draw.mjs";

/**
 * @import { Child } from "../../shared/elements.mjs"
 * @import { Round, RoundSignature } from "../../shared/beacon.mjs"
 * @import { Draw } from "../result/earlier.mjs"
 * @import { DrawValues, Plan, PlanRequest } from "../plan/plan.mjs"
 * @import { KeptPlanned, PlannedDraw } from "./planned_draw.mjs"
 * @import { FetchedRound } from "./relays.mjs"
 * @import { Announcement, KeptSealed, ResultLinks, SealedPlan } from "./sealed_draw.mjs"
 */

/** @typedef {SealedDraw | PlannedDraw} PublicDraw */

/**
 * A draw in public that is announced, and perhaps drawn.
 * @typedef {object} Announced
 * @property {Plan} plan
 * @property {DrawValues} values of the form
 * @property {PublicDraw} draw
 * @property {number} [ahead] milliseconds by which the clock of the service is before the one of this computer
 * @property {boolean} [isUnchecked] nobody verified the signature of its round
 */

/**
 * What a reload must keep: of a draw, and beside it. `told` says how much of its result is told.
 * @typedef {KeptMembers & (KeptSealed | KeptPlanned)} KeptDraw
 * @typedef {{ values: DrawValues, ahead?: number, isUnchecked?: boolean, told?: number }} KeptMembers
 */

/**
 * What a draw in public needs of the page Draw.
 * @typedef {object} PublicPage
 * @property {(draw: Draw, isTold: boolean) => Promise<void>} present keeps and shows what was drawn
 * @property {() => Promise<{ fillScreen: () => unknown }>} loadShow
 * @property {(requests: PlanRequest[]) => void} showRequests
 * @property {() => void} clear clears what an earlier draw left
 */

/**
 * The links to a result as they fit: in a QR code and in a message, each with a sentence on what it has. `named` has
 * the names of winners alone, `bare` no names. `needsList`: whoever checks the link needs the list too.
 * @typedef {object} PublicLinks
 * @property {string} [code]
 * @property {string} codeCarries
 * @property {string} [link]
 * @property {string} carries
 * @property {string} [named]
 * @property {string} [bare]
 * @property {boolean} needsList
 */

/** The maximum length of a link with a QR code, in characters: a phone does not read a denser code from a wall. */
const MAX_CODE = 1_200;
const MAX_LINK = 30_000; // characters: longer links are cut off by what passes them on

/** @param {number} time in milliseconds since 1970 */
const formatWhen = (time) =>
  formatTime(time, { dateStyle: "medium", timeStyle: "medium" });

/**
 * Return the occasion and the content of a draw in public: "Spring raffle: 3 winners from 20 names".
 * @param {Plan} plan
 * @param {DrawValues} values
 */
function nameDraw({ title, size }, { occasion }) {
  const what = size ? t("draw.titles.from", { title, size }) : title;
  return occasion.trim()
    ? t("draw.titles.of", { occasion: occasion.trim(), title: what })
    : what;
}

const MINUTE = 60_000; // milliseconds
const MAX_AHEAD = 366 * 24 * 60 * MINUTE;

/**
 * Return when the public number of a draw is wanted, by the clock of the service, in milliseconds since 1970.
 * @param {DrawValues} values `wait` is "date", or how many seconds are waited
 * @param {number} now
 */
function readDue({ wait, date }, now) {
  if (wait !== "date") return now + 1000 * Number(wait);
  const due = new Date(date).getTime();
  if (!(due > now + MINUTE && due < now + MAX_AHEAD))
    throw new Wrong(t("draw.wrong.date"), "date");
  return due;
}

/**
 * Return whether a sealed shoe draws a plan.
 * @param {Plan} plan
 * @returns {plan is SealedPlan}
 */
const hasSeal = (plan) => plan.seal !== undefined;

/**
 * Return a plan that needs no sealed shoe: nobody has to keep a secret until a date.
 * @param {Plan} plan
 * @returns {Plan}
 */
function toDated({ seal, toPlanned, ...plan }) {
  if (seal && toPlanned === false)
    throw new Wrong(t("draw.wrong.noDate"), "wait");
  return { ...plan, ...(seal && toPlanned && toPlanned()) };
}

/** Load the class of draws with a plan. */
async function loadPlanned() {
  const module = await import("./planned_draw.mjs").catch(() => {
    throw new Wrong(t("shared.noResponseSays"));
  });
  return module.PlannedDraw;
}

/**
 * Fix the draw of a plan, and show it to the audience.
 *
 * Words of the audience decide what a sealed shoe draws. A public number decides it too, or a plan without a shoe:
 * where no shoe draws the kind, and on a date, until which nobody has to keep a secret.
 * @param {Plan} typedPlan the plan of the form
 * @param {DrawValues} typed the values of the form
 * @param {PublicPage} page
 */
export async function announce(typedPlan, typed, page) {
  const isOfNumber = typed.decides === "beacon";
  const isOfDate = isOfNumber && typed.wait === "date";
  const plan = isOfDate ? toDated(typedPlan) : typedPlan;
  if (!hasSeal(plan) && !typed.occasion.trim())
    throw new Wrong(t("draw.wrong.noOccasion"), "occasion");
  const ahead = isOfNumber ? await compareClocks() : 0;
  const sealedAt = Date.now() + ahead;
  const round = isOfNumber ? findRound(readDue(typed, sealedAt)) : undefined;
  const occasion = (hasSeal(plan) ? typed.occasion : nameDraw(plan, typed))
    .normalize()
    .replace(/\s+/g, " "); // French has other blanks, which a plan refuses
  const draw = await openDraw(plan, { occasion, round, sealedAt });
  const values = { ...typed, ...draw.plan.linked };
  keepDraw({ ...draw.keep(), values, ahead });
  await showSealed({ plan: draw.plan, values, draw, ahead }, page);
}

/**
 * Open a sealed shoe for a plan, or fix the plan where no shoe draws it.
 * @param {Plan} plan
 * @param {Announcement} announcement
 * @returns {Promise<PublicDraw>}
 */
async function openDraw(plan, announcement) {
  if (hasSeal(plan)) return SealedDraw.open(plan, announcement);
  const PlannedClass = await loadPlanned();
  return PlannedClass.open(plan, announcement);
}

/**
 * Continue a draw that was announced before the page was reloaded, or that a file has.
 * @param {Plan} plan of the form
 * @param {KeptDraw} kept
 * @param {PublicPage} page
 */
export async function resumeDraw(plan, kept, page) {
  const draw = await toDraw(plan, kept);
  const ahead = kept.ahead ?? (await compareClocks());
  const { values } = kept;
  await showSealed({ plan: draw.plan, values, draw, ahead }, page);
}

/**
 * Return the draw that was kept. Throw for one that is not of the plan in the form: a file may have anything.
 * @param {Plan} plan of the form
 * @param {KeptDraw} kept
 * @returns {Promise<PublicDraw>}
 */
async function toDraw(plan, kept) {
  if (isPlanned(kept)) {
    const PlannedClass = await loadPlanned();
    return new PlannedClass(kept, toDated(plan));
  }
  if (!hasSeal(plan)) throw new Error("No shoe draws this plan.");
  return new SealedDraw(kept, plan);
}

/**
 * @param {KeptDraw} kept
 * @returns {kept is KeptMembers & KeptPlanned}
 */
const isPlanned = (kept) => "plan" in kept.opened;

/**
 * Show a draw that is fixed: its code, its digests, and the box in which it is decided.
 * @param {Announced} announced
 * @param {PublicPage} page
 */
async function showSealed(announced, page) {
  const { plan, values, draw } = announced;
  lockForm(true);
  const link = await draw.announce();
  page.clear();
  page.showRequests(draw.requests);
  $("#result-title").textContent = nameDraw(plan, values);
  $("#facts").textContent = t("draw.public.sealedAt", {
    time: formatWhen(draw.sealedAt),
  });
  const { round } = draw;
  const poster = createSealPoster(announced, link);
  const box = round
    ? createWaiting(announced, round, page)
    : createSeedForm(announced, page);
  $("#sealed").replaceChildren(poster, box);
  $("#sealed").hidden = false;
  bringIntoView($("#result"));
  $(round ? "#result" : "#audience").focus({ preventScroll: true });
}

/**
 * Create the code of what is fixed, with what to do with it.
 * @param {Announced} announced
 * @param {string} link
 */
function createSealPoster(announced, link) {
  const { draw } = announced;
  const { round, items, occasion } = draw;
  const label = t("draw.public.codeOfSeal");
  return createPoster({ link, label, advice: t("draw.public.scan") }, [
    create(
      "p",
      occasion === undefined
        ? t("draw.public.fixed")
        : t("draw.public.planFixed", { occasion }),
    ),
    createButtons([
      round &&
        createCopyButton(
          () => writeAnnouncement(announced, round, link),
          t("draw.public.copyAnnouncement"),
        ),
      createCopyButton(() => link, t("draw.tools.copyLink")),
      items && createListButton(items),
      create("button", { onclick: () => print() }, t("draw.tools.print")),
      document.fullscreenEnabled &&
        create(
          "button",
          { onclick: () => $("#result").requestFullscreen() },
          t("draw.tools.full"),
        ),
    ]),
    createDigests(draw),
    items && create("p.soft", t("draw.public.noNames")),
  ]);
}

/**
 * Return what people are to be told of a draw that a public number decides, to be pasted into a message.
 * @param {Announced} announced
 * @param {Round} round
 * @param {string} link
 */
function writeAnnouncement({ plan, values, draw }, { due, number }, link) {
  const { seal, planCode = "" } = draw.digests;
  return [
    nameDraw(plan, values),
    t("draw.public.comes", { time: formatWhen(due), number: String(number) }),
    t("shared.pair", {
      name: t("draw.public.seal"),
      value: seal ?? planCode,
    }),
    link,
  ].join("\n");
}

/**
 * Create a QR code of a link with advice below it, beside other content; the content alone without a link.
 * @param {{ link?: string, label: string, advice: string }} code
 * @param {Child[]} content
 */
const createPoster = ({ link, label, advice }, content) =>
  create(
    "div.poster",
    link && create("div.scan", createCode(link, label), create("p", advice)),
    create("div", content),
  );

/**
 * Create the digests of a draw in groups of eight digits, which people can compare.
 * @param {PublicDraw} draw
 */
const createDigests = ({ digests }) =>
  Object.entries(digests).map(
    ([name, digest]) =>
      digest &&
      create(
        "p.seal",
        create("span.soft", t(`draw.public.${name}`)),
        create("code", digest.match(/.{8}/g)?.join(" ")),
      ),
  );

/**
 * Create buttons: two that matter first, and the others, which are there when "More" is opened.
 * @param {(HTMLElement | HTMLElement[] | string | false | undefined)[]} buttons each may have a status beside it;
 *   others are skipped
 */
function createButtons(buttons) {
  const [first, next, ...otherButtons] = buttons
    .filter((button) => typeof button === "object")
    .map((button) => [button].flat());
  first[0].classList.add("primary");
  return create(
    "div",
    create("p.buttons", first, next),
    otherButtons.length > 0 &&
      create(
        "details",
        create("summary", t("draw.tools.others")),
        create("p.buttons", otherButtons),
      ),
  );
}

/** @param {string[]} items the lines of the list */
const createListButton = (items) =>
  create(
    "button",
    { onclick: () => saveFile("list.txt", items.join("\n")) },
    t("draw.public.saveList"),
  );

const LAG = 1_000; // milliseconds from the round to the first question
// Milliseconds between the first two questions, and twice as many between the next two
const PAUSE = 3_000;
const MAX_PAUSE = 30_000;
const PASSING = [0, 429, 500, 502, 503, 504]; // statuses after which it helps to try again

/** @param {number} time in milliseconds */
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Return a time that is left, as "1:43", "1:00:00" or "2 days, 1:00:00".
 * @param {number} time in milliseconds
 */
function formatLeft(time) {
  const seconds = Math.floor(time / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const parts = [minutes % 60, seconds % 60];
  if (hours) parts.unshift(hours % 24);
  const digits = parts
    .map((part, i) => (i ? String(part).padStart(2, "0") : part))
    .join(":");
  return days
    ? `${formatNumber(days, { style: "unit", unit: "day", unitDisplay: "long" })}, ${digits}`
    : digits;
}

/**
 * The box that waits for a round, which ends the wait when it is off the page.
 * @typedef {object} Waiting
 * @property {Round} round
 * @property {number} ahead milliseconds by which the clock of the service is before the one of this computer
 * @property {HTMLElement} box
 * @property {HTMLElement} count what it says of the time that is left
 * @property {(round: FetchedRound) => Promise<void>} take a function that draws with the round
 * @property {(error: unknown) => void} fail a function that shows an error
 */

/**
 * Create the box that counts down to the public number, fetches it and draws. Without a network the number is pasted.
 * @param {Announced} announced
 * @param {Round} round
 * @param {PublicPage} page
 */
function createWaiting(announced, round, page) {
  const count = create("p.count", { role: "timer" }, " ");
  const problem = createProblem();
  const toldBox = isTellable()
    ? create("input", { type: "checkbox", name: "told" })
    : undefined;
  const input = create("textarea", {
    id: "audience",
    rows: 3,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "audience-hint",
  });
  const take = createTake(announced, page, () => toldBox?.checked === true);
  const label = t("draw.decides");
  const box = create(
    "form.deciding",
    { novalidate: true, "aria-label": label },
    [
      ...createCountdown(round, count),
      toldBox &&
        create(
          "label.check",
          toldBox,
          create("span", t("draw.public.drawTold")),
        ),
      create("p.hint", t("draw.public.stays", { choice: t("draw.openFile") })),
      problem,
      createPasting(round, input),
      createWaitingButtons(announced),
    ],
  );
  listenToSubmit(box, async () => {
    problem.hidden = true;
    try {
      await take(await readPasted(input.value, round.number));
    } catch (error) {
      showWrong(problem, error, input);
    }
  });
  const { ahead = 0 } = announced;
  /** @param {unknown} error */
  const fail = (error) => showWrong(problem, error);
  queueMicrotask(() => waitForRound({ round, ahead, box, count, take, fail }));
  return box;
}

/** Create the place for the sentence of an error. */
const createProblem = () =>
  create("p.problem", { role: "alert", hidden: true });

/**
 * Create the sentences on a round that is awaited, and on who is asked for it.
 * @param {Round} round
 * @param {HTMLElement} count what says how much time is left
 */
const createCountdown = ({ due, number }, count) => [
  create(
    "p",
    t("draw.public.comes", { time: formatWhen(due), number: String(number) }),
  ),
  count,
  listRelays().length > 0 &&
    create(
      "p.hint",
      t("draw.public.relays", { hosts: joinNames(listRelayHosts()) }),
    ),
];

/**
 * Return a function that draws with a round, the first that it is called with while it draws.
 * @param {Announced} announced
 * @param {PublicPage} page
 * @param {() => boolean} isTold whether the result is told piece by piece
 */
function createTake(announced, page, isTold) {
  /** @type {Promise<void> | undefined} */
  let drawing;
  /** @param {FetchedRound} round */
  return ({ isChecked, ...round }) => {
    announced.isUnchecked = !isChecked;
    drawing ??= finish(announced, round, page, isTold()).finally(() => {
      drawing = undefined;
    });
    return drawing;
  };
}

/**
 * Create the field for a round that is pasted, which is open where no relay is asked.
 * @param {Round} round
 * @param {HTMLElement} input
 */
function createPasting(round, input) {
  const number = String(round.number);
  const link = createOutsideLink(round.url, t("draw.public.open"));
  const hint = createText("draw.public.roundHint", {
    time: formatWhen(round.due),
    link,
  });
  return create("details", { open: listRelays().length === 0 }, [
    create("summary", t("draw.public.noNetwork")),
    create("label", { for: "audience" }, t("draw.public.round", { number })),
    input,
    create("p.hint", { id: "audience-hint" }, hint),
    create(
      "p.buttons",
      create("button", { type: "submit" }, t("draw.public.drawNow")),
    ),
  ]);
}

/**
 * Create a link to a page of others, in a tab of its own.
 * @param {string} href
 * @param {string} text
 */
const createOutsideLink = (href, text) =>
  create("a", { href, target: "_blank", rel: "noreferrer noopener" }, text);

/**
 * Create the buttons that save a draw that waits, and give it up.
 * @param {Announced} announced
 */
function createWaitingButtons({ draw, values }) {
  const save = () =>
    saveFile(
      "announced-draw.json",
      JSON.stringify({ announced: { ...draw.keep(), values } }),
    );
  return create(
    "p.buttons",
    create("button", { onclick: save }, t("draw.public.saveWaiting")),
    create("button", { onclick: discard }, t("draw.public.giveUp")),
  );
}

/**
 * Return the round in a text that was pasted. Throw `Wrong` if it has another, or one that the network did not sign.
 * @param {string} text
 * @param {number} number
 * @returns {Promise<FetchedRound>}
 */
async function readPasted(text, number) {
  const values = { number: String(number) };
  const round = await readRound(text, number);
  if (!round) throw new Wrong(t("draw.public.notTheRound", values));
  const isRight = await checkRound(number, round);
  if (isRight === false) throw new Wrong(t("draw.public.wrongNumber", values));
  return { ...round, isChecked: isRight === true };
}

/**
 * Wait until the round is due, ask the relays until one has it, and draw; as long as the box is on the page.
 * @param {Waiting} waiting
 */
async function waitForRound(waiting) {
  const { round, box, count, take, fail } = waiting;
  await countDown(waiting);
  if (listRelays().length === 0) {
    count.textContent = t("draw.public.isDue");
    return;
  }
  let pause = PAUSE;
  while (box.isConnected) {
    count.textContent = t("draw.public.asks");
    try {
      const fetched = await fetchRound(round.number);
      if (fetched) return await take(fetched);
      count.textContent = t("draw.public.asksAgain");
    } catch (error) {
      fail(error);
      if (!(error instanceof Problem && PASSING.includes(error.status))) {
        count.textContent = t("draw.public.isDue");
        return;
      }
    }
    await sleep(pause);
    pause = Math.min(2 * pause, MAX_PAUSE);
  }
}

/**
 * Count down to the time of the first question, until it has come or the box is off the page.
 * @param {Waiting} waiting
 */
async function countDown({ round, ahead, box, count }) {
  const time = round.due + (listRelays().length > 0 ? LAG : 0) - ahead;
  for (;;) {
    const remaining = time - Date.now();
    if (remaining <= 0 || !box.isConnected) return;
    count.textContent = t("draw.public.left", { time: formatLeft(remaining) });
    await sleep(Math.min(remaining, 250));
  }
}

/**
 * Show an error of a draw in public, in its box. Throw an error of the page itself.
 * @param {HTMLElement} problem
 * @param {unknown} error
 * @param {HTMLElement} [input] the field that it is about
 */
function showWrong(problem, error, input) {
  if (!(error instanceof Error) || !error.message || error instanceof TypeError)
    throw error;
  if (document.fullscreenElement) document.exitFullscreen();
  const isTooLate = error instanceof Problem && error.errors.shoe;
  fillProblem(
    problem,
    isTooLate ? { message: t("draw.public.tooLate") } : error,
  );
  problem.hidden = false;
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
  problem.scrollIntoView({ block: "nearest" });
}

/**
 * Create the form that takes the words of the audience, and draws.
 * @param {Announced} announced
 * @param {PublicPage} page
 */
function createSeedForm(announced, page) {
  const input = create("input", {
    id: "audience",
    maxlength: 256,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "audience-hint",
  });
  const problem = createProblem();
  const buttons = createDrawButtons();
  /** @param {boolean} isTold */
  const submit = async (isTold) => {
    problem.hidden = true;
    input.removeAttribute("aria-invalid");
    for (const button of buttons) button.disabled = true;
    try {
      const words = input.value.trim().normalize();
      if (!words) throw new Wrong(t("draw.public.noWords"));
      if (isTold) (await page.loadShow()).fillScreen();
      await finish(announced, words, page, isTold);
    } catch (error) {
      showWrong(problem, error, input);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  };
  const box = create("form.deciding", { novalidate: true }, [
    create("label", { for: "audience" }, t("draw.public.words")),
    input,
    problem,
    create("p.hint", { id: "audience-hint" }, t("draw.public.wordsHint")),
    create(
      "p.buttons",
      buttons,
      create("button", { onclick: discard }, t("draw.public.giveUp")),
    ),
  ]);
  listenToSubmit(box, (pressed) =>
    submit(pressed?.getAttribute("name") === "told"),
  );
  return box;
}

/** Create the button that draws, and another that tells the result piece by piece, if it can be told so. */
function createDrawButtons() {
  const now = t("draw.public.drawNow");
  const draw = create("button.primary", { type: "submit" }, now);
  if (!isTellable()) return [draw];
  const tellLabel = t("draw.public.drawTold");
  return [draw, create("button", { type: "submit", name: "told" }, tellLabel)];
}

/** Give up the draw that is announced, if whoever announced it confirms. */
function discard() {
  if (!confirm(t("draw.public.confirm"))) return;
  close();
  $("#sealed").hidden = true;
  $("#result-title").textContent = t("draw.result");
  $("#facts").textContent = "";
  $("#shown").replaceChildren(create("p.empty", t("draw.public.gaveUp")));
}

/** Forget the draw that is announced, and let the form be changed. */
function close() {
  keepDraw(undefined);
  lockForm(false);
}

/**
 * Draw with words or a round, and show the result with its proof; `isTold`: first piece by piece.
 * @param {Announced} announced
 * @param {string | RoundSignature} said
 * @param {PublicPage} page
 * @param {boolean} isTold
 */
async function finish(announced, said, page, isTold) {
  const { draw, ahead = 0 } = announced;
  await draw.draw(said);
  draw.drawnAt = Date.now() + ahead;
  close();
  if (draw instanceof SealedDraw) keepRecord({ ...draw.file });
  await showDrawn(announced, page, isTold ? 0 : undefined, isTold);
}

/**
 * Show a draw in public again that was drawn before the page was reloaded.
 * @param {Plan} plan of the form
 * @param {KeptDraw} kept
 * @param {PublicPage} page
 */
export async function restoreDraw(plan, kept, page) {
  const { values, told: toldCount, isUnchecked } = kept;
  const draw = await toDraw(plan, kept);
  await showDrawn({ plan, values, draw, isUnchecked }, page, toldCount, false);
}

/**
 * Show a draw that is drawn.
 * @param {Announced} announced
 * @param {PublicPage} page
 * @param {number | undefined} toldCount how much of its result is told, piece by piece; undefined for all of it
 * @param {boolean} isTold whether it is told now
 */
async function showDrawn(announced, page, toldCount, isTold) {
  const { plan, values, draw, isUnchecked } = announced;
  /** @param {number | undefined} number */
  const keepTold = (number) =>
    keepResult({ ...draw.keep(), isUnchecked, values, told: number });
  keepTold(toldCount);
  const links = await findLinks(draw, plan);
  const facts = t("draw.public.drawnAt", {
    sealed: formatWhen(draw.sealedAt),
    drawn: formatWhen(draw.drawnAt ?? NaN),
    words: draw.decider,
  });
  /** @type {Draw} */
  const drawn = {
    plan,
    values,
    title: nameDraw(plan, values),
    facts: [plan.says, facts].filter(Boolean).join(" "),
    result: draw.readResult(),
    toldCount,
    keepTold,
    requests: draw.requests,
    shared: () => links,
    showProof() {
      showProof(announced, links);
      $("#result").focus({ preventScroll: true });
    },
  };
  await page.present(drawn, isTold);
}

/**
 * Return the links to a result as they fit.
 *
 * Of a list of 300 names the `link` may have the whole list, and the `code` the winners' names alone, which
 * `codeCarries` says.
 * @param {PublicDraw} draw
 * @param {Plan} plan
 * @returns {Promise<PublicLinks>}
 */
async function findLinks(draw, { size }) {
  const links = await draw.createLinks();
  const inCode = findFitting(links, MAX_CODE);
  const inLink = findFitting(links, MAX_LINK);
  const { items } = draw;
  const { seal } = draw.plan;
  const sentences = {
    whole: size ? t("draw.carries.proof", { size }) : "",
    named: t("draw.carries.named"),
    bare: t("draw.carries.numbers"),
  };
  const hasOthers = seal && items && seal.count < items.length;
  return {
    code: inCode && links[inCode],
    codeCarries: items && inCode ? describeCode(inCode, inLink) : "",
    link: inLink && links[inLink],
    carries: inLink ? sentences[inLink] : "",
    named: inLink === "whole" && hasOthers ? links.named : undefined,
    bare: inLink && inLink !== "bare" ? links.bare : undefined,
    needsList: items !== undefined && inLink !== "whole",
  };
}

/**
 * Return the name of the link with the most in it that is no longer than `max`; undefined if none is.
 * @param {ResultLinks} links
 * @param {number} max
 */
const findFitting = (links, max) =>
  LINKS.find((name) => (links[name]?.length ?? Infinity) <= max);

const LINKS = /** @type {const} */ (["whole", "named", "bare"]); // those with more first

/**
 * Return a sentence on what a code has.
 * @param {keyof ResultLinks} inCode the name of the link in the code
 * @param {keyof ResultLinks | undefined} inLink that of the link which is copied
 */
function describeCode(inCode, inLink) {
  if (inCode === inLink) return t("draw.carries.same");
  return inCode === "named"
    ? t("draw.carries.code")
    : t("draw.carries.codeNumbers");
}

/**
 * Show the code of a result, with what everybody can do with it.
 * @param {Announced} announced
 * @param {PublicLinks} links
 */
function showProof({ draw, isUnchecked }, links) {
  const { carries, codeCarries, needsList } = links;
  const { round } = draw;
  const poster = createPoster(
    {
      link: links.code,
      label: t("draw.public.codeOfProof"),
      advice: t("draw.public.seeResult"),
    },
    [
      create("h3", t("draw.public.everybody")),
      createProofButtons(draw, links),
      create("p", t("draw.public.checks")),
      !round && create("p", t("draw.public.lastWord")),
      isUnchecked && round && createUnchecked(round),
      createDigests(draw),
      create(
        "p.soft",
        { id: "proof-carries" },
        [carries, codeCarries, needsList && t("draw.public.needsList")]
          .filter(Boolean)
          .join(" "),
      ),
    ],
  );
  $("#proof").replaceChildren(poster);
  $("#proof").hidden = false;
}

/**
 * @param {PublicDraw} draw
 * @param {PublicLinks} links
 */
function createProofButtons(draw, { link, named, bare, needsList }) {
  const { items } = draw;
  return createButtons([
    link && createCopyButton(() => link, t("draw.public.copyProof")),
    link &&
      create(
        "a.button",
        { id: "check", href: link, target: "_blank" },
        t("draw.public.check"),
      ),
    create(
      "button",
      { onclick: () => saveFile("draw.json", draw.toFile()) },
      t("draw.public.saveProof"),
    ),
    needsList && items && createListButton(items),
    named && createCopyButton(() => named, t("draw.tools.copyNamed")),
    bare && createCopyButton(() => bare, t("draw.tools.copyBare")),
  ]);
}

/**
 * Create the sentence on a round whose signature nobody verified.
 * @param {Round} round
 */
function createUnchecked({ url, number }) {
  const name = t("draw.public.roundName", { number: String(number) });
  const link = createOutsideLink(url, name);
  return create("p.problem", createText("draw.public.notChecked", { link }));
}

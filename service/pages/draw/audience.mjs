/** A draw in public: show a QR code of what is fixed, wait for the public number or take words of the audience, draw, and show a QR code of the proof. */
import { createCode } from "../shared/codes.mjs";
import { saveFile } from "../shared/files.mjs";
import {
  $,
  bringIntoView,
  createCopyButton,
  create,
  listenToSubmit,
} from "../shared/page.mjs";
import {
  createText,
  formatNumber,
  formatTime,
  joinNames,
  t,
} from "../shared/texts.mjs";
import { keepRecord } from "../verify/records.mjs";
import { checkRound, describeRound, findRound } from "./beacon.mjs";
import { HOSTS, RELAYS, isTellable, lockForm } from "./fields.mjs";
import { keepDraw, keepResult } from "./kept.mjs";
import { fillProblem } from "./problems.mjs";
import { Wrong } from "./lines.mjs";
import { compareClocks, fetchRound, readRound } from "./relays.mjs";
import { SealedDraw } from "./sealed.mjs";

/** The maximum length of a link with a QR code, in characters: a phone does not read a denser code from a wall. */
const MAX_CODE = 1_200;
const MAX_LINK = 30_000; // characters: longer links are cut off by what passes them on

const formatWhen = (time) =>
  formatTime(time, { dateStyle: "medium", timeStyle: "medium" });

/** Return the occasion and the content of a draw in public: "Spring raffle: 3 winners from 20 names". */
function nameDraw({ title, size }, { occasion }) {
  const what = size ? t("draw.titles.from", { title, size }) : title;
  return occasion.trim()
    ? t("draw.titles.of", { occasion: occasion.trim(), title: what })
    : what;
}

const MINUTE = 60_000; // milliseconds
const MAX_AHEAD = 366 * 24 * 60 * MINUTE;

/** Return when the public number of a draw is wanted, by the clock of the service, in milliseconds since 1970. */
function readDue({ wait, date }, now) {
  if (wait !== "date") return now + 1000 * wait;
  const due = new Date(date).getTime();
  if (!(due > now + MINUTE && due < now + MAX_AHEAD))
    throw new Wrong(t("draw.wrong.date"), "date");
  return due;
}

/** Return a plan that needs no sealed shoe: nobody has to keep a secret until a date. */
function toDated({ seal, toPlanned, ...plan }) {
  if (seal && toPlanned === false)
    throw new Wrong(t("draw.wrong.noDate"), "wait");
  return { ...plan, ...(seal && toPlanned?.()) };
}

const loadPlanned = async () =>
  (
    await import("./planned.mjs").catch(() => {
      throw new Wrong(t("shared.noResponseSays"));
    })
  ).PlannedDraw;

/** Fix the draw of a plan, and show it to the audience. `page` shows results and requests. */
export async function announce(given, typed, page) {
  const isOfNumber = typed.decides === "beacon";
  const plan = isOfNumber && typed.wait === "date" ? toDated(given) : given;
  if (!plan.seal && !typed.occasion.trim())
    throw new Wrong(t("draw.wrong.noOccasion"), "occasion");
  const [Draw, ahead] = await Promise.all([
    plan.seal ? SealedDraw : loadPlanned(),
    isOfNumber ? compareClocks() : 0,
  ]);
  const sealedAt = Date.now() + ahead;
  const round = isOfNumber ? findRound(readDue(typed, sealedAt)) : undefined;
  const occasion = (plan.seal ? typed.occasion : nameDraw(plan, typed))
    .normalize()
    .replace(/\s+/g, " "); // French has other blanks, which a plan refuses
  const draw = await Draw.open(plan, { occasion, round, sealedAt });
  const values = { ...typed, ...draw.plan.linked };
  keepDraw({ ...draw.keep(), values, ahead });
  await showSealed({ plan: draw.plan, values, draw, ahead }, page);
}

/** Continue a draw that was announced before the page was reloaded, or that a file has. */
export async function resumeDraw(plan, kept, page) {
  const draw = await toDraw(plan, kept);
  await showSealed(
    {
      plan: draw.plan,
      values: kept.values,
      draw,
      ahead: kept.ahead ?? (await compareClocks()),
    },
    page,
  );
}

async function toDraw(given, kept) {
  const Draw = kept.opened.plan ? await loadPlanned() : SealedDraw;
  const plan = kept.opened.plan ? toDated(given) : given;
  const draw = Object.assign(new Draw({ ...kept, plan }), kept);
  return draw.round
    ? Object.assign(draw, { round: describeRound(draw.round.number) })
    : draw;
}

async function showSealed(sealed, page) {
  const { plan, values, draw } = sealed;
  lockForm(true);
  const link = await draw.announce();
  const { seal } = draw.digests;
  page.clear();
  page.showRequests(draw.requests);
  $("#result-title").textContent = nameDraw(plan, values);
  $("#facts").textContent = t("draw.public.sealedAt", {
    time: formatWhen(draw.sealedAt),
  });
  const poster = createPoster(
    { link, label: t("draw.public.codeOfSeal"), advice: t("draw.public.scan") },
    [
      create(
        "p",
        seal
          ? t("draw.public.fixed")
          : t("draw.public.planFixed", { occasion: draw.opened.plan.occasion }),
      ),
      createButtons([
        draw.round &&
          createCopyButton(
            () => writeAnnouncement(sealed, link),
            t("draw.public.copyAnnouncement"),
          ),
        createCopyButton(() => link, t("draw.tools.copyLink")),
        draw.items && createListButton(draw),
        create("button", { onclick: () => print() }, t("draw.tools.print")),
        document.fullscreenEnabled &&
          create(
            "button",
            { onclick: () => $("#result").requestFullscreen() },
            t("draw.tools.full"),
          ),
      ]),
      createDigests(draw),
      draw.items && create("p.soft", t("draw.public.noNames")),
    ],
  );
  const box = draw.round
    ? createWaiting(sealed, page)
    : createSeedForm(sealed, page);
  $("#sealed").replaceChildren(poster, box);
  $("#sealed").hidden = false;
  bringIntoView($("#result"));
  $(draw.round ? "#result" : "#audience").focus({ preventScroll: true });
}

/** Return what people are to be told of a draw that a public number decides, to be pasted into a message. */
const writeAnnouncement = ({ plan, values, draw }, link) =>
  [
    nameDraw(plan, values),
    t("draw.public.comes", {
      time: formatWhen(draw.round.due),
      number: String(draw.round.number),
    }),
    t("shared.pair", {
      name: t("draw.public.seal"),
      value: draw.digests.seal ?? draw.digests.planCode,
    }),
    link,
  ].join("\n");

/** Create a QR code of a link with advice below it, beside other content; the content alone without a link. */
const createPoster = ({ link, label, advice }, content) =>
  create(
    "div.poster",
    link && create("div.scan", createCode(link, label), create("p", advice)),
    create("div", content),
  );

/** Create a digest in groups of eight digits, which people can compare. */
const createDigest = (title, digest) =>
  create(
    "p.seal",
    create("span.soft", title),
    create("code", digest.match(/.{8}/g).join(" ")),
  );

const createDigests = ({ digests }) =>
  Object.entries(digests).map(
    ([name, digest]) =>
      digest && createDigest(t(`draw.public.${name}`), digest),
  );

/** Create buttons: two that matter first, and the others, which are there when "More" is opened. */
function createButtons(all) {
  const [first, next, ...others] = all.filter(Boolean);
  [first].flat()[0].classList.add("primary");
  return create(
    "div",
    create("p.buttons", first, next),
    others.length > 0 &&
      create(
        "details",
        create("summary", t("draw.tools.others")),
        create("p.buttons", others),
      ),
  );
}

const createListButton = ({ items }) =>
  create(
    "button",
    { onclick: () => saveFile("list.txt", items.join("\n")) },
    t("draw.public.saveList"),
  );

const [LAG, PAUSE, MAX_PAUSE] = [1_000, 3_000, 30_000]; // milliseconds: from the round to the first question, and between questions
const PASSING = [0, 429, 500, 502, 503, 504]; // statuses after which it helps to try again

const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Return a time that is left, as "1:43", "1:00:00" or "2 days, 1:00:00". */
function formatLeft(time) {
  const [days, hours, ...rest] = [
    [86_400, Infinity],
    [3600, 24],
    [60, 60],
    [1, 60],
  ].map(([unit, count]) => Math.floor(time / 1000 / unit) % count);
  const digits = [...(days || hours ? [hours] : []), ...rest]
    .map((part, i) => (i ? String(part).padStart(2, "0") : part))
    .join(":");
  return days
    ? `${formatNumber(days, { style: "unit", unit: "day", unitDisplay: "long" })}, ${digits}`
    : digits;
}

/** Create the box that counts down to the public number, fetches it and draws. Without a network the number is pasted. */
function createWaiting(sealed, page) {
  const { round } = sealed.draw;
  const number = String(round.number);
  const count = create("p.count", { role: "timer" }, " ");
  const problem = create("p.problem", { role: "alert", hidden: true });
  const told =
    isTellable() && create("input", { type: "checkbox", name: "told" });
  const input = create("textarea", {
    id: "audience",
    rows: 3,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "audience-hint",
  });
  let taken; // with the first round
  const take = ({ isChecked, ...found }) => {
    sealed.draw.isUnchecked = !isChecked;
    return (taken ??= finish(
      sealed,
      found,
      page,
      told.checked === true,
    ).finally(() => (taken = undefined)));
  };
  const paste = async () => {
    problem.hidden = true;
    const found = await readRound(input.value, round.number);
    if (!found) throw new Wrong(t("draw.public.notTheRound", { number }));
    const isRight = await checkRound(round.number, found);
    if (isRight === false)
      throw new Wrong(t("draw.public.wrongNumber", { number }));
    await take({ ...found, isChecked: isRight === true });
  };
  const link = create(
    "a",
    { href: round.url, target: "_blank", rel: "noreferrer noopener" },
    t("draw.public.open"),
  );
  const pasting = create("details", { open: RELAYS.length === 0 }, [
    create("summary", t("draw.public.noNetwork")),
    create("label", { for: "audience" }, t("draw.public.round", { number })),
    input,
    create(
      "p.hint",
      { id: "audience-hint" },
      createText("draw.public.roundHint", {
        time: formatWhen(round.due),
        link,
      }),
    ),
    create(
      "p.buttons",
      create("button", { type: "submit" }, t("draw.public.drawNow")),
    ),
  ]);
  const box = create(
    "form.deciding",
    { novalidate: true, "aria-label": t("draw.decides") },
    [
      create(
        "p",
        t("draw.public.comes", { time: formatWhen(round.due), number }),
      ),
      count,
      RELAYS.length > 0 &&
        create("p.hint", t("draw.public.relays", { hosts: joinNames(HOSTS) })),
      told &&
        create("label.check", told, create("span", t("draw.public.drawTold"))),
      create("p.hint", t("draw.public.stays", { choice: t("draw.openFile") })),
      problem,
      pasting,
      create(
        "p.buttons",
        create(
          "button",
          {
            onclick: () =>
              saveFile(
                "announced-draw.json",
                JSON.stringify({
                  announced: { ...sealed.draw.keep(), values: sealed.values },
                }),
              ),
          },
          t("draw.public.saveWaiting"),
        ),
        create("button", { onclick: discard }, t("draw.public.giveUp")),
      ),
    ],
  );
  listenToSubmit(box, () =>
    paste().catch((error) => showWrong(problem, error, input)),
  );
  queueMicrotask(() =>
    waitForRound({
      sealed,
      box,
      count,
      take,
      fail: (error) => showWrong(problem, error),
    }),
  );
  return box;
}

/** Wait until the round is due, ask the relays until one has it, and draw; as long as the box is on the page. */
async function waitForRound({
  sealed: {
    draw: { round },
    ahead = 0,
  },
  box,
  count,
  take,
  fail,
}) {
  const find = () =>
    round.due + (RELAYS.length > 0 ? LAG : 0) - Date.now() - ahead;
  for (let left = find(); left > 0 && box.isConnected; left = find()) {
    count.textContent = t("draw.public.left", { time: formatLeft(left) });
    await sleep(Math.min(left, 250));
  }
  if (RELAYS.length === 0) return (count.textContent = t("draw.public.isDue"));
  for (
    let pause = PAUSE;
    box.isConnected;
    pause = Math.min(2 * pause, MAX_PAUSE)
  ) {
    count.textContent = t("draw.public.asks");
    try {
      const found = await fetchRound(round.number);
      if (found) return await take(found);
      count.textContent = t("draw.public.asksAgain");
    } catch (error) {
      fail(error);
      if (!PASSING.includes(error.status))
        return (count.textContent = t("draw.public.isDue"));
    }
    await sleep(pause);
  }
}

/** Show an error of a draw in public, in its box. */
function showWrong(problem, error, input) {
  if (!error.message || error instanceof TypeError) throw error;
  if (document.fullscreenElement) document.exitFullscreen();
  fillProblem(
    problem,
    error.errors?.shoe ? { message: t("draw.public.tooLate") } : error,
  );
  problem.hidden = false;
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
  problem.scrollIntoView({ block: "nearest" });
}

/** Create the form that takes the words of the audience, and draws. */
function createSeedForm(sealed, page) {
  const input = create("input", {
    id: "audience",
    maxlength: 256,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "audience-hint",
  });
  const problem = create("p.problem", { role: "alert", hidden: true });
  const buttons = [
    create("button.primary", { type: "submit" }, t("draw.public.drawNow")),
    isTellable() &&
      create(
        "button",
        { type: "submit", name: "told" },
        t("draw.public.drawTold"),
      ),
  ].filter(Boolean);
  const submit = async (pressed) => {
    const isTold = pressed?.name === "told";
    problem.hidden = true;
    input.removeAttribute("aria-invalid");
    for (const button of buttons) button.disabled = true;
    try {
      const words = input.value.trim().normalize();
      if (!words) throw new Wrong(t("draw.public.noWords"));
      if (isTold) (await page.loadShow()).fillScreen();
      await finish(sealed, words, page, isTold);
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
  listenToSubmit(box, submit);
  return box;
}

function discard() {
  if (!confirm(t("draw.public.confirm"))) return;
  close();
  $("#sealed").hidden = true;
  $("#result-title").textContent = t("draw.result");
  $("#facts").textContent = "";
  $("#shown").replaceChildren(create("p.empty", t("draw.public.gaveUp")));
}

function close() {
  keepDraw(undefined);
  lockForm(false);
}

/** Draw with words or a round, and show the result with its proof; `isTold`: first piece by piece. */
async function finish(sealed, said, page, isTold) {
  const { values, draw } = sealed;
  await draw.draw(said);
  draw.drawnAt = Date.now() + (sealed.ahead ?? 0);
  close();
  if (draw.file.receipt) keepRecord({ ...draw.file });
  await showDrawn(sealed, page, isTold ? 0 : undefined);
}

/** Show a draw in public again that was drawn before the page was reloaded. */
export async function restoreDraw(plan, kept, page) {
  await showDrawn(
    { plan, values: kept.values, draw: await toDraw(plan, kept) },
    page,
    kept.told,
    true,
  );
}

/** Show a draw that is drawn. `told`: how much of its result is told, piece by piece; undefined for all of it. */
async function showDrawn({ plan, values, draw }, page, told, isLeft) {
  const keepTold = (number) =>
    keepResult({
      ...draw.keep(),
      isUnchecked: draw.isUnchecked,
      values,
      told: number,
    });
  keepTold(told);
  const links = await findLinks(draw, plan);
  const facts = t("draw.public.drawnAt", {
    sealed: formatWhen(draw.sealedAt),
    drawn: formatWhen(draw.drawnAt),
    words: draw.decider,
  });
  await page.present(
    {
      plan,
      values,
      title: nameDraw(plan, values),
      facts: [plan.says, facts].filter(Boolean).join(" "),
      result: draw.readResult(),
      told,
      keepTold,
      requests: draw.requests,
      shared: () => links,
      showProof() {
        showProof(draw, links);
        $("#result").focus({ preventScroll: true });
      },
    },
    told !== undefined && !isLeft,
  );
}

/**
 * Return the `code` and the `link` of a draw, as they fit, and what they carry; `named`: the link with the names of winners
 * alone; `bare`: the link without names.
 */
async function findLinks(draw, { size }) {
  const links = await draw.createLinks();
  const find = (max) =>
    Object.keys(links).find((name) => links[name]?.length <= max);
  const [inCode, inLink] = [find(MAX_CODE), find(MAX_LINK)];
  const { items, seal } = draw;
  const sentences = {
    whole: size && t("draw.carries.proof", { size }),
    named: t("draw.carries.named"),
    bare: t("draw.carries.numbers"),
  };
  return {
    code: links[inCode],
    codeCarries:
      items && inCode
        ? t(
            inCode === inLink
              ? "draw.carries.same"
              : inCode === "named"
                ? "draw.carries.code"
                : "draw.carries.codeNumbers",
          )
        : "",
    link: links[inLink],
    carries: inLink ? sentences[inLink] : "",
    named:
      inLink === "whole" && seal?.count < items.length
        ? links.named
        : undefined,
    bare: inLink && inLink !== "bare" ? links.bare : undefined,
    needsList: items !== undefined && inLink !== "whole",
  };
}

function showProof(
  draw,
  { code, codeCarries, link, carries, named, bare, needsList },
) {
  const poster = createPoster(
    {
      link: code,
      label: t("draw.public.codeOfProof"),
      advice: t("draw.public.seeResult"),
    },
    [
      create("h3", t("draw.public.everybody")),
      createButtons([
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
        needsList && createListButton(draw),
        named && createCopyButton(() => named, t("draw.tools.copyNamed")),
        bare && createCopyButton(() => bare, t("draw.tools.copyBare")),
      ]),
      create("p", t("draw.public.checks")),
      !draw.round && create("p", t("draw.public.lastWord")),
      draw.isUnchecked &&
        create(
          "p.problem",
          createText("draw.public.notChecked", {
            link: create(
              "a",
              {
                href: draw.round.url,
                target: "_blank",
                rel: "noreferrer noopener",
              },
              t("draw.public.roundName", { number: String(draw.round.number) }),
            ),
          }),
        ),
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

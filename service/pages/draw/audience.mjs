/** A draw in public: show a QR code of the seal, take the words of the audience, draw, and show a QR code of the proof. */
import { saveFile } from "../shared/files.mjs";
import { $, bringIntoView, createCopyButton, create, createShape } from "../shared/page.mjs";
import { createText, formatTime, t } from "../shared/texts.mjs";
import { keepRecord } from "../verify/records.mjs";
import { fillProblem, isTellable, keepDraw, keepResult, lockForm } from "./form.mjs";
import { Wrong } from "./lines.mjs";
import { SealedDraw, readBeacon } from "./sealed.mjs";
import { encode } from "./uqr/uqr.mjs";

/** The maximum length of a link with a QR code, in characters: a phone does not read a denser code from a wall. */
const MAX_CODE = 1_200;
const MAX_LINK = 30_000; // characters: longer links are cut off by what passes them on

const formatWhen = (time) => formatTime(time, { dateStyle: "medium", timeStyle: "medium" });

/** Return the occasion and the content of a sealed draw: "Spring raffle: 3 winners from 20 names". */
function nameDraw({ title, size }, { occasion }) {
  const what = size ? t("draw.titles.from", { title, size }) : title;
  return occasion.trim() ? t("draw.titles.of", { occasion: occasion.trim(), title: what }) : what;
}

/** Seal the draw of a plan, and show the seal to the audience. `page` shows results and requests. */
export async function announce(plan, values, page) {
  const draw = await SealedDraw.open(plan.seal, { occasion: values.occasion, hasBeacon: values.decides === "beacon" });
  const { opened, round, sealedAt } = draw;
  keepDraw({ opened, round, sealedAt, values });
  await showSealed({ plan, values, draw }, page);
}

/** Continue a draw that was sealed before the page was reloaded. */
export const resumeDraw = (plan, kept, page) => showSealed({ plan, values: kept.values, draw: new SealedDraw({ ...kept, seal: plan.seal }) }, page);

async function showSealed(sealed, page) {
  const { plan, values, draw } = sealed;
  lockForm(true);
  const link = await draw.announce();
  const { commitment, terms } = draw.opened;
  page.clear();
  page.showRequests(draw.requests);
  $("#result-title").textContent = nameDraw(plan, values);
  $("#facts").textContent = t("draw.public.sealedAt", { time: formatWhen(draw.sealedAt) });
  const poster = createPoster({ link, label: t("draw.public.codeOfSeal"), advice: t("draw.public.scan") }, [
    create("p", t("draw.public.fixed")),
    createDigest(t("draw.public.seal"), commitment),
    terms.items_sha256 && createDigest(t("draw.public.fingerprint"), terms.items_sha256),
    draw.seal.items && create("p.soft", t("draw.public.noNames")),
    create("p.buttons", [
      createCopyButton(() => link, t("draw.tools.copyLink")),
      draw.seal.items && createListButton(draw),
      create("button", { onclick: () => print() }, t("draw.tools.print")),
      document.fullscreenEnabled && create("button", { onclick: () => $("#result").requestFullscreen() }, t("draw.tools.full")),
    ]),
  ]);
  $("#sealed").replaceChildren(poster, createSeedForm(sealed, page));
  $("#sealed").hidden = false;
  bringIntoView($("#result"));
  $("#audience").focus({ preventScroll: true });
}

/** Create a QR code of a link with advice below it, beside other content; the content alone without a link. */
const createPoster = ({ link, label, advice }, content) =>
  create("div.poster", link && create("div.scan", createCode(link, label), create("p", advice)), create("div", content));

/** Create a digest in groups of eight digits, which people can compare. */
const createDigest = (title, digest) => create("p.seal", create("span.soft", title), create("code", digest.match(/.{8}/g).join(" ")));

const createListButton = ({ seal }) => create("button", { onclick: () => saveFile("list.txt", seal.items.join("\n")) }, t("draw.public.saveList"));

/** Create a QR code with the name `label`: black on white, also where the page is dark. */
function createCode(text, label) {
  const { size, data } = encode(text, { ecc: text.length > 500 ? "L" : "M", border: 4 });
  const code = createShape("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, class: "code" });
  const bars = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const ground = createShape("rect", { width: size, height: size, fill: "#fff" });
  code.append(ground, createShape("path", { d: bars.join(""), fill: "#000", "shape-rendering": "crispEdges" }));
  return code;
}

/** Create the form that takes the words of the audience, or the round of a beacon, and draws. */
function createSeedForm(sealed, page) {
  const { round } = sealed.draw;
  const kind = round ? { rows: 3 } : { maxlength: 256 };
  const field = { id: "audience", ...kind, autocomplete: "off", spellcheck: "false", "aria-describedby": "audience-hint" };
  const input = create(round ? "textarea" : "input", field);
  const problem = create("p.problem", { role: "alert", hidden: true });
  const buttons = [create("button.primary", { type: "submit" }, t("draw.public.drawNow")), isTellable() && create("button", { type: "submit", name: "told" }, t("draw.public.drawTold"))].filter(Boolean);
  const submit = async (event) => {
    event.preventDefault();
    const isTold = event.submitter?.name === "told";
    problem.hidden = true;
    input.removeAttribute("aria-invalid");
    for (const button of buttons) button.disabled = true;
    try {
      const words = readSeed(input.value, round);
      if (isTold) (await page.loadShow()).fillScreen();
      await finish(sealed, words, page, isTold);
    } catch (error) {
      if (!error.message || error instanceof TypeError) throw error;
      if (document.fullscreenElement) document.exitFullscreen();
      fillProblem(problem, error.errors?.shoe ? { message: t("draw.public.tooLate") } : error);
      problem.hidden = false;
      input.setAttribute("aria-invalid", "true");
      input.focus();
      problem.scrollIntoView({ block: "nearest" });
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  };
  const link = round && create("a", { href: round.url, target: "_blank", rel: "noreferrer noopener" }, t("draw.public.open"));
  const hint = round ? createText("draw.public.roundHint", { time: formatWhen(round.due), link }) : t("draw.public.wordsHint");
  return create("form.deciding", { novalidate: true, onsubmit: submit }, [
    create("label", { for: "audience" }, round ? t("draw.public.round", { number: String(round.number) }) : t("draw.public.words")),
    input,
    problem,
    create("p.hint", { id: "audience-hint" }, hint),
    create("p.buttons", buttons, create("button", { onclick: discard }, t("draw.public.giveUp"))),
  ]);
}

/** Return the seed in a text. Throw `Wrong` if the text is empty, or does not show the round that the seal names. */
function readSeed(text, round) {
  if (!round) {
    if (text.trim()) return text.trim().normalize();
    throw new Wrong(t("draw.public.noWords"));
  }
  const number = String(round.number);
  if (Date.now() < round.due) throw new Wrong(t("draw.public.notDue", { number, time: formatWhen(round.due) }));
  const randomness = readBeacon(text, round);
  if (randomness === undefined) throw new Wrong(t("draw.public.notTheRound", { number }));
  return randomness;
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

/** Draw, and show the result with its proof; `isTold`: first piece by piece. */
async function finish(sealed, seed, page, isTold) {
  const { values, draw } = sealed;
  const numbers = await draw.draw(seed);
  close();
  keepRecord({ ...draw.file });
  const { opened, round, sealedAt, drawnAt, file, requests } = draw;
  keepResult({ opened, round, sealedAt, drawnAt, file, requests, values, numbers });
  await showDrawn(sealed, numbers, page, isTold);
}

/** Show a draw in public again that was drawn before the page was reloaded. */
export async function restoreDraw(plan, { values, numbers, drawnAt, file, requests, ...kept }, page) {
  const draw = Object.assign(new SealedDraw({ ...kept, seal: plan.seal }), { drawnAt, file, requests });
  await showDrawn({ plan, values, draw }, numbers, page);
}

async function showDrawn({ plan, values, draw }, numbers, page, isTold) {
  const links = await findLinks(draw, plan);
  await page.present({
    plan,
    values,
    title: nameDraw(plan, values),
    facts: t("draw.public.drawnAt", { sealed: formatWhen(draw.sealedAt), drawn: formatWhen(draw.drawnAt), words: draw.file.confirmed.client_seed }),
    result: (draw.seal.arrange ?? plan.arrange)(numbers),
    requests: draw.requests,
    shared: () => links,
    showProof() {
      showProof(draw, links);
      $("#result").focus({ preventScroll: true });
    },
  }, isTold);
}

/**
 * Return the `code` and the `link` of a draw, as they fit, and what they carry; `named`: the link with the names of winners
 * alone; `bare`: the link without names.
 */
async function findLinks(draw, { size }) {
  const links = await draw.createLinks();
  const find = (max) => Object.keys(links).find((name) => links[name]?.length <= max);
  const [inCode, inLink] = [find(MAX_CODE), find(MAX_LINK)];
  const { items } = draw.seal;
  const sentences = { whole: size && t("draw.carries.proof", { size }), named: t("draw.carries.named"), bare: t("draw.carries.numbers") };
  return {
    code: links[inCode],
    codeCarries: items && inCode ? t(inCode === inLink ? "draw.carries.same" : inCode === "named" ? "draw.carries.code" : "draw.carries.codeNumbers") : "",
    link: links[inLink],
    carries: inLink ? sentences[inLink] : "",
    named: inLink === "whole" && draw.seal.count < items.length ? links.named : undefined,
    bare: inLink && inLink !== "bare" ? links.bare : undefined,
    needsList: items !== undefined && inLink !== "whole",
  };
}

function showProof(draw, { code, codeCarries, link, carries, named, bare, needsList }) {
  const poster = createPoster({ link: code, label: t("draw.public.codeOfProof"), advice: t("draw.public.seeResult") }, [
    create("h3", t("draw.public.everybody")),
    create("p", t("draw.public.checks")),
    !draw.round && create("p", t("draw.public.lastWord")),
    createDigest(t("draw.public.seal"), draw.opened.commitment),
    create("p.soft", { id: "proof-carries" }, [carries, codeCarries, needsList && t("draw.public.needsList")].filter(Boolean).join(" ")),
    create("p.buttons", [
      link && create("a.button", { id: "check", href: link, target: "_blank" }, t("draw.public.check")),
      link && createCopyButton(() => link, t("draw.public.copyProof")),
      named && createCopyButton(() => named, t("draw.tools.copyNamed")),
      bare && createCopyButton(() => bare, t("draw.tools.copyBare")),
      create("button", { onclick: () => saveFile("draw.json", draw.toFile()) }, t("draw.public.saveProof")),
      needsList && createListButton(draw),
    ]),
  ]);
  $("#proof").replaceChildren(poster);
  $("#proof").hidden = false;
}

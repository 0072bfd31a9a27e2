/** A draw in public: show a QR code of the seal, take the words of the audience, draw, and show a QR code of the proof. */
import { saveFile } from "../shared/files.mjs";
import { $, bringIntoView, createCopyButton, create, createShape } from "../shared/page.mjs";
import { keepRecord } from "../verify/records.mjs";
import { keepDraw, lockForm } from "./form.mjs";
import { Wrong } from "./lines.mjs";
import { SealedDraw, readBeacon } from "./sealed.mjs";
import { encode } from "./uqr/uqr.mjs";

/** The maximum length of a link with a QR code, in characters: a phone does not read a denser code from a wall. */
const MAX_CODE = 1_200;
const MAX_LINK = 30_000; // characters: longer links are cut off by what passes them on

const formatTime = (time) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });

const TOO_LATE = "The service no longer opens this draw: too much time has passed, or its keys were changed. Give it up, and seal it anew.";

/** Return the purpose and the content of a sealed draw: "Spring raffle: 3 winners from 20 names". */
const nameDraw = ({ opened }) => opened.terms.label.replace(/\. Decided by: .*$/, "");

/** Seal the draw of a plan, and show the seal to the audience. `page` shows results and requests. */
export async function announce(plan, values, page) {
  const draw = await SealedDraw.open(plan.seal, { occasion: values.occasion, hasBeacon: values.decides === "beacon" });
  const { opened, round, sealedAt } = draw;
  keepDraw({ opened, round, sealedAt, values });
  page.showRequests(draw.requests);
  await showSealed(plan, draw, page);
}

/** Continue a draw that was sealed before the page was reloaded. */
export const resumeDraw = (plan, kept, page) => showSealed(plan, new SealedDraw({ ...kept, seal: plan.seal }), page);

async function showSealed(plan, draw, page) {
  lockForm(true);
  const link = await draw.announce();
  const { commitment, terms } = draw.opened;
  $("#result-title").textContent = nameDraw(draw);
  $("#facts").textContent = `Sealed at ${formatTime(draw.sealedAt)}, before it is drawn.`;
  $("#tools").hidden = $("#proof").hidden = true;
  Object.assign($("#shown"), { className: "" }).replaceChildren();
  const poster = createPoster({ link, label: "QR code of the seal", advice: "Scan it, or take a photo." }, [
    create("p", "The draw is fixed by this seal, together with what is said next. Whoever has the seal can check the result afterwards."),
    createDigest("The seal", commitment),
    terms.items_sha256 && createDigest("Fingerprint of the list", terms.items_sha256),
    create("p.buttons", [
      createCopyButton(() => link, "Copy the link"),
      draw.seal.items && createListButton(draw),
      create("button", { onclick: () => print() }, "Print"),
      document.fullscreenEnabled && create("button", { onclick: () => $("#result").requestFullscreen() }, "Full screen"),
    ]),
  ]);
  $("#sealed").replaceChildren(poster, createSeedForm(plan, draw, page));
  $("#sealed").hidden = false;
  bringIntoView($("#result"));
  $("#audience").focus({ preventScroll: true });
}

/** Create a QR code of a link with advice below it, beside other content; the content alone without a link. */
const createPoster = ({ link, label, advice }, content) =>
  create("div.poster", link && create("div.scan", createCode(link, label), create("p", advice)), create("div", content));

/** Create a digest in groups of eight digits, which people can compare. */
const createDigest = (title, digest) => create("p.seal", create("span.soft", title), create("code", digest.match(/.{8}/g).join(" ")));

const createListButton = ({ seal }) => create("button", { onclick: () => saveFile("list.txt", seal.items.join("\n")) }, "Save the list");

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
function createSeedForm(plan, draw, page) {
  const { round } = draw;
  const kind = round ? { rows: 3 } : { maxlength: 256 };
  const field = { id: "audience", ...kind, autocomplete: "off", spellcheck: "false", "aria-describedby": "audience-hint" };
  const input = create(round ? "textarea" : "input", field);
  const problem = create("p.problem", { role: "alert", hidden: true });
  const button = create("button.primary", { type: "submit" }, "Draw now");
  const submit = async (event) => {
    event.preventDefault();
    problem.hidden = true;
    button.disabled = true;
    try {
      await finish(plan, draw, readSeed(input.value, round), page);
    } catch (error) {
      if (!error.message || error instanceof TypeError) throw error;
      problem.textContent = error.errors?.shoe ? TOO_LATE : error.message;
      problem.hidden = false;
      input.focus();
    } finally {
      button.disabled = false;
    }
  };
  const link = round && create("a", { href: round.url, target: "_blank", rel: "noreferrer noopener" }, "open it");
  const hint = round
    ? [`It is due at ${formatTime(round.due)}. Then `, link, " and paste all that it shows. Nobody knows it before."]
    : "Ask two or three people for a word each, and type the words as they come. Nobody can know them before.";
  return create("form.deciding", { novalidate: true, onsubmit: submit }, [
    create("label", { for: "audience" }, round ? `Round ${round.number} of drand` : "The words of the audience"),
    input,
    create("p.hint", { id: "audience-hint" }, hint),
    create("p.buttons", button, create("button", { onclick: discard }, "Give this draw up")),
    problem,
  ]);
}

/** Return the seed in a text. Throw `Wrong` if the text is empty, or does not show the round that the seal names. */
function readSeed(text, round) {
  if (!round) {
    if (text.trim()) return text.trim().normalize();
    throw new Wrong("Type at least one word of the audience.");
  }
  if (Date.now() < round.due) throw new Wrong(`Round ${round.number} is due at ${formatTime(round.due)}. Until then nobody has it.`);
  const randomness = readBeacon(text, round);
  if (randomness === undefined) throw new Wrong(`Paste what the address of round ${round.number} shows: its “round” and “randomness”.`);
  return randomness;
}

function discard() {
  if (!confirm("The audience has seen this seal. Give the draw up?")) return;
  close();
  $("#sealed").hidden = true;
  $("#result-title").textContent = "The result";
  $("#facts").textContent = "";
  $("#shown").replaceChildren(create("p.empty", "The sealed draw was given up."));
}

function close() {
  keepDraw(undefined);
  lockForm(false);
}

/** Draw, and show the result with its proof. */
async function finish(plan, draw, seed, page) {
  const numbers = await draw.draw(seed);
  close();
  keepRecord({ ...draw.file });
  await page.show(plan, plan.arrange(numbers));
  $("#result-title").textContent = nameDraw(draw);
  $("#facts").textContent = `Sealed at ${formatTime(draw.sealedAt)}, drawn at ${formatTime(draw.drawnAt)}. Decided by: ${draw.file.client_seed}`;
  await showProof(draw);
  page.showRequests(draw.requests);
  $("#result").focus({ preventScroll: true });
}

async function showProof(draw) {
  const { whole, named, bare } = await draw.createLinks();
  const findLink = (max) => [whole, named, bare].find((each) => each && each.length <= max);
  const [code, link] = [findLink(MAX_CODE), findLink(MAX_LINK)];
  const isOfList = draw.seal.items !== undefined;
  const needsList = isOfList && link !== whole;
  const content = code === named ? "The code has the names that were drawn" : "The code has the numbers of the names that were drawn";
  const poster = createPoster({ link: code, label: "QR code of the proof", advice: "See the result, and check it." }, [
    create("h3", "Everybody can check it"),
    create("p", "The link shows the result, and computes the draw again in the browser of whoever opens it. A browser that opened the link of the seal before the draw compares that too; anybody else compares the seal by eye."),
    isOfList && code && code !== whole && create("p.soft", `${content}, and the fingerprint of the list${needsList ? "" : "; the list is in the link"}.`),
    needsList && create("p.soft", "The list is too long for a link: hand its file out beside it."),
    createDigest("The seal", draw.opened.commitment),
    create("p.buttons", [
      link && create("a.button", { id: "check", href: link, target: "_blank" }, "Check it"),
      link && createCopyButton(() => link, "Copy the link of the proof"),
      create("button", { onclick: () => saveFile("draw.json", draw.toFile()) }, "Save the proof"),
      needsList && createListButton(draw),
    ]),
  ]);
  $("#proof").replaceChildren(poster);
  $("#proof").hidden = false;
}

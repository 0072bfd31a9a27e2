/** A draw in public: the code that fixes it, the words that decide it, and the proof that anybody checks. */
import { saveFile } from "../shared/files.mjs";
import { $, createCopyButton, createElement } from "../shared/page.mjs";
import { keepRecord } from "../verify/records.mjs";
import { lockForm } from "./form.mjs";
import { forgetDraw, keepDraw } from "./kept.mjs";
import { Wrong } from "./lines.mjs";
import { MAX_CODE, createCode } from "./qr.mjs";
import { bringIntoView } from "./result.mjs";
import { SealedDraw, readBeacon } from "./sealed.mjs";

const formatTime = (time) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });

const TOO_LATE = "The service no longer opens this draw: too much time has passed, or its keys were changed. Give it up, and seal it anew.";

/** Return what a sealed draw is for and what it draws. */
const nameDraw = ({ opened }) => opened.terms.label.replace(/\. Decided by: .*$/, "");

/** Return a digest in groups of eight digits, which people can compare. */
const groupDigits = (digest) => digest.match(/.{8}/g).join(" ");

/** Seal the draw of a plan, and show the code to the audience. `page` shows results and requests. */
export async function announce(plan, values, page) {
  const draw = await SealedDraw.open(plan.seal, { occasion: values.occasion, hasBeacon: values.decides === "beacon" });
  keepDraw(draw, values);
  page.showRequests(draw.requests);
  await showSealed(plan, draw, page);
}

/** Go on with a draw that was sealed before the page was loaded again. */
export const resumeDraw = (plan, kept, page) => showSealed(plan, new SealedDraw({ ...kept, seal: plan.seal }), page);

async function showSealed(plan, draw, page) {
  lockForm(true);
  const link = await draw.announce();
  const { commitment, terms } = draw.opened;
  $("#result-title").textContent = nameDraw(draw);
  $("#facts").textContent = `Sealed at ${formatTime(draw.sealedAt)}, before it is drawn.`;
  $("#tools").hidden = $("#proof").hidden = true;
  Object.assign($("#shown"), { className: "" }).replaceChildren();
  $("#sealed").replaceChildren(
    createElement(
      "div",
      { class: "poster" },
      createElement("div", { class: "scan" }, createCode(link, "QR code of the seal"), createElement("p", {}, "Scan it, or take a photo.")),
      createElement(
        "div",
        {},
        createElement("p", {}, "The draw is fixed by this seal, together with what is said next. Whoever has the seal can check the result afterwards."),
        createElement("p", { class: "seal" }, createElement("span", { class: "soft" }, "The seal"), createElement("code", {}, groupDigits(commitment))),
        terms.items_sha256 && createElement("p", { class: "seal" }, createElement("span", { class: "soft" }, "Fingerprint of the list"), createElement("code", {}, groupDigits(terms.items_sha256))),
        createElement(
          "p",
          { class: "buttons" },
          createCopyButton(() => link, "Copy the link"),
          draw.seal.items && createElement("button", { type: "button", onclick: () => saveFile("list.txt", draw.seal.items.join("\n")) }, "Save the list"),
          createElement("button", { type: "button", onclick: () => print() }, "Print"),
          document.fullscreenEnabled && createElement("button", { type: "button", onclick: () => $("#result").requestFullscreen() }, "Full screen"),
        ),
      ),
    ),
    createSeedForm(plan, draw, page),
  );
  $("#sealed").hidden = false;
  bringIntoView($("#result"));
  $("#audience").focus({ preventScroll: true });
}

/** Create the form that takes the words of the audience, or the round of a beacon, and draws. */
function createSeedForm(plan, draw, page) {
  const { round } = draw;
  const input = createElement(round ? "textarea" : "input", { id: "audience", rows: round ? 3 : undefined, autocomplete: "off", maxlength: round ? undefined : 256, spellcheck: "false", "aria-describedby": "audience-hint" });
  const problem = createElement("p", { class: "problem", role: "alert", hidden: true });
  const button = createElement("button", { class: "primary" }, "Draw now");
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
  const hint = round
    ? [`It is due at ${formatTime(round.due)}. Then `, createElement("a", { href: round.url, target: "_blank", rel: "noreferrer noopener" }, "open it"), " and paste all that it shows. Nobody knows it before."]
    : "Ask two or three people for a word each, and type the words as they come. Nobody can know them before.";
  return createElement(
    "form",
    { class: "deciding", novalidate: true, onsubmit: submit },
    createElement("label", { for: "audience" }, round ? `Round ${round.number} of drand` : "The words of the audience"),
    input,
    createElement("p", { class: "hint", id: "audience-hint" }, hint),
    createElement("p", { class: "buttons" }, button, createElement("button", { type: "button", onclick: discard }, "Give this draw up")),
    problem,
  );
}

/** Return the seed that was entered. Throw `Wrong` if there is none, or another than the seal names. */
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
  $("#shown").replaceChildren(createElement("p", { class: "empty" }, "The sealed draw was given up."));
}

function close() {
  forgetDraw();
  lockForm(false);
}

/** Draw, and show the result with the proof of it. */
async function finish(plan, draw, seed, page) {
  const drawn = await draw.draw(seed);
  close();
  keepRecord({ ...draw.file });
  await page.show(plan, plan.arrange(drawn));
  $("#result-title").textContent = nameDraw(draw);
  $("#facts").textContent = `Sealed at ${formatTime(draw.sealedAt)}, drawn at ${formatTime(Date.now())}. Decided by: ${draw.file.client_seed}`;
  await showProof(draw);
  page.showRequests(draw.requests);
  $("#result").focus({ preventScroll: true });
}

async function showProof(draw) {
  const { link, bare } = await draw.createLinks();
  const coded = [link, bare].find((each) => each && each.length <= MAX_CODE);
  const isBare = (each) => draw.seal.items && each === bare;
  const needsList = draw.seal.items && (!link || isBare(link));
  $("#proof").replaceChildren(
    createElement(
      "div",
      { class: "poster" },
      coded && createElement("div", { class: "scan" }, createCode(coded, "QR code of the proof"), createElement("p", {}, "Check the result.")),
      createElement(
        "div",
        {},
        createElement("h3", {}, "Everybody can check it"),
        createElement("p", {}, "The link computes the draw again, in the browser of whoever opens it. A browser that opened the link of the seal before the draw compares that too; anybody else compares the seal by eye."),
        coded && isBare(coded) && !needsList && createElement("p", { class: "soft" }, "The list does not fit into the code, which has the numbers of the names; it is in the link."),
        needsList && createElement("p", { class: "soft" }, "The list is too long for a link: hand its file out beside it."),
        createElement("p", { class: "seal" }, createElement("span", { class: "soft" }, "The seal"), createElement("code", {}, groupDigits(draw.opened.commitment))),
        createElement(
          "p",
          { class: "buttons" },
          link && createElement("a", { class: "button", id: "check", href: link, target: "_blank" }, "Check it"),
          link && createCopyButton(() => link, "Copy the link of the proof"),
          createElement("button", { type: "button", onclick: () => saveFile("draw.json", draw.toFile()) }, "Save the proof"),
          needsList && createElement("button", { type: "button", onclick: () => saveFile("list.txt", draw.seal.items.join("\n")) }, "Save the list"),
        ),
      ),
    ),
  );
  $("#proof").hidden = false;
}

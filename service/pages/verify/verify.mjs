/** The verify page as it is served: with pictures, an example, and links that name a request. */
// @ts-check
import { $ } from "../shared/elements.mjs";
import { fetchJson } from "../shared/service.mjs";
import { loadTexts } from "../shared/texts.mjs";
import { fetchPictures } from "../verdicts/view/card_lists.mjs";
import { createExample } from "./form/example.mjs";
import { fetchRequested } from "../verdicts/input/links.mjs";
import { loadPart, openDesk } from "./desk.mjs";

/**
 * @import { ViewDraw } from "./desk.mjs"
 * @import { ParameterTypes } from "../verdicts/input/urls.mjs"
 * @import { SchemeFields } from "./bets/bet_form.mjs"
 */

const fetchKeys = () =>
  fetchJson(".well-known/jwks.json").catch(() => undefined);

/** @param {object} body */
const fetchVerdict = (body) => fetchJson("v1/verify", { body });

/** Load what views draws, after the texts that it reads. */
async function loadDraws() {
  await loadTexts();
  return import("./draws/draw_view.mjs");
}

/** @type {ViewDraw} */
async function viewDraw(source, options) {
  const draws = await loadPart(loadDraws());
  return draws.viewDraw(source, options);
}

/** Return the function that translates the words of labels, after the texts that it reads. */
async function loadTranslator() {
  await loadPart(loadTexts());
  const { translateWords } = await loadPart(import("../result/titles.mjs"));
  return translateWords;
}

/** @type {typeof import("./bets/view.mjs").viewBet} */
async function viewBet(bet, options) {
  const view = await loadPart(import("./bets/view.mjs"));
  return view.viewBet(bet, options);
}

/** Open the desk with what needs requests, and let a button fill it with an example. */
function start() {
  const { dataset } = $("#form");
  /** @type {ParameterTypes} */
  const parameters = JSON.parse(dataset.parameters ?? "{}");
  /** @type {{ [scheme: string]: SchemeFields }} */
  const schemes = JSON.parse(dataset.schemes ?? "{}");
  const desk = openDesk({
    fetchPictures,
    fetchRequested,
    fetchKeys,
    fetchVerdict,
    viewBet,
    viewDraw,
    loadTranslator,
    parameters,
    schemes,
  });
  $("#example").addEventListener("click", () =>
    desk.fill(() => createExample(fetchJson), "example"),
  );
}

start();

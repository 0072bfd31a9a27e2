/** The posters of a draw in public: a QR code of what is fixed, or of the proof, with what everybody can do with it. */
// @ts-check
import { createCode, fillWithCode } from "../../shared/codes.mjs";
import { groupDigits } from "../../shared/digests.mjs";
import { createCopyButton } from "../../shared/clipboard.mjs";
import { $, create, createOutsideLink } from "../../shared/elements.mjs";
import { saveFile } from "../../shared/files.mjs";
import { formatWhen } from "../../shared/public_draws.mjs";
import { createShareButton } from "../../shared/share.mjs";
import { createStageButton } from "../../shared/stage.mjs";
import { createText, t } from "../../shared/texts.mjs";
import { nameDraw } from "./announced.mjs";

/**
 * @import { Child } from "../../shared/elements.mjs"
 * @import { Round } from "../../shared/beacon.mjs"
 * @import { Plan } from "../plan/plan.mjs"
 * @import { Announced, PublicDraw } from "./announced.mjs"
 * @import { ResultLinks } from "./sealed_draw.mjs"
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

/**
 * Create the poster of what is fixed.
 * @param {Announced} announced
 * @param {string} link
 */
export function createSealPoster(announced, link) {
  const { draw } = announced;
  const { items, occasion } = draw;
  const label = t("draw.public.codeOfSeal");
  const fixed =
    occasion === undefined
      ? t("draw.public.fixed")
      : t("draw.public.planFixed", { occasion });
  return createPoster(
    { link, label, advice: t("draw.public.scan") },
    [
      create("p", fixed),
      createSealButtons(announced, link),
      items && create("p.soft", t("draw.public.noNames")),
    ],
    createDigests(draw),
  );
}

/**
 * Create the buttons of what is fixed. The link can always be copied and the page printed; an announcement needs a
 * round, and a file of the list a list.
 * @param {Announced} announced
 * @param {string} link
 */
function createSealButtons(announced, link) {
  const { round, items } = announced.draw;
  const open = [
    round &&
      createCopyButton(
        () => writeAnnouncement(announced, round, link),
        t("draw.public.copyAnnouncement"),
      ),
    createShareButton(() => link),
    createStageButton(),
  ];
  const shut = [
    items && createListButton(items),
    create("button", { onclick: () => print() }, t("draw.tools.print")),
  ];
  const buttons = createButtons(open, shut);
  buttons.classList.add("off-stage");
  return buttons;
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
 * Create a QR code of a link with advice below it, what is said of it, and the digests; these alone without a link.
 * @param {{ link?: string, label: string, advice: string }} code
 * @param {Child[]} about
 * @param {Child[]} digests
 */
const createPoster = ({ link, label, advice }, about, digests) =>
  create(
    "div.poster",
    link && create("div.scan", createScreenCode({ link, label, advice })),
    create("div.about", about),
    create("div", digests),
  );

/**
 * Create the QR code of a link with advice below it. A press on the code, or on the button, fills the screen with it.
 * @param {{ link: string, label: string, advice: string }} code
 */
function createScreenCode({ link, label, advice }) {
  const enlarge = () =>
    fillWithCode({
      title: $("#result-title").textContent,
      link,
      says: [create("p", advice)],
    });
  const code = createCode(link, label);
  code.addEventListener("click", enlarge);
  return [
    code,
    create("p", advice),
    create("button.minor", { onclick: enlarge }, t("draw.public.enlarge")),
  ];
}

/**
 * Create the digests of a draw in groups of eight digits, which people can compare.
 * @param {PublicDraw} draw
 */
const createDigests = ({ digests }) =>
  Object.entries(digests).map(([name, digest]) => {
    if (!digest) return undefined;
    return create(
      "p.seal",
      create("span.soft", t(`draw.public.${name}`)),
      create("code", groupDigits(digest)),
    );
  });

/**
 * A button, which may have a status beside it; others are skipped.
 * @typedef {HTMLElement | HTMLElement[] | string | false | undefined} MaybeButton
 */

/**
 * Create buttons: those that matter first, and the others, which are there when "Save, print or copy" is opened.
 * @param {MaybeButton[]} open
 * @param {MaybeButton[]} shut
 */
function createButtons(open, shut) {
  const openButtons = keepButtons(open);
  const shutButtons = keepButtons(shut);
  return create(
    "div",
    create("p.buttons", openButtons),
    shutButtons.length > 0 &&
      create(
        "details",
        create("summary", t("draw.public.others")),
        create("p.buttons", shutButtons),
      ),
  );
}

/** @param {MaybeButton[]} buttons */
const keepButtons = (buttons) =>
  buttons.flatMap((button) => (typeof button === "object" ? button : []));

/** @param {string[]} items the lines of the list */
const createListButton = (items) =>
  create(
    "button",
    { onclick: () => saveFile("list.txt", items.join("\n")) },
    t("draw.public.saveList"),
  );

/**
 * Return the links to a result as they fit.
 *
 * Of a list of 300 names the `link` may have the whole list, and the `code` the winners' names alone, which
 * `codeCarries` says.
 * @param {PublicDraw} draw
 * @param {Plan} plan
 * @returns {Promise<PublicLinks>}
 */
export async function findLinks(draw, { size }) {
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
 * Show the poster of a result.
 * @param {Announced} announced
 * @param {PublicLinks} links
 */
export function showProof({ draw, isUnchecked }, links) {
  const { round } = draw;
  const label = t("draw.public.codeOfProof");
  const advice = t("draw.public.seeResult");
  const poster = createPoster(
    { link: links.code, label, advice },
    [
      create("h3", t("draw.public.everybody")),
      createProofButtons(draw, links),
      create("p", t("draw.public.checks")),
      !round && create("p", t("draw.public.lastWord")),
      isUnchecked && round && createUnchecked(round),
      create("p.soft", { id: "proof-carries" }, describeLinks(links)),
    ],
    createDigests(draw),
  );
  $("#proof").replaceChildren(poster);
  $("#proof").hidden = false;
}

/**
 * Return sentences on what the links to a result have, and on what they lack.
 * @param {PublicLinks} links
 */
const describeLinks = ({ carries, codeCarries, needsList }) =>
  [carries, codeCarries, needsList && t("draw.public.needsList")]
    .filter(Boolean)
    .join(" ");

/**
 * Create the buttons of a proof, whose link is copied above the poster. Its file can always be saved; the buttons of
 * links are missing where no link is short enough, and that of the list where the link has the list.
 * @param {PublicDraw} draw
 * @param {PublicLinks} links
 */
function createProofButtons(draw, { link, named, bare, needsList }) {
  const { items } = draw;
  const save = create(
    "button",
    { onclick: () => saveFile("draw.json", draw.toFile()) },
    t("draw.public.saveProof"),
  );
  const files = [save, needsList && items && createListButton(items)];
  if (!link) return createButtons(files, []);
  return createButtons(
    [createCheckLink(link)],
    [
      ...files,
      named && createCopyButton(() => named, t("draw.tools.copyNamed")),
      bare && createCopyButton(() => bare, t("draw.tools.copyBare")),
    ],
  );
}

/** @param {string} href */
const createCheckLink = (href) =>
  create(
    "a.button",
    { id: "check", href, target: "_blank" },
    t("draw.public.check"),
  );

/**
 * Create the sentence on a round whose signature nobody verified.
 * @param {Round} round
 */
function createUnchecked({ url, number }) {
  const name = t("draw.public.roundName", { number: String(number) });
  const link = createOutsideLink(url, name);
  return create("p.problem", createText("draw.public.notChecked", { link }));
}

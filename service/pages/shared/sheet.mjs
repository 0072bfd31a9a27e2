/** What is printed below a result: what it is, when, and where anybody can check it. */
// @ts-check
import { $, create } from "./elements.mjs";
import { PRINTED_TIME, describePrinting, fillLine } from "./printed.mjs";
import { ROOT } from "./service.mjs";
import { formatTime, t } from "./texts.mjs";

const MAX_TYPED = 100; // characters of a link that somebody may type
const MAX_SCANNED = 700; // characters of a link whose code a phone reads from paper

/**
 * What is told of a result on paper: its title, with the occasion if it has one; its link, "" if there is none; and
 * when it was drawn, in milliseconds since 1970. Where that is not known the paper says when it was printed. What
 * `isAnnounced` has no result yet.
 * @typedef {object} PrintedResult
 * @property {string} title
 * @property {string} link
 * @property {boolean} [isAnnounced]
 * @property {number} [drawn]
 * @property {Record<string, unknown>} [file]
 */

/**
 * Prepare what is printed below a result: its code, and a line with its title, when, and where it is checked: its link
 * if it is short, or else the page. The code of a link that is too long for paper asks for the file.
 * @param {PrintedResult} result
 */
export async function prepareSheet({ title, link, isAnnounced, drawn, file }) {
  const says = create("p", t("result.sheet.check"));
  const isTyped = link !== "" && link.length <= MAX_TYPED;
  const address = isTyped ? link : `${ROOT}result`;
  const line = create("p.line");
  fillLine(line, () => `${title} · ${describeTime(drawn)}`, address);
  const sheet = create("div.sheet", [create("div", [says, line])]);
  $("#sheet").replaceChildren(sheet);
  const codes = await import("./codes.mjs").catch(() => undefined);
  const isScanned = link !== "" && link.length <= MAX_SCANNED;
  const scanned =
    isScanned || !file ? link : (await codes?.chooseCode(link, file))?.link;
  if (!codes || !scanned || scanned.length > MAX_SCANNED) return;
  sheet.prepend(codes.createCode(scanned, t("result.code")));
  if (!isTyped)
    says.textContent = isAnnounced
      ? t("draw.public.scan")
      : t("result.sheet.scan");
}

/**
 * Return when a result was drawn, or that it is printed now.
 * @param {number | undefined} drawn
 */
function describeTime(drawn) {
  return drawn === undefined
    ? describePrinting()
    : t("shared.pair", {
        name: t("result.drawn"),
        value: formatTime(drawn, PRINTED_TIME),
      });
}

/** Forget what is printed below a result. */
export const clearSheet = () => $("#sheet").replaceChildren();

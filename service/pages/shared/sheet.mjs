/** What is printed below a result: when, and where anybody can check it. */
// @ts-check
import { $, create } from "./elements.mjs";
import { ROOT } from "./service.mjs";
import { formatTime, t } from "./texts.mjs";

const MAX_TYPED = 100; // characters of a link that somebody may type
const MAX_SCANNED = 700; // characters of a link whose code a phone reads from paper

/**
 * Prepare what is printed below a result: its link as text if it is short, else the address of the page, and its code.
 * The code of a link that is too long for paper asks for the file.
 * @param {string} link "" if there is none
 * @param {Record<string, unknown>} [file]
 */
export async function prepareSheet(link, file) {
  const time = create("p");
  const address = link && link.length <= MAX_TYPED ? link : `${ROOT}result`;
  const sheet = create("div.sheet", [
    create("div", [
      time,
      create("p", t("result.sheet.check")),
      create("p.address", { translate: "no" }, address),
    ]),
  ]);
  $("#sheet").replaceChildren(sheet);
  onbeforeprint = () => {
    time.textContent = t("result.sheet.printed", {
      time: formatTime(Date.now(), { dateStyle: "long", timeStyle: "short" }),
    });
  };
  const codes = await import("./codes.mjs").catch(() => undefined);
  const isScanned = link !== "" && link.length <= MAX_SCANNED;
  const scanned =
    isScanned || !file ? link : (await codes?.chooseCode(link, file))?.link;
  if (codes && scanned && scanned.length <= MAX_SCANNED)
    sheet.prepend(codes.createCode(scanned, t("result.code")));
}

/** Forget what is printed below a result. */
export const clearSheet = () => $("#sheet").replaceChildren();

/** What is printed below a result: when, and where anybody can check it. */
// @ts-check
import { $, create } from "./elements.mjs";
import { ROOT } from "./service.mjs";
import { formatTime, t } from "./texts.mjs";

const MAX_TYPED = 100; // characters of a link that somebody may type
const MAX_SCANNED = 700; // characters of a link whose code a phone reads from paper

/**
 * Prepare what is printed below a result: when, its code, and its link as text if it is short. The code of a link that
 * is too long for paper asks for the file; without a code the address of the page is printed.
 * @param {string} link "" if there is none
 * @param {Record<string, unknown>} [file]
 */
export async function prepareSheet(link, file) {
  const time = create("p");
  const says = create("p", t("result.sheet.check"));
  const isTyped = link !== "" && link.length <= MAX_TYPED;
  const address = create("p.address", { translate: "no" });
  address.textContent = isTyped ? link : `${ROOT}result`;
  const sheet = create("div.sheet", [create("div", [time, says, address])]);
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
  if (!codes || !scanned || scanned.length > MAX_SCANNED) return;
  sheet.prepend(codes.createCode(scanned, t("result.code")));
  if (isTyped) return;
  says.textContent = t("result.sheet.scan");
  address.remove();
}

/** Forget what is printed below a result. */
export const clearSheet = () => $("#sheet").replaceChildren();

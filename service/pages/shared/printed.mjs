/** The line of a printed page that says when it was printed, and its address. */
// @ts-check
import { create } from "./elements.mjs";
import { formatTime, t } from "./texts.mjs";

/** @type {Intl.DateTimeFormatOptions} */
export const PRINTED_TIME = { dateStyle: "long", timeStyle: "short" };

/** Return that the page is printed now. */
export const describePrinting = () =>
  t("shared.printed", { time: formatTime(Date.now(), PRINTED_TIME) });

/**
 * Fill a line with what a function returns and an address; again when somebody prints, as that is later.
 * @param {HTMLElement} line
 * @param {() => string} describe
 * @param {string} address
 */
export function fillLine(line, describe, address) {
  const fill = () =>
    line.replaceChildren(
      `${describe()} · `,
      create("span", { translate: "no" }, address),
    );
  fill();
  onbeforeprint = fill;
}

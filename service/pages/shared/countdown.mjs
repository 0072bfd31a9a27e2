/** What counts down to the public number of a draw, by the clock of the browser. */
// @ts-check
import { create } from "./elements.mjs";
import { formatLater } from "./public_draws.mjs";
import { createText, formatNumber, t } from "./texts.mjs";

const STEP = 250; // milliseconds between two looks at the clock

/** @param {number} time in milliseconds */
export const sleep = (time) =>
  new Promise((resolve) => setTimeout(resolve, time));

/**
 * Return a time that is left, as "1:43", "1:00:00" or "2 days, 1:00:00".
 * @param {number} time in milliseconds
 */
function formatLeft(time) {
  const seconds = Math.floor(time / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const parts = [minutes % 60, seconds % 60];
  if (hours) parts.unshift(hours % 24);
  const [first, ...others] = parts;
  const padded = others.map((part) => String(part).padStart(2, "0"));
  const digits = [first, ...padded].join(":");
  if (!days) return digits;
  const daysText = formatNumber(days, {
    style: "unit",
    unit: "day",
    unitDisplay: "long",
  });
  return `${daysText}, ${digits}`;
}

/**
 * Count down until a time has come, or a part of the page is off it.
 * @param {number} time in milliseconds since 1970
 * @param {HTMLElement} part
 * @param {(left: string) => void} show is called at first, and whenever what is left is another text
 */
export async function countDown(time, part, show) {
  let lastLeft = "";
  let remaining = time - Date.now();
  while (remaining > 0) {
    const left = formatLeft(remaining);
    if (left !== lastLeft) show(left);
    lastLeft = left;
    await sleep(Math.min(remaining, STEP));
    if (!part.isConnected) return;
    remaining = time - Date.now();
  }
}

/**
 * Create the words on when an announced draw is decided, which count down, and then say that the public number is out.
 *
 * Screen readers are told both words; they read what is left when they come to it, and not each second.
 * @param {number} due in milliseconds since 1970
 * @param {() => void} [showOut] is called when the number is out
 */
export function createDue(due, showOut = () => {}) {
  const left = create("span", { role: "timer", "aria-live": "off" });
  const time = formatLater(due, Date.now());
  const words = create(
    "span",
    createText("verify.due.announced", { time, left }),
  );
  const updateWords = async () => {
    await countDown(due, left, (text) => left.replaceChildren(text));
    if (!left.isConnected) return;
    words.replaceChildren(t("verify.due.out"));
    showOut();
  };
  queueMicrotask(updateWords);
  return words;
}

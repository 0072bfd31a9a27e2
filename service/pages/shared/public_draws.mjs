/** What pages tell of a draw in public: when it was announced and drawn, and what decided it. */
// @ts-check
import { formatTime, t } from "./texts.mjs";

/**
 * The times of a draw, in milliseconds since 1970, and what decided it, as far as it is known.
 * @typedef {{ sealed?: number, drawn?: number, decider?: string | null }} Decided
 */

/**
 * Return a time as a date and a time of day, to the second, in the language of the page.
 * @param {number} time in milliseconds since 1970
 */
export const formatWhen = (time) =>
  formatTime(time, { dateStyle: "medium", timeStyle: "medium" });

/**
 * Return a time after another one: without its date on the same day.
 * @param {number} time in milliseconds since 1970
 * @param {number} before
 */
export function formatLater(time, before) {
  const isSameDay =
    new Date(time).toDateString() === new Date(before).toDateString();
  return isSameDay
    ? formatTime(time, { timeStyle: "medium" })
    : formatWhen(time);
}

/**
 * Return a sentence on when a draw was announced; "" if that is not known.
 * @param {number | undefined} time in milliseconds since 1970
 */
export const describeAnnounced = (time) =>
  time === undefined
    ? ""
    : t("draw.public.sealedAt", { time: formatWhen(time) });

/**
 * Return sentences on when a draw was announced and drawn, and on what decided it.
 *
 * "Announced Nov 30, 2026, 3:10:44 PM, drawn 3:10:46 PM. This decided it: let it snow"
 * @param {Decided} draw
 */
export function describeDecided({ sealed, drawn, decider }) {
  const hasTimes = sealed !== undefined && drawn !== undefined;
  const times =
    hasTimes &&
    t("draw.public.drawnAt", {
      sealed: formatWhen(sealed),
      drawn: formatLater(drawn, sealed),
    });
  const decision = decider && t("draw.public.decidedBy", { words: decider });
  return [times, decision].filter(Boolean).join(" ");
}

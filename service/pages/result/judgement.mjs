/** Open what a link or a file names, and judge it: the pages Result and Verify say the same of one draw. */
// @ts-check
import { loadOrThrow } from "../shared/loading.mjs";
import { t } from "../shared/texts.mjs";

/**
 * @import { ParameterTypes } from "../verdicts/input/urls.mjs"
 * @import { OpenedDraw, OpenedSeeded, Outcome, ReaderNotes } from "./outcome.mjs"
 */

/** A module that could not be loaded, with a sentence for people. */
export class NotLoaded extends Error {}

/**
 * Return the module of a promise. A failure, as without a network, is told in words.
 * @template Part
 * @param {Promise<Part>} loading
 * @returns {Promise<Part>}
 */
export const loadPart = (loading) =>
  loadOrThrow(loading, () => new NotLoaded(t("result.notLoaded")));

/**
 * Return the draw or deal in a text of JSON, as `readDraw` does, with what its kind needs to be judged.
 * @param {string} text
 * @returns {Promise<OpenedDraw>}
 */
export async function openText(text) {
  const { readDraw } = await loadPart(import("./outcome.mjs"));
  const draw = readDraw(text);
  if (draw.planned) {
    const { openPlanned } = await loadPart(import("./planned_outcome.mjs"));
    return openPlanned(draw);
  }
  if (!draw.isSeeded || draw.screen.link === undefined) return draw;
  const { openSaved } = await loadPart(import("./seeded.mjs"));
  return openSaved(draw);
}

/**
 * Return the draw or deal that a fragment with a seed names.
 * @param {string} fragment such as "#winners?winners=3&seed=…"
 * @param {ParameterTypes} parameters as the page has them
 * @param {(title: string) => void} [onTitle] as of `readSeededLink`
 * @returns {Promise<OpenedSeeded>}
 */
export async function openLink(fragment, parameters, onTitle) {
  const { readSeededLink } = await loadPart(import("./seeded.mjs"));
  return readSeededLink(fragment, parameters, onTitle);
}

/**
 * Check a draw with what its reader adds, and return its outcome.
 * @param {OpenedDraw} draw
 * @param {ReaderNotes} reader
 * @returns {Promise<Outcome>}
 */
export async function judgeDraw(draw, reader) {
  if (draw.planned) {
    const { judgePlanned } = await loadPart(import("./planned_outcome.mjs"));
    return judgePlanned(draw, reader);
  }
  if (draw.isSeeded) {
    const { judgeSeeded } = await loadPart(import("./seeded.mjs"));
    return judgeSeeded(draw, reader.items);
  }
  const { judge, noteSeal } = await loadPart(import("./outcome.mjs"));
  return draw.file
    ? judge(draw.file, draw.screen, reader)
    : noteSeal(draw.commitment, draw.terms);
}

/**
 * Return a list in the form that was drawn from, if it is the one of a draw.
 * @param {OpenedDraw} draw
 * @param {string[]} lines
 * @returns {Promise<string[] | undefined>}
 */
export async function matchList(draw, lines) {
  if (draw.matchLines) return draw.matchLines(lines);
  if (draw.isSeeded) return undefined;
  const outcome = await loadPart(import("./outcome.mjs"));
  return outcome.matchList(lines, draw.terms);
}

/** The browser's own notes of sealed games that it played: a link cannot forge them. */
// @ts-check
import { canonicalJson } from "../../../../verify/core/canonical.mjs";
import { readStored, store } from "../../shared/storage.mjs";

/** @import { Subject } from "./notes.mjs" */

/**
 * The note for a seal: `time` in milliseconds since 1970 and `terms` as canonical JSON if the browser saw the seal
 * before the draw; `result` if it saw a result, and the fragment of the page Result that shows it as `shown`.
 * @typedef {object} Seal
 * @property {string} commitment
 * @property {number} [time]
 * @property {string} [terms]
 * @property {SealResult} [result]
 * @property {string} [shown]
 */

/**
 * The first result of a seal that the browser saw: its last digest and client seed.
 * @typedef {{ digest: string, client_seed?: string | null }} SealResult
 */

const KEY = "sealed games";
const SEALS = "seals of draws";
const MAX_RECORDS = 12;
const MAX_SEALS = 50;
const MAX_SHOWN = 8_000; // characters of a fragment: 50 of them are a tenth of what a browser keeps

/**
 * Return what a player holds of a game, as a text.
 * @param {Pick<Subject, "confirmed" | "seen">} file
 */
const toRecord = ({
  confirmed: { commitment, client_seed, digest } = {},
  seen,
}) => JSON.stringify({ commitment, client_seed, digest, seen });

/**
 * Keep what a player holds of a game. Where nothing can be kept the verify page says that the values come from a link.
 * @param {Pick<Subject, "confirmed" | "seen">} file
 */
export function keepRecord(file) {
  const record = toRecord(file);
  const earlier = readRecords().filter((text) => text !== record);
  store(KEY, [record, ...earlier].slice(0, MAX_RECORDS));
}

/**
 * Return whether this browser kept the same notes as a file.
 * @param {Pick<Subject, "confirmed" | "seen">} file
 */
export const isRecordKept = (file) =>
  file.confirmed?.commitment !== undefined &&
  readRecords().includes(toRecord(file));

/**
 * Note the commitment and the terms of a draw before it is drawn, with the time. Return the first note for the
 * commitment: a later link with other terms does not replace it. A seal whose result was seen before is not noted.
 * @param {{ commitment: string, terms: object }} sealed
 * @returns {Seal}
 */
export function keepSeal({ commitment, terms }) {
  const note = findSeal(commitment);
  if (note?.time !== undefined) return note;
  const seal = { ...note, commitment, terms: canonicalJson(terms) };
  return note?.result ? seal : setSeal({ ...seal, time: Date.now() });
}

/**
 * Note the result of a seal, its last digest and client seed, if none is noted. Return the noted result: the first that
 * this browser saw.
 * @param {{ commitment: string, client_seed?: string | null, drawn: { digest: string } }} receipt
 * @returns {SealResult}
 */
export function keepResult({ commitment, client_seed, drawn: { digest } }) {
  const note = findSeal(commitment);
  if (note?.result) return note.result;
  const result = { digest, client_seed };
  setSeal({ ...note, commitment, result });
  return result;
}

/**
 * Note the fragment of the page Result that shows the result of a seal: the first one whose result was noted.
 * @param {string} commitment
 * @param {string} shown
 */
export function keepShown(commitment, shown) {
  const note = findSeal(commitment);
  if (!note?.result || note.shown || shown.length > MAX_SHOWN) return;
  setSeal({ ...note, shown });
}

/**
 * Keep the note for a commitment in place of the one before, and return it.
 * @param {Seal} seal
 */
function setSeal(seal) {
  const otherSeals = readSeals().filter(
    ({ commitment }) => commitment !== seal.commitment,
  );
  store(SEALS, [seal, ...otherSeals].slice(0, MAX_SEALS));
  return seal;
}

/**
 * Return the note for a commitment, or undefined.
 * @param {string} commitment
 */
export const findSeal = (commitment) =>
  readSeals().find((seal) => seal.commitment === commitment);

/**
 * Return whether a seal was noted before the draw, and no result of it was seen.
 * @param {Seal} seal
 * @returns {seal is Seal & { time: number, terms: string }}
 */
const isOpen = (seal) => seal.time !== undefined && seal.result === undefined;

/**
 * Return the last noted seal without a result that is not the one of a receipt: one whose terms `isLike` those of the
 * receipt, if any.
 * @template {object} SealedTerms the terms of a shoe, or a plan
 * @param {{ commitment: string, terms: SealedTerms }} receipt
 * @param {(noted: SealedTerms, terms: SealedTerms) => unknown} isLike
 */
export function findOpenSeal({ commitment, terms }, isLike) {
  const open = readSeals()
    .filter(isOpen)
    .filter((seal) => seal.commitment !== commitment);
  return open.find((seal) => isLike(JSON.parse(seal.terms), terms)) ?? open[0];
}

/**
 * Return the notes for seals, the last one first.
 * @returns {Seal[]}
 */
const readSeals = () => readList(SEALS).filter(Boolean);

/**
 * Return what this browser kept of games, as texts, the last one first.
 * @returns {string[]}
 */
const readRecords = () => readList(KEY);

/**
 * Return the list that the browser keeps under a name; [] if it keeps none.
 * @param {string} key
 * @returns {any[]} as this module stored it
 */
function readList(key) {
  const list = readStored(key);
  return Array.isArray(list) ? list : [];
}

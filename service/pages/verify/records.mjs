/** The browser's own notes of sealed games that it played: a link cannot forge them. */
import { canonicalJson } from "../../../verify/core/canonical.mjs";
import { readStored, store } from "../shared/page.mjs";

const KEY = "sealed games";
const SEALS = "seals of draws";
const MAX_RECORDS = 12;
const MAX_SEALS = 50;

const toRecord = ({
  confirmed: { commitment, client_seed, digest } = {},
  seen,
}) => JSON.stringify({ commitment, client_seed, digest, seen });

/** Keep what a player holds of a game. Where nothing can be kept the verify page says that the values come from a link. */
export function keepRecord(file) {
  const record = toRecord(file);
  const rest = readRecords().filter((other) => other !== record);
  store(KEY, [record, ...rest].slice(0, MAX_RECORDS));
}

/** Return whether this browser kept the same notes as a file. */
export const isRecordKept = (file) =>
  file.confirmed?.commitment !== undefined &&
  readRecords().includes(toRecord(file));

/**
 * Note the commitment and the terms of a draw before it is drawn, with the time. Return the first note for the
 * commitment: a later link with other terms does not replace it. A seal whose result was seen before is not noted.
 */
export function keepSeal({ commitment, terms }) {
  const note = findSeal(commitment);
  if (note?.time !== undefined) return note;
  const seal = { ...note, commitment, terms: canonicalJson(terms) };
  return note?.result ? seal : setSeal({ ...seal, time: Date.now() });
}

/** Note the first result of a seal: its last digest and client seed. Return the noted result. */
export function keepResult({ commitment, client_seed, drawn: { digest } }) {
  const note = findSeal(commitment);
  return (
    note?.result
      ? note
      : setSeal({ ...note, commitment, result: { digest, client_seed } })
  ).result;
}

function setSeal(record) {
  const rest = readRecords(SEALS).filter(
    (other) => other?.commitment !== record.commitment,
  );
  store(SEALS, [record, ...rest].slice(0, MAX_SEALS));
  return record;
}

/**
 * Return the note for a commitment, or undefined: `time` in milliseconds since 1970 and `terms` as canonical JSON if the
 * browser saw the seal before the draw; `result` if it saw a result.
 */
export const findSeal = (commitment) =>
  readRecords(SEALS).find((record) => record?.commitment === commitment);

/** Return the last noted seal without a result that is not the one of a receipt: one whose terms `isLike` those of the receipt, if any. */
export function findOpenSeal({ commitment, terms }, isLike) {
  const open = readRecords(SEALS).filter(
    (record) =>
      record?.time !== undefined &&
      record.result === undefined &&
      record.commitment !== commitment,
  );
  return (
    open.find((record) => isLike(JSON.parse(record.terms), terms)) ?? open[0]
  );
}

function readRecords(key = KEY) {
  const records = readStored(key);
  return Array.isArray(records) ? records : [];
}

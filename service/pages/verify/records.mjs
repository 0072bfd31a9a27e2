/** What this browser saw and sent in sealed games that it played, so that a link to one cannot claim it. */

import { canonicalJson } from "../../../verify/canonical.mjs";

const KEY = "sealed games";
const SEALS = "seals of draws";
const MAX_RECORDS = 12;
const MAX_SEALS = 50;

const toRecord = ({ commitment, client_seed, digest, seen }) => JSON.stringify({ commitment, client_seed, digest, seen });

/** Keep what a player holds of a game. A browser without storage keeps nothing. */
export function keepRecord(file) {
  const record = toRecord(file);
  const others = readRecords().filter((other) => other !== record);
  try {
    localStorage.setItem(KEY, JSON.stringify([record, ...others].slice(0, MAX_RECORDS)));
  } catch {
    // It is full or blocked: the verify page then says that the values come from a link.
  }
}

/** Return whether this browser kept what a file says that a player holds. */
export const isRecordKept = (file) => file.commitment !== undefined && readRecords().includes(toRecord(file));

/**
 * Note the commitment and the terms of a draw that is not drawn yet, with the time. Return what this browser noted of the
 * commitment first, which stays: a link that came later with other terms does not replace it.
 */
export function keepSeal({ commitment, terms }) {
  const noted = findSeal(commitment);
  if (noted?.time !== undefined) return noted;
  return setSeal({ ...noted, commitment, time: Date.now(), terms: canonicalJson(terms) });
}

/** Note the first result of a seal that this browser saw, its last digest and client seed. Return the one that is noted. */
export function keepResult({ commitment, client_seed, drawn: { digest } }) {
  const noted = findSeal(commitment);
  return (noted?.result ? noted : setSeal({ ...noted, commitment, result: { digest, client_seed } })).result;
}

function setSeal(record) {
  const others = readRecords(SEALS).filter((other) => other?.commitment !== record.commitment);
  try {
    localStorage.setItem(SEALS, JSON.stringify([record, ...others].slice(0, MAX_SEALS)));
  } catch {
    // It is full or blocked: the verify page then says that the commitment comes from a link.
  }
  return record;
}

/**
 * Return what this browser noted of a commitment, undefined if it is nothing: the `time` in milliseconds since 1970 and the
 * `terms` as canonical JSON, if it saw the seal before the draw; the `result`, if it saw one.
 */
export const findSeal = (commitment) => readRecords(SEALS).find((record) => record?.commitment === commitment);

/** Return the seal that was noted last of those whose result this browser has not seen. */
export const findOpenSeal = () => readRecords(SEALS).find((record) => record?.time !== undefined && record.result === undefined);

function readRecords(key = KEY) {
  try {
    const records = JSON.parse(localStorage.getItem(key));
    return Array.isArray(records) ? records : [];
  } catch {
    return [];
  }
}

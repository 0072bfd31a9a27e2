/** What this browser saw and sent in sealed games that it played, so that a link to one cannot claim it. */

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

/** Note the commitment of a draw that is not drawn yet, with the time; one that is noted keeps its time. */
export function keepCommitment(commitment) {
  if (findCommitment(commitment) !== undefined) return;
  try {
    localStorage.setItem(SEALS, JSON.stringify([{ commitment, time: Date.now() }, ...readRecords(SEALS)].slice(0, MAX_SEALS)));
  } catch {
    // It is full or blocked: the verify page then says that the commitment comes from a link.
  }
}

/** Return when this browser noted a commitment, in milliseconds since 1970; undefined if it did not. */
export const findCommitment = (commitment) => readRecords(SEALS).find((record) => record?.commitment === commitment)?.time;

function readRecords(key = KEY) {
  try {
    const records = JSON.parse(localStorage.getItem(key));
    return Array.isArray(records) ? records : [];
  } catch {
    return [];
  }
}

/** What this browser saw and sent in sealed games that it played, so that a link to one cannot claim it. */

const KEY = "sealed games";
const MAX_RECORDS = 12;

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

function readRecords() {
  try {
    const records = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(records) ? records : [];
  } catch {
    return [];
  }
}

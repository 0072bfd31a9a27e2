/**
 * The secrets of this browser's players: keys that no script can read, and the token of a table; and whether a browser
 * can keep them.
 */
// @ts-check
import { Problem } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";

const NOT_REQUESTED = -1; // the status of a problem of this browser
const DATABASE = "private hands";
const STORE = "players";

/**
 * Return a promise of the result of a request to a database of the browser.
 * @template Value
 * @param {IDBRequest<Value>} request
 * @returns {Promise<Value>}
 */
const toPromise = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {"readonly" | "readwrite"} mode */
async function openStore(mode) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await toPromise(opening);
  const transaction = database.transaction(STORE, mode);
  transaction.oncomplete = () => database.close();
  return transaction.objectStore(STORE);
}

/**
 * Return the secrets of a player; undefined if this browser has none.
 * @param {string} name
 * @returns {Promise<any>} who saved them knows their shape
 */
export const loadSecrets = async (name) =>
  toPromise((await openStore("readonly")).get(name));

/**
 * Forget the secrets of players.
 * @param {string[]} names
 */
export async function forgetSecrets(names) {
  if (!names.length) return;
  const store = await openStore("readwrite");
  await Promise.all(names.map((name) => toPromise(store.delete(name))));
}

/**
 * Keep the secrets of a player.
 * @param {string} name
 * @param {object} secrets
 */
export async function saveSecrets(name, secrets) {
  const store = await openStore("readwrite");
  await toPromise(store.put(secrets, name));
}

/**
 * Return a problem of this browser, for which nothing was requested.
 * @param {string} title
 * @param {string} detail
 */
export const createProblem = (title, detail) =>
  new Problem(NOT_REQUESTED, { title, detail });

/** Throw a `Problem` with the reason if this browser cannot play private hands. */
export async function requireSupport() {
  const reason = await findReason();
  if (reason)
    throw createProblem(
      t("table.private.impossible"),
      t(`table.private.reasons.${reason}`),
    );
}

/** Return the name of the reason why this browser cannot; undefined if it can. */
async function findReason() {
  if (!isSecureContext || !crypto.subtle || !navigator.locks) return "crypto";
  try {
    localStorage.setItem("private tables", "");
    localStorage.removeItem("private tables");
    if (!indexedDB) return "storage";
  } catch {
    return "storage";
  }
  const hasEd25519 = await crypto.subtle
    .generateKey("Ed25519", false, ["sign"])
    .then(Boolean, () => false);
  return hasEd25519 ? undefined : "ed25519";
}

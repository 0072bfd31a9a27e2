/** The secrets of this browser's players: keys that no script can read, and the token of a table; and whether a browser can keep them. */
import { Problem } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";

const [DATABASE, STORE] = ["private hands", "players"];

const toPromise = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openStore(mode) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await toPromise(opening);
  const transaction = database.transaction(STORE, mode);
  transaction.oncomplete = () => database.close();
  return transaction.objectStore(STORE);
}

/** Return the secrets of a player; undefined if this browser has none. */
export const loadSecrets = async (name) =>
  toPromise((await openStore("readonly")).get(name));

/** Forget the secrets of players. */
export async function forgetSecrets(names) {
  if (!names.length) return;
  const store = await openStore("readwrite");
  await Promise.all(names.map((name) => toPromise(store.delete(name))));
}

/** Keep the secrets of a player. */
export const saveSecrets = async (name, secrets) =>
  toPromise((await openStore("readwrite")).put(secrets, name));

/** Throw a `Problem` with the reason if this browser cannot play private hands. */
export async function requireSupport() {
  const reason = await findReason();
  if (reason)
    throw new Problem(undefined, {
      title: t("table.private.impossible"),
      detail: t(`table.private.reasons.${reason}`),
    });
}

async function findReason() {
  if (!isSecureContext || !crypto.subtle || !navigator.locks) return "crypto";
  try {
    localStorage.setItem("private tables", "");
    localStorage.removeItem("private tables");
    if (!indexedDB) return "storage";
  } catch {
    return "storage";
  }
  const isThere = await crypto.subtle
    .generateKey("Ed25519", false, ["sign"])
    .then(Boolean, () => false);
  return isThere ? undefined : "ed25519";
}

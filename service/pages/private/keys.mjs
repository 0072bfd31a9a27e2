/** The secrets of this browser's players: keys that no script can read, and for who runs a table its token. */

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
export const loadSecrets = async (name) => toPromise((await openStore("readonly")).get(name));

/** Forget the secrets of players. */
export async function forgetSecrets(names) {
  if (!names.length) return;
  const store = await openStore("readwrite");
  await Promise.all(names.map((name) => toPromise(store.delete(name))));
}

/** Keep the secrets of a player. */
export const saveSecrets = async (name, secrets) => toPromise((await openStore("readwrite")).put(secrets, name));

/** What the browser keeps by names, for this page or for the next visit. */
// @ts-check

/** Return the storage of this tab; a storage that is blocked throws. */
export const inTab = () => sessionStorage;

/**
 * Return the JSON value that the browser keeps under a name; undefined if it keeps none, or blocks its storage.
 * @param {string} name
 * @param {() => Storage} [getStorage]
 */
export function readStored(name, getStorage = () => localStorage) {
  try {
    return JSON.parse(getStorage().getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keep a value under a name, or forget it if the value is undefined. A storage that is full or blocked keeps nothing.
 * @param {string} name
 * @param {unknown} value
 * @param {() => Storage} [getStorage]
 */
export function store(name, value, getStorage = () => localStorage) {
  try {
    if (value === undefined) getStorage().removeItem(name);
    else getStorage().setItem(name, JSON.stringify(value));
  } catch {
    // The page works without it, until it is left.
  }
}

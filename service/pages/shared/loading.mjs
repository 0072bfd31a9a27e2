/** Parts of a page that are loaded when they are needed. */
// @ts-check

/**
 * Return what a promise loads, such as a module. Throw an error in words for people if it fails, as without a network.
 * @template Part
 * @param {Promise<Part>} loading
 * @param {() => Error} createError
 * @returns {Promise<Part>}
 */
export const loadOrThrow = (loading, createError) =>
  loading.catch(() => {
    throw createError();
  });

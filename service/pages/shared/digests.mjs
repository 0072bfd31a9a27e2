/** Digests as people compare them. */
// @ts-check

/**
 * Return the digits of a digest in groups of eight: "066c3844 56faacc0".
 * @param {string} digest
 */
export const groupDigits = (digest) => digest.replace(/.{8}(?=.)/g, "$& ");

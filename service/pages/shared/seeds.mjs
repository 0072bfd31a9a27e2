/** Seeds that a page proposes. */
// @ts-check

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Return a seed of 120 random bits. */
export function generateSeed() {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(24)),
    (byte) => LETTERS[byte & 31],
  ).join("");
}

/** An example from a real sealed shoe, and a function that tampers with it to show a failure. */
// @ts-check
import { isObject } from "../../../../verify/core/validation.mjs";

/** @import { Subject } from "../../verdicts/assessment/notes.mjs" */
/** @import { OpenedShoe, Receipt, ShownCard } from "../../shared/shoes.mjs" */

/** Return random hexadecimal digits, two for each byte. */
const randomHexPairs = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  );

/**
 * The response that dealt the stages of a shoe, as far as it is read here.
 * @typedef {{ shoe: string, digest: string, dealt_stages: { seen: object }[] }} DealtShoe
 */

/**
 * Seal a game of hold'em, deal it with a client seed and reveal it. Return the receipt and the player's notes.
 * @param {(path: string, options: { body: object }) => Promise<any>} fetchJson
 * @returns {Promise<Subject>}
 */
export async function createExample(fetchJson) {
  const clientSeed = randomHexPairs().join("");
  /**
   * @param {string} path
   * @param {object} body
   */
  const post = (path, body) => fetchJson(path, { body });
  /** @type {OpenedShoe} */
  const opened = await post("v1/shoes", {
    game: "holdem",
    players: 2,
    label: "an example to verify",
  });
  /** @type {DealtShoe} */
  const dealt = await post("v1/shoes/deal", {
    shoe: opened.shoe,
    through: opened.stages.at(-1),
    client_seed: clientSeed,
  });
  const seen = dealt.dealt_stages.map((stage) => stage.seen);
  /** @type {{ receipt: Receipt }} */
  const { receipt } = await post("v1/shoes/reveal", { shoe: dealt.shoe });
  return {
    receipt,
    seen,
    confirmed: {
      commitment: opened.commitment,
      client_seed: clientSeed,
      digest: dealt.digest,
    },
  };
}

/**
 * Return a copy of a file with one change: to a card, or else to the commitment.
 * @param {Subject} file
 * @returns {Subject}
 */
export function tamper(file) {
  const copy = structuredClone(file);
  const list = findFirstList(copy);
  const shown = [copy.receipt?.shown ?? copy.shown ?? []].flat();
  if (shown.length) changeShown(shown[0]);
  else if (copy.signed) copy.digest = changeFirstDigit(copy.digest ?? "");
  else if (copy.file !== undefined) copy.file = changeBoards(copy.file);
  else if (list)
    list[list.findIndex(isVisible)] = replaceFirst(list.filter(isVisible));
  else if (copy.receipt?.commitment)
    copy.receipt.commitment = changeFirstDigit(copy.receipt.commitment);
  return copy;
}

/**
 * Change a shown card in place.
 * @param {ShownCard} shown
 */
function changeShown(shown) {
  if (shown.card === undefined)
    shown.integer = Number(replaceFirst([shown.integer]));
  else shown.card = replaceFirst([shown.card]);
}

/**
 * Return a file of boards with another rank of its first card from 2 to 9.
 * @param {string} text
 */
const changeBoards = (text) =>
  text.replace(
    /((?:Deal "[NESW]:|md\|\d)[^"|]*?)([2-9])/,
    (_, before, rank) => before + (rank === "9" ? 2 : Number(rank) + 1),
  );

/** @param {unknown} card */
const isVisible = (card) => card !== null;

/**
 * Return the first list of cards or numbers in a file, or undefined.
 * @param {Subject} file
 * @returns {unknown[] | undefined}
 */
function findFirstList(file) {
  if (file.receipt !== undefined)
    return (file.seen ?? [])
      .map(({ cards, integers }) => cards ?? integers)
      .find((list) => list?.some(isVisible));
  const draws = file.cards ??
    file.integers ??
    file.indices ?? [...(file.hands ?? []), ...(file.piles ?? [])];
  return descend(draws);
}

/**
 * Return the first list of plain values in nested lists or hands.
 * @param {unknown} value such as [{ seat: "N", cards: ["AS"] }, { seat: "E", cards: ["KH"] }]
 * @returns {unknown[] | undefined} here ["AS"], the list itself, which can be changed
 */
function descend(value) {
  if (isObject(value) && value.cards) return descend(value.cards);
  if (!Array.isArray(value)) return undefined;
  if (value.length && value.every((item) => typeof item !== "object"))
    return value;
  return value.map(descend).find(Boolean);
}

/**
 * Return a value to replace the first of a list: the next different one, if there is any.
 * @param {unknown[]} list such as ["AS", "AS", "KH"]
 * @returns {unknown} here "KH"
 */
function replaceFirst([first, ...otherItems]) {
  const different = otherItems.find((item) => item !== first);
  if (different !== undefined) return different;
  if (typeof first === "number") return first + 1;
  return first === "AS" ? "KH" : "AS";
}

/**
 * Return hexadecimal digits with another one at the beginning.
 * @param {string} digest
 */
const changeFirstDigit = (digest) =>
  (digest[0] === "0" ? "1" : "0") + digest.slice(1);

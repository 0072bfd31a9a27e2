/** An example from a real sealed shoe, and a function that tampers with it to show a failure. */
// @ts-check
/** @import { Subject } from "../../verdicts/assessment/notes.mjs" */
/** @import { OpenedShoe, Receipt } from "../../shared/shoes.mjs" */

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
 * Return a copy of the example with another card in place of the first that was seen.
 * @param {Subject} example
 * @returns {Subject}
 */
export function tamper(example) {
  const copy = structuredClone(example);
  const entries = copy.seen?.map(({ cards = [] }) => cards) ?? [];
  const cards = entries.find((entry) => entry.some(isVisible)) ?? [];
  const first = cards.findIndex(isVisible);
  cards[first] = cards[first] === "AS" ? "KH" : "AS";
  return copy;
}

/** @param {unknown} card */
const isVisible = (card) => card !== null;

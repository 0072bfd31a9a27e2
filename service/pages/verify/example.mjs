/** An example from a real sealed shoe, and a way to tamper with it, so that people see what a failure looks like. */

const CARDS = 7;
const randomHexPairs = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0"));

/** Open a sealed shoe, draw from it with a client seed and reveal it. Return its receipt and what a player would note. */
export async function createExample(fetchJson) {
  const clientSeed = randomHexPairs().join("");
  const opened = await fetchJson("v1/shoes", { body: { deck: "standard", label: "an example to verify" } });
  const drawn = await fetchJson("v1/shoes/draw", { body: { shoe: opened.shoe, count: CARDS, client_seed: clientSeed } });
  const { receipt } = await fetchJson("v1/shoes/reveal", { body: { shoe: drawn.shoe } });
  const runs = [{ round: 0, position: 0, cards: drawn.cards }];
  return { subject: receipt, notes: { commitment: opened.commitment, clientSeed, runs } };
}

/** Return a copy of a file and its notes with one change: to a card, or else to the commitment. */
export function tamper({ subject, notes }) {
  const copy = structuredClone({ subject, notes });
  const list = findFirstList(copy);
  if (list) list[0] = replaceFirst(list);
  else if (copy.subject.commitment) copy.subject.commitment = changeFirstDigit(copy.subject.commitment);
  else if (copy.subject.receipt?.commitment) copy.subject.receipt.commitment = changeFirstDigit(copy.subject.receipt.commitment);
  return copy;
}

/** Return the first list of cards or numbers that a file holds; undefined if there is none. */
function findFirstList({ subject, notes }) {
  if (subject.receipt !== undefined)
    return [...(subject.seen ?? []), ...notes.runs].find(({ cards }) => cards?.length)?.cards;
  const draws = subject.cards ?? subject.integers ?? subject.indices ?? [...(subject.hands ?? []), ...(subject.piles ?? [])];
  return descend(draws);
}

/** Return the first list of plain values in nested lists or hands. */
function descend(value) {
  if (value?.cards) return descend(value.cards);
  if (!Array.isArray(value)) return undefined;
  if (value.length && value.every((item) => typeof item !== "object")) return value;
  return value.map(descend).find(Boolean);
}

/** Return a value to replace the first of a list: the next different one, if there is any. */
function replaceFirst([first, ...others]) {
  const other = others.find((item) => item !== first);
  if (other !== undefined) return other;
  return typeof first === "number" ? first + 1 : first === "AS" ? "KH" : "AS";
}

const changeFirstDigit = (digest) => (digest[0] === "0" ? "1" : "0") + digest.slice(1);

/** An example from a real sealed shoe, and a way to tamper with it, so that people see what a failure looks like. */

const randomHexPairs = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0"));

/** Seal a game of hold'em, deal it with a client seed and reveal it. Return what a player keeps: the receipt and what was seen. */
export async function createExample(fetchJson) {
  const clientSeed = randomHexPairs().join("");
  const post = (path, body) => fetchJson(path, { body });
  const opened = await post("v1/shoes", { game: "holdem", players: 2, label: "an example to verify" });
  const seen = [];
  let { shoe } = opened;
  for (const stage of opened.stages) {
    const dealt = await post("v1/shoes/deal", { shoe, stage, client_seed: clientSeed });
    seen.push(dealt.seen);
    shoe = dealt.shoe;
  }
  const { receipt } = await post("v1/shoes/reveal", { shoe });
  return { subject: { receipt, seen }, notes: { commitment: opened.commitment, clientSeed, seen: [], runs: [] } };
}

/** Return a copy of a file and its notes with one change: to a card, or else to the commitment. */
export function tamper({ subject, notes }) {
  const copy = structuredClone({ subject, notes });
  const list = findFirstList(copy);
  if (list) list[list.findIndex(isVisible)] = replaceFirst(list.filter(isVisible));
  else if (copy.subject.commitment) copy.subject.commitment = changeFirstDigit(copy.subject.commitment);
  else if (copy.subject.receipt?.commitment) copy.subject.receipt.commitment = changeFirstDigit(copy.subject.receipt.commitment);
  return copy;
}

const isVisible = (card) => card !== null;

/** Return the first list of cards or numbers that a file holds; undefined if there is none. */
function findFirstList({ subject, notes }) {
  if (subject.receipt !== undefined)
    return [...(subject.seen ?? []), ...notes.seen, ...notes.runs]
      .map(({ cards, integers }) => cards ?? integers)
      .find((list) => list?.some(isVisible));
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

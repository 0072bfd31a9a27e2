/** An example to try, from a real sealed shoe; and how to spoil what was right, so that people see what that looks like. */

const CARDS = 7;
const digits = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0"));

/** A shoe opened, drawn from with a client seed and revealed: its receipt, and what a player would have noted. */
export async function sealedExample(ask) {
  const clientSeed = digits().join("");
  const opened = await ask("v1/shoes", { body: { deck: "standard", label: "an example to verify" } });
  const drawn = await ask("v1/shoes/draw", { body: { shoe: opened.shoe, count: CARDS, client_seed: clientSeed } });
  const { receipt } = await ask("v1/shoes/reveal", { body: { shoe: drawn.shoe } });
  const runs = [{ round: 0, position: 0, cards: drawn.cards }];
  return { told: receipt, notes: { commitment: opened.commitment, clientSeed, runs } };
}

/** The same file and notes with one thing changed: a card if there is one. */
export function spoiled({ told, notes }) {
  const copy = structuredClone({ told, notes });
  const list = firstList(copy);
  if (list) list[0] = another(list);
  else if (copy.told.commitment) copy.told.commitment = altered(copy.told.commitment);
  else if (copy.told.receipt?.commitment) copy.told.receipt.commitment = altered(copy.told.receipt.commitment);
  return copy;
}

/** The first list of cards, or of what was drawn in their place. */
function firstList({ told, notes }) {
  if (told.receipt !== undefined)
    return [...(told.seen ?? []), ...notes.runs].find(({ cards }) => cards?.length)?.cards;
  const holder = told.cards ?? told.integers ?? told.indices ?? [...(told.hands ?? []), ...(told.piles ?? [])];
  return first(holder);
}

/** The list of cards or numbers that comes first in lists of lists, or of hands. */
function first(held) {
  if (held?.cards) return first(held.cards);
  if (!Array.isArray(held)) return undefined;
  if (held.length && held.every((item) => typeof item !== "object")) return held;
  return held.map(first).find(Boolean);
}

/** What stands in place of the first of a list: the next one that is not like it. */
function another([one, ...others]) {
  const other = others.find((item) => item !== one);
  if (other !== undefined) return other;
  return typeof one === "number" ? one + 1 : one === "AS" ? "KH" : "AS";
}

const altered = (digest) => (digest[0] === "0" ? "1" : "0") + digest.slice(1);

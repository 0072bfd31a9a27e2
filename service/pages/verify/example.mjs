/** An example from a real sealed shoe, and a function that tampers with it to show a failure. */

const randomHexPairs = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  );

/** Seal a game of hold'em, deal it with a client seed and reveal it. Return the receipt and the player's notes. */
export async function createExample(fetchJson) {
  const clientSeed = randomHexPairs().join("");
  const post = (path, body) => fetchJson(path, { body });
  const opened = await post("v1/shoes", {
    game: "holdem",
    players: 2,
    label: "an example to verify",
  });
  const dealt = await post("v1/shoes/deal", {
    shoe: opened.shoe,
    through: opened.stages.at(-1),
    client_seed: clientSeed,
  });
  const seen = dealt.dealt_stages.map((stage) => stage.seen);
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

/** Return a copy of a file with one change: to a card, or else to the commitment. */
export function tamper(file) {
  const copy = structuredClone(file);
  const list = findFirstList(copy);
  const shown = [copy.receipt?.shown ?? copy.shown ?? []].flat();
  if (shown.length) changeShown(shown[0]);
  else if (copy.signed) copy.digest = changeFirstDigit(copy.digest);
  else if (copy.file !== undefined)
    copy.file = copy.file.replace(
      /((?:Deal "[NESW]:|md\|\d)[^"|]*?)([2-9])/,
      changeRank,
    );
  else if (list)
    list[list.findIndex(isVisible)] = replaceFirst(list.filter(isVisible));
  else if (copy.receipt?.commitment)
    copy.receipt.commitment = changeFirstDigit(copy.receipt.commitment);
  return copy;
}

function changeShown(shown) {
  const name = shown.card === undefined ? "integer" : "card";
  shown[name] = replaceFirst([shown[name]]);
}

const changeRank = (_, before, rank) =>
  before + (rank === "9" ? 2 : Number(rank) + 1);

const isVisible = (card) => card !== null;

/** Return the first list of cards or numbers in a file, or undefined. */
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

/** Return the first list of plain values in nested lists or hands. */
function descend(value) {
  if (value?.cards) return descend(value.cards);
  if (!Array.isArray(value)) return undefined;
  if (value.length && value.every((item) => typeof item !== "object"))
    return value;
  return value.map(descend).find(Boolean);
}

/** Return a value to replace the first of a list: the next different one, if there is any. */
function replaceFirst([first, ...others]) {
  const other = others.find((item) => item !== first);
  if (other !== undefined) return other;
  return typeof first === "number" ? first + 1 : first === "AS" ? "KH" : "AS";
}

const changeFirstDigit = (digest) =>
  (digest[0] === "0" ? "1" : "0") + digest.slice(1);

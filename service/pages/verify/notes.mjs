/** The notes of a player, compared with the receipt of the shoe (docs/fairness.md, "For players"). */
import { DECKS, buildShoe } from "../../../verify/decks.mjs";

/** Return the receipt in a file; undefined if it holds none of a sealed shoe. */
export function getReceipt(subject) {
  if (subject?.receipt === "shoe1") return subject;
  return typeof subject?.receipt === "object" ? (subject.receipt ?? undefined) : undefined;
}

/** Return the file with the noted cards added to it. */
export function addNotedCards(subject, { runs }) {
  const receipt = getReceipt(subject);
  if (!receipt || runs.length === 0) return subject;
  const normalize = createNormalizer(receipt.terms);
  const noted = runs.map((run) => ({ ...run, cards: run.cards.map(normalize) }));
  if (subject === receipt) return { receipt, seen: noted };
  return { ...subject, seen: Array.isArray(subject.seen ?? []) ? [...(subject.seen ?? []), ...noted] : subject.seen };
}

/** Return a function that normalizes the code of a card: people write lower case, or 10 for T. */
function createNormalizer(terms) {
  let pack = [];
  try {
    pack = buildShoe({ ...terms, decks: 1, exclude: [] });
  } catch {
    return (code) => code; // the check rejects invalid terms
  }
  const codes = new Map(pack.map((code) => [code.toUpperCase(), code]));
  const canonical = (code) => DECKS[terms.deck].canonical(code.toUpperCase()).toUpperCase();
  return (code) => codes.get(canonical(code)) ?? code;
}

/** Return the first difference between the notes and the receipt, in the form of a check; undefined if there is none. */
export function findNoteDifference(receipt, { commitment, clientSeed }) {
  if (commitment && commitment.toLowerCase() !== receipt.commitment)
    return { where: "the commitment that you noted", expected: commitment, seen: receipt.commitment };
  if (clientSeed && clientSeed !== receipt.client_seed)
    return { where: "the client seed that you gave", expected: clientSeed, seen: receipt.client_seed };
}

/** Return remarks on a receipt in which nothing differs: [true for what was checked, else null; sentence; value]. */
export function listRemarks(receipt, seen, { commitment, clientSeed }) {
  return [
    [true, "The commitment is the SHA-256 of the server seed and the terms."],
    commitment
      ? [true, "It is the commitment that you noted."]
      : [null, "You entered no commitment. Compare this one with the one that you were shown:", receipt.commitment],
    remarkOnClientSeed(receipt.client_seed, clientSeed),
    ...remarkOnSeenCards(receipt.drawn, seen),
  ];
}

function remarkOnClientSeed(clientSeed, noted) {
  if (clientSeed === null) return [null, "No client seed was given: you have to trust that the operator did not choose the order."];
  if (noted) return [true, "The client seed is yours."];
  return [null, "You entered no client seed. The receipt has this one:", clientSeed];
}

function remarkOnSeenCards({ total }, seen) {
  const positions = seen.flatMap(({ round = 0, position = 0, cards }) =>
    cards.map((_, i) => `${round}, position ${position + i}`),
  );
  const distinct = new Set(positions);
  const repeated = positions.find((position, i) => positions.indexOf(position) < i);
  if (positions.length === 0)
    return [[null, `You entered no cards, so none of the ${total} drawn cards was checked.`]];
  return [
    [true, `You entered ${distinct.size} of the ${total} drawn cards, and each is correct.`],
    ...(repeated ? [[null, `A position was seen more than once: round ${repeated}. No position may be dealt twice.`]] : []),
  ];
}

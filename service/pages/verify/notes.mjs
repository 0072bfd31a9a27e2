/** What a player noted while a shoe was dealt, held against its receipt (docs/fairness.md, "For players"). */
import { DECKS, shoe } from "../../../verify/decks.mjs";

/** The receipt in a file, if it is one of a sealed shoe. */
export function receiptIn(told) {
  if (told?.receipt === "shoe1") return told;
  return typeof told?.receipt === "object" ? (told.receipt ?? undefined) : undefined;
}

/** The file with the cards that were noted besides. */
export function withSeen(told, { runs }) {
  const receipt = receiptIn(told);
  if (!receipt || runs.length === 0) return told;
  const asWritten = spelling(receipt.terms);
  const noted = runs.map((run) => ({ ...run, cards: run.cards.map(asWritten) }));
  if (told === receipt) return { receipt, seen: noted };
  return { ...told, seen: Array.isArray(told.seen ?? []) ? [...(told.seen ?? []), ...noted] : told.seen };
}

/** How a deck writes a code that somebody wrote in lower case, or with 10 for T. */
function spelling(terms) {
  let pack = [];
  try {
    pack = shoe({ ...terms, decks: 1, exclude: [] });
  } catch {
    return (code) => code; // terms that are none are refused by the check
  }
  const known = new Map(pack.map((code) => [code.toUpperCase(), code]));
  const canonical = (code) => DECKS[terms.deck].canonical(code.toUpperCase()).toUpperCase();
  return (code) => known.get(canonical(code)) ?? code;
}

/** The first note that the receipt contradicts, as a check tells it. */
export function noteDiffers(receipt, { commitment, clientSeed }) {
  if (commitment && commitment.toLowerCase() !== receipt.commitment)
    return { where: "the commitment that you noted", expected: commitment, seen: receipt.commitment };
  if (clientSeed && clientSeed !== receipt.client_seed)
    return { where: "the client seed that you gave", expected: clientSeed, seen: receipt.client_seed };
}

/** What there is to say of a receipt whose check found nothing wrong: [good or not or neither, sentence]. */
export function remarks(receipt, seen, { commitment, clientSeed }) {
  return [
    [true, "The commitment is the SHA-256 of the server seed and the terms."],
    commitment
      ? [true, "It is the commitment that you noted."]
      : [null, "You entered no commitment. Hold this one against the one that you were shown:", receipt.commitment],
    clientRemark(receipt.client_seed, clientSeed),
    ...seenRemarks(receipt.drawn, seen),
  ];
}

function clientRemark(given, noted) {
  if (given === null) return [null, "No client seed was given: you have to trust the operator's choice of the order."];
  if (noted) return [true, "The client seed is yours."];
  return [null, "You entered no client seed. The receipt has this one:", given];
}

function seenRemarks({ total }, seen) {
  const places = seen.flatMap(({ round = 0, position = 0, cards }) =>
    cards.map((_, i) => `${round}, position ${position + i}`),
  );
  const distinct = new Set(places);
  const twice = places.find((place, i) => places.indexOf(place) < i);
  if (places.length === 0)
    return [[null, `You entered no cards, so none of the ${total} that were drawn was checked.`]];
  return [
    [true, `${distinct.size} of the ${total} cards that were drawn were seen, and each is the right one.`],
    ...(twice ? [[null, `A place was seen more than once: round ${twice}. No place may be dealt twice.`]] : []),
  ];
}

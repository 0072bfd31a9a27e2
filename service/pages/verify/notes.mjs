/** The notes of a player, compared with the receipt of the shoe (docs/fairness.md, "For players"). */
import { DECKS, buildShoe } from "../../../verify/decks.mjs";

const SCHEMES = ["shoe1", "shoe2"];

/** Return the receipt in a file; undefined if it holds none of a sealed shoe. */
export function getReceipt(subject) {
  if (SCHEMES.includes(subject?.receipt)) return subject;
  return typeof subject?.receipt === "object" ? (subject.receipt ?? undefined) : undefined;
}

/** Return whether terms are those of a shoe of integers. */
export const hasIntegers = (terms) => terms?.max !== undefined;

/** Return the file with the noted cards added to it. */
export function addNotedCards(subject, { seen, runs }) {
  const receipt = getReceipt(subject);
  if (!receipt || seen.length + runs.length === 0) return subject;
  const normalize = createNormalizer(receipt.terms);
  const member = hasIntegers(receipt.terms) ? "integers" : "cards";
  const noted = [
    ...seen,
    ...runs.map(({ round, position, cards }) => ({ round, position, [member]: cards.map(normalize) })),
  ];
  if (subject === receipt) return { receipt, seen: noted };
  return { ...subject, seen: Array.isArray(subject.seen ?? []) ? [...(subject.seen ?? []), ...noted] : subject.seen };
}

/** Return a function that normalizes the code of a card: people write lower case, or 10 for T. */
function createNormalizer(terms) {
  if (hasIntegers(terms)) return (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
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

/** Return the entries of a list of what was seen, with a round, a position and a face for each card. */
export function listSeen(seen) {
  return (Array.isArray(seen) ? seen : []).map((entry) => {
    const { round = 0, position = 0, rounds, positions, cards, integers } = entry;
    const faces = cards ?? integers ?? [];
    return {
      ...entry,
      cards: faces.map((face, i) => ({ round: rounds?.[i] ?? round, position: positions?.[i] ?? position + i, face })),
    };
  });
}

/** Return the first difference between the notes and the receipt, in the form of a check; undefined if there is none. */
export function findNoteDifference(receipt, { commitment, clientSeed }) {
  if (commitment && commitment.toLowerCase() !== receipt.commitment)
    return { where: "the commitment that you noted", expected: commitment, seen: receipt.commitment };
  if (clientSeed && clientSeed !== receipt.client_seed)
    return { where: "the client seed that you gave", expected: clientSeed, seen: receipt.client_seed };
}

/** Return remarks on a receipt in which nothing differs: [true for what was checked, else null; sentence; value]. */
export function listRemarks(receipt, { seen, original_items: items }, { commitment, clientSeed }) {
  const entries = listSeen(seen);
  return [
    [true, "The commitment is the SHA-256 of the server seed and the terms."],
    commitment
      ? [true, "It is the commitment that you noted."]
      : [null, "You entered no commitment. Compare this one with the one that you were shown:", receipt.commitment],
    remarkOnClientSeed(receipt.client_seed, clientSeed),
    ...remarkOnSeenCards(receipt, entries),
    ...remarkOnDraws(receipt.drawn, entries),
    ...(items ? [[true, `The list of ${items.length} items is the one that the terms commit to.`]] : []),
  ];
}

/** Return remarks on a proof, as `listRemarks` does. */
export function listProofRemarks({ kid, alpha }, { keys }, { unchecked }) {
  if (unchecked?.proof) return [];
  return [
    [true, `It is proved that no other seed was possible for ${describeTerms(alpha)}, and this request. The key is`, kid],
    keys
      ? [true, "The key is one of those that you entered."]
      : [null, "You entered no keys, so this service's were taken. Compare the key with the one that was published before the game."],
    [null, "Your own text must be among these, as you gave it:", alpha.players.map((text) => JSON.stringify(text)).join(", ")],
  ];
}

function describeTerms({ game, round, players: { length }, beacon }) {
  const players = length === 1 ? "the text of 1 player" : `the texts of ${length} players`;
  return `${game}, round ${round}, ${players}${beacon ? `, round ${beacon.round} of drand` : ""}`;
}

function remarkOnClientSeed(clientSeed, noted) {
  if (clientSeed === null) return [null, "No client seed was given: you have to trust that the operator did not choose the order."];
  if (noted) return [true, "The client seed is yours."];
  return [null, "You entered no client seed. The receipt has this one:", clientSeed];
}

function remarkOnSeenCards({ drawn: { total }, terms }, entries) {
  const things = hasIntegers(terms) ? "integers" : "cards";
  const visible = entries.flatMap(({ cards }) => cards.filter(({ face }) => face !== null));
  const positions = visible.map(({ round, position }) => `${round}, position ${position}`);
  const distinct = new Set(positions);
  const repeated = positions.find((position, i) => positions.indexOf(position) < i);
  if (positions.length === 0)
    return [[null, `You entered no ${things}, so none of the ${total} drawn ${things} was checked.`]];
  return [
    [true, `You entered ${distinct.size} of the ${total} drawn ${things}, and each is correct.`],
    ...(repeated ? [[null, `A position was seen more than once: round ${repeated}. No position may be dealt twice.`]] : []),
  ];
}

/** Return a remark on the draws of shoe2 if the list has them all; the check itself says how many are missing. */
function remarkOnDraws({ draws, digest }, entries) {
  const numbers = new Set(entries.map(({ draw }) => draw).filter(Boolean));
  if (!draws || numbers.size < draws) return [];
  const text = draws === 1 ? "The only draw takes" : `All ${draws} draws are in the list. Each takes`;
  return [[true, `${text} what it may, and their digests end in that of the receipt:`, digest]];
}

/** The hands of a board whose cards need not all be known: its deal is read as PBN or LIN, and checked. */
// @ts-check
import { CLOCKWISE, RANKS, SEATS, SUITS, refusedDeal } from "./boards.mjs";

/** @import { Board } from "./boards.mjs" */

/**
 * The known cards of a deal, as codes by seat: `{ N: ["AS", "KS"], … }`.
 *
 * @typedef {{ [seat: string]: string[] }} KnownHands
 */

/**
 * Return the suits of a hand in LIN with their ranks; undefined for any other text, such as one with a suit twice.
 *
 * @param {string} text `"SAKHQ"`
 * @returns {Map<string, string> | undefined} here of S `"AK"`, of H `"Q"`
 */
function splitLinHand(text) {
  /** @type {Map<string, string>} */
  const ranksOf = new Map();
  let read = "";
  for (const [match, suit, ranks] of text.matchAll(/([SHDC])([^SHDC]*)/g)) {
    if (ranksOf.has(suit)) return undefined;
    ranksOf.set(suit, ranks);
    read += match;
  }
  return read === text ? ranksOf : undefined;
}

/**
 * Return the suits of a hand in PBN with their ranks; undefined for any other text.
 *
 * @param {string} text `"AK.Q.-."`, or `"-"` for a hand that is not known
 */
function splitPbnHand(text) {
  const parts = (text === "-" ? "-.-.-.-" : text).split(".");
  if (parts.length !== 4) return undefined;
  return new Map(
    parts.map((ranks, i) => [SUITS[i], ranks === "-" ? "" : ranks]),
  );
}

/**
 * Return the codes of a hand in LIN or in PBN.
 *
 * @param {string} where the board and the seat, in words
 * @param {string} text
 * @param {boolean} isLin
 * @returns {string[]} `["AS", "KS", "QH"]`
 */
function readHand(where, text, isLin) {
  const ranksBySuit = isLin ? splitLinHand(text) : splitPbnHand(text);
  if (ranksBySuit === undefined) {
    const example = isLin ? "SAKQHJT9D876C5432" : "AKQ.JT9.876.5432";
    const beginning = JSON.stringify(text.slice(0, 60));
    throw refusedDeal(
      `${where}: a hand as ${example} was expected, not ${beginning}`,
    );
  }
  return [...SUITS].flatMap((suit) => {
    const ranks = (ranksBySuit.get(suit) ?? "").replaceAll("10", "T");
    return Array.from(ranks, (rank) => {
      if (!RANKS.includes(rank))
        throw refusedDeal(
          `${where}: ${JSON.stringify(rank)} is no rank; leave unknown cards out`,
        );
      return rank + suit;
    });
  });
}

/**
 * Return the seats of a deal in LIN and the texts of their hands, as many or more: four of `"3SAK,SQ,SJ"`, the last one
 * empty.
 *
 * @param {string} deal in capitals
 */
function splitLinDeal(deal) {
  const texts = deal.replace(/^[0-4]|\s/g, "").split(",");
  while (texts.length < 4) texts.push("");
  return { seats: "SWNE", texts };
}

/**
 * Return the seats of a deal in PBN, none if it begins with no seat, and the texts of their hands: of
 * `"N:AK.Q.J.T - - -"` the seats `"NESW"`.
 *
 * @param {string} deal in capitals
 */
function splitPbnDeal(deal) {
  const [first, ...parts] = deal.split(":");
  const texts = parts.join(":").split(/\s+/).filter(Boolean);
  return { seats: CLOCKWISE[first.trim()] ?? "", texts };
}

/**
 * Return the seats of a deal and the texts of their hands, as many or more.
 *
 * @param {string} where the board, in words
 * @param {string} deal in capitals
 * @param {boolean} isLin
 */
function splitDeal(where, deal, isLin) {
  const { seats, texts } = isLin ? splitLinDeal(deal) : splitPbnDeal(deal);
  if (seats === "" || texts.length < 4 || texts.slice(4).some(Boolean))
    throw refusedDeal(
      `${where}: a deal in PBN or LIN was expected, not ${JSON.stringify(deal.slice(0, 60))}`,
    );
  return { seats: [...seats], texts };
}

/**
 * Throw `Refused` for hands that cannot be: with more than 13 cards, with a card twice, or without any card.
 *
 * @param {string} where the board, in words
 * @param {KnownHands} hands
 */
function checkHands(where, hands) {
  const long = Object.keys(hands).find((seat) => hands[seat].length > 13);
  if (long)
    throw refusedDeal(`${where}, ${long}: at most 13 cards were expected`);
  const codes = Object.values(hands).flat();
  const twice = codes.find((code, i) => codes.indexOf(code) < i);
  if (twice) throw refusedDeal(`${where}: ${twice} is there twice`);
  if (codes.length === 0) throw refusedDeal(`${where} has no known card`);
}

/**
 * Return the known hands of a board by seat, those with a card. In LIN a fourth hand that is left out has the other
 * cards.
 *
 * @param {Board} board
 * @returns {KnownHands}
 */
export function readHands({ number, deal, tags }) {
  const isLin = tags.md !== undefined;
  const where = number === undefined ? "the deal" : `board ${number}`;
  const { seats, texts } = splitDeal(where, deal.toUpperCase(), isLin);
  /** @type {KnownHands} */
  const hands = {};
  for (const [i, seat] of seats.entries())
    hands[seat] = readHand(`${where}, ${seat}`, texts[i], isLin);
  checkHands(where, hands);
  const codes = Object.values(hands).flat();
  if (isLin && hands.E.length === 0 && codes.length === 39)
    hands.E = listPack().filter((code) => !codes.includes(code));
  const knownSeats = [...SEATS].filter((seat) => hands[seat].length > 0);
  return Object.fromEntries(knownSeats.map((seat) => [seat, hands[seat]]));
}

/** Return the codes of all cards: "AS", "KS", …, "2C". */
const listPack = () =>
  [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** The ranking of the hands on the table: the name of each hand, and the winners. */
// @ts-check
/** @import { Deal, Game, Holder, Shoe } from "../../deals/cards.mjs" */
/** @import { Story } from "./story.mjs" */
import { isNumber, nameSeat, toTitle, toWords } from "../../shared/labels.mjs";
import { fetchJson } from "../../shared/service.mjs";
import { LANGUAGE, joinNames, t } from "../../shared/texts.mjs";
import { UP } from "./story.mjs";

/**
 * @typedef {{ least: number, most: number }} Range
 */

/**
 * A ranking of /v1/hands: the numbers of `cards` of a hand, without and with a board, and of `hands`; the parameters
 * that it takes, and those that it needs.
 * @typedef {object} Ranking
 * @property {string} game
 * @property {Range} cards
 * @property {Range} [cards_with_board]
 * @property {Range} hands
 * @property {string[]} parameters
 * @property {string[]} required
 */

/**
 * What a ranking says of a hand, or of its low hand: which members there are depends on the game.
 * @typedef {object} HandValue
 * @property {string} [category] such as "two_pair"
 * @property {string} [description] in English, such as "two pair, aces and nines"
 * @property {number} [points] of a hand of bridge
 * @property {string} [shape] of a hand of bridge
 * @property {number | string} [total] of a hand whose cards are added
 * @property {boolean} [soft]
 * @property {boolean} [natural]
 * @property {boolean} [bust]
 * @property {number} [payout]
 * @property {string[]} [best] the codes of the cards that count
 */

/**
 * A hand as it is ranked. A dealer's has whether it `qualifies`, another one against a dealer the outcome.
 * @typedef {HandValue & { seat: string, side?: string, low?: HandValue, qualifies?: boolean, against_dealer?: string }} RankedHand
 */

/**
 * The response of /v1/hands/rank.
 * @typedef {{ hands: RankedHand[], winners?: string[], low_winners?: string[] }} RankedHands
 */

/**
 * The board of a game of poker: a `common` card or the cards of the board are sent as such; at let it ride they are a
 * `part` of each hand.
 * @typedef {{ kind: "none" | "common" | "board" | "part", codes: string[] }} Board
 */

const ARTICLE = /^(?=(pair|straight|flush|full house|royal|\w+-card|badugi)\b)/;
// Cards of a hand at stud, with its common card on the table.
const RANGE_WITH_COMMON = { least: 6, most: 6 };

/** @type {Promise<{ rankings: Ranking[] }> | undefined} */
let rankings; // of /v1/hands, requested once

/**
 * Return the ranking of a game in /v1/hands; undefined if it has none.
 * @param {string} game
 */
async function fetchRanking(game) {
  rankings ??= fetchJson("v1/hands");
  rankings.catch(() => (rankings = undefined));
  return (await rankings).rankings.find(
    (gameRanking) => gameRanking.game === game,
  );
}

/**
 * Return the service's ranking of the visible hands; undefined if it does not rank them. In private hands only the
 * seats in `ranked` are sent, so that no hidden card is.
 * @param {{ response: Deal, game: Game, shoe: Shoe }} table
 * @param {Story} story
 * @returns {Promise<RankedHands | undefined>}
 */
export async function rankHands({ response, game, shoe }, story) {
  if (!game.ranking || !story.isDealt) return undefined;
  const ranking = await fetchRanking(game.ranking);
  if (!ranking) return undefined;
  const pile = response.piles?.find(({ name }) => name === "board");
  const board = readBoard(pile && listCodes(pile, shoe), ranking);
  if (!board || needsMore(ranking, board)) return undefined;
  const visible = listVisible(response, story);
  const hands = visible.map((hand) => ({
    seat: hand.seat,
    codes: completeHand(listCodes(hand, shoe), board),
  }));
  const { least, most } = getRange(ranking, board);
  const rankable = hands.filter(
    ({ codes }) => codes.length >= least && codes.length <= most,
  );
  if (rankable.length < ranking.hands.least) return undefined;
  const codesBySeat = rankable.map(({ seat, codes }) => [seat, codes]);
  return fetchJson("v1/hands/rank", {
    body: {
      game: game.game,
      hands_by_seat: Object.fromEntries(codesBySeat),
      ...(isSent(board) && { board: board.codes }),
    },
  });
}

/**
 * Return the codes of the cards of a hand or a pile: ["AS", "KH"].
 * @param {Holder} holder
 * @param {Shoe} shoe
 */
const listCodes = ({ indices }, shoe) =>
  indices.map((index) => shoe.cards[index].code);

/**
 * Return the codes of a hand, with those of the board where this is a part of each hand.
 * @param {string[]} codes
 * @param {Board} board
 */
const completeHand = (codes, board) =>
  board.kind === "part" ? [...codes, ...board.codes] : codes;

/**
 * Return whether the cards of a board are sent beside the hands, and not in them.
 * @param {Board} board
 */
const isSent = ({ kind }) => kind === "board" || kind === "common";

/**
 * Return whether a ranking needs more than the hands and the board, such as a hand before one is laid away.
 * @param {Ranking} ranking
 * @param {Board} board
 */
const needsMore = ({ required }, board) =>
  required.some((name) => name !== "board" || !isSent(board));

/**
 * Return what the board of a deal is for a ranking; undefined if the hands cannot be ranked with it.
 * @param {string[] | undefined} codes of the cards of the board, if there is one
 * @param {Ranking} ranking
 * @returns {Board | undefined}
 */
function readBoard(codes, { parameters }) {
  if (!codes) return { kind: "none", codes: [] };
  // At let it ride, where it is a part of each hand.
  if (codes.length === 2) return { kind: "part", codes };
  if (!parameters.includes("board") || !codes.length) return undefined;
  // One card at stud for eight.
  return { kind: codes.length === 1 ? "common" : "board", codes };
}

/**
 * Return how many cards a hand must have.
 * @param {Ranking} ranking
 * @param {Board} board
 */
function getRange(ranking, { kind }) {
  if (kind === "common") return RANGE_WITH_COMMON;
  return (kind === "board" && ranking.cards_with_board) || ranking.cards;
}

/**
 * Return the hands that may be ranked and whose cards are all seen.
 * @param {Deal} response
 * @param {Story} story
 */
const listVisible = ({ hands = [], ranked }, story) =>
  hands.filter(
    ({ seat, indices }) =>
      (ranked?.includes(seat) ?? true) &&
      indices.every((index) => story.stateOf(index) === UP),
  );

/**
 * Return the name of a hand in two or three words.
 * @param {HandValue} hand
 */
export function nameHand(hand) {
  const { category, points, shape, total, soft, natural, bust, payout } = hand;
  if (category)
    return payout
      ? t("table.hands.pays", { hand: toWords(category), payout })
      : toWords(category);
  if (shape) return t("table.hands.points", { count: points ?? 0 });
  if (total === undefined) return "";
  if (bust) return t("table.hands.bust", { total });
  if (natural && soft !== undefined) return t("table.hands.blackjack");
  return soft ? t("table.hands.soft", { total }) : String(total);
}

/**
 * Return the seats that beat the dealer, of games where every hand is complete as dealt.
 * @param {RankedHand[]} hands
 */
export function findBeating(hands) {
  const isComplete = hands.some((hand) => "qualifies" in hand);
  return isComplete
    ? hands
        .filter((hand) => hand.against_dealer === "wins")
        .map(({ seat }) => seat)
    : [];
}

/**
 * Return a sentence about the winners, or about the only hand; "" if nobody wins.
 * @param {RankedHands} ranked
 * @param {string} ownSeat of who reads it, "" if it is nobody's
 */
export function describeWinners(
  { hands, winners, low_winners: lowWinners },
  ownSeat,
) {
  const dealer = hands.find((hand) => "qualifies" in hand);
  if (dealer && hands.length > 1) return describeBeating(hands, dealer);
  if (!winners?.length)
    return hands.length === 1 && hands[0].description
      ? `${toTitle(describe(hands[0]))}.`
      : "";
  /** @param {string} seat */
  const handOf = (seat) =>
    hands.find((hand) => (hand.seat ?? hand.side) === seat) ?? {};
  const values = {
    seats: nameSeats(winners),
    count: winners.length,
    hand: describe(handOf(winners[0])),
  };
  if (!lowWinners?.length) {
    const isOwn = winners.length === 1 && winners[0] === ownSeat;
    return toTitle(
      isOwn ? t("table.hands.youWin", values) : t("table.hands.wins", values),
    );
  }
  /** @type {{ low?: HandValue }} */
  const { low = {} } = handOf(lowWinners[0]);
  const lowValues = {
    seats: nameSeats(lowWinners),
    count: lowWinners.length,
    hand: describe(low).replace(/ low$/, ""), // which the sentence says
  };
  return toTitle(
    t("table.hands.highAndLow", {
      high: t("table.hands.winsHigh", values),
      low: t("table.hands.winsLow", lowValues),
    }),
  );
}

/**
 * Return sentences about who beats the dealer.
 * @param {RankedHand[]} hands
 * @param {RankedHand} dealer
 */
function describeBeating(hands, dealer) {
  const seats = findBeating(hands);
  const outcome = t(
    seats.length > 0 ? "table.hands.beats" : "table.hands.beatsNobody",
    { seats: nameSeats(seats), count: seats.length },
  );
  return dealer.qualifies
    ? toTitle(outcome)
    : `${toTitle(outcome)} ${t("table.hands.unqualified")}`;
}

/**
 * Describe a hand: in English as the service does, in other languages by its name.
 * @param {HandValue} hand
 */
function describe(hand) {
  const { description, total } = hand;
  if (LANGUAGE !== "en" && hand.category) return nameHand(hand);
  return String(description ?? total).replace(ARTICLE, "a ");
}

/**
 * Return a list of seats in words: "Seats 2, 4 and dealer".
 * @param {string[]} seats
 */
function nameSeats(seats) {
  const hasNumbers = seats.filter(isNumber).length > 1;
  if (!hasNumbers) return joinNames(seats.map(nameSeat));
  return t("table.hands.seats", {
    seats: joinNames(
      seats.map((seat) => (isNumber(seat) ? seat : nameSeat(seat))),
    ),
  });
}

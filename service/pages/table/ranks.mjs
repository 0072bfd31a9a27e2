/** The ranking of the hands on the table: the name of each hand, and the winners. */
import { isNumber, nameSeat, toTitle, toWords } from "../shared/labels.mjs";
import { fetchJson } from "../shared/page.mjs";
import { joinNames } from "../shared/texts.mjs";
import { UP } from "./story.mjs";

const ARTICLE = /^(?=(pair|straight|flush|full house|royal|\w+-card|badugi)\b)/;
let rankings; // of /v1/hands, requested once

/**
 * Return the service's ranking of the visible hands; undefined if it does not rank them. In private hands only the seats
 * in `ranked` are sent, so that no hidden card is.
 */
export async function rankHands({ response, game, shoe }, story) {
  if (!game.ranking || !story.isDealt) return undefined;
  rankings ??= fetchJson("v1/hands");
  rankings.catch(() => (rankings = undefined));
  const ranking = (await rankings).rankings.find((each) => each.game === game.ranking);
  const codes = ({ indices }) => indices.map((index) => shoe.cards[index].code);
  const board = response.piles.find(({ name }) => name === "board");
  const hasCommonCard = board?.indices.length === 1; // at stud for eight
  const hasBoard = ranking.parameters.includes("board") && (hasCommonCard || board?.indices.length > 2);
  if (board && !hasBoard) return undefined;
  const ofBoard = hasCommonCard ? { least: 6, most: 6 } : ranking.cards_with_board;
  const { least, most } = (hasBoard && ofBoard) || ranking.cards;
  const isSeen = ({ indices }) => indices.every((index) => story.stateOf(index) === UP);
  const isAsked = ({ seat }) => response.ranked?.includes(seat) ?? true;
  const hands = response.hands.filter((hand) => isAsked(hand) && isSeen(hand) && hand.indices.length >= least && hand.indices.length <= most);
  if (hands.length < ranking.hands.least || (ranking.required.includes("board") && !hasBoard)) return undefined;
  if (ranking.required.some((name) => name !== "board")) return undefined; // as before a hand is laid away
  const body = {
    game: game.game,
    hands_by_seat: Object.fromEntries(hands.map((hand) => [hand.seat, codes(hand)])),
    ...(hasBoard ? { board: codes(board) } : {}),
  };
  return fetchJson("v1/hands/rank", { body });
}

/** Return the name of a hand in two or three words. */
export function nameHand({ category, points, shape, total, soft, natural, bust, payout }) {
  if (category) return `${toWords(category)}${payout ? `, pays ${payout}` : ""}`;
  if (shape) return `${points} ${points === 1 ? "point" : "points"}`;
  if (total === undefined) return "";
  return bust ? `bust, ${total}` : natural && soft !== undefined ? "blackjack" : `${soft ? "soft " : ""}${total}`;
}

/** Return a sentence about the winners, or about the only hand; "" if nobody wins. */
export function describeWinners({ hands, winners, low_winners: lowWinners }) {
  const handOf = (seat) => hands.find((hand) => (hand.seat ?? hand.side) === seat);
  const say = (seats, { description, total }, verbs) => {
    const name = String(description ?? total).replace(ARTICLE, "a ");
    return `${nameSeats(seats)} ${verbs[seats.length > 1 ? 1 : 0]} with ${name}`;
  };
  if (!winners?.length) return hands.length === 1 && hands[0].description ? `${toTitle(hands[0].description)}.` : "";
  const high = say(winners, handOf(winners[0]), lowWinners?.length ? ["wins high", "share high"] : ["wins", "share"]);
  const low = lowWinners?.length ? `; ${say(lowWinners, handOf(lowWinners[0]).low, ["wins low", "share low"])}` : "";
  return `${toTitle(high)}${low.replace(/ low$/, "")}.`;
}

/** Return a list of seats in words: "Seats 2, 4 and dealer". */
function nameSeats(seats) {
  const hasNumbers = seats.filter(isNumber).length > 1;
  return joinNames(seats.map((seat, i) => (hasNumbers && isNumber(seat) ? (i ? seat : `Seats ${seat}`) : nameSeat(seat))));
}

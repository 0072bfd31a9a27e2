/** The ranking of the hands on the table: the name of each hand, and the winners. */
import { isNumber, nameSeat, toTitle, toWords } from "../shared/labels.mjs";
import { fetchJson } from "../shared/page.mjs";
import { LANGUAGE, joinNames, t } from "../shared/texts.mjs";
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
  const ranking = (await rankings).rankings.find(
    (each) => each.game === game.ranking,
  );
  const codes = ({ indices }) => indices.map((index) => shoe.cards[index].code);
  const board = response.piles.find(({ name }) => name === "board");
  const hasCommonCard = board?.indices.length === 1; // at stud for eight
  const isShort = board?.indices.length === 2; // at let it ride, where it is a part of each hand
  const hasBoard =
    ranking.parameters.includes("board") &&
    (hasCommonCard || board?.indices.length > 2);
  if (board && !hasBoard && !isShort) return undefined;
  const held = (hand) => [...codes(hand), ...(isShort ? codes(board) : [])];
  const ofBoard = hasCommonCard
    ? { least: 6, most: 6 }
    : ranking.cards_with_board;
  const { least, most } = (hasBoard && ofBoard) || ranking.cards;
  const isSeen = ({ indices }) =>
    indices.every((index) => story.stateOf(index) === UP);
  const isAsked = ({ seat }) => response.ranked?.includes(seat) ?? true;
  const hands = response.hands.filter(
    (hand) =>
      isAsked(hand) &&
      isSeen(hand) &&
      held(hand).length >= least &&
      held(hand).length <= most,
  );
  if (
    hands.length < ranking.hands.least ||
    (ranking.required.includes("board") && !hasBoard)
  )
    return undefined;
  if (ranking.required.some((name) => name !== "board")) return undefined; // as before a hand is laid away
  const body = {
    game: game.game,
    hands_by_seat: Object.fromEntries(
      hands.map((hand) => [hand.seat, held(hand)]),
    ),
    ...(hasBoard ? { board: codes(board) } : {}),
  };
  return fetchJson("v1/hands/rank", { body });
}

/** Return the name of a hand in two or three words. */
export function nameHand({
  category,
  points,
  shape,
  total,
  soft,
  natural,
  bust,
  payout,
}) {
  if (category)
    return payout
      ? t("table.hands.pays", { hand: toWords(category), payout })
      : toWords(category);
  if (shape) return t("table.hands.points", { count: points });
  if (total === undefined) return "";
  if (bust) return t("table.hands.bust", { total });
  if (natural && soft !== undefined) return t("table.hands.blackjack");
  return soft ? t("table.hands.soft", { total }) : String(total);
}

/** Return the seats that beat the dealer, of games where every hand is complete as dealt. */
export function findBeating(hands) {
  const isComplete = hands.some((hand) => "qualifies" in hand);
  return isComplete
    ? hands
        .filter((hand) => hand.against_dealer === "wins")
        .map(({ seat }) => seat)
    : [];
}

/** Return a sentence about the winners, or about the only hand; "" if nobody wins. */
export function describeWinners({ hands, winners, low_winners: lowWinners }) {
  const handOf = (seat) =>
    hands.find((hand) => (hand.seat ?? hand.side) === seat);
  const valuesOf = (seats, hand) => ({
    seats: nameSeats(seats),
    count: seats.length,
    hand: describe(hand),
  });
  const dealer = hands.find((hand) => "qualifies" in hand);
  if (dealer && hands.length > 1) {
    const seats = findBeating(hands);
    const outcome = t(
      seats.length > 0 ? "table.hands.beats" : "table.hands.beatsNobody",
      { seats: nameSeats(seats), count: seats.length },
    );
    return [
      toTitle(outcome),
      ...(dealer.qualifies ? [] : [t("table.hands.unqualified")]),
    ].join(" ");
  }
  if (!winners?.length)
    return hands.length === 1 && hands[0].description
      ? `${toTitle(describe(hands[0]))}.`
      : "";
  const values = valuesOf(winners, handOf(winners[0]));
  if (!lowWinners?.length) return toTitle(t("table.hands.wins", values));
  const low = valuesOf(lowWinners, handOf(lowWinners[0]).low);
  low.hand = low.hand.replace(/ low$/, ""); // which the sentence says
  return toTitle(
    t("table.hands.highAndLow", {
      high: t("table.hands.winsHigh", values),
      low: t("table.hands.winsLow", low),
    }),
  );
}

/** Describe a hand: in English as the service does, in other languages by its name. */
function describe(hand) {
  const { description, total } = hand;
  if (LANGUAGE !== "en" && hand.category) return nameHand(hand);
  return String(description ?? total).replace(ARTICLE, "a ");
}

/** Return a list of seats in words: "Seats 2, 4 and dealer". */
function nameSeats(seats) {
  const hasNumbers = seats.filter(isNumber).length > 1;
  if (!hasNumbers) return joinNames(seats.map(nameSeat));
  return t("table.hands.seats", {
    seats: joinNames(
      seats.map((seat) => (isNumber(seat) ? seat : nameSeat(seat))),
    ),
  });
}

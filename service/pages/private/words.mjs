/**
 * Sentences and elements for a table. `state`: the `table`, the `players` by seat, the `seat` of this tab, the `open`
 * tabs, the `game`, `isPoker`, and the `news` since the state before.
 */
// @ts-check
/** @import { Shoe } from "../deals/cards.mjs" */
/** @import { SeenEntry } from "../shared/shoes.mjs" */
/** @import { CardPlace, ShownCard } from "./tab_player.mjs" */
/** @import { DrawnEntry } from "./says.mjs" */
/** @import { HandState, State } from "./private_state.mjs" */
/** @import { AskedDraw, Choice, Table } from "./tabs.mjs" */
import { nameSeat, nameStage, toTitle } from "../shared/labels.mjs";
import { $, create } from "../shared/elements.mjs";
import { ROOT } from "../shared/service.mjs";
import { createText, joinNames, t } from "../shared/texts.mjs";
import { askedDraw, nextAction, nextStage } from "./host.mjs";
import {
  callSeat,
  callSeats,
  describeDraw,
  describeGone,
  join,
  say,
} from "./says.mjs";
import {
  choiceOf,
  hasAgreed,
  isAway,
  isFree,
  isOpen,
  isOut,
} from "./private_state.mjs";

/**
 * Return the label of the button that agrees; `canDraw` says whether a card can be drawn.
 * @param {Table} table
 * @param {boolean} canDraw
 */
export function labelAgree(table, canDraw) {
  if (table.receipt) return t("table.private.another");
  const stage = table.opened ? nextStage(table) : "deal";
  if (stage !== null)
    return t("table.private.agree", { stage: nameStage(stage) });
  if (table.opened && askedDraw(table)) return t("table.private.agreeToDraw");
  return t(`table.private.${canDraw ? "drawCard" : "allDealt"}`);
}

/**
 * Return the sentences above the table: the last event, and the possible next step.
 * @param {HandState} state
 */
export function describeTable(state) {
  const { table, players, seat } = state;
  if (seat === undefined) {
    const hasLeaver = Object.keys(table.seats).some(
      (otherSeat) => choiceOf(state, otherSeat) === "left",
    );
    return say(hasLeaver ? "joinsNext" : "looksOn");
  }
  if (table.receipt) return describeEnd(state, seat);
  const otherSeats = Object.keys(table.seats).filter(
    (otherSeat) => otherSeat !== seat,
  );
  const choice = players[seat]?.choice;
  if (choice) return describeChoice(state, choice, otherSeats);
  return (
    describeGoneSeats(state, otherSeats) ||
    describeTurn(state, seat, otherSeats)
  );
}

/**
 * Return a sentence about the players for whom all wait; "" if there are none.
 * @param {HandState} state
 * @param {string[]} otherSeats
 */
function describeWaiting(state, otherSeats) {
  const { table, players } = state;
  const hasNothingToSign = nextStage(table) === null && !askedDraw(table);
  const waiting = otherSeats.filter(
    (otherSeat) =>
      !choiceOf(state, otherSeat) &&
      !isAway(state, otherSeat) &&
      (hasNothingToSign || !hasAgreed(table, players[otherSeat])),
  );
  return waiting.length ? say("waiting", { seats: callSeats(waiting) }) : "";
}

/**
 * Return a sentence about the last event.
 * @param {HandState} state
 */
const describeLast = ({ news, table, seat }) =>
  news || describeDraw(table.draws.at(-1), seat);

/**
 * Return the sentences for a player who has chosen what to do with the cards.
 * @param {HandState} state
 * @param {Choice} choice
 * @param {string[]} otherSeats
 */
function describeChoice(state, choice, otherSeats) {
  if (choice === "shown")
    return join(say("youShow"), describeWaiting(state, otherSeats));
  const inHand = otherSeats.filter((otherSeat) => !isOut(state, otherSeat));
  if (state.isPoker && inHand.length === 1)
    return say("allBut", { seat: callSeat(inHand[0]) });
  const unseen = say(state.isPoker ? "unseenHand" : "unseenRest");
  return join(describeLast(state), unseen);
}

/**
 * Return sentences about other players who left or whose tabs are closed, if nothing can be dealt without them;
 * otherwise "".
 * @param {HandState} state
 * @param {string[]} otherSeats
 */
function describeGoneSeats(state, otherSeats) {
  const gone = join(
    ...otherSeats.map((otherSeat) => describeGone(state, otherSeat)),
  );
  const isLast = otherSeats.every((otherSeat) => isOut(state, otherSeat));
  if (otherSeats.some((otherSeat) => isAway(state, otherSeat))) {
    const hasOpen = otherSeats.some(
      (otherSeat) => !choiceOf(state, otherSeat) && !isAway(state, otherSeat),
    );
    return join(
      gone,
      say(isLast || !hasOpen ? "reopenOrEnd" : "reopenOrEndForAll"),
    );
  }
  return isLast && gone ? join(gone, say("endAlone")) : "";
}

/**
 * Return the sentences for a player who has not chosen: the last event, and what can be done next.
 * @param {HandState} state
 * @param {string} seat
 * @param {string[]} otherSeats
 */
function describeTurn(state, seat, otherSeats) {
  const { table, isPoker } = state;
  const asked = askedDraw(table);
  const wait = describeWaiting(state, otherSeats);
  if (asked?.seat === seat) return join(say("youAsk"), wait);
  if (asked) return describeAsked(state, asked, wait);
  const areOthersOut = otherSeats.every((otherSeat) => isOut(state, otherSeat));
  if (isPoker && areOthersOut) return say("alone");
  const stage = nextStage(table);
  if (stage !== null)
    return join(describeLast(state), describeStage(state, seat, stage, wait));
  if (isPoker) return join(describeLast(state), say("betThenShow"));
  return describePlay(state);
}

/**
 * Return the sentences on a stage that is dealt once all players agree.
 * @param {HandState} state
 * @param {string} seat
 * @param {string} stage its name
 * @param {string} wait a sentence about those for whom all wait
 */
function describeStage({ table, players, isPoker }, seat, stage, wait) {
  const values = { stage: nameStage(stage) };
  if (hasAgreed(table, players[seat]))
    return join(say("youAgreed", values), wait);
  if (!table.draws.length) return say("first");
  return say(isPoker ? "betThenAgree" : "agree", values);
}

/**
 * Return the sentences while cards are played, once all stages are dealt.
 * @param {HandState} state
 */
function describePlay(state) {
  const { table, seat } = state;
  /** @type {DrawnEntry | undefined} */
  const last = table.draws.at(-1);
  const lastEvent = describeLast(state);
  if (lastEvent !== describeDraw(last, seat)) return lastEvent;
  if (last?.seat === undefined) return join(lastEvent, say("play"));
  return join(
    lastEvent,
    say(last.seat === seat ? "playOne" : "playOneOfYours"),
  );
}

/**
 * Return sentences about a card that another player asked for.
 * @param {HandState} state
 * @param {AskedDraw} asked
 * @param {string} wait a sentence about those for whom all wait
 */
function describeAsked({ table, players, seat: ownSeat = "" }, asked, wait) {
  const values = { seat: callSeat(asked.seat) };
  return hasAgreed(table, players[ownSeat])
    ? join(say("asks", values), wait)
    : say("asksAgree", values);
}

/**
 * Return the sentences once a hand is over: its result, or who is ready for another one.
 * @param {HandState} state
 * @param {string} seat
 */
function describeEnd(state, seat) {
  const { table, players } = state;
  /** @param {string} seatName */
  const isReady = (seatName) => players[seatName]?.hand > table.hand;
  const seats = Object.keys(table.seats);
  const free = seats.filter((seatName) => isFree(state, seatName));
  const openFree = free.length
    ? say("openFree", { seats: callSeats(free) })
    : "";
  if (!isReady(seat)) return join(describeResult(state, seats), openFree);
  const waiting = seats.filter(
    (seatName) => !isReady(seatName) && !free.includes(seatName),
  );
  return join(
    waiting.length ? say("anotherHand", { seats: callSeats(waiting) }) : "",
    openFree,
  );
}

/**
 * Return a sentence about who has the pot.
 * @param {HandState} state
 * @param {string[]} seats
 */
function describeResult(state, seats) {
  const { seat, isPoker } = state;
  if (!isPoker) return say("over");
  const activeSeats = seats.filter((seatName) => !isOut(state, seatName));
  if (activeSeats.length !== 1)
    return say(activeSeats.length ? "areShown" : "allFolded");
  return activeSeats[0] === seat
    ? say("yours")
    : say("allBut", { seat: callSeat(activeSeats[0]) });
}

/**
 * Return the state of a player, as a name in the table of texts.
 * @param {State} state
 * @param {string} seat
 * @param {boolean} canAct whether the player of this tab can press a button that goes on
 */
function nameState(state, seat, canAct) {
  const { table, players, isPoker } = state;
  const player = players[seat];
  if (!table.seats[seat]) return "free";
  if (player?.leave) return "left";
  if (!isOpen(state, seat)) return "closed";
  if (table.receipt && player?.hand > table.hand) return "again";
  const choice = choiceOf(state, seat);
  if (choice) return choice === "folded" && !isPoker ? "hidden" : choice;
  if (!table.opened || !player?.text) return "seated";
  if (!isPoker && !nextAction(table)) return "playing";
  if (hasAgreed(table, player)) return "agreed";
  return seat === state.seat && canAct ? "yours" : "choosing";
}

/**
 * Render a chip for each player, with the player's state.
 * @param {State} state
 * @param {boolean} canAct whether the player of this tab can press a button that goes on
 */
export function renderPlayers(state, canAct) {
  return Object.keys(state.table.seats).map((seat) => {
    const playerState = nameState(state, seat, canAct);
    const name = toTitle(nameSeat(seat));
    const title =
      seat === state.seat ? t("table.private.seatYou", { seat: name }) : name;
    return create(
      "li",
      { "data-state": playerState, class: seat === state.seat && "own" },
      create("strong", title),
      " ",
      create("span", t(`table.private.states.${playerState}`)),
    );
  });
}

/**
 * Render the table before all players are there; `link` leads to the next seat.
 * @param {State} state
 * @param {string} link
 */
export function renderLobby({ table: { seats }, seat }, link) {
  const freeCount = Object.values(seats).filter((id) => id === null).length;
  $("#outcome").textContent = freeCount
    ? t("table.private.lobby.free", { count: freeCount })
    : "";
  if (seat === undefined)
    return create(
      "p",
      t(freeCount ? "table.private.lobby.taking" : "table.private.lobby.taken"),
    );
  const client = create(
    "a",
    { href: `${ROOT}docs/guide/how/private-hands` },
    t("table.private.lobby.client"),
  );
  return create("div.lobby", [
    create(
      "p.seat-name",
      createText("table.private.lobby.seat", {
        seat: create("strong", toTitle(nameSeat(seat))),
      }),
    ),
    create(
      "p",
      create(
        "a.button",
        { href: link, target: "_blank", rel: "noopener" },
        t("table.private.lobby.next"),
      ),
    ),
    create("p", t("table.private.lobby.then")),
    create("p.small", t("table.private.lobby.proves")),
    create(
      "details.small",
      create("summary", t("table.private.lobby.how")),
      create("p", t("table.private.lobby.keys")),
      create("p", createText("table.private.lobby.real", { client })),
    ),
  ]);
}

/**
 * Name the open cards of a draw and the player's own cards, for screen readers; `sort` sorts the indices of the own
 * ones.
 * @param {SeenEntry} seen
 * @param {ShownCard[]} ownCards
 * @param {Shoe} shoe
 * @param {(indices: number[]) => number[]} sort
 */
export function nameCards({ rounds, positions, cards }, ownCards, shoe, sort) {
  /** @param {string} code */
  const nameCode = (code) =>
    shoe.cards.find((card) => card.code === code)?.name ?? code;
  /** @param {CardPlace} place */
  const isIn = ({ round, position }) =>
    positions.some(
      (dealtPosition, i) => dealtPosition === position && rounds[i] === round,
    );
  const open = cards.filter((code) => code !== null);
  const ownIndices = ownCards.filter(isIn).map(({ index }) => index);
  const openNames = joinNames(open.map(nameCode));
  const ownNames = joinNames(
    sort(ownIndices).map((index) => shoe.cards[index].name),
  );
  return join(
    openNames && t("table.private.forAll", { cards: openNames }),
    ownNames && t("table.yourCards", { cards: ownNames }),
  );
}

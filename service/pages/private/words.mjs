/**
 * Sentences and elements for a table. `state`: the `table`, the `players` by seat, the `seat` of this tab, the `open` tabs,
 * the `game`, `isPoker`, and the `news` since the state before.
 */
import { nameSeat, nameStage, toTitle } from "../shared/labels.mjs";
import { $, ROOT, create } from "../shared/page.mjs";
import { LANGUAGE, createText, joinNames, t } from "../shared/texts.mjs";
import { hasDiscards, listMoves } from "./hands.mjs";
import { askedDraw, lastDigest, nextAction, nextStage } from "./host.mjs";

/** Return the choice of a player at the end: "shown", "folded", "left" or undefined. */
export const choiceOf = ({ table, players }, seat) =>
  table.choices?.[seat] ?? players[seat]?.choice;

/** Return whether a player folded or left. */
export const isOut = (state, seat) =>
  ["folded", "left"].includes(choiceOf(state, seat));

/** Return whether the tab of a player is closed, who has not chosen: all wait for it. */
export const isAway = (state, seat) =>
  !choiceOf(state, seat) && !state.open.includes(state.table.seats[seat]);

/** Return whether a seat can be opened in a new tab now: a player who left keeps theirs until the hand is over. */
export const isFree = (state, seat) =>
  !state.open.includes(state.table.seats[seat]) &&
  (Boolean(state.table.receipt) || isAway(state, seat));

/** Return whether a player agreed to the next action. */
export const hasAgreed = ({ table, players }, seat) =>
  players[seat]?.consent?.digest === lastDigest(table);

/** Return the label of the button that agrees; `canDraw` says whether a card can be drawn. */
export function labelAgree(table, canDraw) {
  if (table.receipt) return t("table.private.another");
  const stage = table.opened ? nextStage(table) : "deal";
  if (stage !== null)
    return t("table.private.agree", { stage: nameStage(stage) });
  return t(
    `table.private.${askedDraw(table) ? "agreeToDraw" : canDraw ? "drawCard" : "allDealt"}`,
  );
}

/** Return the name of a seat in a sentence: "Seat 1", "North", "the dealer". */
const callSeat = (seat) =>
  LANGUAGE === "en"
    ? nameSeat(seat).replace(/^(?=\p{Ll})/u, "the ")
    : nameSeat(seat);

const callSeats = (seats) => joinNames(seats.map(callSeat));

/** Return a sentence of this table by its name, which begins with a capital letter. */
const say = (name, values) => toTitle(t(`table.private.says.${name}`, values));

const join = (...sentences) => sentences.filter(Boolean).join(" ");

/** Return the sentences above the table: the last event, and the possible next step. */
export function describeTable(state) {
  const { table, players, seat, isPoker } = state;
  if (seat === undefined)
    return say(
      Object.keys(table.seats).some((one) => choiceOf(state, one) === "left")
        ? "joinsNext"
        : "looksOn",
    );
  if (table.receipt) return describeEnd(state);
  const stage = nextStage(table);
  const last = table.draws.at(-1);
  const lastEvent = state.news || describeDraw(last, seat);
  const request = askedDraw(table);
  const otherSeats = Object.keys(table.seats).filter((one) => one !== seat);
  const open = otherSeats.filter(
    (one) => !choiceOf(state, one) && !isAway(state, one),
  );
  const waiting = open.filter(
    (one) => (stage === null && !request) || !hasAgreed(state, one),
  );
  const away = otherSeats.filter((one) => isAway(state, one));
  const gone = join(...otherSeats.map((one) => describeGone(state, one)));
  const isLast = otherSeats.every((one) => isOut(state, one));
  const choice = players[seat]?.choice;
  const wait = waiting.length
    ? say("waiting", { seats: callSeats(waiting) })
    : "";
  if (!choice && away.length)
    return join(
      gone,
      say(isLast || !open.length ? "reopenOrEnd" : "reopenOrEndForAll"),
    );
  if (!choice && isLast && gone) return join(gone, say("endAlone"));
  if (request && !choice)
    return request.seat === seat
      ? join(say("youAsk"), wait)
      : describeAsked(state, request, wait);
  if (choice === "shown") return join(say("youShow"), wait);
  if (choice)
    return join(lastEvent, say(isPoker ? "unseenHand" : "unseenRest"));
  if (isLast && isPoker) return say("alone");
  if (stage === null && isPoker) return join(lastEvent, say("betThenShow"));
  if (stage === null && lastEvent !== describeDraw(last, seat))
    return lastEvent;
  if (stage === null)
    return join(
      lastEvent,
      say(
        last.seat === undefined
          ? "play"
          : last.seat === seat
            ? "playOne"
            : "playOneOfYours",
      ),
    );
  const named = { stage: nameStage(stage) };
  if (hasAgreed(state, seat))
    return join(lastEvent, say("youAgreed", named), wait);
  if (!last) return join(lastEvent, say("first"));
  return join(lastEvent, say(isPoker ? "betThenAgree" : "agree", named));
}

/** Return a sentence about a player who left, or whose tab is closed; "" for any other. */
function describeGone(state, seat) {
  const name = isAway(state, seat)
    ? "isClosed"
    : choiceOf(state, seat) === "left"
      ? "isLeft"
      : "";
  return name && say(name, { seat: callSeat(seat) });
}

/** Return sentences about what players did between two states of one hand; "" if they did nothing. `nameCard` names the card of an index. */
export function describeNews(before, state, nameCard) {
  const { table, players, seat: own, game } = state;
  if (before?.table.hand !== table.hand || table.receipt) return "";
  const seats = Object.keys(table.seats);
  const tell = (name, seat, card) =>
    seat === own
      ? say(`you${name}`, { card })
      : say(`other${name}`, { seat: callSeat(seat), card });
  const [movesBefore, moves] = [before, state].map((each) =>
    listMoves(each.table, each.players),
  );
  const told = moves
    .slice(movesBefore.length)
    .map(({ seat, index, isTaken }) =>
      tell(isTaken ? "Took" : "Played", seat, nameCard(index)),
    );
  const countLaid = (each, seat) => each.players[seat]?.laid?.length ?? 0;
  const laid = seats
    .filter((seat) => countLaid(state, seat) > countLaid(before, seat))
    .map((seat) => tell("Laid", seat));
  const drawn =
    table.draws.length > before.table.draws.length
      ? describeDraw(table.draws.at(-1), own)
      : "";
  const left = seats
    .filter(
      (seat) =>
        choiceOf(state, seat) === "left" && choiceOf(before, seat) !== "left",
    )
    .map((seat) => describeGone(state, seat));
  const last =
    moves.length > movesBefore.length && !laid.length
      ? moves.at(-1)
      : undefined;
  return join(
    drawn,
    ...told,
    ...laid,
    ...left,
    last && !last.isTaken && hasDiscards(game)
      ? describeTurn(state, last.seat)
      : "",
  );
}

/** Say who is next after a player: the next one round the table who plays on. */
function describeTurn(state, seat) {
  const seats = Object.keys(state.table.seats);
  const after = [...seats.slice(seats.indexOf(seat) + 1), ...seats].find(
    (one) => !choiceOf(state, one),
  );
  if (!after || after === seat) return "";
  return after === state.seat
    ? say("yourTurn")
    : say("isNext", { seat: callSeat(after) });
}

/** Return a sentence about the last deal or draw, for the player at the `own` seat. */
function describeDraw({ stage, seat } = {}, own) {
  if (seat)
    return seat === own
      ? say("youDrew")
      : say("drew", { seat: callSeat(seat) });
  if (!stage) return say("sealed");
  return stage === "deal"
    ? t("table.dealt")
    : t("table.dealtStage", { stage: nameStage(stage) });
}

function describeAsked(state, { seat: asking }, wait) {
  const seat = callSeat(asking);
  return hasAgreed(state, state.seat)
    ? join(say("asks", { seat }), wait)
    : say("asksAgree", { seat });
}

function describeEnd(state) {
  const { table, players, seat } = state;
  const isReady = (one) => players[one]?.hand > table.hand;
  const seats = Object.keys(table.seats);
  const free = seats.filter((one) => isFree(state, one));
  const openFree = free.length
    ? say("openFree", { seats: callSeats(free) })
    : "";
  const waiting = seats.filter((one) => !isReady(one) && !free.includes(one));
  if (isReady(seat))
    return join(
      waiting.length ? say("anotherHand", { seats: callSeats(waiting) }) : "",
      openFree,
    );
  return join(describeResult(state, seats), openFree);
}

function describeResult(state, seats) {
  const { seat, isPoker } = state;
  if (!isPoker) return say("over");
  const activeSeats = seats.filter((one) => !isOut(state, one));
  if (activeSeats.length !== 1)
    return say(activeSeats.length ? "areShown" : "allFolded");
  return activeSeats[0] === seat
    ? say("yours")
    : say("allBut", { seat: callSeat(activeSeats[0]) });
}

/** Return the state of a player, as a name in the table of texts. */
function findState(state, seat) {
  const { table, players, open, isPoker } = state;
  const id = table.seats[seat];
  if (!id) return "free";
  if (players[seat]?.leave) return "left";
  if (!open.includes(id)) return "closed";
  if (table.receipt && players[seat]?.hand > table.hand) return "again";
  const choice = choiceOf(state, seat);
  if (choice) return choice === "folded" && !isPoker ? "hidden" : choice;
  if (!table.opened || !players[seat]?.text) return "seated";
  if (!isPoker && !nextAction(table)) return "playing";
  return hasAgreed(state, seat) ? "agreed" : "choosing";
}

/** Render a chip for each player, with the player's state. */
export function renderPlayers(state) {
  return Object.keys(state.table.seats).map((seat) => {
    const found = findState(state, seat);
    const name = toTitle(nameSeat(seat));
    const title =
      seat === state.seat ? t("table.private.seatYou", { seat: name }) : name;
    return create(
      "li",
      { "data-state": found },
      create("strong", title),
      " ",
      create("span", t(`table.private.states.${found}`)),
    );
  });
}

/** Render the table before all players are there; `link` leads to the next seat. */
export function renderLobby({ table: { seats }, seat }, link) {
  const free = Object.values(seats).filter((id) => id === null).length;
  $("#outcome").textContent = free
    ? t("table.private.lobby.free", { count: free })
    : "";
  if (seat === undefined)
    return create(
      "p",
      t(free ? "table.private.lobby.taking" : "table.private.lobby.taken"),
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
    create(
      "details.small",
      create("summary", t("table.private.lobby.how")),
      create("p", t("table.private.lobby.keys")),
      create("p", createText("table.private.lobby.real", { client })),
    ),
  ]);
}

/** Name the open cards of a draw and the player's own cards, for screen readers; `sort` sorts the indices of the own ones. */
export function nameCards({ rounds, positions, cards }, own, shoe, sort) {
  const nameAll = (codes) =>
    joinNames(
      codes.map(
        (code) => shoe.cards.find((card) => card.code === code)?.name ?? code,
      ),
    );
  const isOf = ({ round, position }) =>
    positions.some((other, i) => other === position && rounds[i] === round);
  const [open, ownIndices] = [
    cards.filter((code) => code !== null),
    own.filter(isOf).map(({ index }) => index),
  ];
  const names = joinNames(
    sort(ownIndices).map((index) => shoe.cards[index].name),
  );
  return join(
    open.length && t("table.private.forAll", { cards: nameAll(open) }),
    names && t("table.yourCards", { cards: names }),
  );
}

/** Sentences and elements for a table. `state`: the `table`, the `players` by seat, the `seat` of this tab, the `open` tabs, `isPoker`. */
import { nameSeat, nameStage, toTitle } from "../shared/labels.mjs";
import { ROOT, create } from "../shared/page.mjs";
import { joinNames } from "../shared/texts.mjs";
import { askedDraw, lastDigest, nextStage } from "./host.mjs";

const CHOICES = { shown: "shows", folded: "folded", left: "left" };
const HIDDEN = "hides the rest"; // in games other than poker

/** Return the choice of a player at the end: "shown", "folded", "left" or undefined. */
export const choiceOf = ({ table, players }, seat) => table.choices?.[seat] ?? players[seat]?.choice;

/** Return whether a player folded or left. */
export const isOut = (state, seat) => ["folded", "left"].includes(choiceOf(state, seat));

/** Return whether a player agreed to the next action. */
export const hasAgreed = ({ table, players }, seat) => players[seat]?.consent?.digest === lastDigest(table);

/** Return the label of the button that agrees; `canDraw` says whether a card can be drawn. */
export function labelAgree(table, canDraw) {
  if (table.receipt) return "Another hand";
  const stage = table.opened ? nextStage(table) : "deal";
  if (stage !== null) return `Agree to the ${nameStage(stage)}`;
  return askedDraw(table) ? "Agree to the draw" : canDraw ? "Draw a card" : "All is dealt";
}

/** Return the name of a seat in a sentence: "Seat 1", "North", "the dealer". */
const callSeat = (seat) => nameSeat(seat).replace(/^(?=\p{Ll})/u, "the ");

const callSeats = (seats) => joinNames(seats.map(callSeat));

/** Return the sentence above the table: the last event, and the possible next step. */
export function describeTable(state) {
  const { table, players, seat, isPoker } = state;
  if (seat === undefined) return "All seats are taken: this tab looks on.";
  if (table.receipt) return describeEnd(state);
  const stage = nextStage(table);
  const last = table.draws.at(-1);
  const lastEvent = describeDraw(last, seat);
  const request = askedDraw(table);
  const otherSeats = Object.keys(table.seats).filter((one) => one !== seat);
  const open = otherSeats.filter((one) => !choiceOf(state, one));
  const waiting = open.filter((one) => (stage === null && !request) || !hasAgreed(state, one));
  const isLast = !open.length && otherSeats.every((one) => isOut(state, one));
  const choice = players[seat]?.choice;
  const wait = waiting.length ? ` Waiting for ${callSeats(waiting)}.` : "";
  if (request && !choice) return request.seat === seat ? `You ask for a card.${wait}` : describeAsked(state, request, wait);
  if (choice === "shown") return `You show your cards.${wait}`;
  if (choice) return `${lastEvent} ${isPoker ? "Nobody will see your cards" : "Nobody will see the rest"}; this tab agrees to what comes.`;
  if (isLast && isPoker) return "All others folded: the hand is yours. Show your cards, or fold them unseen.";
  if (stage === null && isPoker) return `${lastEvent} Bet, then show your cards, or fold.`;
  if (stage === null) return last.seat ? `${lastEvent} Press one ${last.seat === seat ? "" : "of yours "}to play it.` : `${lastEvent} Press a card to play it. At the end, show or hide the rest.`;
  if (hasAgreed(state, seat)) return `${lastEvent} You agreed to the ${nameStage(stage)}.${wait}`;
  if (!last) return `${lastEvent} The first cards come once all agree.`;
  return `${lastEvent} ${isPoker ? "Bet, then agree" : "Agree"} to the ${nameStage(stage)}${isPoker ? ", or fold" : ""}.`;
}

/** Return a sentence about the last deal or draw, for the player at the `own` seat. */
function describeDraw({ stage, seat } = {}, own) {
  if (seat) return seat === own ? "You drew a card." : toTitle(`${callSeat(seat)} drew a card.`);
  if (!stage) return "The shoe is sealed.";
  return stage === "deal" ? "Dealt." : `Dealt: the ${nameStage(stage)}.`;
}

function describeAsked(state, { seat: asking }, wait) {
  const says = toTitle(`${callSeat(asking)} asks for a card.`);
  return hasAgreed(state, state.seat) ? `${says}${wait}` : `${says} Agree, if the rules allow it.`;
}

function describeEnd(state) {
  const { table, players, seat, isPoker } = state;
  const isReady = (one) => players[one]?.hand > table.hand;
  const seats = Object.keys(table.seats);
  if (isReady(seat)) return `Another hand begins once ${callSeats(seats.filter((one) => !isReady(one)))} wants it too.`;
  if (!isPoker) return "The hand is over.";
  const activeSeats = seats.filter((one) => !isOut(state, one));
  if (activeSeats.length !== 1) return activeSeats.length ? "The cards are shown." : "All folded.";
  return activeSeats[0] === seat ? "All others folded: the hand is yours." : `All but ${callSeat(activeSeats[0])} folded.`;
}

/** Return the state of a player in two words. */
function describePlayer(state, seat) {
  const { table, players, open, isPoker } = state;
  const id = table.seats[seat];
  if (!id) return "free";
  if (players[seat]?.leave) return CHOICES.left;
  if (!open.includes(id)) return "tab closed";
  if (table.receipt && players[seat]?.hand > table.hand) return "wants another hand";
  const choice = choiceOf(state, seat);
  if (choice) return choice === "folded" && !isPoker ? HIDDEN : CHOICES[choice];
  if (!table.opened || !players[seat]?.text) return "seated";
  return hasAgreed(state, seat) ? "agreed" : "to choose";
}

/** Render a chip for each player, with the player's state. */
export function renderPlayers(state) {
  return Object.keys(state.table.seats).map((seat) => {
    const says = describePlayer(state, seat);
    const name = `${toTitle(nameSeat(seat))}${seat === state.seat ? " (you)" : ""}`;
    return create("li", { "data-state": says }, create("strong", name), " ", create("span", says));
  });
}

/** Render the table before all players are there; `link` leads to the next seat. */
export function renderLobby({ table: { seats }, seat }, link) {
  const free = Object.values(seats).filter((id) => id === null).length;
  if (seat === undefined) return create("p", free ? "Taking a seat …" : "All seats are taken.");
  return create("div.lobby", [
    create("p.seat-name", "This tab is ", create("strong", toTitle(nameSeat(seat))), "."),
    create("p", `A demonstration: each player is a tab of this browser. ${free === 1 ? "One seat is" : `${free} seats are`} free.`),
    create("p", create("a.button", { href: link, target: "_blank", rel: "noopener" }, "Open the next seat in a new tab")),
    create("p.small", "A tab makes its own keys. The cards of its seat are encrypted to them, so that no other tab can read them. Another browser cannot join: the service passes nothing on."),
    create("p.small", "At a real table each player has a program on a device of their own: ", create("a", { href: `${ROOT}docs/guide/integration#private-hands` }, "the client that it uses"), "."),
  ]);
}

/** Name the open cards of a draw and the player's own cards, for screen readers. */
export function nameCards({ rounds, positions, cards }, own, shoe) {
  const nameOf = (code) => shoe.cards.find((card) => card.code === code)?.name ?? code;
  const isOf = ({ round, position }) => positions.some((other, i) => other === position && rounds[i] === round);
  const lists = { "For all": cards.filter((code) => code !== null), "Your cards": own.filter(isOf).map(({ card }) => card) };
  const full = Object.entries(lists).filter(([, codes]) => codes.length);
  return full.map(([title, codes]) => `${title}: ${codes.map(nameOf).join(", ")}.`).join(" ");
}

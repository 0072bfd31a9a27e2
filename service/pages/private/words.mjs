/**
 * What a table says to people. Its `state` has the `table`, what the `players` at its seats say, the `seat` of this tab, the
 * players whose tabs are `open`, and whether it is a game of poker (`isPoker`).
 */

import { nameSeat, nameStage, toTitle } from "../shared/labels.mjs";
import { $, createElement } from "../shared/page.mjs";
import { askedDraw, lastDigest, nextStage } from "./host.mjs";

const CHOICES = { shown: "shows", folded: "folded" };
const HIDDEN = "hides the rest"; // in games other than poker

/** Return what a player chose at the end: "shown" or "folded"; undefined if nothing yet. */
export const choiceOf = ({ table, players }, seat) => table.choices?.[seat] ?? players[seat]?.choice;

/** Return whether a player agreed to what comes next. */
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

function callSeats(seats) {
  const names = seats.map(callSeat);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
}

/** Return the sentence above the table, which says what happened and what can be done. */
export function describeTable(state) {
  const { table, players, seat, isPoker } = state;
  if (seat === undefined) return "All seats are taken: this tab looks on.";
  if (table.receipt) return describeEnd(state);
  const stage = nextStage(table);
  const last = table.draws.at(-1);
  const dealt = describeDraw(last, seat);
  const asked = askedDraw(table);
  const others = Object.keys(table.seats).filter((one) => one !== seat);
  const open = others.filter((one) => !choiceOf(state, one));
  const waiting = open.filter((one) => (stage === null && !asked) || !hasAgreed(state, one));
  const isLast = !open.length && others.every((one) => choiceOf(state, one) === "folded");
  const choice = players[seat]?.choice;
  const wait = waiting.length ? ` Waiting for ${callSeats(waiting)}.` : "";
  if (asked && !choice) return asked.seat === seat ? `You ask for a card.${wait}` : describeAsked(state, asked, wait);
  if (choice === "shown") return `You show your cards.${wait}`;
  if (choice) return `${dealt} ${isPoker ? "Nobody will see your cards" : "Nobody will see the rest"}; this tab agrees to what comes.`;
  if (isLast && isPoker) return "All others folded: the hand is yours. Show your cards, or fold them unseen.";
  if (stage === null && isPoker) return `${dealt} Bet, then show your cards, or fold.`;
  if (stage === null) return last.seat ? `${dealt} Press one ${last.seat === seat ? "" : "of yours "}to play it.` : `${dealt} Press a card to play it. At the end, show or hide the rest.`;
  if (hasAgreed(state, seat)) return `${dealt} You agreed to the ${nameStage(stage)}.${wait}`;
  if (!last) return `${dealt} The first cards come once all agree.`;
  return `${dealt} ${isPoker ? "Bet, then agree" : "Agree"} to the ${nameStage(stage)}${isPoker ? ", or fold" : ""}.`;
}

/** Return what was dealt or drawn last, in a sentence for the player at the `own` seat. */
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
  const left = seats.filter((one) => choiceOf(state, one) !== "folded");
  if (left.length !== 1) return left.length ? "The cards are shown." : "All folded.";
  return left[0] === seat ? "All others folded: the hand is yours." : `All but ${callSeat(left[0])} folded.`;
}

/** Return what a player does, in two words. */
function describePlayer(state, seat) {
  const { table, players, open, isPoker } = state;
  const id = table.seats[seat];
  if (!id) return "free";
  if (!open.includes(id)) return "tab closed";
  if (table.receipt && players[seat]?.hand > table.hand) return "wants another hand";
  const choice = choiceOf(state, seat);
  if (choice) return choice === "folded" && !isPoker ? HIDDEN : CHOICES[choice];
  if (!table.opened || !players[seat]?.text) return "seated";
  return hasAgreed(state, seat) ? "agreed" : "to choose";
}

/** Render a chip for each player, which says what it does. */
export function renderPlayers(state) {
  return Object.keys(state.table.seats).map((seat) => {
    const says = describePlayer(state, seat);
    const name = `${toTitle(nameSeat(seat))}${seat === state.seat ? " (you)" : ""}`;
    return createElement("li", { "data-state": says }, createElement("strong", {}, name), " ", createElement("span", {}, says));
  });
}

/** Render what is on the table before all have come; `link` leads to the next seat. */
export function renderLobby({ table: { seats }, seat }, link) {
  const free = Object.values(seats).filter((id) => id === null).length;
  if (seat === undefined) return createElement("p", {}, free ? "Taking a seat …" : "All seats are taken.");
  return createElement(
    "div",
    { class: "lobby" },
    createElement("p", { class: "seat-name" }, "This tab is ", createElement("strong", {}, toTitle(nameSeat(seat))), "."),
    createElement("p", {}, `Each player has a tab of this browser. ${free === 1 ? "One seat is" : `${free} seats are`} free.`),
    createElement("p", {}, createElement("a", { class: "button", href: link, target: "_blank", rel: "noopener" }, "Open the next seat in a new tab")),
    createElement("p", { class: "small" }, "A tab makes its own keys. The cards of its seat are encrypted to them, so that no other tab can read them. Another browser cannot join: the service passes nothing on."),
  );
}

/** Return the names of the cards that a draw told to all, and of those of the player alone, for screen readers. */
export function nameCards({ rounds, positions, cards }, own, shoe) {
  const nameOf = (code) => shoe.cards.find((card) => card.code === code)?.name ?? code;
  const isOf = ({ round, position }) => positions.some((other, i) => other === position && rounds[i] === round);
  const lists = { "For all": cards.filter((code) => code !== null), "Your cards": own.filter(isOf).map(({ card }) => card) };
  const full = Object.entries(lists).filter(([, codes]) => codes.length);
  return full.map(([title, codes]) => `${title}: ${codes.map(nameOf).join(", ")}.`).join(" ");
}

/** Show a problem above the table; the same one is not said twice. */
export function showProblem({ title, message }) {
  const box = $("#play-problem");
  if (!box.hidden && box.dataset.message === message) return;
  box.dataset.message = message;
  box.replaceChildren(createElement("h3", {}, title), createElement("p", {}, message));
  box.hidden = false;
}

/** Bingo tickets to cut: sheets of six tickets for 90 balls, cards of 5 × 5 for 75. */
import { createElement } from "../shared/page.mjs";

/** Render tickets, each with its number, by which a winner is known. */
export function renderTickets({ strips, cards }) {
  if (cards) return [createElement("div", { class: "cards75" }, cards.map(renderCard))];
  return strips.map((strip, s) =>
    createElement("div", { class: "strip" }, strip.map((rows, t) => renderTicket(rows, `${s + 1}–${t + 1}`))),
  );
}

const createCell = (number) => createElement("td", number === null ? { class: "blank" } : {}, number ?? "");

const renderTicket = (rows, label) =>
  createElement(
    "table",
    { class: "ticket" },
    createElement("caption", {}, `Ticket ${label}`),
    createElement("tbody", {}, rows.map((row) => createElement("tr", {}, row.map(createCell)))),
  );

/** Render a card of five columns; the third has a free cell in its middle. */
function renderCard(columns, i) {
  const filled = columns.map((numbers, c) => (c === 2 ? [...numbers.slice(0, 2), "free", ...numbers.slice(2)] : numbers));
  const rows = [0, 1, 2, 3, 4].map((r) => filled.map((numbers) => numbers[r]));
  return createElement(
    "table",
    { class: "ticket card" },
    createElement("caption", {}, `Ticket ${i + 1}`),
    createElement("thead", {}, createElement("tr", {}, [..."BINGO"].map((letter) => createElement("th", { scope: "col" }, letter)))),
    createElement("tbody", {}, rows.map((row) => createElement("tr", {}, row.map((number) => createElement("td", number === "free" ? { class: "free" } : {}, number === "free" ? "★" : number))))),
  );
}

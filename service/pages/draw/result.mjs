/** The result of a draw, as a page shows it, and as text. */
import { $, create } from "../shared/page.mjs";

const MAX_SHOWN = 500; // lines that are shown at once; more take the browser seconds

const DICE = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** Show a result. */
export function showResult(result) {
  const box = $("#shown");
  box.className = result.strips || result.cards ? "tickets" : "";
  box.replaceChildren(...render(result));
}

function render({ parts, isRanked, rank, numbers, dice, sides, coins, balls, ...tickets }) {
  if (parts) return renderParts(parts, isRanked, rank);
  if (numbers) return numbers.map((row) => renderBalls(row));
  if (dice) return renderDice(dice, sides);
  if (coins) return renderCoins(coins);
  if (balls) return balls.map((drums) => create("div.drums", drums.map(renderBalls)));
  return renderTickets(tickets);
}

/** Render the lines of each part, in columns if they are many; a result of one part is in large letters. */
function renderParts(parts, isRanked, rank) {
  const total = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const size = total <= 3 ? "huge" : total <= 12 ? "large" : total <= 60 ? "medium" : "small";
  let room = MAX_SHOWN;
  const sections = parts.map(({ title, lines }) => {
    const visible = lines.slice(0, Math.max(room, 0));
    room -= lines.length;
    if (visible.length === 0) return undefined;
    const list = create(isRanked && lines.length > 1 ? "ol" : "ul", { class: "lines", role: "list", "aria-label": title ?? "The result" }, [
      visible.map((line) => create("li", create("bdi", line))),
    ]);
    return create("div.part", title && create("h3", title), list);
  });
  const grid = create("div", { class: `parts ${size}`, "data-parts": parts.length, "data-rank": rank }, sections);
  if (room >= 0) return [grid];
  const all = create("button.all", `Show all ${total.toLocaleString("en")}`);
  all.addEventListener("click", () => $("#shown").replaceChildren(...renderAll(parts, isRanked, rank)));
  return [grid, all];
}

/** Render every line as text: elements for each of 10,000 would take seconds. */
function renderAll(parts, isRanked, rank) {
  return [create("pre.everything", { tabindex: 0, role: "region", "aria-label": "The whole result" }, toText({ parts, isRanked, rank }))];
}

const renderBalls = (numbers) =>
  create("ol", { class: `balls ${numbers.length > 20 ? "many" : ""}`, role: "list", "aria-label": "Numbers" }, numbers.map((number) => create("li", number.toLocaleString("en"))));

function renderDice(dice, sides) {
  const faces = dice.map((number) =>
    create("li.die", sides === 6 ? [create("span", { "aria-hidden": "true" }, DICE[number - 1]), create("span.hidden", number)] : number),
  );
  const sum = dice.reduce((total, number) => total + number, 0);
  return [
    create("ol", { class: `dice ${sides === 6 ? "pips" : ""}`, role: "list", "aria-label": "Dice" }, faces),
    dice.length > 1 && create("p.sum", `Sum ${sum.toLocaleString("en")}`),
  ].filter(Boolean);
}

function renderCoins(coins) {
  const heads = coins.filter((side) => side === "Heads").length;
  return [
    create("ol.coins", { role: "list", "aria-label": "Coins" }, coins.slice(0, MAX_SHOWN).map((side) => create("li", { class: side.toLowerCase() }, side))),
    coins.length > 1 && create("p.sum", `${heads} heads, ${coins.length - heads} tails`),
  ].filter(Boolean);
}

/** Render tickets. Each has a number, so that people can name the winner. */
function renderTickets({ strips, cards }) {
  if (cards) return [create("div.cards75", cards.map(renderCard))];
  return strips.map((strip, s) => create("div.strip", strip.map((rows, t) => renderTicket(rows, `${s + 1}–${t + 1}`))));
}

const createCell = (number) => create("td", number === null ? { class: "blank" } : {}, number ?? "");

const renderTicket = (rows, label) =>
  create("table.ticket", create("caption", `Ticket ${label}`), create("tbody", rows.map((row) => create("tr", row.map(createCell)))));

/** Render a card of five columns; the third has a free cell in its middle. */
function renderCard(columns, i) {
  const filled = columns.map((numbers, c) => (c === 2 ? [...numbers.slice(0, 2), "free", ...numbers.slice(2)] : numbers));
  const rows = [0, 1, 2, 3, 4].map((r) => filled.map((numbers) => numbers[r]));
  return create("table.ticket.card", [
    create("caption", `Ticket ${i + 1}`),
    create("thead", create("tr", [..."BINGO"].map((letter) => create("th", { scope: "col" }, letter)))),
    create("tbody", rows.map((row) => create("tr", row.map((number) => create("td", number === "free" ? { class: "free" } : {}, number === "free" ? "★" : number))))),
  ]);
}

/** Return a result as text: a line for each, with the number or the name of its part before a tab. */
export function toText({ parts, isRanked, numbers, dice, coins, balls, strips, cards }) {
  if (parts)
    return parts
      .flatMap(({ title, lines }) => lines.map((line, i) => [title, isRanked && lines.length > 1 && i + 1, line].filter(Boolean).join("\t")))
      .join("\n");
  const row = (cells) => cells.map((cell) => cell ?? "").join("\t");
  if (balls) return balls.map((drums) => drums.map((drum) => drum.join(" ")).join(" + ")).join("\n");
  if (strips) return strips.map((strip) => strip.map((ticket) => ticket.map(row).join("\n")).join("\n\n")).join("\n\n");
  if (cards) return cards.map((columns) => columns.map((column) => column.join(" ")).join("\t")).join("\n");
  return (numbers?.[0] ?? dice ?? coins).join("\n");
}

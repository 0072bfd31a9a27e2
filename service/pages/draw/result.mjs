/** The result of a draw, as a page shows it, and as text. */
import { $, createElement } from "../shared/page.mjs";

const MAX_SHOWN = 500; // lines that are shown at once; more take the browser seconds

const DICE = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** Scroll to an element, unless it begins in the upper half of the window. */
export function bringIntoView(element) {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}

/** Show a result. Resolves when it is on the page: tickets have a module of their own. */
export async function showResult(result) {
  const shown = $("#shown");
  shown.className = result.strips || result.cards ? "tickets" : "";
  shown.replaceChildren(...(await render(result)));
}

async function render({ parts, isRanked, rank, numbers, dice, sides, coins, balls, ...tickets }) {
  if (parts) return renderParts(parts, isRanked, rank);
  if (numbers) return numbers.map((row) => renderBalls(row));
  if (dice) return renderDice(dice, sides);
  if (coins) return renderCoins(coins);
  if (balls) return balls.map((drums) => renderDrums(drums));
  const { renderTickets } = await import("./tickets.mjs");
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
    const list = createElement(
      isRanked && lines.length > 1 ? "ol" : "ul",
      { class: "lines", role: "list", "aria-label": title ?? "The result" },
      visible.map((line) => createElement("li", {}, createElement("bdi", {}, line))),
    );
    return createElement("div", { class: "part" }, title && createElement("h3", {}, title), list);
  });
  const grid = createElement("div", { class: `parts ${size}`, "data-parts": parts.length, "data-rank": rank }, sections);
  if (room >= 0) return [grid];
  const all = createElement("button", { type: "button", class: "all" }, `Show all ${total.toLocaleString("en")}`);
  all.addEventListener("click", () => $("#shown").replaceChildren(...renderAll(parts, isRanked, rank)));
  return [grid, all];
}

/** Render every line as text: elements for each of 10,000 would take seconds. */
function renderAll(parts, isRanked, rank) {
  return [createElement("pre", { class: "everything", tabindex: 0, role: "region", "aria-label": "The whole result" }, toText({ parts, isRanked, rank }))];
}

const renderBalls = (numbers) =>
  createElement("ol", { class: `balls ${numbers.length > 20 ? "many" : ""}`, role: "list", "aria-label": "Numbers" }, numbers.map((number) => createElement("li", {}, number.toLocaleString("en"))));

const renderDrums = (drums) =>
  createElement("div", { class: "drums" }, drums.map(renderBalls));

function renderDice(dice, sides) {
  const faces = dice.map((number) =>
    createElement("li", { class: "die" }, sides === 6 ? [createElement("span", { "aria-hidden": "true" }, DICE[number - 1]), createElement("span", { class: "hidden" }, number)] : number),
  );
  const sum = dice.reduce((total, number) => total + number, 0);
  return [
    createElement("ol", { class: `dice ${sides === 6 ? "pips" : ""}`, role: "list", "aria-label": "Dice" }, faces),
    dice.length > 1 && createElement("p", { class: "sum" }, `Sum ${sum.toLocaleString("en")}`),
  ].filter(Boolean);
}

function renderCoins(coins) {
  const heads = coins.filter((side) => side === "Heads").length;
  return [
    createElement("ol", { class: "coins", role: "list", "aria-label": "Coins" }, coins.slice(0, MAX_SHOWN).map((side) => createElement("li", { class: side.toLowerCase() }, side))),
    coins.length > 1 && createElement("p", { class: "sum" }, `${heads} heads, ${coins.length - heads} tails`),
  ].filter(Boolean);
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

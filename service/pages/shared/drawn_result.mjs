/** The result of a draw, as a page shows it, and as text. */
// @ts-check
/** @import { Result, ResultPart, Slip, Ticket } from "./draw_types.mjs" */
import { createCoin, createDie } from "./chance_pictures.mjs";
import { callBall } from "./drums.mjs";
import { $, create } from "./elements.mjs";
import { nameSide } from "./labels.mjs";
import { findLongest, findUsual } from "./lines.mjs";
import { createRest, nameSet, renderRolled } from "./rolled_dice.mjs";
import { renderSlips } from "./slips.mjs";
import { formatNumber, t } from "./texts.mjs";

/**
 * Parts of a result. Their lines have numbers if it `isRanked`; `rank` is the word before the number of a line, such as
 * "Seat".
 * @typedef {{ parts: ResultPart[], isRanked?: boolean, rank?: string }} Parts
 */

const MAX_SHOWN = 500; // lines that are shown at once; more take the browser seconds

/**
 * Show a result in an element, `#shown` of the page if none is named.
 * @param {Result} result
 * @param {HTMLElement} [box]
 */
export function showResult(result, box = $("#shown")) {
  box.className = result.strips || result.cards ? "tickets" : "";
  box.replaceChildren(...render(result));
}

/**
 * Render a result as elements.
 * @param {Result} result
 * @returns {HTMLElement[]}
 */
function render(result) {
  const { parts, isRanked, rank } = result;
  if (parts) return renderParts({ parts, isRanked, rank });
  const pictures = renderPictures(result);
  if (pictures) return pictures;
  const { numbers, isOf75, balls } = result;
  if (numbers) return numbers.map((row) => renderBalls(row, isOf75));
  if (balls) return [renderTips(balls)];
  const { slips, digest, cards, strips = [] } = result;
  if (slips) return renderSlips(slips, digest);
  return cards
    ? [create("div.cards75", cards.map(renderCard))]
    : strips.map(renderStrip);
}

/**
 * Render dice and coins as pictures; undefined for a result of anything else.
 * @param {Result} result
 * @returns {HTMLElement[] | undefined}
 */
export function renderPictures({ dice, sides, rolled, coins }) {
  if (dice) return renderDice(dice, sides);
  if (rolled) return renderRolled(rolled);
  return coins && renderCoins(coins);
}

/**
 * Render the lines of each part, in columns if they are many; a result of one part is in large letters.
 * @param {Parts} result
 */
function renderParts(result) {
  const { parts } = result;
  const total = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  let room = MAX_SHOWN;
  const sections = parts.map((part) => {
    const visible = part.lines.slice(0, Math.max(room, 0));
    room -= part.lines.length;
    return visible.length > 0 && renderPart(part, visible, result);
  });
  const grid = create(
    "div",
    { class: `parts ${chooseSize(total)}`, "data-parts": parts.length },
    sections,
  );
  grid.style.setProperty("--columns", String(balanceColumns(parts.length)));
  // A column has room for the longest word and most lines, and large letters for the longest line
  const lines = parts.flatMap((part) => part.lines);
  const words = lines.flatMap((line) => line.split(" "));
  grid.style.setProperty("--word", String(findLongest(words)));
  grid.style.setProperty("--line", String(findLongest(lines)));
  const usual = findUsual(lines);
  grid.style.setProperty("--usual", String(usual));
  const most = Math.max(...parts.map((part) => part.lines.length));
  grid.style.setProperty("--most", String(most));
  const inHall = fillHall(parts.length, { lines: most, letters: usual });
  grid.style.setProperty("--hall-columns", String(inHall));
  if (room >= 0) return [grid];
  const allButton = create("button.all", t("draw.showAll", { count: total }));
  allButton.addEventListener("click", () =>
    allButton.parentElement?.replaceChildren(renderAll(result)),
  );
  return [grid, allButton];
}

/**
 * Return in how many columns parts stand at most, so that their rows are about equally long: 2 for 4 parts, 3 for 5, 4
 * for 7.
 * @param {number} count of the parts
 */
function balanceColumns(count) {
  const rows = Math.ceil(Math.sqrt(count / 3)); // up to three stand in one
  return Math.ceil(count / rows);
}

const HALL = 2.3; // the width of the room below the title on a projector, in its heights
const LARGEST_LINE = 0.07; // height of the largest letters on the stage, in heights of that room

/**
 * Return in how many columns parts have the largest letters on the wide screen of a hall: balanced, or more for parts
 * that are high, such as 4 for 4 groups of 6.
 * @param {number} count of the parts
 * @param {{ lines: number, letters: number }} part the most lines of a part, and the letters of a usual line
 */
function fillHall(count, { lines, letters }) {
  const height = 1.25 * lines + 2; // in heights of its letters, with its title and edges
  const width = 0.55 * letters + 2;
  /** @param {number} columns */
  const measure = (columns) =>
    Math.min(
      HALL / (columns * width),
      1 / (Math.ceil(count / columns) * height),
    );
  let best = balanceColumns(count);
  if (measure(best) >= LARGEST_LINE) return best;
  for (let columns = best + 1; columns <= count; columns += 1)
    if (measure(columns) > measure(best)) best = columns;
  return best;
}

/**
 * Return the class for the size of so many lines.
 * @param {number} total
 */
function chooseSize(total) {
  if (total <= 3) return "huge";
  if (total <= 12) return "large";
  return total <= 60 ? "medium" : "small";
}

/**
 * Return whether the lines of a part have numbers: those of three winners have, as their order counts; one winner
 * alone has none, and neither have the members of a team.
 * @param {unknown[]} lines
 * @param {boolean} [isRanked]
 */
export const areNumbered = (lines, isRanked = false) =>
  isRanked && lines.length > 1;

/**
 * Render a part with those of its lines that are visible.
 * @param {ResultPart} part
 * @param {string[]} visible
 * @param {Parts} result
 */
function renderPart({ title, lines, notes }, visible, { isRanked, rank }) {
  const list = create(
    areNumbered(lines, isRanked) ? "ol" : "ul",
    { class: "lines", role: "list", "aria-label": title ?? t("draw.result") },
    [
      visible.map((line, i) =>
        create(
          "li",
          { "data-rank": rank, "data-note": notes?.[i] },
          create("bdi", keepWords(line)),
        ),
      ),
    ],
  );
  return create("div.part", title && create("h3", title), list);
}

/**
 * Return a line in pieces that break only between words: "Carter-Lloyd" goes on the next line whole.
 * @param {string} line
 */
const keepWords = (line) =>
  line
    .split(/(\S+-\S+)/)
    .map((piece, i) => (i % 2 === 1 ? create("span.word", piece) : piece));

/**
 * Render every line as text: elements for each of 10,000 would take seconds.
 * @param {Parts} result
 */
const renderAll = (result) =>
  create(
    "pre.everything",
    { tabindex: 0, role: "region", "aria-label": t("draw.wholeResult") },
    partsToText(result),
  );

/**
 * Return a number as it is called or written.
 * @param {number} number
 * @param {boolean} [isOf75]
 */
export const nameBall = (number, isOf75) =>
  isOf75 ? callBall(number, isOf75) : formatNumber(number);

/**
 * @param {number[]} numbers
 * @param {boolean} [isOf75]
 */
const renderBalls = (numbers, isOf75) =>
  create(
    "ol",
    {
      class: `balls ${numbers.length > 20 ? "many" : ""}`,
      role: "list",
      "aria-label": t("draw.numbers"),
    },
    numbers.map((number) => create("li", nameBall(number, isOf75))),
  );

/**
 * Render the lines of a lottery, with numbers if they are several. The style sheet makes balls as large as so many have
 * room beside each other.
 * @param {number[][][]} tips
 */
function renderTips(tips) {
  const rows = tips.map((drums, i) => {
    const row = create(
      "li",
      tips.length > 1 && create("span.place", i + 1),
      drums.map((numbers) => renderBalls(numbers)),
    );
    row.style.setProperty("--balls", String(drums.flat().length));
    return row;
  });
  return create(
    "ol.tips",
    { role: "list", "aria-label": t("draw.result") },
    rows,
  );
}

/**
 * @param {number[]} dice
 * @param {number | undefined} sides
 */
function renderDice(dice, sides) {
  const faces = dice.map((number) =>
    create("li.die", createDie(number, sides), create("span.hidden", number)),
  );
  const list = create(
    "ol.dice",
    { role: "list", "aria-label": t("draw.fields.dice") },
    faces,
  );
  if (dice.length === 1) return [list];
  const sum = dice.reduce((total, number) => total + number, 0);
  return [list, create("p.sum", t("draw.sum", { sum }))];
}

const SIDES = ["heads", "tails"];

/** @param {number[]} coins */
function renderCoins(coins) {
  const visible = coins
    .slice(0, MAX_SHOWN)
    .map((side) =>
      create(
        "li",
        { class: SIDES[side - 1] },
        createCoin(side),
        create("span", nameSide(side)),
      ),
    );
  const list = create(
    "ol.coins",
    { role: "list", "aria-label": t("draw.fields.coins") },
    visible,
  );
  if (coins.length === 1) return [list];
  const rest = createRest(visible.length, coins.length);
  const heads = coins.filter((side) => side === 1).length;
  const tails = coins.length - heads;
  const sum = create("p.sum", t("draw.sides.sum", { heads, tails }));
  return rest ? [list, rest, sum] : [list, sum];
}

/**
 * Render the tickets of a strip. Each has a number, such as "2–1", so that people can name the winner.
 * @param {Ticket[]} strip
 * @param {number} i its position
 */
const renderStrip = (strip, i) =>
  create(
    "div.strip",
    strip.map((ticket, k) => renderTicket(ticket, `${i + 1}–${k + 1}`)),
  );

/**
 * Create the cell of a ticket; null is a blank one.
 * @param {number | null} number
 */
const createCell = (number) =>
  create("td", number === null ? { class: "blank" } : {}, number ?? "");

/**
 * Create the caption of a ticket: its number and, on paper, the game and a line for a name.
 * @param {string | number} number
 */
const createCaption = (number) =>
  create(
    "caption",
    create("span.printed", `${t("draw.kinds.bingo")} · `),
    t("draw.ticket", { number }),
    create("span.printed.for-name", t("draw.ticketName")),
  );

/**
 * @param {Ticket} rows
 * @param {string} label
 */
const renderTicket = (rows, label) =>
  create(
    "table.ticket",
    createCaption(label),
    create(
      "tbody",
      rows.map((row) => create("tr", row.map(createCell))),
    ),
  );

const FREE = 0; // stands for the free cell of a card

/**
 * Render a card of five columns; the third has a free cell in its middle.
 * @param {number[][]} columns
 * @param {number} i the position of the card
 */
function renderCard(columns, i) {
  const filled = columns.map((numbers, c) =>
    c === 2 ? [...numbers.slice(0, 2), FREE, ...numbers.slice(2)] : numbers,
  );
  const rows = [0, 1, 2, 3, 4].map((r) => filled.map((numbers) => numbers[r]));
  const letters = [..."BINGO"].map((letter) =>
    create("th", { scope: "col" }, letter),
  );
  return create("table.ticket.card", [
    createCaption(i + 1),
    create("thead", create("tr", letters)),
    create(
      "tbody",
      rows.map((row) => create("tr", row.map(createCardCell))),
    ),
  ]);
}

/** @param {number} number */
const createCardCell = (number) =>
  number === FREE ? create("td", { class: "free" }, "★") : create("td", number);

/**
 * Return a result as text: a line for each, with the number or the name of its part before a tab, as in "Group 1\tAnn".
 * @param {Result} result
 * @returns {string}
 */
export function toText(result) {
  const { parts, isRanked, balls, slips, strips, cards, coins, rolled } =
    result;
  if (parts) return partsToText({ parts, isRanked });
  if (balls) return balls.map(drumsToText).join("\n");
  if (slips) return slips.map(slipToText).join("\n");
  if (strips) return strips.flat().map(ticketToText).join("\n\n");
  if (cards) return cards.map(cardToText).join("\n");
  if (coins) return coins.map(nameSide).join("\n");
  if (rolled) return rolled.sets.map(nameSet).join("\n");
  const { numbers, isOf75 = false, dice = [] } = result;
  if (!numbers) return dice.join("\n");
  const called = numbers[0].map((number) =>
    isOf75 ? callBall(number, isOf75) : String(number),
  );
  return called.join("\n");
}

/** @param {number[]} numbers */
const joinNumbers = (numbers) => numbers.join(" ");

/** @param {number[][]} drums of a line of a lottery */
const drumsToText = (drums) => drums.map(joinNumbers).join(" + ");

/** @param {Slip} slip */
const slipToText = ({ giver, receiver }) => `${giver} → ${receiver}`;

/** @param {number[][]} columns of a card of bingo */
const cardToText = (columns) => columns.map(joinNumbers).join("\t");

/** @param {Ticket} rows */
const ticketToText = (rows) =>
  rows
    .map((cells) => cells.map((number) => number ?? "").join("\t"))
    .join("\n");

/** @param {Parts} result */
const partsToText = ({ parts, isRanked }) =>
  parts
    .flatMap(({ title, lines }) =>
      lines.map((line, i) =>
        [title, areNumbered(lines, isRanked) && i + 1, line]
          .filter(Boolean)
          .join("\t"),
      ),
    )
    .join("\n");

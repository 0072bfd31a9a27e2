/** How a result is told: turn by turn, what may come at each, and what was told so far. */
// @ts-check
import { nameBall, toText } from "../../shared/drawn_result.mjs";
import { create } from "../../shared/elements.mjs";
import { compareTexts, t } from "../../shared/texts.mjs";

/**
 * @import { Result, ResultPart, Turn } from "../../shared/draw_types.mjs"
 * @import { DrawValues, Plan } from "../plan/plan.mjs"
 */

/**
 * A result that is told in turns.
 * @typedef {object} ToldResult
 * @property {Turn[]} turns
 * @property {(turn: number) => string[]} listPossible returns the texts that may come at a turn, by its position
 * @property {boolean} isSorted whether what is told is listed in order, as for a call of bingo
 */

/**
 * Return how the result of a draw is told; undefined for one that nobody waits for piece by piece, such as dice.
 * @param {{ result: Result, plan: Plan, values: DrawValues }} draw
 * @returns {ToldResult | undefined}
 */
export function planTelling({ result, plan, values }) {
  const turns = listTurns(result);
  if (!turns) return undefined;
  const mayRepeat = values.kind === "numbers" && values.repeated;
  /** @type {string[][] | undefined} */
  let pools; // written once a turn is told
  /** @param {number} turn */
  const listPossible = (turn) => {
    const { drum = 0, open } = turns[turn];
    if (open) return open();
    pools ??= listPools(plan, result);
    return mayRepeat ? pools[drum] : dropTold(pools[drum], turns, turn);
  };
  return {
    turns,
    listPossible,
    isSorted: values.kind === "bingo",
  };
}

/**
 * Return the turns of a result, in their order: numbers and ranks follow one another, and tables are filled in rounds,
 * the first seat of each before the second.
 * @param {Result} result
 * @returns {Turn[] | undefined}
 */
function listTurns({ turns, parts, isRanked, numbers, isOf75, balls }) {
  if (turns) return turns;
  if (numbers)
    return numbers[0].map((number) => ({ text: nameBall(number, isOf75) }));
  if (balls) return balls.flatMap(listBalls);
  if (parts?.length === 1 && isRanked)
    return parts[0].lines.map((text) => ({ text }));
  return parts && fillTables(parts);
}

/**
 * Return the turns of a line of a lottery.
 * @param {number[][]} drums
 * @param {number} line
 */
const listBalls = (drums, line) =>
  drums.flatMap((numbers, drum) =>
    numbers.map((number) => ({ text: nameBall(number), drum, line })),
  );

/**
 * Return the turns in which tables are filled: of [Ann, Bo] and [Cy] these are Ann, Cy, Bo.
 * @param {ResultPart[]} parts
 * @returns {Turn[]}
 */
function fillTables(parts) {
  const longest = Math.max(...parts.map(({ lines }) => lines.length));
  return Array.from({ length: longest }).flatMap((_, seat) =>
    parts
      .filter(({ lines }) => seat < lines.length)
      .map(({ title, lines }) => ({ place: title, text: lines[seat] })),
  );
}

/**
 * Return what the turns of each drum are drawn from, as it is written.
 * @param {Plan} plan
 * @param {Result} result
 */
const listPools = ({ pool = [], pools = [pool] }, { isOf75 }) =>
  pools.map((items) =>
    items.map((item) =>
      typeof item === "number" ? nameBall(item, isOf75) : item,
    ),
  );

/**
 * Return the different texts of a pool without those that were told before a turn; of two equal names one stays.
 * @param {string[]} pool
 * @param {Turn[]} turns
 * @param {number} turn its position
 */
function dropTold(pool, turns, turn) {
  const { drum, line } = turns[turn];
  const textsBefore = turns
    .slice(0, turn)
    .filter((earlier) => earlier.drum === drum && earlier.line === line)
    .map(({ text }) => text);
  const left = [...pool];
  for (const text of textsBefore) {
    const place = left.indexOf(text);
    if (place >= 0) left.splice(place, 1);
  }
  return [...new Set(left)];
}

/**
 * Return whether turns fill tables, each of which has its place.
 * @param {Turn[]} turns
 */
export const areOfTables = ([{ place, open }]) =>
  place !== undefined && open === undefined;

/**
 * Return what is told at once as one text: "Group 1: Ann".
 * @param {Turn} turn
 */
const nameTurn = ({ place, text }) =>
  place ? t("shared.pair", { name: place, value: text }) : text;

/**
 * Render what was told: tables as far as they are filled, or a list. The newest has the class of that name.
 * @param {ToldResult} toldResult
 * @param {number} toldCount
 */
export function renderTold({ turns, isSorted }, toldCount) {
  const turnsSoFar = turns.slice(0, toldCount);
  const newest = turnsSoFar.at(-1);
  /** @param {Turn} turn @param {string} text */
  const createItem = (turn, text) =>
    create("li", { class: turn === newest && "newest" }, create("bdi", text));
  const label = { "aria-label": t("draw.show.told") };
  if (areOfTables(turns))
    return create(
      "div.told.parts.small",
      { ...label, role: "region", tabindex: 0 },
      renderTables(turns, turnsSoFar, createItem),
    );
  if (isSorted)
    turnsSoFar.sort((one, other) => compareTexts(one.text, other.text));
  return create(
    isSorted || turns[0].place ? "ol.told.unnumbered" : "ol.told",
    { ...label, role: "list" },
    turnsSoFar.map((turn) => createItem(turn, nameTurn(turn))),
  );
}

/**
 * Render the tables with those who have a seat.
 * @param {Turn[]} turns
 * @param {Turn[]} turnsSoFar
 * @param {(turn: Turn, text: string) => HTMLElement} createItem
 */
function renderTables(turns, turnsSoFar, createItem) {
  const titles = new Set(turns.map(({ place }) => place));
  return [...titles].map((title) => {
    const seated = turnsSoFar.filter(({ place }) => place === title);
    const items = seated.map((turn) => createItem(turn, turn.text));
    const list = create(
      "ul.lines",
      { role: "list", "aria-label": title },
      items,
    );
    return create("div.part", create("h3", title), list);
  });
}

const MAX_SPOKEN = 200; // characters

/**
 * Return the start of a result as a screen reader says it: each group with its title once.
 * @param {Result} result
 */
export function toSpeech(result) {
  const { parts } = result;
  const texts = parts?.map(namePart) ?? toText(result).split("\n");
  const text = texts.join("; ");
  return text.length > MAX_SPOKEN ? `${text.slice(0, MAX_SPOKEN)}…` : text;
}

/**
 * Return a part as one text: "Group 1: Ann, Bob".
 * @param {ResultPart} part
 */
function namePart({ title, lines }) {
  const value = lines.join(", ");
  return title ? t("shared.pair", { name: title, value }) : value;
}

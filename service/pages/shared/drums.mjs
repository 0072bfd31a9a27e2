/**
 * Lotteries with several drums or lines, and tickets and calls of bingo, from one sealed order of the numbers from 1:
 * each drum of each line has numbers of its own in it, and takes the first of them. So there is one order to check.
 */
// @ts-check

/**
 * A drum: how many numbers are drawn of how many. Its first number is `before` + 1.
 * @typedef {object} Drum
 * @property {number} count
 * @property {number} max
 * @property {number} [before] 0 if it is missing
 */

/**
 * The drums of a ticket for 75 balls, one for each column.
 * @type {Drum[]}
 */
const COLUMNS = [0, 1, 2, 3, 4].map((i) => ({
  count: i === 2 ? 4 : 5,
  max: 15,
  before: 15 * i,
}));

/**
 * Return the length of the order in which each line has numbers of its own.
 * @param {Drum[]} drums
 * @param {number} lines
 */
const sizeOf = (drums, lines) =>
  lines * drums.reduce((sum, { max }) => sum + max, 0);

/**
 * Return the numbers that are taken from each drum of each line: `taken[line][drum]`. They are the first `count` of the
 * drum in the order.
 *
 * Each number of the order stands for a number in a drum: from 1 on for those of the first drum of the first line, then
 * of its second drum, and so on. For 2 lines of a drum of 6 numbers, 8 stands for the 2 of the second line.
 * @param {number[]} order
 * @param {Drum[]} drums
 * @param {number} lines
 */
function takeFromDrums(order, drums, lines) {
  const size = sizeOf(drums, 1);
  /** @type {number[][][]} */
  const taken = Array.from({ length: lines }, () => drums.map(() => []));
  for (const number of order) {
    const line = Math.floor((number - 1) / size);
    let position = (number - 1) % size; // in the line, then in the drum
    let drum = 0;
    while (position >= drums[drum].max) {
      position -= drums[drum].max;
      drum += 1;
    }
    const { count, before = 0 } = drums[drum];
    const numbers = taken[line]?.[drum];
    if (numbers && numbers.length < count) numbers.push(before + position + 1);
  }
  return taken;
}

/**
 * Return the words for a lottery in a label, with the numbers that stand for those of the second drum: the seal fixes
 * them.
 * @param {Drum[]} drums
 * @param {number} lines
 */
export function describeDrums(drums, lines) {
  const what = drums
    .map(({ count, max }) => `${count} of ${max}`)
    .join(" and ");
  const size = sizeOf(drums, 1);
  const notes = [
    drums.length > 1 && `${drums[0].max + 1} to ${size} are the second drum`,
    lines > 1 && `${size} numbers for each line`,
  ].filter(Boolean);
  const times = lines > 1 ? `, ${lines} times` : "";
  const inBrackets = notes.length ? ` (${notes.join(", ")})` : "";
  return what + times + inBrackets;
}

/**
 * Return the words for tickets of bingo in a label.
 * @param {number} tickets
 */
export const describeTickets = (tickets) =>
  `${tickets} bingo ${tickets === 1 ? "ticket" : "tickets"} (75 numbers for each)`;

/**
 * Return the words for the call of all balls.
 * @param {number} balls
 */
export const describeCall = (balls) => `Bingo call of ${balls} balls`;

/**
 * Return the seal of a lottery: one order. Of a single drum only the first numbers are drawn.
 * @param {Drum[]} drums
 * @param {number} lines
 */
export function sealDrums(drums, lines) {
  const max = sizeOf(drums, lines);
  return {
    min: 1,
    max,
    count: drums.length * lines === 1 ? drums[0].count : max,
    what: describeDrums(drums, lines),
  };
}

/**
 * Return the seal of tickets of bingo: one order.
 * @param {number} tickets
 */
export const sealTickets = (tickets) => ({
  min: 1,
  max: sizeOf(COLUMNS, tickets),
  count: sizeOf(COLUMNS, tickets),
  what: describeTickets(tickets),
});

export const LOTTERY =
  /^(\d+ of \d+(?: and \d+ of \d+)*)(?:, (\d+) times)?(?: \(.*\))?$/;
const CALL = /^Bingo call of (75|90) balls$/;
const TICKETS = /^(\d+) bingo tickets? /;
const MAX_LINES = 100; // of a lottery, or tickets

/**
 * Return the result for the words in a label and an order, in the form of the page Draw: `balls`, `cards`, or all
 * `numbers` of a call; undefined for other words.
 * @param {string} words
 * @param {number[]} order
 */
export function arrangeDrums(words, order) {
  const [, balls] = CALL.exec(words) ?? [];
  if (balls) return { numbers: [order], isOf75: balls === "75" };
  const [, tickets] = TICKETS.exec(words) ?? [];
  if (Number(tickets) <= MAX_LINES)
    return { cards: takeFromDrums(order, COLUMNS, Number(tickets)) };
  const lottery = parseLottery(words);
  if (!lottery) return undefined;
  const taken = takeFromDrums(order, lottery.drums, lottery.lines);
  return { balls: sortBalls(taken) };
}

/**
 * Return the drums and the number of lines that the words for a lottery name; undefined for other words, and for too
 * many lines.
 *
 * "5 of 50 and 2 of 12, 3 times" has { count: 5, max: 50 } and { count: 2, max: 12 }, and 3 lines.
 * @param {string} words
 */
function parseLottery(words) {
  const [, drums, lines = "1"] = LOTTERY.exec(words) ?? [];
  if (drums === undefined || Number(lines) > MAX_LINES) return undefined;
  return { drums: drums.split(" and ").map(parseDrum), lines: Number(lines) };
}

/**
 * Return the drum that words name: "5 of 50" is { count: 5, max: 50 }.
 * @param {string} words
 * @returns {Drum}
 */
function parseDrum(words) {
  const [count, max] = words.split(" of ").map(Number);
  return { count, max };
}

/**
 * Sort the numbers of each drum of each line, as a lottery shows them.
 * @param {number[][][]} results
 */
export const sortBalls = (results) =>
  results.map((drums) =>
    drums.map((numbers) => [...numbers].sort((a, b) => a - b)),
  );

/**
 * Return a number of bingo as it is called: with 75 balls it has the letter of its column.
 * @param {number} number
 * @param {boolean} isOf75
 */
export const callBall = (number, isOf75) =>
  isOf75
    ? `${"BINGO"[Math.floor((number - 1) / 15)]} ${number}`
    : String(number);

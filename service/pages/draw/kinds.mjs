/**
 * The kinds of draws. Each kind turns the values of the form into a plan: the `request` to the service, `read` to get
 * the drawn numbers from its response, `arrange` to make the result for people, and `seal`, how a sealed shoe of
 * integers draws the same; `noSeal` says why there is no `seal`.
 */
import { cutIntoParts, splitEvenly } from "../shared/parts.mjs";
import { Wrong, splitTickets } from "./lines.mjs";

const MAX_TICKETS = 20_000; // in a sealed draw: its list has a line for each ticket
const MAX_ROUNDS = 50; // in a sealed draw with repeats: each number takes a request

/** Return a number with its noun: "1 winner", "10,000 names". */
export const countOf = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

const range = (n) => Array.from({ length: n }, (_, i) => i + 1);

/** Return the value of a field as an integer; `because` says where the limits come from. */
function readInteger(values, field, label, min, max, because) {
  const typed = values[field].trim();
  const text = /^-?\d{1,3}(,\d{3})+$/.test(typed) ? typed.replaceAll(",", "") : typed; // as the page itself writes numbers
  if (/^-?\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  const range = min === max ? `only ${min.toLocaleString("en")} is possible` : `a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}, please`;
  throw new Wrong(`${label}: ${[range, because].filter(Boolean).join(": ")}.`, field);
}

const ofList = (lines) => `the list has ${countOf(lines.length, "name")}`;

/** Return the plan of a draw of integers. `seal` is {seal} or {noSeal}. */
const planIntegers = (title, query, arrange, seal) => ({
  title,
  request: { path: "v1/integers", query },
  read: ({ integers }) => integers,
  arrange,
  ...seal,
});

/** Return the plan of a draw of `count` lines. */
function drawLines(lines, count, title, arrange) {
  const [max, size] = [lines.length, countOf(lines.length, "name")];
  const toLines = (numbers) => arrange(numbers.map((number) => lines[number - 1]));
  const seal = { min: 1, max, count, items: lines, what: `${title} from ${size}` };
  return { ...planIntegers(title, { max, ...(count < max && { count }) }, toLines, { seal }), size };
}

const rankAll = (lines) => ({ isRanked: true, parts: [{ lines }] });

/** Return the plan of a draw of all lines in parts, such as "4 groups". */
const drawParts = (lines, title) => drawLines(lines, lines.length, title, (drawn) => cutIntoParts(`${title} from ${countOf(lines.length, "name")}`, drawn));

const needLines = (lines, least) => {
  if (lines.length === 0) throw new Wrong("The list is empty. Paste it, or type a name in each line.", "lines");
  if (lines.length < least) throw new Wrong(`The list has ${countOf(lines.length, "name")}; this takes ${least} or more.`, "lines");
};

function planWinners({ lines, values }) {
  needLines(lines, 1);
  if (values.weighted) return planWeighted({ lines, values });
  const count = readInteger(values, "winners", "Winners", 1, lines.length, ofList(lines));
  return drawLines(lines, count, countOf(count, "winner"), rankAll);
}

/** Return the plan of a draw of lines that have a number of tickets each; a line wins once. */
function planWeighted({ lines, values }) {
  const { names, weights } = splitTickets(lines);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const drawable = weights.filter(Boolean).length;
  if (drawable === 0) throw new Wrong("Every number in the list is 0, so nobody can win.", "lines");
  const count = readInteger(values, "winners", "Winners", 1, drawable, `${countOf(drawable, "name")} of the list ${drawable === 1 ? "has" : "have"} tickets`);
  const title = countOf(count, "winner");
  const plan = {
    title,
    size: countOf(total, "ticket"),
    request: { path: "v1/items/draw", body: { items: range(names.length), weights, count, replacement: false } },
    read: ({ items }) => items,
    arrange: (numbers) => rankAll(numbers.map((number) => names[number - 1])),
  };
  if (total > MAX_TICKETS)
    return { ...plan, noSeal: `A sealed draw takes up to ${countOf(MAX_TICKETS, "ticket")}; these are ${total.toLocaleString("en")}.` };
  const owners = weights.flatMap((weight, i) => Array(weight).fill(i + 1));
  const items = owners.map((owner) => names[owner - 1]);
  const what = `${count} different ${count === 1 ? "winner" : "winners"} from ${countOf(total, "ticket")}`;
  return { ...plan, seal: { min: 1, max: total, count, items, what, toLine: (ticket) => owners[ticket - 1] } };
}

function planShuffle({ lines }) {
  needLines(lines, 2);
  return drawLines(lines, lines.length, "Random order", rankAll);
}

function planGroups({ lines, values }) {
  needLines(lines, 2);
  const groups = readInteger(values, "groups", "Groups", 2, lines.length, ofList(lines));
  return drawParts(lines, countOf(groups, "group"));
}

function planTeams({ lines, values }) {
  needLines(lines, 2);
  const size = readInteger(values, "size", "People in a team", 1, lines.length, ofList(lines));
  const sizes = splitEvenly(lines.length, Math.ceil(lines.length / size));
  return drawParts(lines, `Teams of ${sizes.at(-1) === size ? size : `${sizes.at(-1)} to ${sizes[0]}`}`);
}

function planPairs({ lines }) {
  needLines(lines, 2);
  return drawParts(lines, countOf(Math.floor(lines.length / 2), "pair"));
}

function planSeats({ lines, values }) {
  needLines(lines, 2);
  const size = values.seats.trim() ? readInteger(values, "seats", "Seats at a table", 1, lines.length, ofList(lines)) : lines.length;
  const tables = Math.ceil(lines.length / size);
  return drawParts(lines, tables === 1 ? countOf(lines.length, "seat") : `Seats at ${countOf(tables, "table")}`);
}

/** Return the way to draw integers that may repeat from a sealed shoe: each is the first of a round of its own. */
const sealRepeated = (min, max, count, what) =>
  count > MAX_ROUNDS
    ? { noSeal: `A sealed draw takes up to ${MAX_ROUNDS} that may repeat.` }
    : { seal: { min, max, count, isRepeated: true, what } };

function planNumbers({ values }) {
  const least = -(10 ** 12);
  const min = readInteger(values, "min", "From", least, 10 ** 12);
  const max = readInteger(values, "max", "To", min, 10 ** 12);
  const isRepeated = values.repeated;
  const count = readInteger(values, "count", "How many", 1, isRepeated ? 10_000 : Math.min(max - min + 1, 10_000));
  const what = `${countOf(count, "number")} from ${min} to ${max}`;
  const order = (numbers) => (values.sorted ? [...numbers].sort((a, b) => a - b) : numbers);
  const query = { min, max, count, ...(isRepeated && { replacement: true }) };
  const seal = isRepeated ? sealRepeated(min, max, count, `${what}, with repeats`) : sealRange(min, max, count, what);
  return planIntegers(what, query, (numbers) => ({ numbers: [order(numbers)] }), seal);
}

const MAX_SHUFFLED = 1_000_000;

const sealRange = (min, max, count, what) =>
  max - min < MAX_SHUFFLED ? { seal: { min, max, count, what } } : { noSeal: "A sealed draw takes up to a million numbers." };

function planDice({ values }) {
  const count = readInteger(values, "dice", "Dice", 1, 100);
  const sides = readInteger(values, "sides", "Sides", 2, 1_000_000);
  const what = `${countOf(count, "die", "dice")}${sides === 6 ? "" : ` with ${sides} sides`}`;
  const query = { max: sides, count, replacement: true };
  return planIntegers(what, query, (numbers) => ({ dice: numbers, sides }), sealRepeated(1, sides, count, what));
}

function planCoins({ values }) {
  const count = readInteger(values, "coins", "Coins", 1, 1_000);
  const title = countOf(count, "coin");
  const arrange = (numbers) => ({ coins: numbers.map((number) => (number === 1 ? "Heads" : "Tails")) });
  return planIntegers(title, { max: 2, count, replacement: true }, arrange, sealRepeated(1, 2, count, `${title}: 1 is heads, 2 tails`));
}

/** For each lottery its drums: [numbers drawn, numbers in the drum]. */
const LOTTERIES = {
  "6-49": [[6, 49]],
  "5-90": [[5, 90]],
  powerball: [[5, 69], [1, 26]],
  mega_millions: [[5, 70], [1, 24]],
  euromillions: [[5, 50], [2, 12]],
};

function planLottery({ values }) {
  const own = () => [[readInteger(values, "drawn", "Numbers drawn", 1, 100), readInteger(values, "balls", "Balls in the drum", 1, 1_000)]];
  const drums = LOTTERIES[values.lottery] ?? own();
  const [[count, max]] = drums;
  if (count > max) throw new Wrong(`There are only ${max} balls.`, "drawn");
  const lines = readInteger(values, "tips", "Lines", 1, 100);
  const what = drums.map(([drawn, balls]) => `${drawn} of ${balls}`).join(" and ");
  const body = { drums: drums.map(([drawn, balls]) => ({ max: balls, count: drawn })) };
  const isSealable = drums.length === 1 && lines === 1;
  const sort = (numbers) => [...numbers].sort((a, b) => a - b);
  return {
    title: lines === 1 ? what : `${what}, ${lines} times`,
    request: lines === 1 ? { path: "v1/integers/draw", body } : { path: "v1/integers/draw/batch", body: { ...body, repeats: lines } },
    read: ({ integers }) => (lines === 1 ? [integers] : integers),
    arrange: (results) => ({ balls: results.map((drawn) => drawn.map(sort)) }),
    ...(isSealable
      ? { seal: { min: 1, max, count, what, toResult: (numbers) => [[numbers]] } }
      : { noSeal: "A sealed lottery has one drum and one line." }),
  };
}

const COLUMNS = [..."BINGO"];

function planBingo({ values }) {
  const noSeal = "Tickets are for players to hold. Seal the numbers that are called: choose Numbers, 90 from 1 to 90.";
  const is90 = values.bingo === "90";
  const repeats = readInteger(values, "tickets", is90 ? "Sheets" : "Tickets", 1, 100);
  const drums = COLUMNS.map((letter, i) => ({ min: 15 * i + 1, max: 15 * i + 15, count: letter === "N" ? 4 : 5 }));
  const strips = { request: { path: "v1/bingo/strips/batch", query: { repeats } }, read: ({ strip }) => strip };
  const cards = { request: { path: "v1/integers/draw/batch", body: { drums, repeats } }, read: ({ integers }) => integers };
  const title = `Bingo: ${is90 ? `${countOf(repeats, "sheet")} of 6 tickets` : countOf(repeats, "ticket")}`;
  return { title, ...(is90 ? strips : cards), arrange: (tickets) => ({ [is90 ? "strips" : "cards"]: tickets }), noSeal };
}

/** Each kind of draw: its plan, the words on the button, and whether it takes a list. */
export const KINDS = {
  winners: { plan: planWinners, verb: "Draw", hasList: true },
  shuffle: { plan: planShuffle, verb: "Shuffle", hasList: true },
  groups: { plan: planGroups, verb: "Make the groups", hasList: true },
  teams: { plan: planTeams, verb: "Make the teams", hasList: true },
  pairs: { plan: planPairs, verb: "Make the pairs", hasList: true },
  seats: { plan: planSeats, verb: "Assign the seats", hasList: true },
  numbers: { plan: planNumbers, verb: "Draw" },
  dice: { plan: planDice, verb: "Roll" },
  coins: { plan: planCoins, verb: "Flip" },
  lottery: { plan: planLottery, verb: "Draw" },
  bingo: { plan: planBingo, verb: "Make the tickets" },
};

/**
 * The kinds of draws. Each kind turns the values of the form into a plan: the `title`, the `request` to the service, `read`
 * to get the drawn numbers from its response, `arrange` to make the result for people, `pool`, what passes before a result
 * is shown, and `seal`, how a sealed shoe of integers draws the same; `toPlanned` returns what of the plan differs without the shoe, and is false where
 * the page of a result would not know what the numbers are; `noSeal` says why there is no `seal`: then a public number
 * decides a draw in public, and no words do. `noPlan` says why it is not drawn in public; `names` are what its numbers stand for. The words of a
 * seal are English in each language, because the pages of a result read them. A plan with rules `says` them, has the
 * names that are `understood`, what is `linked` besides the form, or `unnamed`, can `explain` the errors of a refusal, and
 * may `widen` a range. A plan of slips has the number of `people`, of whom a line may have several; of groups, those in `each`.
 */
import {
  arrangeDrums,
  describeCall,
  sealDrums,
  sealTickets,
  sortBalls,
} from "../shared/drums.mjs";
import { cutIntoParts } from "../shared/parts.mjs";
import { joinNames, t } from "../shared/texts.mjs";
import { describeSizes, planMixed, proposeGroups } from "./groups.mjs";
import { Wrong, needLines, splitTickets } from "./lines.mjs";
import { planOrder } from "./orders.mjs";
import { haveRules, planSanta } from "./rules.mjs";

const MAX_TICKETS = 20_000; // in a sealed draw: its list has a line for each ticket
const MAX_ROUNDS = 50; // in a sealed draw with repeats: each number takes a request
const MAX_POOL = 1_000; // numbers that pass before a result is shown

/** Return a number with its noun, for the label of a seal: "1 winner", "10,000 names". */
const countOf = (n, one, many = `${one}s`) =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

const range = (n) => Array.from({ length: n }, (_, i) => i + 1);

/** Return the value of a field as an integer; `reason` says where the limits come from. */
function readInteger(values, name, min, max, reason) {
  const typed = values[name].trim();
  const text = /^-?\d{1,3}([.,’'\s]\d{3})+$/.test(typed)
    ? typed.replaceAll(/[^\d-]/g, "")
    : typed; // as the page itself writes numbers
  if (/^-?\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max)
    return Number(text);
  const sentence = t(`draw.wrong.${min === max ? "only" : "range"}`, {
    field: t(`draw.fields.${name}`),
    min,
    max,
  });
  throw new Wrong(
    reason ? t("draw.wrong.because", { sentence, reason }) : sentence,
    name,
  );
}

const ofList = (lines) => t("draw.wrong.ofList", { count: lines.length });

/** Return the plan of a draw of integers. `seal` is {seal} or {noSeal}. */
const planIntegers = (title, query, arrange, seal) => ({
  title,
  request: { path: "v1/integers", query },
  read: ({ integers }) => integers,
  arrange,
  pool: range(Math.min(query.max - (query.min ?? 1) + 1, MAX_POOL)).map(
    (i) => i - 1 + (query.min ?? 1),
  ),
  ...seal,
});

/** Return the plan of a draw of `count` lines; `what` names it in the label of a seal. */
function drawLines(lines, count, { title, what }, arrange = rankAll) {
  const max = lines.length;
  const label = `${what} from ${countOf(max, "name")}`;
  const toResult = (numbers) =>
    arrange(
      numbers.map((number) => lines[number - 1]),
      label,
    );
  const seal = { min: 1, max, count, items: lines, what: label };
  const toPlanned = () => ({
    names: lines,
    request: {
      path: "v1/items/draw",
      body: { items: range(max), count, replacement: false },
    },
    read: ({ items }) => items,
  });
  return {
    ...planIntegers(title, { max, ...(count < max && { count }) }, toResult, {
      seal,
    }),
    size: t("draw.names", { count: max }),
    pool: lines,
    toPlanned,
  };
}

const rankAll = (lines) => ({ isRanked: true, parts: [{ lines }] });

/** Return the plan of a draw of all lines in parts, such as "4 groups". */
const drawParts = (lines, names, toPlanned = false) => ({
  ...drawLines(lines, lines.length, names, (drawn, label) =>
    cutIntoParts(label, drawn),
  ),
  toPlanned,
});

function planWinners({ lines, values }) {
  needLines(lines, 1);
  if (values.weighted) return planWeighted({ lines, values });
  const count = readInteger(values, "winners", 1, lines.length, ofList(lines));
  return {
    ...drawLines(lines, count, {
      title: t("draw.titles.winners", { count }),
      what: countOf(count, "winner"),
    }),
    count,
  };
}

/** Return the plan of a draw of lines that have a number of tickets each; a line wins once. */
function planWeighted({ lines, values }) {
  const { names, weights, scale } = splitTickets(lines);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const drawable = weights.filter(Boolean).length;
  if (drawable === 0) throw new Wrong(t("draw.wrong.noTickets"), "lines");
  const count = readInteger(
    values,
    "winners",
    1,
    drawable,
    t("draw.wrong.withTickets", { count: drawable }),
  );
  const plan = {
    title: t("draw.titles.winners", { count }),
    size: t("draw.tickets", { count: total }),
    names,
    ...(scale > 1 && { says: t("draw.count.scaled", { scale }) }),
    request: {
      path: "v1/items/draw",
      body: { items: range(names.length), weights, count, replacement: false },
    },
    read: ({ items }) => items,
    arrange: (numbers) => rankAll(numbers.map((number) => names[number - 1])),
    pool: names.filter((_, i) => weights[i] > 0),
    count,
  };
  if (total > MAX_TICKETS)
    return {
      ...plan,
      noSeal: t("draw.noSeal.tickets", { max: MAX_TICKETS, count: total }),
    };
  const owners = weights.flatMap((weight, i) => Array(weight).fill(i + 1));
  const items = owners.map((owner) => names[owner - 1]);
  const what = `${count} different ${count === 1 ? "winner" : "winners"} from ${countOf(total, "ticket")}`;
  return {
    ...plan,
    seal: {
      min: 1,
      max: total,
      count,
      items,
      what,
      toLine: (ticket) => owners[ticket - 1],
    },
  };
}

function planShuffle({ lines, values }) {
  needLines(lines, 2);
  if (haveRules(values))
    return planOrder(
      { lines, values },
      { title: t("draw.titles.shuffle"), arrange: rankAll },
    );
  return drawLines(lines, lines.length, {
    title: t("draw.titles.shuffle"),
    what: "Random order",
  });
}

/** Return the plan of groups, as many as `groups` says, or as many as it takes so that none is larger than `size`, or as are likely. */
function planGroups({ lines, values }) {
  needLines(lines, 2);
  const [isCounted, isSized] = [values.groups.trim(), values.size.trim()];
  const readSize = () =>
    isSized
      ? Math.ceil(
          lines.length /
            readInteger(values, "size", 1, lines.length, ofList(lines)),
        )
      : proposeGroups(lines, values);
  const groups = isCounted
    ? readInteger(values, "groups", 2, lines.length, ofList(lines))
    : readSize();
  const title = t("draw.titles.groups", { count: groups });
  const plan = haveRules(values)
    ? planMixed({ lines, values }, { title, groups })
    : drawParts(lines, { title, what: countOf(groups, "group") }, () =>
        planMixed({ lines, values }, { title, groups }),
      );
  const linked = {
    ...plan.linked,
    ...(!isCounted && !isSized && { groups: String(groups) }),
  }; // a link proposes nothing
  return {
    says: describeSizes(lines.length, groups),
    ...plan,
    linked,
    groups,
    each: Math.ceil(lines.length / groups),
  };
}

function planPairs({ lines }) {
  needLines(lines, 2);
  const count = Math.floor(lines.length / 2);
  return drawParts(lines, {
    title: t("draw.titles.pairs", { count }),
    what: countOf(count, "pair"),
  });
}

function planSeats({ lines, values }) {
  needLines(lines, 2);
  const size = values.seats.trim()
    ? readInteger(values, "seats", 1, lines.length, ofList(lines))
    : lines.length;
  const tables = Math.ceil(lines.length / size);
  const names = {
    title: t("draw.titles.seats", { count: lines.length }),
    what: countOf(lines.length, "seat"),
  };
  if (haveRules(values) && tables > 1)
    throw new Wrong(t("draw.wrong.oneTable"), "seats");
  if (haveRules(values))
    return planOrder(
      { lines, values },
      {
        title: names.title,
        isCircle: true,
        arrange: (drawn) =>
          cutIntoParts(
            `${names.what} from ${countOf(lines.length, "name")}`,
            drawn,
          ),
      },
    );
  if (tables === 1) return drawParts(lines, names);
  return drawParts(lines, {
    title: t("draw.titles.tables", { count: tables }),
    what: `Seats at ${countOf(tables, "table")}`,
  });
}

/** Return the way to draw integers that may repeat from a sealed shoe: each is the first of a round of its own. */
const sealRepeated = (min, max, count, what) =>
  count > MAX_ROUNDS
    ? { noSeal: t("draw.noSeal.repeated", { count: MAX_ROUNDS }) }
    : { seal: { min, max, count, isRepeated: true, what } };

function planNumbers({ values }) {
  const least = -(10 ** 12);
  const min = readInteger(values, "min", least, 10 ** 12);
  const max = readInteger(values, "max", min, 10 ** 12);
  const isRepeated = values.repeated;
  const count = readInteger(
    values,
    "count",
    1,
    isRepeated ? 10_000 : Math.min(max - min + 1, 10_000),
  );
  const what = `${countOf(count, "number")} from ${min} to ${max}`;
  const order = (numbers) =>
    values.sorted ? [...numbers].sort((a, b) => a - b) : numbers;
  const query = { min, max, count, ...(isRepeated && { replacement: true }) };
  const seal = isRepeated
    ? sealRepeated(min, max, count, `${what}, with repeats`)
    : sealRange(min, max, count, what);
  return {
    ...planIntegers(
      t("draw.titles.numbers", { count, min, max }),
      query,
      (numbers) => ({ numbers: [order(numbers)] }),
      seal,
    ),
    count,
  };
}

const MAX_SHUFFLED = 1_000_000;

const sealRange = (min, max, count, what) =>
  max - min < MAX_SHUFFLED
    ? { seal: { min, max, count, what } }
    : { noSeal: t("draw.noSeal.numbers") };

function planDice({ values }) {
  const count = readInteger(values, "dice", 1, 100);
  const sides = readInteger(values, "sides", 2, 1_000_000);
  const dice = t("draw.titles.dice", { count });
  const title = sides === 6 ? dice : t("draw.titles.sides", { dice, sides });
  const what = `${countOf(count, "die", "dice")}${sides === 6 ? "" : ` with ${sides} sides`}`;
  const query = { max: sides, count, replacement: true };
  return {
    ...planIntegers(
      title,
      query,
      (numbers) => ({ dice: numbers, sides }),
      sealRepeated(1, sides, count, what),
    ),
    count,
    toPlanned: false,
  };
}

function planCoins({ values }) {
  const count = readInteger(values, "coins", 1, 1_000);
  const seal = sealRepeated(
    1,
    2,
    count,
    `${countOf(count, "coin")}: 1 is heads, 2 tails`,
  );
  return {
    ...planIntegers(
      t("draw.titles.coins", { count }),
      { max: 2, count, replacement: true },
      (coins) => ({ coins }),
      seal,
    ),
    count,
    toPlanned: false,
  };
}

/** For each lottery its drums: [numbers drawn, numbers in the drum]. */
const LOTTERIES = {
  "6-49": [[6, 49]],
  "5-90": [[5, 90]],
  powerball: [
    [5, 69],
    [1, 26],
  ],
  mega_millions: [
    [5, 70],
    [1, 24],
  ],
  euromillions: [
    [5, 50],
    [2, 12],
  ],
};

function planLottery({ values }) {
  const own = () => [
    [
      readInteger(values, "drawn", 1, 100),
      readInteger(values, "balls", 1, 1_000),
    ],
  ];
  const drums = (LOTTERIES[values.lottery] ?? own()).map(([count, max]) => ({
    count,
    max,
  }));
  const [{ count: drawn, max }] = drums;
  if (drawn > max)
    throw new Wrong(t("draw.wrong.balls", { count: max }), "drawn");
  const lines = readInteger(values, "tips", 1, 100);
  const what = joinNames(
    drums.map(({ count, max: balls }) =>
      t("draw.titles.drum", { drawn: count, balls }),
    ),
  );
  const seal = sealDrums(drums, lines);
  return {
    title: lines === 1 ? what : t("draw.titles.lines", { what, count: lines }),
    request:
      lines === 1
        ? { path: "v1/integers/draw", body: { drums } }
        : { path: "v1/integers/draw/batch", body: { drums, repeats: lines } },
    read: ({ integers }) => (lines === 1 ? [integers] : integers),
    arrange: (results) => ({ balls: sortBalls(results) }),
    toPlanned: false,
    pool: range(max),
    ...(seal.max > MAX_TICKETS
      ? { noSeal: t("draw.noSeal.lines", { count: MAX_TICKETS }) }
      : {
          seal: { ...seal, arrange: (order) => arrangeDrums(seal.what, order) },
        }),
  };
}

const COLUMNS = [..."BINGO"];

function planBingo({ values }) {
  const [, called] = /^call(\d+)$/.exec(values.bingo) ?? [];
  if (called) return planCall(Number(called));
  const is90 = values.bingo === "90";
  const repeats = readInteger(values, "tickets", 1, 100);
  const drums = COLUMNS.map((letter, i) => ({
    min: 15 * i + 1,
    max: 15 * i + 15,
    count: letter === "N" ? 4 : 5,
  }));
  if (is90)
    return {
      title: t("draw.titles.sheets", { count: repeats }),
      request: { path: "v1/bingo/strips/batch", query: { repeats } },
      read: ({ strip }) => strip,
      arrange: (strips) => ({ strips }),
      noPlan: t("draw.noSeal.sheets"),
    };
  const seal = sealTickets(repeats);
  return {
    title: t("draw.titles.cards", { count: repeats }),
    request: { path: "v1/integers/draw/batch", body: { drums, repeats } },
    read: ({ integers }) => integers,
    arrange: (cards) => ({ cards }),
    toPlanned: false,
    seal: { ...seal, arrange: (order) => arrangeDrums(seal.what, order) },
  };
}

/** Return the plan of the call of all balls of bingo. */
function planCall(max) {
  const what = describeCall(max);
  const arrange = (order) => arrangeDrums(what, order);
  return planIntegers(t("draw.titles.call", { count: max }), { max }, arrange, {
    seal: { min: 1, max, count: max, what },
  });
}

/** Each kind of draw: its plan, whether it takes a list, and whether columns of the list can be rules. */
export const KINDS = {
  winners: { plan: planWinners, hasList: true },
  shuffle: { plan: planShuffle, hasList: true, hasRules: true },
  groups: { plan: planGroups, hasList: true, hasRules: true },
  pairs: { plan: planPairs, hasList: true },
  seats: { plan: planSeats, hasList: true, hasRules: true },
  santa: { plan: planSanta, hasList: true, hasRules: true },
  numbers: { plan: planNumbers },
  dice: { plan: planDice },
  coins: { plan: planCoins },
  lottery: { plan: planLottery },
  bingo: { plan: planBingo },
};

/** Groups by counting the arrangements that fulfil the rules. Implemented from docs/definitions/rules.md alone. */
import { ascending, range, sum } from "../core/canonical.mjs";
import { listWays } from "./placements.mjs";
import { shuffleList } from "../core/shuffles.mjs";

const ALL_STEPS = 750_000;
const STEPS_OF_TRY = 650_000;
const STEPS_OF_WAYS = 375_000;
const STEPS_OF_ORDER = 100_000;
const WIDEST = 500_000;
const MOST_ITEMS = 5000;
const RAREST = 1024n;
const STEPS_OF_A_CHOICE = 8;

/** Thrown where a try takes too many steps, is too wide or has too many classes. */
const FAILED = new Error("too much to count");

const countDigits = (number) => number.toString(2).length;

const factorials = [1n];
function factorial(n) {
  while (factorials.length <= n)
    factorials.push(factorials.at(-1) * BigInt(factorials.length));
  return factorials[n];
}

/** Return the number of ways to choose k of n. */
const choose = (n, k) =>
  k > n ? 0n : factorial(n) / (factorial(k) * factorial(n - k));

/** Return a counter of steps that throws FAILED as soon as they are more than `most`. */
function openSteps(most) {
  const steps = {
    taken: 0,
    take(number) {
      if ((steps.taken += number) <= most) return;
      steps.taken = most;
      throw FAILED;
    },
  };
  return steps;
}

/** Return the limits of rules: `members` that are not fixed, and the `least` and the `most` of them in each group. */
function makeLimits(rules, places, fixed) {
  const limits = new Map();
  for (const { members, min, max } of rules) {
    const free = ascending(members.filter((item) => !fixed.has(item)));
    const taken = places.map(() => 0);
    for (const item of members) if (fixed.has(item)) taken[fixed.get(item)]++;
    const fewest = taken.map((number) => Math.max(0, min - number));
    const greatest = places.map((number, j) =>
      Math.min(max - taken[j], number, free.length),
    );
    const [lower, upper] = [
      free.length - sum(greatest),
      free.length - sum(fewest),
    ];
    const least = fewest.map((number, j) =>
      Math.max(number, lower + greatest[j]),
    );
    const most = greatest.map((number, j) =>
      Math.min(number, upper + fewest[j]),
    );
    const same = limits.get(free.join());
    if (same)
      for (const j of places.keys())
        [same.least[j], same.most[j]] = [
          Math.max(same.least[j], least[j]),
          Math.min(same.most[j], most[j]),
        ];
    else limits.set(free.join(), { members: free, least, most });
  }
  return [...limits.values()];
}

/** Return the classes of units, those of one size in the same limits: `units`, their `size`, and the number in each limit by its number. */
function splitClasses(units, limits) {
  const limitsOf = new Map(units.flat().map((item) => [item, []]));
  limits.forEach(({ members }, l) =>
    members.forEach((item) => limitsOf.get(item).push(l)),
  );
  const classes = new Map();
  for (const unit of units) {
    const of = ascending(unit.flatMap((item) => limitsOf.get(item)));
    const name = `${unit.length};${of}`;
    if (!classes.has(name))
      classes.set(name, { units: [], size: unit.length, inLimit: new Map() });
    const { units: same, inLimit } = classes.get(name);
    if (same.push(unit) === 1)
      for (const l of of) inLimit.set(l, (inLimit.get(l) ?? 0) + 1);
  }
  return [...classes.values()];
}

/** Return the most units of a class that a group with this number of places can take. */
const countRoom = ({ units, size }, places) =>
  Math.min(Math.floor(places / size), units.length);

/** Add a profile, `places` and `limits` [l, least, most], to a layer by its text, and return it, if there is one; `total` and `left` items are not taken. */
function addProfile(layer, places, limits, total, left) {
  if (places > total) return undefined;
  const kept = [];
  for (const [l, least, most] of limits) {
    const bound = Math.min(left(l), places);
    if (least > bound || most < 0) return undefined;
    if (bound > 0 && (least > 0 || most < bound))
      kept.push([l, Math.max(least, 0), Math.min(most, bound)]);
  }
  const text = `${places};${kept.join(";")}`;
  if (!layer.has(text)) layer.set(text, { places, limits: kept });
  return text;
}

/** Return the rows of the profiles of a layer for a class, and the layer after it. */
function lookAhead(layer, one, total, left) {
  const { units, size, inLimit } = one;
  const next = new Map();
  const taken = (l, j) => j * (inLimit.get(l) ?? 0);
  const after = (l) => left[l] - taken(l, units.length);
  const rows = [...layer.values()].map((profile) =>
    range(countRoom(one, profile.places) + 1).map((j) => {
      const bounds = profile.limits.map(([l, least, most]) => [
        l,
        least - taken(l, j),
        most - taken(l, j),
      ]);
      return addProfile(
        next,
        profile.places - j * size,
        bounds,
        total - units.length * size,
        after,
      );
    }),
  );
  return { rows, next };
}

/**
 * Return the classes in the order in which they are taken, each with its `layer` and the `rows`; and the ways in which each group has a
 * profile, with the texts of these, `keys`.
 */
function orderClasses(units, ways, steps) {
  const { limits, places } = ways[0];
  let classes = splitClasses(units, limits);
  let total = units.flat().length;
  const left = limits.map(({ members }) => members.length);
  let layer = new Map();
  const starts = ways.flatMap((way) => {
    const made = new Map();
    const bounds = (j) =>
      way.limits.map(({ least, most }, l) => [l, least[j], most[j]]);
    const keys = way.places.map((number, j) =>
      addProfile(made, number, bounds(j), total, (l) => left[l]),
    );
    if (keys.includes(undefined)) return [];
    layer = new Map([...layer, ...made]);
    return [{ ...way, keys }];
  });
  if (starts.length === 0) return undefined;
  const ordered = [];
  const exponent = Math.min(
    limits.length > 0 ? 4 : 3,
    countDigits(places.length),
  );
  for (let [width, looked] = [0, 0]; classes.length > 0;) {
    if ((width += layer.size ** exponent) > WIDEST) throw FAILED;
    let best;
    for (const one of classes) {
      const taken = sum(
        [...layer.values()].map(
          (profile) =>
            (countRoom(one, profile.places) + 1) * (1 + profile.limits.length),
        ),
      );
      steps.take(Math.min(taken, STEPS_OF_ORDER - looked));
      if ((looked += taken) > STEPS_OF_ORDER) throw FAILED;
      const { rows, next } = lookAhead(layer, one, total, left);
      if (
        !best ||
        next.size < best.next.size ||
        (next.size === best.next.size && one.units.length > best.units.length)
      )
        best = { ...one, rows, next };
    }
    ordered.push({ units: best.units, layer, rows: best.rows });
    classes = classes.filter(({ units }) => units !== best.units);
    total -= best.units.length * best.size;
    for (const [l, number] of best.inLimit)
      left[l] -= best.units.length * number;
    layer = best.next;
  }
  return { ordered, starts, last: layer };
}

/** Return a text of a list of nodes; texts are in the order of their lists. */
const writeNodes = (list) =>
  String.fromCharCode(...list.map((node) => node + 1));

/** Give each class `lists`, for each node before it the nodes after it by the number of units taken. Return the nodes of profiles. */
function numberNodes(ordered, last) {
  let nodeOf = new Map([...last.keys()].map((key) => [key, 0]));
  for (const one of [...ordered].reverse()) {
    const listOf = new Map();
    [...one.layer.keys()].forEach((key, i) => {
      const list = one.rows[i].map((after) => nodeOf.get(after) ?? -1);
      list.length = list.findLastIndex((node) => node >= 0) + 1;
      if (list.length > 0) listOf.set(key, list);
    });
    const lists = new Map(
      [...listOf.values()].map((list) => [writeNodes(list), list]),
    );
    const texts = [...lists.keys()].sort();
    const numberOf = new Map(texts.map((text, node) => [text, node]));
    one.lists = texts.map((text) => lists.get(text));
    nodeOf = new Map(
      [...listOf].map(([key, list]) => [key, numberOf.get(writeNodes(list))]),
    );
  }
  return nodeOf;
}

/** Return the choices of h groups at a node with a list of nodes, of at most `most` units, in their order. */
function listChoices(list, h, most, digits, take) {
  const open = list.flatMap((node, j) =>
    node < 0 ? [] : [[j, BigInt(digits * node)]],
  );
  const choices = [];
  const counts = [];
  const place = (first, groups, room, shift) => {
    for (let i = open.length - 1; i >= first; i--) {
      const [j, position] = open[i];
      const next = open[i + 1]?.[0] ?? Infinity;
      for (let number = 1; number <= groups && groups * j <= room; number++) {
        const rest = groups - number;
        if (rest > 0 && number * j + rest * next > room) continue;
        counts.push([j, number]);
        const moved = shift + (BigInt(number) << position);
        if (rest > 0) place(i + 1, rest, room - number * j, moved);
        else
          (take(STEPS_OF_A_CHOICE),
            choices.push({
              counts: [...counts],
              used: most - room + number * j,
              shift: moved,
            }));
        counts.pop();
      }
    }
  };
  place(0, h, most, 0n);
  return choices;
}

/** Return in how many ways the units of a choice go to the groups. */
function countWays({ counts, used }) {
  const groups = sum(counts.map(([, number]) => number));
  const same = counts.reduce(
    (product, [j, number]) =>
      product * factorial(number) * factorial(j) ** BigInt(number),
    1n,
  );
  return (factorial(groups) * factorial(used)) / same;
}

/** Return the nodes that have groups in a state, ascending, each with the number of groups. */
function readState(state, digits) {
  const text = state.toString(2);
  const count = (end) =>
    parseInt(text.slice(Math.max(0, end - digits), end), 2);
  return range(Math.ceil(text.length / digits))
    .map((node) => [node, count(text.length - digits * node)])
    .filter(([, h]) => h > 0);
}

const nameEntry = (used, shift) => `${used} ${shift.toString(32)}`;

/** Return the nodes with groups of a state before a class, their choices, and the tables before each and after the last. */
function makeTables({ units, lists, choicesOf }, state, digits, take) {
  const size = units.length;
  const nodes = readState(state, digits).map(([node, h]) => {
    const name = `${node} ${h}`;
    if (!choicesOf.has(name))
      choicesOf.set(name, listChoices(lists[node], h, size, digits, take));
    return { node, h, choices: choicesOf.get(name) };
  });
  const bounds = [[0, 0]];
  for (const { choices } of [...nodes].reverse()) {
    const numbers = ascending(choices.map(({ used }) => used));
    bounds.unshift([
      bounds[0][0] + (numbers[0] ?? Infinity),
      bounds[0][1] + (numbers.at(-1) ?? 0),
    ]);
  }
  const tables = [
    new Map([[nameEntry(0, 0n), { used: 0, shift: 0n, ways: 1n }]]),
  ];
  nodes.forEach(({ choices }, i) => {
    const [fewest, most] = bounds[i + 1];
    const next = new Map();
    for (const entry of tables[i].values())
      for (const choice of choices) {
        const used = entry.used + choice.used;
        if (size - used < fewest || size - used > most) continue;
        take();
        choice.ways ??= countWays(choice);
        const shift = entry.shift + choice.shift;
        const ways =
          entry.ways * choice.ways * choose(size - entry.used, choice.used);
        const name = nameEntry(used, shift);
        next.set(name, {
          used,
          shift,
          ways: ways + (next.get(name)?.ways ?? 0n),
        });
      }
    tables.push(next);
  });
  return { nodes, tables };
}

/** Count the arrangements in some ways: return their `number`, the classes `ordered`, and each way with its `nodes` and `first` state. */
function countStates(units, ways, steps) {
  const found = ways.length > 0 && orderClasses(units, ways, steps);
  if (!found) return { number: 0n };
  const { ordered, last } = found;
  const nodeOf = numberNodes(ordered, last);
  const digits = countDigits(ways[0].places.length);
  const step = 1 + Math.floor(units.flat().length / 128) ** 2;
  const take = (number = 1) => steps.take(number * step);
  for (const one of ordered)
    Object.assign(one, { choicesOf: new Map(), states: new Map() });
  const visit = (depth, state) => {
    if (depth === ordered.length) return { state, number: 1n };
    const [{ states }, name] = [ordered[depth], state.toString(32)];
    if (states.has(name)) return states.get(name);
    take();
    const ends = [
      ...makeTables(ordered[depth], state, digits, take).tables.at(-1).values(),
    ];
    const children = ends.map(
      ({ shift, ways }) => (take(), { ways, to: visit(depth + 1, shift) }),
    );
    const number = children.reduce(
      (sum, { ways, to }) => sum + ways * to.number,
      0n,
    );
    states.set(name, { state, children, number });
    return states.get(name);
  };
  const starts = found.starts
    .filter(({ keys }) => keys.every((key) => nodeOf.has(key)))
    .map((way) => {
      const nodes = way.keys.map((key) => nodeOf.get(key));
      return {
        ...way,
        nodes,
        first: visit(
          0,
          nodes.reduce(
            (state, node) => state + (1n << BigInt(digits * node)),
            0n,
          ),
        ),
      };
    });
  const number = starts.reduce(
    (total, { alike, first }) => total + alike * first.number,
    0n,
  );
  return { number, ordered, starts, digits };
}

/** Return [ways, all]: in how many of all ways to deal n items at random the limit is kept. */
function findChance({ members, least, most }, places, n) {
  let sums = [1n];
  places.forEach((number, j) => {
    const next = Array(
      Math.min(members.length, sums.length - 1 + most[j]) + 1,
    ).fill(0n);
    for (let x = least[j]; x <= most[j]; x++)
      for (let k = 0; k < sums.length && k + x < next.length; k++)
        next[k + x] += sums[k] * choose(number, x);
    sums = next;
  });
  return [sums[members.length] ?? 0n, choose(n, members.length)];
}

/** Return the limits with their chances, the most probable first. */
function sortLimits(limits, places, n, steps) {
  const step = 1 + Math.floor(n / 128) ** 2;
  const chances = limits.map((limit) => {
    steps.take(
      step *
        (limit.members.length + 1) *
        sum(limit.most.map((most, j) => most - limit.least[j] + 1)),
    );
    return { limit, chance: findChance(limit, places, n) };
  });
  const isLess = ([ways, all], [others, total]) => ways * total < others * all;
  return chances.sort(
    ({ chance: one }, { chance: other }) =>
      Number(isLess(one, other)) - Number(isLess(other, one)),
  );
}

/** Return the places of groups without those of fixed items. */
function countPlaces(sizes, fixed) {
  const places = [...sizes];
  for (const group of fixed.values()) places[group]--;
  return places;
}

const isPossible = ({ least, most }) =>
  least.every((number, j) => number <= most[j]);
const canBreak = ({ members, least, most }, places) =>
  places.some(
    (number, j) => least[j] > 0 || most[j] < Math.min(number, members.length),
  );

/** Return the `ways` to place the units `among` all that are placed, with the places and the limits of those `left`; `find` as `listWays`. */
function findWays({ units, rules, sizes, fixed }, { placed, paths }, steps) {
  const isPlaced = (unit) =>
    unit.some((item) => placed.some(({ members }) => members.has(item)));
  const among = units.filter(isPlaced);
  const found = listWays(
    among,
    { placed, paths },
    rules,
    countPlaces(sizes, fixed),
    fixed,
    steps.take,
  );
  const ways = found.ways
    .map((way) => {
      const all = new Map([
        ...fixed,
        ...way.groups.flatMap((group, k) =>
          among[k].map((item) => [item, group]),
        ),
      ]);
      const places = countPlaces(sizes, all);
      return { ...way, places, limits: makeLimits(rules, places, all) };
    })
    .filter(({ limits }) => limits.every(isPossible));
  const isKept = (_, l) =>
    ways.some(({ limits, places }) => canBreak(limits[l], places));
  return {
    ways: ways.map((way) => ({ ...way, limits: way.limits.filter(isKept) })),
    among,
    left: units.filter((unit) => !isPlaced(unit)),
    find: found.find,
  };
}

/** Return the count of the first try that does not fail, and the limits that it left `out`, or undefined if nothing is counted. */
function tryCounts(asked, placing) {
  const size = asked.units.flat().length;
  if (size > MOST_ITEMS) return undefined;
  const steps = openSteps(ALL_STEPS);
  const attempt = (most, count) => {
    const own = openSteps(most);
    try {
      return count(own);
    } catch (error) {
      if (error !== FAILED) throw error;
    } finally {
      steps.taken += own.taken;
    }
  };
  const isPart = placing.placed.length > 0;
  const whole =
    isPart &&
    attempt(STEPS_OF_WAYS, (own) => {
      const found = findWays(asked, placing, own);
      return { ...found, ...countStates(found.left, found.ways, own), out: [] };
    });
  if (whole) return whole;
  try {
    const [way] = findWays(asked, { placed: [], paths: [] }, steps).ways;
    if (!way) return { number: 0n };
    let sorted;
    for (
      let x = 0;
      x === 0 || x < way.limits.length;
      x += 1 + Math.floor(x / 4)
    ) {
      const out =
        x === 0
          ? []
          : (sorted ??= sortLimits(way.limits, way.places, size, steps)).slice(
              0,
              x,
            );
      const [ways, total] = out.reduce(
        ([ways, total], { chance }) => [ways * chance[0], total * chance[1]],
        [1n, 1n],
      );
      if (ways * RAREST < total) return undefined;
      const limits = way.limits.filter(
        (limit) => !out.some((one) => one.limit === limit),
      );
      const left = ALL_STEPS - steps.taken;
      const most =
        x === 0 ? Math.min(STEPS_OF_TRY, left) : Math.floor((left * 3) / 4);
      const counted = attempt(most, (own) =>
        countStates(asked.units, [{ ...way, limits }], own),
      );
      if (counted)
        return { ...counted, out: out.map(({ limit }) => limit), isPart };
    }
  } catch (error) {
    if (error !== FAILED) throw error;
  }
}

/** Return the groups of a number below that of the arrangements: the items of each. */
function drawGroups(
  { number, ordered, starts, digits, among = [], find },
  below,
) {
  let t = below(number);
  const way = starts.find(
    ({ alike, first }) =>
      t < alike * first.number || ((t -= alike * first.number), false),
  );
  const groups = way.nodes.map(() => []);
  let [nodeOf, at] = [way.nodes, way.first];
  if (among.length > 0) {
    const { groups: found, models } = find(way.groups, t % way.alike);
    among.forEach((unit, k) => groups[found[k]].push(...unit));
    nodeOf = models.map((model) => way.nodes[model]);
  }
  t /= way.alike;
  for (const one of ordered) {
    const children = [...at.children].sort(({ to: one }, { to: other }) =>
      one.state < other.state ? -1 : 1,
    );
    const child = children.find(
      ({ ways, to }) =>
        t < ways * to.number || ((t -= ways * to.number), false),
    );
    let [w, used, shift] = [t % child.ways, one.units.length, child.to.state];
    t /= child.ways;
    const { nodes, tables } = makeTables(one, at.state, digits, () => {});
    for (const [i, { choices }] of [...nodes.entries()].reverse())
      for (const choice of choices) {
        const before = used - choice.used;
        const entry =
          shift < choice.shift
            ? undefined
            : tables[i].get(nameEntry(before, shift - choice.shift));
        if (entry === undefined) continue;
        const ways =
          (choice.ways ??= countWays(choice)) *
          choose(one.units.length - before, choice.used);
        if (w < entry.ways * ways) {
          [w, used, shift, nodes[i].choice] = [
            w / ways,
            before,
            shift - choice.shift,
            choice,
          ];
          break;
        }
        w -= entry.ways * ways;
      }
    const takes = [];
    for (const { node, choice } of nodes) {
      const members = shuffleList(
        range(groups.length).filter((group) => nodeOf[group] === node),
        below,
      );
      for (const [j, count] of choice.counts)
        for (const group of members.splice(0, count)) takes[group] = j;
    }
    nodeOf = nodeOf.map((node, group) => one.lists[node][takes[group]]);
    const units = shuffleList(one.units, below);
    for (const [group, members] of groups.entries())
      members.push(...units.splice(0, takes[group]).flat());
    at = child.to;
  }
  return groups;
}

/** The last counts by what was asked: of the rules of a draw, and of its units without rules. */
const lastCounts = new Map();

/**
 * Count the arrangements of units, lists of items, in groups of some sizes by rules and `placing`, the entries `placed` and the `paths`. Return undefined if nothing is counted; otherwise the `number`,
 * null if limits or entries were left out, `isImpossible`, and `draw`, a function of below that returns the items of each group. The last counts are kept.
 */
export function countArrangements(units, sizes, rules, fixed, placing) {
  const name = JSON.stringify([
    units,
    sizes,
    rules,
    [...fixed],
    placing.paths,
    placing.placed.map(({ members, ...entry }) => [[...members], entry]),
  ]);
  if (!lastCounts.has(name)) {
    if (lastCounts.size > 1) lastCounts.delete(lastCounts.keys().next().value);
    lastCounts.set(name, tryCounts({ units, rules, sizes, fixed }, placing));
  }
  const counted = lastCounts.get(name);
  if (counted === undefined) return undefined;
  const countIn = (group, members) =>
    group.filter((item) => members.includes(item)).length;
  const draw = (below) => {
    for (;;) {
      const groups = drawGroups(counted, below);
      const numbers = ({ members }) =>
        groups.map((group) => countIn(group, members));
      if (
        !counted.out.every((limit) =>
          numbers(limit).every(
            (number, j) => limit.least[j] <= number && number <= limit.most[j],
          ),
        )
      )
        continue;
      for (const [item, group] of fixed) groups[group].push(item);
      return groups;
    }
  };
  return {
    number:
      counted.number === 0n || (counted.out.length === 0 && !counted.isPart)
        ? counted.number
        : null,
    isImpossible: counted.number === 0n,
    draw,
  };
}

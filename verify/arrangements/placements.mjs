/** Ways to place a few units in groups by paths. Implemented from docs/definitions/rules.md alone. */
import { ascending, canonicalJson, range } from "../core/canonical.mjs";

/** Return a test of whether the groups of those items that `groupOf` has keep an entry of `placed`: its `members`, and a `level` or a `path`. */
export function openTest({ members, level, path }, paths) {
  const begin = (group) =>
    canonicalJson(paths[group].slice(0, level ?? path.length));
  return (groupOf) => {
    const begins = [...members]
      .filter((item) => groupOf.has(item))
      .map((item) => begin(groupOf.get(item)));
    return path
      ? begins.every((one) => one === canonicalJson(path))
      : new Set(begins).size === begins.length;
  };
}

/** Return the parts in each part and in all groups, "", and a number for each part, the same for parts of one kind. */
function describeParts(chains, describeGroup) {
  const inside = new Map();
  for (const chain of chains)
    chain.forEach((part, d) =>
      inside.set(
        chain[d - 1] ?? "",
        (inside.get(chain[d - 1] ?? "") ?? new Set()).add(part),
      ),
    );
  const numbers = new Map();
  const kinds = new Map();
  const setKind = (part, text) =>
    kinds.set(
      part,
      numbers.get(text) ?? numbers.set(text, numbers.size).get(text),
    );
  chains.forEach((chain, group) => setKind(chain.at(-1), describeGroup(group)));
  for (const d of range(chains[0].length - 1).reverse())
    for (const part of new Set(chains.map((chain) => chain[d])))
      setKind(
        part,
        `parts ${ascending([...inside.get(part)].map((one) => kinds.get(one)))}`,
      );
  return { inside, kinds };
}

/**
 * Return the `ways` to place the units that have an item of an entry of `placed`: the first of those that are alike, as the `groups` of the
 * units in turn, and the number `alike`; and `find`, a function of these groups and a number below `alike` that returns the `groups` of one of
 * those that are alike, and `models`: for each group, which group of the first way takes the same in it.
 */
export function listWays(units, { placed, paths }, rules, places, fixed, take) {
  const tests = placed.map((entry) => openTest(entry, paths));
  const depth = Math.max(
    0,
    ...placed.map(({ level, path }) => level ?? path.length),
  );
  const chains = places.map((_, group) => [
    ...range(depth).map((d) => canonicalJson(paths[group].slice(0, d + 1))),
    `group ${group}`,
  ]);
  const countIn = (items, { members }) =>
    items.filter((item) => members.includes(item)).length;
  const fixedIn = places.map((_, group) =>
    [...fixed.keys()].filter((item) => fixed.get(item) === group),
  );
  const { inside, kinds } = describeParts(
    chains,
    (group) =>
      `group ${places[group]} ${rules.map((rule) => countIn(fixedIn[group], rule))}`,
  );
  const told = new Set(
    placed.flatMap(({ path = [] }) =>
      path.map((_, d) => canonicalJson(path.slice(0, d + 1))),
    ),
  );
  for (const [item, group] of fixed)
    if (placed.some(({ members }) => members.has(item)))
      for (const part of chains[group]) told.add(part);

  const find = (groups, number) => {
    const images = new Map([
      ["", ""],
      ...[...told].map((part) => [part, part]),
    ]);
    const taken = new Set(told);
    let ways = 1n;
    for (const group of groups)
      chains[group].forEach((part, d) => {
        if (images.has(part)) return;
        const alike = [
          ...inside.get(images.get(chains[group][d - 1] ?? "")),
        ].filter(
          (one) => !taken.has(one) && kinds.get(one) === kinds.get(part),
        );
        const count = BigInt(alike.length);
        images.set(part, alike[number % count]);
        taken.add(images.get(part));
        [number, ways] = [number / count, ways * count];
      });
    const found = groups.map((group) =>
      chains.findIndex(
        (chain) => chain.at(-1) === images.get(chains[group].at(-1)),
      ),
    );
    const kindOf = (group) => kinds.get(chains[group].at(-1));
    const models = range(chains.length).map((group) =>
      found.includes(group)
        ? groups[found.indexOf(group)]
        : range(chains.length).find(
            (one) => !groups.includes(one) && kindOf(one) === kindOf(group),
          ),
    );
    return { ways, groups: found, models };
  };

  const ways = [];
  // Counted once, as a search looks at them for each group of each way.
  const isPlaced = (item) => placed.some(({ members }) => members.has(item));
  const placedIn = units.map((unit) => unit.filter(isPlaced));
  const fixedPlaced = [...fixed].filter(([item]) => isPlaced(item));
  const numbersOf = units.map((unit) =>
    rules.map((rule) => countIn(unit, rule)),
  );
  const fixedNumbers = fixedIn.map((items) =>
    rules.map((rule) => countIn(items, rule)),
  );

  const fits = (groups) => {
    const group = groups.at(-1);
    const joined = range(groups.length).filter((k) => groups[k] === group);
    const sum = (numbers) =>
      numbers.reduce((total, number) => total + number, 0);
    const keeps = ({ max }, rule) =>
      numbersOf[groups.length - 1][rule] === 0 ||
      sum(joined.map((k) => numbersOf[k][rule])) + fixedNumbers[group][rule] <=
        max;
    if (
      sum(joined.map((k) => units[k].length)) > places[group] ||
      !rules.every(keeps)
    )
      return false;
    const groupOf = new Map([
      ...fixedPlaced,
      ...groups.flatMap((one, k) => placedIn[k].map((item) => [item, one])),
    ]);
    return tests.every((test) => test(groupOf));
  };
  const search = (groups, taken) => {
    take((rules.length + placed.length + 1) * places.length);
    if (groups.length === units.length)
      return void ways.push({ groups, alike: find(groups, 0n).ways });
    const seen = new Set();
    for (const [group, chain] of chains.entries()) {
      const key = chain
        .map((part) => (taken.has(part) ? part : kinds.get(part)))
        .join();
      if (!seen.has(key) && fits([...groups, group]))
        search([...groups, group], new Set([...taken, ...chain]));
      seen.add(key);
    }
  };
  search([], told);
  return { ways, find };
}

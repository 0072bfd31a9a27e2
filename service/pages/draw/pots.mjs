/** Groups from pots, told one name after the other, in the order of the pots, as on television. */
import { t } from "../shared/texts.mjs";

const MAX_STEPS = 2_000; // of a look at whether all others still find a group; where it ends, they may

/**
 * Return what is told of drawn groups: a name at a time, with its group, and `open`, the groups to which it could still go.
 * `caps`: lists of names of which a group has `min` to `max`; `together`: lists of names that stay together.
 */
export function listPotTurns(drawn, { names, pots, caps, together }) {
  const titles = drawn.map((_, g) =>
    t("shared.parts.group", { number: g + 1 }),
  );
  const order = pots.flat();
  const count = (group, list) => group.filter((i) => list.includes(i)).length;
  const fits = (groups, g, i) =>
    groups[g].length < drawn[g].length &&
    caps.every(
      ({ list, max }) => !list.includes(i) || count(groups[g], list) < max,
    ) &&
    together.every(
      (list) =>
        !list.includes(i) ||
        groups.every((group, k) => k === g || count(group, list) === 0),
    );
  const canEnd = (groups, rest) => {
    let steps = 0;
    const place = (at) => {
      if (at === rest.length)
        return caps.every(({ list, min }) =>
          groups.every((group) => count(group, list) >= min),
        );
      return groups.some((_, g) => {
        if ((steps += 1) > MAX_STEPS) return true;
        if (!fits(groups, g, rest[at])) return false;
        groups[g].push(rest[at]);
        const isPossible = place(at + 1);
        groups[g].pop();
        return isPossible;
      });
    };
    return place(0);
  };
  const listOpen = (at) => {
    const groups = drawn.map((part) =>
      part.filter((i) => order.indexOf(i) < at),
    );
    const canGo = (g) =>
      fits(groups, g, order[at]) &&
      canEnd(
        groups.map((group, k) =>
          k === g ? [...group, order[at]] : [...group],
        ),
        order.slice(at + 1),
      );
    return titles.filter((_, g) => canGo(g));
  };
  return order.map((i, at) => ({
    place: names[i],
    texts: [titles[drawn.findIndex((part) => part.includes(i))]],
    open: () => listOpen(at),
  }));
}

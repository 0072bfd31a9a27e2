/** Deals of a caller's own items, of which some may be known. Implemented from docs/definitions/conditions.md alone. */
import { range } from "../core/canonical.mjs";
import { dealHands } from "../cards/decks.mjs";
import { dealPlaces } from "../games/given.mjs";
import {
  Refused,
  checkInteger,
  checkList,
  checkObject,
  checkText,
} from "../core/validation.mjs";

/** Return the deals of n items, as `openDeal` does those of cards; `items` are the values, which a condition needs. */
export function openItems(request) {
  const { n, given = {}, items } = request;
  if (items !== undefined && checkList("items", items).length !== n)
    throw new Refused("size", "the number of items was expected");
  checkPiles(request.piles ?? []);
  const places = dealHands(range(n), request);
  checkObject("given", given, ["hands", "piles"]);
  const [queues, free, canonical] = [new Map(), new Set(range(n)), {}];
  for (const kind of ["hands", "piles"]) {
    const names = places[kind].map(([name]) => String(name));
    checkObject(`given.${kind}`, given[kind] ?? {}, names);
    for (const [name, positions] of places[kind]) {
      const path = `given.${kind}.${name}`;
      const indices = Object.hasOwn(given[kind] ?? {}, name)
        ? checkList(path, given[kind][name])
        : [];
      if (indices.length > positions.length)
        throw new Refused(
          path,
          `at most ${positions.length} items were expected`,
        );
      indices.forEach((index, i) => {
        if (!free.delete(checkInteger(`${path}[${i}]`, index, 0, n - 1)))
          throw new Refused(`${path}[${i}]`, "it is given already");
      });
      queues.set(`${kind}.${name}`, indices);
      if (indices.length > 0)
        canonical[kind] = { ...canonical[kind], [name]: indices };
    }
  }
  const rest = [...free];
  return {
    items,
    codes: [],
    rest,
    given: canonical,
    needsFaces: false,
    deal: (order) => dealPlaces(places, { queues, rest }, order),
  };
}

/** Check that the piles of a request have names of their own, and numbers of cards. */
function checkPiles(piles) {
  const names = ["burns", "stock"];
  for (const [i, pile] of checkList("piles", piles).entries()) {
    const { name, cards } = checkObject(
      `piles[${i}]`,
      pile,
      ["name", "cards"],
      ["name", "cards"],
    );
    if (names.includes(checkText(`piles[${i}].name`, name)))
      throw new Refused(`piles[${i}].name`, "a name of its own was expected");
    names.push(name);
    checkInteger(`piles[${i}].cards`, cards, 1, 10 ** 7);
  }
}

/** Return the hands and piles of a deal as in a response, with indices alone. */
export function formatItems({ hands, piles }) {
  const format = (places, key) =>
    [...places].map(([name, parts]) => ({
      [key]: String(name),
      indices: parts.get(""),
    }));
  return { hands: format(hands, "seat"), piles: format(piles, "name") };
}

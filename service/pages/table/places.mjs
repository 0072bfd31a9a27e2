/** Places of known cards: a hand or a pile, or a part of one, as in the parameter `given` and on the felt. */

import { namePlace, toTitle } from "../shared/labels.mjs";
import { $ } from "../shared/page.mjs";

const MAX_PARTS = 4; // of a hand or a pile, to which cards are given one by one

/** Yield the place and the code of each card in a parameter `given`. */
export function* readGiven(given) {
  for (const kind of ["hands", "piles"])
    for (const [name, cards] of Object.entries(given[kind] ?? {})) {
      const parts = Array.isArray(cards) ? [[undefined, cards]] : Object.entries(cards ?? {});
      for (const [part, codes] of parts)
        for (const code of Array.isArray(codes) ? codes : []) yield { kind, name, part, code: String(code) };
    }
}

/** Return the label of a place as a title. */
export const describePlace = (place) => toTitle(namePlace(place));

const isSamePlace = (one, other) => ["kind", "name", "part"].every((key) => one[key] === other[key]);

/** Return which card on the table each given one is: the one in its place if there is one, else one elsewhere. */
export function matchCards(given, { hands, piles }, shoe) {
  const marks = new Map();
  const find = (indices, code) => indices.find((index) => shoe.cards[index].code === code && !marks.has(index));
  const indicesOf = ({ kind, name, part }) => {
    const holder = (kind === "hands" ? hands : piles).find((each) => (each.seat ?? each.name) === name);
    return (part === undefined ? holder : holder?.parts?.find((each) => each.name === part))?.indices ?? [];
  };
  const everywhere = [...hands, ...piles].flatMap(({ indices }) => indices);
  for (const isThere of [true, false])
    for (const card of given) {
      if ([...marks.values()].some((mark) => mark.card === card)) continue;
      const index = find(isThere ? indicesOf(card) : everywhere, card.code);
      if (index !== undefined) marks.set(index, { card, isThere });
    }
  return marks;
}

/** Yield the places on a felt that a card can be given to, by element: hands and piles, or their parts. */
export function* findPlaces(felt, given) {
  for (const section of felt.querySelectorAll("[data-seat], [data-pile], [data-stock]")) {
    const { seat, pile, stock } = section.dataset;
    const place = { kind: seat ? "hands" : "piles", name: seat ?? pile ?? stock };
    const parts = [...section.querySelectorAll("[data-part]")];
    const isWhole = given.some((card) => card.part === undefined && isSamePlace(card, place));
    const hasParts = parts.length && !isWhole && (section.matches(".columns") || parts.length <= MAX_PARTS);
    for (const element of hasParts ? parts : [section])
      if (stock || $("[data-index]", element)) yield [element, { ...place, part: hasParts ? element.dataset.part : undefined }];
  }
}

/** Return the innermost place that an element is in. */
export function closestPlace(places, element) {
  for (let each = element; each; each = each.parentElement) if (places.has(each)) return places.get(each);
  return undefined;
}

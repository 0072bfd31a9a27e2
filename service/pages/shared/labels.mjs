/** The labels of places: every page calls a seat, a pile or a part of one by the same name. */

const COMPASS = { N: "North", E: "East", S: "South", W: "West" };

/** Turn a name of the API into words: `suit_order` into "suit order". */
export const toWords = (name) => String(name).replaceAll("_", " ");

/** Do the same with a capital letter, for a label. */
export const toTitle = (name) => toWords(name).replace(/^./, (letter) => letter.toUpperCase());

/** Return whether the name of a seat or a part is a number. */
export const isNumber = (name) => /^\d+$/.test(name);

/** Return the name of a stage of a deal in words: "flop", "hole cards". */
export const nameStage = (stage) => (stage === "hole" ? "hole cards" : toWords(stage));

/** Return the label of a seat: "Seat 1", "North", "dealer". */
export const nameSeat = (seat) => (isNumber(seat) ? `Seat ${seat}` : (COMPASS[seat] ?? toWords(seat)));

/** Join names in a sentence: "Seats 2, 4 and dealer". */
export const joinNames = (names) => new Intl.ListFormat("en-GB").format(names);

/** Return the label of a hand or a pile, or of a `part` of one: "Seat 1", "dealer: hole card", "tableau 7", "turn". */
export function namePlace({ kind, name, part }) {
  if (kind === "hands") return part ? `${nameSeat(name)}: ${toWords(part)}` : nameSeat(name);
  return toWords(part && isNumber(part) ? `${name} ${part}` : part || name);
}

/** Return the same label for a place as a check writes it: "1's hand", "dealer's hole card", "the turn". */
export function translatePlace(text) {
  const [, name, part] = /^(.+?)'s (.+)$/.exec(text) ?? [];
  return name === undefined ? text : namePlace({ kind: "hands", name, part: part === "hand" ? "" : part });
}

/** What lies on the table: the rounds of a shoe, the hands and piles of a deal, or numbers. */
import { $, element } from "../shared/page.mjs";
import { gamePacks } from "../../../verify/games.mjs";
import { requestOf } from "../../../verify/answers.mjs";
import { cardList } from "./cards.mjs";
import { receiptIn } from "./notes.mjs";

const LISTED = 500;

/** The packs that the cards of a file come from, if they are cards. */
export function packsIn(told) {
  const receipt = receiptIn(told);
  if (receipt) return receipt.terms;
  if (told.deck === undefined) return undefined;
  const { request } = requestOf(told);
  return request.game === undefined ? request : gamePacks(request);
}

/** Show the cards of a file; `steps` have the rounds of a shoe, `where` is the place in an answer that differs. */
export function showCards(told, steps, known, where) {
  const receipt = receiptIn(told);
  const parts = receipt ? rounds(receipt, told.seen ?? [], steps, known) : results(told, known, where ?? "");
  $("#shown").replaceChildren(...parts);
  $("#cards").hidden = parts.length === 0;
}

/** The rounds of a shoe as the seeds lead to them, and how the cards that were seen fit in. */
function rounds({ drawn, terms }, seen, steps, known) {
  const cardsSeen = seen.flatMap(({ round = 0, position = 0, cards }) =>
    cards.map((code, i) => ({ round, position: position + i, code })),
  );
  const ended = steps.filter(({ codes }) => codes);
  return ended.map(({ round, codes }) => {
    const here = cardsSeen.filter((card) => card.round === round);
    const wrong = new Set(
      here.filter(({ position, code }) => codes[position] !== code).map(({ position }) => position),
    );
    const places = new Set(here.map(({ position }) => position));
    const mark = (position) => (wrong.has(position) ? "wrong" : places.has(position) ? "seen" : undefined);
    const cards = codes.map((code, i) => ({ card: known.ofCode(code), caption: i, mark: mark(i) }));
    const isDrawn = (i) => round < drawn.round || i < drawn.top || i >= codes.length - drawn.bottom;
    const left = cards.filter(({ caption, mark }) => !mark && !isDrawn(caption));
    const taken = cards.filter((card) => !left.includes(card));
    const title = `Round ${round} of the shoe`;
    const said = `${codes.length} cards, shuffled by ${terms.algorithm}. Below each is its position; 0 is the top.`;
    return element(
      "div",
      { class: "holder" },
      element("h3", {}, title),
      element("p", { class: "soft" }, said),
      taken.length > 0 && cardList(`${title}, cards drawn`, taken),
      left.length > 0 && notDrawn(`${title}, cards not drawn`, left),
    );
  });
}

/** The cards that stayed in a shoe, made when somebody wants to see them. */
function notDrawn(label, left) {
  const content = element("div");
  const details = element(
    "details",
    { class: "left" },
    element("summary", {}, `The ${left.length} that were not drawn`),
    content,
  );
  details.addEventListener("toggle", () => content.replaceChildren(...cardList(label, left)), { once: true });
  return details;
}

/** The cards of an answer; of a batch those of the result in which something differs, or of the first. */
function results(told, known, where) {
  const batch = told.repeats !== undefined;
  const result = batch ? Number(/^\w+\[(\d+)\]/.exec(where)?.[1] ?? 0) : undefined;
  const of = (column) => (batch ? column?.[result] : column);
  const path = (name) => (batch ? `${name}[${result}]` : name);
  const note = batch ? [element("p", { class: "soft" }, `Result ${result + 1} of ${told.repeats}.`)] : [];
  const numbers = of(told.integers) ?? (of(told.cards) ? undefined : of(told.indices));
  if (Array.isArray(numbers))
    return [...note, numberList(numbers, where, path(told.integers ? "integers" : "indices"))];
  const holders = [
    ...(of(told.dealt) ? [{ title: "Dealt first", at: `${path("dealt")}.`, ...of(told.dealt) }] : []),
    ...(of(told.cards) ? [{ title: "From the top", at: "", cards: of(told.cards), indices: of(told.indices) }] : []),
    ...["hands", "piles"].flatMap((name) =>
      (of(told[name]) ?? []).map((held, i) => ({
        title: named(held, name),
        at: `${path(name)}[${i}].`,
        cards: held.cards,
        indices: held.indices,
      })),
    ),
  ].filter(({ cards }) => Array.isArray(cards) && cards.length);
  return [
    ...note,
    ...holders.map((holder) => holderOf(holder, known, where, batch && holder.at === "" ? `[${result}]` : "")),
  ];
}

/** What a hand or a pile is called. */
export function named({ seat, name }, kind) {
  if (kind === "hands") return /^\d+$/.test(seat) ? `Hand ${seat}` : `Hand of ${seat}`;
  return `Pile ${String(name).replaceAll("_", " ")}`;
}

function holderOf({ title, at, cards, indices }, known, where, nth) {
  const isWrong = (i) => [`${at}cards${nth}[${i}]`, `${at}indices${nth}[${i}]`].includes(where);
  const items = cards.map((card, i) => ({
    card: cardOf(card, indices?.[i], known),
    caption: typeof card === "string" ? card : String(card),
    mark: isWrong(i) ? "wrong" : undefined,
  }));
  return element("div", { class: "holder" }, element("h3", {}, title), cardList(title, items));
}

/** A card as it is written in an answer: a code, or else what its index says. */
export function cardOf(written, index, known) {
  const card = known.ofCode(String(written));
  if (card.picture || typeof index !== "number") return card;
  return typeof written === "number" ? known.ofIndex(written) : { ...known.ofIndex(index), name: String(written) };
}

function numberList(numbers, where, path) {
  const items = numbers
    .slice(0, LISTED)
    .map((number, i) => element("li", where === `${path}[${i}]` ? { class: "wrong" } : {}, String(number)));
  const more = numbers.length > LISTED && element("p", { class: "soft" }, `And ${numbers.length - LISTED} more.`);
  return element("div", { class: "holder" }, element("ol", { class: "numbers", "aria-label": "Numbers" }, items), more);
}

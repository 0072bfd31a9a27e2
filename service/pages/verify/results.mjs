/** The cards of a file: the rounds of a shoe, the hands and piles of a deal, numbers or items. */
import { $, createElement } from "../shared/page.mjs";
import { gamePacks } from "../../../verify/games.mjs";
import { recoverRequest } from "../../../verify/responses.mjs";
import { createCardList } from "./cards.mjs";
import { getReceipt } from "./notes.mjs";

const MAX_VALUES = 500;

/** Return the packs that the cards of a file come from; undefined if it holds no cards. */
export function getPacks(subject) {
  const receipt = getReceipt(subject);
  if (receipt) return receipt.terms;
  if (subject.deck === undefined) return undefined;
  const { request } = recoverRequest(subject);
  return request.game === undefined ? request : gamePacks(request);
}

/** Show the cards of a file. `steps` contain the rounds of a shoe; `where` is the place in a response that differs. */
export function showCards(subject, steps, lookup, where) {
  const receipt = getReceipt(subject);
  const parts = receipt ? renderRounds(receipt, subject.seen ?? [], steps, lookup) : renderResult(subject, lookup, where ?? "");
  $("#card-lists").replaceChildren(...parts);
  $("#cards").hidden = parts.length === 0;
}

/** Render the rounds of a shoe as the seeds determine them, with the cards that were seen marked. */
function renderRounds({ drawn, terms }, seen, steps, lookup) {
  const cardsSeen = seen.flatMap(({ round = 0, position = 0, cards }) =>
    cards.map((code, i) => ({ round, position: position + i, code })),
  );
  const roundSteps = steps.filter(({ codes }) => codes);
  return roundSteps.map(({ round, codes }) => {
    const roundCards = cardsSeen.filter((card) => card.round === round);
    const wrong = new Set(
      roundCards.filter(({ position, code }) => codes[position] !== code).map(({ position }) => position),
    );
    const positions = new Set(roundCards.map(({ position }) => position));
    const getMark = (position) => (wrong.has(position) ? "wrong" : positions.has(position) ? "seen" : undefined);
    const cards = codes.map((code, i) => ({ card: lookup.ofCode(code), caption: i, mark: getMark(i) }));
    const isDrawn = (i) => round < drawn.round || i < drawn.top || i >= codes.length - drawn.bottom;
    const undrawn = cards.filter(({ caption, mark }) => !mark && !isDrawn(caption));
    const drawnOrSeen = cards.filter((card) => !undrawn.includes(card));
    const title = `Round ${round} of the shoe`;
    const text = `${codes.length} cards, shuffled by ${terms.algorithm}. Below each is its position; 0 is the top.`;
    return createElement(
      "div",
      { class: "holder" },
      createElement("h3", {}, title),
      createElement("p", { class: "soft" }, text),
      drawnOrSeen.length > 0 && createCardList(`${title}, cards drawn`, drawnOrSeen),
      undrawn.length > 0 && renderUndrawn(`${title}, cards not drawn`, undrawn),
    );
  });
}

/** Render the cards that stayed in a shoe as an element to unfold, created when it is opened. */
function renderUndrawn(label, cards) {
  const content = createElement("div");
  const details = createElement(
    "details",
    { class: "left" },
    createElement("summary", {}, `The ${cards.length} that were not drawn`),
    content,
  );
  details.addEventListener("toggle", () => content.replaceChildren(...createCardList(label, cards)), { once: true });
  return details;
}

/** Render the cards of a response; of a batch those of the result that differs, or else of the first. */
function renderResult(subject, lookup, where) {
  const isBatch = subject.repeats !== undefined;
  const result = isBatch ? Number(/^\w+\[(\d+)\]/.exec(where)?.[1] ?? 0) : undefined;
  const select = (column) => (isBatch ? column?.[result] : column);
  const path = (name) => (isBatch ? `${name}[${result}]` : name);
  const text = describeResult(subject, result);
  const note = text ? [createElement("p", { class: "soft" }, text)] : [];
  const values = select(subject.integers ?? subject.items);
  if (Array.isArray(values))
    return [...note, renderValues(values, where, ...["integers", "items", "indices"].map(path))];
  const holders = [
    ...(select(subject.dealt) ? [{ title: "Dealt first", at: `${path("dealt")}.`, ...select(subject.dealt) }] : []),
    ...(select(subject.cards) ? [{ title: "From the top", at: "", cards: select(subject.cards), indices: select(subject.indices) }] : []),
    ...["hands", "piles"].flatMap((name) =>
      (select(subject[name]) ?? []).map((holder, i) => ({
        title: nameHolder(holder, name),
        at: `${path(name)}[${i}].`,
        cards: holder.cards,
        indices: holder.indices,
      })),
    ),
  ].filter(({ cards }) => Array.isArray(cards) && cards.length);
  return [
    ...note,
    ...holders.map((holder) => renderHolder(holder, lookup, where, isBatch && holder.at === "" ? `[${result}]` : "")),
  ];
}

/** Return the number of a result in its batch, and the index of a deal that fulfils a condition; "" if it has neither. */
function describeResult({ repeats, matches }, result = 0) {
  if (matches?.length === 0) return "No deal was found.";
  const ordinal = repeats !== undefined && `Result ${result + 1} of ${matches?.length ?? repeats}`;
  const index = matches !== undefined && `index ${matches[result]}`;
  const text = [ordinal, index].filter(Boolean).join(", ");
  return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** Return the title of a hand or a pile. */
export function nameHolder({ seat, name }, kind) {
  if (kind === "hands") return /^\d+$/.test(seat) ? `Hand ${seat}` : `Hand of ${seat}`;
  return `Pile ${String(name).replaceAll("_", " ")}`;
}

function renderHolder({ title, at, cards, indices }, lookup, where, suffix) {
  const isWrong = (i) => [`${at}cards${suffix}[${i}]`, `${at}indices${suffix}[${i}]`].includes(where);
  const items = cards.map((card, i) => ({
    card: findCard(card, indices?.[i], lookup),
    caption: String(card),
    mark: isWrong(i) ? "wrong" : undefined,
  }));
  return createElement("div", { class: "holder" }, createElement("h3", {}, title), createCardList(title, items));
}

/** Return the card for a value of a response: by its code, or else by its index. */
export function findCard(value, index, lookup) {
  const card = lookup.ofCode(String(value));
  if (card.picture || typeof index !== "number") return card;
  return { ...lookup.ofIndex(index), name: String(value) };
}

function renderValues(values, where, ...paths) {
  const isWrong = (i) => paths.some((path) => where.startsWith(`${path}[${i}]`));
  const items = values
    .slice(0, MAX_VALUES)
    .map((value, i) => createElement("li", isWrong(i) ? { class: "wrong" } : {}, typeof value === "string" ? value : JSON.stringify(value)));
  const more = values.length > MAX_VALUES && createElement("p", { class: "soft" }, `And ${values.length - MAX_VALUES} more.`);
  return createElement("div", { class: "holder" }, createElement("ol", { class: "numbers", "aria-label": "Values" }, items), more);
}

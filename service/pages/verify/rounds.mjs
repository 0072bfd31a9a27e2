/** The rounds of a shoe as the seeds determine them, with the cards that were seen marked. */
import { nameItem } from "../../../verify/core/canonical.mjs";
import { openFaces } from "../../../verify/sealed/sealed.mjs";
import { namePlace, translatePlace } from "../shared/labels.mjs";
import { create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { createCardList } from "./cards.mjs";
import { hasIntegers, listSeen } from "./notes.mjs";
import { toText } from "./seals.mjs";

const isOfCards = (terms) => Object.hasOwn(terms, "deck");

/** Return the title of a round, which is a draw where there are no cards. */
const nameRound = (round, hasCards) =>
  hasCards
    ? t(round ? "verify.round" : "verify.firstRound", {
        round: round + 1,
        number: round,
      })
    : t("verify.draw", { number: round + 1 });

/** Return a position: of cards from 0, as in the files, and as a place from 1 where there are none. */
const namePosition = (position, hasCards) =>
  hasCards ? position : t("verify.placed", { number: position + 1 });

/** Render the rounds of a shoe that the steps of its check contain. */
export function renderRounds(
  { drawn, terms },
  { seen, original_items: items },
  steps,
  lookup,
) {
  const seenCards = listSeen(seen).flatMap(({ cards }) => cards);
  return steps
    .filter(({ codes }) => codes)
    .map(({ round, codes, places = {}, inPlay = 0 }) => {
      const shuffled = codes.length - inPlay;
      const roundCards = seenCards.filter((card) => card.round === round);
      const visible = roundCards.filter(({ face }) => face !== null);
      const wrong = new Set(
        visible
          .filter(({ position, face }) => codes[position] !== nameItem(face))
          .map(({ position }) => position),
      );
      const positions = new Set(visible.map(({ position }) => position));
      const getMark = (position) =>
        wrong.has(position)
          ? "wrong"
          : positions.has(position)
            ? "seen"
            : undefined;
      const cards = codes.map((code, i) => ({
        card: lookup.ofCode(code),
        position: i,
        caption: [
          namePosition(i, isOfCards(terms)),
          describePlace(places[i], i >= shuffled),
          describeItem(items, code, terms),
        ]
          .filter((part) => part !== "")
          .join(" · "),
        mark: getMark(i),
      }));
      const isTaken = (i) =>
        roundCards.some(({ position }) => position === i) ||
        isDrawn(drawn, round, i, shuffled);
      return renderRound(round, cards, isTaken, terms);
    });
}

/**
 * Render the cards of private hands by round: cards `shown` with a proof, each with its place in the file, and cards
 * that were only `seen`. `where` is the place of the difference.
 */
export function renderShown(shown, seen, lookup, where = "") {
  const entries = listSeen(seen).flatMap((entry) => entry.cards);
  const places = new Map(
    entries.map((card) => [`${card.round} ${card.position}`, card]),
  );
  for (const [path, { round, position, card, integer }] of shown) {
    const place = `${round} ${position}`;
    const isWrong = where.startsWith(path);
    places.set(place, {
      ...places.get(place),
      round,
      position,
      face: card ?? integer,
      mark: isWrong ? "wrong" : "shown",
    });
  }
  const cards = [...places.values()].filter(
    ({ face }) => face !== null && face !== undefined,
  );
  const rounds = [...new Set(cards.map(({ round }) => round))].sort(
    (one, other) => one - other,
  );
  const hasCards = cards.some(({ face }) => typeof face === "string");
  return rounds.map((round) => {
    const items = cards
      .filter((card) => card.round === round)
      .sort((one, other) => one.position - other.position)
      .map(({ position, face, place, mark }) => ({
        card: lookup.ofCode(nameItem(face)),
        caption: [
          namePosition(position, hasCards),
          place && nameRecorded(place),
        ]
          .filter((part) => part !== undefined)
          .join(" · "),
        mark: where.startsWith(`round ${round}, position ${position}`)
          ? "wrong"
          : mark,
      }));
    const title = nameRound(round, hasCards);
    const text = hasCards ? t("verify.shownCards") : t("verify.shownOfDraw");
    return create(
      "div.holder",
      create("h3", title),
      create("p.soft", text),
      createCardList(title, items),
    );
  });
}

/** Return the label of a place as a record has it: "dealer", "1/payoff", "board/flop". */
function nameRecorded(place) {
  const [name, part] = place.split("/");
  return namePlace({ kind: "hands", name, part });
}

/** Return whether the receipt says that the card at a position was drawn; `shuffled` cards are not in play. */
function isDrawn(
  { round: last, top = 0, bottom = 0, positions },
  round,
  i,
  shuffled,
) {
  if (i >= shuffled) return true; // it is in play
  if (round < last) return false; // the receipt does not say
  return positions ? positions.includes(i) : i < top || i >= shuffled - bottom;
}

/** Return the label of a place that a step has as " (the turn)"; a card in play may have none. */
const describePlace = (label = "", isInPlay = false) =>
  translatePlace(label.replace(/^ \(|\)$/g, "")) ||
  (isInPlay ? t("verify.inPlay") : "");

/** Return the item that an integer stands for. */
function describeItem(items, code, { min }) {
  const item = typeof code === "number" ? items?.[code - min] : undefined;
  return item === undefined ? "" : toText(item);
}

function renderRound(round, cards, isTaken, terms) {
  const drawn = cards.filter(({ position, mark }) => mark || isTaken(position));
  const undrawn = hasIntegers(terms)
    ? []
    : cards.filter((card) => !drawn.includes(card)); // integers are dealt as far as was seen
  const title = nameRound(round, isOfCards(terms));
  const { size } = openFaces(terms); // of cards that are only drawn, the first alone may be here
  const values = { count: size, algorithm: terms.algorithm };
  const text = isOfCards(terms)
    ? t("verify.cardsOfRound", values)
    : t("verify.numbersOfRound", values);
  return create("div.holder", [
    create("h3", title),
    create("p.soft", text),
    drawn.length > 0 && createCardList(t("verify.drawnOf", { title }), drawn),
    undrawn.length > 0 &&
      renderUndrawn(t("verify.undrawnOf", { title }), undrawn),
  ]);
}

/** Render the cards that stayed in a shoe as an element to unfold, created when it is opened. */
function renderUndrawn(label, cards) {
  const content = create("div");
  const details = create(
    "details.left",
    create("summary", t("verify.undrawn", { count: cards.length })),
    content,
  );
  details.addEventListener(
    "toggle",
    () => content.replaceChildren(...createCardList(label, cards)),
    { once: true },
  );
  return details;
}

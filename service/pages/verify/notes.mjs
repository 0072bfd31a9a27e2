/** The notes of a player, which the check compares with the receipt of the shoe (docs/fairness.md, "For players"). */
import { DECKS, buildShoe } from "../../../verify/cards/decks.mjs";
import { say } from "./plain.mjs";

/** Return the receipt of a sealed shoe in a file, or undefined. */
export function getReceipt(subject) {
  if (subject?.receipt === "sealed1") return subject;
  return typeof subject?.receipt === "object"
    ? (subject.receipt ?? undefined)
    : undefined;
}

/** Return whether a receipt is a partial one of private hands, without the server seed. */
export const isPartial = (receipt) =>
  receipt !== undefined && (receipt.server_seed ?? null) === null;

/** Return whether the terms are for a shoe of integers. */
export const hasIntegers = (terms) => terms?.max !== undefined;

/** Add the content of the form to a file: the player's notes, the cards that were seen, the list of items. */
export function completeFile(
  file,
  { notes = {}, seen = [], runs = [], items },
) {
  const receipt = getReceipt(file);
  const withItems =
    items === undefined ? file : { ...file, original_items: items };
  if (!receipt) return withItems;
  const normalize = createNormalizer(receipt.terms ?? {});
  const member = hasIntegers(receipt.terms) ? "integers" : "cards";
  const ownEntries = [
    ...seen,
    ...runs.map(({ round, position, cards }) => ({
      round,
      position,
      [member]: cards.map(normalize),
    })),
  ];
  const merged = Array.isArray(file.seen ?? [])
    ? [...(file.seen ?? []), ...ownEntries]
    : file.seen;
  return {
    ...withItems,
    ...(merged.length !== 0 && { seen: merged }),
    ...(Object.keys(notes).length > 0 && { confirmed: notes }),
  };
}

/** Return a function that normalizes the code of a card: people write lower case, or 10 for T. */
function createNormalizer(terms) {
  if (hasIntegers(terms))
    return (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
  let pack = [];
  try {
    pack = buildShoe({ ...terms, decks: 1, exclude: [] });
  } catch {
    return (code) => code; // the check rejects invalid terms
  }
  const codes = new Map(pack.map((code) => [code.toUpperCase(), code]));
  const canonical = (code) =>
    DECKS[terms.deck].canonical(code.toUpperCase()).toUpperCase();
  return (code) => codes.get(canonical(code)) ?? code;
}

/** Return the draws in a list of entries, {where, seen, shown}. A whole response may stand for its entries. */
function listDraws(seen) {
  const stages = (Array.isArray(seen) ? seen : []).flatMap(
    ({ dealt_stages: all, ...one }, i) => {
      return all
        ? all.map((stage, k) => ({
            ...stage,
            where: `seen[${i}].dealt_stages[${k}].`,
          }))
        : { ...one, where: `seen[${i}].` };
    },
  );
  return stages.map(({ where, ...one }) =>
    one.seen ? { ...one, where } : { seen: one },
  );
}

/** Return the shown cards of a file as [place in the file, card], from the receipt and from responses beside it. */
export function listShown({ shown, seen, ...file }) {
  const own = getReceipt(file)?.shown ?? shown ?? [];
  const cardLists = [{ where: "", shown: own }, ...listDraws(seen)];
  return cardLists.flatMap(({ where, shown: cards = [] }) =>
    Array.isArray(cards)
      ? cards.map((card, i) => [`${where}shown[${i}]`, card])
      : [["shown", cards]],
  );
}

/** Return the entries of a list with a round, a position and a face for each card. */
export function listSeen(seen) {
  return listDraws(seen).map(({ seen: entry }) => {
    const {
      round = 0,
      position = 0,
      rounds,
      positions,
      places,
      seat,
      cards,
      integers,
    } = entry;
    const faces = cards ?? integers ?? [];
    return {
      ...entry,
      cards: faces.map((face, i) => ({
        round: rounds?.[i] ?? round,
        position: positions?.[i] ?? position + i,
        face,
        place: places?.[i] ?? seat,
      })),
    };
  });
}

/** Return remarks on a correct receipt, {kind, sentence, value}: what was checked, and what to look at. */
export function listRemarks(
  { receipt, seen, original_items: items, confirmed: notes = {} },
  unchecked,
) {
  const entries = listSeen(seen);
  const isChecked = (name) => notes[name] !== undefined && !unchecked[name];
  return [
    done(say("verify.done.receipt")),
    isChecked("commitment") &&
      done(
        hasIntegers(receipt.terms)
          ? say("verify.done.sealOfDraw")
          : say("verify.done.seal"),
      ),
    isChecked("client_seed") && done(describeSeed(receipt.terms)),
    ...(isPartial(receipt)
      ? remarkOnShownCards(
          receipt.drawn,
          listShown({ receipt, seen }),
          entries,
          unchecked,
        )
      : remarkOnSeenCards(receipt, entries)),
    ...remarkOnDraws(receipt, entries, unchecked),
    isChecked("digest") && done(say("verify.done.digest")),
    items && done(say("verify.done.list", { count: items.length })),
  ].filter(Boolean);
}

function describeSeed(terms) {
  if (terms.words) return say("verify.done.texts");
  return hasIntegers(terms)
    ? say("verify.done.wordsOfDraw")
    : say("verify.done.words");
}

const done = (sentence, value) => ({ kind: "done", sentence, value });
const remark = (sentence, value) => ({ kind: "note", sentence, value });

/** Return remarks on a proof by an entered key, as `listRemarks` does. */
export function listProofRemarks({ kid, alpha }, unchecked) {
  const players = remark(
    say("verify.note.ownText"),
    alpha.players.map((text) => JSON.stringify(text)).join(", "),
  );
  if (unchecked.proof) return [players];
  return [
    done(describeProof(alpha), kid),
    done(say("verify.done.key")),
    players,
  ];
}

function describeProof({ game, round, players: { length }, beacon }) {
  const values = {
    count: length,
    game,
    round: String(round),
    beacon: String(beacon?.round),
  };
  return beacon
    ? say("verify.done.proofWithBeacon", values)
    : say("verify.done.proof", values);
}

function remarkOnSeenCards({ drawn: { total }, terms }, entries) {
  const visible = entries.flatMap(({ cards }) =>
    cards.filter(({ face }) => face !== null),
  );
  const positions = visible.map(
    ({ round, position }) => `${round} ${position}`,
  );
  const distinct = new Set(positions);
  const repeated = visible.find((_, i) => positions.indexOf(positions[i]) < i);
  if (positions.length === 0) return [];
  return [
    done(
      hasIntegers(terms)
        ? say("verify.done.numbers", { count: distinct.size, total })
        : say("verify.done.cards", { count: distinct.size, total }),
    ),
    repeated &&
      remark(
        hasIntegers(terms)
          ? say("verify.note.repeatedInDraw", {
              draw: repeated.round + 1,
              place: repeated.position + 1,
            })
          : say("verify.note.repeated", repeated),
      ),
  ];
}

/** Return remarks on the shown and the hidden cards of a partial receipt. */
function remarkOnShownCards({ total }, shown, entries, unchecked) {
  const place = ({ round, position }) => `${round} ${position}`;
  const places = new Set(shown.map(([, card]) => place(card)));
  const openCards = entries.flatMap(({ cards }) =>
    cards.filter(({ face }) => face !== null),
  );
  const otherPlaces = new Set(
    openCards.map(place).filter((one) => !places.has(one)),
  );
  const hiddenCount = total - places.size - otherPlaces.size;
  return [
    places.size > 0 &&
      !unchecked.shown &&
      done(say("verify.done.shown", { count: places.size })),
    hiddenCount > 0 &&
      remark(say("verify.note.hidden", { count: hiddenCount })),
  ];
}

/** Return a remark on the draws if the list has them all; the check itself says how many are missing. */
function remarkOnDraws(
  { drawn: { draws, digest }, terms },
  entries,
  unchecked,
) {
  const numbers = new Set(entries.map(({ draw }) => draw).filter(Boolean));
  if (!draws || unchecked.draws || numbers.size < draws) return [];
  return [
    done(
      hasIntegers(terms)
        ? say("verify.done.stepsOfDraw", { count: draws })
        : say("verify.done.steps", { count: draws }),
      digest,
    ),
  ];
}

/** The notes of a player, which the check compares with the receipt of the shoe (docs/fairness.md, "For players"). */
// @ts-check
import { DECKS, buildShoe } from "../../../../verify/cards/decks.mjs";
import { say } from "./plain.mjs";

/**
 * @import { Confirmed } from "../../../../verify/core/origins.mjs"
 * @import { Plan } from "../../../../verify/plans/plans.mjs"
 * @import { Proof } from "../../../../verify/proofs/proofs.mjs"
 * @import { Drawn, Face, Receipt, SeenEntry, ShownCard, Terms } from "../../shared/shoes.mjs"
 * @import { Sentence } from "./plain.mjs"
 */

/**
 * The terms of a shoe of integers.
 * @typedef {Terms & { min: number, max: number }} IntegerTerms
 */

/**
 * What a player saw of a draw, as a file has it. A place is missing, or is one for all cards, or one for each.
 * @typedef {Partial<Omit<SeenEntry, "cards">> & OwnNotes} NotedEntry
 */

/**
 * @typedef {object} OwnNotes
 * @property {unknown} [begun] that a hand begins with the entry
 * @property {number} [round]
 * @property {number} [position]
 * @property {string} [seat]
 * @property {Face[]} [cards]
 * @property {Face[]} [integers] in place of cards
 */

/**
 * The same with a place for each of its cards.
 * @typedef {Omit<NotedEntry, "cards"> & { cards: SeenCard[] }} PlacedEntry
 */

/**
 * A card that was seen; `place` is its place in the game as a record has it, such as "1/payoff".
 * @typedef {{ round: number, position: number, face: Face, place?: string }} SeenCard
 */

/**
 * A response with what a player saw, of one draw or of several stages, and the cards that it shows with a proof.
 * @typedef {object} NotedResponse
 * @property {NotedEntry} [seen]
 * @property {ShownCard[]} [shown]
 * @property {NotedResponse[]} [dealt_stages]
 */

/**
 * A hand or a pile of a response.
 * @typedef {object} ResponseHolder
 * @property {string} [seat] of a hand
 * @property {string} [name] of a pile
 * @property {unknown[]} [cards]
 * @property {unknown[]} [items]
 * @property {number[]} [indices]
 */

/**
 * The bounds of the integers of a drum, or of all of a response.
 * @typedef {{ min?: number, max?: number }} Range
 */

/**
 * The results of a response: each of them, or the list of them if the response has several, of which `repeats` is the
 * number.
 * @typedef {object} Results
 * @property {number} [repeats]
 * @property {number[]} [matches] the indices of the deals that fulfil a condition, of `candidates`
 * @property {number} [candidates]
 * @property {unknown[]} [integers]
 * @property {Range[]} [drums] how many integers were drawn from which, if from several
 * @property {unknown[]} [items]
 * @property {unknown[]} [cards]
 * @property {unknown[]} [indices]
 * @property {unknown[]} [hands]
 * @property {unknown[]} [piles]
 * @property {unknown[]} [groups]
 * @property {unknown[]} [pairs]
 * @property {string} [roll] the notation of dice
 * @property {unknown[]} [sets] of dice
 * @property {unknown} [total] of all sets; of a batch one for each result
 * @property {string} [game] of a deal
 * @property {unknown[]} [strip] the tickets of a strip of bingo
 * @property {unknown} [dealt] the cards of a poker hand before the draw
 */

/**
 * A file to check, as far as pages read it: the members that its kind has. The check itself, which finds out whether it
 * has this form, comes after some of them were read.
 * @typedef {Results & Range & SubjectMembers} Subject
 */

/**
 * @typedef {object} SubjectMembers
 * @property {Receipt} [receipt] of a sealed shoe
 * @property {(NotedEntry & NotedResponse)[]} [seen] what the player saw
 * @property {ShownCard | ShownCard[]} [shown] with proofs
 * @property {Confirmed} [confirmed] the player's notes
 * @property {unknown[]} [original_items] the list that the numbers of a draw stand for
 * @property {Terms} [terms] of shown cards, or of a shoe that was opened
 * @property {string} [root] of shown cards
 * @property {string} [digest] of a signed state
 * @property {{ kid: string }} [signed]
 * @property {string} [file] the text of a file of bridge boards
 * @property {string} [deck] of a seeded response
 * @property {string | number} [seed]
 * @property {number} [deal_number]
 * @property {Proof} [proof]
 * @property {Plan} [plan]
 * @property {{ link?: string }} [screen] what pages add without a proof
 */

/**
 * A line of the checklist: what was checked, what is open, or a note.
 * @typedef {object} CheckItem
 * @property {"done" | "open" | "note"} kind
 * @property {Sentence} sentence
 * @property {string} [name] of what is open
 * @property {string} [title] its title
 * @property {string | null} [value] that a person can compare
 * @property {boolean} [isLinked] only a link claims it
 */

/**
 * By the name of what was not checked, the reason.
 * @typedef {{ [name: string]: Sentence | undefined }} Unchecked
 */

/**
 * Return the receipt of a sealed shoe in a file, or undefined.
 * @param {Subject | Receipt | undefined} subject
 * @returns {Receipt | undefined}
 */
export function getReceipt(subject) {
  if (subject?.receipt === "sealed1") return subject;
  return typeof subject?.receipt === "object"
    ? (subject.receipt ?? undefined)
    : undefined;
}

/**
 * Return whether a receipt is a partial one of private hands, without the server seed.
 * @param {Receipt | undefined} receipt
 */
export const isPartial = (receipt) =>
  receipt !== undefined && (receipt.server_seed ?? null) === null;

/**
 * Return whether terms are there, and for a shoe of integers, as of a draw, in place of one of cards.
 * @param {Terms | undefined} terms
 * @returns {terms is IntegerTerms}
 */
export const areOfIntegers = (terms) => terms?.max !== undefined;

/**
 * Cards that a person entered, from a position of a round on.
 * @typedef {{ round: number, position: number, cards: string[] }} EnteredRun
 */

/**
 * What a person entered beside a file: notes, cards that were seen, as a list or in fields, and a list of items.
 * @typedef {object} Entered
 * @property {Confirmed} [notes]
 * @property {Subject["seen"]} [seen]
 * @property {EnteredRun[]} [runs]
 * @property {unknown[]} [items]
 */

/**
 * Add the content of the form to a file: the player's notes, the cards that were seen, the list of items.
 * @param {Subject} file
 * @param {Entered} entered
 * @returns {Subject}
 */
export function completeFile(
  file,
  { notes = {}, seen = [], runs = [], items },
) {
  const receipt = getReceipt(file);
  const withItems =
    items === undefined ? file : { ...file, original_items: items };
  if (!receipt) return withItems;
  const normalize = createNormalizer(receipt.terms ?? {});
  const member = areOfIntegers(receipt.terms) ? "integers" : "cards";
  const ownEntries = [
    ...seen,
    ...runs.map(({ round, position, cards }) => ({
      round,
      position,
      [member]: cards.map(normalize),
    })),
  ];
  const inFile = file.seen ?? [];
  const merged = Array.isArray(inFile) ? [...inFile, ...ownEntries] : inFile;
  return {
    ...withItems,
    ...(merged.length !== 0 && { seen: merged }),
    ...(Object.keys(notes).length > 0 && { confirmed: notes }),
  };
}

/**
 * Return a function that normalizes the code of a card: people write lower case, or 10 for T.
 * @param {Terms} terms
 * @returns {(text: string) => string | number} a function that returns "TH" for "10h", or 7 for "7" in a shoe of
 *   integers
 */
function createNormalizer(terms) {
  if (areOfIntegers(terms))
    return (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
  const { deck = "" } = terms;
  /** @type {string[]} */
  let pack;
  try {
    pack = buildShoe({ ...terms, deck, decks: 1, exclude: [] });
  } catch {
    return (code) => code; // the check rejects invalid terms
  }
  const codes = new Map(pack.map((code) => [code.toUpperCase(), code]));
  /** @param {string} code */
  const toCanonical = (code) =>
    DECKS[deck].canonical(code.toUpperCase()).toUpperCase();
  return (code) => codes.get(toCanonical(code)) ?? code;
}

/**
 * A draw of a file: what was seen, the cards that it shows with a proof, and the path of these in the file.
 * @typedef {{ seen: NotedEntry, shown?: ShownCard[], where?: string }} SeenDraw
 */

/**
 * Return the draws in a list of entries. A whole response may stand for its entries.
 * @param {Subject["seen"]} seen such as [{ cards: ["AS"] }, { dealt_stages: [{ seen: { cards: ["KH"] } }] }]
 * @returns {SeenDraw[]} here [{ seen: { cards: ["AS"] } },
 *   { seen: { cards: ["KH"] }, where: "seen[1].dealt_stages[0]." }]
 */
function listDraws(seen) {
  if (!Array.isArray(seen)) return [];
  return seen.flatMap(({ dealt_stages: stages, ...entry }, i) =>
    stages
      ? stages.map((stage, k) =>
          toDraw(stage, `seen[${i}].dealt_stages[${k}].`),
        )
      : toDraw(entry, `seen[${i}].`),
  );
}

/**
 * Return the draw of a response, or of what was seen of it alone.
 * @param {NotedEntry & NotedResponse} entry
 * @param {string} where the path of the entry
 * @returns {SeenDraw}
 */
function toDraw(entry, where) {
  const { seen } = entry;
  return seen ? { ...entry, seen, where } : { seen: entry };
}

/**
 * A shown card with its path in the file, such as "shown[0]".
 * @typedef {[path: string, card: ShownCard]} ShownAt
 */

/**
 * Return the shown cards of a file with their paths, from the receipt and from responses beside it.
 * @param {Pick<Subject, "receipt" | "shown" | "seen">} file
 * @returns {ShownAt[]}
 */
export function listShown({ shown, seen, ...file }) {
  const receiptCards = getReceipt(file)?.shown ?? shown ?? [];
  const cardLists = [{ where: "", shown: receiptCards }, ...listDraws(seen)];
  return cardLists.flatMap(({ where, shown: cards = [] }) => {
    /** @type {ShownAt[]} */
    const shownCards = Array.isArray(cards)
      ? cards.map((card, i) => [`${where}shown[${i}]`, card])
      : [["shown", cards]];
    return shownCards;
  });
}

/**
 * Return the entries of a list with a round, a position and a face for each card.
 * @param {Subject["seen"]} seen such as [{ position: 3, cards: ["AS", "KH"] }]
 * @returns {PlacedEntry[]} here with the cards { round: 0, position: 3, face: "AS" } and
 *   { round: 0, position: 4, face: "KH" }
 */
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

/**
 * Return remarks on a correct receipt: what was checked, and what to look at.
 * @param {Receipt} receipt
 * @param {Subject} file with the receipt
 * @param {Unchecked} unchecked
 * @returns {CheckItem[]}
 */
export function listRemarks(
  receipt,
  { seen, original_items: items, confirmed: notes = {} },
  unchecked,
) {
  const entries = listSeen(seen);
  /** @param {"commitment" | "client_seed" | "digest"} name */
  const isChecked = (name) => notes[name] !== undefined && !unchecked[name];
  return [
    done(say("verify.done.receipt")),
    isChecked("commitment") &&
      done(
        areOfIntegers(receipt.terms)
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
      : remarkOnSeenCards(receipt, entries, items !== undefined)),
    ...remarkOnDraws(receipt, entries, unchecked),
    isChecked("digest") && done(say("verify.done.digest")),
    items && done(say("verify.done.list", { count: items.length })),
  ].filter((item) => item !== undefined && item !== false);
}

/**
 * Return a sentence on the seed of the players, which is right.
 * @param {Terms} terms
 */
function describeSeed(terms) {
  if (terms.words) return say("verify.done.texts");
  return areOfIntegers(terms)
    ? say("verify.done.wordsOfDraw")
    : say("verify.done.words");
}

/**
 * @param {Sentence} sentence
 * @param {string} [value]
 * @returns {CheckItem} on what was checked
 */
const done = (sentence, value) => ({ kind: "done", sentence, value });

/**
 * @param {Sentence} sentence
 * @param {string} [value]
 * @returns {CheckItem} on what to look at
 */
const remark = (sentence, value) => ({ kind: "note", sentence, value });

/**
 * Return remarks on a proof by an entered key, as `listRemarks` does.
 * @param {Proof} proof
 * @param {Unchecked} unchecked
 * @returns {CheckItem[]}
 */
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

/**
 * Return a sentence on a correct proof: what it is of.
 * @param {Proof["alpha"]} alpha
 */
function describeProof({ game, round, players, beacon }) {
  const values = {
    count: players.length,
    game,
    round: String(round),
    beacon: String(beacon?.round),
  };
  return beacon
    ? say("verify.done.proofWithBeacon", values)
    : say("verify.done.proof", values);
}

/**
 * Return what was drawn, in the name of a text: cards, numbers, or names if the list is there that numbers stand for.
 * @param {Terms} terms
 * @param {boolean} hasList
 * @returns {"cards" | "numbers" | "names"}
 */
export function nameDrawnKind(terms, hasList) {
  if (!areOfIntegers(terms)) return "cards";
  return hasList ? "names" : "numbers";
}

/**
 * Return remarks on the cards that were seen of a full receipt.
 * @param {Receipt} receipt
 * @param {PlacedEntry[]} entries
 * @param {boolean} hasList whether the list is there that numbers stand for
 */
function remarkOnSeenCards({ drawn: { total }, terms }, entries, hasList) {
  const visible = entries.flatMap(({ cards }) =>
    cards.filter(({ face }) => face !== null),
  );
  const positions = visible.map(
    ({ round, position }) => `${round} ${position}`,
  );
  const distinct = new Set(positions);
  const repeated = visible.find((_, i) => positions.indexOf(positions[i]) < i);
  if (positions.length === 0) return [];
  const kind = nameDrawnKind(terms, hasList);
  return [
    done(say(`verify.done.${kind}`, { count: distinct.size, total })),
    repeated &&
      remark(
        areOfIntegers(terms)
          ? say("verify.note.repeatedInDraw", {
              draw: repeated.round + 1,
              place: repeated.position + 1,
            })
          : say("verify.note.repeated", {
              round: repeated.round + 1,
              place: repeated.position + 1,
            }),
      ),
  ];
}

/**
 * Return remarks on the shown and the hidden cards of a partial receipt.
 * @param {Drawn} drawn
 * @param {ShownAt[]} shown
 * @param {PlacedEntry[]} entries
 * @param {Unchecked} unchecked
 */
function remarkOnShownCards({ total }, shown, entries, unchecked) {
  /** @param {{ round: number, position: number }} card */
  const placeOf = ({ round, position }) => `${round} ${position}`;
  const places = new Set(shown.map(([, card]) => placeOf(card)));
  const openCards = entries.flatMap(({ cards }) =>
    cards.filter(({ face }) => face !== null),
  );
  const otherPlaces = new Set(
    openCards.map(placeOf).filter((place) => !places.has(place)),
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

/**
 * Return a remark on the draws if the list has them all; the check itself says how many are missing.
 * @param {Receipt} receipt
 * @param {PlacedEntry[]} entries
 * @param {Unchecked} unchecked
 */
function remarkOnDraws({ drawn: { draws }, terms }, entries, unchecked) {
  const numbers = new Set(entries.map(({ draw }) => draw).filter(Boolean));
  if (!draws || unchecked.draws || numbers.size < draws) return [];
  return [
    done(
      areOfIntegers(terms)
        ? say("verify.done.stepsOfDraw", { count: draws })
        : say("verify.done.steps", { count: draws }),
    ),
  ];
}

/**
 * The steps of deals that the notation of the table of games cannot say. The table names them, and
 * docs/definitions/decks.md defines them. A step is a function that changes a deal in progress; to add one, write it
 * and name it in FACE_STEPS, or in another table at the end.
 *
 * FROZEN: which cards a step of a published game takes, in which order, and where it puts them.
 */
// @ts-check
import { range, sum } from "../core/lists.mjs";
import { listAt } from "./given.mjs";

/** @import { Places } from "./given.mjs" */

/**
 * A deal in progress. Cards are positions in the shuffled shoe, 0 being the top.
 * @typedef {object} DealState
 * @property {number[]} undealt - the positions that are left, from the top; a step takes those that it deals
 * @property {LayCards} place - lay some of them at a place
 * @property {(position: number) => string} code - return the code of the card at a position
 * @property {string[]} seats - the first gets the first card
 * @property {Places} hands - the positions of each hand
 * @property {Places} piles - the positions of each pile
 */

/**
 * Lay positions at a hand or a pile, `to`, which begins with its first cards; `face` is by default that of the place.
 * @typedef {(to: string, positions: number[], part?: string, face?: string) => void} LayCards
 */

/**
 * A step of a deal, which changes it.
 * @typedef {(state: DealState) => void} DealStep
 */

/**
 * Take the top position of those that are left.
 * @param {number[]} undealt
 * @returns {number}
 */
function takeTop(undealt) {
  const [top] = undealt.splice(0, 1);
  return top;
}

/**
 * Take the last position of those that are left.
 * @param {number[]} undealt
 * @returns {number}
 */
function takeLast(undealt) {
  const [last] = undealt.splice(-1);
  return last;
}

/**
 * Put positions into the middle of those that are left.
 * @param {number[]} undealt
 * @param {number[]} buried
 */
function bury(undealt, buried) {
  undealt.splice(Math.floor(undealt.length / 2), 0, ...buried);
}

/**
 * Return a step that turns a card to a pile, and another while it is unfit; the unfit ones go back in the middle.
 * @param {RegExp} unfit - matches the codes of unfit cards
 * @param {string} pile - its name
 * @returns {DealStep}
 */
const turnStarter =
  (unfit, pile = "discards") =>
  ({ undealt, place, code, piles }) => {
    let starter = takeTop(undealt);
    place(pile, [starter]);
    const buried = [];
    while (undealt.length && unfit.test(code(starter))) {
      buried.push(starter);
      starter = takeTop(undealt);
    }
    listAt(piles, pile)[0] = starter;
    bury(undealt, buried);
  };

/**
 * Return the value of a card at baccarat.
 * @param {string} code
 * @returns {number} from 1 to 10
 */
function countPips(code) {
  /** @type {Record<string, number>} */
  const byRank = { A: 1, T: 10, J: 10, Q: 10, K: 10 };
  const [rank] = code;
  return byRank[rank] ?? Number(rank);
}

/** By the banker's total at baccarat, the player's third cards on which the banker draws; - is none, and 0 is a ten. */
const DRAWS = [
  "-0123456789",
  "-0123456789",
  "-0123456789",
  "-012345679",
  "-234567",
  "-4567",
  "67",
  "",
];

/**
 * Replace the unfit cards of a pile from the top while it has some, and enough cards are left; return the unfit ones.
 * @param {DealState} state
 * @param {string} pile - its name
 * @param {RegExp} unfit - matches the codes of unfit cards
 * @returns {number[]} positions
 */
function replaceUnfit({ undealt, code, piles }, pile, unfit) {
  const cards = listAt(piles, pile);
  /** @type {number[]} */
  const replaced = [];
  const listUnfit = () => cards.filter((card) => unfit.test(code(card)));
  for (
    let unfitCards = listUnfit();
    unfitCards.length > 0 && unfitCards.length <= undealt.length;
    unfitCards = listUnfit()
  ) {
    replaced.push(...unfitCards);
    const fit = cards.filter((card) => !unfitCards.includes(card));
    const replacements = undealt.splice(0, unfitCards.length);
    replaceAll(cards, [...fit, ...replacements]);
  }
  return replaced;
}

/**
 * Return whether a tile is a flower or a season.
 * @param {string} code
 * @returns {boolean}
 */
const isBonus = (code) => /^[1-4][FS]$/.test(code);

/**
 * Take the flowers and seasons of a hand, each replaced from the end of the wall; return them.
 * @param {DealState} state
 * @param {string} seat
 * @returns {number[]} positions
 */
function takeBonus({ undealt, code, hands }, seat) {
  const tiles = listAt(hands, seat);
  const bonus = tiles.filter((tile) => isBonus(code(tile)));
  const otherTiles = tiles.filter((tile) => !isBonus(code(tile)));
  const replacements = bonus.map(() => takeLast(undealt));
  replaceAll(tiles, [...otherTiles, ...replacements]);
  return bonus;
}

/**
 * Put other cards in place of all those of a list.
 * @param {number[]} cards - changed
 * @param {number[]} newCards
 */
const replaceAll = (cards, newCards) =>
  cards.splice(0, cards.length, ...newCards);

/**
 * Take the first balls with a code that fits a pattern.
 * @param {DealState} state
 * @param {RegExp} pattern
 * @param {number} count - how many balls
 * @returns {number[]} positions
 */
function takeBalls({ undealt, code }, pattern, count) {
  const fitting = undealt.filter((position) => pattern.test(code(position)));
  const taken = fitting.slice(0, count);
  for (const position of taken) undealt.splice(undealt.indexOf(position), 1);
  return taken;
}

/**
 * Return a step that draws five balls without a letter, and some with one to a pile of their own.
 * @param {string} pile - its name
 * @param {number} count - of the balls with a letter
 * @returns {DealStep}
 */
const drawDrums = (pile, count) => (state) => {
  state.place("drawn", takeBalls(state, /^\d/, 5));
  state.place(pile, takeBalls(state, /^\D/, count));
};

/**
 * Fill the columns of a sheet of bingo.
 * @param {DealState} state
 */
function fillSheet(state) {
  for (const letter of "BINGO") {
    const count = letter === "N" ? 4 : 5; // N has the free cell
    const balls = takeBalls(state, new RegExp(`^${letter}`), count);
    state.place("player", balls, letter);
  }
}

/**
 * Burn the first card, and as many more as its value, up to ten.
 * @param {DealState} state
 */
function burnByFirstCard({ undealt, place, code }) {
  const first = takeTop(undealt);
  place("burns", [first], "turned");
  place("burns", undealt.splice(0, countPips(code(first))), "", "burned");
}

/**
 * Deal the third cards of baccarat, which the totals decide. With 8 or 9 on a side there is none; the player draws to 5
 * or less; the banker's total, and the player's third card or "-" for none, are looked up in `DRAWS`.
 * @param {DealState} state
 */
function dealThirdCards({ undealt, place, code, hands }) {
  /** @type {(side: string) => number[]} */
  const listPips = (side) =>
    listAt(hands, side).map((card) => countPips(code(card)));
  /** @type {(side: string) => number} */
  const countTotal = (side) => sum(listPips(side)) % 10;
  const ofPlayer = countTotal("player");
  const ofBanker = countTotal("banker");
  if (ofPlayer >= 8 || ofBanker >= 8) return;
  if (ofPlayer <= 5) place("player", [takeTop(undealt)], "", "up");
  const third = listPips("player").at(2);
  const thirdDigit = third === undefined ? "-" : String(third % 10);
  if (DRAWS[ofBanker].includes(thirdDigit))
    place("banker", [takeTop(undealt)], "", "up");
}

/**
 * Turn cards to the discards until one is neither wild nor a red three.
 * @param {DealState} state
 */
function turnUntilNatural({ undealt, place, code }) {
  let turned = takeTop(undealt);
  place("discards", [turned]);
  while (undealt.length && /^[2X]|^3[HD]$/.test(code(turned))) {
    turned = takeTop(undealt);
    place("discards", [turned]);
  }
}

/**
 * Lay four cards, with a new one for each jack and for the seven of diamonds.
 * @param {DealState} state
 */
function layFloor(state) {
  state.place("table", state.undealt.splice(0, 4));
  bury(state.undealt, replaceUnfit(state, "table", /^J|^7D/));
}

/**
 * Lay four cards, with a new one for the first jack; a second stays, and so does a new one.
 * @param {DealState} state
 */
function layTableWithoutJack({ undealt, place, code, piles }) {
  place("table", undealt.splice(0, 4));
  const cards = listAt(piles, "table");
  const jack = cards.findIndex((card) => /^J/.test(code(card)));
  if (jack < 0 || undealt.length === 0) return;
  const buried = cards.splice(jack, 1);
  cards.push(takeTop(undealt));
  bury(undealt, buried);
}

/**
 * Lay the last card that is no jack; of jacks alone, none.
 * @param {DealState} state
 */
function exposeBottomCard({ undealt, place, code }) {
  /** @type {number[]} */
  const jacks = [];
  while (undealt.length > 0) {
    const last = takeLast(undealt);
    if (!/^J/.test(code(last))) {
      place("bottom_card", [last]);
      break;
    }
    jacks.unshift(last);
  }
  if (undealt.length === 0 && jacks.length > 0) place("bottom_card", []);
  undealt.push(...jacks);
}

/**
 * Lay a third card, unless the first two are neighbours in rank.
 * @param {DealState} state
 */
function dealBetween({ undealt, place, code, piles }) {
  const [firstRank, secondRank] = ["first", "second"].map((part) => {
    const [card] = listAt(piles, "table", part);
    return code(card)[0];
  });
  const areNeighbours = ["AKQJT98765432", "23456789TJQKA"].some((ranks) =>
    ranks.includes(firstRank + secondRank),
  );
  place("table", areNeighbours ? [] : [takeTop(undealt)], "third");
}

/**
 * Lay seven columns; the beak's rank goes to the foundation.
 * @param {DealState} state
 */
function layBeak({ undealt, place, code, piles }) {
  const beak = takeTop(undealt);
  place("tableau", [beak], "1");
  let laid = 1; // cards of the tableau
  while (undealt.length > 0) {
    const card = takeTop(undealt);
    const column = String((laid % 7) + 1);
    place("tableau", [card], column);
    if (code(card)[0] !== code(beak)[0]) {
      laid++;
    } else {
      listAt(piles, "tableau", column).pop();
      place("foundation", [card]);
    }
  }
}

/**
 * Move the kings of each column to its bottom.
 * @param {DealState} state
 */
function lowerKings({ code, piles }) {
  /** @type {(card: number) => boolean} */
  const isKing = (card) => code(card)[0] === "K";
  for (const cards of piles.get("tableau")?.values() ?? []) {
    const kings = cards.filter(isKing);
    const otherCards = cards.filter((card) => !isKing(card));
    replaceAll(cards, [...kings, ...otherCards]);
  }
}

/**
 * Deal in turn to andar and bahar until a card has the rank of the joker.
 * @param {DealState} state
 */
function dealAndarAndBahar({ undealt, place, code, piles }) {
  const [joker] = listAt(piles, "joker");
  for (const side of ["andar", "bahar"]) place(side, []);
  for (let turn = 0; undealt.length > 0; turn++) {
    const card = takeTop(undealt);
    place(turn % 2 ? "bahar" : "andar", [card]);
    if (code(card)[0] === code(joker)[0]) return;
  }
}

/**
 * Lay the flowers of each hand open, and those that replace them, before the next hand.
 * @param {DealState} state
 */
function layFlowersByHand(state) {
  for (const seat of state.seats) {
    const open = [];
    let bonus = takeBonus(state, seat);
    while (bonus.length > 0) {
      open.push(...bonus);
      bonus = takeBonus(state, seat);
    }
    state.place("flowers", open, seat);
  }
}

/**
 * Lay the flowers of all hands open, then those that replaced them, and so on.
 * @param {DealState} state
 */
function layFlowersInRounds(state) {
  const hands = state.seats.map((seat) => ({
    seat,
    open: takeBonus(state, seat),
  }));
  let taken = sum(hands.map(({ open }) => open.length));
  while (taken > 0) {
    taken = 0;
    for (const { seat, open } of hands) {
      const bonus = takeBonus(state, seat);
      open.push(...bonus);
      taken += bonus.length;
    }
  }
  for (const { seat, open } of hands) state.place("flowers", open, seat);
}

/**
 * Lay the jokers of the field apart, with a new card for each.
 * @param {DealState} state
 */
function captureJokers(state) {
  state.place("jokers", replaceUnfit(state, "field", /^X/));
}

/**
 * Return the step of riichi that lays the dead wall: the last seven stacks of two, of which the first `replacements`,
 * from the end, have replacement tiles.
 * @param {number} replacements - how many stacks
 * @returns {DealStep}
 */
const layDeadWall =
  (replacements) =>
  ({ undealt, place }) => {
    const stacks = range(7).map(() => undealt.splice(-2)); // each [upper, lower]
    const indicators = stacks.slice(replacements);
    const [first, ...otherIndicators] = indicators.map(([upper]) => upper);
    const replacementTiles = stacks.slice(0, replacements).flat();
    place("dead_wall", replacementTiles, "replacements", "down");
    place("dead_wall", [first], "dora_indicators", "up");
    place("dead_wall", otherIndicators, "dora_indicators", "down");
    place(
      "dead_wall",
      indicators.map(([, lower]) => lower),
      "ura_dora_indicators",
      "down",
    );
  };

/**
 * Return a step that deals the cards that are left, one at a time, to each hand in turn.
 * @param {string} [face] - of the cards, by default that of hands
 * @returns {DealStep}
 */
const dealOut =
  (face) =>
  ({ undealt, place, seats }) => {
    for (const [i, card] of undealt.splice(0).entries())
      place(seats[i % seats.length], [card], "", face);
  };

/**
 * Steps that take balls from anywhere in the shuffle, so that none of these can be given.
 * @type {Record<string, DealStep>}
 */
export const PICKING_STEPS = {
  sheet: fillSheet,
  "drums/powerball 1": drawDrums("powerball", 1),
  "drums/mega_ball 1": drawDrums("mega_ball", 1),
  "drums/lucky_stars 2": drawDrums("lucky_stars", 2),
};

/**
 * Steps that depend on the faces of cards.
 * @type {Record<string, DealStep>}
 */
export const FACE_STEPS = {
  ...PICKING_STEPS,
  no_eight: turnStarter(/^8/),
  no_draw_four: turnStarter(/^W4$/),
  no_joker: turnStarter(/^X/),
  indicator: turnStarter(/^JK$/, "indicator"),
  turned: burnByFirstCard,
  third: dealThirdCards,
  natural: turnUntilNatural,
  floor: layFloor,
  one_jack: layTableWithoutJack,
  bottom_card: exposeBottomCard,
  between: dealBetween,
  beak: layBeak,
  jokers: captureJokers,
  kings_down: lowerKings,
  andar_bahar: dealAndarAndBahar,
  flowers: layFlowersByHand,
  flower_rounds: layFlowersInRounds,
};

/**
 * Every step that the notation cannot say, by its name in the table of games.
 * @type {Record<string, DealStep>}
 */
export const SPECIAL_STEPS = {
  ...FACE_STEPS,
  all_out: dealOut(),
  "all_out down": dealOut("down"),
  "dead_wall 2": layDeadWall(2),
  "dead_wall 4": layDeadWall(4),
};

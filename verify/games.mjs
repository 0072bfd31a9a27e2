/** The deals of games, implemented from docs/stream.md alone. The steps and stages are those of its tables. */
import { packOptions, buildShoe } from "./decks.mjs";
import { checkPlaces, recordPositions, splitShoe } from "./given.mjs";
import { Refused, checkChoice, checkInteger } from "./validation.mjs";

const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);

const roundTable = (n) => [...range(n - 1, 1).map(String), "dealer"];
const noSeats = () => [];
const onePlayer = () => ["player"];
const numberedSeats = (n) => range(n, 1).map(String);
const windSeats = () => ["east", "south", "west", "north"];

const community = (hole) =>
  `hole: each 1×${hole}; flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest`;
const streets = ["fourth", "fifth", "sixth", "seventh"]
  .map((street) => `${street}_street: burns 1, each/${street}_street 1`)
  .join("; ");
const PINOCHLE = {
  2: "each 3×4, trump 1, stock rest",
  3: "each 3, widow 3, each 3×4",
  4: "each 3×4",
};
const RUMMY = { 2: 10, 3: 7, 4: 7, 5: 6, 6: 6 };
const CANASTA = { 2: 15, 3: 13, 4: 11 };

/**
 * Every game: its deck if not standard, defaults of its pack options, [minimum, maximum, default] of players, the cards
 * that are removed for a number of players, seats if not those of a round table, the steps of the deal, and those of a
 * numbered deal if they differ. In the steps `;` is between stages, each with its name unless there is but one, `deal`.
 */
export const GAMES = {
  holdem: { players: [2, 10, 6], steps: () => community(2) },
  omaha: { players: [2, 10, 6], steps: () => community(4) },
  five_card_draw: { players: [2, 6, 4], steps: () => "each 1×5, stock rest" },
  seven_card_stud: {
    players: [2, 6, 6],
    steps: () => `third_street: each/hole_cards 1×2, each/third_street 1; ${streets}, stock rest`,
  },
  video_poker: { players: [1, 1, 1], seats: onePlayer, steps: () => "each 1×5, stock rest" },
  blackjack: {
    packs: { decks: 6 },
    players: [1, 7, 1],
    seats: (n) => roundTable(n + 1),
    steps: () =>
      "first_cards: burns 1, others 1, dealer/upcard 1; second_cards: others 1, dealer/hole_card 1, stock rest",
  },
  baccarat: {
    packs: { decks: 8 },
    players: [2, 2, 2],
    seats: () => ["player", "banker"],
    steps: () => "coup: turned, each 1×2, third, stock rest",
  },
  bridge: { players: [4, 4, 4], seats: () => [..."NESW"], steps: () => "each 1×13" },
  hearts: { players: [3, 5, 4], removed: { 3: ["2D"], 5: ["2D", "2C"] }, steps: () => "each 1×rest" },
  spades: { players: [4, 4, 4], steps: () => "each 1×13" },
  whist: { players: [4, 4, 4], steps: () => "each 1×12, others 1, dealer/trump 1" },
  euchre: { deck: "euchre", players: [4, 4, 4], steps: () => "turns 3 2 3 2 2 3 2 3, kitty/upcard 1, kitty 3" },
  skat: {
    deck: "piquet",
    players: [3, 3, 3],
    seats: () => ["forehand", "middlehand", "rearhand"],
    steps: () => "each 3, skat 2, each 4, each 3",
  },
  pinochle: { deck: "pinochle", players: [2, 4, 4], steps: (n) => PINOCHLE[n] },
  briscola: {
    deck: "italian40",
    players: [2, 4, 2],
    removed: { 3: ["2B"] },
    steps: () => "each 1×3, briscola 1, stock rest",
  },
  tressette: { deck: "italian40", players: [4, 4, 4], steps: () => "each 5×2" },
  gin_rummy: { players: [2, 2, 2], steps: () => "each 1×10, discards 1, stock rest" },
  rummy: { players: [2, 6, 4], steps: (n) => `each 1×${RUMMY[n]}, discards 1, stock rest` },
  canasta: {
    packs: { decks: 2, jokers: 2 },
    players: [2, 4, 4],
    steps: (n) => `each 1×${CANASTA[n]}, natural, stock rest`,
  },
  cribbage: {
    players: [2, 4, 2],
    seats: (n) => (n === 2 ? ["pone", "dealer"] : roundTable(n)),
    steps: (n) => `hands: each 1×${n === 2 ? 6 : 5}, crib ${n === 3 ? 1 : 0}; starter: starter 1, stock rest`,
  },
  war: { players: [2, 2, 2], steps: () => "each 1×rest" },
  klondike: {
    players: [1, 1, 1],
    seats: noSeats,
    steps: () => "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7, foundation 0, stock rest",
    numbered: () => "layout: tableau 7-2 7-3 7-4 7-5 7-6 7-7 7-1, foundation 0, stock rest",
  },
  freecell: { players: [1, 1, 1], seats: noSeats, steps: () => "layout: tableau 1-8×6 1-4, foundation 0" },
  spider: {
    packs: { decks: 2 },
    players: [1, 1, 1],
    seats: noSeats,
    steps: () => "layout: tableau 1-10×4 1-4 1-10, foundation 0, stock rest",
  },
  pyramid: {
    players: [1, 1, 1],
    seats: noSeats,
    steps: () => `layout: ${range(7, 1).map((n) => `pyramid/${n} ${n}`).join(", ")}, foundation 0, stock rest`,
  },
  yukon: {
    players: [1, 1, 1],
    seats: noSeats,
    steps: () => "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 2-7×4, foundation 0",
  },
  forty_thieves: {
    packs: { decks: 2 },
    players: [1, 1, 1],
    seats: noSeats,
    steps: () => "layout: tableau 1-10×4, foundation 0, stock rest",
  },
  golf: { players: [1, 1, 1], seats: noSeats, steps: () => "layout: tableau 1-7×5, waste 1, stock rest" },
  canfield: {
    players: [1, 1, 1],
    seats: noSeats,
    steps: () => "layout: reserve 13, foundation 1, tableau 1-4, stock rest",
  },
  aces_up: { players: [1, 1, 1], seats: noSeats, steps: () => "layout: tableau 1-4, stock rest" },
  mahjong: {
    deck: "mahjong",
    players: [4, 4, 4],
    seats: windSeats,
    steps: () => "each 4×3 1, east 1, flowers, wall rest",
  },
  riichi: {
    deck: "riichi",
    packs: { red_fives: 3 },
    players: [4, 4, 4],
    seats: windSeats,
    steps: () => "hands: each 4×3 1, east 1; indicator: dead_wall, wall rest",
  },
  dominoes: {
    deck: "dominoes",
    players: [2, 4, 2],
    seats: numberedSeats,
    steps: (n) => `each 1×${n === 2 ? 7 : 5}, boneyard rest`,
  },
  keno: { deck: "keno", players: [0, 0, 0], seats: noSeats, steps: () => "drawn 20, stock rest" },
  bingo_card: { deck: "bingo75", players: [1, 1, 1], seats: onePlayer, steps: () => "sheet, stock rest" },
  bingo_call: { deck: "bingo75", players: [0, 0, 0], seats: noSeats, steps: () => "called rest" },
  lottery: { deck: "lottery49", players: [0, 0, 0], seats: noSeats, steps: () => "drawn 6, stock rest" },
};

/** Baccarat: the value of a card, and by the banker's total the player's third cards (- is none) it draws on. */
const pips = (code) => ({ A: 1, T: 10, J: 10, Q: 10, K: 10 })[code[0]] ?? Number(code[0]);
const DRAWS = ["-0123456789", "-0123456789", "-0123456789", "-012345679", "-234567", "-4567", "67", ""];

/** Steps that depend on the cards, or take them from the end. */
const SPECIAL_STEPS = {
  turned({ left, place, code }) {
    const first = left.shift();
    place("burns", [first], "turned");
    place("burns", left.splice(0, pips(code(first))));
  },
  third({ left, place, code, hands }) {
    const values = (side) => hands.get(side).get("").map((card) => pips(code(card)));
    const total = (side) => values(side).reduce((a, b) => a + b) % 10;
    if (total("player") >= 8 || total("banker") >= 8) return;
    if (total("player") <= 5) place("player", [left.shift()]);
    const [, , third] = values("player");
    if (DRAWS[total("banker")].includes(third ? third % 10 : "-")) place("banker", [left.shift()]);
  },
  natural({ left, place, code }) {
    let turned = left.shift();
    place("discards", [turned]);
    while (left.length && /^[2X]|^3[HD]$/.test(code(turned))) place("discards", [(turned = left.shift())]);
  },
  flowers({ left, place, code, seats, hands }) {
    for (const seat of seats) {
      const [concealed, open] = [[], []];
      for (let tiles = hands.get(seat).get(""); tiles.length;) {
        const bonus = tiles.filter((tile) => /^[1-4][FS]$/.test(code(tile)));
        concealed.push(...tiles.filter((tile) => !bonus.includes(tile)));
        open.push(...bonus);
        tiles = bonus.map(() => left.pop());
      }
      hands.get(seat).set("", concealed);
      place("flowers", open, seat);
    }
  },
  dead_wall({ left, place }) {
    const wall = left.splice(-14);
    const tiles = (...positions) => positions.map((i) => wall[i]);
    place("dead_wall", tiles(12, 13, 10, 11), "replacements");
    place("dead_wall", tiles(8, 6, 4, 2, 0), "dora_indicators");
    place("dead_wall", tiles(9, 7, 5, 3, 1), "ura_dora_indicators");
  },
  sheet({ left, place, code }) {
    for (const letter of "BINGO") {
      const column = left.filter((ball) => code(ball)[0] === letter).slice(0, letter === "N" ? 4 : 5);
      place("player", column, letter);
      for (const ball of column) left.splice(left.indexOf(ball), 1);
    }
  },
};

/** Return the stages of a deal in order, as [name, steps]. */
export function stagesOf({ game, players, deal_number }) {
  const { players: [, , usual], steps, numbered = steps } = GAMES[game];
  const stages = (deal_number === undefined ? steps : numbered)(players ?? usual).split("; ");
  return stages.map((stage) => {
    const [list, name = "deal"] = stage.split(": ").reverse();
    return [name, list.split(", ")];
  });
}

/** Return whether the faces of cards decide where a card goes. */
export const needsFaces = (request) =>
  stagesOf(request).some(([, steps]) =>
    steps.some((step) => ["turned", "third", "natural", "flowers", "sheet"].includes(step)),
  );

/**
 * Deal the positions that are `left` of a shuffled shoe; `cards` is a record of them, which knows the card at each.
 *
 * Returns hands and piles as maps from seat or name to a map from part to positions, the unnamed part being ""; and
 * `stages`, a map from position to the name of its stage. If it is not the first deal from the shoe, none is burned.
 */
export function dealPositions(codes, request, cards, left, isFirst = true) {
  const { game, players } = request;
  const { seats: seatNames = roundTable, players: [, , usual] } = GAMES[game];
  const hands = new Map(seatNames(players ?? usual).map((seat) => [seat, new Map()]));
  const [piles, seats, stages] = [new Map(), [...hands.keys()], new Map()];
  const code = (position) => codes[cards.at(position, left.length > 0 && position > left.at(-1))];
  if (game === "bridge") seats.push(...seats.splice(0, boardOf(request) % 4));
  const place = (to, positions, part = "") => {
    if (!hands.has(to) && !piles.has(to)) piles.set(to, new Map());
    const parts = hands.get(to) ?? piles.get(to);
    parts.set(part, [...(parts.get(part) ?? []), ...positions]);
    cards.place(`${hands.has(to) ? "hands" : "piles"}.${to}`, part, positions);
  };
  const take = (size) => {
    if (size !== "rest" && size > left.length) throw new Refused("players", "too few cards for this game");
    return left.splice(0, size === "rest" ? left.length : Number(size));
  };
  const rounds = (size) => {
    const [packet, times = 1] = size.split("×");
    return Array(times === "rest" ? Math.floor(left.length / seats.length) : Number(times)).fill(packet);
  };
  const deal = (step) => {
    const [target, ...sizes] = step.split(" ");
    const [to, part] = target.split("/");
    if (sizes.length === 0) SPECIAL_STEPS[step]({ left, place, code, seats, hands });
    sizes.flatMap(rounds).forEach((size, turn) => {
      const [first, last] = size.split("-").map(Number);
      const ends = range(Math.abs(last - first) + 1).map((i) => first + (last < first ? -i : i));
      if (last) for (const column of ends) place(to, take(1), String(column));
      else if (to === "each") for (const seat of seats) place(seat, take(size), part);
      else if (to === "others") for (const seat of seats) seat !== "dealer" && place(seat, take(size), part);
      else place(to === "turns" ? seats[turn % seats.length] : to, take(size), part);
    });
  };
  for (const [stage, steps] of stagesOf(request)) {
    for (const step of steps) if (isFirst || !["burns 1", "turned"].includes(step)) deal(step);
    const dealt = [...hands.values(), ...piles.values()].flatMap((parts) => [...parts.values()].flat());
    for (const position of dealt) if (!stages.has(position)) stages.set(position, stage);
  }
  if (left.length) throw new Refused("players", "cards would be left over");
  const columns = piles.get("tableau");
  if (columns) piles.set("tableau", new Map([...columns].sort(([one], [other]) => one - other)));
  return { hands, piles, stages };
}

/** Return hands and piles of indices. `order` is that of the rest of the shoe, which without given cards is all of it. */
function dealCards(order, codes, request, split) {
  const cards = recordPositions(split, order);
  const { hands, piles } = dealPositions(codes, request, cards, range(codes.length));
  const filled = cards.fill();
  const fillParts = (parts) => new Map([...parts].map(([part, positions]) => [part, positions.map((p) => filled[p])]));
  const fillAll = (places) => new Map([...places].map(([name, parts]) => [name, fillParts(parts)]));
  return { hands: fillAll(hands), piles: fillAll(piles) };
}

/** Return the given cards of a deal of a game, and the rest of its shoe. */
export function splitGame(codes, request) {
  const { deck } = gamePacks(request);
  const all = { queues: new Map(), rest: range(codes.length) };
  if (Object.values(request.given ?? {}).every((places) => Object.keys(places).length === 0)) return all;
  if (request.game === "bingo_card") throw new Refused("given", "no card can be given for its sheet");
  const plain = dealCards(all.rest, codes, { ...request, board: 1 }, all);
  const list = (kind) => [...plain[kind]].map(([name, parts]) => [kind, name, [...parts.keys()].filter(Boolean)]);
  return splitShoe(codes, deck, request.given, [...list("hands"), ...list("piles")]);
}

const CYCLE = "None NS EW All NS EW All None EW All None NS All None NS EW".split(" "); // boards 1 to 16
const sorted = (codes, suit, ranks) => [...ranks].flatMap((rank) => codes.filter((code) => code === rank + suit));
const pbn = (codes) => [..."SHDC"].map((suit) => sorted(codes, suit, "AKQJT98765432").map((code) => code[0]).join(""));
const mpsz = (codes) =>
  [..."mpsz"]
    .map((suit) => sorted(codes, suit, "1234056789").map((code) => code[0]).join("") + suit)
    .filter((group) => group.length > 1)
    .join("");

/** Return n over k. */
const choose = (n, k) => range(k, 1).reduce((product, i) => (product * BigInt(n - k + i)) / BigInt(i), 1n);

/** Return Big Deal's number of a deal: the hands of north, east and south as digits, each ranked among the cards left. */
function rankBridgeDeal(hands) {
  let left = [..."SHDC"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit));
  let number = 0n;
  for (const hand of hands.slice(0, 3)) {
    number *= choose(left.length, 13);
    let missing = 13; // of the cards that come later; the hands before this one have a card here that it has not
    left.forEach((code, i) => {
      if (hand.includes(code)) missing--;
      else if (missing > 0) number += choose(left.length - i - 1, missing - 1);
    });
    left = left.filter((code) => !hand.includes(code));
  }
  return number;
}

/** By game, further members of a deal, given the codes of each hand. */
const EXTRA_MEMBERS = {
  bridge: (hands, { board }) => ({
    board,
    dealer: "NESW"[(board - 1) % 4],
    vulnerable: CYCLE[(board - 1) % 16],
    pbn: `N:${hands.map((codes) => pbn(codes).join(".")).join(" ")}`,
    number: rankBridgeDeal(hands).toString(16).padStart(24, "0"),
  }),
  riichi: (hands) => ({ mpsz: Object.fromEntries(hands.map((codes, i) => [windSeats()[i], mpsz(codes)])) }),
  bingo_card([codes]) {
    const numbers = codes.map((code) => Number(code.slice(1)));
    numbers.splice(12, 0, null);
    return { grid: range(5).map((row) => range(5).map((column) => numbers[5 * column + row])) };
  },
};

/** Return the names of the fields of a game, besides those of its shuffle. */
export const gameFields = (game) => [
  "players",
  ...packOptions(GAMES[checkChoice("game", game, Object.keys(GAMES))].deck ?? "standard"),
  ...(game === "bridge" ? ["board"] : []),
  ...(["freecell", "klondike"].includes(game) ? ["deal_number"] : []),
  "given",
];

/** Return the pack options and the players of a deal: those of the request, or else those of the game. */
export function gamePacks({ game, players, exclude = [], ...options }) {
  const {
    deck = "standard",
    packs,
    removed = {},
    players: [min, max, usual],
  } = GAMES[game];
  const seated = checkInteger("players", players ?? usual, min, max);
  const excluded = new Set([...(removed[seated] ?? []), ...exclude]);
  return { ...packs, ...options, deck, players: seated, exclude: [...excluded] };
}

/** Return the number of the board of a deal, by default its index + 1. */
const boardOf = ({ board, index = 0 }) => board ?? index + 1;

/** Return the hands and piles of a deal, as `dealCards` does; throw if a given card does not stay in its place. */
export function dealGame(order, codes, request, split) {
  const dealt = dealCards(order, codes, request, split);
  checkPlaces(split, (kind, name, part) => {
    const parts = dealt[kind].get(name);
    return part === undefined ? [...parts.values()].flat() : parts.get(part);
  });
  return dealt;
}

/** Return what more is told of a deal of a game, given the codes of each hand. */
export const extraMembers = (request, hands) => EXTRA_MEMBERS[request.game]?.(hands, { board: boardOf(request) }) ?? {};

/** Return the five dealt cards of video poker, and the five after the draw; `held` has positions from 1 at the left. */
export function drawHand(order, held) {
  const [dealt, next] = [order.slice(0, 5), order.slice(5)];
  return { dealt, final: dealt.map((index, i) => (held.includes(i + 1) ? index : next.shift())) };
}

/** Return the order of Microsoft's deal of a number. */
export function microsoftOrder(number) {
  const left = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
  const codes = buildShoe({ deck: "standard" });
  return left.map((_, i) => {
    number = (214013 * number + 2531011) % 2 ** 31;
    const k = Math.floor(number / 2 ** 16) % (52 - i);
    [left[k], left[51 - i]] = [left[51 - i], left[k]];
    return codes.indexOf(left[51 - i]);
  });
}

/**
 * The steps of deals that the notation of the table of games cannot say, and the further members of deals. The table
 * names them, and docs/definitions/decks.md defines them. A step changes a deal in progress: `left` are the positions from the top,
 * `place` lays some of them, `code` is the card at one, `hands` and `piles` are maps of maps from part to positions.
 */
import { range } from "../core/canonical.mjs";

const WINDS = ["east", "south", "west", "north"];

/** Put positions into the middle of those that are left. */
const bury = (left, buried) =>
  left.splice(Math.floor(left.length / 2), 0, ...buried);

/** Turn a card to a pile, and another while it is unfit; the unfit ones go back in the middle. */
const turnStarter =
  (unfit, pile = "discards") =>
  ({ left, place, code, piles }) => {
    place(pile, [left.shift()]);
    const [starter, buried] = [piles.get(pile).get(""), []];
    while (left.length && unfit.test(code(starter[0]))) {
      buried.push(starter.pop());
      starter.push(left.shift());
    }
    bury(left, buried);
  };

/** Baccarat: the value of a card, and by the banker's total the player's third cards (- is none) it draws on. */
const pips = (code) =>
  ({ A: 1, T: 10, J: 10, Q: 10, K: 10 })[code[0]] ?? Number(code[0]);
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

/** Replace the unfit cards of a pile from the top while it has some, and enough cards are left; return the unfit ones. */
function replaceUnfit({ left, code, piles }, pile, unfit) {
  const [parts, replaced] = [piles.get(pile), []];
  const listUnfit = () =>
    parts.get("").filter((card) => unfit.test(code(card)));
  for (
    let cards = listUnfit();
    cards.length > 0 && cards.length <= left.length;
    cards = listUnfit()
  ) {
    replaced.push(...cards);
    parts.set("", [
      ...parts.get("").filter((card) => !cards.includes(card)),
      ...left.splice(0, cards.length),
    ]);
  }
  return replaced;
}

const isBonus = (code) => /^[1-4][FS]$/.test(code);

/** Lay the flowers and seasons of a hand open, each replaced from the end of the wall; return them. */
function layOpen({ left, code, hands }, seat) {
  const tiles = hands.get(seat).get("");
  const bonus = tiles.filter((tile) => isBonus(code(tile)));
  hands
    .get(seat)
    .set("", [
      ...tiles.filter((tile) => !bonus.includes(tile)),
      ...bonus.map(() => left.pop()),
    ]);
  return bonus;
}

/** Take the first balls with a code that fits a pattern. */
const pick = ({ left, code }, pattern, count) => {
  const picked = left
    .filter((position) => pattern.test(code(position)))
    .slice(0, count);
  for (const position of picked) left.splice(left.indexOf(position), 1);
  return picked;
};
const drawDrums = (pile, count) => (state) => {
  state.place("drawn", pick(state, /^\d/, 5));
  state.place(pile, pick(state, /^\D/, count));
};

/** Steps that take balls from anywhere in the shuffle, so that none of these can be given. */
export const PICKING_STEPS = {
  sheet(state) {
    for (const letter of "BINGO")
      state.place(
        "player",
        pick(state, new RegExp(`^${letter}`), letter === "N" ? 4 : 5),
        letter,
      );
  },
  "drums/powerball 1": drawDrums("powerball", 1),
  "drums/mega_ball 1": drawDrums("mega_ball", 1),
  "drums/lucky_stars 2": drawDrums("lucky_stars", 2),
};

/** Steps that depend on the faces of cards. */
export const FACE_STEPS = {
  ...PICKING_STEPS,
  no_eight: turnStarter(/^8/),
  no_draw_four: turnStarter(/^W4$/),
  no_joker: turnStarter(/^X/),
  indicator: turnStarter(/^JK$/, "indicator"),
  turned({ left, place, code }) {
    const first = left.shift();
    place("burns", [first], "turned");
    place("burns", left.splice(0, pips(code(first))), "", "burned");
  },
  third({ left, place, code, hands }) {
    const values = (side) =>
      hands
        .get(side)
        .get("")
        .map((card) => pips(code(card)));
    const total = (side) => values(side).reduce((a, b) => a + b) % 10;
    if (total("player") >= 8 || total("banker") >= 8) return;
    if (total("player") <= 5) place("player", [left.shift()], "", "up");
    const [, , third] = values("player");
    if (DRAWS[total("banker")].includes(third ? third % 10 : "-"))
      place("banker", [left.shift()], "", "up");
  },
  natural({ left, place, code }) {
    let turned = left.shift();
    place("discards", [turned]);
    while (left.length && /^[2X]|^3[HD]$/.test(code(turned)))
      place("discards", [(turned = left.shift())]);
  },
  floor(state) {
    state.place("table", state.left.splice(0, 4));
    bury(state.left, replaceUnfit(state, "table", /^J|^7D/));
  },
  one_jack({ left, place, code, piles }) {
    place("table", left.splice(0, 4));
    const cards = piles.get("table").get("");
    const jack = cards.findIndex((card) => /^J/.test(code(card)));
    if (jack < 0 || left.length === 0) return;
    const buried = cards.splice(jack, 1);
    cards.push(left.shift());
    bury(left, buried);
  },
  bottom_card({ left, place, code }) {
    const jacks = [];
    while (left.length > 0) {
      const last = left.pop();
      if (!/^J/.test(code(last))) {
        place("bottom_card", [last]);
        break;
      }
      jacks.unshift(last);
    }
    if (left.length === 0 && jacks.length > 0) place("bottom_card", []);
    left.push(...jacks);
  },
  between({ left, place, code, piles }) {
    const [one, other] = ["first", "second"].map(
      (part) => code(piles.get("table").get(part)[0])[0],
    );
    const areNeighbours = ["AKQJT98765432", "23456789TJQKA"].some((ranks) =>
      ranks.includes(one + other),
    );
    place("table", areNeighbours ? [] : [left.shift()], "third");
  },
  beak({ left, place, code, piles }) {
    const beak = left.shift();
    place("tableau", [beak], "1");
    for (let laid = 1; left.length > 0;) {
      const [card, column] = [left.shift(), String((laid % 7) + 1)];
      place("tableau", [card], column);
      if (code(card)[0] !== code(beak)[0]) laid++;
      else {
        piles.get("tableau").get(column).pop();
        place("foundation", [card]);
      }
    }
  },
  jokers: (state) => state.place("jokers", replaceUnfit(state, "field", /^X/)),
  kings_down({ code, piles }) {
    const isKing = (card) => code(card)[0] === "K";
    for (const [column, cards] of piles.get("tableau"))
      piles
        .get("tableau")
        .set(column, [
          ...cards.filter(isKing),
          ...cards.filter((card) => !isKing(card)),
        ]);
  },
  andar_bahar({ left, place, code, piles }) {
    const joker = code(piles.get("joker").get("")[0])[0];
    for (const side of ["andar", "bahar"]) place(side, []);
    for (let turn = 0; left.length > 0; turn++) {
      const card = left.shift();
      place(turn % 2 ? "bahar" : "andar", [card]);
      if (code(card)[0] === joker) return;
    }
  },
  flowers(state) {
    for (const seat of state.seats) {
      const open = [];
      for (
        let bonus = layOpen(state, seat);
        bonus.length;
        bonus = layOpen(state, seat)
      )
        open.push(...bonus);
      state.place("flowers", open, seat);
    }
  },
  flower_rounds(state) {
    const open = new Map(state.seats.map((seat) => [seat, []]));
    let bonus;
    do {
      bonus = state.seats.flatMap((seat) => {
        const tiles = layOpen(state, seat);
        open.get(seat).push(...tiles);
        return tiles;
      });
    } while (bonus.length);
    for (const seat of state.seats)
      state.place("flowers", open.get(seat), seat);
  },
};

/** Riichi: the dead wall is the last seven stacks of two, and the first `replacements` of them, from the end, have replacement tiles. */
const layDeadWall =
  (replacements) =>
  ({ left, place }) => {
    const stacks = range(7).map(() => left.splice(-2));
    const [first, ...others] = stacks
      .slice(replacements)
      .map(([upper]) => upper);
    place(
      "dead_wall",
      stacks.slice(0, replacements).flat(),
      "replacements",
      "down",
    );
    place("dead_wall", [first], "dora_indicators", "up");
    place("dead_wall", others, "dora_indicators", "down");
    place(
      "dead_wall",
      stacks.slice(replacements).map(([, lower]) => lower),
      "ura_dora_indicators",
      "down",
    );
  };

/** Deal the cards that are left, one at a time, to each hand in turn. */
const dealOut =
  (face) =>
  ({ left, place, seats }) =>
    left
      .splice(0)
      .forEach((card, i) => place(seats[i % seats.length], [card], "", face));

export const SPECIAL_STEPS = {
  ...FACE_STEPS,
  all_out: dealOut(),
  "all_out down": dealOut("down"),
  "dead_wall 2": layDeadWall(2),
  "dead_wall 4": layDeadWall(4),
};

const VULNERABLE =
  "None NS EW All NS EW All None EW All None NS All None NS EW".split(" "); // boards 1 to 16
const RANKS = [..."AKQJT98765432"];
const listSuit = (codes, suit) =>
  RANKS.filter((rank) => codes.includes(rank + suit)).join("");
const formatPbn = (codes) =>
  [..."SHDC"].map((suit) => listSuit(codes, suit)).join(".");

/** Return n over k. */
const choose = (n, k) =>
  range(k, 1).reduce(
    (product, i) => (product * BigInt(n - k + i)) / BigInt(i),
    1n,
  );

/** Return Big Deal's number of a deal: the hands of north, east and south as digits, each ranked among the cards left. */
function rankBridgeDeal(hands) {
  let left = [..."SHDC"].flatMap((suit) => RANKS.map((rank) => rank + suit));
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

const listTiles = (codes, suit) =>
  [..."1234056789"].flatMap((rank) =>
    codes.filter((code) => code === rank + suit),
  );
const formatMpsz = (codes) =>
  [..."mpsz"]
    .map(
      (suit) =>
        listTiles(codes, suit)
          .map((code) => code[0])
          .join("") + suit,
    )
    .filter((group) => group.length > 1)
    .join("");

/** Functions of the codes of each hand and of the board, which return the further members of a deal. */
export const EXTRA_MEMBERS = {
  bridge: (hands, board) => ({
    board,
    dealer: "NESW"[(board - 1) % 4],
    vulnerable: VULNERABLE[(board - 1) % 16],
    pbn: `N:${hands.map(formatPbn).join(" ")}`,
    number: rankBridgeDeal(hands).toString(16).padStart(24, "0"),
  }),
  mpsz: (hands) => ({
    mpsz: Object.fromEntries(
      hands.map((codes, i) => [WINDS[i], formatMpsz(codes)]),
    ),
  }),
  grid([codes]) {
    const numbers = codes.map((code) => Number(code.slice(1)));
    numbers.splice(12, 0, null);
    return {
      grid: range(5).map((row) =>
        range(5).map((column) => numbers[5 * column + row]),
      ),
    };
  },
};

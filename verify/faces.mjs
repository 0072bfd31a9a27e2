/** The suits and ranks of cards, by which conditions name them, implemented from docs/stream-conditions.md alone. */

const FRENCH = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const SPANISH = { O: "coins", C: "cups", E: "swords", B: "clubs" };
const ITALIAN = { D: "coins", C: "cups", S: "swords", B: "clubs" };
const GERMAN = { A: "acorns", L: "leaves", H: "hearts", B: "bells" };
const SWISS = { A: "acorns", R: "roses", S: "shields", B: "bells" };
const TICHU = { J: "jade", W: "swords", P: "pagodas", S: "stars" };
const SPECIAL = { MJ: "mah jong", DO: "dog", PH: "phoenix", DR: "dragon" };
const MONTHS =
  "pine plum cherry wisteria iris peony clover pampas chrysanthemum maple willow paulownia".split(" ");
const HWATU = [...MONTHS.slice(0, 10), "paulownia", "willow"];
const KINDS = { B: "bright", A: "animal", R: "ribbon", P: "plain", D: "double" };
const MAHJONG = { D: "dots", B: "bamboo", C: "characters", F: "flowers", S: "seasons" };
const WINDS = { E: "east", S: "south", W: "west", N: "north" };
const DRAGONS = { R: "red", G: "green", W: "white" };
const RIICHI = { m: "characters", p: "dots", s: "bamboo" };
const HONOURS = "east south west north white green red".split(" ");
const COLOURS = { R: "red", Y: "yellow", G: "green", B: "blue", K: "black", W: "white" };
const WILD = { W: "wild", 4: "wild draw four", S: "wild shuffle hands", C: "wild customizable" };
const ACTIONS = { S: "skip", R: "reverse", D: "draw two" };

const french = (code) => (/^X\d$/.test(code) ? { rank: "joker" } : { suit: FRENCH[code[1]], rank: code[0] });
const suited = (suits) => (code) => ({ suit: suits[code[1]], rank: code[0] });
const flower = (months) => (code) => ({ suit: months[code.slice(1) - 1], rank: KINDS[code[0]] });
function chinese([first, last]) {
  if (last === "W") return { suit: "winds", rank: WINDS[first] };
  return first in DRAGONS ? { suit: "dragons", rank: DRAGONS[first] } : { suit: MAHJONG[last], rank: first };
}
const fourColours = ([first, last]) =>
  first === "W" ? { rank: WILD[last] } : { suit: COLOURS[last], rank: ACTIONS[first] ?? first };
const tarot = (code) => {
  if (code === "FO") return { rank: "fool" };
  return /^\d+T$/.test(code) ? { suit: "trumps", rank: code.slice(0, -1) } : french(code);
};
/** Cards that are a number and the letter of a colour; the others have a name. */
const coloured = (others) => (code) =>
  code in others ? { rank: others[code] } : { suit: COLOURS[code.at(-1)], rank: code.slice(0, -1) };
const MILITARY = /^(6-[23]|5-[234]|4-[123]|3-2|2-1)$/;
const whole = (code) => ({ rank: code });
const twoDrums = (name) => (code) =>
  /^\d/.test(code) ? { suit: "main", rank: code } : { suit: name, rank: code.slice(1) };

/** By deck, a function of a code that returns the suit of the card, if it has one, and its rank. */
export const FACES = {
  standard: french,
  piquet: french,
  euchre: french,
  pinochle: french,
  spanish40: suited(SPANISH),
  spanish48: suited(SPANISH),
  italian40: suited(ITALIAN),
  german32: suited(GERMAN),
  german36: suited(GERMAN),
  german33: suited(GERMAN),
  swiss36: suited(SWISS),
  tarot,
  tarock54: tarot,
  hanafuda: flower(MONTHS),
  hanafuda34: flower(MONTHS),
  hwatu: (code) => (code[0] === "X" ? { rank: "joker" } : flower(HWATU)(code)),
  mahjong: chinese,
  american_mahjong(code) {
    if (code === "JK") return { rank: "joker" };
    return code === "FL" ? { suit: "flowers", rank: "flower" } : chinese(code);
  },
  riichi([first, last]) {
    if (last === "z") return { suit: first < 5 ? "winds" : "dragons", rank: HONOURS[first - 1] };
    return { suit: RIICHI[last], rank: first === "0" ? "5" : first };
  },
  dominoes: whole,
  chinese_dominoes: (code) => ({ suit: MILITARY.test(code) ? "military" : "civil", rank: code }),
  okey: coloured({ JK: "joker" }),
  keno: whole,
  bingo75: (code) => ({ suit: code[0].toLowerCase(), rank: code.slice(1) }),
  bingo90: whole,
  lottery49: whole,
  powerball: twoDrums("powerball"),
  mega_millions: twoDrums("mega ball"),
  euromillions: twoDrums("lucky star"),
  tichu: (code) => (code in SPECIAL ? { rank: SPECIAL[code] } : suited(TICHU)(code)),
  wild_colours: fourColours,
  wild_colours112: fourColours,
  bird_colours: coloured({ BI: "bird" }),
  wizards: coloured({ WI: "wizard", JE: "jester" }),
  fireworks: coloured({}),
  numbers162: (code) => ({ rank: code === "WW" ? "wild" : code }),
};

/** Files of bridge boards, PBN or LIN, that have their seed, checked as docs/stream-decks.md says. */
import { computeResult } from "./responses.mjs";
import { Refused, checkObject } from "./validation.mjs";

const SEATS = "NESW";
const SUITS = "SHDC";
const RANKS = "AKQJT98765432";
const MAX_BOARDS = 5000;
const VULNERABLE = { None: "none love - o 0", NS: "ns n-s n", EW: "ew e-w e", All: "all both b" };

const toNumber = (text) => (/^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined);
const readVulnerable = (text) =>
  Object.keys(VULNERABLE).find((name) => VULNERABLE[name].split(" ").includes(text.toLowerCase())) ?? (text || undefined);

/** Return the seed, the index and perhaps the number of the deal that a comment names. */
function readOrigin(comment) {
  const [, seed, index, board] =
    /\bseed "([^"]{1,256})", index (\d{1,15})(?:, dealt as board ([1-9]\d{0,14}))?(?!\d)/.exec(comment) ?? [];
  return seed === undefined ? {} : { seed, index: Number(index), dealtAs: board && Number(board) };
}

/** Return a hand, its ranks by suit, as PBN has it; undefined for ranks that there are not. */
const formatHand = (suits) =>
  suits.every((ranks) => [...ranks].every((rank) => RANKS.includes(rank)))
    ? suits.map((ranks) => [...ranks].sort((one, other) => RANKS.indexOf(one) - RANKS.indexOf(other)).join("")).join(".")
    : undefined;

/** Return the hands of a Deal tag by seat; undefined if it has none. */
function readPbnDeal(text) {
  const [, first, rest] = /^\s*([NESW]):(.*?)\s*$/i.exec(text) ?? [];
  const hands = rest?.split(" ").map((hand) => hand.toUpperCase().split("."));
  if (hands?.length !== 4 || hands.some((suits) => suits.length !== 4)) return undefined;
  const from = SEATS.indexOf(first.toUpperCase());
  const entries = hands.map((suits, i) => [SEATS[(from + i) % 4], formatHand(suits)]);
  return entries.every(([, hand]) => hand !== undefined) ? Object.fromEntries(entries) : undefined;
}

/** Return the hands of a LIN deal by seat. It has S, W, N and perhaps E, who otherwise has the rest of the cards. */
function readLinDeal(text) {
  const read = text.slice(1).toUpperCase().split(",").slice(0, 4).map((hand) => {
    const [match, ...suits] = /^(?:S([^SHDC]*))?(?:H([^SHDC]*))?(?:D([^SHDC]*))?(?:C([^SHDC]*))?$/.exec(hand) ?? [];
    return match === undefined ? undefined : suits.map((ranks) => ranks ?? "");
  });
  if (read.includes(undefined) || read.length < 3) return undefined;
  if (read.length === 3 || read[3].join("") === "")
    read[3] = [0, 1, 2, 3].map((suit) => [...RANKS].filter((rank) => !read.slice(0, 3).some((hand) => hand[suit].includes(rank))).join(""));
  const hands = read.map(formatHand);
  return hands.includes(undefined) ? undefined : Object.fromEntries([..."SWNE"].map((seat, i) => [seat, hands[i]]));
}

/** Return the boards of a PBN file; the second tag of a name, in any case, begins the next one. */
function parsePbn(text) {
  const boards = [{ tags: { __proto__: null } }];
  for (const [, written, value, comment] of text.replace(/(?<![^\r\n])%[^\r\n]*/g, "").matchAll(/\[[ \t-\r]{0,9}(\w{1,40})[ \t-\r]{0,9}"([^"\r\n]*)"[ \t-\r]{0,9}\]|\{([^{}]*)\}/g)) {
    const name = written?.toLowerCase();
    if (name !== undefined && Object.hasOwn(boards.at(-1).tags, name)) boards.push({ tags: { __proto__: null } });
    if (name === undefined) Object.assign(boards.at(-1), readOrigin(comment));
    else boards.at(-1).tags[name] = value;
  }
  return boards
    .filter(({ tags }) => tags.deal !== undefined)
    .map(({ tags: { board = "", dealer, vulnerable = "", deal }, ...origin }) => ({
      ...origin,
      number: toNumber(board),
      dealer: dealer?.toUpperCase() || undefined,
      vulnerable: readVulnerable(vulnerable),
      deal,
      hands: readPbnDeal(deal),
    }));
}

/** Return the boards of a LIN file; each is from a deal (md) to the next, with the label (qx) before it. */
function parseLin(text) {
  const boards = [{}];
  const words = text.replace(/[\r\n]+/g, "").split("|");
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [name, value] = [words[i].replace(/^[ \t]+|[ \t]+$/g, "").toLowerCase(), words[i + 1]];
    if (["qx", "md"].includes(name) && boards.at(-1).deal !== undefined) boards.push({});
    const board = boards.at(-1);
    if (name === "qx") board.number = toNumber(value.slice(1));
    if (name === "ah") board.number = toNumber(value.replace(/^Board /, "")) ?? board.number;
    if (name === "sv") board.vulnerable = readVulnerable(value);
    if (["at", "nt"].includes(name)) Object.assign(board, readOrigin(value));
    if (name === "md") Object.assign(board, { deal: value, dealer: "SWNE"["1234".indexOf(value[0])], hands: readLinDeal(value) });
  }
  return boards.filter(({ deal }) => deal !== undefined);
}

/** Return the boards of a PBN or a LIN file, with what it says of each. */
export function parseBoardFile(text) {
  const boards = parsePbn(text);
  return boards.length ? boards : parseLin(text);
}

/** Return the first difference of a board from the deal of its seed and index, or undefined. */
async function compareBoard({ number, seed, index, dealtAs = number, ...seen }) {
  const { hands } = await computeResult({ path: "/v1/games/bridge/deal", seed, index, board: dealtAs });
  const dealt = ({ cards }) => formatHand([...SUITS].map((suit) => cards.filter((code) => code[1] === suit).map(([rank]) => rank).join("")));
  const turn = number - 1;
  const pairs = [
    ["Dealer", SEATS[turn % 4], seen.dealer ?? SEATS[turn % 4]],
    ["Vulnerable", Object.keys(VULNERABLE)[(turn + Math.floor(turn / 4)) % 4], seen.vulnerable],
    ...hands.map((hand) => [hand.seat, dealt(hand), seen.hands === undefined ? seen.deal : seen.hands[hand.seat]]),
  ];
  const other = pairs.find(([name, expected, value]) => value !== expected && !(name === "Vulnerable" && value === undefined));
  if (other === undefined) return undefined;
  const detail = `board ${number} of the file is not the one of its seed at index ${index}`;
  return { where: `board ${number}, ${other[0]}`, expected: other[1], seen: other[2], detail };
}

/**
 * Return the result of the check of a file, as `check` of verify.mjs does. Throw `Refused` for a text that is no such file,
 * and for one of which no board has a seed.
 */
export async function checkBoardFile({ file: text, ...others }) {
  checkObject("", others, []);
  const boards = parseBoardFile(text);
  if (boards.length === 0) throw new Refused("the file", "no deal of a PBN or a LIN file is in it");
  if (boards.length > MAX_BOARDS) throw new Refused("the file", `at most ${MAX_BOARDS} boards are checked at once`);
  const seeded = boards.filter(({ seed }) => seed !== undefined);
  if (seeded.length === 0)
    throw new Refused("the file", "no board of it has its seed, so that none can be dealt again; files have it that were requested with include_seed");
  const numbered = seeded.filter(({ number }) => number !== undefined);
  for (const board of numbered) {
    const difference = await compareBoard(board);
    if (difference) return { valid: false, difference };
  }
  const seeds = [...new Set(seeded.map(({ seed }) => JSON.stringify(seed)))];
  const notes = [`the boards are those of the seed ${seeds.slice(0, 10).join(", ")}: compare it with the one that was announced`];
  const reasons = {
    seeds: [boards.length - seeded.length, "without a seed"],
    numbers: [seeded.length - numbered.length, "without a number, which decides who gets the first card"],
  };
  const unchecked = Object.entries(reasons).filter(([, [count]]) => count > 0);
  if (unchecked.length === 0) return { valid: true, notes };
  return { valid: null, unchecked: Object.fromEntries(unchecked.map(([name, [count, why]]) => [name, `${count} of ${boards.length} boards are ${why}`])), notes };
}

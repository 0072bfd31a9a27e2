/**
 * Files of bridge boards, PBN or LIN: what they say of each board, and the known hands of one. board_check.mjs checks
 * those that have their seed.
 */
// @ts-check
import { Refused, isEmpty } from "../core/validation.mjs";

/** @import { JsonObject } from "../core/validation.mjs" */

/**
 * The hands of a deal by seat, each as PBN has it: `{ N: "AKQ.T9..5432", … }`.
 *
 * @typedef {{ [seat: string]: string }} WrittenHands
 */

/**
 * The known cards of a deal, as codes by seat: `{ N: ["AS", "KS"], … }`.
 *
 * @typedef {{ [seat: string]: string[] }} KnownHands
 */

/**
 * What a comment of a file says of a deal: its seed, its index, and the number of the board that it was dealt as.
 *
 * @typedef {{ seed?: string, index?: number, dealtAs?: number }} Origin
 */

/**
 * What a file says of a board before its deal is read.
 *
 * @typedef {object} BoardFields
 * @property {{ [name: string]: string | undefined }} tags by name in lower case, or in the case of a link
 * @property {string} [deal] its text, in PBN or LIN
 * @property {number} [number]
 * @property {string} [dealer] a seat, or whatever is written
 * @property {string} [vulnerable] a name in VULNERABLE, or whatever is written
 * @property {WrittenHands} [hands] undefined for a deal that is not whole
 */

/**
 * What a file says of a board that has a deal.
 *
 * @typedef {BoardFields & Origin & { deal: string }} Board
 */

/**
 * A row of hands in a hand record, each with the ranks of the suits that were read:
 * `{ seat: "N", suits: { S: "AK" } }`.
 *
 * @typedef {{ seat?: string, suits: { [suit: string]: string } }[]} RecordRow
 */

const SEATS = "NESW";

/**
 * The seats from each seat on.
 *
 * @type {{ [seat: string]: string }}
 */
const CLOCKWISE = {
  N: "NESW",
  E: "ESWN",
  S: "SWNE",
  W: "WNES",
};
const SUITS = "SHDC";
const RANKS = "AKQJT98765432";

/**
 * By each way to be vulnerable, its spellings in lower case.
 *
 * @type {{ [name: string]: string }}
 */
const VULNERABLE = {
  None: "none love - o 0",
  NS: "ns n-s n",
  EW: "ew e-w e",
  All: "all both b",
};

/**
 * Return a board of which nothing is read; no tag has a name that all objects have.
 *
 * @returns {BoardFields & Origin}
 */
const beginBoard = () => ({ tags: Object.create(null) });

/**
 * Return the number that a text writes, undefined if it is no number above 0.
 *
 * @param {string} text
 */
const toNumber = (text) =>
  /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;

/**
 * Return the name in VULNERABLE that a text spells, the text itself if it is none, undefined if it is empty.
 *
 * @param {string} text
 */
const readVulnerable = (text) =>
  Object.keys(VULNERABLE).find((name) =>
    VULNERABLE[name].split(" ").includes(text.toLowerCase()),
  ) ??
  (text || undefined);

/**
 * Return the seed, the index and perhaps the number of the deal that a comment names.
 *
 * @param {string} comment `seed "abc", index 3, dealt as board 1`
 * @returns {Origin}
 */
function readOrigin(comment) {
  const match =
    /\bseed "([^"]{1,256})", index (\d{1,15})(?:, dealt as board ([1-9]\d{0,14}))?(?!\d)/.exec(
      comment,
    );
  if (match === null) return {};
  const [, seed, index, board] = match;
  return {
    seed,
    index: Number(index),
    dealtAs: board === undefined ? undefined : Number(board),
  };
}

/**
 * Return a hand, its ranks by suit, as PBN has it; undefined for ranks that there are not.
 *
 * @param {string[]} suits the ranks of S, H, D and C: `["QAK", "", "9T", "2"]`
 * @returns {string | undefined} `"AKQ..T9.2"`
 */
export function formatHand(suits) {
  const ranks = suits.flatMap((text) => [...text]);
  if (!ranks.every((rank) => RANKS.includes(rank))) return undefined;
  /** @param {string} text */
  const sortRanks = (text) =>
    [...text].sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("");
  return suits.map(sortRanks).join(".");
}

/**
 * Return the hands of a deal by seat, undefined if one of them could not be written.
 *
 * @param {readonly string[]} seats in the order of the hands
 * @param {readonly (string | undefined)[]} hands
 * @returns {WrittenHands | undefined}
 */
function seatHands(seats, hands) {
  /** @type {WrittenHands} */
  const bySeat = {};
  for (const [i, seat] of seats.entries()) {
    const hand = hands[i];
    if (hand === undefined) return undefined;
    bySeat[seat] = hand;
  }
  return bySeat;
}

/**
 * Return the hands of a Deal tag by seat; undefined if it has none.
 *
 * @param {string} text `"N:AKQ.T9..5432 … … …"`
 */
function readPbnDeal(text) {
  const match = /^\s*([NESW]):(.*?)\s*$/i.exec(text);
  if (match === null) return undefined;
  const [, first, texts] = match;
  const hands = texts.split(" ").map((hand) => hand.toUpperCase().split("."));
  if (hands.length !== 4 || hands.some((suits) => suits.length !== 4))
    return undefined;
  const seats = [...CLOCKWISE[first.toUpperCase()]];
  return seatHands(seats, hands.map(formatHand));
}

/**
 * Return the ranks of the suits S, H, D and C of a hand in LIN; undefined for any other text.
 *
 * @param {string} text `"SAKHQC2"`
 * @returns {string[] | undefined} `["AK", "Q", "", "2"]`
 */
function readLinHand(text) {
  const match =
    /^(?:S([^SHDC]*))?(?:H([^SHDC]*))?(?:D([^SHDC]*))?(?:C([^SHDC]*))?$/.exec(
      text,
    );
  return match?.slice(1).map((ranks) => ranks ?? "");
}

/**
 * Return the cards that no hand has, as their ranks by suit.
 *
 * @param {string[][]} hands the ranks of each by suit
 */
const listMissing = (hands) =>
  [0, 1, 2, 3].map((suit) =>
    [...RANKS]
      .filter((rank) => !hands.some((hand) => hand[suit].includes(rank)))
      .join(""),
  );

/**
 * Return the hands of a LIN deal by seat. It has S, W, N and perhaps E, who otherwise has the rest of the cards.
 *
 * @param {string} text `"3SAKHQ…,S…,S…"`: the number of the dealer, then the hands
 */
function readLinDeal(text) {
  const texts = text.slice(1).toUpperCase().split(",").slice(0, 4);
  /** @type {string[][]} */
  const hands = [];
  for (const hand of texts) {
    const suits = readLinHand(hand);
    if (suits === undefined) return undefined;
    hands.push(suits);
  }
  if (hands.length < 3) return undefined;
  if (hands.length === 3 || hands[3].join("") === "")
    hands[3] = listMissing(hands.slice(0, 3));
  return seatHands([..."SWNE"], hands.map(formatHand));
}

/** A tag of PBN with its name and value, or a comment. */
const PBN_PARTS =
  /\[[ \t-\r]{0,9}(\w{1,40})[ \t-\r]{0,9}"([^"\r\n]*)"[ \t-\r]{0,9}\]|\{([^{}]*)\}/g;

/**
 * Return the tags of each board of a PBN file, with the origin that a comment names; the second tag of a name, in any
 * case, begins the next board.
 *
 * @param {string} text
 */
function splitPbn(text) {
  let board = beginBoard();
  const boards = [board];
  const withoutEscapes = text.replace(/(?<![^\r\n])%[^\r\n]*/g, "");
  for (const [, tag, value, comment] of withoutEscapes.matchAll(PBN_PARTS)) {
    if (tag === undefined) {
      Object.assign(board, readOrigin(comment));
      continue;
    }
    const name = tag.toLowerCase();
    if (Object.hasOwn(board.tags, name)) {
      board = beginBoard();
      boards.push(board);
    }
    board.tags[name] = value;
  }
  return boards;
}

/**
 * Return the boards of a PBN file.
 *
 * @param {string} text
 */
function parsePbn(text) {
  /** @type {Board[]} */
  const boards = [];
  for (const { tags, ...origin } of splitPbn(text)) {
    const { board = "", dealer, vulnerable = "", deal } = tags;
    if (deal === undefined) continue;
    boards.push({
      ...origin,
      number: toNumber(board),
      dealer: dealer?.toUpperCase() || undefined,
      vulnerable: readVulnerable(vulnerable),
      deal,
      tags: { ...tags, dealer: undefined },
      hands: readPbnDeal(deal),
    });
  }
  return boards;
}

/**
 * Note what a word of LIN says of a board.
 *
 * @param {BoardFields & Origin} board
 * @param {string} name of two letters: "md" for the deal
 * @param {string} value
 */
function noteLinWord(board, name, value) {
  board.tags[name] = value;
  if (name === "qx") board.number = toNumber(value.slice(1));
  if (name === "ah")
    board.number = toNumber(value.replace(/^Board /, "")) ?? board.number;
  if (name === "sv") board.vulnerable = readVulnerable(value);
  if (["at", "nt"].includes(name)) Object.assign(board, readOrigin(value));
  if (name === "md") {
    board.deal = value;
    board.dealer = "SWNE"["1234".indexOf(value[0])];
    board.hands = readLinDeal(value);
  }
}

/**
 * @param {BoardFields & Origin} board
 * @returns {board is Board}
 */
const hasDeal = (board) => board.deal !== undefined;

/**
 * Return the boards of a LIN file; each is from a deal (md) to the next, with the label (qx) before it.
 *
 * @param {string} text `"qx|o1|md|3S…,S…,S…|sv|n|"`: names and values in turn
 * @returns {Board[]}
 */
function parseLin(text) {
  let board = beginBoard();
  const boards = [board];
  const words = text.replace(/[\r\n]+/g, "").split("|");
  for (let i = 0; i + 1 < words.length; i += 2) {
    const name = words[i].replace(/^[ \t]+|[ \t]+$/g, "").toLowerCase();
    if (["qx", "md"].includes(name) && hasDeal(board)) {
      board = beginBoard();
      boards.push(board);
    }
    noteLinWord(board, name, words[i + 1]);
  }
  return boards.filter(hasDeal);
}

/**
 * Return the boards of a PBN or a LIN file, with what it says of each.
 *
 * @param {string} text
 * @returns {Board[]}
 */
export function parseBoardFile(text) {
  const boards = parsePbn(text);
  return boards.length ? boards : parseLin(text);
}

/**
 * Return the dealer of a board: north of board 1, and clockwise from board to board.
 *
 * @param {number} number of the board, from 1 on
 * @returns {string} such as "N"
 */
export const dealerOf = (number) => SEATS[(number - 1) % 4];

/**
 * Return who is vulnerable on a board.
 *
 * @param {number} number of the board
 * @returns {string} a name in VULNERABLE
 */
export const vulnerableOf = (number) =>
  Object.keys(VULNERABLE)[(number - 1 + Math.floor((number - 1) / 4)) % 4];

/**
 * Return the ranks of codes by suit.
 *
 * @param {string[]} codes `["AS", "KS", "2C"]`
 * @returns {string[]} `["AK", "", "", "2"]`
 */
export const listRanks = (codes) =>
  [...SUITS].map((suit) =>
    codes
      .filter((code) => code[1] === suit)
      .map((code) => code[0])
      .join(""),
  );

const MAX_TEXT = 100_000; // characters of a text with known cards
const MAX_KNOWN = 1000; // boards in it
const MAX_LINE = 1000; // characters of a line that are read
const MAX_NAMES = 20; // of tags that are listed

const SIGNS = "♠♥♦♣♤♡♢♧";

/**
 * The words for each seat, in lower case.
 *
 * @type {{ [seat: string]: string }}
 */
const SEAT_WORDS = {
  N: "north nord norden norte n",
  E: "east este est osten ost e",
  S: "south süden süd sud sur s",
  W: "west westen ouest oeste w",
};

/**
 * Return the seat that a word means, undefined if it is none.
 *
 * @param {string} word
 */
const seatOf = (word) =>
  [...SEATS].find((seat) =>
    SEAT_WORDS[seat].split(" ").includes(word.toLowerCase()),
  );

/** The words for seats as they are written, but for single letters. */
const FORMS = Object.values(SEAT_WORDS)
  .join(" ")
  .split(" ")
  .filter((word) => word.length > 1)
  .flatMap((word) => [
    word,
    word.toUpperCase(),
    word[0].toUpperCase() + word.slice(1),
  ])
  .join("|");

/** A rank, and the ranks of a suit in a hand. */
const RANK = "(?:10|[2-9TJQKAXtjqkax])";
const WORD_BEGINS = "(?<![\\p{L}\\p{N}])";
const WORD_ENDS = "(?![\\p{L}\\p{N}])";
const BLANKS = "[ \\t]{0,9}";
const HOLDING = `(?:${RANK}(?:[ \\t]?${RANK}){0,25}|[-–—]{1,9})${WORD_ENDS}`;

/** A suit by its sign, but not that of a bid such as 1♠, perhaps with the ranks in it. */
const SIGN = `(?<!${WORD_BEGINS}[1-7])(?<sign>[${SIGNS}])[\\ufe0e\\ufe0f]?`;
const SUIT_SIGN = `${SIGN}:?${BLANKS}(?<ranksOfSign>${HOLDING})?`;
/** A suit by its letter, with the ranks in it: "S: AKQ", "S AKQ". */
const LETTER = `${WORD_BEGINS}(?<letter>[SHDC])`;
const SUIT_LETTER = `${LETTER}(?::${BLANKS}|[ \\t]{1,9})(?<ranksOfLetter>${HOLDING})`;
const BOARD_NUMBER =
  "(?<![\\p{L}\\p{N}_])[Bb]oard[^\\p{L}\\p{N}_]{0,3}(?<number>[0-9]{1,9})(?![0-9])";
const SEAT = `${WORD_BEGINS}(?<word>[NESW](?=${BLANKS}(?::|$))|${FORMS})${WORD_ENDS}`;

/** What a line of a hand record can have. */
const RECORD = new RegExp(
  [SUIT_SIGN, SUIT_LETTER, BOARD_NUMBER, SEAT].join("|"),
  "gu",
);

/**
 * Return the error that refuses a text of known cards.
 *
 * @param {string} reason
 */
const refuse = (reason) => new Refused("given.deal", reason);

/**
 * Return whether a text says anything: it has a letter or a digit.
 *
 * @param {string | undefined} value
 */
const isTold = (value) => /[\p{L}\p{N}]/u.test(value ?? "");

/**
 * Return the boards of a link to BBO's handviewer: LIN in `lin`, or the hands in `n`, `e`, `s` and `w`.
 *
 * @param {string} query `"n=SAK&e=…&b=3"`
 * @returns {Board[]}
 */
function parseLink(query) {
  const entries = [...new URLSearchParams(query)]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => [name.toLowerCase(), value]);
  /** @type {{ [name: string]: string }} */
  const members = Object.fromEntries(entries);
  const { lin, n = "", e = "", s = "", w = "", b = "", ...tags } = members;
  if (lin !== undefined) return parseLin(lin);
  if (n + e + s + w === "") return [];
  const deal = [s, w, n, e].join(",");
  return [{ tags: { md: "", ...tags }, number: toNumber(b), deal }];
}

/** A line of all codes of a deal, in the order of the seats: "AS KS … 2C". */
const CODES_LINE =
  /^(?:(?:10|[2-9TJQKA])[SHDC][ \t]){51}(?:10|[2-9TJQKA])[SHDC]\s{0,9}$/;

/**
 * Return the deal of a line of 52 codes, thirteen for each seat.
 *
 * @param {string} line
 * @returns {string} in PBN: `"N:AKQ.T9..5432 …"`
 */
function readCodes(line) {
  const codes = line.trim().replaceAll("10", "T").split(/\s+/);
  const hands = [0, 13, 26, 39].map((start) =>
    formatHand(listRanks(codes.slice(start, start + 13))),
  );
  return `N:${hands.join(" ")}`;
}

/**
 * Return the deal of the rows of a hand record: hands below their seats, or one, two and one as at a table.
 *
 * @param {RecordRow[]} rows
 * @returns {string} in PBN
 */
function joinRows(rows) {
  const isTable = rows.map((row) => row.length).join() === "1,2,1";
  const hands = rows
    .flat()
    .map((hand, i) => ({ ...hand, seat: isTable ? "NWES"[i] : hand.seat }));
  if (
    new Set(hands.map((hand) => hand.seat)).size < hands.length ||
    hands.some((hand) => hand.seat === undefined)
  )
    throw refuse("the seats of its hands are not all there, once each");
  const texts = [...SEATS].map((seat) => {
    const suits = hands.find((hand) => hand.seat === seat)?.suits;
    return [...SUITS].map((suit) => suits?.[suit] ?? "").join(".");
  });
  return `N:${texts.join(" ")}`;
}

/** The reader of a hand record, line by line: suits of each hand, spades first, below its seat or as at a table. */
class RecordReader {
  /** @type {Board[]} */
  boards = [];
  board = beginBoard();
  /** @type {RecordRow[]} */
  rows = [];
  /**
   * The seat that was read last, for the hand that begins next.
   *
   * @type {string | undefined}
   */
  seat;

  /** End a board: its deal is that of the rows; the number goes on until there is another one. */
  close() {
    this.boards.push({ ...this.board, deal: joinRows(this.rows) });
    this.board = { ...beginBoard(), number: this.board.number };
    this.rows = [];
  }

  /**
   * Read a line: suits, seats and numbers of boards. Throw `Refused` for a suit without a hand.
   *
   * "S AKQ  S 432" begins a row of two hands, with AKQ and with 432 of spades.
   *
   * @param {string} line
   */
  readLine(line) {
    const characters = [...line];
    if (characters.length > MAX_LINE || isTold(line.replace(RECORD, "")))
      this.board.tags["other text"] = "a"; // says something, so that its name is told as not read
    /**
     * How many hands of this board have had each suit in this line.
     *
     * @type {{ [suit: string]: number }}
     */
    let counts = { S: 0, H: 0, D: 0, C: 0 };
    const start = characters.slice(0, MAX_LINE).join("");
    for (const { groups = {} } of start.matchAll(RECORD)) {
      const { sign, ranksOfSign, letter, ranksOfLetter, number, word } = groups;
      const suit = sign ? SUITS[SIGNS.indexOf(sign) % 4] : letter;
      const beginsRow = suit === "S" && counts.S === 0;
      if ((number || beginsRow) && this.rows.flat().length >= 4) {
        this.close();
        counts = { S: 0, H: 0, D: 0, C: 0 };
      }
      if (number) this.board.number = Number(number) || undefined;
      if (word) this.seat = seatOf(word);
      if (!suit) continue;
      if (beginsRow) this.rows.push([]);
      const suits = this.#findHand(suit, counts[suit]++);
      if (suits === undefined || suit in suits)
        throw refuse(
          `${JSON.stringify(line.trim().slice(0, 60))} has a suit that belongs to no hand; each hand begins with spades`,
        );
      const ranks = ranksOfSign ?? ranksOfLetter ?? "";
      suits[suit] = ranks.replace(/[ \t–—-]/g, "");
    }
  }

  /**
   * Return the suits of the hand to which a suit belongs, undefined if there is none; spades begin a hand.
   *
   * @param {string} suit
   * @param {number} place of the hand in its row, from 0
   */
  #findHand(suit, place) {
    const row = this.rows.at(-1);
    if (suit === "S") {
      row?.push({ seat: this.seat, suits: {} });
      this.seat = undefined;
    }
    return row?.[place]?.suits;
  }
}

/**
 * Return the boards of a hand record: all codes of a deal in a line, or the suits of each hand, spades first, below its
 * seat or as at a table.
 *
 * @param {string} text
 * @returns {Board[]}
 */
function parseRecord(text) {
  const reader = new RecordReader();
  for (const line of text.split(/[\r\n]+/))
    if (CODES_LINE.test(line))
      reader.boards.push({ tags: {}, deal: readCodes(line) });
    else reader.readLine(line);
  if (reader.rows.length) reader.close();
  return reader.boards;
}

/**
 * Return the boards of deals in PBN that stand alone in their lines, without a tag.
 *
 * @param {string} text
 * @returns {Board[]}
 */
function parseBareDeals(text) {
  const matches = text.matchAll(
    /^[ \t]{0,9}([NESWnesw]:[ \t]{0,9}(?:-[ \t]|[^\s.]{0,40}\.)[^\r\n]*)/gm,
  );
  return Array.from(matches, ([, deal]) => ({ tags: {}, deal }));
}

/**
 * Return the board of that number, or the only deal; boards without a number are counted from 1.
 *
 * @param {Board[]} boards
 * @param {number} [number]
 */
function selectBoard(boards, number) {
  const numbers = boards.map(
    (board, i) => board.number ?? (boards.length > 1 ? i + 1 : number),
  );
  const selected = boards.filter(
    (_, i) => number === undefined || numbers[i] === number,
  );
  if (new Set(selected.map(({ deal }) => deal)).size === 1) return selected[0];
  const firstNumbers = [...new Set(numbers)].slice(0, 10).join(", ");
  throw refuse(
    `one deal was expected, or a board of it; it has the boards ${firstNumbers}`,
  );
}

/**
 * Return the suits of a hand in LIN with their ranks; undefined for any other text.
 *
 * @param {string} text `"SAKHQ"`
 */
function splitLinHand(text) {
  const suits = [...text.matchAll(/([SHDC])([^SHDC]*)/g)];
  const ranks = new Map(suits.map(([, suit, texts]) => [suit, texts]));
  const isWhole = suits.map(([match]) => match).join("") === text;
  return isWhole && ranks.size === suits.length ? ranks : undefined;
}

/**
 * Return the suits of a hand in PBN with their ranks; undefined for any other text.
 *
 * @param {string} text `"AK.Q.-."`, or `"-"` for a hand that is not known
 */
function splitPbnHand(text) {
  const suits = (text === "-" ? "-.-.-.-" : text).split(".");
  if (suits.length !== 4) return undefined;
  return new Map(
    suits.map((ranks, i) => [SUITS[i], ranks === "-" ? "" : ranks]),
  );
}

/**
 * Return the codes of a hand in LIN or in PBN.
 *
 * @param {string} where the board and the seat, in words
 * @param {string} text
 * @param {boolean} isLin
 * @returns {string[]} `["AS", "KS", "QH"]`
 */
function readHand(where, text, isLin) {
  const ranksBySuit = isLin ? splitLinHand(text) : splitPbnHand(text);
  if (ranksBySuit === undefined) {
    const example = isLin ? "SAKQHJT9D876C5432" : "AKQ.JT9.876.5432";
    const beginning = JSON.stringify(text.slice(0, 60));
    throw refuse(
      `${where}: a hand as ${example} was expected, not ${beginning}`,
    );
  }
  return [...SUITS].flatMap((suit) => {
    const ranks = (ranksBySuit.get(suit) ?? "").replaceAll("10", "T");
    return Array.from(ranks, (rank) => {
      if (!RANKS.includes(rank))
        throw refuse(
          `${where}: ${JSON.stringify(rank)} is no rank; leave unknown cards out`,
        );
      return rank + suit;
    });
  });
}

/**
 * Return the seats of a deal and the texts of their hands, as many or more.
 *
 * @param {string} where the board, in words
 * @param {string} deal in capitals
 * @param {boolean} isLin
 */
function splitDeal(where, deal, isLin) {
  const [first, ...partsAfterColon] = deal.split(":");
  const seats = isLin ? "SWNE" : (CLOCKWISE[first.trim()] ?? "");
  const texts = isLin
    ? deal.replace(/^[0-4]|\s/g, "").split(",")
    : partsAfterColon.join(":").split(/\s+/).filter(Boolean);
  if (isLin) while (texts.length < 4) texts.push("");
  if (seats === "" || texts.length < 4 || texts.slice(4).some(Boolean))
    throw refuse(
      `${where}: a deal in PBN or LIN was expected, not ${JSON.stringify(deal.slice(0, 60))}`,
    );
  return { seats: [...seats], texts };
}

/**
 * Throw `Refused` for hands that cannot be: with more than 13 cards, with a card twice, or without any card.
 *
 * @param {string} where the board, in words
 * @param {KnownHands} hands
 */
function checkHands(where, hands) {
  const long = Object.keys(hands).find((seat) => hands[seat].length > 13);
  if (long) throw refuse(`${where}, ${long}: at most 13 cards were expected`);
  const codes = Object.values(hands).flat();
  const twice = codes.find((code, i) => codes.indexOf(code) < i);
  if (twice) throw refuse(`${where}: ${twice} is there twice`);
  if (codes.length === 0) throw refuse(`${where} has no known card`);
}

/**
 * Return the known hands of a board by seat, those with a card. In LIN a fourth hand that is left out has the other
 * cards.
 *
 * @param {Board} board
 * @returns {KnownHands}
 */
function readHands({ number, deal, tags }) {
  const isLin = tags.md !== undefined;
  const where = number === undefined ? "the deal" : `board ${number}`;
  const { seats, texts } = splitDeal(where, deal.toUpperCase(), isLin);
  /** @type {KnownHands} */
  const hands = Object.fromEntries(
    seats.map((seat, i) => [
      seat,
      readHand(`${where}, ${seat}`, texts[i], isLin),
    ]),
  );
  checkHands(where, hands);
  const codes = Object.values(hands).flat();
  if (isLin && hands.E.length === 0 && codes.length === 39)
    hands.E = [...SUITS]
      .flatMap((suit) => [...RANKS].map((rank) => rank + suit))
      .filter((code) => !codes.includes(code));
  return Object.fromEntries(
    [...SEATS]
      .filter((seat) => hands[seat].length)
      .map((seat) => [seat, hands[seat]]),
  );
}

/**
 * Return the boards that a text tells of in any of the forms that are known here. Throw `Refused` for a text without a
 * deal.
 *
 * @param {string} text
 */
function parseKnownBoards(text) {
  if ([...text].length > MAX_TEXT)
    throw refuse(`at most ${MAX_TEXT} characters were expected`);
  const plain = text.replace(/^\uFEFF/, "").trim();
  const query = /^https?:\/\/[^\s?]*\?([^]*)$/.exec(plain)?.[1];
  const parsers = [parsePbn, parseLin, parseBareDeals, parseRecord];
  /** @type {Board[]} */
  let boards = query === undefined ? [] : parseLink(query);
  for (const parse of query === undefined ? parsers : [])
    if (boards.length === 0) boards = parse(plain);
  if (boards.length === 0)
    throw refuse(
      "no deal is in it; a deal in PBN, a PBN or a LIN file, a hand record or a link to BBO's handviewer was expected",
    );
  if (boards.length > MAX_KNOWN)
    throw refuse(`at most ${MAX_KNOWN} boards were expected`);
  return boards;
}

/**
 * Return the names of the tags of a board that say anything and do not count. The dealer and who is vulnerable are read
 * where they are those of the number.
 *
 * @param {Board} board
 * @param {number} [number] of the board
 */
function listUnreadTags({ dealer, vulnerable, tags }, number) {
  const read = ["board", "deal", "qx", "md", "ah"];
  if (number) {
    if (dealer === dealerOf(number)) read.push("dealer");
    if ([undefined, vulnerableOf(number)].includes(vulnerable))
      read.push("vulnerable", "sv");
  }
  return Object.entries({ ...tags, dealer })
    .filter(([name, value]) => !read.includes(name) && isTold(value))
    .map(([name]) => name);
}

/**
 * Return the known `hands` that a text tells of the board `number`, or of its only deal, as codes by seat; the `number`
 * that the text has; and `notRead`, the tags and boards that do not count. Throw `Refused` for a text without a deal,
 * and for hands that cannot be.
 *
 * @param {string} text
 * @param {number} [number]
 * @returns {{ hands: KnownHands, number?: number, notRead: string[] }}
 */
export function readKnownDeal(text, number) {
  const boards = parseKnownBoards(text);
  const board = selectBoard(boards, number);
  const names = listUnreadTags(board, board.number ?? number);
  const notRead = names
    .filter((name) => /^[A-Za-z][\w ]{0,39}$/.test(name))
    .slice(0, MAX_NAMES);
  if (names.length > notRead.length)
    notRead.push(`${names.length - notRead.length} others`);
  const otherCount = boards.filter(({ deal }) => deal !== board.deal).length;
  if (otherCount > 0)
    notRead.push(`${otherCount} other board${otherCount > 1 ? "s" : ""}`);
  return {
    hands: readHands(board),
    number: board.number,
    notRead,
  };
}

/**
 * Return a request for a deal with the hands and the board that its text given.deal tells in place of the text.
 *
 * @param {{ given: JsonObject, board?: number } & JsonObject} request
 * @returns {JsonObject}
 */
export function readGivenDeal({ given: { deal, ...givenPlaces }, ...request }) {
  if (
    typeof deal !== "string" ||
    !Object.values(givenPlaces).every((places) => isEmpty(places ?? {}))
  )
    throw new Refused(
      "given.deal",
      "a text without hands and piles beside it was expected",
    );
  const { hands, number } = readKnownDeal(deal, request.board);
  return {
    ...request,
    given: { hands },
    ...(number !== undefined && { board: number }),
  };
}

/** Files of bridge boards, PBN or LIN: those that have their seed are checked as docs/definitions/decks.md says, or the known hands of a board are read. */
import { computeResult } from "../responses.mjs";
import { Refused, checkObject, isEmpty } from "../core/validation.mjs";

const SEATS = "NESW";
const SUITS = "SHDC";
const RANKS = "AKQJT98765432";
const MAX_BOARDS = 5000;
const VULNERABLE = {
  None: "none love - o 0",
  NS: "ns n-s n",
  EW: "ew e-w e",
  All: "all both b",
};

const toNumber = (text) =>
  /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
const readVulnerable = (text) =>
  Object.keys(VULNERABLE).find((name) =>
    VULNERABLE[name].split(" ").includes(text.toLowerCase()),
  ) ??
  (text || undefined);

/** Return the seed, the index and perhaps the number of the deal that a comment names. */
function readOrigin(comment) {
  const [, seed, index, board] =
    /\bseed "([^"]{1,256})", index (\d{1,15})(?:, dealt as board ([1-9]\d{0,14}))?(?!\d)/.exec(
      comment,
    ) ?? [];
  return seed === undefined
    ? {}
    : { seed, index: Number(index), dealtAs: board && Number(board) };
}

/** Return a hand, its ranks by suit, as PBN has it; undefined for ranks that there are not. */
const formatHand = (suits) =>
  suits.every((ranks) => [...ranks].every((rank) => RANKS.includes(rank)))
    ? suits
        .map((ranks) =>
          [...ranks]
            .sort((one, other) => RANKS.indexOf(one) - RANKS.indexOf(other))
            .join(""),
        )
        .join(".")
    : undefined;

/** Return the hands of a Deal tag by seat; undefined if it has none. */
function readPbnDeal(text) {
  const [, first, rest] = /^\s*([NESW]):(.*?)\s*$/i.exec(text) ?? [];
  const hands = rest?.split(" ").map((hand) => hand.toUpperCase().split("."));
  if (hands?.length !== 4 || hands.some((suits) => suits.length !== 4))
    return undefined;
  const from = SEATS.indexOf(first.toUpperCase());
  const entries = hands.map((suits, i) => [
    SEATS[(from + i) % 4],
    formatHand(suits),
  ]);
  return entries.every(([, hand]) => hand !== undefined)
    ? Object.fromEntries(entries)
    : undefined;
}

/** Return the hands of a LIN deal by seat. It has S, W, N and perhaps E, who otherwise has the rest of the cards. */
function readLinDeal(text) {
  const read = text
    .slice(1)
    .toUpperCase()
    .split(",")
    .slice(0, 4)
    .map((hand) => {
      const [match, ...suits] =
        /^(?:S([^SHDC]*))?(?:H([^SHDC]*))?(?:D([^SHDC]*))?(?:C([^SHDC]*))?$/.exec(
          hand,
        ) ?? [];
      return match === undefined
        ? undefined
        : suits.map((ranks) => ranks ?? "");
    });
  if (read.includes(undefined) || read.length < 3) return undefined;
  if (read.length === 3 || read[3].join("") === "")
    read[3] = [0, 1, 2, 3].map((suit) =>
      [...RANKS]
        .filter(
          (rank) => !read.slice(0, 3).some((hand) => hand[suit].includes(rank)),
        )
        .join(""),
    );
  const hands = read.map(formatHand);
  return hands.includes(undefined)
    ? undefined
    : Object.fromEntries([..."SWNE"].map((seat, i) => [seat, hands[i]]));
}

/** Return the boards of a PBN file; the second tag of a name, in any case, begins the next one. */
function parsePbn(text) {
  const boards = [{ tags: { __proto__: null } }];
  for (const [, written, value, comment] of text
    .replace(/(?<![^\r\n])%[^\r\n]*/g, "")
    .matchAll(
      /\[[ \t-\r]{0,9}(\w{1,40})[ \t-\r]{0,9}"([^"\r\n]*)"[ \t-\r]{0,9}\]|\{([^{}]*)\}/g,
    )) {
    const name = written?.toLowerCase();
    if (name !== undefined && Object.hasOwn(boards.at(-1).tags, name))
      boards.push({ tags: { __proto__: null } });
    if (name === undefined) Object.assign(boards.at(-1), readOrigin(comment));
    else boards.at(-1).tags[name] = value;
  }
  return boards
    .filter(({ tags }) => tags.deal !== undefined)
    .map(
      ({
        tags,
        tags: { board = "", dealer, vulnerable = "", deal },
        ...origin
      }) => ({
        ...origin,
        number: toNumber(board),
        dealer: dealer?.toUpperCase() || undefined,
        vulnerable: readVulnerable(vulnerable),
        deal,
        tags: { ...tags, dealer: undefined },
        hands: readPbnDeal(deal),
      }),
    );
}

/** Return the boards of a LIN file; each is from a deal (md) to the next, with the label (qx) before it. */
function parseLin(text) {
  const boards = [{ tags: { __proto__: null } }];
  const words = text.replace(/[\r\n]+/g, "").split("|");
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [name, value] = [
      words[i].replace(/^[ \t]+|[ \t]+$/g, "").toLowerCase(),
      words[i + 1],
    ];
    if (["qx", "md"].includes(name) && boards.at(-1).deal !== undefined)
      boards.push({ tags: { __proto__: null } });
    const board = boards.at(-1);
    board.tags[name] = value;
    if (name === "qx") board.number = toNumber(value.slice(1));
    if (name === "ah")
      board.number = toNumber(value.replace(/^Board /, "")) ?? board.number;
    if (name === "sv") board.vulnerable = readVulnerable(value);
    if (["at", "nt"].includes(name)) Object.assign(board, readOrigin(value));
    if (name === "md")
      Object.assign(board, {
        deal: value,
        dealer: "SWNE"["1234".indexOf(value[0])],
        hands: readLinDeal(value),
      });
  }
  return boards.filter(({ deal }) => deal !== undefined);
}

/** Return the boards of a PBN or a LIN file, with what it says of each. */
export function parseBoardFile(text) {
  const boards = parsePbn(text);
  return boards.length ? boards : parseLin(text);
}

/** Return who is vulnerable on a board. */
const vulnerableOf = (number) =>
  Object.keys(VULNERABLE)[(number - 1 + Math.floor((number - 1) / 4)) % 4];

/** Return the first difference of a board from the deal of its seed and index, or undefined. */
async function compareBoard({
  number,
  seed,
  index,
  dealtAs = number,
  ...seen
}) {
  const { hands } = await computeResult({
    path: "/v1/games/bridge/deal",
    seed,
    index,
    board: dealtAs,
  });
  const dealt = ({ cards }) =>
    formatHand(
      [...SUITS].map((suit) =>
        cards
          .filter((code) => code[1] === suit)
          .map(([rank]) => rank)
          .join(""),
      ),
    );
  const turn = number - 1;
  const pairs = [
    ["Dealer", SEATS[turn % 4], seen.dealer ?? SEATS[turn % 4]],
    ["Vulnerable", vulnerableOf(number), seen.vulnerable],
    ...hands.map((hand) => [
      hand.seat,
      dealt(hand),
      seen.hands === undefined ? seen.deal : seen.hands[hand.seat],
    ]),
  ];
  const other = pairs.find(
    ([name, expected, value]) =>
      value !== expected && !(name === "Vulnerable" && value === undefined),
  );
  if (other === undefined) return undefined;
  const detail = `board ${number} of the file is not the one of its seed at index ${index}`;
  return {
    where: `board ${number}, ${other[0]}`,
    expected: other[1],
    seen: other[2],
    detail,
  };
}

/**
 * Return the result of the check of a file, as `check` of verify.mjs does. Throw `Refused` for a text that is no such file,
 * and for one of which no board has a seed.
 */
export async function checkBoardFile({ file: text, ...others }) {
  checkObject("", others, []);
  const boards = parseBoardFile(text);
  if (boards.length === 0)
    throw new Refused("the file", "no deal of a PBN or a LIN file is in it");
  if (boards.length > MAX_BOARDS)
    throw new Refused(
      "the file",
      `at most ${MAX_BOARDS} boards are checked at once`,
    );
  const seeded = boards.filter(({ seed }) => seed !== undefined);
  if (seeded.length === 0)
    throw new Refused(
      "the file",
      "no board of it has its seed, so that none can be dealt again; files have it that were requested with include_seed",
    );
  const numbered = seeded.filter(({ number }) => number !== undefined);
  for (const board of numbered) {
    const difference = await compareBoard(board);
    if (difference) return { valid: false, difference };
  }
  const seeds = [...new Set(seeded.map(({ seed }) => JSON.stringify(seed)))];
  const notes = [
    `the boards are those of the seed ${seeds.slice(0, 10).join(", ")}: compare it with the one that was announced`,
  ];
  const reasons = {
    seeds: [boards.length - seeded.length, "without a seed"],
    numbers: [
      seeded.length - numbered.length,
      "without a number, which decides who gets the first card",
    ],
  };
  const unchecked = Object.entries(reasons).filter(([, [count]]) => count > 0);
  if (unchecked.length === 0) return { valid: true, notes };
  return {
    valid: null,
    unchecked: Object.fromEntries(
      unchecked.map(([name, [count, why]]) => [
        name,
        `${count} of ${boards.length} boards are ${why}`,
      ]),
    ),
    notes,
  };
}

const [MAX_TEXT, MAX_KNOWN, MAX_LINE, MAX_NAMES] = [100_000, 1000, 1000, 20];
const CLOCKWISE = { N: "NESW", E: "ESWN", S: "SWNE", W: "WNES" };
const SIGNS = "♠♥♦♣♤♡♢♧";
const SEAT_WORDS = {
  N: "north nord norden norte n",
  E: "east este est osten ost e",
  S: "south süden süd sud sur s",
  W: "west westen ouest oeste w",
};
const seatOf = (word) =>
  [...SEATS].find((seat) =>
    SEAT_WORDS[seat].split(" ").includes(word.toLowerCase()),
  );
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
const RANK = "(?:10|[2-9TJQKAXtjqkax])";
const HOLDING = `(?:${RANK}(?:[ \\t]?${RANK}){0,25}|[-–—]{1,9})(?![\\p{L}\\p{N}])`;
const RECORD = new RegExp(
  `(?<!(?<![\\p{L}\\p{N}])[1-7])([${SIGNS}])[\\ufe0e\\ufe0f]?:?[ \\t]{0,9}(${HOLDING})?|(?<![\\p{L}\\p{N}])([SHDC])(?::[ \\t]{0,9}|[ \\t]{1,9})(${HOLDING})` +
    `|(?<![\\p{L}\\p{N}_])[Bb]oard[^\\p{L}\\p{N}_]{0,3}([0-9]{1,9})(?![0-9])|(?<![\\p{L}\\p{N}])([NESW](?=[ \\t]{0,9}(?::|$))|${FORMS})(?![\\p{L}\\p{N}])`,
  "gu",
);
const refuse = (reason) => new Refused("given.deal", reason);
const isTold = (value) => /[\p{L}\p{N}]/u.test(value ?? "");

/** Return the boards of a link to BBO's handviewer: LIN in `lin`, or the hands in `n`, `e`, `s` and `w`. */
function parseLink(query) {
  const entries = [...new URLSearchParams(query)]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => [name.toLowerCase(), value]);
  const {
    lin,
    n = "",
    e = "",
    s = "",
    w = "",
    b = "",
    ...tags
  } = Object.fromEntries(entries);
  if (lin !== undefined) return parseLin(lin);
  return n + e + s + w === ""
    ? []
    : [
        {
          tags: { md: "", ...tags },
          number: toNumber(b),
          deal: [s, w, n, e].join(","),
        },
      ];
}

/** Return the boards of a hand record: all codes of a deal in a line, or the suits of each hand, spades first, below its seat or as at a table. */
function parseRecord(text) {
  let [board, rows, seat] = [{ tags: {} }, [], undefined];
  const boards = [];
  const close = () => {
    const isTable = rows.map((row) => row.length).join() === "1,2,1";
    const hands = rows
      .flat()
      .map((hand, i) => ({ ...hand, seat: isTable ? "NWES"[i] : hand.seat }));
    if (
      new Set(hands.map((hand) => hand.seat)).size < hands.length ||
      hands.some((hand) => hand.seat === undefined)
    )
      throw refuse("the seats of its hands are not all there, once each");
    const written = [...SEATS].map((one) =>
      [...SUITS]
        .map(
          (suit) => hands.find((hand) => hand.seat === one)?.suits[suit] ?? "",
        )
        .join("."),
    );
    boards.push({ ...board, deal: `N:${written.join(" ")}` });
    [board, rows] = [{ tags: {}, number: board.number }, []];
  };
  for (const line of text.split(/[\r\n]+/)) {
    if (
      /^(?:(?:10|[2-9TJQKA])[SHDC][ \t]){51}(?:10|[2-9TJQKA])[SHDC]\s{0,9}$/.test(
        line,
      )
    ) {
      const codes = line.trim().replaceAll("10", "T").split(/\s+/);
      const hands = [0, 13, 26, 39].map((start) =>
        [...SUITS].map((suit) =>
          codes
            .slice(start, start + 13)
            .filter((code) => code[1] === suit)
            .map(([rank]) => rank)
            .join(""),
        ),
      );
      boards.push({ tags: {}, deal: `N:${hands.map(formatHand).join(" ")}` });
      continue;
    }
    if ([...line].length > MAX_LINE || isTold(line.replace(RECORD, "")))
      board.tags["other text"] = "a";
    const found = { S: 0, H: 0, D: 0, C: 0 };
    for (const [, sign, signed, letter, lettered, number, word] of [...line]
      .slice(0, MAX_LINE)
      .join("")
      .matchAll(RECORD)) {
      const suit = sign ? SUITS[SIGNS.indexOf(sign) % 4] : letter;
      if (
        (number || (suit === "S" && found.S === 0)) &&
        rows.flat().length >= 4
      )
        close();
      if (number) board.number = Number(number) || undefined;
      if (word) seat = seatOf(word);
      if (!suit) continue;
      if (suit === "S") {
        if (found.S === 0) rows.push([]);
        rows.at(-1).push({ seat, suits: {} });
        seat = undefined;
      }
      const suits = rows.at(-1)?.[found[suit]++]?.suits;
      if (suits === undefined || suit in suits)
        throw refuse(
          `${JSON.stringify(line.trim().slice(0, 60))} has a suit that belongs to no hand; each hand begins with spades`,
        );
      suits[suit] = (signed ?? lettered ?? "").replace(/[ \t–—-]/g, "");
    }
  }
  if (rows.length) close();
  return boards;
}

/** Return the board of that number, or the only deal; boards without a number are counted from 1. */
function selectBoard(boards, number) {
  const numbers = boards.map(
    (board, i) => board.number ?? (boards.length > 1 ? i + 1 : number),
  );
  const selected = boards.filter(
    (_, i) => number === undefined || numbers[i] === number,
  );
  if (new Set(selected.map(({ deal }) => deal)).size === 1) return selected[0];
  throw refuse(
    `one deal was expected, or a board of it; it has the boards ${[...new Set(numbers)].slice(0, 10).join(", ")}`,
  );
}

/** Return the suits of a hand in LIN or in PBN as texts of ranks. */
function splitHand(where, text, isLin) {
  const suits = isLin
    ? [...text.matchAll(/([SHDC])([^SHDC]*)/g)].map(([, suit, ranks]) => [
        suit,
        ranks,
      ])
    : (text === "-" ? "-.-.-.-" : text)
        .split(".")
        .map((ranks, i) => [SUITS[i], ranks === "-" ? "" : ranks]);
  const hand = Object.fromEntries(suits);
  if (
    isLin
      ? suits.flat().join("") !== text ||
        Object.keys(hand).length < suits.length
      : suits.length !== 4
  )
    throw refuse(
      `${where}: a hand as ${isLin ? "SAKQHJT9D876C5432" : "AKQ.JT9.876.5432"} was expected, not ${JSON.stringify(text.slice(0, 60))}`,
    );
  return [...SUITS].flatMap((suit) =>
    [...(hand[suit] ?? "").replaceAll("10", "T")].map((rank) => {
      if (!RANKS.includes(rank))
        throw refuse(
          `${where}: ${JSON.stringify(rank)} is no rank; leave unknown cards out`,
        );
      return rank + suit;
    }),
  );
}

/** Return the known hands of a board by seat, those with a card. */
function readHands({ number, deal, tags }) {
  const [isLin, text, board] = [
    tags.md !== undefined,
    deal.toUpperCase(),
    number === undefined ? "the deal" : `board ${number}`,
  ];
  const [first, ...rest] = text.split(":");
  const seats = isLin ? "SWNE" : (CLOCKWISE[first.trim()] ?? "");
  const texts = isLin
    ? text.replace(/^[0-4]|\s/g, "").split(",")
    : rest.join(":").split(/\s+/).filter(Boolean);
  if (isLin) texts.push(...Array(Math.max(0, 4 - texts.length)).fill(""));
  if (seats === "" || texts.length < 4 || texts.slice(4).some(Boolean))
    throw refuse(
      `${board}: a deal in PBN or LIN was expected, not ${JSON.stringify(text.slice(0, 60))}`,
    );
  const hands = Object.fromEntries(
    [...seats].map((seat, i) => [
      seat,
      splitHand(`${board}, ${seat}`, texts[i], isLin),
    ]),
  );
  const all = Object.values(hands).flat();
  const long = Object.keys(hands).find((seat) => hands[seat].length > 13);
  if (long) throw refuse(`${board}, ${long}: at most 13 cards were expected`);
  const twice = all.find((code, i) => all.indexOf(code) < i);
  if (twice) throw refuse(`${board}: ${twice} is there twice`);
  if (all.length === 0) throw refuse(`${board} has no known card`);
  if (isLin && hands.E.length === 0 && all.length === 39)
    hands.E = [...SUITS]
      .flatMap((suit) => [...RANKS].map((rank) => rank + suit))
      .filter((code) => !all.includes(code));
  return Object.fromEntries(
    [...SEATS]
      .filter((seat) => hands[seat].length)
      .map((seat) => [seat, hands[seat]]),
  );
}

/**
 * Return the known `hands` that a text tells of the board `number`, or of its only deal, as codes by seat; the `number` that the text has; and
 * `notRead`, the tags and boards that do not count. Throw `Refused` for a text without a deal, and for hands that cannot be.
 */
export function readKnownDeal(text, number) {
  if ([...text].length > MAX_TEXT)
    throw refuse(`at most ${MAX_TEXT} characters were expected`);
  const plain = text.replace(/^\uFEFF/, "").trim();
  const query = /^https?:\/\/[^\s?]*\?([^]*)$/.exec(plain)?.[1];
  const parseBare = () =>
    [
      ...plain.matchAll(
        /^[ \t]{0,9}([NESWnesw]:[ \t]{0,9}(?:-[ \t]|[^\s.]{0,40}\.)[^\r\n]*)/gm,
      ),
    ].map(([, deal]) => ({ tags: {}, deal }));
  const parsers =
    query === undefined
      ? [parsePbn, parseLin, parseBare, parseRecord]
      : [() => parseLink(query)];
  let boards = [];
  for (const parse of parsers) if (boards.length === 0) boards = parse(plain);
  if (boards.length === 0)
    throw refuse(
      "no deal is in it; a deal in PBN, a PBN or a LIN file, a hand record or a link to BBO's handviewer was expected",
    );
  if (boards.length > MAX_KNOWN)
    throw refuse(`at most ${MAX_KNOWN} boards were expected`);
  const board = selectBoard(boards, number);
  const { number: own = number, dealer, vulnerable, tags } = board;
  const isRight = {
    dealer: own && dealer === SEATS[(own - 1) % 4],
    vulnerable: own && [undefined, vulnerableOf(own)].includes(vulnerable),
  };
  const read = [
    "board",
    "deal",
    "qx",
    "md",
    "ah",
    ...(isRight.dealer ? ["dealer"] : []),
    ...(isRight.vulnerable ? ["vulnerable", "sv"] : []),
  ];
  const names = Object.entries({ ...tags, dealer })
    .filter(([name, value]) => !read.includes(name) && isTold(value))
    .map(([name]) => name);
  const shown = names
    .filter((name) => /^[A-Za-z][\w ]{0,39}$/.test(name))
    .slice(0, MAX_NAMES);
  const others = boards.filter(({ deal }) => deal !== board.deal).length;
  const notRead = [
    ...shown,
    ...(names.length > shown.length
      ? [`${names.length - shown.length} others`]
      : []),
    ...(others ? [`${others} other board${others > 1 ? "s" : ""}`] : []),
  ];
  return { hands: readHands(board), number: board.number, notRead };
}

/** Return a request for a deal with the hands and the board that its text given.deal tells in place of the text. */
export function readGivenDeal({ given: { deal, ...others }, ...request }) {
  if (
    typeof deal !== "string" ||
    !Object.values(others).every((places) => isEmpty(places ?? {}))
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

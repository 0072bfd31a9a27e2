/** The tickets of a call of bingo: their numbers, which the service draws, their code, and what one of them has won. */
import { create, fetchJson } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";

const CALLS = { bingo_call: fetchCards, bingo90_call: fetchStrips }; // by game, what fetches its tickets
const STRIP = 6; // tickets of a strip, which has each number once
const FREE = "free";
const PRIZES = ["oneLine", "twoLines", "fullHouse"]; // of a ticket for 90 balls

/** Fetch tickets of a game as rows of cells: numbers, null, "free", or the letters at the top. */
export const fetchTickets = (game, seed, from, count) =>
  CALLS[game](seed, from, count);

/** Fetch cards for 75 balls: five columns, with a free cell in the middle. */
async function fetchCards(seed, from, count) {
  const [{ hands }, { cards }] = await Promise.all([
    fetchJson("v1/games/bingo_card/deal/batch", {
      query: { seed, index: from, repeats: count },
    }),
    fetchJson("v1/decks/bingo75"),
  ]);
  return hands.map(([{ parts }]) => {
    const columns = parts.map(({ indices }) =>
      indices.map((index) => cards[index].value),
    );
    columns[2].splice(2, 0, FREE);
    return [
      [..."BINGO"],
      ...columns[0].map((_, row) => columns.map((column) => column[row])),
    ];
  });
}

/** Fetch tickets for 90 balls, which are drawn as strips. */
async function fetchStrips(seed, from, count) {
  const [first, skipped] = [Math.floor(from / STRIP), from % STRIP];
  const repeats = /^\d+$/.test(count)
    ? Math.ceil((skipped + Number(count)) / STRIP)
    : count;
  const { strip } = await fetchJson("v1/bingo/strips/batch", {
    query: { seed, index: first, repeats },
  });
  return strip.flat().slice(skipped, skipped + Number(count));
}

/** Return the code of the game whose tickets are drawn by a seed, which it does not tell: "3F2A-91C0" (FNV-1a). */
export function nameGame(seed) {
  const hash =
    [...seed].reduce(
      (sum, char) => Math.imul(sum ^ char.codePointAt(0), 0x01000193),
      0x811c9dc5,
    ) >>> 0;
  return hash
    .toString(16)
    .toUpperCase()
    .padStart(8, "0")
    .replace(/^.{4}/, "$&-");
}

/**
 * Judge a ticket by the numbers that are called, in the order of the call. Return what it `says`, whether it `isWon`, and the
 * `line`: the cells of the lines that are full.
 */
export function judgeTicket(rows, called) {
  const turns = new Map(called.map((number, i) => [number, i + 1]));
  const isCard = typeof rows[0][0] === "string"; // with letters above five rows
  const lines = (
    isCard
      ? listLines(rows.slice(1))
      : rows.map((row) => ["row", row.filter((cell) => cell !== null)])
  ).map(([kind, cells]) => {
    const numbers = cells.filter((cell) => cell !== FREE);
    return {
      kind,
      cells,
      missing: numbers.filter((cell) => !turns.has(cell)),
      since: Math.max(...numbers.map((cell) => turns.get(cell) ?? Infinity)),
    };
  });
  const full = lines
    .filter(({ missing }) => !missing.length)
    .sort((a, b) => a.since - b.since);
  const line = new Set(full.flatMap(({ cells }) => cells));
  if (!full.length) {
    const { missing } = lines.sort(
      (a, b) => a.missing.length - b.missing.length,
    )[0];
    return {
      isWon: false,
      line,
      says: t("table.bingo.noLine", {
        count: missing.length,
        numbers: missing.join(", "),
      }),
    };
  }
  const won = isCard
    ? full[0]
    : { kind: PRIZES[full.length - 1], since: full.at(-1).since };
  return {
    isWon: true,
    line,
    says: t(`table.bingo.won.${won.kind}`, { ball: won.since }),
  };
}

/** Return the rows, the columns and the diagonals of a card, each with its kind. */
function listLines(rows) {
  const steps = rows.map((_, i) => i);
  const diagonals = [
    steps.map((i) => rows[i][i]),
    steps.map((i) => rows[i][rows.length - 1 - i]),
  ];
  return [
    ...rows.map((row) => ["row", row]),
    ...steps.map((i) => ["column", rows.map((row) => row[i])]),
    ...diagonals.map((cells) => ["diagonal", cells]),
  ];
}

/** Create a ticket with its caption; `called` are the numbers to mark, and `line` the cells to frame. */
export function renderTicket(rows, caption, called, line = new Set()) {
  const renderCell = (cell) => {
    if (cell === null) return create("td");
    const isLetter = typeof cell === "string" && cell !== FREE;
    if (isLetter) return create("th", { scope: "col" }, cell);
    const isCalled = called && (cell === FREE || called.has(cell));
    const names = [
      cell === FREE && "free",
      isCalled && "called",
      line.has(cell) && "line",
    ]
      .filter(Boolean)
      .join(" ");
    const says =
      isCalled &&
      cell !== FREE &&
      create("span.hidden", ` ${t("table.bingo.called")}`);
    return create(
      "td",
      { class: names || undefined },
      cell === FREE ? t("table.bingo.free") : String(cell),
      says,
    );
  };
  return create("table.ticket", [
    create("caption", caption),
    create(
      "tbody",
      rows.map((row) => create("tr", row.map(renderCell))),
    ),
  ]);
}

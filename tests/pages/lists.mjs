/** Reads lists, {kind, text} in a line of JSON each, as the page Draw does; writes what it draws from, or what it asks. */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const textContent = readFileSync(new URL("../../service/pages/languages/en.json", import.meta.url), "utf8");
globalThis.document = { documentElement: { dataset: { root: "./" } }, getElementById: () => ({ textContent }) };
globalThis.location = { href: "http://localhost:8000/draw" };
const { cutRows, guessColumns, isOfExcluded, isOfPartners, listRules, readTable } = await import("../../service/pages/draw/columns.mjs");
const { readLines, shorten, splitTickets } = await import("../../service/pages/draw/lines.mjs");
const { readGivers } = await import("../../service/pages/draw/rules.mjs");
const { findQuestion } = await import("../../service/pages/draw/understood.mjs");

function read({ kind = "winners", text }) {
  const hasRules = ["groups", "santa"].includes(kind);
  const rows = readTable(text, { isRagged: hasRules });
  if (!rows) return { names: readLines(text) };
  const guess = guessColumns(rows);
  const question = findQuestion({ kind, table: { rows, chosen: guess }, lines: [], weighted: guess.tickets !== undefined, isPart: false });
  if (question) return { asks: question };
  const { hasHeading } = guess;
  const label = (column) => (hasHeading ? rows[0][column] : String(column + 1));
  const isMeant = (column) => hasRules && (kind === "santa" || !(isOfPartners(label(column)) || isOfExcluded(label(column))));
  const [tickets, apart] = [kind === "winners" ? guess.tickets : undefined, guess.apart.filter(isMeant)];
  const name = guess.name.length === rows[0].length ? guess.name.filter((column) => !apart.includes(column)) : guess.name;
  const lines = cutRows(rows, { hasHeading, name, tickets, apart });
  const heading = hasHeading && { heading: shorten(rows[0].filter(Boolean).join("; ")) };
  const unused = rows[0].map((_, column) => column).filter((column) => !name.includes(column) && !apart.includes(column));
  if (kind === "groups") return { ...heading, names: lines, proposes: listRules(rows, unused, guess).map(({ column }) => label(column)) };
  if (tickets !== undefined) return { ...heading, ...splitTickets(lines) };
  if (kind !== "santa") return { ...heading, names: lines };
  const { names, families, excluded, unknown } = readGivers(lines, apart.map(label).join(";"));
  const toNames = (lists) => lists.map((list) => list.map((i) => names[i]));
  return { ...heading, names, apart: toNames(families), excluded: toNames(excluded), unknown };
}

for (const line of (await text(process.stdin)).split("\n").filter(Boolean)) console.log(JSON.stringify(read(JSON.parse(line))));

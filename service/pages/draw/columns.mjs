/** A list that is a table, as from a spreadsheet: its heading, and the columns that have the names and the tickets. */
import { readLines } from "./lines.mjs";

const NAMES = ["name", "names", "full name", "player", "players", "participant", "participants", "member", "members", "namen", "spieler", "teilnehmer", "mitglied", "nom", "noms", "joueur", "participant e", "membre", "nom complet", "nombre", "nombres", "jugador", "participante", "participantes", "socio", "miembro", "nombre completo"];
const FIRST_NAMES = ["first name", "firstname", "given name", "forename", "vorname", "prénom", "prénoms", "nombre de pila"];
const LAST_NAMES = ["last name", "lastname", "surname", "family name", "nachname", "familienname", "zuname", "nom de famille", "apellido", "apellidos"];
const TICKETS = ["ticket", "tickets", "number of tickets", "entries", "chances", "weight", "lose", "los", "anzahl", "anzahl lose", "anzahl der lose", "zahl der lose", "billet", "billets", "nombre de billets", "tickets de tombola", "boleto", "boletos", "papeleta", "papeletas", "número de boletos", "cantidad", "quantité", "quantity", "menge"];
const HEADINGS = new Set([...NAMES, ...FIRST_NAMES, ...LAST_NAMES, ...TICKETS]);

const normalize = (cell) => cell.normalize().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

const isNumeric = (cell) => /^[x×]?\d{1,15}$/.test(cell);

/** Return the rows of a text whose cells a character separates, each with its `line`; a cell in quotes may have line breaks in it. */
function readRows(text, separator) {
  const rows = [[]];
  let line = 1;
  const cell = /\s*(?:"((?:[^"]|"")*)"[^\S\r\n]*(?=SEPARATOR|[\r\n]|$)|([^SEPARATOR\r\n]*))(SEPARATOR|\r\n|\r|\n|$)/.source.replaceAll("SEPARATOR", separator);
  const blanks = separator === "\t" ? "[^\\S\\t\\r\\n]" : "[^\\S\\r\\n]";
  const pattern = new RegExp(cell.replace("\\s", blanks), "y");
  for (;;) {
    const [, quoted, plain, end] = pattern.exec(text);
    rows.at(-1).line ??= line;
    line += quoted?.match(/\r\n|\r|\n/g)?.length ?? 0;
    rows.at(-1).push((quoted?.replaceAll('""', '"').replace(/\s+/g, " ") ?? plain).trim());
    if (end === "") break;
    if (end === separator) continue;
    rows.push([]);
    line += 1;
  }
  return rows.filter((row) => row.some(Boolean));
}

/** Return rows as long as the heading: empty cells are added, and cells that are too many are left in the last, where they are seen. */
const fitRows = (rows, separator) => {
  const width = rows[0].length;
  return rows.map((row) => {
    const cells = [...row.slice(0, width - 1), row.slice(width - 1).join(separator)];
    return Object.assign(Array.from({ length: width }, (_, column) => cells[column] ?? ""), { line: row.line });
  });
};

const isOfTickets = (heading) => TICKETS.includes(normalize(heading));

/** Return the rows of a table, as long as each other; undefined for a text that is none. A text of single names may have a heading. */
export function readTable(text) {
  const clean = text.replace(/^\uFEFF/, "").trim(); // lines are counted from the heading
  if (!/[\r\n]/.test(clean)) return undefined;
  for (const separator of ["\t", ";", ","]) {
    if (!/^.*/.exec(clean)[0].includes(separator)) continue;
    const rows = readRows(clean, separator);
    const width = rows[0].length;
    if (width < 2 || rows.length < 2) continue;
    if (rows.every(({ length }) => length === width)) return rows;
    if (rows[0].some(isOfTickets)) return fitRows(rows, separator);
  }
  const rows = readRows(clean, "\0");
  return rows.length > 1 && isHeading(rows) ? rows : undefined;
}

/** Return the cells of a column without the heading. */
const cellsOf = (rows, column) => rows.slice(1).map((row) => row[column]);

const listColumns = (rows) => rows[0].map((_, column) => column);

/** Return whether a column has numbers; cells may be empty. */
const isNumericColumn = (rows, column) => cellsOf(rows, column).every((cell) => cell === "" || isNumeric(cell)) && cellsOf(rows, column).some(Boolean);

/** Return whether the first row is a heading: it has a word for one, or no number above numbers. */
const isHeading = (rows) => {
  const isAboveNumbers = (column) => !/\d/.test(rows[0][column]) && isNumericColumn(rows, column);
  return rows[0].some((cell) => HEADINGS.has(normalize(cell))) || (rows.length > 2 && listColumns(rows).some(isAboveNumbers));
};

/** Return the columns that most likely are meant: `hasHeading`, the columns of the `name`, and that of the `tickets`, if any. */
export function guessColumns(rows) {
  const hasHeading = isHeading(rows);
  const all = listColumns(rows);
  if (!hasHeading) return { hasHeading, name: all, tickets: undefined };
  const find = (words) => all.find((column) => words.includes(normalize(rows[0][column])));
  const headed = all.filter((column) => isOfTickets(rows[0][column]));
  const tickets = headed.find((column) => isNumericColumn(rows, column)) ?? headed.find((column) => cellsOf(rows, column).some((cell) => /\d/.test(cell)));
  const others = all.filter((column) => column !== tickets);
  const texts = others.filter((column) => !isNumericColumn(rows, column));
  const [first, last] = [find(FIRST_NAMES), find(LAST_NAMES) ?? find(NAMES)];
  const named = first === undefined ? [find(NAMES) ?? last ?? texts[0] ?? others[0]] : [first, last].filter((column) => column !== undefined);
  if (find([...NAMES, ...FIRST_NAMES]) !== undefined) return { hasHeading, name: named, tickets };
  const tellsApart = (columns) => columns.length > 0 && new Set(cutRows(rows, { hasHeading, name: columns })).size === rows.length - 1;
  return { hasHeading, name: [named, texts, others].find(tellsApart) ?? named, tickets };
}

/** Return the choices of columns that may be the name: each column, those that are guessed together, and the whole line. */
export function listNames(rows) {
  const { name } = guessColumns(rows);
  const all = listColumns(rows);
  const choices = [...all.map((column) => [column]), ...[name, all].filter(({ length }) => length > 1)];
  return [...new Map(choices.map((columns) => [columns.join(" "), columns])).values()];
}

/** Return the columns that may be the number of tickets: most of their cells are numbers, or their heading says so. */
export const listTickets = (rows) =>
  listColumns(rows).filter((column) => {
    const cells = cellsOf(rows, column);
    return isNumericColumn(rows, column) || cells.filter(isNumeric).length * 2 > cells.length || guessColumns(rows).tickets === column;
  });

/** Return the rows that have a name, and no whole number of tickets: {`line`, `name`, `cell`}. */
export function findWrongTickets(rows, { hasHeading, name, tickets }) {
  if (tickets === undefined) return [];
  const found = rows.slice(hasHeading ? 1 : 0).map((row) => ({ line: row.line, name: name.map((column) => row[column]).filter(Boolean).join(" "), cell: row[tickets] }));
  return found.filter((row) => row.name && !isNumeric(row.cell));
}

/** Return the lines of a list: of each row the name, with the number of tickets behind it if a column has it. */
export function cutRows(rows, { hasHeading, name, tickets }) {
  const lines = rows.slice(hasHeading ? 1 : 0).map((row) => {
    const text = name.map((column) => row[column]).filter(Boolean).join(hasHeading ? " " : ", ");
    return text && tickets !== undefined ? `${text}; ${row[tickets]}` : text;
  });
  return lines.filter(Boolean);
}

/** Return the lists of lines that a text may stand for: its lines; and of a table what the page Draw may have cut from it. */
export function readLists(text) {
  const rows = readTable(text);
  if (!rows) return [readLines(text)];
  const guess = guessColumns(rows);
  const tickets = [...new Set([guess.tickets, undefined, ...listTickets(rows)])];
  const cuts = listNames(rows).flatMap((name) => tickets.map((column) => cutRows(rows, { ...guess, name, tickets: column })));
  return [readLines(text), ...cuts];
}

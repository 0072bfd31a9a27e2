/** A list that is a table, as from a spreadsheet: its heading, and the columns of the names, the tickets, and what must not be together. */
import { readLines } from "./lines.mjs";

const NAMES = ["name", "names", "full name", "player", "players", "participant", "participants", "member", "members", "namen", "spieler", "teilnehmer", "mitglied", "nom", "noms", "joueur", "participant e", "membre", "nom complet", "nombre", "nombres", "jugador", "participante", "participantes", "socio", "miembro", "nombre completo"];
const FIRST_NAMES = ["first name", "firstname", "given name", "forename", "vorname", "prénom", "prénoms", "nombre de pila"];
const LAST_NAMES = ["last name", "lastname", "surname", "family name", "nachname", "familienname", "zuname", "nom de famille", "apellido", "apellidos"];
const TICKETS = ["ticket", "tickets", "number of tickets", "entries", "chances", "weight", "lose", "los", "anzahl", "anzahl lose", "anzahl der lose", "zahl der lose", "billet", "billets", "nombre de billets", "tickets de tombola", "boleto", "boletos", "papeleta", "papeletas", "número de boletos", "cantidad", "quantité", "quantity", "menge"];
const APART = [
  ...["not together", "apart", "family", "families", "couple", "couples", "household", "pot", "pots"],
  ...["nicht zusammen", "getrennt", "familie", "familien", "paar", "paare", "haushalt", "topf", "töpfe", "lostopf"],
  ...["pas ensemble", "séparer", "famille", "familles", "foyer", "chapeau", "chapeaux"],
  ...["no juntos", "separar", "familia", "familias", "pareja", "parejas", "hogar", "bombo", "bombos"],
];
const OTHERS = [
  ...["country", "nation", "nationality", "club", "class", "school", "team", "department", "region"],
  ...["land", "nationalität", "verein", "klasse", "schule", "mannschaft", "abteilung"],
  ...["pays", "nationalité", "classe", "école", "équipe", "service", "région"],
  ...["país", "nacionalidad", "clase", "escuela", "colegio", "equipo", "departamento", "región"],
];
const GROUPINGS = new Set([...APART, ...OTHERS]);
const HEADINGS = new Set([...NAMES, ...FIRST_NAMES, ...LAST_NAMES, ...TICKETS]);

export const normalize = (cell) => cell.normalize().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

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

/** Return rows of equal length: empty cells are added, and cells that are too many are left in the last, where they are seen. */
const fitRows = (rows, separator, width) =>
  rows.map((row) => {
    const cells = [...row.slice(0, width - 1), row.slice(width - 1).join(separator)];
    return Object.assign(Array.from({ length: width }, (_, column) => cells[column] ?? ""), { line: row.line });
  });

/** Return whether a cell is a heading of numbers of tickets. */
export const isOfTickets = (heading) => TICKETS.includes(normalize(heading));

/**
 * Return the rows of a table, as long as each other, with their `separator`; undefined for a text that is none. A text of
 * single names may have a heading. With `isRagged` rows may be short: not everybody has a family.
 */
export function readTable(text, { isRagged = false } = {}) {
  const clean = text.replace(/^\uFEFF/, "").trim(); // lines are counted from the heading
  if (!/[\r\n]/.test(clean)) return undefined;
  for (const separator of ["\t", ";", ","]) {
    const mayBeShort = isRagged && separator !== ","; // a name may have a comma in it
    if (!(mayBeShort ? clean : /^.*/.exec(clean)[0]).includes(separator)) continue;
    const rows = Object.assign(readRows(clean, separator), { separator });
    const width = mayBeShort ? rows.reduce((most, { length }) => Math.max(most, length), 0) : rows[0].length;
    if (width < 2 || rows.length < 2) continue;
    if (rows.every(({ length }) => length === width)) return rows;
    if (mayBeShort || rows[0].some(isOfTickets)) return Object.assign(fitRows(rows, separator, width), { separator });
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
  const isAboveNumbers = (column) => /^\D+$/.test(rows[0][column]) && isNumericColumn(rows, column);
  const isOfColumn = (cell, column) => GROUPINGS.has(normalize(cell)) && !cellsOf(rows, column).includes(cell);
  const hasWord = (cell, column) => HEADINGS.has(normalize(cell)) || (rows[0].length > 1 && isOfColumn(cell, column)); // alone it may be a name
  return rows[0].some(hasWord) || (rows.length > 2 && listColumns(rows).some(isAboveNumbers));
};

/** Return the column of families in a text without a heading such as "Ann; Smith": the second of two, if cells come again. */
function guessFamilies(rows) {
  const [names, families] = [0, 1].map((column) => rows.map((row) => row[column]).filter(Boolean));
  const isList = rows.separator !== "," && rows[0].length === 2 && names.length === rows.length && new Set(names).size === names.length;
  return isList && new Set(families).size < families.length ? [1] : [];
}

/**
 * Return the columns that most likely are meant: `hasHeading`, the columns of the `name`, that of the `tickets`, if any, and
 * those `apart`, which have what must not be together.
 */
export function guessColumns(rows) {
  const hasHeading = isHeading(rows);
  const all = listColumns(rows);
  if (!hasHeading) return { hasHeading, name: all, tickets: undefined, apart: guessFamilies(rows) };
  const apart = all.filter((column) => APART.includes(normalize(rows[0][column])));
  const find = (words) => all.find((column) => words.includes(normalize(rows[0][column])));
  const headed = all.filter((column) => isOfTickets(rows[0][column]));
  const tickets = headed.find((column) => isNumericColumn(rows, column)) ?? headed.find((column) => cellsOf(rows, column).some((cell) => /\d/.test(cell)));
  const others = all.filter((column) => column !== tickets);
  const texts = others.filter((column) => !isNumericColumn(rows, column) && !apart.includes(column));
  const [first, last] = [find(FIRST_NAMES), find(LAST_NAMES) ?? find(NAMES)];
  const named = first === undefined ? [find(NAMES) ?? last ?? texts[0] ?? others[0]] : [first, last].filter((column) => column !== undefined);
  if (find([...NAMES, ...FIRST_NAMES]) !== undefined) return { hasHeading, name: named, tickets, apart };
  const tellsApart = (columns) => columns.length > 0 && new Set(cutRows(rows, { hasHeading, name: columns })).size === rows.length - 1;
  return { hasHeading, name: [named, texts, others].find(tellsApart) ?? named, tickets, apart };
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

/** Return whether a column has a number for each name, which may have decimals. */
export const hasNumbers = (rows, column, hasHeading) => rows.slice(hasHeading ? 1 : 0).every((row) => /^-?\d{1,9}([.,]\d{1,6})?$/.test(row[column]));

/** Return the rows that have a name, and no whole number of tickets: {`line`, `name`, `cell`}. */
export function findWrongTickets(rows, { hasHeading, name, tickets }) {
  if (tickets === undefined) return [];
  const found = rows.slice(hasHeading ? 1 : 0).map((row) => ({ line: row.line, name: name.map((column) => row[column]).filter(Boolean).join(" "), cell: row[tickets] }));
  return found.filter((row) => row.name && !isNumeric(row.cell));
}

/** Return the lines of a list: of each row the name, and behind it the number of tickets, or what is spread and the number that groups are alike in, if columns have it. */
export function cutRows(rows, { hasHeading, name, tickets, apart = [], fair }) {
  const more = [tickets === undefined ? apart : tickets, fair ?? []].flat();
  const lines = rows.slice(hasHeading ? 1 : 0).map((row) => {
    const text = name.map((column) => row[column]).filter(Boolean).join(hasHeading ? " " : ", ");
    return text && [text, ...more.map((column) => row[column].replaceAll(";", ","))].join("; ").trim();
  });
  return lines.filter(Boolean);
}

/** Return the lists of lines that a text may stand for: its lines; and of a table what the page Draw may have cut from it. */
export function readLists(text) {
  const rows = readTable(text);
  if (!rows) return [readLines(text)];
  const guess = guessColumns(rows);
  const tickets = [...new Set([guess.tickets, undefined, ...listTickets(rows)])];
  const cuts = listNames(rows).flatMap((name) => tickets.map((column) => cutRows(rows, { hasHeading: guess.hasHeading, name, tickets: column })));
  return [readLines(text), ...cuts];
}

/** A list that is a table, as from a spreadsheet: its heading, and the columns of the names, the tickets, and what must not be together. */
import { isCouple, readLines, readWeight } from "./lines.mjs";
import { library as Papa } from "./papaparse/papaparse.mjs";

const NAMES = [
  ...["name", "names", "full name", "player", "players", "participant", "participants", "member", "members", "attendee", "attendees", "person", "people", "student", "students", "pupil", "pupils", "guest", "guests", "employee", "employees", "candidate", "candidates", "applicant", "applicants", "entrant", "entrants"],
  ...["namen", "spieler", "teilnehmer", "teilnehmerin", "teilnehmende", "mitglied", "mitglieder", "schüler", "schülerin", "schülerinnen", "gast", "gäste", "personen", "kandidat", "bewerber", "bewerberin", "bewerbende", "mitarbeiter"],
  ...["nom", "noms", "joueur", "joueurs", "participant e", "membre", "membres", "nom complet", "élève", "élèves", "personne", "personnes", "invité", "invités", "candidat", "candidats"],
  ...["nombre", "nombres", "jugador", "jugadores", "participante", "participantes", "socio", "miembro", "nombre completo", "alumno", "alumnos", "persona", "personas", "invitado", "invitados", "candidato", "candidatos", "solicitante", "solicitantes"],
  ...["partecipante", "partecipanti", "studente", "aluno", "pessoa", "deelnemer", "deelnemers", "persoon", "leerling", "uczestnik", "osoba", "deltagare", "deltager", "účastník", "участник", "участники", "ученик", "参加者", "学生", "ad soyad", "adı soyadı"],
];
const NOUNS = ["name", "names", "namen", "nom", "noms", "nombre", "nombres", "nome", "nomi", "naam", "navn", "namn", "nimi", "imię", "imie", "nazwisko", "jméno", "meno", "név", "nume", "ime", "имя", "фио", "фамилия", "імя", "όνομα", "ονοματεπώνυμο", "isim", "姓名", "名字", "氏名", "名前", "이름", "성명", "الاسم", "اسم", "שם", "नाम", "ชื่อ", "tên"];
const FIRST_NAMES = ["first name", "firstname", "given name", "forename", "vorname", "prénom", "prenom", "prénoms", "nombre de pila", "voornaam", "fornavn", "förnamn", "křestní jméno", "ad", "adı"];
const LAST_NAMES = ["last name", "lastname", "surname", "family name", "nachname", "familienname", "zuname", "nom de famille", "apellido", "apellidos", "cognome", "sobrenome", "apelido", "achternaam", "nazwisko", "etternavn", "efternavn", "efternamn", "příjmení", "фамилия", "soyad", "soyadı"];
const TICKETS = ["ticket", "tickets", "number of tickets", "entries", "chances", "weight", "lose", "los", "anzahl", "anzahl lose", "anzahl der lose", "zahl der lose", "gewicht", "billet", "billets", "nombre de billets", "tickets de tombola", "poids", "boleto", "boletos", "papeleta", "papeletas", "número de boletos", "cantidad", "peso", "quantité", "quantity", "menge", "biglietti"];
const PARTNERS = ["partner", "spouse", "husband", "wife", "significant other", "partnerin", "ehepartner", "ehemann", "ehefrau", "conjoint", "conjointe", "partenaire", "cónyuge", "esposo", "esposa"];
const EXCLUDED = ["exclude", "excludes", "excluded", "exclusion", "exclusions", "not", "cannot draw", "blacklist", "forbidden", "ausschluss", "ausgeschlossen", "nicht", "exclure", "exclus", "excluir", "excluido", "excluidos", "exclusión"];
const POTS = ["pot", "pots", "topf", "töpfe", "lostopf", "chapeau", "chapeaux", "bombo", "bombos"];
const APART = [
  ...POTS,
  ...["not together", "apart", "family", "families", "family unit", "couple", "couples", "household"],
  ...["nicht zusammen", "getrennt", "familie", "familien", "paar", "paare", "haushalt"],
  ...["pas ensemble", "séparer", "famille", "familles", "foyer"],
  ...["no juntos", "separar", "familia", "familias", "pareja", "parejas", "hogar"],
  ...PARTNERS,
  ...EXCLUDED,
];
const OTHERS = [
  ...["country", "nation", "nationality", "club", "class", "school", "team", "department", "region", "email", "e mail", "phone", "gender", "company", "group", "section", "id", "date"],
  ...["land", "nationalität", "verein", "klasse", "schule", "mannschaft", "abteilung", "telefon", "geschlecht", "firma", "gruppe", "datum"],
  ...["pays", "nationalité", "classe", "école", "équipe", "service", "région", "courriel", "téléphone", "sexe", "groupe"],
  ...["país", "nacionalidad", "clase", "escuela", "colegio", "equipo", "departamento", "región", "correo", "teléfono", "sexo", "grupo", "categoría"],
  ...["category", "kategorie", "catégorie", "confederation", "konföderation", "kelas", "sinif", "sınıf", "turma", "klas", "třída", "klasa", "класс", "группа"],
];

const STRENGTHS = ["rating", "ratings", "elo", "dwz", "handicap", "points", "score", "strength", "skill", "level", "ranking", "punkte", "stärke", "spielstärke", "niveau", "classement", "puntos", "nivel", "fuerza", "puntuación"];
const TEAMS = ["team", "teams", "mannschaft", "mannschaften", "équipe", "équipes", "equipo", "equipos"];

export const normalize = (cell) => cell.normalize().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

const [GROUPINGS, HEADINGS, HEADING_NOUNS] = [[APART, OTHERS], [NAMES, FIRST_NAMES, LAST_NAMES, TICKETS], [NOUNS]].map((words) => new Set(words.flat().map(normalize)));

const isNumeric = (cell) => readWeight(cell) !== undefined;

/** Return the rows of a text whose cells a separator divides, each with its `line`; undefined if its quotes say otherwise. */
function readRows(text, separator, quoteChar = '"') {
  const clean = text.replace(new RegExp(`(^|\n|${separator})[^\\S\t\n]+(?=")`, "g"), "$1"); // quotes may stand behind a blank
  const { data, errors } = Papa.parse(clean, { delimiter: separator, newline: "\n", quoteChar });
  if (errors.some(({ type }) => type === "Quotes")) return undefined;
  let line = 1;
  const rows = data.map((cells) => {
    const row = Object.assign(cells.map((cell) => cell.replace(/\s+/g, " ").trim()), { line });
    line += 1 + cells.join("").split("\n").length - 1;
    return row;
  });
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

/** Return whether a heading is of pots: each group gets a name of each. */
export const isOfPots = (heading) => POTS.includes(normalize(heading));

/** Return whether a heading is of partners: each cell names somebody else of the list. */
export const isOfPartners = (heading) => PARTNERS.includes(normalize(heading));

/** Return whether a heading is of those whom somebody must not draw. */
export const isOfExcluded = (heading) => EXCLUDED.includes(normalize(heading));

/**
 * Return whether numbers behind the names may be tickets, so that people are asked: numbers in a column of a table without
 * heading, or at the ends of most lines behind a semicolon, a comma or a tab.
 */
export const mayBeTickets = (rows, { hasHeading, tickets }) =>
  tickets === undefined && !hasHeading && rows[0].length === 2 && cellsOf(rows, 1).concat(rows[0][1]).filter(isNumeric).length * 2 > rows.length;

/**
 * Return the rows of a list of several lines, as long as each other, with their `separator`; undefined for one line. A list of
 * single names has one column. With `isRagged` rows may be short: not everybody has a family.
 */
export function readTable(text, { isRagged = false } = {}) {
  const clean = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n").trim(); // lines are counted from the heading
  if (!clean.includes("\n")) return undefined;
  const readings = ["\t", ";", ",", "|"].map((separator) => ({ separator, ...cutTitles(readRows(clean, separator) ?? readRows(clean, separator, "\u0001")) }));
  const tables = readings.filter(({ rows }) => rows.length > 1 && rows.some(({ length }) => length > 1));
  const fits = ({ rows }) => rows.every(({ length }) => length > 1 && length === rows[0].length);
  const mayBeShort = ({ rows, separator }) => {
    const filled = rows.filter(({ length }) => length > 1).length;
    return [";", "\t"].includes(separator) ? isRagged || filled * 2 > rows.length || hasWords(rows[0]) : rows[0].length > 1 && hasWords(rows[0]);
  };
  const { rows, titles, separator } = tables.find(fits) ?? tables.find(mayBeShort) ?? {};
  if (rows === undefined) return readColumn(clean);
  const width = separator === "," ? rows[0].length : rows.reduce((most, { length }) => Math.max(most, length), 0);
  const fitted = rows.every(({ length }) => length === width) ? rows : fitRows(rows, separator, width);
  const used = listColumns(fitted).filter((column) => fitted.some((row) => row[column]));
  return Object.assign(fitted.map((row) => Object.assign(used.map((column) => row[column]), { line: row.line })), { separator, titles });
}

/** Return the `rows` without the `titles`, single cells above a heading. */
function cutTitles(rows) {
  const start = rows.findIndex((row) => row.filter(Boolean).length > 1);
  const hasTitles = start > 0 && rows.length > start + 1 && hasWords(rows[start]);
  return hasTitles ? { rows: rows.slice(start), titles: rows.slice(0, start).flat().filter(Boolean) } : { rows };
}

/** Return the rows of a list of one column. Quotes around all names are none of them; around few, they say that "Smith & Sons" is one. */
function readColumn(text) {
  const rows = text.split("\n").map((line, i) => Object.assign([line.trim()], { line: i + 1 })).filter(([cell]) => cell);
  const isQuoted = ([cell]) => /^"([^"]|"")*"$/.test(cell);
  const unquote = (row) => (isQuoted(row) ? Object.assign([row[0].slice(1, -1).replaceAll('""', '"').trim()], { line: row.line }) : row);
  if (rows.length < 2) return undefined;
  const isTable = rows.slice(1).every((row) => isQuoted(row) && !isCouple(row[0].slice(1, -1)));
  return isTable ? Object.assign(rows.map(unquote), { isUnquoted: true }) : rows;
}

/** Return the cells of a column without the heading. */
const cellsOf = (rows, column) => rows.slice(1).map((row) => row[column]);

const listColumns = (rows) => rows[0].map((_, column) => column);

/** Return whether a column has numbers; cells may be empty. */
const isNumericColumn = (rows, column) => cellsOf(rows, column).every((cell) => cell === "" || isNumeric(cell)) && cellsOf(rows, column).some(Boolean);

const hasNoun = (cell) => normalize(cell).split(" ").some((word) => HEADING_NOUNS.has(word)) && !/\d/.test(cell);

/** Return whether a row has a word that is a heading in a table of several columns. */
const hasWords = (row) => row.some((cell) => HEADINGS.has(normalize(cell)) || GROUPINGS.has(normalize(cell)) || hasNoun(cell));

const SHAPES = [/^[+-]?\d+([.,]\d+)?$/, /^\S+@\S+$/, /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/]; // numbers, addresses, dates

/**
 * Return whether the first row is a heading: true if it has a word for one, or stands above numbers, addresses or dates;
 * undefined if only its shape differs, so that people are asked.
 */
function findHeading(rows) {
  const below = rows[0].map((_, column) => cellsOf(rows, column).filter(Boolean));
  const isAlone = (cell, column) => !below[column].some((other) => normalize(other) === normalize(cell) || (hasNoun(cell) && hasNoun(other)));
  const isWord = (cell, column) => HEADINGS.has(normalize(cell)) || hasNoun(cell) || (rows[0].length > 1 && GROUPINGS.has(normalize(cell))); // alone it may be a name
  if (rows[0].some((cell, column) => isWord(cell, column) && isAlone(cell, column))) return true;
  if (rows[0].length === 1 || rows.length < 3) return false;
  const isAbove = (shape) => (cell, column) => cell && !/[\d@]/.test(cell) && below[column].length > 1 && below[column].every((other) => shape.test(other));
  if (SHAPES.some((shape) => rows[0].some(isAbove(shape)))) return true;
  const isUnlike = (cell, column) => cell && below[column].length > 2 && new Set(below[column]).size * 2 <= below[column].length && isAlone(cell, column);
  const isYear = (cell, column) => SHAPES[0].test(cell) && below[column].length > 0 && !below[column].some((other) => /\d/.test(other));
  return rows[0].some(isAbove(/\d/)) || rows[0].some(isUnlike) || rows[0].some(isYear) ? undefined : false;
}

const MAX_LOOKED = 2_000; // rows that are compared with the first

/** Return the column of families in a text without a heading such as "Ann; Smith": the second of two, if cells come again or name others of the list. */
function guessFamilies(rows, columns) {
  const [names, families] = columns.map((column) => rows.map((row) => row[column]).filter(Boolean));
  if (columns.length !== 2 || names.length < rows.length || new Set(names).size < names.length || families.length === 0) return [];
  const isNamed = families.every((cell) => names.includes(cell));
  return isNamed || (rows.separator !== "," && new Set(families).size < families.length) ? [columns[1]] : [];
}

/**
 * Return the columns that most likely are meant: `hasHeading`, the columns of the `name`, that of the `tickets`, if any, and
 * those `apart`, which have what must not be together; `isAsked`: people have to say whether there is a heading.
 */
export function guessColumns(rows, heading = findHeading(rows.slice(0, MAX_LOOKED))) {
  const hasHeading = heading === true;
  const all = listColumns(rows);
  if (heading === undefined) return { ...guessColumns(rows, false), isAsked: true };
  if (!hasHeading) {
    const people = all.filter((column) => !rows.every((row) => row[column].includes("@")));
    const apart = guessFamilies(rows, people);
    const isWhole = people.length === all.length || people.length === 0;
    return { hasHeading, name: isWhole ? all : people.filter((column) => !apart.includes(column)), tickets: undefined, apart };
  }
  const apart = all.filter((column) => APART.includes(normalize(rows[0][column])));
  const find = (words) => all.find((column) => words.includes(normalize(rows[0][column])));
  const headed = all.filter((column) => isOfTickets(rows[0][column]));
  const tickets = headed.find((column) => isNumericColumn(rows, column)) ?? headed.find((column) => cellsOf(rows, column).some((cell) => /\d/.test(cell)));
  const others = all.filter((column) => column !== tickets);
  const texts = others.filter((column) => !isNumericColumn(rows, column) && !apart.includes(column));
  const first = find(FIRST_NAMES);
  const name = find(NAMES) ?? all.find((column) => hasNoun(rows[0][column]) && !LAST_NAMES.includes(normalize(rows[0][column])));
  const isFull = first === undefined && / /.test(rows[0][name] ?? ""); // "Full name" has the last name too
  const last = find(LAST_NAMES) ?? (first === undefined ? undefined : name);
  const named = isFull ? [name] : [first ?? name ?? last ?? find(TEAMS) ?? texts[0] ?? others[0], ...(last === undefined || (first ?? name) === undefined ? [] : [last])];
  if (first !== undefined || name !== undefined) return { hasHeading, name: named, tickets, apart };
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

const MAX_RULES = 3; // that are proposed

/**
 * Return the `columns` that are likely to be meant as rules, those first that have a word for it: {`column`, `most`, how often
 * its most common value is there, `isKnown`, there is such a word, `isStrength`, its numbers say how strong somebody is}.
 */
export function listRules(rows, columns, { hasHeading } = {}) {
  const look = (column) => {
    const cells = rows.slice(hasHeading ? 1 : 0).map((row) => row[column]).filter(Boolean);
    const counts = new Map();
    for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    const heading = hasHeading ? normalize(rows[0][column]) : "";
    const isRepeated = counts.size > 1 && counts.size < cells.length && !SHAPES.slice(1).some((shape) => shape.test(cells[0]));
    const isFew = isRepeated && counts.size * 2 <= cells.length;
    const isStrength = !isFew && STRENGTHS.includes(heading) && hasNumbers(rows, column, hasHeading);
    const isKnown = isStrength || GROUPINGS.has(heading);
    return { column, most: Math.max(...counts.values()), isStrength, isKnown, isMeant: isFew || isStrength || (isKnown && isRepeated) };
  };
  return columns.map(look).filter(({ isMeant }) => isMeant).sort((a, b) => b.isKnown - a.isKnown).slice(0, MAX_RULES);
}

/** Return the columns that may be the number of tickets: most of their cells are numbers, or their heading says so. */
export const listTickets = (rows) =>
  listColumns(rows).filter((column) => {
    const cells = cellsOf(rows, column);
    return isNumericColumn(rows, column) || cells.filter(isNumeric).length * 2 > cells.length || (isOfTickets(rows[0][column]) && guessColumns(rows).tickets === column);
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

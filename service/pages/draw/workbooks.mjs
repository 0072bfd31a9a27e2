/** Workbooks of Excel and LibreOffice as the person sees them: the sheet that is open, without hidden rows and columns. */
import { joinNames, t } from "../shared/texts.mjs";
import { Wrong, shorten } from "./lines.mjs";
import { readPart } from "./parts.mjs";

const [MAX_ROWS, MAX_COLUMNS] = [50_000, 200]; // of a sheet: it may say that an empty row is repeated a million times
const MAX_TEXT = 5 * 2 ** 20; // characters of a sheet: a cell may be repeated
const MAX_NAMED = 4; // other sheets that have a button

/**
 * Return the list of a workbook: its `text`, and `notes` on what of it is not in it, each with `choices` that `read` the list
 * otherwise. Throw `Wrong` if it cannot be read.
 */
export async function readWorkbook(file, bytes) {
  const sheets = await (
    isOfOffice(bytes) ? readOffice(bytes) : readExcel(file, bytes)
  ).catch(() => {
    throw new Wrong(t("draw.wrong.workbook"), "lines");
  });
  const isLarge = ({ rows }) =>
    rows.flat().reduce((sum, cell) => sum + 1 + String(cell ?? "").length, 0) >
    MAX_TEXT;
  if (sheets.some(isLarge))
    throw new Wrong(t("draw.wrong.largeWorkbook"), "lines");
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const isFilled = ({ rows }) =>
    rows.some((row) => row.some((cell) => toText(cell) !== ""));
  const sheet =
    [...visible.filter(({ isActive }) => isActive), ...visible, ...sheets].find(
      isFilled,
    ) ?? sheets[0];
  return openSheet(sheet, sheets.filter(isFilled), {});
}

/** Return the list of a sheet, and notes on the others. `hasRows`, `hasColumns`: hidden ones are in the list too. */
function openSheet(sheet, sheets, { hasRows = false, hasColumns = false }) {
  const { rows, hiddenRows, hiddenColumns } = sheet;
  const isFilled = (row) => row.some((cell) => toText(cell) !== "");
  const isColumn = (column) => rows.some((row) => toText(row[column]) !== "");
  const [leftRows, leftColumns] = [
    [...hiddenRows].filter((i) => rows[i] && isFilled(rows[i])),
    [...hiddenColumns].filter(isColumn),
  ];
  const shown = hasRows ? rows : rows.filter((_, i) => !hiddenRows.has(i));
  const text = toTable(
    hasColumns
      ? shown
      : shown.map((row) =>
          row.filter((_, column) => !hiddenColumns.has(column)),
        ),
  );
  const again = (options) => () =>
    openSheet(sheet, sheets, { hasRows, hasColumns, ...options });
  const nameRow = (i) =>
    t("draw.read.column", {
      name: shorten(rows[i].map(toText).filter(Boolean).join("; ")),
    });
  const nameColumn = (column) =>
    t("draw.read.column", {
      name: shorten(rows.map((row) => toText(row[column])).find(Boolean)),
    });
  const noteHidden = (what, left, name, hasAll, option) => ({
    text: t(hasAll ? `draw.read.shown.${what}` : `draw.read.hidden.${what}`, {
      count: left.length,
      names: nameSome(left.map(name)),
    }),
    choices: [
      {
        label: t(hasAll ? "draw.read.leaveOut" : "draw.read.readToo"),
        read: again({ [option]: !hasAll }),
      },
    ],
  });
  const notes = [
    sheets.length > 1 && noteSheets(sheet, sheets),
    leftRows.length > 0 &&
      noteHidden("rows", leftRows, nameRow, hasRows, "hasRows"),
    leftColumns.length > 0 &&
      noteHidden("columns", leftColumns, nameColumn, hasColumns, "hasColumns"),
  ];
  return { text, notes: notes.filter(Boolean) };
}

/** Return the note on the sheets that are not read. */
function noteSheets(sheet, sheets) {
  const others = sheets.filter((other) => other !== sheet);
  const nameSheet = ({ name, isHidden }) =>
    t(isHidden ? "draw.read.hiddenSheet" : "draw.read.column", { name });
  return {
    text: t("draw.read.sheet", {
      name: sheet.name,
      others: nameSome(others.map(nameSheet)),
    }),
    choices: others.slice(0, MAX_NAMED).map((other) => ({
      label: t("draw.read.readSheet", { name: other.name }),
      read: () => openSheet(other, sheets, {}),
    })),
  };
}

/** Return names for a sentence, the first ones if they are many. */
function nameSome(names) {
  const more = names.length - MAX_NAMED;
  return joinNames([
    ...names.slice(0, MAX_NAMED),
    ...(more > 0 ? [t("draw.read.more", { count: more })] : []),
  ]);
}

const toText = (cell) =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : String(cell ?? "")
        .replace(/\s+/g, " ")
        .trim();

/** Return rows of cells as a text with tabs. */
function toTable(rows) {
  const quote = (text) =>
    /^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows
    .map((row) => row.map((cell) => quote(toText(cell))).join("\t"))
    .join("\n");
}

const parseXml = (text) => {
  if (text.includes("<!DOCTYPE"))
    throw new Error("A workbook has no entities.");
  return new DOMParser().parseFromString(text, "text/xml");
};

const listElements = (parent, localName) => [
  ...parent.getElementsByTagNameNS("*", localName),
];

/** Return the sheets of a workbook of Excel; the library is loaded with the first one. */
async function readExcel(file, bytes) {
  const { library } = await import("./read-excel-file/read-excel-file.mjs");
  const [read, book, relations] = await Promise.all([
    library(file),
    readPart(bytes, "xl/workbook.xml"),
    readPart(bytes, "xl/_rels/workbook.xml.rels"),
  ]);
  const targets = new Map(
    listElements(parseXml(relations), "Relationship").map((element) => [
      element.getAttribute("Id"),
      element.getAttribute("Target"),
    ]),
  );
  const document = parseXml(book);
  const active = Number(
    listElements(document, "workbookView")[0]?.getAttribute("activeTab") ?? 0,
  );
  const places = listElements(document, "sheet");
  return Promise.all(
    read.map(async ({ sheet: name, data: rows }) => {
      const place = places.findIndex(
        (element) => element.getAttribute("name") === name,
      );
      const element = places[place];
      const id = [...(element?.attributes ?? [])].find(
        (attribute) => attribute.localName === "id",
      )?.value;
      const target = targets.get(id)?.replace(/^\/?(?:xl\/)?/, "xl/");
      const hidden = target
        ? readHidden(await readPart(bytes, target))
        : { hiddenRows: new Set(), hiddenColumns: new Set() };
      return {
        name,
        rows,
        isActive: place === active,
        isHidden: /hidden/i.test(element?.getAttribute("state") ?? ""),
        ...hidden,
      };
    }),
  );
}

/** Return the places of the rows and columns that a sheet of Excel hides, also by a filter. */
function readHidden(xml) {
  const isHidden = (tag) => /\shidden="(?:1|true)"/.test(tag);
  const read = (tag, name) =>
    Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1]);
  const tagsOf = (name) =>
    (xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, "g")) ?? []).filter(
      isHidden,
    );
  const columns = tagsOf("col").flatMap((tag) => {
    const first = read(tag, "min");
    const last = Math.min(read(tag, "max"), MAX_COLUMNS);
    return Array.from(
      { length: Math.max(last - first + 1, 0) },
      (_, i) => first + i - 1,
    );
  });
  return {
    hiddenRows: new Set(tagsOf("row").map((tag) => read(tag, "r") - 1)),
    hiddenColumns: new Set(columns),
  };
}

/** Return whether a ZIP file is a workbook of LibreOffice (.ods), as its first part says. */
const isOfOffice = (bytes) =>
  new TextDecoder("latin1")
    .decode(bytes.subarray(0, 200))
    .includes("mimetypeapplication/vnd.oasis.opendocument.spreadsheet");

/** Return the sheets of a workbook of LibreOffice. */
async function readOffice(bytes) {
  const document = parseXml(await readPart(bytes, "content.xml"));
  const settings = await readPart(bytes, "settings.xml").catch(() => ""); // other programs leave it out
  const active = /config:name="ActiveTable"[^>]*>([^<]*)</.exec(settings)?.[1];
  const hidden = listElements(document, "style").filter(
    (style) =>
      listElements(style, "table-properties")[0]?.getAttribute(
        "table:display",
      ) === "false",
  );
  const hiddenStyles = hidden.map((style) => style.getAttribute("style:name"));
  return listElements(document, "table").map((table) => {
    const name = table.getAttribute("table:name") ?? "";
    return {
      name,
      isActive: name === active,
      isHidden: hiddenStyles.includes(table.getAttribute("table:style-name")),
      ...readOfficeCells(table),
    };
  });
}

const isCollapsed = (element) =>
  ["collapse", "filter"].includes(element.getAttribute("table:visibility")) ||
  element.closest('[*|display="false"]') !== null;

/** Return the rows of a sheet of LibreOffice, and the places of those rows and columns that are hidden. */
function readOfficeCells(table) {
  const rows = repeatAll(
    listElements(table, "table-row"),
    "rows",
    MAX_ROWS,
    (row) => {
      const cells = [...row.children].filter(({ localName }) =>
        /table-cell$/.test(localName),
      );
      const texts = repeatAll(cells, "columns", MAX_COLUMNS, (cell) =>
        listElements(cell, "p")
          .map(({ textContent }) => textContent)
          .join(" "),
      );
      return Object.assign(texts, { isHidden: isCollapsed(row) });
    },
  );
  const columns = listElements(table, "table-column").flatMap((column) =>
    Array(Math.min(readRepeated(column, "columns"), MAX_COLUMNS)).fill(
      isCollapsed(column),
    ),
  );
  const listHidden = (all) =>
    new Set(all.flatMap((isHidden, i) => (isHidden ? [i] : [])));
  return {
    rows,
    hiddenRows: listHidden(rows.map(({ isHidden }) => isHidden)),
    hiddenColumns: listHidden(columns),
  };
}

const readRepeated = (element, what) =>
  Number(element.getAttribute(`table:number-${what}-repeated`) ?? 1);

/** Return what is read of elements, each as often as it says that it is repeated; empty ones at the end are left out. */
function repeatAll(elements, what, most, read) {
  const found = [];
  let empty = [];
  for (const element of elements) {
    const value = read(element);
    const left = most - found.length - empty.length;
    const repeated = Array(Math.min(readRepeated(element, what), left)).fill(
      value,
    );
    if (value.length === 0) empty.push(...repeated);
    else [, empty] = [found.push(...empty, ...repeated), []];
  }
  return found;
}

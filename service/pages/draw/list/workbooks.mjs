/**
 * Workbooks of Excel and LibreOffice as the person sees them: the sheet that is open, without hidden rows and columns.
 */
// @ts-check
import { joinNames, t } from "../../shared/texts.mjs";
import { Wrong, shorten } from "../../shared/lines.mjs";
import { readPart } from "./zip.mjs";

/**
 * A list that is read from a file, and what is said of the file.
 * @typedef {object} OpenedList
 * @property {string} text
 * @property {FileNote[]} notes
 */

/**
 * A sentence on what of a file is not in its list, with the choices to `read` it otherwise.
 * @typedef {object} FileNote
 * @property {string} text
 * @property {{ label: string, read: () => OpenedList }[]} [choices]
 */

/**
 * The value of a cell.
 * @typedef {string | number | boolean | Date | null | undefined} Cell
 */

/**
 * A sheet of a workbook. Rows and columns are numbers from 0.
 * @typedef {object} Sheet
 * @property {string} name
 * @property {Cell[][]} rows
 * @property {boolean} isActive it was open when the workbook was saved
 * @property {boolean} isHidden
 * @property {Set<number>} hiddenRows
 * @property {Set<number>} hiddenColumns
 */

/**
 * The function of read-excel-file, which returns the rows of each sheet.
 * @typedef {(file: Blob) => Promise<{ sheet: string, data: Cell[][] }[]>} ExcelReader
 */

const MAX_ROWS = 50_000; // of a sheet: it may say that an empty row is repeated a million times
const MAX_COLUMNS = 200;
const MAX_TEXT = 5 * 2 ** 20; // characters of a sheet: a cell may be repeated
const MAX_NAMED = 4; // other sheets that have a button

/** @param {Cell[]} row */
const isFilledRow = (row) => row.some((cell) => toText(cell) !== "");

/** @param {Sheet} sheet */
const isFilled = ({ rows }) => rows.some(isFilledRow);

/**
 * Return whether a sheet has more than `MAX_TEXT` characters.
 * @param {Sheet} sheet
 */
function isLarge({ rows }) {
  let length = 0; // of its text
  for (const row of rows)
    for (const cell of row) length += 1 + String(cell ?? "").length;
  return length > MAX_TEXT;
}

/**
 * Return the list of a workbook: its `text`, and `notes` on what of it is not in it, each with `choices` that `read`
 * the list otherwise. Throw `Wrong` if it cannot be read.
 * @param {Blob} file
 * @param {Uint8Array<ArrayBuffer>} bytes the same
 * @returns {Promise<OpenedList>}
 */
export async function readWorkbook(file, bytes) {
  const sheets = await (
    isOfOffice(bytes) ? readOffice(bytes) : readExcel(file, bytes)
  ).catch(() => {
    throw new Wrong(t("draw.wrong.workbook"), "lines");
  });
  if (sheets.some(isLarge))
    throw new Wrong(t("draw.wrong.largeWorkbook"), "lines");
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const likely = [
    ...visible.filter(({ isActive }) => isActive),
    ...visible,
    ...sheets,
  ];
  const sheet = likely.find(isFilled) ?? sheets[0];
  return openSheet(sheet, sheets.filter(isFilled), {});
}

/**
 * Return the list of a sheet, and notes on the others. `hasRows`, `hasColumns`: hidden ones are in the list too.
 * @param {Sheet} sheet
 * @param {Sheet[]} sheets all that are not empty
 * @param {{ hasRows?: boolean, hasColumns?: boolean }} options
 * @returns {OpenedList}
 */
function openSheet(sheet, sheets, { hasRows = false, hasColumns = false }) {
  const notes = [
    sheets.length > 1 ? noteSheets(sheet, sheets) : undefined,
    noteHidden("rows", nameHiddenRows(sheet), hasRows, () =>
      openSheet(sheet, sheets, { hasRows: !hasRows, hasColumns }),
    ),
    noteHidden("columns", nameHiddenColumns(sheet), hasColumns, () =>
      openSheet(sheet, sheets, { hasRows, hasColumns: !hasColumns }),
    ),
  ];
  return {
    text: toTable(listShown(sheet, hasRows, hasColumns)),
    notes: notes.filter((note) => note !== undefined),
  };
}

/**
 * Return the rows of a sheet as far as they are in the list.
 * @param {Sheet} sheet
 * @param {boolean} hasRows whether hidden rows are in it too
 * @param {boolean} hasColumns whether hidden columns are in it too
 */
function listShown({ rows, hiddenRows, hiddenColumns }, hasRows, hasColumns) {
  const shownRows = hasRows ? rows : rows.filter((_, i) => !hiddenRows.has(i));
  if (hasColumns) return shownRows;
  return shownRows.map((row) => row.filter((_, i) => !hiddenColumns.has(i)));
}

/**
 * Return the names of the hidden rows that are not empty: their cells.
 * @param {Sheet} sheet
 */
const nameHiddenRows = ({ rows, hiddenRows }) =>
  [...hiddenRows]
    .filter((i) => rows[i] && isFilledRow(rows[i]))
    .map((i) => {
      const texts = rows[i].map(toText);
      return texts.filter(Boolean).join("; ");
    });

/**
 * Return the names of the hidden columns that are not empty: their first cells.
 * @param {Sheet} sheet
 */
const nameHiddenColumns = ({ rows, hiddenColumns }) =>
  [...hiddenColumns].flatMap((column) => {
    const texts = rows.map((row) => toText(row[column]));
    const first = texts.find(Boolean);
    return first === undefined ? [] : [first];
  });

/**
 * Return the note on hidden rows or columns; undefined if there are none.
 * @param {"rows" | "columns"} what
 * @param {string[]} names
 * @param {boolean} areRead they are in the list
 * @param {() => OpenedList} readOtherwise
 * @returns {FileNote | undefined}
 */
function noteHidden(what, names, areRead, readOtherwise) {
  if (names.length === 0) return undefined;
  const texts = names.map((name) =>
    t("draw.read.column", { name: shorten(name) }),
  );
  return {
    text: t(areRead ? `draw.read.shown.${what}` : `draw.read.hidden.${what}`, {
      count: names.length,
      names: nameSome(texts),
    }),
    choices: [
      {
        label: t(areRead ? "draw.read.leaveOut" : "draw.read.readToo"),
        read: readOtherwise,
      },
    ],
  };
}

/**
 * Return the note on the sheets that are not read.
 * @param {Sheet} sheet
 * @param {Sheet[]} sheets
 * @returns {FileNote}
 */
function noteSheets(sheet, sheets) {
  const otherSheets = sheets.filter((listedSheet) => listedSheet !== sheet);
  /** @param {Sheet} other */
  const nameSheet = ({ name, isHidden }) =>
    t(isHidden ? "draw.read.hiddenSheet" : "draw.read.column", { name });
  return {
    text: t("draw.read.sheet", {
      name: sheet.name,
      others: nameSome(otherSheets.map(nameSheet)),
    }),
    choices: otherSheets.slice(0, MAX_NAMED).map((otherSheet) => ({
      label: t("draw.read.readSheet", { name: otherSheet.name }),
      read: () => openSheet(otherSheet, sheets, {}),
    })),
  };
}

/**
 * Return names for a sentence, the first ones if they are many.
 * @param {string[]} names
 */
function nameSome(names) {
  const more = names.length - MAX_NAMED;
  return joinNames([
    ...names.slice(0, MAX_NAMED),
    ...(more > 0 ? [t("draw.read.more", { count: more })] : []),
  ]);
}

/**
 * Return a cell as text, in one line: a date as "2026-11-28".
 * @param {Cell} cell
 */
const toText = (cell) =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : String(cell ?? "")
        .replace(/\s+/g, " ")
        .trim();

/**
 * Return rows of cells as a text with tabs.
 * @param {Cell[][]} rows
 */
function toTable(rows) {
  /** @param {string} text */
  const quote = (text) =>
    /^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((row) => {
    const cells = row.map((cell) => quote(toText(cell)));
    return cells.join("\t");
  });
  return lines.join("\n");
}

/**
 * Return the document of a text of XML.
 * @param {string} text
 */
const parseXml = (text) => {
  if (text.includes("<!DOCTYPE"))
    throw new Error("A workbook has no entities.");
  return new DOMParser().parseFromString(text, "text/xml");
};

/**
 * Return the elements with a name within another element, in any namespace.
 * @param {Document | Element} parent
 * @param {string} localName
 */
const listElements = (parent, localName) =>
  Array.from(parent.getElementsByTagNameNS("*", localName));

/**
 * Return the sheets of a workbook of Excel; the library is loaded with the first one.
 * @param {Blob} file
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Sheet[]>}
 */
async function readExcel(file, bytes) {
  const { library } = await import("../read-excel-file/read-excel-file.mjs");
  const readSheets = /** @type {ExcelReader} */ (library);
  const [sheets, book, relations] = await Promise.all([
    readSheets(file),
    readPart(bytes, "xl/workbook.xml"),
    readPart(bytes, "xl/_rels/workbook.xml.rels"),
  ]);
  const listed = listExcelSheets(parseXml(book), parseXml(relations));
  return Promise.all(
    sheets.map(async ({ sheet: name, data: rows }) => {
      const listedSheet = listed.find((sheetEntry) => sheetEntry.name === name);
      const part = listedSheet?.path
        ? await readPart(bytes, listedSheet.path)
        : "";
      return {
        name,
        rows,
        isActive: listedSheet?.isActive ?? false,
        isHidden: listedSheet?.isHidden ?? false,
        ...readHidden(part),
      };
    }),
  );
}

/**
 * A sheet as the workbook lists it: `path` is its file in the archive, such as "xl/worksheets/sheet1.xml".
 * @typedef {{ name: string | null, isActive: boolean, isHidden: boolean, path?: string }} ListedSheet
 */

/**
 * Return the sheets that a workbook of Excel lists.
 * @param {Document} book
 * @param {Document} relations the files of the sheets by their ids
 * @returns {ListedSheet[]}
 */
function listExcelSheets(book, relations) {
  const paths = new Map(
    listElements(relations, "Relationship").map((element) => [
      element.getAttribute("Id"),
      element.getAttribute("Target")?.replace(/^\/?(?:xl\/)?/, "xl/"),
    ]),
  );
  const [view] = listElements(book, "workbookView");
  const active = Number(view?.getAttribute("activeTab") ?? 0);
  return listElements(book, "sheet").map((element, position) => {
    const attributes = Array.from(element.attributes);
    const id = attributes.find(({ localName }) => localName === "id")?.value;
    return {
      name: element.getAttribute("name"),
      isActive: position === active,
      isHidden: /hidden/i.test(element.getAttribute("state") ?? ""),
      path: paths.get(id ?? ""),
    };
  });
}

/**
 * Return the positions of the rows and columns that a sheet of Excel hides, also by a filter: '<row r="3" hidden="1">'
 * hides the row 2.
 * @param {string} xml
 * @returns {Pick<Sheet, "hiddenRows" | "hiddenColumns">}
 */
function readHidden(xml) {
  /** @param {string} tag */
  const isHidden = (tag) => /\shidden="(?:1|true)"/.test(tag);
  /**
   * @param {string} tag
   * @param {string} name
   */
  const readNumber = (tag, name) =>
    Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1]);
  /** @param {string} name */
  const listTags = (name) =>
    (xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, "g")) ?? []).filter(
      isHidden,
    );
  const columns = listTags("col").flatMap((tag) => {
    const first = readNumber(tag, "min");
    const last = Math.min(readNumber(tag, "max"), MAX_COLUMNS);
    return Array.from(
      { length: Math.max(last - first + 1, 0) },
      (_, i) => first + i - 1,
    );
  });
  return {
    hiddenRows: new Set(listTags("row").map((tag) => readNumber(tag, "r") - 1)),
    hiddenColumns: new Set(columns),
  };
}

/**
 * Return whether a ZIP file is a workbook of LibreOffice (.ods), as its first part says.
 * @param {Uint8Array} bytes
 */
const isOfOffice = (bytes) =>
  new TextDecoder("latin1")
    .decode(bytes.subarray(0, 200))
    .includes("mimetypeapplication/vnd.oasis.opendocument.spreadsheet");

/**
 * Return the sheets of a workbook of LibreOffice.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Sheet[]>}
 */
async function readOffice(bytes) {
  const document = parseXml(await readPart(bytes, "content.xml"));
  // Other programs leave it out
  const settings = await readPart(bytes, "settings.xml").catch(() => "");
  const active = /config:name="ActiveTable"[^>]*>([^<]*)</.exec(settings)?.[1];
  const hiddenStyles = listElements(document, "style")
    .filter(
      (style) =>
        listElements(style, "table-properties")[0]?.getAttribute(
          "table:display",
        ) === "false",
    )
    .map((style) => style.getAttribute("style:name"));
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

/**
 * Return whether a row or a column of LibreOffice is hidden: by a filter, by hand, or in a folded group.
 * @param {Element} element
 */
const isCollapsed = (element) =>
  ["collapse", "filter"].includes(
    element.getAttribute("table:visibility") ?? "",
  ) || element.closest('[*|display="false"]') !== null;

/**
 * Return the rows of a sheet of LibreOffice, and the positions of those rows and columns that are hidden.
 * @param {Element} table
 * @returns {Pick<Sheet, "rows" | "hiddenRows" | "hiddenColumns">}
 */
function readOfficeCells(table) {
  const rowElements = listElements(table, "table-row");
  const rows = repeatAll(rowElements, "rows", MAX_ROWS, (row) =>
    Object.assign(readOfficeRow(row), { isHidden: isCollapsed(row) }),
  );
  /** @type {boolean[]} */
  const columns = listElements(table, "table-column").flatMap((column) =>
    Array(Math.min(readRepeated(column, "columns"), MAX_COLUMNS)).fill(
      isCollapsed(column),
    ),
  );
  return {
    rows,
    hiddenRows: listHidden(rows.map(({ isHidden }) => isHidden)),
    hiddenColumns: listHidden(columns),
  };
}

/**
 * Return the texts of the cells of a row.
 * @param {Element} row
 */
function readOfficeRow(row) {
  const cells = Array.from(row.children).filter(({ localName }) =>
    /table-cell$/.test(localName),
  );
  return repeatAll(cells, "columns", MAX_COLUMNS, (cell) =>
    listElements(cell, "p")
      .map(({ textContent }) => textContent)
      .join(" "),
  );
}

/**
 * Return the positions of rows or columns that are hidden.
 * @param {boolean[]} areHidden whether each is
 */
const listHidden = (areHidden) =>
  new Set(areHidden.flatMap((isHidden, i) => (isHidden ? [i] : [])));

/**
 * Return how often a row or a cell is there.
 * @param {Element} element
 * @param {"rows" | "columns"} what
 */
const readRepeated = (element, what) =>
  Number(element.getAttribute(`table:number-${what}-repeated`) ?? 1);

/**
 * Return what is read of elements, each as often as it says that it is repeated; empty ones at the end are left out.
 * @template {{ length: number }} Value
 * @param {Element[]} elements
 * @param {"rows" | "columns"} what
 * @param {number} max how many values are read
 * @param {(element: Element) => Value} read an empty value has the length 0
 * @returns {Value[]}
 */
function repeatAll(elements, what, max, read) {
  /** @type {Value[]} */
  const values = [];
  /** @type {Value[]} */
  let emptyValues = []; // that are left out unless another comes
  for (const element of elements) {
    const value = read(element);
    const room = max - values.length - emptyValues.length;
    const count = Math.min(readRepeated(element, what), room);
    emptyValues.push(...Array(count).fill(value));
    if (value.length === 0) continue;
    values.push(...emptyValues);
    emptyValues = [];
  }
  return values;
}

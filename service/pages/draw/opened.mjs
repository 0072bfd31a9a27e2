/** A file that is opened as a list: text in any encoding that spreadsheets write, or a workbook of Excel or LibreOffice. */
import { t } from "../shared/texts.mjs";
import { CONTROLS, Wrong } from "./lines.mjs";

const MAX_BYTES = 5 * 2 ** 20;
const MAX_PARTS = 16 * 2 ** 20; // bytes of a workbook that is unpacked: they take seconds, in which the page stands still
const [MAX_ROWS, MAX_COLUMNS] = [50_000, 200]; // of a sheet: it may say that an empty row is repeated a million times
const WORKBOOKS = [[0x50, 0x4b, 0x03, 0x04], [0xd0, 0xcf, 0x11, 0xe0]]; // .xlsx, .ods, .docx; .xls, .doc
const OTHERS = ["%PDF", "\x89PNG", "\xff\xd8\xff", "GIF8", "RIFF", "{\\rtf", "\x1f\x8b", "Rar!", "7z\xbc\xaf"];

/** Return the `text` of a file and, if it was guessed, a `note` on its encoding. Throw `Wrong` for a file that is no list. */
export async function readFile(file) {
  if (file.size > MAX_BYTES) throw new Wrong(t("draw.wrong.file"), "lines");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const beginsWith = (signature) => signature.every((byte, i) => bytes[i] === byte);
  if (WORKBOOKS.some(beginsWith)) {
    if (measureParts(bytes) > MAX_PARTS) throw new Wrong(t("draw.wrong.largeWorkbook"), "lines");
    return { text: toTable(await (isOfOffice(bytes) ? readSheet(bytes) : readWorkbook(file))) };
  }
  if (OTHERS.some((signature) => beginsWith([...signature].map((character) => character.charCodeAt(0))))) throw new Wrong(t("draw.wrong.noText"), "lines");
  const { text, note } = decode(bytes);
  if (CONTROLS.test(text)) throw new Wrong(t("draw.wrong.noText"), "lines");
  return { text, note };
}

/** Return how many bytes the parts of a ZIP file have when they are unpacked, as its directory says. */
function measureParts(bytes) {
  const view = new DataView(bytes.buffer);
  let sum = 0;
  for (let i = 0; i + 46 <= bytes.length; i += 1) if (view.getUint32(i) === 0x504b0102) sum += view.getUint32(i + 24, true);
  return sum;
}

/** Return the rows of the first sheet of a workbook; the library is loaded with the first one. */
async function readWorkbook(file) {
  const { library } = await import("./read-excel-file/read-excel-file.mjs");
  const sheets = await library(file).catch(() => {
    throw new Wrong(t("draw.wrong.workbook"), "lines");
  });
  return sheets[0].data;
}

/** Return rows of cells as a text with tabs. */
function toTable(rows) {
  const toText = (cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? "").replace(/\s+/g, " ").trim());
  const quote = (text) => (/^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map((cell) => quote(toText(cell))).join("\t")).join("\n");
}

/** Return whether a ZIP file is a workbook of LibreOffice (.ods), as its first part says. */
const isOfOffice = (bytes) => new TextDecoder("latin1").decode(bytes.subarray(0, 200)).includes("mimetypeapplication/vnd.oasis.opendocument.spreadsheet");

/** Return the rows of the first sheet of such a workbook. */
async function readSheet(bytes) {
  const rows = await readRows(bytes).catch(() => {
    throw new Wrong(t("draw.wrong.workbook"), "lines");
  });
  if (rows.flat().reduce((sum, { length }) => sum + 1 + length, 0) > MAX_BYTES) throw new Wrong(t("draw.wrong.largeWorkbook"), "lines"); // a cell may be repeated
  return rows;
}

async function readRows(bytes) {
  const text = await readPart(bytes, "content.xml");
  if (text.includes("<!DOCTYPE")) throw new Error("A workbook has no entities.");
  const sheet = new DOMParser().parseFromString(text, "text/xml").getElementsByTagName("table:table")[0];
  return readCells([...sheet.getElementsByTagName("table:table-row")], "rows", MAX_ROWS, (row) => {
    const cells = [...row.children].filter(({ localName }) => /table-cell$/.test(localName));
    return readCells(cells, "columns", MAX_COLUMNS, (cell) => [...cell.getElementsByTagName("text:p")].map(({ textContent }) => textContent).join(" "));
  });
}

/** Return what is read of elements, each as often as it says that it is repeated; empty ones at the end are left out. */
function readCells(elements, what, most, read) {
  const found = [];
  let empty = [];
  for (const element of elements) {
    const value = read(element);
    const left = most - found.length - empty.length;
    const repeated = Array(Math.min(Number(element.getAttribute(`table:number-${what}-repeated`) ?? 1), left)).fill(value);
    if (value.length === 0) empty.push(...repeated);
    else [, empty] = [found.push(...empty, ...repeated), []];
  }
  return found;
}

/** Return the text of a part of a ZIP file, by its directory. */
async function readPart(bytes, name) {
  const view = new DataView(bytes.buffer);
  const nameAt = (i, length) => new TextDecoder().decode(bytes.subarray(i, i + length));
  let i = 0;
  while (view.getUint32(i) !== 0x504b0102 || nameAt(i + 46, view.getUint16(i + 28, true)) !== name) i += 1;
  const [method, size, start] = [view.getUint16(i + 10, true), view.getUint32(i + 20, true), view.getUint32(i + 42, true)];
  const content = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = new Blob([bytes.subarray(content, content + size)]);
  if (method === 0) return packed.text();
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let sum = 0, part; !(part = await reader.read()).done; parts.push(part.value)) if ((sum += part.value.length) > MAX_PARTS) throw new Error("The directory says less.");
  return new Blob(parts).text();
}

/** Decode a file: UTF-8, UTF-16 or, if it is neither, Windows-1252, as old spreadsheets write. */
function decode(bytes) {
  const read = (encoding) => new TextDecoder(encoding, { fatal: encoding === "utf-8" }).decode(bytes);
  const isNul = (place) => bytes.length > 3 && bytes.subarray(0, 400).every((byte, i) => (byte === 0) === (i % 2 === place));
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || isNul(1) ? "utf-16le" : (bytes[0] === 0xfe && bytes[1] === 0xff) || isNul(0) ? "utf-16be" : undefined;
  if (wide) return { text: read(wide), ...(bytes[0] !== 0xff && bytes[0] !== 0xfe && { note: t("draw.read.encoding", { encoding: "UTF-16" }) }) };
  try {
    return { text: read("utf-8") };
  } catch {
    return { text: read("windows-1252"), note: t("draw.read.encoding", { encoding: "Windows-1252" }) };
  }
}

/**
 * A file that is opened as a list: text in any encoding that spreadsheets write, or a workbook of Excel or LibreOffice.
 */
// @ts-check
import { t } from "../../shared/texts.mjs";
import { CONTROLS, Wrong } from "../../shared/lines.mjs";
import { isTooLarge } from "./zip.mjs";

/** @import { OpenedList } from "./workbooks.mjs" */

const MAX_BYTES = 5 * 2 ** 20;
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]; // .xlsx, .ods, .docx; .xls, .doc
const OTHERS = [
  "%PDF",
  "\x89PNG",
  "\xff\xd8\xff",
  "GIF8",
  "RIFF",
  "{\\rtf",
  "\x1f\x8b",
  "Rar!",
  "7z\xbc\xaf",
];

/**
 * Return the `text` of a file, and `notes` on what it does not say itself. Throw `Wrong` for a file that is no list.
 *
 * Of a text that is no UTF-8 a note says that it was read as Windows-1252; of a workbook, which sheets are not in the
 * text.
 * @param {File} file
 * @returns {Promise<OpenedList>}
 */
export async function readFile(file) {
  if (file.size > MAX_BYTES) throw new Wrong(t("draw.wrong.file"), "lines");
  const bytes = new Uint8Array(await file.arrayBuffer());
  /** @param {number[]} signature */
  const isOfKind = (signature) => beginsWith(bytes, signature);
  if (WORKBOOKS.some(isOfKind)) return openWorkbook(file, bytes);
  if (OTHERS.map(toBytes).some(isOfKind))
    throw new Wrong(t("draw.wrong.noText"), "lines");
  const { text, note } = decode(bytes);
  if (CONTROLS.test(text)) throw new Wrong(t("draw.wrong.noText"), "lines");
  return { text, notes: note ? [{ text: note }] : [] };
}

/**
 * Return the text of a workbook as `readFile` does. Throw `Wrong` for one that is too large when it is unpacked.
 * @param {File} file
 * @param {Uint8Array<ArrayBuffer>} bytes of the file
 */
async function openWorkbook(file, bytes) {
  if (isTooLarge(bytes))
    throw new Wrong(t("draw.wrong.largeWorkbook"), "lines");
  const { readWorkbook } = await import("./workbooks.mjs");
  return readWorkbook(file, bytes);
}

/**
 * Return whether a file begins with the bytes of a signature.
 * @param {Uint8Array} bytes
 * @param {number[]} signature
 */
const beginsWith = (bytes, signature) =>
  signature.every((byte, i) => bytes[i] === byte);

/** @param {string} signature */
const toBytes = (signature) =>
  [...signature].map((character) => character.charCodeAt(0));

/**
 * Decode a file: UTF-8, UTF-16 or, if it is neither, Windows-1252, as old spreadsheets write.
 * @param {Uint8Array} bytes
 * @returns {{ text: string, note?: string }} with a note on an encoding that the file does not say itself
 */
function decode(bytes) {
  /** @param {string} encoding */
  const read = (encoding) =>
    new TextDecoder(encoding, { fatal: encoding === "utf-8" }).decode(bytes);
  /** @param {string} encoding */
  const note = (encoding) => t("draw.read.encoding", { encoding });
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => beginsWith(bytes, mark));
  if (marked) return { text: read(marked.encoding) };
  const wide = guessWide(bytes);
  if (wide) return { text: read(wide), note: note("UTF-16") };
  try {
    return { text: read("utf-8") };
  } catch {
    return { text: read("windows-1252"), note: note("Windows-1252") };
  }
}

const BYTE_ORDER_MARKS = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];

/**
 * Return the encoding of a text in UTF-16 without a mark, whose every second byte is 0; undefined for another text.
 * @param {Uint8Array} bytes
 */
function guessWide(bytes) {
  /** @param {number} parity 0 if the first of two bytes is 0, 1 if the second is */
  const isNul = (parity) =>
    bytes.length > 3 &&
    bytes
      .subarray(0, 400)
      .every((byte, i) => (byte === 0) === (i % 2 === parity));
  if (isNul(1)) return "utf-16le";
  return isNul(0) ? "utf-16be" : undefined;
}

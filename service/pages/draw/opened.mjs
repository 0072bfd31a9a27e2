/** A file that is opened as a list: text in any encoding that spreadsheets write, or a workbook of Excel or LibreOffice. */
import { t } from "../shared/texts.mjs";
import { CONTROLS, Wrong } from "./lines.mjs";
import { isTooLarge } from "./parts.mjs";

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

/** Return the `text` of a file, and `notes` on what it does not say itself. Throw `Wrong` for a file that is no list. */
export async function readFile(file) {
  if (file.size > MAX_BYTES) throw new Wrong(t("draw.wrong.file"), "lines");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const beginsWith = (signature) =>
    signature.every((byte, i) => bytes[i] === byte);
  if (WORKBOOKS.some(beginsWith)) {
    if (isTooLarge(bytes))
      throw new Wrong(t("draw.wrong.largeWorkbook"), "lines");
    const { readWorkbook } = await import("./workbooks.mjs");
    return readWorkbook(file, bytes);
  }
  if (
    OTHERS.some((signature) =>
      beginsWith([...signature].map((character) => character.charCodeAt(0))),
    )
  )
    throw new Wrong(t("draw.wrong.noText"), "lines");
  const { text, note } = decode(bytes);
  if (CONTROLS.test(text)) throw new Wrong(t("draw.wrong.noText"), "lines");
  return { text, notes: note ? [{ text: note }] : [] };
}

/** Decode a file: UTF-8, UTF-16 or, if it is neither, Windows-1252, as old spreadsheets write. */
function decode(bytes) {
  const read = (encoding) =>
    new TextDecoder(encoding, { fatal: encoding === "utf-8" }).decode(bytes);
  const isNul = (place) =>
    bytes.length > 3 &&
    bytes
      .subarray(0, 400)
      .every((byte, i) => (byte === 0) === (i % 2 === place));
  const wide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || isNul(1)
      ? "utf-16le"
      : (bytes[0] === 0xfe && bytes[1] === 0xff) || isNul(0)
        ? "utf-16be"
        : undefined;
  if (wide)
    return {
      text: read(wide),
      ...(bytes[0] !== 0xff &&
        bytes[0] !== 0xfe && {
          note: t("draw.read.encoding", { encoding: "UTF-16" }),
        }),
    };
  try {
    return { text: read("utf-8") };
  } catch {
    return {
      text: read("windows-1252"),
      note: t("draw.read.encoding", { encoding: "Windows-1252" }),
    };
  }
}

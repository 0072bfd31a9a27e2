/** The parts of a ZIP file, such as a workbook. */
// @ts-check

const ENTRY = 0x504b0102; // how an entry of the directory begins
// Bytes of a file that is unpacked: they take seconds, in which the page stands still
const MAX_PARTS = 16 * 2 ** 20;

/**
 * Return whether the parts of a ZIP file have more bytes, when they are unpacked, than are read, as its directory says.
 * @param {Uint8Array} bytes
 */
export function isTooLarge(bytes) {
  const view = new DataView(bytes.buffer);
  let sum = 0;
  for (let i = 0; i + 46 <= bytes.length; i += 1)
    if (view.getUint32(i) === ENTRY) sum += view.getUint32(i + 24, true);
  return sum > MAX_PARTS;
}

/**
 * Return the text of a part of a ZIP file, by its directory. Throw for a part that is not there.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} name such as "content.xml"
 */
export async function readPart(bytes, name) {
  const { isPacked, content } = findPart(bytes, name);
  const part = new Blob([content]);
  if (!isPacked) return part.text();
  const reader = part
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  const pieces = [];
  let sum = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).text();
    sum += value.length;
    if (sum > MAX_PARTS) throw new Error("The directory says less.");
    pieces.push(value);
  }
}

/**
 * Return the content of a part by its entry in the directory, and whether it is packed. Throw a RangeError if there is
 * no such part. `bytes` are the whole of their buffer.
 *
 * An entry, at the end of the file, has the length of the part and where its header is, which the content follows.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} name
 */
function findPart(bytes, name) {
  const view = new DataView(bytes.buffer);
  /**
   * @param {number} i
   * @param {number} length
   */
  const readName = (i, length) =>
    new TextDecoder().decode(bytes.subarray(i, i + length));
  let entry = 0;
  while (
    view.getUint32(entry) !== ENTRY ||
    readName(entry + 46, view.getUint16(entry + 28, true)) !== name
  )
    entry += 1;
  const method = view.getUint16(entry + 10, true);
  const size = view.getUint32(entry + 20, true);
  const header = view.getUint32(entry + 42, true);
  const nameLength = view.getUint16(header + 26, true);
  const extraLength = view.getUint16(header + 28, true);
  const start = header + 30 + nameLength + extraLength;
  return {
    isPacked: method !== 0,
    content: bytes.subarray(start, start + size),
  };
}

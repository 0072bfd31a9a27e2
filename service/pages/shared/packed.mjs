/** Texts in a link: packed by deflate and written in base64url, so that a QR code of the link stays legible. */
// @ts-check
import { LongLink, MAX_LINK } from "./fragments.mjs";
import { ROOT } from "./service.mjs";

/** The maximum length of a text that a link has packed, in bytes. */
export const MAX_TEXT = 2 ** 20;

// Bytes that are unpacked at once: each may stand for a thousand, and these exist before they are counted
const SLICE = 512;

const FORMAT = "deflate-raw";

/**
 * Return a text packed.
 * @param {string} text
 */
export async function pack(text) {
  const bytes = await collect(
    new Blob([text]).stream().pipeThrough(new CompressionStream(FORMAT)),
  );
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * Return the URL of the page that shows the result in a file, or its seal before there is a result.
 * @param {object} file
 */
export const createResultLink = async (file) =>
  `${ROOT}result#packed=${await pack(JSON.stringify(file))}`;

/**
 * Return the JSON that was packed, as text. Throw `LongLink` if it or what is packed is too long, another error if it
 * is damaged or cut off: a character that was changed may leave a text that is no JSON.
 * @param {string} packed
 */
export async function unpack(packed) {
  if (packed.length > MAX_LINK) throw new LongLink();
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const unpacked = await collect(
    slice(bytes).pipeThrough(new DecompressionStream(FORMAT)),
    MAX_TEXT,
  );
  const text = new TextDecoder("utf-8", { fatal: true }).decode(unpacked);
  JSON.parse(text);
  return text;
}

/**
 * Return a stream of bytes in small slices, each of which is read when the one before it was taken.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {ReadableStream<BufferSource>}
 */
function slice(bytes) {
  let start = 0;
  /** @param {ReadableStreamDefaultController<BufferSource>} controller */
  const pull = (controller) => {
    if (start >= bytes.length) return controller.close();
    controller.enqueue(bytes.subarray(start, start + SLICE));
    start += SLICE;
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/**
 * Return the bytes of a stream. Throw `LongLink` as soon as they are more than `maxLength`.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {number} [maxLength]
 */
async function collect(stream, maxLength = Infinity) {
  const parts = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > maxLength) {
      reader.cancel().catch(() => undefined);
      throw new LongLink();
    }
    parts.push(value);
  }
}

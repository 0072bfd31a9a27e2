/** Texts in a link: packed by deflate and written in base64url, so that a QR code of the link stays legible. */
import { ROOT } from "./page.mjs";

const MAX_LENGTH = 20 * 2 ** 20; // of an unpacked text, in bytes: a short link could stand for gigabytes

const FORMAT = "deflate-raw";

/** Return a text packed. */
export async function pack(text) {
  const bytes = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream(FORMAT)));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the URL of the page that shows the result in a file, or its seal before there is a result. */
export const createResultLink = async (file) => `${ROOT}result#packed=${await pack(JSON.stringify(file))}`;

/** Return the text that was packed. Throw an error if the packed text is damaged or cut off. */
export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const unpacked = await collect(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT)));
  return new TextDecoder("utf-8", { fatal: true }).decode(unpacked);
}

/** Return the bytes of a stream. Throw if they are too many. */
async function collect(stream) {
  const parts = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > MAX_LENGTH) throw new RangeError("It is too long.");
    parts.push(value);
  }
}

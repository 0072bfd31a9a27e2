/** The parts of a ZIP file, such as a workbook. */

const MAX_PARTS = 16 * 2 ** 20; // bytes of a file that is unpacked: they take seconds, in which the page stands still

/** Return whether the parts of a ZIP file have more bytes, when they are unpacked, than are read, as its directory says. */
export function isTooLarge(bytes) {
  const view = new DataView(bytes.buffer);
  let sum = 0;
  for (let i = 0; i + 46 <= bytes.length; i += 1)
    if (view.getUint32(i) === 0x504b0102) sum += view.getUint32(i + 24, true);
  return sum > MAX_PARTS;
}

/** Return the text of a part of a ZIP file, by its directory. */
export async function readPart(bytes, name) {
  const view = new DataView(bytes.buffer);
  const nameAt = (i, length) =>
    new TextDecoder().decode(bytes.subarray(i, i + length));
  let i = 0;
  while (
    view.getUint32(i) !== 0x504b0102 ||
    nameAt(i + 46, view.getUint16(i + 28, true)) !== name
  )
    i += 1;
  const [method, size, start] = [
    view.getUint16(i + 10, true),
    view.getUint32(i + 20, true),
    view.getUint32(i + 42, true),
  ];
  const content =
    start +
    30 +
    view.getUint16(start + 26, true) +
    view.getUint16(start + 28, true);
  const packed = new Blob([bytes.subarray(content, content + size)]);
  if (method === 0) return packed.text();
  const reader = packed
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  const parts = [];
  for (
    let sum = 0, part;
    !(part = await reader.read()).done;
    parts.push(part.value)
  )
    if ((sum += part.value.length) > MAX_PARTS)
      throw new Error("The directory says less.");
  return new Blob(parts).text();
}

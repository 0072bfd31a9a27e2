/** Merkle trees (RFC 9162, 2.1) with SHA-256, implemented from that standard and docs/private.md alone. */
import { concatenate, toHex } from "./canonical.mjs";
import { webCrypto } from "./stream.mjs";
import { parseDigest } from "./validation.mjs";

const hash = async (...parts) => new Uint8Array(await webCrypto().digest("SHA-256", concatenate(...parts)));
const hashNode = (left, right) => hash([1], left, right);

/**
 * Return the tree of entries: its `root` in hexadecimal digits, and `pathOf`, a function from the number of a leaf to its
 * inclusion path. The last node of a level that is alone is a node of the next one, as the left part is a power of two.
 */
export async function growTree(entries) {
  const levels = [await Promise.all(entries.map((entry) => hash([0], entry)))];
  for (let level = levels[0]; level.length > 1; levels.push(level)) {
    const pairs = level.filter((_, i) => i % 2 === 0).map((left, i) => [left, level[2 * i + 1]]);
    level = await Promise.all(pairs.map(([left, right]) => (right ? hashNode(left, right) : left)));
  }
  const pathOf = (leaf) =>
    levels.map((level, height) => level[Math.floor(leaf / 2 ** height) ^ 1]).filter(Boolean).map(toHex);
  return { root: toHex(levels.at(-1)[0]), pathOf };
}

/** Return the root to which a path leads from leaf number `leaf` of `size`, undefined if it has another length (2.1.3.2). */
export async function followPath(entry, leaf, size, path) {
  let [node, last, digest] = [leaf, size - 1, await hash([0], entry)];
  for (const step of path) {
    if (last === 0) return undefined;
    const other = parseDigest("path", step);
    if (node % 2 === 1 || node === last) {
      digest = await hashNode(other, digest);
      while (node % 2 === 0 && node > 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else digest = await hashNode(digest, other);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? toHex(digest) : undefined;
}

/** Merkle trees (RFC 9162, 2.1) with SHA-256. Implemented from that standard and docs/definitions/sealed.md alone. */
import { toHex } from "./canonical.mjs";
import { join, sha256 } from "./sha256.mjs";
import { parseDigest } from "./validation.mjs";

const hashLeaf = (entry) => sha256(join([0], entry));
const hashNode = (left, right) => sha256(join([1], join(left, right)));

/**
 * Return the tree of entries: its `root` in hexadecimal digits, and `pathOf`, a function from the number of a leaf to its
 * inclusion path. The last node of a level that is alone is a node of the next one, as the left part is a power of two.
 */
export function growTree(entries) {
  const levels = [entries.map(hashLeaf)];
  for (let level = levels[0]; level.length > 1; levels.push(level)) {
    const [lefts, all] = [level.filter((_, i) => i % 2 === 0), level];
    level = lefts.map((left, i) =>
      2 * i + 1 < all.length ? hashNode(left, all[2 * i + 1]) : left,
    );
  }
  const pathOf = (leaf) =>
    levels
      .map((level, height) => level[Math.floor(leaf / 2 ** height) ^ 1])
      .filter(Boolean)
      .map(toHex);
  return { root: toHex(levels.at(-1)[0]), pathOf };
}

/** Return the root to which a path leads from leaf number `leaf` of `size`, undefined if it has another length (2.1.3.2). */
export function followPath(entry, leaf, size, path) {
  let [node, last, digest] = [leaf, size - 1, hashLeaf(entry)];
  for (const step of path) {
    if (last === 0) return undefined;
    const other = parseDigest("path", step);
    if (node % 2 === 1 || node === last) {
      digest = hashNode(other, digest);
      while (node % 2 === 0 && node > 0)
        [node, last] = [node / 2, Math.floor(last / 2)];
    } else digest = hashNode(digest, other);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? toHex(digest) : undefined;
}

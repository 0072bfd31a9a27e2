/** Merkle trees (RFC 9162, 2.1) with SHA-256. Implemented from that standard and docs/definitions/sealed.md alone. */
// @ts-check
import { toHex } from "./bytes.mjs";
import { join, sha256 } from "./sha256.mjs";
import { parseDigest } from "./validation.mjs";

/** @import { Bytes } from "./bytes.mjs" */

/**
 * Return the digest of a leaf: SHA-256 of a byte 0 and its entry.
 *
 * @param {Uint8Array} entry
 */
const hashLeaf = (entry) => sha256(join([0], entry));

/**
 * Return the digest of a node above two others.
 *
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
const hashNode = (left, right) => sha256(join([1], join(left, right)));

/**
 * Return the digests of the level above one. The last node of a level that is alone is a node of the next one, as the
 * left part is a power of two.
 *
 * @param {Bytes[]} level the digests of a level, from left to right
 */
function growLevel(level) {
  const lefts = level.filter((_, i) => i % 2 === 0);
  return lefts.map((left, i) =>
    2 * i + 1 < level.length ? hashNode(left, level[2 * i + 1]) : left,
  );
}

/**
 * Return the tree of entries: its `root` in hexadecimal digits, and `pathOf`, a function from the number of a leaf to
 * its inclusion path.
 *
 * @param {Uint8Array[]} entries at least one
 * @returns {{ root: string, pathOf: (leaf: number) => string[] }} a path has digests in hexadecimal digits
 */
export function growTree(entries) {
  let level = entries.map(hashLeaf);
  const levels = [level];
  while (level.length > 1) {
    level = growLevel(level);
    levels.push(level);
  }
  const [root] = level;
  /** @param {number} leaf */
  const pathOf = (leaf) =>
    levels
      .map((nodes, height) => nodes[Math.floor(leaf / 2 ** height) ^ 1])
      .filter((sibling) => sibling !== undefined)
      .map(toHex);
  return { root: toHex(root), pathOf };
}

/**
 * Return the root to which a path leads from leaf number `leaf` of `size`, undefined if it has another length
 * (2.1.3.2).
 *
 * @param {Uint8Array} entry the entry of the leaf
 * @param {number} leaf from 0 on
 * @param {number} size how many leaves the tree has
 * @param {readonly unknown[]} path digests in hexadecimal digits, which are checked here
 * @returns {string | undefined} hexadecimal digits
 */
export function followPath(entry, leaf, size, path) {
  let node = leaf;
  let last = size - 1;
  let digest = hashLeaf(entry);
  for (const step of path) {
    if (last === 0) return undefined;
    const siblingDigest = parseDigest("path", step);
    if (node % 2 === 1 || node === last) {
      digest = hashNode(siblingDigest, digest);
      while (node % 2 === 0 && node > 0) {
        node = node / 2;
        last = Math.floor(last / 2);
      }
    } else {
      digest = hashNode(digest, siblingDigest);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? toHex(digest) : undefined;
}

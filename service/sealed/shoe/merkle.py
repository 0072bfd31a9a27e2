"""Hash a list as a Merkle tree (RFC 9162, 2.1), so that each entry can be shown alone."""

from collections.abc import Sequence
from hashlib import sha256

HASH_BYTES = 32


class MerkleTree:
    """The tree over one or more entries. All its levels are kept, so the root and every path cost one tree.

    Each level is one text with the hashes of its nodes; the leaves are the first level. A last node without a neighbour
    is copied to the level above, which gives the tree of the RFC.
    """

    def __init__(self, entries: Sequence[bytes]) -> None:
        level = b"".join([sha256(b"\x00" + entry).digest() for entry in entries])
        self._levels = [level]
        while len(level) > HASH_BYTES:
            level = _hash_pairs(level)
            self._levels.append(level)

    @property
    def root(self) -> bytes:
        """The Merkle Tree Hash (2.1.1)."""
        return self._levels[-1]

    def path(self, index: int) -> list[bytes]:
        """Return the audit path of an entry (2.1.3.1), from the leaf up: the hash beside it, and beside each parent.

        In a tree of five entries, the path of entry 4 has one hash, over the entries 0 to 3: on the lower levels entry
        4 has no neighbour.
        """
        steps = []
        for level in self._levels[:-1]:
            neighbour = index ^ 1
            start = neighbour * HASH_BYTES
            if start < len(level):
                steps.append(level[start : start + HASH_BYTES])
            index >>= 1
        return steps


def climb(entry: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root of the tree that has `entry` at `index`, with this audit path (2.1.3.2).

    Return None for a path with too many or too few steps. The tree has `size` entries; `index` is below `size`.

    FROZEN: the prefixes 0 of an entry and 1 of a pair, and which of the two is first.

    `index` is the position of the node within its level, `last` the position of the last node there; one level up, both
    are halved. An odd node has its neighbour on the left. An even last node is copied upwards until its position is
    odd, and then has its neighbour on the left. In a tree of five entries, entry 4 is copied to position 2 and then to
    position 1; the only step of its path is on the left of position 1.
    """
    node = sha256(b"\x00" + entry).digest()
    last = size - 1
    for step in path:
        if last == 0:
            return None
        if index & 1 or index == last:
            node = _hash_pair(step + node)
            while not index & 1 and index:
                index >>= 1
                last >>= 1
        else:
            node = _hash_pair(node + step)
        index >>= 1
        last >>= 1
    return node if last == 0 else None


def _hash_pairs(level: bytes) -> bytes:
    """Return the level above: the hash of each pair of nodes, and an unchanged last node if it has no neighbour."""
    end = len(level) - len(level) % (2 * HASH_BYTES)
    pairs = [
        _hash_pair(level[start : start + 2 * HASH_BYTES])
        for start in range(0, end, 2 * HASH_BYTES)
    ]
    return b"".join([*pairs, level[end:]])


def _hash_pair(pair: bytes) -> bytes:
    return sha256(b"\x01" + pair).digest()

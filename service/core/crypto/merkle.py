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
        self._levels = [
            b"".join([sha256(b"\x00" + entry).digest() for entry in entries])
        ]
        while len(level := self._levels[-1]) > HASH_BYTES:
            self._levels.append(_hash_pairs(level))

    @property
    def root(self) -> bytes:
        """The Merkle Tree Hash (2.1.1)."""
        return self._levels[-1]

    def path(self, index: int) -> list[bytes]:
        """Return the audit path of an entry (2.1.3.1), from the leaf up."""
        steps = []
        for level in self._levels[:-1]:
            start = (index ^ 1) * HASH_BYTES
            if start < len(level):
                steps.append(level[start : start + HASH_BYTES])
            index >>= 1
        return steps


def climb(entry: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root of the tree that has `entry` at `index`, with this audit path (2.1.3.2).

    Return None for a path with too many or too few steps. The tree has `size` entries; `index` is below `size`.
    """
    node = sha256(b"\x00" + entry).digest()
    last = size - 1
    for step in path:
        if last == 0:
            return None
        if index & 1 or index == last:
            node = _hash_pair(step + node)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = _hash_pair(node + step)
        index, last = index >> 1, last >> 1
    return node if last == 0 else None


def _hash_pairs(level: bytes) -> bytes:
    end = len(level) - len(level) % (2 * HASH_BYTES)
    pairs = [
        _hash_pair(level[start : start + 2 * HASH_BYTES])
        for start in range(0, end, 2 * HASH_BYTES)
    ]
    return b"".join([*pairs, level[end:]])


def _hash_pair(pair: bytes) -> bytes:
    return sha256(b"\x01" + pair).digest()

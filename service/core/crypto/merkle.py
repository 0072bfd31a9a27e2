"""Hash a list as a Merkle tree (RFC 9162, 2.1), so that each entry can be shown alone."""

from collections.abc import Sequence
from hashlib import sha256

HASH_BYTES = 32


class MerkleTree:
    """The tree over one or more entries. All its levels are kept, so the root and every path cost one tree.

    A level is the hashes of its nodes one after the other, the leaves first. A last node without a neighbour is also
    the last one of the level above, which gives the tree of the RFC.
    """

    def __init__(self, entries: Sequence[bytes]) -> None:
        self._levels = [b"".join([sha256(b"\x00" + entry).digest() for entry in entries])]
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
            at = (index ^ 1) * HASH_BYTES
            if at < len(level):
                steps.append(level[at : at + HASH_BYTES])
            index >>= 1
        return steps


def climb(entry: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root to which a path leads from an entry (2.1.3.2), None if it has too many or too few steps.

    The index must be from 0 to one less than the size of the tree.
    """
    node, at, last = sha256(b"\x00" + entry).digest(), index, size - 1
    for step in path:
        if last == 0:
            return None
        if at & 1 or at == last:
            node = _hash_pair(step + node)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            node = _hash_pair(node + step)
        at, last = at >> 1, last >> 1
    return node if last == 0 else None


def _hash_pairs(level: bytes) -> bytes:
    """Return the level above another one."""
    whole = len(level) - len(level) % (2 * HASH_BYTES)
    pairs = [_hash_pair(level[at : at + 2 * HASH_BYTES]) for at in range(0, whole, 2 * HASH_BYTES)]
    return b"".join([*pairs, level[whole:]])


def _hash_pair(pair: bytes) -> bytes:
    return sha256(b"\x01" + pair).digest()

"""Merkle trees, against the recursive definition of RFC 9162."""

from hashlib import sha256
from unittest.mock import Mock

import pytest

from service.sealed.shoe import merkle
from service.sealed.shoe.merkle import MerkleTree, climb


def hash_tree(entries: list[bytes]) -> bytes:
    """Return the Merkle Tree Hash as 2.1.1 defines it."""
    if len(entries) == 1:
        return sha256(b"\x00" + entries[0]).digest()
    k = 1 << ((len(entries) - 1).bit_length() - 1)
    return sha256(b"\x01" + hash_tree(entries[:k]) + hash_tree(entries[k:])).digest()


def find_path(m: int, entries: list[bytes]) -> list[bytes]:
    """Return the audit path as 2.1.3.1 defines it."""
    if len(entries) == 1:
        return []
    k = 1 << ((len(entries) - 1).bit_length() - 1)
    if m < k:
        return [*find_path(m, entries[:k]), hash_tree(entries[k:])]
    return [*find_path(m - k, entries[k:]), hash_tree(entries[:k])]


def test_root_and_paths_are_those_of_the_rfc() -> None:
    empty = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert MerkleTree([b""]).root.hex() == empty
    for size in (*range(1, 35), 52, 63, 64, 65):
        entries = [bytes([index]) * 44 for index in range(size)]
        tree = MerkleTree(entries)
        assert tree.root == hash_tree(entries), size
        for index, entry in enumerate(entries):
            path = tree.path(index)
            assert path == find_path(index, entries), (size, index)
            assert climb(entry, index, size, path) == tree.root, (size, index)


def test_a_path_leads_nowhere_else() -> None:
    size = 13
    entries = [bytes([index]) * 44 for index in range(size)]
    tree = MerkleTree(entries)
    for index, entry in enumerate(entries):
        path = tree.path(index)
        for wrong in (path[:-1], [*path, path[0]], path[1:], [*path[:-1], bytes(32)]):
            assert climb(entry, index, size, wrong) != tree.root, (index, wrong)
        assert climb(b"\x00" * 43, index, size, path) != tree.root
        for other in range(size):
            is_there = climb(entry, other, size, path) == tree.root
            assert is_there is (other == index)


def test_the_largest_tree_costs_a_hash_for_each_of_its_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = Mock(wraps=sha256)
    monkeypatch.setattr(merkle, "sha256", count)
    entries = [index.to_bytes(44) for index in range(65_536)]
    tree = MerkleTree(entries)
    assert count.call_count == 2 * 65_536 - 1
    path = tree.path(65_535)
    assert climb(entries[-1], 65_535, 65_536, path) == tree.root
    assert count.call_count == 2 * 65_536 + 16

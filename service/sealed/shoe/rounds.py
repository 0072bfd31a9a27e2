"""The rounds of a sealed shoe: a round is one shuffled order of its cards, computed from the seeds and the terms."""

import hashlib
import hmac
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from ...core.shuffles.samplers import Permutation
from ...games.stages import TableLayout, lay_out
from ..opening.terms import Terms
from .bitmap import Bitmap
from .merkle import MerkleTree


def tag(purpose: str) -> bytes:
    """Return the prefix of all data that is hashed or signed for a purpose, so that purposes cannot be confused."""
    return f"shuffle-and-deal sealed 1 {purpose}\n".encode()


_SEED = tag("seed")
_COMMITMENT = tag("commitment")
_SHOE = tag("shoe")
_IN_PLAY = tag("in play")
_SALTS = tag("salts")


def hash_seed(server_seed: bytes) -> bytes:
    """Return the SHA-256 of a server seed. With it and the terms, anybody can compute the commitment."""
    return hashlib.sha256(_SEED + server_seed).digest()


def commit(seed_hash: bytes, terms: Terms) -> bytes:
    """Return the commitment: the SHA-256 of a server seed's hash and the terms. It does not disclose the seed."""
    return hashlib.sha256(_COMMITMENT + seed_hash + terms.canonical_json).digest()


def derive_key(
    server_seed: bytes, client_seed: str | None, in_play: Sequence[int] = ()
) -> bytes:
    """Return the 32-byte key of the stream that shuffles a round without the cards `in_play`, given by index."""
    return _derive_tagged_key(server_seed, _SHOE, client_seed, in_play)


def _derive_tagged_key(
    server_seed: bytes, prefix: bytes, client_seed: str | None, in_play: Sequence[int]
) -> bytes:
    """Return the key for the purpose with the tag `prefix`. FROZEN: what is hashed."""
    # The key depends on the cards in play: two branches of a shoe that keep different cards have unrelated orders, so
    # that nobody learns about one branch by comparing it with another branch.
    cards = pack_integers([len(in_play), *in_play])
    return hmac.digest(
        server_seed, prefix + cards + (client_seed or "").encode(), "sha256"
    )


def pack_integers(integers: Iterable[int]) -> bytes:
    """Return integers below 2^32 as four bytes each, most significant first."""
    return np.fromiter(integers, ">u4").tobytes()


NO_CARDS = Bitmap()


@dataclass(frozen=True)
class Round:
    """A round of a sealed shoe: one shuffled order of its cards, computed when it is first needed.

    The cards of the round lie at the positions from 0, the top. `in_play` are the indices of cards that are still on
    the table: they have the positions after the round's cards, in an order that is shuffled under another key.
    """

    terms: Terms
    number: int
    server_seed: bytes = field(repr=False)
    client_seed: str | None = field(default=None, repr=False)
    in_play: Bitmap = NO_CARDS
    _layouts: dict[tuple[int, int], TableLayout] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def _in_play_cards(self) -> tuple[int, ...]:
        """The indices of the cards in play, in ascending order."""
        return tuple(self.in_play)

    def __len__(self) -> int:
        return self.terms.size - len(self._in_play_cards)

    @cached_property
    def shuffle(self) -> Permutation:
        """The order of the round's own cards, as indices among the cards that are not in play, and its costs."""
        key = derive_key(self.server_seed, self.client_seed, self._in_play_cards)
        shuffled = self.terms.shuffle(key, self.number, len(self))
        shuffled.indices = _pack_long_list(shuffled.indices)
        return shuffled

    @cached_property
    def order(self) -> Sequence[int]:
        """The index of the card at each position, cards in play included."""
        if not self.in_play:
            return self.shuffle.indices
        in_play = self._in_play_cards
        key = _derive_tagged_key(self.server_seed, _IN_PLAY, self.client_seed, in_play)
        order_in_play = self.terms.shuffle(key, self.number, len(in_play)).indices
        own_cards = sorted(set(range(self.terms.size)) - set(in_play))
        order = [own_cards[number] for number in self.shuffle.indices]
        order += [in_play[number] for number in order_in_play]
        return _pack_long_list(order)

    @cached_property
    def positions(self) -> Sequence[int]:
        """The position of each card in the round; `positions[index]` is for the card with this index in the shoe."""
        positions = [0] * self.terms.size
        for position, index in enumerate(self.order):
            positions[index] = position
        return _pack_long_list(positions)

    @cached_property
    def salt_key(self) -> bytes:
        """The key that the salts of the round's cards are computed with; it depends on the whole order."""
        order = pack_integers([self.number, *self.order])
        return hmac.digest(
            self.server_seed,
            _SALTS + order + (self.client_seed or "").encode(),
            "sha256",
        )

    def salt(self, position: int) -> bytes:
        """Return the salt, 32 bytes, of the card at a position. Without it, anybody could guess the card of a leaf."""
        return hmac.digest(self.salt_key, position.to_bytes(4), "sha256")

    @cached_property
    def tree(self) -> MerkleTree:
        """The Merkle tree over the cards of the round; its root commits to each card."""
        salted = zip(
            _hash_integers(self.salt_key, self.terms.size),
            _pack_places(self.number, self.order),
            strict=True,
        )
        return MerkleTree([salt + place for salt, place in salted])

    def lay_out(self, board: int, start: int) -> TableLayout:
        """Return the place of each card of the hand that begins at position `start`; the last result is cached."""
        assert self.terms.table is not None  # noqa: S101 (for the type checker)
        if (board, start) not in self._layouts:
            self._layouts.clear()
            self._layouts[board, start] = lay_out(
                self.terms.table, self.order, board, start
            )
        return self._layouts[board, start]


def _hash_integers(key: bytes, count: int) -> Iterator[bytes]:
    """Yield the HMAC-SHA256 of 0, 1, …, count − 1, each as four bytes, under a key of at most 64 bytes.

    HMAC (RFC 2104) hashes the key and the text, then the key again and the first hash. The states after the key are the
    same for all texts: copying them takes half the time of `hmac`.
    """
    block = key.ljust(64, b"\0")
    inner_start = hashlib.sha256(bytes(byte ^ 0x36 for byte in block))
    outer_start = hashlib.sha256(bytes(byte ^ 0x5C for byte in block))
    packed = pack_integers(range(count))
    for start in range(0, 4 * count, 4):
        inner = inner_start.copy()
        outer = outer_start.copy()
        inner.update(packed[start : start + 4])
        outer.update(inner.digest())
        yield outer.digest()


def _pack_places(number: int, order: Sequence[int]) -> Iterator[bytes]:
    """Yield the 12 bytes after the salt in each entry of the tree: the round, the position and the index."""
    places = np.empty((len(order), 3), ">u4")
    places[:, 0] = number
    places[:, 1] = range(len(order))
    places[:, 2] = order
    packed = places.tobytes()
    return (packed[start : start + 12] for start in range(0, len(packed), 12))


_MAX_SHARED = 256  # items; Python shares one object for each smaller integer, so that a list of them is small


def _pack_long_list(indices: Sequence[int]) -> Sequence[int]:
    """Return indices as an array, which takes a ninth of a list's memory. A short list stays a list."""
    if isinstance(indices, list) and len(indices) > _MAX_SHARED:
        return array("I", indices)
    return indices


# Cards in the largest round that is kept, without and with its tree.
_MAX_CACHED = 2**14
_MAX_CACHED_TREE = 2**12


def open_round(
    terms: Terms,
    number: int,
    server_seed: bytes,
    client_seed: str | None,
    in_play: Bitmap,
) -> Round:
    """Return a round; a small round is cached, as the next request often draws from the same round."""
    maximum = _MAX_CACHED_TREE if terms.has_tree else _MAX_CACHED
    make = _make_cached if terms.size <= maximum else Round
    return make(terms, number, server_seed, client_seed, in_play)


_make_cached = lru_cache(maxsize=4)(Round)

MakeRound = Callable[[Terms, int, bytes, str | None, Bitmap], Round]
"""Makes a round from the fields of `Round` in their order, or returns a cached round with these fields."""

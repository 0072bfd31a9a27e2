"""The rounds of a sealed shoe: the keys of its streams, and the order of the cards in each round."""

import hashlib
import hmac
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from service.core.bitmap import Bitmap
from service.core.crypto.merkle import MerkleTree
from service.core.games.stages import TableLayout, lay_out
from service.core.sealed.terms import Terms
from service.core.shuffles.plans import Permutation


def tag(purpose: str) -> bytes:
    """Return the bytes before everything that is hashed or signed for a purpose, so that no two are alike."""
    return f"shuffle-and-deal sealed 1 {purpose}\n".encode()


_SEED, _COMMITMENT, _SHOE, _IN_PLAY, _SALTS = map(tag, ("seed", "commitment", "shoe", "in play", "salts"))


def hash_seed(server_seed: bytes) -> bytes:
    """Return the SHA-256 of a server seed, from which anybody can compute the commitment to its terms."""
    return hashlib.sha256(_SEED + server_seed).digest()


def commit(seed_hash: bytes, terms: Terms) -> bytes:
    """Return the commitment to a server seed and terms, which discloses nothing about the seed."""
    return hashlib.sha256(_COMMITMENT + seed_hash + terms.canonical_json).digest()


def derive_key(server_seed: bytes, client_seed: str | None, in_play: Sequence[int] = ()) -> bytes:
    """Return the key of the stream of the rounds with these indices in play: 32 bytes."""
    return _derive(server_seed, _SHOE, client_seed, in_play)


def _derive(server_seed: bytes, prefix: bytes, client_seed: str | None, in_play: Sequence[int]) -> bytes:
    # Keys hang on the cards in play: two forks with others have no order in common that could be compared.
    kept = pack_integers([len(in_play), *in_play])
    return hmac.digest(server_seed, prefix + kept + (client_seed or "").encode(), "sha256")


def pack_integers(integers: Iterable[int]) -> bytes:
    """Return integers below 2^32 as four bytes each, most significant first."""
    return np.fromiter(integers, ">u4").tobytes()


NO_CARDS = Bitmap()


@dataclass(frozen=True)
class Round:
    """A round, drawn when its order is first needed.

    The cards are shuffled under the key of both seeds, and lie at the positions from 0, the top. Those `in_play`, in
    ascending order of their indices, are not in the round: they are shuffled under a key of their own, and have the
    positions after.
    """

    terms: Terms
    number: int
    server_seed: bytes = field(repr=False)
    client_seed: str | None = field(default=None, repr=False)
    in_play: Bitmap = NO_CARDS
    _layouts: dict[tuple[int, int], TableLayout] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def _in_play_cards(self) -> tuple[int, ...]:
        """The indices of the cards in play, in ascending order."""
        return tuple(self.in_play)

    def __len__(self) -> int:
        """Return the number of cards in the round."""
        return self.terms.size - len(self._in_play_cards)

    @cached_property
    def shuffle(self) -> Permutation:
        """The permutation of the cards in the round."""
        key = derive_key(self.server_seed, self.client_seed, self._in_play_cards)
        shuffled = self.terms.shuffle(key, self.number, len(self))
        shuffled.indices = _compact(shuffled.indices)
        return shuffled

    @cached_property
    def order(self) -> Sequence[int]:
        """The index of the card at each position, those in play included."""
        if not self.in_play:
            return self.shuffle.indices
        in_play = set(self._in_play_cards)
        others = [index for index in range(self.terms.size) if index not in in_play]
        kept_cards = self._in_play_cards
        key = _derive(self.server_seed, _IN_PLAY, self.client_seed, kept_cards)
        kept = self.terms.shuffle(key, self.number, len(kept_cards)).indices
        return _compact([others[item] for item in self.shuffle.indices] + [kept_cards[item] for item in kept])

    @cached_property
    def positions(self) -> Sequence[int]:
        """The position of each card by its index."""
        positions = [0] * self.terms.size
        for position, index in enumerate(self.order):
            positions[index] = position
        return _compact(positions)

    @cached_property
    def salt_key(self) -> bytes:
        """The key of the salts of the round, which hangs on the whole order."""
        order = pack_integers([self.number, *self.order])
        return hmac.digest(self.server_seed, _SALTS + order + (self.client_seed or "").encode(), "sha256")

    def salt(self, position: int) -> bytes:
        """Return the salt of the card at a position, without which its leaf in the tree discloses the card."""
        return hmac.digest(self.salt_key, position.to_bytes(4), "sha256")

    @cached_property
    def tree(self) -> MerkleTree:
        """The tree over the cards of the round, whose root binds each of them."""
        salted = zip(_hash_integers(self.salt_key, self.terms.size), _pack_places(self.number, self.order), strict=True)
        return MerkleTree([salt + place for salt, place in salted])

    def lay_out(self, board: int, start: int) -> TableLayout:
        """Return the layout of a deal of this round: of the hand that begins at `start`.

        The last one is kept, as each draw from the hand needs it.
        """
        assert self.terms.table is not None  # noqa: S101 (for the type checker)
        if (board, start) not in self._layouts:
            self._layouts.clear()
            self._layouts[board, start] = lay_out(self.terms.table, self.order, board, start)
        return self._layouts[board, start]


def _hash_integers(key: bytes, count: int) -> Iterator[bytes]:
    """Yield the HMAC-SHA256 of 0, 1, …, count − 1 as four bytes; to copy two states takes half the time of `hmac`."""
    block = key.ljust(64, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in block)) for pad in (0x36, 0x5C))
    packed = pack_integers(range(count))
    for start in range(0, 4 * count, 4):
        first, second = inner.copy(), outer.copy()
        first.update(packed[start : start + 4])
        second.update(first.digest())
        yield second.digest()


def _pack_places(number: int, order: Sequence[int]) -> Iterator[bytes]:
    """Yield the twelve bytes after the salt of each entry of the tree: the round, the position and the index."""
    places = np.empty((len(order), 3), ">u4")
    places[:, 0], places[:, 1], places[:, 2] = number, range(len(order)), order
    packed = places.tobytes()
    return (packed[start : start + 12] for start in range(0, len(packed), 12))


_MAX_SHARED = 256  # items of a list whose integers take no memory, as Python has one object for each


def _compact(indices: Sequence[int]) -> Sequence[int]:
    """Return indices in a ninth of the memory of a list, as the check of a receipt keeps millions of them."""
    return array("I", indices) if isinstance(indices, list) and len(indices) > _MAX_SHARED else indices


_MAX_CACHED, _MAX_CACHED_TREE = 2**14, 2**12  # cards in a round that is kept for the next draw, also with its tree


def open_round(terms: Terms, number: int, server_seed: bytes, client_seed: str | None, in_play: Bitmap) -> Round:
    """Return a round; a small one comes from a cache, as the next request often draws from the same."""
    maximum = _MAX_CACHED_TREE if terms.has_tree else _MAX_CACHED
    make = _make_cached if terms.size <= maximum else Round
    return make(terms, number, server_seed, client_seed, in_play)


_make_cached = lru_cache(maxsize=4)(Round)

MakeRound = Callable[[Terms, int, bytes, str | None, Bitmap], Round]

"""The order of a round of a sealed shoe, from its seeds (docs/definitions/stream.md and sealed.md).

Each step here is frozen by these definitions: another number drawn, or another order of draws, is another shoe.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from struct import iter_unpack

from shuffle_and_deal.crypto import AES, CTR, Cipher
from shuffle_and_deal.protocol import pack_u32, tag

Below = Callable[[int], int]
"""A function that draws a uniform integer from 0 up to a bound, without the bound."""


@dataclass(frozen=True)
class Seeds:
    """What decides the order of every round of a shoe, with the cards in play at its beginning."""

    server: bytes
    client: str
    """The client seed of draw 1, or "" if it had none."""
    algorithm: str
    """A name in `SHUFFLES`."""

    def derive(self, message: bytes) -> bytes:
        """Return a key for a purpose: the HMAC of a message."""
        return hmac.digest(self.server, message, "sha256")


class RoundOrder:
    """The order of a round of play, by the index of each card. Often no more of it is computed than is needed.

    The shuffled cards come first; those in play at its beginning come last, in an order of their own.
    """

    def __init__(
        self, seeds: Seeds, round_number: int, size: int, in_play: list[int]
    ) -> None:
        self._seeds = seeds
        self._round_number = round_number
        self._size = size
        self._shuffled = _leave_out(size, in_play)
        self._drawn: list[int] = []
        """The start of the order as it is known so far, by the place in `_shuffled`."""
        keyed = pack_u32(len(in_play), *in_play) + seeds.client.encode()
        self._rest_drawn = self._shuffle("shoe", keyed, len(self._shuffled))
        """The rest of that order, which is drawn when it is needed."""
        last = self._shuffle("in play", keyed, len(in_play))
        self._in_play = [in_play[place] for place in last]

    def _shuffle(self, purpose: str, keyed: bytes, size: int) -> Iterator[int]:
        key = self._seeds.derive(tag(purpose) + keyed)
        below = open_below(key, self._round_number)
        return SHUFFLES[self._seeds.algorithm](below, size)

    def at(self, position: int) -> int:
        """Return the index of the card at a position."""
        if position >= len(self._shuffled):
            return self._in_play[position - len(self._shuffled)]
        while position >= len(self._drawn):
            self._drawn.append(next(self._rest_drawn))
        return self._shuffled[self._drawn[position]]

    def compute_root(self) -> str:
        """Return the root of the tree over the round (RFC 9162), in hexadecimal digits.

        A leaf has the salt of its position, then the round, the position and the index.
        """
        order = [self.at(position) for position in range(self._size)]
        salted = pack_u32(self._round_number, *order) + self._seeds.client.encode()
        salt_key = self._seeds.derive(tag("salts") + salted)
        level = []
        for position, index in enumerate(order):
            salt = hmac.digest(salt_key, pack_u32(position), "sha256")
            entry = salt + pack_u32(self._round_number, position, index)
            level.append(sha256(b"\0" + entry).digest())
        while len(level) > 1:
            level = _join_pairs(level)
        return level[0].hex()


def _leave_out(size: int, in_play: list[int]) -> Sequence[int]:
    """Return the indices up to a size in their order, without those in play."""
    if not in_play:
        return range(size)
    held = set(in_play)
    return [index for index in range(size) if index not in held]


def _join_pairs(level: list[bytes]) -> list[bytes]:
    """Return the level of a tree above a level of hashes; the last of an odd number goes up as it is."""
    above = []
    for start in range(0, len(level), 2):
        pair = level[start : start + 2]
        is_whole = len(pair) == 2
        above.append(sha256(b"\1" + b"".join(pair)).digest() if is_whole else pair[0])
    return above


def open_below(key: bytes, index: int) -> Below:
    """Return `below` of docs/definitions/stream.md for a stream, of AES in counter mode.

    It is Lemire's method: a word of 32 or 64 random bits times the bound has the integer above its bits; the few words
    that would make some integers more probable are thrown away.
    """
    stream = Cipher(AES(key), CTR(index.to_bytes(8) + bytes(8))).encryptor()
    words = (
        word
        for _ in count()
        for (word,) in iter_unpack(">I", stream.update(bytes(4096)))
    )

    def below(bound: int) -> int:
        if bound == 1:
            return 0
        bits = 32 if bound <= 2**32 else 64
        while True:
            word: int = next(words)
            if bits == 64:
                word = word << 32 | next(words)
            product = word * bound
            if product % 2**bits >= 2**bits % bound:
                return product >> bits

    return below


def _fisher_yates(below: Below, size: int) -> Iterator[int]:
    """Swap each position with a random one from it on, which then never changes: so it is yielded at once.

    `moved` has the items at the later positions that hold another item than at first, in place of a whole list.
    """
    moved: dict[int, int] = {}
    for i in range(size):
        j = i + below(size - i)
        yield moved.get(j, j)
        moved[j] = moved.pop(i, i)


def _durstenfeld(below: Below, size: int) -> Iterator[int]:
    """Swap each position, from the last on, with a random one up to it."""
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    yield from order


def _inside_out(below: Below, size: int) -> Iterator[int]:
    """Put each item at a random place of those before it, and what was there behind them."""
    order: list[int] = []
    for i in range(size):
        j = below(i + 1)
        order.append(i if j == i else order[j])
        order[j] = i
    yield from order


def _rejection(below: Below, size: int) -> Iterator[int]:
    """Draw items until all were drawn, and throw those away that were drawn before."""
    items: set[int] = set()
    while len(items) < size:
        item = below(size)
        if item not in items:
            items.add(item)
            yield item


def _random_slot(below: Below, size: int) -> Iterator[int]:
    """Put each item into a random slot that is free, and yield the slots from the first on."""
    slots: dict[int, int] = {}
    for i in range(size):
        slot = below(size)
        while slot in slots:
            slot = below(size)
        slots[slot] = i
    yield from (slots[slot] for slot in range(size))


SHUFFLES: dict[str, Callable[[Below, int], Iterator[int]]] = {
    "fisher_yates": _fisher_yates,
    "durstenfeld": _durstenfeld,
    "inside_out": _inside_out,
    "rejection": _rejection,
    "random_slot": _random_slot,
}
"""The algorithms by their names in the terms: each yields the numbers from 0 up to a size in a random order."""

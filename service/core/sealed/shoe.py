"""A sealed shoe: its order is settled by a secret seed, committed to in advance, and its cards are drawn one by one.

The scheme is `shoe1` (docs/stream.md). It is permanent: a change is a new scheme with a new name beside it.

A shoe carries its own state, and is sealed as bytes that take the same room whatever was drawn: a header, the client
seed in room enough for 256 bytes, and the terms.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from struct import Struct

from service.core.crypto.tokens import Tokens
from service.core.errors import BadToken, Refused
from service.core.sealed.terms import MAX_TEXT, Reshuffle, Terms, parse_terms
from service.core.shuffles.plans import Permutation

PURPOSE = b"shoe"
"""Of a shoe's tokens."""

SEED_BYTES = 32

_COMMITMENT_PREFIX = b"shuffle-and-deal commitment 1\n"
_KEY_PREFIX = b"shuffle-and-deal shoe 1\n"
_VERSION = 1
_SEEDED, _REVEALED = 1, 2
_HEADER = Struct(f">BB{SEED_BYTES}sQIIQHH")
_SEED_ROOM = MAX_TEXT  # bytes: only a client seed of other letters than ASCII can need more


class End(StrEnum):
    """The end of a shoe that cards are drawn from."""

    TOP = "top"
    BOTTOM = "bottom"


class Fairness(StrEnum):
    """On whom the order depends: the operator alone, or also a client seed that the operator could not foresee."""

    CLIENT_SEED = "client_seed"
    OPERATOR_ALONE = "operator_alone"


@dataclass(frozen=True, kw_only=True)
class SealedShoe:
    """A shoe as it is: its terms, its seeds, and what is drawn.

    `top` and `bottom` are how many cards were taken from each end of the `round` (from 0), `total` how many of all
    rounds. A shoe that is `revealed` draws no more.
    """

    terms: Terms
    server_seed: bytes = field(repr=False)
    client_seed: str | None = field(default=None, repr=False)
    round: int = 0
    top: int = 0
    bottom: int = 0
    total: int = 0
    revealed: bool = False

    @property
    def size(self) -> int:
        """Cards in a round."""
        return len(self.terms.shoe)

    @property
    def remaining(self) -> int:
        """Cards left in this round."""
        return self.size - self.top - self.bottom

    @property
    def reshuffle_due(self) -> bool:
        """Whether the next draw begins with a new round."""
        if self.terms.reshuffle is Reshuffle.NEVER:
            return False
        return self.remaining <= (self.terms.cut if self.terms.reshuffle is Reshuffle.AT_CUT else 0)

    @property
    def fairness(self) -> Fairness:
        """On whom the order depends."""
        return Fairness.OPERATOR_ALONE if self.client_seed is None else Fairness.CLIENT_SEED

    def places(self, end: End, count: int) -> range:
        """The positions of the next so many cards from an end, in the order in which they are drawn."""
        if end is End.TOP:
            return range(self.top, self.top + count)
        last = self.size - 1 - self.bottom
        return range(last, last - count, -1)

    def without(self, end: End, count: int) -> "SealedShoe":
        """The shoe once the next so many cards are taken from an end."""
        if end is End.TOP:
            return replace(self, top=self.top + count, total=self.total + count)
        return replace(self, bottom=self.bottom + count, total=self.total + count)

    def reshuffled(self) -> "SealedShoe":
        """The shoe at the beginning of its next round."""
        return replace(self, round=self.round + 1, top=0, bottom=0)

    def order(self) -> Sequence[int]:
        """The cards' indices in the order of this round, from the top to the bottom."""
        return self.shuffled().indices

    def shuffled(self) -> Permutation:
        """The same, and what it took."""
        return self.terms.shuffled(derive_key(self.server_seed, self.client_seed), self.round)

    def sealed(self, tokens: Tokens) -> str:
        """The token that stands for the shoe."""
        seed, terms = (self.client_seed or "").encode(), self.terms.canonical
        flags = (_SEEDED if self.client_seed is not None else 0) | (_REVEALED if self.revealed else 0)
        header = _HEADER.pack(
            _VERSION,
            flags,
            self.server_seed,
            self.round,
            self.top,
            self.bottom,
            self.total,
            len(seed),
            len(terms),
        )
        return tokens.seal(header + seed.ljust(_SEED_ROOM, b"\0") + terms)


def unseal(tokens: Tokens, name: str, token: str) -> SealedShoe:
    """The shoe that a token stands for. Raises `BadToken`, on account of the field of that name, if it is none."""
    payload = tokens.open(name, token)
    version, flags, server_seed, number, top, bottom, total, seed_size, terms_size = _HEADER.unpack_from(payload)
    if version != _VERSION:
        raise BadToken(name)
    seed, rest = payload[_HEADER.size :][:seed_size], payload[_HEADER.size + max(seed_size, _SEED_ROOM) :]
    try:
        terms = parse_terms("terms", json.loads(rest[:terms_size]))
    except (Refused, ValueError):  # of a service that knows another deck, say
        raise BadToken(name) from None
    return SealedShoe(
        terms=terms,
        server_seed=server_seed,
        client_seed=seed.decode() if flags & _SEEDED else None,
        round=number,
        top=top,
        bottom=bottom,
        total=total,
        revealed=bool(flags & _REVEALED),
    )


def commit(server_seed: bytes, terms: Terms) -> bytes:
    """What is published before the first card: it settles the seed and the terms, and tells nothing of the seed."""
    return hashlib.sha256(_COMMITMENT_PREFIX + server_seed + terms.canonical).digest()


def derive_key(server_seed: bytes, client_seed: str | None) -> bytes:
    """The key of every round's stream, from both seeds; 32 bytes."""
    return hmac.digest(server_seed, _KEY_PREFIX + (client_seed or "").encode(), "sha256")

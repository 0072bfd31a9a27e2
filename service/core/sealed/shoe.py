"""A sealed shoe: a shoe whose order follows from a secret seed, committed to before the first card is drawn.

The scheme is `shoe1` (docs/stream.md). It is permanent: a change of behaviour is a new scheme with a new name.

The caller carries the state of a shoe as an encrypted token. Its payload has a fixed size whatever was drawn: a header,
the client seed padded to 256 bytes, and the terms.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass, field, replace
from enum import StrEnum
from struct import Struct

from service.core.crypto.tokens import Tokens
from service.core.errors import BadToken, Refused
from service.core.sealed.terms import MAX_TEXT, Reshuffle, Terms, parse_terms
from service.core.shuffles.plans import Permutation

PURPOSE = b"shoe"
"""The purpose of the tokens of shoes."""

SEED_BYTES = 32

_COMMITMENT_PREFIX = b"shuffle-and-deal commitment 1\n"
_KEY_PREFIX = b"shuffle-and-deal shoe 1\n"
_VERSION = 1
_SEEDED_FLAG, _REVEALED_FLAG = 1, 2
_HEADER = Struct(f">BB{SEED_BYTES}sQIIQHH")
_PADDED_SEED_BYTES = MAX_TEXT  # a client seed with characters outside ASCII may take more


class End(StrEnum):
    """The end of the shoe that cards are drawn from."""

    TOP = "top"
    BOTTOM = "bottom"


class Fairness(StrEnum):
    """The source of the order: the operator's seed alone, or also a client seed that the operator could not foresee."""

    CLIENT_SEED = "client_seed"
    OPERATOR_ALONE = "operator_alone"


@dataclass(frozen=True, kw_only=True)
class SealedShoe:
    """The state of a sealed shoe: its terms, its seeds, and the number of cards drawn.

    `top` and `bottom` count the cards drawn from each end in the current `round` (from 0), `total` those of all rounds,
    burned cards included. A revealed shoe draws no more.
    """

    terms: Terms
    server_seed: bytes = field(repr=False)
    client_seed: str | None = field(default=None, repr=False)
    round: int = 0
    top: int = 0
    bottom: int = 0
    total: int = 0
    is_revealed: bool = False

    @property
    def size(self) -> int:
        """Return the number of cards in a round."""
        return len(self.terms.shoe)

    @property
    def remaining(self) -> int:
        """Return the number of cards left in this round."""
        return self.size - self.top - self.bottom

    @property
    def reshuffle_due(self) -> bool:
        """Return whether the next draw starts a new round."""
        if self.terms.reshuffle is Reshuffle.NEVER:
            return False
        return self.remaining <= (self.terms.cut if self.terms.reshuffle is Reshuffle.AT_CUT else 0)

    @property
    def fairness(self) -> Fairness:
        """Return the source of the order."""
        return Fairness.OPERATOR_ALONE if self.client_seed is None else Fairness.CLIENT_SEED

    def next_positions(self, end: End, count: int) -> range:
        """Return the positions of the next `count` cards from an end, in the order in which they are drawn."""
        if end is End.TOP:
            return range(self.top, self.top + count)
        last = self.size - 1 - self.bottom
        return range(last, last - count, -1)

    def advance(self, end: End, count: int) -> "SealedShoe":
        """Return the shoe after `count` cards are drawn from an end."""
        if end is End.TOP:
            return replace(self, top=self.top + count, total=self.total + count)
        return replace(self, bottom=self.bottom + count, total=self.total + count)

    def start_round(self) -> "SealedShoe":
        """Return the shoe at the start of its next round."""
        return replace(self, round=self.round + 1, top=0, bottom=0)

    def shuffle(self) -> Permutation:
        """Return the order of this round, top first, as indices into the unshuffled shoe."""
        return self.terms.shuffle(derive_key(self.server_seed, self.client_seed), self.round)

    def seal(self, tokens: Tokens) -> str:
        """Return the shoe as an encrypted token; `unseal` reads it."""
        seed, terms = (self.client_seed or "").encode(), self.terms.canonical_json
        flags = (_SEEDED_FLAG if self.client_seed is not None else 0) | (_REVEALED_FLAG if self.is_revealed else 0)
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
        return tokens.seal(header + seed.ljust(_PADDED_SEED_BYTES, b"\0") + terms)


def unseal(tokens: Tokens, field_name: str, token: str) -> SealedShoe:
    """Return the shoe of a token. Raises `BadToken`, which names the request's field, for any other text."""
    payload = tokens.open(field_name, token)
    version, flags, server_seed, number, top, bottom, total, seed_size, terms_size = _HEADER.unpack_from(payload)
    if version != _VERSION:
        raise BadToken(field_name)
    seed = payload[_HEADER.size :][:seed_size]
    rest = payload[_HEADER.size + max(seed_size, _PADDED_SEED_BYTES) :]
    try:
        terms = parse_terms("terms", json.loads(rest[:terms_size]))
    except (Refused, ValueError):  # for example a deck that only another release of the service has
        raise BadToken(field_name) from None
    return SealedShoe(
        terms=terms,
        server_seed=server_seed,
        client_seed=seed.decode() if flags & _SEEDED_FLAG else None,
        round=number,
        top=top,
        bottom=bottom,
        total=total,
        is_revealed=bool(flags & _REVEALED_FLAG),
    )


def commit(server_seed: bytes, terms: Terms) -> bytes:
    """Return the commitment, SHA-256 of server seed and terms: it binds both and discloses nothing about the seed."""
    return hashlib.sha256(_COMMITMENT_PREFIX + server_seed + terms.canonical_json).digest()


def derive_key(server_seed: bytes, client_seed: str | None) -> bytes:
    """Return the key of the stream of every round, HMAC-SHA256 of both seeds: 32 bytes."""
    return hmac.digest(server_seed, _KEY_PREFIX + (client_seed or "").encode(), "sha256")

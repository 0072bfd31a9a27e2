"""The commitment to a sealed shoe, and the keys of its streams."""

import hashlib
import hmac

from service.core.sealed.terms import Scheme, Terms

_COMMITMENT_PREFIX = {
    Scheme.SHOE1: b"shuffle-and-deal commitment 1\n",
    Scheme.SHOE2: b"shuffle-and-deal commitment 2\n",
}
_KEY_PREFIX = {Scheme.SHOE1: b"shuffle-and-deal shoe 1\n", Scheme.SHOE2: b"shuffle-and-deal shoe 2\n"}
_IN_PLAY_PREFIX = b"shuffle-and-deal in play 2\n"


def commit(server_seed: bytes, terms: Terms) -> bytes:
    """Return the commitment, SHA-256 of server seed and terms: it binds both and discloses nothing about the seed."""
    return hashlib.sha256(_COMMITMENT_PREFIX[terms.scheme] + server_seed + terms.canonical_json).digest()


def derive_key(server_seed: bytes, client_seed: str | None, scheme: Scheme) -> bytes:
    """Return the key of the stream of every round, HMAC-SHA256 of both seeds: 32 bytes."""
    return hmac.digest(server_seed, _KEY_PREFIX[scheme] + (client_seed or "").encode(), "sha256")


def derive_in_play_key(server_seed: bytes, client_seed: str | None) -> bytes:
    """Return the key of the stream that gives the cards in play their positions."""
    return hmac.digest(server_seed, _IN_PLAY_PREFIX + (client_seed or "").encode(), "sha256")

"""Records of draws: the cards that a request took, which the digests of a shoe chain together, and `seen` shows."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service.core.errors import Conflict
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import Scheme, Terms

_DIGEST_PREFIX = b"shuffle-and-deal draw 2\n"


@dataclass
class Record:
    """The cards that one draw or deal takes, in the order in which they leave the shoe.

    `indices` has None for a card that is not told. `in_play` are the positions, in the round before, of the cards that
    stayed in play as the draw began a new round; None if it did not, or without cards in play.
    """

    positions: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    indices: list[int | None] = field(default_factory=list)
    in_play: Sequence[int] | None = None
    client_seed: str | None = None

    def add(self, number: int, positions: Iterable[int], indices: Iterable[int | None]) -> None:
        """Add cards taken in the round `number`."""
        before = len(self.positions)
        self.positions += positions
        self.indices += indices
        self.rounds += [number] * (len(self.positions) - before)

    def to_json(self) -> dict[str, Any]:
        """Return the object that the digest binds."""
        members: dict[str, Any] = {"positions": self.positions, "rounds": self.rounds}
        if self.in_play is not None:
            members["in_play"] = list(self.in_play)
        if self.client_seed is not None:
            members["client_seed"] = self.client_seed
        return members


def chain(digest: bytes, record: Mapping[str, Any]) -> bytes:
    """Return the digest after a record, a JSON object: SHA-256 over the digest before it and the record."""
    # Of names in ASCII, integers and strings without surrogates, json writes the canonical form (RFC 8785).
    text = json.dumps(record, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(_DIGEST_PREFIX + digest + text.encode()).digest()


def set_client_seed(shoe: SealedShoe, client_seed: str | None) -> SealedShoe:
    """Return the shoe with the client seed of its first draw. Raises `Conflict` for another seed later."""
    remaining = format_remaining(shoe.terms, shoe.remaining)
    if shoe.is_revealed:
        raise Conflict("shoe", f"This shoe is revealed and draws no more; {remaining}.")
    if client_seed is None or client_seed == shoe.client_seed:
        return shoe
    if shoe.total or shoe.draws:
        first = "without one; send none" if shoe.client_seed is None else "with another one; send that again, or none"
        raise Conflict(
            "client_seed", f"A client seed is accepted with the first draw, and that was made {first}. {remaining}."
        )
    return replace(shoe, client_seed=client_seed)


def count_draw(shoe: SealedShoe, record: Record, **changes: Any) -> SealedShoe:
    """Return the shoe after a draw, with the digest of its record; a shoe of `shoe1` has neither count nor digest.

    `changes` are further members that the draw changes.
    """
    if shoe.terms.scheme is Scheme.SHOE1:
        return replace(shoe, **changes)
    record.client_seed = None if shoe.draws else shoe.client_seed
    return replace(shoe, draws=shoe.draws + 1, digest=chain(shoe.last_digest, record.to_json()), **changes)


def seen_to_json(shoe: SealedShoe, record: Record, source: Mapping[str, str | None]) -> dict[str, Any]:
    """Return the entry for the list of cards seen, which a receipt is compared with; `source` are the stage or pile."""
    members: dict[str, Any] = {"draw": shoe.draws} if shoe.draws else {}
    members |= {name: value for name, value in source.items() if value}
    members |= {"rounds": record.rounds, "positions": record.positions, **label_cards(shoe.terms, record.indices)}
    return members | ({} if record.in_play is None else {"in_play": list(record.in_play)})


def label_cards(terms: Terms, indices: Iterable[int | None]) -> dict[str, Any]:
    """Return the member `cards`, with codes, or `integers`; None stands for a card that is not told."""
    if terms.shoe is None:
        minimum = terms.min or 0
        return {"integers": [None if index is None else minimum + index for index in indices]}
    pack = terms.shoe.pack
    return {"cards": [None if index is None else pack[index % len(pack)].code for index in indices]}


def format_cards(terms: Terms, count: int) -> str:
    """Return a number of cards, tiles, balls or integers as text."""
    return f"1 {terms.unit}" if count == 1 else f"{count:,} {terms.unit}s"


def format_remaining(terms: Terms, count: int) -> str:
    """Return the sentence, without its full stop, on the number of cards that remain."""
    return f"{format_cards(terms, count)} {'remains' if count == 1 else 'remain'}"

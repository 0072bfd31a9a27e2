"""Receipts of sealed shoes: all inputs of the order, published at the end and compared with the cards observed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from service.core.errors import Refused
from service.core.kinds import Choice, Integer, Text
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.resolution import read_terms
from service.core.sealed.rounds import Round, hash_seed
from service.core.sealed.shoe import MAX_WORD, Fairness, SealedShoe
from service.core.sealed.shown import ShownCard, parse_shown
from service.core.sealed.terms import MAX_TEXT, MAX_WORDS, SCHEME, Terms
from service.core.validation import parse_digest, parse_object


@dataclass(frozen=True, kw_only=True)
class PublishedReceipt:
    """The members that every receipt of a shoe has: its terms, and how many cards were drawn.

    Of the last round a shoe that is dealt has the `positions` taken, other shoes their numbers at `top` and `bottom`.
    `in_play` are the cards in play in that round: their indices, or their number alone.
    """

    commitment: bytes
    terms: Terms
    client_seed: str | None
    round: int
    top: int = 0
    bottom: int = 0
    total: int
    draws: int
    digest: bytes
    in_play: Sequence[int] | int | None = None
    positions: Sequence[int] = ()

    @property
    def fairness(self) -> Fairness:
        """The source of the order."""
        return Fairness.OPERATOR_ALONE if self.client_seed is None else Fairness.CLIENT_SEED

    @property
    def kept(self) -> int | None:
        """The number of the cards that were in play in the last round, None if it did not begin with cards in play."""
        return self.in_play if self.in_play is None or isinstance(self.in_play, int) else len(self.in_play)

    @property
    def size(self) -> int:
        """The number of the cards that were in the last round."""
        return self.terms.size - (self.kept or 0)


@dataclass(frozen=True, kw_only=True)
class Receipt(PublishedReceipt):
    """The full receipt: everything that the order depends on; `in_play` are indices."""

    server_seed: bytes = field(repr=False)
    in_play: Sequence[int] | None = None

    def to_json(self) -> Mapping[str, Any]:
        """Return the JSON object that is published; `parse_receipt` reads it."""
        return {
            "receipt": SCHEME,
            "commitment": self.commitment.hex(),
            "terms": self.terms.published,
            "server_seed": self.server_seed.hex(),
            "client_seed": self.client_seed,
            "drawn": self._drawn_to_json(),
        }

    def _drawn_to_json(self) -> Mapping[str, Any]:
        members: dict[str, Any] = {"round": self.round}
        if self.terms.table:
            members["positions"] = list(self.positions)
        else:
            members |= {"top": self.top, "bottom": self.bottom}
        members["total"] = self.total
        in_play = None if self.in_play is None else list(self.in_play)
        return members | {"draws": self.draws, "digest": self.digest.hex(), "in_play": in_play}


@dataclass(frozen=True, kw_only=True)
class PartialReceipt(PublishedReceipt):
    """The receipt of a shoe that discloses the `shown` cards alone.

    `root` is that of the last round, None before the first draw; `in_play` is a number.
    """

    seed_hash: bytes
    in_play: int | None = None
    root: bytes | None
    shown: Sequence[ShownCard]


def reveal(shoe: SealedShoe) -> tuple[Receipt, SealedShoe]:
    """Return the receipt of a shoe, and the revealed shoe."""
    receipt = Receipt(
        commitment=shoe.commitment,
        terms=shoe.terms,
        server_seed=shoe.server_seed,
        client_seed=shoe.client_seed,
        round=shoe.round,
        top=shoe.top,
        bottom=shoe.bottom,
        total=shoe.total,
        draws=shoe.draws,
        digest=shoe.last_digest,
        in_play=None if shoe.in_play is None else tuple(shoe.in_play),
        positions=tuple(shoe.taken),
    )
    return receipt, replace(shoe, is_revealed=True)


def write_partial(receipt: Receipt, current: Round) -> dict[str, Any]:
    """Return the partial receipt of a shoe in its last round as its JSON object, without any card."""
    full = receipt.to_json()
    in_play = None if receipt.in_play is None else len(receipt.in_play)
    return {
        **{name: full[name] for name in ("receipt", "commitment", "terms", "client_seed")},
        "seed_hash": hash_seed(receipt.server_seed).hex(),
        "drawn": {**full["drawn"], "in_play": in_play},
        "root": current.tree.root.hex() if receipt.draws else None,
        "shown": [],
    }


_COMMON = ("receipt", "commitment", "terms", "client_seed", "drawn")
_OF_FULL, _OF_PARTIAL = ("server_seed",), ("seed_hash", "root", "shown")
MAX_CLIENT_SEED = (MAX_WORD + 1) * MAX_WORDS
"""The maximum length of a client seed in a receipt, in characters: that of words joined by commas."""


def parse_receipt(value: object) -> Receipt | PartialReceipt:
    """Return the receipt that a published JSON object stands for. Raises `Refused`, naming the member that is wrong."""
    is_partial = isinstance(value, Mapping) and "server_seed" not in value and "seed_hash" in value
    members = parse_object("receipt", value, (*_COMMON, *(_OF_PARTIAL if is_partial else _OF_FULL)))
    Choice(names=(SCHEME,)).parse("receipt.receipt", members["receipt"])
    terms = read_terms("receipt.terms", members["terms"])
    if is_partial and not terms.has_tree:
        raise Refused("receipt", f"receipt.terms.reveal is {terms.reveal}; the receipt must have the server_seed.")
    client_seed, max_length = members["client_seed"], MAX_CLIENT_SEED if terms.words else MAX_TEXT
    common: dict[str, Any] = {
        "commitment": parse_digest("receipt.commitment", members["commitment"]),
        "terms": terms,
        "client_seed": None
        if client_seed is None
        else Text(max_length=max_length).parse("receipt.client_seed", client_seed),
        **_parse_drawn(members["drawn"], terms, is_partial=is_partial),
    }
    if not is_partial:
        return Receipt(server_seed=parse_digest("receipt.server_seed", members["server_seed"]), **common)
    return PartialReceipt(
        seed_hash=parse_digest("receipt.seed_hash", members["seed_hash"]),
        root=None if members["root"] is None else parse_digest("receipt.root", members["root"]),
        shown=parse_shown("receipt.shown", members["shown"], terms),
        **common,
    )


def _parse_drawn(value: object, terms: Terms, *, is_partial: bool) -> dict[str, Any]:
    """Return the counts of a receipt; a partial one has the number of the cards in play in place of their indices."""
    counts = ("round", *(() if terms.table else ("top", "bottom")), "total", "draws")
    lists: tuple[str, ...] = ("positions",) if terms.table else ()
    members = parse_object("receipt.drawn", value, (*counts, *lists, "digest", "in_play"))
    count = Integer(max=MAX_INDEX)
    parsed: dict[str, Any] = {name: count.parse(f"receipt.drawn.{name}", members[name]) for name in counts}
    parsed["digest"] = parse_digest("receipt.drawn.digest", members["digest"])
    if is_partial:
        kept = members["in_play"]
        parsed["in_play"] = None if kept is None else Integer(max=terms.size).parse("receipt.drawn.in_play", kept)
    elif members["in_play"] is not None:
        lists = (*lists, "in_play")
    return parsed | {name: _parse_ascending(f"receipt.drawn.{name}", members[name], terms.size) for name in lists}


def _parse_ascending(path: str, value: object, size: int) -> tuple[int, ...]:
    """Return ascending integers below `size`."""
    if not isinstance(value, list) or len(value) > size:
        raise Refused("receipt", f"{path} must be a list of at most {size:,} integers.")
    kind = Integer(max=size - 1)
    numbers = tuple(kind.parse(f"{path}[{index}]", number) for index, number in enumerate(value))
    for index, (number, following) in enumerate(pairwise(numbers)):
        if following <= number:
            raise Refused("receipt", f"{path}[{index + 1}] is {following}; the list must be ascending.")
    return numbers

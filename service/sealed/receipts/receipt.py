"""Receipts of sealed shoes: the service publishes seeds, terms and counts at the end, so that anybody can check cards.

A full receipt has the server seed, and so discloses all cards. A partial receipt has only cards with a proof.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from ...core.errors import Refused
from ...core.rng.streams import MAX_INDEX
from ...core.validation import MAX_TEXT, parse_digest, parse_object
from ...core.value_types import Choice, Integer, Text
from ...verdicts.confirmed import MAX_CLIENT_SEED
from ..opening.contents import SCHEME
from ..opening.resolution import read_terms
from ..opening.terms import Terms
from ..shoe.rounds import Round, hash_seed
from ..shoe.sealed_shoe import SealedShoe
from ..shoe.shown import CardProof, parse_shown


@dataclass(frozen=True, kw_only=True)
class PublishedReceipt:
    """The members that both full and partial receipts have.

    The receipt of a shoe that is dealt lists the `positions` taken in the last round; other receipts count the cards
    taken from the `top` and the `bottom`. `in_play` lists the indices of the cards in play in the last round; a partial
    receipt has only their number.
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
    def size(self) -> int:
        """The number of cards in the last round; cards in play are not in it."""
        in_play = self.in_play or 0
        count = in_play if isinstance(in_play, int) else len(in_play)
        return self.terms.size - count


@dataclass(frozen=True, kw_only=True)
class Receipt(PublishedReceipt):
    """The full receipt: its seeds, terms and cards in play are enough to compute the order of every card."""

    server_seed: bytes = field(repr=False)
    in_play: Sequence[int] | None = None

    def to_json(self) -> Mapping[str, Any]:
        """Return the receipt as the JSON object that is published; `parse_receipt` reads it."""
        drawn: dict[str, Any] = {"round": self.round}
        if self.terms.table is not None:
            drawn["positions"] = list(self.positions)
        else:
            drawn["top"] = self.top
            drawn["bottom"] = self.bottom
        drawn["total"] = self.total
        drawn["draws"] = self.draws
        drawn["digest"] = self.digest.hex()
        drawn["in_play"] = None if self.in_play is None else list(self.in_play)
        return {
            "receipt": SCHEME,
            "commitment": self.commitment.hex(),
            "terms": self.terms.published,
            "server_seed": self.server_seed.hex(),
            "client_seed": self.client_seed,
            "drawn": drawn,
        }


@dataclass(frozen=True, kw_only=True)
class PartialReceipt(PublishedReceipt):
    """A receipt that discloses only the `shown` cards. `root`, of the last round's tree, is None before draw 1."""

    seed_hash: bytes
    in_play: int | None = None
    root: bytes | None
    shown: Sequence[CardProof]


def reveal(shoe: SealedShoe) -> tuple[Receipt, SealedShoe]:
    """Return the full receipt of a shoe, and the shoe, marked as revealed: it draws no more."""
    receipt = Receipt(
        commitment=shoe.commitment,
        terms=shoe.terms,
        server_seed=shoe.server_seed,
        client_seed=shoe.client_seed,
        round=shoe.round,
        top=shoe.taken.top,
        bottom=shoe.taken.bottom,
        total=shoe.total,
        draws=shoe.draws,
        digest=shoe.last_digest,
        in_play=None if shoe.in_play is None else tuple(shoe.in_play),
        positions=tuple(shoe.taken.positions),
    )
    return receipt, replace(shoe, is_revealed=True)


def write_partial(receipt: Receipt, current: Round) -> dict[str, Any]:
    """Return the partial receipt of a shoe as a JSON object, with no shown card yet; `current` is the last round."""
    full = receipt.to_json()
    # To name the cards in play would disclose cards.
    in_play = None if receipt.in_play is None else len(receipt.in_play)
    return {
        "receipt": full["receipt"],
        "commitment": full["commitment"],
        "terms": full["terms"],
        "client_seed": full["client_seed"],
        "seed_hash": hash_seed(receipt.server_seed).hex(),
        "drawn": full["drawn"] | {"in_play": in_play},
        "root": current.tree.root.hex() if receipt.draws else None,
        "shown": [],
    }


def parse_receipt(value: object) -> Receipt | PartialReceipt:
    """Return the receipt in a published JSON object. Raises `Refused`, naming the wrong member.

    An object without `server_seed` and with `seed_hash` is a partial receipt.
    """
    is_partial = (
        isinstance(value, Mapping)
        and "server_seed" not in value
        and "seed_hash" in value
    )
    common_names = ("receipt", "commitment", "terms", "client_seed", "drawn")
    own_names = ("seed_hash", "root", "shown") if is_partial else ("server_seed",)
    members = parse_object("receipt", value, (*common_names, *own_names))
    Choice(names=(SCHEME,)).read_member("receipt.receipt", members["receipt"])
    terms = read_terms("receipt.terms", members["terms"])
    if is_partial and not terms.has_tree:
        raise Refused(
            "receipt",
            f"receipt.terms.reveal is {terms.reveal}; the receipt must have the server_seed.",
        )
    common: dict[str, Any] = {
        "client_seed": _parse_client_seed(members["client_seed"], terms),
        "commitment": parse_digest("receipt.commitment", members["commitment"]),
        "terms": terms,
    }
    common |= _parse_drawn(members["drawn"], terms, is_partial=is_partial)
    if not is_partial:
        server_seed = parse_digest("receipt.server_seed", members["server_seed"])
        return Receipt(server_seed=server_seed, **common)
    seed_hash = parse_digest("receipt.seed_hash", members["seed_hash"])
    root = None
    if members["root"] is not None:
        root = parse_digest("receipt.root", members["root"])
    shown = parse_shown("receipt.shown", members["shown"], terms)
    return PartialReceipt(seed_hash=seed_hash, root=root, shown=shown, **common)


def _parse_client_seed(value: object, terms: Terms) -> str | None:
    """Return the client seed of a receipt. It may join the texts of the terms, and is null if nothing was drawn."""
    if value is None:
        return None
    value_type = Text(max_length=MAX_CLIENT_SEED if terms.words else MAX_TEXT)
    client_seed: str = value_type.read_member("receipt.client_seed", value)
    return client_seed


def _parse_drawn(value: object, terms: Terms, *, is_partial: bool) -> dict[str, Any]:
    """Return the values of the receipt's member `drawn` by name; in a partial receipt `in_play` is a number.

    Every member is required, but a null `in_play` is left out of the result: for a deck, `{"round": 0, "top": 2,
    "bottom": 1, "total": 3, "draws": 2, "digest": "5f…", "in_play": null}` becomes `{"round": 0, "top": 2, "bottom": 1,
    "total": 3, "draws": 2, "digest": bytes.fromhex("5f…")}`. A game has `positions` in place of `top` and `bottom`;
    lists such as `[0, 4]` become tuples, `(0, 4)`. Raises `Refused` for any other value.
    """
    counts = ["round", "total", "draws"]
    lists = ["positions"]
    if not terms.table:
        counts = ["round", "top", "bottom", "total", "draws"]
        lists = []
    members = parse_object(
        "receipt.drawn", value, (*counts, *lists, "digest", "in_play")
    )
    value_type = Integer(max=MAX_INDEX)
    values: dict[str, Any] = {
        name: value_type.read_member(f"receipt.drawn.{name}", members[name])
        for name in counts
    }
    values["digest"] = parse_digest("receipt.drawn.digest", members["digest"])
    in_play = members["in_play"]
    if in_play is not None and is_partial:
        number_in_play = Integer(max=terms.size)
        values["in_play"] = number_in_play.read_member("receipt.drawn.in_play", in_play)
    elif in_play is not None:
        lists.append("in_play")
    for name in lists:
        path = f"receipt.drawn.{name}"
        values[name] = _parse_ascending(path, members[name], terms.size)
    return values


def _parse_ascending(path: str, value: object, size: int) -> tuple[int, ...]:
    """Return a list of ascending integers below `size` as a tuple. Raises `Refused` for anything else."""
    if not isinstance(value, list) or len(value) > size:
        raise Refused("receipt", f"{path} must be a list of at most {size:,} integers.")
    value_type = Integer(max=size - 1)
    numbers = tuple(
        value_type.read_member(f"{path}[{index}]", number)
        for index, number in enumerate(value)
    )
    for index, (number, following) in enumerate(pairwise(numbers)):
        if following <= number:
            raise Refused(
                "receipt",
                f"{path}[{index + 1}] is {following}; the list must be ascending.",
            )
    return numbers

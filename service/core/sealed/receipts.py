"""Receipts: what is published of a shoe in the end, and what it comes to, held against cards that were seen.

The commitment binds the server's seed and the terms. The client seed and what was drawn it cannot bind, as they come
later: a wrong client seed shows in the cards, and what was drawn must agree with the terms and with the cards seen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service.core.cards.shoes import parse_card
from service.core.errors import Refused, TooMany
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.members import RECEIPT, digest, integer, members, one_of, text
from service.core.sealed.shoe import SealedShoe, commit, derive_key
from service.core.sealed.terms import MAX_TEXT, SCHEME, Reshuffle, Terms, parse_terms, terms_differ
from service.core.shuffles.plans import Limits
from service.core.validation import check_range
from service.core.verification import Difference, VerificationResult, build_result, compare_digests

_PLAIN_LIMITS = Limits()


@dataclass(frozen=True, kw_only=True)
class ObservedCards:
    """Cards that were seen, in any spelling: at a position of a round (0 is the top), and at those after it."""

    round: int = 0
    position: int = 0
    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """A receipt: everything that the order of a shoe depends on, and what was drawn."""

    commitment: bytes
    terms: Terms
    server_seed: bytes = field(repr=False)
    client_seed: str | None
    round: int
    top: int
    bottom: int
    total: int

    @property
    def members(self) -> Mapping[str, Any]:
        """The JSON object that is published."""
        return {
            "receipt": SCHEME,
            "commitment": self.commitment.hex(),
            "terms": self.terms.members,
            "server_seed": self.server_seed.hex(),
            "client_seed": self.client_seed,
            "drawn": {"round": self.round, "top": self.top, "bottom": self.bottom, "total": self.total},
        }


def reveal(shoe: SealedShoe) -> tuple[Receipt, SealedShoe]:
    """The receipt of a shoe, and the shoe as it is then."""
    receipt = Receipt(
        commitment=commit(shoe.server_seed, shoe.terms),
        terms=shoe.terms,
        server_seed=shoe.server_seed,
        client_seed=shoe.client_seed,
        round=shoe.round,
        top=shoe.top,
        bottom=shoe.bottom,
        total=shoe.total,
    )
    return receipt, replace(shoe, revealed=True)


def parse_receipt(value: object) -> Receipt:
    """The receipt that a JSON object is. Raises `Refused`, naming the member and what it takes, for any other."""
    given = members(RECEIPT, value, ("receipt", "commitment", "terms", "server_seed", "client_seed", "drawn"))
    one_of("receipt.receipt", given["receipt"], (SCHEME,))
    client_seed = given["client_seed"]
    counts = ("round", "top", "bottom", "total")
    drawn = members("receipt.drawn", given["drawn"], counts)
    return Receipt(
        commitment=digest("receipt.commitment", given["commitment"]),
        terms=parse_terms("receipt.terms", given["terms"]),
        server_seed=digest("receipt.server_seed", given["server_seed"]),
        client_seed=None if client_seed is None else text("receipt.client_seed", client_seed, MAX_TEXT),
        **{name: integer(f"receipt.drawn.{name}", drawn[name], 0, MAX_INDEX) for name in counts},
    )


def check_receipt(
    value: object, seen: Sequence[ObservedCards] = (), limits: Limits = _PLAIN_LIMITS
) -> VerificationResult:
    """What a receipt, a JSON object, comes to: `commitment`, `key`, and `cards` where some were seen.

    Raises `Refused` for a receipt that is not as published, for cards that are none, and where the limits are passed.
    """
    receipt = parse_receipt(value)
    terms, commitment = receipt.terms, commit(receipt.server_seed, receipt.terms)
    derived: dict[str, Any] = {
        "commitment": commitment.hex(),
        "key": derive_key(receipt.server_seed, receipt.client_seed).hex(),
    }
    compared: dict[str, Difference | None] = {
        "commitment": compare_digests("commitment", commitment, receipt.commitment),
        "terms": terms_differ(terms),
    }
    if compared["terms"]:
        return build_result(derived, compared, dict.fromkeys(("drawn", "seen"), "There is no shoe of these terms."))
    shown = list(_shown(terms, seen, limits))
    compared["drawn"] = _drawn_differs(receipt) or next(filter(None, (_undrawn(receipt, card) for card in shown)), None)
    if not shown:
        return build_result(derived, compared, {"seen": "Nothing was given to hold the cards against."})
    expected = _expected(receipt, shown, limits)
    compared["seen"] = next(filter(None, map(_card_differs, shown, expected)), None)
    return build_result(derived | {"cards": expected}, compared, {})


@dataclass(frozen=True)
class _Shown:
    round: int
    position: int
    code: str


def _shown(terms: Terms, seen: Sequence[ObservedCards], limits: Limits) -> Iterator[_Shown]:
    """Every card that was seen, with its place."""
    limits.allow(sum(len(part.cards) for part in seen), "seen")
    for number, part in enumerate(seen):
        check_range("seen", part.round, 0, MAX_INDEX)
        end = check_range("seen", part.position, 0, MAX_INDEX) + len(part.cards)
        if end > len(terms.shoe):
            raise Refused(
                "seen", f"seen[{number}] goes on to position {end - 1:,}, but the last one is {len(terms.shoe) - 1:,}."
            )
        for place, card in enumerate(part.cards):
            try:
                code = parse_card("seen", card, terms.shoe.deck, terms).code
            except Refused as refusal:
                raise Refused("seen", f"seen[{number}].cards[{place}]: {refusal}") from None
            yield _Shown(part.round, part.position + place, code)


def _drawn_differs(receipt: Receipt) -> Difference | None:
    """In what the counts of a receipt are none that drawing could have come to."""
    size, terms, here = len(receipt.terms.shoe), receipt.terms, receipt.top + receipt.bottom
    least = most = receipt.round * size
    if terms.reshuffle is Reshuffle.AT_CUT:
        least = receipt.round * (size - terms.cut)
    taken = 0 if receipt.round == receipt.total == 0 else 1  # a round begins with a card
    for name, value, low, high in (
        ("round", receipt.round, 0, 0 if terms.reshuffle is Reshuffle.NEVER else MAX_INDEX),
        ("top", receipt.top, max(0, taken - receipt.bottom), size),
        ("bottom", receipt.bottom, 0, size - receipt.top),
        ("total", receipt.total, least + here, most + here),
    ):
        if not low <= value <= high:
            expected = str(low) if low == high else f"{low} to {high}"
            return Difference(where=f"drawn.{name}", expected=expected, seen=str(value))
    if receipt.client_seed is not None and not receipt.total:
        return Difference(where="client_seed", expected=None, seen=receipt.client_seed)
    return None


def _undrawn(receipt: Receipt, card: _Shown) -> Difference | None:
    """That a card was seen of which the receipt says that it was not drawn."""
    last = len(receipt.terms.shoe) - receipt.bottom
    drawn = card.round < receipt.round or (
        card.round == receipt.round and (card.position < receipt.top or card.position >= last)
    )
    if drawn:
        return None
    said = f"round {receipt.round}: {receipt.top} from the top, {receipt.bottom} from the bottom"
    return Difference(where="drawn", expected=f"{_place(card)} among them", seen=said)


def _expected(receipt: Receipt, shown: Sequence[_Shown], limits: Limits) -> tuple[str, ...]:
    """The codes of the cards that belong where cards were seen."""
    rounds = {card.round for card in shown}
    if (work := len(rounds) * receipt.terms.work) > limits.draws:
        raise TooMany("seen", work, f"draws in {len(rounds):,} rounds", limits.draws, "MAX_DRAWS")
    key, pack = derive_key(receipt.server_seed, receipt.client_seed), receipt.terms.shoe.pack
    orders = {number: receipt.terms.order(key, number) for number in rounds}
    return tuple(pack[orders[card.round][card.position] % len(pack)].code for card in shown)


def _card_differs(card: _Shown, expected: str) -> Difference | None:
    return None if card.code == expected else Difference(where=_place(card), expected=expected, seen=card.code)


def _place(card: _Shown) -> str:
    return f"round {card.round}, position {card.position}"

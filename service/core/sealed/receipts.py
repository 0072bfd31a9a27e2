"""Receipts of sealed shoes: all inputs of the order, published at the end and compared with the cards observed.

The commitment binds the server seed and the terms. It cannot bind the client seed and the draws, which come later: a
wrong client seed shows in the cards, and the counts of draws must agree with the terms and with the cards observed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service.core.cards.shoes import parse_card
from service.core.errors import Refused, TooMany
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.shoe import SealedShoe, commit, derive_key
from service.core.sealed.terms import MAX_TEXT, SCHEME, Reshuffle, Terms, check_terms, parse_terms
from service.core.shuffles.plans import Limits
from service.core.validation import check_range, parse_choice, parse_digest, parse_integer, parse_object, parse_text
from service.core.verification import Difference, VerificationResult, build_result, compare_digests

_DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, kw_only=True)
class ObservedCards:
    """Consecutive cards that somebody observed, in any spelling; the first was at `position` (0 is the top)."""

    round: int = 0
    position: int = 0
    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """The receipt of a shoe: everything that its order depends on, and the number of cards drawn."""

    commitment: bytes
    terms: Terms
    server_seed: bytes = field(repr=False)
    client_seed: str | None
    round: int
    top: int
    bottom: int
    total: int

    def to_json(self) -> Mapping[str, Any]:
        """Return the JSON object that is published; `parse_receipt` reads it."""
        return {
            "receipt": SCHEME,
            "commitment": self.commitment.hex(),
            "terms": self.terms.to_json(),
            "server_seed": self.server_seed.hex(),
            "client_seed": self.client_seed,
            "drawn": {"round": self.round, "top": self.top, "bottom": self.bottom, "total": self.total},
        }


def reveal(shoe: SealedShoe) -> tuple[Receipt, SealedShoe]:
    """Return the receipt of a shoe, and the revealed shoe."""
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
    return receipt, replace(shoe, is_revealed=True)


def parse_receipt(value: object) -> Receipt:
    """Return the receipt that a published JSON object stands for. Raises `Refused`, naming the member that is wrong."""
    members = parse_object("receipt", value, ("receipt", "commitment", "terms", "server_seed", "client_seed", "drawn"))
    parse_choice("receipt.receipt", members["receipt"], (SCHEME,))
    client_seed = members["client_seed"]
    counts = ("round", "top", "bottom", "total")
    drawn = parse_object("receipt.drawn", members["drawn"], counts)
    return Receipt(
        commitment=parse_digest("receipt.commitment", members["commitment"]),
        terms=parse_terms("receipt.terms", members["terms"]),
        server_seed=parse_digest("receipt.server_seed", members["server_seed"]),
        client_seed=None if client_seed is None else parse_text("receipt.client_seed", client_seed, MAX_TEXT),
        **{name: parse_integer(f"receipt.drawn.{name}", drawn[name], 0, MAX_INDEX) for name in counts},
    )


def check_receipt(
    value: object, observed: Sequence[ObservedCards] = (), limits: Limits = _DEFAULT_LIMITS
) -> VerificationResult:
    """Check a receipt, a JSON object, and return the result: `commitment`, `key`, and `cards` if some were observed.

    Raises `Refused` for an object that is no receipt and for cards that the deck does not have, `TooMany` beyond the
    limits.
    """
    receipt = parse_receipt(value)
    terms, commitment = receipt.terms, commit(receipt.server_seed, receipt.terms)
    derived: dict[str, Any] = {
        "commitment": commitment.hex(),
        "key": derive_key(receipt.server_seed, receipt.client_seed).hex(),
    }
    compared: dict[str, Difference | None] = {
        "commitment": compare_digests("commitment", commitment, receipt.commitment),
        "terms": check_terms(terms),
    }
    if compared["terms"]:
        return build_result(derived, compared, dict.fromkeys(("drawn", "seen"), "No shoe has these terms."))
    cards = list(_parse_cards(terms, observed, limits))
    compared["drawn"] = _check_counts(receipt) or _first(_check_drawn(receipt, card) for card in cards)
    if not cards:
        return build_result(derived, compared, {"seen": "The request has no cards to compare."})
    codes = _derive_codes(receipt, cards, limits)
    compared["seen"] = _first(map(_compare_card, cards, codes))
    return build_result(derived | {"cards": codes}, compared, {})


@dataclass(frozen=True)
class _ObservedCard:
    round: int
    position: int
    code: str

    def __str__(self) -> str:
        return f"round {self.round}, position {self.position}"


def _parse_cards(terms: Terms, observed: Sequence[ObservedCards], limits: Limits) -> Iterator[_ObservedCard]:
    """Yield every observed card with its position."""
    limits.check_items(sum(len(run.cards) for run in observed), "seen")
    for number, run in enumerate(observed):
        check_range("seen", run.round, 0, MAX_INDEX)
        end, size = check_range("seen", run.position, 0, MAX_INDEX) + len(run.cards), len(terms.shoe)
        if end > size:
            raise Refused("seen", f"seen[{number}] goes on to position {end - 1:,}, but the last one is {size - 1:,}.")
        for offset, card in enumerate(run.cards):
            try:
                code = parse_card("seen", card, terms.shoe.deck, terms).code
            except Refused as refusal:
                raise Refused("seen", f"seen[{number}].cards[{offset}]: {refusal}") from None
            yield _ObservedCard(run.round, run.position + offset, code)


def _check_counts(receipt: Receipt) -> Difference | None:
    """Return the first count of a receipt that no sequence of draws can lead to, with the range that is possible."""
    size, terms, here = len(receipt.terms.shoe), receipt.terms, receipt.top + receipt.bottom
    min_before = max_before = receipt.round * size  # cards drawn in the rounds before this one
    if terms.reshuffle is Reshuffle.AT_CUT:
        min_before = receipt.round * (size - terms.cut)
    min_here = 0 if receipt.round == receipt.total == 0 else 1  # a round starts with a card
    for name, value, minimum, maximum in (
        ("round", receipt.round, 0, 0 if terms.reshuffle is Reshuffle.NEVER else MAX_INDEX),
        ("top", receipt.top, max(0, min_here - receipt.bottom), size),
        ("bottom", receipt.bottom, 0, size - receipt.top),
        ("total", receipt.total, min_before + here, max_before + here),
    ):
        if not minimum <= value <= maximum:
            expected = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            return Difference(where=f"drawn.{name}", expected=expected, seen=str(value))
    if receipt.client_seed is not None and not receipt.total:
        return Difference(where="client_seed", expected=None, seen=receipt.client_seed)
    return None


def _check_drawn(receipt: Receipt, card: _ObservedCard) -> Difference | None:
    """Return a difference if a card was observed at a position that the receipt does not count as drawn."""
    last = len(receipt.terms.shoe) - receipt.bottom
    is_drawn = card.round < receipt.round or (
        card.round == receipt.round and (card.position < receipt.top or card.position >= last)
    )
    if is_drawn:
        return None
    drawn = f"round {receipt.round}: {receipt.top} from the top, {receipt.bottom} from the bottom"
    return Difference(where="drawn", expected=f"{card} among them", seen=drawn)


def _derive_codes(receipt: Receipt, cards: Sequence[_ObservedCard], limits: Limits) -> tuple[str, ...]:
    """Return the codes that the receipt gives for the positions of the observed cards."""
    rounds = {card.round for card in cards}
    if (cost := len(rounds) * receipt.terms.cost) > limits.draws:
        raise TooMany("seen", cost, f"draws in {len(rounds):,} rounds", limits.draws, "MAX_DRAWS")
    key, pack = derive_key(receipt.server_seed, receipt.client_seed), receipt.terms.shoe.pack
    orders = {number: receipt.terms.shuffle(key, number).indices for number in rounds}
    return tuple(pack[orders[card.round][card.position] % len(pack)].code for card in cards)


def _compare_card(card: _ObservedCard, code: str) -> Difference | None:
    return None if card.code == code else Difference(where=str(card), expected=code, seen=card.code)


def _first(differences: Iterable[Difference | None]) -> Difference | None:
    return next(filter(None, differences), None)

"""Check receipts of sealed shoes against the cards that somebody observed.

The commitment binds the server seed and the terms. It cannot bind the client seed and the draws, which come later: a
wrong client seed shows in the cards, and the counts of draws must agree with the terms and with the cards observed.
With `shoe2` the digest binds every draw, so that a complete list of them is checked as well, by drawing again.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from service.core.errors import TooMany
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.keys import commit, derive_key
from service.core.sealed.observations import ObservedCard, ObservedCards, parse_observed
from service.core.sealed.observed_rounds import ObservedRounds
from service.core.sealed.receipts import Receipt, parse_receipt
from service.core.sealed.records import label_cards
from service.core.sealed.replay import replay_draws
from service.core.sealed.terms import Reshuffle, Scheme, Terms, check_terms
from service.core.shuffles.plans import Limits
from service.core.verification import Difference, VerificationResult, build_result, compare_digests, compare_values

_DEFAULT_LIMITS = Limits()


class ItemList(NamedTuple):
    """The number of items and the digest of a list that the integers of a shoe stand for."""

    size: int
    sha256: str | None


def check_receipt(
    value: object,
    observed: Sequence[ObservedCards] = (),
    limits: Limits = _DEFAULT_LIMITS,
    original_items: ItemList | None = None,
) -> VerificationResult:
    """Check a receipt, a JSON object, and return the result: `commitment`, `key`, and the cards if some were observed.

    `original_items` is the list that the integers of a shoe stand for. Raises `Refused` for an object that is no
    receipt and for cards that the deck does not have, `TooMany` beyond the limits.
    """
    receipt = parse_receipt(value)
    terms, commitment = receipt.terms, commit(receipt.server_seed, receipt.terms)
    derived: dict[str, Any] = {
        "commitment": commitment.hex(),
        "key": derive_key(receipt.server_seed, receipt.client_seed, terms.scheme).hex(),
    }
    compared: dict[str, Difference | None] = {
        "commitment": compare_digests("commitment", commitment, receipt.commitment),
        "terms": check_terms(terms),
    }
    if compared["terms"]:
        return build_result(derived, compared, dict.fromkeys(("drawn", "seen"), "No shoe has these terms."))
    if original_items is not None:
        compared["items"] = _check_items(terms, original_items)
    cards = list(parse_observed(terms, observed, limits))
    rounds = ObservedRounds(receipt, observed)
    needed = rounds.chain(_list_rounds(observed))
    if (cost := len(needed) * terms.cost) > limits.draws:
        raise TooMany("seen", cost, f"draws in {len(needed):,} rounds", limits.draws, "MAX_DRAWS")
    compared["drawn"] = _check_counts(receipt) or _first(_check_drawn(receipt, card) for card in cards)
    unchecked: dict[str, str] = {}
    if cards:
        compared["seen"] = _first(map(rounds.compare, cards)) or rounds.compare_in_play()
        indices = [rounds.open(card.round).order[card.position] for card in cards]
        derived |= {name: tuple(labels) for name, labels in label_cards(terms, indices).items()}
    else:
        unchecked["seen"] = "The request has no cards to compare."
    if any(entry.draw is not None for entry in observed) and not any(compared.values()):
        compared["draws"], missing = replay_draws(receipt, observed, limits, rounds.make_round)
        if missing:
            del compared["draws"]
            unchecked["draws"] = missing
    return build_result(derived, compared, unchecked)


def _check_items(terms: Terms, items: ItemList) -> Difference | None:
    """Return the difference between a list and the one that the terms commit to."""
    if terms.items_sha256 is not None and items.size != terms.size:
        return Difference(where="original_items", expected=f"{terms.size} items", seen=f"{items.size} items")
    if terms.items_sha256 is None:
        return Difference(where="terms.items_sha256", expected=items.sha256, seen=None)
    return compare_values("terms.items_sha256", items.sha256, terms.items_sha256)


def estimate_check(value: object, observed: Sequence[ObservedCards]) -> int:
    """Return about how many draws `check_receipt` makes. Raises `Refused` for an object that is no receipt."""
    receipt = parse_receipt(value)
    if check_terms(receipt.terms):
        return 0
    return len(ObservedRounds(receipt, observed).chain(_list_rounds(observed))) * receipt.terms.cost


def _list_rounds(observed: Sequence[ObservedCards]) -> set[int]:
    """Return the rounds that have cards in the list."""
    return {number for entry in observed for number in (entry.rounds or [entry.round])}


def _check_counts(receipt: Receipt) -> Difference | None:
    """Return the first count of a receipt that no sequence of draws can lead to, with the range that is possible."""
    terms, size = receipt.terms, receipt.terms.size
    left = size - len(receipt.in_play or ())
    here = len(receipt.positions) if terms.game else receipt.top + receipt.bottom
    min_here = 0 if receipt.round == receipt.total == 0 else 1  # a round starts with a card
    max_before = receipt.round * size  # cards drawn in the rounds before this one
    min_before = _min_drawn(terms) * receipt.round
    ranges: list[tuple[str, int, int, int]] = [
        ("round", receipt.round, 0, 0 if terms.reshuffle is Reshuffle.NEVER else MAX_INDEX)
    ]
    if not terms.game:
        ranges += [
            ("top", receipt.top, max(0, min_here - receipt.bottom), left),
            ("bottom", receipt.bottom, 0, left - receipt.top),
        ]
    ranges.append(("total", receipt.total, min_before + here, max_before + here))
    if terms.scheme is Scheme.SHOE2:
        max_draws = MAX_INDEX if terms.game else receipt.total  # a stage may take no card
        ranges.append(("draws", receipt.draws, 1 if receipt.total else 0, max_draws))
    for name, value, minimum, maximum in ranges:
        if not minimum <= value <= maximum:
            expected = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            return Difference(where=f"drawn.{name}", expected=expected, seen=str(value))
    return _check_first_draw(receipt) or _check_in_play(receipt, left)


def _min_drawn(terms: Terms) -> int:
    """Return the minimum number of cards that a round has when the next one begins."""
    if terms.scheme is Scheme.SHOE2:
        return 0 if terms.game else 1  # a request may begin the next round, also after a stage without a card
    return terms.size - (terms.cut if terms.reshuffle is Reshuffle.AT_CUT else 0)


def _check_first_draw(receipt: Receipt) -> Difference | None:
    """Return a difference if a receipt without a draw has what only a draw brings."""
    if receipt.total or receipt.draws:
        return None
    if receipt.client_seed is not None:
        return Difference(where="client_seed", expected=None, seen=receipt.client_seed)
    if receipt.terms.scheme is Scheme.SHOE1:
        return None
    return compare_digests("drawn.digest", receipt.commitment, receipt.digest)


def _check_in_play(receipt: Receipt, left: int) -> Difference | None:
    """Return a difference if the last round of a receipt cannot have its cards in play or the positions taken."""
    if receipt.in_play is not None and not receipt.round:
        return Difference(where="drawn.in_play", expected=None, seen=str(list(receipt.in_play)))
    if receipt.positions and receipt.positions[-1] >= left:
        where = f"drawn.positions[{len(receipt.positions) - 1}]"
        return Difference(where=where, expected=f"0 to {left - 1}", seen=str(receipt.positions[-1]))
    return None


def _check_drawn(receipt: Receipt, card: ObservedCard) -> Difference | None:
    """Return a difference if a card was observed at a position that the receipt does not count as drawn."""
    if card.round < receipt.round:
        return None
    if card.round == receipt.round:
        left = receipt.terms.size - len(receipt.in_play or ())
        if receipt.terms.game:
            is_drawn = card.position in receipt.positions
        else:
            is_drawn = card.position < receipt.top or card.position >= left - receipt.bottom
        if is_drawn or card.position >= left:
            return None
    drawn = f"round {receipt.round}: {_format_drawn(receipt)}"
    where = f"round {card.round}, position {card.position}"
    return Difference(where="drawn", expected=f"{where} among them", seen=drawn)


def _format_drawn(receipt: Receipt) -> str:
    if receipt.terms.game:
        return f"positions {', '.join(map(str, receipt.positions)) or 'none'}"
    return f"{receipt.top} from the top, {receipt.bottom} from the bottom"


def _first(differences: Iterable[Difference | None]) -> Difference | None:
    return next(filter(None, differences), None)

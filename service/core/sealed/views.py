"""Views: cards that only the player of their seat reads, encrypted to a key of that player, and receipts for auditors.

What is encrypted is filled with spaces, so that its length tells nothing of a card.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from service.core.crypto.jwe import encrypt
from service.core.sealed.shown import show_card
from service.core.sealed.terms import Terms, write_canonical
from service.core.sealed.turns import Place, TurnResult


def write_views(result: TurnResult) -> dict[str, str]:
    """Return a compact JWE for each seat with cards that only it reads."""
    terms = result.shoe.terms
    texts = {
        seat: _fill(_write_view(result, seat, places), measure_view(terms, len(places)))
        for seat, places in result.views.items()
    }
    return {seat: encrypt(text, (terms.view_keys or {})[seat]) for seat, text in texts.items()}


def show_cards(result: TurnResult, places: Sequence[Place]) -> list[dict[str, Any]]:
    """Return the cards at places that a turn reached, each with its proof."""
    rounds = {current.number: current for current in result.reached}
    return [show_card(rounds[place.round], place.position) for place in places]


def measure_view(terms: Terms, count: int) -> int:
    """Return the size of the text of a view with `count` cards, in bytes."""
    label = max((len(write_canonical(item)) for item in terms.items), default=0)
    return 512 + count * (256 + label + 67 * (terms.size - 1).bit_length())


def _write_view(result: TurnResult, seat: str, places: Sequence[Place]) -> dict[str, Any]:
    shoe = result.shoe
    return {
        "cards": show_cards(result, places),
        "digest": shoe.last_digest.hex(),
        "seat": seat,
    }


def write_audit(terms: Terms, receipt: Mapping[str, Any]) -> str:
    """Return a full receipt, as its JSON object, for the auditor that the terms name, as a compact JWE."""
    assert terms.auditor  # noqa: S101 (for the type checker)
    return encrypt(_fill(receipt, 4096 + 16 * terms.size + len(terms.canonical_json)), terms.auditor)


def _fill(value: Mapping[str, Any], size: int) -> bytes:
    """Return canonical JSON filled with spaces."""
    text = write_canonical(value)
    assert len(text) <= size  # noqa: S101 (a longer one would tell of its cards)
    return text.ljust(size)

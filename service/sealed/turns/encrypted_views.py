"""Encrypt views (a seat's own cards, for the key of its player), and receipts for an auditor.

Each text is padded with spaces before the encryption, so that its length discloses nothing about a card.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ..opening.own_items import write_canonical
from ..opening.terms import Terms
from ..shoe.shown import show_card
from .jwe import encrypt
from .turn_records import CardPosition, TurnResult


def write_views(result: TurnResult) -> dict[str, str]:
    """Return, by seat, the own cards of each seat in `result.views` as a compact JWE for the seat's view key."""
    terms = result.shoe.terms
    jwes = {}
    for seat, cards in result.views.items():
        view = _write_view(result, seat, cards)
        text = _write_padded(view, measure_view(terms, len(cards)))
        view_key = (terms.view_keys or {})[seat]
        jwes[seat] = encrypt(text, view_key)
    return jwes


def _write_view(
    result: TurnResult, seat: str, cards: Sequence[CardPosition]
) -> dict[str, Any]:
    """Return the JSON object that only the holder of a seat's view key can read."""
    return {
        "cards": show_cards(result, cards),
        "digest": result.shoe.last_digest.hex(),
        "seat": seat,
    }


def show_cards(
    result: TurnResult, cards: Sequence[CardPosition]
) -> list[dict[str, Any]]:
    """Return the cards at these positions as JSON objects, each with its Merkle path to the root of its round."""
    rounds = {current.number: current for current in result.reached}
    return [show_card(rounds[card.round], card.position) for card in cards]


def measure_view(terms: Terms, count: int) -> int:
    """Return the padded size of a view with `count` cards: the most bytes that any such view can have."""
    steps_of_path = (terms.size - 1).bit_length()
    return 512 + count * (256 + terms.max_item_bytes + 67 * steps_of_path)


def write_audit(terms: Terms, receipt: Mapping[str, Any]) -> str:
    """Encrypt a full receipt, a JSON object, for the auditor's key in the terms, and return the compact JWE."""
    assert terms.auditor  # noqa: S101 (for the type checker)
    size = 4096 + 16 * terms.size + len(terms.canonical_json)
    return encrypt(_write_padded(receipt, size), terms.auditor)


def _write_padded(value: Mapping[str, Any], size: int) -> bytes:
    """Return a JSON object as canonical JSON, padded with spaces to `size` bytes."""
    text = write_canonical(value)
    assert len(text) <= size  # noqa: S101 (the length of a longer text would disclose its cards)
    return text.ljust(size)

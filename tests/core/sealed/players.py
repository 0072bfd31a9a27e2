"""Players who check the receipt of a shoe that they played from."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.core.sealed.checks import OriginalItems, PlayerNotes
from service.core.sealed.observations import ObservedCards
from service.core.sealed.partials import open_check
from service.core.shuffles.plans import Limits
from service.core.verification import VerificationResult


def notes_of(receipt: Mapping[str, Any]) -> PlayerNotes:
    """Return the notes of a player who was shown the commitment of a receipt, and gave its client seed."""
    return PlayerNotes(commitment=receipt["commitment"], client_seed=receipt["client_seed"])


def check_receipt(
    value: object,
    observed: Sequence[ObservedCards] = (),
    limits: Limits | None = None,
    original_items: OriginalItems | None = None,
    notes: PlayerNotes | None = None,
    shown: object = None,
) -> VerificationResult:
    """Return the result of the check of a receipt."""
    return open_check(value, observed, limits, shown).run(original_items, notes)

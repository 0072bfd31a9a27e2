"""Players who play from a shoe, and check its receipt."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from service.core.errors import Refused
from service.core.limits import Limits
from service.sealed.opening.terms import Terms
from service.sealed.receipts.observations import ObservedCards
from service.sealed.receipts.partials import open_check
from service.sealed.receipts.receipt_checks import OriginalItems
from service.sealed.shoe.sealed_shoe import SealedShoe
from service.sealed.turns.draws import CardDraw, CardDrawResult, draw, open_shoe
from service.sealed.turns.stage_deals import StageRequest, StageResult, deal
from service.verdicts.confirmed import Confirmed
from service.verdicts.verdict import VerificationResult

LIMITS = Limits()


def make_shoe(**terms: Any) -> SealedShoe:
    """Return a new shoe with the terms."""
    return open_shoe(Terms(**terms), LIMITS)


def deal_stage(shoe: SealedShoe, **fields: Any) -> StageResult:
    """Return the deal of the next stages from a shoe."""
    return deal(shoe, StageRequest(**fields), LIMITS)


def draw_from(shoe: SealedShoe, count: int, **fields: Any) -> CardDrawResult:
    """Return a draw of cards from a shoe."""
    return draw(shoe, CardDraw(count=count, **fields), LIMITS)


def find_refusal(shoe: SealedShoe, count: int = 1, **fields: Any) -> Refused:
    """Return the refusal of a draw from a shoe."""
    with pytest.raises(Refused) as refusal:
        draw_from(shoe, count, **fields)
    return refusal.value


def notes_of(receipt: Mapping[str, Any]) -> Confirmed:
    """Return the notes of a player who was shown the commitment of a receipt, and gave its client seed."""
    return Confirmed(
        commitment=receipt["commitment"], client_seed=receipt["client_seed"]
    )


def check_receipt(
    value: object,
    observed: Sequence[ObservedCards] = (),
    limits: Limits | None = None,
    original_items: OriginalItems | None = None,
    notes: Confirmed | None = None,
    shown: object = None,
) -> VerificationResult:
    """Return the result of the check of a receipt."""
    return open_check(value, observed, limits, shown).run(original_items, notes)


def place_of_difference(result: VerificationResult) -> str | None:
    """Return where a check found the first difference; None if it found none."""
    return result.difference.where if result.difference else None

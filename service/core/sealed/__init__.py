"""Sealed shoes: committed to before the first card, drawn over any number of requests, verifiable at the end."""

from service.core.sealed.checks import ItemList, PlayerNotes, check_receipt
from service.core.sealed.deals import StageRequest, StageResult, deal
from service.core.sealed.draws import DrawRequest, DrawResult, draw, open_shoe
from service.core.sealed.observations import ObservedCards
from service.core.sealed.receipts import Receipt, reveal
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import Reshuffle, ShoeScheme, Terms

__all__ = [
    "DrawRequest",
    "DrawResult",
    "ItemList",
    "ObservedCards",
    "PlayerNotes",
    "Receipt",
    "Reshuffle",
    "SealedShoe",
    "ShoeScheme",
    "StageRequest",
    "StageResult",
    "Terms",
    "check_receipt",
    "deal",
    "draw",
    "open_shoe",
    "reveal",
]

"""Sealed shoes: committed to before the first card, drawn over any number of requests, verifiable at the end."""

from service.core.sealed.draws import DrawRequest, DrawResult, draw, open_shoe
from service.core.sealed.receipts import ObservedCards, Receipt, check_receipt, reveal
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import Reshuffle, Terms

__all__ = [
    "DrawRequest",
    "DrawResult",
    "ObservedCards",
    "Receipt",
    "Reshuffle",
    "SealedShoe",
    "Terms",
    "check_receipt",
    "draw",
    "open_shoe",
    "reveal",
]

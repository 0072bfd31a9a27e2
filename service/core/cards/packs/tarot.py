"""The French tarot pack of 78 cards: four suits of 14, 21 trumps and the fool.

A suit has a knight between jack and queen, N as in chess. Unicode characters: the block Playing Cards, whose last row
(U+1F0E0) is the fool and the trumps.
"""

from collections.abc import Iterator

from service.core.cards.card import Card
from service.core.cards.packs import french

RANKS = "A23456789TJNQK"
TRUMPS = 21

_FOOL = "\N{PLAYING CARD FOOL}"


def build_pack(suit_order: str | None) -> Iterator[Card]:
    """Yield the suits, ace to king; the trumps, 1 to 21; the fool."""
    for suit in suit_order or french.SUIT_ORDER:
        for value, rank in enumerate(RANKS, start=1):
            yield french.build_card(rank, suit, value)
    for value in range(1, TRUMPS + 1):
        yield Card(
            code=f"{value}T",
            name=f"Trump {value}",
            unicode=chr(ord(_FOOL) + value),
            rank=str(value),
            suit="trumps",
            value=value,
        )
    yield Card(code="FO", name="Fool", unicode=_FOOL, rank="fool", suit=None, value=None)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: those of the French suits, T before the number, French names."""
    yield from french.list_spellings()
    for value in range(1, TRUMPS + 1):
        yield from ((f"T{value}", f"{value}T"), (f"Atout {value}", f"{value}T"))
    yield "Excuse", "FO"

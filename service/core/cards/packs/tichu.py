"""The pack of Tichu: four suits from 2 to ace, Mah Jong, dog, phoenix and dragon.

Swords have the letter W, as stars begin alike. Mah Jong counts 1 and the ace 14, as it is the highest of its suit.
"""

from collections.abc import Iterator

from service.core.cards.card import Card
from service.core.cards.packs import suited
from service.core.cards.packs.suited import Rank, Suit

_SUITS = {
    "J": Suit("Jade", ("Green", "Jade")),
    "W": Suit("Swords", ("Black", "Sword", "Schwert")),
    "P": Suit("Pagodas", ("Blue", "Pagoda", "Pagode")),
    "S": Suit("Stars", ("Red", "Star", "Stern")),
}
_RANKS = {
    **suited.number_ranks(2, 10),
    "J": Rank(11, "Jack", ("Jack", "J", "Bube")),
    "Q": Rank(12, "Queen", ("Queen", "Q", "Dame")),
    "K": Rank(13, "King", ("King", "K", "König")),
    "A": Rank(14, "Ace", ("Ace", "A", "Ass")),
}
_SPECIAL = {"MJ": "Mah Jong", "DO": "Dog", "PH": "Phoenix", "DR": "Dragon"}
_OTHER_NAMES = {
    "MJ": ("1", "Mahjong", "Sparrow", "Bird"),
    "DO": ("Hound", "Hund"),
    "PH": ("Phönix",),
    "DR": ("Drache",),
}


def build_pack() -> Iterator[Card]:
    """Yield suit by suit 2 to 10, jack, queen, king and ace; then Mah Jong, dog, phoenix and dragon."""
    yield from suited.build_pack(_SUITS, _RANKS)
    for code, name in _SPECIAL.items():
        value = 1 if code == "MJ" else None
        yield Card(code=code, name=name, unicode=None, rank=name.lower(), suit=None, value=value)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: suits by their colours and in the singular, German names."""
    yield from suited.list_spellings(_SUITS, _RANKS, "{suit} {rank}", "{suit}-{rank}", "{rank} of {suit}")
    for code, names in _OTHER_NAMES.items():
        yield from ((name, code) for name in names)

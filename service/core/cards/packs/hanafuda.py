"""The Japanese flower cards: twelve months of four.

A code is the kind of the card and its month. The plain cards of a month count alike, so they are copies of one card.
Unicode has no characters for these cards.
"""

from collections.abc import Iterator

from service.core.cards.card import Card

_POINTS = {"bright": 20, "animal": 10, "ribbon": 5, "plain": 1}
_POETRY, _RED, _BLUE = ("ribbon", "Poetry Ribbon"), ("ribbon", "Red Ribbon"), ("ribbon", "Blue Ribbon")
_PLAIN = ("plain", "")
_MONTHS = {
    "Pine": (("bright", "Crane"), _POETRY, _PLAIN, _PLAIN),
    "Plum": (("animal", "Warbler"), _POETRY, _PLAIN, _PLAIN),
    "Cherry": (("bright", "Curtain"), _POETRY, _PLAIN, _PLAIN),
    "Wisteria": (("animal", "Cuckoo"), _RED, _PLAIN, _PLAIN),
    "Iris": (("animal", "Bridge"), _RED, _PLAIN, _PLAIN),
    "Peony": (("animal", "Butterflies"), _BLUE, _PLAIN, _PLAIN),
    "Clover": (("animal", "Boar"), _RED, _PLAIN, _PLAIN),
    "Pampas": (("bright", "Moon"), ("animal", "Geese"), _PLAIN, _PLAIN),
    "Chrysanthemum": (("animal", "Sake Cup"), _BLUE, _PLAIN, _PLAIN),
    "Maple": (("animal", "Deer"), _BLUE, _PLAIN, _PLAIN),
    "Willow": (("bright", "Rain Man"), ("animal", "Swallow"), _RED, ("plain", "Lightning")),
    "Paulownia": (("bright", "Phoenix"), _PLAIN, _PLAIN, _PLAIN),
}
"""January to December."""
_MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def build_pack() -> Iterator[Card]:
    """Yield month by month the bright cards, the animals, the ribbons and the plain cards."""
    for month, (flower, cards) in enumerate(_MONTHS.items(), start=1):
        for position, (kind, picture) in enumerate(cards):
            yield Card(
                code=f"{kind[0].upper()}{month}",
                name=f"{flower} with {picture}" if picture else f"Plain {flower}",
                unicode=None,
                rank=kind,
                suit=flower.lower(),
                value=_POINTS[kind],
                copy=cards[:position].count((kind, picture)) + 1,
            )


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: the month first, as a number or by name; the picture."""
    for month, (flower, cards) in enumerate(_MONTHS.items(), start=1):
        for kind, picture in cards:
            code = f"{kind[0].upper()}{month}"
            yield f"{month}{kind[0]}", code
            yield from ((f"{suit} {kind}", code) for suit in (flower, _MONTH_NAMES[month - 1]))
            if kind in {"bright", "animal"}:
                yield picture, code

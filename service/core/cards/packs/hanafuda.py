"""The flower cards: twelve months of four; the Japanese pack, and the Korean one with its double junk and its jokers.

A code is the kind of the card and its month. The plain cards of a month count alike, so they are copies of one card; so
is the yellow one of paulownia, though some players in Hawaii count it more (dspace.dial.pipex.com, Hanafuda, points).
Unicode has no characters for these cards.
"""

from collections.abc import Iterator, Mapping

from service.core.cards.card import Card
from service.core.cards.packs.french import MAX_JOKERS

_Months = Mapping[str, tuple[tuple[str, str], ...]]

_POINTS = {"bright": 20, "animal": 10, "ribbon": 5, "plain": 1, "double": 2}
_POETRY, _RED, _BLUE = ("ribbon", "Poetry Ribbon"), ("ribbon", "Red Ribbon"), ("ribbon", "Blue Ribbon")
_PLAIN = ("plain", "")
JAPANESE = {
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
STRIPPED = {**JAPANESE, "Wisteria": (), "Iris": (), "Clover": (), "Paulownia": (("bright", "Phoenix"), _PLAIN)}
"""The pack for two players of hachi-hachi."""
_KOREAN = {
    **{flower: cards for flower, cards in JAPANESE.items() if flower not in {"Willow", "Paulownia"}},
    "Paulownia": (("bright", "Phoenix"), _PLAIN, _PLAIN, ("double", "")),
    "Willow": (*JAPANESE["Willow"][:3], ("double", "Lightning")),
}
"""The cards of each month, January to December. In Korea the last two have changed places."""
_KOREAN_FLOWERS = ("송학", "매화", "벚꽃", "등꽃", "난초", "모란", "홍싸리", "공산", "국화", "단풍", "오동", "비")
_KOREAN_KINDS = {"bright": "광", "animal": "열끗", "ribbon": "띠", "plain": "피", "double": "쌍피"}
_MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def build_korean(jokers: int) -> Iterator[Card]:
    """Yield month by month the cards of a Korean pack, the double junk last; then the jokers, which are junk too."""
    yield from build_months(_KOREAN)
    for number in range(1, jokers + 1):
        junk = _JOKER_JUNK[(number - 1) % 2]
        name = f"Joker {number} ({('Double', 'Triple')[junk - 2]} Junk)"
        yield Card(code=f"X{number}", name=name, rank="joker", value=junk)


_JOKER_JUNK = (2, 3)
"""The junk for which each joker counts, in turn."""


def build_months(months: _Months) -> Iterator[Card]:
    """Yield month by month the bright cards, the animals, the ribbons and the plain cards."""
    for month, (flower, cards) in enumerate(months.items(), start=1):
        for kind, picture in cards:
            yield Card(
                code=f"{kind[0].upper()}{month}",
                name=f"{flower} with {picture}" if picture else f"{kind.capitalize()} {flower}",
                rank=kind,
                suit=flower.lower(),
                value=_POINTS[kind],
            )


def list_korean_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: as of the Japanese pack, in Korean, and of the jokers by number."""
    yield from list_months(_KOREAN)
    for month, (flower, cards) in enumerate(zip(_KOREAN_FLOWERS, _KOREAN.values(), strict=True), start=1):
        for kind, _ in cards:
            code = f"{kind[0].upper()}{month}"
            yield from ((f"{text} {_KOREAN_KINDS[kind]}", code) for text in (flower, f"{month}월"))
    for number in range(1, MAX_JOKERS + 1):
        yield from ((text, f"X{number}") for text in (f"Joker{number}", f"Joker {number}"))


def list_months(months: _Months) -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: the month first, as a number or by name; the picture."""
    for month, (flower, cards) in enumerate(months.items(), start=1):
        for kind, picture in cards:
            code = f"{kind[0].upper()}{month}"
            yield f"{month}{kind[0]}", code
            yield from ((f"{suit} {kind}", code) for suit in (flower, _MONTH_NAMES[month - 1]))
            if kind in {"bright", "animal"}:
                yield picture, code

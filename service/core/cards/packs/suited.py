"""Packs of suits that have the same ranks: Spanish, Italian, German, Swiss, and that of Tichu.

To add one, state its suits and ranks by their letters in codes. Spanish and Italian suits have the letters of their
own names (oros, copas, espadas, bastos), as coins, cups and clubs begin alike in English. The order is that of la
pinta, the gaps in the frame of Spanish cards, as the Italian regions have no common one. German and Swiss suits have
the letters of their English names, with which conditions name them too. Swords of Tichu have the letter W, as stars
begin alike. T is the 10, in Switzerland the banner.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from service.core.cards.card import Card


@dataclass(frozen=True)
class SuitNames:
    """The English name of a suit, its names in the other language, and other letters that stand for it."""

    name: str
    words: tuple[str, ...]
    letters: str = ""


@dataclass(frozen=True)
class RankNames:
    """The value of a rank, its English name, its names in the other language, and other texts that stand for it."""

    value: int
    name: str
    words: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SuitedPack:
    """A pack with its suits and ranks, each by its letter in codes.

    `forms` are those of names in the other language, as in "{rank} de {suit}". `special` are further cards after the
    suits: their name, their value and their other names by their code.
    """

    suits: Mapping[str, SuitNames]
    ranks: Mapping[str, RankNames]
    forms: tuple[str, ...]
    special: Mapping[str, tuple[str, int | None, tuple[str, ...]]] = field(default_factory=dict)

    def build(self) -> Iterator[Card]:
        """Yield the cards suit by suit. Unicode has no characters for them."""
        for (letter, suit), (rank, names) in product(self.suits.items(), self.ranks.items()):
            yield Card(
                code=rank + letter,
                name=f"{names.name} of {suit.name}",
                rank=rank,
                suit=suit.name.lower(),
                value=names.value,
            )
        for code, (name, value, _) in self.special.items():
            yield Card(code=code, name=name, rank=name.lower(), value=value)

    def list_spellings(self) -> Iterator[tuple[str, str]]:
        """Yield further spellings, each with its code.

        Other letters and numbers may stand for the rank and the suit, and the suit may stand first.
        """
        for (letter, suit), (rank, names) in product(self.suits.items(), self.ranks.items()):
            for text, sign in product((rank, *names.texts), (letter, *suit.letters)):
                yield from ((text + sign, rank + letter), (sign + text, rank + letter))
            for form, word, suit_word in product(self.forms, names.words, suit.words):
                yield form.format(rank=word, suit=suit_word), rank + letter
        for code, (_, _, others) in self.special.items():
            yield from ((other, code) for other in others)


def _number_ranks(first: int, last: int) -> dict[str, RankNames]:
    """Return the ranks of cards with pips by their numbers; 10 has the letter T."""
    numbers = {str(number): RankNames(number, str(number), (str(number),)) for number in range(first, min(last, 9) + 1)}
    return numbers | ({"T": RankNames(10, "10", ("10",), ("10",))} if last == 10 else {})


def build_spanish(highest: int) -> SuitedPack:
    """Return the Spanish pack of ace, 2 to the `highest` card with pips, jack, knight and king."""
    return SuitedPack(
        suits={
            "O": SuitNames("Coins", ("oros",)),
            "C": SuitNames("Cups", ("copas",)),
            "E": SuitNames("Swords", ("espadas",)),
            "B": SuitNames("Clubs", ("bastos",)),
        },
        ranks={
            "A": RankNames(1, "Ace", ("as", "1"), ("1",)),
            **_number_ranks(2, highest),
            "J": RankNames(10, "Jack", ("sota", "10"), ("10", "S")),
            "N": RankNames(11, "Knight", ("caballo", "11"), ("11", "C")),
            "K": RankNames(12, "King", ("rey", "12"), ("12", "R")),
        },
        forms=("{rank} de {suit}",),
    )


def build_german(lowest: int) -> SuitedPack:
    """Return the German pack of ace, the `lowest` card with pips to the 10, unter, ober and king."""
    return SuitedPack(
        suits={
            "A": SuitNames("Acorns", ("Eichel", "Eicheln", "Kreuz"), "E"),
            "L": SuitNames("Leaves", ("Gras", "Grün", "Laub", "Blatt"), "G"),
            "H": SuitNames("Hearts", ("Herz", "Rot")),
            "B": SuitNames("Bells", ("Schellen", "Schelle"), "S"),
        },
        ranks={
            "A": RankNames(1, "Ace", ("Ass", "As", "Daus", "Sau"), ("D",)),
            **_number_ranks(lowest, 10),
            "U": RankNames(11, "Unter", ("Unter",)),
            "O": RankNames(12, "Ober", ("Ober",)),
            "K": RankNames(13, "King", ("König",)),
        },
        forms=_GERMAN_FORMS,
    )


_GERMAN_FORMS = ("{suit} {rank}", "{suit}-{rank}")
_LOWEST_OF_36 = ("6A", "6L", "6H")
_WELI = "6B"


def build_weli() -> Iterator[Card]:
    """Yield the German pack of 33 cards: with the Weli, which is the 6 of bells, and no other 6."""
    for card in build_german(6).build():
        if card.code not in _LOWEST_OF_36:
            yield replace(card, name="Weli") if card.code == _WELI else card


def list_weli_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: those of the German pack, and 6 of bells."""
    yield from build_german(6).list_spellings()
    yield "6 of Bells", _WELI


ITALIAN = SuitedPack(
    suits={
        "D": SuitNames("Coins", ("denari", "danari", "ori")),
        "C": SuitNames("Cups", ("coppe",)),
        "S": SuitNames("Swords", ("spade",)),
        "B": SuitNames("Clubs", ("bastoni",)),
    },
    ranks={
        "A": RankNames(1, "Ace", ("asso", "1"), ("1",)),
        **_number_ranks(2, 7),
        "J": RankNames(8, "Jack", ("fante", "donna", "8"), ("8", "F")),
        "N": RankNames(9, "Knight", ("cavallo", "9"), ("9", "C")),
        "K": RankNames(10, "King", ("re", "10"), ("10", "R")),
    },
    forms=("{rank} di {suit}",),
)
"""The courts count 8 (fante), 9 (cavallo) and 10 (re); in some regions the first is a donna."""

SWISS = SuitedPack(
    suits={
        "A": SuitNames("Acorns", ("Eichel", "Eicheln"), "E"),
        "R": SuitNames("Roses", ("Rosen", "Rose")),
        "S": SuitNames("Shields", ("Schilten", "Schilte")),
        "B": SuitNames("Bells", ("Schellen", "Schelle")),
    },
    ranks={
        "A": RankNames(1, "Ace", ("Ass", "As")),
        **_number_ranks(6, 9),
        "T": RankNames(10, "Banner", ("Banner", "10"), ("10",)),
        "U": RankNames(11, "Under", ("Under", "Unter", "Bauer")),
        "O": RankNames(12, "Ober", ("Ober",)),
        "K": RankNames(13, "King", ("König",)),
    },
    forms=_GERMAN_FORMS,
)

TICHU = SuitedPack(
    suits={
        "J": SuitNames("Jade", ("Green", "Jade")),
        "W": SuitNames("Swords", ("Black", "Sword", "Schwert")),
        "P": SuitNames("Pagodas", ("Blue", "Pagoda", "Pagode")),
        "S": SuitNames("Stars", ("Red", "Star", "Stern")),
    },
    ranks={
        **_number_ranks(2, 10),
        "J": RankNames(11, "Jack", ("Jack", "J", "Bube")),
        "Q": RankNames(12, "Queen", ("Queen", "Q", "Dame")),
        "K": RankNames(13, "King", ("King", "K", "König")),
        "A": RankNames(14, "Ace", ("Ace", "A", "Ass")),
    },
    forms=("{suit} {rank}", "{suit}-{rank}", "{rank} of {suit}"),
    special={
        "MJ": ("Mah Jong", 1, ("1", "Mahjong", "Sparrow", "Bird")),
        "DO": ("Dog", None, ("Hound", "Hund")),
        "PH": ("Phoenix", None, ("Phönix",)),
        "DR": ("Dragon", None, ("Drache",)),
    },
)

"""The table of decks.

To add a deck, build one pack of it in the module of its family in the folder packs, and give it one entry in `DECKS`.
Requests, validation, the list of decks and the tests follow from the entry.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from service.core.cards.card import Card
from service.core.cards.options import PackOptions
from service.core.cards.packs import balls, colours, dominoes, french, hanafuda, mahjong, spanish, tarot
from service.core.cards.spellings import Spellings
from service.core.errors import entry


@dataclass(frozen=True, kw_only=True)
class Deck:
    """One entry of the table of decks.

    `pack` yields the cards of one full pack in unshuffled order. `options` are the options that this deck accepts and
    not every deck does. `spellings` yields further spellings of its codes.
    """

    name: str
    title: str
    source: str
    pack: Callable[[PackOptions], Iterable[Card]]
    options: tuple[str, ...] = ()
    spellings: Callable[[], Spellings] = tuple
    has_retro_names: bool = False

    @cached_property
    def size(self) -> int:
        """The number of cards in one pack with the default options."""
        return sum(1 for _ in self.pack(PackOptions()))


_TRUNCATED_PACKS = "Wikibooks, Card Games, Cards (truncated packs)"

DECKS: Mapping[str, Deck] = {
    deck.name: deck
    for deck in (
        Deck(
            name="standard",
            title="Standard 52-card pack, with up to four jokers",
            source="the international French-suited pack; characters: Unicode, Playing Cards",
            pack=lambda options: french.pack(french.STANDARD, options.suit_order, options.jokers),
            options=("jokers", "suit_order"),
            spellings=french.spellings,
            has_retro_names=True,
        ),
        Deck(
            name="piquet",
            title="Piquet or skat pack of 32 cards: 7 to ace, with up to four jokers",
            source=f"{_TRUNCATED_PACKS}; characters: Unicode, Playing Cards",
            pack=lambda options: french.pack(french.PIQUET, options.suit_order, options.jokers),
            options=("jokers", "suit_order"),
            spellings=french.spellings,
            has_retro_names=True,
        ),
        Deck(
            name="euchre",
            title="Euchre pack of 24 cards: 9 to ace, with up to four jokers",
            source=f"{_TRUNCATED_PACKS}; characters: Unicode, Playing Cards",
            pack=lambda options: french.pack(french.EUCHRE, options.suit_order, options.jokers),
            options=("jokers", "suit_order"),
            spellings=french.spellings,
            has_retro_names=True,
        ),
        Deck(
            name="pinochle",
            title="Pinochle pack of 48 cards: two of each, 9 to ace",
            source=f"{_TRUNCATED_PACKS}; characters: Unicode, Playing Cards",
            pack=lambda options: french.pack(french.EUCHRE, options.suit_order, copies=2),
            options=("suit_order",),
            spellings=french.spellings,
            has_retro_names=True,
        ),
        Deck(
            name="spanish40",
            title="Spanish pack of 40 cards: ace to 7, jack, knight and king",
            source="Wikipedia, Spanish-suited playing cards",
            pack=lambda _: spanish.pack(7),
            spellings=spanish.spellings,
        ),
        Deck(
            name="spanish48",
            title="Spanish pack of 48 cards: ace to 9, jack, knight and king",
            source="Wikipedia, Spanish-suited playing cards",
            pack=lambda _: spanish.pack(9),
            spellings=spanish.spellings,
        ),
        Deck(
            name="tarot",
            title="French tarot pack of 78 cards: four suits with a knight, 21 trumps and the fool",
            source="Wikipedia, Tarot Nouveau; characters: Unicode, Playing Cards",
            pack=lambda options: tarot.pack(options.suit_order),
            options=("suit_order",),
            spellings=tarot.spellings,
            has_retro_names=True,
        ),
        Deck(
            name="hanafuda",
            title="Hanafuda, the Japanese flower cards: twelve months of four",
            source="Wikipedia, Hanafuda; points: brights 20, animals 10, ribbons 5, plain cards 1",
            pack=lambda _: hanafuda.pack(),
            spellings=hanafuda.spellings,
        ),
        Deck(
            name="mahjong",
            title="Chinese Mah-Jong set of 144 tiles",
            source="the Chinese set with flowers and seasons; characters: Unicode, Mahjong Tiles",
            pack=lambda _: mahjong.chinese(),
            spellings=mahjong.chinese_spellings,
        ),
        Deck(
            name="riichi",
            title="Japanese Mah-Jong set of 136 tiles, with up to four red fives",
            source="riichi.wiki, Dora; order: tenhou.net's tile numbers; characters: Unicode, Mahjong Tiles",
            pack=lambda options: mahjong.riichi(options.red_fives or 0),
            options=("red_fives",),
            spellings=mahjong.riichi_spellings,
        ),
        Deck(
            name="dominoes",
            title="Dominoes: the double-six set of 28 tiles, or one up to double-eighteen",
            source="Wikipedia, Dominoes; characters (to double six): Unicode, Domino Tiles",
            pack=lambda options: dominoes.pack(options.highest or dominoes.DOUBLE_SIX),
            options=("highest",),
            spellings=dominoes.spellings,
        ),
        Deck(
            name="keno",
            title="Keno: balls 1 to 80",
            source="Wikipedia, Keno",
            pack=lambda _: balls.numbered(80),
            spellings=balls.spellings,
        ),
        Deck(
            name="bingo75",
            title="75-ball bingo: B1 to O75",
            source="Wikipedia, Bingo (American version)",
            pack=lambda _: balls.bingo75(),
            spellings=balls.bingo75_spellings,
        ),
        Deck(
            name="bingo90",
            title="90-ball bingo: balls 1 to 90",
            source="Wikipedia, Bingo (British version)",
            pack=lambda _: balls.numbered(90),
            spellings=balls.spellings,
        ),
        Deck(
            name="lottery49",
            title="A lottery's balls 1 to 49",
            source="lotto.de, Lotto 6aus49",
            pack=lambda _: balls.numbered(49),
            spellings=balls.spellings,
        ),
        Deck(
            name="wild_colours",
            title="Four-colour pack of 108 cards: numbers, actions and wild cards",
            source="RLCard (datamllab/rlcard), its deck of 108 cards in four colours",
            pack=lambda _: colours.pack(),
            spellings=colours.spellings,
        ),
    )
}
"""Every deck by name."""


def get_deck(name: str) -> Deck:
    """Return the deck of that name. Raises `UnknownName`, which lists the known ones."""
    return entry("deck", DECKS, name)

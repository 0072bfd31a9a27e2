"""The decks, and the shoes that are laid out from them.

To add a deck, lay out one pack of it in the module of its family (the folder packs shows how) and give it one entry in
`DECKS`. Requests, validation, the listing and the tests follow from the entry.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache

from service.core.cards import Card, NameStyle, Notation, Writing
from service.core.errors import Refused, UnknownName
from service.core.packs import balls, colours, dominoes, french, hanafuda, mahjong, spanish, tarot
from service.core.spellings import Spellings, near, plain, spelled

MAX_PACKS = 100


@dataclass(frozen=True, kw_only=True)
class Packs:
    """What a request says of a shoe: how many packs, and what is in each; None is as the deck has it by default."""

    decks: int | None = None
    jokers: int | None = None
    suit_order: str | None = None
    red_fives: int | None = None
    highest: int | None = None
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Deck:
    """One entry of the table.

    `pack` lays out one full pack in its unshuffled order. `options` are the fields of `Packs` that fit this deck and
    not every deck. `spellings` are its family's other ways to write its codes. `retro` says whether its cards have
    retro names.
    """

    name: str
    title: str
    source: str
    pack: Callable[[Packs], Iterable[Card]]
    options: tuple[str, ...] = ()
    spellings: Callable[[], Spellings] = tuple
    retro: bool = False

    @cached_property
    def size(self) -> int:
        """How many cards are in one pack, as it is by default."""
        return sum(1 for _ in self.pack(Packs()))


_SHORT = "Wikibooks, Card Games, Cards (truncated packs)"

DECKS: Mapping[str, Deck] = {
    deck.name: deck
    for deck in (
        Deck(
            name="standard",
            title="Standard 52-card pack, with up to four jokers",
            source="the international French-suited pack; characters: Unicode, Playing Cards",
            pack=lambda packs: french.pack(french.STANDARD, packs.suit_order, packs.jokers),
            options=("jokers", "suit_order"),
            spellings=french.spellings,
            retro=True,
        ),
        Deck(
            name="piquet",
            title="Piquet or skat pack of 32 cards: 7 to ace, with up to four jokers",
            source=f"{_SHORT}; characters: Unicode, Playing Cards",
            pack=lambda packs: french.pack(french.PIQUET, packs.suit_order, packs.jokers),
            options=("jokers", "suit_order"),
            spellings=french.spellings,
            retro=True,
        ),
        Deck(
            name="euchre",
            title="Euchre pack of 24 cards: 9 to ace, with up to four jokers",
            source=f"{_SHORT}; characters: Unicode, Playing Cards",
            pack=lambda packs: french.pack(french.EUCHRE, packs.suit_order, packs.jokers),
            options=("jokers", "suit_order"),
            spellings=french.spellings,
            retro=True,
        ),
        Deck(
            name="pinochle",
            title="Pinochle pack of 48 cards: two of each, 9 to ace",
            source=f"{_SHORT}; characters: Unicode, Playing Cards",
            pack=lambda packs: french.pack(french.EUCHRE, packs.suit_order, copies=2),
            options=("suit_order",),
            spellings=french.spellings,
            retro=True,
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
            pack=lambda packs: tarot.pack(packs.suit_order),
            options=("suit_order",),
            spellings=tarot.spellings,
            retro=True,
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
            pack=lambda packs: mahjong.riichi(packs.red_fives or 0),
            options=("red_fives",),
            spellings=mahjong.riichi_spellings,
        ),
        Deck(
            name="dominoes",
            title="Dominoes: the double-six set of 28 tiles, or one up to double-eighteen",
            source="Wikipedia, Dominoes; characters (to double six): Unicode, Domino Tiles",
            pack=lambda packs: dominoes.pack(packs.highest or dominoes.DOUBLE_SIX),
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


def deck_named(name: str) -> Deck:
    """The deck of that name. Raises `UnknownName`, which lists the known ones."""
    try:
        return DECKS[name]
    except KeyError:
        raise UnknownName("deck", name, DECKS) from None


@dataclass(frozen=True, eq=False)
class Shoe:
    """The cards of one or more packs of a deck in unshuffled order. A card's index is its place here, from 0."""

    deck: Deck
    pack: tuple[Card, ...]
    asked: Packs
    excluded: tuple[str, ...]

    @property
    def packs(self) -> int:
        """How many packs are in it."""
        return self.asked.decks or 1

    def __len__(self) -> int:
        return len(self.pack) * self.packs

    def __iter__(self) -> Iterator[Card]:
        """Every card in order, with its `copy` counted through all the packs."""
        alike = Counter(card.code for card in self.pack)
        for pack in range(self.packs):
            for card in self.pack:
                yield replace(card, copy=card.copy + pack * alike[card.code])


def lay_out(deck: Deck, asked: Packs) -> Shoe:
    """The shoe that was asked for. Raises `Refused` for an option or a card code that does not fit the deck."""
    return _lay_out(
        deck.name, asked.decks, asked.jokers, asked.suit_order, asked.red_fives, asked.highest, asked.exclude
    )


@lru_cache(maxsize=128)
def _lay_out(
    name: str,
    decks: int | None,
    jokers: int | None,
    suit_order: str | None,
    red_fives: int | None,
    highest: int | None,
    exclude: tuple[str, ...],
) -> Shoe:
    deck = DECKS[name]
    one = Packs(jokers=jokers, suit_order=suit_order, red_fives=red_fives, highest=highest)
    for option in fields(Packs):
        everywhere = option.name in {"decks", "exclude"}
        if not everywhere and option.name not in deck.options and getattr(one, option.name) is not None:
            raise Refused(option.name, f"The {name} deck has no {option.name}.")
    pack = _full_pack(name, one)
    excluded = _excluded(deck, exclude, one)
    left = tuple(card for card in pack if card.code not in excluded)
    if not left:
        raise Refused("exclude", "That takes out every card; leave at least one.")
    return Shoe(deck, left, replace(one, decks=decks, exclude=exclude), excluded)


@lru_cache(maxsize=256)
def _full_pack(name: str, one: Packs) -> tuple[Card, ...]:
    return tuple(replace(card, number=number) for number, card in enumerate(DECKS[name].pack(one)))


def read_card(field: str, text: str, deck: Deck, packs: Packs = Packs()) -> Card:
    """The card that a text writes, in any spelling, of a pack laid out as asked.

    Raises `Refused`, on account of that field, if there is no such card in the pack.
    """
    known = _by_spelling(deck.name, Packs(**{option: getattr(packs, option) for option in deck.options}))
    card = known.get(plain(text))
    if card is None:
        raise Refused(field, f"There is no card {text!r} in this pack of the {deck.name} deck.{near(text, known)}")
    return card


@lru_cache(maxsize=64)
def _by_spelling(name: str, one: Packs) -> Mapping[str, Card]:
    return spelled(_full_pack(name, one), DECKS[name].spellings())


def _excluded(deck: Deck, texts: Iterable[str], one: Packs) -> tuple[str, ...]:
    """The codes that the texts write, each once."""
    codes: list[str] = []
    for text in texts:
        code = read_card("exclude", text, deck, one).code
        if code in codes:
            raise Refused("exclude", f"The card {code} is listed twice.")
        codes.append(code)
    return tuple(codes)


def written(shoe: Shoe, asked: Writing) -> Sequence[str] | range:
    """What stands for each card of a shoe in an answer, by the card's index.

    Raises `Refused` for a style of no use, and for characters where a card has none.
    """
    if asked.name_style and asked.notation is not Notation.NAME:
        raise Refused("name_style", f"name_style goes with notation=name, and notation is {asked.notation}.")
    return _written(shoe, asked.notation, name_style(shoe.deck, asked.name_style))


def name_style(deck: Deck, asked: NameStyle | None) -> NameStyle:
    """The style of names that was asked for. Raises `Refused` for retro names where the deck has none."""
    if asked is NameStyle.RETRO and not deck.retro:
        raise Refused("name_style", f"The cards of the {deck.name} deck have no retro names.")
    return asked or NameStyle.MODERN


@lru_cache(maxsize=64)
def _written(shoe: Shoe, notation: Notation, style: NameStyle) -> Sequence[str] | range:
    match notation:
        case Notation.INDEX:
            return range(len(shoe))
        case Notation.CODE:
            pack = [card.code for card in shoe.pack]
        case Notation.UNICODE:
            pack = [card.unicode for card in shoe.pack if card.unicode]
            if len(pack) < len(shoe.pack):
                raise Refused("notation", _no_characters(shoe))
        case Notation.NAME:
            pack = [card.called(style) for card in shoe.pack]
    return pack * shoe.packs


def _no_characters(shoe: Shoe) -> str:
    bare = next(card.code for card in shoe.pack if card.unicode is None)
    return f"Unicode has no character for {bare} of the {shoe.deck.name} deck; ask for another notation."

"""The decks, and the shoes that are laid out from them.

To add a deck, write a module that lays out one pack of it (standard.py and mahjong.py show how) and give it one entry
in `DECKS`. Requests, validation, the listing and the tests follow from the entry.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache

from service.core import mahjong, standard
from service.core.cards import Card, NameStyle, Notation, Writing
from service.core.errors import Refused, UnknownName, did_you_mean

MAX_PACKS = 100


@dataclass(frozen=True, kw_only=True)
class Packs:
    """What a request says of a shoe: how many packs, and what is in each; None is as the deck has it by default."""

    decks: int = 1
    jokers: int | None = None
    suit_order: str | None = None
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Deck:
    """One entry of the table.

    `pack` lays out one full pack in its unshuffled order. `options` are the fields of `Packs` that fit this deck and
    not every deck. `spellings` are other ways to write its codes, in capitals. `retro` says whether some of its cards
    have retro names.
    """

    name: str
    title: str
    source: str
    pack: Callable[[Packs], Iterable[Card]]
    options: tuple[str, ...] = ()
    spellings: Mapping[str, str] = field(default_factory=dict)
    retro: bool = False

    @cached_property
    def size(self) -> int:
        """How many cards are in one pack, as it is by default."""
        return sum(1 for _ in self.pack(Packs()))


DECKS: Mapping[str, Deck] = {
    deck.name: deck
    for deck in (
        Deck(
            name="standard",
            title="Standard 52-card pack, with up to four jokers",
            source="the international French-suited pack; characters: Unicode, Playing Cards",
            pack=lambda packs: standard.pack(packs.suit_order or standard.SUIT_ORDER, packs.jokers or 0),
            options=("jokers", "suit_order"),
            spellings=dict(standard.spellings()),
            retro=True,
        ),
        Deck(
            name="mahjong",
            title="Chinese Mah-Jong set of 144 tiles",
            source="the Chinese set with flowers and seasons; characters: Unicode, Mahjong Tiles",
            pack=lambda _: mahjong.pack(),
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

    def __len__(self) -> int:
        return len(self.pack) * self.asked.decks

    def __iter__(self) -> Iterator[Card]:
        """Every card in order, with its `copy` counted through all the packs."""
        alike = Counter(card.code for card in self.pack)
        for pack in range(self.asked.decks):
            for card in self.pack:
                yield replace(card, copy=card.copy + pack * alike[card.code])


def lay_out(deck: Deck, asked: Packs) -> Shoe:
    """The shoe that was asked for. Raises `Refused` for an option or a card code that does not fit the deck."""
    return _lay_out(deck.name, asked.decks, asked.jokers, asked.suit_order, asked.exclude)


@lru_cache(maxsize=128)
def _lay_out(name: str, decks: int, jokers: int | None, suit_order: str | None, exclude: tuple[str, ...]) -> Shoe:
    deck, asked = DECKS[name], Packs(decks=decks, jokers=jokers, suit_order=suit_order, exclude=exclude)
    for option in fields(Packs):
        everywhere = option.name in {"decks", "exclude"}
        if not everywhere and option.name not in deck.options and getattr(asked, option.name) is not None:
            raise Refused(option.name, f"The {name} deck has no {option.name}.")
    pack = _full_pack(name, jokers, suit_order)
    excluded = _read_codes(deck, asked.exclude, {card.code for card in pack})
    left = tuple(card for card in pack if card.code not in excluded)
    if not left:
        raise Refused("exclude", "That takes out every card; leave at least one.")
    return Shoe(deck, left, asked, excluded)


@lru_cache(maxsize=256)
def _full_pack(name: str, jokers: int | None, suit_order: str | None) -> tuple[Card, ...]:
    pack = DECKS[name].pack(Packs(jokers=jokers, suit_order=suit_order))
    return tuple(replace(card, number=number) for number, card in enumerate(pack))


def _read_codes(deck: Deck, texts: Iterable[str], known: set[str]) -> tuple[str, ...]:
    read: list[str] = []
    for text in texts:
        code = deck.spellings.get(text.upper(), text.upper())
        if code not in known:
            raise Refused(
                "exclude",
                f"There is no card {text!r} in this pack of the {deck.name} deck.{did_you_mean(code, known)}",
            )
        if code in read:
            raise Refused("exclude", f"The card {code} is listed twice.")
        read.append(code)
    return tuple(read)


def written(shoe: Shoe, asked: Writing) -> Sequence[str] | range:
    """What stands for each card of a shoe in an answer, by the card's index. Raises `Refused` for a style of no use."""
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
            pack = [card.unicode for card in shoe.pack]
        case Notation.NAME:
            pack = [card.called(style) for card in shoe.pack]
    return pack * shoe.asked.decks

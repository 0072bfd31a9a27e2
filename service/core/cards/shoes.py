"""Shoes: the packs of a deck, laid out as asked in the order that is shuffled; and how cards are read and written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from service.core.cards.card import Card, NameStyle, Notation, Writing
from service.core.cards.decks import DECKS, Deck, Packs
from service.core.cards.spellings import near, plain, spelled
from service.core.errors import Refused


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


_PLAIN = Packs()


def read_card(field: str, text: str, deck: Deck, packs: Packs = _PLAIN) -> Card:
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

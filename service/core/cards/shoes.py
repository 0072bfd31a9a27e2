"""Shoes: the packs of a deck in unshuffled order; and how cards are parsed and labelled."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, count
from sys import intern
from typing import Any

from service.core.cards.card import Card, CardFormat, NameStyle, Notation
from service.core.cards.decks import DECKS, Deck
from service.core.cards.options import OPTIONS, PACK_FIELDS, PackOptions
from service.core.cards.spellings import index_by_group, index_by_spelling, normalize, suggest_card
from service.core.errors import Refused, UnsupportedParameter


@dataclass(frozen=True, eq=False)
class Shoe:
    """The cards of one or more packs of a deck in unshuffled order; the index of a card is its position, from 0.

    `pack` are the cards of one of the packs, `excluded_codes` those that were taken out of every pack.
    """

    deck: Deck
    pack: tuple[Card, ...]
    options: PackOptions
    excluded_codes: tuple[str, ...]

    @property
    def pack_count(self) -> int:
        """The number of packs."""
        return self.options.decks or 1

    def __len__(self) -> int:
        return len(self.pack) * self.pack_count

    def label(self, index: int) -> str:
        """Return the code of the card that has an index."""
        return self.pack[index % len(self.pack)].code

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards in order, with `copy` counted through all the packs."""
        copies = Counter(card.code for card in self.pack)
        for pack in range(self.pack_count):
            for card in self.pack:
                yield replace(card, copy=card.copy + pack * copies[card.code])


def build_shoe(deck: Deck, options: PackOptions) -> Shoe:
    """Return the shoe of a deck with those options, from a cache.

    `options` may be an instance of a subclass, such as a request. Raises `Refused` for an option or a card code that
    does not fit the deck.
    """
    build = _build_cached if len(options.exclude) + len(options.only) <= MAX_CACHED_EXCLUDED else _build_shoe
    return build(deck.name, options.pack_values)


MAX_CACHED_EXCLUDED = 32
"""Number of excluded cards above which a shoe is not cached, as the texts of a request take more memory than it."""


def _build_shoe(deck_name: str, values: tuple[Any, ...]) -> Shoe:
    deck, options = DECKS[deck_name], PackOptions(**dict(zip(PACK_FIELDS, values, strict=True)))
    for name in OPTIONS:
        if name not in deck.options and getattr(options, name) is not None:
            owners = (other.name for other in DECKS.values() if name in other.options)
            raise UnsupportedParameter(f"The {deck_name} deck", name, belongs_to=owners)
    excluded = parse_excluded(deck, options)
    pack = tuple(card for card in _full_pack(deck_name, _own_values(deck, options)) if card.code not in excluded)
    if not pack:
        raise Refused("exclude", "That takes out every card; leave at least one.")
    return Shoe(deck, pack, replace(options, only=()), excluded)


_build_cached = lru_cache(maxsize=64)(_build_shoe)


def parse_excluded(deck: Deck, options: PackOptions) -> tuple[str, ...]:
    """Return the codes of the cards that `exclude` takes out of a pack, or that `only` leaves out of it.

    Raises `Refused` for a text that is neither a card nor a name of a suit or a rank, and for what is listed twice.
    """
    if not options.only:
        return _parse_codes("exclude", options.exclude, deck, options)
    if options.exclude:
        raise Refused("only", "only has the cards that stay and exclude those that do not; leave one of them out.")
    kept = {*_parse_codes("only", options.only, deck, options)}
    codes = dict.fromkeys(card.code for card in _full_pack(deck.name, _own_values(deck, options)))
    return tuple(code for code in codes if code not in kept)


def _parse_codes(field: str, texts: Sequence[str], deck: Deck, options: PackOptions) -> tuple[str, ...]:
    """Return the codes of cards, suits and ranks, which may overlap."""
    listed = [_find_codes(field, text, deck, options) for text in texts]
    for at, (text, found) in enumerate(zip(texts, listed, strict=True)):
        if found in listed[:at]:
            raise Refused(field, f"{f'The card {found[0]}' if len(found) == 1 else repr(text)} is listed twice.")
    return tuple(dict.fromkeys(chain.from_iterable(listed)))


def _find_codes(field: str, text: str, deck: Deck, options: PackOptions) -> tuple[str, ...]:
    """Return the code of the card that a text stands for, or those of the suit or the rank that it names."""
    values = _own_values(deck, options)
    cards, name = _cards_by_spelling(deck.name, values), normalize(text)
    if name in cards:
        return (cards[name].code,)
    groups = _codes_by_group(deck.name, values)
    if name not in groups:
        raise _unknown_card(field, text, deck, suggest_card(text, cards, groups), "card, suit or rank")
    return groups[name]


def _own_values(deck: Deck, options: PackOptions) -> tuple[Any, ...]:
    """Return the values of the deck's own options, on which its full pack depends."""
    values = ((getattr(options, name), OPTIONS[name].means) for name in deck.options)
    return tuple(default if value is None else value for value, default in values)


@cache  # the 442 packs of all decks with all their options, which shoes share
def _full_pack(deck_name: str, values: tuple[Any, ...]) -> tuple[Card, ...]:
    deck = DECKS[deck_name]
    options = PackOptions(**dict(zip(deck.options, values, strict=True)))
    copies: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(1))
    return tuple(
        # Strings take more memory than all else in a card, and are the same in other packs.
        replace(
            card,
            number=number,
            copy=next(copies[card.code]),
            code=intern(card.code),
            name=intern(card.name),
            unicode=card.unicode and intern(card.unicode),
            retro_name=card.retro_name and intern(card.retro_name),
        )
        for number, card in enumerate(deck.build_pack(options))
    )


_DEFAULTS = PackOptions()


def parse_card(field: str, text: str, deck: Deck, options: PackOptions = _DEFAULTS) -> Card:
    """Return the card of a pack with those options that a text stands for, in any spelling.

    Raises `Refused`, naming `field`, if there is no such card in the pack.
    """
    cards = _cards_by_spelling(deck.name, _own_values(deck, options))
    card = cards.get(normalize(text))
    if card is None:
        raise _unknown_card(field, text, deck, suggest_card(text, cards))
    return card


def _unknown_card(field: str, text: str, deck: Deck, suggestion: str, kind: str = "card") -> Refused:
    return Refused(field, f"There is no {kind} {text!r} in this pack of the {deck.name} deck.{suggestion}")


def parse_order(field: str, texts: Sequence[str], shoe: Shoe) -> list[int]:
    """Return the indices of all the cards of a shoe, given in any order and spelling.

    Raises `Refused`, naming `field`, for a card that is missing, unknown or there twice, and if cards of the shoe are
    alike, so that their codes do not tell them apart.
    """
    codes = [card.code for card in shoe.pack] * shoe.pack_count
    left = {code: index for index, code in enumerate(codes)}
    if len(left) < len(codes):
        raise Refused(
            field, "This shoe has cards that are alike. Give the indices of the cards, which tell them apart."
        )
    order = []
    for text in texts:
        code = parse_card(field, text, shoe.deck, shoe.options).code
        if code not in left:
            is_excluded = code in shoe.excluded_codes
            raise Refused(field, f"The card {code} is {'excluded' if is_excluded else 'listed twice'}.")
        order.append(left.pop(code))
    if left:
        raise Refused(field, f"The card {next(iter(left))} is missing; an order has all {len(codes):,} cards.")
    return order


@lru_cache(maxsize=8)
def _cards_by_spelling(deck_name: str, values: tuple[Any, ...]) -> Mapping[str, Card]:
    return index_by_spelling(_full_pack(deck_name, values), DECKS[deck_name].list_spellings())


@lru_cache(maxsize=8)
def _codes_by_group(deck_name: str, values: tuple[Any, ...]) -> Mapping[str, tuple[str, ...]]:
    return index_by_group(_full_pack(deck_name, values))


def card_labels(shoe: Shoe, card_format: CardFormat) -> Sequence[str]:
    """Return the label of every card of a shoe by the card's index, from a cache.

    Raises `Refused` for a name style that does not fit, and for Unicode characters where a card has none.
    """
    if card_format.name_style and card_format.notation is not Notation.NAME:
        raise Refused("name_style", f"name_style goes with notation=name, and notation is {card_format.notation}.")
    labels = _pack_labels(shoe, card_format.notation, resolve_name_style(shoe.deck, card_format.name_style))
    return labels * shoe.pack_count


def resolve_name_style(deck: Deck, style: NameStyle | None) -> NameStyle:
    """Return the requested style of names, or the default. Raises `Refused` for a deck without retro names."""
    if style is NameStyle.RETRO and not deck.has_retro_names:
        raise Refused("name_style", f"The cards of the {deck.name} deck have no retro names.")
    return style or NameStyle.MODERN


@lru_cache(maxsize=64)
def _pack_labels(shoe: Shoe, notation: Notation, style: NameStyle) -> list[str]:
    match notation:
        case Notation.CODE:
            pack = [card.code for card in shoe.pack]
        case Notation.UNICODE:
            pack = [card.unicode for card in shoe.pack if card.unicode]
            if len(pack) < len(shoe.pack):
                raise Refused("notation", _missing_character(shoe))
        case Notation.NAME:
            pack = [card.display_name(style) for card in shoe.pack]
    return pack


def _missing_character(shoe: Shoe) -> str:
    code = next(card.code for card in shoe.pack if card.unicode is None)
    return f"Unicode has no character for {code} of the {shoe.deck.name} deck; ask for another notation."

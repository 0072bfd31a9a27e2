"""Build shoes, which are the packs of a deck in unshuffled order; parse the spellings of cards, and label cards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain
from sys import intern
from typing import Any, NoReturn

from ..core.errors import Refused, UnsupportedParameter, join_words
from ..verdicts.results_left import Labels
from .card import Card, NameStyle, Notation
from .deck import DECKS, Deck
from .hints import CardHints
from .languages import guess_in_languages, read_in_languages
from .options import INTEGER_OPTIONS, OPTIONS, PACK_FIELDS, PackOptions, pack_values
from .spellings import (
    index_by_group,
    index_by_spelling,
    list_codes_by_spelling,
    normalize,
)
from .words import CardWords


@dataclass(frozen=True, eq=False)
class Shoe:
    """The cards of one or more packs of a deck in unshuffled order; the index of a card is its position, from 0.

    `pack` are the cards of one of the packs. `excluded_codes` are the codes taken out of every pack.
    """

    deck: Deck
    pack: tuple[Card, ...]
    options: PackOptions
    excluded_codes: tuple[str, ...]

    @property
    def pack_count(self) -> int:
        return self.options.decks or 1

    def __len__(self) -> int:
        return len(self.pack) * self.pack_count

    def label(self, index: int) -> str:
        """Return the code of the card with an index."""
        return self.pack[index % len(self.pack)].code

    def __iter__(self) -> Iterator[Card]:
        """Yield the cards in unshuffled order; `copy` counts identical cards of all packs, from 1."""
        copies = Counter(card.code for card in self.pack)
        for pack in range(self.pack_count):
            for card in self.pack:
                yield replace(card, copy=card.copy + pack * copies[card.code])


def build_shoe(deck: Deck, options: PackOptions) -> Shoe:
    """Return the shoe of a deck with pack options, from a cache.

    `options` may be an instance of a subclass, such as a request. Raises `Refused` for an option or a card code that
    does not fit the deck.
    """
    values = pack_values(options)
    if len(options.exclude) + len(options.only) > MAX_CACHED_EXCLUDED:
        return _build_shoe(deck.name, values)
    return _build_cached(deck.name, values)


MAX_CACHED_EXCLUDED = 32
"""Shoes with more excluded cards are not cached, as the texts of a request take more memory than the shoe."""


def _build_shoe(deck_name: str, values: tuple[Any, ...]) -> Shoe:
    """Return a shoe; `values` are the values of the fields in `PACK_FIELDS`, which a cache can compare.

    Its `excluded_codes` have the cards that `exclude` takes out or `only` leaves out, and its `options` have no `only`.
    """
    deck = DECKS[deck_name]
    options = PackOptions(**dict(zip(PACK_FIELDS, values, strict=True)))
    for name in OPTIONS:
        if name not in deck.options and getattr(options, name) is not None:
            owners = (owner.name for owner in DECKS.values() if name in owner.options)
            raise UnsupportedParameter(f"The {deck_name} deck", name, belongs_to=owners)
    excluded_codes = parse_excluded(deck, options)
    full_pack = _full_pack(deck_name, _own_values(deck, options))
    pack = tuple(card for card in full_pack if card.code not in excluded_codes)
    if not pack:
        raise Refused("exclude", "That takes out every card; leave at least one.")
    return Shoe(deck, pack, replace(options, only=()), excluded_codes)


_build_cached = lru_cache(maxsize=64)(_build_shoe)


def parse_excluded(deck: Deck, options: PackOptions) -> tuple[str, ...]:
    """Return the codes of the cards that `exclude` takes out of a pack, or that `only` leaves out of it.

    Raises `Refused` for a text that names no card, suit or rank, and for a repeated one.
    """
    if not options.only:
        return parse_codes("exclude", options.exclude, deck, options)
    if options.exclude:
        raise Refused(
            "only",
            "only has the cards that stay and exclude those that do not; leave one of them out.",
        )
    codes_to_keep = set(parse_codes("only", options.only, deck, options))
    codes = dict.fromkeys(
        card.code for card in _full_pack(deck.name, _own_values(deck, options))
    )
    return tuple(code for code in codes if code not in codes_to_keep)


def parse_codes(
    field: str, texts: Sequence[str], deck: Deck, options: PackOptions
) -> tuple[str, ...]:
    """Return the codes of the cards that a list of cards, suits and ranks names, each code once.

    The entries may overlap: "hearts" and "kings" give sixteen codes. Raises `Refused`, naming `field`, for a text that
    names nothing, and for two texts that name the same cards.
    """
    lists = [_find_codes(field, text, deck, options) for text in texts]
    for position, (text, codes) in enumerate(zip(texts, lists, strict=True)):
        if codes in lists[:position]:
            name = f"The card {codes[0]}" if len(codes) == 1 else repr(text)
            raise Refused(field, f"{name} is listed twice.")
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


def _find_codes(
    field: str, text: str, deck: Deck, options: PackOptions
) -> tuple[str, ...]:
    """Return the codes of the cards that a text stands for: a card, a suit or a rank."""
    card = _find_card(text, deck, options)
    if card:
        return (card.code,)
    name = normalize(text)
    groups = _codes_by_group(deck.name, _own_values(deck, options))
    if name not in groups:
        sentence = _unknown_card("card, suit or rank", text, deck)
        raise Refused(field, f"{sentence} {_hint_at_group(text, deck, options)}")
    return groups[name]


def _own_values(deck: Deck, options: PackOptions) -> tuple[Any, ...]:
    return tuple(deck.own_values(options).values())


@cache  # the 499 packs of all decks with all their options, which shoes share
def _full_pack(deck_name: str, values: tuple[Any, ...]) -> tuple[Card, ...]:
    """Return the cards of a whole pack; `values` has a value for each of the deck's own options, in their order.

    `number` is the position of a card, from 0, and `copy` counts the cards with the same code, from 1.
    """
    deck = DECKS[deck_name]
    options = PackOptions(**dict(zip(deck.options, values, strict=True)))
    copies = Counter[str]()
    pack = []
    for number, card in enumerate(deck.list_cards(options)):
        copies[card.code] += 1
        # Strings take most of the memory of a card, and are the same in other packs.
        numbered = replace(
            card,
            number=number,
            copy=copies[card.code],
            code=intern(card.code),
            name=intern(card.name),
            unicode=card.unicode and intern(card.unicode),
            retro_name=card.retro_name and intern(card.retro_name),
        )
        pack.append(_share_card(numbered))
    return tuple(pack)


@cache
def _share_card(card: Card) -> Card:
    """Return the first card that is equal: the 120 packs of the standard deck have 212 different cards."""
    return card


_DEFAULTS = PackOptions()


def parse_card(
    field: str, text: str, deck: Deck, options: PackOptions = _DEFAULTS, where: str = ""
) -> Card:
    """Return the card that a text, in any spelling or in words, stands for in a pack of a deck with pack options.

    Raises `Refused`, naming `field`, if the pack has no such card; the message begins with `where`.
    """
    card = _find_card(text, deck, options)
    return card or _refuse_card(field, text, deck, options, where)


def parse_spelling(
    field: str, text: str, deck: Deck, options: PackOptions, where: str
) -> Card:
    """Return the card that a text stands for, as `parse_card` does, but not by words.

    It is for what programs wrote: a space that somebody added to a card is a change of their document.
    """
    cards = _cards_by_spelling(deck.name, _own_values(deck, options))
    card = cards.get(normalize(text))
    return card or _refuse_card(field, text, deck, options, where)


def _refuse_card(
    field: str, text: str, deck: Deck, options: PackOptions, where: str
) -> NoReturn:
    """Raise `Refused` for a text that is no card, with a hint."""
    sentence = _unknown_card("card", text, deck)
    hint = _hint_at_card(text, deck, options)
    raise Refused(field, f"{where}{sentence} {hint}")


def _find_card(text: str, deck: Deck, options: PackOptions) -> Card | None:
    """Return the card of a pack that a text stands for: by a spelling, or else by the words of its rank and suit."""
    values = _own_values(deck, options)
    cards = _cards_by_spelling(deck.name, values)
    return (
        cards.get(normalize(text))
        or _words(deck.name, values).find_card(text)
        or _find_in_languages(text, deck, cards)
    )


def _find_in_languages(text: str, deck: Deck, cards: Mapping[str, Card]) -> Card | None:
    """Return the card of French suits that a text is in any language; None if it is another in another language."""
    if not deck.has_french_suits:
        return None
    codes = set().union(*read_in_languages(text).values())
    return cards.get(codes.pop()) if len(codes) == 1 else None


def _unknown_card(kind: str, text: str, deck: Deck) -> str:
    return f"There is no {kind} {text!r} in this pack of the {deck.name} deck."


def _hint_at_group(text: str, deck: Deck, options: PackOptions) -> str:
    """Return a sentence for an error message: the suit, the rank or the card that a text may mean.

    In the standard pack "kngs" gives "Did you mean 'kings'?", and "h" gives "Did you mean 'hearts'?". "blorb" means
    nothing: "Its codes go from AS to KC, its suits are spades, hearts, diamonds, clubs."
    """
    values = _own_values(deck, options)
    pack = _full_pack(deck.name, values)
    suits = list(dict.fromkeys(card.suit for card in pack if card.suit))
    if len(text) == 1:
        initials = [repr(suit) for suit in suits if suit[0] == text.lower()]
        if initials:
            return f"Did you mean {join_words(initials, 'or')}?"
    groups = _codes_by_group(deck.name, values)
    group = CardHints(_words(deck.name, values)).find_group(text, groups)
    if group:
        return f"Did you mean {group.lower()!r}?"
    known_card = _hint_at_known_card(text, deck, options)
    if known_card:
        return known_card
    listed_suits = f", its suits are {', '.join(suits)}" if suits else ""
    return f"{_name_codes(deck, options)}{listed_suits}."


def _hint_at_card(text: str, deck: Deck, options: PackOptions) -> str:
    """Return a sentence for an error message: the card that a text may mean, or else the first and the last code."""
    return _hint_at_known_card(text, deck, options) or f"{_name_codes(deck, options)}."


def _hint_at_known_card(text: str, deck: Deck, options: PackOptions) -> str:
    """Return a sentence on the cards that a text may mean, or on the option that adds the card to a pack, or ""."""
    values = deck.own_values(options)
    meant = _find_in_pack(text, deck, values)
    if len(meant) > 1:
        return _ask_for_code(meant)
    for name in INTEGER_OPTIONS.intersection(values):
        for value in OPTIONS[name].list_values():
            codes = _find_in_pack(text, deck, values | {name: value})
            if len(codes) == 1:
                return f"{codes[0]} is in a pack with {name}={value}, and this one has {name}={values[name]}."
    words = _words(deck.name, _own_values(deck, options))
    card = CardHints(words).find_card(text)
    if card:
        return f"Did you mean {card.code!r} ({card.name})?"
    return _list_meanings(text, deck, values) if deck.has_french_suits else ""


def _ask_for_code(meant: Sequence[str]) -> str:
    return f"It may be {join_words(meant, 'or')}; write the code."


def _list_meanings(text: str, deck: Deck, values: Mapping[str, Any]) -> str:
    """Return a sentence on the cards of a pack that a text may mean in any language, "" if it means none.

    "V♥" may be JH (French) or QH (Dutch).
    """
    in_pack = set(_list_codes(deck, values))
    language_by_code: dict[str, str] = {}
    for language, codes in guess_in_languages(text).items():
        for code in sorted(codes & in_pack):
            language_by_code.setdefault(code, language)
    if not language_by_code:
        return ""
    return _ask_for_code(
        [f"{code} ({language})" for code, language in language_by_code.items()]
    )


def _find_in_pack(text: str, deck: Deck, values: Mapping[str, Any]) -> list[str]:
    """Return the codes of the cards of a pack that a text may stand for."""
    codes = _codes_in_any_pack(deck.name).get(normalize(text), set())
    return (
        [code for code in _list_codes(deck, values) if code in codes] if codes else []
    )


def _list_codes(deck: Deck, values: Mapping[str, Any]) -> list[str]:
    return list(
        dict.fromkeys(
            card.code for card in _full_pack(deck.name, _without_order(deck, values))
        )
    )


def _name_codes(deck: Deck, options: PackOptions) -> str:
    first, *_, last = _list_codes(deck, deck.own_values(options))
    return f"Its codes go from {first} to {last}"


def parse_order(field: str, texts: Sequence[str], shoe: Shoe) -> list[int]:
    """Return an order of a shoe as indices; `texts` are the codes or spellings of all its cards in that order.

    Of a shoe of AS QS KS, ["KS", "ace of spades", "QS"] gives [2, 0, 1]. Raises `Refused`, naming `field`, for a text
    that names no card of the pack, for a card that is missing or repeated, and for a shoe with cards that have the same
    code.
    """
    codes = [card.code for card in shoe.pack] * shoe.pack_count
    missing = {code: index for index, code in enumerate(codes)}  # from the texts so far
    if len(missing) < len(codes):
        sentence = "This shoe has cards that are alike. Give the indices of the cards, which tell them apart."
        raise Refused(field, sentence)
    order = []
    for text in texts:
        code = parse_card(field, text, shoe.deck, shoe.options).code
        if code not in missing:
            fault = "excluded" if code in shoe.excluded_codes else "listed twice"
            raise Refused(field, f"The card {code} is {fault}.")
        order.append(missing.pop(code))
    if missing:
        first_code = next(iter(missing))
        raise Refused(
            field,
            f"The card {first_code} is missing; an order has all {len(codes):,} cards.",
        )
    return order


@lru_cache(maxsize=6)
def _cards_by_spelling(deck_name: str, values: tuple[Any, ...]) -> Mapping[str, Card]:
    return index_by_spelling(
        _full_pack(deck_name, values), DECKS[deck_name].list_spellings()
    )


@lru_cache(maxsize=8)
def _codes_in_any_pack(deck_name: str) -> Mapping[str, Set[str]]:
    """Return the codes of the cards by each spelling, in the largest pack of a deck.

    Its options have their highest values, so it has every card that any pack of the deck has.
    """
    deck = DECKS[deck_name]
    values = {
        name: OPTIONS[name].list_values()[-1]
        for name in INTEGER_OPTIONS.intersection(deck.options)
    }
    return list_codes_by_spelling(
        _full_pack(deck_name, _without_order(deck, values)), deck.list_spellings()
    )


def _without_order(deck: Deck, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the values of a deck's options; options that only order the cards have their defaults."""
    return tuple(
        values[name] if name in INTEGER_OPTIONS else OPTIONS[name].default
        for name in deck.options
    )


@lru_cache(maxsize=8)
def _words(deck_name: str, values: tuple[Any, ...]) -> CardWords:
    return CardWords(_cards_by_spelling(deck_name, values))


@lru_cache(maxsize=6)
def _codes_by_group(
    deck_name: str, values: tuple[Any, ...]
) -> Mapping[str, tuple[str, ...]]:
    return index_by_group(_full_pack(deck_name, values))


def label_cards(shoe: Shoe) -> Labels:
    """Return the labels of the cards of a shoe: their codes."""
    return Labels(shoe.label)


@lru_cache(maxsize=16)
def card_labels(
    shoe: Shoe, notation: Notation = Notation.CODE, name_style: NameStyle | None = None
) -> Sequence[str]:
    """Return the label (code, character or name) of every card of a shoe, by index.

    Raises `Refused` for a name style that does not fit, and for Unicode characters if a card has none.
    """
    if name_style and notation is not Notation.NAME:
        raise Refused(
            "name_style",
            f"name_style goes with notation=name, and notation is {notation}.",
        )
    return (
        _pack_labels(shoe, notation, resolve_name_style(shoe.deck, name_style))
        * shoe.pack_count
    )


def resolve_name_style(deck: Deck, style: NameStyle | None) -> NameStyle:
    """Return the requested style of names, or the default. Raises `Refused` for a deck without retro names."""
    if style is NameStyle.RETRO and not deck.has_retro_names:
        raise Refused(
            "name_style", f"The cards of the {deck.name} deck have no retro names."
        )
    return style or NameStyle.MODERN


def _pack_labels(shoe: Shoe, notation: Notation, style: NameStyle) -> list[str]:
    match notation:
        case Notation.CODE:
            return [card.code for card in shoe.pack]
        case Notation.NAME:
            return [card.display_name(style) for card in shoe.pack]
    characters = []
    for card in shoe.pack:
        if card.unicode is None:
            raise Refused(
                "notation",
                f"Unicode has no character for {card.code} of the {shoe.deck.name} deck; ask for another notation.",
            )
        characters.append(card.unicode)
    return characters

"""Every spelling of a card in a request."""

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from service.cards.card import Card
from service.cards.deck import DECKS, Deck
from service.cards.options import PackOptions
from service.cards.packs.letters import LetterPack
from service.cards.shoe import _cards_by_spelling, build_shoe, parse_card
from service.cards.spellings import CardSpelling, index_by_spelling, normalize
from service.core.errors import Refused
from service.http.schemas.fields import parameter
from tests.options import list_values
from tests.tables import for_each

every_deck = for_each("deck", DECKS.values(), ids=lambda deck: deck.name)
VARIATIONS = ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")
JOKERS = {"\N{PLAYING CARD BLACK JOKER}", "\N{PLAYING CARD RED JOKER}", "COMODÍN"} | {
    normalize(text)
    for text, code in DECKS["standard"].list_spellings()
    if code.startswith("X") and text[-1] not in "1234"
}
"""The texts that stand for two of four jokers."""


@dataclass(frozen=True, kw_only=True)
class Request(PackOptions):
    """A request with another field besides the pack options."""

    seed: str


def largest_options(deck: Deck) -> PackOptions:
    """Return the options with which a pack has every card of the deck."""
    return PackOptions(
        **{name: list_values(name)[-1] for name in deck.options if name != "suit_order"}
    )


def cards(deck: Deck) -> dict[str, Card]:
    return {card.code: card for card in build_shoe(deck, largest_options(deck))}


def parse(deck: Deck, text: str, options: PackOptions | None = None) -> str:
    return parse_card("exclude", text, deck, options or largest_options(deck)).code


@every_deck
def test_a_card_is_read_by_its_code_and_its_names_in_any_case(deck: Deck) -> None:
    for code, card in cards(deck).items():
        for text in (code, card.name, card.retro_name or card.name):
            assert {
                parse(deck, text),
                parse(deck, text.upper()),
                parse(deck, text.lower()),
            } == {code}
            assert parse(deck, text.replace(" ", "_")) == code


@every_deck
def test_a_card_is_read_by_its_character_however_that_is_shown(deck: Deck) -> None:
    for code, card in cards(deck).items():
        if card.unicode and card.unicode not in JOKERS:
            assert {
                parse(deck, card.unicode + variation) for variation in VARIATIONS
            } == {code}


@every_deck
def test_a_familys_spelling_is_that_of_its_card_alone(deck: Deck) -> None:
    cards_by_code = cards(deck)
    codes_by_text = defaultdict(set)
    for text, code in deck.list_spellings():
        if code in cards_by_code:
            codes_by_text[normalize(text)].add(code)
    for code, card in cards_by_code.items():
        for label in (code, card.name, card.retro_name, card.unicode):
            if label:
                codes_by_text[normalize(label)].add(code)
    assert {text for text, codes in codes_by_text.items() if len(codes) > 1} <= JOKERS
    assert all(
        parse(deck, text) in codes
        for text, codes in codes_by_text.items()
        if len(codes) == 1
    )


@every_deck
def test_every_spelling_can_be_sent(deck: Deck) -> None:
    for text in index_by_spelling(cards(deck).values(), deck.list_spellings()):
        assert parameter(CardSpelling()).deserialize(text) == text


@pytest.mark.parametrize("name", ["standard", "tarot", "mahjong", "riichi"])
def test_a_card_is_read_by_its_unicode_name(name: str) -> None:
    names = {
        card.code: unicodedata.name(card.unicode)
        for card in build_shoe(DECKS[name], PackOptions())
        if card.unicode
    }
    texts = {
        code: re.sub("^PLAYING CARD |^MAHJONG TILE ", "", text)
        for code, text in names.items()
    }
    full_names = {
        code: text
        for code, text in texts.items()
        if re.search(" OF | WIND$| DRAGON$", text)
    }
    assert len(full_names) in {52, 56, 34}
    assert {
        parse(DECKS[name], text) for text in full_names.values()
    } == full_names.keys()
    assert all(parse(DECKS[name], text) == code for code, text in full_names.items())


SPELLINGS = [
    line.split()
    for line in (Path(__file__).parent / "spellings.txt")
    .read_text("utf-8")
    .splitlines()
]
"""A deck, the code of a card, and its usual spellings."""


@for_each(
    ("deck", "code", "texts"), [(deck, code, texts) for deck, code, *texts in SPELLINGS]
)
def test_a_card_is_read_in_every_usual_spelling(
    deck: str, code: str, texts: list[str]
) -> None:
    for text in texts:
        assert parse(DECKS[deck], text) == code, text
        assert code not in {
            card.code
            for card in build_shoe(
                DECKS[deck], replace(largest_options(DECKS[deck]), exclude=(text,))
            )
        }


WINDS = {"E": "EW", "S": "SW", "W": "WW", "N": "NW"}
SIGNS = {"東": "EW", "东": "EW", "南": "SW", "西": "WW", "北": "NW"}
SIGNS |= {"中": "RD", "發": "GD", "发": "GD", "発": "GD", "白": "WD"}
RIICHI_HONOURS = {
    "EW": "1z",
    "SW": "2z",
    "WW": "3z",
    "NW": "4z",
    "WD": "5z",
    "GD": "6z",
    "RD": "7z",
}
ONE_LETTER = {
    "mahjong": WINDS | SIGNS,
    "american_mahjong": WINDS | SIGNS | {"F": "FL", "J": "JK"},
    "riichi": {letter: RIICHI_HONOURS[code] for letter, code in (WINDS | SIGNS).items()}
    | {"P": "5z", "F": "6z", "C": "7z"},
    "chinese_dominoes": {
        "天": "6-6",
        "地": "1-1",
        "人": "4-4",
        "鵝": "3-1",
        "梅": "5-5",
    },
}


@every_deck
def test_a_letter_alone_is_a_tile_and_no_card(deck: Deck) -> None:
    spellings = index_by_spelling(cards(deck).values(), deck.list_spellings())
    letters = {text for text in spellings if len(text) == 1 and text.isalpha()}
    bag = (
        {code: code for code in cards(deck) if len(code) == 1}
        if isinstance(deck.pack, LetterPack)
        else {}
    )
    expected = ONE_LETTER.get(deck.name, bag)
    assert letters == set(expected)
    assert {letter: parse(deck, letter) for letter in letters} == expected
    assert {letter: parse(deck, letter.lower()) for letter in letters} == expected


def test_a_joker_is_read_by_its_colour_its_size_or_neither_where_there_is_but_one() -> (
    None
):
    standard = DECKS["standard"]
    assert {
        parse(standard, text, PackOptions(jokers=1))
        for text in ("joker", "🃏", "black joker")
    } == {"X1"}
    sizes = {
        "X1": "small_joker little_joker SMALLJOKER black-joker 小王",
        "X2": "big_joker BigJoker red_joker 大王",
    }
    read = {
        code: {
            parse(standard, text, PackOptions(jokers=2)) for text in sizes[code].split()
        }
        for code in sizes
    }
    assert read == {code: {code} for code in sizes}
    for text, jokers in (("joker", 2), ("🃏", 3), ("joker", 0)):
        with pytest.raises(Refused):
            parse(standard, text, PackOptions(jokers=jokers))


def test_neither_white_space_nor_letters_with_the_capital_of_another_are_passed_over() -> (
    None
):
    """The capitals of ſ and ı are S and I."""
    for text in (
        " AS",
        "A\N{LATIN SMALL LETTER LONG S}",
        "k\N{LATIN SMALL LETTER DOTLESS I}ng of spades",
    ):
        with pytest.raises(Refused):
            parse(DECKS["standard"], text)


def test_spellings_are_computed_once_whatever_the_other_fields_of_a_request() -> None:
    before = _cards_by_spelling.cache_info().misses
    for excluded in ("AS", "2S", "3S"):
        request = Request(jokers=1, seed=f"{excluded}'s seed", exclude=(excluded,))
        parse_card("exclude", "QS", DECKS["standard"], request)
    assert _cards_by_spelling.cache_info().misses - before <= 1

"""Every spelling of a card in a request."""

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import pytest

from service.cards.card import Card
from service.cards.deck import DECKS, Deck
from service.cards.options import PackOptions
from service.cards.packs.letters import LetterPack
from service.cards.shoe import build_shoe, parse_card
from service.cards.spellings import (
    MAX_SPELLING,
    CardSpelling,
    index_by_spelling,
    normalize,
)
from service.core.errors import Refused
from service.core.value_types import REQUEST
from service.http.schemas.fields import parameter
from tests.options import list_values
from tests.tables import for_each

every_deck = for_each("deck", DECKS.values(), ids=lambda deck: deck.name)
VARIATIONS = ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")
JOKERS = {"\N{PLAYING CARD BLACK JOKER}", "\N{PLAYING CARD RED JOKER}", "COMODÍN"}
JOKERS |= {
    normalize(text)
    for text, code in DECKS["standard"].list_spellings()
    if code.startswith("X") and text[-1] not in "1234"
}
"""The texts that stand for two of four jokers."""
BOTZONE = {f"B{number}" for number in range(1, 10)}
"""Dots as Botzone writes them, and bamboo."""
AMBIGUOUS = {
    "mahjong": {*BOTZONE, "F1", "F2", "F3", "F4"},
    "american_mahjong": BOTZONE,
    "riichi": BOTZONE,
}
"""By deck, the texts that stand for two cards."""


@dataclass(frozen=True, kw_only=True)
class Request(PackOptions):
    """A request with another field besides the pack options."""

    seed: str


def largest_options(deck: Deck) -> PackOptions:
    """Return the options with which a pack has every card of the deck."""
    names = [name for name in deck.options if name != "suit_order"]
    return PackOptions(**{name: list_values(name)[-1] for name in names})


def cards(deck: Deck) -> dict[str, Card]:
    """Return every card of a deck by its code."""
    return {card.code: card for card in build_shoe(deck, largest_options(deck))}


def parse(deck: Deck, text: str, options: PackOptions | None = None) -> str:
    """Return the code of the card that a text stands for."""
    return parse_card("exclude", text, deck, options or largest_options(deck)).code


@every_deck
def test_a_card_is_read_by_its_code_and_its_names_in_any_case(deck: Deck) -> None:
    for code, card in cards(deck).items():
        for text in (code, card.name, card.retro_name or card.name):
            assert parse(deck, text) == code
            assert parse(deck, text.upper()) == code
            assert parse(deck, text.lower()) == code
            assert parse(deck, text.replace(" ", "_")) == code


@every_deck
def test_a_card_is_read_by_its_character_however_that_is_shown(deck: Deck) -> None:
    for code, card in cards(deck).items():
        if card.unicode and card.unicode not in JOKERS:
            for variation in VARIATIONS:
                assert parse(deck, card.unicode + variation) == code


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
    for text, codes in codes_by_text.items():
        if len(codes) > 1:
            assert text in JOKERS | AMBIGUOUS.get(deck.name, set())
        else:
            assert parse(deck, text) in codes


@every_deck
def test_every_spelling_can_be_sent(deck: Deck) -> None:
    for text in index_by_spelling(cards(deck).values(), deck.list_spellings()):
        assert parameter(CardSpelling()).deserialize(text) == text


@for_each("name", ["standard", "tarot", "mahjong", "riichi"])
def test_a_card_is_read_by_its_unicode_name(name: str) -> None:
    deck = DECKS[name]
    full_names = {}
    for code, card in cards_with_default_options(deck).items():
        unicode_name = unicodedata.name(card.unicode) if card.unicode else ""
        if re.search(" OF | WIND$| DRAGON$", unicode_name):
            text = re.sub("^PLAYING CARD |^MAHJONG TILE ", "", unicode_name)
            full_names[code] = text
    assert len(full_names) in {52, 56, 34}
    for code, text in full_names.items():
        assert parse(deck, text) == code


def cards_with_default_options(deck: Deck) -> dict[str, Card]:
    """Return the cards of an ordinary pack of a deck by their codes."""
    return {card.code: card for card in build_shoe(deck, PackOptions())}


def read_spellings() -> list[tuple[str, str, list[str]]]:
    """Return a deck, the code of a card, and its usual spellings, for each line of spellings.txt."""
    text = (Path(__file__).parent / "spellings.txt").read_text("utf-8")
    rows = [line.split() for line in text.splitlines()]
    return [(deck, code, spellings) for deck, code, *spellings in rows]


@for_each(("name", "code", "texts"), read_spellings())
def test_a_card_is_read_in_every_usual_spelling(
    name: str, code: str, texts: list[str]
) -> None:
    deck = DECKS[name]
    for text in texts:
        assert parse(deck, text) == code, text
        shoe = build_shoe(deck, replace(largest_options(deck), exclude=(text,)))
        assert code not in {card.code for card in shoe}


WINDS = {"E": "EW", "S": "SW", "W": "WW", "N": "NW"}
SIGNS = {"東": "EW", "东": "EW", "南": "SW", "西": "WW", "北": "NW"}
SIGNS |= {"中": "RD", "發": "GD", "发": "GD", "発": "GD", "白": "WD"}
HONOURS = WINDS | SIGNS
RIICHI_CODES = {"EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z"}
RIICHI_CODES |= {"WD": "5z", "GD": "6z", "RD": "7z"}
RIICHI_HONOURS = {letter: RIICHI_CODES[code] for letter, code in HONOURS.items()}
FLOWERS = {"梅": "1F", "蘭": "2F", "兰": "2F", "菊": "3F", "竹": "4F"}
FLOWERS |= {"春": "1S", "夏": "2S", "秋": "3S", "冬": "4S"}
PAIRS = {"天": "6-6", "地": "1-1", "人": "4-4", "鵝": "3-1", "梅": "5-5"}
ONE_LETTER = {
    "mahjong": HONOURS | FLOWERS,
    "american_mahjong": HONOURS | {"F": "FL", "J": "JK"},
    "riichi": RIICHI_HONOURS | {"P": "5z", "F": "6z", "C": "7z"},
    "chinese_dominoes": PAIRS,
}


@every_deck
def test_a_letter_alone_is_a_tile_and_no_card(deck: Deck) -> None:
    spellings = index_by_spelling(cards(deck).values(), deck.list_spellings())
    letters = {text for text in spellings if len(text) == 1 and text.isalpha()}
    expected = ONE_LETTER.get(deck.name, {})
    if isinstance(deck.pack, LetterPack):
        expected = {code: code for code in cards(deck) if len(code) == 1}
    assert letters == set(expected)
    assert {letter: parse(deck, letter) for letter in letters} == expected
    assert {letter: parse(deck, letter.lower()) for letter in letters} == expected


def test_a_joker_is_read_by_colour_or_size_and_a_single_one_by_neither() -> None:
    standard = DECKS["standard"]
    one_joker = PackOptions(jokers=1)
    for text in ("joker", "🃏", "black joker"):
        assert parse(standard, text, one_joker) == "X1"
    two_jokers = PackOptions(jokers=2)
    for text in ["small_joker", "little_joker", "SMALLJOKER", "black-joker", "小王"]:
        assert parse(standard, text, two_jokers) == "X1"
    for text in ["big_joker", "BigJoker", "red_joker", "大王"]:
        assert parse(standard, text, two_jokers) == "X2"


@for_each(("text", "jokers"), [("joker", 2), ("🃏", 3), ("joker", 0)])
def test_a_joker_that_could_be_any_or_none_is_refused(text: str, jokers: int) -> None:
    with pytest.raises(Refused):
        parse(DECKS["standard"], text, PackOptions(jokers=jokers))


def test_letters_with_the_capital_of_another_are_refused() -> None:
    """The capitals of ſ and ı are S and I."""
    long_s = "A\N{LATIN SMALL LETTER LONG S}"
    dotless_i = "k\N{LATIN SMALL LETTER DOTLESS I}ng of spades"
    for text in (long_s, dotless_i):
        with pytest.raises(Refused):
            parse(DECKS["standard"], text)


def test_spellings_are_computed_once_whatever_the_other_fields_of_a_request() -> None:
    with patch(
        f"{parse_card.__module__}.index_by_spelling", wraps=index_by_spelling
    ) as compute:
        for excluded in ("AS", "2S", "3S"):
            request = Request(jokers=1, seed=f"{excluded}'s seed", exclude=(excluded,))
            parse_card("exclude", "QS", DECKS["standard"], request)
    assert compute.call_count <= 1


CARD = CardSpelling()


@for_each("text", ["ace of spades", "10H"])
def test_a_request_names_a_card_by_a_text(text: str) -> None:
    assert CARD.read(REQUEST, text) == text


@for_each("value", ["", "A" * (MAX_SPELLING + 1), "AS,KS", 10, None])
def test_a_request_names_no_card_by_another_value(value: object) -> None:
    assert not CARD.fits(value)
    assert CARD.refuse(value) == f"Must be {CARD.accepted_in_requests}."


def test_a_document_may_name_a_card_by_any_text() -> None:
    assert CARD.read_member("terms.exclude[0]", "AS,KS") == "AS,KS"
    with pytest.raises(Refused) as refusal:
        CARD.read_member("terms.exclude[0]", "A" * 41)
    sentence = "terms.exclude[0] must be a text of 1 to 40 characters."
    assert str(refusal.value) == sentence

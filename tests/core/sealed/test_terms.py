"""The terms of a sealed shoe, and the commitment to them."""

from typing import Any

import pytest

from service.core.cards.decks import DECKS
from service.core.cards.options import OPTIONS
from service.core.errors import Refused, TooMany
from service.core.rng.sources import WordSource
from service.core.rng.streams import keyed
from service.core.sealed.resolution import resolve_terms
from service.core.sealed.rounds import Round, commit, derive_key
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import EXACT_SHUFFLES, Reshuffle, ShoeScheme, Terms, parse_terms
from service.core.shuffles.algorithms import SHUFFLES, Uniformity
from service.core.shuffles.plans import Limits
from tests.core.sealed.worked_example import OPENED, TERMS
from tests.options import list_values
from tests.tables import for_each

SEED = bytes(range(32))


def make_shoe(**options: Any) -> SealedShoe:
    return SealedShoe(terms=resolve_terms(Terms(**{"deck": "standard"} | options), Limits()), server_seed=SEED)


def test_the_worked_example_has_the_published_bytes() -> None:
    """Reproduced with OpenSSL by an independent JavaScript program (docs/stream-shoes.md)."""
    assert TERMS.canonical_json == (
        b'{"algorithm":"fisher_yates","cut":60,"deck":"standard","decks":6,"exclude":[],"label":"table 7",'
        b'"reshuffle":"at_cut","scheme":"shoe1","stream":"sd1"}'
    )
    assert commit(SEED, TERMS).hex() == "aa73980ca60043e75fecd697a5f124a2b8471b5db990a4958d57f4dadf1fdb08"
    key = derive_key(SEED, "correct horse", ShoeScheme.SHOE1)
    assert key.hex() == "141cdcdcfe88be6579b62a8896dcb84e6d79d575d976a52f7e911ca83fc1063e"
    assert TERMS.shuffle(key, 0).indices[:10] == [28, 114, 40, 70, 44, 22, 91, 280, 219, 51]
    assert TERMS.shuffle(key, 1).indices[:10] == [132, 72, 263, 187, 270, 196, 58, 84, 81, 71]


def test_the_key_without_a_client_seed_is_that_of_an_empty_one() -> None:
    assert derive_key(SEED, None, ShoeScheme.SHOE1) == derive_key(SEED, "", ShoeScheme.SHOE1)


def test_every_exactly_uniform_shuffle_is_accepted() -> None:
    assert set(EXACT_SHUFFLES) == {name for name, shuffle in SHUFFLES.items() if shuffle.uniformity is Uniformity.EXACT}
    assert {"fisher_yates", "random_slot"} <= set(EXACT_SHUFFLES)


@for_each("algorithm", EXACT_SHUFFLES)
@for_each("number", [0, 1, 2**53 - 1])
def test_the_order_of_a_round_is_the_shuffle_of_the_stream_with_its_key_and_number(algorithm: str, number: int) -> None:
    key = bytes(range(32, 64))
    expected = SHUFFLES[algorithm].draw(104, WordSource(keyed(key, number)), 104, {})
    assert list(Terms(deck="standard", decks=2, algorithm=algorithm).shuffle(key, number).indices) == list(expected)


@for_each("deck", DECKS)
@for_each("algorithm", EXACT_SHUFFLES)
def test_published_terms_are_parsed_back(deck: str, algorithm: str) -> None:
    values: dict[str, Any] = {name: list_values(name)[-1] for name in OPTIONS}
    options = {name: value for name, value in values.items() if name in DECKS[deck].options}
    terms = make_shoe(
        deck=deck, algorithm=algorithm, cut=3, reshuffle=Reshuffle.AT_CUT, label="é\0\U0001f0a1", **options
    ).terms
    assert parse_terms("terms", terms.published) == terms
    assert options.keys() <= terms.published.keys()
    assert not (values.keys() - options.keys()) & terms.published.keys()


def test_excluded_cards_are_published_as_codes_in_the_order_of_the_request() -> None:
    terms = make_shoe(exclude=("10s", "ace of spades", "0H"), decks=2).terms
    assert terms.published["exclude"] == ["TS", "AS", "TH"]
    assert terms.size == 98


def test_a_commitment_depends_on_every_term() -> None:
    shoes = [
        make_shoe(),
        make_shoe(deck="piquet"),
        make_shoe(decks=2),
        make_shoe(jokers=0),
        make_shoe(suit_order="SHDC"),
        make_shoe(exclude=("AS",)),
        make_shoe(algorithm="durstenfeld"),
        make_shoe(cut=1, reshuffle=Reshuffle.AT_CUT),
        make_shoe(reshuffle=Reshuffle.AT_CUT),
        make_shoe(reshuffle=Reshuffle.NEVER),
        make_shoe(label="0"),
        make_shoe(label="1"),
    ]
    assert len({commit(SEED, shoe.terms) for shoe in shoes}) == len(shoes)


@for_each(
    ("options", "field", "sentence"),
    [
        ({"cut": 52, "reshuffle": Reshuffle.AT_CUT}, "cut", "52 cards"),
        ({"cut": 1}, "cut", "goes with reshuffle=at_cut"),
        ({"cut": 1, "reshuffle": Reshuffle.NEVER}, "cut", "goes with reshuffle=at_cut"),
        ({"deck": "mahjong", "jokers": 1}, "jokers", "does not take jokers"),
        ({"exclude": ("1X",)}, "exclude", "There is no card"),
    ],
)
def test_contradictory_terms_are_refused(options: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as refusal:
        make_shoe(**options)
    assert refusal.value.field == field


def test_a_shoe_beyond_the_limit_of_a_shuffle_is_refused() -> None:
    with pytest.raises(TooMany, match="MAX_SHUFFLED"):
        resolve_terms(Terms(deck="standard", decks=2), Limits(shuffled=103))


def test_the_text_of_a_shoe_contains_no_seed() -> None:
    for text in (repr(OPENED), repr(Round(OPENED.terms, 0, SEED, "correct horse"))):
        assert SEED.hex() not in text
        assert repr(SEED) not in text
        assert "horse" not in text

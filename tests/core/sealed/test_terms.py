"""The terms of a sealed shoe, and what is committed to."""

from typing import Any

import pytest

from service.core.cards.decks import DECKS
from service.core.errors import Refused, TooMany
from service.core.rng.sources import WordSource
from service.core.rng.streams import keyed
from service.core.sealed.shoe import SealedShoe, commit, derive_key
from service.core.sealed.terms import EXACT_SHUFFLES, Reshuffle, Terms, parse_terms, resolve_terms
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import Limits
from tests.api.resources.shoe_examples import OPENED, TERMS

SEED = bytes(range(32))


def shoe(**asked: Any) -> SealedShoe:
    return SealedShoe(terms=resolve_terms(Terms(**{"deck": "standard"} | asked), Limits()), server_seed=SEED)


def test_the_worked_example_has_the_published_bytes() -> None:
    """Also made with OpenSSL by a program in JavaScript that shares nothing with the service (docs/stream.md)."""
    assert TERMS.canonical_json == (
        b'{"algorithm":"fisher_yates","cut":60,"deck":"standard","decks":6,"exclude":[],"label":"table 7",'
        b'"reshuffle":"at_cut","scheme":"shoe1","stream":"sd1"}'
    )
    assert commit(SEED, TERMS).hex() == "aa73980ca60043e75fecd697a5f124a2b8471b5db990a4958d57f4dadf1fdb08"
    key = derive_key(SEED, "correct horse")
    assert key.hex() == "141cdcdcfe88be6579b62a8896dcb84e6d79d575d976a52f7e911ca83fc1063e"
    assert TERMS.shuffle(key, 0).indices[:10] == [28, 114, 40, 70, 44, 22, 91, 280, 219, 51]
    assert TERMS.shuffle(key, 1).indices[:10] == [132, 72, 263, 187, 270, 196, 58, 84, 81, 71]


def test_no_client_seed_is_an_empty_one_in_the_key() -> None:
    assert derive_key(SEED, None) == derive_key(SEED, "")


def test_the_shuffles_are_those_of_the_table_that_are_exact() -> None:
    assert set(EXACT_SHUFFLES) == {name for name, shuffle in SHUFFLES.items() if shuffle.uniformity is Uniformity.EXACT}
    assert {"fisher_yates", "random_slot"} <= set(EXACT_SHUFFLES)


@pytest.mark.parametrize("algorithm", EXACT_SHUFFLES)
@pytest.mark.parametrize("number", [0, 1, 2**53 - 1])
def test_a_round_is_the_shuffle_on_the_stream_of_its_key_and_number(algorithm: str, number: int) -> None:
    key = bytes(range(32, 64))
    rule = SHUFFLES[algorithm]
    expected = rule.order(104, WordSource(keyed(key, number)), 104, {})
    assert list(Terms(deck="standard", decks=2, algorithm=algorithm).shuffle(key, number).indices) == list(expected)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("algorithm", EXACT_SHUFFLES)
def test_terms_are_read_as_they_were_written(deck: str, algorithm: str) -> None:
    options: dict[str, Any] = {"jokers": 0, "suit_order": "CDHS", "red_fives": 3, "highest": 9}
    asked = {name: value for name, value in options.items() if name in DECKS[deck].options}
    terms = shoe(
        deck=deck, algorithm=algorithm, cut=3, reshuffle=Reshuffle.AT_CUT, label="é\0\U0001f0a1", **asked
    ).terms
    assert parse_terms("terms", terms.to_json()) == terms
    assert asked.keys() <= terms.to_json().keys()
    assert not (options.keys() - asked.keys()) & terms.to_json().keys()


def test_what_is_taken_out_is_written_as_codes_in_the_order_asked() -> None:
    terms = shoe(exclude=("10s", "ace of spades", "0H"), decks=2).terms
    assert terms.to_json()["exclude"] == ["TS", "AS", "TH"]
    assert len(terms.shoe) == 98


def test_a_commitment_depends_on_everything_in_the_terms() -> None:
    several = [
        shoe(),
        shoe(deck="piquet"),
        shoe(decks=2),
        shoe(jokers=0),
        shoe(suit_order="SHDC"),
        shoe(exclude=("AS",)),
        shoe(algorithm="durstenfeld"),
        shoe(cut=1, reshuffle=Reshuffle.AT_CUT),
        shoe(reshuffle=Reshuffle.AT_CUT),
        shoe(reshuffle=Reshuffle.NEVER),
        shoe(label="0"),
        shoe(label="1"),
    ]
    assert len({commit(SEED, each.terms) for each in several}) == len(several)


@pytest.mark.parametrize(
    ("asked", "field", "says"),
    [
        ({"cut": 52, "reshuffle": Reshuffle.AT_CUT}, "cut", "52 cards"),
        ({"cut": 1}, "cut", "goes with reshuffle=at_cut"),
        ({"cut": 1, "reshuffle": Reshuffle.NEVER}, "cut", "goes with reshuffle=at_cut"),
        ({"deck": "mahjong", "jokers": 1}, "jokers", "has no jokers"),
        ({"exclude": ("1X",)}, "exclude", "There is no card"),
    ],
)
def test_terms_that_do_not_go_together_are_refused(asked: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(Refused, match=says) as refusal:
        shoe(**asked)
    assert refusal.value.field == field


def test_a_shoe_beyond_what_a_shuffle_may_hold_is_refused() -> None:
    with pytest.raises(TooMany, match="MAX_SHUFFLED"):
        resolve_terms(Terms(deck="standard", decks=2), Limits(shuffled=103))


def test_neither_seed_is_in_a_shoes_text() -> None:
    text = repr(OPENED)
    assert SEED.hex() not in text
    assert repr(SEED) not in text

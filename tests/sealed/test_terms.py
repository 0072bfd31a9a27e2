"""The terms of a sealed shoe, and the commitment to them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from service.cards.deck import DECKS
from service.cards.options import OPTIONS
from service.cards.shoe import _build_cached, build_shoe
from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import Refused, TooMany
from service.core.rng.sources import WordSource
from service.core.rng.streams import keyed
from service.core.shuffles.registry import SHUFFLES, Uniformity
from service.core.shuffles.samplers import Limits
from service.games.catalogue import GAMES
from service.sealed.contents import MAX_TREE, OwnPile
from service.sealed.resolution import read_terms, resolve_terms
from service.sealed.rounds import Round
from service.sealed.sealed_shoe import DealtShoe, SealedShoe, create_shoe, unseal
from service.sealed.terms import (
    EXACT_SHUFFLES,
    Consent,
    Reshuffle,
    Reveal,
    Terms,
    parse_terms,
)
from tests.options import list_values
from tests.sealed.seats import Player
from tests.tables import for_each

SEED = bytes(range(32))
TOKENS = Tokens(b"shoe", [generate_key()], ttl=60)
NORTH, SOUTH, EAST = (Player(seat) for seat in ("N", "S", "E"))
KEYS = {"N": NORTH.key, "S": SOUTH.key}
CONSENT = {"keys": KEYS, "quorum": 2, "start": 2}
VIEWS = {"N": NORTH.view_key}
WORD = sha256(b"0123456789abcdef").hexdigest()
AT_CUT = Reshuffle.AT_CUT
NEVER = Reshuffle.NEVER
LETTERS = {"items": tuple("abcdefgh"), "hands": 2, "cards": 1}
MARKET = OwnPile(name="market", cards=1)


def make_shoe(**members: Any) -> SealedShoe:
    """Return a shoe of resolved terms; `consent` is given as in JSON."""
    consent = members.pop("consent", None)
    terms = Terms(consent=consent and Consent(**consent), **members)
    return create_shoe(resolve_terms(terms, Limits()), SEED)


def test_every_exactly_uniform_shuffle_is_accepted() -> None:
    assert set(EXACT_SHUFFLES) == {
        name
        for name, shuffle in SHUFFLES.items()
        if shuffle.uniformity is Uniformity.EXACT
    }
    assert {"fisher_yates", "random_slot"} <= set(EXACT_SHUFFLES)


@for_each("algorithm", EXACT_SHUFFLES)
@for_each("number", [0, 1, 2**53 - 1])
def test_the_order_of_a_round_is_the_shuffle_of_the_stream_with_its_key_and_number(
    algorithm: str, number: int
) -> None:
    key = bytes(range(32, 64))
    expected = SHUFFLES[algorithm].draw(104, WordSource(keyed(key, number)), 104, {})
    assert list(
        Terms(deck="standard", decks=2, algorithm=algorithm)
        .shuffle(key, number)
        .indices
    ) == list(expected)


@for_each("deck", DECKS)
@for_each("algorithm", EXACT_SHUFFLES)
def test_published_terms_are_parsed_back(deck: str, algorithm: str) -> None:
    values: dict[str, Any] = {name: list_values(name)[-1] for name in OPTIONS}
    options = {
        name: value for name, value in values.items() if name in DECKS[deck].options
    }
    terms = make_shoe(
        deck=deck,
        algorithm=algorithm,
        cut=3,
        reshuffle=AT_CUT,
        label="é\0\U0001f0a1",
        **options,
    ).terms
    assert parse_terms("terms", terms.published) == terms
    assert options.keys() <= terms.published.keys()
    assert not (values.keys() - options.keys()) & terms.published.keys()


@for_each(
    "members",
    [
        {"items": (" a, b\n", '"', "é\0\U0001f0a1", "a", "a")},
        {"items": tuple("\0" * 32 for _ in range(500)), "reshuffle": AT_CUT, "cut": 10},
        {"max": MAX_TREE, "label": "raffle", "words": (WORD,) * 32},
        {"max": 1_000_000},
        {"game": "holdem", "players": 2, "consent": {"keys": {"1": NORTH.key}}},
        {
            "deck": "mahjong",
            "reveal": Reveal.AUDITOR,
            "auditor": EAST.view_key,
            "consent": CONSENT,
            "view_keys": VIEWS,
        },
        {"deck": "standard", "hands": 4, "cards": 5, "burn": 1},
        {"deck": "standard", "decks": 2, "hands": 3, "packets": (3, 2)},
        LETTERS | {"piles": (MARKET,)},
    ],
)
def test_terms_of_every_content_are_parsed_back_and_fit_in_a_token(
    members: dict[str, Any],
) -> None:
    shoe = make_shoe(**members)
    published = json.loads(shoe.terms.canonical_json)
    assert read_terms("terms", published) == shoe.terms
    text = json.dumps(
        published, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert shoe.terms.canonical_json == text.encode()
    assert unseal(TOKENS, "shoe", shoe.seal(TOKENS)) == replace(
        shoe, digest=shoe.commitment
    )


@for_each(
    ("members", "lengths"),
    [
        ({"deck": "standard"}, (780, 1464)),
        (
            {
                "deck": "standard",
                "decks": 6,
                "cut": 60,
                "reshuffle": AT_CUT,
                "label": "table 7",
            },
            (1464, 1464),
        ),
        ({"game": "holdem", "players": 6}, (1464, 1464)),
        ({"game": "riichi"}, (1464, 1464)),
        ({"items": ("a", "b", "c")}, (780, 780)),
        ({"max": 25_000}, (5560, 9656)),
    ],
)
def test_tokens_are_not_longer_than_those_of_the_drafts(
    members: dict[str, Any], lengths: tuple[int, int]
) -> None:
    for reveal, length in zip((Reveal.ALL, Reveal.SHOWN), lengths, strict=True):
        assert len(make_shoe(reveal=reveal, **members).seal(TOKENS)) <= length


def test_members_left_out_of_a_request_are_in_the_terms() -> None:
    fixed: dict[str, Any] = {
        "scheme": "sealed1",
        "stream": "sd1",
        "algorithm": "fisher_yates",
        "cut": 0,
    }
    fixed |= {"reshuffle": "on_request", "reveal": "all"}
    assert make_shoe(items=("a",)).terms.published == fixed | {"items": ["a"]}
    assert make_shoe(max=6).terms.published == fixed | {"min": 1, "max": 6}
    # excluded cards as codes, in the order of the request
    terms = make_shoe(
        exclude=("10s", "ace of spades", "0H"), deck="standard", decks=2
    ).terms
    assert (terms.published["exclude"], terms.size) == (["TS", "AS", "TH"], 98)
    dealt = make_shoe(deck="standard", hands=3, packets=(3, 2), burn=0).terms.published
    assert dealt == fixed | {
        "deck": "standard",
        "decks": 1,
        "exclude": [],
        "hands": 3,
        "packets": [3, 2],
    }
    for given in ({"quorum": 1}, {"start": 2}, {"quorum": 2}, {}):
        consent = make_shoe(
            deck="standard", consent={"keys": KEYS, **given}
        ).terms.published["consent"]
        assert consent == {"keys": KEYS, "quorum": 2, "start": 2} | given


def test_a_commitment_depends_on_every_term() -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"deck": "piquet"},
        {"decks": 2},
        {"jokers": 0},
        {"suit_order": "SHDC"},
        {"exclude": ("AS",)},
        {"algorithm": "durstenfeld"},
        {"cut": 1, "reshuffle": AT_CUT},
        {"reshuffle": AT_CUT},
        {"reshuffle": NEVER},
        {"label": "0"},
        {"label": "1"},
        {"words": (WORD,)},
        {"words": (WORD, WORD)},
        {"reveal": Reveal.SHOWN},
        {"consent": CONSENT},
        {"hands": 2, "cards": 5},
        {"hands": 2, "packets": (5,)},
        {"hands": 2, "cards": 5, "burn": 1},
    ]
    shoes = [make_shoe(**{"deck": "standard"} | members) for members in changes]
    assert len({shoe.commitment for shoe in shoes}) == len(shoes)


SHOWN = {"consent": CONSENT, "reveal": Reveal.SHOWN}
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"cut": 52, "reshuffle": AT_CUT}, "cut", "52 cards"),
    ({"cut": 1}, "cut", "goes with reshuffle=at_cut"),
    ({"cut": 1, "reshuffle": NEVER}, "cut", "goes with reshuffle=at_cut"),
    (
        {"hands": 2, "cards": 5, "reshuffle": AT_CUT},
        "reshuffle",
        "A deal of your own begins",
    ),
    (
        {"items": ("a", "b"), "hands": 2, "cards": 1, "reshuffle": AT_CUT},
        "reshuffle",
        "A deal of your own begins",
    ),
    (
        {"game": "holdem", "reshuffle": AT_CUT},
        "reshuffle",
        "for decks, integers, items and blackjack",
    ),
    ({"deck": "mahjong", "jokers": 1}, "jokers", "does not take jokers"),
    ({"exclude": ("1X",)}, "exclude", "There is no card"),
    ({"items": ("a",), "deck": "standard"}, "items", "deck and items are given"),
    ({"items": ("a",), "decks": 2}, "decks", "A shoe of items does not take decks"),
    ({"items": ("a",), "min": 2}, "min", "A shoe of items does not take min"),
    ({"items": ("é" * 256,) * 33}, "items", "16,896 bytes"),
    ({"items": ("a",) * 501}, "items", "from 1 to 500"),
    (
        {"max": MAX_TREE + 1, "reveal": Reveal.SHOWN},
        "reveal",
        "at most 65,536 integers",
    ),
    ({"reveal": Reveal.AUDITOR}, "auditor", "go together"),
    ({"auditor": EAST.view_key}, "auditor", "go together"),
    ({"view_keys": VIEWS, "consent": CONSENT}, "view_keys", "discloses all cards"),
    ({"view_keys": VIEWS, "reveal": Reveal.SHOWN}, "view_keys", "needs consent"),
    (
        {"consent": CONSENT | {"quorum": 3}},
        "consent",
        "quorum is 3; it must be from 1 to",
    ),
    (
        {"consent": CONSENT | {"quorum": 0}},
        "consent",
        "quorum is 0; it must be from 1 to",
    ),
    (
        {"consent": CONSENT | {"start": 3}},
        "consent",
        "start is 3; it must be from quorum, 2",
    ),
    (
        {"consent": CONSENT | {"start": 1}},
        "consent",
        "start is 1; it must be from quorum, 2",
    ),
    ({"consent": CONSENT | {"keys": {}}}, "consent", "the number of keys, 0"),
    (
        {"game": "holdem", "consent": CONSENT},
        "consent",
        "'N' of consent is none of 1, 2",
    ),
    (
        {"hands": 2, "cards": 5, "consent": CONSENT},
        "consent",
        "'N' of consent is none of 1, 2",
    ),
    (
        {"consent": CONSENT | {"keys": KEYS | {"E": NORTH.key}}},
        "consent",
        "'N' and 'E' have the same key",
    ),
    (
        {
            "game": "fireworks",
            "players": 2,
            "reveal": Reveal.SHOWN,
            "view_keys": {"1": EAST.view_key},
        }
        | {"consent": {"keys": {"1": NORTH.key}}},
        "view_keys",
        "In fireworks all others see a hand",
    ),
    (
        SHOWN | {"view_keys": {"E": EAST.view_key}},
        "view_keys",
        "'E' of view_keys has no key in consent",
    ),
    (
        SHOWN
        | {"view_keys": VIEWS, "reveal": Reveal.AUDITOR, "auditor": NORTH.view_key},
        "view_keys",
        "'N' and 'auditor' have the same key",
    ),
    (
        {"packets": (5,)},
        "packets",
        "A shoe of a deck without hands does not take packets",
    ),
    ({"cards": 5}, "cards", "A shoe of a deck without hands does not take cards"),
    (
        {"items": ("a", "b"), "burn": 1},
        "burn",
        "A shoe of items without hands does not take burn",
    ),
    ({"max": 9, "hands": 2}, "hands", "A shoe of integers does not take hands"),
    ({"game": "holdem", "hands": 2}, "hands", "A shoe of a game does not take hands"),
    (
        {"hands": 2, "cards": 6, "packets": (5,)},
        "packets",
        "make 5 cards a hand, not 6",
    ),
    ({"hands": 2}, "cards", "Say how many cards each hand gets"),
    ({"hands": 4, "cards": 14}, "cards", "52"),
    (
        {"hands": 2, "cards": 5, "piles": (MARKET,)},
        "piles",
        "A shoe of a deck does not take piles",
    ),
    (LETTERS | {"piles": (MARKET, MARKET)}, "piles", "name"),
    *(
        (LETTERS | {"piles": (OwnPile(name=name, cards=1),)}, "piles", "name")
        for name in ("1", "2", "burns", "stock")
    ),
]
"""Terms, with what they are refused for; those without contents are of the standard deck."""


@for_each(("members", "field", "sentence"), REFUSED)
def test_contradictory_terms_are_refused_and_no_receipt_can_have_them(
    members: dict[str, Any], field: str, sentence: str
) -> None:
    contents = {} if {"items", "max", "game"} & members.keys() else {"deck": "standard"}
    with pytest.raises(Refused, match=sentence) as refusal:
        make_shoe(**contents | members)
    assert refusal.value.field == field


def test_a_shoe_beyond_the_limit_of_a_shuffle_is_refused() -> None:
    with pytest.raises(TooMany, match="MAX_SHUFFLED"):
        resolve_terms(Terms(deck="standard", decks=2), Limits(shuffled=103))


@for_each(
    "changes",
    [
        {"consent": CONSENT | {"quorum": 2, "start": 1}},
        {"words": []},
        {"burn": 0, "hands": 2, "cards": 5},
        {"hands": 2},
        {"hands": 2, "cards": 5, "packets": [5]},
        {"hands": 2, "cards": 5, "reshuffle": "at_cut"},
        {"piles": [], "hands": 2, "cards": 5},
        {"cut": 52},
        {"exclude": ["10S"]},
        {"exclude": ["AS", "AS"]},
        {"highest": 9},
    ],
)
def test_terms_that_no_shoe_has_are_refused(changes: Mapping[str, Any]) -> None:
    """A member that the service would have left out or written otherwise is none of a shoe's terms."""
    with pytest.raises(Refused) as refusal:
        read_terms(
            "terms",
            json.loads(make_shoe(deck="standard").terms.canonical_json) | changes,
        )
    assert refusal.value.field == "terms"


@for_each(
    ("name", "value"),
    [(name, value) for name in OPTIONS for value in list_values(name)],
)
def test_the_terms_of_a_sealed_shoe_keep_every_value_of_an_option(
    name: str, value: Any
) -> None:
    for deck in DECKS.values():
        if name not in deck.options:
            continue
        terms = Terms(deck=deck.name, decks=1, **{name: value})
        assert parse_terms("terms", terms.published) == terms


def test_a_shoe_is_built_once_whatever_else_a_request_asks() -> None:
    terms = [Terms(deck="standard", decks=97, label=label) for label in ("a", "b", "c")]
    before = _build_cached.cache_info().misses
    assert len({id(build_shoe(DECKS["standard"], options)) for options in terms}) == 1
    assert _build_cached.cache_info().misses - before == 1


def test_no_pile_of_a_game_is_named_as_a_seat_and_no_name_has_a_slash() -> None:
    """A place, SEAT or PILE with / and the part, then belongs to one owner."""
    for game in GAMES.values():
        for players in game.players:
            shoe = make_shoe(game=game.name, players=players)
            assert isinstance(shoe, DealtShoe)
            seats = set(shoe.terms.seats)
            laid = shoe.lay_out(shoe.open_round()).cards
            piles = {cards.name for cards in laid if cards.kind == "piles"}
            assert not seats & piles, game.name
            assert "/" not in "".join(
                [*seats, *piles, *(cards.part for cards in laid)]
            ), game.name
            for cards in laid:
                owner = cards.place.partition("/")[0]
                assert (owner in seats and owner) == (
                    cards.kind == "hands" and cards.name
                ), game.name


def test_the_text_of_a_shoe_contains_no_seed() -> None:
    shoe = make_shoe(deck="standard")
    for text in (repr(shoe), repr(Round(shoe.terms, 0, SEED, "correct horse"))):
        assert SEED.hex() not in text
        assert repr(SEED) not in text
        assert "horse" not in text

"""The terms of a sealed shoe, and the commitment to them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
import rfc8785

from service.cards.deck import DECKS
from service.cards.options import OPTIONS
from service.cards.shoe import build_shoe
from service.core.errors import Refused
from service.core.limits import Limits, TooMany
from service.core.rng.sources import WordSource
from service.core.rng.streams import keyed
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import Uniformity
from service.games.catalogue import GAMES
from service.sealed.opening.contents import MAX_TREE, OwnPile
from service.sealed.opening.resolution import read_terms, resolve_terms
from service.sealed.opening.terms import (
    EXACT_SHUFFLES,
    Consent,
    Reshuffle,
    Reveal,
    Terms,
    parse_terms,
)
from service.sealed.shoe.rounds import Round
from service.sealed.shoe.sealed_shoe import DealtShoe, SealedShoe, create_shoe, unseal
from service.sealed.shoe.tokens import Tokens, generate_key
from service.settings import Settings
from tests.options import list_values
from tests.sealed.seats import sit_down
from tests.tables import for_each, read_table

TABLES = read_table("sealed/terms.yaml")
SEED = bytes(range(32))
TOKENS = Tokens(b"shoe", [generate_key()], ttl=60)
PLAYERS = sit_down("N", "S", "E")
KEYS = {"N": PLAYERS["N"].key, "S": PLAYERS["S"].key}
CONSENT = {"keys": KEYS, "quorum": 2, "start": 2}
WORD = sha256(b"0123456789abcdef").hexdigest()
AT_CUT = Reshuffle.AT_CUT
TABLE_7 = {"deck": "standard", "decks": 6, "cut": 60, "reshuffle": AT_CUT}
TABLE_7 |= {"label": "table 7"}

Json = dict[str, Any]


def make_shoe(**members: Any) -> SealedShoe:
    """Return a shoe of resolved terms; `consent` is given as in JSON."""
    consent = members.pop("consent", None)
    terms = Terms(consent=consent and Consent(**consent), **members)
    return create_shoe(resolve_terms(terms, Limits()), SEED)


def parse_members(written: Json) -> Json:
    """Return the members of terms that a table writes as JSON, with each key as the name of its player."""
    members = dict(written)
    for name in written.keys() & {"items", "exclude", "packets", "words"}:
        members[name] = tuple(written[name])
    if "reshuffle" in written:
        members["reshuffle"] = Reshuffle(written["reshuffle"])
    if "reveal" in written:
        members["reveal"] = Reveal(written["reveal"])
    if "piles" in written:
        members["piles"] = tuple(OwnPile(**pile) for pile in written["piles"])
    if "auditor" in written:
        members["auditor"] = PLAYERS[written["auditor"]].view_key
    if "view_keys" in written:
        names = written["view_keys"]
        members["view_keys"] = {seat: PLAYERS[names[seat]].view_key for seat in names}
    if "consent" in written:
        consent: Json = {"keys": {"N": "N", "S": "S"}, "quorum": 2, "start": 2}
        consent |= written["consent"]
        names = consent["keys"]
        keys = {seat: PLAYERS[names[seat]].key for seat in names}
        members["consent"] = consent | {"keys": keys}
    return members


def test_every_exactly_uniform_shuffle_is_accepted() -> None:
    for name, shuffle in SHUFFLES.items():
        is_exact = shuffle.uniformity is Uniformity.EXACT
        assert (name in EXACT_SHUFFLES) is is_exact, name
    assert set(EXACT_SHUFFLES) <= SHUFFLES.keys()
    assert {"fisher_yates", "random_slot"} <= set(EXACT_SHUFFLES)


@for_each("algorithm", EXACT_SHUFFLES)
@for_each("number", [0, 1, 2**53 - 1])
def test_the_order_of_a_round_is_the_shuffle_of_the_stream_with_its_key_and_number(
    algorithm: str, number: int
) -> None:
    key = bytes(range(32, 64))
    words = WordSource(keyed(key, number))
    expected = SHUFFLES[algorithm].draw(104, words, 104, {})
    terms = Terms(deck="standard", decks=2, algorithm=algorithm)
    assert list(terms.shuffle(key, number).indices) == list(expected)


@for_each(
    ("items", "sentence"),
    [(("é" * 256,) * 33, "16,896 bytes"), (("a",) * 501, "from 1 to 500")],
)
def test_a_shoe_has_not_too_many_items(items: tuple[str, ...], sentence: str) -> None:
    check_refused({"items": items}, "items", sentence)


@for_each("deck", DECKS)
@for_each("algorithm", EXACT_SHUFFLES)
def test_published_terms_are_parsed_back(deck: str, algorithm: str) -> None:
    values: Json = {name: list_values(name)[-1] for name in OPTIONS}
    options = {name: values[name] for name in DECKS[deck].options}
    label = "é\0\U0001f0a1"
    policy: Json = {"cut": 3, "reshuffle": AT_CUT, "label": label}
    shoe = make_shoe(deck=deck, algorithm=algorithm, **policy, **options)
    published = shoe.terms.published
    assert parse_terms("terms", published) == shoe.terms
    assert values.keys() & published.keys() == options.keys()


LONGEST: list[Json] = [
    {"items": ["\0" * 32] * 500, "reshuffle": "at_cut", "cut": 10},
    {"max": MAX_TREE, "label": "raffle", "words": [WORD] * 32},
]


@for_each("written", TABLES["contents"] + LONGEST)
def test_terms_of_every_content_are_parsed_back_and_fit_in_a_token(
    written: Json,
) -> None:
    shoe = make_shoe(**parse_members(written))
    text = shoe.terms.canonical_json
    published = json.loads(text)
    assert read_terms("terms", published) == shoe.terms
    assert text == rfc8785.dumps(published)
    undrawn = replace(shoe, digest=shoe.commitment)
    assert unseal(TOKENS, "shoe", shoe.seal(TOKENS)) == undrawn


@for_each(
    ("members", "reveal", "length"),
    [
        ({"deck": "standard"}, Reveal.ALL, 780),
        ({"deck": "standard"}, Reveal.SHOWN, 1464),
        (TABLE_7, Reveal.ALL, 1464),
        (TABLE_7, Reveal.SHOWN, 1464),
        ({"game": "holdem", "players": 6}, Reveal.ALL, 1464),
        ({"game": "holdem", "players": 6}, Reveal.SHOWN, 1464),
        ({"game": "riichi"}, Reveal.ALL, 1464),
        ({"game": "riichi"}, Reveal.SHOWN, 1464),
        ({"items": ("a", "b", "c")}, Reveal.ALL, 780),
        ({"items": ("a", "b", "c")}, Reveal.SHOWN, 780),
        ({"max": 25_000}, Reveal.ALL, 5560),
        ({"max": 25_000}, Reveal.SHOWN, 9656),
    ],
)
def test_tokens_are_not_longer_than_those_of_the_drafts(
    members: Json, reveal: Reveal, length: int
) -> None:
    token = make_shoe(reveal=reveal, **members).seal(TOKENS)
    assert len(token) <= length


FIXED: Json = {
    "scheme": "sealed1",
    "stream": "sd1",
    "algorithm": "fisher_yates",
    "cut": 0,
    "reshuffle": "on_request",
    "reveal": "all",
}
"""The terms of a shoe beside those of its contents."""


@for_each(
    ("members", "contents"),
    [
        ({"items": ("a",)}, {"items": ["a"]}),
        ({"max": 6}, {"min": 1, "max": 6}),
        (
            {"deck": "standard", "hands": 3, "packets": (3, 2), "burn": 0},
            {
                "deck": "standard",
                "decks": 1,
                "exclude": [],
                "hands": 3,
                "packets": [3, 2],
            },
        ),
    ],
)
def test_members_left_out_of_a_request_are_in_the_terms(
    members: Json, contents: Json
) -> None:
    assert make_shoe(**members).terms.published == FIXED | contents


def test_excluded_cards_are_in_the_terms_as_codes_in_the_order_of_the_request() -> None:
    exclude = ("10s", "ace of spades", "0H")
    terms = make_shoe(exclude=exclude, deck="standard", decks=2).terms
    assert terms.published["exclude"] == ["TS", "AS", "TH"]
    assert terms.size == 98


@for_each("members", [{"quorum": 1}, {"start": 2}, {"quorum": 2}, {}])
def test_all_seats_consent_unless_the_terms_say_how_many(members: Json) -> None:
    consent = {"keys": KEYS} | members
    published = make_shoe(deck="standard", consent=consent).terms.published
    assert published["consent"] == CONSENT | members


def test_a_commitment_depends_on_every_term() -> None:
    changes = TABLES["changes"]
    terms = [{"deck": "standard"} | parse_members(members) for members in changes]
    commitments = {make_shoe(**members).commitment for members in terms}
    assert len(commitments) == len(changes)


def check_refused(members: Json, field: str, sentence: str) -> None:
    """Check that terms of a shoe, by default of a standard deck, are refused by a field."""
    contents = {} if {"items", "max", "game"} & members.keys() else {"deck": "standard"}
    with pytest.raises(Refused, match=sentence) as refusal:
        make_shoe(**contents | members)
    assert refusal.value.field == field


@for_each(("written", "field", "sentence"), read_table("sealed/refused_terms.yaml"))
def test_contradictory_terms_are_refused_and_no_receipt_can_have_them(
    written: Json, field: str, sentence: str
) -> None:
    check_refused(parse_members(written), field, sentence)


def test_a_shoe_beyond_the_limit_of_a_shuffle_is_refused() -> None:
    with pytest.raises(TooMany, match="MAX_SHUFFLED"):
        resolve_terms(
            Terms(deck="standard", decks=2), Settings(max_shuffled=103).limits
        )


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
    terms = json.loads(make_shoe(deck="standard").terms.canonical_json)
    with pytest.raises(Refused) as refusal:
        read_terms("terms", terms | changes)
    assert refusal.value.field == "terms"


def list_option_values() -> list[tuple[str, str, Any]]:
    """Return each deck with each of its options and each value of the option."""
    rows = []
    for deck in DECKS.values():
        for option in deck.options:
            rows += [(deck.name, option, value) for value in list_values(option)]
    return rows


@for_each(("deck", "option", "value"), list_option_values())
def test_the_terms_of_a_sealed_shoe_keep_every_value_of_an_option(
    deck: str, option: str, value: Any
) -> None:
    members: Json = {option: value}
    terms = Terms(deck=deck, decks=1, **members)
    assert parse_terms("terms", terms.published) == terms


def test_a_shoe_is_built_once_whatever_else_a_request_asks() -> None:
    terms = [Terms(deck="standard", decks=97, label=label) for label in ("a", "b", "c")]
    shoes = [build_shoe(DECKS["standard"], options) for options in terms]
    assert all(shoe is shoes[0] for shoe in shoes)


def list_games() -> list[tuple[str, int]]:
    """Return each game with each number of its players."""
    return [(game.name, players) for game in GAMES.values() for players in game.players]


@for_each(("game", "players"), list_games())
def test_no_pile_of_a_game_is_named_as_a_seat_and_no_name_has_a_slash(
    game: str, players: int
) -> None:
    """A place, SEAT or PILE with / and the part, then belongs to one owner."""
    shoe = make_shoe(game=game, players=players)
    assert isinstance(shoe, DealtShoe)
    seats = set(shoe.terms.seats)
    for cards in shoe.lay_out(shoe.open_round()).cards:
        owner = cards.place.partition("/")[0]
        assert "/" not in cards.part
        if cards.kind == "hands":
            assert owner == cards.name
            assert owner in seats
        else:
            assert owner not in seats
            assert cards.name not in seats
            assert "/" not in cards.name
    assert not any("/" in seat for seat in seats)


def test_the_text_of_a_shoe_contains_no_seed() -> None:
    shoe = make_shoe(deck="standard")
    for text in (repr(shoe), repr(Round(shoe.terms, 0, SEED, "correct horse"))):
        assert SEED.hex() not in text
        assert repr(SEED) not in text
        assert "horse" not in text

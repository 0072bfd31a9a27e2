"""Stake's games, compared with the results of stake_results.py."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import Refused
from service.schemes.stake import CARDS, GAMES, Bet, StakeGame, check_bet, derive_words
from service.verdicts.verdict import Difference
from tests.examples import FEW
from tests.http.spec import check_refusal, post
from tests.refusals import refused_field
from tests.schemes import first_difference
from tests.schemes.stake_results import RESULTS
from tests.tables import for_each, read_table

TABLES = read_table("schemes/stake.yaml")

BYTES = """
151 136 121 135 209 159 189 233 43 248 146 253 71 34 215 176 139 160 47 225 233 221 169 198 187 103 171 31
87 118 23 138 198 14 60 130 130 198 153 83
"""
"""fair, src/rng.rs, of "some server seed" and "some client seed": 40 bytes, eight of them of the second round."""

FLOATS = (
    0.5919261889066547,
    0.81884371698834,
    0.17176169087179005,
    0.277875404804945,
    0.5454130100551993,
    0.913538561668247,
    0.732050604885444,
    0.34164569014683366,
    0.7736547295935452,
    0.5108428790699691,
)
"""fair, src/rng.rs, of the same seeds."""

BET = Bet(
    server_seed="server seed",
    client_seed="client seed",
    nonce=1,
    game="mines",
    seen=("5", "15", "18"),
)
HASH = hashlib.sha256(b"server seed").hexdigest()


BETS = [
    bet for game in GAMES if game not in {"limbo", "wheel"} for bet in RESULTS[game]
]
"""Bets of the games whose events are integers below the number of outcomes."""


def join_words(words: Sequence[int]) -> bytes:
    """Return the bytes of words of four bytes."""
    return b"".join(word.to_bytes(4, "big") for word in words)


@for_each("bet", BETS)
def test_the_events_are_the_published_ones(bet: Bet) -> None:
    assert check_bet(bet).checks == {"seen": True}
    game = GAMES[bet.game]
    events = tuple(game.parse_event(text) for text in bet.seen or ())
    server_seed = bet.server_seed.encode()
    client_seed = bet.client_seed.encode()
    words = derive_words(server_seed, client_seed, bet.nonce, len(events))
    assert game.map_to_events(words) == events


def test_the_bytes_and_floats_are_the_published_ones() -> None:
    bet = Bet(
        server_seed="some server seed",
        client_seed="some client seed",
        nonce=1,
        game="cards",
        count=10,
    )
    assert check_bet(bet).derived["floats"] == FLOATS
    words = derive_words(b"some server seed", b"some client seed", 1, 10)
    published = bytes(int(byte) for byte in BYTES.split())
    assert join_words(words) == published


def test_a_float_that_starts_with_zeros_is_the_published_one() -> None:
    """Compare with fair, src/rng.rs."""
    result = check_bet(RESULTS["dice"][-1])
    assert result.derived["floats"] == (0.00000025122426450252533,)


GAMES_OF_OUTCOMES = [game for game in GAMES.values() if game.outcomes]


@for_each("game", GAMES_OF_OUTCOMES)
@FEW
@given(word=st.integers(0, 2**32 - 1))
def test_floating_point_arithmetic_gives_the_same_index(
    game: StakeGame, word: int
) -> None:
    number = 0.0
    for position, byte in enumerate(word.to_bytes(4, "big"), start=1):
        number += byte / 256**position
    outcomes = len(game.outcomes)
    assert math.floor(number * outcomes) == word * outcomes >> 32


@given(cursor=st.integers(0, 200), count=st.integers(1, 20))
def test_a_cursor_skips_bytes(cursor: int, count: int) -> None:
    stream = join_words(derive_words(b"a", b"b", 0, 100))
    words = derive_words(b"a", b"b", 0, count, cursor)
    assert join_words(words) == stream[cursor : cursor + 4 * count]


def test_cards_are_in_the_order_that_stake_publishes() -> None:
    assert CARDS[:5] == ("2D", "2H", "2S", "2C", "3D")
    assert CARDS[-4:] == ("AD", "AH", "AS", "AC")
    assert len(set(CARDS)) == 52


COUNTS = {
    "cards": 52,
    "video_poker": 52,
    "mines": 24,
    "keno": 10,
    "plinko": 16,
    "diamonds": 5,
}
"""The events of a bet without `count`, where they are several."""


@for_each("game", GAMES)
def test_a_game_has_a_default_number_of_events(game: str) -> None:
    result = check_bet(replace(BET, game=game, seen=None))
    events = result.derived["events"]
    assert isinstance(events, tuple)
    assert len(events) == COUNTS.get(game, 1)
    for event in events:
        assert GAMES[game].has_outcome(event)
    assert GAMES[game].replacement or len(set(events)) == len(events)


def test_a_commitment_is_compared_before_the_events() -> None:
    committed = replace(BET, server_seed_hash=HASH.upper())
    assert check_bet(committed).valid is True
    other = hashlib.sha256(b"another").hexdigest()
    result = check_bet(replace(BET, server_seed_hash=other, seen=("0",)))
    assert result.checks == {"server_seed_hash": False, "seen": False}
    difference = Difference(where="server_seed_hash", expected=HASH, seen=other)
    assert first_difference(result) == difference


def test_a_bet_without_a_commitment_is_unchecked() -> None:
    result = check_bet(BET)
    assert result.valid is None
    assert result.unchecked.keys() == {"server_seed_hash"}


@for_each(
    ("game", "events", "count", "where", "expected", "seen"), TABLES["wrong events"]
)
def test_the_first_wrong_event_is_named(
    game: str,
    events: str,
    count: int | None,
    where: str,
    expected: str | None,
    seen: str | None,
) -> None:
    bet = replace(BET, game=game, seen=tuple(events.split()), count=count)
    difference = Difference(where=where, expected=expected, seen=seen)
    assert first_difference(check_bet(bet)) == difference


@for_each(
    ("field", "value"),
    [
        ("server_seed", ""),
        ("server_seed", "x" * 257),
        ("client_seed", "\ud800"),
        ("server_seed_hash", HASH[1:]),
        ("server_seed_hash", f" {HASH[1:]}"),
        ("nonce", -1),
        ("nonce", 2**53),
        ("cursor", -1),
        ("cursor", 1_000_001),
        ("game", "minse"),
        ("count", 0),
        ("count", 25),
        ("segments", 20),
        ("seen", ()),
        ("seen", ("25",)),
        ("seen", ("05",)),
        ("seen", ("1",) * 25),
    ],
)
def test_an_invalid_field_of_a_bet_on_mines_is_refused_by_name(
    field: str, value: Any
) -> None:
    bet = replace(BET, **{field: value})
    assert refused_field(check_bet, bet) == field


@for_each(
    ("game", "seen", "field", "value"),
    [
        ("cards", None, "count", 1_001),
        ("wheel", None, "segments", 11),
        ("wheel", None, "risk", "none"),
        ("dice", None, "risk", "high"),
        ("mines", BET.seen, "first_square", 2),
        ("keno", BET.seen, "first_square", 1),
    ],
)
def test_an_option_that_a_game_does_not_have_is_refused_by_name(
    game: str, seen: tuple[str, ...] | None, field: str, value: Any
) -> None:
    bet = replace(BET, game=game, seen=seen, **{field: value})
    assert refused_field(check_bet, bet) == field


@for_each(("game", "events"), TABLES["no events"])
def test_events_that_a_game_does_not_have_are_refused(game: str, events: str) -> None:
    bet = replace(BET, game=game, seen=tuple(events.split()))
    assert refused_field(check_bet, bet) == "seen"


def test_squares_that_are_counted_from_one_have_no_zero() -> None:
    bet = replace(BET, first_square=1, seen=("0",))
    assert refused_field(check_bet, bet) == "seen"


@for_each(("game", "event", "extent"), TABLES["extents"])
def test_the_refusal_of_an_event_says_which_can_happen(
    game: str, event: str, extent: str
) -> None:
    bet = replace(BET, game=game, seen=(event,))
    with pytest.raises(Refused) as refusal:
        check_bet(bet)
    assert str(refusal.value) == f"'{event}' is no event of {game}; {extent}."


SENT = {
    "scheme": "stake",
    "server_seed": "server",
    "client_seed": "client",
    "nonce": 1,
    "game": "cards",
    "count": 3,
}


def test_the_service_says_who_could_choose_a_bet_and_names_the_first_wrong_event(
    client: FlaskClient,
) -> None:
    derived = post(client, "/v1/verify", **SENT)["derived"]
    commitment = {"server_seed_hash": derived["server_seed_hash"]}
    events = derived["events"]

    whole = post(client, "/v1/verify", **SENT, **commitment, seen=events)
    assert whole["valid"] is True
    assert whole["chosen_by"] == "last_word"

    uncommitted = post(client, "/v1/verify", **SENT, seen=events)
    assert uncommitted["valid"] is None
    assert uncommitted["chosen_by"] == "unknown"

    unseen = post(client, "/v1/verify", **SENT, **commitment)
    assert unseen["valid"] is None
    assert unseen["chosen_by"] == "unknown"

    events[2] = "AS"
    wrong = post(client, "/v1/verify", **SENT, **commitment, seen=events)
    assert wrong["valid"] is False
    assert wrong["chosen_by"] == "unknown"
    assert wrong["difference"]["where"] == "seen[2]"
    assert wrong["difference"]["seen"] == "AS"


@for_each("game", ["dice", "limbo", "roulette", "wheel"])
def test_a_cursor_makes_no_result_true(client: FlaskClient, game: str) -> None:
    """Some cursor gives any roll: 99.99 is at 15,527 under these seeds, and the bet rolled something else."""
    bet = SENT | {"game": game, "count": 1}
    response = client.post("/v1/verify", json=bet | {"cursor": 15_527})
    assert check_refusal(response).keys() == {"cursor"}
    result = post(client, "/v1/verify", **bet, cursor=0)
    assert result["unchecked"].keys() == {"server_seed_hash", "seen"}


def test_the_cursor_of_a_game_of_many_events_is_unchecked(client: FlaskClient) -> None:
    bet = SENT | {"cursor": 52}
    derived = post(client, "/v1/verify", **bet)["derived"]
    server_seed_hash = derived["server_seed_hash"]
    bet |= {"server_seed_hash": server_seed_hash, "seen": derived["events"]}
    result = post(client, "/v1/verify", **bet)
    assert result["valid"] is None
    assert result["chosen_by"] == "unknown"
    assert result["unchecked"].keys() == {"cursor"}


def test_a_bet_from_the_first_byte_rests_on_claims(client: FlaskClient) -> None:
    derived = post(client, "/v1/verify", **SENT)["derived"]
    server_seed_hash = derived["server_seed_hash"]
    bet = SENT | {"server_seed_hash": server_seed_hash, "seen": derived["events"]}
    result = post(client, "/v1/verify", **bet, cursor=0)
    claims = "nonce and the options of the game are your claims"
    assert claims in result["rests_on"]


def test_a_default_in_a_bet_means_the_same_as_none(client: FlaskClient) -> None:
    defaults = {"cursor": 0, "first_square": 0, "segments": 10, "risk": "low"}
    result = post(client, "/v1/verify", **SENT)
    assert post(client, "/v1/verify", **SENT, **defaults) == result


def test_a_wheel_has_one_of_five_numbers_of_segments(client: FlaskClient) -> None:
    segments = {"game": "wheel", "segments": 15, "count": 1}
    errors = check_refusal(client.post("/v1/verify", json=SENT | segments))
    assert "Must be one of 10, 20, 30, 40, 50" in errors["segments"]

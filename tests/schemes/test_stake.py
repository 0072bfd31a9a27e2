"""Stake's games, compared with the results of stake_results.py."""

import hashlib
import math
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import Refused
from service.core.verification import Difference
from service.schemes.stake import CARDS, GAMES, Bet, StakeGame, check_bet, derive_words
from tests.http.spec import check_refusal, post
from tests.refusals import refused_field
from tests.schemes.stake_results import RESULTS
from tests.tables import FEW, for_each

BYTES = """151 136 121 135 209 159 189 233 43 248 146 253 71 34 215 176 139 160 47 225 233 221 169 198 187 103 171 31
           87 118 23 138 198 14 60 130 130 198 153 83"""
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


@for_each(
    "bet",
    [bet for name in GAMES if name not in {"limbo", "wheel"} for bet in RESULTS[name]],
)
def test_the_events_are_the_published_ones(bet: Bet) -> None:
    game = GAMES[bet.game]
    seen = bet.seen or ()
    result = check_bet(bet)
    assert result.checks == {"seen": True}
    words = derive_words(
        bet.server_seed.encode(), bet.client_seed.encode(), bet.nonce, len(seen)
    )
    assert game.map_to_events(words) == tuple(game.parse_event(text) for text in seen)


def test_the_bytes_and_floats_are_the_published_ones() -> None:
    seeds = ("some server seed", "some client seed")
    result = check_bet(
        Bet(server_seed=seeds[0], client_seed=seeds[1], nonce=1, game="cards", count=10)
    )
    assert result.derived["floats"] == FLOATS
    words = derive_words(seeds[0].encode(), seeds[1].encode(), 1, 10)
    assert b"".join(word.to_bytes(4, "big") for word in words) == bytes(
        map(int, BYTES.split())
    )
    # fair, src/rng.rs: a float that starts with zeros
    assert check_bet(RESULTS["dice"][-1]).derived["floats"] == (
        0.00000025122426450252533,
    )


@for_each("game", [game for game in GAMES.values() if game.outcomes])
@FEW
@given(word=st.integers(0, 2**32 - 1))
def test_floating_point_arithmetic_gives_the_same_index(
    game: StakeGame, word: int
) -> None:
    number = sum(
        byte / 256**position
        for position, byte in enumerate(word.to_bytes(4, "big"), start=1)
    )
    assert math.floor(number * len(game.outcomes)) == word * len(game.outcomes) >> 32


@given(cursor=st.integers(0, 200), count=st.integers(1, 20))
def test_a_cursor_skips_bytes(cursor: int, count: int) -> None:
    long = derive_words(b"a", b"b", 0, 100)
    stream = b"".join(word.to_bytes(4, "big") for word in long)[
        cursor : cursor + 4 * count
    ]
    assert (
        b"".join(
            word.to_bytes(4, "big")
            for word in derive_words(b"a", b"b", 0, count, cursor)
        )
        == stream
    )


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
    events = check_bet(replace(BET, game=game, seen=None)).derived["events"]
    assert isinstance(events, tuple)
    assert len(events) == COUNTS.get(game, 1)
    assert all(GAMES[game].has_outcome(event) for event in events)
    assert GAMES[game].replacement or len(set(events)) == len(events)


def test_a_commitment_is_compared_before_the_events_and_unchecked_if_there_is_none() -> (
    None
):
    assert check_bet(replace(BET, server_seed_hash=HASH.upper())).valid is True
    result = check_bet(BET)
    assert (result.valid, set(result.unchecked)) == (None, {"server_seed_hash"})
    other = hashlib.sha256(b"another").hexdigest()
    result = check_bet(replace(BET, server_seed_hash=other, seen=("0",)))
    assert (result.valid, result.checks) == (
        False,
        {"server_seed_hash": False, "seen": False},
    )
    assert result.difference == Difference(
        where="server_seed_hash", expected=HASH, seen=other
    )


@for_each(
    ("game", "seen", "count", "difference"),
    [
        (
            "cards",
            "JS TH 5H AC",
            None,
            Difference(where="seen[3]", expected="KC", seen="AC"),
        ),
        ("cards", "JS TH", 3, Difference(where="seen[2]", expected="5H", seen=None)),
        ("cards", "JS TH 5H", 2, Difference(where="seen[2]", expected=None, seen="5H")),
        ("mines", "18 6 15", None, Difference(where="seen[0]", expected="5", seen="6")),
        (
            "dice",
            "74.6",
            None,
            Difference(where="seen[0]", expected="74.67", seen="74.60"),
        ),
        (
            "dice",
            "100",
            None,
            Difference(where="seen[0]", expected="74.67", seen="100.00"),
        ),
        (
            "plinko",
            "Right LEFT",
            None,
            Difference(where="seen[1]", expected="right", seen="left"),
        ),
        (
            "diamonds",
            "pink cyan red",
            None,
            Difference(where="seen[2]", expected="purple", seen="red"),
        ),
        (
            "limbo",
            "1.33x",
            None,
            Difference(where="seen[0]", expected="1.32", seen="1.33"),
        ),
        (
            "wheel",
            "1.5",
            None,
            Difference(where="seen[0]", expected="1.20", seen="1.50"),
        ),
    ],
)
def test_the_first_wrong_event_is_named(
    game: str, seen: str, count: int | None, difference: Difference
) -> None:
    result = check_bet(replace(BET, game=game, seen=tuple(seen.split()), count=count))
    assert result.valid is False
    assert result.difference == difference


INVALID: dict[str, list[dict[str, Any]]] = {
    "server_seed": [{"server_seed": ""}, {"server_seed": "x" * 257}],
    "client_seed": [{"client_seed": "\ud800"}],
    "server_seed_hash": [
        {"server_seed_hash": HASH[1:]},
        {"server_seed_hash": f" {HASH[1:]}"},
    ],
    "nonce": [{"nonce": -1}, {"nonce": 2**53}],
    "cursor": [{"cursor": -1}, {"cursor": 1_000_001}],
    "game": [{"game": "minse"}],
    "count": [
        {"count": 0},
        {"count": 25},
        {"game": "cards", "seen": None, "count": 1_001},
    ],
    "seen": [
        *({"seen": seen} for seen in ((), ("25",), ("05",), ("1",) * 25)),
        *(
            {"game": "limbo", "seen": seen}
            for seen in (("0.98",), ("1e5",), ("1.234",), ("1.00", "2.00"))
        ),
        {"game": "cards", "seen": ("11D",)},
        {"game": "dice", "seen": ("100.01",)},
        {"game": "wheel", "seen": ("1.3",)},
        {"game": "diamonds", "seen": ("orange", "black")},
        {"game": "mines", "first_square": 1, "seen": ("0",)},
    ],
    "segments": [
        {"game": "wheel", "segments": 11, "seen": None},
        {"game": "mines", "segments": 20},
    ],
    "risk": [
        {"game": "wheel", "risk": "none", "seen": None},
        {"game": "dice", "risk": "high", "seen": None},
    ],
    "first_square": [
        {"game": "mines", "first_square": 2},
        {"game": "keno", "first_square": 1},
    ],
}


@for_each(
    ("field", "change"),
    [(field, change) for field, changes in INVALID.items() for change in changes],
)
def test_an_invalid_field_is_refused_by_name(
    field: str, change: dict[str, Any]
) -> None:
    assert refused_field(check_bet, replace(BET, **change)) == field


@for_each(
    ("game", "event", "extent"),
    [
        ("mines", "25", "they go from 0 to 24"),
        ("dice", "100.01", "they go from 0.00 to 100.00"),
        ("limbo", "0.98", "they are 0.99 or more"),
    ],
)
def test_the_refusal_of_an_event_says_which_can_happen(
    game: str, event: str, extent: str
) -> None:
    with pytest.raises(Refused) as refusal:
        check_bet(replace(BET, game=game, seen=(event,)))
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
    seen = {"seen": derived["events"]}
    for claims, valid, chosen_by in (
        (commitment | seen, True, "last_word"),
        (seen, None, "unknown"),
        (commitment, None, "unknown"),
        (commitment | {"seen": [*derived["events"][:2], "AS"]}, False, "unknown"),
    ):
        result = post(client, "/v1/verify", **SENT, **claims)
        assert (result["valid"], result["chosen_by"]) == (valid, chosen_by)
    assert (result["difference"]["where"], result["difference"]["seen"]) == (
        "seen[2]",
        "AS",
    )


def test_a_cursor_makes_no_result_true(client: FlaskClient) -> None:
    """Some cursor gives any roll: 99.99 is at 15,527 under these seeds, and the bet rolled something else."""
    for game in ("dice", "limbo", "roulette", "wheel"):
        bet = SENT | {"game": game, "count": 1, "cursor": 15_527}
        assert check_refusal(client.post("/v1/verify", json=bet)).keys() == {"cursor"}
        assert post(client, "/v1/verify", **bet | {"cursor": 0})[
            "unchecked"
        ].keys() == {"server_seed_hash", "seen"}
    derived = post(client, "/v1/verify", **SENT, cursor=52)["derived"]
    claims = {
        "cursor": 52,
        "server_seed_hash": derived["server_seed_hash"],
        "seen": derived["events"],
    }
    result = post(client, "/v1/verify", **SENT, **claims)
    assert (result["valid"], result["chosen_by"], list(result["unchecked"])) == (
        None,
        "unknown",
        ["cursor"],
    )
    assert (
        "nonce and the options of the game are your claims"
        in post(
            client,
            "/v1/verify",
            **SENT
            | claims
            | {
                "cursor": 0,
                "seen": post(client, "/v1/verify", **SENT)["derived"]["events"],
            },
        )["rests_on"]
    )


def test_a_default_in_a_bet_means_the_same_as_none(client: FlaskClient) -> None:
    defaults = {"cursor": 0, "first_square": 0, "segments": 10, "risk": "low"}
    assert post(client, "/v1/verify", **SENT, **defaults) == post(
        client, "/v1/verify", **SENT
    )
    segments = {"game": "wheel", "segments": 15, "count": 1}
    errors = check_refusal(client.post("/v1/verify", json=SENT | segments))
    assert "Must be one of 10, 20, 30, 40, 50" in errors["segments"]

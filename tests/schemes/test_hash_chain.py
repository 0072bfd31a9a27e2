"""Rounds of hash chains, compared with results that players saw, which are in hash_chains.txt.

Stake: github.com/KyranRana/stake-provably-fair-api (src/test, with the address of Stake's calculator for each),
github.com/Kyran121/provably-fair-verifierform-stake and github.com/provably-fair-betting/verifierform-stake (results
of Stake's calculator for other salts), github.com/lucasholder/fair (crash 1,126,614). bustabit v2: tests/lib.rs of
github.com/vladignatyev/bustabit-rust. bustabit: games 12,306,896 and the two before in
github.com/deduzzo/bustabit-scripts (tests/verification). Roobet: results that
github.com/chen-bill/roobet_datacollection read from its page in September 2020 (crashData.csv). They are those of games
876,241 to 876,248 of the chain whose first game, 77b271fe…, and salt Roobet published. With multiples of 25 all 1,704
results that can be placed in the chain follow from it, and with the 20 and 33 of others' programs they do not.
"""

import hashlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from service.core.verification import Difference
from service.schemes import hash_chain
from service.schemes.hash_chain import CHAINS, MAX_DISTANCE, ChainRound, check_chain
from tests.refusals import refused_field
from tests.tables import for_each

# The chain, its salt, the hash of a game and its multiplier
VECTORS = [
    line.split()
    for line in (Path(__file__).parent / "hash_chains.txt").read_text().splitlines()
]
ROUNDS = {
    name: [(salt, game_hash) for game, salt, game_hash, _ in VECTORS if game == name]
    for name in CHAINS
}

CRASH_SALT = ROUNDS["stake_crash"][0][0]
SALT, LAST = ROUNDS["bustabit"][0]
BEFORE = ROUNDS["bustabit"][1][1]
ROUND = ChainRound(
    game="bustabit", game_hash=LAST, salt=SALT, previous_hash=BEFORE, seen="10.91"
)
OTHER = "00" * 32


@for_each(("game", "salt", "game_hash", "seen"), VECTORS)
def test_a_round_has_the_multiplier_that_players_saw(
    game: str, salt: str, game_hash: str, seen: str
) -> None:
    result = check_chain(
        ChainRound(game=game, salt=salt, game_hash=game_hash, seen=f"{seen}x")
    )
    assert (result.checks["seen"], result.derived["multiplier"]) == (True, seen)
    other = check_chain(
        ChainRound(game=game, salt=salt, game_hash=game_hash, seen="1.01")
    )
    assert other.difference == Difference(where="seen", expected=seen, seen="1.01")


def test_the_salts_that_are_known_are_those_of_the_rounds() -> None:
    assert {name: chain.salts[-1] for name, chain in CHAINS.items()} == {
        name: ROUNDS[name][0][0] for name in CHAINS
    }


@pytest.mark.parametrize("game", ["bustabit_v2", "bustabit", "roobet"])
def test_consecutive_games_are_links_of_the_chain(game: str) -> None:
    rounds = ROUNDS[game][-3:]
    for (salt, game_hash), (_, previous) in pairwise(rounds):
        result = check_chain(
            ChainRound(
                game=game, salt=salt, game_hash=game_hash, previous_hash=previous
            )
        )
        assert result.checks == {"previous_hash": True, "salt": True}
        assert result.derived["previous_hash"] == previous
    (salt, latest), _, (_, earliest) = rounds
    request = ChainRound(
        game=game, salt=salt, game_hash=latest, previous_hash=earliest, distance=2
    )
    assert check_chain(request).checks["previous_hash"] is True
    assert check_chain(replace(request, distance=3)).checks["previous_hash"] is False


def test_the_links_of_stake_are_the_published_ones() -> None:
    """github.com/lucasholder/fair, src/games/crash.rs: two links from SHA-256 of "testing", and the result there."""
    chain = CHAINS["stake_crash"]
    first = hashlib.sha256(b"testing").digest()
    third = chain.derive_previous(chain.derive_previous(first))
    request = ChainRound(
        game="stake_crash",
        game_hash=first.hex(),
        salt=CRASH_SALT,
        previous_hash=third.hex(),
        distance=2,
    )
    assert check_chain(request).checks["previous_hash"] is True
    digest = chain.derive_hmac(third, CRASH_SALT.encode())
    assert max(1, 2**32 / (int.from_bytes(digest[:4]) + 1) * 0.99) == 1.5992214910117746
    assert chain.compute(int.from_bytes(digest)) == 159


def test_what_is_not_given_or_not_known_is_unchecked_and_else_a_round_is_valid() -> (
    None
):
    assert check_chain(ROUND).valid is True
    assert (
        check_chain(
            replace(ROUND, game_hash=ROUND.game_hash.upper(), seen="10.91x")
        ).valid
        is True
    )
    result = check_chain(replace(ROUND, previous_hash=None, seen=None, salt="another"))
    assert (result.valid, result.checks) == (None, {})
    assert set(result.unchecked) == {"previous_hash", "salt", "seen"}


@for_each(("game", "salt", "game_hash", "seen"), VECTORS)
def test_who_could_choose_is_known_near_a_published_hash_alone(
    game: str, salt: str, game_hash: str, seen: str
) -> None:
    """The other games that players saw lead to the last hash of their chain as well, but by more links."""
    near = {"94aa062026624e59a0ace092568d5f46e21b9bf1d5173609db8645dd62bdfc44"}
    near |= {
        "94e66d98029c61ecd27c4fb6b381d401c823cf3dfbdac9246756d5b655e125aa",
        CHAINS["bustabit"].checkpoint or "",
    }
    request = ChainRound(game=game, salt=salt, game_hash=game_hash, seen=seen)
    previous = check_chain(request).derived["previous_hash"]
    result = check_chain(replace(request, previous_hash=previous))
    assert result.chosen_by == ("nobody_alone" if game_hash in near else "unknown")


def test_a_published_hash_counts_over_at_most_the_greatest_distance() -> None:
    for chain in CHAINS.values():
        links = [bytes.fromhex("07" * 32)]
        for _ in range(MAX_DISTANCE + 1):
            links.append(chain.derive_previous(links[-1]))
        found = [
            chain._replace(checkpoint=links[k].hex()).has_published(links[0])
            for k in (0, 1, -2, -1)
        ]
        assert found == [True, True, True, False]
    first = "9f57575fd54cd441e962448537e155ace9555df10cd27fa817bbcaf48a59ebcf"  # game 1 of bustabit v2
    assert CHAINS["bustabit_v2"].has_published(bytes.fromhex(first))
    assert not CHAINS["stake_slide"].has_published(bytes.fromhex(first))


@for_each(
    ("change", "where"),
    [
        ({"previous_hash": OTHER}, "previous_hash"),
        ({"game_hash": OTHER}, "previous_hash"),
        ({"distance": 2}, "previous_hash"),
        ({"seen": "10.92"}, "seen"),
        ({"previous_hash": OTHER, "seen": "1.00"}, "previous_hash"),
        ({"salt": "another"}, "seen"),
    ],
)
def test_the_first_altered_value_is_named(
    change: dict[str, object], where: str
) -> None:
    difference = check_chain(replace(ROUND, **change)).difference  # type: ignore[arg-type]
    assert (difference and difference.where) == where


INVALID = [
    ("game", "bitstarz"),
    ("game_hash", OTHER[2:]),
    ("game_hash", f"0x{OTHER[2:]}"),
    ("previous_hash", "z" * 64),
    ("salt", ""),
    ("salt", "x" * 257),
    ("distance", 0),
    ("distance", MAX_DISTANCE + 1),
    ("seen", "0.99"),
    ("seen", "much"),
    ("seen", "2.567"),
]


@for_each(("field", "value"), INVALID)
def test_an_invalid_field_is_refused_by_name(field: str, value: Any) -> None:
    assert refused_field(check_chain, replace(ROUND, **{field: value})) == field


def test_the_lowest_and_the_highest_multiplier_of_a_formula() -> None:
    """The highest of Roobet is rounded as doubles are."""
    lowest = 0
    highest = 2**256 - 1
    assert [
        hash_chain.compute_from_32_bits(number, 0.01) for number in (highest, lowest)
    ] == [100, 2**32 * 99]
    assert [hash_chain.compute_bustabit(number) for number in (lowest, highest)] == [
        100,
        99 * 2**52,
    ]
    assert [hash_chain.compute_roobet(number) for number in (lowest, 1, highest)] == [
        100,
        100,
        99 * 2**52,
    ]

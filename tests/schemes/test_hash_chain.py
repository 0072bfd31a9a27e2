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
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

from service.schemes import hash_chain
from service.schemes.hash_chain import CHAINS, MAX_DISTANCE, ChainRound, check_chain
from service.verdicts.verdict import Difference
from tests.refusals import refused_field
from tests.schemes import first_difference
from tests.tables import for_each


def read_rounds() -> Iterator[ChainRound]:
    """Yield the rounds of hash_chains.txt: their chain, its salt, the hash of the game and its multiplier."""
    text = (Path(__file__).parent / "hash_chains.txt").read_text()
    for line in text.splitlines():
        game, salt, game_hash, seen = line.split()
        yield ChainRound(game=game, salt=salt, game_hash=game_hash, seen=seen)


PLAYED = list(read_rounds())
ROUNDS = {game: [played for played in PLAYED if played.game == game] for game in CHAINS}
"""The rounds that players saw, by their chain."""

LATER, EARLIER, *_ = ROUNDS["bustabit"]
ROUND = replace(LATER, previous_hash=EARLIER.game_hash, seen="10.91")
OTHER = "00" * 32


@for_each("played", PLAYED, ids=attrgetter("game_hash"))
def test_a_round_has_the_multiplier_that_players_saw(played: ChainRound) -> None:
    result = check_chain(replace(played, seen=f"{played.seen}x"))
    assert result.checks["seen"] is True
    assert result.derived["multiplier"] == played.seen
    other = check_chain(replace(played, seen="1.01"))
    difference = Difference(where="seen", expected=played.seen, seen="1.01")
    assert first_difference(other) == difference


@for_each("game", CHAINS)
def test_the_salt_that_is_known_is_that_of_the_rounds(game: str) -> None:
    first, *_ = ROUNDS[game]
    assert CHAINS[game].salts[-1] == first.salt


@for_each("game", ["bustabit_v2", "bustabit", "roobet"])
def test_consecutive_games_are_links_of_the_chain(game: str) -> None:
    latest, middle, earliest = ROUNDS[game][-3:]
    for played, previous in pairwise((latest, middle, earliest)):
        link = replace(played, previous_hash=previous.game_hash, seen=None)
        result = check_chain(link)
        assert result.checks == {"previous_hash": True, "salt": True}
        assert result.derived["previous_hash"] == previous.game_hash
    two_links = replace(latest, previous_hash=earliest.game_hash, distance=2)
    assert check_chain(two_links).checks["previous_hash"] is True
    three_links = replace(two_links, distance=3)
    assert check_chain(three_links).checks["previous_hash"] is False


def test_the_links_of_stake_are_the_published_ones() -> None:
    """github.com/lucasholder/fair, src/games/crash.rs: two links from SHA-256 of "testing", and the result there."""
    chain = CHAINS["stake_crash"]
    salt = ROUNDS["stake_crash"][0].salt
    first = hashlib.sha256(b"testing").digest()
    third = chain.derive_previous(chain.derive_previous(first))
    request = ChainRound(
        game="stake_crash",
        game_hash=first.hex(),
        salt=salt,
        previous_hash=third.hex(),
        distance=2,
    )
    assert check_chain(request).checks["previous_hash"] is True
    digest = chain.derive_hmac(third, salt.encode())
    number = int.from_bytes(digest[:4])
    assert 2**32 / (number + 1) * 0.99 == 1.5992214910117746
    assert chain.compute(int.from_bytes(digest)) == 159


def test_a_round_of_which_everything_is_known_is_valid() -> None:
    assert check_chain(ROUND).valid is True
    upper_case = ROUND.game_hash.upper()
    written_otherwise = replace(ROUND, game_hash=upper_case, seen="10.91x")
    assert check_chain(written_otherwise).valid is True


def test_what_is_not_given_or_not_known_is_unchecked() -> None:
    result = check_chain(replace(ROUND, previous_hash=None, seen=None, salt="another"))
    assert result.valid is None
    assert result.checks == {}
    assert result.unchecked.keys() == {"previous_hash", "salt", "seen"}


NEAR = {
    "94aa062026624e59a0ace092568d5f46e21b9bf1d5173609db8645dd62bdfc44",
    "94e66d98029c61ecd27c4fb6b381d401c823cf3dfbdac9246756d5b655e125aa",
    CHAINS["bustabit"].checkpoint,
}
"""The games that few links lead from to a published hash; from the others to the last hash of the chain are more."""


@for_each("played", PLAYED, ids=attrgetter("game_hash"))
def test_who_could_choose_is_known_near_a_published_hash_alone(
    played: ChainRound,
) -> None:
    previous = check_chain(played).derived["previous_hash"]
    result = check_chain(replace(played, previous_hash=previous))
    is_near = played.game_hash in NEAR
    assert result.chosen_by == ("nobody_alone" if is_near else "unknown")


@for_each("game", CHAINS)
def test_a_published_hash_counts_over_at_most_the_greatest_distance(game: str) -> None:
    first = bytes.fromhex("07" * 32)
    links = [first]
    for _ in range(MAX_DISTANCE + 1):
        links.append(CHAINS[game].derive_previous(links[-1]))
    _, second, *_, farthest, too_far = links

    def counts(published: bytes) -> bool:
        """Return whether the first link counts if this one is published."""
        chain = CHAINS[game]._replace(checkpoint=published.hex())
        return chain.has_published(first)

    assert counts(first)
    assert counts(second)
    assert counts(farthest)
    assert not counts(too_far)


def test_the_hash_of_the_first_game_is_published_for_its_own_chain() -> None:
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
    result = check_chain(replace(ROUND, **change))  # type: ignore[arg-type]
    assert first_difference(result).where == where


@for_each(
    ("field", "value"),
    [
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
    ],
)
def test_an_invalid_field_is_refused_by_name(field: str, value: Any) -> None:
    invalid = replace(ROUND, **{field: value})
    assert refused_field(check_chain, invalid) == field


def test_the_lowest_and_the_highest_multiplier_of_a_formula() -> None:
    """The highest of Roobet is rounded as doubles are."""
    highest = 2**256 - 1
    assert hash_chain.compute_from_32_bits(highest, 0.01) == 100
    assert hash_chain.compute_from_32_bits(0, 0.01) == 2**32 * 99
    assert hash_chain.compute_bustabit(0) == 100
    assert hash_chain.compute_bustabit(highest) == 99 * 2**52
    assert hash_chain.compute_roobet(0) == 100
    assert hash_chain.compute_roobet(1) == 100
    assert hash_chain.compute_roobet(highest) == 99 * 2**52

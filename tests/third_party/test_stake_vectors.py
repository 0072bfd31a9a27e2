"""Limbo, the wheel, and the two ways of writing mines and diamonds, compared with published results.

`fair` is the Rust crate of github.com/lucasholder/fair (src/games). `api` is
github.com/KyranRana/stake-provably-fair-api (src/test, with the addresses of Stake's calculator for each), which counts
mines from 1 and calls the sixth gem pink. `form` is github.com/provably-fair-betting/verifierform-stake
(tests/lib/games/testcases, results of Stake's calculator), and `form 2025` is
github.com/Kyran121/provably-fair-verifierform-stake (tests/lib/games).
"""

from dataclasses import replace
from typing import Any

import pytest

from service.core.verification import Difference
from service.third_party.stake import RISKS, SEGMENTS, Bet, build_wheel, check_bet, compute_limbo
from tests.tables import for_each

FAIR = ("server seed", "client seed")
TINY = ("e8df2cc3b9ccb583ce5ea92336842387", "83e27f682128eb1852b048203dfd6931")
API = [
    ("18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159", "bb62964774", 1),
    ("a9a09f7f84c9dc6d4f46f9b702d8e7e211e1fc219ac10e1145c4ca032eb000c6", "3c83fc7e07", 3),
    ("a5022ccf5dd5a76d2014278e3d91d1dfc47c3f12e683ea0c8151fdc2f944beb1", "8b3ca8298c", 54),
]
FORM_2025 = ("735249f062ac025044a8523aa92e034803f02d6b75129abc97e8b1be19aab9b4", "ec75fca98de6f2d9")

LIMBO = [
    # fair
    *((*FAIR, nonce, seen) for nonce, seen in ((1, "1.32"), (2, "1.83"), (3, "4.28"))),
    (*TINY, 1942124, "3807692.3"),
    # api
    *((*seeds, seen) for seeds, seen in zip(API, ("1.28", "5.05", "1.75"), strict=True)),
    # form
    *(
        ("5c5c42b55822f994bd955a4416775190", "40cea334816e7a68ed62d208ce4a2572", nonce, seen)
        for nonce, seen in enumerate(["17.41", "1.69", "2.88", "21.02", "1.09", "140.42", "1.43", "1.21", "3", "2.38"])
    ),
    # form 2025
    *((*FORM_2025, nonce, seen) for nonce, seen in ((20, "1.06x"), (21, "160.05x"), (22, "1.38x"))),
]

WHEEL = [
    # fair
    (*FAIR, 1, 10, "low", "1.2"),
    (*FAIR, 2, 10, "low", "1.2"),
    (*FAIR, 2, 20, "low", "1.5"),
    (*FAIR, 2, 40, "medium", "0"),
    # form
    *(
        ("734db4b5d75c339f037ba64ac5ecada3", "bb0f7423c07974b393e4f03d86c6c6d8", 5 * row + column, segments, risk, seen)
        for row, (risk, texts) in enumerate(zip(RISKS, ("1.2 0 1.2 1.2 1.2", "3 0 2 0 0", "0 0 0 0 0"), strict=True))
        for column, (segments, seen) in enumerate(zip(SEGMENTS, texts.split(), strict=True))
    ),
]

WHEEL_SEGMENTS = [
    # fair
    (*FAIR, 1, 10, 7),
    (*FAIR, 2, 10, 5),
    (*FAIR, 2, 20, 10),
    (*FAIR, 2, 40, 21),
    # api
    *((*API[0], segments, index) for segments, index in zip(SEGMENTS, (7, 15, 23, 30, 38), strict=True)),
]

MINES = [
    # api
    *((1, *seeds, set(range(1, 26)) - {safe}) for seeds, safe in zip(API, (22, 23, 9), strict=True)),
    # form 2025
    (1, *FORM_2025, 20, {1, 2, 3, 5, 6, 13, 14, 19, 20, 21, 24}),
    (1, *FORM_2025, 21, {1, 2, 8, 9, 12, 16, 18, 19, 20, 21, 25}),
    (1, *FORM_2025, 22, {1, 4, 5, 6, 7, 10, 12, 18, 20, 22, 24}),
    # form
    *(
        (0, "5ff5c610e633b2a91c46d1be1f74286b", "854581b6f52eaa86503f1dc6433655f9", nonce, squares)
        for nonce, squares in enumerate(
            (
                *({6}, {1, 21}, {13, 16, 22}, {14, 16, 21, 23}, {0, 6, 16, 18, 22}, {3, 12, 14, 20, 21, 24}),
                *({4, 8, 14, 15, 18, 20, 22}, {1, 2, 3, 8, 11, 16, 21, 24}, {1, 5, 6, 8, 13, 16, 18, 20, 21}),
                *({2, 3, 4, 10, 13, 15, 16, 21, 22, 23}, {0, 1, 2, 4, 6, 9, 10, 14, 17, 22, 24}),
            )
        )
    ),
]

DIAMONDS = [
    # api
    (*API[0], "pink blue yellow pink green"),
    (*API[1], "purple red cyan cyan red"),
    (*API[2], "red pink green blue purple"),
    # form
    *(
        ("5f6de4c2f18ecbbfc1919851cd0770b7", "7dbf887dbe97259c5e48b76afa459c06", nonce, gems)
        for nonce, gems in enumerate(
            (
                *("blue yellow green pink yellow", "green blue purple cyan green", "purple red green pink green"),
                *("pink pink yellow purple cyan", "blue green pink red green", "red red pink green blue"),
                *("red blue purple cyan cyan", "blue red green red pink", "cyan yellow green pink red"),
                "blue purple yellow green yellow",
            )
        )
    ),
]


def make_bet(server_seed: str, client_seed: str, nonce: int, game: str, seen: Any, **options: Any) -> Bet:
    """Return a bet without a hash of the server seed, so that only its events are compared."""
    events = tuple(map(str, seen))
    return Bet(server_seed=server_seed, client_seed=client_seed, nonce=nonce, game=game, seen=events, **options)


@for_each(("server_seed", "client_seed", "nonce", "seen"), LIMBO)
def test_limbo_has_the_published_multipliers(server_seed: str, client_seed: str, nonce: int, seen: str) -> None:
    bet = make_bet(server_seed, client_seed, nonce, "limbo", [seen])
    assert check_bet(bet).checks == {"seen": True}
    other = check_bet(replace(bet, seen=("9.87",)))
    [event] = other.derived["events"]
    assert other.difference == Difference(where="seen[0]", expected=event, seen="9.87")


def test_a_multiplier_of_limbo_by_another_formula_is_unchecked() -> None:
    """The calculator of 2020 shows 3807692.3 for this bet (fair), one with 2^24 would show 3321888.76."""
    result = check_bet(make_bet(*TINY, 1942124, "limbo", ["3321888.76"]))
    assert (result.valid, set(result.unchecked)) == (None, {"server_seed_hash", "seen"})
    assert check_bet(make_bet(*TINY, 1942124, "limbo", ["3321888.77"])).valid is False


def test_limbo_has_an_edge_of_one_per_cent() -> None:
    assert [compute_limbo(2**32 // multiplier - 1) for multiplier in (1, 2, 4)] == ["0.99", "1.98", "3.96"]
    assert compute_limbo(2**32 - 1, minimum=1) == "1.00"
    assert compute_limbo(0) == "99000000.00"


@for_each(("server_seed", "client_seed", "nonce", "segments", "risk", "seen"), WHEEL)
def test_the_wheel_has_the_published_multipliers(
    server_seed: str, client_seed: str, nonce: int, segments: int, risk: str, seen: str
) -> None:
    bet = make_bet(server_seed, client_seed, nonce, "wheel", [seen], segments=segments, risk=risk)
    assert check_bet(bet).checks == {"seen": True}
    other = "0" if float(seen) else next(outcome for outcome in build_wheel(segments, risk).outcomes if float(outcome))
    result = check_bet(replace(bet, seen=(other,)))
    assert result.checks == {"seen": False}
    assert result.difference is not None
    assert result.difference.where == "seen[0]"


@for_each("bet, segments, index", [(bet, segments, index) for *bet, segments, index in WHEEL_SEGMENTS])
def test_the_wheel_stops_at_the_published_segment(bet: tuple[str, str, int], segments: int, index: int) -> None:
    [number] = check_bet(make_bet(*bet, "dice", ["0.00"])).derived["floats"]
    assert int(number * segments) == index


@for_each("segments", SEGMENTS)
@for_each("risk", RISKS)
def test_a_wheel_has_an_edge_of_one_per_cent(segments: int, risk: str) -> None:
    wheel = build_wheel(segments, risk)
    assert len(wheel.outcomes) == segments
    assert sum(map(float, wheel.outcomes)) == pytest.approx(0.99 * segments)


@for_each(("first_square", "server_seed", "client_seed", "nonce", "squares"), MINES)
def test_mines_are_counted_from_the_square_that_the_caller_says(
    first_square: int, server_seed: str, client_seed: str, nonce: int, squares: set[int]
) -> None:
    bet = make_bet(server_seed, client_seed, nonce, "mines", sorted(squares), first_square=first_square)
    assert check_bet(bet).checks == {"seen": True}
    free = next(square for square in range(first_square, first_square + 25) if square not in squares)
    altered = (str(free), *(bet.seen or ())[1:])
    assert check_bet(replace(bet, seen=altered)).checks == {"seen": False}


@for_each(("server_seed", "client_seed", "nonce", "gems"), DIAMONDS)
@for_each("name", ["pink", "orange", "Orange"])
def test_the_sixth_gem_has_two_names(server_seed: str, client_seed: str, nonce: int, gems: str, name: str) -> None:
    seen = gems.replace("pink", name).split()
    assert check_bet(make_bet(server_seed, client_seed, nonce, "diamonds", seen)).checks == {"seen": True}

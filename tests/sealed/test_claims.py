"""Receipts with claims that cost much if they are believed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Any

import pytest

from service.core.errors import Refused
from service.sealed.observations import ObservedCards
from service.sealed.rounds import commit
from service.sealed.terms import parse_terms
from tests.memory import measure_peak
from tests.sealed.players import check_receipt

Json = dict[str, Any]

ROOT = "00" * 32
HUGE = 2**53 - 1


LARGE = {
    "scheme": "sealed1",
    "stream": "sd1",
    "min": 1,
    "max": 4_096,
    "algorithm": "fisher_yates",
    "cut": 0,
}
LARGE |= {"reshuffle": "on_request", "reveal": "shown"}
DRAWN = {
    "round": 0,
    "top": 1,
    "bottom": 0,
    "total": 1,
    "draws": 1,
    "digest": ROOT,
    "in_play": None,
}
SHOWN = {
    "round": 0,
    "position": 0,
    "index": 0,
    "integer": 1,
    "salt": ROOT,
    "path": [ROOT] * 12,
}
HOSTILE: list[tuple[Json, list[Json], Json]] = [
    ({"max": HUGE}, [], {}),
    ({"max": HUGE}, [SHOWN] * 50, {"top": HUGE, "total": HUGE}),
    ({}, [SHOWN] * 50, {}),
    (
        {},
        [
            SHOWN | {"index": number, "integer": number + 1, "round": number}
            for number in range(50)
        ],
        {},
    ),
    ({}, [], dict.fromkeys(("top", "bottom", "total", "draws", "round"), HUGE)),
    ({}, [], {"draws": HUGE, "total": HUGE, "round": 2**37}),
    ({}, [], {"in_play": 4_096, "round": 1, "top": 0, "total": 1}),
]
ENTRIES: list[list[ObservedCards]] = [
    [],
    [
        ObservedCards(
            draw=1,
            rounds=(4_999,),
            positions=(0,),
            integers=(None,),
            roots=(ROOT,) * 5_000,
        )
    ],
    [
        ObservedCards(
            draw=HUGE,
            rounds=(HUGE,),
            positions=(0,),
            integers=(None,),
            roots=(ROOT,) * 5_000,
        )
    ],
    [
        ObservedCards(
            draw=1,
            rounds=(0,),
            positions=(0,),
            integers=(1,),
            in_play=tuple(range(4_000)),
            roots=(ROOT,) * 2,
        )
    ],
    [
        ObservedCards(round=number, position=4_095, integers=(None,))
        for number in range(200)
    ],
]


def list_claims() -> Iterator[Json]:
    """Yield receipts with numbers and lists that cost much if they are believed."""
    for terms, shown, drawn in HOSTILE:
        members: Json = {
            "receipt": "sealed1",
            "terms": LARGE | terms,
            "client_seed": None,
            "drawn": DRAWN | drawn,
        }
        members["commitment"] = commit(
            bytes(32), parse_terms("terms", members["terms"])
        ).hex()
        yield members | {"seed_hash": ROOT, "root": ROOT, "shown": shown}
        if not members["drawn"]["in_play"]:
            yield members | {"server_seed": ROOT}


def count_calls(work: Callable[[], object]) -> int:
    """Return how many functions a function calls, those of Python itself included: the same on every machine."""
    calls = []
    sys.setprofile(
        lambda _, event, __: (
            calls.append(event) if event in ("call", "c_call") else None
        )
    )
    try:
        work()
    finally:
        sys.setprofile(None)
    return len(calls)


@pytest.mark.exhaustive
def test_whatever_is_claimed_is_checked_in_few_calls_and_little_memory() -> None:
    def check(receipt: Json, seen: list[ObservedCards]) -> None:
        with suppress(Refused):
            assert check_receipt(receipt, seen).valid is not True

    checks = [partial(check, *claim) for claim in product(list_claims(), ENTRIES)]
    assert max(map(count_calls, checks)) < 100_000
    assert (
        measure_peak(lambda: [work() for work in checks], limit := 10_000_000) < limit
    )

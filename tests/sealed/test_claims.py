"""Receipts with claims that cost much if they are believed."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any

import pytest

from service.core.errors import Refused
from service.sealed.opening.terms import parse_terms
from service.sealed.receipts.observations import ObservedCards
from service.sealed.shoe.rounds import commit
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
    "reshuffle": "on_request",
    "reveal": "shown",
}
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
EACH_SHOWN = [
    SHOWN | {"index": number, "integer": number + 1, "round": number}
    for number in range(50)
]


@dataclass(frozen=True)
class Claim:
    """What a receipt claims: changes of its terms and of what was drawn, and its shown cards."""

    terms: Json = field(default_factory=dict)
    shown: Sequence[Json] = ()
    drawn: Json = field(default_factory=dict)


HOSTILE = [
    Claim(terms={"max": HUGE}),
    Claim({"max": HUGE}, [SHOWN] * 50, {"top": HUGE, "total": HUGE}),
    Claim(shown=[SHOWN] * 50),
    Claim(shown=EACH_SHOWN),
    Claim(drawn=dict.fromkeys(("top", "bottom", "total", "draws", "round"), HUGE)),
    Claim(drawn={"draws": HUGE, "total": HUGE, "round": 2**37}),
    Claim(drawn={"in_play": 4_096, "round": 1, "top": 0, "total": 1}),
]
OF_DRAW_1 = ObservedCards(draw=1, rounds=(0,), positions=(0,), integers=(None,))
MANY_ROOTS = (ROOT,) * 5_000
MANY_IN_PLAY = tuple(range(4_000))
OF_NO_DRAW = ObservedCards(position=4_095, integers=(None,))
ENTRIES: list[list[ObservedCards]] = [
    [],
    [replace(OF_DRAW_1, rounds=(4_999,), roots=MANY_ROOTS)],
    [replace(OF_DRAW_1, draw=HUGE, rounds=(HUGE,), roots=MANY_ROOTS)],
    [replace(OF_DRAW_1, integers=(1,), in_play=MANY_IN_PLAY, roots=(ROOT, ROOT))],
    [replace(OF_NO_DRAW, round=number) for number in range(200)],
]


def list_claims() -> Iterator[Json]:
    """Yield receipts with numbers and lists that cost much if they are believed."""
    for claim in HOSTILE:
        terms = LARGE | claim.terms
        commitment = commit(bytes(32), parse_terms("terms", terms))
        members: Json = {
            "receipt": "sealed1",
            "commitment": commitment.hex(),
            "terms": terms,
            "client_seed": None,
            "drawn": DRAWN | claim.drawn,
        }
        yield members | {"seed_hash": ROOT, "root": ROOT, "shown": list(claim.shown)}
        if not members["drawn"]["in_play"]:
            yield members | {"server_seed": ROOT}


def count_calls(work: Callable[[], object]) -> int:
    """Return how many functions a function calls, those of Python itself included: the same on every machine."""
    calls = []

    def record(_: object, event: str, __: object) -> None:
        if event in ("call", "c_call"):
            calls.append(event)

    sys.setprofile(record)
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

    def check_all() -> None:
        for work in checks:
            work()

    limit = 10_000_000
    assert measure_peak(check_all, limit) < limit

"""Receipts of `shoe3`, full and partial: those of the vectors, which another implementation altered and checked."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from time import process_time
from typing import Any

import pytest
from service.core.sealed.inclusion import check_shown_alone

from service.core.errors import TooMany
from service.core.sealed.observations import ObservedCards
from service.core.sealed.rounds import commit_hashed
from service.core.sealed.terms import parse_terms
from tests.core.sealed.players import check_receipt
from tests.core.sealed.test_private_vectors import LIVES, describe, lives
from tests.core.sealed.test_vectors import alter, check
from tests.memory import measure_peak
from tests.tables import for_each

Json = dict[str, Any]

ROOT, HUGE = "00" * 32, 2**53 - 1


def make_full(case: Json) -> Json:
    """Return the full receipt of a case with all that was seen, and the list of items if there is one."""
    asked, answer = case["asked"], case["answer"]
    receipt = {name: asked[name] for name in ("terms", "server_seed", "client_seed")}
    return make_partial(case) | {
        "receipt": receipt | {"receipt": "shoe3", "commitment": answer["commitment"], "drawn": answer["drawn"]}
    }


def make_partial(case: Json) -> Json:
    """Return the partial receipt of a case, with the same."""
    items = {"original_items": case["original_items"]} if "original_items" in case else {}
    return {"receipt": case["answer"]["partial"], "seen": case["answer"]["seen"]} | items


@lives
def test_the_receipts_of_each_life_are_right(case: Json) -> None:
    assert check(make_full(case)).valid is True
    result = check(make_partial(case))
    assert (result.difference, set(result.unchecked)) == (None, {"order"})


ALTERED = [
    (case, make, altered)
    for case in LIVES
    for make, name in ((make_full, "altered"), (make_partial, "altered_partial"))
    for altered in case.get(name, [])
]


@for_each(
    ("case", "make", "altered"),
    ALTERED,
    ids=["-".join([describe(case), make.__name__, *map(str, altered["path"])]) for case, make, altered in ALTERED],
)
def test_an_altered_receipt_differs_where_it_is_published(
    case: Json, make: Callable[[Json], Json], altered: Json
) -> None:
    result = check(alter(make(case), altered))
    difference = result.difference
    assert (result.valid, difference and difference.where) == (altered["valid"], altered.get("where"))
    if result.valid is None:
        assert set(result.unchecked) == set(altered["unchecked"])


@for_each(
    ("make", "draw", "altered", "where"),
    [
        (make_partial, 3, {"roots": [ROOT] * 9}, "seen[0].roots"),
        (make_partial, 0, {"roots": [ROOT] * 9}, "seen[0].roots"),
        (make_partial, 3, {"in_play": [3, 2]}, "seen[0].in_play[1]"),
        (
            make_full,
            0,
            {"roots": [LIVES[12]["answer"]["rounds"][number]["root"] for number in (0, 1)]},
            "seen[0].roots[1]",
        ),
    ],
)
def test_what_no_draw_has_is_found_in_a_list_that_lacks_the_others(
    make: Callable[[Json], Json], draw: int, altered: Json, where: str
) -> None:
    file = make(LIVES[12])
    entry = file["seen"][draw]
    assert check(file | {"seen": [entry]}).valid is None
    result = check(file | {"seen": [entry | altered]})
    assert result.difference is not None
    assert result.difference.where == where


@lives
def test_cards_shown_alone_are_right_with_the_root_of_their_round(case: Json) -> None:
    answer, terms = case["answer"], case["asked"]["terms"]
    for published in answer["rounds"]:
        shown = [card for card in answer["shown"] if card["round"] == published["round"]]
        if shown:
            assert check_shown_alone(shown, published["root"], terms).valid is True
            other = check_shown_alone(shown, "00" * 32, terms).difference
            assert other is not None
            assert other.where == "shown[0]"


LARGE = {"scheme": "shoe3", "stream": "sd1", "min": 1, "max": 4_096, "algorithm": "fisher_yates", "cut": 0}
LARGE |= {"reshuffle": "when_empty", "reveal": "shown"}
DRAWN = {"round": 0, "top": 1, "bottom": 0, "total": 1, "draws": 1, "digest": ROOT, "in_play": None}
SHOWN = {"round": 0, "position": 0, "index": 0, "integer": 1, "salt": ROOT, "path": [ROOT] * 12}
HOSTILE: list[tuple[Json, list[Json], Json]] = [
    ({"max": HUGE}, [], {}),
    ({"max": HUGE}, [SHOWN] * 50, {"top": HUGE, "total": HUGE}),
    ({}, [SHOWN] * 50, {}),
    ({}, [SHOWN | {"index": number, "integer": number + 1, "round": number} for number in range(50)], {}),
    ({}, [], dict.fromkeys(("top", "bottom", "total", "draws", "round"), HUGE)),
    ({}, [], {"draws": HUGE, "total": HUGE, "round": 2**37}),
    ({}, [], {"in_play": 4_096, "round": 1, "top": 0, "total": 1}),
]
ENTRIES: list[list[ObservedCards]] = [
    [],
    [ObservedCards(draw=1, rounds=(4_999,), positions=(0,), integers=(None,), roots=(ROOT,) * 5_000)],
    [ObservedCards(draw=HUGE, rounds=(HUGE,), positions=(0,), integers=(None,), roots=(ROOT,) * 5_000)],
    [ObservedCards(draw=1, rounds=(0,), positions=(0,), integers=(1,), in_play=tuple(range(4_000)), roots=(ROOT,) * 2)],
    [ObservedCards(round=number, position=4_095, integers=(None,)) for number in range(200)],
]


def list_claims() -> Iterator[Json]:
    """Yield receipts with numbers and lists that cost much if they are believed."""
    for terms, shown, drawn in HOSTILE:
        members: Json = {"receipt": "shoe3", "terms": LARGE | terms, "client_seed": None, "drawn": DRAWN | drawn}
        members["commitment"] = commit_hashed(bytes(32), parse_terms("terms", members["terms"])).hex()
        yield members | {"seed_hash": ROOT, "root": ROOT, "shown": shown}
        if not members["drawn"]["in_play"]:
            yield members | {"server_seed": ROOT}


@pytest.mark.exhaustive
def test_whatever_is_claimed_is_checked_in_little_time_and_memory() -> None:
    receipts = [*list_claims()]

    def check_all() -> None:
        for receipt, seen in product(receipts, ENTRIES):
            with suppress(TooMany):
                assert check_receipt(receipt, seen).valid is not True

    begin = process_time()
    check_all()
    assert process_time() - begin < 2
    assert measure_peak(check_all, limit := 10_000_000) < limit

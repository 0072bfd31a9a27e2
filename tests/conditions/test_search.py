"""A search finds exactly the deals that a plain loop over the indices finds."""

from collections.abc import Mapping
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.cards.options import PackOptions
from service.conditions import candidate_search
from service.conditions.candidate_search import (
    DEFAULT_CANDIDATES,
    Search,
    prepare_search,
)
from service.conditions.candidate_work import candidate_work
from service.conditions.compiled import Evaluator, to_masks
from service.conditions.condition import Condition, leaves
from service.conditions.condition_parsing import parse_condition
from service.core import work
from service.core.errors import Refused, TooMany
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffles import batches
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import Limits
from service.core.work import Work
from service.games.deals import DealRequest
from tests.conditions.definitions import holds
from tests.conditions.tables import Table, set_up_deck, set_up_game
from tests.memory import measure_peak
from tests.tables import for_each

Where = Mapping[str, Any]


class Found(NamedTuple):
    """The deals that a search yielded, and their total cost."""

    offsets: list[int]
    rows: list[list[int]]
    costs: tuple[int, int, int]
    candidates: int


STRONG = {
    "all": [
        {"hand": "N", "points": "hcp", "min": 15, "max": 17},
        {"hand": "N", "shape": "balanced"},
    ]
}
HEARTS = {"hand": "N", "length": "H", "min": 3}


def find(
    table: Table,
    where: Where,
    randomness: Randomness,
    repeats: int,
    limit: int,
    first: int | None = None,
) -> Found:
    """Run a search, check that its chunks are consistent, and return all that it found."""
    looked = Search(
        Evaluator(parse_condition(where, table.deals), table.deals), limit, 0, first
    )
    parts = list(looked.find(table.sampler, randomness, repeats, Work()))
    ordinals = [ordinal for part in parts for ordinal in part.ordinals]
    assert ordinals == list(range(len(ordinals)))
    assert [part.candidates for part in parts] == sorted(
        {part.candidates for part in parts}
    )
    assert all(len(part.offsets) == len(part.rows) for part in parts)
    # as JSON writes them: integers in the order of their rows
    assert all(
        part.rows.dtype == np.int64 and part.rows.flags.c_contiguous for part in parts
    )
    return Found(
        [offset for part in parts for offset in part.offsets],
        [row for part in parts for row in part.rows.tolist()],
        (
            sum(p.draws for p in parts),
            sum(p.words for p in parts),
            sum(p.rejections for p in parts),
        ),
        parts[-1].candidates,
    )


def find_plainly(
    table: Table,
    where: Where,
    randomness: Randomness,
    repeats: int,
    limit: int,
    first: int | None = None,
) -> Found:
    """Return the expected result of `find`, by drawing and dealing one index after the other."""
    condition: Condition = parse_condition(where, table.deals)
    number = (randomness.index or 0) + 1 if first is None else first
    offsets = []
    singles = []
    for offset in range(limit):
        single = table.sampler.draw(randomness, offset)
        if holds(
            condition,
            table.deals,
            table.deals.cards_by_place(single.indices, number + offset),
        ):
            offsets.append(offset)
            singles.append(single)
        if len(offsets) == repeats:
            break
    costs = (
        sum(s.draws for s in singles),
        sum(s.words for s in singles),
        sum(s.rejections for s in singles),
    )
    return Found(
        offsets, [list(single.indices) for single in singles], costs, offset + 1
    )


BRIDGE = set_up_game("bridge")
PLAIN = set_up_deck("standard", DealRequest(hands=2, cards=5))
CASES: Mapping[str, tuple[Table, Where]] = {
    "bridge": (BRIDGE, STRONG),
    "bridge with a given ace": (
        set_up_game("bridge", given={"hands": {"N": ["AS"], "W": ["2C", "3C"]}}),
        STRONG,
    ),
    "hold'em": (set_up_game("holdem", 9), {"hand": "4", "category": "flush"}),
    "blackjack": (
        set_up_game("blackjack", 2),
        {"hand": "dealer", "total": True, "min": 20},
    ),
    "baccarat": (set_up_game("baccarat"), {"hand": "banker", "total": True, "min": 8}),
    "Mah-Jong": (
        set_up_game("mahjong"),
        {"hand": "east", "length": "dragons", "min": 4},
    ),
    "a plain deal": (
        PLAIN,
        {"not": {"hands": ["1", "2"], "points": {"A": 1}, "max": 1}},
    ),
}


@for_each("name", CASES)
@for_each("repeats", [1, 9, 10**6])
def test_a_search_finds_what_a_plain_loop_finds(name: str, repeats: int) -> None:
    table, where = CASES[name]
    arguments = (where, Randomness(seed="search", index=1_000), repeats, 400)
    found = find(table, *arguments)
    assert found == find_plainly(table, *arguments)
    assert found.offsets


@for_each("name", SHUFFLES)
def test_a_search_finds_what_a_plain_loop_finds_with_every_shuffle(name: str) -> None:
    arguments = (
        set_up_game("bridge", algorithm=name),
        HEARTS,
        Randomness(seed="shuffles"),
        20,
        60,
    )
    assert find(*arguments) == find_plainly(*arguments)


@given(
    first_size=st.integers(1, 5),
    max_size=st.integers(1, 12),
    block=st.integers(1, 5),
    repeats=st.integers(1, 30),
    limit=st.integers(1, 40),
    index=st.integers(0, MAX_INDEX - 40),
    first=st.none() | st.integers(1, 50),
)
def test_the_borders_of_chunks_do_not_show(
    first_size: int,
    max_size: int,
    block: int,
    repeats: int,
    limit: int,
    index: int,
    first: int | None,
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidate_search, "_FIRST_CANDIDATES", first_size)
        patch.setattr(candidate_search, "_MAX_CANDIDATES", max_size)
        patch.setattr(batches, "_MAX_RESULTS", block)
        arguments = (
            BRIDGE,
            HEARTS,
            Randomness(seed="borders", index=index),
            repeats,
            limit,
            first,
        )
        assert find(*arguments) == find_plainly(*arguments)


@pytest.mark.parametrize("index", [5_006_143, 23_735_953])
def test_a_deal_whose_words_are_drawn_again_is_found(index: int) -> None:
    """The first 52-card shuffles of the seed 42 in which a word is drawn again."""
    order = BRIDGE.sampler.draw(Randomness(seed="42", index=index)).indices
    hand = BRIDGE.deals.cards_by_place(order, index + 1)["N"]
    where = {"hand": "N", "cards": [BRIDGE.deals.cards[card].code for card in hand]}
    arguments = (BRIDGE, where, Randomness(seed="42", index=index - 4), 1, 100)
    found = find(*arguments)
    assert found == find_plainly(*arguments)
    assert (found.offsets, found.candidates, found.costs[2]) == ([4], 5, 1)


def test_a_search_goes_on_where_the_last_one_ended_and_ends_at_its_limit() -> None:
    whole = find(BRIDGE, STRONG, Randomness(seed="on", index=7), 30, 10_000)
    start = 7
    rows: list[list[int]] = []
    while len(rows) < 30:
        part = find(BRIDGE, STRONG, Randomness(seed="on", index=start), 4, 50)
        rows += part.rows
        start += part.candidates
    assert rows[:30] == whole.rows
    nothing = find(
        BRIDGE,
        {"hand": "N", "length": "S", "min": 13},
        Randomness(seed="none"),
        1,
        1_234,
    )
    assert nothing == Found([], [], (0, 0, 0), 1_234)


def test_an_unseeded_search_finds_fresh_deals_that_fulfil_the_condition() -> None:
    condition = parse_condition(STRONG, BRIDGE.deals)
    first, second = (find(BRIDGE, STRONG, Randomness(), 20, 10_000) for _ in range(2))
    assert not {tuple(row) for row in first.rows} & {tuple(row) for row in second.rows}
    for offset, row in zip(first.offsets, first.rows, strict=True):
        assert holds(
            condition, BRIDGE.deals, BRIDGE.deals.cards_by_place(row, 1 + offset)
        )
    assert first.candidates == first.offsets[-1] + 1


def test_a_search_says_how_far_it_came() -> None:
    randomness = Randomness(seed="summary", index=100)
    looked = Search(
        Evaluator(parse_condition(HEARTS, BRIDGE.deals), BRIDGE.deals), 1_000, 0
    )
    found = find_plainly(BRIDGE, HEARTS, randomness, 3, 1_000)
    offsets = found.offsets
    candidates = found.candidates
    summary = {"max_candidates": 1_000, "candidates": offsets[-1] + 1, "complete": True}
    assert looked.summarize(offsets, candidates, Randomness(), 3) == summary
    positions = {
        "matches": [100 + offset for offset in offsets],
        "next": 101 + offsets[-1],
    }
    assert looked.summarize(offsets, candidates, randomness, 3) == summary | positions
    assert not looked.summarize(offsets, candidates, randomness, 4)["complete"]


def test_candidates_are_limited_by_what_they_cost() -> None:
    limits = Limits()
    condition = parse_condition(HEARTS, BRIDGE.deals)
    deals = BRIDGE.deals
    sampler = BRIDGE.sampler
    assert (
        prepare_search(condition, deals, sampler, None, limits).max_candidates
        == DEFAULT_CANDIDATES
    )
    assert (
        prepare_search(
            condition, deals, sampler, limits.candidates, limits
        ).max_candidates
        == limits.candidates
    )
    with pytest.raises(TooMany, match="MAX_CANDIDATES"):
        prepare_search(condition, deals, sampler, limits.candidates + 1, limits)
    sums = {card.code: number for number, card in enumerate(deals.cards)}
    slow = [
        (table, parse_condition(where, table.deals))
        for table, where in (
            CASES["baccarat"],
            (BRIDGE, {"any": [{"hand": "N", "sum": sums, "min": 500}] * 60}),
            (
                BRIDGE,
                {
                    "any": [
                        {"hand": "N", "losers": True, "max": most} for most in range(12)
                    ]
                    * 5
                },
            ),
            (set_up_game("bridge", algorithm="overhand"), HEARTS),
            (
                set_up_game("blackjack", options=PackOptions(decks=100)),
                {"hand": "1", "points": {"A": 1}, "min": 1},
            ),
        )
    ]
    work = 3 * limits.candidates  # a second of CPU time
    for table, long in slow:
        limit = int(work / candidate_work(long, table.deals, table.sampler))
        search = prepare_search(long, table.deals, table.sampler, None, limits)
        assert search.max_candidates == min(limit, DEFAULT_CANDIDATES)
        assert (
            prepare_search(long, table.deals, table.sampler, limit, limits).work <= work
        )
        with pytest.raises(
            TooMany, match=f"the limit here is {limit:,} .*MAX_CANDIDATES"
        ):
            prepare_search(long, table.deals, table.sampler, limit + 1, limits)
    assert (
        prepare_search(
            condition, deals, sampler, None, Limits(candidates=10)
        ).max_candidates
        == 10
    )


def test_the_work_of_a_candidate_changes_only_on_purpose() -> None:
    """The largest `max_candidates` follows from it, so that another number refuses requests or lets them through."""
    works = {
        name: round(
            candidate_work(
                parse_condition(where, table.deals), table.deals, table.sampler
            ),
            3,
        )
        for name, (table, where) in CASES.items()
    }
    assert works == {
        "bridge": 2.353,
        "bridge with a given ace": 2.25,
        "hold'em": 2.259,
        "blackjack": 13.343,
        "baccarat": 130.257,
        "Mah-Jong": 161.886,
        "a plain deal": 2.056,
    }


def test_more_work_is_counted_for_a_deal_with_given_cards_where_faces_decide() -> None:
    plain = CASES["Mah-Jong"][0]
    given = set_up_game("mahjong", given={"hands": {"east": ["RD"]}})
    works = [
        candidate_work(
            parse_condition(
                HEARTS | {"hand": "east", "length": "dragons"}, table.deals
            ),
            table.deals,
            table.sampler,
        )
        for table in (plain, given)
    ]
    assert 3 < works[1] / works[0] < 5


def test_a_search_that_takes_too_long_is_refused_with_the_candidates_that_it_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    condition = parse_condition({"hand": "N", "length": "S", "min": 13}, BRIDGE.deals)
    clock = count()
    monkeypatch.setattr(work, "thread_time", lambda: next(clock))

    def try_candidates(most: int) -> int:
        search = Search(Evaluator(condition, BRIDGE.deals), most, 0)
        return list(search.find(BRIDGE.sampler, Randomness(), 1, Work(max_seconds=0)))[
            -1
        ].candidates

    with pytest.raises(Refused, match=r"at most 320\.") as caught:
        try_candidates(2_000)
    assert caught.value.field == "max_candidates"
    assert try_candidates(320) == 320


def test_no_candidate_has_an_index_above_the_last() -> None:
    looked = Search(
        Evaluator(parse_condition(HEARTS, BRIDGE.deals), BRIDGE.deals), 10, 0
    )
    looked.check(Randomness(seed="last", index=MAX_INDEX - 9))
    with pytest.raises(Refused, match="index above"):
        looked.check(Randomness(seed="last", index=MAX_INDEX - 8))


def test_threads_that_share_a_condition_see_its_hands_whole() -> None:
    """A second thread evaluates the condition while the first one looks up which hand each card goes to."""
    table = set_up_game("bridge")
    evaluator = Evaluator(parse_condition(HEARTS, table.deals), table.deals)
    rows = np.tile(np.arange(52)[:, None], 4)
    results: list[Any] = []

    class Interrupted(dict[int, Any]):
        def __setitem__(self, phase: int, contents: Any) -> None:
            super().__setitem__(phase, contents)
            results.append(evaluator.matches(rows, 0).tolist())

    evaluator._contents = Interrupted()
    results.append(evaluator.matches(rows, 0).tolist())
    assert all(result == results[0] for result in results)


def test_a_shape_takes_the_memory_of_its_lengths_and_not_of_all() -> None:
    table = set_up_deck("standard", DealRequest(hands=1, cards=39))

    def read() -> None:
        leaf = parse_condition({"hand": 1, "shape": "13-13-12-1"}, table.deals)
        assert leaves(leaf)[0].predicate.values(
            to_masks(np.ones((1, 64), np.bool_))
        ) == [0]

    assert measure_peak(read, limit := 2**16) < limit


SHAPES = [
    {"hand": "player", "shape": f"{spades}-{39 - spades}-0-0"}
    for spades in range(8, 38)
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("game", "where"),
    [
        ("blackjack", {"hand": "stock", "points": {"A": 1}, "min": 390}),
        ("baccarat", {"hand": "player", "points": {"A": 1}, "min": 0}),
        ("baccarat", {"any": SHAPES}),
    ],
)
def test_a_search_in_a_hundred_packs_takes_little_memory(
    game: str, where: dict[str, Any]
) -> None:
    table = set_up_game(game, options=PackOptions(decks=100))

    def find() -> None:
        looked = Search(
            Evaluator(parse_condition(where, table.deals), table.deals), 110, 0
        )
        for _ in looked.find(table.sampler, Randomness(seed="memory"), 110, Work()):
            pass

    assert measure_peak(find, limit := 12 << 20) < limit

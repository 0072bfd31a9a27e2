"""A search finds exactly the deals that a plain loop over the indices finds."""

from collections.abc import Iterable, Mapping
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
from service.conditions.candidate_work import measure_candidate
from service.conditions.compiled import Evaluator, to_masks
from service.conditions.condition import list_leaves
from service.conditions.condition_parsing import parse_condition
from service.core import work
from service.core.errors import Refused
from service.core.limits import OperatorLimit, TooMany
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffles import batches
from service.core.shuffles.batches import Chunk
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import Permutation
from service.core.work import Work
from service.games.dealing import DealRequest
from service.settings import Settings
from tests.conditions.definitions import holds
from tests.conditions.tables import Table, set_up_deck, set_up_game
from tests.memory import measure_peak
from tests.tables import for_each

Where = Mapping[str, Any]


class Costs(NamedTuple):
    """What the draws of all found deals cost together."""

    draws: int
    words: int
    rejections: int


class Found(NamedTuple):
    """The deals that a search yielded, and their total cost."""

    offsets: list[int]
    rows: list[list[int]]
    costs: Costs
    candidates: int


STRONG = {
    "all": [
        {"hand": "N", "points": "hcp", "min": 15, "max": 17},
        {"hand": "N", "shape": "balanced"},
    ]
}
HEARTS = {"hand": "N", "length": "H", "min": 3}
ALL_SPADES = {"hand": "N", "length": "S", "min": 13}


def make_search(
    table: Table, where: Where, limit: int, first: int | None = None
) -> Search:
    """Return the search for deals of a table that fulfil a condition."""
    condition = parse_condition(where, table.deals)
    return Search(Evaluator(condition, table.deals), limit, 0, first)


def add_up(costly: Iterable[Permutation | Chunk]) -> Costs:
    """Return the costs of draws, or of chunks of a search, together."""
    draws = 0
    words = 0
    rejections = 0
    for one in costly:
        draws += one.draws
        words += one.words
        rejections += one.rejections
    return Costs(draws, words, rejections)


def find(
    table: Table,
    where: Where,
    randomness: Randomness,
    repeats: int,
    limit: int,
    first: int | None = None,
) -> Found:
    """Run a search, check that its chunks are consistent, and return all that it found."""
    search = make_search(table, where, limit, first)
    parts = list(search.find(table.sampler, randomness, repeats, Work()))
    ordinals = [ordinal for part in parts for ordinal in part.ordinals]
    assert ordinals == list(range(len(ordinals)))
    candidates = [part.end for part in parts]
    assert candidates == sorted(set(candidates))
    offsets: list[int] = []
    rows: list[list[int]] = []
    for part in parts:
        assert len(part.offsets) == len(part.rows)
        # as JSON writes them: integers in the order of their rows
        assert part.rows.dtype == np.int64
        assert part.rows.flags.c_contiguous
        offsets += part.offsets
        rows += part.rows.tolist()
    return Found(offsets, rows, add_up(parts), candidates[-1])


def find_plainly(
    table: Table,
    where: Where,
    randomness: Randomness,
    repeats: int,
    limit: int,
    first: int | None = None,
) -> Found:
    """Return the expected result of `find`, by drawing and dealing one index after the other."""
    deals = table.deals
    condition = parse_condition(where, deals)
    number = (randomness.index or 0) + 1 if first is None else first
    offsets = []
    singles = []
    for offset in range(limit):
        single = table.sampler.draw(randomness, offset)
        dealt = deals.cards_by_place(single.indices, number + offset)
        if holds(condition, deals, dealt):
            offsets.append(offset)
            singles.append(single)
        if len(offsets) == repeats:
            break
    rows = [list(single.indices) for single in singles]
    return Found(offsets, rows, add_up(singles), candidates=offset + 1)


BRIDGE = set_up_game("bridge")
PLAIN = set_up_deck("standard", DealRequest(hands=2, cards=5))
RIGGED = set_up_game("bridge", given={"hands": {"N": ["AS"], "W": ["2C", "3C"]}})
HOLDEM = set_up_game("holdem", 9)
BLACKJACK = set_up_game("blackjack", 2)
BACCARAT = set_up_game("baccarat")
MAHJONG = set_up_game("mahjong")
CASES: Mapping[str, tuple[Table, Where]] = {
    "bridge": (BRIDGE, STRONG),
    "bridge with a given ace": (RIGGED, STRONG),
    "hold'em": (HOLDEM, {"hand": "4", "category": "flush"}),
    "blackjack": (BLACKJACK, {"hand": "dealer", "total": True, "min": 20}),
    "baccarat": (BACCARAT, {"hand": "banker", "total": True, "min": 8}),
    "Mah-Jong": (MAHJONG, {"hand": "east", "length": "dragons", "min": 4}),
    "a plain deal": (
        PLAIN,
        {"not": {"hands": ["1", "2"], "points": {"A": 1}, "max": 1}},
    ),
}


def work_of(table: Table, where: Where) -> float:
    """Return the work of a candidate."""
    condition = parse_condition(where, table.deals)
    return measure_candidate(condition, table.deals, table.sampler)


@for_each("name", CASES)
@for_each("repeats", [1, 9, 10**6])
def test_a_search_finds_what_a_plain_loop_finds(name: str, repeats: int) -> None:
    table, where = CASES[name]
    randomness = Randomness(seed="search", index=1_000)
    found = find(table, where, randomness, repeats, 400)
    assert found == find_plainly(table, where, randomness, repeats, 400)
    assert found.offsets


@for_each("name", SHUFFLES)
def test_a_search_finds_what_a_plain_loop_finds_with_every_shuffle(name: str) -> None:
    table = set_up_game("bridge", algorithm=name)
    randomness = Randomness(seed="shuffles")
    found = find(table, HEARTS, randomness, 20, 60)
    assert found == find_plainly(table, HEARTS, randomness, 20, 60)


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
        patch.setattr(candidate_search, "_MAX_BLOCK_CANDIDATES", max_size)
        patch.setattr(batches, "_MAX_RESULTS", block)
        randomness = Randomness(seed="borders", index=index)
        found = find(BRIDGE, HEARTS, randomness, repeats, limit, first)
        expected = find_plainly(BRIDGE, HEARTS, randomness, repeats, limit, first)
        assert found == expected


@for_each("index", [5_006_143, 23_735_953])
def test_a_deal_whose_words_are_drawn_again_is_found(index: int) -> None:
    """The first 52-card shuffles of the seed 42 in which a word is drawn again."""
    order = BRIDGE.sampler.draw(Randomness(seed="42", index=index)).indices
    hand = BRIDGE.deals.cards_by_place(order, index + 1)["N"]
    codes = [BRIDGE.deals.cards[card].code for card in hand]
    where = {"hand": "N", "cards": codes}
    randomness = Randomness(seed="42", index=index - 4)
    found = find(BRIDGE, where, randomness, 1, 100)
    assert found == find_plainly(BRIDGE, where, randomness, 1, 100)
    assert found.offsets == [4]
    assert found.candidates == 5
    assert found.costs.rejections == 1


def test_a_search_goes_on_where_the_last_one_ended_and_ends_at_its_limit() -> None:
    whole = find(BRIDGE, STRONG, Randomness(seed="on", index=7), 30, 10_000)
    start = 7
    rows: list[list[int]] = []
    while len(rows) < 30:
        part = find(BRIDGE, STRONG, Randomness(seed="on", index=start), 4, 50)
        rows += part.rows
        start += part.candidates
    assert rows[:30] == whole.rows
    nothing = find(BRIDGE, ALL_SPADES, Randomness(seed="none"), 1, 1_234)
    assert nothing == Found([], [], Costs(0, 0, 0), candidates=1_234)


def test_an_unseeded_search_finds_fresh_deals_that_fulfil_the_condition() -> None:
    condition = parse_condition(STRONG, BRIDGE.deals)
    first = find(BRIDGE, STRONG, Randomness(), 20, 10_000)
    second = find(BRIDGE, STRONG, Randomness(), 20, 10_000)
    rows = {tuple(row) for row in first.rows}
    assert rows.isdisjoint(tuple(row) for row in second.rows)
    for offset, row in zip(first.offsets, first.rows, strict=True):
        dealt = BRIDGE.deals.cards_by_place(row, 1 + offset)
        assert holds(condition, BRIDGE.deals, dealt)
    assert first.candidates == first.offsets[-1] + 1


def test_a_search_says_how_far_it_came() -> None:
    randomness = Randomness(seed="summary", index=100)
    search = make_search(BRIDGE, HEARTS, 1_000)
    found = find_plainly(BRIDGE, HEARTS, randomness, 3, 1_000)
    offsets = found.offsets
    candidates = found.candidates
    summary = {"max_candidates": 1_000, "candidates": offsets[-1] + 1, "complete": True}
    assert search.summarize(offsets, candidates, Randomness(), 3) == summary
    positions = {
        "matches": [100 + offset for offset in offsets],
        "next": 101 + offsets[-1],
    }
    assert search.summarize(offsets, candidates, randomness, 3) == summary | positions
    assert not search.summarize(offsets, candidates, randomness, 4)["complete"]


LIMIT = OperatorLimit(Settings().max_candidates, "MAX_CANDIDATES")


def prepare(
    table: Table,
    where: Where,
    candidates: int | None,
    most_candidates: OperatorLimit = LIMIT,
) -> Search:
    """Return the search of a request with that many candidates."""
    condition = parse_condition(where, table.deals)
    return prepare_search(
        condition, table.deals, table.sampler, candidates, most_candidates
    )


def test_candidates_are_limited_by_the_operator() -> None:
    few = LIMIT._replace(number=10)
    assert prepare(BRIDGE, HEARTS, None).max_candidates == DEFAULT_CANDIDATES
    assert prepare(BRIDGE, HEARTS, LIMIT.number).max_candidates == LIMIT.number
    assert prepare(BRIDGE, HEARTS, None, few).max_candidates == 10
    with pytest.raises(TooMany, match="MAX_CANDIDATES"):
        prepare(BRIDGE, HEARTS, LIMIT.number + 1)


SUMS = {card.code: number for number, card in enumerate(BRIDGE.deals.cards)}
SUM = {"hand": "N", "sum": SUMS, "min": 500}
FEW_LOSERS = [{"hand": "N", "losers": True, "max": most} for most in range(12)]
OVERHAND = set_up_game("bridge", algorithm="overhand")
HUNDRED_PACKS = set_up_game("blackjack", options=PackOptions(decks=100))


@for_each(
    ("table", "where"),
    [
        CASES["baccarat"],
        (BRIDGE, {"any": [SUM] * 60}),
        (BRIDGE, {"any": FEW_LOSERS * 5}),
        (OVERHAND, HEARTS),
        (HUNDRED_PACKS, {"hand": "1", "points": {"A": 1}, "min": 1}),
    ],
)
def test_candidates_are_limited_by_what_they_cost(table: Table, where: Where) -> None:
    work = 3 * LIMIT.number  # a second of CPU time
    limit = int(work / work_of(table, where))
    usual = prepare(table, where, None)
    assert usual.max_candidates == min(limit, DEFAULT_CANDIDATES)
    assert prepare(table, where, limit).estimated_draws <= work
    sentence = f"the limit here is {limit:,} .*MAX_CANDIDATES"
    with pytest.raises(TooMany, match=sentence):
        prepare(table, where, limit + 1)


def test_the_work_of_a_candidate_changes_only_on_purpose() -> None:
    """The largest `max_candidates` follows from it, so that another number refuses requests or lets them through."""
    works = {
        "bridge": 2.353,
        "bridge with a given ace": 2.25,
        "hold'em": 2.259,
        "blackjack": 13.343,
        "baccarat": 130.257,
        "Mah-Jong": 161.886,
        "a plain deal": 2.056,
    }
    assert works.keys() == CASES.keys()
    for name, (table, where) in CASES.items():
        assert round(work_of(table, where), 3) == works[name], name


def test_more_work_is_counted_for_a_deal_with_given_cards_where_faces_decide() -> None:
    given = set_up_game("mahjong", given={"hands": {"east": ["RD"]}})
    dragons = {"hand": "east", "length": "dragons", "min": 3}
    ratio = work_of(given, dragons) / work_of(MAHJONG, dragons)
    assert 3 < ratio < 5


def test_a_search_that_takes_too_long_is_refused_with_the_candidates_that_it_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = count()
    monkeypatch.setattr(work, "thread_time", lambda: next(clock))

    def try_candidates(most: int) -> int:
        search = make_search(BRIDGE, ALL_SPADES, most)
        limited = Work(max_seconds=0)
        *_, last = search.find(BRIDGE.sampler, Randomness(), 1, limited)
        return last.end

    with pytest.raises(Refused, match=r"at most 320\.") as caught:
        try_candidates(2_000)
    assert caught.value.field == "max_candidates"
    assert try_candidates(320) == 320


def test_no_candidate_has_an_index_above_the_last() -> None:
    search = make_search(BRIDGE, HEARTS, 10)
    search.check(Randomness(seed="last", index=MAX_INDEX - 9))
    with pytest.raises(Refused, match="index above"):
        search.check(Randomness(seed="last", index=MAX_INDEX - 8))


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
    first, *others = results
    assert others
    for other in others:
        assert other == first


def test_a_shape_takes_the_memory_of_its_lengths_and_not_of_all() -> None:
    table = set_up_deck("standard", DealRequest(hands=1, cards=39))

    hands = to_masks(np.ones((1, 64), np.bool_))
    limit = 2**16

    def read() -> None:
        condition = parse_condition({"hand": 1, "shape": "13-13-12-1"}, table.deals)
        [leaf] = list_leaves(condition)
        assert leaf.predicate.values(hands) == [0]

    assert measure_peak(read, limit) < limit


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
    randomness = Randomness(seed="memory")
    limit = 12 << 20

    def find() -> None:
        search = make_search(table, where, 110)
        for _ in search.find(table.sampler, randomness, 110, Work()):
            pass

    assert measure_peak(find, limit) < limit

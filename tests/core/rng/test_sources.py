"""Sources of random integers: draws in bulk take the same words, and redraw the same, as single draws."""

from collections.abc import Callable
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.rng.sources import MAX_BOUND, Source, WordSource
from service.core.rng.streams import sd1
from tests.tables import for_each

# Words that many bounds reject (their low halves are near 0), among others.
REJECTED_WORD = st.integers(0, 50).map(lambda k: k * 2**32 // 52)
EXTREME_WORD = st.sampled_from([0, 1, 2**31, 2**32 - 1])
ANY_WORD = st.integers(0, 2**32 - 1)
WORDS = st.lists(ANY_WORD | EXTREME_WORD | REJECTED_WORD, min_size=1, max_size=40)

LARGE_BOUNDS = [2**32 - 1, 2**32, 2**32 + 1, 2**53, 2**63 + 1, MAX_BOUND - 1, MAX_BOUND]
BOUND = st.integers(1, 2**31 - 1) | st.sampled_from(LARGE_BOUNDS)
NOTABLE_BOUND = st.sampled_from(
    [1, 2, 3, 52, 2**31 - 1, 2**32, 2**32 + 1, 2**53, MAX_BOUND]
)
COUNT = st.integers(0, 60)


class ReferenceSource(Source):
    """The definition of bounded draws, one word at a time."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read

    def _draw(self, bound: int) -> int:
        size = 4 if bound <= 2**32 else 8
        while True:
            product = int.from_bytes(self._read(size), "big") * bound
            span = 1 << 8 * size
            if product % span >= span % bound:
                return product // span


def count_rejections(source: WordSource) -> int:
    """Return the number of words that a source took and did not use."""
    return source.words - source.draws - source.wide_draws


def make_reader(words: list[int]) -> Callable[[int], bytes]:
    """Return a reader of these words, then of a stream."""
    prefix = BytesIO(b"".join(word.to_bytes(4, "big") for word in words))
    tail = sd1("tail")

    def read(size: int) -> bytes:
        data = prefix.read(size)
        return data + tail(size - len(data))

    return read


def make_sources(words: list[int]) -> tuple[ReferenceSource, WordSource]:
    """Return two sources of the same words."""
    return ReferenceSource(make_reader(words)), WordSource(make_reader(words))


def check_same_use(bulk: WordSource, reference: ReferenceSource) -> None:
    """Assert that two sources have made as many draws, and used the same words for them."""
    assert bulk.draws == reference.draws
    assert bulk.below(7) == reference.below(7)


@given(WORDS, BOUND, COUNT)
def test_many_draws_under_one_bound_are_the_reference_draws(
    words: list[int], bound: int, count: int
) -> None:
    reference, bulk = make_sources(words)
    assert bulk.below_many(bound, count) == reference.below_many(bound, count)
    check_same_use(bulk, reference)


@for_each("bound", [MAX_BOUND + 1, 2**70, 3**200])
@for_each("count", [1, 8, 60])
def test_many_draws_under_a_bound_above_64_bits_are_repeated_single_draws(
    bound: int, count: int
) -> None:
    one_by_one = WordSource(sd1("wide"))
    at_once = WordSource(sd1("wide"))
    values = [one_by_one.below(bound) for _ in range(count)]
    assert at_once.below_many(bound, count) == values
    assert at_once.words == one_by_one.words
    assert at_once.wide_draws == one_by_one.wide_draws
    assert at_once.draws == one_by_one.draws


@for_each("bound", [1, MAX_BOUND + 1])
def test_an_array_of_draws_has_a_bound_from_2_to_64_bits(bound: int) -> None:
    source = WordSource(sd1("array"))
    with pytest.raises(ValueError, match=str(bound)):
        source.array_below_many(bound, 8)
    assert source.draws == source.words == 0


@given(WORDS, st.integers(1, 5_000), COUNT, st.booleans())
def test_one_draw_for_each_of_many_bounds_is_the_reference_draw(
    words: list[int], minimum: int, count: int, descending: bool
) -> None:
    bounds = range(minimum, minimum + count)
    if descending:
        bounds = bounds[::-1]
    reference, bulk = make_sources(words)
    assert bulk.below_each(bounds) == reference.below_each(bounds)
    check_same_use(bulk, reference)


@for_each("bound", range(3, 66))
def test_every_word_that_a_small_bound_rejects_is_drawn_again(bound: int) -> None:
    excess = 2**32 % bound
    near_multiples = (-(-(2**32) * k // bound) for k in range(bound))
    rejected = [word for word in near_multiples if word * bound % 2**32 < excess]
    assert len(rejected) == excess
    bounds = range(bound, 1, -1)
    for word in rejected:
        reference, bulk = make_sources([word])
        assert bulk.below_each(bounds) == reference.below_each(bounds)
        assert count_rejections(bulk) >= 1


@given(WORDS, st.lists(NOTABLE_BOUND, max_size=20))
def test_single_draws_are_the_reference_draws(
    words: list[int], bounds: list[int]
) -> None:
    reference, source = make_sources(words)
    for bound in bounds:
        assert source.below(bound) == reference.below(bound)


@for_each("count", [2**14 - 1, 2**14, 2**14 + 1, 40_000])
def test_bulk_draws_agree_across_the_edges_of_their_blocks(count: int) -> None:
    reference = ReferenceSource(sd1("blocks"))
    bulk = WordSource(sd1("blocks"))
    bounds = range(4_000_000, 4_000_000 - count, -1)
    assert bulk.below_each(bounds) == reference.below_each(bounds)
    powers = range(2**22 + 5, 2**22 - 5, -1)
    assert bulk.below_each(powers) == reference.below_each(powers)


@for_each(
    "bounds", [range(MAX_BOUND, MAX_BOUND - 9, -1), range(MAX_BOUND - 9, MAX_BOUND + 1)]
)
def test_bounds_up_to_the_largest_are_drawn_one_by_one(bounds: range) -> None:
    reference, bulk = make_sources([])
    assert bulk.below_each(bounds) == reference.below_each(bounds)


def test_a_bound_of_one_takes_nothing() -> None:
    source = WordSource(make_reader([]))
    assert source.below(1) == 0
    assert source.below_each(range(1, 2)) == [0]
    assert source.below_many(1, 3) == [0, 0, 0]
    assert source.draws == 0


@for_each(
    "bounds",
    [
        [52] * 60,
        [2**31 + 1] * 300,
        [2**63 + 1] * 200,
        [6, 2**32 + 1, 3 * 2**30, 1] * 50,
    ],
)
def test_words_and_rejections_are_counted_as_they_are_used(bounds: list[int]) -> None:
    sizes: list[int] = []
    words = sd1("42")

    def read_words(size: int) -> bytes:
        sizes.append(size)
        return words(size)

    source = WordSource(read_words)
    for bound in bounds:
        source.below(bound)
    single_words = sum(1 < bound <= 2**32 for bound in bounds)
    double_words = sum(bound > 2**32 for bound in bounds)
    rejections = count_rejections(source)
    assert source.words == single_words + 2 * double_words + rejections
    assert sum(sizes) - 256 < 4 * source.words <= sum(sizes)
    often_rejected = [
        bound for bound in bounds if 2**31 < bound < 2**32 or bound > 2**63
    ]
    assert (rejections > 0) is bool(often_rejected)


@for_each(
    "bounds",
    [range(200_000, 100_000, -1), range(2**62 + 9, 2**62 + 5_000), range(1, 53)],
)
def test_words_and_rejections_are_the_same_in_bulk(bounds: range) -> None:
    bulk = WordSource(sd1("42"))
    single = WordSource(sd1("42"))
    assert bulk.below_each(bounds) == [single.below(bound) for bound in bounds]
    assert bulk.words == single.words
    assert count_rejections(bulk) == count_rejections(single)

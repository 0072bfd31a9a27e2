"""A batch consists of its single results."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from service.core.limits import OperatorLimit, TooMany
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles import batches
from service.core.shuffles import vectorized as algorithms
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import Sampler
from service.core.shuffles.vectorized import VectorSource
from service.integers.integer_draws import IntegerDraw, prepare_drums, prepare_integers
from service.settings import Settings
from tests.examples import tries_many
from tests.tables import for_each

LIMITS = Settings().limits
UNSEEDED = Randomness()


class Draw(NamedTuple):
    """What is drawn: by a sampler, with the stream of a request."""

    sampler: Sampler
    randomness: Randomness


class Results(NamedTuple):
    """The results of a batch, and how many words they took in all."""

    rows: list[list[int]]
    draws: int


def make_draw(n: int, count: int | None = None, **members: Any) -> Draw:
    """Return the draw of `count` of n positions, by the request with these members."""
    request = ShuffleRequest(**members)
    return Draw(prepare_shuffle(n, request, LIMITS, count), request)


def draw_in_chunks(draw: Draw, repeats: int) -> Results:
    """Return the results of a batch, whose offsets and numbers must be in their order."""
    chunks = list(batches.draw_chunks(draw.sampler, draw.randomness, repeats))
    offsets = [offset for chunk in chunks for offset in chunk.offsets]
    assert offsets == list(range(repeats))
    assert [number for chunk in chunks for number in chunk.ordinals] == offsets
    assert [chunk.end for chunk in chunks] == [
        chunk.offsets[-1] + 1 for chunk in chunks
    ]
    rows = [list(row) for chunk in chunks for row in np.asarray(chunk.rows).tolist()]
    return Results(rows, sum(chunk.draws for chunk in chunks))


def draw_one_by_one(draw: Draw, repeats: int) -> Results:
    """Return the single results of the offsets of a batch."""
    results = [draw.sampler.draw(draw.randomness, offset) for offset in range(repeats)]
    rows = [list(result.indices) for result in results]
    return Results(rows, sum(result.draws for result in results))


SIZES = [
    (n, repeats)
    for n, repeats in product([0, 1, 2, 52, 144, 300], [1, 7, 300])
    if n * repeats <= 144 * 300
]
"""The positions and the results of batches."""


@pytest.mark.long
@pytest.mark.parametrize("name", SHUFFLES)
@for_each(("n", "repeats"), SIZES, share=3)
def test_a_batch_consists_of_its_single_results(
    name: str, n: int, repeats: int
) -> None:
    n = SHUFFLES[name].sizes.floor(n)
    draw = make_draw(n, seed="batch", index=5, algorithm=name)
    assert draw_in_chunks(draw, repeats) == draw_one_by_one(draw, repeats)


@pytest.mark.exhaustive
@for_each("name", SHUFFLES)
def test_a_large_batch_consists_of_its_single_results(name: str) -> None:
    n = SHUFFLES[name].sizes.floor(300)
    draw = make_draw(n, seed="batch", index=5, algorithm=name)
    assert draw_in_chunks(draw, 300) == draw_one_by_one(draw, 300)


@pytest.mark.sampled
@for_each("name", SHUFFLES)
@settings(max_examples=200 if tries_many() else 25)
@given(
    n=st.integers(2, 60),
    index=st.integers(0, MAX_INDEX - 20),
    repeats=st.integers(1, 20),
    data=st.data(),
)
def test_a_batch_of_samples_consists_of_its_single_results(
    name: str, n: int, index: int, repeats: int, data: st.DataObject
) -> None:
    n = SHUFFLES[name].sizes.floor(n)
    count = data.draw(st.integers(1, n))
    draw = make_draw(n, count, seed="few", index=index, algorithm=name)
    assert draw_in_chunks(draw, repeats) == draw_one_by_one(draw, repeats)


# The first 52-card shuffles of the seed 42 in which a word is drawn again.
@for_each("index", [5_006_143, 23_735_953])
def test_a_result_whose_words_are_drawn_again_is_the_same_in_a_batch(
    index: int,
) -> None:
    draw = make_draw(52, seed="42", index=index - 4)
    assert draw_in_chunks(draw, 9) == draw_one_by_one(draw, 9)


DRAWN_AGAIN = [
    name
    for name in SHUFFLES
    if SHUFFLES[name].vectorized and name not in {"sort_keys", "riffle", "faro"}
]


@pytest.mark.parametrize("name", DRAWN_AGAIN)
def test_every_result_that_may_need_a_redraw_is_drawn_singly(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every bound but the powers of two rejects a word of 0, and the plain algorithm must draw the result."""
    words = ShuffleRequest.words

    def set_zeros(
        self: ShuffleRequest, results: range, start: int, count: int
    ) -> NDArray[np.uint32]:
        copied_words = np.array(words(self, results, start, count))
        copied_words[::2, ::3] = 0
        return copied_words

    monkeypatch.setattr(ShuffleRequest, "words", set_zeros)
    draw = make_draw(52, seed="doubt", algorithm=name)
    rows = draw_in_chunks(draw, 40).rows
    singly = draw_one_by_one(draw, 40).rows
    assert rows[::2] == singly[::2]


def list_parameters() -> Iterator[tuple[str, dict[str, int | str]]]:
    """Yield shuffles with values of their parameters."""
    for bits in (1, 3, 32, 33, 58, 59, 63):
        yield "sort_keys", {"key_bits": bits}
    for name, passes in product(("riffle", "overhand", "faro"), (1, 2, 30)):
        yield name, {"passes": passes}
    yield "faro", {"passes": 5, "variant": "in"}


PARAMETERS = list(list_parameters())


@for_each(("name", "arguments"), PARAMETERS)
@for_each("n", [2, 6, 52, 256, 260], share=2)
def test_a_batch_consists_of_its_single_results_for_all_parameters(
    name: str, arguments: dict[str, int | str], n: int
) -> None:
    draw = make_draw(n, seed="parameters", algorithm=name, arguments=arguments)
    assert draw_in_chunks(draw, 20) == draw_one_by_one(draw, 20)


def test_keys_that_differ_in_their_last_bit_alone_are_sorted_by_it() -> None:
    low = [3, 2, 1, 3, 0, 2, 1, 1]
    differ_in_low_words = [word for bits in low for word in (7, bits)]
    differ_in_high_words = [word for bits in low for word in (bits, 7)]
    words = np.array([differ_in_low_words, differ_in_high_words])
    source = VectorSource(lambda start, count: words[:, start : start + count], 2)
    by_low_words, by_high_words = algorithms.sort_keys(8, source, 64).T.tolist()
    assert by_low_words == [4, 2, 6, 7, 1, 5, 0, 3]
    assert by_high_words == by_low_words


def test_a_batch_by_rejection_draws_until_every_result_is_complete() -> None:
    """20 numbers take 72 draws on average, with a deviation of 24, and the last of these results takes 241."""
    draw = make_draw(20, seed="on", index=13_364, algorithm="rejection")
    assert draw.sampler.draw(draw.randomness, 29).draws == 241
    assert draw_in_chunks(draw, 30) == draw_one_by_one(draw, 30)


@for_each("maximum", [2**32 - 1, 2**32, 3 * 2**31, 2**40, 2**53 - 1])
@for_each("count", [1, 5])
def test_a_batch_of_draws_from_a_wide_range_consists_of_its_single_results(
    maximum: int, count: int
) -> None:
    request = IntegerDraw(
        min=0, max=maximum, count=count, replacement=True, seed="wide"
    )
    draw = Draw(prepare_integers(request, LIMITS), request)
    assert draw_in_chunks(draw, 20) == draw_one_by_one(draw, 20)


@for_each("maximum", [6, 2**40])
def test_a_batch_of_several_ranges_consists_of_its_single_results(maximum: int) -> None:
    five = IntegerDraw(max=50, count=5)
    two = IntegerDraw(max=maximum, count=2, replacement=True)
    sampler = prepare_drums((five, two), LIMITS)
    draw = Draw(sampler, Randomness(seed="drums"))
    assert draw_in_chunks(draw, 20) == draw_one_by_one(draw, 20)


def prepare(n: int, algorithm: str | None = None, count: int | None = None) -> Sampler:
    """Return the sampler of `count` of n positions by a shuffle."""
    return prepare_shuffle(n, ShuffleRequest(algorithm=algorithm), LIMITS, count)


def check_batch(sampler: Sampler, repeats: int, *, is_streamed: bool = False) -> None:
    """Raise TooMany if a batch is above the limits."""
    sampler.check_batch(UNSEEDED, repeats, LIMITS, is_streamed=is_streamed)


def test_limits_apply_to_all_results_together() -> None:
    deck = prepare(52)
    check_batch(deck, 19_230)
    with pytest.raises(TooMany, match="MAX_ITEMS"):
        check_batch(deck, 19_231)
    check_batch(deck, 1_000_000, is_streamed=True)
    with pytest.raises(TooMany, match="MAX_STREAMED"):
        check_batch(deck, 2_000_000, is_streamed=True)
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        check_batch(prepare(52, "overhand"), 1_000)


def test_draws_that_take_longer_are_counted_several_times() -> None:
    slow = prepare(52, "rejection")
    check_batch(slow, 6_868)
    sentence = r"draws or moves, each counted 3 times as it takes longer; .* \(the operator's MAX_DRA"
    with pytest.raises(TooMany, match=sentence):
        check_batch(slow, 6_869)
    of_a_wide_range = prepare(2**40, count=1)
    check_batch(of_a_wide_range, 61_728)
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        check_batch(of_a_wide_range, 61_729)


def test_limits_apply_to_results_without_items() -> None:
    with pytest.raises(TooMany, match="items"):
        check_batch(prepare(0), 10**12, is_streamed=True)


@given(bound=st.integers(2, 5_000), data=st.data())
def test_exactly_the_words_that_must_be_rejected_are(
    bound: int, data: st.DataObject
) -> None:
    """Rejecting one more or one fewer would bias the rest, so words near the limit are tried."""
    limit = 2**32 % bound
    multiples = st.integers(0, bound - 1)
    near_limit = [2**32 // bound - 1]
    for low in range(max(0, limit - 3), limit + 4):
        scaled = low + 2**32 * data.draw(multiples)
        near_limit.append(scaled // bound)
    following = [word + 1 for word in near_limit if word + 1 < 2**32]
    words = near_limit + following
    column = np.array(words, np.uint32)[:, None]
    source = VectorSource(lambda start, count: column, len(words))
    [values] = source.below_many(bound, 1)
    assert values.tolist() == [word * bound >> 32 for word in words]
    for index, word in enumerate(words):
        is_rejected = word * bound % 2**32 < limit
        assert (index in source.rejected) is is_rejected
    assert source.rejected <= set(range(len(words)))
    zero_tests = VectorSource(lambda start, count: column, len(words))
    [is_zero] = zero_tests.is_zero(bound, 1)
    assert is_zero.tolist() == (values == 0).tolist()
    assert zero_tests.rejected == source.rejected
    assert zero_tests.draws.tolist() == source.draws.tolist()


def test_a_chunk_is_the_smaller_the_costlier_its_results_are() -> None:
    costly = next(
        batches.draw_chunks(prepare(10**6, "durstenfeld", 1), UNSEEDED, 10**6)
    )
    assert len(costly.offsets) == 1
    cheap = next(batches.draw_chunks(prepare(52), UNSEEDED, 10**6))
    assert len(cheap.offsets) == 1_024


def test_a_stream_is_limited_by_its_cost_too() -> None:
    whole_range = prepare(1_000_000, "durstenfeld", 1)
    check_batch(whole_range, 90, is_streamed=True)
    with pytest.raises(TooMany, match="MAX_STREAMED"):
        check_batch(whole_range, 101, is_streamed=True)


def test_a_stream_may_cost_as_much_as_the_limit() -> None:
    deck = prepare(52)
    with pytest.raises(TooMany) as refusal:
        check_batch(deck, 2_000_000, is_streamed=True)
    reason: Any = refusal.value.reason
    cost = reason.details["asked"]
    exact = LIMITS._replace(streamed=OperatorLimit(cost))
    deck.check_batch(UNSEEDED, 2_000_000, exact, is_streamed=True)
    less = LIMITS._replace(streamed=OperatorLimit(cost - 1))
    with pytest.raises(TooMany):
        deck.check_batch(UNSEEDED, 2_000_000, less, is_streamed=True)


SEEDED = Randomness(seed="42")
WIDE = IntegerDraw(min=0, max=2**31 + 2**29, count=3, replacement=True, seed="42")
OFTEN_DRAWN_AGAIN = prepare_integers(WIDE, LIMITS)
SAMPLERS = {name: prepare(52, name) for name in SHUFFLES}
SAMPLERS["words drawn again"] = OFTEN_DRAWN_AGAIN


@for_each("sampler", SAMPLERS.values(), ids=SAMPLERS)
def test_a_batch_takes_the_words_of_its_single_results(sampler: Sampler) -> None:
    chunks = list(batches.draw_chunks(sampler, SEEDED, 50))
    permutations = [sampler.draw(SEEDED, offset) for offset in range(50)]
    words = sum(chunk.words for chunk in chunks)
    assert words == sum(permutation.words for permutation in permutations)
    rejections = sum(chunk.rejections for chunk in chunks)
    assert rejections == sum(permutation.rejections for permutation in permutations)
    assert (rejections > 0) is (sampler is OFTEN_DRAWN_AGAIN)

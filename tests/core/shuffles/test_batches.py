"""A batch consists of its single results."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from service.core.errors import TooMany
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffles import batches
from service.core.shuffles import vectorized as algorithms
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import (
    Limits,
    Sampler,
    ShuffleRequest,
    prepare_shuffle,
)
from service.core.shuffles.vectorized import VectorSource
from service.integers.integer_draws import IntegerDraw, prepare_drums, prepare_integers
from tests.tables import for_each

LIMITS = Limits()
UNSEEDED = Randomness()


Draw = tuple[Sampler, Randomness]


def make_draw(n: int, request: ShuffleRequest, count: int | None = None) -> Draw:
    return prepare_shuffle(n, request, LIMITS, count), request


def draw_in_chunks(draw: Draw, repeats: int) -> tuple[list[list[int]], int]:
    chunks = list(batches.chunks(*draw, repeats))
    assert [offset for chunk in chunks for offset in chunk.offsets] == list(
        range(repeats)
    )
    return [
        list(row) for chunk in chunks for row in np.asarray(chunk.rows).tolist()
    ], sum(c.draws for c in chunks)


def draw_one_by_one(draw: Draw, repeats: int) -> tuple[list[list[int]], int]:
    sampler, randomness = draw
    results = [sampler.draw(randomness, offset) for offset in range(repeats)]
    return [list(result.indices) for result in results], sum(
        result.draws for result in results
    )


@pytest.mark.parametrize("name", SHUFFLES)
@for_each(
    ("n", "repeats"),
    [
        (n, repeats)
        for n in (0, 1, 2, 52, 144, 300)
        for repeats in (1, 7, 300)
        if n * repeats <= 144 * 300
    ],
    share=3,
)
def test_a_batch_consists_of_its_single_results(
    name: str, n: int, repeats: int
) -> None:
    n += n % 2 * (name == "faro")  # takes an even number
    draw = make_draw(n, ShuffleRequest(seed="batch", index=5, algorithm=name))
    assert draw_in_chunks(draw, repeats) == draw_one_by_one(draw, repeats)


@pytest.mark.exhaustive
@for_each("name", SHUFFLES)
def test_a_large_batch_consists_of_its_single_results(name: str) -> None:
    draw = make_draw(300, ShuffleRequest(seed="batch", index=5, algorithm=name))
    assert draw_in_chunks(draw, 300) == draw_one_by_one(draw, 300)


@pytest.mark.sampled
@for_each("name", SHUFFLES)
@settings(max_examples=200 if settings.get_current_profile_name() == "many" else 25)
@given(
    st.integers(1, 60), st.integers(0, MAX_INDEX - 20), st.integers(1, 20), st.data()
)
def test_a_batch_of_samples_consists_of_its_single_results(
    name: str, n: int, index: int, repeats: int, data: st.DataObject
) -> None:
    n += n % 2
    count = data.draw(st.integers(1, n))
    draw = make_draw(n, ShuffleRequest(seed="few", index=index, algorithm=name), count)
    assert draw_in_chunks(draw, repeats) == draw_one_by_one(draw, repeats)


# The first 52-card shuffles of the seed 42 in which a word is drawn again.
@pytest.mark.parametrize("index", [5_006_143, 23_735_953])
def test_a_result_whose_words_are_drawn_again_is_the_same_in_a_batch(
    index: int,
) -> None:
    draw = make_draw(52, ShuffleRequest(seed="42", index=index - 4))
    assert draw_in_chunks(draw, 9) == draw_one_by_one(draw, 9)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in SHUFFLES
        if SHUFFLES[name].vectorized and name not in {"sort_keys", "riffle", "faro"}
    ],
)
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
    draw = make_draw(52, ShuffleRequest(seed="doubt", algorithm=name))
    rows, _ = draw_in_chunks(draw, 40)
    assert rows[::2] == draw_one_by_one(draw, 40)[0][::2]


@for_each(
    ("name", "arguments"),
    [
        *[("sort_keys", {"key_bits": bits}) for bits in (1, 3, 32, 33, 58, 59, 63)],
        *[
            (name, {"passes": passes})
            for name in ("riffle", "overhand", "faro")
            for passes in (1, 2, 30)
        ],
        ("faro", {"passes": 5, "variant": "in"}),
    ],
)
@for_each("n", [2, 6, 52, 256, 260], share=2)
def test_a_batch_consists_of_its_single_results_for_all_parameters(
    name: str, arguments: dict[str, int | str], n: int
) -> None:
    draw = make_draw(
        n, ShuffleRequest(seed="parameters", algorithm=name, arguments=arguments)
    )
    assert draw_in_chunks(draw, 20) == draw_one_by_one(draw, 20)


def test_keys_that_differ_in_their_last_bit_alone_are_sorted_by_it() -> None:
    low = [3, 2, 1, 3, 0, 2, 1, 1]
    words = np.array(
        [
            [word for bits in low for word in (7, bits)],
            [word for bits in low for word in (bits, 7)],
        ]
    )
    orders = algorithms.sort_keys(
        8, VectorSource(lambda start, count: words[:, start : start + count], 2), 64
    )
    assert orders.T.tolist() == [[4, 2, 6, 7, 1, 5, 0, 3]] * 2


def test_a_batch_by_rejection_draws_until_every_result_is_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(algorithms, "_draws_until", lambda count, n: (count, 1))
    draw = make_draw(20, ShuffleRequest(seed="on", algorithm="rejection"))
    assert draw_in_chunks(draw, 30) == draw_one_by_one(draw, 30)


@for_each("maximum", [2**32 - 1, 2**32, 3 * 2**31, 2**40, 2**53 - 1])
@for_each("count", [1, 5])
def test_a_batch_of_draws_from_a_wide_range_consists_of_its_single_results(
    maximum: int, count: int
) -> None:
    request = IntegerDraw(
        min=0, max=maximum, count=count, replacement=True, seed="wide"
    )
    draw = prepare_integers(request, LIMITS), request
    assert draw_in_chunks(draw, 20) == draw_one_by_one(draw, 20)


@pytest.mark.parametrize("maximum", [6, 2**40])
def test_a_batch_of_several_ranges_consists_of_its_single_results(maximum: int) -> None:
    drums = (
        IntegerDraw(max=50, count=5),
        IntegerDraw(max=maximum, count=2, replacement=True),
    )
    draw = prepare_drums(drums, LIMITS), Randomness(seed="drums")
    assert draw_in_chunks(draw, 20) == draw_one_by_one(draw, 20)


def test_limits_apply_to_all_results_together() -> None:
    sampler = prepare_shuffle(52, ShuffleRequest(seed="s"), LIMITS)
    sampler.check_batch(UNSEEDED, 19_230, LIMITS, is_streamed=False)
    with pytest.raises(TooMany, match="MAX_ITEMS"):
        sampler.check_batch(UNSEEDED, 19_231, LIMITS, is_streamed=False)
    sampler.check_batch(UNSEEDED, 1_000_000, LIMITS, is_streamed=True)
    with pytest.raises(TooMany, match="MAX_STREAMED"):
        sampler.check_batch(UNSEEDED, 2_000_000, LIMITS, is_streamed=True)
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        prepare_shuffle(52, ShuffleRequest(algorithm="overhand"), LIMITS).check_batch(
            UNSEEDED, 1_000, LIMITS, is_streamed=False
        )
    slow = prepare_shuffle(52, ShuffleRequest(algorithm="rejection"), LIMITS)
    slow.check_batch(UNSEEDED, 6_868, LIMITS, is_streamed=False)
    with pytest.raises(
        TooMany,
        match=r"draws or moves, each counted 3 times as it takes longer; .* \(the operator's MAX_DRA",
    ):
        slow.check_batch(UNSEEDED, 6_869, LIMITS, is_streamed=False)
    singly = prepare_shuffle(2**40, ShuffleRequest(), LIMITS, count=1)
    singly.check_batch(UNSEEDED, 61_728, LIMITS, is_streamed=False)
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        singly.check_batch(UNSEEDED, 61_729, LIMITS, is_streamed=False)
    with pytest.raises(TooMany, match="items"):
        prepare_shuffle(0, ShuffleRequest(), LIMITS).check_batch(
            UNSEEDED, 10**12, LIMITS, is_streamed=True
        )


@given(st.integers(2, 5_000), st.data())
def test_exactly_the_words_that_must_be_rejected_are(
    bound: int, data: st.DataObject
) -> None:
    """Rejecting one more or one fewer would bias the rest, so words near the limit are tried."""
    limit = 2**32 % bound
    near_limit = [
        (low + 2**32 * data.draw(st.integers(0, bound - 1))) // bound
        for low in range(max(0, limit - 3), limit + 4)
    ] + [2**32 // bound - 1]
    words = [
        word + step for word in near_limit for step in (0, 1) if word + step < 2**32
    ]
    sources = VectorSource(
        lambda start, count: np.array(words, np.uint32)[:, None], len(words)
    )
    values = sources.below_many(bound, 1)
    assert sources.rejected == {
        i for i, word in enumerate(words) if word * bound % 2**32 < limit
    }
    assert values[0].tolist() == [word * bound >> 32 for word in words]
    zero_tests = VectorSource(
        lambda start, count: np.array(words, np.uint32)[:, None], len(words)
    )
    assert zero_tests.is_zero(bound, 1)[0].tolist() == (values[0] == 0).tolist()
    assert (zero_tests.rejected, zero_tests.draws.tolist()) == (
        sources.rejected,
        sources.draws.tolist(),
    )


def test_a_chunk_is_the_smaller_the_costlier_its_results_are() -> None:
    whole_range = prepare_shuffle(
        1_000_000, ShuffleRequest(algorithm="durstenfeld"), LIMITS, 1
    )
    assert len(next(batches.chunks(whole_range, UNSEEDED, 10**6)).offsets) == 1
    assert (
        len(
            next(
                batches.chunks(
                    prepare_shuffle(52, ShuffleRequest(), LIMITS), UNSEEDED, 10**6
                )
            ).offsets
        )
        == 1_024
    )


def test_a_stream_is_limited_by_its_cost_too() -> None:
    whole_range = prepare_shuffle(
        1_000_000, ShuffleRequest(algorithm="durstenfeld"), LIMITS, 1
    )
    whole_range.check_batch(UNSEEDED, 90, LIMITS, is_streamed=True)
    with pytest.raises(TooMany, match="MAX_STREAMED"):
        whole_range.check_batch(UNSEEDED, 101, LIMITS, is_streamed=True)


SEEDED = Randomness(seed="42")
SAMPLERS = {
    **{
        name: prepare_shuffle(52, ShuffleRequest(seed="42", algorithm=name), LIMITS)
        for name in SHUFFLES
    },
    "words drawn again": prepare_integers(
        IntegerDraw(min=0, max=2**31 + 2**29, count=3, replacement=True, seed="42"),
        LIMITS,
    ),
}


@for_each("sampler", SAMPLERS.values(), ids=SAMPLERS)
def test_a_batch_takes_the_words_of_its_single_results(sampler: Sampler) -> None:
    chunks = list(batches.chunks(sampler, SEEDED, 50))
    permutations = [sampler.draw(SEEDED, offset) for offset in range(50)]
    assert sum(chunk.words for chunk in chunks) == sum(
        permutation.words for permutation in permutations
    )
    rejections = sum(chunk.rejections for chunk in chunks)
    assert rejections == sum(permutation.rejections for permutation in permutations)
    assert (rejections > 0) is (sampler is SAMPLERS["words drawn again"])

"""The laboratories' tests: exact where cases can be enumerated, near their level if uniform, and sensitive."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

from benchmarks.report import Scale
from benchmarks.report.laboratories import (
    generators,
    positions,
    requirements,
    scaling,
    sequences,
)
from benchmarks.report.laboratories.generators import (
    DECKS,
    NUMBERS,
    RAND_BITS,
    ModuloSources,
)
from benchmarks.report.laboratories.scaling import (
    LIMIT,
    lemire_error,
    lemire_words,
    modulo_error,
    worst_modulo_error,
)
from benchmarks.report.laboratories.verdicts import (
    Values,
    Verdict,
    chi_square,
    normal,
    uniform,
)
from service.bias.reports import two_sided_p_chi_square
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from tests.tables import for_each

NumberTest = Callable[[Values, int], Verdict]

DECK_TESTS = [
    positions.frequencies,
    positions.runs,
    positions.correlations,
    positions.serial_correlations,
    positions.first_two,
    positions.rises,
]
IN_TURN = np.tile(np.arange(52), 400)
IN_BLOCKS = np.arange(52).repeat(400)
NUMBER_TESTS: dict[NumberTest, Values] = {
    sequences.frequencies: np.tile(np.arange(51), 400),
    sequences.subsequences: IN_TURN,
    sequences.pairs: IN_BLOCKS,
    sequences.gaps: IN_TURN,
    sequences.hands: IN_TURN,
    sequences.collections: IN_BLOCKS,
    sequences.permutations: IN_TURN,
    sequences.runs: IN_TURN,
    sequences.serial_correlation: IN_TURN,
}
"""By test, numbers with a defect that it detects."""


def test_chi_square_is_knuths_and_merges_cells_with_small_expectations() -> None:
    """Two dice thrown 144 times, 3.3.1: V = 7 7/48. All twice as often it is 14 7/24, and no sum expects under 5.

    Of 40: 20, 16, 2, 1 and 1. The last three are too few together, and go to the second.
    """
    throws = 2 * np.array([2, 4, 10, 12, 22, 29, 21, 15, 14, 9, 6])
    dice = np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) / 36
    assert chi_square(throws, dice).p == pytest.approx(
        two_sided_p_chi_square(14 + 7 / 24, 10)
    )
    verdict = chi_square(
        np.array([25, 10, 2, 3, 0]), np.array([0.5, 0.4, 0.05, 0.025, 0.025])
    )
    assert verdict.p == pytest.approx(two_sided_p_chi_square(25 / 20 + 25 / 20, 1))
    assert normal(-2.575829).p == pytest.approx(0.01, rel=1e-5)


def test_one_small_p_value_among_many_is_no_failure_but_many_that_crowd_are() -> None:
    several = Verdict(np.array([0.0009] + 99 * [0.5]))
    assert several.corrected == pytest.approx(0.09)
    assert several.below == 1
    assert not several.fails
    assert str(several) == "0.09 (1 of 100)"
    assert Verdict(np.array([0.0009] + 9 * [0.5])).fails
    assert str(Verdict(np.array([0.0]))) == "**< 1e-300**"
    even = (np.arange(52) + 0.5) / 52
    assert uniform(Verdict(even)).p[0] > 0.99
    assert uniform(Verdict(even**3)).fails


@pytest.mark.parametrize(
    ("test", "decks"),
    [
        (positions.rises, 1),
        (positions.correlations, 1),
        (positions.serial_correlations, 2),
        (positions.runs, 3),
    ],
)
def test_distances_have_mean_0_and_variance_1_over_all_decks(
    test: Callable[[Values], Verdict], decks: int
) -> None:
    orders = list(permutations(range(4)))
    squares = [
        stats.norm.isf(test(np.array(chosen)).p / 2) ** 2
        for chosen in product(orders, repeat=decks)
    ]
    assert np.mean(squares, axis=0) == pytest.approx(1)


LENGTHS: dict[NumberTest, tuple[int, int]] = {
    sequences.frequencies: (1, 52),
    sequences.pairs: (2, 12),
    sequences.permutations: (3, 12),
    sequences.hands: (5, 8),
}


@for_each("test", LENGTHS, ids=lambda test: test.__name__)
def test_every_case_once_is_exactly_what_is_expected(test: NumberTest) -> None:
    """So the distance is 0, which is too even by far."""
    length, d = LENGTHS[test]
    cases = np.array(list(product(range(d), repeat=length)), np.uint8)
    repeats = 5 if d**length < 100 else 1
    assert test(np.tile(cases.reshape(-1), repeats), d).p[0] < 1e-12


@for_each("test", DECK_TESTS, ids=lambda test: test.__name__)
def test_of_1000_samples_of_uniform_decks_ten_or_so_fail(
    test: Callable[[Values], Verdict],
) -> None:
    uniform_decks = np.random.default_rng(6).permuted(
        np.tile(np.arange(8), (1_000 * 400, 1)), axis=1
    )
    assert_level([test(decks) for decks in uniform_decks.reshape(1_000, 400, 8)])


@pytest.mark.exhaustive
@for_each("test", NUMBER_TESTS, ids=lambda test: test.__name__)
def test_of_1000_samples_of_uniform_numbers_ten_or_so_fail(test: NumberTest) -> None:
    uniform_numbers = np.random.default_rng(6).integers(0, 8, (1_000, 12_800), np.uint8)
    assert_level([test(numbers, 8) for numbers in uniform_numbers])


def assert_level(verdicts: list[Verdict]) -> None:
    """Outside of 2…20 is one sample of the binomial distribution in some 300, were the p-values exact."""
    assert 2 <= sum(verdict.fails for verdict in verdicts) <= 20
    assert (
        0.002
        <= np.mean([verdict.below / verdict.p.size for verdict in verdicts])
        <= 0.02
    )


@for_each("test", DECK_TESTS, ids=lambda test: test.__name__)
def test_the_naive_swap_is_caught_and_the_default_shuffle_passes(
    test: Callable[[Values], Verdict],
) -> None:
    assert test(DECKS["`naive_swap`"](50_000)).fails
    assert not test(DECKS["`fisher_yates`"](20_000)).fails
    if test in (
        positions.frequencies,
        positions.first_two,
    ):  # the other tests compare no position with a card
        assert test(DECKS["`sattolo`"](50_000)).corrected < 1e-30


@for_each("test", NUMBER_TESTS, ids=lambda test: test.__name__)
def test_each_test_of_numbers_detects_its_defect(test: NumberTest) -> None:
    assert test(NUMBER_TESTS[test].astype(np.uint8), 52).fails


def test_rand_is_the_generator_of_microsoft_and_continues_the_last_chunk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """41, 18467, 6334, 26500, 19169, 15724, 11478 and 29358 are the first after srand(1) (Rosetta Code)."""
    known = [41, 18467, 6334, 26500, 19169, 15724, 11478, 29358]
    assert next(generators.microsoft_numbers(8)).tolist() == [
        number % 52 for number in known
    ]
    whole = np.concatenate(list(generators.microsoft_numbers(1000)))
    monkeypatch.setattr(generators, "_NUMBERS_PER_CHUNK", 64)
    assert (
        np.concatenate(list(generators.microsoft_numbers(1000))).tolist()
        == whole.tolist()
    )


def test_numbers_are_of_a_source_decks_whole_and_short_numbers_the_first_bits_of_words() -> (
    None
):
    assert next(generators.service_numbers(100)).tolist() == WordSource(
        sd1(generators.SEED)
    ).below_many(52, 100)
    assert all(
        (np.sort(make(1_500), axis=1) == np.arange(52)).all() for make in DECKS.values()
    )
    assert {len(np.concatenate(list(make(300_000)))) for make in NUMBERS.values()} == {
        300_000
    }
    assert set(np.concatenate(list(NUMBERS["1…51"](20_000))).tolist()) == set(
        range(1, 52)
    )
    words = np.array([[0, 2**32 - 1, 53 << 32 - RAND_BITS]], np.uint32)
    sources = ModuloSources(lambda start, count: words[:, start : start + count], 1)
    assert sources.below_each(range(52, 49, -1)).T.tolist() == [
        [0, (2**15 - 1) % 51, 3]
    ]


def test_lemire_words_are_those_of_enumeration_and_a_draw_has_no_bias_at_all() -> None:
    for bits in (4, 8):
        values = 2**bits
        for bound in range(1, values + 1):
            numbers = [
                word * bound >> bits
                for word in range(values)
                if word * bound % values >= values % bound
            ]
            assert lemire_words(bound, bits) == [
                Counter(numbers)[number] for number in range(bound)
            ]
    for bound in (2, 3, 49, 52, 312, 1_000, 65_537):
        assert lemire_error(bound) == 0
        assert set(lemire_words(bound)) == {2**32 // bound}


def test_a_source_draws_again_the_words_that_would_be_too_many() -> None:
    """2^32 = 52 · 82,595,524 + 48, so number 1 of 52 has the words from (2^32 + 48) / 52, rounded up, on."""
    first = -(-(2**32 + 48) // 52)
    read = iter([first - 1, 0, first, first + lemire_words(52)[1] - 1])
    source = WordSource(
        lambda size: b"".join(next(read).to_bytes(4, "big") for _ in range(size // 4))
    )
    source._read = lambda size, read=source._read: read(4)  # type: ignore[misc]
    assert [source.below(52) for _ in range(2)] == [1, 1]


def test_the_limit_falls_between_31_and_32_bits_and_a_bias_beyond_is_detected() -> None:
    """2^31 mod 50 is 48 and 2^31 mod 52 is 24, so the errors are 48/2^31 and 28/2^31; with 15 bits 44/2^15."""
    assert modulo_error(52, 15) == Fraction(44, 2**15) > LIMIT
    assert modulo_error(52, 31) == Fraction(28, 2**31) < LIMIT
    assert worst_modulo_error(52, 31) == (Fraction(48, 2**31), 50)
    assert worst_modulo_error(52, 32)[0] < LIMIT < worst_modulo_error(52, 31)[0]
    assert worst_modulo_error(312, 32)[0] > LIMIT
    random = np.random.default_rng(6)
    bits = 8
    count = round(scaling.numbers_to_detect(52, bits))
    rejected = [
        sequences.frequencies(random.integers(0, 2**bits, count) % 52, 52).p[0] < 0.01
        for _ in range(1_000)
    ]
    assert 0.87 < np.mean(rejected) < 0.93


def test_every_requirement_has_a_test() -> None:
    text = requirements.make_section(Scale.QUICK).text
    assert "nothing here is a certificate" in text
    assert text.count("\n| each position") == 4
    for tests in (requirements._DECK_TESTS, requirements._NUMBER_TESTS):
        assert all(f"\n| {name} | " in text for name in tests)
    assert "| this service: 32 bits, Lemire's method | 0 | 0 | 0 | 0 | never |" in text
    assert "| **1 in 38,726** | **1 in 745** |" in text

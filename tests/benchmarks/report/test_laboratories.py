"""The laboratories' tests: exact where cases can be enumerated, near their level if uniform, and sensitive."""

from collections import Counter
from collections.abc import Callable, Iterable
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

DeckTest = Callable[[Values], Verdict]
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
    of_sums = chi_square(throws, dice)
    assert of_sums.p == pytest.approx(two_sided_p_chi_square(14 + 7 / 24, 10))
    counts = np.array([25, 10, 2, 3, 0])
    shares = np.array([0.5, 0.4, 0.05, 0.025, 0.025])
    of_merged = chi_square(counts, shares)
    assert of_merged.p == pytest.approx(two_sided_p_chi_square(2 * 25 / 20, 1))
    assert normal(-2.575829).p == pytest.approx(0.01, rel=1e-5)


def test_one_small_p_value_is_a_failure_among_few_and_none_among_many() -> None:
    several = Verdict(np.array([0.0009] + 99 * [0.5]))
    assert several.corrected == pytest.approx(0.09)
    assert several.below == 1
    assert not several.fails
    assert str(several) == "0.09 (1 of 100)"
    fewer = Verdict(np.array([0.0009] + 9 * [0.5]))
    assert fewer.fails
    assert str(Verdict(np.array([0.0]))) == "**< 1e-300**"


def test_p_values_that_crowd_are_a_failure_and_even_ones_are_not() -> None:
    even = (np.arange(52) + 0.5) / 52
    assert uniform(Verdict(even)).p[0] > 0.99
    assert uniform(Verdict(even**3)).fails


@pytest.mark.long
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
    test: DeckTest, decks: int
) -> None:
    orders = list(permutations(range(4)))
    samples = [np.array(sample) for sample in product(orders, repeat=decks)]
    distances = [stats.norm.isf(test(sample).p / 2) for sample in samples]
    assert np.mean(np.square(distances), axis=0) == pytest.approx(1)


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
def test_of_1000_samples_of_uniform_decks_ten_or_so_fail(test: DeckTest) -> None:
    in_order = np.tile(np.arange(8), (1_000 * 400, 1))
    shuffled = np.random.default_rng(6).permuted(in_order, axis=1)
    samples = shuffled.reshape(1_000, 400, 8)
    assert_level([test(decks) for decks in samples])


@pytest.mark.exhaustive
@for_each("test", NUMBER_TESTS, ids=lambda test: test.__name__)
def test_of_1000_samples_of_uniform_numbers_ten_or_so_fail(test: NumberTest) -> None:
    uniform_numbers = np.random.default_rng(6).integers(0, 8, (1_000, 12_800), np.uint8)
    assert_level([test(numbers, 8) for numbers in uniform_numbers])


def assert_level(verdicts: list[Verdict]) -> None:
    """Outside of 2…20 is one sample of the binomial distribution in some 300, were the p-values exact."""
    failures = sum(verdict.fails for verdict in verdicts)
    assert 2 <= failures <= 20
    shares = [verdict.below / verdict.p.size for verdict in verdicts]
    assert 0.002 <= np.mean(shares) <= 0.02


@for_each("test", DECK_TESTS, ids=lambda test: test.__name__)
def test_the_naive_swap_is_caught_and_the_default_shuffle_passes(
    test: DeckTest,
) -> None:
    assert test(DECKS["`naive_swap`"](50_000)).fails
    assert not test(DECKS["`fisher_yates`"](20_000)).fails
    # The other tests compare no position with a card.
    if test in (positions.frequencies, positions.first_two):
        assert test(DECKS["`sattolo`"](50_000)).corrected < 1e-30


@for_each("test", NUMBER_TESTS, ids=lambda test: test.__name__)
def test_each_test_of_numbers_detects_its_defect(test: NumberTest) -> None:
    assert test(NUMBER_TESTS[test].astype(np.uint8), 52).fails


def test_rand_is_the_generator_of_microsoft_and_continues_the_last_chunk() -> None:
    """41, 18467, 6334, 26500, 19169, 15724, 11478 and 29358 are the first after srand(1) (Rosetta Code)."""
    known = np.array([41, 18467, 6334, 26500, 19169, 15724, 11478, 29358])
    first, *further = generators.microsoft_numbers(300_000)
    assert first[:8].tolist() == (known % 52).tolist()
    state = 1
    defined = []
    for _ in range(300_000):
        state = (214_013 * state + 2_531_011) % 2**32
        defined.append((state >> 16) % 2**15 % 52)
    assert further
    assert join([first, *further]) == defined


def join(chunks: Iterable[Values]) -> list[int]:
    """Return the numbers of all chunks."""
    return [int(number) for number in np.concatenate(list(chunks))]


def test_numbers_are_of_a_source_and_decks_whole() -> None:
    source = WordSource(sd1(generators.SEED))
    numbers = next(generators.service_numbers(100))
    assert numbers.tolist() == source.below_many(52, 100)
    for make_decks in DECKS.values():
        decks = make_decks(1_500)
        assert (np.sort(decks, axis=1) == np.arange(52)).all()
    for make_numbers in NUMBERS.values():
        assert len(join(make_numbers(300_000))) == 300_000
    assert set(join(NUMBERS["1…51"](20_000))) == set(range(1, 52))


def test_numbers_by_modulo_are_of_the_first_bits_of_words() -> None:
    words = np.array([[0, 2**32 - 1, 53 << 32 - RAND_BITS]], np.uint32)
    sources = ModuloSources(lambda start, count: words[:, start : start + count], 1)
    drawn = sources.below_each(range(52, 49, -1))
    assert drawn.T.tolist() == [[0, (2**15 - 1) % 51, 3]]


def test_lemire_words_are_those_of_enumeration_and_a_draw_has_no_bias_at_all() -> None:
    for bits in (4, 8):
        values = 2**bits
        for bound in range(1, values + 1):
            words = Counter(
                word * bound >> bits
                for word in range(values)
                if word * bound % values >= values % bound
            )
            expected = [words[number] for number in range(bound)]
            assert lemire_words(bound, bits) == expected
    for bound in (2, 3, 49, 52, 312, 1_000, 65_537):
        assert lemire_error(bound) == 0
        assert set(lemire_words(bound)) == {2**32 // bound}


def test_a_source_draws_again_the_words_that_would_be_too_many() -> None:
    """2^32 = 52 · 82,595,524 + 48, so number 1 of 52 has the words from (2^32 + 48) / 52, rounded up, on."""
    first = -(-(2**32 + 48) // 52)
    words = iter([first - 1, 0, first, first + lemire_words(52)[1] - 1])

    def read_words(size: int) -> bytes:
        return b"".join(next(words).to_bytes(4, "big") for _ in range(size // 4))

    source = WordSource(read_words)
    source._read = lambda _: read_words(4)
    assert source.below(52) == 1
    assert source.below(52) == 1


def test_the_limit_falls_between_31_and_32_bits() -> None:
    """2^31 mod 50 is 48 and 2^31 mod 52 is 24, so the errors are 48/2^31 and 28/2^31; with 15 bits 44/2^15."""
    assert modulo_error(52, 15) == Fraction(44, 2**15)
    assert modulo_error(52, 31) == Fraction(28, 2**31)
    assert modulo_error(52, 31) < LIMIT < modulo_error(52, 15)
    assert worst_modulo_error(52, 31) == (Fraction(48, 2**31), 50)
    error_of_31_bits, _ = worst_modulo_error(52, 31)
    error_of_32_bits, _ = worst_modulo_error(52, 32)
    error_of_more_cards, _ = worst_modulo_error(312, 32)
    assert error_of_32_bits < LIMIT < error_of_31_bits
    assert error_of_more_cards > LIMIT


def test_a_bias_is_detected_by_as_many_numbers_as_the_report_says() -> None:
    random = np.random.default_rng(6)
    values = 2**8
    count = round(scaling.numbers_to_detect(52, 8))
    samples = [random.integers(0, values, count) % 52 for _ in range(1_000)]
    rejected = [sequences.frequencies(sample, 52).p[0] < 0.01 for sample in samples]
    assert 0.87 < np.mean(rejected) < 0.93


def test_every_requirement_has_a_test() -> None:
    text = requirements.make_section(Scale.QUICK).text
    assert "nothing here is a certificate" in text
    assert text.count("\n| each position") == 4
    for name in (*requirements._DECK_TESTS, *requirements._NUMBER_TESTS):
        assert f"\n| {name} | " in text
    assert "| this service: 32 bits, Lemire's method | 0 | 0 | 0 | 0 | never |" in text
    assert "| **1 in 38,726** | **1 in 745** |" in text

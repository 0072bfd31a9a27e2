"""The section on the tests that gaming laboratories and their rules require, with the results of this service."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import numpy as np
from scipy import stats

from benchmarks.documents import format_code, format_table
from benchmarks.report import Scale, Section
from benchmarks.report.laboratories import positions, sequences
from benchmarks.report.laboratories.generators import CARDS, DECKS, NUMBERS, SEED
from benchmarks.report.laboratories.scaling import (
    LIMIT,
    lemire_error,
    lemire_words,
    modulo_error,
    numbers_to_detect,
    worst_modulo_error,
)
from benchmarks.report.laboratories.verdicts import (
    LEVEL,
    Values,
    Verdict,
    chi_square,
    uniform,
)
from service.bias.modulo import BITS

_TRIALS = 1_000_000
_NUMBERS = 10_000_000
_MANY_NUMBERS = 300_000_000

_DECK_TESTS: Mapping[str, Callable[[Values], Verdict]] = {
    "each position: chi-square (52)": positions.frequencies,
    "each position: Kolmogorov–Smirnov of these 52": lambda decks: uniform(
        positions.frequencies(decks)
    ),
    "each position, deck after deck: runs (52)": positions.runs,
    "each position, with the deck before: serial correlation (52)": positions.serial_correlations,
    "each pair of positions: correlation (1,326)": positions.correlations,
    "the first two cards: chi-square": positions.first_two,
    "within a deck: rising runs": positions.rises,
}
_NUMBER_TESTS: Mapping[str, Callable[[Values, int], Verdict]] = {
    "frequency": sequences.frequencies,
    "frequency, every 52nd number (52)": sequences.subsequences,
    "pairs (serial test)": sequences.pairs,
    "gaps": sequences.gaps,
    "poker": sequences.hands,
    "coupon collector, of suits": sequences.collections,
    "permutations of three": sequences.permutations,
    "runs about the middle": sequences.runs,
    "serial correlation": sequences.serial_correlation,
}


def make_section(scale: Scale) -> Section:
    """Return the requirements, the tests of decks and of numbers, and the limit to bias."""
    trials, numbers, many = (
        scale.scale_trials(full) for full in (_TRIALS, _NUMBERS, _MANY_NUMBERS)
    )
    deck_verdicts = {name: _test_decks(make(trials)) for name, make in DECKS.items()}
    number_verdicts = {
        name: _test_numbers(np.concatenate(list(make(numbers))))
        for name, make in NUMBERS.items()
    }
    for name, make in NUMBERS.items():
        number_verdicts[name][f"frequency, {many:,} numbers"] = _test_frequencies(
            make(many)
        )
    text = "\n\n".join(
        (
            _INTRODUCTION,
            format_table(("requirement", "rule", "test"), _REQUIREMENTS, left=3),
            format_table(("rule", "of", "for"), _PLACES, left=3),
            _RULES,
            "### Shuffled decks",
            _explain_deck_tests(trials, deck_verdicts["`fisher_yates`"]),
            _render_verdicts(deck_verdicts),
            "### Numbers",
            _explain_number_tests(numbers),
            _render_verdicts(number_verdicts),
            _explain_findings(),
            "### The limit to bias",
            _explain_limit(),
            format_table(_LIMIT_HEAD, _limit_rows()),
            _DETECTION,
        )
    )
    return Section("Tests of gaming laboratories", text)


def _test_decks(decks: Values) -> dict[str, Verdict]:
    return {name: test(decks) for name, test in _DECK_TESTS.items()}


def _test_numbers(numbers: Values) -> dict[str, Verdict]:
    return {name: test(numbers, CARDS) for name, test in _NUMBER_TESTS.items()}


def _test_frequencies(chunks: Iterable[Values]) -> Verdict:
    counts = sum(
        (np.bincount(chunk, minlength=CARDS) for chunk in chunks),
        np.zeros(CARDS, np.int64),
    )
    return chi_square(counts, np.full(CARDS, 1 / CARDS))


def _render_verdicts(verdicts: Mapping[str, Mapping[str, Verdict]]) -> str:
    tests = next(iter(verdicts.values()))
    return format_table(
        ("test", *verdicts),
        (
            (test, *(str(column[test]) for column in verdicts.values()))
            for test in tests
        ),
    )


def _limit_rows() -> Iterable[tuple[str, ...]]:
    yield (
        "this service: 32 bits, Lemire's method",
        *_format_errors(*(lemire_error(CARDS),) * 3),
        "never",
    )
    for bits, source in BITS.items():
        errors = (
            modulo_error(CARDS, bits),
            worst_modulo_error(CARDS, bits)[0],
            worst_modulo_error(6 * CARDS, bits)[0],
        )
        yield (
            f"`rand() % n`, {bits} bits: {source}",
            *_format_errors(*errors),
            f"{numbers_to_detect(CARDS, bits):.2g}",
        )


def _format_errors(card: Fraction, deck: Fraction, shoe: Fraction) -> Iterable[str]:
    for error in (card / CARDS, card, deck, shoe):
        text = f"1 in {float(1 / error):,.0f}" if error else "0"
        yield f"**{text}**" if error > LIMIT else text


_RULE = "25 CFR 547.14(b)(2)"
_DAKOTA = "S.D. Admin. R. 48:02:08:02"

_REQUIREMENTS = (
    (
        "99 % confidence in every test",
        f"{_RULE}; {_DAKOTA}",
        "every test: it fails below p = 0.01",
    ),
    ("chi-square of each card position", f"{_DAKOTA}(1)", "each position: chi-square"),
    (
        "runs test of each card position",
        f"{_DAKOTA}(2); {_RULE}(ii)",
        "each position: runs; runs about the middle",
    ),
    (
        "correlation of each pair of positions in a game",
        f"{_DAKOTA}(3)",
        "each pair of positions; the first two cards",
    ),
    (
        "serial correlation with the game before",
        f"{_DAKOTA}(4); {_RULE}(iii)",
        "each position, with the deck before; serial correlation",
    ),
    ("equi-distribution (frequency)", f"{_RULE}(iv)", "frequency"),
    ("gap test", f"{_RULE}(v)", "gaps"),
    ("poker test", f"{_RULE}(vi)", "poker"),
    ("coupon collector's test", f"{_RULE}(vii)", "coupon collector"),
    ("permutation test", f"{_RULE}(viii)", "permutations of three; rising runs"),
    (
        "spectral test",
        f"{_RULE}(ix)",
        "none: it is for linear congruential generators (Knuth 3.3.4)",
    ),
    ("test on subsequences", f"{_RULE}(x)", "frequency, every 52nd number"),
    (
        "Kolmogorov–Smirnov test",
        "58 Pa. Code § 810a.5(c)(8)",
        "Kolmogorov–Smirnov of the 52",
    ),
    (
        "an unbiased scaling algorithm: 1 in 50 million",
        "25 CFR 547.14(f)",
        "the limit to bias",
    ),
    (
        "a scaling method that preserves the distribution",
        "58 Pa. Code § 810a.5(d); N.J.A.C. 13:69E-1.28G(b)(6)",
        "the limit to bias",
    ),
)

_LIMIT_HEAD = (
    "method",
    "of 52: error",
    "of 52: relative error",
    "largest of 2…52",
    "largest of 2…312",
    "numbers until chi-square detects it",
)


_INTRODUCTION = """\
**No laboratory has tested this service, and nothing here is a certificate.** We ran the
statistical tests that rules name, with a seed fixed beforehand."""


_PLACES = (
    (
        "25 CFR 547.14(b), (f)",
        "United States",
        "Class II games on tribal lands; (b)(2) lists tests that *may* be included",
    ),
    (
        "S.D. Admin. R. 48:02:08:02",
        "South Dakota",
        "video lottery; it alone names card positions",
    ),
    (
        "Code § 29-22B-909; 15.1.7.13 NMAC; 68 IAC 2-6-11",
        "West Virginia; New Mexico; Indiana",
        "the same four tests as South Dakota",
    ),
    (
        "58 Pa. Code § 810a.5(c), (d)",
        "Pennsylvania",
        "games over a network; it asks for 95 %",
    ),
    (
        "N.J.A.C. 13:69E-1.28G(b)",
        "New Jersey",
        "[all possible outcomes](fairness.md#how-many-orders-a-seed-can-reach)",
    ),
)
_RULES = """\
We know 25 CFR 547.14(f) from quotations only. Pennsylvania also lists overlaps, order statistics, adjacency, interplay
correlation and the Poisson distribution; it does not define the last test, and we do not run it. GLI-11, GLI-19 and
Nevada's technical standards were not available to us."""


def _explain_deck_tests(trials: int, verdicts: Mapping[str, Verdict]) -> str:
    several = [verdict for verdict in verdicts.values() if verdict.p.size > 1]
    counts = ", ".join(
        f"{verdict.below} of {verdict.p.size:,} ({_chance(verdict):.0%})"
        for verdict in several
    )
    program = f"""
from benchmarks.report.laboratories.generators import DECKS
from benchmarks.report.laboratories.positions import runs

print(runs(DECKS["`fisher_yates`"]({trials})))
"""
    return f"""\
{trials:,} decks of 52 each, seed `{SEED}`, indices 0 to {trials - 1:,}. A cell has the two-sided p-value; of many the
smallest times their number (Bonferroni), and in brackets the number below 1 %. **Bold** is below 0.01. `rand() % n`
gets perfect numbers of 15 bits. The default shuffle has {counts} below 1 %; in brackets, the chance of as many.

{format_code(program, "python")}"""


def _chance(verdict: Verdict) -> float:
    return float(stats.binom.sf(verdict.below - 1, verdict.p.size, LEVEL))


def _explain_number_tests(numbers: int) -> str:
    program = f"""
import numpy as np

from benchmarks.report.laboratories.generators import NUMBERS
from benchmarks.report.laboratories.sequences import pairs

print(pairs(np.concatenate(list(NUMBERS["`below(52)`"]({numbers}))), 52))
"""
    return f"""\
The tests of D. E. Knuth, *The Art of Computer Programming* 2, 3.3.2, on {numbers:,} numbers below 52 from index 0 of
the same seed. `rand() % 52` gets perfect numbers of 15 bits; Microsoft's is the generator after `srand(1)`, 1…51 the
one in Mullin's article.

{format_code(program, "python")}"""


def _explain_findings() -> str:
    return f"""\
Passing proves little: it takes {numbers_to_detect(CARDS, 15) / 1e6:,.0f} million numbers to detect the remainders of 15
bits, and Microsoft's generator passes as long, although its first few numbers reveal all later ones."""


def _explain_limit() -> str:
    words = lemire_words(CARDS)
    return f"""\
Scaling a random word to a range counts as unbiased up to 1 in 50 million (25 CFR 547.14(f)), be it absolute or
relative. The table has both errors of 1/52, and the largest relative one in a shuffle of one pack, and of six. All are
exact; **bold** is above the limit. This service rejects {2**32 - sum(words)} of the 2^32 words, and each of the 52
numbers gets {words[0]:,} (`lemire_words(52)` of `benchmarks.report.laboratories.scaling`).
`/v1/algorithms/fisher_yates/bias?n=5&rand_bits=15` shows the effect of `rand() % n`."""


_DETECTION = """\
The last column, `numbers_to_detect`: how many numbers below 52 chi-square needs to reject them at 99 % nine times in
ten."""

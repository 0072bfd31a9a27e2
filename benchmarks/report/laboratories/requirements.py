"""What gaming laboratories and the rules that they test by ask for, each with the figure of this service."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import numpy as np
from scipy import stats

from benchmarks.report import places, sequences
from benchmarks.report.laboratories.generators import CARDS, DECKS, NUMBERS, SEED
from benchmarks.report.laboratories.scaling import LIMIT, lemire_error, lemire_words, modulo_error, numbers_to_see, worst
from benchmarks.report.section import Scale, Section, code, table
from benchmarks.report.laboratories.verdicts import LEVEL, Values, Verdict, chi_square, uniform
from service.core.bias.formulas.modulo import BITS

_TRIALS = 1_000_000
_NUMBERS = 10_000_000
_MANY = 300_000_000

_PLACES: Mapping[str, Callable[[Values], Verdict]] = {
    "each place: chi-square (52)": places.frequencies,
    "each place: Kolmogorov–Smirnov of these 52": lambda decks: uniform(places.frequencies(decks)),
    "each place, deck after deck: runs (52)": places.runs,
    "each place, with the deck before: serial correlation (52)": places.serial_correlations,
    "each pair of places: correlation (1,326)": places.correlations,
    "the first two cards: chi-square": places.first_two,
    "within a deck: rising runs": places.rises,
}
_SEQUENCES: Mapping[str, Callable[[Values, int], Verdict]] = {
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


def section(scale: Scale) -> Section:
    """What is asked for; the tests of decks and of numbers; and the limit to bias."""
    trials, numbers, many = (scale.trials(full) for full in (_TRIALS, _NUMBERS, _MANY))
    decks = {name: _judged(_PLACES, make(trials)) for name, make in DECKS.items()}
    drawn = {name: _sequenced(np.concatenate(list(make(numbers)))) for name, make in NUMBERS.items()}
    for name, make in NUMBERS.items():
        drawn[name][f"frequency, {many:,} numbers"] = _frequencies(make(many))
    text = "\n\n".join(
        (
            _introduction(),
            table(("asked for", "by", "here"), _ASKED, left=3),
            _on_rules(),
            "### Shuffled decks",
            _on_decks(trials, decks["`fisher_yates`"]),
            _verdicts(decks),
            "### Numbers drawn",
            _on_numbers(numbers),
            _verdicts(drawn),
            _on_findings(),
            "### The limit to bias",
            _on_limit(),
            table(_LIMIT_HEAD, _limit_rows()),
            _on_short(),
        )
    )
    return Section("What gaming laboratories ask for", text)


def _judged(tests: Mapping[str, Callable[[Values], Verdict]], decks: Values) -> dict[str, Verdict]:
    return {name: test(decks) for name, test in tests.items()}


def _sequenced(numbers: Values) -> dict[str, Verdict]:
    return {name: test(numbers, CARDS) for name, test in _SEQUENCES.items()}


def _frequencies(blocks: Iterable[Values]) -> Verdict:
    counts = sum((np.bincount(block, minlength=CARDS) for block in blocks), np.zeros(CARDS, np.int64))
    return chi_square(counts, np.full(CARDS, 1 / CARDS))


def _verdicts(found: Mapping[str, Mapping[str, Verdict]]) -> str:
    tests = next(iter(found.values()))
    return table(("test", *found), ((test, *(str(one[test]) for one in found.values())) for test in tests))


def _limit_rows() -> Iterable[tuple[str, ...]]:
    yield ("ours: 32 bits, Lemire's method", *_in_terms(*(lemire_error(CARDS),) * 3), "never")
    for bits, whose in BITS.items():
        errors = modulo_error(CARDS, bits), worst(CARDS, bits)[0], worst(6 * CARDS, bits)[0]
        yield (f"`rand() % n`, {bits} bits: {whose}", *_in_terms(*errors), f"{numbers_to_see(CARDS, bits):.2g}")


def _in_terms(card: Fraction, deck: Fraction, shoe: Fraction) -> Iterable[str]:
    for error in (card / CARDS, card, deck, shoe):
        told = f"1 in {float(1 / error):,.0f}" if error else "0"
        yield f"**{told}**" if error > LIMIT else told


_RULE = "25 CFR 547.14(b)(2)"
_DAKOTA = "S.D. Admin. R. 48:02:08:02"

_ASKED = (
    ("99 % confidence in every test", f"{_RULE}; {_DAKOTA}", "a test fails below p = 0.01"),
    ("chi-square of each card position", f"{_DAKOTA}(1)", "each place: chi-square"),
    ("runs test of each card position", f"{_DAKOTA}(2); {_RULE}(ii)", "each place: runs; runs about the middle"),
    ("correlation of each pair of positions in a game", f"{_DAKOTA}(3)", "each pair of places; the first two cards"),
    (
        "serial correlation with the game before",
        f"{_DAKOTA}(4); {_RULE}(iii)",
        "each place, with the deck before; serial correlation",
    ),
    ("equi-distribution (frequency)", f"{_RULE}(iv)", "frequency"),
    ("gap test", f"{_RULE}(v)", "gaps"),
    ("poker test", f"{_RULE}(vi)", "poker"),
    ("coupon collector's test", f"{_RULE}(vii)", "coupon collector"),
    ("permutation test", f"{_RULE}(viii)", "permutations of three; rising runs"),
    ("spectral test", f"{_RULE}(ix)", "not done: it is for linear congruential generators (Knuth 3.3.4)"),
    ("test on subsequences", f"{_RULE}(x)", "frequency, every 52nd number"),
    ("Kolmogorov–Smirnov test", "58 Pa. Code § 810a.5(c)(8)", "Kolmogorov–Smirnov of the 52"),
    ("an unbiased scaling algorithm: 1 in 50 million", "25 CFR 547.14(f)", "the limit to bias"),
)

_LIMIT_HEAD = (
    "how a number is made",
    "of 52: off by",
    "of 52: off by, relatively",
    "worst of 2…52",
    "worst of 2…312",
    "numbers until chi-square sees it",
)


def _introduction() -> str:
    return """\
**No laboratory has tested this service, and nothing here is a certificate or stands for one.** A laboratory tests a
whole product: its source code, its seeds, how numbers are kept from players, and the machine. Here are only the
statistical tests that rules name, done by ourselves, with a seed that was fixed before, so that anybody can do them
again."""


def _on_rules() -> str:
    return """\
- *25 CFR 547.14* is of the United States, for electronic bingo and its like (Class II) on tribal lands. We read
  paragraphs (a) to (c); the tests in (b)(2) are those that it says *may* be included. Paragraph (f), and so the
  1 in 50 million, we have from quotations only.
- *S.D. Admin. R. 48:02:08:02* is South Dakota's, for video lottery. It is the one that names card positions. West
  Virginia (Code § 29-22B-909), New Mexico (15.1.7.13 NMAC) and Indiana (68 IAC 2-6-11) ask for the same four tests.
- *58 Pa. Code § 810a.5(c)* is Pennsylvania's, for games over a network. It asks for 95 %, and lists overlaps, order
  statistics, adjacency and interplay correlation besides, which it does not define and we do not test.
- GLI-11 and GLI-19, standards of a laboratory, and Nevada's technical standards we could not read. Nothing is said of
  them here."""


def _on_decks(trials: int, ours: Mapping[str, Verdict]) -> str:
    several = [verdict for verdict in ours.values() if verdict.p.size > 1]
    counted = ", ".join(f"{one.below} of {one.p.size:,} ({_at_least(one):.0%})" for one in several)
    program = f"""
from benchmarks.report.laboratories.generators import DECKS
from benchmarks.report.laboratories.positions import runs

print(runs(DECKS["`fisher_yates`"]({trials})))
"""
    return f"""\
{trials:,} decks of 52 each, seed `{SEED}`, indices 0 to {trials - 1:,}. A cell has the p-value; both tails count, as
too even is not random either. Where a test is done for each place, the cell has the least p-value times their number
(Bonferroni), and in brackets how many are below 1 % by themselves. **Bold** is a failure: below 0.01. Of the cells of a
perfect shuffle one in a hundred, at the most, is bold. `rand() % n` is of perfect numbers of 15 bits.

Without that correction each of 52 places would have to be within 99 %, and {1 - (1 - LEVEL) ** CARDS:.0%} of perfect
shuffles would fail. How many are below 1 % says as much: of the default shuffle {counted}, where the brackets say how
often independent p-values have as many or more.

{code(program, "python")}"""


def _at_least(verdict: Verdict) -> float:
    return float(stats.binom.sf(verdict.below - 1, verdict.p.size, LEVEL))


def _on_numbers(numbers: int) -> str:
    program = f"""
import numpy as np

from benchmarks.report.laboratories.generators import NUMBERS
from benchmarks.report.laboratories.sequences import pairs

print(pairs(np.concatenate(list(NUMBERS["`below(52)`"]({numbers}))), 52))
"""
    return f"""\
The tests of D. E. Knuth, *The Art of Computer Programming* 2, 3.3.2, of {numbers:,} numbers below 52 from index 0 of
the same seed. `rand() % 52` is of perfect numbers of 15 bits, so that nothing but the remainder is wrong with it.
Microsoft's is its real generator after `srand(1)`. 1…51 is what the generator of Mullin's article gives.

{code(program, "python")}"""


def _on_findings() -> str:
    return f"""\
A shuffle that moves cards to the wrong places is caught, by some of the tests and not by others. A short generator is
not: it takes {numbers_to_see(CARDS, 15) / 1e6:,.0f} million numbers to see the remainders of 15 bits, and Microsoft's
generator, from whose first few numbers anybody can work out all others, passes as long. So to pass such tests is
necessary and proves little. That is why bias has a limit of its own, and why it should be worked out, not measured."""


def _on_limit() -> str:
    words = lemire_words(CARDS)
    return f"""\
A scaling algorithm makes a number of a range out of a random word. It counts as unbiased if the measured bias is no
greater than 1 in 50 million (25 CFR 547.14(f)); of what, is not said. So here are both: by how much a probability is
off 1/52, and by which part of it; and the part for the worst of the bounds that a shuffle of one pack, or of six, draws
below. All are exact. **Bold** is beyond the limit.

Ours is 0 in any terms. Of the 2^32 words each of the 52 numbers has {words[0]:,}, and the other {2**32 - sum(words)}
are drawn again: `lemire_words(52)` of `benchmarks.report.laboratories.scaling`. The rest is `modulo_bias(n, bits)` of
`service.core.bias.formulas.modulo`;
`/v1/algorithms/fisher_yates/bias?n=5&rand_bits=15` has its effect on whole shuffles."""


def _on_short() -> str:
    return """\
In the last column, `numbers_to_see` says how many numbers below 52 it takes until chi-square rejects them at 99 % nine
times in ten. With a whole word nobody will ever see it; still, a shoe of six packs is beyond the limit."""

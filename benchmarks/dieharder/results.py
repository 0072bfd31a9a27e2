"""The tests of dieharder, each on the random words of one index: its commands, its results, and their document."""

import json
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scipy.stats import binom

from benchmarks.documents import format_table, replace_file

VERSION = "3.31.1"
NTUPLES = {200, 201, 202, 203}  # the tests that take the option -n
SERVICE = ("sd1", "system")
CONTROLS = ("stuck", "rand")
_ATTEMPT_STEP = 1_000_000  # added to the index of a second attempt
_FIELDS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment", "no_whitespace")

RECORDS = "dieharder.json"
DOCUMENT = "dieharder.md"

SUSPECT_TESTS = {5: "suspect", 6: "suspect", 7: "suspect", 14: "do not use"}
"""The labels that `dieharder -l` gives to tests that it does not call good."""

_REJECTION_RATE = 0.01  # WEAK or FAILED: below 0.005 or above 0.995
_LAGGED_SUMS = 203
_LAGS = range(33)
_GIGABYTES_PER_LAG = 0.4  # times 1 + lag: 100 samples of a million


@dataclass(frozen=True)
class PValue:
    """One line of dieharder's output: a p-value, and dieharder's assessment."""

    name: str
    ntuple: int
    tsamples: int
    psamples: int
    p: float
    assessment: str

    @classmethod
    def parse(cls, line: str) -> "PValue":
        """Parse a line of comma-separated fields. Raise `ValueError` for any other line."""
        name, ntuple, tsamples, psamples, p, assessment = line.split(",")
        if assessment not in {"PASSED", "WEAK", "FAILED"}:
            raise ValueError(f"dieharder has no assessment {assessment!r}.")
        return cls(name, int(ntuple), int(tsamples), int(psamples), float(p), assessment)


@dataclass(frozen=True)
class Run:
    """One test of dieharder (`number` is its -d, `ntuple` its -n) on the words of one source, seed and index.

    `bytes_read` and `lines`, dieharder's output, are empty until it is finished.
    """

    source: str
    seed: str
    number: int
    ntuple: int
    attempt: int = 1
    bytes_read: int = 0
    lines: tuple[str, ...] = ()

    @property
    def index(self) -> int:
        """The index of the words, different for each test and attempt."""
        return _ATTEMPT_STEP * (self.attempt - 1) + 1000 * self.number + self.ntuple

    @property
    def name(self) -> str:
        """A unique name for a file."""
        return f"{self.source}-{self.number}-{self.ntuple}-{self.attempt}"

    @property
    def p_values(self) -> list[PValue]:
        """The p-values of the output."""
        return [PValue.parse(line) for line in self.lines]

    @property
    def has_passed(self) -> bool:
        """Whether every p-value is PASSED."""
        return all(p_value.assessment == "PASSED" for p_value in self.p_values)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Run":
        """Build a run from its record, which has its fields."""
        return cls(**{**record, "lines": tuple(record["lines"])})


def words_command(run: Run) -> list[str]:
    """Return the command that writes the words."""
    seed = ["--seed", run.seed] if run.source in {"sd1", "stuck"} else []
    index = ["--index", str(run.index)] if run.source != "system" else []
    return ["python", "-m", "benchmarks", "words", run.source, *seed, *index, "--native"]


def dieharder_command(run: Run) -> list[str]:
    """Return the command that tests the words. Generator 200 is raw words from standard input."""
    ntuple = ["-n", str(run.ntuple)] if run.number in NTUPLES else []
    fields = [part for field in _FIELDS for part in ("-D", field)]
    return ["dieharder", "-g", "200", "-d", str(run.number), *ntuple, "-c", ",", *fields]


def shell_command(run: Run) -> str:
    """Return both commands with a pipe between them, for a shell."""
    return f"{shlex.join(words_command(run))} | {shlex.join(dieharder_command(run))}"


@dataclass(frozen=True)
class SourceResult:
    """The first attempts of all tests on one source."""

    source: str
    runs: tuple[Run, ...]

    @property
    def p_values(self) -> list[PValue]:
        """Every p-value."""
        return [p_value for run in self.runs for p_value in run.p_values]

    def count(self, assessment: str) -> int:
        """Return the number of p-values that are PASSED, WEAK or FAILED."""
        return sum(p_value.assessment == assessment for p_value in self.p_values)

    @property
    def expected(self) -> float:
        """The expected number of WEAK or FAILED p-values if the words are random."""
        return _REJECTION_RATE * len(self.p_values)

    @property
    def chance(self) -> float:
        """The probability of at least as many WEAK or FAILED p-values, if they were independent."""
        rejected = self.count("WEAK") + self.count("FAILED")
        return float(binom.sf(rejected - 1, len(self.p_values), _REJECTION_RATE))

    @property
    def row(self) -> tuple[str, ...]:
        """The row of the summary."""
        return (
            f"`{self.source}`",
            f"{sum(run.bytes_read for run in self.runs) / 1e9:.1f}",
            str(len(self.p_values)),
            str(self.count("WEAK")),
            str(self.count("FAILED")),
            f"{self.expected:.2f}",
            f"{self.chance:.2g}",
        )


def group_by_source(runs: Iterable[Run]) -> list[SourceResult]:
    """Return the result of each source."""
    first = [run for run in runs if run.attempt == 1]
    return [SourceResult(source, tuple(run for run in first if run.source == source)) for source in SERVICE + CONTROLS]


def render_summary(runs: Iterable[Run]) -> str:
    """Return a table with a row for each source."""
    head = ("words", "GB read", "p-values", "WEAK", "FAILED", "both, expected of random words", "chance of as many")
    return format_table(head, (result.row for result in group_by_source(runs)))


def render_verdicts(runs: Iterable[Run]) -> str:
    """Return a list of the p-values of the service's own words that did not pass."""
    by_key = {(run.source, run.number, run.ntuple, run.attempt): run for run in runs}
    results = group_by_source(by_key.values())
    return "\n".join(_render_verdict(result, by_key) for result in results if result.source in SERVICE)


def _render_verdict(result: SourceResult, by_key: dict[tuple[str, int, int, int], Run]) -> str:
    total = len(result.p_values)
    if result.count("PASSED") == total:
        return f"- `{result.source}`: all of {total} p-values are PASSED."
    sentences = [f"of {total} p-values {result.count('WEAK')} are WEAK and {result.count('FAILED')} FAILED"]
    for run in (run for run in result.runs if not run.has_passed):
        repeat = by_key[run.source, run.number, run.ntuple, 2]
        suspicion = SUSPECT_TESTS.get(run.number)
        label = f", which dieharder calls *{suspicion}*" if suspicion else ""
        sentences += [
            f"{_format_name(first)}{label}: {_format_p(first)}, and with other words {_format_p(second)}"
            for first, second in zip(run.p_values, repeat.p_values, strict=True)
            if first.assessment != "PASSED"
        ]
    return f"- `{result.source}`: {'. '.join(sentences)}."


def _format_p(p_value: PValue) -> str:
    passed = p_value.assessment == "PASSED"
    return f"{p_value.p:.4f}" if passed else f"{p_value.p:.8f} **{p_value.assessment}**"


def _format_name(p_value: PValue) -> str:
    return f"`{p_value.name}` {p_value.ntuple}" if p_value.ntuple else f"`{p_value.name}`"


def _list_rows(sources: tuple[str, ...], runs: list[Run], attempt: int) -> Iterable[tuple[str, ...]]:
    """Yield a row for each p-value: its test, label, samples, index and megabytes, and the p-value of each source."""
    by_key = {(run.source, run.number, run.ntuple): run for run in runs if run.attempt == attempt}
    for number, ntuple in dict.fromkeys((n, t) for source, n, t in by_key if source in sources):
        runs_by_source = [by_key.get((source, number, ntuple)) for source in sources]
        run = next(run for run in runs_by_source if run)
        for i, p_value in enumerate(run.p_values):
            index_and_size = (f"{run.index:,}", f"{run.bytes_read / 1e6:,.1f}") if i == 0 else ("", "")
            samples = f"{p_value.psamples:,} × {p_value.tsamples:,}"
            cells = (_format_p(run.p_values[i]) if run else "" for run in runs_by_source)
            yield _format_name(p_value), SUSPECT_TESTS.get(number, ""), samples, *index_and_size, *cells


def _render_tests(sources: tuple[str, ...], runs: list[Run], attempt: int = 1) -> str:
    head = ("test", "label", "samples", "index", "MB", *(f"`{source}`" for source in sources))
    return format_table(head, _list_rows(sources, runs, attempt), left=2)


def write(runs: list[Run], docs: Path) -> None:
    """Write docs/dieharder.json and docs/dieharder.md."""
    replace_file(docs / RECORDS, "[\n" + ",\n".join(json.dumps(asdict(run)) for run in runs) + "\n]\n")
    replace_file(docs / DOCUMENT, render_document(runs))


def load_runs(docs: Path) -> list[Run]:
    """Return the runs in docs/dieharder.json."""
    return [Run.from_json(record) for record in json.loads((docs / RECORDS).read_text())]


def describe_omissions(runs: Iterable[Run]) -> str:
    """Return a sentence on the tests of `dieharder -a` that were not run."""
    lags_tested = {run.ntuple for run in runs if run.number == _LAGGED_SUMS}
    lags = [lag for lag in _LAGS if lag not in lags_tested]
    if not lags:
        return "All tests of `dieharder -a` were run."
    gigabytes = sum(_GIGABYTES_PER_LAG * (lag + 1) for lag in lags)
    return (
        f"Not run are {len(lags)} of the {len(_LAGS)} lagged sums (`rgb_lagged_sum`) of `dieharder -a`, which would "
        f"read {gigabytes:.0f} GB more of\neach source; `python -m benchmarks dieharder --whole` includes them."
    )


def render_document(runs: list[Run]) -> str:
    """Return the text of docs/dieharder.md."""
    first = next(run for run in runs if run.source == SERVICE[0])
    has_repeats = any(run.attempt == 2 for run in runs)
    parts = [
        _INTRODUCTION.format(seed=first.seed, omissions=describe_omissions(runs)),
        render_summary(runs),
        render_verdicts(runs),
        _INTERPRETATION,
        f"```\n{shell_command(first)}\n```",
        _REPRODUCTION,
        f"## The service's words\n\n{_render_tests(SERVICE, runs)}",
        *([f"## Second attempts\n\n{_REPEATS}\n\n{_render_tests(SERVICE, runs, 2)}"] if has_repeats else []),
        f"## Bad words\n\n{_CONTROLS}\n\n{_render_tests(CONTROLS, runs)}",
    ]
    return "\n\n".join(parts) + "\n"


_INTRODUCTION = f"""# The raw words

Results of dieharder {VERSION}, the test suite of Robert G. Brown as Debian packages it, on the random words that the
service draws from. It has Marsaglia's Diehard tests, some tests of NIST's suite, and its own. Written by
`make bench NAME=dieharder`.

- `sd1` is the [frozen stream](definitions/stream.md) of the seed `{{seed}}`. Each test reads an index of its own: 1000
  times its number, plus its `-n` if it takes one.
- `system` is the operating system's random source. Responses without a seed are drawn from it: up to 2 KiB at a time
  as they are, more by AES-256 in counter mode, which is the cipher of `sd1`, under 32 bytes of `system` as a key
  ([which](fairness.md#results-without-a-seed)). These words cannot be reproduced.
- `stuck` and `rand` are bad on purpose, to show that the suite can fail: `sd1` with the lowest of the 32 bits of every
  word stuck at 0, and Microsoft's 15-bit `rand()`, combined as is common: `rand() << 30 | rand() << 15 | rand()`.

{{omissions}}"""

_INTERPRETATION = """A p-value is the probability that random words do worse. dieharder calls it WEAK below 0.005 or
above 0.995, and FAILED below 0.000001 or above 0.999999. **Of random words, one p-value in a hundred is WEAK**: a table
of this length without any is no better than one with one or two. *Chance of as many* is the probability of at least
as many WEAK or FAILED p-values if they were independent; the thirty of `sts_serial` and the two of some other tests are
not, so that they come in clusters. FAILED is different: random words have one in fewer than one such table in a
thousand.

A test of the service's words that does not pass is repeated once with other words (for `sd1`, the index plus
1,000,000), and the result is listed below in any case. A defect shows again; chance seldom does.

dieharder itself labels `diehard_opso`, `diehard_oqso` and `diehard_dna` *suspect*, and `diehard_sums` *do not use*
(`dieharder -l`). They are run because `dieharder -a` runs them, and their results carry little weight.

Passing proves no randomness: a test suite finds only the defects that it tests for. The claim that nobody can tell
`sd1` from random words rests on AES; the claim that results are uniform if the words are, on
[other tests](fairness.md)."""

_REPRODUCTION = """This command repeats the first test; the others differ in index, `-d` and `-n`. With `--native` each
word is in the byte order of the machine, as dieharder reads it, so that it tests the numbers that the service
has."""

_REPEATS = "WEAK and FAILED tests with other words. A test with several p-values is repeated with all of them."

_CONTROLS = """A few quick tests of words that are not random. Each test sees one kind of defect. Many ignore the
lowest bit, and give the same result for `stuck` as for `sd1`: the other bits are the same. Few notice the pattern in
`rand()`.

`rand()` was first combined from the upper bits of its calls: `rand() << 17 | rand() << 2 | rand() >> 13`. Of those 44
p-values 2 were WEAK and none FAILED, so it is now combined as above. Of seven more tests that were tried on the first
combination, `rgb_minimum_distance` in 4 dimensions FAILED. Words that pass a few tests can still be bad."""

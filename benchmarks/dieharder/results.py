"""The tests of dieharder, each on the random words of one index: its commands, its results, and their document."""

import json
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scipy.stats import binom

from benchmarks.documents import (
    DATA,
    format_code,
    format_table,
    replace_file,
    write_report,
)

VERSION = "3.31.1"
NTUPLES = {200, 201, 202, 203}  # the tests that take the option -n
SERVICE = ("sd1", "system")
CONTROLS = ("stuck", "rand")
_ATTEMPT_STEP = 1_000_000  # added to the index of a second attempt
_FIELDS = (
    "test_name",
    "ntuple",
    "tsamples",
    "psamples",
    "pvalues",
    "assessment",
    "no_whitespace",
)

RECORDS = "dieharder.json"
TITLE = "The raw words"

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
        return cls(
            name, int(ntuple), int(tsamples), int(psamples), float(p), assessment
        )


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
        return cls(**dict(record) | {"lines": tuple(record["lines"])})


def words_command(run: Run) -> list[str]:
    """Return the command that writes the words."""
    seed = ["--seed", run.seed] if run.source in {"sd1", "stuck"} else []
    index = ["--index", str(run.index)] if run.source != "system" else []
    return [
        "python",
        "-m",
        "benchmarks",
        "words",
        run.source,
        *seed,
        *index,
        "--native",
    ]


def dieharder_command(run: Run) -> list[str]:
    """Return the command that tests the words. Generator 200 is raw words from standard input."""
    ntuple = ["-n", str(run.ntuple)] if run.number in NTUPLES else []
    fields = [part for field in _FIELDS for part in ("-D", field)]
    return [
        "dieharder",
        "-g",
        "200",
        "-d",
        str(run.number),
        *ntuple,
        "-c",
        ",",
        *fields,
    ]


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
    return [
        SourceResult(source, tuple(run for run in first if run.source == source))
        for source in SERVICE + CONTROLS
    ]


def render_summary(runs: Iterable[Run]) -> str:
    """Return a table with a row for each source."""
    head = (
        "words",
        "GB read",
        "p-values",
        "WEAK",
        "FAILED",
        "both, expected of random words",
        "chance of as many",
    )
    return format_table(head, (result.row for result in group_by_source(runs)))


def render_repeats(runs: Iterable[Run]) -> str:
    """Return a table of the p-values of the service's own words that did not pass, and those of the second attempts."""
    by_key = {(run.source, run.number, run.ntuple, run.attempt): run for run in runs}
    rows = (
        (
            f"`{run.source}`",
            _format_name(first, run.number),
            _format_p(first),
            _format_p(second),
        )
        for run in by_key.values()
        if run.source in SERVICE and run.attempt == 1 and not run.has_passed
        for first, second in zip(
            run.p_values,
            by_key[run.source, run.number, run.ntuple, 2].p_values,
            strict=True,
        )
        if first.assessment != "PASSED"
    )
    return format_table(("words", "test", "p-value", "with other words"), rows, left=2)


def _format_p(p_value: PValue) -> str:
    passed = p_value.assessment == "PASSED"
    return f"{p_value.p:.4f}" if passed else f"{p_value.p:.8f} **{p_value.assessment}**"


def _format_name(p_value: PValue, number: int) -> str:
    name = (
        f"`{p_value.name}` {p_value.ntuple}" if p_value.ntuple else f"`{p_value.name}`"
    )
    return f"{name} (*{SUSPECT_TESTS[number]}*)" if number in SUSPECT_TESTS else name


def write(runs: list[Run], docs: Path) -> None:
    """Write docs/measured/dieharder.json and the section of docs/measured.md."""
    records = ",\n".join(json.dumps(asdict(run)) for run in runs)
    replace_file(docs / DATA / RECORDS, f"[\n{records}\n]\n")
    write_report(docs, TITLE, render_section(runs))


def load_runs(docs: Path) -> list[Run]:
    """Return the runs in docs/measured/dieharder.json."""
    return [
        Run.from_json(record)
        for record in json.loads((docs / DATA / RECORDS).read_text())
    ]


def describe_omissions(runs: Iterable[Run]) -> str:
    """Return a sentence on the tests of `dieharder -a` that were not run."""
    lags_tested = {run.ntuple for run in runs if run.number == _LAGGED_SUMS}
    lags = [lag for lag in _LAGS if lag not in lags_tested]
    if not lags:
        return "All tests of `dieharder -a` were run."
    gigabytes = sum(_GIGABYTES_PER_LAG * (lag + 1) for lag in lags)
    lagged = f"{len(lags)} of the {len(_LAGS)} lagged sums of `dieharder -a`"
    return f"{lagged}, {gigabytes:.0f} GB more of each source, were not run (`--whole` runs them)."


def render_section(runs: list[Run]) -> str:
    """Return the section of docs/measured.md, without its heading."""
    first = next(run for run in runs if run.source == SERVICE[0])
    parts = [
        _INTRODUCTION.format(seed=first.seed, omissions=describe_omissions(runs)),
        render_summary(runs),
        "Tests that did not pass, repeated once with other words:",
        render_repeats(runs),
        _INTERPRETATION,
        format_code(shell_command(first), "sh"),
    ]
    return "\n\n".join(parts)


_INTRODUCTION = f"""\
dieharder {VERSION}, the suite of Robert G. Brown, has tested

- `sd1`: the stream of the seed `{{seed}}`; the index is 1000 times a test's number, plus its `-n`.
- `system`: the operating system's words, which give [unseeded results](fairness.md#results-without-a-seed) or their
  keys.
- `stuck` and `rand`, bad on purpose: `sd1` with the lowest of 32 bits stuck at 0, and Microsoft's 15-bit `rand()`,
  combined as `rand() << 30 | rand() << 15 | rand()`.

{{omissions}}"""

_INTERPRETATION = """\
WEAK is a p-value below 0.005 or above 0.995, as one in a hundred of random words is, FAILED one below 0.000001 or above
0.999999. *Chance of as many* takes p-values for independent, which the thirty of `sts_serial` are not. Passing proves
no randomness: that nobody can tell `sd1` from random words rests on AES. `make bench NAME=dieharder` repeats all tests,
and this the first:"""

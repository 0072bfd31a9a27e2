"""What dieharder found, as docs/dieharder.json keeps it and as docs/dieharder.md tells it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from pathlib import Path

from benchmarks.dieharder.runs import CONTROLS, SERVICE, VERSION, PValue, Run, command
from benchmarks.report.section import table
from benchmarks.trials.results import replace_file

RECORD = "dieharder.json"
DOCUMENT = "dieharder.md"

MISTRUSTED = {5: "suspect", 6: "suspect", 7: "suspect", 14: "do not use"}
"""What `dieharder -l` says of tests that it does not call good."""

_BEYOND = 0.01  # WEAK or FAILED: below 0.005 or above 0.995
_LAGGED = 203
_LAGS = range(33)
_LAG = 0.4  # GB that each of them reads, times 1 + lag: 100 samples of a million


@dataclass(frozen=True)
class Tally:
    """What came of the first attempts on one source."""

    source: str
    runs: tuple[Run, ...]

    @property
    def found(self) -> list[PValue]:
        """Every p-value."""
        return [found for run in self.runs for found in run.p_values]

    def of(self, assessment: str) -> int:
        """How many there are of WEAK, of FAILED or of PASSED."""
        return sum(found.assessment == assessment for found in self.found)

    @property
    def expected(self) -> float:
        """How many of good words would be WEAK or FAILED."""
        return _BEYOND * len(self.found)

    @property
    def chance(self) -> float:
        """How often there would be as many or more, if the p-values were independent."""
        k, seen = len(self.found), self.of("WEAK") + self.of("FAILED")
        return sum(comb(k, i) * _BEYOND**i * (1 - _BEYOND) ** (k - i) for i in range(seen, k + 1))

    @property
    def row(self) -> tuple[str, ...]:
        """Its row in the summary."""
        gigabytes = sum(run.taken for run in self.runs) / 1e9
        counts = (str(self.of("WEAK")), str(self.of("FAILED")))
        return (
            f"`{self.source}`",
            f"{gigabytes:.1f}",
            str(len(self.found)),
            *counts,
            f"{self.expected:.2f}",
            f"{self.chance:.2g}",
        )


def tallies(runs: Iterable[Run]) -> list[Tally]:
    """One for each source."""
    first = [run for run in runs if run.attempt == 1]
    return [Tally(source, tuple(run for run in first if run.source == source)) for source in SERVICE + CONTROLS]


def summary(runs: Iterable[Run]) -> str:
    """A table of what each source came to."""
    head = ("words", "GB read", "p-values", "WEAK", "FAILED", "either, expected of good words", "chance of as many")
    return table(head, (tally.row for tally in tallies(runs)))


def verdict(runs: Iterable[Run]) -> str:
    """What came of the service's own words, in sentences."""
    of = {(run.source, run.number, run.ntuple, run.attempt): run for run in runs}
    return "\n".join(_told(tally, of) for tally in tallies(of.values()) if tally.source in SERVICE)


def _told(tally: Tally, of: dict[tuple[str, int, int, int], Run]) -> str:
    if tally.of("PASSED") == len(tally.found):
        return f"- `{tally.source}`: all of {len(tally.found)} p-values passed."
    told = [f"of {len(tally.found)} p-values {tally.of('WEAK')} are WEAK and {tally.of('FAILED')} FAILED"]
    for run in (run for run in tally.runs if not run.passed):
        second = of[run.source, run.number, run.ntuple, 2]
        label = f", which dieharder calls *{MISTRUSTED[run.number]}*" if run.number in MISTRUSTED else ""
        told += [
            f"{_name(found)}{label}: {_p(found)}, and with other words {_p(other)}"
            for found, other in zip(run.p_values, second.p_values, strict=True)
            if found.assessment != "PASSED"
        ]
    return f"- `{tally.source}`: {'. '.join(told)}."


def _p(found: PValue) -> str:
    return f"{found.p:.4f}" if found.assessment == "PASSED" else f"{found.p:.8f} **{found.assessment}**"


def _name(found: PValue) -> str:
    return f"`{found.name}` {found.ntuple}" if found.ntuple else f"`{found.name}`"


def _rows(sources: tuple[str, ...], runs: list[Run], attempt: int = 1) -> Iterable[tuple[str, ...]]:
    """For each p-value of the first source's runs a row: its test, label, samples and index, and each source's p."""
    of = {(run.source, run.number, run.ntuple): run for run in runs if run.attempt == attempt}
    for number, ntuple in dict.fromkeys((n, t) for source, n, t in of if source in sources):
        done = [of.get((source, number, ntuple)) for source in sources]
        run = next(run for run in done if run)
        for place, found in enumerate(run.p_values):
            first = (f"{run.index:,}", f"{run.taken / 1e6:,.1f}") if place == 0 else ("", "")
            samples = f"{found.psamples:,} × {found.tsamples:,}"
            each = (_p(run.p_values[place]) if run else "" for run in done)
            yield _name(found), MISTRUSTED.get(number, ""), samples, *first, *each


def _tests(sources: tuple[str, ...], runs: list[Run], attempt: int = 1) -> str:
    head = ("test", "dieharder says", "samples", "index", "MB", *(f"`{source}`" for source in sources))
    return table(head, _rows(sources, runs, attempt), left=2)


def write(runs: list[Run], docs: Path) -> None:
    """Put all of it into docs/dieharder.json and docs/dieharder.md."""
    replace_file(docs / RECORD, "[\n" + ",\n".join(json.dumps(run.as_json()) for run in runs) + "\n]\n")
    replace_file(docs / DOCUMENT, document(runs))


def recorded(docs: Path) -> list[Run]:
    """What docs/dieharder.json holds."""
    return [Run.from_json(record) for record in json.loads((docs / RECORD).read_text())]


def left_out(runs: Iterable[Run]) -> str:
    """Which lags of `dieharder -a` were not done, in words."""
    done = {run.ntuple for run in runs if run.number == _LAGGED}
    lags = [lag for lag in _LAGS if lag not in done]
    if not lags:
        return "All tests of `dieharder -a` were done."
    gigabytes = sum(_LAG * (lag + 1) for lag in lags)
    return (
        f"Of `dieharder -a` there are left out {len(lags)} of its {len(_LAGS)} lagged sums (`rgb_lagged_sum`), which "
        f"would read {gigabytes:.0f} GB more of\neach source; `python -m benchmarks.dieharder --whole` does them too."
    )


def document(runs: list[Run]) -> str:
    """All of docs/dieharder.md."""
    sd1 = next(run for run in runs if run.source == SERVICE[0])
    once_more = [run for run in runs if run.attempt == 2]
    parts = [
        _INTRODUCTION.format(seed=sd1.seed, left_out=left_out(runs)),
        summary(runs),
        verdict(runs),
        _READING,
        f"```\n{command(sd1)}\n```",
        _REPRODUCED,
        f"## The service's words\n\n{_tests(SERVICE, runs)}",
        *([f"## Once more\n\n{_ONCE_MORE}\n\n{_tests(SERVICE, runs, 2)}"] if once_more else []),
        f"## Bad words\n\n{_BAD}\n\n{_tests(CONTROLS, runs)}",
    ]
    return "\n\n".join(parts) + "\n"


_INTRODUCTION = f"""# The raw words

Written by `make dieharder`, which pours the random words that the service draws from into a battery of tests that
others wrote: Robert G. Brown's dieharder {VERSION}, as Debian has it. It holds Marsaglia's Diehard tests, some of those
of NIST's suite, and its own authors'.

- `sd1` is the [frozen stream](stream.md) of seed `{{seed}}`. Each test reads an index of its own: 1000 times its
  number, plus its `-n` if it takes one.
- `system` is the operating system's source, from which every answer without a seed is drawn. Nobody can have these
  words again.
- `stuck` and `rand` are bad on purpose, to show that the battery can fail: `sd1` with the lowest of the 32 bits of
  every word stuck at 0, and Microsoft's 15-bit `rand()`, put together as it is done: `rand() << 30 | rand() << 15 |
  rand()`.

{{left_out}}"""

_READING = """A p-value is how often good words would do worse. dieharder calls it WEAK below 0.005 or above 0.995, and
FAILED below 0.000001 or above 0.999999. **So one p-value in a hundred of perfect words is WEAK**, and a table as long
as this one without any is no better than one with one or two. *Chance of as many* is how often there would be so many
WEAK or FAILED ones or more if p-values were independent; the thirty of `sts_serial` and the two of some others are not,
so that they come in clusters. FAILED is another matter: good words have one in fewer than one such table in a thousand.

Whatever of the service's words does not pass is done once more, with words never read before (of `sd1` those of the
index 1,000,000 further), and is told below whatever comes of it. A fault comes again; an accident seldom does.

dieharder itself calls `diehard_opso`, `diehard_oqso` and `diehard_dna` *suspect*, and says of `diehard_sums` *do not
use* (`dieharder -l`). They are done because `dieharder -a` does them, and what they say counts for little.

Words that pass are not thereby proven random: a battery finds what it looks for. That nobody can tell `sd1` from random
words rests on AES; that answers are uniform if the words are, on [other tests](fairness.md)."""

_REPRODUCED = """That is the first of them; the others differ in index, `-d` and `-n`. With `--native` each word has the
machine's own order of bytes, in which dieharder reads: it sees the very numbers that the service has."""

_ONCE_MORE = "What was WEAK or FAILED, with other words. A test of several p-values was done again with all of them."

_BAD = """A few quick tests of words that are not random. A test sees what it looks at. Many take no notice of the
lowest bit, and say of `stuck` what they say of `sd1`, whose words it has; few notice the pattern in `rand()`.

First `rand()` was put together of the upper bits of its calls: `rand() << 17 | rand() << 2 | rand() >> 13`. Of these 44
p-values 2 were WEAK then and none FAILED, which is why it is now put together as above. Of seven tests more that were
tried on the first one, `rgb_minimum_distance` in 4 dimensions FAILED. So what passes a few tests can still be bad."""

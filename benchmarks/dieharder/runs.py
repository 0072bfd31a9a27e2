"""One test of dieharder on the random words of one index: its commands, and its results."""

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

VERSION = "3.31.1"
NTUPLES = {200, 201, 202, 203}  # the tests that take the option -n
SERVICE = ("sd1", "system")
CONTROLS = ("stuck", "rand")
_ATTEMPT_STEP = 1_000_000  # added to the index of a second attempt
_FIELDS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment", "no_whitespace")


@dataclass(frozen=True)
class PValue:
    """One line of dieharder's output: a p-value, and dieharder's assessment of it."""

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

    def to_json(self) -> dict[str, Any]:
        """Return the record for docs/dieharder.json."""
        return asdict(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Run":
        """Build a run from its record."""
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

"""One test of dieharder on the words of one index: the commands that do it, and what they are seen to say."""

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

VERSION = "3.31.1"
NTUPLES = {200, 201, 202, 203}  # the tests that take one; 0 stands for none
SERVICE = ("sd1", "system")
CONTROLS = ("stuck", "rand")
_AGAIN = 1_000_000  # how much further the index of a second attempt is
_FIELDS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment", "no_whitespace")


@dataclass(frozen=True)
class PValue:
    """One line of dieharder's: how often good words would do worse, and what it thinks of that."""

    name: str
    ntuple: int
    tsamples: int
    psamples: int
    p: float
    assessment: str

    @classmethod
    def read(cls, line: str) -> "PValue":
        """Out of a line with commas. Raises `ValueError` if it is none."""
        name, ntuple, tsamples, psamples, p, assessment = line.split(",")
        if assessment not in {"PASSED", "WEAK", "FAILED"}:
            raise ValueError(f"dieharder does not say {assessment!r}.")
        return cls(name, int(ntuple), int(tsamples), int(psamples), float(p), assessment)


@dataclass(frozen=True)
class Run:
    """One test of dieharder (its -d and -n) on the words of one index; once it is done, bytes taken and lines said."""

    source: str
    seed: str
    number: int
    ntuple: int
    attempt: int = 1
    taken: int = 0
    lines: tuple[str, ...] = ()

    @property
    def index(self) -> int:
        """Whose words it reads: each test's own."""
        return _AGAIN * (self.attempt - 1) + 1000 * self.number + self.ntuple

    @property
    def name(self) -> str:
        """What tells it from others, for a file."""
        return f"{self.source}-{self.number}-{self.ntuple}-{self.attempt}"

    @property
    def p_values(self) -> list[PValue]:
        """What the lines say."""
        return [PValue.read(line) for line in self.lines]

    @property
    def passed(self) -> bool:
        """Whether dieharder has nothing against it."""
        return all(found.assessment == "PASSED" for found in self.p_values)

    def as_json(self) -> dict[str, Any]:
        """The record in what JSON can say."""
        return asdict(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Run":
        """The record back from it."""
        return cls(**{**record, "lines": tuple(record["lines"])})


def pouring(run: Run) -> list[str]:
    """The command that writes its words."""
    seed = ["--seed", run.seed] if run.source in {"sd1", "stuck"} else []
    index = ["--index", str(run.index)] if run.source != "system" else []
    return ["python", "-m", "benchmarks.dieharder.words", run.source, *seed, *index, "--native"]


def testing(run: Run) -> list[str]:
    """The command that reads them. Generator 200 is raw words on standard input, which cannot be rewound."""
    ntuple = ["-n", str(run.ntuple)] if run.number in NTUPLES else []
    fields = [part for field in _FIELDS for part in ("-D", field)]
    return ["dieharder", "-g", "200", "-d", str(run.number), *ntuple, "-c", ",", *fields]


def command(run: Run) -> str:
    """The two of them, as they are typed."""
    return f"{shlex.join(pouring(run))} | {shlex.join(testing(run))}"

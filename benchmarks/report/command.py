"""`python -m benchmarks.report` writes docs/fairness-report.md and its pictures; `make report` sets up what it needs.

It is a function of the repository and of pinned libraries, but for the times that it says are a machine's.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from benchmarks.report import laboratories, matrices, orders, riffles, visits, words
from benchmarks.report.section import PICTURES, Scale, Section
from service import __version__

DOCS = Path(__file__).parents[2] / "docs"
REPORT = "fairness-report.md"

SECTIONS: Sequence[Callable[[Scale], Section]] = (
    matrices.section,
    visits.section,
    riffles.section,
    laboratories.section,
    words.section,
    orders.section,
)
"""Every section, in the order of the report."""


def main() -> None:
    """Make every section, and then write all of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__)
    parser.add_argument("--out", type=Path, default=DOCS, help="the folder that it is written to (docs)")
    parser.add_argument("--quick", action="store_true", help="whether it runs, in under a minute; means nothing")
    asked = parser.parse_args()
    write([_made(section, Scale.QUICK if asked.quick else Scale.FULL) for section in SECTIONS], asked.out)


def _made(section: Callable[[Scale], Section], scale: Scale) -> Section:
    began = monotonic()
    made = section(scale)
    sys.stderr.write(f"{made.title}: {monotonic() - began:.0f} s\n")
    return made


def write(sections: Sequence[Section], out: Path) -> None:
    """The report and its pictures, in the place of what was there."""
    folder = out / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for section in sections:
        for name, drawn in section.pictures.items():
            (folder / name).write_text(drawn, encoding="utf-8")
    versions = {"shuffle-and-deal": __version__} | {name: version(name) for name in ("numpy", "scipy", "matplotlib")}
    (out / REPORT).write_text(document(sections, versions), encoding="utf-8")


def document(sections: Sequence[Section], versions: Mapping[str, str]) -> str:
    """All of docs/fairness-report.md."""
    contents = "\n".join(
        f"{number}. [{one.title}](#{number}-{_anchor(one.title)})" for number, one in enumerate(sections, start=1)
    )
    introduction = _INTRODUCTION.format(versions=", ".join(" ".join(one) for one in versions.items()))
    parts = (f"## {number}. {one.title}\n\n{one.text}" for number, one in enumerate(sections, start=1))
    return "\n\n".join((introduction, contents, *parts)) + "\n"


def _anchor(title: str) -> str:
    """What GitHub makes of a heading."""
    return "".join(char for char in title.lower().replace(" ", "-") if char.isalnum() or char in "-_")


_INTRODUCTION = """\
# Fairness, measured

How biased each shuffle of this service is: exactly where it can be worked out, by experiment where it cannot, beside
what others published. Written by `make report`, which makes all of it again in some minutes. Every figure has the
program or the request that it comes from, and its seed where anything was drawn. `make serve` answers the requests; in
the repository's root, `PYTHONPATH=. .venv/bin/python file.py` runs a program.

Trials are seeded, and the [stream](stream.md) of their random numbers is frozen, so the report is the same to the byte
wherever it is made, whatever the commit, with these versions: {versions}.
Only what is said to be a time depends on the machine."""


if __name__ == "__main__":
    main()

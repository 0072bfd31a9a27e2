"""Write the sections of docs/measured.md on each algorithm and on the tests of laboratories, and their pictures.

They are a function of the repository and of pinned libraries.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from benchmarks.documents import DATA, DOCS, REPORT, replace_file, write_report
from benchmarks.report import Scale, Section, algorithms
from benchmarks.report.laboratories import requirements

SECTIONS: Sequence[Callable[[Scale], Section]] = (
    algorithms.make_section,
    requirements.make_section,
)
"""Every section that is measured here."""


def main(arguments: Sequence[str]) -> int:
    """Make every section, and then write all of them."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks report", description=__doc__
    )
    parser.add_argument(
        "--out", type=Path, default=DOCS, help="the folder to write to (docs)"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="check in a minute that it can be made; means nothing",
    )
    options = parser.parse_args(arguments)
    scale = Scale.QUICK if options.quick else Scale.FULL
    write(
        [_make_section(make_section, scale) for make_section in SECTIONS], options.out
    )
    return 0


def _make_section(make_section: Callable[[Scale], Section], scale: Scale) -> Section:
    start = monotonic()
    section = make_section(scale)
    sys.stderr.write(f"{section.title}: {monotonic() - start:.0f} s\n")
    return section


def write(sections: Sequence[Section], out: Path) -> None:
    """Replace these sections of measured.md in a folder, by default a copy of docs/measured.md, and their pictures."""
    if not (out / REPORT).exists():
        replace_file(out / REPORT, (DOCS / REPORT).read_text())
    for section in sections:
        write_report(out, section.title, section.text)
        for name, svg in section.pictures.items():
            replace_file(out / DATA / name, svg)

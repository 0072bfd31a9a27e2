"""Write the report on fairness, docs/measured.md, and its pictures.

It is a function of the repository and of pinned libraries.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from benchmarks import trials
from benchmarks.dieharder import results
from benchmarks.documents import DATA, DOCS, REPORT
from benchmarks.report import (
    Scale,
    Section,
    groups,
    orders,
    playlists,
    riffles,
    television,
)
from benchmarks.report.algorithms import matrices
from benchmarks.report.laboratories import requirements
from service import __version__


def make_words_section(_: Scale) -> Section:
    """Render the recorded results; dieharder itself takes longer than a report."""
    return Section(results.TITLE, results.render_section(results.load_runs(DOCS)))


def make_trials_section(_: Scale) -> Section:
    """Render the recorded counts, which take hours."""
    return Section(trials.TITLE, trials.render_section(trials.load(DOCS)))


SECTIONS: Sequence[Callable[[Scale], Section]] = (
    matrices.make_section,
    riffles.make_section,
    requirements.make_section,
    make_words_section,
    make_trials_section,
    orders.make_section,
    groups.make_section,
    television.make_section,
    playlists.make_section,
)
"""Every section, in the order of the report."""


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
    """Write the report and its pictures."""
    folder = out / DATA
    folder.mkdir(parents=True, exist_ok=True)
    for section in sections:
        for name, svg in section.pictures.items():
            (folder / name).write_text(svg, encoding="utf-8")
    versions = {"shuffle-and-deal": __version__} | {
        name: version(name) for name in ("numpy", "scipy", "matplotlib")
    }
    (out / REPORT).write_text(render_document(sections, versions), encoding="utf-8")


def render_document(sections: Sequence[Section], versions: Mapping[str, str]) -> str:
    """Return the text of docs/measured.md."""
    introduction = _INTRODUCTION.format(
        versions=", ".join(" ".join(item) for item in versions.items())
    )
    parts = (f"## {section.title}\n\n{section.text}" for section in sections)
    return "\n\n".join((introduction, *parts, _END)) + "\n"


_INTRODUCTION = """\
# Fairness, measured

After this page you know how far each shuffle is from uniform, and how to compute every figure again.

`make bench NAME=report` writes the page in some minutes, from seeded trials and records
([trials.json](measured/trials.json), [dieharder.json](measured/dieharder.json)): the same to the byte with these
versions: {versions}. A program runs in the root of the repository (`PYTHONPATH=. .venv/bin/python file.py`), after
`make bench NAME=report ARGS=--help`, which installs the libraries; a request needs `make serve`."""
_END = """\
Next: [fairness](fairness.md) says who can choose what, and [the stream](definitions/stream.md) how a seed becomes an
order."""

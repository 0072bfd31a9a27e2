"""Write the report on fairness, docs/measured.md, and its pictures.

It is a function of the repository and of pinned libraries.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from benchmarks.dieharder.results import DOCUMENT, SERVICE, VERSION, load_runs, render_summary, render_verdicts
from benchmarks.documents import DOCS, format_code
from benchmarks.report import PICTURES, Scale, Section, groups, orders, playlists, riffles, television
from benchmarks.report.algorithms import matrices
from benchmarks.report.laboratories import requirements
from service import __version__

REPORT = "measured.md"


def make_words_section(_: Scale) -> Section:
    """Render the recorded results; dieharder itself takes longer than a report."""
    runs = load_runs(DOCS)
    seed = next(run.seed for run in runs if run.source == SERVICE[0])
    parts = (
        _WORDS.format(seed=seed),
        render_summary(runs),
        render_verdicts(runs),
        format_code("make bench NAME=dieharder"),
    )
    return Section("The raw words", "\n\n".join(parts))


_WORDS = f"""\
All results are drawn from random words. dieharder {VERSION}, a test suite by Robert G. Brown, has tested the words of
the stream `sd1`, seed `{{seed}}`, and the words of the operating system, which give unseeded results or their keys. It
has also tested two sources that are bad on purpose: `sd1` with one bit of 32 stuck, and Microsoft's 15-bit `rand()`.
For random words, one p-value in a hundred is WEAK. [{DOCUMENT}]({DOCUMENT}) has every p-value, the command that
reproduces it, and the limits of these tests."""

SECTIONS: Sequence[Callable[[Scale], Section]] = (
    matrices.make_section,
    riffles.make_section,
    requirements.make_section,
    make_words_section,
    orders.make_section,
    groups.make_section,
    television.make_section,
    playlists.make_section,
)
"""Every section, in the order of the report."""


def main(arguments: Sequence[str]) -> int:
    """Make every section, and then write all of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks report", description=__doc__)
    parser.add_argument("--out", type=Path, default=DOCS, help="the folder to write to (docs)")
    parser.add_argument("--quick", action="store_true", help="check in a minute that it can be made; means nothing")
    options = parser.parse_args(arguments)
    scale = Scale.QUICK if options.quick else Scale.FULL
    write([_make_section(make_section, scale) for make_section in SECTIONS], options.out)
    return 0


def _make_section(make_section: Callable[[Scale], Section], scale: Scale) -> Section:
    start = monotonic()
    section = make_section(scale)
    sys.stderr.write(f"{section.title}: {monotonic() - start:.0f} s\n")
    return section


def write(sections: Sequence[Section], out: Path) -> None:
    """Write the report and its pictures."""
    folder = out / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for section in sections:
        for name, svg in section.pictures.items():
            (folder / name).write_text(svg, encoding="utf-8")
    versions = {"shuffle-and-deal": __version__} | {name: version(name) for name in ("numpy", "scipy", "matplotlib")}
    (out / REPORT).write_text(render_document(sections, versions), encoding="utf-8")


def render_document(sections: Sequence[Section], versions: Mapping[str, str]) -> str:
    """Return the text of docs/measured.md."""
    contents = "\n".join(
        f"{number}. [{section.title}](#{number}-{_anchor(section.title)})"
        for number, section in enumerate(sections, start=1)
    )
    introduction = _INTRODUCTION.format(versions=", ".join(" ".join(item) for item in versions.items()))
    parts = (f"## {number}. {section.title}\n\n{section.text}" for number, section in enumerate(sections, start=1))
    return "\n\n".join((introduction, contents, *parts)) + "\n"


def _anchor(title: str) -> str:
    """Return the anchor that GitHub gives to a heading."""
    return "".join(char for char in title.lower().replace(" ", "-") if char.isalnum() or char in "-_")


_INTRODUCTION = """\
# Fairness, measured

The bias of each shuffle of this service, beside published results, and the bias of a usual way to draw groups. The bias
is exact where a formula or an enumeration gives it, and measured otherwise. `make bench NAME=report` writes this report
in some minutes. Every figure names the program or the request that reproduces it, with the seed if it draws. The
requests need a running service (`make serve`). Run a program in the root of the repository with
`PYTHONPATH=. .venv/bin/python file.py`; first run `make bench NAME=report ARGS=--help`, which installs the libraries.

Trials are seeded, and the [stream](definitions/stream.md) of their random numbers never changes. So the report is
the same to the byte on every machine with these versions: {versions}."""

"""The sections that the report measures again: their figures are right, and all of them can be generated.

`make test SUITE=report` runs what needs matplotlib.
"""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from benchmarks.documents import DATA, DOCS, REPORT, format_table
from benchmarks.report import Scale, Section, command
from benchmarks.report.algorithms import list_samples, render_large_map
from benchmarks.report.samples import Sample
from service.bias.trials import run_trials
from service.core.shuffles.registry import SHUFFLES
from tools.files import ROOT

PROGRAM = re.compile(r"```python\n(.*?)```", re.S)
HEADING = re.compile("^##+ .*", re.M)
PICTURE = re.compile(rf"!\[([^]]+)\]\({DATA}/([^)]+)\)")


def test_a_report_replaces_its_sections_and_keeps_the_others(tmp_path: Path) -> None:
    section = Section("Each algorithm", "Its text.", {"matrices.svg": "<svg/>"})
    command.write([section], tmp_path)
    report = (DOCS / REPORT).read_text()
    before, heading, after = report.partition("\n## Each algorithm\n")
    _, next_heading, others = after.partition("\n## ")
    written = (tmp_path / REPORT).read_text()
    assert written == f"{before}{heading}\nIts text.\n{next_heading}{others}"
    assert (tmp_path / DATA / "matrices.svg").read_text() == "<svg/>"
    table = format_table(("a", "b"), [("x", "1")])
    assert table == "| a | b |\n| --- | --: |\n| x | 1 |"


def test_every_shuffle_and_picture_is_in_the_documents() -> None:
    assert {sample.algorithm for sample in list_samples(1)} == set(SHUFFLES)
    texts = [path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))]
    names = [file for text in texts for _, file in PICTURE.findall(text)]
    assert sorted(names) == sorted(path.name for path in (DOCS / DATA).glob("*.svg"))


def test_the_large_picture_is_the_one_that_the_service_returns(
    client: FlaskClient,
) -> None:
    sample = Sample("naive_swap", 500, n=10)
    counts = run_trials(sample.sampler, sample.request, sample.trials)
    path = "/v1/algorithms/naive_swap/bias.svg?n=10&trials=500&seed=report"
    assert render_large_map(sample, counts) == client.get(path).text


def test_chunks_make_a_whole_sample_and_a_quick_one_suffices_for_a_verdict() -> None:
    chunks = Sample("faro", 120_000, index=7).chunks()
    assert [chunk.index for chunk in chunks] == [7, 50_007, 100_007]
    assert [chunk.trials for chunk in chunks] == [50_000, 50_000, 20_000]
    assert Scale.FULL.scale_trials(10**6) == 10**6
    assert Scale.QUICK.scale_trials(10**6) == 2_000
    for scale in Scale:
        assert scale.scale_trials(500) == 500


@pytest.mark.report
@pytest.mark.long
def test_two_reports_are_identical_and_their_programs_run(tmp_path: Path) -> None:
    quick_report = make_quick_report(tmp_path / "first")
    assert make_quick_report(tmp_path / "second") == quick_report
    text = quick_report[REPORT]
    pictures = PICTURE.findall(text)
    drawings = {name: svg for name, svg in quick_report.items() if name != REPORT}
    assert {file for _, file in pictures} == {Path(name).name for name in drawings}
    for alt, file in pictures:
        assert len(alt) > 40, file
    for name, svg in drawings.items():
        root = ElementTree.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg", name
        assert len(svg) < 250_000, name
    assert HEADING.findall(text) == HEADING.findall((DOCS / REPORT).read_text())
    programs = PROGRAM.findall(text)
    assert len(programs) >= 4
    for program in programs:
        file = tmp_path / "program.py"
        file.write_text(program, encoding="utf-8")
        environment = {"PYTHONPATH": str(ROOT)}
        run = [sys.executable, str(file)]
        subprocess.run(run, cwd=ROOT, env=environment, check=True)


def make_quick_report(out: Path) -> dict[str, str]:
    """Return every file of a quick report, by name."""
    arguments = ["report", "--quick", "--out", str(out)]
    subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments], cwd=ROOT, check=True
    )
    files = [path for path in out.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(out)): path.read_text(encoding="utf-8") for path in files
    }

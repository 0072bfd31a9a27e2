"""The report on fairness: its figures are right, and all of it can be generated.

`make test SUITE=report` runs what needs matplotlib.
"""

import re
import subprocess
import sys
from fractions import Fraction
from math import factorial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from benchmarks.documents import DATA, REPORT, format_table
from benchmarks.report import Scale, Section, command
from benchmarks.report.algorithms.bounds import Bound, lower_bound, parity_bound
from benchmarks.report.algorithms.distances import render_naive_orders
from benchmarks.report.algorithms.matrices import list_samples, render_large_map
from benchmarks.report.orders import Orders, game_rows
from benchmarks.report.riffles import PASSES, PUBLISHED, LikelierOrders, Simulated
from benchmarks.report.samples import Sample
from service.bias.methods import exact_distribution
from service.bias.riffles import riffle_distance
from service.bias.trials import run_trials
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from service.core.shuffles.registry import SHUFFLES
from service.games.catalogue import GAMES
from tests.conftest import ROOT
from tests.tables import for_each

PROGRAM = re.compile(r"```python\n(.*?)```", re.S)
PICTURE = re.compile(rf"!\[([^]]+)\]\({DATA}/([^)]+)\)")


def test_sections_have_headings_and_a_table_has_numbers_on_the_right() -> None:
    sections = [Section("One thing", "Its text."), Section("Other things", "More.")]
    text = command.render_document(sections, {"numpy": "1.0"})
    assert "versions: numpy 1.0." in text
    assert "\n## One thing\n\nIts text.\n\n## Other things\n\nMore.\n" in text
    assert (
        format_table(("a", "b"), [("x", "1")]) == "| a | b |\n| --- | --: |\n| x | 1 |"
    )


def test_every_shuffle_game_and_picture_is_in_the_report() -> None:
    assert {sample.algorithm for sample in list_samples(1)} == set(SHUFFLES)
    assert {name for row in game_rows() for name in re.findall(r"\w+", row[0])} == set(
        GAMES
    )
    texts = [
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "docs").glob("*.md"))
    ]
    names = [file for text in texts for _, file in PICTURE.findall(text)]
    assert sorted(names) == sorted(
        path.name for path in (ROOT / "docs" / DATA).glob("*.svg")
    )


def test_orders_count_equal_cards_once_and_the_published_ones_are_ours() -> None:
    orders = Orders.of(build_shoe(DECKS["standard"], PackOptions(decks=2)))
    assert (orders.cards, orders.all, orders.distinct) == (
        104,
        factorial(104),
        factorial(104) // 2**52,
    )
    lines = [
        line
        for line in render_naive_orders().splitlines()
        if line.startswith(("| 3 |", "| 4 |", "| 8 |"))
    ]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    assert len(rows) == 3
    for row in rows:
        assert (row[4], row[6]) == (row[5], row[7])


def test_the_large_picture_is_the_one_that_the_service_returns(
    client: FlaskClient,
) -> None:
    sample = Sample("naive_swap", 500, n=10)
    path = "/v1/algorithms/naive_swap/bias.svg?n=10&trials=500&seed=report"
    assert (
        render_large_map(
            sample, run_trials(sample.sampler, sample.request, sample.trials)
        )
        == client.get(path).text
    )


@for_each("n", range(2, 8))
def test_the_parity_bound_of_naive_swap_is_no_more_than_the_distance(n: int) -> None:
    distribution = exact_distribution(SHUFFLES["naive_swap"], n, {})
    even = sum(
        chance
        for order, chance in distribution.probabilities().items()
        if is_even(order)
    )
    assert parity_bound(n) == abs(even - Fraction(1, 2))
    assert parity_bound(n) <= distribution.distance


def is_even(order: tuple[int, ...]) -> bool:
    return sum(a > b for i, a in enumerate(order) for b in order[i:]) % 2 == 0


def test_a_lower_bound_is_below_the_distance_where_that_is_known() -> None:
    bound = lower_bound(Sample("naive_swap", 20_000, n=5))
    exact = float(exact_distribution(SHUFFLES["naive_swap"], 5, {}).distance)
    assert 0.5 * exact < bound.distance < exact + 4 * bound.error
    uniform = lower_bound(Sample("durstenfeld", 20_000, n=5))
    assert abs(uniform.distance) < 4 * uniform.error
    assert Bound(0.5, 0.5, 5_000).error == pytest.approx(0.01)


@for_each("passes", PASSES)
def test_the_distance_of_riffles_is_that_of_one_event(passes: int) -> None:
    event = LikelierOrders.after(52, passes)
    assert event.exact - event.uniform == riffle_distance(52, 2**passes)


@pytest.mark.parametrize("passes", [5, 7, 9])
def test_simulated_riffles_are_as_far_from_uniform_as_published(passes: int) -> None:
    sample = Sample("riffle", 20_000, {"passes": passes})
    simulated = Simulated.of(
        run_trials(sample.sampler, sample.request, sample.trials),
        LikelierOrders.after(52, passes),
    )
    assert simulated.distance == pytest.approx(
        float(PUBLISHED[passes - 1]), abs=4 * simulated.error
    )


def test_a_sample_in_chunks_is_whole_and_a_quick_one_has_enough_trials_for_a_verdict() -> (
    None
):
    chunks = Sample("faro", 120_000, index=7).chunks()
    assert [(chunk.index, chunk.trials) for chunk in chunks] == [
        (7, 50_000),
        (50_007, 50_000),
        (100_007, 20_000),
    ]
    trials = {Scale.FULL: (10**6, 500), Scale.QUICK: (2_000, 500)}
    assert {
        scale: (scale.scale_trials(10**6), scale.scale_trials(500)) for scale in trials
    } == trials


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
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg", (
            name
        )
        assert len(svg) < 250_000, name
    assert text.count("\n## ") == len(command.SECTIONS)
    programs = PROGRAM.findall(text)
    assert len(programs) >= 4
    for program in programs:
        file = tmp_path / "program.py"
        file.write_text(program, encoding="utf-8")
        subprocess.run(
            [sys.executable, str(file)],
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT)},
            check=True,
        )


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

"""System three's table: published, expected and measured visits agree."""

from math import sqrt

import pytest

from benchmarks.report import visits
from benchmarks.report.section import Scale
from benchmarks.report.visits import PUBLISHED, Visits, distance, make_shuffler, max_runs
from tests.tables import for_each


@for_each("n", PUBLISHED)
def test_measured_visits_are_those_of_a_collector(n: int) -> None:
    measured = Visits.of("rejection", n, 200)
    assert measured.mean == pytest.approx(n * sum(1 / k for k in range(1, n + 1)), abs=4 * measured.error)


def test_the_error_is_that_of_a_mean() -> None:
    draws = [make_shuffler("rejection", 25)(index).draws for index in range(100)]
    mean = sum(draws) / 100
    variance = sum((number - mean) ** 2 for number in draws) / 99
    measured = Visits.of("rejection", 25, 100)
    assert (measured.mean, measured.error) == pytest.approx((mean, sqrt(variance / 100)))


def test_the_swaps_take_one_visit_less_than_published() -> None:
    for n, published in PUBLISHED.items():
        assert Visits.of("fisher_yates", n, 5) == Visits(n - 1, 0)
        assert published is None or published.new_visits == n


def test_the_published_visits_are_as_single_runs_may_be() -> None:
    """52: (223.8 - 235.98) / 64.50. Deviations by n² (π²/6 - …): n sqrt(Σ 1/k² - H(n)/n)."""
    for n in (25, 52, 312, 1024):
        squares, harmonic = (sum(1 / k**power for k in range(1, n + 1)) for power in (2, 1))
        published = PUBLISHED[n]
        assert published
        z = (published.old_visits - n * harmonic) / (n * sqrt(squares - harmonic / n))
        assert distance(n) == pytest.approx(z)
        assert abs(z) < 1.5
        assert abs(z) * sqrt(max_runs(n)) <= 2.5758 < abs(z) * sqrt(max_runs(n) + 1)
    assert distance(52) == pytest.approx(-0.19, abs=0.005)
    assert distance(144) is None


def test_a_row_has_published_and_measured_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "_render_picture", lambda _: "")  # needs matplotlib
    text = visits.make_section(Scale.QUICK).text
    for row in ("| 25 | 121.6 |", "| 52 | 223.8 |", "| 144 | – |", "| 312 | 1,379.8 |", "| 1,024 | 7,357.0 |"):
        assert row in text
    for row in ("| 34.4 | 15.4 | 2.2 |", "| 87.4 | 15.6 | 5.6 |", "| 3,473 | 15.8 | 219.8 |", "| 957.4 |"):
        assert row in text

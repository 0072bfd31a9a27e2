"""Reports: their tests, verdicts and rates of false alarms."""

from dataclasses import replace
from itertools import permutations
from operator import attrgetter

import numpy as np
import pytest
from scipy import stats

from service.bias.reports import LEVEL, POSITIONS, Report, UniformityTest, build_report
from service.bias.statistics import STATISTICS
from service.bias.trials import Counts, Tally, run_trials
from service.core.errors import Refused
from service.core.limits import Limits
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from tests.tables import for_each

SAMPLES = 1_000


def run_uniform(n: int, trials: int, index: int = 0) -> Counts:
    """Return the counts of trials of a uniform shuffle."""
    request = ShuffleRequest(seed="report", index=index)
    return run_trials(prepare_shuffle(n, request, Limits()), request, trials)


@pytest.fixture(scope="module")
def reports() -> list[Report]:
    """The reports on samples of a uniform shuffle."""
    samples = (run_uniform(8, 500, 500 * sample) for sample in range(SAMPLES))
    return list(map(build_report, samples))


def find_test(report: Report, name: str) -> UniformityTest:
    """Return the test of a report that has this name."""
    [test] = (test for test in report.tests if test.name == name)
    return test


@for_each("name", [POSITIONS, *STATISTICS])
def test_p_values_of_uniform_samples_are_uniform(
    reports: list[Report], name: str
) -> None:
    """By the Kolmogorov-Smirnov test, at a level of one in ten thousand."""
    values = [find_test(report, name).p for report in reports]
    assert stats.kstest(values, "uniform").pvalue > 1e-4


@for_each("level", [0.05, 0.01])
def test_the_test_of_positions_has_its_nominal_rate_of_false_alarms(
    reports: list[Report], level: float
) -> None:
    alarms = sum(find_test(report, POSITIONS).p < level for report in reports)
    low, high = stats.binom.interval(0.9999, SAMPLES, level)
    assert low <= alarms <= high


def test_a_report_has_no_more_false_alarms_than_its_level(
    reports: list[Report],
) -> None:
    least = [min(test.corrected for test in report.tests) for report in reports]
    alarms = sum(p < 0.05 for p in least)
    assert alarms <= stats.binom.ppf(0.9999, SAMPLES, 0.05)
    verdicts = sum(report.is_biased for report in reports)
    assert verdicts <= stats.binom.ppf(0.9999, SAMPLES, LEVEL)


@for_each("n", [2, 3, 4, 5])
def test_the_covariance_of_a_permutation_matrix_is_a_projection(n: int) -> None:
    """So (n - 1) times the sum of its squared deviations is chi-square, with its rank as degrees of freedom."""
    orders = np.array(list(permutations(range(n))))
    matrices = np.eye(n)[orders].reshape(len(orders), n * n)
    scaled = (n - 1) * np.cov(matrices.T, bias=True)
    assert np.allclose(scaled @ scaled, scaled)
    assert np.trace(scaled) == pytest.approx((n - 1) ** 2)


def test_positions_are_tested_by_corrected_chi_square() -> None:
    counts = run_uniform(6, 1_000)
    mean = 1_000 / 6
    chi_square = 5 / 6 * ((counts.positions - mean) ** 2 / mean).sum()
    test = find_test(build_report(counts), POSITIONS)
    assert test.observed == pytest.approx(chi_square)
    assert test.expected == 25
    assert test.error == pytest.approx(stats.chi2.std(25))
    tail = min(stats.chi2.sf(chi_square, 25), stats.chi2.cdf(chi_square, 25))
    assert test.p == pytest.approx(2 * tail)


def test_a_statistic_is_tested_by_its_mean() -> None:
    counts = run_uniform(6, 1_000)
    test = find_test(build_report(counts), "fixed_points")
    assert test.observed == counts.tallies["fixed_points"].total / 1_000
    assert test.expected == 1
    assert test.error == pytest.approx(1_000**-0.5)
    p = 2 * stats.norm.sf(abs(test.z))
    assert test.p == pytest.approx(p)


def test_p_values_are_corrected_by_holms_method() -> None:
    report = build_report(run_uniform(52, 5_000, 100))
    tests = sorted(report.tests, key=attrgetter("p"))
    least = 0.0
    for remaining, test in zip(range(len(tests), 0, -1), tests, strict=True):
        least = max(least, min(1, remaining * test.p))
        assert test.corrected == pytest.approx(least)


@for_each(
    ("n", "constant"),
    [(2, {"serial_correlation"}), (3, {"serial_correlation"}), (4, set())],
)
def test_a_statistic_that_does_not_vary_is_left_out(n: int, constant: set[str]) -> None:
    report = build_report(run_uniform(n, 1_000))
    names = {test.name for test in report.tests}
    assert names == {POSITIONS, *STATISTICS} - constant


def test_a_verdict_is_a_sentence() -> None:
    report = build_report(run_uniform(52, 10_000))
    verdict = (
        "10,000 trials show no sign of bias: the least of 7 corrected p-values is "
    )
    assert report.verdict.startswith(verdict)
    assert report.draws == 51


def test_a_verdict_names_the_significant_statistics() -> None:
    counts = run_uniform(52, 10_000)
    none = {"fixed_points": Tally(0, 0), "pairs_kept": Tally(0, 0)}
    report = build_report(replace(counts, tallies=dict(counts.tallies) | none))
    assert report.verdict == (
        "10,000 trials show that the orders are not equally likely, by fixed points, pairs kept: "
        "the least of 7 corrected p-values is below 1e-300."
    )


@for_each(("n", "minimum"), [(5, 200), (52, 260)])
def test_too_few_trials_are_refused(n: int, minimum: int) -> None:
    build_report(run_uniform(n, minimum))
    with pytest.raises(Refused, match=f"at least {minimum} trials") as refusal:
        build_report(run_uniform(n, minimum - 1))
    assert refusal.value.field == "trials"

"""Trials of a shuffle for a response: within the operator's limits, few large ones at a time, and as JSON."""

from dataclasses import asdict
from typing import Any

from service.api.http.services import services
from service.api.resources.bias_schemas import MatrixQuery
from service.core.bias.reports import build_report, check_report
from service.core.bias.trials import Counts, check_trials, run_trials
from service.core.errors import TooMany
from service.core.shuffles.plans import Plan, ShuffleRequest, describe_weight, plan_shuffle

_LARGE_COST = 5_000_000  # draws and items to count: some hundredths of a second
_COST_OF_A_TRIAL = 8  # draws that take as long as the smallest trial
_PAIRS_OF_AN_ITEM = 100  # pairs of items that are compared, for the inversions, in the time in which an item is counted


def count_trials(query: MatrixQuery, name: str, trials: int, *, for_report: bool = False) -> Counts:
    """Return the counts of the trials of a query, enough of them if it is for a report.

    Raises `Refused` or `TooMany` for trials that cannot be run, and `Busy` while another large experiment runs.
    """
    limits = services().limits
    limits.check_shuffled(query.n, "n")
    request = ShuffleRequest(seed=query.seed, index=query.index, algorithm=name, arguments=query.arguments)
    plan = plan_shuffle(query.n, request, limits)
    check_trials(plan, request, trials)
    if for_report:
        check_report(plan.n, trials)
    if _check_cost(plan, request, trials, limits.trials) < _LARGE_COST:
        return run_trials(plan, request, trials)
    with services().experiments.hold():
        return run_trials(plan, request, trials)


def _check_cost(plan: Plan, request: ShuffleRequest, trials: int, max_cost: int) -> float:
    """Return the draws and the items to count of all trials. Raises `TooMany` above the operator's limit."""
    name, weight = request.shuffle.name, request.shuffle.trial_slowness
    cost = (plan.cost + _COST_OF_A_TRIAL) * weight + plan.n + plan.n**2 / _PAIRS_OF_AN_ITEM
    if round(cost * trials) > max_cost:
        raise TooMany(
            "trials",
            round(cost * trials),
            f"draws{describe_weight(weight)}{',' * (weight > 1)} and items to count",
            max_cost,
            "MAX_TRIALS",
            f"Give at most {int(max_cost / cost):,} trials at a time, whose counts add up over the indices of a "
            f"seed, or do them offline, without a limit: make bench NAME=trials ARGS='{name} --items {plan.n}'",
        )
    return cost * trials


def measured_members(counts: Counts) -> dict[str, Any]:
    """Return the report on counts, and the counts, as the response has them."""
    report = build_report(counts)
    record = counts.to_json()
    tests = [asdict(test) | {"z": test.z, "surprising": test.is_significant} for test in report.tests]
    tallies = {name: {**tally, "squares": str(tally["squares"])} for name, tally in record["tallies"].items()}
    return {
        "trials": report.trials,
        "draws": report.draws,
        "biased": report.is_biased,
        "verdict": report.verdict,
        "measures": tests,
        "counts": {**record, "positions": counts.positions.T.tolist(), "tallies": tallies},
    }

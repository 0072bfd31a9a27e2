"""Trials: the document agrees with the recorded counts, and counts of parts add up."""

import json
from pathlib import Path

import pytest

from benchmarks.documents import DOCS
from benchmarks.trials import Experiment, count_part, list_gaps, open_records, render_document, write
from service.core.bias.trials import Counts

EXPERIMENT = Experiment("fisher_yates", 8, "test")


def load_experiments() -> list[Experiment]:
    return [Experiment.from_json(record) for record in json.loads((DOCS / "trials.json").read_text())]


def test_the_document_agrees_with_the_counts() -> None:
    assert (DOCS / "trials.md").read_text() == render_document(load_experiments())


@pytest.mark.parametrize("experiment", load_experiments(), ids=lambda experiment: experiment.algorithm)
def test_a_part_of_the_trials_can_be_repeated(experiment: Experiment) -> None:
    assert experiment.counts
    first = experiment.count_trials(0, 1_000)
    assert (first.positions <= experiment.counts.positions).all()


def test_parts_of_any_size_and_order_add_up_to_the_whole(tmp_path: Path) -> None:
    records = open_records(EXPERIMENT, tmp_path)
    for start, trials in ((600, 300), (0, 200), (1_200, 250), (900, 300), (200, 400)):
        records.add(str(start), count_part((EXPERIMENT, start, trials)))
    assert list(list_gaps(open_records(EXPERIMENT, tmp_path).results, 2_000, 400)) == [(1_450, 400), (1_850, 150)]
    (total,) = open_records(EXPERIMENT, tmp_path).results.values()
    assert Counts.from_json(total) == EXPERIMENT.count_trials(0, 1_450)


def test_the_gaps_between_parts_are_counted_and_no_part_twice() -> None:
    parts = {"0": {"trials": 300}, "700": {"trials": 100}, "800": {"trials": 10}, "5000": {"trials": 10}}
    assert list(list_gaps(parts, 1_000, 250)) == [(300, 250), (550, 150), (810, 190)]
    assert list(list_gaps(parts, 200, 250)) == []
    assert list(list_gaps({}, 300, 250)) == [(0, 250), (250, 50)]


def test_trials_of_another_seed_are_not_resumed(tmp_path: Path) -> None:
    open_records(EXPERIMENT, tmp_path)
    with pytest.raises(ValueError, match="another run"):
        open_records(Experiment("fisher_yates", 8, "other"), tmp_path)


def test_an_experiment_replaces_the_same_one_with_fewer_trials(tmp_path: Path) -> None:
    def run_experiment(name: str, count: int) -> Experiment:
        experiment = Experiment(name, 8, "test")
        return Experiment(name, 8, "test", experiment.count_trials(0, count))

    for experiment in (
        run_experiment("naive_swap", 300),
        run_experiment("fisher_yates", 300),
        run_experiment("naive_swap", 500),
    ):
        write(experiment, tmp_path)
    written = json.loads((tmp_path / "trials.json").read_text())
    assert [(record["algorithm"], Counts.from_json(record["counts"]).trials) for record in written] == [
        ("fisher_yates", 300),
        ("naive_swap", 500),
    ]
    assert (tmp_path / "trials.md").read_text().count("\n## ") == 2

"""Trials: the document agrees with the recorded counts, and counts of parts add up."""

import json
from pathlib import Path

import pytest

from benchmarks.documents import DOCS
from benchmarks.trials import command
from benchmarks.trials.results import Experiment, render_document, write
from service.core.bias.trials.counts import Counts

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


def test_an_experiment_resumes_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_CHUNK", 300)
    checkpoint = tmp_path / "kept" / "fisher_yates.json"
    assert command.resume(EXPERIMENT, checkpoint) == EXPERIMENT
    command.extend(EXPERIMENT, 700, 1, checkpoint)
    half = command.resume(EXPERIMENT, checkpoint)
    assert half.trials == 700
    assert command.extend(half, 1_500, 2, checkpoint).counts == EXPERIMENT.count_trials(0, 1_500)
    assert command.resume(EXPERIMENT, checkpoint).trials == 1_500


def test_an_interruption_keeps_the_finished_trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(experiment: Experiment, *_: object) -> None:
        if experiment.trials == 600:
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "_CHUNK", 300)
    monkeypatch.setattr(command, "_show_progress", interrupt)
    checkpoint = tmp_path / "fisher_yates.json"
    with pytest.raises(KeyboardInterrupt):
        command.extend(EXPERIMENT, 1_500, 1, checkpoint)
    assert command.resume(EXPERIMENT, checkpoint).counts == EXPERIMENT.count_trials(0, 600)


def test_trials_of_another_seed_are_not_resumed(tmp_path: Path) -> None:
    checkpoint = tmp_path / "fisher_yates.json"
    command.extend(EXPERIMENT, 300, 1, checkpoint)
    with pytest.raises(ValueError, match="another seed"):
        command.resume(Experiment("fisher_yates", 8, "other"), checkpoint)


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

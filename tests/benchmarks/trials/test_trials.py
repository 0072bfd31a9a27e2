"""The trials that are written down are what the counts beside them say, and are made in parts that join."""

import json
from pathlib import Path

import pytest

from benchmarks import trials
from benchmarks.trials.results import Experiment, document, write
from service.core.bias.trials.counts import Counts

DOCS = Path(__file__).parents[2] / "docs"
EXPERIMENT = Experiment("fisher_yates", 8, "test")


def recorded() -> list[Experiment]:
    return [Experiment.from_json(record) for record in json.loads((DOCS / "trials.json").read_text())]


def test_the_document_is_what_the_counts_say() -> None:
    assert (DOCS / "trials.md").read_text() == document(recorded())


@pytest.mark.parametrize("experiment", recorded(), ids=lambda experiment: experiment.algorithm)
def test_a_part_of_the_trials_is_made_again(experiment: Experiment) -> None:
    assert experiment.counts
    first = experiment.more(0, 1_000)
    assert (first.positions <= experiment.counts.positions).all()


def test_an_experiment_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "_WINDOW", 300)
    checkpoint = tmp_path / "kept" / "fisher_yates.json"
    assert trials.resumed(EXPERIMENT, checkpoint) == EXPERIMENT
    trials.grown(EXPERIMENT, 700, 1, checkpoint)
    half = trials.resumed(EXPERIMENT, checkpoint)
    assert half.trials == 700
    assert trials.grown(half, 1_500, 2, checkpoint).counts == EXPERIMENT.more(0, 1_500)
    assert trials.resumed(EXPERIMENT, checkpoint).trials == 1_500


def test_an_interruption_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(experiment: Experiment, *_: object) -> None:
        if experiment.trials == 600:
            raise KeyboardInterrupt

    monkeypatch.setattr(trials, "_WINDOW", 300)
    monkeypatch.setattr(trials, "_show", interrupt)
    checkpoint = tmp_path / "fisher_yates.json"
    with pytest.raises(KeyboardInterrupt):
        trials.grown(EXPERIMENT, 1_500, 1, checkpoint)
    assert trials.resumed(EXPERIMENT, checkpoint).counts == EXPERIMENT.more(0, 600)


def test_trials_of_another_seed_are_not_gone_on_with(tmp_path: Path) -> None:
    checkpoint = tmp_path / "fisher_yates.json"
    trials.grown(EXPERIMENT, 300, 1, checkpoint)
    with pytest.raises(ValueError, match="another seed"):
        trials.resumed(Experiment("fisher_yates", 8, "other"), checkpoint)


def test_an_experiment_takes_the_place_of_the_same_with_fewer_trials(tmp_path: Path) -> None:
    def counted(name: str, count: int) -> Experiment:
        experiment = Experiment(name, 8, "test")
        return Experiment(name, 8, "test", experiment.more(0, count))

    for experiment in (counted("naive_swap", 300), counted("fisher_yates", 300), counted("naive_swap", 500)):
        write(experiment, tmp_path)
    written = json.loads((tmp_path / "trials.json").read_text())
    assert [(record["algorithm"], Counts.from_json(record["counts"]).trials) for record in written] == [
        ("fisher_yates", 300),
        ("naive_swap", 500),
    ]
    assert (tmp_path / "trials.md").read_text().count("\n## ") == 2

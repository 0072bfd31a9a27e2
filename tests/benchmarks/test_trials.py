"""Trials: the document agrees with the recorded counts, and counts of parts add up."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.documents import DATA, DOCS, REPORT
from benchmarks.trials import (
    RECORDS,
    TITLE,
    Experiment,
    count_part,
    list_gaps,
    load,
    open_records,
    render_section,
    write,
)
from service.bias.trials import Counts

EXPERIMENT = Experiment("fisher_yates", 8, "test")


def test_the_document_has_the_counts_and_some_trials_repeat_within_them() -> None:
    experiments = load(DOCS)
    section = render_section(experiments)
    report = (DOCS / REPORT).read_text()
    assert f"\n## {TITLE}\n\n{section}\n\n## " in report
    for experiment in experiments:
        assert experiment.counts
        part = experiment.count_trials(0, 1_000).positions
        assert (part <= experiment.counts.positions).all(), experiment.algorithm


def test_parts_of_any_size_and_order_add_up_to_the_whole_without_the_gaps(
    tmp_path: Path,
) -> None:
    records = open_records(EXPERIMENT, tmp_path)

    def add_part(start: int, trials: int) -> None:
        records.add(str(start), count_part((EXPERIMENT, start, trials)))

    add_part(600, 300)
    add_part(0, 200)
    add_part(1_200, 250)
    add_part(900, 300)
    add_part(200, 400)
    results = open_records(EXPERIMENT, tmp_path).results
    assert list(list_gaps(results, 2_000, 400)) == [(1_450, 400), (1_850, 150)]
    (total,) = results.values()
    assert Counts.from_json(total) == EXPERIMENT.count_trials(0, 1_450)
    with pytest.raises(ValueError, match="another run"):
        open_records(Experiment("fisher_yates", 8, "other"), tmp_path)


def test_gaps_are_what_no_part_has_in_pieces_of_a_size() -> None:
    parts = {
        "0": {"trials": 300},
        "700": {"trials": 100},
        "800": {"trials": 10},
        "5000": {"trials": 10},
    }
    assert list(list_gaps(parts, 1_000, 250)) == [(300, 250), (550, 150), (810, 190)]
    assert list(list_gaps(parts, 200, 250)) == []
    assert list(list_gaps({}, 300, 250)) == [(0, 250), (250, 50)]


def test_an_experiment_replaces_the_same_one_with_fewer_trials(tmp_path: Path) -> None:
    report = tmp_path / REPORT
    report.write_text(f"# Report\n\n## {TITLE}\n\nOld.\n\n## Next\n\nMore.\n")

    def write_experiment(algorithm: str, trials: int) -> None:
        experiment = Experiment(algorithm, 8, "test")
        counts = experiment.count_trials(0, trials)
        write(replace(experiment, counts=counts), tmp_path)

    write_experiment("naive_swap", 300)
    write_experiment("fisher_yates", 300)
    write_experiment("naive_swap", 500)
    records = json.loads((tmp_path / DATA / RECORDS).read_text())
    assert len(records) == 2
    counts = {
        record["algorithm"]: Counts.from_json(record["counts"]).trials
        for record in records
    }
    assert counts == {"fisher_yates": 300, "naive_swap": 500}
    section = render_section(load(tmp_path))
    assert section.count("\n### ") == 2
    text = f"# Report\n\n## {TITLE}\n\n{section}\n\n## Next\n\nMore.\n"
    assert report.read_text() == text

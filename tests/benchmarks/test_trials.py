"""Trials: the document agrees with the recorded counts, and counts of parts add up."""

import json
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


def test_the_document_agrees_with_the_counts_and_a_part_of_the_trials_can_be_repeated() -> (
    None
):
    experiments = load(DOCS)
    assert (
        f"\n## {TITLE}\n\n{render_section(experiments)}\n\n## "
        in (DOCS / REPORT).read_text()
    )
    for experiment in experiments:
        assert experiment.counts
        assert (
            experiment.count_trials(0, 1_000).positions <= experiment.counts.positions
        ).all(), experiment.algorithm


def test_parts_of_any_size_and_order_add_up_to_the_whole_without_the_gaps(
    tmp_path: Path,
) -> None:
    records = open_records(EXPERIMENT, tmp_path)
    for start, trials in ((600, 300), (0, 200), (1_200, 250), (900, 300), (200, 400)):
        records.add(str(start), count_part((EXPERIMENT, start, trials)))
    assert list(list_gaps(open_records(EXPERIMENT, tmp_path).results, 2_000, 400)) == [
        (1_450, 400),
        (1_850, 150),
    ]
    (total,) = open_records(EXPERIMENT, tmp_path).results.values()
    assert Counts.from_json(total) == EXPERIMENT.count_trials(0, 1_450)
    with pytest.raises(ValueError, match="another run"):
        open_records(Experiment("fisher_yates", 8, "other"), tmp_path)
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
    for name, count in (
        ("naive_swap", 300),
        ("fisher_yates", 300),
        ("naive_swap", 500),
    ):
        write(
            Experiment(
                name, 8, "test", Experiment(name, 8, "test").count_trials(0, count)
            ),
            tmp_path,
        )
    written = json.loads((tmp_path / DATA / RECORDS).read_text())
    counts = {
        record["algorithm"]: Counts.from_json(record["counts"]).trials
        for record in written
    }
    assert counts == {"fisher_yates": 300, "naive_swap": 500}
    assert len(written) == 2
    section = render_section(load(tmp_path))
    assert section.count("\n### ") == 2
    assert (
        report.read_text()
        == f"# Report\n\n## {TITLE}\n\n{section}\n\n## Next\n\nMore.\n"
    )

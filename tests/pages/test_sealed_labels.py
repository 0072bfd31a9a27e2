"""The label of a draw in public is written and read by the same module, on each page."""

import pytest

from tests.independent.verifier import run_node
from tests.tables import read_table

pytestmark = pytest.mark.node

LABELS = read_table("pages/sealed_labels.yaml")


def test_a_label_says_what_was_drawn_for_what_and_who_decides() -> None:
    answers = run_node("tests/pages/sealed_labels.mjs", [label for label, *_ in LABELS])
    for (label, says, round_number), answer in zip(LABELS, answers, strict=True):
        assert answer["says"] == says, label
        assert answer["round"] == round_number, label


def test_a_label_that_the_page_draw_writes_is_read_again() -> None:
    written = [label for label, *_ in LABELS[:3]]
    answers = run_node("tests/pages/sealed_labels.mjs", written)
    assert [answer["written"] for answer in answers] == written
    assert all(answer["isOfDraw"] for answer in answers)

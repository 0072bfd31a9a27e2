"""The page Verify marks the card of private hands that differs, and no other."""

from typing import Any

import pytest

from tests.independent.verifier import run_node

pytestmark = pytest.mark.node

SEEN = [{"round": 1, "positions": [1, 12], "cards": ["AS", "KH"]}]
SHOWN = [[f"shown[{i}]", {"round": 1, "position": i, "card": "7D"}] for i in range(11)]


def list_marks(shown: list[Any], difference: dict[str, Any]) -> dict[str, Any]:
    """Return the marks of the shown cards and of those of SEEN, and the position of the difference."""
    line = {"shown": shown, "seen": SEEN, "difference": difference}
    [marked] = run_node("tests/pages/differences.mjs", [line])
    return marked


@pytest.mark.parametrize("label", ["", "the stock", "seat (1)"])
def test_a_card_is_marked_by_its_whole_position(label: str) -> None:
    marked = list_marks([], {"position": [1, 12, label]})
    assert marked["marks"] == [[1, None], [12, "wrong"]]
    place = marked["place"]
    assert (place["round"], place["position"]) == (1, 12)
    assert place.get("label", "") == label


def test_no_card_is_marked_by_the_same_position_of_another_round() -> None:
    marked = list_marks([], {"position": [11, 1, ""]})
    assert marked["marks"] == [[1, None], [12, None]]


def test_a_shown_card_is_marked_by_its_whole_path() -> None:
    marked = list_marks(SHOWN, {"path": "shown[10].card"})
    wrong = [position for position, mark in marked["marks"] if mark == "wrong"]
    assert wrong == [10]
    assert marked["place"] is None

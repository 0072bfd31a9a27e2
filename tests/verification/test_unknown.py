"""What this version does not know, a later one may: a file with it is unchecked, and neither false nor malformed."""

from typing import Any

from tests.http.spec import check_refusal, post
from tests.sealed.vector_files import set_value
from tests.tables import for_each
from tests.verification.unknown_files import CLIENT, draw, list_malformed, list_unknown

Json = dict[str, Any]


@for_each(("name", "file", "unchecked"), list_unknown())
def test_what_this_version_does_not_know_is_unchecked(
    name: str, file: Json, unchecked: str
) -> None:
    verdict = post(CLIENT, "/v1/verify", **file)
    assert verdict["valid"] is None
    assert "difference" not in verdict
    assert unchecked in verdict["unchecked"]


@for_each(("name", "file"), list_malformed().items())
def test_what_no_version_can_know_is_refused(name: str, file: Json) -> None:
    assert check_refusal(CLIENT.post("/v1/verify", json=file))


@for_each("place", [["colour"], ["hands", 0, "colour"]])
def test_an_altered_card_beside_what_is_not_known_is_false(
    place: list[str | int],
) -> None:
    response = set_value(draw("game"), place, "red")
    cards = response["hands"][1]["cards"]
    cards.insert(0, cards.pop(1))
    assert post(CLIENT, "/v1/verify", **response)["valid"] is False

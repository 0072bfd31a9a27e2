"""A response of a caller's list is verified without it as far as the class of its results says which items it shows."""

from service.http.caller_lists.results import ListResults
from service.http.results.result_types import Json, Results
from service.http.schemas.provenance import ShuffleProvenance
from service.lists.response_fields import ItemsFields
from service.lists.shown_items import ItemResults
from tests.http.draw_operations import DRAW_OPERATIONS, get_example
from tests.lists.podium import PodiumResults, ShownPodiumResults, make_app
from tests.lists.shown_requests import PEOPLE, REQUESTS, draw, verify
from tests.tables import for_each

EXAMPLES = [
    (path.removeprefix("/v1/items/"), body)
    for path, body in map(get_example, DRAW_OPERATIONS)
    if "items" in body and "repeats" not in body
]
"""The example of each such endpoint, with a list of its own."""
every_request = for_each(("path", "body"), [*REQUESTS, *EXAMPLES])


@every_request
@for_each(("end", "repeats"), [("", {}), ("/batch", {"repeats": 2})])
def test_an_honest_response_without_its_list_is_not_false(
    path: str, body: Json, end: str, repeats: Json
) -> None:
    response = draw(f"/v1/items/{path}{end}", body | repeats)
    verdict = verify(response)
    assert verdict["valid"] is None
    assert "difference" not in verdict
    assert verdict["unchecked"].keys() & {"items", "request"}
    original = {"original_items": body.get("items", PEOPLE)}
    assert verify(response | original)["valid"] is True


@every_request
def test_a_result_that_was_altered_is_false_with_its_list(
    path: str, body: Json
) -> None:
    altered = draw(f"/v1/items/{path}", body) | {"draws": 77}
    original = {"original_items": body.get("items", PEOPLE)}
    assert verify(altered | original)["valid"] is False


@for_each("fields", [ItemsFields, ShuffleProvenance])
@for_each(
    ("results", "declared", "is_shown"),
    [
        (PodiumResults, Results, False),
        (PodiumResults, ShownPodiumResults, False),
        (PodiumResults, ItemResults, False),
        (ShownPodiumResults, ListResults, False),
        (ShownPodiumResults, ShownPodiumResults, True),
    ],
)
def test_an_endpoint_of_which_no_other_module_knows_is_not_false(
    fields: type[ShuffleProvenance],
    results: type[PodiumResults],
    declared: type[Results],
    *,
    is_shown: bool,
) -> None:
    """With a class that says nothing, or another one than that of the results, it is unchecked."""
    client = make_app(results, lambda _: declared, fields)
    for path, repeats in (("", {}), ("/batch", {"repeats": 2})):
        response = draw(f"/v1/items_of_the_test/podium{path}", repeats, client)
        verdict = verify(response, client)
        assert verdict["valid"] is None
        assert "difference" not in verdict
        is_read = is_shown and fields is ItemsFields
        assert ("items" if is_read else "request") in verdict["unchecked"]
        whole = response | {"original_items": PEOPLE}
        assert verify(whole, client)["valid"] is True
        assert verify(whole | {"draws": 77}, client)["valid"] is False
        if is_read:
            assert verify(response | {"draws": 77}, client)["valid"] is False

from collections.abc import Iterator
from copy import deepcopy
from functools import cached_property
from typing import Any

import pytest

from service.app import create_app
from service.blueprints import BLUEPRINTS
from service.http.response_replay import DrawEndpoint
from tests.tables import for_each
from tools.contract.__main__ import RESPONSES
from tools.contract.saved import SETTINGS, make_responses, read_saved
from tools.url_rules import compile_rule

Json = dict[str, Any]

SAVED = read_saved(RESPONSES)
DERIVED = {
    name: file
    for name, file in SAVED.items()
    if not {"file", "scheme", "receipt"} & file.keys()
}
CLIENT = create_app(SETTINGS).test_client()


def may_lack(response: Json) -> set[str]:
    """Return the members without which a response is another valid one, or which its proof has as well."""
    return {"original_items"} | ({"proof"} if "proof" in response else set())


def check(file: Json) -> Json:
    """Return the verdict of the service; without `valid` for a response that it refuses."""
    response = CLIENT.post("/v1/verify", json=file)
    assert response.status_code in {200, 422}
    verdict: Json = response.get_json()
    return verdict


def list_places(response: Json) -> Iterator[Json]:
    """Yield the hands and piles of a response, single or batch, with their parts."""
    pending = [response.get("hands"), response.get("piles"), response.get("dealt")]
    for place in pending:
        pending += place if isinstance(place, list) else (place or {}).get("parts", ())
        if isinstance(place, dict):
            yield place


def add_members(response: Json, value: str) -> Json:
    """Return a response with the additional member `colour` in itself, and in each of its hands, piles and parts."""
    added = deepcopy(response) | {"colour": value}
    for place in list_places(added):
        place["colour"] = value
    return added


def strip_members(response: Json) -> Iterator[tuple[str, Json]]:
    """Yield the response without each member, and without each one of its first and of its last place."""
    for name in response.keys() - may_lack(response):
        yield name, {other: value for other, value in response.items() if other != name}
    places = list(list_places(response))
    if not any(places):
        return
    for position in (0, -1):
        for name in places[position]:
            stripped = deepcopy(response)
            place = list(list_places(stripped))[position]
            del place[name]
            yield f"place {position}, {name}", stripped


def test_a_response_of_every_kind_is_kept() -> None:
    assert dict(make_responses()).keys() == SAVED.keys(), (
        "run `make generate`, and commit tests/contract"
    )
    for blueprint in BLUEPRINTS:
        for route in blueprint.draw_routes:
            path = compile_rule(route.rule)
            is_batch = {
                "repeats" in file
                for file in DERIVED.values()
                if path.fullmatch(file["request"]["path"])
            }
            assert is_batch == {True, False}, route.rule


@for_each("name", SAVED)
def test_a_saved_response_is_valid(name: str) -> None:
    assert check(SAVED[name])["valid"] is True


def test_a_verdict_on_a_proof_of_each_endpoint_tells_how_many_results_its_request_leaves() -> (
    None
):
    uncounted = {
        name
        for name, file in DERIVED.items()
        if "proof" in file and "was not counted" in check(file)["rests_on"]
    }
    # With mutual=false, possible gifts may be in no arrangement.
    assert uncounted == {"pairs, proved"}


@for_each(
    "name", [name for name in SAVED if name in DERIVED or name == "signed"], share=2
)
def test_a_member_that_the_first_release_has_is_required(name: str) -> None:
    for member, stripped in strip_members(SAVED[name]):
        if member != "receipt":
            assert check(stripped).get("valid") is not True, member


@for_each("name", DERIVED)
def test_members_of_a_later_version_are_unchecked_and_not_wrong(name: str) -> None:
    added = add_members(SAVED[name], "red")
    verdict = check(added)
    assert verdict["valid"] is None
    assert "difference" not in verdict
    assert verdict["unchecked"].keys() >= {"colour"}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this the next version, which adds a colour to all responses."""
    members = vars(DrawEndpoint)["members"]
    adapt = DrawEndpoint.adapt
    assert isinstance(members, cached_property)

    def is_later(endpoint: DrawEndpoint) -> dict[str, bool]:
        paths = ("", "hands.", "piles.", "hands.parts.", "piles.parts.", "dealt.")
        colours = {f"{path}colour": True for path in paths}
        return dict(members.func(endpoint)) | colours

    def adapt_more(
        endpoint: DrawEndpoint, expected: Any, *arguments: Any
    ) -> Iterator[str]:
        if len(arguments) == 1:  # the whole response, and not a member of it
            expected |= add_members(expected, "red")
        return adapt(endpoint, expected, *arguments)

    monkeypatch.setattr(DrawEndpoint, "members", property(is_later))
    monkeypatch.setattr(DrawEndpoint, "adapt", adapt_more)


@pytest.mark.usefixtures("later")
@for_each("name", DERIVED, share=4)
def test_a_version_with_a_member_more_verifies_saved_responses_and_its_own(
    name: str,
) -> None:
    assert check(SAVED[name])["valid"] is True
    assert check(add_members(SAVED[name], "red"))["valid"] is True
    wrong = check(SAVED[name] | {"colour": "blue"})
    assert wrong["valid"] is False
    assert wrong["difference"]["where"] == "colour"
    added = add_members(SAVED[name], "red")
    first_place = next(list_places(added), None)
    if first_place is not None:
        first_place["colour"] = "blue"
        assert check(added)["difference"]["where"].endswith(".colour")
    for member, stripped in strip_members(SAVED[name]):
        assert check(stripped).get("valid") is not True, member

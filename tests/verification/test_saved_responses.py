"""Responses of the first release stay valid in every later version."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pytest

from service.blueprints import BLUEPRINTS
from service.replay.draw_endpoints import DrawEndpoint
from tests.tables import for_each, list_some
from tests.verification.saved_files import (
    DERIVED,
    SAVED,
    add_members,
    check,
    list_places,
    strip_members,
)
from tools.contract.saved import make_responses
from tools.url_rules import compile_rule

Json = dict[str, Any]


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


def test_a_verdict_on_proofs_of_any_endpoint_counts_what_a_request_leaves() -> None:
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
    for member, stripped in list_some(
        (member, stripped)
        for member, stripped in strip_members(SAVED[name])
        if member != "receipt"
    ):
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

"""A proof names the members of a request that are marked, and of its response what was drawn."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any

from service.core.draw_requests import NAMED, DrawRequest, Named, Unnamed
from service.proofs.named_requests import name_members, name_request


@dataclass(frozen=True, kw_only=True)
class Throw(DrawRequest):
    """A throw of dice."""

    dice: Annotated[int, NAMED]
    sides: Annotated[int, Named(always=True)] = 6
    taken: Annotated[tuple[int, ...], Named(write=sorted)] = ()
    bias: Annotated[int, NAMED] = 0
    style: Annotated[str, Unnamed("It changes no throw.")] = "digits"
    seed: Annotated[str | None, Unnamed("Of the proof.", is_repeated=False)] = None


@dataclass(frozen=True, kw_only=True)
class Rethrow(Throw):
    """A throw that goes on with another, and has its proof."""

    proved_as = MappingProxyType({"path": "/v1/throw"})


THROW: dict[str, Any] = {"dice": 2, "taken": (3, 1), "style": "pips", "seed": "42"}
RESPONSE = {"deck": "dice", "draws": 2, "bias": 7}


def test_a_proof_names_members_as_the_response_shows_them() -> None:
    named = name_members(Throw(**THROW), RESPONSE, {"dice": 2})
    assert named == {"deck": "dice", "bias": 7, "taken": [1, 3], "sides": 6}
    assert list(named) == ["deck", "bias", "taken", "sides"]


def test_a_proof_names_the_path_or_what_replaces_it() -> None:
    members = name_members(Throw(**THROW), RESPONSE)
    thrown = name_request("/v1/throw", Throw(**THROW), RESPONSE)
    assert thrown == {"path": "/v1/throw"} | members
    assert name_request("/v1/rethrow", Rethrow(**THROW), RESPONSE) == thrown

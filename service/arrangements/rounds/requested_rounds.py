"""The parameters of groups for several rounds, and the rules that do not go with them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from ...core.draw_requests import NAMED
from ...core.errors import Refused
from ...core.value_types import Flag, Integer
from ..requested_rules import MAX_GROUP

_WITHOUT_ROUNDS = (
    "different",
    "limits",
    "apart",
    "fixed",
    "together",
    "met",
    "sums",
    "paths",
    "placed",
    "arrangements",
)
"""The parameters that a schedule does not keep."""


@dataclass(frozen=True, kw_only=True)
class RoundRules:
    """The number of rounds, and whether people may meet again in them."""

    rounds: Annotated[
        int | None,
        Integer(
            "Rounds with new groups in each, in which no two items meet twice, by a stored or constructed schedule.",
            1,
            MAX_GROUP,
            example=3,
            aliases=("sessions", "weeks", "days", "number of rounds", "mixer"),
        ),
        NAMED,
    ] = None
    meet_again: Annotated[
        bool,
        Flag(
            "With `rounds`: whether items may meet again, in more rounds than a schedule has.",
            aliases=("allow repeats",),
        ),
        NAMED,
    ] = False


def check_alone(asked: Mapping[str, Any]) -> None:
    """Raise `Refused` for `meet_again` without rounds, and for a rule beside rounds."""
    if asked["rounds"] is None:
        if asked["meet_again"]:
            raise Refused("meet_again", "It goes with rounds; leave it out.")
        return
    beside = next((name for name in _WITHOUT_ROUNDS if asked[name]), None)
    if asked["method"] != "exact":
        beside = "method"
    if beside:
        raise Refused(
            beside, f"A schedule of rounds takes no other rules; leave {beside} out."
        )

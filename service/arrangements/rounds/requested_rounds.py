"""Check the parameters of groups for several rounds: no rules go with them."""

from ...core.errors import Refused
from ..requested_rules import GroupRules

_WITHOUT_ROUNDS = (
    "sizes",
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


def check_alone(rules: GroupRules) -> None:
    """Raise `Refused` for `meet_again` without rounds, and for a rule beside rounds."""
    if rules.rounds is None:
        if rules.meet_again:
            raise Refused("meet_again", "It goes with rounds; leave it out.")
        return
    beside = next((name for name in _WITHOUT_ROUNDS if getattr(rules, name)), None)
    if rules.method != "exact":
        beside = "method"
    if beside:
        raise Refused(
            beside, f"A schedule of rounds takes no other rules; leave {beside} out."
        )

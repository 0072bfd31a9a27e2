"""Files of /v1/verify that this version does not know, and a later one may.

Some name another version of a definition, such as `sd2`. Others are of a sealed shoe, and its terms have a member, a
game, a deck or a shuffle that is not known.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import marshmallow as ma

from ..capabilities import CAPABILITIES
from ..core import verification
from ..core.confirmed import Confirmed
from ..core.rng.streams import STREAM
from ..core.verification import Check, VerificationResult
from ..http.response_replay import Response
from ..http.submitted import NOT_DRAWN, SubmittedResult
from ..http.versions import find_other_version

_NOT_KNOWN = "This version does not know {}; the one that made the result can check it."


class LaterVersion(SubmittedResult):
    """A file with something that this version does not know, whatever else is in it."""

    description = "a result of another version"

    class Meta:
        """Accept undeclared members."""

        unknown = ma.INCLUDE

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        return find_later(body) is not None

    def open_check(self, _: dict[str, Any], result: Response, __: Confirmed) -> Check:
        return partial(_name_unknown, result)


def find_later(body: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the path of the first member of a file that this version does not know, and the name there, or None.

    That is ("stream", "sd2") or what a capability finds, such as ("plan.plan", "plan2").
    """
    found = find_other_version(body, {"stream": STREAM})
    for capability in CAPABILITIES:
        found = found or capability.find_later(body)
    return found


def _name_unknown(result: Response) -> VerificationResult:
    """Return the verdict on a file with something unknown: nothing in the file was checked."""
    found = find_later(result)
    assert found is not None  # noqa: S101 (`matches` found it)
    path, name = found
    where = "receipt" if path.endswith("receipt") else path
    reasons = {where: _NOT_KNOWN.format(name)}
    return verification.build_result({}, {}, reasons, origin=NOT_DRAWN)

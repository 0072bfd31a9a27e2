"""Files of /v1/verify that this version does not know, and a later one may.

Some name another version of a definition, such as `sd2`. Others are of a sealed shoe, and its terms have a member, a
game, a deck or a shuffle that is not known.
"""

from collections.abc import Mapping
from typing import Any

import marshmallow as ma

from ..capabilities import CAPABILITIES
from ..core.rng.streams import STREAM
from ..http.versions import find_other_version
from ..replay.draw_endpoints import Response
from ..replay.submitted import NOT_DRAWN, SubmittedResult
from ..verdicts.confirmed import Confirmed
from ..verdicts.verdict import Check, VerificationResult, build_result

_NOT_KNOWN = "This version does not know {}; the one that made the result can check it."


class LaterVersion(SubmittedResult):
    """A file with something that this version does not know, whatever else is in it: a `name` at a `path`."""

    description = "a result of another version"

    class Meta:
        """Accept undeclared members."""

        unknown = ma.INCLUDE

    def __init__(self, path: str, name: str) -> None:
        super().__init__()
        self._path = path
        self._name = name

    def open_check(self, _: dict[str, Any], __: Response, ___: Confirmed) -> Check:
        return self._name_unknown

    def _name_unknown(self) -> VerificationResult:
        """Return the verdict on the file: nothing in it was checked."""
        where = "receipt" if self._path.endswith("receipt") else self._path
        reasons = {where: _NOT_KNOWN.format(self._name)}
        return build_result({}, {}, reasons, origin=NOT_DRAWN)


def find_later(body: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the path of the first name in a file that only a later version can know, and the name; None without any.

    A file with the stream sd2 gives ("stream", "sd2"); capabilities find others, such as ("plan.plan", "plan2").
    """
    found = find_other_version(body, {"stream": STREAM})
    for capability in CAPABILITIES:
        found = found or capability.find_later(body)
    return found

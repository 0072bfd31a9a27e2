"""Files of /v1/verify by a definition that this version does not know, as `sd2` would be: a later one may know it."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import marshmallow as ma

from ...core import verification
from ...core.confirmed import Confirmed
from ...core.plans import SCHEME as PLAN
from ...core.proofs import SCHEME as PROOF
from ...core.rng.streams import STREAM
from ...core.sealed.contents import SCHEME as SEALED
from ...core.verification import Check, VerificationResult
from ..http.response_replay import Response
from .submitted_responses import NOT_DRAWN, SubmittedResult

_DEFINITIONS: Mapping[str, str] = {
    "stream": STREAM,
    "answer.stream": STREAM,
    "plan.plan": PLAN,
    "proof.scheme": PROOF,
    "proof.alpha.scheme": PROOF,
    "proof.alpha.stream": STREAM,
    "receipt": SEALED,
    "receipt.receipt": SEALED,
    "receipt.receipt.receipt": SEALED,
    "receipt.terms.scheme": SEALED,
    "receipt.terms.stream": STREAM,
    "terms.scheme": SEALED,
    "terms.stream": STREAM,
}
"""The name of each definition by the path of the member that has it. A receipt may be the file or a member of it."""

_NOT_KNOWN = "This version does not know {}; the one that made the result can check it."


class LaterVersion(SubmittedResult):
    """A file by a definition that this version does not know, whatever else is in it."""

    description = "a result of another version"

    class Meta:
        """Accept undeclared members."""

        unknown = ma.INCLUDE

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        return find_later(body) is not None

    def open_check(self, _: dict[str, Any], result: Response, __: Confirmed) -> Check:
        return partial(_name_definition, result)


def find_later(body: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the path and the name of the first definition in a file that this version does not know, or None."""
    for path, known in _DEFINITIONS.items():
        value: Any = body
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(value, str) and value != known and _is_like(known, value):
            return path, value
    return None


def _is_like(known: str, name: str) -> bool:
    """Return whether a name is that of a definition in another version, as `sd2` is for `sd1`."""
    family = known.rstrip("0123456789")
    return re.fullmatch(f"{family}[1-9][0-9]{{0,5}}", name, re.ASCII) is not None


def _name_definition(result: Response) -> VerificationResult:
    """Return the verdict on a file by a definition that is not known: nothing of it was checked."""
    found = find_later(result)
    assert found is not None  # noqa: S101 (`matches` found it)
    path, name = found
    where = "receipt" if path.endswith("receipt") else path
    reasons = {where: _NOT_KNOWN.format(name)}
    return verification.build_result({}, {}, reasons, origin=NOT_DRAWN)

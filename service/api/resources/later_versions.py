"""Files of /v1/verify that this version does not know, and a later one may.

They are by another version of a definition, as `sd2` would be, or of a sealed shoe whose terms have a member, a game, a
deck or a shuffle that is not known.
"""

import re
from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

import marshmallow as ma

from ...core import verification
from ...core.cards.deck import DECKS
from ...core.confirmed import Confirmed
from ...core.games.catalogue import GAMES
from ...core.plans import SCHEME as PLAN
from ...core.proof_terms import SCHEME as PROOF
from ...core.rng.streams import STREAM
from ...core.sealed.contents import SCHEME as SEALED
from ...core.sealed.terms import VALUE_TYPES
from ...core.shuffles.registry import SHUFFLES
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
    "receipt.terms.scheme": SEALED,
    "receipt.terms.stream": STREAM,
    "terms.scheme": SEALED,
    "terms.stream": STREAM,
}
"""The name of each definition by the path of the member that has it. A receipt may be the file or a member of it."""

_TERMS = ("terms", "receipt.terms")
"""The paths of the terms of a sealed shoe."""
_ENTRIES: Mapping[str, Collection[str]] = {
    "game": GAMES,
    "deck": DECKS,
    "algorithm": SHUFFLES,
}
"""The names that a member of the terms can have."""

_NOT_KNOWN = "This version does not know {}; the one that made the result can check it."


class LaterVersion(SubmittedResult):
    """A file of which this version does not know something, whatever else is in it."""

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

    That is ("stream", "sd2"), ("terms.game", "quodlibet9") or ("terms.colour", "colour").
    """
    if isinstance(_get_member(body, "receipt.receipt"), Mapping):
        body = body["receipt"]  # the whole response to /v1/shoes/reveal
    for path, known in _DEFINITIONS.items():
        value = _get_member(body, path)
        if isinstance(value, str) and value != known and _is_like(known, value):
            return path, value
    for path in _TERMS:
        terms = _get_member(body, path)
        for name, value in terms.items() if isinstance(terms, Mapping) else ():
            if name not in VALUE_TYPES:
                return f"{path}.{name}", name
            if _is_unknown_entry(name, value):
                return f"{path}.{name}", value
    return None


def _get_member(body: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path such as `receipt.terms`, or None."""
    value: Any = body
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _is_unknown_entry(name: str, value: Any) -> bool:
    """Return whether a member of the terms has a name that is not listed here."""
    if name not in _ENTRIES or not isinstance(value, str):
        return False
    return value != "" and value not in _ENTRIES[name]


def _is_like(known: str, name: str) -> bool:
    """Return whether a name is that of a definition in another version, as `sd2` is for `sd1`."""
    family = known.rstrip("0123456789")
    return re.fullmatch(f"{family}[1-9][0-9]{{0,5}}", name, re.ASCII) is not None


def _name_unknown(result: Response) -> VerificationResult:
    """Return the verdict on a file of which something is not known: nothing of it was checked."""
    found = find_later(result)
    assert found is not None  # noqa: S101 (`matches` found it)
    path, name = found
    where = "receipt" if path.endswith("receipt") else path
    reasons = {where: _NOT_KNOWN.format(name)}
    return verification.build_result({}, {}, reasons, origin=NOT_DRAWN)

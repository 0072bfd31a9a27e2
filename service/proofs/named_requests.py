"""Name a request in its proof: its path, what it draws, and the members on which the result depends.

Each member says by its mark whether a proof names it (core/draw_requests.py).

FROZEN: which members a proof names, their form and their order (`vrf1`, docs/definitions/proofs.md).
"""

from collections.abc import Mapping
from typing import Any

from ..core.draw_requests import (
    NAMED,
    NOTHING,
    DrawRequest,
    Named,
    read_members,
    write_value,
)

Json = dict[str, Any]

_SUBJECT = frozenset({"algorithm", "deck", "game", "items_sha256", "size"})
"""Members of a response that a proof always names: they come from the path, the list or the shuffle of a request, where
no parameter is marked."""


def name_request(
    path: str,
    request: DrawRequest,
    response: Mapping[str, Any],
    implied: Mapping[str, Any] = NOTHING,
) -> Json:
    """Return the request of one result as its proof names it: its path, and the members of `name_members`."""
    members = name_members(request, response, implied)
    return {"path": path} | members | dict(request.proved_as)


def name_members(
    request: DrawRequest,
    response: Mapping[str, Any],
    implied: Mapping[str, Any] = NOTHING,
) -> Json:
    """Return as JSON the members that a proof names, in the order of the response and then of the request.

    `response` has members of the response: a proof names a member as the response shows it. A proof also names the
    marked members that `canonical` returns for the same `implied`, and the members that are always named. A request
    with 8 for `sides` of the example in draw_requests.py, and the response {"size": 5, "seed": "42"}, give
    {"size": 5, "sides": 8}.
    """
    marks = _read_marks(request)
    shown = {
        name: value
        for name, value in response.items()
        if name in marks or name in _SUBJECT
    }
    values = dict(request.list_values())
    values.update(shown)
    names = list(shown)
    names += [name for name in request.canonical(implied) if name in marks]
    for name, mark in marks.items():
        if mark.always and values[name] is not None:
            names.append(name)
    named = {}
    for name in dict.fromkeys(names):
        mark = marks.get(name, NAMED)
        named[name] = write_value(mark.write(values[name]))
    return named


def _read_marks(request: DrawRequest) -> Mapping[str, Named]:
    """Return the marks of the members that a proof names, by the names of the members."""
    cls: Any = type(request)
    marks = {}
    for name, member in read_members(cls).items():
        if isinstance(member.proof, Named):
            marks[name] = member.proof
    return marks

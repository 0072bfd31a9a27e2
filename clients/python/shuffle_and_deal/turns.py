"""What a store keeps of a deal or a draw: a text without what follows from the rest of it.

The text is JSON: [kind, asked, response, views by seat, spectators' view]. The response is its differences from what a
draw of cards is expected to have, each view of a seat its differences from the response, and the spectators' view from
the response, without the cards if a draw has a seat. JavaScript's turns.mjs reads and writes the same texts, so what is
expected here never changes.
"""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

Json = dict[str, Any]

_SEEN = {"draw": "draws", "seat": "seat", "rounds": "rounds", "positions": "positions"}
"""The members of `seen` of a draw that repeat members of the response, each with the name of that member."""


@dataclass(frozen=True)
class Turn:
    """A deal or a draw that is saved. `response` is the whole response, for the backend alone."""

    name: str
    response: Json
    _views: Json
    _spectators: Json

    @property
    def cards(self) -> list[Any]:
        """The cards, items or integers of a draw."""
        drawn: list[Any] = self.response[
            "integers" if "integers" in self.response else "cards"
        ]
        return drawn

    def view(self, seat: str | None = None) -> Json:
        """Return the response that a seat may have, or spectators. Only a view may leave the backend."""
        view: Json = (
            self._views.get(seat, self._spectators) if seat else self._spectators
        )
        return view


class OpenedTurn(NamedTuple):
    """A turn as a text has it: its kind, "deal" or "draw", what was asked for, and the turn."""

    kind: str
    asked: Json
    turn: Turn


class _Entry(NamedTuple):
    """The members of a text, in their order."""

    kind: str
    asked: Json
    response: Json
    """Differences from `_expect`."""
    views: dict[str, Json]
    """Differences from the response, by seat."""
    spectators: Json
    """Differences from `_hide` of the response."""


def write_json(value: object) -> str:
    """Return compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_turn(kind: str, asked: Json, turn: Turn) -> str:
    """Return the text of a turn.

    Differences cannot tell another order of members, for one: if the turn does not come back from them as it was, the
    text has it whole.
    """
    response = turn.response
    views = turn._views
    spectators = turn._spectators
    differences = _Entry(
        kind,
        asked,
        _compare(_expect(kind, asked, response), response),
        {seat: _compare(response, view) for seat, view in views.items()},
        _compare(_hide(response), spectators),
    )
    text = write_json(differences)
    if _write_responses(open_turn(turn.name, text).turn) == _write_responses(turn):
        return text
    whole = _Entry(
        kind,
        asked,
        {"=": response},
        {seat: {"=": view} for seat, view in views.items()},
        {"=": spectators},
    )
    return write_json(whole)


def _write_responses(turn: Turn) -> str:
    return write_json([turn.response, turn._views, turn._spectators])


def open_turn(name: str, text: str) -> OpenedTurn:
    """Return the turn in a text, which has a name in its store."""
    entry = _Entry(*json.loads(text))
    response = _open_response(entry)
    views = {seat: _apply(response, view) for seat, view in entry.views.items()}
    spectators = _apply(_hide(response), entry.spectators)
    turn = Turn(name, response, views, spectators)
    return OpenedTurn(entry.kind, entry.asked, turn)


def open_view(text: str, seat: str | None) -> tuple[Json, Json]:
    """Return the response in a text, and the view of a seat, or of spectators."""
    entry = _Entry(*json.loads(text))
    response = _open_response(entry)
    if seat in entry.views:
        return response, _apply(response, entry.views[seat])
    return response, _apply(_hide(response), entry.spectators)


def _open_response(entry: _Entry) -> Json:
    """Return the response in an entry.

    What is expected of `seen` repeats members of the response. So these are found first, without `seen`.
    """
    expected = _expect(entry.kind, entry.asked, entry.response)
    found = _apply(expected, entry.response)
    return _apply(_expect(entry.kind, entry.asked, found), entry.response)


def _expect(kind: str, asked: Json, found: Json) -> Json:
    """Return the response that is expected to a draw, from what was asked for and the members that were found.

    The order of its members is that of the service, and is frozen as the texts are.
    """
    if kind != "draw":
        return {}
    has_integers = "integers" in found
    name = "integers" if has_integers else "cards"
    expected: Json = {name: []}
    if not has_integers:
        expected["indices"] = []
    expected |= {"rounds": [0], "positions": []}
    if "seat" in asked:
        expected |= {"seat": asked["seat"], "count": asked["count"]}
    if "burn" in asked:
        expected["burned"] = asked["burn"]
    if "pile" in found:
        expected["pile"] = ""
    seen = {
        member: found[repeated]
        for member, repeated in _SEEN.items()
        if repeated in found
    }
    return expected | {
        "remaining": 0,
        "drawable": 0,
        "round": 0,
        "reshuffled": False,
        "reshuffle_due": False,
        "draws": 0,
        "previous": "",
        "digest": "",
        "signed": None,
        "client_seed": None,
        "seen": seen | {name: found.get(name)},
    }


_FACES = ("cards", "integers")
_LISTS = (*_FACES, "indices", "rounds", "positions", "shown")


def _hide(response: Json) -> Json:
    """Return the response to a draw for a seat without its cards."""
    if "seat" not in response or not isinstance(response.get("seen"), dict):
        return response
    hidden: Json = {name: [] for name in _LISTS if name in response}
    seen = dict(response["seen"])
    for name in _FACES:
        if isinstance(seen.get(name), list):
            seen[name] = [None] * len(seen[name])
    return response | hidden | {"seen": seen}


def _compare(base: Json, value: Json) -> Json:
    """Return the differences of an object from another, from which `_apply` returns it."""
    if value.keys() & {"-", "="}:
        return {"=": value}
    differences: Json = {}
    for name, member in value.items():
        if name not in base:
            differences[name] = member
        elif isinstance(member, dict) and isinstance(base[name], dict):
            inner = _compare(base[name], member)
            if inner:
                differences[name] = inner
        elif base[name] != member:
            differences[name] = member
    removed = [name for name in base if name not in value]
    if removed:
        differences["-"] = removed
    return differences


def _apply(base: Json, differences: Json) -> Json:
    """Return an object from its differences: members that differ, and the names of removed ones; or all, after "="."""
    if "=" in differences:
        return cast("Json", deepcopy(differences["="]))
    value: Json = {}
    removed = differences.get("-", ())
    for name in base | differences:
        if name == "-" or name in removed:
            continue
        before = base.get(name)
        after = differences.get(name)
        if isinstance(before, dict) and isinstance(after, dict):
            value[name] = _apply(before, after)
        else:
            value[name] = deepcopy(after if name in differences else before)
    return value

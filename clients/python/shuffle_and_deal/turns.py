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
from typing import Any, cast

Json = dict[str, Any]

_SEEN = {"draw": "draws", "seat": "seat", "rounds": "rounds", "positions": "positions"}


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


def write_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_turn(kind: str, asked: Json, turn: Turn) -> str:
    """Return the text of a turn."""
    response = turn.response
    views = turn._views
    spectators = turn._spectators
    whole = _compare(_expect(kind, asked, response), response)
    differences = {seat: _compare(response, view) for seat, view in views.items()}
    text = write_json(
        [kind, asked, whole, differences, _compare(_hide(response), spectators)]
    )
    again = open_turn(turn.name, text)[2]
    if write_json([again.response, again._views, again._spectators]) == write_json(
        [response, views, spectators]
    ):
        return text
    return write_json(
        [
            kind,
            asked,
            {"=": response},
            {seat: {"=": view} for seat, view in views.items()},
            {"=": spectators},
        ]
    )


def open_turn(name: str, text: str) -> tuple[str, Json, Turn]:
    """Return the kind of the turn in a text, what was asked for, and the turn."""
    kind, asked, whole, views, spectators = json.loads(text)
    response = _open_response(kind, asked, whole)
    opened = {seat: _apply(response, view) for seat, view in views.items()}
    return (
        kind,
        asked,
        Turn(name, response, opened, _apply(_hide(response), spectators)),
    )


def open_view(text: str, seat: str | None) -> tuple[Json, Json]:
    """Return the response in a text, and the view of a seat, or of spectators."""
    kind, asked, whole, views, spectators = json.loads(text)
    response = _open_response(kind, asked, whole)
    return response, _apply(response, views[seat]) if seat in views else _apply(
        _hide(response), spectators
    )


def _expect(kind: str, asked: Json, found: Json) -> Json:
    """Return the response that is expected to a draw, from what was asked for and the members that were found."""
    if kind != "draw":
        return {}
    name = "integers" if "integers" in found else "cards"
    lists = {
        name: [],
        **({} if "integers" in found else {"indices": []}),
        "rounds": [0],
        "positions": [],
    }
    named = {"seat": asked["seat"], "count": asked["count"]} if "seat" in asked else {}
    burned = {"burned": asked["burn"]} if "burn" in asked else {}
    pile = {"pile": ""} if "pile" in found else {}
    counts = {
        "remaining": 0,
        "drawable": 0,
        "round": 0,
        "reshuffled": False,
        "reshuffle_due": False,
        "draws": 0,
    }
    ends = {"previous": "", "digest": "", "signed": None, "client_seed": None}
    seen = {one: found[other] for one, other in _SEEN.items() if other in found} | {
        name: found.get(name)
    }
    return {**lists, **named, **burned, **pile, **counts, **ends, "seen": seen}


def _hide(response: Json) -> Json:
    """Return the response to a draw for a seat without its cards."""
    if "seat" not in response or not isinstance(response.get("seen"), dict):
        return response
    lists: Json = {
        name: []
        for name in ("cards", "integers", "indices", "rounds", "positions", "shown")
    }
    faces = {
        name: value
        for name, value in response["seen"].items()
        if name in ("cards", "integers")
    }
    seen = response["seen"] | {
        name: [None] * len(value)
        for name, value in faces.items()
        if isinstance(value, list)
    }
    return {
        name: seen if name == "seen" else lists.get(name, value)
        for name, value in response.items()
    }


def _open_response(kind: str, asked: Json, whole: Json) -> Json:
    found = _apply(_expect(kind, asked, whole), whole)
    return _apply(_expect(kind, asked, found), whole)


def _compare(base: Json, value: Json) -> Json:
    """Return the differences of an object from another, from which `_apply` returns it."""
    if value.keys() & {"-", "="}:
        return {"=": value}
    differences: Json = {}
    for name, member in value.items():
        if name not in base:
            differences[name] = member
        elif isinstance(member, dict) and isinstance(base[name], dict):
            if inner := _compare(base[name], member):
                differences[name] = inner
        elif base[name] != member:
            differences[name] = member
    removed = [name for name in base if name not in value]
    return differences | ({"-": removed} if removed else {})


def _apply(base: Json, differences: Json) -> Json:
    """Return an object from its differences: members that differ, and the names of removed ones; or all, after "="."""
    if "=" in differences:
        return cast("Json", deepcopy(differences["="]))
    value: Json = {}
    for name in (base | differences) if differences else base:
        if name == "-" or name in differences.get("-", ()):
            continue
        one = base.get(name)
        other = differences.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            value[name] = _apply(one, other)
        else:
            value[name] = deepcopy(other if name in differences else one)
    return value

"""Alterations of a complete list of draws and of its receipt, each with the places where a check may find it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

Json = dict[str, Any]


@dataclass
class Record:
    """A receipt, the entries of its draws, the one of them that is altered, and what chooses how."""

    receipt: Json
    entries: list[Json]
    entry: Json
    some: st.DataObject

    @property
    def place(self) -> str:
        """The place of the entry in the list."""
        return f"seen[{self.entry['draw'] - 1}]"

    @property
    def faces(self) -> list[Any]:
        """What the entry tells of its cards."""
        faces: list[Any] = self.entry[self._faces_name]
        return faces

    @property
    def all_faces(self) -> set[Any]:
        """What all entries tell of their cards."""
        return {face for entry in self.entries for face in entry[self._faces_name]}

    @property
    def _faces_name(self) -> str:
        return "cards" if "cards" in self.entry else "integers"

    def choose(self, values: Iterable[Any]) -> Any:
        """Return one of some values; if there is none, another record is drawn."""
        choices = sorted(values)
        assume(choices)
        return self.some.draw(st.sampled_from(choices))

    def choose_offset(self, members: list[Any], first: int = 0) -> int:
        """Return the offset of a member of a list, from `first` on."""
        offset: int = self.choose(range(first, len(members)))
        return offset


Alteration = Callable[[Record], tuple[str, ...]]
"""Alters the receipt, the entries or the one entry in place, and returns the beginnings of the places."""

ANYWHERE = ("",)


def alter_position(record: Record) -> tuple[str, ...]:
    positions = record.entry["positions"]
    offset = record.choose_offset(positions)
    used = {position for entry in record.entries for position in entry["positions"]}
    positions[offset] = record.choose(used - {positions[offset]})
    return (record.place, "round ", "drawn")


def alter_order(record: Record) -> tuple[str, ...]:
    assume(len(set(record.entry["rounds"])) == 1)
    positions = record.entry["positions"]
    offset = record.choose_offset(positions, first=1)
    for members in (positions, record.faces):
        members[0], members[offset] = members[offset], members[0]
    return (record.place, "drawn")


def alter_owner(record: Record) -> tuple[str, ...]:
    """Say that a card lies elsewhere, or that another seat drew: the digest binds it."""
    entry = record.entry
    if "places" not in entry:
        entry["seat"] = record.choose({"1", "2", "ann"} - {entry.get("seat")})
        return (record.place, "drawn.digest")
    places = entry["places"]
    offset = record.choose_offset(places)
    named = {place for other in record.entries for place in other.get("places", ())}
    places[offset] = record.choose((named | {"stock"}) - {places[offset]})
    return (record.place,)


def alter_in_play(record: Record) -> tuple[str, ...]:
    """Leave out a card in play: the draw's own cards may by chance be the same, and a later entry not fit."""
    entry = record.entry
    assume("in_play" in entry)
    if entry["in_play"]:
        del entry["in_play"][record.choose_offset(entry["in_play"])]
    else:
        del entry["in_play"]
    later = range(entry["draw"] - 1, len(record.entries))
    return (*(f"seen[{number}]" for number in later), "round ", "drawn")


def alter_stage(record: Record) -> tuple[str, ...]:
    assume("stage" in record.entry)
    stages = {entry["stage"] for entry in record.entries if "stage" in entry}
    record.entry["stage"] = record.choose(stages - {record.entry["stage"]})
    return (record.place,)


def leave_out(record: Record) -> tuple[str, ...]:
    """Leave out a draw, and renumber the draws after it."""
    record.entries.remove(record.entry)
    for later in record.entries[record.entry["draw"] - 1 :]:
        later["draw"] -= 1
    record.receipt["drawn"]["draws"] -= 1
    return ("seen[", "round ", "drawn", "client_seed")


def alter_digest(record: Record) -> tuple[str, ...]:
    drawn = record.receipt["drawn"]
    drawn["digest"] = f"{int(drawn['digest'], 16) ^ 1:064x}"
    return ("drawn.digest",)


def alter_count(record: Record) -> tuple[str, ...]:
    drawn = record.receipt["drawn"]
    name = record.choose(["round", "total"])
    drawn[name] += record.choose([-1, 1])
    assume(drawn[name] >= 0)
    return ANYWHERE


def alter_client_seed(record: Record) -> tuple[str, ...]:
    receipt = record.receipt
    receipt["client_seed"] = f"not {receipt['client_seed']}"
    return ANYWHERE


def alter_card(record: Record) -> tuple[str, ...]:
    """Replace a visible card by another visible card."""
    faces = record.faces
    visible = [offset for offset, face in enumerate(faces) if face is not None]
    offset = record.choose(visible)
    faces[offset] = record.choose(record.all_faces - {None, faces[offset]})
    number = record.entry["rounds"][offset]
    position = record.entry["positions"][offset]
    return (f"round {number}, position {position}",)


ALTERATIONS: tuple[Alteration, ...] = (
    alter_card,
    alter_card,
    alter_position,
    alter_order,
    alter_owner,
    alter_in_play,
    alter_stage,
    leave_out,
    alter_digest,
    alter_count,
    alter_client_seed,
)

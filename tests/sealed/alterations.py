"""Alterations of a complete list of draws and of its receipt, each with the places where a check may find it."""

from collections.abc import Callable
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

Json = dict[str, Any]
Alteration = Callable[[Json, list[Json], Json, st.DataObject], tuple[str, ...]]
"""Alters a receipt, the entries or one entry in place, and returns the beginnings of the places."""

ANYWHERE = ("",)


def alter_position(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    positions = entry["positions"]
    assume(positions)
    offset = some.draw(st.integers(0, len(positions) - 1))
    choices = {position for item in entries for position in item["positions"]} - {
        positions[offset]
    }
    assume(choices)
    positions[offset] = some.draw(st.sampled_from(sorted(choices)))
    return (f"seen[{entry['draw'] - 1}]", "round ", "drawn")


def alter_order(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    assume(len(entry["positions"]) > 1 and len(set(entry["rounds"])) == 1)
    offset = some.draw(st.integers(1, len(entry["positions"]) - 1))
    for members in (
        entry["positions"],
        entry["cards" if "cards" in entry else "integers"],
    ):
        members[0], members[offset] = members[offset], members[0]
    return (f"seen[{entry['draw'] - 1}]", "drawn")


def alter_owner(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    """Say that a card lies elsewhere, or that another seat drew: the digest binds it."""
    if "places" in entry:
        assume(entry["places"])
        offset = some.draw(st.integers(0, len(entry["places"]) - 1))
        choices = {place for item in entries for place in item.get("places", ())} | {
            "stock"
        }
        entry["places"][offset] = some.draw(
            st.sampled_from(sorted(choices - {entry["places"][offset]}))
        )
        return (f"seen[{entry['draw'] - 1}]",)
    entry["seat"] = some.draw(
        st.sampled_from(sorted({"1", "2", "ann"} - {entry.get("seat")}))
    )
    return (f"seen[{entry['draw'] - 1}]", "drawn.digest")


def alter_in_play(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    """Leave out a card in play: the draw's own cards may by chance be the same, and a later entry not fit."""
    assume("in_play" in entry)
    if entry["in_play"]:
        entry["in_play"].pop(some.draw(st.integers(0, len(entry["in_play"]) - 1)))
    else:
        del entry["in_play"]
    return (
        *(f"seen[{number}]" for number in range(entry["draw"] - 1, len(entries))),
        "round ",
        "drawn",
    )


def alter_stage(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    stages = sorted(
        {item["stage"] for item in entries if "stage" in item} - {entry.get("stage")}
    )
    assume("stage" in entry and stages)
    entry["stage"] = some.draw(st.sampled_from(stages))
    return (f"seen[{entry['draw'] - 1}]",)


def leave_out(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    """Leave out a draw, and renumber the draws after it."""
    entries.remove(entry)
    for later in entries[entry["draw"] - 1 :]:
        later["draw"] -= 1
    receipt["drawn"]["draws"] -= 1
    return ("seen[", "round ", "drawn", "client_seed")


def alter_digest(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    receipt["drawn"]["digest"] = f"{int(receipt['drawn']['digest'], 16) ^ 1:064x}"
    return ("drawn.digest",)


def alter_count(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    name = some.draw(st.sampled_from(["round", "total"]))
    receipt["drawn"][name] += some.draw(st.sampled_from([-1, 1]))
    assume(receipt["drawn"][name] >= 0)
    return ANYWHERE


def alter_client_seed(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    receipt["client_seed"] = f"not {receipt['client_seed']}"
    return ANYWHERE


def alter_card(
    receipt: Json, entries: list[Json], entry: Json, some: st.DataObject
) -> tuple[str, ...]:
    """Replace a visible card by another visible card."""
    name = "cards" if "cards" in entry else "integers"
    visible = [offset for offset, label in enumerate(entry[name]) if label is not None]
    assume(visible)
    offset = some.draw(st.sampled_from(visible))
    choices = {label for item in entries for label in item[name]} - {
        None,
        entry[name][offset],
    }
    assume(choices)
    entry[name][offset] = some.draw(st.sampled_from(sorted(choices)))
    return (f"round {entry['rounds'][offset]}, position {entry['positions'][offset]}",)


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

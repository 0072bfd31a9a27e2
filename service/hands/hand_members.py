"""The schema of a ranked hand: the members of hands of all rankings, each with the rankings that have it."""

from collections import defaultdict
from collections.abc import Mapping
from copy import copy
from typing import Any

import marshmallow as ma

from ..http.schemas.response_schemas import (
    ResponseSchema,
    optional,
    required,
    schema_from_dataclass,
)
from ..rankings.house import Outcome
from ..rankings.rankings import RANKINGS

MAX_LISTED = 4
"""The most rankings that a description lists by name."""


def _list_members() -> dict[str, ma.fields.Field[Any]]:
    """Return the fields of a ranked hand of any game by name; a description lists what the member is in each game."""
    by_name: dict[str, dict[str, ma.fields.Field[Any]]] = defaultdict(dict)
    for ranking in RANKINGS.values():
        schema = schema_from_dataclass(ranking.hand_type, optional=ranking.members)
        for name, member in schema._declared_fields.items():
            by_name[name][ranking.name] = member
    return {name: _merge_members(members) for name, members in by_name.items()}


def _merge_members(members: Mapping[str, ma.fields.Field[Any]]) -> ma.fields.Field[Any]:
    """Merge the fields that a member of ranked hands has, by ranking, into one field, and return it.

    The field accepts every value that one of the rankings has, and lists those of the last ranking first.
    """
    texts = {
        ranking: member.metadata["description"] for ranking, member in members.items()
    }
    metadata: dict[str, Any] = {"description": _merge_descriptions(texts)}
    values = [
        str(value)
        for member in reversed(list(members.values()))
        for value in member.metadata.get("enum", ())
    ]
    if values:
        metadata["enum"] = list(dict.fromkeys(values))
    merged = copy(next(iter(members.values())))
    merged.metadata = metadata
    return merged


def _merge_descriptions(texts: Mapping[str, str]) -> str:
    """Merge descriptions by ranking into one: `Its category (badugi, omaha); Its side (baccarat)`.

    If all descriptions end alike after a colon, this end is said once. If more than `MAX_LISTED` rankings have a
    description, it comes last, and `others` stands for their names.
    """
    ends = {text.partition(": ")[2] for text in texts.values()}
    common_end = f": {ends.pop()}" if len(ends) == 1 and "" not in ends else ""
    rankings_by_text = defaultdict(list)
    for ranking, text in texts.items():
        rankings_by_text[text.removesuffix(common_end)].append(ranking)
    listed = []
    others = []
    for text, rankings in rankings_by_text.items():
        if len(rankings) <= MAX_LISTED:
            listed.append(f"{text} ({', '.join(rankings)})")
        else:
            others.append(f"{text} (others)")
    return "; ".join(listed + others) + common_end


_HAND: dict[str, ma.fields.Field[Any]] = {
    "seat": required(
        str, "Its seat in hands_by_seat, or its position in hands, from 1"
    ),
    "cards": required(list[str], "Its cards in the order of the request"),
}
_COMPARED: dict[str, ma.fields.Field[Any]] = {
    "beats": optional(
        list[str], "The seats that it beats: of combinations, and with two_three_five"
    ),
    "qualifies": optional(
        bool, "Of the dealer: whether it does, by the game's house_rule"
    ),
    "against_dealer": optional(
        Outcome, "Against the house: the outcome by comparison alone"
    ),
}


class RankedHand(ResponseSchema.from_dict(_HAND | _list_members() | _COMPARED)):  # type: ignore[misc]
    """A hand and its value; the game alone decides which members it has."""

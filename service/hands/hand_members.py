"""The schema of a ranked hand: the members of hands of all rankings, each with the rankings that have it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

import marshmallow as ma

from ..http.schemas.response_schemas import (
    ResponseSchema,
    optional,
    required,
    schema_from_dataclass,
)
from ..rankings.house import HouseOutcome
from ..rankings.rankings import RANKINGS

MAX_LISTED = 4
"""The most rankings that a description lists by name."""


_Member = ma.fields.Field[Any]
"""The field of a member in the schema of a response."""


def _build_ranking_members() -> dict[str, _Member]:
    """Return the fields of a ranked hand of any game by name; a description lists what the member is in each game."""
    fields_by_name: dict[str, dict[str, _Member]] = defaultdict(dict)
    for ranking in RANKINGS.values():
        schema = schema_from_dataclass(ranking.hand_type, optional=ranking.members)
        for name, member in schema._declared_fields.items():
            fields_by_name[name][ranking.name] = member
    return {name: _merge_fields(fields) for name, fields in fields_by_name.items()}


def _merge_fields(field_by_ranking: Mapping[str, _Member]) -> _Member:
    """Merge the fields that a member of ranked hands has, by ranking, into one field, and return it.

    The field accepts every value that one of the rankings has.
    """
    fields = list(field_by_ranking.values())
    text_by_ranking = {
        ranking: member.metadata["description"]
        for ranking, member in field_by_ranking.items()
    }
    metadata: dict[str, Any] = {"description": _merge_descriptions(text_by_ranking)}
    values = _list_values(fields)
    if values:
        metadata["enum"] = values
    merged = copy(fields[0])
    merged.metadata = metadata
    return merged


def _list_values(fields: Sequence[_Member]) -> list[str]:
    """Return the values of all fields that list their values, each once, and those of the last field first."""
    values: dict[str, None] = {}  # as an ordered set
    for member in reversed(fields):
        values |= dict.fromkeys(map(str, member.metadata.get("enum", ())))
    return list(values)


def _merge_descriptions(text_by_ranking: Mapping[str, str]) -> str:
    """Merge descriptions by ranking into one: `Its category (badugi, omaha); Its side (baccarat)`.

    If all descriptions end alike after a colon, this end is said once. If more than `MAX_LISTED` rankings have a
    description, it comes last, and `others` stands for their names.
    """
    common_end = _find_common_end(text_by_ranking.values())
    rankings_by_text = defaultdict(list)
    for ranking, text in text_by_ranking.items():
        rankings_by_text[text.removesuffix(common_end)].append(ranking)
    listed = []
    others = []
    for text, rankings in rankings_by_text.items():
        if len(rankings) <= MAX_LISTED:
            listed.append(f"{text} ({', '.join(rankings)})")
        else:
            others.append(f"{text} (others)")
    return "; ".join(listed + others) + common_end


def _find_common_end(texts: Iterable[str]) -> str:
    """Return the end that all texts have after their first colon, with the colon; "" if one has another end or none.

    "1 to 91: higher wins" and "1 to 455: higher wins" end in ": higher wins".
    """
    ends = {text.partition(": ")[2] for text in texts}
    if len(ends) > 1 or "" in ends:
        return ""
    [end] = ends
    return f": {end}"


_HAND: dict[str, _Member] = {
    "seat": required(
        str, "Its seat in hands_by_seat, or its position in hands, from 1"
    ),
    "cards": required(list[str], "Its cards in the order of the request"),
}
_COMPARED: dict[str, _Member] = {
    "beats": optional(
        list[str], "The seats that it beats: of combinations, and with two_three_five"
    ),
    "qualifies": optional(
        bool, "Of the dealer: whether it does, by the game's house_rule"
    ),
    "against_dealer": optional(
        HouseOutcome, "Against the house: the outcome by comparison alone"
    ),
}


_MEMBERS = _HAND | _build_ranking_members() | _COMPARED


class RankedHand(ResponseSchema.from_dict(_MEMBERS)):  # type: ignore[misc]
    """A hand and its value; the game alone decides which members it has."""

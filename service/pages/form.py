"""The form of the table page: the parameters of its requests, as the request schemas describe them."""

from collections.abc import Iterator
from typing import Any

from marshmallow import fields

from service.api.resources.decks import DeckDealQuery, DeckShuffleRequest
from service.api.resources.games import GameDealQuery
from service.api.resources.shoe_schemas import OpenShoeRequest
from service.api.schemas.fields import BoundedList, Value
from service.api.schemas.requests import PARAMETERS, NotationMixin, PackMixin, SeedMixin, SignMixin
from service.core.kinds import JsonSchema

_REQUESTS = {
    "games/seal": OpenShoeRequest(),
    "games/deal": GameDealQuery(),
    "decks/shuffle": DeckShuffleRequest(),
    "decks/deal": DeckDealQuery(),
}
_SECTIONS = {
    "source": {*SeedMixin().fields, "deal_number", "label"},
    "shuffle": {"algorithm", *PARAMETERS},
    "packs": {*PackMixin().fields},
}
_HIDDEN = {
    *NotationMixin().fields,  # the table shows pictures
    *SignMixin().fields,  # and signs nothing
    "format",
    *("scheme", "game", "deck", "min", "max", "items_sha256", "cut", "reshuffle"),  # it seals the game that is selected
}
_PREFILLED = {"hands", "cards"}  # a deal from a deck requires them
_MAX_SHOWN = 2**31
"""The maximum of a range that a hint shows; larger ones are no use to a person."""


def table_context() -> dict[str, Any]:
    """Return the variables of the template: each parameter, and the names of the parameters of each request."""
    shown = {
        path: {name: field for name, field in schema.fields.items() if name not in _HIDDEN}
        for path, schema in _REQUESTS.items()
    }
    described = {name: _describe(name, field) for parameters in shown.values() for name, field in parameters.items()}
    return {"form": {"fields": described, "requests": {path: list(parameters) for path, parameters in shown.items()}}}


def parameter_types() -> dict[str, Any]:
    """Return whether the value of each parameter is a number, and whether it is a list, for URLs and shell commands."""
    described = table_context()["form"]["fields"]
    return {name: {kind: field[kind] for kind in ("isNumeric", "isList")} for name, field in described.items()}


def _describe(name: str, field: fields.Field[Any]) -> dict[str, Any]:
    """Return the members of a parameter that the template and the page's modules read."""
    schema = _schema(field.inner if isinstance(field, BoundedList) else field)
    return {
        "name": name,
        "section": next((section for section, names in _SECTIONS.items() if name in names), "options"),
        "hint": " ".join(_hints(field)),
        "choices": [] if isinstance(field, BoundedList) else schema.get("enum", []),
        "isNumeric": schema["type"] == "integer",
        "isList": isinstance(field, BoundedList),
        "value": str(field.metadata["example"]) if name in _PREFILLED else "",
    }


def _hints(field: fields.Field[Any]) -> Iterator[str]:
    """Yield the sentences of a hint: the meaning, the range and the default."""
    metadata, schema = field.metadata, _schema(field)
    yield metadata["meaning"]
    if schema.get("maximum", _MAX_SHOWN) < _MAX_SHOWN:
        yield f"{schema['minimum']} to {schema['maximum']}."
    default = metadata.get("default", metadata.get("implied"))
    if default is not None:
        yield f"Default: {default}."
    if isinstance(field, BoundedList):
        yield "Separated by commas."


def _schema(field: fields.Field[Any]) -> JsonSchema:
    """Return the JSON schema of a parameter, that of a list without its items."""
    return field.kind.schema if isinstance(field, Value) else {"type": "array"}

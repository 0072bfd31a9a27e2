"""Read the tables of verify/, which the service and the independent implementation share.

A table is JSON after a first line of JavaScript. A list of names is one text with commas: `2S, 3S`.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, get_args

from .core.errors import ServiceError
from .paths import project_path

_Value = TypeVar("_Value")


def read_table(file_name: str) -> str:
    """Return the text of a table."""
    return (project_path("verify") / file_name).read_text("utf-8")


def parse_table(kind: str, text: str) -> Any:
    """Return the JSON of the table of a kind, such as games. Raises `ValueError` for a member that is repeated."""

    def check_unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
        unique = dict(members)
        if len(unique) < len(members):
            names = [name for name, _ in members]
            raise ValueError(
                f"The table of {kind} has {max(names, key=names.count)} twice in one object."
            )
        return unique

    return json.loads(text.partition("\n")[2], object_pairs_hook=check_unique)


@contextmanager
def naming(kind: str, name: str) -> Iterator[None]:
    """Name the entry of a table in the errors of the context: what a wrong entry raises becomes a `ValueError`.

    With "games" and "hearts", the error "No such deck." becomes "hearts in the table of games: No such deck."
    """
    try:
        yield
    except KeyError as error:
        raise ValueError(
            f"{name} in the table of {kind}: There is no {error}."
        ) from None
    except (ServiceError, AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{name} in the table of {kind}: {error}") from None


def parse_names(text: Any) -> tuple[str, ...]:
    """Return the names in a text that separates them by commas and spaces; "" has none."""
    return tuple(expect(str, text).split(", ")) if text else ()


def parse_record(kind: type[_Value], members: Any) -> _Value:
    """Return an object as a named tuple. Raises `TypeError` for a member without a field, or of another type."""
    record = kind(**expect(dict, members))
    for name, hint in kind.__annotations__.items():
        expect(hint, getattr(record, name))
    return record


def expect(kind: Any, value: _Value) -> _Value:
    """Return `value` if it has the type `kind`, or a type of the union `kind`. Raises `TypeError` for another value."""
    if type(value) is kind:
        return value
    kinds = get_args(kind) or (kind,)
    if type(value) not in kinds:
        raise TypeError(f"{value!r} is no {kinds[0].__name__}.")
    return value

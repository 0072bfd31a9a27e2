"""Files of sealed shoes from the golden vectors, right and altered, as players send them to a verifier."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.vectors.files import VECTORS

Fields = dict[str, Any]
LIVES: list[Fields] = VECTORS["sealed"]


def make_file(life: Fields, receipt: Fields | None = None) -> Fields:
    """Return the full receipt of a life, or another one, with all that was seen and what the player noted."""
    asked = life["asked"]
    answer = life["answer"]
    members = {name: asked[name] for name in ("terms", "server_seed", "client_seed")}
    full = members | {"receipt": "sealed1"}
    full |= {name: answer[name] for name in ("commitment", "drawn")}
    file = {"receipt": receipt or full, "seen": answer["seen"]}
    items = {name: life[name] for name in ("original_items",) if name in life}
    return deepcopy(file | items | {"confirmed": note(file["receipt"])})


def find_life(name: str) -> Fields:
    """Return the life with a name."""
    return next(life for life in LIVES if life["asked"].get("name") == name)


def note(receipt: Fields) -> Fields:
    """Return the notes of a player that agree with a receipt."""
    notes = {"commitment": receipt["commitment"]}
    if receipt.get("client_seed") is not None:
        notes["client_seed"] = receipt["client_seed"]
    return notes


def list_files(life: Fields) -> Iterator[tuple[Fields, Fields]]:
    """Yield each altered file of a life with what a check finds in it."""
    for name, receipt in (
        ("altered", None),
        ("altered_partial", life["answer"].get("partial")),
    ):
        for alteration in life.get(name, ()):
            file = set_value(
                make_file(life, receipt),
                alteration["path"],
                alteration.get("value", ...),
            )
            yield file | {"confirmed": note(file["receipt"])}, alteration


def set_value(file: Fields, path: list[Any], value: Any) -> Fields:
    """Return a copy of a file with another value at a path; without what is there if it is `...`."""
    file = deepcopy(file)
    *keys, last = path
    node: Any = file
    for key in keys:
        node = node[key]
    if value is ...:
        del node[last]
    else:
        node[last] = value
    return file

"""Find what breaks clients between two records of the contract."""

from collections.abc import Iterator
from typing import Any

from tools.contract.record import expand

Json = dict[str, Any]
Hashes = dict[str, dict[str, str]]


def find_breaks(kept: Json, present: Json) -> list[str]:
    """Return a line for each change between two records of the API that breaks a client."""
    kept, present = expand(kept), expand(present)
    removed = [f"setting {name}: removed" for name in kept["settings"] if name not in present["settings"]]
    return [
        *_compare_operations(kept["operations"], present["operations"]),
        *_compare_components(kept, present),
        *removed,
    ]


def find_lost_vectors(kept: Hashes, present: Hashes) -> list[str]:
    """Return a line for each kind of golden vector of which a case was changed or removed."""
    lost = {kind: len(hashes.keys() - present.get(kind, {}).keys()) for kind, hashes in kept.items()}
    return [f"vectors {kind}: {number} changed or removed" for kind, number in lost.items() if number]


def _compare_operations(kept: Json, present: Json) -> Iterator[str]:
    for name, before in kept.items():
        after = present.get(name)
        if after is None:
            yield f"operation {name}: removed"
            continue
        for member in ("path", "body"):
            if before.get(member) != after.get(member):
                yield f"operation {name}: {member} {before.get(member)} became {after.get(member)}"
        for media_type, response in before["responses"].items():
            if after["responses"].get(media_type) != response:
                yield f"operation {name}: {media_type} is not {response} any more"
        yield from _compare_request(f"operation {name}", before.get("parameters", {}), after.get("parameters", {}))


def _compare_components(kept: Json, present: Json) -> Iterator[str]:
    for kind, compare in (("requests", _compare_request), ("responses", _compare_response)):
        for name, before in kept[kind].items():
            if name not in present[kind]:
                yield f"{kind} {name}: removed"
            else:
                yield from compare(f"{kind} {name}", before, present[kind][name])
    for name, status in kept["problems"].items():
        if present["problems"].get(name) != status:
            yield f"problem {name}: status {status} became {present['problems'].get(name)}"


def _compare_request(where: str, before: Json, after: Json) -> Iterator[str]:
    for name in after.keys() - before.keys():
        if after[name].get("required"):
            yield f"{where}: {name} is new and required"
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            yield f"{where}: {name} removed"
            continue
        if new["type"] not in {old["type"], f"{old['type']}?"}:
            yield f"{where}: {name} was {old['type']} and is {new['type']}"
        if new.get("required") and not old.get("required"):
            yield f"{where}: {name} became required"
        if new.get("default") != old.get("default"):
            yield f"{where}: the default of {name} was {old.get('default')} and is {new.get('default')}"
        if "values" in new and not set(old.get("values", [None])) <= set(new["values"]):
            yield f"{where}: {name} has lost values"


def _compare_response(where: str, before: Json, after: Json) -> Iterator[str]:
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            yield f"{where}: {name} removed"
            continue
        if old["type"] not in {new["type"], f"{new['type']}?"}:
            yield f"{where}: {name} was {old['type']} and is {new['type']}"
        if old.get("required") and not new.get("required"):
            yield f"{where}: {name} became optional"

"""Find what breaks clients between two records of the contract."""

from collections.abc import Iterator, Sequence

from tools.contract.record import Json, Vectors, expand


def find_breaks(old_record: Json, new_record: Json) -> list[str]:
    """Return a line for each change between two records of the API that breaks a client."""
    old_record = expand(old_record)
    new_record = expand(new_record)
    missing_settings = [
        f"setting {name}: removed"
        for name in old_record["settings"]
        if name not in new_record["settings"]
    ]
    return [
        *_compare_operations(old_record["operations"], new_record["operations"]),
        *_compare_components(old_record, new_record),
        *missing_settings,
    ]


def find_lost_vectors(old_record: Vectors, new_record: Vectors) -> list[str]:
    """Return a line for each loss of golden vectors: a vector is gone, or a member of its answer is gone or changed.

    Vectors of one kind with the same loss share a line, which names the first of them, such as "vectors shuffles,
    0a1b2c3d4e (n=52) and 3 more: indices changed". A member that only the new record has breaks no client.
    """
    lost: dict[tuple[str, str], list[str]] = {}
    for kind, vectors in old_record.items():
        for key, old in vectors.items():
            new = new_record.get(kind, {}).get(key)
            losses = ["removed"]
            if new is not None:
                losses = list(_compare_members(old.members, new.members))
            for loss in losses:
                lost.setdefault((kind, loss), []).append(f"{key} ({old.words})")
    return [
        f"vectors {kind}, {_name_first(cases)}: {loss}"
        for (kind, loss), cases in lost.items()
    ]


def _name_first(cases: Sequence[str]) -> str:
    """Return the first case, and the number of the others: `a`, or `a and 3 more`."""
    more = f" and {len(cases) - 1} more" if len(cases) > 1 else ""
    return f"{cases[0]}{more}"


def _compare_members(
    old_members: dict[str, str], new_members: dict[str, str]
) -> Iterator[str]:
    """Yield `PATH removed` or `PATH changed` for each member with another hash; both map paths to hashes."""
    for path, old in old_members.items():
        if new_members.get(path) != old:
            yield f"{path} {'changed' if path in new_members else 'removed'}"


def _compare_operations(old_record: Json, new_record: Json) -> Iterator[str]:
    """Yield a line for each operation that is gone, or has another path, body, response or parameter."""
    for name, old_members in old_record.items():
        new_members = new_record.get(name)
        if new_members is None:
            yield f"operation {name}: removed"
            continue
        for member in ("path", "body"):
            if old_members.get(member) != new_members.get(member):
                yield f"operation {name}: {member} {old_members.get(member)} became {new_members.get(member)}"
        for media_type, response in old_members["responses"].items():
            if new_members["responses"].get(media_type) != response:
                yield f"operation {name}: {media_type} is not {response} any more"
        yield from _compare_request(
            f"operation {name}",
            old_members.get("parameters", {}),
            new_members.get("parameters", {}),
        )


def _compare_components(old_record: Json, new_record: Json) -> Iterator[str]:
    """Yield a line for each break in the members of bodies and responses, and in the statuses of problems."""
    for kind, compare in (
        ("requests", _compare_request),
        ("responses", _compare_response),
    ):
        for name, old_members in old_record[kind].items():
            if name not in new_record[kind]:
                yield f"{kind} {name}: removed"
            else:
                yield from compare(
                    f"{kind} {name}", old_members, new_record[kind][name]
                )
    for name, status in old_record["problems"].items():
        if new_record["problems"].get(name) != status:
            yield f"problem {name}: status {status} became {new_record['problems'].get(name)}"


def _takes_all(new_type: str, old_type: str) -> bool:
    """Return whether a parameter of a type takes all values of another: `number?` those of `integer`, `any` all."""
    wider_types = {"any", "any?"}
    for name in (old_type, f"{old_type}?"):
        wider_types |= {name, name.replace("integer", "number")}
    return new_type in wider_types


def _compare_request(where: str, old_members: Json, new_members: Json) -> Iterator[str]:
    """Yield a line for each change of parameters that refuses, or reads otherwise, what a client sends."""
    for name in new_members.keys() - old_members.keys():
        if new_members[name].get("required"):
            yield f"{where}: {name} is new and required"
    for name, old in old_members.items():
        new = new_members.get(name)
        if new is None:
            yield f"{where}: {name} removed"
            continue
        if not _takes_all(new["type"], old["type"]):
            yield f"{where}: {name} was {old['type']} and is {new['type']}"
        if new.get("required") and not old.get("required"):
            yield f"{where}: {name} became required"
        if new.get("default") != old.get("default"):
            yield f"{where}: the default of {name} was {old.get('default')} and is {new.get('default')}"
        if "values" in new and not set(old.get("values", [None])) <= set(new["values"]):
            yield f"{where}: {name} has lost values"


def _compare_response(
    where: str, old_members: Json, new_members: Json
) -> Iterator[str]:
    """Yield a line for each member of a response that a client may miss, or find with another type."""
    for name, old in old_members.items():
        new = new_members.get(name)
        if new is None:
            yield f"{where}: {name} removed"
            continue
        if old["type"] not in {new["type"], f"{new['type']}?"}:
            yield f"{where}: {name} was {old['type']} and is {new['type']}"
        if old.get("required") and not new.get("required"):
            yield f"{where}: {name} became optional"

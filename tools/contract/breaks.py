"""Find what breaks clients between two records of the contract."""

from collections.abc import Iterator

from tools.contract.record import Json, Vectors, expand


def find_breaks(old_record: Json, new_record: Json) -> list[str]:
    """Return a line for each change between two records of the API that breaks a client."""
    old_record, new_record = expand(old_record), expand(new_record)
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
    """Return a line for each member that cases of a kind lost or changed, and for cases that are gone.

    A line names the first of these cases. Members that the old record lacks were added, which breaks no client.
    """
    lost: dict[tuple[str, str], list[str]] = {}
    for kind, vectors in old_record.items():
        for key, old in vectors.items():
            new = new_record.get(kind, {}).get(key)
            for loss in (
                ["removed"]
                if new is None
                else _compare_members(old.members, new.members)
            ):
                lost.setdefault((kind, loss), []).append(f"{key} ({old.words})")
    return [
        f"vectors {kind}, {cases[0]}{f' and {len(cases) - 1} more' * (len(cases) > 1)}: {loss}"
        for (kind, loss), cases in lost.items()
    ]


def _compare_members(
    old_members: dict[str, str], new_members: dict[str, str]
) -> Iterator[str]:
    for path, old in old_members.items():
        if new_members.get(path) != old:
            yield f"{path} {'changed' if path in new_members else 'removed'}"


def _compare_operations(old_record: Json, new_record: Json) -> Iterator[str]:
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


def _compare_request(where: str, old_members: Json, new_members: Json) -> Iterator[str]:
    for name in new_members.keys() - old_members.keys():
        if new_members[name].get("required"):
            yield f"{where}: {name} is new and required"
    for name, old in old_members.items():
        new = new_members.get(name)
        if new is None:
            yield f"{where}: {name} removed"
            continue
        wider = {
            kind
            for one in (old["type"], f"{old['type']}?")
            for kind in (one, one.replace("integer", "number"))
        }
        if new["type"] not in wider | {"any", "any?"}:
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
    for name, old in old_members.items():
        new = new_members.get(name)
        if new is None:
            yield f"{where}: {name} removed"
            continue
        if old["type"] not in {new["type"], f"{new['type']}?"}:
            yield f"{where}: {name} was {old['type']} and is {new['type']}"
        if old.get("required") and not new.get("required"):
            yield f"{where}: {name} became optional"

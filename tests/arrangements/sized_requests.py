"""Requests for groups of given sizes with rules of one group, and panels of people by quotas."""

from random import Random
from typing import Any

CASES = 300


def make_sized_request(random: Random) -> dict[str, Any]:
    """Return a request of a few items with rules, of which some bind one group alone."""
    names = "ABCDEFG"[: random.randint(3, 7)]
    borders = sorted(random.sample(range(1, len(names)), random.randint(1, 2)))
    ends = [*borders, len(names)]
    sizes = [end - start for start, end in zip([0, *borders], ends, strict=True)]
    items = [
        {"name": name, "a": random.choice("xyz"), "b": random.choice("tuv")}
        for name in names
    ]
    request: dict[str, Any] = {
        "items": items,
        "sizes": sizes,
        "limits": [make_limit(random, len(sizes)) for _ in range(random.randint(1, 4))],
    }
    if random.random() < 0.3:
        request["apart"] = [random.sample(names, 2)]
    if random.random() < 0.3:
        group = random.randint(1, len(sizes))
        request["fixed"] = [{"item": "A", "group": group}]
    if random.random() < 0.3:
        request["together"] = [random.sample(names, 2)]
    if random.random() < 0.3:
        request["paths"] = [["left"], ["right"], ["left"]][: len(sizes)]
        request["placed"] = [{"items": random.sample(names, 2), "level": 1}]
    return request


def make_limit(random: Random, groups: int) -> dict[str, Any]:
    """Return an entry of `limits`; nobody has the value w."""
    limit: dict[str, Any] = {"attribute": random.choice("ab")}
    limit["max"] = random.randint(1, 3)
    if random.random() < 0.7:
        values = "xyzw" if limit["attribute"] == "a" else "tuvw"
        limit["value"] = random.choice(values)
        if limit["value"] != "w":
            limit["min"] = random.randint(0, 1)
    if random.random() < 0.7:
        limit["group"] = random.randint(1, groups)
    return limit


def make_panel(people: int, seats: int, slack: int, values: list[int]) -> Any:
    """Return a request for a panel; `values` has the number of values of each attribute, and each has a quota."""
    random = Random(f"{people} {seats}")
    attributes = {
        f"attribute {number}": [f"{number} {value}" for value in range(count)]
        for number, count in enumerate(values)
    }
    items = [
        {"name": f"Person {number}"}
        | {
            name: random.choices(known, range(4, 4 + len(known)))[0]
            for name, known in attributes.items()
        }
        for number in range(1, people + 1)
    ]
    limits = [
        {
            "attribute": name,
            "value": value,
            "min": max(seats // len(known) - slack, 0),
            "max": seats // len(known) + 1 + slack,
            "group": 1,
        }
        for name, known in attributes.items()
        for value in known
    ]
    return {"items": items, "sizes": [seats, people - seats], "limits": limits}

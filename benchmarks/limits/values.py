"""Values that fit JSON schemas, small changes of such values, and plays of sealed shoes, to search for slow requests.

A value of a name comes from its schema, its example, or the responses to earlier requests: a token of a shoe, a card, a
list. A change tends to make a request larger: lists are doubled, integers multiplied, options exchanged. Shoes are
opened and played at random to their receipts, as far as a body of a request can have what was seen.
"""

import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import exp, log
from typing import Any

import orjson
from flask.testing import FlaskClient

Json = Any
Schema = Mapping[str, Any]

MAX_BYTES = 2**20
"""Bytes of the largest body that the service accepts by default."""

_RENEWAL = 0.02  # of the values that replace another
_MAX_POOL = 40  # values of a name that are kept from responses
_UNBOUNDED = 2**53
_NEAR = 10**7  # up to this integers are often accepted
_MANY = 10_000  # items of a new list


class Components:
    """The parts of an OpenAPI document that its references name."""

    def __init__(self, document: Schema) -> None:
        self._parts = {
            kind: dict(parts) for kind, parts in document["components"].items()
        }

    def add_schemas(self, schemas: Mapping[str, Schema]) -> None:
        """Add schemas that references may name."""
        self._parts["schemas"] |= schemas

    def resolve(self, schema: Schema) -> Schema:
        """Return a schema without a reference, with the members of all schemas that it includes."""
        while "$ref" in schema:
            kind, name = schema["$ref"].split("/")[-2:]
            schema = self._parts[kind][name]
        if "allOf" not in schema:
            return schema
        parts = [self.resolve(part) for part in schema["allOf"]]
        members = {
            name: member
            for part in parts
            for name, member in part.get("properties", {}).items()
        }
        required = {name for part in parts for name in part.get("required", ())}
        return {"type": "object", "properties": members, "required": sorted(required)}


class Mutations:
    """Random values and changes by the schemas of an OpenAPI document."""

    def __init__(self, document: Schema, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 (a search, not a shuffle)
        self.components = Components(document)
        self._pool: dict[str, list[Json]] = defaultdict(list)

    def collect(self, value: Json) -> None:
        """Keep the values of a response's members by name, for later requests: the first of a name and some later."""
        for name, member in _iterate_members(value):
            pool = self._pool[name]
            if len(pool) < _MAX_POOL:
                if member not in pool:
                    pool.append(member)
            elif self.random.random() < _RENEWAL:
                pool[self.random.randrange(_MAX_POOL)] = member

    def generate(self, schema: Schema, name: str = "") -> Json:
        """Return a random value that fits a schema; `name` is the member or parameter that it is for."""
        schema = self.components.resolve(schema)
        choices = [value for value in self._pool.get(name, ()) if _fits(schema, value)]
        choices += [schema["example"]] if "example" in schema else []
        if choices and self.random.random() < 0.5:
            return self.random.choice(choices)
        return self._generate_anew(schema, name, choices)

    def _generate_anew(
        self, schema: Schema, name: str, choices: Sequence[Json]
    ) -> Json:
        value: Json = None
        match "enum" if "enum" in schema else kind_of(schema):
            case "enum":
                value = self.random.choice(schema["enum"])
            case "object" if schema.get("properties"):
                value = self._generate_object(schema)
            case "object":
                value = self.random.choice(choices or [{}])
            case "array":
                size = self._integer(
                    max(schema.get("minItems", 0), 1),
                    min(schema.get("maxItems", _MANY), _MANY),
                )
                value = [self.generate(schema.get("items", {}), name)] * size
            case "integer":
                value = self._integer(
                    schema.get("minimum", 0), schema.get("maximum", _UNBOUNDED)
                )
            case "number":
                value = self.random.choice(
                    [
                        schema.get("minimum", 0),
                        schema.get("maximum", 1),
                        self.random.random(),
                    ]
                )
            case "boolean":
                value = self.random.random() < 0.5
            case "string":
                value = self.random.choice(choices or ["7"])
                if self.random.random() < 0.2:
                    longest = schema.get("maxLength", len(value))
                    value = (value * longest)[:longest]
            case _:
                value = self.random.choice(choices or [0, "a", {}, [0]])
        return value

    def _generate_object(self, schema: Schema) -> dict[str, Json]:
        required = schema.get("required", ())
        return {
            name: self.generate(member, name)
            for name, member in schema["properties"].items()
            if name in required or self.random.random() < 2 / len(schema["properties"])
        }

    def _integer(self, minimum: int, maximum: int) -> int:
        """Return an integer of a range: one of its ends, or the minimum plus a log-uniform distance, mostly small."""
        if self.random.random() < 0.1:
            return self.random.choice([minimum, maximum])
        start = min(max(minimum, 0), maximum)
        size = maximum - start + 1
        return (
            start
            + int(
                exp(
                    self.random.uniform(
                        0, log(min(size, self.random.choice((_NEAR, _NEAR, size))))
                    )
                )
            )
            - 1
        )

    def mutate(self, schema: Schema, value: Json, name: str = "") -> Json:
        """Return a value with a small change, which fits the schema if the value did."""
        schema = self.components.resolve(schema)
        if value is None or self.random.random() < 0.1:
            return self.generate(schema, name)
        if isinstance(value, dict):
            return self._mutate_object(schema, value)
        if isinstance(value, list):
            return self._mutate_list(schema, value, name)
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and "enum" not in schema
        ):
            return self._mutate_integer(schema, value)
        if (
            isinstance(value, str)
            and "enum" not in schema
            and "type" not in schema
            and self.random.random() < 0.5
        ):
            return value + value
        return self.generate(schema, name)

    def _mutate_object(self, schema: Schema, value: dict[str, Json]) -> dict[str, Json]:
        members = schema.get("properties", {})
        if not members and not value:
            return value
        name = self.random.choice(
            list(value)
            if value and self.random.random() < 0.7
            else [*members, *value] or [""]
        )
        if name not in value:
            return {**value, name: self.generate(members.get(name, {}), name)}
        if name not in schema.get("required", ()) and self.random.random() < 0.15:
            return {key: member for key, member in value.items() if key != name}
        return {**value, name: self.mutate(members.get(name, {}), value[name], name)}

    def _mutate_list(self, schema: Schema, value: list[Json], name: str) -> list[Json]:
        items = schema.get("items", {})
        longest = schema.get("maxItems", MAX_BYTES)
        if not value:
            return [self.generate(items, name)]
        match self.random.choices(
            ["double", "extend", "halve", "change", "append"], [4, 2, 1, 4, 2]
        )[0]:
            case "double":
                value = value + value
            case "extend":
                value = value * min(
                    self._integer(1, 10_000),
                    max(1, MAX_BYTES // max(len(json.dumps(value)), 1)),
                )
            case "halve":
                value = value[: (len(value) + 1) // 2]
            case "append":
                value = [*value, self.generate(items, name)]
            case "change":
                position = self.random.randrange(len(value))
                item = self.mutate(items, value[position], name)
                value = [*value[:position], item, *value[position + 1 :]]
        return value[:longest]

    def _mutate_integer(self, schema: Schema, value: int) -> int:
        changes: list[int] = [
            value * 2,
            value * 4,
            value * 11 // 10,
            value * 9 // 10,
            value // 2,
            value + 1,
            value - 1,
        ]
        minimum = schema.get("minimum", -_UNBOUNDED)
        maximum = schema.get("maximum", _UNBOUNDED)
        integer: int = min(max(self.random.choice(changes), minimum), maximum)
        return integer


_TYPES: Mapping[str, Any] = {
    "object": dict,
    "array": list,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "string": str,
}


def _fits(schema: Schema, value: Json) -> bool:
    """Return whether a value has the type that a schema asks for; of a list, its first item."""
    kind = kind_of(schema)
    if kind and not isinstance(value, _TYPES[kind]):
        return False
    return (
        not (kind == "array" and value)
        or "$ref" in schema["items"]
        or _fits(schema["items"], value[0])
    )


def kind_of(schema: Schema) -> str:
    """Return the type that a schema asks for beside null, or an empty text if it accepts any."""
    kind = schema.get("type", "")
    return (
        kind if isinstance(kind, str) else next(name for name in kind if name != "null")
    )


def _iterate_members(value: Json, depth: int = 3) -> Iterator[tuple[str, Json]]:
    """Yield the members of objects, down to some levels; of a list only the members of its first objects."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield name, member
            if depth:
                yield from _iterate_members(member, depth - 1)
    elif isinstance(value, list):
        for item in value[:3]:
            yield from _iterate_members(item, depth - 1) if depth else ()


_MAX_TERMS = 100  # that no shoe can have, after which there is no play
_MAX_REFUSALS = 8  # one after the other, after which a play ends


class Plays:
    """Plays of shoes by the schemas of the requests that open, deal, draw and reveal."""

    def __init__(self, client: FlaskClient, mutations: Mutations) -> None:
        self._client, self._mutations = client, mutations

    def play(self, seconds: float) -> Json | None:
        """Play a shoe for at most `seconds` of CPU time; return a body for /v1/verify: receipt, seen and commitment.

        A few random steps are repeated until the time is over, the body is full, or the shoe refuses them. None stands
        for terms that no shoe has.
        """
        random = self._mutations.random
        end = time.process_time() + seconds
        terms = {"$ref": "#/components/schemas/OpenShoeRequest"}
        opened = next(
            filter(
                None,
                (
                    self._post("", self._mutations.generate(terms))
                    for _ in range(_MAX_TERMS)
                ),
            ),
            None,
        )
        if opened is None:
            return None
        shoe = opened["shoe"]
        seen = []
        size = 1_000
        refusals = 0
        pattern = [self._random_step() for _ in range(random.choice((1, 1, 2, 4)))]
        pattern = (
            [("/deal", {})] * random.choice((0, 1, 2, 4)) + pattern
            if random.random() < 0.3
            else pattern
        )
        while (
            time.process_time() < end
            and size < MAX_BYTES * 9 // 10
            and refusals < _MAX_REFUSALS
        ):
            for path, arguments in pattern:
                response = self._post(path, {**arguments, "shoe": shoe})
                refusals = 0 if response else refusals + 1
                if response:
                    shoe = response["shoe"]
                    seen.append(response["seen"])
                    size += len(orjson.dumps(response["seen"])) + 1
        revealed = self._post("/reveal", {"shoe": shoe})
        return revealed and {
            "receipt": revealed["receipt"],
            "seen": seen,
            "confirmed": {"commitment": opened["commitment"]},
        }

    def _random_step(self) -> tuple[str, Json]:
        random = self._mutations.random
        if random.random() < 0.4:
            return "/deal", {}
        arguments: dict[str, Any] = {"count": random.choice((1, 1, 1, 2, 10, 1000))}
        if random.random() < 0.5:
            arguments["from"] = "bottom"
        if random.random() < 0.3:
            arguments |= {
                "reshuffle": True,
                "in_play": list(range(random.choice((0, 1, 5, 1000)))),
            }
        elif random.random() < 0.2:
            arguments["reshuffle"] = True
        return "/draw", arguments

    def _post(self, path: str, body: Json) -> Json | None:
        with self._client.post(f"/v1/shoes{path}", json=body) as response:
            return response.get_json() if response.status_code == 200 else None

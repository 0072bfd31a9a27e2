"""Structures without end: for each operation and each member of its request, values that fit its type and fill a body.

A text is combining marks, digits or one word; a list has the most members, equal or different, short or long; an
object the most names; rules have the most names each, or one rule has them all; a schema that contains itself has the
most levels. Integers are the least, the most and the powers of ten between. All comes from the schemas of the OpenAPI
document, so an operation or a parameter is attacked as soon as the document has it.

Names are the numbers from 0, in every member alike: so the names in a rule are those of the items beside it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice, product
from math import isqrt
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import orjson

from benchmarks.limits.values import MAX_BYTES, Components, Json, Schema, kind_of

MAX_LINE = 4_000
"""Characters of a path with its query, as gunicorn accepts."""
SMALL_BODY = 7_500
"""Bytes of a body that is small, so that others wait less for it."""
LEVELS = (15, 190)
"""Levels of a schema that contains itself: as many as a condition may have, and as a body may."""

_MARGIN = 2_000  # bytes of a body beside its structure and its example
_MAX_LADDER = 10**7  # beyond it integers are refused, but for those that name a result
_CONTENT = "application/json"
_LARGE = ("array", "object")

TEXTS: Mapping[str, str] = {
    "combining marks": "\u0301\u0316",
    "digits": "9",
    "one word": "a",
    "separators": "a,-a. ",
    "control characters": "\x01",
    "letters that become 18 each": "\ufdfa",
}
"""Texts without end, by what repeats in them; of combining marks all of one kind come before all of the other."""

# beyond the limit of a member, and in lists full of texts
_FEW_TEXTS = ("combining marks", "one word")


@dataclass(frozen=True)
class Sizes:
    """Bytes of a body, and the largest of the integers between a least and a most one."""

    body: int = MAX_BYTES
    integer: int = _MAX_LADDER


class Structure(NamedTuple):
    """A value that is large in one respect: `make` returns it, `member` is the path to what is large, `name` says what.

    A structure that `has_many` is large by the number of its members, and not by a long text or many levels.
    """

    member: str
    name: str
    make: Callable[[], Json]
    has_many: bool = False

    def within(self, member: str, wrap: Callable[[Json], Json]) -> "Structure":
        """Return the structure of a value that has this one as its member."""
        return self._replace(
            member=f"{member}{self.member}", make=lambda: wrap(self.make())
        )


@dataclass(frozen=True)
class Attack:
    """A request with a structure in one member of an operation's request; its body is written when it is needed."""

    operation: str
    member: str
    structure: str
    method: str
    path: str
    write: Callable[[], bytes] | None = None
    headers: tuple[tuple[str, str], ...] = ()

    @cached_property
    def body(self) -> bytes | None:
        return self.write() if self.write else None

    @property
    def title(self) -> str:
        """The operation, the member and what is in it, in one line."""
        return f"{self.operation} {self.member or 'the body'}: {self.structure}"


def write_json(value: Json) -> bytes:
    """Return the JSON of a value, which may contain integers of `write_digits`."""
    return orjson.dumps(value)


def write_digits(count: int) -> orjson.Fragment:
    """Return an integer of so many digits, of which Python itself makes no text."""
    return orjson.Fragment(b"9" * count)


def fill_text(name: str, length: int) -> str:
    """Return one of `TEXTS` with so many characters."""
    unit = TEXTS[name]
    if name == "combining marks":
        return unit[0] * (length // 2) + unit[1] * (length - length // 2)
    return (unit * length)[:length]


class Structures:
    """The structures that fit the schemas of a document."""

    def __init__(self, components: Components, largest: int = _MAX_LADDER) -> None:
        self._components = components
        self._largest = largest

    def list(
        self,
        schema: Schema,
        room: int,
        example: Json = None,
        within: Sequence[str] = (),
        *,
        is_repeated: bool = False,
    ) -> Iterator[Structure]:
        """Yield structures for a schema: values that fill `room` bytes, and values of which one member does.

        `within` has the references of the schemas around it, so that one that contains itself comes to an end. With
        `is_repeated`, the value will be repeated in a list, and only few texts and numbers are tried.
        """
        reference = schema.get("$ref", "")
        if reference and reference in within:
            return
        within = [*within, reference]
        schema = self._components.resolve(schema)
        match "enum" if "enum" in schema else kind_of(schema):
            case "object":
                yield from self._list_objects(
                    schema, room, example, within, is_repeated=is_repeated
                )
            case "array":
                yield from self._list_arrays(
                    schema, room, example, within, is_repeated=is_repeated
                )
            case "integer" | "number":
                yield from self._list_numbers(schema, room, is_repeated=is_repeated)
            case "boolean":
                yield Structure("", "true", partial(_same, value=True))
                yield Structure("", "false", partial(_same, value=False))
            case "string" | "enum":
                yield from _list_texts(
                    schema, room, _FEW_TEXTS if is_repeated else TEXTS
                )
            case _:
                yield from _list_any(room, is_repeated=is_repeated)

    def complete(
        self, schema: Schema, number: int = 0, within: Sequence[str] = ()
    ) -> Json:
        """Return a small value that fits a schema: another for each `number`, as far as the schema has others."""
        reference = schema.get("$ref", "")
        inner = [*within, reference]
        schema = self._components.resolve(schema)
        shown = (
            [schema["example"]]
            if "example" in schema
            else list(schema.get("examples", ()))
        )
        value: Json = str(number)
        match "enum" if "enum" in schema else kind_of(schema):
            case "object" if reference and reference in within:
                value = shown[0] if shown else {}
            case "enum":
                value = schema["enum"][number % len(schema["enum"])]
            case "object" if schema.get("required"):
                members = schema.get("properties", {})
                value = {
                    name: self.complete(members.get(name, {}), number, inner)
                    for name in schema["required"]
                }
            case "object":
                value = shown[number % len(shown)] if shown else {}
            case "array":
                size = max(schema.get("minItems", 0), 1)
                value = [
                    self.complete(schema.get("items", {}), number + offset, inner)
                    for offset in range(size)
                ]
            case "integer" | "number":
                least = schema.get("minimum", 0)
                value = least + number % int(
                    schema.get("maximum", number + least) - least + 1
                )
            case "boolean":
                value = number % 2 == 0
            case "":
                value = number
        return value

    def _list_objects(
        self,
        schema: Schema,
        room: int,
        example: Json,
        within: Sequence[str],
        *,
        is_repeated: bool,
    ) -> Iterator[Structure]:
        members = schema.get("properties", {})
        base = example if isinstance(example, dict) else self.complete(schema)
        for name, member in members.items():
            if self._contains(member, within):
                yield from self._nest(schema, name, member, room)
            for inner in self.list(
                member, room, base.get(name), within, is_repeated=is_repeated
            ):
                yield inner.within(f".{name}", partial(_with_member, base, name))
        others = schema.get("additionalProperties", None if members else {})
        if others is not None and others is not False:
            others = others if isinstance(others, dict) else {}
            yield from self._list_maps(schema, others, room, base, within)
            first = next(iter(base), "1")
            for inner in self.list(
                others, room, base.get(first), within, is_repeated=is_repeated
            ):
                yield inner.within(".*", partial(_with_member, base, first))

    def _list_maps(
        self,
        schema: Schema,
        others: Schema,
        room: int,
        base: dict[str, Json],
        within: Sequence[str],
    ) -> Iterator[Structure]:
        """Yield objects with the most names, and with a long name."""

        def make_pair(number: int) -> tuple[str, Json]:
            return str(number), self.complete(others, number, within)

        def make_map(limit: int) -> Json:
            return base | dict(fill(room, make_pair, limit))

        def make_long_name(text: str) -> Json:
            return base | {_fill_room(text, room): self.complete(others, 0, within)}

        for name, limit in _list_limits(schema.get("maxProperties")):
            yield Structure(
                ".*", f"{name} names", partial(make_map, limit), has_many=True
            )
        for text in _FEW_TEXTS:
            yield Structure(".*", f"a name of {text}", partial(make_long_name, text))

    def _list_arrays(
        self,
        schema: Schema,
        room: int,
        example: Json,
        within: Sequence[str],
        *,
        is_repeated: bool,
    ) -> Iterator[Structure]:
        items = schema.get("items", {})
        shown = (
            example
            if isinstance(example, list) and example
            else schema.get("example", ())
        )
        makers: dict[str, Callable[[int], Json]] = {
            "different": lambda number: self.complete(items, number, within),
            "equal": lambda _: self.complete(items, 0, within),
        }
        if shown:
            makers["exemplary"] = lambda number: shown[number % len(shown)]
        for kind, make in islice(makers.items(), 1 if is_repeated else None):
            for name, limit in _list_limits(schema.get("maxItems")):
                yield Structure(
                    "[]",
                    f"{name} {kind} members",
                    partial(fill, room, make, limit),
                    has_many=True,
                )
        first = shown[0] if shown else None
        if not is_repeated:
            for inner in self.list(items, room, first, within):
                yield inner.within("[]", lambda value: [value])
        limit = schema.get("maxItems", MAX_BYTES)
        for inner in self.list(items, isqrt(room), first, within, is_repeated=True):
            repeated = inner.within("[]", partial(_repeat, room, limit))
            yield repeated._replace(
                name=f"{inner.name}, again and again", has_many=True
            )

    def _list_numbers(
        self, schema: Schema, room: int, *, is_repeated: bool
    ) -> Iterator[Structure]:
        """Yield the least and the largest number of a schema, powers of ten between them, and a very long one.

        With `is_repeated`, yield the largest alone.
        """
        least = schema.get("minimum", -(2**53))
        largest = schema.get("maximum", 2**53)
        if is_repeated:
            yield Structure("", f"{largest}", partial(_same, largest))
            return
        ladder = [
            10**digits
            for digits in range(1, 8)
            if least < 10**digits < min(largest, self._largest)
        ]
        for number in (least, *ladder, largest):
            yield Structure("", f"{number}", partial(_same, number))
        digits_name = f"an integer of {room:,} digits"
        yield Structure("", digits_name, partial(write_digits, room))

    def _contains(self, member: Schema, within: Sequence[str]) -> bool:
        """Return whether a member of a schema, or each of its items, is that schema again, the last of `within`."""
        reference = within[-1]
        references = (member.get("$ref"), member.get("items", {}).get("$ref"))
        return bool(reference) and reference in references

    def _nest(
        self, schema: Schema, name: str, member: Schema, room: int
    ) -> Iterator[Structure]:
        """Yield values with the most levels through one member, and with the most members in one level."""
        leaf: Json = next(iter(schema.get("examples", ())), {})
        is_list = kind_of(member) == "array"
        for levels in LEVELS:
            value = leaf
            for _ in range(levels // (2 if is_list else 1)):
                value = {name: [value] if is_list else value}
            yield Structure(f".{name}", f"{levels} levels", partial(_same, value))
        limits = {"100": 100, "the most": MAX_BYTES} if is_list else {}
        for size, limit in limits.items():
            leaves = partial(fill, room, partial(_same, leaf), limit)
            many = Structure("", f"{size} in one level", leaves, has_many=True)
            yield many.within(f".{name}", partial(_with_member, {}, name))


def _same(value: Json, *_: object) -> Json:
    return value


def _with_member(base: dict[str, Json], name: str, value: Json) -> Json:
    return base | {name: value}


def _repeat(room: int, limit: int, value: Json) -> Json:
    return [value] * min(limit, max(1, room // (len(write_json(value)) + 1)))


def _list_limits(limit: int | None) -> list[tuple[str, int]]:
    """Return the numbers of members to try: as many as a schema allows, and as many as fit into the room."""
    limits = [("the most", MAX_BYTES)]
    if limit:
        limits.insert(0, ("as many as allowed,", limit))
    return limits


def _list_texts(schema: Schema, room: int, names: Iterable[str]) -> Iterator[Structure]:
    """Yield texts of a schema's greatest length, and longer ones, as far as there is room."""
    for name in names:
        limit = schema.get("maxLength")
        if limit:
            yield Structure(
                "",
                f"{name}, as long as allowed",
                partial(_fill_room, name, room, limit),
            )
        if not limit or name in _FEW_TEXTS:
            yield Structure("", name, partial(_fill_room, name, room))


def _fill_room(name: str, room: int, limit: int = MAX_BYTES) -> str:
    """Return one of `TEXTS` with at most `limit` characters, whose JSON has at most `room` bytes."""
    unit = TEXTS[name]
    bytes_of_unit = len(orjson.dumps(unit)) - 2  # without the quotation marks
    fitting_length = max(1, room * len(unit) // bytes_of_unit)
    return fill_text(name, min(limit, fitting_length))


def _list_any(room: int, *, is_repeated: bool) -> Iterator[Structure]:
    """Yield values of every type: for a member that takes any of them."""
    yield from _list_texts({}, room, _FEW_TEXTS if is_repeated else TEXTS)
    levels = _nest_lists(LEVELS[-1] - 10)
    yield Structure("", "lists in lists", partial(_same, levels))
    if not is_repeated:
        yield Structure(
            "", f"an integer of {room:,} digits", partial(write_digits, room)
        )
    makers: dict[str, Callable[[int], Json]] = {
        "numbers": lambda _: 0,
        "texts": str,
        "objects": lambda number: {"name": str(number), "0": number % 7},
        "lists in lists": lambda _: levels,
    }
    for name, make in makers.items():
        yield Structure(
            "", f"the most {name}", partial(fill, room, make), has_many=True
        )
    yield Structure(
        "",
        "the most names",
        lambda: dict(fill(room, lambda number: (str(number), number))),
        has_many=True,
    )


def _nest_lists(levels: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(levels):
        inner = [inner]
    return inner


def fill(room: int, make: Callable[[int], Json], limit: int = MAX_BYTES) -> list[Json]:
    """Return the values for 0, 1, …, as many as fit into some bytes of JSON, at least one and at most `limit`."""
    values: list[Json] = []
    for number in range(limit):
        value = make(number)
        room -= len(write_json(value)) + 1
        if values and room < 0:
            break
        values.append(value)
    return values


class Attacks:
    """The attacks on each operation of a document with examples."""

    def __init__(self, document: Schema, sizes: Sizes = Sizes()) -> None:
        self._document = document
        self._sizes = sizes
        self._components = Components(document)
        self._structures = Structures(self._components, sizes.integer)

    def list_operations(self) -> dict[str, tuple[str, str]]:
        """Return the method and the path of each operation by its name."""
        return {
            described["operationId"]: (method.upper(), path)
            for path, methods in self._document["paths"].items()
            for method, described in methods.items()
            if "operationId" in described
        }

    def _read(self, name: str) -> "_Operation":
        """Return an operation of the document by its name, with all references resolved."""
        method, path = self.list_operations()[name]
        methods = self._document["paths"][path]
        described = methods[method.lower()]
        parameters: dict[str, dict[str, Schema]] = {"path": {}, "query": {}}
        for parameter in [
            *methods.get("parameters", ()),
            *described.get("parameters", ()),
        ]:
            resolved = self._components.resolve(parameter)
            parameter_schema = dict(resolved["schema"])
            if "example" in resolved:
                parameter_schema["example"] = resolved["example"]
            parameters[resolved["in"]][resolved["name"]] = parameter_schema
        required = {
            parameter["name"]
            for parameter in map(
                self._components.resolve, described.get("parameters", ())
            )
            if parameter.get("required")
        }
        content = described.get("requestBody", {}).get("content", {}).get(_CONTENT, {})
        return _Operation(
            name,
            method,
            path,
            parameters,
            required,
            body=self._components.resolve(content.get("schema", {})),
            example=content.get("example", {}),
        )

    def list(self, name: str) -> Iterator[Attack]:
        """Yield the attacks on an operation; some are the same request, as not every limit fits into a body."""
        operation = self._read(name)
        path_arguments = {
            member: self._complete(schema)
            for member, schema in operation.parameters["path"].items()
        }
        query = {
            member: self._complete(schema)
            for member, schema in operation.parameters["query"].items()
            if member in operation.required
        }
        plain = Attack(
            name,
            "",
            "as in the document",
            operation.method,
            operation.write_path(path_arguments, query),
        )
        if operation.method == "GET":
            yield plain
            yield from self._list_queries(operation, plain, path_arguments, query)
        else:
            plain = replace(plain, write=partial(write_json, operation.example))
            yield plain
            yield from self._list_raw(plain)
            for structure in self._list_bodies(operation):
                write = partial(_write_made, structure.make)
                yield replace(
                    plain,
                    member=structure.member,
                    structure=structure.name,
                    write=write,
                )
        for member, schema in operation.parameters["path"].items():
            for structure in self._structures.list(schema, MAX_LINE):
                arguments = path_arguments | {member: structure.make()}
                path = operation.write_path(arguments, query)
                yield replace(
                    plain, member=f"path {member}", structure=structure.name, path=path
                )

    def _complete(self, schema: Schema) -> Json:
        return (
            schema["example"]
            if "example" in schema
            else self._structures.complete(schema)
        )

    def _list_queries(
        self,
        operation: "_Operation",
        plain: Attack,
        path_arguments: dict[str, Json],
        query: dict[str, Json],
    ) -> Iterator[Attack]:
        """Yield attacks on each parameter of the query, on an unknown one, and the most parameters."""
        members = operation.parameters["query"] | {"other": {"type": "string"}}
        for member, schema in members.items():
            for structure in self._structures.list(schema, MAX_LINE):
                arguments = query | {member: structure.make()}
                path = operation.write_path(path_arguments, arguments)
                yield replace(
                    plain, member=f"query {member}", structure=structure.name, path=path
                )
        most = "&".join(f"{number}=" for number in range(MAX_LINE // 5))
        path = f"{operation.write_path(path_arguments, {})}?{most}"[:MAX_LINE]
        yield replace(plain, structure="the most parameters", path=path)

    def _list_raw(self, plain: Attack) -> Iterator[Attack]:
        """Yield bodies that fit no schema."""
        size = self._sizes.body
        texts: dict[str, Callable[[], bytes]] = {
            "spaces": lambda: b" " * size,
            "an integer": lambda: b"9" * size,
            "brackets": lambda: b"[" * size,
            "objects in objects": lambda: b'{"a":' * (size // 5),
            "a name again and again": lambda: (
                b"{%s}" % b",".join([b'"a":0'] * (size // 6 - 1))
            ),
            "no UTF-8": lambda: b'{"a":"%s"}' % (b"\xff" * (size - 10)),
            "half of a pair of surrogates": lambda: (
                b'{"a":"%s"}' % (rb"\ud800" * (size // 6 - 2))
            ),
            "zeros behind a point": lambda: b'{"a":0.%s}' % (b"0" * (size - 20)),
        }
        for name, write in texts.items():
            yield replace(plain, structure=name, write=write)

    def _list_bodies(self, operation: "_Operation") -> Iterator[Structure]:
        """Yield bodies with one structure each: first of at most `SMALL_BODY` bytes, and then as large as allowed."""
        schema: Schema = {"additionalProperties": {}} | dict(operation.body)
        for size in sorted({min(SMALL_BODY, self._sizes.body), self._sizes.body}):
            room = max(size // 4, size - len(write_json(operation.example)) - _MARGIN)
            yield from self._structures.list(schema, room, operation.example)
            yield from self._list_rules_of_many(operation, room)
            yield from self._list_as_many(operation, room)

    def _list_rules_of_many(
        self, operation: "_Operation", room: int
    ) -> Iterator[Structure]:
        """Yield bodies with items and one rule about them: large rules beside many items, and rules beside a long item.

        A rule is any member that is a list or an object. Other rules are left out, as they could refuse the request
        before this one is looked at.
        """
        members = operation.body.get("properties", {})
        if "items" not in members:
            return
        rules = [
            name for name in self._list_large_members(operation) if name != "items"
        ]
        base = self._without_rules(operation)
        half = room // 2
        lists = {
            "the most texts": partial(fill, half, str),
            "1,000 texts": partial(fill, half, str, 1_000),
            "the most objects": partial(fill, half, _make_item),
            "300 objects": partial(fill, half, _make_item, 300),
        }
        for member in rules:
            shown = operation.example.get(member)
            for structure in self._structures.list(members[member], half, shown):
                for name, make in lists.items() if structure.has_many else ():
                    beside = structure.within(
                        f".{member}", partial(_beside, base, make, member)
                    )
                    yield beside._replace(name=f"{structure.name}, beside {name}")
            rule = shown or self._structures.complete(members[member])
            for structure in self._structures.list(members["items"], room):
                if structure.name in TEXTS:
                    with_rule = base | {member: rule}
                    long = structure.within(
                        ".items", partial(_with_long_item, with_rule)
                    )
                    yield long._replace(name=f"{structure.name}, beside {member}")

    def _list_large_members(self, operation: "_Operation") -> Sequence[str]:
        """Return the members of a body that are lists or objects."""
        members = operation.body.get("properties", {})
        return [
            name
            for name, schema in members.items()
            if kind_of(self._components.resolve(schema)) in _LARGE
        ]

    def _without_rules(self, operation: "_Operation") -> dict[str, Json]:
        """Return the example of an operation without lists and objects, but for those that it needs."""
        needed = operation.body.get("required", ())
        large = self._list_large_members(operation)
        return {
            name: value
            for name, value in operation.example.items()
            if name in needed or name not in large
        }

    def _list_as_many(self, operation: "_Operation", room: int) -> Iterator[Structure]:
        """Yield the most members in a list beside an integer that is their number, a half or a tenth of it.

        Each list is tried with each integer, such as items and groups.
        """
        members = operation.body.get("properties", {})
        schemas = {
            member: self._components.resolve(schema)
            for member, schema in members.items()
        }
        integers = [
            member for member, schema in schemas.items() if kind_of(schema) == "integer"
        ]
        for (member, schema), integer, share in product(
            schemas.items(), integers, (1, 2, 10)
        ):
            if kind_of(schema) == "array":
                complete = partial(self._structures.complete, schema.get("items", {}))
                makers: dict[str, Callable[[int], Json]] = {
                    "different": complete,
                    "equal": partial(_same, complete(0)),
                }
                for kind, make in makers.items():
                    values = partial(
                        fill, room, make, schema.get("maxItems", MAX_BYTES)
                    )
                    as_many = partial(
                        _as_many,
                        self._without_rules(operation),
                        member,
                        values,
                        integer,
                        share,
                    )
                    yield Structure(
                        f".{integer}",
                        f"1 / {share} of the most {kind} {member}",
                        as_many,
                    )


def _write_made(make: Callable[[], Json]) -> bytes:
    return write_json(make())


def _beside(
    example: dict[str, Json],
    make_items: Callable[[], list[Json]],
    member: str,
    value: Json,
) -> Json:
    return example | {"items": make_items(), member: value}


def _with_long_item(base: dict[str, Json], items: list[Json]) -> Json:
    return base | {"items": [*base.get("items", ()), *items]}


def _as_many(
    example: dict[str, Json],
    member: str,
    make: Callable[[], list[Json]],
    integer: str,
    share: int,
) -> Json:
    values = make()
    return example | {member: values, integer: max(1, len(values) // share)}


class _Operation(NamedTuple):
    """An operation of a document: its parameters by place and name, its body's schema, and the example of that."""

    name: str
    method: str
    path: str
    parameters: dict[str, dict[str, Schema]]
    required: set[str]
    body: Schema
    example: dict[str, Json]

    def write_path(
        self, arguments: Mapping[str, Json], query: Mapping[str, Json]
    ) -> str:
        """Return the path and the query of a request, cut to the longest line."""
        path = re.sub(
            r"\{(\w+)\}",
            lambda name: quote(_write_text(arguments[name[1]]), safe=""),
            self.path,
        )
        texts = urlencode({name: _write_text(value) for name, value in query.items()})
        return (f"{path}?{texts}" if texts else path)[:MAX_LINE]


def _write_text(value: Json) -> str:
    """Return a value as a parameter has it; a list has commas between its members."""
    if isinstance(value, list):
        return ",".join(map(_write_text, value))
    return value if isinstance(value, str) else write_json(value).decode()


def _make_item(number: int) -> dict[str, Json]:
    """Return an item that has a name and attributes, which are named as the names are."""
    return {
        "name": str(number),
        "0": number,
        "1": number % 2,
        "2": number % 7,
        "3": "x",
    }


def list_attacks(
    document: Schema, names: Iterable[str] = (), sizes: Sizes = Sizes()
) -> Iterator[Attack]:
    """Yield the attacks on operations by their names, or on all of them."""
    attacks = Attacks(document, sizes)
    for name in names or attacks.list_operations():
        yield from attacks.list(name)

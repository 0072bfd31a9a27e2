"""Value types of JSON objects, and the value types of the fields of a dataclass.

`describe` reads them from the annotations, `ObjectOf` makes one value type of them, and `parse_members` parses a
document by them. An object whose names the caller chooses is a `ByName`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from .validation import parse_object
from .value_types import JsonSchema, Path, Text, ValueType

_Class = type  # a second name, because value types have an attribute `type`
_ANY_TEXT = Text()


@dataclass(frozen=True, eq=False)
class ByName(ValueType):
    """An object of up to `max_length` names of the type `name`, each with a value of the type `item`.

    Sentences call a name's owner `owner`, and a value `noun`: "up to 3 seats, each with its key".
    """

    item: ValueType = _ANY_TEXT
    name: Text = _ANY_TEXT
    owner: str = "name"
    noun: str = "value"
    max_length: int = 0

    type = Mapping

    @property
    def accepted(self) -> str:
        return f"an object of up to {self.max_length:,} {self.owner}s, each with its {self.noun}"

    @property
    def schema(self) -> JsonSchema:
        return {
            "type": "object",
            "propertyNames": self.name.schema,
            "additionalProperties": self.item.reference,
            "maxProperties": self.max_length,
        }

    @property
    def parts(self) -> Iterable[ValueType]:
        return (self.item,)

    def read(self, path: Path, value: Any) -> Any:
        if not isinstance(value, dict) or len(value) > self.max_length:
            raise path.refuse(self, value)
        return {name: self.read_item(path, name, item) for name, item in value.items()}

    def read_item(self, path: Path, name: str, item: Any) -> Any:
        """Return the Python value of a name. Raises `Refused` for the name or its value. `path` leads to the object."""
        if not self.name.fits(name):
            raise path.object_to(
                f"The name of a {self.owner} must be {self.name.accepted}."
            )
        in_words = f": {self.owner.capitalize()} {name!r}"
        return self.item.read(path.enter(f".{name}", in_words), item)

    def is_annotation(self, annotation: Any) -> bool:
        match get_args(annotation):
            case (key, item):
                return (
                    get_origin(annotation) is Mapping
                    and key is str
                    and self.item.is_annotation(item)
                )
        return False


@dataclass(frozen=True, eq=False)
class ObjectOf(ValueType):
    """A JSON object with the fields of the dataclass `members` as its members; in Python an instance of `members`.

    A request may leave out members with a default; a parsed document must have all members. A request may also have
    members that are `ignored`.
    """

    members: _Class = object
    ignored: Collection[str] = ()

    type = Mapping

    @property
    def schema(self) -> JsonSchema:
        properties = {
            name: field.value_type.described_reference
            for name, field in self._described.items()
        }
        for name in self.ignored:
            properties[name] = {"description": "Ignored"}
        schema: JsonSchema = {"type": "object", "properties": properties}
        if self._required:
            schema["required"] = list(self._required)
        schema["additionalProperties"] = False
        return schema

    @property
    def parts(self) -> Iterable[ValueType]:
        return [field.value_type for field in self._described.values()]

    @property
    def accepted(self) -> str:
        optional = [name for name in self._described if name not in self._required]
        if not self._required or not optional:
            return f"an object with {', '.join(self._described)}"
        required = ", ".join(self._required)
        return f"an object with {required}, and perhaps {', '.join(optional)}"

    def read(self, path: Path, value: Any) -> Any:
        """Return an instance of `members` for a JSON object. Raises `Refused`, naming the first wrong member."""
        if self.ignored and isinstance(value, dict):
            value = {
                name: member
                for name, member in value.items()
                if name not in self.ignored
            }
        # Members of a request are read in the order of the request, members of a document in the order of the fields.
        # The error names the first wrong member.
        names: Iterable[str]
        if path.in_request:
            self._check_names(path, value)
            names = value
        else:
            parse_object(path.text, value, self._described)
            names = self._described
        members = {}
        for name in names:
            place = path.enter(f".{name}", f": {name}")
            members[name] = self._described[name].value_type.read(place, value[name])
        return self.members(**members)

    def _check_names(self, path: Path, value: Any) -> None:
        """Raise `Refused` unless a value in a request is an object with the required members and no unknown ones."""
        if not isinstance(value, dict):
            raise path.refuse(self, value)
        if not set(self._required) <= value.keys() <= self._described.keys():
            raise path.refuse(self, value)

    def is_annotation(self, annotation: Any) -> bool:
        return annotation is self.members

    @cached_property
    def _described(self) -> "Described":
        return describe(self.members)

    @cached_property
    def _required(self) -> Sequence[str]:
        return [
            name for name, field in self._described.items() if field.default is MISSING
        ]


class DescribedField(NamedTuple):
    """What a dataclass says of a field."""

    value_type: ValueType
    default: Any  # `MISSING` for a required field


Described = Mapping[str, DescribedField]
"""The fields of a dataclass that have a value type, by name."""


class Coded:
    """A record that a response writes as its text `code`, and not as an object with its fields."""

    __slots__ = ()

    code: str


def list_fields(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a record, which is a dataclass or a named tuple; () for another class."""
    if is_dataclass(cls):
        return tuple(field.name for field in fields(cls))
    names: tuple[str, ...] = getattr(cls, "_fields", ())
    return names


@cache
def describe(cls: type) -> Described:
    """Return the value type and the default of each field of a dataclass that is annotated with a value type.

    A class with the field `coins: Annotated[int | None, Integer("Coins bet.", 1, 5)] = None` gives
    {"coins": (the Integer, None)}.

    Raises `TypeError` for a value type that does not fit the annotated type: mypy does not look into `Annotated`.
    Modules call this when they are imported, so that the service does not start with such a field.
    """
    if not is_dataclass(cls):
        raise TypeError(f"{cls.__name__} is no dataclass.")
    hints = get_type_hints(cls, include_extras=True)
    described = {}
    for field in fields(cls):
        # Annotated[int | None, Integer(…), NAMED] has the type `int | None` and the marks Integer(…) and NAMED.
        annotation, *marks = get_args(hints[field.name]) or (None,)
        for mark in marks:
            if not isinstance(mark, ValueType):
                continue
            if not all(map(mark.is_annotation, _list_types(annotation))):
                raise TypeError(
                    f"{cls.__name__}.{field.name} is {annotation}, which {type(mark).__name__} is not."
                )
            described[field.name] = DescribedField(mark, _get_default(field))
    return described


def _list_types(annotation: Any) -> Sequence[Any]:
    """Return the types of a union without None, or the annotation itself: [int] for `int | None` and for `int`."""
    if get_origin(annotation) not in {UnionType, Union}:
        return [annotation]
    return [option for option in get_args(annotation) if option is not NoneType]


def _get_default(field: Field[Any]) -> Any:
    """Return the default of a field; `MISSING` if it has none."""
    if field.default_factory is MISSING:
        return field.default
    return field.default_factory()


def parse_members(
    path: str,
    value_types: Mapping[str, ValueType],
    value: object,
    required: Iterable[str],
    optional: Iterable[str] = (),
) -> dict[str, Any]:
    """Return the members of the JSON object `value` as Python values. Raises `Refused`, naming the wrong member.

    The object has the `required` and perhaps the `optional` members, which are checked in this order.
    """
    required = tuple(required)
    optional = tuple(optional)
    members = parse_object(path, value, required, optional)
    return {
        name: value_types[name].read_member(f"{path}.{name}", members[name])
        for name in dict.fromkeys(required + optional)
        if name in members
    }

"""Value types: each says what a field of a dataclass accepts, in words, as a JSON schema and in code.

A field is annotated with its value type: `coins: Annotated[int, Integer("Coins bet.", 1, 5)] = 5`. The value types of
the fields make the schemas of requests and responses (service/http/schemas), the parser of published documents
(`parse_members`) and the OpenAPI document. To add a value type, write a subclass of `ValueType` with `fits`, or with
`read` if its values have parts. This module has the value types of single values and of lists; object_types.py has the
value types of objects.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, get_args, get_origin

from ..names.suggestions import NameIndex
from .errors import Bounds, ChoiceCount, Reason, Refused
from .unknown_names import did_you_mean
from .validation import MAX_TEXT, is_encodable, parse_digest, refuse_member, wrong_value

JsonSchema = dict[str, Any]
MAX_MAGNITUDE = 2**53 - 1
"""Larger integers are not exact in every JSON parser (RFC 8259, section 6)."""
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")  # as JSON writes it
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?([eE][-+]?[0-9]{1,2})?")


class Path(NamedTuple):
    """The path to a value, such as `strata.counts.f` in a document. The errors for the value begin with it."""

    text: str
    """Within a parameter of a request, the path is in words: `: Value 'f', item 2`."""
    in_request: bool = False
    whole: "ValueType | None" = None
    """The list that an error refuses in place of its item, if any."""

    def enter(
        self, in_documents: str, in_requests: str, whole: "ValueType | None" = None
    ) -> "Path":
        """Return the path to a part of the value; `in_documents` or `in_requests` is the text to add.

        On the path `strata.counts`, `enter(".f", ": Value 'f'")` returns `strata.counts.f`; on the empty path of a
        request it returns `: Value 'f'`.
        """
        added = in_requests if self.in_request else in_documents
        return Path(self.text + added, self.in_request, whole)

    def refuse(self, value_type: "ValueType", value: object) -> Refused:
        """Return the error for a value that a value type does not accept."""
        if self.in_request:
            refused_type = self.whole or value_type
            return self.object_to(refused_type.refuse(value), refused_type.reason)
        return wrong_value(self.text, value_type.accepted, value_type.reason)

    def object_to(self, sentence: str, reason: Reason | None = None) -> Refused:
        """Return the error with the sentence given. In a document it follows the path, and begins in lower case.

        Within a parameter of a request the path is in words, and no reason can name it: the error has none.
        """
        if self.in_request:
            message = f"{self.text}: {sentence}".removeprefix(": ")
            return Refused("", message, None if self.text else reason)
        lower_case = f"{sentence[0].lower()}{sentence[1:]}"
        return refuse_member(self.text, f"{self.text}: {lower_case}", reason)


REQUEST = Path("", in_request=True)
"""The path of a parameter of a request."""


@dataclass(frozen=True, eq=False)
class ValueType:
    """A type of values, with the sentences about one field.

    `request_text` describes the field in a request, and in a response unless `response_text` does. `default` is the
    value that None stands for; `default_text` says the default in words if it depends on other fields. `note` is a last
    sentence about the field in a request.
    """

    request_text: str = ""
    _: KW_ONLY
    example: Any = None
    default: Any = None
    default_text: object = None
    note: str = ""
    response_text: str = ""
    of_file: bool = False
    """Whether the field is about a file. The OpenAPI document for programs, which is about JSON, leaves it out."""
    aliases: Sequence[str] = ()
    """Names that callers give the field by mistake: the error for an unknown parameter then suggests the right name."""
    component: str = ""
    """The name of the schema in components/schemas of the OpenAPI document; empty for a schema without a name."""

    type: ClassVar[type] = object
    """The type of the values in Python."""
    is_verbatim: ClassVar[bool] = False
    """Whether 5.0 stays 5.0. In other fields 5.0 becomes 5, as JSON Schema does not tell the two apart."""

    @property
    def accepted(self) -> str:
        """The values that fit, in words that follow "must be"."""
        raise NotImplementedError

    @property
    def accepted_in_requests(self) -> str:
        """The accepted values, and how a request writes them: numbers in digits and without quotes."""
        return self.accepted

    @property
    def reason(self) -> Reason | None:
        """The reason for refusing a value that does not fit, with the numbers of `accepted`; None without a code.

        A subclass with an `accepted` of other words has a `reason` of its own, if only None.
        """
        return None

    @property
    def schema(self) -> JsonSchema:
        """The JSON schema of the values."""
        raise NotImplementedError

    @property
    def reference(self) -> JsonSchema:
        """The JSON schema of the values, or the reference to its component."""
        if self.component:
            return {"$ref": f"#/components/schemas/{self.component}"}
        return self.schema

    @property
    def described_reference(self) -> JsonSchema:
        """The JSON schema of a member of an object, with its text."""
        if not self.request_text:
            return self.reference
        return self.reference | {"description": self.request_text}

    @property
    def parts(self) -> Iterable["ValueType"]:
        """The value types of the items or the members of the values."""
        return ()

    def fits(self, value: object) -> bool:
        """Return whether a request may have a JSON value."""
        try:
            self.read(REQUEST, value)
        except Refused:
            return False
        return True

    def fits_in_documents(self, value: object) -> bool:
        """Return whether a document may have a JSON value."""
        return self.fits(value)

    def convert(self, value: Any) -> Any:
        """Return the Python value for a JSON value that fits."""
        return value

    def refuse(self, value: object) -> str:  # noqa: ARG002 (for subclasses)
        """Return the error message for a value in a request that does not fit."""
        return f"Must be {self.accepted_in_requests}."

    def read(self, path: Path, value: Any) -> Any:
        """Return the Python value of the JSON value at `path`. Raises `Refused`, naming the path."""
        fits = self.fits if path.in_request else self.fits_in_documents
        if not fits(value):
            raise path.refuse(self, value)
        return self.convert(value)

    def read_member(self, path: str, value: object) -> Any:
        """Return the Python value of the member at `path` of a JSON document. Raises `Refused`, naming the path."""
        return self.read(Path(path), value)

    def parse_query_text(self, text: str) -> object:
        """Return the JSON value of a query parameter, such as 5 for "5"; any other text stays as it is."""
        return text

    def is_annotation(self, annotation: Any) -> bool:
        """Return whether a type annotation, None removed from its union, has the Python values of this value type."""
        return annotation is self.type


@dataclass(frozen=True, eq=False)
class Integer(ValueType):
    """An integer from `min` to `max`, or an element of `only`."""

    min: int = 0
    max: int = 0
    only: Sequence[int] = ()

    type = int

    @property
    def accepted(self) -> str:
        if self.only:
            return f"one of: {_join(self.only)}"
        return f"an integer from {self.min} to {self.max}"

    @property
    def accepted_in_requests(self) -> str:
        accepted = f"one of {_join(self.only)}" if self.only else self.accepted
        return f"{accepted}, in digits and without quotes"

    @property
    def reason(self) -> Reason | None:
        if self.only:
            return Reason("one_of", ChoiceCount(choice_count=len(self.only)))
        return Reason("integer_range", Bounds(least=self.min, most=self.max))

    @property
    def schema(self) -> JsonSchema:
        if self.only:
            return {"type": "integer", "enum": list(self.only)}
        return {"type": "integer", "minimum": self.min, "maximum": self.max}

    def fits(self, value: object) -> bool:
        # type() and not isinstance(): True is an int in Python, and no integer in JSON.
        if type(value) is not int:
            return False
        return value in self.only if self.only else self.min <= value <= self.max

    def list_values(self) -> Sequence[int]:
        """Return the values that fit."""
        return self.only or range(self.min, self.max + 1)

    def parse_query_text(self, text: str) -> object:
        return int(text) if _INTEGER.fullmatch(text) else text


@dataclass(frozen=True, eq=False)
class Number(ValueType):
    """A number from `min` to `max`."""

    min: float = 0
    max: float = 0

    type = float

    @property
    def accepted(self) -> str:
        return f"a number from {self.min:g} to {self.max:g}"

    @property
    def accepted_in_requests(self) -> str:
        return f"{self.accepted}, in digits and without quotes"

    @property
    def reason(self) -> Reason | None:
        return Reason("number_range", Bounds(least=self.min, most=self.max))

    @property
    def schema(self) -> JsonSchema:
        return {
            "type": "number",
            "format": "double",
            "minimum": float(self.min),
            "maximum": float(self.max),
        }

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, int | float)
            and type(value) is not bool
            and self.min <= value <= self.max
        )

    def convert(self, value: Any) -> float:
        return float(value)

    def parse_query_text(self, text: str) -> object:
        return float(text) if _NUMBER.fullmatch(text) else text


class Flag(ValueType):
    """True or false; a query may write it as other programs do."""

    type = bool
    accepted = "true or false"
    schema = {"type": "boolean"}  # noqa: RUF012 (never changed)

    def fits(self, value: object) -> bool:
        return isinstance(value, bool)

    def parse_query_text(self, text: str) -> object:
        # PHP writes 1 for true, Python True and R TRUE.
        return {"true": True, "1": True, "false": False, "0": False}.get(
            text.lower(), text
        )


@dataclass(frozen=True, eq=False)
class Text(ValueType):
    """A text of 1 to `max_length` characters that UTF-8 can encode, used exactly as sent.

    `pattern` is a regular expression for the OpenAPI document alone: `fits` ignores it, as other code validates more.
    """

    max_length: int = MAX_TEXT
    pattern: str = ""

    type = str

    @property
    def accepted(self) -> str:
        return f"a text of 1 to {self.max_length} characters"

    @property
    def accepted_in_requests(self) -> str:
        return f"a text of 1 to {self.max_length:,} characters"

    @property
    def reason(self) -> Reason | None:
        return Reason("text_length", Bounds(least=1, most=self.max_length))

    @property
    def schema(self) -> JsonSchema:
        schema = {"type": "string", "minLength": 1, "maxLength": self.max_length}
        if self.pattern:
            schema["pattern"] = self.pattern
        return schema

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, str)
            and 1 <= len(value) <= self.max_length
            and is_encodable(value)
        )


INTEGERS_TOO: JsonSchema = {
    "multipleOf": 1,
    "not": {
        "anyOf": [
            {"enum": [True, False, None]},
            {"type": "array", "items": {}},
            {"type": "object"},
        ]
    },
}
"""Keywords by which texts and integers fit, and nothing else.

They name no types outside of `not`, which generators leave alone: they make a class of two types, OpenAPI 3.0 has no
lists of types, and a client in Ruby checks the bounds of a list against a text.
"""


def take_integers(schema: JsonSchema) -> JsonSchema:
    """Return the schema of a text in whose place an integer may stand."""
    keywords = {name: value for name, value in schema.items() if name != "type"}
    return keywords | INTEGERS_TOO


@dataclass(frozen=True, eq=False)
class Choice(ValueType):
    """A text of `names`: the members of an enumeration, or the names of a table.

    A table that is built from the dataclass cannot give its names here: the schema adds them (`dataclasses.replace`).
    With `grows`, a later version may have more names.
    """

    names: Collection[str] = ()
    grows: bool = True

    type = str

    @property
    def accepted(self) -> str:
        return f"one of: {_join(self.names)}"

    @property
    def reason(self) -> Reason | None:
        return Reason("one_of", ChoiceCount(choice_count=len(self.names)))

    @property
    def schema(self) -> JsonSchema:
        return {"type": "string", "enum": [str(name) for name in self.names]}

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and value in self._by_text

    def convert(self, value: Any) -> str:
        return self._by_text[value]

    def refuse(self, value: object) -> str:
        message = super().refuse(value)
        if isinstance(value, str):
            message += did_you_mean(value, self.names)
        return message

    def is_annotation(self, annotation: Any) -> bool:
        return isinstance(annotation, type) and issubclass(annotation, str)

    @cached_property
    def _by_text(self) -> Mapping[str, str]:
        """Each name by its text; a name may be the member of an enumeration."""
        return {str(name): name for name in self.names}


@dataclass(frozen=True, eq=False)
class EntryName(Choice):
    """The name of an entry of a table. In a request an alias that only one entry has stands for the name.

    Documents that are hashed have names only. No schema can list how a name may be spelled: this one lists the names,
    and allows every text.
    """

    names: NameIndex = NameIndex({})  # noqa: RUF009 (it never changes)

    @property
    def schema(self) -> JsonSchema:
        return {"type": "string", "x-extensible-enum": list(self.names)}

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and self.names.find(value) is not None

    def fits_in_documents(self, value: object) -> bool:
        return isinstance(value, str) and value in self.names

    def convert(self, value: Any) -> str:
        return self.names.find(value) or value


@dataclass(frozen=True, eq=False)
class Hex(ValueType):
    """Bytes in lower-case hexadecimal digits, of one of a few `lengths` in digits."""

    lengths: Sequence[int] = ()

    type = str

    @property
    def accepted(self) -> str:
        return f"{_join(self.lengths, ' or ')} lower-case hexadecimal digits"

    @property
    def schema(self) -> JsonSchema:
        return {"type": "string", "pattern": f"^({self._pattern.pattern})$"}

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and self._pattern.fullmatch(value) is not None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """The expression for the `lengths`: "[0-9a-f]{32}|[0-9a-f]{64}" for 32 and 64."""
        return re.compile("|".join(f"[0-9a-f]{{{length}}}" for length in self.lengths))


@dataclass(frozen=True, eq=False)
class Sha256(Hex):
    """A SHA-256 in lower-case hexadecimal digits."""

    lengths: Sequence[int] = (64,)

    accepted = "a SHA-256 in 64 lower-case hexadecimal digits"
    schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}  # noqa: RUF012 (never changed)

    def read(self, path: Path, value: Any) -> Any:
        if path.in_request:
            return super().read(path, value)
        return parse_digest(path.text, value).hex()


class Document(ValueType):
    """A JSON object. Other code validates the members, and describes them if the value type has a `component`."""

    type = Mapping
    accepted = "a JSON object"
    schema = {"type": "object"}  # noqa: RUF012 (never changed)

    def fits(self, value: object) -> bool:
        return isinstance(value, dict)

    def is_annotation(self, annotation: Any) -> bool:
        return get_origin(annotation) is Mapping


class SentDocument(Document):
    """A JSON object that keeps each number as sent, because another provider may have signed the object."""

    is_verbatim = True


@dataclass(frozen=True, eq=False)
class ListOf(ValueType):
    """A list of `min_length` to `max_length` values of one type; in Python a tuple.

    With `is_empty_default`, an empty list means the same as no list. `is_unique` only documents that no value comes
    twice: the view checks it, as a value may have several spellings. Within an object of a request, the error for a
    wrong item refuses the whole list; only a class with `names_items` refuses the item alone.
    """

    names_items: ClassVar[bool] = False

    item: ValueType = Text()
    max_length: int = 0
    min_length: int = 0
    is_empty_default: bool = True
    is_unique: bool = False

    type = tuple

    @property
    def accepted(self) -> str:
        noun = "texts" if self.item.type is str else "values"
        return f"a list of up to {self.max_length} {noun}"

    @property
    def accepted_in_bodies(self) -> str:
        """The accepted values in JSON."""
        return f"an array of {self.min_length:,} to {self.max_length:,} items"

    @property
    def accepted_in_requests(self) -> str:
        # a list in a list has no text, and is in no query
        if self.request_text and issubclass(self.item.type, (str, int)):
            return f"{self.min_length} to {self.max_length} items: in a query separated by commas, in JSON an array"
        if self.example and not self.request_text:
            return f"{self.accepted_in_bodies}, such as {json.dumps(self.example)}"
        return self.accepted_in_bodies

    @property
    def reason(self) -> Reason | None:
        bounds = Bounds(least=self.min_length, most=self.max_length)
        return Reason("list_length", bounds)

    @property
    def schema(self) -> JsonSchema:
        schema: JsonSchema = {
            "type": "array",
            "items": self.item.reference,
            "minItems": self.min_length,
            "maxItems": self.max_length,
        }
        if self.is_unique:
            schema["uniqueItems"] = True
        return schema

    @property
    def parts(self) -> Iterable[ValueType]:
        return (self.item,)

    def has_length(self, value: object) -> bool:
        """Return whether a value is a list of an accepted length, whatever its items."""
        return (
            isinstance(value, list) and self.min_length <= len(value) <= self.max_length
        )

    def read(self, path: Path, value: Any) -> Any:
        """Return a list as a tuple of read items. Raises `Refused` for the first item that is wrong.

        In a document the path of the error leads to the item: `strata[1]`. In a request a wrong item refuses the whole
        list, with what the list accepts; only a class with `names_items` refuses the item: `…, item 2`.
        """
        if not self.has_length(value):
            raise path.refuse(self, value)
        fits = self.item.fits if path.in_request else self.item.fits_in_documents
        if not self.item.parts and all(map(fits, value)):
            # No item gets a path here: the paths would take as long again.
            return tuple(map(self.item.convert, value))
        # One by one, to name the first wrong item, or because the values have parts:
        whole = None if self.names_items else self
        items = []
        for index, item in enumerate(value):
            place = path.enter(f"[{index}]", f", item {index + 1}", whole)
            items.append(self.item.read(place, item))
        return tuple(items)

    def parse_query_text(self, text: str) -> object:
        items = text.split(",") if text else []
        return [self.item.parse_query_text(item) for item in items]

    def is_annotation(self, annotation: Any) -> bool:
        match get_args(annotation):
            case (item, end) if end is ...:
                return get_origin(annotation) is tuple and self.item.is_annotation(item)
        return False


def _join(values: Iterable[object], separator: str = ", ") -> str:
    """Return the texts of values, such as "1, 2, 5"."""
    return separator.join(map(str, values))

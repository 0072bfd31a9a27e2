"""Request schemas: each takes its fields from a dataclass, its `target`.

A schema with a name that ends with "Parameters" is a component of the OpenAPI document; several requests have it. This
module has the components of the seed, the signature and the shuffle; the endpoints have those of other dataclasses.
`NamedShuffleSchema` is a base of a component, and no component itself.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, cast

import marshmallow as ma

from ...core.draw_requests import (
    DrawRequest,
    Unnamed,
    explain_missing_mark,
    read_members,
)
from ...core.errors import Refused
from ...core.object_types import Described, describe
from ...core.rng.streams import MAX_INDEX
from ...core.seeded_request import SeededRequest
from ...core.shuffle_requests import (
    NamedShuffle,
    ResultSize,
    ShuffleArguments,
    ShuffleRequest,
)
from ...core.shuffles.registry import SHUFFLES
from ...core.shuffles.shuffle import Parameter
from ...core.value_types import MAX_MAGNITUDE, Choice, Flag, Integer
from .components import add_component, find_components, is_component
from .fields import (
    Additions,
    BoundedList,
    DerivedSchema,
    Value,
    combine,
    error_messages,
    parameter,
)

PARAMETERS = {
    parameter.name: parameter
    for shuffle in SHUFFLES.values()
    for parameter in shuffle.parameters
}
"""Every shuffle's own parameters, such as `passes`, by name."""


@dataclass(frozen=True)
class NoParameters:
    """The arguments of an endpoint without parameters."""


class RequestSchemaType(DerivedSchema):
    """The type of request schemas, which gives a schema the components of its dataclass as bases.

    `class RollRequest(RequestSchema)` with `target = Roll` becomes `class RollRequest(SignParameters, SeedParameters)`.
    A component is left out if its fields are all `in_bodies` of the schema.
    """

    def __new__(
        cls, name: str, bases: tuple[type, ...], attributes: dict[str, Any]
    ) -> Any:
        target = attributes.get("target")
        is_root = ma.Schema in bases
        if is_root or not is_dataclass(target):
            return super().__new__(cls, name, bases, attributes)
        dataclass_type = cast(type, target)
        if RequestSchema in bases:
            components = [
                component
                for component in find_components(dataclass_type, name)
                if component._declared_fields.keys() - attributes.get("in_bodies", ())
            ]
            bases = _replace_root(bases, components or [RequestSchema])
        schema = super().__new__(cls, name, bases, attributes)
        if is_component(name):
            add_component(schema, dataclass_type)
        return schema


def _replace_root(
    bases: tuple[type, ...], components: Sequence[type]
) -> tuple[type, ...]:
    """Return the bases of a schema with components in the place of `RequestSchema`."""
    place = bases.index(RequestSchema)
    return (*bases[:place], *components, *bases[place + 1 :])


class RequestSchema(ma.Schema, metaclass=RequestSchemaType):
    """The parameters of a request; `target` is the dataclass that a valid request becomes.

    The schema has a field for each field of the dataclass that has a value type, unless the schema declares the field
    by hand. For the dataclass

        class Roll(SeededDraw):
            dice: Annotated[int, Integer("The number of dice.", 1, 10), NAMED] = 2

    the schema

        class RollRequest(RequestSchema):
            target = Roll

    has `dice = parameter(Integer("The number of dice.", 1, 10), 2)`. The fields of `SeededDraw` are in two components,
    `SignParameters` and `SeedParameters`, so these become bases of the schema.
    """

    class Meta:
        """Refuse unknown parameters."""

        unknown = ma.RAISE

    target: ClassVar[type] = NoParameters
    in_bodies: Collection[str] = ()
    """Parameters that only the body of a POST may have. A schema with `in_bodies` is for queries."""
    taken_elsewhere: ClassVar[Mapping[str, str]] = {}
    """By name, a sentence for each parameter that callers may send here but that belongs to another request."""
    beside: ClassVar[Mapping[str, Unnamed]] = {}
    """Parameters that do not become members of the dataclass, with the reason why a proof does not name them."""
    additions: ClassVar[Additions] = {}
    keywords: ClassVar[Mapping[str, Any]] = {}
    """Keywords of JSON Schema about several parameters, for the OpenAPI document."""

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        return {
            name: parameter(*described[name])
            for name in described
            if name not in cls.in_bodies
        }

    @cached_property
    def required(self) -> frozenset[str]:
        return frozenset(name for name, field in self.fields.items() if field.required)

    @cached_property
    def verbatim(self) -> frozenset[str]:
        """Return the names of the parameters that keep their values unchanged: 5.0 does not become 5."""
        value_types = {
            name: field.value_type
            for name, field in self.fields.items()
            if isinstance(field, Value)
        }
        return frozenset(
            name for name, value_type in value_types.items() if value_type.is_verbatim
        )

    def read_integers(self, members: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the members of a JSON body with 5 in place of each 5.0, except in `verbatim` members."""
        if _PLAIN.issuperset(map(type, members.values())):
            return members
        return {
            name: value if name in self.verbatim else _read_integers(value)
            for name, value in members.items()
        }

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """Return the defaults of optional parameters by name; () for a list."""
        defaults: dict[str, Any] = {}
        for name, field in self.fields.items():
            if (
                isinstance(field, BoundedList)
                and not field.required
                and field.value_type.is_empty_default
            ):
                defaults[name] = ()
            if "default" in field.metadata and not field.required:
                defaults[name] = field.metadata["default"]
        return defaults

    @ma.post_load
    def to_dataclass(self, values: dict[str, Any], **_: Any) -> Any:
        """Return the request as a dataclass, without the parameters that equal their defaults."""
        defaults = self.defaults
        return self.make_request(
            {
                name: value
                for name, value in values.items()
                if name not in defaults or value != defaults[name]
            }
        )

    def make_request(self, values: dict[str, Any]) -> Any:
        """Return a `target` with the parameters in `values`; a shuffle's own parameters become its `arguments`."""
        if not PARAMETERS.keys().isdisjoint(values):
            values["arguments"] = {
                name: values.pop(name) for name in PARAMETERS if name in values
            }
        return self.target(**values)


_PLAIN = frozenset({int, str, bool, type(None)})


def _read_integers(value: Any) -> Any:
    """Return a JSON value with 5 in place of each 5.0, up to 2^53 - 1: a larger double stands for several integers."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= MAX_INDEX else value
    if isinstance(value, dict) and not _PLAIN.issuperset(map(type, value.values())):
        return {name: _read_integers(inner) for name, inner in value.items()}
    if isinstance(value, list) and not _PLAIN.issuperset(map(type, value)):
        return [_read_integers(inner) for inner in value]
    return value


def check_marks(schema: RequestSchema) -> None:
    """Raise `TypeError`, naming the place, for a parameter of a draw that does not say whether a proof names it."""
    bases = type(schema).__mro__
    beside = {name for base in bases for name in vars(base).get("beside", ())}
    known = read_members(schema.target).keys() | beside
    for name in sorted(schema.fields.keys() - known):
        owners = [
            base for base in bases if name in getattr(base, "_declared_fields", ())
        ]
        raise TypeError(explain_missing_mark(owners[-1], name))


class EmptyObjectsMixin(RequestSchema):
    """A schema with members (`objects`) that may be null or {} instead of missing, as generated clients send them."""

    objects: ClassVar[Collection[str]] = ()

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        nullable = {
            name: parameter(*described[name], allow_none=True)
            for name in cls.objects
            if name in described
        }
        return super().derive_fields(described) | nullable

    @ma.pre_load
    def drop_empty_members(
        self, values: Mapping[str, Any], **_: Any
    ) -> Mapping[str, Any]:
        """Return the members of a request without empty `objects`, and without null for members that may be null."""
        return {
            name: value
            for name, value in values.items()
            if (value is not None or name not in self._nullable)
            and (name not in self.objects or value != {})
        }

    @cached_property
    def _nullable(self) -> frozenset[str]:
        return frozenset(
            name for name, field in self.fields.items() if field.allow_none
        )


NOT_EMPTY: Mapping[str, Any] = {"minProperties": 1}
"""The keyword of a body that must not be {}."""


def _build_parameter(entry: Parameter) -> ma.fields.Field[Any]:
    """Return the field of a shuffle's own parameter, which is optional for every shuffle.

    If all shuffles with the parameter have the same default, the document has it as `default` and names the shuffles:
    "Bits of a random key. Only for sort_keys." Otherwise a sentence gives the default of each shuffle: "The number of
    passes. Default: 7 for riffle, 100 for overhand, 1 for faro. Refused for other algorithms."
    """
    defaults = {
        shuffle.name: shuffle.defaults[entry.name]
        for shuffle in SHUFFLES.values()
        if entry.name in shuffle.defaults
    }
    meaning = f"{entry.meaning.capitalize()}."
    value_type: Choice | Integer = Integer(meaning, entry.min, entry.max)
    if entry.choices:
        value_type = Choice(meaning, entry.choices)
    if len(set(defaults.values())) == 1:
        note = f"Only for {', '.join(defaults)}."
        documented = replace(value_type, default=entry.default, note=note)
        return parameter(documented, default=None)
    implied = ", ".join(f"{default} for {name}" for name, default in defaults.items())
    note = "Refused for other algorithms."
    documented = replace(value_type, default_text=implied, note=note)
    return parameter(documented, default=None)


@dataclass(frozen=True, kw_only=True)
class SignOption:
    """Whether a response is signed, which changes nothing in the draw."""

    sign: Annotated[
        bool,
        Flag(
            "Whether the response has a receipt: its signature, with the time and the request. Without a seed or "
            "a deal_number, if the operator has SIGNING_KEYS; otherwise true is refused."
        ),
        Unnamed("A proof takes its place.", is_repeated=False),
    ] = False


@dataclass(frozen=True, kw_only=True)
class SeededDraw(DrawRequest, SignOption, SeededRequest):
    """The request of one result: its seed, and whether it is signed. Other requests of draws are derived from this."""


@dataclass(frozen=True, kw_only=True)
class ShuffledDraw(SeededDraw, ShuffleRequest):
    """The request of one result that is shuffled."""

    @property
    def implied(self) -> Mapping[str, Any]:
        """Return the defaults of the shuffle's own parameters."""
        return self.shuffle.defaults


class SeedParameters(RequestSchema):
    """The seed and the index of a draw."""

    target: ClassVar[type] = SeededRequest


class SignParameters(RequestSchema):
    """Whether a response is signed."""

    target: ClassVar[type] = SignOption


class NamedShuffleSchema(SeedParameters):
    """The name of a shuffle, and the seed and the index."""

    target: ClassVar[type] = NamedShuffle


class AlgorithmParameters(
    RequestSchema.from_dict(  # type: ignore[misc]
        {name: _build_parameter(entry) for name, entry in PARAMETERS.items()}
    )
):
    """The parameters of all shuffles, which the registry of shuffles has and no dataclass."""

    target: ClassVar[type] = ShuffleArguments


class ShuffleParameters(SignParameters, AlgorithmParameters, NamedShuffleSchema):
    """The shuffle, the seed and the signature of a draw."""

    target: ClassVar[type] = ShuffledDraw


class CountParameters(RequestSchema):
    """The number of items that are taken from the start of a result."""

    target: ClassVar[type] = ResultSize


@dataclass(frozen=True)
class Batch:
    """The request of many results."""

    arguments: SeededDraw
    """The request of one result."""
    repeats: Annotated[
        int,
        Integer(
            "The number of results. With a seed they have the indices `index`, `index` + 1, …",
            1,
            MAX_MAGNITUDE,
            example=3,
            response_text="The number of results",
            aliases=(
                "n",
                "times",
                "repeat",
                "rounds",
                "deals",
                "results",
                "iterations",
                "trials",
                "batch",
            ),
        ),
    ]


def split_batch(arguments: SeededDraw | Batch) -> tuple[SeededDraw, int | None]:
    """Return the request of one result, and the number of results in a batch; None for a request that is no batch."""
    if isinstance(arguments, Batch):
        return arguments.arguments, arguments.repeats
    return arguments, None


class RepeatsParameters(RequestSchema):
    """The size of a batch. No dataclass has it: every request can be repeated, and a `Batch` holds its dataclass."""

    beside: ClassVar[Mapping[str, Unnamed]] = {
        "repeats": Unnamed("More results begin with the same ones.")
    }

    repeats = parameter(*describe(Batch)["repeats"])

    def make_request(self, values: dict[str, Any]) -> Batch:
        repeats = values.pop("repeats")
        return Batch(super().make_request(values), repeats)


def add_repeats(schema: type[RequestSchema]) -> type[RequestSchema]:
    """Return the schema of the request for many results, which becomes a `Batch`.

    For RollRequest this is `class RollBatchRequest(RepeatsParameters, RollRequest)`.
    """
    name = schema.__name__.replace("Request", "BatchRequest")
    return combine(name, RepeatsParameters, schema)


def add_parameters(
    schema: type[RequestSchema], added: Sequence[type[RequestSchema]]
) -> type[RequestSchema]:
    """Return a schema of the same name that also has the parameters of other schemas, which are all optional.

    With ProveParameters for RollRequest this is `class RollRequest(ProveParameters, RollRequest)`.
    """
    return combine(schema.__name__, *added, schema)


def errors(accepted: str) -> dict[str, str]:
    """Return marshmallow's messages for a value that is not `accepted`, such as "an object with name and cards"."""
    return {
        "type": f"Must be {accepted}.",
        "unknown": f"Unknown member. This is {accepted}.",
    }


class ObjectSchema(RequestSchema):
    """An object in a request. It becomes a dictionary unless the schema has a `target`."""

    target: ClassVar[type] = dict


def nested(
    schema: type[ObjectSchema], meaning: str, *, required: bool = False
) -> ma.fields.Nested:
    messages = error_messages(schema.error_messages["type"], is_required=required)
    return ma.fields.Nested(
        schema,
        required=required,
        error_messages=messages,
        metadata={"description": meaning},
    )


class Alternative(RequestSchema):
    """A schema that `OneOfSchema` selects for bodies with a member `identified_by` of the type `identified_type`.

    If no alternative fits, the message lists the `description` of each alternative. The OpenAPI document describes the
    members of an alternative that `is_named`.
    """

    description: ClassVar[str]
    is_named: ClassVar[bool] = False
    identified_by: ClassVar[str]
    identified_type: ClassVar[type] = object

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether this schema validates a body: the body has the member `identified_by`."""
        return cls.identified_by in body and isinstance(
            body[cls.identified_by], cls.identified_type
        )

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the members to validate: the body, unless a subclass rewrites it."""
        return body


class OneOfSchema:
    """Alternative schemas of one endpoint; the first that matches a body validates it.

    Few generators of clients can make a union. The OpenAPI document therefore has a component `name` that accepts any
    object, and describes the members of the alternatives in `named`. `if_too_large` is a sentence for a client whose
    body is larger than the operator allows: it says what to do instead.
    """

    def __init__(
        self,
        name: str,
        *alternatives: type[Alternative],
        named: Collection[type[Alternative]] = (),
        if_too_large: str = "",
    ) -> None:
        self.name = name
        self.if_too_large = if_too_large
        self.named = named
        self.schemas = [alternative() for alternative in alternatives]

    @property
    def fields(self) -> dict[str, Any]:
        return {
            name: field
            for schema in self.schemas
            for name, field in schema.fields.items()
        }

    def select(
        self, body: Mapping[str, Any]
    ) -> tuple[RequestSchema, Mapping[str, Any]]:
        """Return the schema for a body, and the members to validate. Raises `Refused` if no schema matches."""
        for schema in self.schemas:
            if schema.matches(body):
                return schema, schema.read_integers(schema.read_members(body))
        raise Refused(
            "body",
            f"Must be one of: {'; '.join(schema.description for schema in self.schemas)}.",
        )

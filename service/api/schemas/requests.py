"""Request schemas: the parameters that several endpoints share, each schema with its frozen dataclass."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from service.api.schemas.fields import Additions, BoundedList, DerivedSchema, Value, error_messages, parameter
from service.core.cards.card import CardFormat, CardNames
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.errors import Refused
from service.core.games.deals import DealRequest
from service.core.kinds import Choice, Described, Flag, Integer, describe
from service.core.rng.streams import Randomness
from service.core.shuffles.algorithms import SHUFFLES, Parameter
from service.core.shuffles.integers import MAX_MAGNITUDE, RangeDraw, ResultSize
from service.core.shuffles.plans import ShuffleRequest

PARAMETERS = {parameter.name: parameter for shuffle in SHUFFLES.values() for parameter in shuffle.parameters}
"""The parameters of all shuffles by name."""


@dataclass(frozen=True)
class NoParameters:
    """The arguments of an endpoint without parameters."""


class RequestSchema(ma.Schema, metaclass=DerivedSchema):
    """The parameters of a request; `target` is the dataclass that a valid request becomes.

    The schema has a field for each described field of the dataclass, which a mixin calls `described`, but those that
    the schema declares itself or has of a mixin.
    """

    class Meta:
        """Refuse unknown parameters."""

        unknown = ma.RAISE

    target: ClassVar[type] = NoParameters
    in_bodies: ClassVar[Collection[str]] = ()
    """Parameters that only the body of a POST has; the schema is that of a query."""
    taken_elsewhere: ClassVar[Mapping[str, str]] = {}
    """Sentences that say where parameters belong that callers send here, by their names."""
    additions: ClassVar[Additions] = {}
    keywords: ClassVar[Mapping[str, Any]] = {}
    """JSON Schema's keywords about several parameters, for the OpenAPI document alone."""

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        """Return the fields of parameters."""
        return {name: parameter(*described[name]) for name in described if name not in cls.in_bodies}

    @cached_property
    def required(self) -> frozenset[str]:
        """Return the names of the required parameters."""
        return frozenset(name for name, field in self.fields.items() if field.required)

    @cached_property
    def verbatim(self) -> frozenset[str]:
        """Return the names of the parameters that are taken as they are sent, so that 5.0 is no 5."""
        parameters = self.fields.items()
        return frozenset(name for name, field in parameters if isinstance(field, Value) and field.kind.is_verbatim)

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """Return the default of each parameter that has one; that of an optional list is empty."""
        optional = {name: field for name, field in self.fields.items() if not field.required}
        lists = {name: field.kind for name, field in optional.items() if isinstance(field, BoundedList)}
        return {name: () for name, kind in lists.items() if kind.is_empty_default} | {
            name: field.metadata["default"] for name, field in optional.items() if "default" in field.metadata
        }

    @ma.post_load
    def to_dataclass(self, values: dict[str, Any], **_: Any) -> Any:
        """Return the request as a frozen dataclass; a parameter equal to its default is as if it was left out."""
        defaults = self.defaults
        return self.build(
            {name: value for name, value in values.items() if name not in defaults or value != defaults[name]}
        )

    def build(self, values: dict[str, Any]) -> Any:
        """Return the dataclass of a request from its parameters that are not defaults."""
        arguments = {name: values.pop(name) for name in PARAMETERS if name in values}
        return self.target(**values, **({"arguments": arguments} if arguments else {}))


def request_schema(name: str, target: type, *mixins: type[RequestSchema]) -> type[RequestSchema]:
    """Return the schema of a request whose parameters are those of its dataclass and of mixins."""
    return type(name, mixins or (RequestSchema,), {"target": target, "__doc__": target.__doc__})


NOT_EMPTY: Mapping[str, Any] = {"minProperties": 1}
"""The keyword of a body that has at least one of its optional members."""


def mixin_of(name: str, described: type) -> type[RequestSchema]:
    """Return the mixin of the parameters of a dataclass."""
    return type(name, (RequestSchema,), {"described": described, "__doc__": described.__doc__})


def _build_parameter(entry: Parameter) -> ma.fields.Field[Any]:
    """Return the field of a parameter of some shuffles."""
    defaults = {
        shuffle.name: shuffle.defaults[entry.name] for shuffle in SHUFFLES.values() if entry.name in shuffle.defaults
    }
    meaning = f"{entry.meaning.capitalize()}."
    kind = Choice(meaning, entry.choices) if entry.choices else Integer(meaning, entry.min, entry.max)
    if len(set(defaults.values())) == 1:
        return parameter(replace(kind, means=entry.default, more=f"Only for {', '.join(defaults)}."), None)
    implied = ", ".join(f"{default} for {name}" for name, default in defaults.items())
    return parameter(replace(kind, implied=implied, more="Refused for other algorithms."), None)


class SeedMixin(RequestSchema):
    """The source of the random words."""

    described: ClassVar[type] = Randomness
    keywords: ClassVar[Mapping[str, Any]] = {"dependentRequired": {"index": ["seed"]}}


class SignMixin(RequestSchema):
    """An optional signature."""

    sign = parameter(
        Flag(
            "Whether the response has a receipt: its signature, with the time and the request. For JSON without a "
            "seed or a deal_number, if the operator has SIGNING_KEYS; otherwise true is refused."
        ),
        default=False,
    )

    def build(self, values: dict[str, Any]) -> Any:
        """Return the dataclass of a request, without `sign`, which does not affect the draw."""
        values.pop("sign", None)
        return super().build(values)


_PARAMETERS = {name: _build_parameter(entry) for name, entry in PARAMETERS.items()}
_ALGORITHM = {"algorithm": parameter(*describe(ShuffleRequest)["algorithm"])}


class AlgorithmParametersMixin(RequestSchema.from_dict(_PARAMETERS)):  # type: ignore[misc]
    """The parameters of one shuffle."""


class ShuffleMixin(SignMixin, AlgorithmParametersMixin, SeedMixin.from_dict(_ALGORITHM)):  # type: ignore[misc]
    """The shuffle, its parameters, its seed and its signature."""

    in_bodies: ClassVar[Collection[str]] = ("prove",)


class CountMixin(RequestSchema):
    """The size of the result."""

    described: ClassVar[type] = ResultSize


def _list_owners(option: str) -> str:
    """Return the sentence that names the decks with an option; "" for an option of every deck."""
    owners = ", ".join(deck.name for deck in DECKS.values() if option in deck.options)
    return f"Only for {owners}." if owners else ""


_PACKS = {
    name: parameter(replace(kind, more=_list_owners(name)), default)
    for name, (kind, default) in describe(PackOptions).items()
}


class PackMixin(RequestSchema.from_dict(_PACKS)):  # type: ignore[misc]
    """The number of packs in a shoe, and the options of each pack."""


class NameStyleMixin(RequestSchema):
    """The style of card names."""

    described: ClassVar[type] = CardNames


class NotationMixin(NameStyleMixin):
    """The notation of cards."""

    described: ClassVar[type] = CardFormat


class DealMixin(RequestSchema):
    """The parameters of a plain deal."""

    described: ClassVar[type] = DealRequest


class RangeMixin(CountMixin):
    """A range of integers."""

    described: ClassVar[type] = RangeDraw


@dataclass(frozen=True)
class Batch:
    """The arguments of a batch: those of one result, and the number of results."""

    arguments: Any
    repeats: Annotated[
        int,
        Integer(
            "The number of results: with a seed those of `index`, `index` + 1, …",
            1,
            MAX_MAGNITUDE,
            example=3,
            shown="The number of results",
        ),
    ]


class RepeatsMixin(RequestSchema):
    """The size of a batch."""

    described: ClassVar[type] = Batch

    def build(self, values: dict[str, Any]) -> Batch:
        """Return the arguments of one result and the number of results."""
        repeats = values.pop("repeats")
        return Batch(super().build(values), repeats)


def batch_of(schema: type[RequestSchema]) -> type[RequestSchema]:
    """Return the schema of a batch of the requests of another schema."""
    return type(schema.__name__.replace("Request", "BatchRequest"), (RepeatsMixin, schema), {})


def errors(accepted: str) -> dict[str, str]:
    """Return marshmallow's messages for a value that is no such object."""
    return {"type": f"Must be {accepted}.", "unknown": f"Unknown member. This is {accepted}."}


class ObjectSchema(RequestSchema):
    """An object in a request, which becomes a dictionary if it has no `target` of its own."""

    target: ClassVar[type] = dict


def nested(schema: type[ObjectSchema], meaning: str, *, required: bool = False) -> ma.fields.Nested:
    """Return the field of an object of a request."""
    messages = error_messages(schema.error_messages["type"], is_required=required)
    return ma.fields.Nested(schema, required=required, error_messages=messages, metadata={"description": meaning})


class Alternative(RequestSchema):
    """A schema that `OneOfSchema` can select; `description` names it where a body matches none."""

    description: ClassVar[str]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether this schema is the one for a body."""
        raise NotImplementedError

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the members that this schema validates, by default those of the body."""
        return body


class OneOfSchema:
    """Alternative schemas of one endpoint; the first that matches a body validates it.

    `name` is that of the component of the OpenAPI document, which is any object, as few generators can make a union,
    with the members of the alternatives `named`.
    """

    def __init__(self, name: str, *alternatives: type[Alternative], named: Collection[type[Alternative]] = ()) -> None:
        self.name = name
        self.named = named
        self.schemas = [alternative() for alternative in alternatives]

    @property
    def fields(self) -> dict[str, Any]:
        """Return the fields of all alternatives."""
        return {name: field for schema in self.schemas for name, field in schema.fields.items()}

    def select(self, body: Mapping[str, Any]) -> tuple[RequestSchema, Mapping[str, Any]]:
        """Return the schema for a body, and the members that it validates.

        Raises `Refused`, which describes all alternatives, if none matches.
        """
        for schema in self.schemas:
            if schema.matches(body):
                return schema, schema.read_members(body)
        raise Refused("body", f"Must be one of: {'; '.join(schema.description for schema in self.schemas)}.")

"""Request schemas: the parameters that several endpoints share, each schema with its frozen dataclass."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import marshmallow as ma

from service.api.schemas.derived import Additions, DerivedSchema, parameter
from service.api.schemas.fields import BoundedList, CardCode, Choice, Flag, Integer
from service.api.schemas.fields import openapi as openapi  # noqa: PLC0414 (imported from here)
from service.core.cards.card import CardFormat, CardNames
from service.core.cards.decks import DECKS
from service.core.cards.options import MAX_EXCLUDED, MAX_PACKS, OPTIONS, Option
from service.core.games.deals import DealRequest
from service.core.kinds import Described
from service.core.rng.streams import Randomness
from service.core.shuffles.algorithms import SHUFFLES, Parameter
from service.core.shuffles.integers import MAX_MAGNITUDE, RangeDraw, ResultSize
from service.core.shuffles.plans import DEFAULT_SHUFFLE

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
    additions: ClassVar[Additions] = {}

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        """Return the fields of parameters."""
        return {name: parameter(*described[name]) for name in described if name not in cls.in_bodies}

    @cached_property
    def required(self) -> frozenset[str]:
        """Return the names of the required parameters."""
        return frozenset(name for name, field in self.fields.items() if field.required)

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """Return the default of each parameter that has one; that of an optional list is empty."""
        optional = {name: field for name, field in self.fields.items() if not field.required}
        lists = {
            name: () for name, field in optional.items() if isinstance(field, BoundedList) and field.is_empty_default
        }
        return lists | {
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


def _parameter(parameter: Parameter) -> Choice | Integer:
    defaults = {
        shuffle.name: shuffle.defaults[parameter.name]
        for shuffle in SHUFFLES.values()
        if parameter.name in shuffle.defaults
    }
    meaning, algorithms = f"{parameter.meaning.capitalize()}.", ", ".join(defaults)
    if len(set(defaults.values())) == 1:
        metadata = openapi(meaning, default=parameter.default, more=f"Only for {algorithms}.")
    else:
        implied = ", ".join(f"{default} for {name}" for name, default in defaults.items())
        metadata = openapi(meaning, implied=implied, more="Refused for other algorithms.")
    if parameter.choices:
        return Choice(parameter.choices, metadata=metadata)
    return Integer(parameter.min, parameter.max, metadata=metadata)


class SeedMixin(RequestSchema):
    """The source of the random words."""

    described: ClassVar[type] = Randomness


class SignMixin(RequestSchema):
    """An optional signature."""

    sign = Flag(
        metadata=openapi(
            "Whether the response has a receipt: its signature, with the time and the request. For JSON without a "
            "seed or a deal_number, if the operator has SIGNING_KEYS; otherwise true is refused.",
            default=False,
        )
    )

    def build(self, values: dict[str, Any]) -> Any:
        """Return the dataclass of a request, without `sign`, which does not affect the draw."""
        values.pop("sign", None)
        return super().build(values)


_PARAMETERS = {name: _parameter(parameter) for name, parameter in PARAMETERS.items()}
_SHUFFLE = {
    "algorithm": Choice(SHUFFLES, metadata=openapi("The shuffle.", DEFAULT_SHUFFLE, DEFAULT_SHUFFLE)),
    **_PARAMETERS,
}


class AlgorithmParametersMixin(RequestSchema.from_dict(_PARAMETERS)):  # type: ignore[misc]
    """The parameters of one shuffle."""


class ShuffleMixin(SignMixin, SeedMixin.from_dict(_SHUFFLE)):  # type: ignore[misc]
    """The shuffle, its parameters, its seed and its signature."""

    in_bodies: ClassVar[Collection[str]] = ("prove",)


class CountMixin(RequestSchema):
    """The size of the result."""

    described: ClassVar[type] = ResultSize


def _option(name: str, option: Option) -> Choice | Integer:
    decks = ", ".join(deck.name for deck in DECKS.values() if name in deck.options)
    metadata = openapi(option.meaning, option.example, option.default, more=f"Only for {decks}.")
    if option.choices:
        return Choice(option.choices, metadata=metadata)
    numbers = option.numbers
    return Integer(min(numbers), max(numbers), () if option.is_count else numbers, metadata=metadata)


_PACKS = {
    "decks": Integer(1, MAX_PACKS, metadata=openapi("Packs in the shoe.", 2, 1)),
    **{name: _option(name, option) for name, option in OPTIONS.items()},
    "exclude": BoundedList(
        CardCode(),
        0,
        MAX_EXCLUDED,
        metadata=openapi("Cards taken out of every pack, in any usual spelling.", ["2S", "2H", "2D", "2C"]),
    ),
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
    repeats: int


class RepeatsMixin(RequestSchema):
    """The size of a batch."""

    repeats = Integer(
        1,
        MAX_MAGNITUDE,
        required=True,
        metadata=openapi("The number of results: with a seed those of `index`, `index` + 1, …", 3),
    )

    def build(self, values: dict[str, Any]) -> Batch:
        """Return the arguments of one result and the number of results."""
        repeats = values.pop("repeats")
        return Batch(super().build(values), repeats)


def batch_of(schema: type[RequestSchema]) -> type[RequestSchema]:
    """Return the schema of a batch of the requests of another schema."""
    return type(schema.__name__.replace("Request", "BatchRequest"), (RepeatsMixin, schema), {})

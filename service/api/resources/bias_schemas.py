"""Schemas of requests and responses on the bias of a shuffle; most are derived from core's dataclasses."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

import marshmallow as ma

from service.api.schemas.dataclass_schemas import schema_from_dataclass
from service.api.schemas.requests import AlgorithmParametersMixin, RequestSchema, SeedMixin
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.bias.cycles import FaroCycles, SattoloCycles
from service.core.bias.modulo import BITS, ModuloBias
from service.core.bias.reports import LEVEL, Report, UniformityTest
from service.core.bias.riffles import MIN_BELOW, KeyTies, OrderAfterRiffles, RifflesNeeded, RiffleTable
from service.core.bias.summary import ExactBias
from service.core.bias.trials import Counts, Tally
from service.core.kinds import Integer, ListOf, Number
from service.core.rng.streams import MAX_INDEX, STREAM, Randomness
from service.core.shuffles.algorithms import SHUFFLES, Arguments, Uniformity
from service.core.shuffles.integers import MAX_MAGNITUDE

COMMON_MEMBERS = ("algorithm", "arguments", "n")
"""Fields of core's results that the response has once, and the results in it have not."""


@dataclass(frozen=True, kw_only=True)
class TrialOptions:
    """The size of a shuffle, and whether its bias is exact or, with `trials`, measured."""

    n: Annotated[int, Integer("Number of items.", 1, MAX_MAGNITUDE, example=3)]
    trials: Annotated[
        int | None,
        Integer(
            "Measure the bias by this many shuffles of 2 to 512 items: with a seed those of `index`, `index` + 1, …",
            1,
            MAX_MAGNITUDE,
        ),
    ] = None
    rand_bits: Annotated[
        int | None,
        Integer(
            "Compute the bias as if every number were drawn by rand() % n, with a rand() of these bits.",
            only=tuple(BITS),
            shown="If the request has rand_bits",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class MatrixQuery(Randomness, TrialOptions):
    """A query of the matrix of positions; `arguments` are the shuffle's own parameters.

    Trials are on the words of a seed or of the operating system.
    """

    arguments: Arguments = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class BiasQuery(MatrixQuery):
    """A query of a shuffle's bias."""

    below: Annotated[
        float | None,
        Number("Only for riffle: return the number of passes whose distance is below this.", MIN_BELOW, 1),
    ] = None
    order: Annotated[
        tuple[int, ...] | None,
        ListOf(
            "Only for riffle: an order of the items 0 to n - 1; return its probability.",
            Integer("", 0, MAX_MAGNITUDE),
            500,
        ),
    ] = None


class TrialMixin(RequestSchema):
    """The size of a shuffle, and whether its bias is exact or measured."""

    described: ClassVar[type] = TrialOptions


class MatrixRequest(TrialMixin, AlgorithmParametersMixin, SeedMixin):
    """The parameters of the matrix of positions."""

    target = MatrixQuery


class BiasRequest(TrialMixin, AlgorithmParametersMixin, SeedMixin):
    """The parameters of the bias of a shuffle."""

    target = BiasQuery


class Riffles(schema_from_dataclass(RiffleTable, exclude=COMMON_MEMBERS)):  # type: ignore[misc]
    """Riffles of any number of items, by the formula of Bayer and Diaconis (1992)."""

    enough = ma.fields.Nested(
        schema_from_dataclass(RifflesNeeded, exclude=COMMON_MEMBERS), **optional("If the request has below")
    )
    order = ma.fields.Nested(
        schema_from_dataclass(OrderAfterRiffles, exclude=COMMON_MEMBERS), **optional("If the request has an order")
    )


_FaroCycles = schema_from_dataclass(FaroCycles, exclude=COMMON_MEMBERS, optional=("variant", "order"))
_SattoloCycles = schema_from_dataclass(
    SattoloCycles, exclude=COMMON_MEMBERS, optional=("fixed_points", "parity", "distance", "separation")
)


class CycleStructure(_FaroCycles, _SattoloCycles):  # type: ignore[misc, valid-type]
    """The cycles of every result of faro or sattolo."""


class UniformityTestSchema(schema_from_dataclass(UniformityTest)):  # type: ignore[misc]
    """One test of uniformity."""

    z = ma.fields.Float(**required("Distance of the observed from the expected value in standard errors"))
    surprising = ma.fields.Boolean(**required(f"Whether the corrected p-value is below {LEVEL}"))


class TallySchema(schema_from_dataclass(Tally, exclude=("squares",))):  # type: ignore[misc]
    """The values of one statistic in all trials."""

    squares = ma.fields.String(
        **required("Sum of the squares of the values, in digits: it may exceed what JSON numbers hold")
    )


class CountsSchema(schema_from_dataclass(Counts, exclude=("positions", "tallies"))):  # type: ignore[misc]
    """The counts of trials. Counts of parts of a seed add up, member by member, to those of the whole."""

    positions = ma.fields.List(
        ma.fields.List(ma.fields.Integer()),
        **required("A row for each item: the number of trials in which it came to each position"),
    )
    tallies = ma.fields.Dict(
        ma.fields.String(),
        ma.fields.Nested(TallySchema),
        **required("Tallies by the name of the statistic, in integer units of its own"),
    )


class MeasuredBias(schema_from_dataclass(Report, exclude=("n", "tests"))):  # type: ignore[misc]
    """The result of trials."""

    biased = ma.fields.Boolean(
        **required("Whether any test is significant; for a uniform shuffle, one report in 1,000 is")
    )
    verdict = ma.fields.String(**required("The result in one sentence"))
    measures = ma.fields.List(ma.fields.Nested(UniformityTestSchema), **required("The tests of uniformity"))
    counts = ma.fields.Nested(CountsSchema, **required("The counts that were tested"))


class BiasResponse(ResponseSchema):
    """The distance of a shuffle of n items from uniform, as far as it can be computed."""

    described: ClassVar[type] = TrialOptions
    omitted = ("trials",)

    algorithm = ma.fields.String(**required("The shuffle", enum=list(SHUFFLES)))
    uniformity = ma.fields.String(**required("Degree of uniformity", enum=list(Uniformity)))
    arguments = ma.fields.Dict(ma.fields.String(), ma.fields.Raw(), **required("The shuffle's own parameters"))
    seed = ma.fields.String(**optional("If the request has a seed"))
    index = ma.fields.Integer(**optional("Index of the first trial under the seed", minimum=0, maximum=MAX_INDEX))
    stream = ma.fields.String(**optional("Definition of the stream of the seed", enum=[STREAM]))
    measured = ma.fields.Nested(MeasuredBias, **optional("If the request has trials"))
    exact = ma.fields.Nested(
        schema_from_dataclass(ExactBias, exclude=COMMON_MEMBERS), **optional("The exact distribution, for few items")
    )
    riffles = ma.fields.Nested(Riffles, **optional("For riffle, up to 500 items"))
    ties = ma.fields.Nested(schema_from_dataclass(KeyTies, exclude=COMMON_MEMBERS), **optional("For sort_keys"))
    cycles = ma.fields.Nested(CycleStructure, **optional("For faro and sattolo"))
    modulo = ma.fields.Nested(
        schema_from_dataclass(ModuloBias, exclude=COMMON_MEMBERS), **optional("If the request has rand_bits")
    )

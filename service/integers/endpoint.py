"""/v1/integers: unique or independent random integers of a range; /draw has several ranges."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import repeat
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..capability import Capability
from ..core.draw_requests import NAMED, Unnamed
from ..core.errors import Refused
from ..core.shuffle_requests import ShuffleRequest
from ..core.shuffles.registry import SHUFFLES
from ..core.shuffles.samplers import Sampler
from ..core.value_types import Document, EntryName, ListOf
from ..http.blueprint import Blueprint, Example
from ..http.draws.response_draft import ResponseDraft
from ..http.results.result_types import Json, NumberResults, ResultPosition, Results
from ..http.results.row_bytes import join_lines, split_arrays, write_rows
from ..http.schemas.fields import parameter
from ..http.schemas.provenance import NO_SHUFFLE, Provenance, algorithm_fields
from ..http.schemas.request_schemas import (
    ObjectSchema,
    RequestSchema,
    SeededDraw,
    ShuffledDraw,
    errors,
    nested,
)
from ..http.schemas.response_schemas import ResponseSchema, required, response_schemas
from ..http.services import services
from ..http.short import PLAIN_DRAW, ShortQueries
from ..verdicts.results_left import ResultsLeft
from .integer_draws import (
    DrumsSampler,
    IntegerDraw,
    RangeDraw,
    prepare_drums,
    prepare_integers,
)
from .lotteries import LOTTERIES, LOTTERY_NAMES

blueprint = Blueprint(
    "integers",
    "/v1/integers",
    "Random integers: permutations, samples, lotteries, dice",
)


def _has_one_integer(drum: Mapping[str, Any]) -> bool:
    """Return whether the members of a request give a range of one integer; False if `min` is missing."""
    return "min" in drum and bool(drum["min"] == drum.get("max"))


@dataclass(frozen=True, kw_only=True)
class IntegersDraw(ShuffledDraw, IntegerDraw):
    """The arguments of a draw of integers."""

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether the range has one integer."""
        return _has_one_integer(members)


class RangeParameters(RequestSchema):
    """The range of integers, and how many are drawn."""

    target: ClassVar[type] = RangeDraw


class IntegersRequest(RequestSchema):
    """A draw of integers."""

    target = IntegersDraw


class IntegerRange(ResponseSchema):
    """A range, and how many integers of it are drawn."""

    described: ClassVar[type] = RangeDraw
    always = ("min", "count", "replacement")


class IntegerProvenance(Provenance):
    """The provenance of integers. With replacement there is no shuffle."""

    algorithm = required(
        str | None,
        "The shuffle; null with replacement, where none applies",
        enum=[*SHUFFLES, None],
    )


class IntegersFields(IntegerRange, IntegerProvenance):
    """Random integers of a range."""


class IntegerResult(ResponseSchema):
    """Integers in random order."""

    integers = required(list[int], "In random order")


class IntegerResults(NumberResults):
    """The results of a draw of integers from `smallest` to `largest`."""

    def __init__(self, smallest: int, largest: int) -> None:
        super().__init__(largest, smallest)
        self._smallest = smallest

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {"integers": add_to_each(self._smallest, indices)}

    def columns(self, parts: Sequence[NDArray[Any]]) -> dict[str, Any]:
        return {"integers": self.numbers(np.concatenate(parts))}

    def ndjson(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:
        start = b'{"integers":[' if first_index is None else b',"integers":['
        arrays = split_arrays(write_rows(self.numbers(rows)))
        return join_lines(first_index, repeat(start), arrays)

    def numbers(self, rows: NDArray[Any]) -> NDArray[Any]:
        return rows.astype(np.int64) + self._smallest

    def text(self, rows: NDArray[Any]) -> bytes | None:
        arrays = split_arrays(write_rows(self.numbers(rows)))
        return b"".join([array.replace(b",", b" ") + b"\n" for array in arrays])


def add_to_each(
    smallest: int, offsets: Sequence[int] | NDArray[Any]
) -> list[int] | NDArray[Any]:
    """Return `smallest` plus each of the offsets, as an array if the offsets are one, and otherwise as a list."""
    if isinstance(offsets, np.ndarray):
        return offsets + smallest
    return [smallest + offset for offset in offsets]


def _count_integers(*, min: int = 1, max: int = 1, count: int | None = None) -> int:
    """Return how many integers a query draws, by its parameters of these names."""
    return max - min + 1 if count is None else count


@blueprint.draw_endpoint(
    "",
    arguments=IntegersRequest,
    response=response_schemas(IntegersFields, IntegerResult, "DrawnIntegers"),
    has_table=True,
    example=Example({"max": 49, "count": 6, "seed": "42"}),
    short=ShortQueries(_count_integers, (*PLAIN_DRAW, "replacement")),
)
def draw_integers(args: IntegersDraw) -> ResponseDraft:
    """Draw integers from min to max: all in random order, a sample, or with replacement.

    Unique integers of any range up to 2^53, or independent ones as of dice. A sample has the first integers of a
    shuffle of the whole range.
    """
    sampler = prepare_integers(args, services().allowed.limits)
    shuffle = NO_SHUFFLE if args.replacement else algorithm_fields(args)
    return ResponseDraft(
        sampler,
        common=_range_fields(args, sampler) | shuffle,
        results=IntegerResults(args.min, args.max),
        request=replace(args, count=sampler.count),
        implied={"count": args.size},
        find_results_left=lambda *_: ResultsLeft(args.size == 1),
    )


def _leave_out_count(drum: IntegerDraw) -> IntegerDraw:
    """Return a drum that does not name its count if it draws as many integers as its range has, which is the default.

    So `request` is the same whether the caller named this count or left it out.
    """
    if drum.count == drum.size:
        return replace(drum, count=None)
    return drum


def _range_fields(args: IntegerDraw, sampler: Sampler) -> dict[str, Any]:
    """Return the members of a response that repeat a range, with the number of integers drawn of it."""
    return {
        "min": args.min,
        "max": args.max,
        "count": sampler.count,
        "replacement": args.replacement,
    }


class DrumRequest(RangeParameters, ObjectSchema):
    """A drum of a lottery."""

    error_messages = errors(
        "an object with max and, if you like, min, count and replacement"
    )

    def make_request(self, values: dict[str, Any]) -> IntegerDraw:
        return IntegerDraw(**values)


@dataclass(frozen=True, kw_only=True)
class ChosenLottery:
    """The lottery that has the drums, if a request does not list them."""

    lottery: Annotated[
        str | None,
        EntryName(
            "In place of drums: the lottery that has them.",
            LOTTERY_NAMES,
            example="eurojackpot",
        ),
        Unnamed("Its drums are named.", is_repeated=False),
    ] = None


class DrumsParameters(RequestSchema):
    """The lottery, or the drums, which no dataclass describes: each is an object with a schema of its own."""

    target: ClassVar[type] = ChosenLottery

    drums = parameter(
        ListOf(
            "The drums, in the order of the draw.",
            Document(),
            20,
            1,
            example=[{"max": 50, "count": 5}],
        ),
        None,
        item=nested(DrumRequest, "A drum"),
    )


@dataclass(frozen=True, kw_only=True)
class DrumsDraw(ChosenLottery, SeededDraw):
    """The arguments of a draw from several drums."""

    drums: Annotated[tuple[IntegerDraw, ...] | None, NAMED] = None

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether each drum of a request has one integer; False for a lottery."""
        return all(map(_has_one_integer, members.get("drums") or ({},)))

    def resolve_drums(self) -> tuple[IntegerDraw, ...]:
        """Return the drums of the request, or else of its lottery. Raises `Refused` unless it has either."""
        if self.drums is not None and self.lottery is None:
            return self.drums
        if self.lottery is not None and self.drums is None:
            drums = LOTTERIES[self.lottery].drums
            return tuple(IntegerDraw(**asdict(drum)) for drum in drums)
        raise Refused("drums", "Give either drums or lottery.")


class DrumsRequest(RequestSchema):
    """A draw from several drums."""

    target = DrumsDraw


class DrumsFields(IntegerProvenance):
    """Random integers of several ranges."""

    drums = required(list[IntegerRange], "The drums of the request")


class DrumsResult(ResponseSchema):
    """The integers of each drum."""

    integers = required(
        list[list[int]], "A list for each drum, in the order of the draw"
    )


@blueprint.draw_endpoint(
    "/draw",
    arguments=DrumsRequest,
    response=response_schemas(DrumsFields, DrumsResult, "DrawnDrums"),
    methods=("POST",),
    example=Example(
        {"drums": [{"max": 50, "count": 5}, {"max": 12, "count": 2}], "seed": "42"}
    ),
)
def draw_drums(args: DrumsDraw) -> ResponseDraft:
    """Draw integers from several drums, as a lottery with main numbers and stars does.

    A drum is a range; each is drawn as by /v1/integers, one after the other from the same random words. `lottery` has
    the drums of a lottery as it is drawn today; the response and its `request` name the drums.
    """
    drums = args.resolve_drums()
    sampler = prepare_drums(drums, services().allowed.limits)
    ranges = [
        _range_fields(drum, drum_sampler)
        for drum, drum_sampler in zip(drums, sampler.samplers, strict=True)
    ]
    shuffle = algorithm_fields(ShuffleRequest())
    if all(drum.replacement for drum in drums):
        shuffle = NO_SHUFFLE
    has_one_result = all(drum.size == 1 for drum in drums)
    return ResponseDraft(
        sampler,
        common={"drums": ranges} | shuffle,
        results=DrumResults(_split_result(drums, sampler)),
        request=replace(args, drums=tuple(map(_leave_out_count, drums))),
        find_results_left=lambda *_: ResultsLeft(has_one_result),
    )


class DrumPart(NamedTuple):
    """The part of a result that a drum has.

    Five integers from 1 to 50 and two from 1 to 12 have the parts (1, 0, 5) and (1, 5, 7).
    """

    smallest: int
    """The smallest integer of the drum, which is added to each number that was drawn for it."""
    start: int
    """The position of the drum's first number among the numbers of all drums."""
    end: int
    """The position after its last number."""


def _split_result(
    drums: Sequence[IntegerDraw], sampler: DrumsSampler
) -> Sequence[DrumPart]:
    """Return the part of a result of each drum, in the order of the draw."""
    parts = []
    start = 0
    for drum, drum_sampler in zip(drums, sampler.samplers, strict=True):
        end = start + drum_sampler.count
        parts.append(DrumPart(drum.min, start, end))
        start = end
    return parts


@dataclass
class DrumResults(Results):
    """The integers of several drums."""

    drums: Sequence[DrumPart]

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {
            "integers": [
                add_to_each(drum.smallest, indices[drum.start : drum.end])
                for drum in self.drums
            ]
        }

    def text_groups(self, result: Json) -> Sequence[Sequence[Any]]:
        integers: Sequence[Sequence[int]] = result["integers"]
        return integers


INTEGERS = Capability("integers", blueprints=(blueprint,))

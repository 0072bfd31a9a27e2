"""/v1/dice: rolls of dice by a notation; /odds has the exact probability of each total."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt
from typing import Annotated, Any, ClassVar, NamedTuple

from ..capability import Capability
from ..core.draw_requests import Named
from ..core.ratios import Ratio, to_ratio
from ..core.value_types import Text
from ..http.blueprint import Blueprint, Body, Example
from ..http.draws.response_draft import ResponseDraft
from ..http.responses import CACHE_HOUR
from ..http.results.result_types import Json, ResultPosition, Results
from ..http.schemas.provenance import NO_SHUFFLE, Provenance
from ..http.schemas.request_schemas import RequestSchema, SeededDraw
from ..http.schemas.response_schemas import (
    ResponseSchema,
    required,
    response_schemas,
    schema_from_dataclass,
    write_record,
)
from ..http.services import services
from ..verdicts.results_left import ResultsLeft
from .named_rolls import NAMED_ROLLS
from .notation import MAX_NOTATION, PATTERN, parse_roll
from .odds import TotalOdds, find_odds
from .roll import Roll
from .rolling import SettledDie, add_up, prepare_dice, split_sets

blueprint = Blueprint("dice", "/v1/dice", "Rolls of dice, and their exact odds")

_NOTATION = Text(
    "The roll: a notation such as 4d6kh3+2, 2d20kh1, 5d10>=8 or 6x(4d6kh3), or a name such as yahtzee.",
    max_length=MAX_NOTATION,
    pattern=PATTERN,
    example="4d6kh3",
    aliases=("dice", "notation", "expression", "formula", "die"),
)


def _write_notation(text: str) -> str:
    """Return a roll as `Roll.format` writes it: `4d6kh3+2` of " 4D6 kh3 + 2"."""
    return parse_roll(text).format()


@dataclass(frozen=True, kw_only=True)
class WrittenRoll:
    """A roll as a request writes it."""

    roll: Annotated[str, _NOTATION, Named(write=_write_notation)]


class RollParameters(RequestSchema):
    """The notation of a roll."""

    target: ClassVar[type] = WrittenRoll


@dataclass(frozen=True, kw_only=True)
class DiceRoll(WrittenRoll, SeededDraw):
    """The arguments of a roll."""

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether each die of the roll has one face."""
        return parse_roll(members["roll"]).has_one_result


class DiceRequest(RequestSchema):
    """A roll of dice."""

    target = DiceRoll


class DiceFields(Provenance):
    """A roll of dice."""

    described = DiceRoll
    algorithm = required(str | None, "Null: no shuffle applies")


class Fate(StrEnum):
    """Whether a die counts for the total, and how."""

    COUNTED = "counted"
    SUCCESS = "success"
    FAILURE = "failure"
    DROPPED = "dropped"


class DieOnTable(ResponseSchema):
    """A die, as it lies on the table."""

    term = required(
        int, "The number of the term that rolled it, from 0, without constants"
    )
    face = required(int, "The face that it shows")
    fate = required(
        str,
        "Whether its face is counted in the total, is a success or a failure, or the die was dropped",
        **{"x-extensible-enum": list(Fate)},
    )
    rerolls = required(int, "How many times it was rolled again")
    is_extra = required(bool, "Whether a die that exploded brought it")


class SetOfDice(ResponseSchema):
    """The dice of a set, and their total."""

    total = required(
        int,
        "The sum of the counted faces and the constants, or the number of successes",
    )
    dice = required(
        list[DieOnTable], "All dice, in the order in which they were rolled"
    )


class RolledDice(ResponseSchema):
    """The sets of a roll, and what they add up to."""

    total = required(int, "The sum of the totals of all sets")
    sets = required(list[SetOfDice], "The sets, one unless the roll names more")


@blueprint.draw_endpoint(
    "",
    arguments=DiceRequest,
    response=response_schemas(DiceFields, RolledDice, "DrawnDice"),
    example=Example({"roll": "4d6kh3", "seed": "42"}),
)
def roll_dice(args: DiceRoll) -> ResponseDraft:
    """Roll dice by a notation: 4d6kh3 keeps the highest three of four dice.

    A notation also rolls dice again, lets them explode, counts successes, adds terms, and repeats a roll in sets. Each
    die is uniform and independent of the others.
    """
    roll = parse_roll(args.roll)
    notation = roll.format()
    return ResponseDraft(
        prepare_dice(roll, services().allowed.limits),
        common={"roll": notation} | NO_SHUFFLE,
        results=DiceResults(roll),
        request=replace(args, roll=notation),
        find_results_left=lambda *_: ResultsLeft(roll.has_one_result),
    )


@dataclass
class DiceResults(Results):
    """Rolls of dice; in plain text the totals of the sets."""

    roll: Roll

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        sets = [self._write_set(terms) for terms in split_sets(self.roll, indices)]
        return {"total": sum(written["total"] for written in sets), "sets": sets}

    def _write_set(self, terms: Sequence[Sequence[SettledDie]]) -> Json:
        return {
            "total": add_up(self.roll, terms),
            "dice": list(self._write_dice(terms)),
        }

    def _write_dice(self, terms: Sequence[Sequence[SettledDie]]) -> Iterator[Json]:
        for number, dice in enumerate(terms):
            for settled in dice:
                yield {
                    "term": number,
                    "face": settled.die.face,
                    "fate": self._find_fate(settled),
                    "rerolls": settled.die.rerolls,
                    "is_extra": settled.die.is_extra,
                }

    def _find_fate(self, settled: SettledDie) -> Fate:
        if not settled.is_kept:
            return Fate.DROPPED
        if self.roll.success is None:
            return Fate.COUNTED
        is_success = self.roll.count(settled.die.face) == 1
        return Fate.SUCCESS if is_success else Fate.FAILURE

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [[rolled["total"] for rolled in result["sets"]]]


@dataclass(frozen=True, kw_only=True)
class RollOdds:
    """A query of the odds of a roll."""

    roll: Annotated[str, _NOTATION]


class OddsRequest(RequestSchema):
    """A request for the odds of a roll."""

    target = RollOdds


class OutcomeOdds(NamedTuple):
    """The odds of a total."""

    total: Annotated[int, "The total of a set"]
    probability: Annotated[Ratio, "The probability of this total"]
    at_least: Annotated[Ratio, "The probability of this total or more"]


class OddsResponse(ResponseSchema):
    """The exact odds of the total of a set."""

    roll = required(str, "The notation of the roll")
    sets = required(int, "How many sets the roll has; the odds are those of each")
    mean = required(schema_from_dataclass(Ratio), "The mean of the totals")
    variance = required(schema_from_dataclass(Ratio), "Their variance")
    deviation = required(float, "Their standard deviation, the root of the variance")
    totals = required(
        list[schema_from_dataclass(OutcomeOdds)],  # type: ignore[misc]
        "The possible totals, the lowest first",
    )


@blueprint.api_endpoint(
    "/odds",
    arguments=OddsRequest,
    response=OddsResponse,
    methods=("GET", "POST"),
    cache=CACHE_HOUR,
    example=Example({"roll": "2d20kh1"}),
)
def find_odds_of_roll(query: RollOdds) -> Body:
    """Return the exact probability of each total of a roll, as a fraction and as a number.

    The totals are those of one set. A term that explodes and keeps some of its dice has no exact odds here.
    """
    roll = parse_roll(query.roll)
    odds = find_odds(roll, services().allowed.limits)
    return {
        "roll": roll.format(),
        "sets": roll.sets,
        "mean": write_record(to_ratio(odds.mean)),
        "variance": write_record(to_ratio(odds.variance)),
        "deviation": sqrt(odds.variance),
        "totals": [
            write_record(_describe_outcome(outcome)) for outcome in odds.outcomes
        ],
    }


def _describe_outcome(outcome: TotalOdds) -> OutcomeOdds:
    return OutcomeOdds(
        total=outcome.total,
        probability=to_ratio(outcome.probability),
        at_least=to_ratio(outcome.at_least),
    )


def _describe_form() -> Mapping[str, Any]:
    """Return the notation of each roll that has a name, for the form of the page Draw."""
    rolls = {name: roll.notation for name, roll in NAMED_ROLLS.items()}
    return {"rolls": rolls}


DICE = Capability(
    "dice", blueprints=(blueprint,), page_variables={"draw": _describe_form}
)

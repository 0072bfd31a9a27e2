"""The result of a verification (`valid`, `chosen_by`), and the first difference between digests or JSON values."""

import hmac
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import zip_longest
from typing import Annotated, Any, NamedTuple

from ..names.texts import escape_invisible


@dataclass(frozen=True, kw_only=True)
class Difference:
    """The first value that differs from the expected one. Characters that cannot be seen are escaped."""

    where: Annotated[str, "The path of the value, from 0: cards[3]"]
    expected: Annotated[str | None, "The expected value; null for none"]
    seen: Annotated[str | None, "The value in the request; null for none"]
    draw: Annotated[int | None, "The number of the draw that has it"] = None
    detail: Annotated[str | None, "The meaning of the difference, for a player"] = None

    def to_json(self) -> dict[str, Any]:
        """Return the difference as a JSON object, without `draw` and `detail` where they are None."""
        return {
            name: value
            for name, value in asdict(self).items()
            if value is not None or name in _ALWAYS_PRESENT
        }

    def __post_init__(self) -> None:
        for name in ("where", "expected", "seen"):
            value = getattr(self, name)
            object.__setattr__(self, name, value and escape_invisible(value))


Outcome = Difference | str | None
"""The outcome of a comparison: the difference, or the reason why it could not be made, or None if the values agree."""


class ChosenBy(StrEnum):
    """Who could choose the randomness of a result: docs/fairness.md has the answer for every kind of result."""

    REQUESTER = "requester"
    OPERATOR = "operator"
    LAST_WORD = "last_word"
    NOBODY_ALONE = "nobody_alone"
    UNKNOWN = "unknown"


class Origin(NamedTuple):
    """Who could choose the randomness, and a sentence that says what this answer rests on, with its condition."""

    chosen_by: ChosenBy
    rests_on: str


class VerificationResult(NamedTuple):
    """The result of a check: who could choose the randomness, and the first difference found."""

    checks: Annotated[Mapping[str, bool], "By name, whether a comparison holds"]
    unchecked: Annotated[
        Mapping[str, str], "By name, why a comparison could not be made"
    ]
    derived: Annotated[Mapping[str, Any], "What follows from the request, by name"]
    chosen_by: Annotated[ChosenBy, "Who could choose"]
    rests_on: Annotated[str, "The reason for chosen_by, with its condition"]
    difference: Difference | None

    @property
    def valid(self) -> bool | None:
        """Return False if a comparison fails, None if some could not be made, True if all were made and hold."""
        if self.difference:
            return False
        return None if self.unchecked else True


Check = Callable[[], VerificationResult]
"""A validated request to verify something: calling it makes the comparisons and returns the result."""


def build_result(
    derived: Mapping[str, Any],
    outcomes: Mapping[str, Outcome],
    incomplete: Mapping[str, str] | None = None,
    *,
    origin: Origin,
) -> VerificationResult:
    """Return the result of a verification from the outcomes of its comparisons, by name; it shows the first difference.

    `incomplete` has, by name, the reasons why a comparison was made in part or not at all. `origin` says who could
    choose the randomness; it is replaced by "unknown" if there is a difference. The outcomes {"seal": None,
    "beacon": "It did not answer."} give the checks {"seal": True}, and the beacon is unchecked with this reason.
    """
    difference = next(
        (outcome for outcome in outcomes.values() if isinstance(outcome, Difference)),
        None,
    )
    checks = {
        name: outcome is None
        for name, outcome in outcomes.items()
        if not isinstance(outcome, str)
    }
    reasons = {
        name: outcome for name, outcome in outcomes.items() if isinstance(outcome, str)
    }
    if incomplete:
        reasons |= incomplete
    if difference:
        origin = _DIFFERS
    return VerificationResult(
        derived=derived,
        checks=checks,
        unchecked=reasons,
        chosen_by=origin.chosen_by,
        rests_on=origin.rests_on,
        difference=difference,
    )


def unknown(reason: str) -> Origin:
    """Return the `Origin` of a result when it cannot be told who chose its randomness; `reason` is a sentence."""
    return Origin(ChosenBy.UNKNOWN, reason)


def describe_due(round_due: int | None) -> str:
    """Return a sentence with the date of a time in seconds since 1970, "" for none."""
    if round_due is None:
        return ""
    if round_due >= _YEAR_10000:
        return "The round was due after the year 9999."
    due = datetime.fromtimestamp(round_due, UTC)
    return f"The round was due on {due.day} {_MONTHS[due.month - 1]} {due.year} at {due:%H:%M:%S} UTC."


_YEAR_10000 = 253_402_300_800  # seconds since 1970
_MONTH_NAMES = "January February March April May June July August September October November December"
_MONTHS = _MONTH_NAMES.split()  # strftime writes them in the language of the machine

SEEDED = Origin(
    ChosenBy.REQUESTER,
    "Whoever sent the request chose the seed, and could try others until the result suited.",
)
"""The origin of a result that is drawn from a seed."""

_DIFFERS = unknown("Something differs, so it cannot be told who chose.")


def compare_digests(
    where: str, expected: bytes, seen: bytes, detail: str | None = None
) -> Difference | None:
    """Compare two digests in constant time. Return their difference, which `detail` explains to a player, or None."""
    if hmac.compare_digest(expected, seen):
        return None
    return Difference(
        where=where, expected=expected.hex(), seen=seen.hex(), detail=detail
    )


def compare_values(where: str, expected: Any, seen: Any) -> Difference | None:
    """Compare two JSON values, as `json.loads` returns them, and return their first difference or None.

    Members are compared in the order of the expected object, unexpected members last. Numbers are compared by value
    (1 equals 1.0, as JSON has one type of numbers), but 1 does not equal true. The difference names the path of the
    value, such as `hands[1].cards[3]`; `where` is its beginning. `compare_values("", {"cards": ["AS", "2D"]},
    {"cards": ["AS", "KD"]})` is the difference at `cards[1]`, where "2D" is expected and "KD" is seen.
    """
    pairs = _pair_elements(where, expected, seen)
    if pairs is None:
        if _json_type(expected) is _json_type(seen) and expected == seen:
            return None
        return _describe_difference(where, expected, seen)
    for pair in pairs:
        difference = compare_values(pair.where, pair.expected, pair.seen)
        if difference is not None:
            return difference
    return None


def _describe_difference(where: str, expected: Any, seen: Any) -> Difference:
    """Return the difference of two values; either value may be missing."""
    # A text with escapes needs the quotes of JSON, which tell an escape from backslashes in the text.
    texts = [value for value in (expected, seen) if value is not _MISSING]
    is_text = all(
        isinstance(text, str) and escape_invisible(text) == text for text in texts
    )
    return Difference(
        where=_truncate(where, _MAX_PATH),
        expected=_format_value(expected, is_text=is_text),
        seen=_format_value(seen, is_text=is_text),
    )


def _json_type(value: Any) -> type:
    """Return the type of a JSON value: float for all numbers, bool for true and false."""
    return float if type(value) is int else type(value)


class _Pair(NamedTuple):
    """Two values with one path; the value is `_MISSING` on a side that does not have it."""

    where: str
    expected: Any
    seen: Any


def _pair_elements(where: str, expected: Any, seen: Any) -> Iterator[_Pair] | None:
    """Return the pairs of the members of two objects, or of the items of two arrays; None for other values."""
    if isinstance(expected, Mapping) and isinstance(seen, Mapping):
        return _pair_members(where, expected, seen)
    if isinstance(expected, (list, tuple)) and isinstance(seen, (list, tuple)):
        items = zip_longest(expected, seen, fillvalue=_MISSING)
        return (
            _Pair(f"{where}[{index}]", *values) for index, values in enumerate(items)
        )
    return None


def _pair_members(
    where: str, expected: Mapping[str, Any], seen: Mapping[str, Any]
) -> Iterator[_Pair]:
    """Yield the members of two objects in pairs; members that only `seen` has come last."""
    for name in dict.fromkeys([*expected, *seen]):
        path = _member_path(where, name)
        yield _Pair(path, expected.get(name, _MISSING), seen.get(name, _MISSING))


def _member_path(where: str, name: str) -> str:
    """Return the path of a member: `hands[1].cards`, or `hands[1]["a b"]` for a name that is no word."""
    if not _NAME.fullmatch(name):
        return f"{where}[{json.dumps(name, ensure_ascii=False)}]"
    return f"{where}.{name}" if where else name


def _format_value(value: Any, *, is_text: bool) -> str | None:
    """Return a value as text: unchanged if `is_text`, otherwise as JSON."""
    if value is _MISSING:
        return None
    text = (
        value
        if is_text
        else json.dumps(value, ensure_ascii=False, default=lambda _: _ELLIPSIS)
    )
    return _truncate(text, _MAX_VALUE)


def _truncate(text: str, max_length: int) -> str:
    return text if len(text) <= max_length else text[:max_length] + _ELLIPSIS


_ALWAYS_PRESENT = frozenset({"where", "expected", "seen"})
_MISSING = object()  # stands for a value that is not there; None is JSON's null
_NAME = re.compile(r"[^\W\d]\w*")
_MAX_PATH = 1_024  # characters: more than the deepest path in a response
_MAX_VALUE = 256  # characters: a seed at its longest
_ELLIPSIS = "…"

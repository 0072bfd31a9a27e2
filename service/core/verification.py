"""What a check of a result comes to: valid or not, and the first thing that differs."""

import hmac
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

Value = str | int | bool | tuple[str, ...] | tuple[int, ...] | tuple[float, ...] | Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Difference:
    """The first thing that is not as it must be.

    `where` is the field, with the place in it (`seen[3]`, from 0) where it is a list; `expected` is what the scheme
    derives and `seen` what the request says, None where there is nothing.
    """

    where: str
    expected: str | None
    seen: str | None


@dataclass(frozen=True, kw_only=True)
class VerificationResult:
    """What a check found.

    `derived` is what follows from the inputs, by name. `checks` says of each thing that was held against the inputs
    whether it is right, and `unchecked` why others were not; `difference` is the first that is wrong.
    """

    derived: Mapping[str, Value]
    checks: Mapping[str, bool]
    unchecked: Mapping[str, str]
    difference: Difference | None

    @property
    def valid(self) -> bool | None:
        """True if all was checked and is right, False if something is wrong, None if all that was checked is right."""
        if self.difference:
            return False
        return None if self.unchecked else True


def build_result(
    derived: Mapping[str, Value], compared: Mapping[str, Difference | None], unchecked: Mapping[str, str]
) -> VerificationResult:
    """The finding, from what each comparison came to, in the order in which a difference matters."""
    return VerificationResult(
        derived=derived,
        checks={name: difference is None for name, difference in compared.items()},
        unchecked=unchecked,
        difference=next(filter(None, compared.values()), None),
    )


def compare_digests(where: str, expected: bytes, seen: bytes) -> Difference | None:
    """How two digests differ, found in a time that does not tell where."""
    if hmac.compare_digest(expected, seen):
        return None
    return Difference(where=where, expected=expected.hex(), seen=seen.hex())


def compare_values(where: str, expected: Any, seen: Any) -> Difference | None:
    """The first place where two JSON values differ, both as `json.loads` reads them.

    Objects are walked in the order of what is expected, and members that only the other has come last. Numbers are
    compared by value, as JSON has one kind of them; 1 is not true. A place is written like `hands[1].cards[3]`, after
    `where` if that is not empty.
    """
    inner = _inner(where, expected, seen)
    if inner is not None:
        return next(filter(None, (compare_values(*places) for places in inner)), None)
    if _kind(expected) is _kind(seen) and expected == seen:
        return None
    plain = all(isinstance(value, str) or value is _NOTHING for value in (expected, seen))
    return Difference(
        where=_cut(where, _LONGEST_PLACE), expected=_shown(expected, plain=plain), seen=_shown(seen, plain=plain)
    )


def _kind(value: Any) -> type:
    """Of which kind a JSON value is."""
    return float if type(value) is int else type(value)


def _inner(where: str, expected: Any, seen: Any) -> Iterator[tuple[str, Any, Any]] | None:
    """What is to be compared of two objects or two arrays, place by place; None if they are not that."""
    if isinstance(expected, Mapping) and isinstance(seen, Mapping):
        names = {**expected, **seen}
        return ((_member(where, name), expected.get(name, _NOTHING), seen.get(name, _NOTHING)) for name in names)
    if isinstance(expected, (list, tuple)) and isinstance(seen, (list, tuple)):
        pairs = enumerate(zip_longest(expected, seen, fillvalue=_NOTHING))
        return ((f"{where}[{place}]", here, there) for place, (here, there) in pairs)
    return None


def _member(where: str, name: str) -> str:
    if not _NAME.fullmatch(name):
        return f"{where}[{json.dumps(name, ensure_ascii=False)}]"
    return f"{where}.{name}" if where else name


def _shown(value: Any, *, plain: bool) -> str | None:
    """A value as text: strings among themselves as they are, all else as JSON."""
    if value is _NOTHING:
        return None
    text = value if plain else json.dumps(value, ensure_ascii=False, default=lambda _: _CUT)
    return _cut(text, _LONGEST_SHOWN)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + _CUT


_NOTHING = object()
_NAME = re.compile(r"[^\W\d]\w*")
_LONGEST_PLACE = 1_024  # characters: more than the deepest place in an answer takes
_LONGEST_SHOWN = 256  # characters: as many as a seed has
_CUT = "…"

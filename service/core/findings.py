"""What a check of a result comes to: valid or not, and the first thing that differs."""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

Value = str | int | bool | tuple[str, ...] | tuple[int, ...] | tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Difference:
    """The first thing that is not as it must be.

    `where` is the field, with the place in it (`seen[3]`, from 0) where it is a list; `expected` is what the scheme
    derives and `seen` what the request says, None where a list has ended.
    """

    where: str
    expected: str | None
    seen: str | None


@dataclass(frozen=True, kw_only=True)
class Finding:
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


def conclude(
    derived: Mapping[str, Value], compared: Mapping[str, Difference | None], unchecked: Mapping[str, str]
) -> Finding:
    """The finding, from what each comparison came to, in the order in which a difference matters."""
    return Finding(
        derived=derived,
        checks={name: difference is None for name, difference in compared.items()},
        unchecked=unchecked,
        difference=next(filter(None, compared.values()), None),
    )


def digests_differ(where: str, expected: bytes, seen: bytes) -> Difference | None:
    """How two digests differ, found in a time that does not tell where."""
    if hmac.compare_digest(expected, seen):
        return None
    return Difference(where=where, expected=expected.hex(), seen=seen.hex())


def lists_differ(where: str, expected: Sequence[object], seen: Sequence[object]) -> Difference | None:
    """The first place where two lists differ, one of which may be longer."""
    nothing = object()
    for place, (here, there) in enumerate(zip_longest(expected, seen, fillvalue=nothing)):
        if here != there:
            return Difference(
                where=f"{where}[{place}]",
                expected=None if here is nothing else str(here),
                seen=None if there is nothing else str(there),
            )
    return None

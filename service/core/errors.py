"""What can be wrong with a request: one base, a class for each kind, and a sentence for the caller in each."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

Entry = TypeVar("Entry")

_LONGEST_NAME = 60


class ServiceError(Exception):
    """Base of every error that is the caller's to mend; `str()` of it is the sentence that the caller reads."""


class Refused(ServiceError):
    """A value, or a combination of values, that is well formed and cannot be answered."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class UnknownName(ServiceError):
    """A deck, an algorithm or another entry of a table that is not there."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        known, name = list(known), name[:_LONGEST_NAME]
        super().__init__(f"There is no {kind} {name!r}.{did_you_mean(name, known)} Known: {', '.join(known)}.")


def entry(kind: str, table: Mapping[str, Entry], name: str) -> Entry:
    """The entry of a table of that kind of thing. Raises `UnknownName`, which lists the known ones."""
    try:
        return table[name]
    except KeyError:
        raise UnknownName(kind, name, table) from None


class TooMany(Refused):
    """More than this service is set up to answer, hold or draw in one request; `instead` says what to do then."""

    def __init__(self, field: str, wanted: int, unit: str, limit: int, setting: str, instead: str = "") -> None:
        sentence = f"This asks for {wanted:,} {unit}; the limit here is {limit:,} (the operator's {setting})."
        super().__init__(field, f"{sentence} {instead}".rstrip())


class UnsupportedParameter(Refused):
    """A parameter that a shuffle, a deck or a game does not take.

    The sentence names the entries of the table to which it belongs, or the parameters that `owner` takes instead.
    """

    def __init__(
        self, owner: str, parameter: str, *, belongs_to: Iterable[str] = (), accepted: Iterable[str] = ()
    ) -> None:
        names = {"it belongs to": ", ".join(belongs_to), "it takes": ", ".join(accepted)}
        advice = "".join(f"; {words} {text}" for words, text in names.items() if text)
        super().__init__(parameter, f"{owner} does not take {parameter}{advice}.")


class Conflict(Refused):
    """What the state of a thing does not allow, though another state of it would."""


class BadToken(Refused):
    """No token of ours, or no longer; which of the two, and why, is nobody's business."""

    def __init__(self, field: str) -> None:
        super().__init__(
            field,
            "Must be a token that this service gave, in full and unchanged, while it is good (the operator's SHOE_TTL "
            "and SHOE_KEYS).",
        )


class SeedsOff(ServiceError):
    """The operator has turned seeded requests off."""

    def __init__(self) -> None:
        super().__init__(
            "This service does not accept seeds (ALLOW_SEEDS is off): whoever knows the seed knows the order."
        )


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence that suggests the nearest known name, with a leading space; empty if none is near."""
    near = get_close_matches(name[:_LONGEST_NAME].lower(), list(known), n=1)
    return f" Did you mean {near[0]!r}?" if near else ""

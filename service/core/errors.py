"""Errors of a request: one base class, and a subclass for each kind, whose message is a sentence for the client."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from service.core.suggestions import MAX_NAME, suggest_names

Entry = TypeVar("Entry")

_MAX_KNOWN = 40  # names that a message lists


class ServiceError(Exception):
    """Base class of every error that the client can correct; its message is written for the client."""


class Refused(ServiceError):
    """A well-formed value, or combination of values, that is not accepted; `field` names the parameter."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class UnknownName(ServiceError):
    """The name of a deck, an algorithm or another entry of a table that does not exist.

    `names` is a sentence that says which there are, by default with few names in it, or with the path of the list.
    """

    def __init__(self, kind: str, name: str, table: Mapping[str, object], names: str = "") -> None:
        known = (
            f"Known: {', '.join(table)}." if len(table) <= _MAX_KNOWN else f"GET /v1/{kind}s lists all {len(table)}."
        )
        super().__init__(f"There is no {kind} {name[:MAX_NAME]!r}.{did_you_mean(name, table)} {names or known}")


def get_entry(kind: str, table: Mapping[str, Entry], name: str) -> Entry:
    """Return the entry of a table by name. Raises `UnknownName`, which suggests a name and lists few known ones."""
    try:
        return table[name]
    except KeyError:
        raise UnknownName(kind, name, table) from None


class TooMany(Refused):
    """A request above a limit of the operator; `instead` is a sentence that says what to do."""

    def __init__(self, field: str, wanted: int, unit: str, limit: int, setting: str, instead: str = "") -> None:
        message = f"This asks for {wanted:,} {unit}; the limit here is {limit:,} (the operator's {setting})."
        super().__init__(field, f"{message} {instead}".rstrip())


class UnsupportedParameter(Refused):
    """A parameter that a shuffle, a deck or a game does not take.

    The message names the entries of the table to which it belongs, or the parameters that `owner` takes.
    """

    def __init__(
        self, owner: str, parameter: str, *, belongs_to: Iterable[str] = (), accepted: Iterable[str] = ()
    ) -> None:
        names = {"it belongs to": ", ".join(belongs_to), "it takes": ", ".join(accepted)}
        advice = "".join(f"; {words} {text}" for words, text in names.items() if text)
        super().__init__(parameter, f"{owner} does not take {parameter}{advice}.")


class Conflict(Refused):
    """A request that the state of a sealed shoe does not allow."""


class BadToken(Refused):
    """A token that this service did not issue, or that has expired.

    The message does not tell these cases apart; `reason` does, for the log, without any part of the token.
    """

    def __init__(self, field: str, reason: str) -> None:
        self.reason = reason
        super().__init__(
            field,
            "Must be a token that this service gave, in full and unchanged, while it is good (the operator's SHOE_TTL "
            "and SHOE_KEYS).",
        )


class SeedsOff(ServiceError):
    """A seeded request to a service whose operator has turned seeds off."""

    def __init__(self) -> None:
        super().__init__(
            "This service does not accept seeds (ALLOW_SEEDS is off): whoever knows the seed knows the order."
        )


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a sentence that suggests known names (suggestions.py), with a leading space, or "" if none is near."""
    names = [repr(str(name)) for name in suggest_names(name, known)]
    return f" Did you mean {' or '.join(filter(None, (', '.join(names[:-1]), names[-1])))}?" if names else ""

"""Errors of a request: one base class and its subclasses. The message of an error is a sentence for the client."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self, TypeVar

from ..names.suggestions import MAX_NAME, find_spelled, suggest_names

Entry = TypeVar("Entry")

_MAX_KNOWN = 40  # names that a message lists


class ServiceError(Exception):
    """Base class of every error that the client can correct; its message is written for the client."""


class Refused(ServiceError):
    """A well-formed value, or a combination of values, that is not accepted; `field` names the parameter."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field

    def reword(self, field: str, message: str) -> Self:
        """Return this error with another field and message, to raise it again where more is known about its place.

        The error keeps its class, which says for example that another operator may serve the request.
        """
        self.field = field
        self.args = (message,)
        return self


class UnknownName(ServiceError):
    """A name that a table does not have, such as an unknown deck or algorithm.

    `names` is the sentence about the names that exist; by default it lists up to 40, or gives the path that lists them.
    If the name is one of the `near` names of an entry, a sentence says the difference. `otherwise` is the sentence for
    a name that is close to no known name: it says how to do without an entry.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        table: Mapping[str, object],
        names: str = "",
        *,
        otherwise: str = "",
    ) -> None:
        suggested_names = suggest_names(name, table)
        hint = _write_hint(suggested_names)
        differences = _list_differences(name, table, suggested_names)
        sentences = list(filter(None, (names, *differences)))
        if not sentences:
            sentences = [_list_known(kind, table)]
        message = " ".join(
            [f"There is no {kind} {name[:MAX_NAME]!r}.{hint}", *sentences]
        )
        super().__init__(message if hint else f"{message} {otherwise}".rstrip())


def _list_known(kind: str, table: Mapping[str, object]) -> str:
    """Return the sentence with the names of a table, or with the path that lists them if they are many."""
    if len(table) <= _MAX_KNOWN:
        return f"Known: {', '.join(table)}."
    return f"GET /v1/{kind}s lists all {len(table)}."


def _list_differences(
    name: str, table: Mapping[str, object], suggested_names: Sequence[str]
) -> Iterator[str]:
    """Yield a sentence for each `near` name of a suggested entry if none of its other names is closer to `name`."""
    for entry_name in suggested_names:
        entry: Any = table[entry_name]
        near: Mapping[str, str] | None = getattr(entry, "near", None)
        if not near:
            continue
        for closest in find_spelled(name, (entry_name, *entry.aliases, *near)):
            if closest in near:
                yield f"{closest!r} is nearly {entry_name}, but {near[closest]}."


def get_entry(kind: str, table: Mapping[str, Entry], name: str) -> Entry:
    """Return the entry `name` of a table, such as algorithms. Raises `UnknownName`, which suggests a name."""
    try:
        return table[name]
    except KeyError:
        raise UnknownName(kind, name, table) from None


class LaterName(Refused):
    """A member of a document that this version does not know; a later version may know it."""


class OverLimit(Refused):
    """A request above a limit of the operator; another operator may serve it."""


class NotFound(OverLimit):
    """A draw that found no result within the number of tries that its definition says; no setting changes it."""


class TooMany(OverLimit):
    """A request for too large a number; `instead` is a sentence that says what to do."""

    def __init__(
        self,
        field: str,
        size: int,
        unit: str,
        limit: int,
        setting: str,
        instead: str = "",
    ) -> None:
        message = f"This asks for {size:,} {unit}; the limit here is {limit:,} (the operator's {setting})."
        super().__init__(field, f"{message} {instead}".rstrip())


class UnsupportedParameter(Refused):
    """A parameter that a shuffle, a deck or a game does not take.

    The message says which entries of the table take the parameter, or which parameters `owner` takes.
    """

    def __init__(
        self,
        owner: str,
        parameter: str,
        *,
        belongs_to: Iterable[str] = (),
        accepted: Iterable[str] = (),
    ) -> None:
        names = {
            "it belongs to": ", ".join(belongs_to),
            "it takes": ", ".join(accepted),
        }
        advice = "".join(f"; {words} {text}" for words, text in names.items() if text)
        super().__init__(parameter, f"{owner} does not take {parameter}{advice}.")


class Conflict(Refused):
    """A request that the state which it continues does not allow now, but may have allowed before or may later."""


class BadToken(Refused):
    """A token that this service did not issue, or that has expired.

    The message does not say which; `reason` does, for the log, without any part of the token.
    """

    def __init__(self, field: str, reason: str) -> None:
        self.reason = reason
        super().__init__(
            field,
            "Must be a token of this service, complete, unchanged and not expired.",
        )


class SeedsOff(ServiceError):
    """A request that chooses an order (draw_requests.py) where ALLOW_SEEDS is off."""

    def __init__(self, choice: str = "seed") -> None:
        super().__init__(
            f"ALLOW_SEEDS is off, and this request's {choice} is refused: no request may choose an order."
        )


def did_you_mean(name: str, known_names: Iterable[str]) -> str:
    """Return a sentence that suggests known names (suggestions.py), with a leading space, or "" if no name is near.

    For a table with `near` names, a sentence about the difference follows.
    """
    suggested_names = suggest_names(name, known_names)
    table = known_names if isinstance(known_names, Mapping) else {}
    differences = _list_differences(name, table, suggested_names if table else ())
    return _write_hint(suggested_names) + "".join(
        f" {sentence}" for sentence in differences
    )


def _write_hint(suggested_names: Sequence[str]) -> str:
    names = [repr(str(name)) for name in suggested_names]
    return f" Did you mean {join_words(names, 'or')}?" if names else ""


def join_words(words: Sequence[object], word: str = "and") -> str:
    """Return words in a sentence: `a`, `a and b`, `a, b and c`."""
    before_last = ", ".join(map(str, words[:-1]))
    last = str(words[-1])
    return f" {word} ".join(filter(None, (before_last, last)))

"""Errors of a request: one base class and its subclasses. The message of an error is a sentence for the client."""

from collections.abc import Iterable, Sequence
from typing import Self


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
    """A name that a table does not have, such as an unknown deck; unknown_names.py writes the message."""


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


def join_words(words: Sequence[object], word: str = "and") -> str:
    """Return words in a sentence: `a`, `a and b`, `a, b and c`."""
    before_last = ", ".join(map(str, words[:-1]))
    last = str(words[-1])
    return f" {word} ".join(filter(None, (before_last, last)))

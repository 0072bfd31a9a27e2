"""Errors of a request: one base class and its subclasses. The message of an error is a sentence for the client."""

from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple, Self, TypedDict


class ServiceError(Exception):
    """Base class of every error that the client can correct; its message is written for the client."""


class Details(TypedDict):
    """The numbers and names of a sentence that refuses a value, by name.

    A subclass declares them for one reason or for several, each with the description that openapi.yaml has. A
    capability registers the classes of its own reasons (capability.py).
    """


Least = Annotated[float, "The least number, or the fewest characters, items or players"]
Most = Annotated[float, "The greatest number, or the most characters, items or players"]
Asked = Annotated[int, "The number that the request asks for"]


class Bounds(Details):
    """The bounds of a number, or of the length of a text or a list."""

    least: Least
    most: Most


class ChoiceCount(Details):
    """The size of a set of names or numbers."""

    choice_count: Annotated[int, "How many values are accepted"]


class Excess(Details):
    """A number above a limit of the operator."""

    asked: Asked
    limit: Annotated[int, "The most that the operator allows"]
    setting: Annotated[str, "The operator's setting with the limit"]


class Tries(Details):
    """The end of a draw that found nothing."""

    tries: Annotated[int, "The tries after which the definition of the draw ends it"]


DETAILS = (Bounds, ChoiceCount, Excess, Tries)
"""The details of reasons that every capability may use."""


class Reason(NamedTuple):
    """Why a value is refused, for programs: a code, and the numbers of the sentence by name.

    `Reason("integer_range", Bounds(least=1, most=5))` is beside "Must be an integer from 1 to 5, …". docs/reference.md
    lists every code with its members.

    FROZEN: from 1.0.0 on codes stay, and the names and meanings of their members.
    """

    code: str
    details: Details = Details()
    path: str = ""
    """The path to a part of the field, such as `all[1].min` or `[2]`, if the part is refused and not the whole."""


OTHER = Reason("other")
"""The reason of a sentence that has no code yet."""


class Message(NamedTuple):
    """A message on a refused field: a sentence for people, and the reason for programs if it has a code."""

    sentence: str
    reason: Reason | None = None


class Refused(ServiceError):
    """A well-formed value, or a combination of values, that is not accepted; `field` names the parameter."""

    def __init__(self, field: str, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.reason = reason

    def reword(self, field: str, message: str, path: str = "") -> Self:
        """Return this error with another field and message, to raise it again where more is known about its place.

        The error keeps its class, which says for example that another operator may serve the request, and its reason.
        `path` is the path to the refused part of the field, if the field is refused for a part.
        """
        self.field = field
        self.args = (message,)
        if path:
            self.reason = (self.reason or OTHER)._replace(path=path)
        return self


class UnknownName(ServiceError):
    """A name that a table does not have, such as an unknown deck; unknown_names.py writes the message."""


class LaterName(Refused):
    """A member of a document that this version does not know; a later version may know it."""


class OverLimit(Refused):
    """A request above a limit of the operator; another operator may serve it."""


class NotFound(OverLimit):
    """A draw that found no result within the number of tries that its definition says; no setting changes it."""

    def __init__(self, field: str, message: str, tries: int) -> None:
        super().__init__(field, message, Reason("none_found", Tries(tries=tries)))


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
        super().__init__(
            parameter,
            f"{owner} does not take {parameter}{advice}.",
            Reason("unsupported_parameter"),
        )


class Conflict(Refused):
    """A request that the state which it continues does not allow now, but may have allowed before or may later."""


class BadToken(Refused):
    """A token that this service did not issue, or that has expired.

    The message does not say which; `cause` does, for the log, without any part of the token.
    """

    def __init__(self, field: str, cause: str) -> None:
        self.cause = cause
        super().__init__(
            field,
            "Must be a token of this service, complete, unchanged and not expired.",
        )


def join_words(words: Sequence[object], word: str = "and") -> str:
    """Return words in a sentence: `a`, `a and b`, `a, b and c`."""
    before_last = ", ".join(map(str, words[:-1]))
    last = str(words[-1])
    return f" {word} ".join(filter(None, (before_last, last)))

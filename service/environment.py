"""Read environment variables. A message of an error names the variable and says what is accepted."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from environs import Env, EnvError, EnvValidationError
from marshmallow.validate import Range


@contextmanager
def exit_on_invalid_setting() -> Iterator[None]:
    """Exit with 1, and the message as the only line on standard error, for an invalid setting."""
    try:
        yield
    except EnvError as error:
        sys.exit(f"Invalid setting: {error}")


_MIN_LETTERS = 7
"""Letters of the names that a misspelled one is compared with: other programs have variables near shorter ones."""


def check_names(known: Sequence[str]) -> None:
    """Raise `EnvValidationError` if the environment has a variable that is none of `known` and near one of them.

    Near is one letter more, fewer or other, or two neighbours exchanged; case and underscores do not count, nor does
    `_FILE` at the end. Without this a misspelled setting would have no effect, and nobody would notice.
    """
    for name in sorted(os.environ.keys() - set(known)):
        for spelling in (name, name.upper().removesuffix("_FILE")):
            for setting in known:
                if len(_letters(setting)) >= _MIN_LETTERS and _is_near(_letters(spelling), _letters(setting)):
                    message = f"`{name}` is no setting; `{setting}` is one. Correct the name, or unset it."
                    raise EnvValidationError(message, [])


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.upper()))


def _is_near(a: str, b: str) -> bool:
    """Return whether texts are equal, or an insertion, deletion, replacement or exchange of neighbours apart."""
    while a and a[:1] == b[:1]:
        a, b = a[1:], b[1:]
    return a == b or a[1:] == b or a == b[1:] or a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def read_text(name: str, default: str) -> str:
    """Return the text of a variable; an empty one is not set, as compose files and orchestrators may pass it."""
    return os.environ.get(name) or default


def read_integer(name: str, default: int, minimum: int = 1, maximum: int | None = None) -> int:
    """Return the integer of a variable that is not empty. Raises `EnvValidationError`, which says what is accepted."""
    try:
        return Env().int(name, validate=Range(minimum, maximum)) if read_text(name, "") else default
    except EnvValidationError:
        accepted = f"of at least {minimum}" if maximum is None else f"from {minimum} to {maximum}"
        raise EnvValidationError(f"{name} must be an integer {accepted}.", []) from None


def read_boolean(name: str, default: bool) -> bool:  # noqa: FBT001
    """Return the boolean of a variable that is not empty. Raises `EnvValidationError`, which says what is accepted."""
    try:
        return Env().bool(name) if read_text(name, "") else default
    except EnvValidationError:
        raise EnvValidationError(f"{name} must be true or false.", []) from None


_SEPARATORS = ", \t\r\n"


class Secret(NamedTuple):
    """The text of a secret setting, and the name of the variable that it comes from."""

    name: str
    text: str

    @property
    def items(self) -> list[str]:
        """Return the items between commas or line breaks."""
        return [item.strip() for item in re.split(r"[,\n]", self.text) if item.strip()]


def read_secret(name: str, default: str = "") -> Secret:
    """Return the variable `name`, or the content of the file that the variable `name`_FILE names.

    Orchestrators mount secrets as files, so that no description of a container shows them.
    Raises `EnvValidationError` if both are set, if the variable has blanks and commas alone, or if the file has, or
    cannot be read.
    """
    text, file = read_text(name, ""), read_text(file_name := f"{name}_FILE", "")
    if text and not text.strip(_SEPARATORS):
        raise EnvValidationError(f"{name} has blanks and commas alone: give it a value, or unset it.", [])
    if not file:
        return Secret(name, text or default)
    if text:
        raise EnvValidationError(f"{name} and {file_name} are both set: set one of them.", [])
    try:
        content = Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        message = f"{file_name} must be the path of a file that can be read: {error.strerror} ({file})."
        raise EnvValidationError(message, []) from None
    except UnicodeDecodeError:
        raise EnvValidationError(f"{file_name} must be the path of a file of text in UTF-8 ({file}).", []) from None
    if not content.strip(_SEPARATORS):
        raise EnvValidationError(f"{file_name} must be the path of a file that is not empty ({file}).", [])
    return Secret(file_name, content)

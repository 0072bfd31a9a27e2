"""Read environment variables. Each error names the variable and says what is accepted."""

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
    """Exit with status 1 for an invalid setting, and print its message as the only line on standard error."""
    try:
        yield
    except EnvError as error:
        sys.exit(f"Invalid setting: {error}")


def setting_error(message: str) -> EnvValidationError:
    return EnvValidationError(message, [])


_MIN_LETTERS = 7
"""Settings with fewer letters are not compared: other programs have variables with similar names."""


def check_names(settings: Sequence[str]) -> None:
    """Raise `EnvValidationError` if the environment has a misspelled setting, which would otherwise have no effect.

    A variable is a misspelled setting if one letter is added, missing or wrong, or two neighbours are exchanged. Case,
    underscores and `_FILE` at the end do not count.
    """
    for name in sorted(os.environ.keys() - set(settings)):
        for spelling in (name, name.upper().removesuffix("_FILE")):
            for setting in settings:
                if len(_letters(setting)) >= _MIN_LETTERS and _is_near(_letters(spelling), _letters(setting)):
                    raise setting_error(f"`{name}` is no setting; `{setting}` is one. Correct the name, or unset it.")


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.upper()))


def _is_near(a: str, b: str) -> bool:
    """Return whether `a` becomes `b` by at most one insertion, deletion, replacement or exchange of neighbours."""
    while a and a[:1] == b[:1]:
        a, b = a[1:], b[1:]
    return a == b or a[1:] == b or a == b[1:] or a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def read_text(name: str, default: str) -> str:
    """Return the text of a variable, or `default` if it is unset or empty: compose files may pass empty variables."""
    return os.environ.get(name) or default


def read_integer(name: str, default: int, minimum: int = 1, maximum: int | None = None) -> int:
    """Return the integer in a variable, or `default` if it is unset or empty. Raises `EnvValidationError`."""
    try:
        return Env().int(name, validate=Range(minimum, maximum)) if read_text(name, "") else default
    except EnvValidationError:
        bounds = f"of at least {minimum}" if maximum is None else f"from {minimum} to {maximum}"
        raise setting_error(f"{name} must be an integer {bounds}.") from None


def read_boolean(name: str, default: bool) -> bool:  # noqa: FBT001
    """Return the boolean in a variable, or `default` if it is unset or empty. Raises `EnvValidationError`."""
    try:
        return Env().bool(name) if read_text(name, "") else default
    except EnvValidationError:
        raise setting_error(f"{name} must be true or false.") from None


_SEPARATORS = ", \t\r\n"


class Secret(NamedTuple):
    """The text of a secret setting, and the name of its variable."""

    name: str
    text: str

    @property
    def items(self) -> list[str]:
        return [item.strip() for item in re.split(r"[,\n]", self.text) if item.strip()]


def read_secret(name: str, default: str = "") -> Secret:
    """Return the variable `name`, the content of the file that the variable `name`_FILE names, or else `default`.

    Orchestrators mount secrets as files, so that no description of a container shows them. Raises `EnvValidationError`
    if both are set, if the file cannot be read, and if the variable or the file has only blanks and commas.
    """
    text, file = read_text(name, ""), read_text(file_name := f"{name}_FILE", "")
    if text and not text.strip(_SEPARATORS):
        raise setting_error(f"{name} has only blanks and commas: give it a value, or unset it.")
    if not file:
        return Secret(name, text or default)
    if text:
        raise setting_error(f"{name} and {file_name} are both set: set one of them.")
    sentence = f"{file_name} must be the path of a file"
    try:
        content = Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise setting_error(f"{sentence} that can be read: {error.strerror} ({file}).") from None
    except UnicodeDecodeError:
        raise setting_error(f"{sentence} of text in UTF-8 ({file}).") from None
    if not content.strip(_SEPARATORS):
        raise setting_error(f"{sentence} that is not empty ({file}).")
    return Secret(file_name, content)

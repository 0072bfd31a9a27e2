"""Read environment variables. Each error names the variable and says what is accepted."""

import logging
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from environs import Env, EnvError, EnvValidationError
from marshmallow.validate import Range

from .log_lines import write_line
from .names.suggestions import differ


@contextmanager
def exit_on_invalid_setting() -> Iterator[None]:
    """Exit with status 1 for invalid settings; print on standard error a line of the log for each, and nothing else."""
    try:
        yield
    except EnvError as error:
        for message in str(error).splitlines():
            write_line(logging.CRITICAL, f"Invalid setting: {message}")
        sys.exit(1)


def setting_error(message: str) -> EnvValidationError:
    return EnvValidationError(message, [])


_MIN_LETTERS = 7
"""Shorter names of settings are not compared: other programs have variables with similar names."""


def find_misspelled(settings: Sequence[str]) -> list[str]:
    """Return a message for each misspelled setting in the environment. Without it, the setting would have no effect.

    A variable is a misspelled setting if one letter is added, missing or wrong, or two neighbouring letters are
    swapped. It is one as well if it has the words of a setting in any order, or the first words, with any endings.
    Case, underscores and `_FILE` at the end do not count.
    """
    known = [
        spelling
        for spelling in map(_spell, settings)
        if len(spelling.letters) >= _MIN_LETTERS
    ]
    return [
        f"`{name}` is no setting; `{setting}` is one. Correct the name, or unset it."
        for name in sorted(os.environ.keys() - set(settings))
        if (setting := _find_meant(name.upper(), known))
    ]


class _Spelling(NamedTuple):
    """The name of a variable, its letters and digits, and its words without their endings."""

    name: str
    letters: str
    stems: list[str]


def _spell(name: str) -> _Spelling:
    """Return the spelling of a name. Without endings PROXIES is PROXY, TRUSTED is TRUST."""
    singulars = [
        re.sub("IES$", "Y", word).removesuffix("S") for word in name.split("_")
    ]
    stems = [re.sub("(?<=...)(ED|ING|E)$", "", word) for word in singulars]
    return _Spelling(name, "".join(filter(str.isalnum, name)), stems)


def _find_meant(name: str, settings: Sequence[_Spelling]) -> str | None:
    """Return the name of the setting that a variable's name misspells; None if there is none."""
    spellings = list(map(_spell, dict.fromkeys((name, name.removesuffix("_FILE")))))
    for is_like in (_is_near, _has_words):
        for spelling in spellings:
            for setting in settings:
                if is_like(spelling, setting):
                    return setting.name
    return None


def _has_words(name: _Spelling, setting: _Spelling) -> bool:
    """Return whether a name has the words of a setting in any order, or the first of them, with any endings."""
    stems = name.stems
    expected = setting.stems
    return len(stems) > 1 and (
        sorted(stems) == sorted(expected) or stems == expected[: len(stems)]
    )


def _is_near(name: _Spelling, setting: _Spelling) -> bool:
    return differ(name.letters, setting.letters, 1)


def read_text(name: str, default: str) -> str:
    """Return the text of a variable, or `default` if it is unset or empty: compose files may pass empty variables."""
    return os.environ.get(name) or default


def is_set(name: str) -> bool:
    """Return whether the variable of a setting is set, or the variable with the path of its file."""
    return bool(read_text(name, "") or read_text(f"{name}_FILE", ""))


def read_integer(
    name: str, default: int, minimum: int = 1, maximum: int | None = None
) -> int:
    """Return the integer in a variable, or `default` if it is unset or empty. Raises `EnvValidationError`."""
    try:
        return (
            Env().int(name, validate=Range(minimum, maximum))
            if read_text(name, "")
            else default
        )
    except EnvValidationError:
        bounds = (
            f"of at least {minimum}"
            if maximum is None
            else f"from {minimum} to {maximum}"
        )
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
    """Return the value of the variable `name`, or the content of the file named by `name`_FILE, or else `default`.

    Orchestrators mount secrets as files, so that no description of a container shows them. Raises `EnvValidationError`
    if both variables are set, if the file cannot be read, and if the value or the file has only blanks and commas.
    """
    text = read_text(name, "")
    file_name = f"{name}_FILE"
    file = read_text(file_name, "")
    if text and not text.strip(_SEPARATORS):
        raise setting_error(
            f"{name} has only blanks and commas: give it a value, or unset it."
        )
    if not file:
        return Secret(name, text or default)
    if text:
        raise setting_error(f"{name} and {file_name} are both set: set one of them.")
    return Secret(file_name, _read_secret_file(file_name, file))


def _read_secret_file(name: str, file: str) -> str:
    """Return the text of the file that the variable `name` names. Raises `EnvValidationError` as `read_secret` does."""
    sentence = f"{name} must be the path of a file"
    try:
        content = Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise setting_error(
            f"{sentence} that can be read: {error.strerror} ({file})."
        ) from None
    except UnicodeDecodeError:
        raise setting_error(f"{sentence} of text in UTF-8 ({file}).") from None
    if not content.strip(_SEPARATORS):
        raise setting_error(f"{sentence} that is not empty ({file}).")
    return content

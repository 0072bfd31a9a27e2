"""Read environment variables. A message of an error names the variable and says what is accepted."""

import re
import sys
from collections.abc import Iterator
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


def read_integer(env: Env, name: str, default: int, minimum: int = 1, maximum: int | None = None) -> int:
    """Return the integer of a variable. Raises `EnvValidationError`, which says what is accepted."""
    try:
        return env.int(name, default, validate=Range(minimum, maximum))
    except EnvValidationError:
        accepted = f"of at least {minimum}" if maximum is None else f"from {minimum} to {maximum}"
        raise EnvValidationError(f"{name} must be an integer {accepted}.", []) from None


def read_boolean(env: Env, name: str, default: bool) -> bool:  # noqa: FBT001
    """Return the boolean of a variable. Raises `EnvValidationError`, which says what is accepted."""
    try:
        return env.bool(name, default)
    except EnvValidationError:
        raise EnvValidationError(f"{name} must be true or false.", []) from None


class Secret(NamedTuple):
    """The text of a secret setting, and the name of the variable that it comes from."""

    name: str
    text: str

    @property
    def items(self) -> list[str]:
        """Return the items between commas or line breaks."""
        return [item.strip() for item in re.split(r"[,\n]", self.text) if item.strip()]


def read_secret(env: Env, name: str, default: str = "") -> Secret:
    """Return the variable `name`, or the content of the file that the variable `name`_FILE names.

    Orchestrators mount secrets as files, so that no description of a container shows them.
    Raises `EnvValidationError` if both are set, or the file cannot be read or is empty.
    """
    text, file = env.str(name, ""), env.str(file_name := f"{name}_FILE", "")
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
    if not content.strip(", \n"):
        raise EnvValidationError(f"{file_name} must be the path of a file that is not empty ({file}).", [])
    return Secret(file_name, content)

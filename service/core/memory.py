"""Remember what a response computes once, such as counts of arrangements, while it draws its results."""

from dataclasses import dataclass
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


@dataclass(frozen=True)
class Remembered(Generic[_Value]):
    """A kind of values that a response computes once. The name is the kind's own."""

    name: str


class Memory(dict[tuple[str, bytes], object]):
    """The values that a response has computed, by the name of their kind and, if a kind has several, by a key."""

    def find(self, kind: Remembered[_Value], key: bytes = b"") -> _Value | None:
        """Return the value that was kept, None if none was."""
        value: _Value | None = self.get((kind.name, key))  # type: ignore[assignment]
        return value

    def keep(self, kind: Remembered[_Value], value: _Value, key: bytes = b"") -> None:
        """Keep a value, in place of an earlier value of the kind with the same key."""
        self[kind.name, key] = value

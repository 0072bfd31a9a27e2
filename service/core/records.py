"""Frozen dataclasses that are quicker to define, by a decorator with the name and the parameters of the standard one.

`dataclasses` compiles six functions for each of 270 classes: a quarter of the CPU time that the service took to start.
This decorator leaves it three; the other three are closures. Type checkers take it for the standard decorator.
"""

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]


def _define(cls: Any, *, eq: bool = True, **options: bool) -> Any:
    """Return a dataclass; what the class itself defines stays."""
    has_own = {name for name in ("__repr__", "__eq__", "__hash__") if vars(cls).get(name) is not None}
    cls = dataclasses.dataclass(repr=False, eq=False, **options)(cls)
    if "__repr__" not in has_own:
        cls.__repr__ = _repr
    if not eq:
        return cls
    names = [field.name for field in dataclasses.fields(cls) if field.compare]
    values: Callable[[Any], Any] = attrgetter(*names) if len(names) > 1 else partial(_list_values, names)

    def equals(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    if "__eq__" not in has_own:
        cls.__eq__ = equals
    if "__hash__" not in has_own:
        cls.__hash__ = lambda self: hash(values(self))
    return cls


def _list_values(names: Sequence[str], self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in names)


@recursive_repr()
def _repr(self: Any) -> str:
    values = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(values)})"


if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:
        """Return the dataclass `cls`, or without it a decorator with these options."""
        define = _define if options.get("frozen") else dataclasses.dataclass
        return define(cls, **options) if cls else lambda cls: define(cls, **options)

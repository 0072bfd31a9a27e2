"""The decorator of records.py makes the dataclasses that the standard one makes."""

import dataclasses
from functools import partial
from typing import Any

from service.core import records
from tests.tables import for_each


def define(dataclass: Any, options: dict[str, bool]) -> Any:
    @dataclass(frozen=True, **options)
    class Base:
        secret: int = dataclasses.field(default=1, repr=False, compare=False)
        items: tuple[int, ...] = ()

    @dataclass(frozen=True, **options)
    class Named(Base):
        name: str = ""

        def __repr__(self) -> str:
            return self.name

    @dataclass(frozen=True, **options)
    class Empty:
        pass

    return Base, Named, Empty


def describe(base: Any, named: Any, empty: Any) -> list[Any]:
    """Return what the classes do with equal, different and changed values."""
    values = [base(), base(secret=2), base(items=(1,)), named(), named(name="a"), empty(), empty()]
    shown = [*map(repr, values[:5])]
    equal = [[first == second for first in values] for second in values]
    hashes = [[hash(first) == hash(second) for first in values] for second in values]
    refused = []
    for value in values[:5]:
        for act in (partial(setattr, value, "items", ()), partial(delattr, value, "items")):
            try:
                act()
            except dataclasses.FrozenInstanceError as error:
                refused.append(str(error))
    changed = dataclasses.replace(values[2], secret=5)
    return [shown, equal, hashes, refused, changed == values[2], changed.secret, base.__match_args__]


@for_each("options", [{}, {"kw_only": True}, {"eq": False}, {"slots": True}])
def test_its_classes_behave_as_those_of_the_standard_library(options: dict[str, bool]) -> None:
    assert describe(*define(records.dataclass, options)) == describe(*define(dataclasses.dataclass, options))


def test_a_class_that_is_not_frozen_can_be_changed() -> None:
    @records.dataclass
    class Counter:
        count: int = 0

    counter = Counter()
    counter.count += 1
    assert counter == Counter(1)

"""The rules of groups, as sets of items: how many of each a group has (docs/definitions/rules.md)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..core.errors import Refused
from .attributes import ListedItems, find_text
from .rules import GroupRules


class GroupSizes:
    """The sizes of groups of n items: the first n mod `count` groups have one item more than the others."""

    def __init__(self, n: int, count: int) -> None:
        self.count = count
        self.smallest, self.larger = divmod(n, count)

    def __getitem__(self, group: int) -> int:
        return self.smallest + (group < self.larger)

    def __iter__(self) -> Iterator[int]:
        return map(self.__getitem__, range(self.count))

    def count_room(self, most: int) -> int:
        """Return the number of items that all groups take, if each takes at most `most`."""
        return (
            min(most, self.smallest) * (self.count - self.larger)
            + min(most, self.smallest + 1) * self.larger
        )


@dataclass(frozen=True, eq=False)
class GroupRule:
    """A set of items: a group has at least `least` and at most `most` of them. `field` and `label` name the rule."""

    members: tuple[int, ...]
    least: int
    most: int
    field: str
    label: str

    def count_exact(self, sizes: GroupSizes) -> int | None:
        """Return the number of items that each group must have, or its size if that is less; None if it may differ."""
        if len(self.members) == sizes.count_room(self.most):
            return self.most
        return self.least if len(self.members) == self.least * sizes.count else None


def count_groups(n: int, rules: GroupRules) -> int:
    """Return the number of groups of n items. Raises `Refused` unless `groups` or `group_size` gives it."""
    if (rules.groups is None) == (rules.group_size is None):
        given = (
            "are given; leave one out"
            if rules.groups
            else "are missing; give one of them"
        )
        raise Refused("groups", f"groups and group_size {given}.")
    if rules.group_size is None:
        if (rules.groups or 0) > n:
            raise Refused(
                "groups",
                f"{rules.groups:,} groups of {n:,} items would leave some empty.",
            )
        return rules.groups or 1
    if n % rules.group_size or not n:
        raise Refused(
            "group_size",
            f"{n:,} items make no groups of {rules.group_size:,}; with `groups` sizes may differ by one.",
        )
    return n // rules.group_size


def list_sources(
    items: ListedItems, rules: GroupRules
) -> Iterator[Sequence[GroupRule]]:
    """Yield the rules of each attribute, limit and list that can be broken, in the order of their definition."""
    for number, attribute in enumerate(rules.different):
        path = f"different[{number}]"
        yield _list_rules(items.group_by(attribute, path), 0, 1, path, attribute)
    for number, limit in enumerate(rules.limits):
        path = f"limits[{number}]"
        values = items.group_by(limit.attribute, f"{path}.attribute")
        if limit.value is not None:
            value = find_text(limit.value, values)
            if value not in values:
                known = ", ".join(list(values)[:5])
                raise Refused(
                    f"{path}.value",
                    f"No item has {limit.attribute} {limit.value!r}; they have {known}.",
                )
            values = {value: values[value]}
        most = len(items) if limit.max is None else limit.max
        if limit.min > most:
            raise Refused(
                f"{path}.min",
                f"min is {limit.min:,} and max is {most:,}; min must not be above max.",
            )
        yield _list_rules(values, limit.min, most, path, limit.attribute)
    lists = [
        (f"apart[{number}]", names, True) for number, names in enumerate(rules.apart)
    ]
    lists += [
        (f"met[{number}]", names, False) for number, names in enumerate(rules.met)
    ]
    for path, names, has_places in lists:
        found = {
            items.find(name, f"{path}[{place}]" if has_places else path)
            for place, name in enumerate(names)
        }
        yield (
            [GroupRule(tuple(sorted(found)), 0, 1, path, f"a name in {path}")]
            if len(found) > 1
            else []
        )


def _list_rules(
    values: Mapping[str, Sequence[int]],
    least: int,
    most: int,
    field: str,
    attribute: str,
) -> Sequence[GroupRule]:
    return [
        GroupRule(tuple(indices), least, most, field, f"{attribute} {text!r}")
        for text, indices in values.items()
        if least or len(indices) > most
    ]

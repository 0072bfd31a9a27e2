"""Read the attributes of items, which are the members of JSON objects, and find the item that a name means."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Annotated, Any

import rfc8785

from ..core.errors import Details, Refused, join_words
from ..core.unknown_names import did_you_mean
from ..core.value_types import JsonSchema, Text
from ..names.normal_forms import to_nfc
from .bounded_attempts import list_bits

DECIMALS = 20  # of a number that is added
_MAX_SHOWN = 60  # characters of a value in a message
_MAX_LISTED = 5  # values in a message
MAX_NAMED = 8  # items of a set in a message
_MAX_UNKNOWN = 40  # unknown names in a message


@dataclass(frozen=True, eq=False)
class ItemName(Text):
    """A value type: the name of an item."""

    max_length: int = 256

    @property
    def accepted_in_requests(self) -> str:
        return f'{self.accepted}, the name of an item: for the item 5 "5"'


class GivenItem(ItemName):
    """A value type: the name of an item, or the whole item as in a response, which stands for its name."""

    @property
    def accepted_in_requests(self) -> str:
        return f"an item with a name, or its name, {self.accepted}"

    reason = None

    @property
    def schema(self) -> JsonSchema:
        return {}  # so that generators need not tell a name from an object

    def fits(self, value: object) -> bool:
        return super().fits(read_name(value))

    def convert(self, value: Any) -> Any:
        return read_name(value)


class ListedItems:
    """The items of a list, with their attributes and names."""

    def __init__(self, items: Sequence[Any]) -> None:
        self.items = items
        self._groups: dict[str, Mapping[str, Sequence[int]]] = {}

    def __len__(self) -> int:
        return len(self.items)

    def group_by(self, attribute: str, path: str) -> Mapping[str, Sequence[int]]:
        """Return the indices of the items with each value of an attribute, in the order of the values in the list.

        An item without the attribute has no value. Raises `Refused`, naming `path`, if no item has the attribute.
        """
        if attribute not in self._groups:
            groups = defaultdict(list)
            for index, item in enumerate(self.items):
                text = self.read_attribute(index, item, attribute)
                if text is not None:
                    groups[text].append(index)
            if not groups:
                raise Refused(path, self._describe_lack(attribute))
            self._groups[attribute] = groups
        return self._groups[attribute]

    def read_attribute(self, index: int, item: Any, attribute: str) -> str | None:
        """Return the text of an attribute of an item; None if it is missing or null.

        Raises `Refused`, naming the `index` of the item, for a value that has no text, such as a list.
        """
        value = item.get(attribute) if isinstance(item, dict) else None
        if value is None:
            return None
        text = _write_text(value)
        if text is None:
            raise Refused(
                "items",
                f"Item {index}: {attribute} must be a text, a number up to 2^53 - 1 in magnitude or a boolean.",
            )
        return text

    def find(self, name: str, path: str) -> int:
        """Return the index of the item that a name means. Raises `Refused`, naming `path`, unless it is one item."""
        indices = self._by_name.get(find_text(name, self._by_name), ())
        if len(indices) == 1:
            return indices[0]
        if indices:
            raise Refused(path, _describe_namesakes(name, indices))
        raise Refused(path, self._describe_unknown(name))

    def _describe_unknown(self, name: str) -> str:
        """Return sentences which say that no item has this name, and which name may be meant."""
        hint = did_you_mean(name, self._by_name)
        if not hint and not self._by_name:
            hint = " An item is named by its text; an object by its member `name`."
        return f"No item is named {quote(name)}.{self.describe_form(name) or hint}"

    def describe(self, items: int) -> str:
        """Return the first items of a set by their names or positions: "{a, b, …}". Bit i stands for item i."""
        if not items:
            return "nobody"
        shown = [self._show(place) for place in list_first(items)]
        if items.bit_count() > MAX_NAMED:
            shown.append("…")
        return f"{{{', '.join(shown)}}}"

    def _show(self, place: int) -> str:
        """Return the name of an item, or its position; "nobody" for the item that is added to make the number even."""
        name = read_name(self.items[place]) if place < len(self) else "nobody"
        return f"item {place}" if name is None else name[:_MAX_SHOWN]

    def list_ignored(
        self, names: Iterable[str], field: str, unknown: str
    ) -> Collection[str]:
        """Return the names that no item has, if `unknown` is "ignore"; otherwise return ().

        Raises `Refused`, naming `field`, for names that differ from a known name only in their Unicode normal form,
        and, if `unknown` is "refuse", for two or more unknown names, all at once. A single name that is refused is left
        to `find`, which says where it stands.
        """
        missing = [
            name
            for name in dict.fromkeys(names)
            if find_text(name, self._by_name) not in self._by_name
        ]
        forms = {name: self.describe_form(name) for name in missing}
        wrong = [name for name, form in forms.items() if form or unknown == "refuse"]
        if len(wrong) > 1 or (wrong and unknown == "ignore"):
            hint = next(
                filter(None, forms.values()),
                ' Who left is ignored with "unknown": "ignore".',
            )
            raise Refused(field, f"No item is named {_join_names(wrong)}.{hint}")
        # A single wrong name is refused where it stands, by `find`.
        return () if wrong else forms.keys()

    def read_numbers(self, attribute: str, path: str) -> Sequence[int]:
        """Return, for each item, the number in an attribute, as `read_number` returns it; 0 without the attribute."""
        numbers = [0] * len(self)
        for text, indices in self.group_by(attribute, path).items():
            number = read_number(text)
            if number is None:
                shown = f"{attribute} {quote(text)}"
                raise Refused(
                    path,
                    f"Item {indices[0]} has {shown}, which is no number of up to {DECIMALS} decimals.",
                )
            for index in indices:
                numbers[index] = number
        return numbers

    def describe_form(self, name: str) -> str:
        """Return a sentence about an item with this name in another Unicode normal form, or "" if there is none."""
        known = self._by_form.get(to_nfc(name))
        if known is None:
            return ""
        [index, *_] = self._by_name[known]
        return f" Item {index} looks the same and is another text: {known!a}, not {name!a}. Send it as it is."

    @cached_property
    def _by_form(self) -> Mapping[str, str]:
        """By normal form, the names that are short enough for a request."""
        return {
            to_nfc(name): name
            for name in self._by_name
            if len(name) <= ItemName.max_length
        }

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[int]]:
        """By name, the indices of the items with this name. Items without a name are left out."""
        names = defaultdict(list)
        for index, item in enumerate(self.items):
            text = read_name(item)
            if text is not None:
                names[text].append(index)
        return dict(names)

    def _describe_lack(self, attribute: str) -> str:
        """Return a sentence on an attribute that no item has, and on the attributes that items have."""
        names = list(
            dict.fromkeys(
                name for item in self.items if isinstance(item, dict) for name in item
            )
        )
        if not names:
            return f"No item has {quote(attribute)}: an item with attributes is an object, and none is."
        if attribute in names:
            return f"Every item with {quote(attribute)} has null there, which counts as missing."
        known = ", ".join(name[:_MAX_SHOWN] for name in names[:_MAX_LISTED])
        hint = did_you_mean(attribute, names) or f" The items have {known}."
        return f"No item has {quote(attribute)}.{hint}"


class FirstItems(Details):
    """The first items of a set, as `list_first` returns them, and the size of the set."""

    items: Annotated[Sequence[int], "Positions of the first items"]
    item_count: Annotated[int, "How many items there are"]


def list_first(items: int) -> list[int]:
    """Return the first positions of a set of items, as many as a message names: [0, 2] of 0b101."""
    return list(islice(list_bits(items), MAX_NAMED))


def quote(text: str) -> str:
    """Return the beginning of a text of the caller in quotes, for a message."""
    return repr(text[:_MAX_SHOWN])


def _describe_namesakes(name: str, indices: Sequence[int]) -> str:
    """Return a sentence which says that several items have this name, and lists the first of their indices."""
    places: list[object] = list(indices[:_MAX_LISTED])
    if len(indices) > _MAX_LISTED:
        places.append("others")
    return f"Items {join_words(places)} are named {quote(name)}; give each item a name of its own."


def _join_names(names: Sequence[str]) -> str:
    """Return the first names in words, and how many more there are: 'Ann', 'Bob' and 'Cem' and 7 more."""
    shown = join_words([quote(name) for name in names[:_MAX_UNKNOWN]])
    more = len(names) - _MAX_UNKNOWN
    return f"{shown} and {more:,} more" if more > 0 else shown


def read_name(item: object) -> str | None:
    """Return the name of an item: its text, or the member `name` of an object; None if it has no name."""
    return _write_text(item.get("name") if isinstance(item, dict) else item)


def find_text(text: str, known: Collection[str]) -> str:
    """Return the text. If only the canonical text of its number is known, return that: 1e-7 for "1e-07"."""
    if text in known or not _NUMBER.fullmatch(text):
        return text
    canonical = _write_text(float(text))
    return canonical if canonical is not None and canonical in known else text


def read_number(text: str) -> int | None:
    """Return the number in a text that is a JSON number: the decimal of its canonical JSON, times 10^`DECIMALS`.

    Return None for another text, and for a number with more decimals.
    """
    canonical = _write_text(float(text)) if _NUMBER.fullmatch(text) else None
    if canonical is None:
        return None
    number = Fraction(canonical)
    scale, remainder = divmod(10**DECIMALS, number.denominator)
    return None if remainder else number.numerator * scale


# A number as JSON writes it.
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def _write_text(value: object) -> str | None:
    """Return the text of a string, a number up to 2^53 - 1 in magnitude or a boolean; None for any other value."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if abs(value) < 2**53 else None
    if not isinstance(value, float):
        return None
    try:
        return rfc8785.dumps(int(value) if value.is_integer() else value).decode()
    except rfc8785.CanonicalizationError:
        return None

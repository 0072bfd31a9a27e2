"""Errors for names that no table has: they say which known names may be meant (../names/suggestions.py)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ..names.suggestions import MAX_NAME, find_spelled, suggest_names
from .errors import UnknownName, join_words

Entry = TypeVar("Entry")

_MAX_KNOWN = 40  # names that a message lists


def refuse_name(
    kind: str,
    name: str,
    table: Mapping[str, object],
    names: str = "",
    *,
    listed_at: str = "",
    otherwise: str = "",
) -> UnknownName:
    """Return the error for a name that a table of a kind, such as decks, does not have.

    `names` is the sentence about the names that exist; by default it lists them. `listed_at` is the path that lists
    the names of a large table: if there are more than 40, the sentence gives this path in place of the names.
    If the name is one of the `near` names of an entry, a sentence says the difference. `otherwise` is the sentence for
    a name that is close to no known name: it says how to do without an entry.
    """
    suggested_names = suggest_names(name, table)
    hint = _write_hint(suggested_names)
    differences = _list_differences(name, table, suggested_names)
    sentences = list(filter(None, (names, *differences)))
    if not sentences:
        sentences = [_list_known(table, listed_at)]
    message = " ".join([f"There is no {kind} {name[:MAX_NAME]!r}.{hint}", *sentences])
    return UnknownName(message if hint else f"{message} {otherwise}".rstrip())


def _list_known(table: Mapping[str, object], listed_at: str) -> str:
    """Return the sentence with the names of a table, or with the path that lists them if they are many."""
    if listed_at and len(table) > _MAX_KNOWN:
        return f"GET {listed_at} lists all {len(table)}."
    return f"Known: {', '.join(table)}."


def _list_differences(
    name: str, table: Mapping[str, object], suggested_names: Sequence[str]
) -> Iterator[str]:
    """Yield a sentence for each `near` name of a suggested entry if none of its other names is closer to `name`."""
    for entry_name in suggested_names:
        entry: Any = table[entry_name]
        near: Mapping[str, str] | None = getattr(entry, "near", None)
        if not near:
            continue
        for closest in find_spelled(name, (entry_name, *entry.aliases, *near)):
            if closest in near:
                yield f"{closest!r} is nearly {entry_name}, but {near[closest]}."


def get_entry(kind: str, table: Mapping[str, Entry], name: str) -> Entry:
    """Return the entry `name` of a table, such as algorithms. Raises `UnknownName`, which suggests a name."""
    try:
        return table[name]
    except KeyError:
        raise refuse_name(kind, name, table) from None


def did_you_mean(name: str, known_names: Iterable[str]) -> str:
    """Return a sentence that suggests known names (suggestions.py), with a leading space, or "" if no name is near.

    For a table with `near` names, a sentence about the difference follows.
    """
    suggested_names = suggest_names(name, known_names)
    table = known_names if isinstance(known_names, Mapping) else {}
    differences = _list_differences(name, table, suggested_names if table else ())
    return _write_hint(suggested_names) + "".join(
        f" {sentence}" for sentence in differences
    )


def _write_hint(suggested_names: Sequence[str]) -> str:
    names = [repr(str(name)) for name in suggested_names]
    return f" Did you mean {join_words(names, 'or')}?" if names else ""

"""Say which requests an event loop may answer itself, by the view, the names of parameters and their numbers alone.

A view that says nothing is long, and so is a query with a parameter that its view does not list. Of what a caller sent,
this module parses only short numbers.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from inspect import signature
from typing import Any

from ..core.shuffles.registry import DEFAULT_SHUFFLE

MAX_ITEMS = 2_000
"""The most items of a result, or of all results of a batch: they are drawn and written in some 2 ms."""

_MAX_REPEATS = 32
"""The most results of a batch, however small they are: they take some 2 ms."""

_MAX_DIGITS = 16  # of 2^53
_MAX_QUERY = 4_096  # bytes, as in a line of a request

IsShort = Callable[[str], bool]
"""Takes the query of a request without a body. Returns whether an event loop may answer the request."""

_ATTRIBUTE = "short_queries"


class ShortQueries:
    """The queries to a view that an event loop may answer.

    `count_items` takes arguments of the URL rule by position and integer parameters of the query by keyword. It returns
    the number of items that one result counts as. `texts` are the remaining parameters. List a parameter as `name` if
    any of its values, up to the longest query, takes less time than a result. List it as `name=value` if only this
    value does.
    """

    def __init__(
        self, count_items: Callable[..., int], texts: Collection[str] = ()
    ) -> None:
        parameters = signature(count_items).parameters.values()
        self._count_items = count_items
        # The names of arguments of the URL rule, and of integers in the query.
        self._in_path = [
            entry.name for entry in parameters if entry.kind is not entry.KEYWORD_ONLY
        ]
        numbers = [
            entry.name for entry in parameters if entry.kind is entry.KEYWORD_ONLY
        ]
        numbers.append("repeats")
        self._max_parameters = len(texts) + len(numbers)
        number = _match_number(numbers)
        text = _match_text(texts)
        # `_match_query` matches a query with known parameters only, such as "count=5&seed=x". The match has a last
        # group only if a parameter is a number. `_find_numbers` finds the name and the text of each number, which may
        # have a minus: [("count", "5")].
        # The repeated group is not possessive: before 3.11.5 Python would match "decks=" (gh-106052).
        self._match_query = re.compile(rf"(?:(?:{text})(?:&|$)|{number})*").fullmatch
        self._find_numbers = re.compile(rf"(?<![^&]){number}").findall

    def at(self, path: Mapping[str, Any]) -> IsShort:
        """Return the function that takes a query and returns whether it is short, for arguments of the URL rule."""
        arguments = [path[name] for name in self._in_path]
        count_items = partial(self._count_items, *arguments)
        is_short_alone = count_items() <= MAX_ITEMS
        return partial(self._is_short, count_items, is_short_alone)

    def _is_short(
        self,
        count_items: Callable[..., int],
        is_short_alone: bool,  # noqa: FBT001 (of `at`)
        query: str,
    ) -> bool:
        """Return whether a query is short; `is_short_alone` is the answer for a query without numbers."""
        if len(query) > _MAX_QUERY or query.count("&") >= self._max_parameters:
            return False
        match = self._match_query(query)
        if match is None:
            return False
        has_numbers = match.lastindex is not None
        if not has_numbers:
            return is_short_alone
        numbers = {name: int(digits) for name, digits in self._find_numbers(query)}
        repeats = numbers.pop("repeats", 1)
        if repeats > _MAX_REPEATS:
            return False
        return count_items(**numbers) * repeats <= MAX_ITEMS


def _match_number(names: Collection[str]) -> str:
    """Return the pattern of a parameter with one of these names and a number; its groups are name and number."""
    return rf"({'|'.join(names)})=(-?[0-9]{{1,{_MAX_DIGITS}}})(?:&|$)"


def _match_text(texts: Collection[str]) -> str:
    """Return the pattern of parameters with any value, or with one value, as in the text "algorithm=rejection"."""
    patterns = [text if "=" in text else f"{text}=[^&]*+" for text in texts]
    matches_nothing = "(?!)"
    return "|".join(patterns) or matches_nothing


PLAIN_DRAW = ("seed", "index", f"algorithm={DEFAULT_SHUFFLE}")
"""The `texts` of a short draw. Other shuffles are left out: their time depends on parameters of their own."""

SHORT_ALONE = ShortQueries(lambda: 0)
"""For a short view without parameters."""


def keep_short(view: Callable[..., Any], queries: ShortQueries | None) -> None:
    """Store with a view which queries to it are short; with None, no query is short."""
    setattr(view, _ATTRIBUTE, queries)


def find_short(view: Callable[..., Any], path: Mapping[str, Any]) -> IsShort:
    """Return the function that says which queries to a view are short, with `path` as arguments of its URL rule.

    If nothing was stored with the view, no query is short.
    """
    queries: ShortQueries | None = getattr(view, _ATTRIBUTE, None)
    return queries.at(path) if queries else never


def always(_: str) -> bool:
    return True


def never(_: str) -> bool:
    return False

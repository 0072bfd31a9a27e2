"""What is drawn, and the forms in which it is answered: one result or a batch, as JSON, as lines of JSON, as text.

A view says what is to be drawn and how a result is told; everything else about batches and forms is here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from re import compile as pattern
from typing import Any, NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from service.api.http.stats import DrawCost
from service.api.schemas.provenance import seeding
from service.core.rng.streams import Randomness
from service.core.shuffles.batches import Window, windows
from service.core.shuffles.plans import MOST_IN_A_LIST, Plan

Json = dict[str, Any]
Count = Callable[[Mapping[str, Any], DrawCost, int], None]
"""Told of everything that is drawn: the heading of the answer, what it took, and how many results that were."""


def uncounted(heading: Mapping[str, Any], done: DrawCost, results: int) -> None:
    """Count nothing."""


_TOGETHER = 4_096  # items

_BARE = pattern(r"[^\s\"'\\]+")
_NAME = pattern(r"(?!(null|true|false)$)[A-Za-z_][\w.-]*")


def bare(item: str | int) -> str:
    """A card or an integer as one word of text: as it is, or as JSON if it has white space in it."""
    text = str(item)
    return text if _BARE.fullmatch(text) else orjson.dumps(text).decode()


def unmistakable(item: Any) -> str:
    """Any JSON value as text that can be told from every other: names as they are, all else as JSON."""
    return item if isinstance(item, str) and _NAME.fullmatch(item) else orjson.dumps(item).decode()


class ResultPosition(NamedTuple):
    """Which result one is: its number, which is its index if there is a seed, and its place in a batch, both from 0."""

    number: int
    place: int


@dataclass(frozen=True)
class Download:
    """A file of results, each of which has told its `entry`: `head` comes before them all and `between` between two."""

    name: str
    media_type: str
    head: str
    between: str

    def line(self, told: Json, which: ResultPosition) -> str:
        """One result as it stands in the file."""
        entry: str = told["entry"]
        return (self.between if which.place else self.head) + entry


@dataclass(slots=True)
class DrawResponse:
    """What is to be drawn, and how it is told.

    It is the same for every seed, and for none. `heading` comes before the results. `tell` turns the indices of one
    result into its members; `columns` does so for many results at once, into JSON or arrays, where there is a faster
    way. `parts` picks what is written as text, item by item by `word`; a `download`, if that is what was asked for, is
    written instead. `allow` raises `Refused` if the last of the results cannot be told. `weight` counts the texts that
    it holds on to. What is drawn is told to a `count`.
    """

    plan: Plan
    heading: Mapping[str, Any]
    tell: Callable[[Sequence[int], ResultPosition], Json]
    columns: Callable[[NDArray[Any]], Json] | None = None
    parts: Callable[[Json], list[Sequence[Any]]] = lambda told: [next(iter(told.values()))]
    word: Callable[[Any], str] = bare
    download: Download | None = None
    allow: Callable[[ResultPosition], object] = lambda _: None
    weight: int = 0

    def single(self, randomness: Randomness, count: Count = uncounted) -> Json:
        """The answer with one result."""
        self._allow(randomness)
        done = self.plan.under(randomness).draw()
        count(self.heading, done, 1)
        told = self.tell(done.indices, ResultPosition(randomness.index or 0, 0))
        return {**self.heading, "draws": done.draws, **seeding(randomness), **told}

    def batch(self, randomness: Randomness, repeats: int, count: Count = uncounted) -> Json:
        """The answer with many results: their members have one entry for each."""
        self._allow(randomness, repeats)
        done = list(self._windows(randomness, repeats, count))
        draws = sum(window.draws for window in done)
        return {
            **self.heading,
            "draws": draws,
            **seeding(randomness),
            "repeats": repeats,
            **self._columns(done, randomness.index or 0),
        }

    def _windows(self, randomness: Randomness, repeats: int, count: Count) -> Iterator[Window]:
        for window in windows(self.plan.under(randomness), repeats):
            count(self.heading, window, len(window.places))
            yield window

    def _allow(self, randomness: Randomness, repeats: int = 1) -> None:
        later = repeats - 1
        self.allow(ResultPosition((randomness.index or 0) + later, later))

    def _columns(self, done: list[Window], first: int) -> Json:
        if self.columns:
            return self.columns(np.concatenate([window.rows for window in done]))
        told = [result for window in done for result, _ in self._told(window, first)]
        return {member: [result[member] for result in told] for member in told[0]}

    def lines(self, randomness: Randomness, repeats: int, count: Count = uncounted) -> Iterator[bytes]:
        """Each result as a line of JSON, some lines at a time, drawn as they are asked for."""
        self._allow(randomness, repeats)
        first, seeded = randomness.index or 0, randomness.seed is not None
        found = self._windows(randomness, repeats, count)
        return _begun(map(partial(self._lines, first=first, seeded=seeded), found))

    def texts(self, randomness: Randomness, repeats: int, count: Count = uncounted) -> Iterator[bytes]:
        """Each result as a line of text: items separated by spaces, the parts of a deal by tabs. Or the download."""
        self._allow(randomness, repeats)
        found = self._windows(randomness, repeats, count)
        return _begun(map(partial(self._text, first=randomness.index or 0), found))

    def _text(self, window: Window, first: int) -> bytes:
        write = self.download.line if self.download else self._line
        return "".join(write(told, which) for told, which in self._told(window, first)).encode()

    def _told(self, window: Window, first: int) -> Iterator[tuple[Json, ResultPosition]]:
        wide = window.rows.shape[1] > MOST_IN_A_LIST
        rows: Sequence[Sequence[int]] = window.rows if wide else window.rows.tolist()  # type: ignore[assignment]
        for place, row in zip(window.places, rows, strict=True):
            which = ResultPosition(first + place, place)
            yield self.tell(row, which), which

    def _lines(self, window: Window, first: int, *, seeded: bool) -> bytes:
        return b"".join(
            orjson.dumps(
                {"index": which.number, **told} if seeded else told,
                option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SERIALIZE_NUMPY,
            )
            for told, which in self._told(window, first)
        )

    def _line(self, told: Json, _: ResultPosition) -> str:
        return "\t".join(" ".join(self._words(part)) for part in self.parts(told)) + "\n"

    def _words(self, part: Sequence[Any]) -> Iterator[str]:
        if len(part) <= _TOGETHER:
            return map(self.word, part)
        # A word for each of very many items takes much more memory than the text of some of them.
        pieces = (part[start : start + _TOGETHER] for start in range(0, len(part), _TOGETHER))
        return (" ".join(map(self.word, piece)) for piece in pieces)


def _begun(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The chunks, the first of them made already: what goes wrong goes wrong before an answer begins."""
    return chain([next(chunks)], chunks)

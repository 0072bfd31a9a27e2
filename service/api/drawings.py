"""What is drawn, and the forms in which it is answered: one result or a batch, as JSON, as lines of JSON, as text.

A view says what is to be drawn and how a result is told; everything else about batches and forms is here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from re import compile as pattern
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from service.api.provenance import seeding
from service.core.batches import Window, windows
from service.core.permutations import Plan
from service.core.streams import Randomness

Told = dict[str, Any]

_BARE = pattern(r"[^\s\"'\\]+")
_NAME = pattern(r"(?!(null|true|false)$)[A-Za-z_][\w.-]*")


def bare(item: str | int) -> str:
    """A card or an integer as one word of text: as it is, or as JSON if it has white space in it."""
    text = str(item)
    return text if _BARE.fullmatch(text) else orjson.dumps(text).decode()


def unmistakable(item: Any) -> str:
    """Any JSON value as text that can be told from every other: names as they are, all else as JSON."""
    return item if isinstance(item, str) and _NAME.fullmatch(item) else orjson.dumps(item).decode()


@dataclass(slots=True)
class Drawing:
    """What is to be drawn, and how it is told.

    It is the same for every seed, and for none. `heading` comes before the results. `tell` turns the indices of one
    result into its members; `columns` does so for many results at once, into JSON or arrays, where there is a faster
    way. `parts` picks what is written as text, item by item by `word`. `weight` counts the texts that it holds on to.
    """

    plan: Plan
    heading: Mapping[str, Any]
    tell: Callable[[Sequence[int]], Told]
    columns: Callable[[NDArray[Any]], Told] | None = None
    parts: Callable[[Told], list[Sequence[Any]]] = lambda told: [next(iter(told.values()))]
    word: Callable[[Any], str] = bare
    weight: int = 0

    def single(self, randomness: Randomness) -> Told:
        """The answer with one result."""
        done = self.plan.under(randomness).draw()
        return {**self.heading, "draws": done.draws, **seeding(randomness), **self.tell(done.indices)}

    def batch(self, randomness: Randomness, repeats: int) -> Told:
        """The answer with many results: their members have one entry for each."""
        done = list(windows(self.plan.under(randomness), repeats))
        draws = sum(window.draws for window in done)
        return {
            **self.heading,
            "draws": draws,
            **seeding(randomness),
            "repeats": repeats,
            **self._columns(done),
        }

    def _columns(self, done: list[Window]) -> Told:
        arrays = [window.rows for window in done if isinstance(window.rows, np.ndarray)]
        if self.columns and len(arrays) == len(done):
            return self.columns(np.concatenate(arrays))
        told = [self.tell(row) for window in done for row in _rows(window)]
        return {member: [result[member] for result in told] for member in told[0]}

    def lines(self, randomness: Randomness, repeats: int) -> Iterator[bytes]:
        """Each result as a line of JSON, some lines at a time, drawn as they are asked for."""
        first = None if randomness.seed is None else randomness.index or 0
        return _begun(self._lines(window, first) for window in windows(self.plan.under(randomness), repeats))

    def texts(self, randomness: Randomness, repeats: int) -> Iterator[bytes]:
        """Each result as a line of text: items separated by spaces, the parts of a deal by tabs."""
        return _begun(map(self._texts, windows(self.plan.under(randomness), repeats)))

    def _lines(self, window: Window, first: int | None) -> bytes:
        return b"".join(
            orjson.dumps(
                self.tell(row) if first is None else {"index": first + place, **self.tell(row)},
                option=orjson.OPT_APPEND_NEWLINE,
            )
            for place, row in zip(window.places, _rows(window), strict=True)
        )

    def _texts(self, window: Window) -> bytes:
        parts = (self.parts(self.tell(row)) for row in _rows(window))
        return "".join("\t".join(" ".join(map(self.word, part)) for part in each) + "\n" for each in parts).encode()


def _begun(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The chunks, the first of them made already: what goes wrong goes wrong before an answer begins."""
    return chain([next(chunks)], chunks)


def _rows(window: Window) -> Sequence[Sequence[int]]:
    rows: Sequence[Sequence[int]] = window.rows.tolist() if isinstance(window.rows, np.ndarray) else window.rows
    return rows

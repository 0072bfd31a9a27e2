"""Responses with random results: one result or a batch, as JSON, NDJSON, plain text or a file.

A view says what to draw and how a result becomes JSON; batches and the other media types follow from that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from re import compile as pattern
from typing import Any, NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from service.api.http.responses import NDJSON
from service.core.rng.streams import STREAM, Randomness
from service.core.shuffles.batches import Chunk, chunks
from service.core.shuffles.plans import MAX_LIST, Permutation, Plan

Json = dict[str, Any]

_ITEMS_AT_ONCE = 4_096
_BARE_WORD = pattern(r"[^\s\"'\\]+")
_NAME = pattern(r"(?!(null|true|false)$)[A-Za-z_][\w.-]*")


def format_word(item: str | int) -> str:
    """Return a card or an integer as one word of text: unchanged, or as JSON if it contains white space."""
    text = str(item)
    return text if _BARE_WORD.fullmatch(text) else orjson.dumps(text).decode()


def format_value(item: Any) -> str:
    """Return any JSON value as text that is different for every value: names unchanged, all else as JSON."""
    return item if isinstance(item, str) and _NAME.fullmatch(item) else orjson.dumps(item).decode()


class ResultPosition(NamedTuple):
    """The position of a result: its number, which is the index if there is a seed, and its offset in the batch."""

    number: int
    offset: int


class BatchCost(NamedTuple):
    """The draws and words that the results of a batch took together."""

    draws: int
    words: int
    rejections: int


@dataclass(frozen=True)
class Download:
    """A file of the members `entry` of results: `head` comes before the first and `between` before the others."""

    name: str
    media_type: str
    head: str
    between: str

    def format(self, result: Json, position: ResultPosition) -> str:
        """Return one result as text of the file."""
        entry: str = result["entry"]
        return (self.between if position.offset else self.head) + entry


@dataclass(frozen=True, slots=True)
class DrawResponse:
    """A plan and the conversion of its results; the same for every seed and for none.

    `common` are the members before the results. `to_json` returns the members of one result from its indices;
    `batch_to_json` does so for many results at once where there is a faster way. `text_groups` selects the lists that
    plain text has, item by item through `format_item`; a `download` replaces the text. `check_position` raises
    `Refused` if the last result cannot be represented. `cache_weight` is the number of labels that the object keeps
    alive while it is cached.
    """

    plan: Plan
    common: Mapping[str, Any]
    to_json: Callable[[Sequence[int], ResultPosition], Json]
    batch_to_json: Callable[[NDArray[Any]], Json] | None = None
    text_groups: Callable[[Json], list[Sequence[Any]]] = lambda result: [next(iter(result.values()))]
    format_item: Callable[[Any], str] = format_word
    download: Download | None = None
    check_position: Callable[[ResultPosition], object] | None = None
    cache_weight: int = 0

    def single(self, randomness: Randomness) -> tuple[Json, Permutation]:
        """Draw one result; return the body of the response and what the draw cost."""
        self._check_last(randomness, 1)
        drawn = self.plan.draw(randomness)
        result = self.to_json(drawn.indices, ResultPosition(randomness.index or 0, 0))
        return {**self.common, "draws": drawn.draws, **seed_fields(randomness), **result}, drawn

    def batch(self, randomness: Randomness, repeats: int) -> tuple[Json, BatchCost]:
        """Draw many results; return a body whose members have one entry for each, and what the draws cost."""
        self._check_last(randomness, repeats)
        drawn = list(chunks(self.plan, randomness, repeats))
        cost = BatchCost(*(sum(getattr(chunk, name) for chunk in drawn) for name in BatchCost._fields))
        return {
            **self.common,
            "draws": cost.draws,
            **seed_fields(randomness),
            "repeats": repeats,
            **self._columns(drawn, randomness.index or 0),
        }, cost

    def stream(self, media_type: str, randomness: Randomness, repeats: int) -> Iterator[tuple[bytes, Chunk]]:
        """Draw results while they are sent; yield each chunk as NDJSON, as plain text or as part of the download.

        The first chunk is drawn at once, so that an error is raised before the response begins.
        """
        self._check_last(randomness, repeats)
        write = self._write_ndjson if media_type == NDJSON else self._write_text
        parts = ((write(chunk, randomness), chunk) for chunk in chunks(self.plan, randomness, repeats))
        return chain([next(parts)], parts)

    def _check_last(self, randomness: Randomness, repeats: int) -> None:
        if self.check_position:
            self.check_position(ResultPosition((randomness.index or 0) + repeats - 1, repeats - 1))

    def _columns(self, drawn: list[Chunk], first: int) -> Json:
        if self.batch_to_json:
            return self.batch_to_json(np.concatenate([chunk.rows for chunk in drawn]))
        results = [result for chunk in drawn for result, _ in self._results(chunk, first)]
        return {member: [result[member] for result in results] for member in results[0]}

    def _results(self, chunk: Chunk, first: int) -> Iterator[tuple[Json, ResultPosition]]:
        is_wide = chunk.rows.shape[1] > MAX_LIST
        rows: Any = chunk.rows if is_wide else chunk.rows.tolist()
        for offset, row in zip(chunk.offsets, rows, strict=True):
            position = ResultPosition(first + offset, offset)
            yield self.to_json(row, position), position

    def _write_ndjson(self, chunk: Chunk, randomness: Randomness) -> bytes:
        has_seed = randomness.seed is not None
        return b"".join(
            orjson.dumps(
                {"index": position.number, **result} if has_seed else result,
                option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SERIALIZE_NUMPY,
            )
            for result, position in self._results(chunk, randomness.index or 0)
        )

    def _write_text(self, chunk: Chunk, randomness: Randomness) -> bytes:
        write = self.download.format if self.download else self._write_line
        results = self._results(chunk, randomness.index or 0)
        return "".join(write(result, position) for result, position in results).encode()

    def _write_line(self, result: Json, _: ResultPosition) -> str:
        return "\t".join(" ".join(self._words(group)) for group in self.text_groups(result)) + "\n"

    def _words(self, group: Sequence[Any]) -> Iterator[str]:
        if len(group) <= _ITEMS_AT_ONCE:
            return map(self.format_item, group)
        # A string for each of very many items takes much more memory than the text of some of them at a time.
        parts = (group[start : start + _ITEMS_AT_ONCE] for start in range(0, len(group), _ITEMS_AT_ONCE))
        return (" ".join(map(self.format_item, part)) for part in parts)


def seed_fields(randomness: Randomness) -> dict[str, Any]:
    """Return the members `seed`, `index` and `stream`, or none without a seed."""
    if randomness.seed is None:
        return {}
    return {"seed": randomness.seed, "index": randomness.index or 0, "stream": STREAM}

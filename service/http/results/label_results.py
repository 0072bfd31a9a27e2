"""Write shuffled labels: one result, or many at once, which is faster if all labels have the same width."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from .result_types import Json, NumberResults, ResultPosition
from .row_bytes import (
    fill_page,
    join_columns,
    join_lines,
    split_arrays,
    split_by_digits,
    split_evenly,
    write_indices,
    write_rows,
)

_WIDTHS = {1, 2, 4, 8}  # bytes that are copied as one number
_LINES = 256  # written at a time: the memory of more would go back to the system, and cost more time than writing them


class LabelResults(NumberResults):
    """The results of a shuffle of items with `labels`. Each result has the labels in its `member`, such as "cards"."""

    def __init__(self, member: str, labels: Sequence[str]) -> None:
        super().__init__(max(len(labels) - 1, 0))
        self._member = member
        self._labels = labels

    @property
    def cache_size(self) -> int:
        return len(self._labels)

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {
            self._member: list(map(self._labels.__getitem__, indices)),
            "indices": indices,
        }

    @cached_property
    def _bytes(self) -> NDArray[Any] | None:
        return tabulate_labels(self._labels)

    def columns(self, parts: Sequence[NDArray[Any]]) -> dict[str, Any]:
        rows = np.concatenate(parts)
        page = self._fill(rows, b'["', b'","', b'"],')
        lists = (
            b",".join(self._write_lists(rows))
            if page is None
            else page.reshape(-1)[:-1].data  # without the last comma
        )
        texts = orjson.Fragment(b"".join((b"[", lists, b"]")))
        return {self._member: texts, "indices": rows}

    def _write_lists(self, rows: NDArray[Any]) -> Iterator[bytes]:
        """Yield the labels of some rows at a time as JSON, without the outer brackets."""
        for start in range(0, len(rows), _LINES):
            part = rows[start : start + _LINES].tolist()
            yield orjson.dumps(
                [[self._labels[index] for index in row] for row in part]
            )[1:-1]

    def ndjson(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:
        parts = []
        for start in range(0, len(rows), _LINES):
            index = None if first_index is None else first_index + start
            lines = self._write_lines(rows[start : start + _LINES], index)
            if lines is None:
                return None
            parts.append(lines)
        return b"".join(parts)

    def _write_lines(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:
        """Return a line of JSON for each row of indices, as `ndjson` does; None if the labels differ in width.

        With the member cards, the row [0, 1] becomes b'{"cards":["AS","2S"],"indices":[0,1]}'. If this row is the first
        and `first_index` is 7, its line begins with b'{"index":7,"cards":'. Texts of equal length are copied as the
        columns of a table, which is faster than joining them line by line.
        """
        before = "{" if first_index is None else ","
        start = f'{before}"{self._member}":["'.encode()
        texts = self._fill(rows, start, b'","', b'"],"indices":[')
        if texts is None:
            return None
        text = write_rows(rows)
        indices = split_evenly(text, len(rows))
        if indices is None:
            return join_lines(first_index, map(bytes, texts), split_arrays(text))
        if first_index is None:
            return join_columns(texts, indices, b"]}\n")
        # Lines with equally long indices can have the index of the result as a column, too.
        parts = []
        for numbers in split_by_digits(range(first_index, first_index + len(rows))):
            lines = slice(numbers[0] - first_index, numbers[-1] + 1 - first_index)
            part = join_columns(
                b'{"index":',
                write_indices(numbers),
                texts[lines],
                indices[lines],
                b"]}\n",
            )
            parts.append(part)
        return b"".join(parts)

    def text(self, rows: NDArray[Any]) -> bytes | None:
        page = self._fill(rows, b"", b" ", b"\n")
        return None if page is None else page.tobytes()

    def _fill(
        self, rows: NDArray[Any], start: bytes, between: bytes, end: bytes
    ) -> NDArray[np.uint8] | None:
        """Return `fill_page` of the labels, or None if the labels differ in width or there is no row."""
        table = self._bytes
        if table is None or not rows.size:
            return None
        return fill_page(table, rows, start, between, end)


def tabulate_labels(labels: Sequence[str]) -> NDArray[Any] | None:
    """Return the bytes of each label as an integer; None unless all are words of 1, 2, 4 or 8 unescaped bytes."""
    texts = [label.encode() for label in labels]
    if not all(_is_plain_word(label) for label in labels):
        return None
    widths = {len(text) for text in texts}
    if len(widths) != 1 or not widths <= _WIDTHS:
        return None
    return np.frombuffer(b"".join(texts), f"u{widths.pop()}")


def _is_plain_word(label: str) -> bool:
    """Return whether a label has no white space, and JSON writes it without escapes."""
    is_word = label.split() == [label]
    return is_word and orjson.dumps(label) == b'"' + label.encode() + b'"'

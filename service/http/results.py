"""Write results as JSON, as text and as arrays: each kind of result is a subclass of `Results`.

Subclasses for cards and integers write many results at once, which is faster.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, repeat
from re import compile as pattern
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

Json = dict[str, Any]

_BARE_WORD = pattern(r"[^\s\"'\\]+")
_NAME = pattern(r"(?!(null|true|false)$)[A-Za-z_][\w.-]*")
_WIDTHS = {1, 2, 4, 8}  # bytes that are copied as one number
_LINES = 256  # written at a time: the memory of more would go back to the system, and cost more time than writing them


def format_word(item: str | int) -> str:
    """Return a card or an integer as one word of text: unchanged, or as JSON if it contains white space."""
    text = str(item)
    return text if _BARE_WORD.fullmatch(text) else orjson.dumps(text).decode()


def format_value(item: Any) -> str:
    """Return any JSON value as text that is different for every value: names unchanged, all else as JSON."""
    return (
        item
        if isinstance(item, str) and _NAME.fullmatch(item)
        else orjson.dumps(item).decode()
    )


class ResultPosition(NamedTuple):
    """The position of a result under its seed and in its response.

    `number` is its index, or counts from 0 without a seed; `offset` is `number` minus the index in the request.
    `ordinal` counts the results of the response from 0: it is the offset, unless a condition skips results. `seed` is
    the seed, for files that contain it.
    """

    number: int
    offset: int
    ordinal: int
    seed: str | None = None


class Download(NamedTuple):
    """A file that joins the member `entry` of all results; `head` precedes the first, `between` each later one."""

    name: str
    media_type: str
    head: str
    between: str
    encoding: str

    def format(self, result: Json, position: ResultPosition) -> str:
        entry: str = result["entry"]
        return (self.between if position.ordinal else self.head) + entry


class Results:
    """A writer of results: one as the members of a JSON object or as words of text, or many results at once.

    `no_result` are the members of a response without any result; a `download` replaces the text. A method that writes
    many results returns None if each result must be written by itself.
    """

    no_result: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    download: Download | None = None

    def to_json(self, indices: Sequence[int], position: ResultPosition) -> Json:
        """Return the members of one result from its indices."""
        raise NotImplementedError

    def text_groups(self, result: Json) -> Sequence[Sequence[Any]]:
        """Return the lists that make a line of plain text: tabs separate the lists, spaces the items of a list."""
        return [next(iter(result.values()))]

    def format_item(self, item: Any) -> str:
        """Return an item of a list as a word of plain text."""
        return format_word(item)

    def columns(self, rows: NDArray[Any]) -> dict[str, Any] | None:  # noqa: ARG002
        """Return the members of a response, each with one entry for each row of indices."""
        return None

    def ndjson(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:  # noqa: ARG002
        """Return a line of JSON for each row; the lines have the indices from `first_index` on, none if it is None."""
        return None

    def text(self, rows: NDArray[Any]) -> bytes | None:  # noqa: ARG002
        """Return a line of text for each row."""
        return None


SelectResults = Callable[[Mapping[str, Any]], type[Results]]
"""Returns the class of the results of a request, from the parameters that a response repeats."""


class NumberResults(Results):
    """Results that are also served as an array of the numbers from `smallest` to `largest`."""

    def __init__(self, largest: int, smallest: int = 0) -> None:
        # ~largest needs as many bits as largest and is negative, so that the type of either has room for both.
        widest = largest if smallest >= 0 else min(smallest, ~largest)
        self.dtype = np.min_scalar_type(widest).newbyteorder("<")

    def numbers(self, rows: NDArray[Any]) -> NDArray[Any]:
        return rows

    def npy(self, rows: NDArray[Any]) -> bytes:
        return self.numbers(rows).astype(self.dtype, copy=False).tobytes()

    def npy_header(self, results: int, count: int) -> bytes:
        return _write_npy_header(self.dtype.str, (results, count))


class CardResults(NumberResults):
    """The results of a shuffled deck; `labels` has the label of each card."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(max(len(labels) - 1, 0))
        self._labels = labels

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {
            "cards": list(map(self._labels.__getitem__, indices)),
            "indices": indices,
        }

    @cached_property
    def _bytes(self) -> NDArray[Any] | None:
        return _byte_table(self._labels)

    def columns(self, rows: NDArray[Any]) -> dict[str, Any]:
        page = self._fill(rows, b'["', b'","', b'"],')
        lists = (
            b",".join(self._write_lists(rows))
            if page is None
            else page.reshape(-1)[:-1].data
        )
        return {
            "cards": orjson.Fragment(b"".join((b"[", lists, b"]"))),
            "indices": rows,
        }

    def _write_lists(self, rows: NDArray[Any]) -> Iterator[bytes]:
        """Yield the labels of some rows at a time as JSON, without the outer brackets."""
        for start in range(0, len(rows), _LINES):
            part = rows[start : start + _LINES].tolist()
            yield orjson.dumps(
                [[self._labels[index] for index in row] for row in part]
            )[1:-1]

    def ndjson(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:
        parts = [
            self._write_lines(
                rows[start : start + _LINES],
                None if first_index is None else first_index + start,
            )
            for start in range(0, len(rows), _LINES)
        ]
        lines = [part for part in parts if part is not None]
        return b"".join(lines) if len(lines) == len(parts) else None

    def _write_lines(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:
        start = b'{"cards":["' if first_index is None else b',"cards":["'
        cards = self._fill(rows, start, b'","', b'"],"indices":[')
        if cards is None:
            return None
        text = _write_rows(rows)
        indices = _split_evenly(text, len(rows))
        if indices is None:
            return _join_lines(first_index, map(bytes, cards), _split_arrays(text))
        if first_index is None:
            return _join_columns(cards, indices, b"]}\n")
        ranges = _split_by_digits(range(first_index, first_index + len(rows)))
        parts = [
            (numbers, slice(numbers[0] - first_index, numbers[-1] + 1 - first_index))
            for numbers in ranges
        ]
        return b"".join(
            _join_columns(
                b'{"index":',
                _write_indices(numbers),
                cards[lines],
                indices[lines],
                b"]}\n",
            )
            for numbers, lines in parts
        )

    def text(self, rows: NDArray[Any]) -> bytes | None:
        page = self._fill(rows, b"", b" ", b"\n")
        return None if page is None else page.tobytes()

    def _fill(
        self, rows: NDArray[Any], start: bytes, between: bytes, end: bytes
    ) -> NDArray[np.uint8] | None:
        """Return `_fill_page` of the labels; None if the labels differ in width or there is no row."""
        table = self._bytes
        return (
            None
            if table is None or not rows.size
            else _fill_page(table, rows, start, between, end)
        )


class IntegerResults(NumberResults):
    """The results of a draw of integers from `smallest` to `largest`."""

    def __init__(self, smallest: int, largest: int) -> None:
        super().__init__(largest, smallest)
        self._smallest = smallest

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {"integers": add_to_each(self._smallest, indices)}

    def columns(self, rows: NDArray[Any]) -> dict[str, Any]:
        return {"integers": self.numbers(rows)}

    def ndjson(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:
        start = b'{"integers":[' if first_index is None else b',"integers":['
        return _join_lines(
            first_index, repeat(start), _split_arrays(_write_rows(self.numbers(rows)))
        )

    def numbers(self, rows: NDArray[Any]) -> NDArray[Any]:
        return rows.astype(np.int64) + self._smallest

    def text(self, rows: NDArray[Any]) -> bytes | None:
        return b"".join(
            [
                line.replace(b",", b" ") + b"\n"
                for line in _split_arrays(_write_rows(self.numbers(rows)))
            ]
        )


def add_to_each(
    smallest: int, offsets: Sequence[int] | NDArray[Any]
) -> list[int] | NDArray[Any]:
    """Return `smallest` plus each of the offsets."""
    return (
        offsets + smallest
        if isinstance(offsets, np.ndarray)
        else [smallest + offset for offset in offsets]
    )


@lru_cache(maxsize=64)
def _write_npy_header(dtype: str, shape: tuple[int, int]) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        file, {"descr": dtype, "fortran_order": False, "shape": shape}
    )
    return file.getvalue()


def _write_rows(rows: NDArray[Any]) -> bytes:
    """Return rows of numbers as a JSON array of arrays."""
    return orjson.dumps(rows, option=orjson.OPT_SERIALIZE_NUMPY)


def _split_arrays(text: bytes) -> list[bytes]:
    """Return the numbers of each array in an array of arrays, without brackets."""
    return text[2:-2].split(b"],[")


def _split_evenly(text: bytes, results: int) -> NDArray[np.uint8] | None:
    """Return the numbers of each array in an array of arrays, without brackets, as rows of bytes.

    Return None if the texts differ in length; shuffles of the same numbers do not.
    """
    width, remainder = divmod(len(text) - 1, results)
    if remainder:
        return None
    arrays = np.frombuffer(text, np.uint8, offset=1).reshape(results, width)
    return arrays[:, 1:-2] if (arrays[:, -2] == ord("]")).all() else None


def _split_by_digits(numbers: range) -> Iterator[range]:
    """Split a range of numbers (0 or more) into ranges of numbers with equally many digits."""
    while numbers:
        digits = len(str(numbers[0]))
        size = 10**digits - numbers[0]
        yield numbers[:size]
        numbers = numbers[size:]


def _write_indices(indices: range) -> NDArray[np.uint8]:
    """Return each index as a row of bytes, its digits; all indices must have equally many digits."""
    text = orjson.dumps(
        np.arange(indices.start, indices.stop), option=orjson.OPT_SERIALIZE_NUMPY
    )
    return np.frombuffer(text, np.uint8, offset=1).reshape(len(indices), -1)[:, :-1]


def _join_columns(*columns: bytes | NDArray[np.uint8]) -> bytes:
    """Return the rows of a table as one text.

    A column is an array with a row of bytes for each row of the table, or the bytes that all of them share.
    """
    results = next(len(column) for column in columns if not isinstance(column, bytes))
    page = np.empty(
        (results, sum(np.shape(_row(column))[-1] for column in columns)), np.uint8
    )
    start = 0
    for column in map(_row, columns):
        width = column.shape[-1]
        page[:, start : start + width] = column
        start += width
    return page.tobytes()


def _row(column: bytes | NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.frombuffer(column, np.uint8) if isinstance(column, bytes) else column


def _join_lines(
    first_index: int | None, starts: Iterable[bytes], arrays: list[bytes]
) -> bytes:
    """Return lines of JSON, each from its start and its last array, after its index unless `first_index` is None."""
    parts = [starts, arrays, repeat(b"]}\n")]
    if first_index is not None:
        indices = orjson.dumps(
            np.arange(first_index, first_index + len(arrays)),
            option=orjson.OPT_SERIALIZE_NUMPY,
        )
        parts.insert(
            0, (b'{"index":' + indices[1:-1].replace(b",", b',{"index":')).split(b",")
        )
    return b"".join(chain.from_iterable(zip(*parts, strict=False)))


def _fill_page(
    table: NDArray[Any], rows: NDArray[Any], start: bytes, between: bytes, end: bytes
) -> NDArray[np.uint8]:
    """Return a row of bytes for each row of indices: `start`, their labels with `between` between them, and `end`."""
    width, (results, count) = table.itemsize, rows.shape
    line = start + between.join([bytes(width)] * count) + end
    page = np.empty((results, len(line)), np.uint8)
    page[:] = np.frombuffer(line, np.uint8)
    strides = (len(line), width + len(between))
    cells: NDArray[Any] = np.ndarray(
        (results, count), table.dtype, page, len(start), strides
    )
    cells[:] = table.take(rows)
    return page


def _byte_table(labels: Sequence[str]) -> NDArray[Any] | None:
    """Return the bytes of each label as an integer; None unless all are words of 1, 2, 4 or 8 unescaped bytes."""
    texts = [label.encode() for label in labels]
    widths = {len(text) for text in texts}
    is_plain = all(
        orjson.dumps(label) == b'"' + text + b'"'
        for label, text in zip(labels, texts, strict=True)
    )
    if (
        not is_plain
        or any(label.split() != [label] for label in labels)
        or len(widths) != 1
        or not widths <= _WIDTHS
    ):
        return None
    return np.frombuffer(b"".join(texts), f"u{widths.pop()}")

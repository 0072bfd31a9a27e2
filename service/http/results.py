"""Write results as JSON, as text and as arrays: each kind of result is a subclass of `Results`.

Subclasses for labels and integers write many results at once, which is faster.
"""

import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
    """Return a label or an integer as one word of text: unchanged, or as JSON if it contains white space."""
    text = str(item)
    return text if _BARE_WORD.fullmatch(text) else orjson.dumps(text).decode()


def format_value(item: Any) -> str:
    """Return any JSON value as text that is different for every value: names unchanged, all else as JSON."""
    if isinstance(item, str) and _NAME.fullmatch(item):
        return item
    return orjson.dumps(item).decode()


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

    A method that writes many results returns None if each result must be written by itself.
    """

    no_result: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """The members of a response without any result."""
    unplannable: ClassVar[str] = ""
    """The sentence that refuses a plan of such results; "" if they may be planned."""
    grows: ClassVar[bool] = False
    """Whether a seed keeps its results for a list that grows at its end."""
    download: Download | None = None
    """The file that replaces the text."""

    @property
    def cache_size(self) -> int:
        """Return the number of labels that are kept alive with the results of a cached draw."""
        return 0

    @property
    def unrepeated(self) -> Collection[str]:
        """Return the members of a response, lists of texts, that follow from a text which its `request` omits."""
        return ()

    def check_last(self, position: ResultPosition) -> None:
        """Raise `Refused` if the last result, at a position, cannot be represented."""

    @classmethod
    def read_response(cls, response: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a response to check with its results as this version writes them.

        Another version, or a program that wrote the response anew, may have other JSON values for the same.
        """
        return response

    def to_json(self, indices: Sequence[int], position: ResultPosition) -> Json:
        """Return the members of one result from its indices."""
        raise NotImplementedError

    def text_groups(self, result: Json) -> Sequence[Sequence[Any]]:
        """Return the lists that make a line of plain text: tabs separate the lists, spaces the items of a list."""
        return [next(iter(result.values()))]

    def format_item(self, item: Any) -> str:
        """Return an item of a list as a word of plain text."""
        return format_word(item)

    def columns(self, parts: Sequence[NDArray[Any]]) -> dict[str, Any] | None:  # noqa: ARG002
        """Return the members of a response, each with one entry for each row of indices in all parts."""
        return None

    def ndjson(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:  # noqa: ARG002
        """Return a line of JSON for each row, with indices that count up from `first_index`; None omits them."""
        return None

    def text(self, rows: NDArray[Any]) -> bytes | None:  # noqa: ARG002
        """Return a line of text for each row."""
        return None

    def npy(self, rows: NDArray[Any]) -> bytes:
        """Return the numbers of the rows as they follow in a .npy file, if the endpoint has a table."""
        raise NotImplementedError

    def npy_header(self, results: int, count: int) -> bytes:
        """Return what a .npy file of `results` rows of `count` numbers begins with, if the endpoint has a table."""
        raise NotImplementedError


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


class LabelResults(NumberResults):
    """The results of a shuffle of items with `labels`, which each result has in its `member`, such as cards."""

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
        return _byte_table(self._labels)

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

        Of the member cards the row [0, 1] becomes b'{"cards":["AS","2S"],"indices":[0,1]}'. If it is the first, and the
        first index is 7, the line begins with b'{"index":7,"cards":'. Texts of equal length are copied as the columns
        of a table, which is faster than to join them line by line.
        """
        before = "{" if first_index is None else ","
        start = f'{before}"{self._member}":["'.encode()
        texts = self._fill(rows, start, b'","', b'"],"indices":[')
        if texts is None:
            return None
        text = _write_rows(rows)
        indices = _split_evenly(text, len(rows))
        if indices is None:
            return _join_lines(first_index, map(bytes, texts), _split_arrays(text))
        if first_index is None:
            return _join_columns(texts, indices, b"]}\n")
        # Among lines with equally long indices, the index of a result is a column, too.
        parts = []
        for numbers in _split_by_digits(range(first_index, first_index + len(rows))):
            lines = slice(numbers[0] - first_index, numbers[-1] + 1 - first_index)
            part = _join_columns(
                b'{"index":',
                _write_indices(numbers),
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
        """Return `_fill_page` of the labels; None if the labels differ in width or there is no row."""
        table = self._bytes
        if table is None or not rows.size:
            return None
        return _fill_page(table, rows, start, between, end)


class IntegerResults(NumberResults):
    """The results of a draw of integers from `smallest` to `largest`."""

    def __init__(self, smallest: int, largest: int) -> None:
        super().__init__(largest, smallest)
        self._smallest = smallest

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {"integers": add_to_each(self._smallest, indices)}

    def columns(self, parts: Sequence[NDArray[Any]]) -> dict[str, Any]:
        return {"integers": self.numbers(np.concatenate(parts))}

    def ndjson(self, rows: NDArray[Any], first_index: int | None) -> bytes | None:
        start = b'{"integers":[' if first_index is None else b',"integers":['
        arrays = _split_arrays(_write_rows(self.numbers(rows)))
        return _join_lines(first_index, repeat(start), arrays)

    def numbers(self, rows: NDArray[Any]) -> NDArray[Any]:
        return rows.astype(np.int64) + self._smallest

    def text(self, rows: NDArray[Any]) -> bytes | None:
        arrays = _split_arrays(_write_rows(self.numbers(rows)))
        return b"".join([array.replace(b",", b" ") + b"\n" for array in arrays])


def add_to_each(
    smallest: int, offsets: Sequence[int] | NDArray[Any]
) -> list[int] | NDArray[Any]:
    """Return `smallest` plus each of the offsets."""
    if isinstance(offsets, np.ndarray):
        return offsets + smallest
    return [smallest + offset for offset in offsets]


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
    """Return the numbers of each array in an array of arrays, without brackets: b"[[1,2],[3]]" -> [b"1,2", b"3"]."""
    return text[2:-2].split(b"],[")


def _split_evenly(text: bytes, results: int) -> NDArray[np.uint8] | None:
    """Return the numbers of each array in an array of arrays, without brackets, as rows of bytes.

    Return None if the texts differ in length; shuffles of the same numbers do not. `results` is the number of arrays:
    b"[[1,2],[2,1]]" with 2 results has the rows b"1,2" and b"2,1".
    """
    width, remainder = divmod(len(text) - 1, results)
    if remainder:
        return None
    # Each row is an array and what follows it: b"[1,2]," or, at the end, b"[1,2]]".
    arrays = np.frombuffer(text, np.uint8, offset=1).reshape(results, width)
    ends_with_bracket = arrays[:, -2] == ord("]")
    return arrays[:, 1:-2] if ends_with_bracket.all() else None


def _split_by_digits(numbers: range) -> Iterator[range]:
    """Split a range of numbers (0 or more) by their digits: range(8, 12) into range(8, 10) and range(10, 12)."""
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

    A column is an array with a row of bytes for each row of the table, or the bytes that all of them share: an array of
    the rows b"AS" and b"2S", and b";", make b"AS;2S;".
    """
    height = next(len(column) for column in columns if not isinstance(column, bytes))
    arrays = [
        np.frombuffer(column, np.uint8) if isinstance(column, bytes) else column
        for column in columns
    ]
    page = np.empty((height, sum(array.shape[-1] for array in arrays)), np.uint8)
    start = 0
    for array in arrays:
        end = start + array.shape[-1]
        page[:, start:end] = array
        start = end
    return page.tobytes()


def _join_lines(
    first_index: int | None, starts: Iterable[bytes], arrays: list[bytes]
) -> bytes:
    """Return lines of JSON, each from its start and its last array, after its index unless `first_index` is None.

    The start b',"integers":[' and the array b"4,2" make b'{"index":7,"integers":[4,2]}' if the first index is 7.
    """
    ends = repeat(b"]}\n")
    if first_index is None:
        lines = zip(starts, arrays, ends, strict=False)
        return b"".join(chain.from_iterable(lines))
    numbers = np.arange(first_index, first_index + len(arrays))
    text = orjson.dumps(numbers, option=orjson.OPT_SERIALIZE_NUMPY)[1:-1]
    # One replacement for all: b"7,8" becomes b'{"index":7,{"index":8'.
    indices = (b'{"index":' + text.replace(b",", b',{"index":')).split(b",")
    indexed_lines = zip(indices, starts, arrays, ends, strict=False)
    return b"".join(chain.from_iterable(indexed_lines))


def _fill_page(
    table: NDArray[Any], rows: NDArray[Any], start: bytes, between: bytes, end: bytes
) -> NDArray[np.uint8]:
    """Return a row of bytes for each row of indices: `start`, their labels with `between` between them, and `end`.

    `table` has the label of each index, its bytes read as one integer: so a label is copied by one assignment. First
    each row of the page is a line without labels; then `cells`, a view of the page with the steps from label to label
    and from line to line, is filled with them. With `start` b"<", `between` b"," and `end` b">" the row [0, 1] becomes
    the bytes of b"<AS,2S>".
    """
    width = table.itemsize
    results, count = rows.shape
    line = start + between.join([bytes(width)] * count) + end
    page = np.empty((results, len(line)), np.uint8)
    page[:] = np.frombuffer(line, np.uint8)
    steps = (len(line), width + len(between))  # in bytes
    cells: NDArray[Any] = np.ndarray(
        (results, count), table.dtype, page, offset=len(start), strides=steps
    )
    cells[:] = table.take(rows)
    return page


def _byte_table(labels: Sequence[str]) -> NDArray[Any] | None:
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

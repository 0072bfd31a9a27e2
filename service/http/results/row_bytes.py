"""Write many results at once: rows of numbers or labels as the bytes of JSON or of lines.

A page is a table of bytes with a line for each row; it is filled column by column.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray


def write_rows(rows: NDArray[Any]) -> bytes:
    """Return rows of numbers as a JSON array of arrays."""
    return orjson.dumps(rows, option=orjson.OPT_SERIALIZE_NUMPY)


def split_arrays(text: bytes) -> list[bytes]:
    """Return the numbers of each array in an array of arrays, without brackets: b"[[1,2],[3]]" -> [b"1,2", b"3"]."""
    return text[2:-2].split(b"],[")


def split_evenly(text: bytes, results: int) -> NDArray[np.uint8] | None:
    """Return the numbers of each array in an array of arrays, without brackets, as rows of bytes.

    Return None if the texts differ in length; the texts of shuffles of the same numbers do not. `results` is the number
    of arrays: b"[[1,2],[2,1]]" with 2 results has the rows b"1,2" and b"2,1".
    """
    width, remainder = divmod(len(text) - 1, results)
    if remainder:
        return None
    # Each row is an array and the character after it: b"[1,2]," or, at the end, b"[1,2]]".
    arrays = np.frombuffer(text, np.uint8, offset=1).reshape(results, width)
    ends_with_bracket = arrays[:, -2] == ord("]")
    return arrays[:, 1:-2] if ends_with_bracket.all() else None


def split_by_digits(numbers: range) -> Iterator[range]:
    """Split a range of numbers (0 or more) by their digits: range(8, 12) into range(8, 10) and range(10, 12)."""
    while numbers:
        digits = len(str(numbers[0]))
        size = 10**digits - numbers[0]
        yield numbers[:size]
        numbers = numbers[size:]


def write_indices(indices: range) -> NDArray[np.uint8]:
    """Return the digits of each index as a row of bytes. All indices must have equally many digits."""
    text = orjson.dumps(
        np.arange(indices.start, indices.stop), option=orjson.OPT_SERIALIZE_NUMPY
    )
    return np.frombuffer(text, np.uint8, offset=1).reshape(len(indices), -1)[:, :-1]


def join_columns(*columns: bytes | NDArray[np.uint8]) -> bytes:
    """Return the rows of a table as one text.

    A column is an array with bytes for each row of the table, or bytes that all rows share. An array with the rows
    b"AS" and b"2S", and the column b";", give b"AS;2S;".
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


def join_lines(
    first_index: int | None, starts: Iterable[bytes], arrays: list[bytes]
) -> bytes:
    """Return lines of JSON: each has its index, unless `first_index` is None, its start and its last array.

    If the first index is 7, the start b',"integers":[' and the array b"4,2" give b'{"index":7,"integers":[4,2]}'.
    """
    ends = repeat(b"]}\n")
    if first_index is None:
        lines = zip(starts, arrays, ends, strict=False)
        return b"".join(chain.from_iterable(lines))
    numbers = np.arange(first_index, first_index + len(arrays))
    text = orjson.dumps(numbers, option=orjson.OPT_SERIALIZE_NUMPY)[1:-1]
    # One replacement serves all indices: b"7,8" becomes b'{"index":7,{"index":8'.
    indices = (b'{"index":' + text.replace(b",", b',{"index":')).split(b",")
    indexed_lines = zip(indices, starts, arrays, ends, strict=False)
    return b"".join(chain.from_iterable(indexed_lines))


def fill_page(
    table: NDArray[Any], rows: NDArray[Any], start: bytes, between: bytes, end: bytes
) -> NDArray[np.uint8]:
    """Return a row of bytes for each row of indices: `start`, their labels with `between` between them, and `end`.

    `table` has the label of each index; its bytes are read as one integer, so that one assignment copies a label. First
    each row of the page is a line without labels. Then the labels are written to `cells`, a view of the page that steps
    from label to label and from line to line. With `start` b"<", `between` b"," and `end` b">", the row [0, 1] becomes
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

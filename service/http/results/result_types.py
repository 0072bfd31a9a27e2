"""Write results as JSON, as text and as arrays: each kind of result is a subclass of `Results`."""

import io
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from re import compile as pattern
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

Json = dict[str, Any]

_BARE_WORD = pattern(r"[^\s\"'\\]+")
_NAME = pattern(r"(?!(null|true|false)$)[A-Za-z_][\w.-]*")


def format_word(item: str | int) -> str:
    """Return a label or an integer as one word of text: unchanged, or as JSON if it contains white space."""
    text = str(item)
    return text if _BARE_WORD.fullmatch(text) else orjson.dumps(text).decode()


def format_value(item: Any) -> str:
    """Return any JSON value as text, with a different text for every value: names unchanged, all else as JSON."""
    if isinstance(item, str) and _NAME.fullmatch(item):
        return item
    return orjson.dumps(item).decode()


class ResultPosition(NamedTuple):
    """The position of a result under its seed and in its response.

    `number` is the index of the result, or counts from 0 without a seed; `offset` is `number` minus the index in the
    request. `ordinal` counts the results of the response from 0: it equals the offset, unless a condition skips
    results. `seed` is the seed, for files that contain it.
    """

    number: int
    offset: int
    ordinal: int
    seed: str | None = None


class Download(NamedTuple):
    """A file that joins the member `entry` of all results. `head` precedes the first entry, `between` the others."""

    name: str
    media_type: str
    head: str
    between: str
    encoding: str

    def format(self, result: Json, position: ResultPosition) -> str:
        entry: str = result["entry"]
        return (self.between if position.ordinal else self.head) + entry


class Results:
    """A writer of results: of one result as members of a JSON object or as words of text, or of many results at once.

    A method that writes many results returns None if each result must be written by itself.
    """

    no_result: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """The members, in place of a result, of a response that has no result."""
    is_secret: ClassVar[bool] = False
    """Whether nobody should see a whole result, as each person in it should know their own part alone."""
    grows: ClassVar[bool] = False
    """Whether a seed keeps its results when a list grows at its end."""
    download: Download | None = None
    """The file to download in place of plain text."""

    @property
    def cache_size(self) -> int:
        """Return the number of labels that this object keeps alive in a cached draw."""
        return 0

    @property
    def unrepeated(self) -> Collection[str]:
        """Return the members, lists of texts, that depend on a text which the `request` of a response omits."""
        return ()

    def check_last(self, position: ResultPosition) -> None:
        """Raise `Refused` if the last result, at this position, cannot be represented."""

    @classmethod
    def read_response(cls, response: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a response to check, with its results as this version writes them.

        Another version, or a program that wrote the response anew, may write other JSON values for the same results.
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
        """Return a line of JSON for each row, with indices that count up from `first_index`; if None, without them."""
        return None

    def text(self, rows: NDArray[Any]) -> bytes | None:  # noqa: ARG002
        """Return a line of text for each row."""
        return None

    def npy(self, rows: NDArray[Any]) -> bytes:
        """Return the numbers of the rows as the data of a .npy file, if the endpoint has a table."""
        raise NotImplementedError

    def npy_header(self, results: int, count: int) -> bytes:
        """Return the beginning of a .npy file with `results` rows of `count` numbers, if the endpoint has a table."""
        raise NotImplementedError


SelectResults = Callable[[Mapping[str, Any]], type[Results]]
"""Takes the parameters that a response repeats, and returns the class of its results."""


class NumberResults(Results):
    """Results that are also served as an array of the numbers from `smallest` to `largest`."""

    def __init__(self, largest: int, smallest: int = 0) -> None:
        # ~largest is negative and needs as many bits as `largest`, so the type of ~largest has room for `largest`.
        widest = largest if smallest >= 0 else min(smallest, ~largest)
        self.dtype = np.min_scalar_type(widest).newbyteorder("<")

    def numbers(self, rows: NDArray[Any]) -> NDArray[Any]:
        return rows

    def npy(self, rows: NDArray[Any]) -> bytes:
        return self.numbers(rows).astype(self.dtype, copy=False).tobytes()

    def npy_header(self, results: int, count: int) -> bytes:
        return _write_npy_header(self.dtype.str, (results, count))


@lru_cache(maxsize=64)
def _write_npy_header(dtype: str, shape: tuple[int, int]) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        file, {"descr": dtype, "fortran_order": False, "shape": shape}
    )
    return file.getvalue()

"""Lists of results are written fast where their elements have one width, and else all the same."""

from service.http.results import _byte_table, _split_evenly
from tests.tables import for_each


@for_each("labels", [["AS", "KS"], ["é", "ß"], ["1", "2"]])
def test_words_of_one_width_are_written_as_numbers(labels: list[str]) -> None:
    table = _byte_table(labels)
    assert table is not None
    assert table.tobytes() == "".join(labels).encode()


@for_each(
    "labels",
    [
        ['"', "a"],
        ["\\n", "\n\n"],
        ["a b ", "abcd"],
        [" a", "bc"],
        ["a", "bc"],
        ["abc", "def"],
        [""],
    ],
)
def test_other_labels_are_not(labels: list[str]) -> None:
    assert _byte_table(labels) is None


def test_arrays_are_split_by_their_width_if_they_share_one() -> None:
    columns = _split_evenly(b"[[1,20],[30,4]]", 2)
    assert columns is not None
    assert list(map(bytes, columns)) == [b"1,20", b"30,4"]


@for_each(("arrays", "count"), [(b"[[1,2],[10,20],[100,20]]", 3), (b"[[1],[10]]", 2)])
def test_arrays_of_different_widths_are_not_split(arrays: bytes, count: int) -> None:
    assert _split_evenly(arrays, count) is None

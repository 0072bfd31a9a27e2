import orjson

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


@for_each(
    "arrays, is_even",
    [
        ([[1, 20], [30, 4]], True),
        ([[1, 2], [10, 20], [100, 20]], False),
        ([[1], [10]], False),
    ],
)
def test_arrays_are_split_by_their_width_if_they_share_one(
    arrays: list[list[int]], is_even: bool
) -> None:
    columns = _split_evenly(orjson.dumps(arrays), len(arrays))
    assert (columns is not None) is is_even
    if columns is not None:
        assert [bytes(row) for row in columns] == [
            orjson.dumps(array)[1:-1] for array in arrays
        ]

"""Labels are copied as numbers where all have one width."""

from service.http.results.label_results import tabulate_labels
from tests.tables import for_each


@for_each("labels", [["AS", "KS"], ["é", "ß"], ["1", "2"]])
def test_words_of_one_width_are_written_as_numbers(labels: list[str]) -> None:
    table = tabulate_labels(labels)
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
    assert tabulate_labels(labels) is None

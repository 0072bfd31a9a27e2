"""Arrays are split into columns where all have one width."""

from service.http.results.row_bytes import split_evenly
from tests.tables import for_each


def test_arrays_are_split_by_their_width_if_they_share_one() -> None:
    columns = split_evenly(b"[[1,20],[30,4]]", 2)
    assert columns is not None
    assert list(map(bytes, columns)) == [b"1,20", b"30,4"]


@for_each(("arrays", "count"), [(b"[[1,2],[10,20],[100,20]]", 3), (b"[[1],[10]]", 2)])
def test_arrays_of_different_widths_are_not_split(arrays: bytes, count: int) -> None:
    assert split_evenly(arrays, count) is None

"""Bitmaps are sets of integers, whatever their elements are."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from service.sealed.shoe.bitmap import Bitmap
from tests.tables import for_each

ELEMENTS = st.sets(st.integers(0, 200), max_size=20)
END = st.integers(0, 210)


@given(elements=ELEMENTS, others=ELEMENTS)
def test_bitmaps_are_equal_if_their_elements_are(
    elements: set[int], others: set[int]
) -> None:
    bitmap = Bitmap.of(elements)
    same = Bitmap.of(sorted(elements))
    other = Bitmap.of(others)
    larger = Bitmap.of(elements | others)
    assert (bitmap == other) is (elements == others)
    assert (bitmap != larger) is bool(others - elements)
    assert hash(bitmap) == hash(same)


@given(elements=ELEMENTS, start=END, end=END, step=st.sampled_from([1, 2, -1]))
def test_a_bitmap_is_removed_from_integers_in_their_order(
    elements: set[int], start: int, end: int, step: int
) -> None:
    bitmap = Bitmap.of(elements)
    integers = range(start, end, step)
    remaining = [integer for integer in integers if integer not in elements]
    assert list(bitmap.remove_from(integers)) == remaining
    assert list(bitmap.remove_from(tuple(integers))) == remaining


@for_each(
    ("taken", "remaining"),
    [
        (range(0), range(5, 20)),
        (range(3, 9), range(9, 20)),
        (range(15, 40), range(5, 15)),
        ([*range(12), *range(17, 30)], range(12, 17)),
    ],
)
def test_integers_without_those_at_their_ends_remain_a_range(
    taken: Iterable[int], remaining: range
) -> None:
    bitmap = Bitmap.of(taken)
    assert bitmap.remove_from(range(5, 20)) == remaining


def test_integers_without_one_between_their_ends_are_a_list() -> None:
    bitmap = Bitmap.of([7])
    assert bitmap.remove_from(range(5, 9)) == [5, 6, 8]


@given(elements=ELEMENTS, others=ELEMENTS, start=END)
def test_a_bitmap_has_the_elements_of_the_set(
    elements: set[int], others: set[int], start: int
) -> None:
    bitmap = Bitmap.of(elements)
    assert list(bitmap) == sorted(elements)
    assert len(bitmap) == len(elements)
    for element in range(210):
        assert (element in bitmap) is (element in elements)
    not_below = [element for element in elements if element >= start]
    assert bitmap.count_from(start) == len(not_below)
    assert set(bitmap.union(others)) == elements | others
    data = bitmap.to_bytes(26, "little")
    assert Bitmap.from_bytes(data, "little") == bitmap

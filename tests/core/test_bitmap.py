"""Bitmaps are sets of integers, whatever their elements are."""

from hypothesis import given
from hypothesis import strategies as st

from service.core.bitmap import Bitmap

ELEMENTS = st.sets(st.integers(0, 200), max_size=20)


@given(ELEMENTS, ELEMENTS)
def test_bitmaps_are_equal_if_their_elements_are(
    elements: set[int], others: set[int]
) -> None:
    assert (Bitmap.of(elements) == Bitmap.of(others)) is (elements == others)
    assert (Bitmap.of(elements) != Bitmap.of(elements | others)) is bool(
        others - elements
    )
    assert hash(Bitmap.of(elements)) == hash(Bitmap.of(sorted(elements)))


@given(ELEMENTS, st.integers(0, 210), st.integers(0, 210), st.sampled_from([1, 2, -1]))
def test_a_bitmap_is_removed_from_integers_in_their_order(
    elements: set[int], start: int, end: int, step: int
) -> None:
    for integers in (range(start, end, step), tuple(range(start, end, step))):
        left = [integer for integer in integers if integer not in elements]
        assert list(Bitmap.of(elements).remove_from(integers)) == left


def test_integers_without_those_at_their_ends_remain_a_range() -> None:
    for taken in ([], range(3, 9), range(15, 40), [*range(12), *range(17, 30)]):
        left = Bitmap.of(taken).remove_from(range(5, 20))
        assert isinstance(left, range)
        assert list(left) == [
            integer for integer in range(5, 20) if integer not in taken
        ]
    assert Bitmap.of([7]).remove_from(range(5, 9)) == [5, 6, 8]


@given(ELEMENTS, ELEMENTS, st.integers(0, 210))
def test_a_bitmap_has_the_elements_of_the_set(
    elements: set[int], others: set[int], start: int
) -> None:
    bitmap = Bitmap.of(elements)
    assert list(bitmap) == sorted(elements)
    assert len(bitmap) == len(elements)
    assert [element in bitmap for element in range(210)] == [
        element in elements for element in range(210)
    ]
    assert bitmap.count_from(start) == sum(element >= start for element in elements)
    assert set(bitmap.union(others)) == elements | others
    assert Bitmap.from_bytes(bitmap.to_bytes(26, "little"), "little") == bitmap

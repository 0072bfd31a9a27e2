"""Bitmaps are sets of integers, whatever their elements are."""

from hypothesis import given
from hypothesis import strategies as st

from service.core.sealed.bitmaps import Bitmap

ELEMENTS = st.sets(st.integers(0, 200), max_size=20)


@given(ELEMENTS, ELEMENTS)
def test_bitmaps_are_equal_if_their_elements_are(elements: set[int], others: set[int]) -> None:
    assert (Bitmap(elements) == Bitmap(others)) is (elements == others)
    assert (Bitmap(elements) != Bitmap(elements | others)) is bool(others - elements)
    assert hash(Bitmap(elements)) == hash(Bitmap(sorted(elements)))
    assert Bitmap(elements) != elements


@given(ELEMENTS, ELEMENTS, st.integers(0, 210))
def test_a_bitmap_has_the_elements_of_the_set(elements: set[int], others: set[int], start: int) -> None:
    bitmap = Bitmap(elements)
    assert list(bitmap) == sorted(elements)
    assert len(bitmap) == len(elements)
    assert [element in bitmap for element in range(210)] == [element in elements for element in range(210)]
    assert bitmap.count_from(start) == sum(element >= start for element in elements)
    assert set(bitmap.union(others)) == elements | others
    assert Bitmap.from_bytes(bitmap.to_bytes(26)) == bitmap

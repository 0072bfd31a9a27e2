"""Normal forms are Unicode's, and a text of 200,000 marks in the wrong order takes no minutes."""

import unicodedata
from collections.abc import Callable

from hypothesis import example, given
from hypothesis import strategies as st

from service.arrangements.attributes import ListedItems
from service.names.normal_forms import is_nfc, to_nfc, to_nfd, to_nfkd
from service.names.texts import find_ambiguity
from tests.examples import FEW
from tests.tables import for_each

BELOW = "\u0316"
ABOVE = "\u0301"
"""Marks of which Unicode puts the first first."""

MARKS = ABOVE * 100_000 + BELOW * 100_000
IN_ORDER = BELOW * 100_000 + ABOVE * 100_000

COMPOSED = "aé\u1eaf가\u1100\u1161\u11a8\u0344\u0f73\u0f71\u0958\ufb2c\ufdfa\u212b"
LETTERS = st.text(st.sampled_from(COMPOSED + BELOW + ABOVE))


@FEW
@for_each(("form", "normalize"), [("NFC", to_nfc), ("NFD", to_nfd), ("NFKD", to_nfkd)])
@given(text=LETTERS | st.text())
@example(text="\u0f73\u0f71\u0f72")
def test_normal_forms_are_those_of_unicode(
    form: str, normalize: Callable[[str], str], text: str
) -> None:
    assert normalize(text) == unicodedata.normalize(form, text)  # type: ignore[arg-type]
    assert is_nfc(text) == (unicodedata.normalize("NFC", text) == text)


def test_marks_in_the_wrong_order_take_no_longer() -> None:
    assert to_nfc(MARKS) == IN_ORDER
    assert to_nfkd(MARKS) == IN_ORDER


def test_an_item_of_marks_delays_no_unknown_name() -> None:
    items = ListedItems([MARKS, f"a{ABOVE}"])
    assert items.describe_form("zz") == ""
    assert "Item 1 looks the same" in items.describe_form("á")


def test_a_name_that_nobody_can_write_in_a_request_is_not_told() -> None:
    assert ListedItems([f"a{ABOVE}" * 200]).describe_form("á" * 200) == ""


def test_the_first_mark_in_the_wrong_order_is_told() -> None:
    sentence = "Character 2 is U+0301 COMBINING ACUTE ACCENT, where NFC has U+0316"
    ambiguity = str(find_ambiguity("x" + MARKS))
    assert ambiguity.startswith(sentence)

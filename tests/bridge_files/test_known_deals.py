"""The text of given.deal: which hands are known in it, and what is not read."""

import pytest

from service.bridge_files.known_deals import MAX_KNOWN_TEXT, read_known_deal
from service.cards.bridge_notations import SEATS, format_pbn_hand
from service.core.errors import Refused
from tests.deals.bridge_requests import KNOWN
from tests.tables import for_each


@for_each(("number", "text", "hands", "not_read"), KNOWN["read"])
def test_known_hands_are_read_from_a_text(
    number: int | None, text: str, hands: str, not_read: str
) -> None:
    known = read_known_deal(text, number)
    written = {seat: format_pbn_hand(cards) for seat, cards in known.hands.items()}
    assert " ".join(written.get(seat, "-") for seat in SEATS) == hands
    assert ", ".join(known.not_read) == not_read


@for_each(
    ("number", "text", "reason"),
    [*KNOWN["refused"], (None, "|" * 10**6, "It has 1,000,000 characters")],
)
def test_a_text_without_hands_that_can_be_is_refused(
    number: int | None, text: str, reason: str
) -> None:
    with pytest.raises(Refused) as error:
        read_known_deal(text, number)
    assert error.value.field == "given"
    assert str(error.value).startswith("given.deal: ")
    assert reason in str(error.value)


@for_each(
    "part",
    [
        "|",
        "md|1|",
        '[Deal ""]',
        "{",
        "♠",
        "♠ A\n",
        "N:- \n",
        "https://x?&n=S",
        "S A ",
        "n A.2 ",
        "n A.A.A.",
        "H W:A.\n\n",
        "\0",
    ],
)
def test_a_long_text_of_anything_is_refused(part: str) -> None:
    with pytest.raises(Refused):
        read_known_deal(part * (MAX_KNOWN_TEXT // len(part)), None)

"""Big Deal's numbers of bridge deals, 0 to 52! ÷ 13!⁴ − 1, which tournaments deal by.

Big Deal is Hans van Staveren's program, in use at nearly all international championships. It draws the number of a deal
as 96 bits, the most significant byte first, and makes the deal of it: the deals are numbered in lexicographic order of
the hands of north, east and south, with the cards in the order AS KS … 2S AH … 2C, and the number is

    (rank of N · C(39, 13) + rank of E) · C(26, 13) + rank of S

where each hand is ranked among those that the cards left can make. Source: godel.pdf and `code_to_hand` in binomial.c
of Big Deal 2.0 (github.com/hansvanstaveren/BigDeal). Its format `goedel` writes the number in decimal. The numbers of
Pavlicek's and Andrews' impossible bridge books are others.
"""

from collections.abc import Iterable, Sequence
from math import comb
from operator import getitem

from service.core.cards.bridge_notations import RANKS, SEATS, SUITS, Hands
from service.core.cards.decks import get_deck
from service.core.cards.shoes import parse_card
from service.core.errors import Refused
from service.core.validation import parse_hex

DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)
"""The number of bridge deals."""

_BYTES = 12
_PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
_HAND = 13
_AFTER = tuple(
    tuple(tuple(deals * comb(left - 1 - position, cards) for position in range(left)) for cards in range(_HAND, 0, -1))
    for left, deals in ((52, comb(39, 13) * comb(26, 13)), (39, comb(26, 13)), (26, 1))
)
"""For north, east and south, their 13 cards and the position of each among the cards that are left: how many deals have
the same cards before it, and a later card in its place."""


def rank_deal(hands: Hands) -> int:
    """Return the number of a deal."""
    left, after = list(_PACK), 0
    for seat, columns in zip(SEATS, _AFTER, strict=False):
        positions = sorted(map(left.index, hands[seat]))
        after += sum(map(getitem, columns, positions))
        _take(left, positions)
    return DEALS - 1 - after


def unrank_deal(number: int) -> dict[str, list[str]]:
    """Return the hands of the deal with a number from 0 to `DEALS` − 1, each in Big Deal's order of cards."""
    left, after = list(_PACK), DEALS - 1 - number
    hands = {}
    for seat, columns in zip(SEATS, _AFTER, strict=False):
        positions = []
        for column in columns:
            positions.append(next(position for position, deals in enumerate(column) if deals <= after))
            after -= column[positions[-1]]
        hands[seat] = _take(left, positions)
    return hands | {SEATS[-1]: left}


def _take(left: list[str], positions: Sequence[int]) -> list[str]:
    """Remove the cards at these positions, in ascending order, and return them."""
    return [left.pop(position) for position in reversed(positions)][::-1]


def format_number(number: int) -> str:
    """Return a number as Big Deal's 96 bits in 24 hexadecimal digits."""
    return number.to_bytes(_BYTES, "big").hex()


def parse_number(field: str, text: str) -> int:
    """Return the number in 24 hexadecimal digits. Raises `Refused` if no deal has it."""
    number = int.from_bytes(parse_hex(field, text, _BYTES), "big")
    if number >= DEALS:
        raise Refused(field, f"{field} must be less than {format_number(DEALS)}, the number of bridge deals.")
    return number


def check_hands(field: str, hands: Iterable[tuple[str, Sequence[str]]]) -> dict[str, list[str]]:
    """Return the codes of four hands by seat, of cards in any spelling.

    Raises `Refused`, naming `field`, unless each seat has thirteen cards, and no card is there twice.
    """
    deck = get_deck("standard")
    holders: dict[str, str] = {}
    checked: dict[str, list[str]] = {}
    for seat, texts in hands:
        if seat in checked:
            raise Refused(field, f"{field} has two hands of {seat}; give one for each of N, E, S and W.")
        checked[seat] = [parse_card(field, text, deck).code for text in texts]
        if len(texts) != _HAND:
            raise Refused(field, f"{seat} has {len(texts)} cards; each hand of bridge has {_HAND}.")
        for code in checked[seat]:
            if code in holders:
                raise Refused(field, f"The card {code} is there twice, with {holders[code]} and with {seat}.")
            holders[code] = seat
    for seat in SEATS:
        if seat not in checked:
            raise Refused(field, f"{field} has no hand of {seat}; give one for each of N, E, S and W.")
    return checked

"""Convert bridge deals to and from Big Deal's numbers, 0 to 52! ÷ 13!⁴ − 1. Tournaments deal by these numbers.

Big Deal is Hans van Staveren's program, in use at nearly all international championships. It draws the number of a deal
as 96 bits, the most significant byte first, and makes the deal from the number. Deals are numbered in lexicographic
order of the hands of north, east and south, with the cards in the order AS KS … 2S AH … 2C. The number is

    (rank of N · C(39, 13) + rank of E) · C(26, 13) + rank of S

where each hand is ranked among all the hands of the remaining cards. Source: godel.pdf and `code_to_hand` in binomial.c
of Big Deal 2.0 (github.com/hansvanstaveren/BigDeal). Its format `goedel` writes the number in decimal. Pavlicek's and
Andrews' impossible bridge books have other numbers.

FROZEN: the order of deals, which is Big Deal's.
"""

from collections.abc import Iterable, Sequence
from math import comb
from operator import getitem

from ..cards.bridge_notations import POSITIONS, SEATS, CodesBySeat
from ..cards.deck import get_deck
from ..cards.shoe import parse_card
from ..core.errors import Refused
from ..core.validation import parse_hex

DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)  # the number of bridge deals

_BYTES = 12
_HAND = 13
_DEALS_OF_OTHERS = {52: comb(39, 13) * comb(26, 13), 39: comb(26, 13), 26: 1}
"""For north, east and south, by the number of remaining cards when the hand is ranked: the deals of later hands."""
_LATER_DEALS = tuple(
    tuple(
        tuple(deals * comb(size - 1 - position, cards) for position in range(size))
        for cards in range(_HAND, 0, -1)
    )
    for size, deals in _DEALS_OF_OTHERS.items()
)
"""By hand (north, east, south), card (13) and its position among the remaining cards: how many deals have the same
cards before this card, and a later card in its place."""


def rank_deal(hands: CodesBySeat) -> int:
    """Return Big Deal's number of the deal with these hands, 13 codes of cards for each of N, E, S and W.

    It counts the deals that come later in the order; the last deal has the number `DEALS` − 1.
    """
    pack = list(POSITIONS)
    later_deals = 0
    for seat, deals_by_card in zip(SEATS, _LATER_DEALS, strict=False):
        positions = sorted(pack.index(code) for code in hands[seat])
        later_deals += sum(map(getitem, deals_by_card, positions))  # card by card
        _take_cards(pack, positions)
    return DEALS - 1 - later_deals


def unrank_deal(number: int) -> dict[str, list[str]]:
    """Return the hands by seat of the deal with this number, 0 to `DEALS` − 1, each in Big Deal's order of cards.

    `DEALS` − 1 − `number` deals come later in the order. Each card accounts for the later deals with the same cards
    before it and a later card in its place. So the card is the first that accounts for no more deals than are left.
    Deal 0 gives all spades to N, the hearts to E, the diamonds to S and the clubs to W; the last deal is the reverse.
    """
    pack = list(POSITIONS)
    later_deals = DEALS - 1 - number
    hands = {}
    for seat, deals_by_card in zip(SEATS, _LATER_DEALS, strict=False):
        positions = []
        for deals_by_position in deals_by_card:
            position = next(
                position
                for position, deals in enumerate(deals_by_position)
                if deals <= later_deals
            )
            later_deals -= deals_by_position[position]
            positions.append(position)
        hands[seat] = _take_cards(pack, positions)
    return hands | {SEATS[-1]: pack}


def _take_cards(pack: list[str], positions: Sequence[int]) -> list[str]:
    """Remove the cards at ascending positions from a pack, and return them."""
    last_first = [pack.pop(position) for position in reversed(positions)]
    return last_first[::-1]


def format_number(number: int) -> str:
    """Return the number of a deal in 24 hexadecimal digits: Big Deal's 96 bits."""
    return number.to_bytes(_BYTES, "big").hex()


def parse_number(field: str, text: str) -> int:
    """Return the number of a deal from 24 hexadecimal digits. Raises `Refused` if it is not below `DEALS`."""
    number = int.from_bytes(parse_hex(field, text, _BYTES), "big")
    if number >= DEALS:
        raise Refused(
            field,
            f"{field} must be less than {format_number(DEALS)}, the number of bridge deals.",
        )
    return number


def parse_hands(
    field: str, hands: Iterable[tuple[str, Sequence[str]]]
) -> dict[str, list[str]]:
    """Return four hands by seat as codes of cards; `hands` has pairs of a seat and its cards in any spelling.

    [("N", ["ace of spades", "10H", …]), ("E", […]), ("S", […]), ("W", […])] gives {"N": ["AS", "TH", …], …}, with seats
    and cards in the same order. Raises `Refused`, naming `field`, unless each seat has thirteen cards and no card is
    there twice.
    """
    deck = get_deck("standard")
    codes_by_seat: dict[str, list[str]] = {}
    holders: dict[str, str] = {}  # by the code of a card: the seat that has it
    for seat, texts in hands:
        if seat in codes_by_seat:
            raise Refused(
                field,
                f"{field} has two hands of {seat}; give one for each of N, E, S and W.",
            )
        codes = [parse_card(field, text, deck).code for text in texts]
        if len(codes) != _HAND:
            raise Refused(
                field,
                f"{seat} has {len(codes)} cards; each hand of bridge has {_HAND}.",
            )
        for code in codes:
            if code in holders:
                raise Refused(
                    field,
                    f"The card {code} is there twice, with {holders[code]} and with {seat}.",
                )
            holders[code] = seat
        codes_by_seat[seat] = codes
    for seat in SEATS:
        if seat not in codes_by_seat:
            raise Refused(
                field,
                f"{field} has no hand of {seat}; give one for each of N, E, S and W.",
            )
    return codes_by_seat

"""Microsoft's numbered deals, compared with published ones and with PySol's."""

from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase

from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from service.games.microsoft import MAX_DEAL_NUMBER, freecell_order
from tests.tables import for_each

CODES = [card.code for card in build_shoe(DECKS["standard"], PackOptions())]
PUBLISHED = {
    1: """JD 2D 9H JC 5D 7H 7C 5H   KD KC 9S 5S AD QC KH 3H   2S KS 9D QD JS AS AH 3C   4C 5C TS QH 4H AC 4D 7S
          3S TD 4S TH 8H 2C JH 7D   6D 8S 8D QS 6C 3D 8C TC   6S 9C 2H 6H""",
    617: """7D AD 5C 3S 5S 8C 2D AH   TD 7S QD AC 6D 8H AS KH   TH QC 3H 9D 6S 8D 3D TC   KD 5H 9S 3C 8S 7H 4D JS
            4C QS 9C 9H 7C 6H 2C 2S   4S TS 2H 5D JC 6C JH QH   JD KS KC 4H""",
}
"""Rosetta Code, Deal cards for FreeCell: row by row."""


def deal_cards(number: int) -> list[str]:
    return [CODES[index] for index in freecell_order(number)]


def pysol_layout(game: str, number: int) -> list[list[str]]:
    """Return a deal in the lines of PySol's layout; cards that lie face down are in angle brackets."""
    layout = Game(game, number, RandomBase.DEALS_MS).calc_layout_string(
        CardRenderer(print_ts=True)
    )
    return [line.split() for line in layout.splitlines()]


@for_each("number", PUBLISHED)
def test_a_deal_is_the_published_one(number: int) -> None:
    assert deal_cards(number) == PUBLISHED[number].split()


@for_each("number", [1, 2, 32_000, 32_001, 617_617, MAX_DEAL_NUMBER])
def test_every_deal_is_a_permutation(number: int) -> None:
    assert sorted(freecell_order(number)) == list(range(52))


@given(st.integers(1, MAX_DEAL_NUMBER))
def test_pysol_deals_the_same_freecell(number: int) -> None:
    cards = deal_cards(number)
    assert pysol_layout("freecell", number) == [cards[column::8] for column in range(8)]


@given(st.integers(1, MAX_DEAL_NUMBER))
def test_pysol_deals_klondike_from_the_same_order_from_right_to_left(
    number: int,
) -> None:
    """Six face down to piles 7 to 2, five to piles 7 to 3, …; seven face up to piles 7 to 1; the rest is the stock."""
    cards = iter(deal_cards(number))
    piles: list[list[str]] = [[] for _ in range(7)]
    for leftmost in range(1, 7):
        for pile in range(6, leftmost - 1, -1):
            piles[pile].append(f"<{next(cards)}>")
    for pile in range(6, -1, -1):
        piles[pile].append(next(cards))
    assert pysol_layout("klondike", number) == [["Talon:", *cards], *piles]

"""Baccarat: the tableau, and the published odds that follow from it."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from math import perm, prod

import pytest

from service.cards.card import Card
from service.core.errors import Refused
from service.rankings import casino_hands
from service.rankings.casino_hands import (
    Side,
    count_baccarat_hand,
    evaluate_coup,
    find_side_to_draw,
)
from tests.rankings.sample_cards import parse_cards
from tests.tables import for_each

# A row a total of the banker's: what it does after the player's third card of 0 … 9, and last if the player stood.
TABLEAU = (
    *["DDDDDDDDDD D"] * 3,
    "DDDDDDDDSD D",
    "SSDDDDDDSS D",
    "SSSSDDDDSS D",
    "SSSSSSDDSS S",
    "SSSSSSSSSS S",
)
# By value: in eight packs there are 128 of 0 and 32 of each other.
EIGHT_PACKS = (128, *(32,) * 9)
A_CARD_OF_EACH_VALUE = parse_cards("TS AS 2S 3S 4S 5S 6S 7S 8S 9S")


@for_each(("total", "row"), list(enumerate(TABLEAU)))
def test_the_banker_draws_as_the_tableau_says(total: int, row: str) -> None:
    after, stood = row.split()
    assert (
        "".join(
            "D" if casino_hands.banker_draws(total, value) else "S"
            for value in range(10)
        )
        == after
    )
    assert casino_hands.banker_draws(total, None) == (stood == "D")


def test_the_player_draws_to_5_and_tens_and_pictures_count_nothing() -> None:
    assert [casino_hands.player_draws(total) for total in range(8)] == [True] * 6 + [
        False
    ] * 2
    values = [
        casino_hands.count_baccarat_card(card)
        for card in parse_cards("AS 2S 9S TS JS QS KS")
    ]
    assert values == [1, 2, 9, 0, 0, 0, 0]
    assert count_baccarat_hand(parse_cards("9S 7D KC")) == 6


def test_each_side_wins_in_as_many_ways_as_published_for_eight_packs() -> None:
    """Count every order of six cards; Wizard of Odds and others publish the same numbers.

    The two cards that a side has first are counted in both orders at once.
    """
    ways: Counter[tuple[int, ...]] = Counter()
    for player, banker in product(
        combinations_with_replacement(range(10), 2), repeat=2
    ):
        values = player + banker
        orders = (1 + (player[0] != player[1])) * (1 + (banker[0] != banker[1]))
        for drawn, result in play_out(values):
            ways[result] += (
                orders
                * count_orders(values + drawn)
                * perm(416 - 4 - len(drawn), 2 - len(drawn))
            )
    assert ways == {
        (1,): 2_230_518_282_592_256,
        (2,): 2_292_252_566_437_888,
        (1, 2): 475_627_426_473_216,
    }
    assert ways.total() == perm(416, 6)


def play_out(values: Sequence[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the cards drawn and the winners of every way in which a coup continues after four cards."""
    cards = [A_CARD_OF_EACH_VALUE[value] for value in values]
    ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    open_coups: list[tuple[list[Card], list[Card], tuple[int, ...]]] = [
        (cards[:2], cards[2:], ())
    ]
    while open_coups:
        player, banker, drawn = open_coups.pop()
        side = find_side_to_draw(player, banker)
        if side is None:
            totals = (count_baccarat_hand(player), count_baccarat_hand(banker))
            ways.append(
                (
                    drawn,
                    tuple(
                        seat
                        for seat, total in enumerate(totals, start=1)
                        if total == max(totals)
                    ),
                )
            )
        for value, card in enumerate(A_CARD_OF_EACH_VALUE if side else ()):
            hands = (
                ([*player, card], banker)
                if side is Side.PLAYER
                else (player, [*banker, card])
            )
            open_coups.append((*hands, (*drawn, value)))
    return ways


def count_orders(values: Sequence[int]) -> int:
    """Return the number of ways in which these values can be dealt in that order from eight packs."""
    return prod(
        EIGHT_PACKS[value] - values[:position].count(value)
        for position, value in enumerate(values)
    )


@for_each(
    ("player", "banker", "draws", "won"),
    [
        ("9S TD", "KC 7D", (False, False), (1,)),  # a natural stops the player
        ("2S 3D", "KC 8D", (False, False), (2,)),  # and the banker's
        (
            "2S 3D",
            "KC 7D",
            (True, False),
            None,
        ),  # the banker stands on 7, whatever comes
        ("2S 3D", "KC 2D", (True, True), None),  # and draws to 2
        ("2S 3D", "KC 3D", (True, None), None),  # but to 3 unless an 8 comes
        ("2S 3D 8C", "KC 3D", (False, False), (1, 2)),
        ("2S 3D 9C", "KC 3D", (False, True), None),
        ("2S 3D 9C", "KC 3D AC", (False, False), (1, 2)),
        ("2S 4D", "KC 5D", (False, True), None),
        ("2S 4D", "KC 6D", (False, False), (1, 2)),
        ("2S 4D", "KC 5D 5C", (False, False), (1,)),
    ],
)
def test_a_coup_goes_by_the_tableau(
    player: str,
    banker: str,
    draws: tuple[bool, bool | None],
    won: tuple[int, ...] | None,
) -> None:
    hands = evaluate_coup(parse_cards(player), parse_cards(banker))
    assert tuple(hand.draws for hand in hands) == draws
    assert casino_hands.find_baccarat_winners(hands) == won


@for_each(
    ("player", "banker", "sentence"),
    [
        (
            "2S 4D 5C",
            "KC 5D",
            "The player has a third card, but by the tableau the player stands",
        ),
        ("2S 3D 5C", "KC 8D", "the player stands \\(player 5, banker 8\\)"),
        (
            "2S 3D",
            "KC 2D 5C",
            "The banker has a third card, but by the tableau the player draws first",
        ),
        ("2S 3D 8C", "KC 3D 5C", "the banker stands \\(player 3, banker 3\\)"),
        ("2S 4D", "KC 6D 5C", "the banker stands"),
        ("9S TD", "KC 2D 5C", "the banker stands"),
    ],
)
def test_a_third_card_against_the_tableau_is_refused(
    player: str, banker: str, sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        evaluate_coup(parse_cards(player), parse_cards(banker))


def test_only_two_cards_are_natural() -> None:
    player, banker = evaluate_coup(parse_cards("2S 3D 4C"), parse_cards("KC 7D"))
    assert player.total == 9
    assert player.natural is False
    assert banker.natural is False

"""Baccarat: the tableau, and the published odds that follow from it."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import perm
from typing import NamedTuple

import pytest

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

Values = tuple[int, ...]
"""What cards count: 0 to 9 each."""
EIGHT_PACKS = [128] + [32] * 9
"""The number of cards of each value."""
A_CARD_OF_EACH_VALUE = parse_cards("TS AS 2S 3S 4S 5S 6S 7S 8S 9S")


@for_each(
    ("total", "after_0_to_9", "after_none"),
    [
        (0, "DDDDDDDDDD", "D"),
        (1, "DDDDDDDDDD", "D"),
        (2, "DDDDDDDDDD", "D"),
        (3, "DDDDDDDDSD", "D"),
        (4, "SSDDDDDDSS", "D"),
        (5, "SSSSDDDDSS", "D"),
        (6, "SSSSSSDDSS", "S"),
        (7, "SSSSSSSSSS", "S"),
    ],
)
def test_the_banker_draws_as_the_tableau_says(
    total: int, after_0_to_9: str, after_none: str
) -> None:
    for value, letter in enumerate(after_0_to_9):
        assert casino_hands.banker_draws(total, value) == (letter == "D"), value
    assert casino_hands.banker_draws(total, None) == (after_none == "D")


def test_the_player_draws_to_5_and_tens_and_pictures_count_nothing() -> None:
    for total in range(8):
        assert casino_hands.player_draws(total) is (total <= 5)
    cards = parse_cards("AS 2S 9S TS JS QS KS")
    values = [casino_hands.count_baccarat_card(card) for card in cards]
    assert values == [1, 2, 9, 0, 0, 0, 0]
    assert count_baccarat_hand(parse_cards("9S 7D KC")) == 6


def test_each_side_wins_in_as_many_ways_as_published_for_eight_packs() -> None:
    """Count every order of six cards; Wizard of Odds and others publish the same numbers.

    The two cards that a side has first are counted in both orders at once.
    """
    ways: Counter[str] = Counter()
    pairs = list(combinations_with_replacement(range(10), 2))
    for player, banker in product(pairs, repeat=2):
        orders_of_pairs = len({player, player[::-1]}) * len({banker, banker[::-1]})
        for coup in play_out(player, banker):
            values = coup.player + coup.banker
            orders = orders_of_pairs * count_orders(values)
            ways[coup.winner] += orders * perm(416 - len(values), 6 - len(values))
    assert ways == {
        "player": 2_230_518_282_592_256,
        "banker": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
    }
    assert ways.total() == perm(416, 6)


class Coup(NamedTuple):
    """The values of the cards of both sides, and who won."""

    player: Values
    banker: Values
    winner: str


def play_out(player: Values, banker: Values) -> Iterator[Coup]:
    """Yield every coup that begins with these cards."""
    player_cards = [A_CARD_OF_EACH_VALUE[value] for value in player]
    banker_cards = [A_CARD_OF_EACH_VALUE[value] for value in banker]
    side = find_side_to_draw(player_cards, banker_cards)
    if side is None:
        lead = count_baccarat_hand(player_cards) - count_baccarat_hand(banker_cards)
        winner = "player" if lead > 0 else "banker"
        yield Coup(player, banker, winner if lead else "tie")
        return
    for value in range(10):
        if side is Side.PLAYER:
            yield from play_out((*player, value), banker)
        else:
            yield from play_out(player, (*banker, value))


def count_orders(values: Values) -> int:
    """Return the number of ways in which cards of these values can be dealt in that order from eight packs."""
    left = EIGHT_PACKS.copy()
    ways = 1
    for value in values:
        ways *= left[value]
        left[value] -= 1
    return ways


@for_each(
    ("player", "banker", "draws", "won"),
    [
        ("9S TD", "KC 7D", (False, False), (1,)),  # a natural stops the player
        ("2S 3D", "KC 8D", (False, False), (2,)),  # and the banker's
        ("2S 3D", "KC 7D", (True, False), None),  # the banker stands on 7
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

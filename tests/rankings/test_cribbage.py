"""Cribbage hands, item by item; test_every_hand.py adds them all up."""

from collections import Counter
from collections.abc import Iterable
from math import prod

from service.cards.card import Card
from service.rankings.counted_hands import CribbageHand, score_hand
from tests.rankings.sample_cards import parse_cards, sample_hands
from tests.tables import for_each, read_table


def score(hand: str, starter: str, *, crib: bool = False) -> CribbageHand:
    """Return the score of a hand or a crib of four cards with the starter."""
    [starter_card] = parse_cards(starter)
    return score_hand(parse_cards(hand), starter_card, crib=crib)


@for_each(("hand", "starter", "points", "kinds"), read_table("rankings/cribbage.yaml"))
def test_a_hand_scores_what_its_items_add_up_to(
    hand: str, starter: str, points: int, kinds: dict[str, int]
) -> None:
    scored = score(hand, starter)
    assert Counter(item.kind for item in scored.items) == kinds
    assert sum(item.points for item in scored.items) == points
    assert scored.points == points


def test_each_item_shows_its_cards() -> None:
    items = score("4S 5D 6C 8H", "QH").items
    assert [item.kind for item in items] == ["fifteen", "fifteen", "run"]
    assert [item.points for item in items] == [2, 2, 3]
    cards = [" ".join(card.code for card in item.cards) for item in items]
    assert cards == ["5D QH", "4S 5D 6C", "4S 5D 6C"]


def test_a_crib_differs_by_a_flush_of_four_alone() -> None:
    assert score("2S 4S 6S 8S", "KD", crib=True).points == 0
    assert score("2S 4S 6S 8S", "KS", crib=True).points == 5
    for *hand, starter in sample_hands("crib", 3_000, 5):
        suits = {card.suit for card in hand}
        is_flush_of_four = len(suits) == 1 and starter.suit not in suits
        difference = 4 if is_flush_of_four else 0
        in_crib = score_hand(hand, starter, crib=True).points
        assert score_hand(hand, starter).points == in_crib + difference


def test_the_order_of_a_hand_and_the_names_of_its_suits_do_not_count() -> None:
    next_suit = {"S": "H", "H": "D", "D": "C", "C": "S"}
    for *hand, starter in sample_hands("suits", 3_000, 5):
        codes = [card.code for card in (*hand[::-1], starter)]
        changed = parse_cards(" ".join(code[0] + next_suit[code[1]] for code in codes))
        points = score_hand(changed[:4], changed[4]).points
        assert points == score_hand(hand, starter).points


def count_ways(cards: Iterable[Card], total: int) -> int:
    """Return in how many ways some of the cards add up to a total."""
    ways = Counter({0: 1})
    for card in cards:
        value = min(card.value or 0, 10)
        ways += Counter({old + value: count for old, count in ways.items()})
    return ways[total]


def score_runs(ranks: Counter[int]) -> int:
    """Return the points of the longest runs of some ranks."""
    for length in (5, 4, 3):
        starts = range(1, 14)
        ways = sum(prod(ranks[low + step] for step in range(length)) for low in starts)
        if ways:
            return length * ways
    return 0


def score_by_textbook(hand: list[Card], starter: Card) -> int:
    """Return the score from counts of the ranks, as beginners are taught it, without enumerating cards."""
    five = [*hand, starter]
    ranks = Counter(card.value or 0 for card in five)
    points = 2 * count_ways(five, 15) + score_runs(ranks)
    points += sum(count * (count - 1) for count in ranks.values())
    suits = {card.suit for card in hand}
    if len(suits) == 1:
        points += 5 if starter.suit in suits else 4
    jacks = {card.suit for card in hand if card.rank == "J"}
    if starter.suit in jacks:
        points += 1
    return points


def test_a_count_by_the_textbook_gives_the_same_score() -> None:
    for *hand, starter in sample_hands("shows", 8_000, 5):
        assert score_hand(hand, starter).points == score_by_textbook(hand, starter)

"""Cribbage hands, item by item; test_every_hand.py adds them all up."""

from collections import Counter
from math import prod

from service.cards.card import Card
from service.rankings.counted_hands import score_hand
from tests.rankings.sample_cards import PACK, parse_cards, sample_hands
from tests.tables import for_each


@for_each(
    ("hand", "starter", "points", "kinds"),
    [
        ("5S 5D 5C JH", "5H", 29, {"fifteen": 8, "pair": 6, "nobs": 1}),
        ("5S 5D 5C 5H", "JH", 28, {"fifteen": 8, "pair": 6}),
        ("7S 7D 8C 8H", "9D", 24, {"fifteen": 4, "pair": 2, "run": 4}),
        ("4S 4D 5C 6H", "6D", 24, {"fifteen": 4, "pair": 2, "run": 4}),
        ("AS 2D 3C 4H", "5D", 7, {"fifteen": 1, "run": 1}),
        ("2S 3D 4C 5H", "5D", 12, {"fifteen": 1, "pair": 1, "run": 2}),
        ("3S 3D 3C 4H", "5D", 21, {"fifteen": 3, "pair": 3, "run": 3}),
        ("2S 4S 6S 8S", "KD", 4, {"flush": 1}),
        ("2S 4S 6S 8S", "KS", 5, {"flush": 1}),
        ("2S 4S 6S JS", "KS", 6, {"flush": 1, "nobs": 1}),
        ("2S 4D 6S 8C", "KD", 0, {}),
        ("QS KD AC 2H", "9D", 0, {}),
        ("TS JS QD KC", "2S", 5, {"run": 1, "nobs": 1}),
        ("2S 4D 6S 8C", "JS", 0, {}),  # a jack that is turned up is no nobs
        ("7S 7D 7C AH", "AC", 20, {"fifteen": 6, "pair": 4}),
    ],
)
def test_a_hand_scores_what_its_items_add_up_to(
    hand: str, starter: str, points: int, kinds: dict[str, int]
) -> None:
    score = score_hand(parse_cards(hand), *parse_cards(starter))
    assert Counter(item.kind for item in score.items) == kinds
    assert score.points == sum(item.points for item in score.items) == points


def test_each_item_shows_its_cards() -> None:
    score = score_hand(parse_cards("4S 5D 6C 8H"), *parse_cards("QH"))
    items = [
        (item.kind, item.points, " ".join(card.code for card in item.cards))
        for item in score.items
    ]
    assert items == [
        ("fifteen", 2, "5D QH"),
        ("fifteen", 2, "4S 5D 6C"),
        ("run", 3, "4S 5D 6C"),
    ]


def test_a_crib_differs_by_a_flush_of_four_alone() -> None:
    assert (
        score_hand(parse_cards("2S 4S 6S 8S"), *parse_cards("KD"), crib=True).points
        == 0
    )
    assert (
        score_hand(parse_cards("2S 4S 6S 8S"), *parse_cards("KS"), crib=True).points
        == 5
    )
    for *hand, starter in sample_hands("crib", 3_000, 5):
        four = (
            len({card.suit for card in hand})
            == 1
            != len({card.suit for card in (*hand, starter)})
        )
        assert score_hand(hand, starter).points - score_hand(
            hand, starter, crib=True
        ).points == (4 if four else 0)


def test_the_order_of_a_hand_and_the_names_of_its_suits_do_not_count() -> None:
    suits = {card.suit: card.suit for card in PACK}
    names = list(suits)
    by_face = {(card.rank, card.suit): card for card in PACK}
    for *hand, starter in sample_hands("suits", 3_000, 5):
        changed = [
            by_face[card.rank, names[names.index(card.suit) - 1]]
            for card in (*hand[::-1], starter)
        ]
        assert (
            score_hand(changed[:4], changed[4]).points
            == score_hand(hand, starter).points
        )


def score_by_textbook(hand: list[Card], starter: Card) -> int:
    """Return the score from counts of the ranks, as beginners are taught it, without enumerating cards."""
    five = [*hand, starter]
    sums = Counter({0: 1})
    for card in five:
        sums = sums + Counter(
            {total + min(card.value or 0, 10): ways for total, ways in sums.items()}
        )
    ranks = Counter(card.value or 0 for card in five)
    points = 2 * sums[15] + sum(n * (n - 1) for n in ranks.values())
    for length in (5, 4, 3):
        if ways := sum(
            prod(ranks[low + step] for step in range(length)) for low in range(1, 14)
        ):
            points += length * ways
            break
    suited = all(card.suit == hand[0].suit for card in hand)
    points += (4 + (starter.suit == hand[0].suit)) * suited
    return points + any((card.rank, card.suit) == ("J", starter.suit) for card in hand)


def test_a_count_by_the_textbook_gives_the_same_score() -> None:
    for *hand, starter in sample_hands("shows", 8_000, 5):
        assert score_hand(hand, starter).points == score_by_textbook(hand, starter)

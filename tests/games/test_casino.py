"""Baccarat, in which the faces of the cards decide the deal."""

from service.cards.options import PackOptions
from service.games.catalogue import GAMES
from service.games.game import set_up
from service.games.procedures import Deal
from tests.tables import for_each

BACCARAT = set_up(GAMES["baccarat"], None, PackOptions())
CODES = [card.code for card in BACCARAT.shoe]
STANDS = (2, 2)
PLAYER_DRAWS = (3, 2)
BANKER_DRAWS = (2, 3)
BOTH_DRAW = (3, 3)


def deal_coup(codes: str) -> Deal:
    """Deal a coup from a shoe with these cards at its top and the rest in unshuffled order."""
    rest = list(range(len(CODES)))
    top = [CODES.index(code) for code in codes.split()]
    for card in top:
        rest.remove(card)
    return BACCARAT.deal(top + rest)


@for_each(
    ("turned", "burned"),
    [("AS", 1), ("7D", 7), ("9C", 9), ("TC", 10), ("JH", 10), ("KS", 10)],
)
def test_the_first_card_says_how_many_are_burned_after_it(
    turned: str, burned: int
) -> None:
    pile = deal_coup(turned).piles["burns"]
    burns = BACCARAT.card_codes(pile)
    assert burns[0] == turned
    assert len(burns) == 1 + burned
    assert BACCARAT.card_codes({"": pile["turned"]}) == [turned]


def test_the_player_gets_cards_one_and_three_and_the_banker_two_and_four() -> None:
    deal = deal_coup("AS 2S 9H KC KD 7S")
    assert BACCARAT.card_codes(deal.hands["player"]) == ["9H", "KD"]
    assert BACCARAT.card_codes(deal.hands["banker"]) == ["KC", "7S"]


@for_each(
    ("four", "fifth", "cards"),
    [
        ("9H 2C KD 3S", "4D", STANDS),  # a natural: the banker's 5 does not draw
        # the banker's natural: the player's 2 does not draw
        ("2H 4C KD 4S", "4D", STANDS),
        ("6H 6C KD KS", "4D", STANDS),
        ("6H 2C KD 3S", "4D", BANKER_DRAWS),  # the player stands, the banker has 5
        ("2H 7C KD KS", "6D", PLAYER_DRAWS),
        ("2H 2C KD KS", "8D", BOTH_DRAW),
        ("2H 3C KD KS", "8D", PLAYER_DRAWS),
        ("2H 3C KD KS", "9D", BOTH_DRAW),
        ("2H 4C KD KS", "AD", PLAYER_DRAWS),
        ("2H 4C KD KS", "2D", BOTH_DRAW),
        ("2H 5C KD KS", "3D", PLAYER_DRAWS),
        ("2H 5C KD KS", "7D", BOTH_DRAW),
        ("2H 6C KD KS", "5D", PLAYER_DRAWS),
        ("2H 6C KD KS", "6D", BOTH_DRAW),
        ("2H 6C KD KS", "8D", PLAYER_DRAWS),
    ],
)
def test_third_cards_are_drawn_by_the_tableau(
    four: str, fifth: str, cards: tuple[int, int]
) -> None:
    """58 Pennsylvania Code § 631a.11."""
    hands = deal_coup(f"AS 2S {four} {fifth}").hands
    player = BACCARAT.card_codes(hands["player"])
    banker = BACCARAT.card_codes(hands["banker"])
    assert len(player) == cards[0]
    assert len(banker) == cards[1]
    third_cards = player[2:] + banker[2:]
    assert third_cards[:1] == ([] if cards == STANDS else [fifth])

"""The games to which a name leads that is nearly theirs: none of the same aim is nearer in its pack and its hands.

The clauses of `near` say how many cards the game of the name has and how many it deals to each player.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from service.cards.options import PackOptions
from service.games.catalogue import GAMES
from service.games.game import Game, set_up
from service.games.procedures import all_cards
from service.names.suggestions import find_named
from tests.tables import for_each

NEAR = [
    (game.name, name, clause)
    for game in GAMES.values()
    for name, clause in game.near.items()
]
AIMS = (
    "rummy scala_40 german_rummy konkan hoola",
    "contract_rummy contract_rummy_three_packs continental",
    "canasta canasta_six_players",
    "six_card_golf four_card_golf",
    "crazy_eights mau_mau prsi",
    "teen_patti brag zha_jin_hua seka",
    "bai_cao pok_deng",
    "holdem short_deck",
    "omaha omaha_five_cards omaha_six_cards",
    "dou_dizhu dou_dizhu_four_players",
    "scopa scopone",
)
"""Games of one aim: they differ in their packs and in the cards that they deal."""

NUMERALS = """
three four five six seven eight nine ten
eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
"""
NUMBERS = {numeral: number for number, numeral in enumerate(NUMERALS.split(), start=3)}
NUMBER = rf"(\d+|{'|'.join(NUMBERS)})"
HANDS = (
    rf"\b{NUMBER}(?: or {NUMBER})?(?: or more)?(?: cards)? each\b",
    rf"\beach (?:hand gets|has) {NUMBER}(?: or {NUMBER})? cards?\b",
    rf"\b{NUMBER} cards are dealt to each\b",
)
PACKS = r"\b(?:with|has|of|all) (?:all )?(?:the \w+ pack of )?(\d\d+)(?: or (\d\d+))?\b"

FARTHER = {
    "nine-card brag": "brag in the name",
    "seven-card brag": "brag in the name",
    "thirteen-card brag": "brag in the name",
    "bisca": "brisca in the name",
    "bisca dos nove": "brisca in the name",
    "dehla pakad": "the other eight follow",
    "Gaigel": "binokel's pack",
    "continental rummy": "continental in the name",
    "кункен": "konkan in the name",
    "konkan of one pack": "konkan in the name",
    "도리짓고땡": "seotda's pack",
}
"""Names that lead to a game with hands of half or twice the size or less near, with what they share with it."""


class Shape(NamedTuple):
    """The numbers of cards in a hand and in all packs; none if they are not known."""

    hands: frozenset[int]
    packs: frozenset[int]


def read_numbers(pattern: str, text: str) -> Iterator[int]:
    """Yield the numbers, or their numerals, that are groups of a pattern in a text."""
    for match in re.finditer(pattern, text):
        for number in filter(None, match.groups()):
            yield NUMBERS.get(number) or int(number)


def read_shape(clause: str) -> Shape:
    """Return the numbers of cards that a clause says."""
    hands = [number for pattern in HANDS for number in read_numbers(pattern, clause)]
    return Shape(frozenset(hands), frozenset(read_numbers(PACKS, clause)))


@cache
def find_shape(game: Game) -> Shape:
    """Return the numbers of cards that a game has and deals."""
    hands: set[int] = set()
    for players in game.players:
        table = set_up(game, players, PackOptions())
        deal = table.deal(range(table.size))
        hands |= {len(all_cards(hand)) for hand in deal.hands.values()}
    hands.discard(0)
    usual = set_up(game, None, PackOptions())
    return Shape(frozenset(hands), frozenset({usual.size}))


def measure(told: Collection[int], own: Collection[int]) -> float:
    """Return the ratio of the two nearest numbers, 1 if they are equal or one of them is not known."""
    ratios = [max(pair) / min(pair) for pair in product(told, own)]
    return min(ratios, default=1)


def list_of_one_aim(name: str) -> list[str]:
    """Return the other games of the same aim."""
    for aim in AIMS:
        games = aim.split()
        if name in games:
            games.remove(name)
            return games
    return []


def is_nearer(shape: Shape, other: str, name: str) -> bool:
    """Return whether another game is nearer to a shape in its pack or its hands, and farther in neither."""
    other_shape = find_shape(GAMES[other])
    own_shape = find_shape(GAMES[name])
    other_hands = measure(shape.hands, other_shape.hands)
    own_hands = measure(shape.hands, own_shape.hands)
    other_packs = measure(shape.packs, other_shape.packs)
    own_packs = measure(shape.packs, own_shape.packs)
    if other_hands > own_hands or other_packs > own_packs:
        return False
    return other_hands < own_hands or other_packs < own_packs


@for_each(("game", "name", "clause"), NEAR)
def test_a_near_name_leads_to_the_nearest_game_of_its_aim(
    game: str, name: str, clause: str
) -> None:
    shape = read_shape(clause)
    nearer = {other for other in list_of_one_aim(game) if is_nearer(shape, other, game)}
    if nearer:
        nearer -= set(find_named(name, GAMES))
    is_far = measure(shape.hands, find_shape(GAMES[game]).hands) >= 2
    assert name in FARTHER or not (nearer or is_far)


@for_each(("game", "name", "clause"), NEAR)
def test_a_near_name_leads_to_the_game_that_its_clause_names(
    game: str, name: str, clause: str
) -> None:
    others = {word for word in re.findall(r"\w+_\w+", clause) if word in GAMES}
    assert not others or others <= {game, *find_named(name, GAMES)}

"""The table of rankings, and the refusals that all games share."""

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import product
from typing import Any

import pytest

from service.core.errors import Refused
from service.rankings.outcomes import rank
from service.rankings.rankings import RANKINGS
from service.rankings.showdowns import PackCount, Showdown
from tests.rankings.fresh_python import run_python
from tests.rankings.sample_cards import PACK
from tests.tables import for_each, read_table

TABLES = read_table("rankings/refused.yaml")

every_game = for_each("game", RANKINGS)
GAMES_OF_EQUAL_SEATS = [game for game in RANKINGS if game != "baccarat"]
"""All but the one whose hands are the player's and the banker's."""
BOARD = ("2S", "3H", "4D")
OTHER_BOARD = ("2H", "3H", "4D")
OPTIONS: dict[str, Any] = {
    "board": BOARD,
    "starter": "2S",
    "crib": False,
    "coins": 5,
    "independent": False,
    "wild": ("JS",),
    "low_wheel": False,
    "two_three_five": False,
}


def build_showdown(
    game: str, size: int | None = None, hands: int | None = None
) -> Showdown:
    """Return a request with the required parameters and hands from the top of the pack, by default of minimum size."""
    ranking = RANKINGS[game]
    required = {name: OPTIONS[name] for name in ranking.required}
    playable = [card for card in PACK if card.rank not in ranking.excluded_ranks]
    on_table = set(BOARD) if required else set()
    codes = [card.code for card in playable if card.code not in on_table]
    size = size or ranking.cards[0]
    starts = range(0, size * (hands or ranking.seats[0]), size)
    dealt = tuple(tuple(codes[start : start + size]) for start in starts)
    return Showdown(game=game, hands=dealt, **required)


def seats_of(winners: Sequence[str] | None, seats: Sequence[str]) -> list[str] | None:
    """Return the names of seats that a showdown numbers from 1."""
    if winners is None:
        return None
    return [seats[int(number) - 1] for number in winners]


def test_the_options_are_all_that_a_showdown_can_have() -> None:
    names = {option.name for option in fields(Showdown)}
    assert names == {"game", "hands", "hands_by_seat", *OPTIONS}


@for_each("game", GAMES_OF_EQUAL_SEATS)
def test_each_hand_has_its_value_at_any_seat(game: str) -> None:
    showdown = build_showdown(game, hands=min(3, RANKINGS[game].seats[-1]))
    ranked = rank(showdown)
    turned = rank(replace(showdown, hands=showdown.hands[::-1]))
    assert list(turned.values) == list(ranked.values)[::-1]
    turned_seats = showdown.seats[::-1]
    for pot in ("winners", "low_winners"):
        winners = getattr(ranked.outcome, pot) or ()
        turned_winners = getattr(turned.outcome, pot)
        named = seats_of(turned_winners, turned_seats) or []
        assert sorted(named) == sorted(winners)


@every_game
def test_hands_by_seat_are_the_hands_of_a_list_with_names(game: str) -> None:
    ranking = RANKINGS[game]
    listed = build_showdown(game, hands=min(3, ranking.seats[-1]))
    seats = ranking.sides or ("9", "dealer", "east")
    names = dict(zip(seats, listed.hands, strict=True))
    if ranking.sides:  # an object may have any order
        names = dict(reversed(names.items()))
    ranked = rank(listed)
    named = rank(replace(listed, hands=(), hands_by_seat=names))
    assert len(ranked.values) == len(listed.hands)
    assert all(isinstance(value, ranking.hand_type) for value in ranked.values)
    assert named.seats == seats
    assert named.values == ranked.values
    for pot in ("winners", "low_winners"):
        winners = getattr(named.outcome, pot)
        numbers = getattr(ranked.outcome, pot)
        assert (winners and list(winners)) == seats_of(numbers, seats)


@for_each(("sentence", "by_seat"), TABLES["by seat"])
def test_hands_by_seat_are_refused_by_their_seats(
    sentence: str, by_seat: dict[str, tuple[str, ...]] | None
) -> None:
    showdown = Showdown(
        game="poker", hands=(), hands_by_seat=by_seat, board=OTHER_BOARD
    )
    with pytest.raises(Refused, match=re.escape(sentence)) as refused:
        rank(showdown)
    assert refused.value.field == ("hands_by_seat" if by_seat else "hands")


def test_hands_are_given_once() -> None:
    twice = Showdown(
        game="poker",
        hands=(("AS", "KS"),),
        hands_by_seat={"1": ("QS", "JS")},
        board=OTHER_BOARD,
    )
    with pytest.raises(Refused, match=r"This request has both\.") as refused:
        rank(twice)
    assert refused.value.field == "hands_by_seat"


@for_each(("sentence", "by_seat"), TABLES["baccarat"])
def test_the_hands_of_baccarat_have_its_seats(
    sentence: str, by_seat: dict[str, tuple[str, ...]]
) -> None:
    showdown = Showdown(game="baccarat", hands=(), hands_by_seat=by_seat)
    with pytest.raises(Refused, match=re.escape(sentence)) as refused:
        rank(showdown)
    assert refused.value.field == "hands_by_seat"


@every_game
def test_a_hand_has_as_many_cards_as_the_table_says(game: str) -> None:
    cards = RANKINGS[game].cards
    for size in {cards[0] - 1, cards[-1] + 1} - {0}:
        sentence = rf"A hand of {game} has .* cards.*; hand 1 has {size}\."
        with pytest.raises(Refused, match=sentence):
            rank(build_showdown(game, size))


OTHER_PARAMETERS = [
    (game, option)
    for game, option in product(RANKINGS, OPTIONS)
    if option not in RANKINGS[game].parameters
]


@for_each(("game", "option"), OTHER_PARAMETERS)
def test_a_parameter_of_other_games_is_refused_and_they_are_named(
    game: str, option: str
) -> None:
    showdown = replace(build_showdown(game), **{option: OPTIONS[option]})
    owners = [name for name in RANKINGS if option in RANKINGS[name].parameters]
    sentence = f"{game} does not take {option}; it belongs to {', '.join(owners)}."
    with pytest.raises(Refused, match=sentence) as refused:
        rank(showdown)
    assert refused.value.field == option


REQUIRED_PARAMETERS = [
    (game, name) for game in RANKINGS for name in RANKINGS[game].required
]


@for_each(("game", "name"), REQUIRED_PARAMETERS)
def test_the_required_parameters_of_a_game_must_be_given(game: str, name: str) -> None:
    without: dict[str, Any] = {name: None}
    showdown = replace(build_showdown(game), **without)
    with pytest.raises(Refused, match=f"required for {game}"):
        rank(showdown)


@every_game
def test_a_card_is_there_twice_only_where_there_are_many_packs(game: str) -> None:
    showdown = build_showdown(game, max(2, RANKINGS[game].cards[0]))
    (first, _, *rest), *others = showdown.hands
    twice = (first, first.lower(), *rest)
    repeated = replace(showdown, hands=(twice, *others))
    if RANKINGS[game].packs is PackCount.MANY:
        assert len(rank(repeated).values) == len(repeated.hands)
    else:
        with pytest.raises(Refused, match=f"The card {first} is in hand 1 twice."):
            rank(repeated)


@every_game
def test_a_card_is_in_two_hands_only_where_these_have_packs_of_their_own(
    game: str,
) -> None:
    showdown = build_showdown(game)
    repeated = replace(showdown, hands=showdown.hands[:1] * 2)
    if RANKINGS[game].packs is not PackCount.ONE:
        assert len(rank(repeated).values) == len(repeated.hands)
        return
    sentence = "is in hand 1 and in hand 2; one deal has one pack"
    with pytest.raises(Refused, match=sentence):
        rank(repeated)
    separate = rank(replace(repeated, independent=True))
    first, second = separate.values
    assert first == second
    assert separate.outcome.winners is None
    assert separate.outcome.low_winners is None


@for_each("independent", [None, True])
@for_each(
    ("game", "where"),
    [
        ("omaha", "on the board"),
        ("omaha_hi_lo", "on the board"),
        ("cribbage", "the starter"),
    ],
)
def test_a_card_on_the_table_is_in_no_hand(
    game: str, where: str, independent: bool | None
) -> None:
    showdown = build_showdown(game)
    hands = (*showdown.hands, ("2s", "9D", "9C", "9H"))
    repeated = replace(showdown, hands=hands, independent=independent)
    with pytest.raises(Refused, match=f"The card 2S is {where} and in hand 2."):
        rank(repeated)


@for_each(("sentence", "game", "hands", "board"), TABLES["out of place"])
def test_a_card_out_of_place_is_refused_with_its_place(
    sentence: str, game: str, hands: str, board: str
) -> None:
    codes_by_hand = tuple(tuple(hand.split()) for hand in hands.split("/"))
    showdown = Showdown(game=game, hands=codes_by_hand, board=tuple(board.split()))
    field = "hands" if sentence.startswith("Hand") else "board"
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}") as refused:
        rank(showdown)
    assert refused.value.field == field


def test_with_a_board_a_poker_hand_is_two_hole_cards() -> None:
    five_cards = replace(build_showdown("poker"), board=OTHER_BOARD)
    with pytest.raises(Refused, match=r"2 cards with a board; hand 1 has 5\."):
        rank(five_cards)
    two_cards = build_showdown("poker", 2)
    with pytest.raises(Refused, match=r"5 to 7 cards without a board; hand 1 has 2\."):
        rank(two_cards)


@for_each("game", ["poker", "razz", "stud_hi_lo"])
def test_the_common_card_of_stud_is_the_seventh_of_each_hand_of_six(game: str) -> None:
    first = ("AS", "KS", "9D", "8D", "7C", "2H")
    second = ("QS", "JC", "TC", "6D", "5H", "3C")
    shared = Showdown(game=game, hands=(first, second), board=("4S",))
    of_seven = ((*first, "4S"), (*second, "4S"))
    dealt = Showdown(game=game, hands=of_seven, independent=True)
    assert rank(shared).values == rank(dealt).values
    assert rank(shared).outcome.winners
    others_folded = replace(shared, hands=(first,))
    assert rank(others_folded).outcome.winners == ("1",)


@for_each(("sentence", "game", "size", "board"), TABLES["common cards"])
def test_a_common_card_is_one_beside_hands_of_six(
    sentence: str, game: str, size: int, board: str
) -> None:
    codes = [card.code for card in PACK if card.code not in BOARD]
    hand = tuple(codes[:size])
    showdown = Showdown(game=game, hands=(hand,), board=tuple(board.split()))
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}$"):
        rank(showdown)


def test_threads_that_rank_the_first_hands_at_once_agree() -> None:
    code = """if True:
        from concurrent.futures import ThreadPoolExecutor
        from threading import Barrier
        from service.rankings.poker_hands import find_best_five
        from tests.rankings.sample_cards import sample_hands
        hands, barrier = list(sample_hands("threads", 200, 7)), Barrier(8)
        def strengths(_):
            barrier.wait()
            return [find_best_five(hand).strength for hand in hands]
        with ThreadPoolExecutor(8) as pool:
            first, *others = pool.map(strengths, range(8))
        print(len(set(first)) > 100, all(other == first for other in others))
    """
    assert run_python(code) == "True True"

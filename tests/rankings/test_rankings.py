"""The table of rankings, and the refusals that all games share."""

import re
import subprocess
import sys
from dataclasses import fields, replace
from typing import Any

import pytest

from service.core.errors import Refused
from service.rankings.rankings import RANKINGS, rank
from service.rankings.showdowns import PackCount, Showdown
from tests.conftest import ROOT
from tests.rankings.sample_cards import PACK
from tests.tables import for_each

every_game = for_each("game", RANKINGS)
BOARD = ("2S", "3H", "4D")
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
    on_table = set(BOARD) if required else set()
    codes = [
        card.code
        for card in PACK
        if card.code not in on_table and card.rank not in ranking.excluded_ranks
    ]
    size, hands = size or ranking.cards[0], hands or ranking.seats[0]
    return Showdown(
        game=game,
        hands=tuple(tuple(codes[n * size :][:size]) for n in range(hands)),
        **required,
    )


def test_the_options_are_all_that_a_showdown_can_have() -> None:
    assert {option.name for option in fields(Showdown)} == {
        "game",
        "hands",
        "hands_by_seat",
        *OPTIONS,
    }


@for_each(
    "game", [game for game in RANKINGS if game != "baccarat"]
)  # whose hands are the player's and the banker's
def test_each_hand_has_its_value_at_any_seat(game: str) -> None:
    showdown = build_showdown(game, hands=min(3, RANKINGS[game].seats[-1]))
    ranked = rank(showdown)
    turned = rank(replace(showdown, hands=showdown.hands[::-1]))
    assert list(turned.values) == list(ranked.values)[::-1]
    for seats, turned_seats in (
        (ranked.outcome.winners, turned.outcome.winners),
        (ranked.outcome.low_winners, turned.outcome.low_winners),
    ):
        assert {showdown.seats[-int(seat)] for seat in turned_seats or ()} == set(
            seats or ()
        )


@for_each("game", RANKINGS)
def test_hands_by_seat_are_the_hands_of_a_list_with_names(game: str) -> None:
    listed = build_showdown(game, hands=min(3, RANKINGS[game].seats[-1]))
    seats = RANKINGS[game].sides or ("9", "dealer", "east")
    names = dict(zip(seats, listed.hands, strict=True))
    if RANKINGS[game].sides:  # an object may have any order
        names = dict(reversed(names.items()))
    ranked = rank(listed)
    named = rank(replace(listed, hands=(), hands_by_seat=names))
    assert len(ranked.values) == len(listed.hands)
    assert all(isinstance(value, RANKINGS[game].hand_type) for value in ranked.values)
    assert named.seats == seats
    assert named.values == ranked.values
    for won, numbers in (
        (named.outcome.winners, ranked.outcome.winners),
        (named.outcome.low_winners, ranked.outcome.low_winners),
    ):
        assert won == (
            numbers
            if numbers is None
            else tuple(seats[int(number) - 1] for number in numbers)
        )


@for_each(
    ("sentence", "game", "hands", "by_seat"),
    [
        ("This request has neither.", "poker", (), None),
        ("This request has neither.", "poker", (), {}),
        ("This request has both.", "poker", (("AS", "KS"),), {"1": ("QS", "JS")}),
        (
            "the hand of 'dealer' has 1.",
            "poker",
            (),
            {"1": ("QS", "JS"), "dealer": ("AS",)},
        ),
        ("The hand of '7', card 2: There is no card", "poker", (), {"7": ("QS", "XX")}),
        (
            "is in the hand of '1' and in the hand of '7'",
            "poker",
            (),
            {"1": ("QS", "JS"), "7": ("AS", "QS")},
        ),
        (
            "The seats of baccarat are player and banker.",
            "baccarat",
            (),
            {"1": ("QS", "JS"), "2": ("AS", "QS")},
        ),
        ("baccarat takes 2 hands, not 1.", "baccarat", (), {"player": ("QS", "JS")}),
    ],
)
def test_hands_are_given_once_and_refused_by_their_seats(
    sentence: str, game: str, hands: Any, by_seat: Any
) -> None:
    board = None if game == "baccarat" else ("2H", "3H", "4D")
    with pytest.raises(Refused, match=re.escape(sentence)) as refused:
        rank(Showdown(game=game, hands=hands, hands_by_seat=by_seat, board=board))
    assert refused.value.field == ("hands_by_seat" if by_seat else "hands")


@every_game
def test_a_hand_has_as_many_cards_as_the_table_says(game: str) -> None:
    cards = RANKINGS[game].cards
    for size in {cards[0] - 1, cards[-1] + 1} - {0}:
        with pytest.raises(
            Refused, match=rf"A hand of {game} has .* cards.*; hand 1 has {size}\."
        ):
            rank(build_showdown(game, size))


@for_each(
    ("game", "option"),
    [
        (game, option)
        for game in RANKINGS
        for option in OPTIONS
        if option not in RANKINGS[game].parameters
    ],
)
def test_a_parameter_of_other_games_is_refused_and_they_are_named(
    game: str, option: str
) -> None:
    showdown = replace(build_showdown(game), **{option: OPTIONS[option]})
    owners = ", ".join(
        ranking.name for ranking in RANKINGS.values() if option in ranking.parameters
    )
    with pytest.raises(
        Refused, match=f"{game} does not take {option}; it belongs to {owners}."
    ) as refused:
        rank(showdown)
    assert refused.value.field == option


@for_each(
    "game, name",
    [
        (ranking.name, name)
        for ranking in RANKINGS.values()
        for name in ranking.required
    ],
)
def test_the_required_parameters_of_a_game_must_be_given(game: str, name: str) -> None:
    without: dict[str, Any] = {name: None}
    with pytest.raises(Refused, match=f"required for {game}"):
        rank(replace(build_showdown(game), **without))


@every_game
def test_a_card_is_there_twice_only_where_there_are_many_packs(game: str) -> None:
    showdown = build_showdown(game, max(2, RANKINGS[game].cards[0]))
    (first, _, *rest), *others = showdown.hands
    repeated = replace(showdown, hands=((first, first.lower(), *rest), *others))
    if RANKINGS[game].packs is PackCount.MANY:
        assert rank(repeated)
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
        assert rank(repeated)
    else:
        with pytest.raises(
            Refused, match="is in hand 1 and in hand 2; one deal has one pack"
        ):
            rank(repeated)
        separate = rank(replace(repeated, independent=True))
        assert separate.values[0] == separate.values[1]
        assert separate.outcome.winners is separate.outcome.low_winners is None


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
    with pytest.raises(Refused, match=f"The card 2S is {where} and in hand 2."):
        rank(
            replace(
                showdown,
                hands=(*showdown.hands, ("2s", "9D", "9C", "9H")),
                independent=independent,
            )
        )


HOLE_CARDS = ("AS", "KS")
SHORT = "is not in this pack, which is without 2, 3, 4, 5."


@for_each(
    ("sentence", "game", "hands", "board"),
    [
        (
            "The card TS is on the board twice.",
            "poker",
            (HOLE_CARDS,),
            ("TS", "10s", "4D"),
        ),
        (
            "Hand 2, card 2: There is no card",
            "poker",
            (HOLE_CARDS, ("QS", "XX")),
            BOARD,
        ),
        (
            "Hand 2, card 2: There is no card",
            "poker",
            (HOLE_CARDS, ("QS", "X1")),
            BOARD,
        ),
        ("Card 2: There is no card", "poker", (HOLE_CARDS,), ("2S", "XX", "4D")),
        (
            f"Hand 2, card 1: 5S {SHORT}",
            "short_deck",
            (HOLE_CARDS, ("5S", "QS")),
            ("6S", "7H", "8D"),
        ),
        (f"Card 3: 2D {SHORT}", "short_deck", (HOLE_CARDS,), ("6S", "7H", "2D")),
    ],
)
def test_a_card_out_of_place_is_refused_with_its_place(
    sentence: str, game: str, hands: Any, board: Any
) -> None:
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}") as refused:
        rank(Showdown(game=game, hands=hands, board=board))
    assert refused.value.field == ("hands" if sentence.startswith("Hand") else "board")


def test_with_a_board_a_poker_hand_is_two_hole_cards() -> None:
    with pytest.raises(Refused, match=r"2 cards with a board; hand 1 has 5\."):
        rank(replace(build_showdown("poker"), board=("2H", "3H", "4D")))
    with pytest.raises(Refused, match=r"5 to 7 cards without a board; hand 1 has 2\."):
        rank(build_showdown("poker", 2))


@for_each("game", ["poker", "razz", "stud_hi_lo"])
def test_the_common_card_of_stud_is_the_seventh_of_each_hand_of_six(game: str) -> None:
    hands = ("AS KS 9D 8D 7C 2H", "QS JC TC 6D 5H 3C")
    board = "4S"
    shared = Showdown(
        game=game, hands=tuple(tuple(hand.split()) for hand in hands), board=(board,)
    )
    dealt = Showdown(
        game=game,
        hands=tuple((*hand, board) for hand in shared.hands),
        independent=True,
    )
    assert rank(shared).values == rank(dealt).values
    assert rank(shared).outcome.winners
    assert rank(replace(shared, hands=shared.hands[:1])).outcome.winners == (
        "1",
    )  # the others have folded


@for_each(
    ("sentence", "game", "size", "board"),
    [
        (
            "A hand of poker has 6 cards with a common card; hand 1 has 2.",
            "poker",
            2,
            BOARD[:1],
        ),
        (
            "A hand of razz has 6 cards with a common card; hand 1 has 7.",
            "razz",
            7,
            BOARD[:1],
        ),
        ("A board of poker has 1 or 3 to 5 cards, not 2.", "poker", 6, BOARD[:2]),
        ("A board of stud_hi_lo has 1 card, not 3.", "stud_hi_lo", 6, BOARD),
        ("A board of omaha has 3 to 5 cards, not 1.", "omaha", 6, BOARD[:1]),
    ],
)
def test_a_common_card_is_one_beside_hands_of_six(
    sentence: str, game: str, size: int, board: tuple[str, ...]
) -> None:
    codes = [card.code for card in PACK if card.code not in BOARD]
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}$"):
        rank(Showdown(game=game, hands=(tuple(codes[:size]),), board=board))


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


def run_python(code: str) -> str:
    """Return what another Python interpreter prints."""
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()

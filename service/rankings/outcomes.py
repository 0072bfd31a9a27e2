"""Rank the hands of a showdown by an entry of the table of rankings, and find who wins."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple

from ..core.errors import Refused, UnsupportedParameter
from .circles import find_circle, list_beaten
from .house import DEALER, HouseRule, judge_hands
from .rankings import COMMON_CARD, RANKINGS, Ranking
from .showdowns import HandCards, PackCount, ParsedShowdown, Showdown, parse_showdown

PARAMETERS = tuple(
    field.name
    for field in fields(Showdown)
    if field.name not in {"game", "hands", "hands_by_seat"}
)
"""The parameters that only some games take."""


class ShowdownOutcome(NamedTuple):
    """Who wins, in names of seats. None stands for what a game does not have, or what nobody has won."""

    further: Sequence[Mapping[str, Any]]
    """More members of each hand: `beats`, or `qualifies` and `against_dealer`."""
    winners: tuple[str, ...] | None = None
    low_winners: tuple[str, ...] | None = None
    """The seats that win the low half of a split pot: an empty tuple if no hand qualifies."""
    circle: tuple[str, ...] | None = None
    """The seats of hands that beat each other in a circle, so that nobody wins."""


class RankingResult(NamedTuple):
    """The result of a showdown: its cards, the seat and value (a `hand_type`) of each hand, and who wins."""

    cards: ParsedShowdown
    seats: Sequence[str]
    values: Sequence[Any]
    outcome: ShowdownOutcome


def rank(showdown: Showdown, ranking: Ranking | None = None) -> RankingResult:
    """Evaluate the hands of a showdown and find the winners; the ranking is by default `RANKINGS[showdown.game]`.

    Raises `Refused` for parameters that do not fit the game, and for cards that cannot be on one table.
    """
    ranking = ranking or RANKINGS[showdown.game]
    _check_parameters(ranking, showdown)
    _check_board(ranking, showdown)
    _check_hands(ranking, showdown)
    showdown = _order_sides(ranking, showdown)
    packs = PackCount.EACH if showdown.independent else ranking.packs
    cards = parse_showdown(showdown, packs, ranking.excluded_ranks, ranking.jokers)
    _check_hand_sizes(ranking, showdown, cards.hands)
    values = ranking.evaluate(cards, showdown)
    outcome = _find_outcome(ranking, showdown, values)
    return RankingResult(cards, showdown.seats, values, outcome)


def _find_outcome(
    ranking: Ranking, showdown: Showdown, values: Sequence[Any]
) -> ShowdownOutcome:
    """Return who wins among hands with these values; of independent hands, which are of separate deals, nobody.

    `further` has a dictionary for each hand, which is mostly empty; against a dealer, {"against_dealer": "wins"}.
    """
    seats = showdown.seats
    further: Sequence[Mapping[str, Any]] = [{}] * len(seats)
    if showdown.independent:
        return ShowdownOutcome(further)
    beats = ranking.beats(showdown)
    if beats:
        beaten = list_beaten(values, beats)
        return _find_unbeaten(seats, beaten, has_winners=bool(ranking.find_winners))
    if ranking.house and DEALER in seats:
        weakest = _evaluate_weakest(ranking, showdown, ranking.house)
        further = judge_hands(ranking.house, seats, values, weakest)
    return ShowdownOutcome(
        further,
        winners=_find_seats(ranking.find_winners, seats, values),
        low_winners=_find_seats(ranking.find_low_winners, seats, values),
    )


def _find_seats(
    find: Callable[[Sequence[Any]], Sequence[int] | None] | None,
    seats: Sequence[str],
    values: Sequence[Any],
) -> tuple[str, ...] | None:
    """Return the names of the seats whose numbers a function of the values finds; None if there is no function.

    The function may return None as well: then nobody can win yet.
    """
    numbers = find(values) if find else None
    return None if numbers is None else _name_seats(seats, numbers)


def _find_unbeaten(
    seats: Sequence[str], beaten: Sequence[Sequence[int]], *, has_winners: bool
) -> ShowdownOutcome:
    """Return the outcome where hands have no order, given the numbers, from 1, of the hands that each one beats.

    Hands that nobody beats win; without any, hands beat each other in a circle.
    """
    further = [{"beats": _name_seats(seats, numbers)} for numbers in beaten]
    if not has_winners:
        return ShowdownOutcome(further)
    everybody = range(1, len(seats) + 1)
    unbeaten = sorted(set(everybody).difference(*beaten))
    if unbeaten:
        return ShowdownOutcome(further, winners=_name_seats(seats, unbeaten))
    return ShowdownOutcome(further, circle=_name_seats(seats, find_circle(beaten)))


def _name_seats(seats: Sequence[str], numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the names of seats by their numbers, from 1."""
    return tuple(seats[number - 1] for number in numbers)


def _evaluate_weakest(ranking: Ranking, showdown: Showdown, rule: HouseRule) -> Any:
    """Return the value of the dealer's weakest hand that qualifies; None where every hand does."""
    if not rule.weakest:
        return None
    weakest = Showdown(game=ranking.name, hands=(rule.weakest,))
    [value] = ranking.evaluate(parse_showdown(weakest, PackCount.ONE), showdown)
    return value


def _check_parameters(ranking: Ranking, showdown: Showdown) -> None:
    """Raise `Refused` for a parameter that the game does not take, or that it requires and the request has not."""
    for name in PARAMETERS:
        is_given = getattr(showdown, name) is not None
        if is_given and name not in ranking.parameters:
            owners = (
                owner.name for owner in RANKINGS.values() if name in owner.parameters
            )
            raise UnsupportedParameter(ranking.name, name, belongs_to=owners)
        if name in ranking.required and not is_given:
            raise Refused(name, f"This is required for {ranking.name}.")


def _check_board(ranking: Ranking, showdown: Showdown) -> None:
    """Raise `Refused` for a board of a number of cards that the game does not have."""
    if showdown.board is None:
        return
    count = len(showdown.board)
    if any(count in sizes for sizes in ranking.boards):
        return
    numbers = " or ".join(_format_range(sizes) for sizes in ranking.boards)
    noun = "card" if ranking.boards[-1] == COMMON_CARD else "cards"
    raise Refused(
        "board", f"A board of {ranking.name} has {numbers} {noun}, not {count:,}."
    )


def _check_hands(ranking: Ranking, showdown: Showdown) -> None:
    """Raise `Refused` unless the hands are given once, and as many as the game takes."""
    if bool(showdown.hands) is bool(showdown.hands_by_seat):
        number = "both" if showdown.hands else "neither"
        raise Refused(
            showdown.hands_field,
            "Give the hands once: in hands, a list, or in hands_by_seat, an object. "
            f"This request has {number}.",
        )
    count = len(showdown.seats)
    if count not in ranking.seats:
        raise Refused(
            showdown.hands_field,
            f"{ranking.name} takes {_format_range(ranking.seats)} hands, not {count:,}.",
        )


def _order_sides(ranking: Ranking, showdown: Showdown) -> Showdown:
    """Return a showdown with its hands by seat in the order of `ranking.sides`, if the game has sides.

    Raises `Refused` if the seats are not these sides.
    """
    if not (ranking.sides and showdown.hands_by_seat):
        return showdown
    if showdown.hands_by_seat.keys() != set(ranking.sides):
        raise Refused(
            "hands_by_seat",
            f"The seats of {ranking.name} are {' and '.join(ranking.sides)}.",
        )
    return replace(
        showdown,
        hands_by_seat={side: showdown.hands_by_seat[side] for side in ranking.sides},
    )


def _check_hand_sizes(
    ranking: Ranking, showdown: Showdown, hands: Sequence[HandCards]
) -> None:
    """Raise `Refused` for a hand with a number of cards that the game does not have."""
    sizes = _find_hand_sizes(ranking, len(showdown.board or ()))
    for label, hand in zip(showdown.hand_labels, hands, strict=True):
        if len(hand) not in sizes.numbers:
            cards = f"{_format_range(sizes.numbers)} cards{sizes.condition}"
            raise Refused(
                showdown.hands_field,
                f"A hand of {ranking.name} has {cards}; {label} has {len(hand)}.",
            )


class _HandSizes(NamedTuple):
    """The numbers of cards in a hand, and the condition in words, as ` with a board`, "" if there is none."""

    numbers: range
    condition: str


def _find_hand_sizes(ranking: Ranking, board_count: int) -> _HandSizes:
    """Return the sizes of hands beside a board of `board_count` cards, 0 for no board."""
    if board_count in COMMON_CARD:
        return _HandSizes(range(6, 7), " with a common card")
    if ranking.cards_with_board is None:
        return _HandSizes(ranking.cards, "")
    if board_count:
        return _HandSizes(ranking.cards_with_board, " with a board")
    return _HandSizes(ranking.cards, " without a board")


def _format_range(numbers: range) -> str:
    """Return numbers in words: `5`, or `2 to 5,000`."""
    if len(numbers) == 1:
        return str(numbers[0])
    return f"{numbers[0]} to {numbers[-1]:,}"

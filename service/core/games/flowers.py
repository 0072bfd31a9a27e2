"""Games with flower cards, of Japan and Korea: each has a field of cards face up, dealt in turn with the hands."""

from functools import partial

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import MAX_JOKERS
from service.core.games.game import Direction, Game, Players, Steps
from service.core.games.procedures import DealState, Face, Step
from service.core.games.steps import combine, packets, rest, to_pile, to_seat

_KOI_KOI_HAND = 8
_MAX_HACHI_HACHI = 6


def _koi_koi_steps(_: int) -> Steps:
    packets_in_turn = (to_seat("1", 2), to_pile("field", 2), to_seat("dealer", 2))
    description = f"2 cards at once to 1, to the field and to the dealer, in turn, until each has {_KOI_KOI_HAND}."
    return (combine(*packets_in_turn * (_KOI_KOI_HAND // 2), description=description), rest("stock"))


def _hachi_hachi_steps(players: int) -> Steps:
    """Return the steps; of six players no cards are left until three drop out."""
    field = to_pile("field", 3, note="face up")
    stock = (rest("stock"),) if players < _MAX_HACHI_HACHI else ()
    return (packets(4), field, packets(3), field, *stock)


def _capture_jokers(state: DealState) -> None:
    """Move the jokers of the field to a pile, and replace each from the top, until the field holds none."""
    field, captured = state.piles["field"][""], []
    while jokers := [card for card in field if state.face(card).rank == "joker"]:
        captured += jokers
        field[:] = [card for card in field if card not in jokers]
        field.extend(state.take(1)[0] for _ in jokers)
    state.put("jokers", captured, face=Face.UP)


def _go_stop_steps(players: int) -> Steps:
    """Return the steps: ten cards each for two players and eight in the field, for three seven and six."""
    field = to_pile("field", 4 if players == 2 else 3, note="face up")
    first, second = (5, 5) if players == 2 else (4, 3)
    capture = Step(
        deal=_capture_jokers,
        description="The dealer captures the jokers of the field, and as many cards from the top replace them, "
        "until it holds none.",
        max_cards=lambda *_: MAX_JOKERS,
        piles=("jokers",),
        needs_faces=True,
    )
    return (field, packets(first), field, packets(second), capture, rest("stock"))


_Flowers = partial(Game, deck="hanafuda", options=("exclude",), direction=Direction.ANTICLOCKWISE)

FLOWERS = (
    _Flowers(
        name="koi_koi",
        title="Koi-Koi",
        source="Nintendo, Hanafuda, Koi-Koi: two at a time; other tables give four (fudawiki.org, Koi-Koi)",
        players=Players(2, 2, default=2),
        steps=_koi_koi_steps,
    ),
    _Flowers(
        name="hachi_hachi",
        title="Hachi-Hachi, or 88",
        source="fudawiki.org, Hachi-Hachi, with the dealer last; of four and more players all get cards, and then some "
        "drop out; seven, who need a blank card, are not dealt here",
        players=Players(2, _MAX_HACHI_HACHI, default=3),
        steps=_hachi_hachi_steps,
    ),
    _Flowers(
        name="go_stop",
        title="Go-Stop, with two jokers",
        source="fudawiki.org, Go-Stop, with the dealer last; at other tables first (6452522.tistory.com); two jokers "
        "as ko.wikipedia.org, 고스톱",
        deck="hwatu",
        packs=PackOptions(jokers=2),
        players=Players(2, 3, default=3),
        options=("jokers", "exclude"),
        steps=_go_stop_steps,
    ),
)

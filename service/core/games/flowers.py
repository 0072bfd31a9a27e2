"""Games with flower cards, of Japan and Korea: each has a field of cards face up, dealt in turn with the hands."""

from service.core.games.game import Direction, Game, Players, Steps
from service.core.games.procedures import DealState, Face, Step, packets, rest, to_pile

_KOI_KOI_HAND = 8
_MAX_HACHI_HACHI = 6


def _koi_koi_steps(_: int) -> Steps:
    def deal(state: DealState) -> None:
        for _ in range(_KOI_KOI_HAND // 2):
            state.give("1", state.take(2))
            state.put("field", state.take(2), face=Face.UP)
            state.give("dealer", state.take(2))

    step = Step(
        deal=deal,
        description=f"2 cards at once to 1, to the field and to the dealer, in turn, until each has {_KOI_KOI_HAND}.",
        max_cards=lambda *_: 3 * _KOI_KOI_HAND,
        piles=("field",),
    )
    return (step, rest("stock"))


def _hachi_hachi_steps(players: int) -> Steps:
    """Return the steps; of six players no cards are left until three drop out."""
    field = to_pile("field", 3, note="face up")
    stock = (rest("stock"),) if players < _MAX_HACHI_HACHI else ()
    return (packets(4), field, packets(3), field, *stock)


FLOWERS = (
    Game(
        name="koi_koi",
        title="Koi-Koi",
        source="Nintendo, Hanafuda, Koi-Koi: two at a time; other tables give four (fudawiki.org, Koi-Koi)",
        deck="hanafuda",
        players=Players(2, 2, default=2),
        options=("exclude",),
        direction=Direction.ANTICLOCKWISE,
        steps=_koi_koi_steps,
    ),
    Game(
        name="hachi_hachi",
        title="Hachi-Hachi, or 88",
        source="fudawiki.org, Hachi-Hachi: of four and more players all get cards, and then some drop out",
        deck="hanafuda",
        players=Players(2, _MAX_HACHI_HACHI, default=3),
        options=("exclude",),
        direction=Direction.ANTICLOCKWISE,
        steps=_hachi_hachi_steps,
    ),
)

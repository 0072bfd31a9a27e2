"""Rummy and its family, with a stock and discards that begin with a turned card."""

from service.core.cards.options import PackOptions
from service.core.games.game import Game, Players, Steps
from service.core.games.procedures import DealState, Step, each, rest, to_pile

_RUMMY_CARDS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
_CANASTA_CARDS = {2: 15, 3: 13, 4: 11}
_WILD = {"2", "joker"}


def _rummy_steps(cards: int) -> Steps:
    return (
        each(cards),
        to_pile("discards", 1, description="Turn 1 card face up: it begins the discards."),
        rest("stock"),
    )


def _turn_until_natural(state: DealState) -> None:
    """Turn cards on to the discards until the last one is neither wild nor a red three."""
    while state.remaining:
        card = state.take(1)
        state.put("discards", card)
        face = state.face(card[0])
        if face.rank not in _WILD and face.code not in {"3H", "3D"}:
            return


def _canasta_steps(players: int) -> Steps:
    turn = Step(
        deal=_turn_until_natural,
        description="Turn 1 card face up: it begins the discards. While the last one there is wild or a red three, "
        "turn another on to it.",
        max_cards=lambda *_: 1,
        piles=("discards",),
        needs_faces=True,
    )
    return (each(_CANASTA_CARDS[players]), turn, rest("stock"))


RUMMIES = (
    Game(
        name="gin_rummy",
        title="Gin rummy",
        source="Bicycle, Gin Rummy; pagat.com, Gin Rummy",
        deck="standard",
        players=Players(2, 2, default=2),
        steps=lambda _: _rummy_steps(10),
    ),
    Game(
        name="rummy",
        title="Rummy",
        source="Bicycle, Rummy",
        deck="standard",
        players=Players(2, 6, default=4),
        steps=lambda players: _rummy_steps(_RUMMY_CARDS[players]),
    ),
    Game(
        name="canasta",
        title="Canasta, classic",
        source="pagat.com, Canasta; Bicycle, Canasta",
        deck="standard",
        packs=PackOptions(decks=2, jokers=2),
        players=Players(2, 4, default=4),
        steps=_canasta_steps,
    ),
)

"""Rummy and its family, with a stock and discards that begin with a turned card."""

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, Direction, Game, Players, Steps
from service.core.games.procedures import DealState, Step
from service.core.games.steps import each, packets, rest, to_pile

_RUMMY_CARDS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
_CANASTA_CARDS = {2: 15, 3: 13, 4: 11}
_WILD = {"2", "joker"}


_DISCARD = to_pile("discards", 1, description="Turn 1 card face up: it begins the discards.")


def _rummy_steps(cards: int) -> Steps:
    return (each(cards), _DISCARD, rest("stock"))


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
    Game(
        name="rummy_500",
        title="Rummy 500, with one pack",
        source="Bicycle, 500 Rum: thirteen cards for two, seven for more",
        deck="standard",
        players=Players(2, 4, default=4),
        steps=lambda players: _rummy_steps(13 if players == 2 else 7),
    ),
    Game(
        name="rummy_500_two_packs",
        title="Rummy 500, with two packs",
        source="Bicycle, 500 Rum: seven cards each; howstuffworks.com, 500 Rum: two packs for five players or more",
        deck="standard",
        packs=PackOptions(decks=2),
        players=Players(5, 8, default=5),
        steps=lambda _: _rummy_steps(7),
    ),
    Game(
        name="indian_rummy",
        title="Indian rummy, with 13 cards",
        source="support.rummyculture.com, How to get started with rummy; jungleerummy.com: packs of 53 cards; "
        "adda52.com, Indian Rummy: counter-clockwise",
        deck="standard",
        packs=PackOptions(decks=2, jokers=1),
        players=Players(2, 6, default=6),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (
            each(13),
            _DISCARD,
            to_pile("joker", 1, description="Turn 1 card face up, under the stock: the joker of this deal."),
            rest("stock"),
        ),
    ),
    Game(
        name="pan",
        title="Panguingue, or pan",
        source="Encyclopædia Britannica, Pan: ten cards in two batches of five; denexa.com, Panguingue: the first card "
        "of the stock is turned",
        deck="standard",
        packs=PackOptions(decks=8, exclude=list_codes("89T")),
        players=Players(2, 15, default=6),
        options=(*FRENCH_OPTIONS, "decks"),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (packets(5, 5), _DISCARD, rest("stock")),
    ),
)

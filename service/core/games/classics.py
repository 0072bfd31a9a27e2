"""Games outside the large families: cribbage and war."""

from service.core.games.game import Game, Players, Steps, round_table
from service.core.games.procedures import Face, deal_out, each, rest, stage, to_pile


def _cribbage_steps(players: int) -> Steps:
    """Return the steps: six cards each for two players; five for three or four, and with three one to the crib."""
    lay_away = "and the hands lay away into it"
    return (
        *stage(
            "hands",
            each(6 if players == 2 else 5),
            to_pile("crib", 1 if players == 3 else 0, note=lay_away, face=Face.DOWN),
        ),
        *stage(
            "starter",
            to_pile("starter", 1, description="1 card is the starter, turned up once the hands have laid away."),
            rest("stock"),
        ),
    )


CLASSICS = (
    Game(
        name="cribbage",
        title="Cribbage",
        source="American Cribbage Congress, rules; Bicycle, Three-Hand Cribbage",
        deck="standard",
        players=Players(2, 4, default=2),
        seats=lambda players: ("pone", "dealer") if players == 2 else round_table(players),
        steps=_cribbage_steps,
    ),
    Game(
        name="war",
        title="War",
        source="Bicycle, War",
        deck="standard",
        players=Players(2, 2, default=2),
        steps=lambda _: (deal_out(),),
    ),
)

"""Games of no large family: cribbage and war."""

from service.core.games.game import Game, Players, Steps, around
from service.core.games.procedures import each, onto, out, rest


def _cribbage(players: int) -> Steps:
    """Six cards each for two players; five for three or four, and of three one more to the crib."""
    lay_away = "and the hands lay away into it"
    return (
        each(6 if players == 2 else 5),
        onto("crib", 1, note=lay_away) if players == 3 else onto("crib", 0, note=lay_away),
        onto("starter", 1, words="1 card is the starter, turned up once the hands have laid away."),
        rest("stock"),
    )


CLASSICS = (
    Game(
        name="cribbage",
        title="Cribbage",
        source="American Cribbage Congress, rules; Bicycle, Three-Hand Cribbage",
        deck="standard",
        players=Players(2, 4, usual=2),
        seats=lambda players: ("pone", "dealer") if players == 2 else around(players),
        steps=_cribbage,
    ),
    Game(
        name="war",
        title="War",
        source="Bicycle, War",
        deck="standard",
        players=Players(2, 2, usual=2),
        steps=lambda _: (out(),),
    ),
)

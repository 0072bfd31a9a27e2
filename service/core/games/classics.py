"""Games outside the large families: cribbage, cassino, scopa, escoba, mus, war, and spite and malice."""

from dataclasses import replace

from service.core.cards.options import PackOptions
from service.core.games.game import Direction, Game, Players, Steps, numbered_seats, round_table
from service.core.games.procedures import Face
from service.core.games.steps import columns, deal_out, each, packets, rest, stage, to_pile, to_seat


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


def _scopone_steps(_: int) -> Steps:
    table = to_pile("table", 2)
    return (packets(3), table, packets(3), table, packets(3))


def _cassino_steps(_: int) -> Steps:
    turn = (packets(2, skip="dealer"), to_pile("table", 2, note="face up"), to_seat("dealer", 2))
    return (*turn * 2, rest("stock", note="from which later hands come, two cards at once"))


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
        name="scopa",
        title="Scopa",
        source="siciliansintheworld.com, Scopa: three each, one at a time; four to the table, here after the hands",
        deck="italian40",
        options=("exclude",),
        players=Players(2, 4, default=2),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (each(3), to_pile("table", 4, note="face up"), rest("stock")),
    ),
    Game(
        name="scopone",
        title="Scopone, with four cards on the table",
        source="scoponescientifico.tripod.com, Regole: three each, two to the table, three, two to the table, three",
        deck="italian40",
        options=(),
        players=Players(4, 4, default=4),
        direction=Direction.ANTICLOCKWISE,
        steps=_scopone_steps,
    ),
    Game(
        name="scopone_scientifico",
        title="Scopone scientifico, with ten cards each",
        source="ideefesta.it, Scopone Scientifico: ten each, five at a time, from the dealer's right; ludopoli.us, "
        "Scopone scientifico Rules",
        deck="italian40",
        options=(),
        players=Players(4, 4, default=4),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (packets(5, 5),),
    ),
    Game(
        name="cassino",
        title="Cassino",
        source="Encyclopædia Britannica, Casino; online-bg.net, Casino Rules: two to the other hands, two to the table "
        "and two to the dealer, twice; gutovlab.ru: alike for more players",
        deck="standard",
        players=Players(2, 4, default=2),
        steps=_cassino_steps,
    ),
    Game(
        name="escoba",
        title="Escoba",
        source="studylib.es, Escoba de quince: three each, one at a time, then four to the table",
        deck="spanish40",
        options=("exclude",),
        players=Players(2, 4, default=2),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (each(3), to_pile("table", 4, note="face up"), rest("stock")),
    ),
    Game(
        name="mus",
        title="Mus",
        source="tomasito-space.de, Rules of the Mus: four each, one at a time",
        deck="spanish40",
        options=("exclude",),
        players=Players(4, 4, default=4),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (each(4), rest("stock")),
    ),
    Game(
        name="war",
        title="War",
        source="Bicycle, War",
        deck="standard",
        players=Players(2, 2, default=2),
        steps=lambda _: (deal_out(),),
    ),
    Game(
        name="spite_and_malice",
        title="Spite and malice",
        source="pagat.com, Spite and Malice: both packs shuffled together, twenty cards to each pay-off pile",
        deck="standard",
        packs=PackOptions(decks=2),
        players=Players(2, 2, default=2),
        seats=numbered_seats,
        direction=None,
        steps=lambda _: (
            replace(
                columns("payoff", 20, 20, face=Face.DOWN, last=Face.UP),
                description="The payoff pile of each hand gets 20 cards, one at a time, face down, and the last of "
                "each is turned.",
            ),
            each(5),
            rest("stock"),
        ),
    ),
)

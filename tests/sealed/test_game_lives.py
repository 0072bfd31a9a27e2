"""Many lives of one sealed shoe are as a simple model of the table has them."""

import os

import pytest
from hypothesis import settings

from service.games.catalogue import GAMES
from service.sealed.opening.terms import Terms
from service.sealed.shoe.sealed_shoe import SEED_BYTES
from service.sealed.turns.stage_deals import StageRequest
from tests.sealed.game_machine import GameMachine
from tests.tables import for_each

LIVES = int(os.environ.get("LIVES", "300"))
"""Lives of the state machine in the suite `exhaustive`; `LIVES=10000 make test SUITE=exhaustive` for a long run."""

EVERY_TABLE = [(name, players) for name in GAMES for players in GAMES[name].players]


@for_each(("game", "players"), EVERY_TABLE)
def test_every_game_is_dealt_as_the_model_has_it(game: str, players: int) -> None:
    machine = GameMachine()
    life = machine.open_shoe(Terms(game=game, players=players), bytes(SEED_BYTES))
    for _ in machine.stages:
        life = machine.deal_stage(life, StageRequest())
    for seats in ((), machine.table.terms.seats[:1]):
        machine.deal_stage(life, StageRequest(seats=seats, reshuffle=True))


class TestLivesAreAsTheModelHasThem(GameMachine.TestCase):  # type: ignore[misc,valid-type]
    """Deals, draws, forks and receipts in any order."""

    settings = settings(max_examples=12, stateful_step_count=25)


@pytest.mark.exhaustive
@pytest.mark.long
class TestManyLivesAreAsTheModelHasThem(GameMachine.TestCase):  # type: ignore[misc,valid-type]
    """The same, for many more lives."""

    settings = settings(max_examples=LIVES, stateful_step_count=25)

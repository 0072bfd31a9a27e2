"""The limit of a search counts the work of its candidates; every game takes the CPU time that is counted for it."""

import re

import pytest

from benchmarks.speed.candidates import (
    MAX_RATIO,
    STANDARD,
    compare_with_standard,
    describe_work,
    list_games,
)
from benchmarks.speed.results import RESULTS

_TRIES = 20


def test_the_counted_work_of_a_candidate_is_what_was_measured() -> None:
    """After a change `make bench NAME=speed ARGS=candidates` measures again, and writes what is counted."""
    counted = [
        describe_work(game) for game in list_games() if game.deals.procedure.needs_faces
    ]
    assert counted == re.findall(
        r"^\| (`\w+`: [\d.]+ draws) ", RESULTS.read_text(), re.MULTILINE
    )


@pytest.mark.timing
def test_a_candidate_of_every_game_takes_as_long_as_is_counted() -> None:
    """A game is compared with the standard until the times agree: other work on the machine disturbs some of them."""
    games = list(list_games())
    [standard] = (game for game in games if game.name == STANDARD)
    ratios = {
        game.name: ratio
        for game in games
        if not any(
            1 / MAX_RATIO < (ratio := compare_with_standard(game, standard)) < MAX_RATIO
            for _ in range(_TRIES)
        )
    }
    assert not ratios

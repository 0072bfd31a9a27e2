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
    games = [game for game in list_games() if game.deals.procedure.needs_faces]
    counted = [describe_work(game) for game in games]
    text = RESULTS.read_text()
    measured = re.findall(r"^\| (`\w+`: [\d.]+ draws) ", text, re.MULTILINE)
    assert counted == measured


@pytest.mark.timing
def test_a_candidate_of_every_game_takes_as_long_as_is_counted() -> None:
    """A game is compared with the standard until the times agree: other work on the machine disturbs some of them."""
    games = list(list_games())
    [standard] = (game for game in games if game.name == STANDARD)
    ratios = {}
    for game in games:
        for _ in range(_TRIES):
            ratio = compare_with_standard(game, standard)
            if 1 / MAX_RATIO < ratio < MAX_RATIO:
                break
        else:
            ratios[game.name] = ratio
    assert not ratios

"""The CPU time of a candidate of every game, beside the work that is counted for it."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import Contender, Quartiles, interleave
from service.cards.options import PackOptions
from service.conditions.candidate_search import draw_columns
from service.conditions.candidate_work import measure_candidate
from service.conditions.compiled import Evaluator
from service.conditions.condition_parsing import parse_condition
from service.core.limits import Limits
from service.core.rng.streams import Randomness
from service.core.shuffle_requests import ShuffleRequest
from service.core.shuffles.samplers import Sampler
from service.core.work import Work
from service.games.catalogue import GAMES
from service.games.dealing import Deals, set_up_deals
from service.games.game import set_up

STANDARD = "bridge"
MAX_RATIO = 1.5
"""How many times longer or shorter than counted a candidate may take, if one of bridge takes what is counted for it."""

_WORK = 2**15  # draws of fisher_yates of a measurement, some milliseconds
_MAX_CANDIDATES = 2**14  # that a search tries together
_RANDOMNESS = Randomness(seed="candidates")


@dataclass(frozen=True)
class GameCandidates:
    """The candidates of a game with the usual number of players, whose largest hand is looked at."""

    name: str
    deals: Deals
    sampler: Sampler

    @cached_property
    def where(self) -> dict[str, Any]:
        """The condition that the largest hand has some cards of a rank."""
        sizes = self.deals.sizes
        seats = self.deals.procedure.seats
        hands = [name for name in sizes if name in seats]
        return {
            "hand": max(hands or sizes, key=sizes.__getitem__),
            "points": {self.deals.cards[0].rank: 1},
            "min": 0,
        }

    @cached_property
    def evaluator(self) -> Evaluator:
        return Evaluator(parse_condition(self.where, self.deals), self.deals)

    @cached_property
    def work(self) -> float:
        return measure_candidate(self.evaluator.condition, self.deals, self.sampler)

    def measure(self) -> float:
        """Return the CPU time of a candidate for each draw that is counted for it, in seconds."""
        count = min(int(_WORK / self.work), _MAX_CANDIDATES)
        start = time.thread_time()
        rows, _ = draw_columns(self.sampler, _RANDOMNESS, range(count), Work())
        self.evaluator.matches(rows, 1)
        return (time.thread_time() - start) / (count * self.work)


def list_games() -> Iterator[GameCandidates]:
    """Yield the candidates of every game."""
    # once it is freed, glibc reuses memory for arrays, as in a worker that has served large responses
    np.empty(2**21)
    for name, game in GAMES.items():
        deals = set_up_deals(set_up(game, None, PackOptions()), None)
        yield GameCandidates(name, deals, deals.sampler(ShuffleRequest(), Limits()))


def compare_with_standard(game: GameCandidates, standard: GameCandidates) -> float:
    """Return how many times longer than counted a candidate takes, if one of the standard takes what is counted."""
    return game.measure() / standard.measure()


def describe_work(game: GameCandidates) -> str:
    """Return the name of a game and the draws that are counted for a candidate, as in RESULTS.md."""
    return f"`{game.name}`: {game.work:.1f} draws"


def measure_games(scale: Scale) -> Table:
    """Return the CPU time of a candidate of every game for each draw that is counted, relative to bridge."""
    games = list(list_games())
    [standard] = (game for game in games if game.name == STANDARD)

    def make_contender(game: GameCandidates) -> Contender:
        return lambda: compare_with_standard(game, standard)

    samples = interleave(
        {game.name: make_contender(game) for game in games}, 3 * scale.rounds
    )
    ratios = {name: Quartiles.of(ratios) for name, ratios in samples.items()}
    singly = [game for game in games if game.deals.procedure.needs_faces]
    together = [ratios[game.name].median for game in games if game not in singly]
    rows = [
        Row(describe_work(game), ratios[game.name], max=MAX_RATIO) for game in singly
    ]
    rows.append(Row(f"the other {len(together)} games, least", f"{min(together):.2f}"))
    rows.append(Row("… most", Quartiles.of([max(together)]), max=MAX_RATIO))
    text = (
        "The limit of a search counts the work of its candidates in draws of a shuffle by itself. Each figure is the "
        "CPU time of a candidate for each draw that is counted, relative to a candidate of bridge in the same moment, "
        f"for which {standard.work:.1f} draws are counted. In these games faces decide where cards go, so that each "
        "candidate is dealt by itself; in all others many are dealt together."
    )
    return Table("Candidates of every game", text, rows)

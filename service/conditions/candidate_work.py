"""Count the work to draw and deal a candidate and to evaluate the condition on it, in draws of fisher_yates.

The work depends only on the sampler, the steps of the deal and the condition, so that the limit of a search,
MAX_CANDIDATES (docs/reference.md, Limits), and its default are the same on every machine. `make bench NAME=speed
ARGS=candidates` compares the work with the CPU time of a candidate, for every game.
"""

from ..core.shuffles.samplers import Sampler, ShuffleSampler
from ..games.dealing import AnyDeals
from .condition import Condition, list_leaves
from .deal_work import count_work

_TOGETHER = 32
"""The number of operations on many candidates together that take as long as one draw of a result by itself."""
_STEPS_OF_A_SINGLE = 60
"""The number of draws that take as long as beginning a candidate that is drawn by itself."""
_STEPS_OF_A_RESULT = 4
"""The number of draws with others that take as long as the smallest candidate."""
_CARDS_IN_CACHE = 1024
"""A draw for this number of cards takes twice as long as a draw for few cards."""
_CARDS_OF_A_DRAW = 2
"""The number of cards of a hand that are gathered in the time of a draw with others."""
_STEPS_OF_A_LEAF = 3
"""The number of draws with others that take as long as comparing the number of a leaf with its bounds."""
_FACTOR_WITH_GIVEN = 4
"""The number of deals that take as long as a deal that first finds the positions of given cards."""


def measure_candidate(condition: Condition, deals: AnyDeals, sampler: Sampler) -> float:
    """Return the time of one candidate of a search, in draws of fisher_yates.

    An operation on many candidates together takes a thirty-second of a draw for each of them.
    """
    operations_together: float = sum(
        leaf.predicate.steps + _STEPS_OF_A_LEAF for leaf in list_leaves(condition)
    )
    work_alone = 0.0
    if deals.procedure.needs_faces:
        table = deals.table
        factor = _FACTOR_WITH_GIVEN if deals.given else 1
        work_alone += factor * count_work(table.procedure, table.pack, table.size)
    else:
        places = {place for leaf in list_leaves(condition) for place in leaf.places}
        card_count = sum(deals.sizes[place] for place in places)
        operations_together += card_count / _CARDS_OF_A_DRAW
    if isinstance(sampler, ShuffleSampler) and sampler.can_vectorize:
        slowness = sampler.shuffle.slowness_together
        draws = sampler.steps * slowness + _STEPS_OF_A_RESULT
        operations_together += draws * (1 + sampler.n / _CARDS_IN_CACHE)
    else:
        work_alone += sampler.work + _STEPS_OF_A_SINGLE
    return work_alone + operations_together / _TOGETHER

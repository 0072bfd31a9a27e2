"""Count the work of a deal in which the faces of cards decide where cards go, in draws of fisher_yates."""

from collections.abc import Sequence

from ..cards.card import Card
from ..core.limits import Limits
from ..core.rng.streams import Randomness
from ..core.shuffle_requests import ShuffleRequest, prepare_shuffle
from ..games.procedures import DealState, Face, PlaceKind, Procedure

_EXAMPLES = 16  # deals that are counted
_STEPS_OF_A_DEAL = 16  # of any deal
_STEPS_OF_A_PLACE = 3  # of each hand and pile in it
_CALLS_OF_A_DRAW = 3  # that take or lay cards
_CARDS_OF_A_DRAW = 12  # in such calls


def count_work(procedure: Procedure, pack: Sequence[Card], size: int) -> float:
    """Return the mean work of deals of a shoe of `size` cards. The deals are always the same examples."""
    sampler = prepare_shuffle(size, ShuffleRequest(), Limits())
    orders = (
        sampler.draw(Randomness(seed="work", index=index)).indices
        for index in range(_EXAMPLES)
    )
    works = [_CountedDeal(procedure, order, pack).work for order in orders]
    return sum(works) / _EXAMPLES


class _CountedDeal(DealState):
    """A deal that counts its work: a look at a face is a draw, a call that takes or lays cards is a part of a draw."""

    def __init__(
        self, procedure: Procedure, order: Sequence[int], pack: Sequence[Card]
    ) -> None:
        super().__init__(order, procedure.seats, pack)
        self.work: float = _STEPS_OF_A_DEAL
        for step in procedure.steps:
            step.deal(self)
        self.work += _STEPS_OF_A_PLACE * (len(self.hands) + len(self.piles))

    def _count(self, cards: int) -> None:
        self.work += 1 / _CALLS_OF_A_DRAW + cards / _CARDS_OF_A_DRAW

    def take(self, count: int) -> Sequence[int]:
        self._count(count)
        return super().take(count)

    def take_last(self, count: int) -> Sequence[int]:
        self._count(count)
        return super().take_last(count)

    def lay(
        self, kind: PlaceKind, name: str, part: str, cards: Sequence[int], face: Face
    ) -> None:
        self._count(len(cards))
        super().lay(kind, name, part, cards, face)

    def face(self, card: int) -> Card:
        self.work += 1
        return super().face(card)

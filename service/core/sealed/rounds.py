"""The order of one round of a sealed shoe."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from service.core.games.stages import Layout, lay_out
from service.core.sealed.bitmaps import Bitmap
from service.core.sealed.terms import Terms
from service.core.shuffles.plans import Permutation


@dataclass(frozen=True)
class Round:
    """A round, drawn when its order is first needed.

    The cards are shuffled under `key`, and lie at the positions from 0, the top. Those `in_play`, in ascending order of
    their indices, are not in the round: they are shuffled under `in_play_key`, and have the positions after.
    """

    terms: Terms
    number: int
    key: bytes = field(repr=False)
    in_play_key: bytes = field(default=b"", repr=False)
    in_play: Bitmap = field(default_factory=Bitmap)

    @cached_property
    def _in_play_cards(self) -> tuple[int, ...]:
        """The indices of the cards in play, in ascending order."""
        return tuple(self.in_play)

    @cached_property
    def _layouts(self) -> dict[tuple[int, int], Layout]:
        return {}

    def __len__(self) -> int:
        """Return the number of cards in the round."""
        return self.terms.size - len(self._in_play_cards)

    @cached_property
    def shuffle(self) -> Permutation:
        """The permutation of the cards in the round."""
        shuffled = self.terms.shuffle(self.key, self.number, len(self))
        shuffled.indices = _compact(shuffled.indices)
        return shuffled

    @cached_property
    def order(self) -> Sequence[int]:
        """The index of the card at each position, those in play included."""
        if not self.in_play:
            return self.shuffle.indices
        in_play = set(self._in_play_cards)
        others = [index for index in range(self.terms.size) if index not in in_play]
        kept = self.terms.shuffle(self.in_play_key, self.number, len(self._in_play_cards)).indices
        return _compact([others[item] for item in self.shuffle.indices] + [self._in_play_cards[item] for item in kept])

    @cached_property
    def positions(self) -> Sequence[int]:
        """The position of each card by its index."""
        positions = [0] * self.terms.size
        for position, index in enumerate(self.order):
            positions[index] = position
        return _compact(positions)

    def lay_out(self, board: int, start: int) -> Layout:
        """Return the layout of a deal of this round: of the hand that begins at `start`.

        The last one is kept, as each draw from the hand needs it.
        """
        assert self.terms.table is not None  # noqa: S101 (for the type checker)
        if (board, start) not in self._layouts:
            self._layouts.clear()
            self._layouts[board, start] = lay_out(self.terms.table, self.order, board, start)
        return self._layouts[board, start]


_MAX_SHARED = 256  # items of a list whose integers take no memory, as Python has one object for each


def _compact(indices: Sequence[int]) -> Sequence[int]:
    """Return indices in a ninth of the memory of a list, as the check of a receipt keeps millions of them."""
    return array("I", indices) if isinstance(indices, list) and len(indices) > _MAX_SHARED else indices


_MAX_CACHED = 2**14  # cards in a round that is kept for the next draw


def open_round(terms: Terms, number: int, key: bytes, in_play_key: bytes, in_play: Bitmap) -> Round:
    """Return a round; a small one comes from a cache, as the next request often draws from the same."""
    make = _make_cached if terms.size <= _MAX_CACHED else Round
    return make(terms, number, key, in_play_key, in_play)


_make_cached = lru_cache(maxsize=4)(Round)

MakeRound = Callable[[Terms, int, bytes, bytes, Bitmap], Round]

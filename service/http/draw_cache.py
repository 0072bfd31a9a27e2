"""A cache of draws: with another seed, the draw of a request is not prepared anew."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Draw = TypeVar("_Draw")


class DrawCache(Generic[_Key, _Draw]):
    """The draws of the last requests, by all that a draw depends on except for its seed and the settings.

    Threads may share a cache: at worst, a draw that another thread is moving is prepared once more.
    """

    def __init__(self, max_draws: int) -> None:
        self.max_draws = max_draws
        self._draws: OrderedDict[_Key, _Draw] = OrderedDict()

    def __len__(self) -> int:
        return len(self._draws)

    def get(self, key: _Key) -> _Draw | None:
        """Return the draw with a key, or None if it is not in the cache."""
        draw = self._draws.pop(key, None)
        if draw is not None:
            self._draws[key] = draw  # now the most recently used
        return draw

    def put(self, key: _Key, draw: _Draw) -> None:
        """Keep a draw, in place of the least recently used draw."""
        self._draws[key] = draw
        if len(self._draws) > self.max_draws:
            self._draws.popitem(last=False)

    def clear(self) -> None:
        self._draws.clear()

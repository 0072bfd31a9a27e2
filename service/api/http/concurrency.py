"""Large requests and answers, of which few are in memory at a time.

A request whose body is large, or whose answer is, takes a turn when that is known, and keeps it until the last byte was
sent. The turns are those of all workers together, so that their memory has a bound: they are locks on the bytes of a
file without a name, which was opened before the workers were forked and goes with them. A worker that is killed leaves
its turns to the others.
"""

from collections.abc import Iterable, Iterator
from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, lockf
from threading import Lock
from typing import Any
from weakref import finalize

from flask import Flask, Response, current_app, request

from service.api.http.problems import Busy
from service.api.http.shared_files import open_unnamed_file

LARGE = 2**17
"""Items of an answer, and bytes of a body: more is large."""

_TURN = "shuffle_and_deal.turn"
_RETRY_AFTER = 2  # seconds: what the largest takes


class LargeTurns:
    """So many at a time, at least 1, in all processes forked from the one that made this."""

    def __init__(self, most: int) -> None:
        self._file = open_unnamed_file("shuffle-and-deal-turns")
        finalize(self, self._file.close)
        self._most = most
        self._mine: set[int] = set()
        self._lock = Lock()

    def take(self) -> int:
        """A turn, to give back. Raises `Busy` if none is free."""
        with self._lock:
            for turn in range(self._most):
                if turn not in self._mine:  # for the lock keeps out other processes alone
                    try:
                        lockf(self._file, LOCK_EX | LOCK_NB, 1, turn)
                    except OSError:
                        continue
                    self._mine.add(turn)
                    return turn
        sentence = (
            f"Other large requests are being answered. Ask again in {_RETRY_AFTER} seconds, or of another replica."
        )
        raise Busy(sentence, _RETRY_AFTER)

    def give_back(self, turn: int) -> None:
        """Let another one have it."""
        with self._lock:
            self._mine.remove(turn)
            lockf(self._file, LOCK_UN, 1, turn)


class _Sent:
    """The parts of an answer; when the last one was sent, or nobody wants them any more, the turn is given back."""

    def __init__(self, parts: Iterable[bytes], turns: LargeTurns, turn: int) -> None:
        self._parts, self._turns, self._turn = iter(parts), turns, [turn]

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._parts)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give back the turn; as often as one likes."""
        self._parts = iter(())
        while self._turn:
            self._turns.give_back(self._turn.pop())


def take_turn() -> None:
    """Have the request that is being answered take its turn, if it has none yet. Raises `Busy`."""
    if _TURN not in request.environ:
        request.environ[_TURN] = current_app.config["LARGE"].take()


def limit_large(app: Flask, most: int) -> None:
    """Let so many large requests be answered at a time."""
    turns = app.config["LARGE"] = LargeTurns(most)

    @app.after_request
    def keep_until_sent(response: Response) -> Response:
        if _TURN in request.environ:
            parts: Any = response.response
            response.response = _Sent(parts, turns, request.environ.pop(_TURN))
        return response

    @app.teardown_request
    def give_back(_: BaseException | None) -> None:
        if _TURN in request.environ:  # no answer came of it
            turns.give_back(request.environ.pop(_TURN))

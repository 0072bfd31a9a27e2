"""Let a fork wait for the other threads: what they hold would be half done in the child, and its locks never free."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_entry = threading.Lock()  # held while a process forks
_change = threading.Condition()
_inside: list[int] = []  # the threads that are in `without_fork`
_prepare: list[Callable[[], None]] = []


@contextmanager
def without_fork() -> Iterator[None]:
    """Let no fork begin in this block."""
    thread = threading.get_ident()
    with _entry, _change:
        _inside.append(thread)
    try:
        yield
    finally:
        with _change:
            _inside.remove(thread)
            _change.notify_all()


def before_fork(function: Callable[[], None]) -> Callable[[], None]:
    """Let a function be called before each fork, while no thread is in `without_fork`."""
    _prepare.append(function)
    return function


def _enter() -> None:
    _entry.acquire()
    own = threading.get_ident()
    with _change:
        _change.wait_for(lambda: all(thread == own for thread in _inside))
    for function in _prepare:
        function()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_enter, after_in_parent=_entry.release, after_in_child=_entry.release)

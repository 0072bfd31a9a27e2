"""Let a fork wait for the other threads: what they hold would be half done in the child, and its locks never free."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from weakref import WeakSet

closed_before_fork: WeakSet[Any] = WeakSet()
"""Connections that a child must not share with its parent; each is opened again when it is used."""

_entry = threading.Lock()  # held while a process forks
_change = threading.Condition()
_inside: list[int] = []  # the threads that are in `without_fork`


@contextmanager
def without_fork() -> Iterator[None]:
    """Let no fork begin in this block."""
    thread = threading.get_ident()
    with nullcontext() if thread in _inside else _entry, _change:
        _inside.append(thread)
    try:
        yield
    finally:
        with _change:
            _inside.remove(thread)
            _change.notify_all()


def _enter() -> None:
    _entry.acquire()
    with _change:
        _change.wait_for(lambda: set(_inside) <= {threading.get_ident()})
    for connection in list(closed_before_fork):
        connection.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_enter, after_in_parent=_entry.release, after_in_child=_entry.release
    )

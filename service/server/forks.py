"""Signals that come while a process forks: the child ends by them, as it would a moment later."""

import os
import signal

STOPS = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGQUIT})


def keep_stops_in_forks() -> None:
    """Let no process that this one forks lose a signal that stops it.

    A child begins with the handlers of its parent. The handlers of gunicorn's master note the signal for the
    master, so a worker that was stopped as it began went on, and its master waited for it for 30 s. The signals wait
    from before the fork until the child has the default action, which is to end.
    """
    os.register_at_fork(
        before=_block, after_in_parent=_unblock, after_in_child=_end_when_stopped
    )


def _block() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)


def _unblock() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def _end_when_stopped() -> None:
    for stop in STOPS:
        signal.signal(stop, signal.SIG_DFL)
    _unblock()

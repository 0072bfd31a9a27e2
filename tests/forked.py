"""Functions that are called in a child of the test's process."""

import os
import signal
from collections.abc import Callable


def run_forked(act: Callable[[], bool]) -> bool:
    """Return whether an act returns True in a child of this process. A child that hangs is ended."""
    if (child := os.fork()) == 0:
        status = 1
        try:
            signal.alarm(30)
            status = 0 if act() else 1
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

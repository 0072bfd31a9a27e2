"""A worker that is stopped in the moment in which it is forked ends, and does not go on until its master gives up."""

import signal
import subprocess
import sys

from service.server.forks import STOPS
from tests.tables import for_each

FORK = """
import os, signal, sys
from service.server.forks import keep_stops_in_forks

stop = signal.Signals[sys.argv[1]]
os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), stop))  # before the child does anything else
signal.signal(stop, lambda *_: None)
keep_stops_in_forks()
child = os.fork()
if child == 0:
    os._exit(0)
os.kill(os.getpid(), stop)  # which this process handles as before
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@for_each("stop", sorted(STOPS))
def test_a_child_ends_by_a_signal_that_comes_as_it_is_forked(
    stop: signal.Signals,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORK, stop.name],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{-stop}\n"

"""The wait between SIGTERM and the stop, in which load balancers see that they should send nothing more."""

import signal
from typing import Any

from ..draining import begin_draining, is_draining


def drain_before_stop(server: Any, seconds: int) -> None:
    """Let gunicorn's master wait after SIGTERM, while its workers serve; a second SIGTERM ends the wait.

    A master that has started another by SIGUSR2 does not wait: the other accepts requests at the same address.
    """
    stop = server.handle_term

    def handle_term() -> None:
        if is_draining() or server.reexec_pid:
            stop()  # raises `StopIteration`
        begin_draining()
        server.log.info("Stopping in %d s: until then /readyz is a 503", seconds)
        signal.signal(
            signal.SIGALRM, lambda *_: server.SIG_QUEUE.put_nowait(signal.SIGTERM)
        )
        signal.alarm(seconds)

    server.handle_term = handle_term

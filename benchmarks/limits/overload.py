"""What is answered at four times the connections that a worker can serve in time: `make overload`.

wrk asks one worker, for which a request waits a second at the most, for batches that take some milliseconds each: with
as many connections as it answers in about that second, and with four times as many. Answers alone count, refusals do
not; by the clock, and by the worker's own CPU time, which is the figure to go by on a machine that does other things.
"""

import re
import subprocess
import sys

from benchmarks.servers import Running, gunicorn, running
from benchmarks.timing import Spread, figure

_PATH = "/v1/decks/standard/shuffle/batch?repeats=300"
_PROBE = "/livez"
_CONNECTIONS = 200
_TIMES = 4
_SECONDS = 5
_ROUNDS = 5


def answered(server: Running, connections: int) -> tuple[float, float, float]:
    """Answers a second by the clock and by CPU time, and refusals a second."""
    before = server.worker_cpu()
    url = f"http://127.0.0.1:{server.port}{_PATH}"
    command = ["wrk", "-t1", f"-c{connections}", f"-d{_SECONDS}s", "--timeout", "20s", url]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    used = server.worker_cpu() - before
    counted = re.search(r"(\d+) requests in ([\d.]+)s", told)
    if not counted:
        raise RuntimeError(told)
    others = re.search(r"Non-2xx or 3xx responses: (\d+)", told)
    refused, seconds = int(others[1]) if others else 0, float(counted[2])
    good = int(counted[1]) - refused
    return good / seconds, good / used, refused / seconds


def main() -> int:
    """Print the figures; the exit status is 1 if by CPU time less than nine tenths of the answers are left."""
    clock, cpu, refused = [], [], []
    with running(gunicorn("service.wsgi:app", MAX_WAIT="1"), _PROBE, None) as server:
        for _ in range(_ROUNDS):
            once, overloaded = (answered(server, _CONNECTIONS * times) for times in (1, _TIMES))
            clock.append(overloaded[0] / once[0])
            cpu.append(overloaded[1] / once[1])
            refused.append(overloaded[2] / overloaded[0])
    kept = Spread.of(cpu).median
    print(
        f"{_CONNECTIONS * _TIMES} connections against {_CONNECTIONS}: {figure(kept)} times the answers by CPU time, "
        f"{figure(Spread.of(clock).median)} times by the clock; {figure(Spread.of(refused).median)} refusals an answer."
    )
    return int(kept < 0.9)


if __name__ == "__main__":
    sys.exit(main())

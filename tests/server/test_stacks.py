"""Each process of a worker prints on SIGUSR2 where it hangs, and goes on."""

import re
import signal
from pathlib import Path

from tests.conftest import run_service
from tests.peers import kill
from tests.server.client import HOLDING, IN_PROCESS, SEEDED, fetch, hold_process
from tests.server.processes import master_pid, read_stat
from tools.serving import wait_until, worker_pids

PROCESSES = 2
FUNCTION = re.compile(r"^  File .* in (\w+)$", re.MULTILINE)


def wait_for_stacks(output: Path, pid: int, *functions: str) -> None:
    """Ask a process for its stacks, and wait until it has printed that it is in these functions."""
    size = len(output.read_text())
    kill(pid, signal.SIGUSR2)
    wait_until(
        lambda: set(functions) <= set(FUNCTION.findall(output.read_text()[size:]))
    )


def test_a_process_that_hangs_prints_where_and_still_answers(tmp_path: Path) -> None:
    """The response to the request that hangs arrives afterwards: `hold_process` reads it."""
    output = tmp_path / "output"
    settings = {"WEB_CONCURRENCY": "1", "PROCESSES": str(PROCESSES)}
    with run_service(output, app=HOLDING, **settings) as base:
        master = master_pid(output)
        (worker,) = worker_pids(master)
        (ancestor,) = worker_pids(worker)
        wait_until(lambda: len(worker_pids(ancestor)) == PROCESSES)
        processes = worker_pids(ancestor)
        with hold_process(base) as held:
            assert read_stat(held).parent == ancestor
            wait_for_stacks(output, held, "hold", "run_jobs")
            # The thread of the log is another than that of the loop.
            wait_for_stacks(output, worker, "run_forever", "_write_all")
            wait_for_stacks(output, ancestor, "_fork_when_asked")
        assert fetch(base, SEEDED).status == 200
        assert fetch(base, *IN_PROCESS).status == 200
        assert [worker] == worker_pids(master)
        assert worker_pids(ancestor) == processes

"""Run tests many times beside programs that keep all cores busy, and name those that failed once.

    python -m tools.repeat 30           the tests of `make test` that touch a socket, a process or a time
    python -m tools.repeat 3 forks      a suite
    LATE=1 python -m tools.repeat 3 packages    and with a network that is up to 50 ms late

Each run has another seed, which it prints.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tools.files import ROOT, list_files

_TOUCHES = re.compile(
    r"^(?:from|import) (?:asyncio|concurrent|multiprocessing|signal|socket|subprocess|threading|time|"
    r"tests\.(?:peers|services|server)|tools\.(?:ports|serving))\b"
    r"|\brun_service\(|\b(?:live|keyed): str\b",
    re.MULTILINE,
)
"""What a file has whose tests wait for something outside of their own function."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


def list_touching() -> list[str]:
    """Return the files with tests of `make test` that touch a socket, a process or a time."""
    tests = (file for file in list_files() if re.fullmatch(r"test_\w+\.py", file.name))
    return [
        str(file.relative_to(ROOT))
        for file in tests
        if _TOUCHES.search(file.read_text())
    ]


@contextmanager
def keep_busy() -> Iterator[None]:
    """Keep every core busy with a process while the context lasts."""
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run(seed: int, arguments: Sequence[str]) -> list[str]:
    """Run tests once, and return the names of those that failed; what pytest prints is printed if any did."""
    seeds = (f"--randomly-seed={seed}", f"--hypothesis-seed={seed}")
    command = [sys.executable, "-m", "pytest", "-q", *seeds, *arguments]
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    failed = _FAILED.findall(done.stdout)
    print(
        f"SEED={seed}: {done.stdout.splitlines()[-1] if done.stdout else done.stderr}",
        flush=True,
    )
    if done.returncode and not failed:
        failed = [f"pytest (exit code {done.returncode})"]
    if failed:
        print(done.stdout)
    return failed


def main(times: int, suites: Sequence[str]) -> int:
    """Run the tests so many times, and return the number of those that failed."""
    arguments = (
        ["-n0", "-m", " or ".join(suites)]
        if suites
        else ["-n", "auto", *list_touching()]
    )
    failures: Counter[str] = Counter()
    with keep_busy():
        for seed in range(1, times + 1):
            failures.update(run(seed, arguments))
    print(f"{times} runs; failed: {dict(failures) or 'none'}")
    return len(failures)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))

"""Long benchmarks: independent pieces of work on a Dask cluster, each result kept as soon as it is there.

The cluster is one process for each core of this machine, or any other by its scheduler's address. A piece whose worker
is killed runs again on another, and the same command resumes a run that was interrupted. A piece is a function of its
task alone, so results depend neither on the order of the pieces nor on the number of workers.
"""

import json
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from logging import ERROR
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from benchmarks.documents import DOCS, replace_file

if TYPE_CHECKING:
    from distributed import Client

_AHEAD = 3  # pieces that are submitted for each thread of the cluster, so that no worker waits for the next
_MAX_LINES = 200  # of a file whose results are merged

Task = TypeVar("Task")
Result = TypeVar("Result")
Json = Any
Merge = Callable[[dict[str, Json]], dict[str, Json]]


class Piece(NamedTuple, Generic[Task]):
    """A piece of work: a name that is unique in its run, the task, and its share of the progress."""

    name: str
    task: Task
    size: int = 1


class Records:
    """The results of a run by the names of its pieces, in a file of JSON lines that has a line for each.

    The first line describes the run. `merge` combines results into fewer equivalent ones, so that the file stays short.
    Raises `ValueError` if the file is of another run.
    """

    def __init__(self, file: Path, run: Json, merge: Merge | None = None) -> None:
        self._file = file
        self._run = run
        self._merge = merge
        self.results: dict[str, Json] = {}
        if file.exists():
            text = file.read_text()
            # A last line without a line feed was not written to its end.
            lines = text[: text.rfind("\n") + 1].splitlines()
            if lines[:1] != [json.dumps(run)]:
                raise ValueError(
                    f"{file} is of another run. Remove it, or choose another folder with --keep."
                )
            self.results.update(json.loads(line) for line in lines[1:])
        self._write()

    def add(self, name: str, result: Json) -> None:
        """Keep the result of a piece."""
        self.results[name] = result
        if self._merge and len(self.results) >= _MAX_LINES:
            self._write()
        else:
            with self._file.open("a") as file:
                file.write(_format_line([name, result]))

    def remove(self, names: Iterable[str]) -> None:
        """Forget the results of pieces, which then run again."""
        for name in names:
            del self.results[name]
        self._write()

    def _write(self) -> None:
        if self._merge:
            self.results = self._merge(self.results)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(
            self._file, "".join(map(_format_line, (self._run, *self.results.items())))
        )


def _format_line(value: Json) -> str:
    return json.dumps(value) + "\n"


def add_options(parser: ArgumentParser, keep: str) -> None:
    """Add the options of a run: its cluster, the folder of its records, the folder of its documents."""
    parser.add_argument(
        "--scheduler",
        metavar="tcp://HOST:PORT",
        help="a Dask scheduler (default: one on this machine)",
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=len(os.sched_getaffinity(0)),
        help="without it: one per core",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        default=Path(keep),
        help=f"the folder of finished pieces ({keep})",
    )
    parser.add_argument(
        "--docs", type=Path, default=DOCS, help="the folder of the documents"
    )


@contextmanager
def open_run(options: Namespace) -> Iterator[None]:
    """Connect to the cluster of a run until the exit. End the program with a message if it fails or is interrupted."""
    try:
        with connect(options.scheduler, options.processes):
            yield
    except (ValueError, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the same command resumes from here.")


@contextmanager
def connect(
    scheduler: str | None = None, processes: int | None = None
) -> Iterator["Client"]:
    """Connect to a scheduler, or start a cluster of processes (one for each core) on this machine, until the exit."""
    from distributed import Client  # noqa: PLC0415 (an extra)

    options: dict[str, Any] = {}
    if not scheduler:
        options = {
            "n_workers": processes or len(os.sched_getaffinity(0)),
            "threads_per_worker": 1,
            "dashboard_address": "127.0.0.1:0",
            "silence_logs": ERROR,  # an interruption is none
        }
    with Client(scheduler, **options) as client:
        client.wait_for_workers(1)
        yield client


def finish(
    work: Callable[[Task], Json],
    pieces: Sequence[Piece[Task]],
    records: Records,
    initial: int = 0,
    **bar: Any,
) -> None:
    """Run the pieces that have no record, and keep their results, which must be JSON.

    `initial` is the progress before the first piece, and `bar` has further arguments of tqdm.
    """
    remaining = [piece for piece in pieces if piece.name not in records.results]
    total = initial + sum(piece.size for piece in pieces)
    done = total - sum(piece.size for piece in remaining)
    for piece, result in run(work, remaining, total=total, initial=done, **bar):
        records.add(piece.name, result)


@contextmanager
def remember_interruption() -> Iterator[Event]:
    """Return an event that is set when the main thread is interrupted.

    The `KeyboardInterrupt` itself is lost where Python ignores exceptions: in a `__del__`, and each future of Dask has
    this method.
    """
    interrupted = Event()
    previous = signal.getsignal(signal.SIGINT)

    def interrupt(*_: object) -> None:
        interrupted.set()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, previous)


def run(
    work: Callable[[Task], Result], pieces: Iterable[Piece[Task]], **bar: Any
) -> Iterator[tuple[Piece[Task], Result]]:
    """Yield each piece and the result of `work`, a module's function, in the order in which pieces end.

    `connect` is open meanwhile. The cluster gets a few pieces for each of its threads at a time. An error of a piece is
    raised.
    """
    from distributed import Client, as_completed  # noqa: PLC0415 (an extra)
    from tqdm import tqdm  # noqa: PLC0415

    client = Client.current()
    queue = iter(pieces)
    pieces_by_future: dict[Any, Piece[Task]] = {}
    completions = as_completed(with_results=True)

    def submit() -> None:
        size = max(1, _AHEAD * sum(client.nthreads().values()))
        for piece in islice(queue, max(0, size - len(pieces_by_future))):
            future = client.submit(work, piece.task, pure=False)
            pieces_by_future[future] = piece
            completions.add(future)

    with (
        tqdm(unit_scale=True, **bar) as progress,
        remember_interruption() as interrupted,
    ):
        submit()
        for batch in completions.batches():
            for future, result in batch:
                if interrupted.is_set():
                    raise KeyboardInterrupt
                if future.status != "finished":
                    future.result()  # raises the error
                piece = pieces_by_future.pop(future)
                yield piece, result
                progress.update(piece.size)
            submit()

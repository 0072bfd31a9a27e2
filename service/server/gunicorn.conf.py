"""gunicorn's settings; docs/reference.md lists the environment variables that this file reads."""

import gc

# Until the first fork: all objects of the start stay, and collecting garbage among them takes a seventh of its time.
gc.disable()

import ctypes
import os
import re
import resource
import shutil
import sys
from pathlib import Path
from typing import Any

from gunicorn.workers import base

# This file is run by its path: relative imports need the name of the package, which the wheel changes.
__package__ = f"{Path(__file__).parents[1].name}.server"
__spec__ = None

from .. import start
from ..heap import trim_heap
from ..shared_files import find_shared_folder, make_shared_folder
from .drain import drain_before_stop
from .forks import keep_stops_in_forks
from .overrides import describe_overrides, find_overrides
from .worker import MemoryHeartbeat

# glibc would keep the memory of large responses, in a heap for each thread. This is one heap, without blocks of MMAP
# bytes or more. Its free end stays up to TRIM: to map it anew for each batch makes 1,000 decks 1.4 times as slow.
MMAP = 2**19
TRIM = 2**22
libc = ctypes.CDLL(None)
if hasattr(libc, "mallopt"):  # musl and macOS have none
    libc.mallopt(-3, MMAP)  # M_MMAP_THRESHOLD
    libc.mallopt(-1, TRIM)  # M_TRIM_THRESHOLD
    libc.mallopt(-8, 1)  # M_ARENA_MAX

settings = start.read_server_settings()
bind = settings.bind
workers = settings.web_concurrency
accesslog = "-" if settings.access_log else None
worker_class = f"{__package__}.worker.LoopWorker"
asgi_loop = "asyncio"  # not uvloop where it is installed: nothing tries it, and it saves nothing
preload_app = True  # so that workers share the memory of the application

timeout = 30
graceful_timeout = 30
drain_seconds = settings.drain_seconds
keepalive = 75  # longer than a proxy's, so that gunicorn never closes a connection that a proxy is about to use

# A worker that runs out of file descriptors dies: it has some 20 open at rest, and one for each of
# its processes.
max_open_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
if max_open_files == resource.RLIM_INFINITY:
    max_open_files = 2**20
worker_connections = max(2, min(1000, max_open_files - 40))

# The heartbeat file is kept in memory if possible: a slow disk makes a healthy worker look dead.
shared_folder, skipped_folders = find_shared_folder()
worker_tmp_dir = str(shared_folder) if shared_folder else None
if shared_folder is None:
    base.WorkerTmp = MemoryHeartbeat

control_socket_disable = True  # the socket would be a file in HOME

# By default gunicorn takes SCRIPT_NAME, PATH_INFO and the scheme from headers of any client at 127.0.0.1.
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}

logger_class = f"{__package__}.logs.JsonLogger"

# All workers need the same keys, with and without preload_app, and also after SIGHUP, which reads this file again.
warnings_of_new_keys = start.make_keys()


def on_starting(server: Any) -> None:
    """Prepare forks, the folder of the metrics and first requests; log once which folders and keys are missing."""
    keep_stops_in_forks()
    if drain_seconds:
        drain_before_stop(server, drain_seconds)
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
    if shared_folder is not None:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(make_shared_folder(shared_folder))
    if skipped_folders:
        metrics = (
            f"shares its counts in {shared_folder}"
            if shared_folder
            else "has the counts of one worker alone"
        )
        server.log.warning(
            "/metrics %s: cannot write to %s", metrics, "; ".join(skipped_folders)
        )
    for warning in [*warnings_of_new_keys, *describe_overrides(find_overrides())]:
        server.log.warning(warning)
    if server.cfg.preload_app:
        start.warm_up(server.app.wsgi())
        # What only the start took, the master would hold as long as it runs.
        gc.collect()
        trim_heap()


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker the first free index, which names its metrics; set the garbage collector to keep memory shared."""
    indices = {live_worker.index for live_worker in server.WORKERS.values()}
    worker.index = next(
        index for index in range(len(indices) + 1) if index not in indices
    )
    # The garbage collector of a worker writes to every object that it visits, and so would copy the shared memory.
    gc.freeze()
    gc.enable()
    # With the usual threshold of 700 objects it would search all objects again and again while a large batch is dealt.
    gc.set_threshold(10_000, 10, 10)


def post_worker_init(worker: Any) -> None:
    """Print the address to open after the last of the first workers is there, for `make serve`."""
    if "--show-address" in sys.orig_argv and worker.age == worker.cfg.workers:
        address = re.sub(
            r"//(0\.0\.0\.0|\[::\]):", "//localhost:", str(worker.sockets[0])
        )
        print(f"Open {address}", file=sys.stderr)


def on_exit(server: Any) -> None:  # noqa: ARG001
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder:
        shutil.rmtree(folder, ignore_errors=True)

"""How gunicorn runs the service; the README lists the environment variables read here."""

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from environs import Env
from gunicorn.http import wsgi
from marshmallow.validate import Range

from service.core.crypto.tokens import generate_key
from service.server.responses import WholeResponse
from service.settings import NO_SHOE_KEYS

env = Env()

wsgi.Response = WholeResponse  # there is no setting for it

bind = f"0.0.0.0:{env.int('PORT', 8000, validate=Range(1, 65535))}"
workers = env.int("WEB_CONCURRENCY", 2, validate=Range(1))
threads = env.int("THREADS", 4, validate=Range(1))
worker_class = "service.server.worker.ProblemWorker"
preload_app = True  # workers share what the application holds in memory

timeout = 30
graceful_timeout = 30
keepalive = 75  # longer than proxies keep theirs, so that it is not this side that closes under a request

# Heartbeats in memory: on a disk, a slow one can make a healthy worker look dead.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
control_socket_disable = True  # it would write into HOME

logger_class = "service.server.logs.JsonLogger"
accesslog = "-" if env.bool("ACCESS_LOG", False) else None

# Every worker must have the same keys, preloaded or not, and still have them after a HUP, which reads this file again.
keyless = not env.str("SHOE_KEYS", "").strip(", ")
if keyless:
    os.environ["SHOE_KEYS"] = generate_key()


def on_starting(server: Any) -> None:
    """Make the folder of the metrics; say once, and not with every HUP, what it means that the keys were made here."""
    # In memory, which a read-only container has at one of the two places.
    shared = next((each for each in ("/dev/shm", "/tmp") if os.access(each, os.W_OK)), None)  # noqa: S108
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="shuffle-and-deal-metrics-", dir=shared)
    if keyless:
        server.log.warning(NO_SHOE_KEYS)


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker the first place that no other has, with the counts of who had it before, and memory to share."""
    taken = {other.place for other in server.WORKERS.values()}
    worker.place = next(place for place in range(len(taken) + 1) if place not in taken)
    # A worker's collector would write into every object that it looks at, and thereby copy what is shared.
    gc.freeze()


def pre_request(worker: Any, req: Any) -> None:
    """Do nothing, where gunicorn by itself would log the path."""


def on_exit(server: Any) -> None:  # noqa: ARG001
    """Take the folder of the metrics away."""
    shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)

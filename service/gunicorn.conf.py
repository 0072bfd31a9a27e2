"""How gunicorn runs the service; the README lists the environment variables read here."""

import os
from pathlib import Path
from typing import Any

from environs import Env
from gunicorn.http import wsgi
from marshmallow.validate import Range

from service.core.tokens import new_key
from service.responses import WholeResponse
from service.settings import NO_SHOE_KEYS

env = Env()

wsgi.Response = WholeResponse  # there is no setting for it

bind = f"0.0.0.0:{env.int('PORT', 8000, validate=Range(1, 65535))}"
workers = env.int("WEB_CONCURRENCY", 2, validate=Range(1))
threads = env.int("THREADS", 4, validate=Range(1))
worker_class = "service.worker.ProblemWorker"
preload_app = True  # workers share what the application holds in memory

timeout = 30
graceful_timeout = 30
keepalive = 75  # longer than proxies keep theirs, so that it is not this side that closes under a request

# Heartbeats in memory: on a disk, a slow one can make a healthy worker look dead.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
control_socket_disable = True  # it would write into HOME

# Never the query: it may hold a seed.
accesslog = "-" if env.bool("ACCESS_LOG", False) else None
access_log_format = '%(h)s "%(m)s %(U)s %(H)s" %(s)s %(B)s %(D)sus'

# Every worker must have the same keys, preloaded or not, and still have them after a HUP, which reads this file again.
keyless = not env.str("SHOE_KEYS", "").strip(", ")
if keyless:
    os.environ["SHOE_KEYS"] = new_key()


def on_starting(server: Any) -> None:
    """Say once, and not with every HUP, what it means that the keys were made here."""
    if keyless:
        server.log.warning(NO_SHOE_KEYS)

"""Six lines of Fisher–Yates, in process and served by frameworks, beside the service.

What is not installed is left out: node, wrk, FastAPI with uvicorn, and Express and Fastify in build/servers.
"""

import random
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path

from benchmarks.servers import (
    THREADS,
    fetch,
    requests_per_second,
    start_program,
    start_server,
)
from benchmarks.speed.in_process import SHUFFLE
from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import (
    Contender,
    Quartiles,
    compare,
    format_figure,
    interleave,
    make_contender,
    pin,
)
from tools.files import ROOT

_NODE = ("node", str(Path(__file__).with_name("shuffles.mjs")))
_DECKS = 1_000
_UVICORN = (
    sys.executable,
    "-m",
    "uvicorn",
    "--no-access-log",
    "--port",
    "{port}",
    "benchmarks.speed.naive_asgi:app",
)


def measure_frameworks(scale: Scale) -> list[Table]:
    """Return the time of a shuffle relative to one in node, and requests per second relative to the service."""
    return [_measure_shuffles(scale), _measure_servers(scale)]


def _measure_shuffles(scale: Scale) -> Table:
    title = "One shuffle: in a program of your own, by a request, in a batch"
    if not shutil.which("node"):
        return Table(title, "node is not available.", [])
    call = partial(
        make_contender, min_seconds=4 * scale.seconds, clock=time.perf_counter
    )
    deck = list(range(52))
    json = f"{SHUFFLE}/batch?repeats={_DECKS}"
    with start_server(scale.server_core) as server, pin(scale.load_core):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        contenders = {
            "node": _time_node,
            "random.shuffle, which is not secure": call(lambda: random.shuffle(deck)),
            "SystemRandom().shuffle": call(lambda: random.SystemRandom().shuffle(deck)),
            "a request for one deck": call(lambda: fetch(connection, SHUFFLE)),
            f"a deck in a batch of {_DECKS:,}, as JSON": call(
                lambda: fetch(connection, json)
            ),
            "… as an array": call(
                lambda: fetch(connection, json, accept="application/x-npy")
            ),
        }
        samples = interleave(contenders, 2 * scale.rounds)
    for name in list(contenders)[4:]:
        samples[name] = [seconds / _DECKS for seconds in samples[name]]
    text = (
        "Wall clock time, relative to six lines of Fisher–Yates over crypto.randomInt in node, which take "
        f"{format_figure(Quartiles.of(samples['node']).median * 1e6)} µs on this machine; the others are Python's "
        "and the service's. Less is better."
    )
    return Table(
        title,
        text,
        [Row(name, compare(samples, name, "node")) for name in list(contenders)[1:]],
    )


def _time_node() -> float:
    """Return the seconds of one shuffle in node."""
    command = (*_NODE, "time", "20000")
    return float(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    )


def _measure_servers(scale: Scale) -> Table:
    title = "The same shuffle by other servers: requests per second"
    if not shutil.which("wrk"):
        return Table(title, "wrk is not available.", [])
    core = scale.server_core
    flask = "Flask on gunicorn's threads, SystemRandom().shuffle"
    service = "service"
    with ExitStack() as stack:
        ports = {
            service: stack.enter_context(start_server(core)).port,
            flask: stack.enter_context(
                start_server(core, "benchmarks.speed.hello:naive", "/", THREADS)
            ).port,
        }
        for name, command in _list_programs().items():
            ports[name] = stack.enter_context(
                start_program(command, core, NODE_ENV="production")
            ).port

        def load(name: str) -> float:
            path = SHUFFLE if name == service else "/"
            return requests_per_second(
                ports[name], path, scale.load_seconds, scale.load_core
            )

        contenders: dict[str, Contender] = {name: partial(load, name) for name in ports}
        samples = interleave(contenders, scale.rounds, warm_up=True)
    text = (
        "A pack shuffled by six lines in a framework, without any parameter, relative to the service's unseeded "
        f"shuffle, {format_figure(Quartiles.of(samples[service]).median)} requests per second on this machine. One "
        "process each; wrk with 8 connections. The shuffle takes some microseconds of each request: the figures "
        "compare servers. More is better."
    )
    return Table(
        title,
        text,
        [
            Row(name, compare(samples, name, service))
            for name in ports
            if name != service
        ],
    )


def _list_programs() -> dict[str, tuple[str, ...]]:
    """Return the commands of servers that gunicorn does not run, by what they serve."""
    programs: dict[str, tuple[str, ...]] = {}
    if find_spec("fastapi") and find_spec("uvicorn"):
        parser = (
            ", uvloop and httptools"
            if find_spec("uvloop") and find_spec("httptools")
            else ""
        )
        programs[f"FastAPI on uvicorn{parser}, SystemRandom().shuffle"] = _UVICORN
    if shutil.which("node") and (ROOT / "build/servers/node_modules").is_dir():
        programs["Express, crypto.randomInt"] = (*_NODE, "express", "{port}")
        programs["Fastify, crypto.randomInt"] = (*_NODE, "fastify", "{port}")
    return programs

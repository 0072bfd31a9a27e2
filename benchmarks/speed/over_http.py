"""Measurements through a server: requests per second, and batches of 1,000 decks."""

import random
import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection
from itertools import count
from secrets import token_hex

from benchmarks.servers import (
    SERVICE,
    THREADS,
    fetch,
    requests_per_second,
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

_DECKS = 1_000
_MANY_DECKS = 1_000_000
_ARRAY = "an array"
_SEEDED_ARRAY = "an array, seeded"
_MILLION = "an array of a million decks"
_SEEDED_MILLION = "an array of a million decks, seeded"
_HOLDEM = "/v1/games/holdem/deal?players=9"
_FORMS = {
    "text": "text/plain",
    "NDJSON": "application/x-ndjson",
    _ARRAY: "application/x-npy",
}


_BATCH_REASON = (
    "some two fifths are drawing and serialising 410 bytes of JSON for each deck, the rest is handing them from a "
    "process of its own to the event loop, and HTTP on both sides"
)
_ARRAY_REASON = (
    "0.006 is drawing, most of it for 51 swaps of each deck by NumPy, and of 1,000 decks as much is the fixed cost of "
    "a request and of Python's client; less would take compiled swaps or a faster server"
)
_NDJSON_REASON = (
    "in process it takes as long as JSON, which serialises all numbers at once"
)


def measure_single_requests(scale: Scale) -> Table:
    """Return requests per second of one deck each, relative to a fixed response and to gunicorn's thread worker."""
    title = "One deck a request: requests per second"
    if not shutil.which("wrk"):
        return Table(title, "wrk is not available.", [])
    hello = "benchmarks.speed.hello"
    servers = {
        "hello": (f"{hello}:hello", THREADS),
        "naive": (f"{hello}:naive", THREADS),
        "loop": (SERVICE, ""),
        "threads": (SERVICE, THREADS),
    }
    with ExitStack() as stack:
        ports = {
            name: stack.enter_context(
                start_server(
                    scale.server_core,
                    application,
                    "/livez" if application == SERVICE else "/",
                    worker,
                )
            ).port
            for name, (application, worker) in servers.items()
        }

        def load(server: str, path: str, seed_prefix: str = "") -> float:
            return requests_per_second(
                ports[server], path, scale.load_seconds, scale.load_core, seed_prefix
            )

        contenders: dict[str, Contender] = {
            name: partial(load, name, "/") for name in ("hello", "naive")
        }
        for server in ("loop", "threads"):
            contenders[f"{server} shuffle"] = partial(load, server, SHUFFLE)
            contenders[f"{server} seeded"] = partial(_load_seeded, load, server)
            contenders[f"{server} holdem"] = partial(load, server, _HOLDEM)
        samples = interleave(contenders, scale.rounds, warm_up=True)
    text = (
        "wrk with 8 connections; one worker with the service's gunicorn settings, and the same under gunicorn's thread "
        f"worker. *Hello* is Flask with a fixed response under the thread worker, "
        f"{format_figure(Quartiles.of(samples['hello']).median)} requests per second on this machine. More is better."
    )
    rows = [
        Row(
            "an unseeded shuffle, against hello",
            compare(samples, "loop shuffle", "hello"),
            min=1.3,
        ),
        Row(
            "a new seed each time, against hello",
            compare(samples, "loop seeded", "hello"),
            min=1.2,
        ),
        Row(
            "Flask with SystemRandom().shuffle, no validation, against hello",
            compare(samples, "naive", "hello"),
        ),
    ]
    rows += [
        Row(
            f"{label}, against the thread worker",
            compare(samples, f"loop {kind}", f"threads {kind}"),
            min=minimum,
        )
        for kind, label, minimum in (
            ("shuffle", "an unseeded shuffle", 1.5),
            ("seeded", "a new seed each time", 1.45),
            ("holdem", "a deal of hold'em for nine", 1.4),
        )
    ]
    return Table(title, text, rows)


def _load_seeded(load: Callable[[str, str, str], float], server: str) -> float:
    return load(server, SHUFFLE, token_hex(8))


def measure_batches(scale: Scale) -> Table:
    """Return the time per deck in a batch, relative to shuffling a list in this process."""
    numbers = count()
    deck = list(range(52))
    system = random.SystemRandom()
    twister = random.Random()  # noqa: S311
    call = partial(
        make_contender, min_seconds=4 * scale.seconds, clock=time.perf_counter
    )
    contenders = {
        "SystemRandom": call(lambda: system.shuffle(deck)),
        "random": call(lambda: twister.shuffle(deck)),
    }
    decks = {}
    with start_server(scale.server_core) as server, pin(scale.load_core):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)

        def add_batch(
            name: str,
            media_type: str = "application/json",
            query: Callable[[], str] = str,
            repeats: int = _DECKS,
        ) -> None:
            path = f"{SHUFFLE}/batch?repeats={repeats}"
            contenders[name] = call(
                lambda: fetch(connection, path + query(), accept=media_type)
            )
            decks[name] = repeats

        def seeds() -> str:
            return f"&seed=s{next(numbers)}"

        array = _FORMS[_ARRAY]
        add_batch("unseeded")
        add_batch("seeded", query=seeds)
        for name, media_type in _FORMS.items():
            add_batch(name, media_type)
        add_batch(_SEEDED_ARRAY, array, seeds)
        add_batch(_MILLION, array, repeats=_MANY_DECKS)
        add_batch(_SEEDED_MILLION, array, seeds, _MANY_DECKS)
        samples = interleave(contenders, 2 * scale.rounds)
    for name, repeats in decks.items():
        samples[name] = [time_per_batch / repeats for time_per_batch in samples[name]]
    text = (
        "Wall clock time from sending a request to the end of its response, divided by the number of decks; relative "
        f"to shuffling a list of 52 in process, {_format_us(samples['SystemRandom'])} µs with SystemRandom() and "
        f"{_format_us(samples['random'])} µs with the Mersenne Twister on this machine. An unseeded deck of the "
        f"service takes {_format_us(samples['unseeded'])} µs. Server and client have a core each."
    )
    rows = [
        Row(
            f"{kind}, against {label}",
            compare(samples, kind, name),
            max=target,
            reason=_BATCH_REASON,
        )
        for name, label, targets in (
            ("SystemRandom", "SystemRandom().shuffle", (0.028, 0.025)),
            ("random", "random.shuffle, which is not secure", (0.2, 0.2)),
        )
        for kind, target in zip(("unseeded", "seeded"), targets, strict=True)
    ]
    rows += [
        Row(
            f"as {name}, against JSON",
            compare(samples, name, "unseeded"),
            max=1.2,
            reason=_NDJSON_REASON,
        )
        for name in _FORMS
    ]
    rows += [
        Row(
            f"as {name}, against SystemRandom().shuffle",
            compare(samples, name, "SystemRandom"),
            max=target,
            reason=_ARRAY_REASON,
        )
        for name, target in (
            (_ARRAY, 0.015),
            (_SEEDED_ARRAY, 0.015),
            (_MILLION, 0.01),
            (_SEEDED_MILLION, 0.01),
        )
    ]
    return Table(
        f"{_DECKS:,} decks in one request over HTTP: time per deck", text, rows
    )


def _format_us(samples: list[float]) -> str:
    return format_figure(Quartiles.of(samples).median * 1e6)

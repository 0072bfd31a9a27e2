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

from benchmarks.servers import SERVICE, fetch, requests_per_second, start_server
from benchmarks.speed.in_process import SHUFFLE
from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import Contender, Quartiles, compare, format_figure, interleave, make_contender, pin

_DECKS, _MANY_DECKS = 1_000, 1_000_000
_ARRAY, _SEEDED_ARRAY = "an array", "an array, seeded"
_MILLION, _SEEDED_MILLION = "an array of a million decks", "an array of a million decks, seeded"
_FORMS = {"text": "text/plain", "NDJSON": "application/x-ndjson", _ARRAY: "application/x-npy"}


_SEED_REASON = (
    "parsing the seed, setting AES up and the ETag take 12 µs of CPU time more than an unseeded request, half of it in "
    "the package cryptography, and gunicorn 6 µs more for the longer request and response; less would take AES without "
    "that package's checks, or a faster server"
)
_BATCH_REASON = (
    "some two fifths are drawing and serialising 410 bytes of JSON for each deck, the rest HTTP on both sides"
)
_ARRAY_REASON = (
    "0.006 is drawing, most of it for 51 swaps of each deck by NumPy, and of 1,000 decks as much is the fixed cost of "
    "a request and of Python's client; less would take compiled swaps or a faster server"
)
_NDJSON_REASON = "in process it takes as long as JSON, which serialises all numbers at once"


def measure_single_requests(scale: Scale) -> Table:
    """Return requests per second of one deck each, relative to a fixed response."""
    title = "One deck a request: requests per second relative to hello"
    if not shutil.which("wrk"):
        return Table(title, "wrk is not available.", [])
    hello = "benchmarks.speed.hello"
    servers = {"hello": (f"{hello}:hello", "/"), "unseeded": (SERVICE, SHUFFLE), "naive": (f"{hello}:naive", "/")}
    with ExitStack() as stack:
        ports = {
            name: stack.enter_context(start_server(scale.server_core, application, path)).port
            for name, (application, path) in servers.items()
        }

        def load(name: str, seed_prefix: str = "") -> float:
            path = servers[name][1]
            return requests_per_second(ports[name], path, scale.load_seconds, scale.load_core, seed_prefix)

        contenders: dict[str, Contender] = {name: partial(load, name) for name in servers}
        contenders["seeded"] = lambda: load("unseeded", token_hex(8))
        for warm_up in contenders.values():
            warm_up()
        samples = interleave(contenders, scale.rounds)
    text = (
        f"wrk with 8 connections; one worker with the service's gunicorn settings. *Hello* is Flask with a fixed "
        f"response, {format_figure(Quartiles.of(samples['hello']).median)} requests per second on this machine. More "
        "is better."
    )
    rows = [
        Row("an unseeded shuffle", compare(samples, "unseeded", "hello"), min=0.85),
        Row("a new seed each time", compare(samples, "seeded", "hello"), min=0.8, reason=_SEED_REASON),
        Row("Flask with SystemRandom().shuffle, no validation", compare(samples, "naive", "hello")),
    ]
    return Table(title, text, rows)


def measure_batches(scale: Scale) -> Table:
    """Return the time per deck in a batch, relative to shuffling a list in this process."""
    numbers = count()
    deck = list(range(52))
    system, twister = random.SystemRandom(), random.Random()  # noqa: S311
    call = partial(make_contender, min_seconds=4 * scale.seconds, clock=time.perf_counter)
    contenders = {"SystemRandom": call(lambda: system.shuffle(deck)), "random": call(lambda: twister.shuffle(deck))}
    decks = {}
    with start_server(scale.server_core) as server, pin(scale.load_core):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)

        def add_batch(
            name: str, media_type: str = "application/json", query: Callable[[], str] = str, repeats: int = _DECKS
        ) -> None:
            path = f"{SHUFFLE}/batch?repeats={repeats}"
            contenders[name] = call(lambda: fetch(connection, path + query(), accept=media_type))
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
        Row(f"{kind}, against {label}", compare(samples, kind, name), max=target, reason=_BATCH_REASON)
        for name, label, targets in (
            ("SystemRandom", "SystemRandom().shuffle", (0.028, 0.025)),
            ("random", "random.shuffle, which is not secure", (0.2, 0.2)),
        )
        for kind, target in zip(("unseeded", "seeded"), targets, strict=True)
    ]
    rows += [
        Row(f"as {name}, against JSON", compare(samples, name, "unseeded"), max=1.2, reason=_NDJSON_REASON)
        for name in _FORMS
    ]
    rows += [
        Row(
            f"as {name}, against SystemRandom().shuffle",
            compare(samples, name, "SystemRandom"),
            max=target,
            reason=_ARRAY_REASON,
        )
        for name, target in ((_ARRAY, 0.015), (_SEEDED_ARRAY, 0.015), (_MILLION, 0.01), (_SEEDED_MILLION, 0.01))
    ]
    return Table(f"{_DECKS:,} decks in one request over HTTP: time per deck", text, rows)


def _format_us(samples: list[float]) -> str:
    return format_figure(Quartiles.of(samples).median * 1e6)

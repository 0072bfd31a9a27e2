"""What is measured through a server: requests a second of one deck each, and a batch of 1,000 decks."""

import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from secrets import token_hex

from benchmarks import machine
from benchmarks.speed.in_process import SHUFFLE
from benchmarks.speed.results import Row, Table
from benchmarks.servers import Server, ask, gunicorn, requests_per_second, running
from benchmarks.timing import Contender, Spread, figure, interleaved, pinned, ratio, timed

OURS = "service.wsgi:app"
HELLO = "benchmarks.speed.baselines.minimal_flask:hello"
_DECKS = 1_000


@contextmanager
def baselines() -> Iterator[dict[str, tuple[Server, str]]]:
    """The servers that there are, with the path to ask for, by what the table calls them."""
    python = machine.baseline_python()
    with tempfile.TemporaryDirectory() as folder:
        found = {
            "Flask with SystemRandom().shuffle, nothing validated": (gunicorn("benchmarks.speed.baselines.minimal_flask:naive"), "/"),
            "a SQLite row a deck on Flask (the deck-of-cards API's way)": (
                gunicorn("benchmarks.speed.baselines.sqlite_decks:rows", DECKS_DATABASE=str(Path(folder, "decks.sqlite3"))),
                "/",
            ),
        }
        if python and machine.baseline_version("fastapi"):
            uvicorn = (python, "-m", "uvicorn", "--port", "PORT", "--log-level", "error", "benchmarks.speed.baselines.fastapi_app:app")
            found["FastAPI on uvicorn, the same shuffle"] = Server(uvicorn), "/"
        if python and machine.baseline_version("granian"):
            settings = ("--interface", "wsgi", "--no-access-log", "--blocking-threads", "1", "--port", "PORT")
            granian = (python, "-m", "granian", *settings)
            found["ours on granian, unseeded"] = Server((*granian, OURS)), SHUFFLE
            found["hello on granian"] = Server((*granian, HELLO)), "/"
        if machine.node_version():
            script = str(Path(__file__).with_name("node_server.mjs"))
            found["a bare Node server with crypto.randomInt"] = Server(("node", script, "PORT")), "/"
        yield found


_SEED = "hashing the seed, setting AES up, an ETag, and a longer answer"
_BATCH = (
    "about a third is drawing and swapping, a sixth writing 410 bytes of JSON, most of the rest sending and reading "
    "them; unseeded, the operating system's random bytes come on top"
)
_MEMORY = "numpy and cryptography are most of what is more than hello's"


def single(seconds: float, rounds: int, server_core: int | None, load_core: int | None) -> Table:
    """One deck a request."""
    title = "One deck a request: requests a second against hello"
    if not shutil.which("wrk"):
        return Table(title, "wrk is not available.", [])
    with ExitStack() as stack:
        contenders: dict[str, Contender] = {}

        def add(name: str, server: Server, path: str, *, seeded: bool = False) -> int:
            started = stack.enter_context(running(server, path, server_core))
            load(name, started.port, path, seeded=seeded)
            return started.port

        def load(name: str, port: int, path: str, *, seeded: bool = False) -> None:
            contenders[name] = lambda: requests_per_second(
                port, path, seconds, load_core, token_hex(8) if seeded else ""
            )

        add("hello", gunicorn(HELLO), "/")
        ours = add("unseeded", gunicorn(OURS), SHUFFLE)
        load("seeded", ours, SHUFFLE, seeded=True)
        others = stack.enter_context(baselines())
        for name, (server, path) in others.items():
            add(name, server, path)
        for warm_up in contenders.values():
            warm_up()
        samples = interleaved(contenders, rounds)
    text = (
        f"wrk with 8 connections; one worker under the service's gunicorn settings. Hello is Flask with a fixed "
        f"answer, {figure(Spread.of(samples['hello']).median)} requests a second on this machine. More is better."
    )
    rows = [
        Row("an unseeded shuffle", ratio(samples, "unseeded", "hello"), least=0.8),
        Row("a seeded shuffle, a fresh seed each time", ratio(samples, "seeded", "hello"), least=0.75, why=_SEED),
        *(Row(name, ratio(samples, name, "hello")) for name in others),
    ]
    return Table(title, text, rows)


def batch(seconds: float, rounds: int, server_core: int | None, load_core: int | None) -> Table:
    """1,000 decks a request."""
    numbers = count()
    deck = list(range(52))
    system, twister = random.SystemRandom(), random.Random()  # noqa: S311
    with running(gunicorn(OURS), SHUFFLE, server_core) as server, pinned(load_core):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)

        def decks(query: str) -> None:
            ask(connection, f"{SHUFFLE}/batch?repeats={_DECKS}{query}")

        contenders = {
            "unseeded": timed(lambda: decks(""), seconds, time.perf_counter),
            "seeded": timed(lambda: decks(f"&seed=s{next(numbers)}"), seconds, time.perf_counter),
            "SystemRandom": timed(lambda: system.shuffle(deck), seconds, time.perf_counter),
            "random": timed(lambda: twister.shuffle(deck), seconds, time.perf_counter),
        }
        samples = interleaved(contenders, rounds)
    for name in ("unseeded", "seeded"):
        samples[name] = [taken / _DECKS for taken in samples[name]]
    text = (
        "All of the time between sending one request and having read its whole answer, for each of its decks; against "
        f"shuffling a list of 52 here without any service, {_us(samples['SystemRandom'])} µs with SystemRandom() and "
        f"{_us(samples['random'])} µs with the Mersenne Twister on this machine, where ours is "
        f"{_us(samples['unseeded'])} µs."
    )
    rows = [
        Row(f"{kind}, against {there}", ratio(samples, kind, name), most=most, why=_BATCH)
        for name, there, most in (
            ("SystemRandom", "SystemRandom().shuffle", 0.03),
            ("random", "random.shuffle, not even secure", 0.2),
        )
        for kind in ("unseeded", "seeded")
    ]
    return Table("1,000 decks in one request over HTTP: time a deck", text, rows)


def _us(samples: list[float]) -> str:
    return figure(Spread.of(samples).median * 1e6)


def processes(rounds: int, server_core: int | None) -> Table:
    """Memory of a worker, and how soon it answers."""
    kinds = {
        "with preload": (gunicorn(OURS), SHUFFLE),
        "without": (gunicorn(OURS, "python:benchmarks.speed.no_preload"), SHUFFLE),
        "hello": (gunicorn(HELLO), "/"),
    }
    resident: dict[str, list[float]] = {name: [] for name in kinds}
    shares: dict[str, list[float]] = {name: [] for name in kinds}

    def start(name: str) -> float:
        server, path = kinds[name]
        with running(server, path, server_core) as started:
            for _ in range(100):
                started.ask(path)
            rss, share = started.worker_mib()
            resident[name].append(rss)
            shares[name].append(share)
            return started.seconds

    samples = interleaved({name: lambda name=name: start(name) for name in kinds}, rounds)  # type: ignore[misc]
    rows = [
        Row("memory of a worker, preloaded", Spread.of(resident["with preload"]), most=40, unit="MiB RSS", why=_MEMORY),
        Row("… its own share of it", Spread.of(shares["with preload"]), unit="MiB PSS"),
        Row("memory of a worker, not preloaded", Spread.of(resident["without"]), most=60, unit="MiB RSS"),
        Row("hello's, preloaded", Spread.of(resident["hello"]), unit="MiB RSS"),
        Row("first answer after start, against hello's", ratio(samples, "with preload", "hello"), most=2),
        Row("… in seconds", Spread.of(samples["with preload"]), unit="s"),
    ]
    text = (
        "After 100 answers. PSS counts a page that k processes share as 1/k of it. The first answer is that of a new "
        "gunicorn, its own start included."
    )
    return Table("Memory and start", text, rows)

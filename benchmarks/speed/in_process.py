"""What is measured without a server: CPU time, on one core."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import orjson
from flask import Flask
from werkzeug.test import EnvironBuilder

from benchmarks import machine, permutations
from benchmarks.speed.baselines.minimal_flask import hello
from benchmarks.speed.results import Row, Table
from benchmarks.timing import Contender, Spread, figure, interleaved, ratio, timed
from service.app import create_app
from service.core.shuffles.integers import Range, plan_range
from service.core.shuffles.plans import Limits, Shuffling, plan
from service.settings import Settings

SHUFFLE = "/v1/decks/standard/shuffle"
INTEGERS = "/v1/integers"
_RANDOM = random.Random(1)  # noqa: S311 (only which parameters are asked for)
_SUITS = ("SHDC", "CDHS", "HSDC", "DCSH", "CHSD", "SDHC")
_PACK = list(range(52))
_QUERIES = 60_000


def caller(app: Flask, path: str) -> Callable[..., bytes]:
    """A function from a query to the body of the answer, by one WSGI call and nothing else."""
    base = EnvironBuilder(path=path).get_environ()

    def call(query: str = "") -> bytes:
        statuses: list[str] = []

        def start(status: str, *_: Any) -> Callable[[bytes], object]:
            statuses.append(status)
            return bytes

        parts: Any = app({**base, "QUERY_STRING": query}, start)
        body = b"".join(parts)
        parts.close()
        if statuses != ["200 OK"]:
            raise RuntimeError(f"{path}?{query} was answered with {statuses}: {body[:200]!r}")
        return body

    return call


def seeds() -> Iterator[str]:
    """Queries in which only the seed changes."""
    return (f"seed=s{number}" for number in count())


_SEED = (
    "on top of an unseeded one, the seed is read, hashed and made an AES key, and the answer has an ETag and three "
    "members more; most of the rest is Flask's"
)
_NEW = "six fields are validated and a shoe is looked up, laid out and remembered, on top of what a seed costs"
_SYSTEM = (
    "the operating system takes three quarters of numpy's whole time to make 4 MB of random bytes; "
    "from a seed it is reached"
)


def parameters() -> Iterator[str]:
    """Queries that were never seen before, of packs that may have been."""
    seen = set()
    while True:
        pairs = [
            f"count={_RANDOM.randint(40, 52)}",
            f"suit_order={_RANDOM.choice(_SUITS)}",
            f"jokers={_RANDOM.randint(0, 2)}",
            f"notation={_RANDOM.choice(('code', 'index', 'unicode'))}",
            "algorithm=fisher_yates",
        ]
        _RANDOM.shuffle(pairs)
        if (query := "&".join(pairs)) not in seen:
            seen.add(query)
            yield f"{query}&seed=s{len(seen)}"


def packs() -> Iterator[str]:
    """Queries of packs that were never laid out before."""
    codes = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    return (f"seed=s{number}&exclude={','.join(_RANDOM.sample(codes, 4))}" for number in count())


def requests(seconds: float, rounds: int) -> Table:
    """CPU per request."""
    app = create_app(Settings())
    shuffle, fixed = caller(app, SHUFFLE), caller(hello, "/")
    contenders: dict[str, Contender] = {"hello": timed(fixed, seconds)}
    contenders["unseeded"] = timed(shuffle, seconds)
    for name, endless in (("seeds", seeds()), ("parameters", parameters()), ("packs", packs())):
        queries = iter(list(islice(endless, _QUERIES)))  # made before the clock starts
        contenders[name] = timed(lambda queries=queries: shuffle(next(queries)), seconds)  # type: ignore[misc]
    samples = interleaved(contenders, rounds)
    text = (
        f"One WSGI call, everything validated, against hello's: Flask answering {len(fixed())} fixed "
        f"bytes, which takes {figure(Spread.of(samples['hello']).median * 1e6)} µs of CPU on this machine."
    )
    rows = [
        Row("an unseeded shuffle", ratio(samples, "unseeded", "hello")),
        Row("only the seed changes", ratio(samples, "seeds", "hello"), most=1.6, why=_SEED),
        Row(
            "parameters never seen before (count, jokers, suit order, notation, their order)",
            ratio(samples, "parameters", "hello"),
            most=2.2,
            why=_NEW,
        ),
        Row("a pack never laid out before (four cards excluded)", ratio(samples, "packs", "hello")),
    ]
    return Table("CPU per request, in process", text, rows)


def draws(seconds: float, rounds: int) -> Table:
    """The core alone, and JSON."""
    rows = []
    plain = permutations.measured(sys.executable, "plain", seconds, rounds)
    targets: dict[int, float] = {10_000: 8, 1_000_000: 35}
    for n, (unseeded, seeded) in plain.items():
        rows.append(Row(f"a permutation of {n:,} against numpy's", unseeded, most=targets[n]))
        rows.append(Row(f"… from a seed: {n:,}", seeded))
    rows += _compiled(seconds, rounds)
    system, twister = random.SystemRandom(), random.Random()  # noqa: S311
    sample = plan_range(Range(min=0, max=2**53 - 1, count=1000), Limits())
    integers = caller(create_app(Settings()), INTEGERS)
    with patch.object(orjson, "dumps", wraps=orjson.dumps) as writing:
        integers("max=1000000")
    written = writing.call_args
    ready: list[int] = json.loads(integers("max=1000000"))["integers"]
    array = np.array(ready)
    samples = interleaved(
        {
            "sample": timed(sample.draw, seconds),
            "random.sample": timed(lambda: twister.sample(range(2**53), 1000), seconds),
            "SystemRandom.sample": timed(lambda: system.sample(range(2**53), 1000), seconds),
            "body": timed(lambda: orjson.dumps(*written.args, **written.kwargs), seconds),
            "array": timed(lambda: orjson.dumps(array, option=orjson.OPT_SERIALIZE_NUMPY), seconds),
            "list": timed(lambda: orjson.dumps(ready), seconds),
            "json": timed(lambda: json.dumps(ready), seconds),
            "whole": timed(lambda: integers("max=1000000"), seconds),
        },
        rounds,
    )
    rows += [
        Row("1,000 of 2^53 against random.sample", ratio(samples, "sample", "random.sample"), most=0.8),
        Row("… against SystemRandom().sample", ratio(samples, "sample", "SystemRandom.sample")),
        Row("10^6 unique integers to JSON, as the service has them", ratio(samples, "body", "json"), most=0.5),
        Row("… orjson on an array of them", ratio(samples, "array", "json")),
        Row("… orjson on a list of them", ratio(samples, "list", "json")),
        Row("… the whole answer: drawn, shuffled, written", ratio(samples, "whole", "json")),
    ]
    text = "CPU time; unseeded where nothing else is said. JSON is against json.dumps of a ready list."
    return Table("Draws and JSON, in process", text, rows)


def _compiled(seconds: float, rounds: int) -> list[Row]:
    python = machine.baseline_python()
    if not python or not machine.baseline_version("numba"):
        return [Row("the same with the compiled extra", "numba is not available")]
    first, compiled = permutations.first_call(python), permutations.measured(python, "compiled", seconds, rounds)
    targets: dict[int, float | None] = {10_000: None, 1_000_000: 1}
    rows = [
        row
        for n, (unseeded, seeded) in compiled.items()
        for row in (
            Row(f"with the compiled extra: {n:,}", unseeded, most=targets[n], why=_SYSTEM),
            Row(f"… from a seed: {n:,}", seeded),
        )
    ]
    return [*rows, Row("… the first of a process, which loads or compiles it", first, unit="s")]


def one_deck(seconds: float, rounds: int) -> Table:
    """One pack of cards without any server: here others are as good, or better."""
    system, twister, generator = random.SystemRandom(), random.Random(), np.random.default_rng()  # noqa: S311
    contenders = {
        "random.shuffle": timed(lambda: twister.shuffle(_PACK), seconds),
        "SystemRandom().shuffle": timed(lambda: system.shuffle(_PACK), seconds),
        "numpy's permutation(52)": timed(lambda: generator.permutation(52), seconds),
        "ours, unseeded": timed(plan(52, Shuffling(), Limits()).draw, seconds),
        "ours, seeded": timed(plan(52, Shuffling(seed="42"), Limits()).draw, seconds),
    }
    script = str(Path(__file__).with_name("node_server.mjs"))
    if machine.node_version():
        contenders["Node, crypto.randomInt"] = lambda: float(_output("node", script, "time")) / 1e9
    python = machine.baseline_python()
    if python and machine.baseline_version("pydealer"):
        contenders["pydealer, a new deck"] = lambda: float(_output(python, "-m", "benchmarks.speed.baselines.pydealer_deck"))
    samples = interleaved(contenders, rounds)
    rows = [Row(name, ratio(samples, name, "random.shuffle")) for name in contenders]
    twister_us = figure(Spread.of(samples["random.shuffle"]).median * 1e6)
    text = (
        f"Against random.shuffle, which takes {twister_us} µs on this machine and is not secure. For one deck in a "
        "program of your own no service is worth its connection."
    )
    return Table("One deck, in process", text, rows)


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603

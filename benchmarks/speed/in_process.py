"""CPU time in process, without a server: requests, draws with their JSON, and one deck."""

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from itertools import count, islice
from typing import Any
from unittest.mock import patch

import numpy as np
import orjson
from flask import Flask
from werkzeug.test import EnvironBuilder

from benchmarks.speed.hello import hello
from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import Contender, Quartiles, compare, format_figure, interleave, make_contender
from service.app import create_app
from service.core.shuffles.integers import IntegerDraw, plan_integers
from service.core.shuffles.plans import Limits, ShuffleRequest, plan_shuffle
from service.settings import Settings

SHUFFLE = "/v1/decks/standard/shuffle"
INTEGERS = "/v1/integers"
_RANDOM = random.Random(1)  # noqa: S311 (selects only the parameters of requests)
_SUIT_ORDERS = ("SHDC", "CDHS", "HSDC", "DCSH", "CHSD", "SDHC")
_PACK = list(range(52))
_QUERIES = 60_000


def make_wsgi_caller(app: Flask, path: str) -> Callable[..., bytes]:
    """Return a function that makes one WSGI call with a query string, and returns the response's body."""
    environ = EnvironBuilder(path=path).get_environ()
    return lambda query="": _call_wsgi(app, {**environ, "QUERY_STRING": query})


def make_poster(app: Flask, path: str) -> Callable[[bytes], bytes]:
    """Return a function that makes one WSGI call with a body of JSON, and returns the response's body."""
    environ = EnvironBuilder(path=path, method="POST", content_type="application/json").get_environ()
    return lambda body: _call_wsgi(app, {**environ, "CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)})


def _call_wsgi(app: Flask, environ: dict[str, Any]) -> bytes:
    """Return the body of a response. Raises `RuntimeError` if its status is not 200."""
    statuses: list[str] = []

    def start_response(status: str, *_: Any) -> Callable[[bytes], object]:
        statuses.append(status)
        return bytes

    parts: Any = app(environ, start_response)
    body = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    if statuses != ["200 OK"]:
        request = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ['QUERY_STRING']}"
        raise RuntimeError(f"{request} returned {statuses}: {body[:200]!r}")
    return body


_SEED_REASON = (
    "in addition to an unseeded one, the seed is parsed, hashed and made an AES key, and the response has an ETag and "
    "three members more; most of the rest is Flask's"
)
_PARAMETERS_REASON = "six fields are validated and a shoe is built, in addition to the cost of a seed"


def new_seeds() -> Iterator[str]:
    """Yield query strings in which only the seed changes."""
    return (f"seed=s{number}" for number in count())


def new_parameters() -> Iterator[str]:
    """Yield query strings whose parameters were not used before; the packs may have been."""
    queries = set()
    while True:
        pairs = [
            f"count={_RANDOM.randint(40, 52)}",
            f"suit_order={_RANDOM.choice(_SUIT_ORDERS)}",
            f"jokers={_RANDOM.randint(0, 2)}",
            f"notation={_RANDOM.choice(('code', 'name', 'unicode'))}",
            "algorithm=fisher_yates",
        ]
        _RANDOM.shuffle(pairs)
        if (query := "&".join(pairs)) not in queries:
            queries.add(query)
            yield f"{query}&seed=s{len(queries)}"


def new_packs() -> Iterator[str]:
    """Yield query strings of packs that were not used before."""
    codes = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    return (f"seed=s{number}&exclude={','.join(_RANDOM.sample(codes, 4))}" for number in count())


def measure_requests(scale: Scale) -> Table:
    """Return the CPU time of requests relative to that of a fixed response."""
    app, seconds = create_app(Settings()), scale.seconds
    shuffle, fixed = make_wsgi_caller(app, SHUFFLE), make_wsgi_caller(hello, "/")
    contenders: dict[str, Contender] = {"hello": make_contender(fixed, seconds)}
    contenders["unseeded"] = make_contender(shuffle, seconds)
    for name, queries in (("seeds", new_seeds()), ("parameters", new_parameters()), ("packs", new_packs())):
        ready = iter(list(islice(queries, _QUERIES)))  # built before the clock starts
        contenders[name] = make_contender(lambda ready=ready: shuffle(next(ready)), seconds)  # type: ignore[misc]
    samples = interleave(contenders, 3 * scale.rounds)
    text = (
        f"One WSGI call with all validation, relative to *hello*: Flask with a fixed response of {len(fixed())} bytes, "
        f"which takes {format_figure(Quartiles.of(samples['hello']).median * 1e6)} µs of CPU time on this machine."
    )
    rows = [
        Row("an unseeded shuffle", compare(samples, "unseeded", "hello"), max=1.45),
        Row("a new seed each time", compare(samples, "seeds", "hello"), max=1.7, reason=_SEED_REASON),
        Row(
            "new parameters each time (count, jokers, suit order, notation, their order)",
            compare(samples, "parameters", "hello"),
            max=2.3,
            reason=_PARAMETERS_REASON,
        ),
        Row("a new pack each time (four cards excluded)", compare(samples, "packs", "hello")),
    ]
    return Table("CPU per request, in process", text, rows)


def measure_draws(scale: Scale) -> Table:
    """Return the CPU time of draws in the core, and of JSON, relative to other libraries."""
    seconds, rounds = scale.seconds, 3 * scale.rounds
    rows = []
    generator = np.random.default_rng()
    for n, target in ((10_000, 8), (1_000_000, 35)):
        plan = plan_shuffle(n, ShuffleRequest(), Limits())
        contenders = {
            "unseeded": make_contender(partial(plan.draw, ShuffleRequest()), seconds),
            "seeded": make_contender(partial(plan.draw, ShuffleRequest(seed="42")), seconds),
            "numpy": make_contender(partial(generator.permutation, n), seconds),
        }
        samples = interleave(contenders, rounds)
        rows.append(Row(f"a permutation of {n:,} against numpy's", compare(samples, "unseeded", "numpy"), max=target))
        rows.append(Row(f"… from a seed: {n:,}", compare(samples, "seeded", "numpy")))
    system, twister = random.SystemRandom(), random.Random()  # noqa: S311
    sample = plan_integers(IntegerDraw(min=0, max=2**53 - 1, count=1000), Limits())
    integers = make_wsgi_caller(create_app(Settings()), INTEGERS)
    with patch.object(orjson, "dumps", wraps=orjson.dumps) as dumps:
        integers("max=1000000")
    dumps_call = dumps.call_args
    values: list[int] = json.loads(integers("max=1000000"))["integers"]
    array = np.array(values)
    samples = interleave(
        {
            "sample": make_contender(partial(sample.draw, ShuffleRequest()), seconds),
            "random.sample": make_contender(lambda: twister.sample(range(2**53), 1000), seconds),
            "SystemRandom.sample": make_contender(lambda: system.sample(range(2**53), 1000), seconds),
            "body": make_contender(lambda: orjson.dumps(*dumps_call.args, **dumps_call.kwargs), seconds),
            "array": make_contender(lambda: orjson.dumps(array, option=orjson.OPT_SERIALIZE_NUMPY), seconds),
            "list": make_contender(lambda: orjson.dumps(values), seconds),
            "json": make_contender(lambda: json.dumps(values), seconds),
            "response": make_contender(lambda: integers("max=1000000"), seconds),
        },
        rounds,
    )
    rows += [
        Row("1,000 of 2^53 against random.sample", compare(samples, "sample", "random.sample"), max=0.8),
        Row("… against SystemRandom().sample", compare(samples, "sample", "SystemRandom.sample")),
        Row("10^6 unique integers to JSON, as the service does it", compare(samples, "body", "json"), max=0.5),
        Row("… orjson on an array of them", compare(samples, "array", "json")),
        Row("… orjson on a list of them", compare(samples, "list", "json")),
        Row("… the whole response: drawn, shuffled, serialised", compare(samples, "response", "json")),
    ]
    text = "CPU time, unseeded unless stated. JSON is relative to json.dumps of a list."
    return Table("Draws and JSON, in process", text, rows)


def measure_one_deck(scale: Scale) -> Table:
    """Return the time of one shuffle of a pack, relative to `random.shuffle`."""
    system, twister, generator = random.SystemRandom(), random.Random(), np.random.default_rng()  # noqa: S311
    deck, seconds = plan_shuffle(52, ShuffleRequest(), Limits()), scale.seconds
    contenders = {
        "random.shuffle": make_contender(lambda: twister.shuffle(_PACK), seconds),
        "SystemRandom().shuffle": make_contender(lambda: system.shuffle(_PACK), seconds),
        "numpy's permutation(52)": make_contender(lambda: generator.permutation(52), seconds),
        "ours, unseeded": make_contender(partial(deck.draw, ShuffleRequest()), seconds),
        "ours, seeded": make_contender(partial(deck.draw, ShuffleRequest(seed="42")), seconds),
    }
    samples = interleave(contenders, scale.rounds)
    rows = [Row(name, compare(samples, name, "random.shuffle")) for name in contenders]
    twister_time = format_figure(Quartiles.of(samples["random.shuffle"]).median * 1e6)
    text = (
        f"Relative to random.shuffle, which takes {twister_time} µs on this machine and is not secure. For single "
        "decks in your own program, a function call is cheaper than a request to any service."
    )
    return Table("One deck, in process", text, rows)

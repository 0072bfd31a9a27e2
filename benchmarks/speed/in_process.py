"""CPU time in process, without a server: requests, draws, one deck, the stages of sealed games, and proofs."""

import json
import os
import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import count, cycle, islice
from typing import Any

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask
from werkzeug.test import EnvironBuilder

from benchmarks.speed.hello import hello
from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import (
    Contender,
    Quartiles,
    compare,
    format_figure,
    interleave,
    make_contender,
)
from service.app import create_app
from service.core.crypto import ecvrf
from service.core.crypto.keys import VrfKey
from service.core.limits import Limits
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.integers.integer_draws import IntegerDraw, prepare_integers
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings

SHUFFLE = "/v1/decks/standard/shuffle"
_RANDOM = random.Random(1)  # noqa: S311 (selects only the parameters of requests)
_SUIT_ORDERS = ("SHDC", "CDHS", "HSDC", "DCSH", "CHSD", "SDHC")
_PACK = list(range(52))
_QUERIES = 60_000


def make_wsgi_caller(app: Flask, path: str) -> Callable[..., bytes]:
    """Return a function that makes one WSGI call with a query string, and returns the response's body."""
    environ = EnvironBuilder(path=path).get_environ()
    return lambda query="": _call_wsgi(app, environ | {"QUERY_STRING": query})


def make_poster(app: Flask, path: str) -> Callable[[bytes], bytes]:
    """Return a function that makes one WSGI call with a body of JSON, and returns the response's body."""
    environ = EnvironBuilder(
        path=path, method="POST", content_type="application/json"
    ).get_environ()
    return lambda body: _call_wsgi(
        app, environ | {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
    )


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
_PARAMETERS_REASON = (
    "six fields are validated and a shoe is built, in addition to the cost of a seed"
)


def new_seeds() -> Iterator[str]:
    """Yield query strings that differ in the seed alone."""
    return (f"seed=s{number}" for number in count())


def new_parameters() -> Iterator[str]:
    """Yield query strings with parameters that were not used before; their packs may have been used."""
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
        query = "&".join(pairs)
        if query not in queries:
            queries.add(query)
            yield f"{query}&seed=s{len(queries)}"


def new_packs() -> Iterator[str]:
    """Yield query strings of packs that were not used before."""
    codes = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    return (
        f"seed=s{number}&exclude={','.join(_RANDOM.sample(codes, 4))}"
        for number in count()
    )


def _call_with_next(call: Callable[[str], object], queries: Iterator[str]) -> object:
    return call(next(queries))


def measure_requests(scale: Scale) -> Table:
    """Return the CPU time of requests relative to a fixed response."""
    app = create_app(Settings())
    seconds = scale.seconds
    shuffle = make_wsgi_caller(app, SHUFFLE)
    fixed = make_wsgi_caller(hello, "/")
    contenders: dict[str, Contender] = {"hello": make_contender(fixed, seconds)}
    contenders["unseeded"] = make_contender(shuffle, seconds)
    for name, queries in (
        ("seeds", new_seeds()),
        ("parameters", new_parameters()),
        ("packs", new_packs()),
    ):
        ready = iter(list(islice(queries, _QUERIES)))  # built before the clock starts
        contenders[name] = make_contender(
            partial(_call_with_next, shuffle, ready), seconds
        )
    samples = interleave(contenders, 3 * scale.rounds)
    text = (
        f"One WSGI call with all validation, relative to *hello*: Flask with a fixed response of {len(fixed())} bytes, "
        f"which takes {format_figure(Quartiles.of(samples['hello']).median * 1e6)} µs of CPU time on this machine."
    )
    rows = [
        Row("an unseeded shuffle", compare(samples, "unseeded", "hello"), max=1.45),
        Row(
            "a new seed each time",
            compare(samples, "seeds", "hello"),
            max=1.7,
            reason=_SEED_REASON,
        ),
        Row(
            "new parameters each time (count, jokers, suit order, notation, their order)",
            compare(samples, "parameters", "hello"),
            max=2.3,
            reason=_PARAMETERS_REASON,
        ),
        Row(
            "a new pack each time (four cards excluded)",
            compare(samples, "packs", "hello"),
        ),
    ]
    return Table("CPU per request, in process", text, rows)


def measure_draws(scale: Scale) -> Table:
    """Return the CPU time of draws in the core, relative to other libraries."""
    seconds = scale.seconds
    rounds = 3 * scale.rounds
    rows = []
    generator = np.random.default_rng()
    for n, target in ((10_000, 8), (1_000_000, 35)):
        sampler = prepare_shuffle(n, ShuffleRequest(), Limits())
        contenders = {
            "unseeded": make_contender(
                partial(sampler.draw, ShuffleRequest()), seconds
            ),
            "seeded": make_contender(
                partial(sampler.draw, ShuffleRequest(seed="42")), seconds
            ),
            "numpy": make_contender(partial(generator.permutation, n), seconds),
        }
        samples = interleave(contenders, rounds)
        rows.append(
            Row(
                f"a permutation of {n:,} against numpy's",
                compare(samples, "unseeded", "numpy"),
                max=target,
            )
        )
        rows.append(Row(f"… from a seed: {n:,}", compare(samples, "seeded", "numpy")))
    system = random.SystemRandom()
    twister = random.Random()  # noqa: S311
    sample = prepare_integers(IntegerDraw(min=0, max=2**53 - 1, count=1000), Limits())
    contenders = {
        "sample": make_contender(partial(sample.draw, ShuffleRequest()), seconds),
        "random.sample": make_contender(
            lambda: twister.sample(range(2**53), 1000), seconds
        ),
        "SystemRandom.sample": make_contender(
            lambda: system.sample(range(2**53), 1000), seconds
        ),
    }
    samples = interleave(contenders, rounds)
    rows += [
        Row(
            "1,000 of 2^53 against random.sample",
            compare(samples, "sample", "random.sample"),
            max=0.8,
        ),
        Row(
            "… against SystemRandom().sample",
            compare(samples, "sample", "SystemRandom.sample"),
        ),
    ]
    return Table("Draws, in process", "CPU time, unseeded unless stated.", rows)


def measure_one_deck(scale: Scale) -> Table:
    """Return the time of one shuffle of a pack, relative to `random.shuffle`."""
    system = random.SystemRandom()
    twister = random.Random()  # noqa: S311
    generator = np.random.default_rng()
    deck = prepare_shuffle(52, ShuffleRequest(), Limits())
    seconds = scale.seconds
    contenders = {
        "random.shuffle": make_contender(lambda: twister.shuffle(_PACK), seconds),
        "SystemRandom().shuffle": make_contender(
            lambda: system.shuffle(_PACK), seconds
        ),
        "numpy's permutation(52)": make_contender(
            lambda: generator.permutation(52), seconds
        ),
        "ours, unseeded": make_contender(partial(deck.draw, ShuffleRequest()), seconds),
        "ours, seeded": make_contender(
            partial(deck.draw, ShuffleRequest(seed="42")), seconds
        ),
    }
    samples = interleave(contenders, scale.rounds)
    rows = [Row(name, compare(samples, name, "random.shuffle")) for name in contenders]
    twister_time = format_figure(Quartiles.of(samples["random.shuffle"]).median * 1e6)
    text = (
        f"Relative to random.shuffle, which takes {twister_time} µs on this machine and is not secure. For single "
        "decks in your own program, a function call is cheaper than a request to any service."
    )
    return Table("One deck, in process", text, rows)


GAMES = ("holdem", "riichi", "baccarat", "bridge", "blackjack", "rummy", "mahjong")
MAX_RATIO = 2.0
_STAGE_REASON = (
    "a plain deal that is like an earlier one is drawn from the plan that was kept and skips the framework, which a "
    "stage does not"
)
_FACES_REASON = "flowers are replaced, so that the layout depends on the faces and is computed for each stage"
_SHOES = 512  # more than any cache of rounds or terms keeps


def measure_sealed_games(scale: Scale) -> Table:
    """Return the CPU time of each stage of a game from a fresh shoe, relative to a plain deal by POST."""
    app = create_app(Settings(shoe_keys=(generate_key(),)))
    open_shoe = make_poster(app, "/v1/shoes")
    deal = make_poster(app, "/v1/shoes/deal")
    stages: dict[str, str] = {}  # the label of each with its game
    contenders: dict[str, Contender] = {}
    for game in GAMES:
        contenders[game] = make_contender(
            partial(make_poster(app, f"/v1/games/{game}/deal"), b"{}"), scale.seconds
        )
        terms = [{"game": game, "label": f"table {table}"} for table in range(_SHOES)]
        shoes = [json.loads(open_shoe(json.dumps(body).encode())) for body in terms]
        while stage := shoes[0]["next_stage"]:
            bodies = [(json.dumps({"shoe": shoe["shoe"]}).encode(),) for shoe in shoes]
            contenders[f"{game}: {stage}"] = make_contender(
                _call_each(deal, bodies), scale.seconds
            )
            stages[f"{game}: {stage}"] = game
            shoes = [json.loads(deal(*body)) for body in bodies]
    samples = interleave(contenders, 3 * scale.rounds)
    plain = format_figure(Quartiles.of(samples["holdem"]).median * 1e6)
    text = (
        "One WSGI call of POST /v1/shoes/deal, each time with another shoe that no cache knows, relative to POST "
        f"/v1/games/{{game}}/deal, which takes {plain} µs of CPU time for hold'em on this machine: a stage opens the "
        "token, shuffles, lays out the hand, chains the digest and seals the new token."
    )
    rows = [
        Row(
            label,
            compare(samples, label, game),
            max=MAX_RATIO,
            reason=_FACES_REASON if game == "mahjong" else _STAGE_REASON,
        )
        for label, game in stages.items()
    ]
    return Table("Sealed games, in process", text, rows)


_INPUTS = 1000  # the time of a proof depends on its input: about every other hash of it is no point
_INPUT_BYTES = 400  # the canonical JSON of a deal with two players


def measure_proofs(scale: Scale) -> Table:
    """Return the CPU time of proofs, relative to signatures, and of proved responses, relative to seeded ones."""
    secret = os.urandom(32)
    signing = Ed25519PrivateKey.from_private_bytes(secret)
    public = ecvrf.public_key(secret)
    verifying = signing.public_key()
    inputs = [os.urandom(_INPUT_BYTES) for _ in range(_INPUTS)]
    signatures = [(signing.sign(data), data) for data in inputs]
    proofs = [(public, data, ecvrf.prove(secret, data)) for data in inputs]
    calls = {
        "sign": _call_each(signing.sign, [(data,) for data in inputs]),
        "verify a signature": _call_each(verifying.verify, signatures),
        "prove": _call_each(
            lambda data: ecvrf.prove(secret, data), [(data,) for data in inputs]
        ),
        "verify a proof": _call_each(ecvrf.verify, proofs),
    }
    calls |= _make_requests()
    samples = interleave(
        {name: make_contender(call, scale.seconds) for name, call in calls.items()},
        3 * scale.rounds,
    )
    sign, verify, prove, check, seeded, _, verified, _ = (
        format_figure(Quartiles.of(samples[name]).median * 1e6) for name in calls
    )
    text = (
        "ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381), by libsodium, relative to Ed25519, by OpenSSL. On this machine a "
        f"signature takes {sign} µs of CPU time and a proof {prove} µs; verifying takes {verify} µs and {check} µs. "
        f"A seeded shuffle by POST takes {seeded} µs, and POST /v1/verify of its response {verified} µs."
    )
    rows = [
        Row("prove, against signing", compare(samples, "prove", "sign"), max=12),
        Row(
            "verify, against verifying a signature",
            compare(samples, "verify a proof", "verify a signature"),
            max=6,
        ),
        Row(
            "a proved shuffle by POST, against a seeded one",
            compare(samples, "proved shuffle", "seeded shuffle"),
        ),
        Row(
            "/v1/verify of a proved shuffle, against a seeded one",
            compare(samples, "verify proved", "verify seeded"),
        ),
    ]
    return Table("Proofs, in process", text, rows)


def _make_requests() -> dict[str, Callable[[], object]]:
    """Return requests with a different body each time, so that no cache has their response."""
    key = VrfKey.from_base64url(secrets.token_urlsafe(32))
    app = create_app(Settings(vrf_keys=(key,), shoe_keys=(generate_key(),)))
    shuffle = make_poster(app, "/v1/decks/standard/shuffle")
    verify = make_poster(app, "/v1/verify")
    numbers = count()

    def draw() -> bytes:
        return shuffle(json.dumps({"seed": f"{next(numbers):0128x}"}).encode())

    def prove() -> bytes:
        terms = {
            "key": key.kid,
            "game": "table 7",
            "round": next(numbers),
            "players": ["a" * 43, "b" * 43],
        }
        return shuffle(json.dumps({"prove": terms}).encode())

    return {
        "seeded shuffle": draw,
        "proved shuffle": prove,
        "verify seeded": _call_each(verify, [(draw(),) for _ in range(_INPUTS)]),
        "verify proved": _call_each(verify, [(prove(),) for _ in range(_INPUTS)]),
    }


def _call_each(
    function: Callable[..., object], arguments: Sequence[tuple[bytes, ...]]
) -> Callable[[], object]:
    """Return a function that calls `function` with the next of the `arguments` each time, in an endless cycle."""
    ready = cycle(arguments)
    return lambda: function(*next(ready))

"""Search for the slowest request of each operation that the default limits allow.

Each operation of the OpenAPI document begins with its example. Parameters and members of the body are changed by their
schemas, the responses of earlier operations supply tokens, receipts and cards, and sealed shoes are played to their
receipts. A search for a condition is tried in every game, and the rules and names of `hostile.py` where they fit. What
costs most CPU is changed further, until the time is over. Nothing is listed: a new operation is searched as soon as the
document has it. Streams are left out, as they last as long as their client reads.

A second search of each operation is for the request that holds an event loop longest, until it is answered or leaves
the loop.

Before the search a real worker is watched, while each operation gets every structure of `structures.py` and the
requests of `hostile.py`, from one connection: `watcher.py` has the bounds of what they may do to others.

The table is written into docs/operate.md. Every request is written into build/slowest as soon as it is measured. The
exit status is 1 if the watcher finds a request above its bounds; if a request takes more than `MAX_SECONDS` of CPU
time, and more than `MAX_RATIO` times the time of a shuffle of a million integers by fisher_yates, as on a slower
machine; or if a request holds the loop for more than `MAX_LOOP_SECONDS`, and for more than `MAX_LOOP_RATIO` times that
time.
"""

import argparse
import gc
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

import orjson
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask.testing import FlaskClient

from benchmarks.documents import describe_machine, format_table, write_guide
from benchmarks.limits.hostile import NAMES, PLANS, RULES
from benchmarks.limits.structures import MAX_LINE, Attack, list_attacks
from benchmarks.limits.values import MAX_BYTES, Json, Mutations, Plays, Schema
from benchmarks.limits.watcher import (
    MAX_RATIO,
    MAX_SECONDS,
    Findings,
    show,
    time_reference,
    watch,
)
from benchmarks.limits.watcher import list_hostile as list_hostile_attacks
from benchmarks.speed.candidates import list_games
from service.blueprints import BLUEPRINTS
from service.http.blueprint import Operation
from service.http.responses import NDJSON, NPY, TEXT
from service.http.schemas.request_schemas import OneOfSchema
from tools.openapi.examples import example_client

HEADING = "## The longest requests\n"
MAX_LOOP_SECONDS = 0.02
MAX_LOOP_RATIO = 0.16

_FOLDER = Path("build") / "slowest"
_MARKS = (b'"stream"', b'"proof"', b'"deal_number"')
_MAX_COLLECTED = 2**16  # bytes of a response whose members are used in later requests
_POPULATION = 8  # requests that are changed further
_REFUSED = 0.3  # of the requests that are changed were refused
_CHEAP = 0.01  # seconds: an operation without a slower request in a fifth of its time is not searched further
_LEAST_SHOWN = 0.1  # seconds: the operations without a slower request are named in a sentence, without a row
OTHERS = "The other operations"
"""The beginning of this sentence."""
_MAX_SHOWN = 160  # characters of a request in the table
_MAX_VALUE = 40  # characters of a value there


@dataclass(frozen=True)
class Request:
    """A request of an operation: the arguments in its path, those in its query or body, and a media type."""

    path: dict[str, Any]
    arguments: Json
    accept: str


Start = tuple[dict[str, Any], Json]
"""Arguments in the path, and in the query or body, that a search begins with."""


@dataclass(frozen=True)
class Measurement:
    """A request, its CPU time in seconds, its status, and the bytes of its response."""

    operation: str
    request: Request
    seconds: float
    status: int
    response_bytes: int
    answer: Json = None  # a response that can be verified


class Search:
    """The search for the slowest request of one operation, or for the one that holds an event loop longest."""

    _cheap = _CHEAP

    def __init__(
        self,
        client: FlaskClient,
        document: Schema,
        operation: Operation,
        mutations: Mutations,
    ) -> None:
        self._client = client
        self._operation = operation
        self._mutations = mutations
        path = operation.rule.replace("<", "{").replace(">", "}")
        described = document["paths"][path][operation.method.lower()]
        parameters = [
            *document["paths"][path].get("parameters", ()),
            *described.get("parameters", ()),
        ]
        resolved = [mutations.components.resolve(parameter) for parameter in parameters]
        self._in_path = _schema_of(
            parameter for parameter in resolved if parameter["in"] == "path"
        )
        self._schema = _schema_of(
            parameter for parameter in resolved if parameter["in"] == "query"
        )
        if "requestBody" in described:
            self._schema = next(iter(described["requestBody"]["content"].values()))[
                "schema"
            ]
        streams = {NDJSON, NPY, TEXT} if path.endswith("/batch") else {NDJSON}
        self._media_types = [
            media_type for media_type in operation.content if media_type not in streams
        ] or ["*/*"]
        self._alternatives = _alternatives(operation, mutations)
        self.worst: list[Measurement] = []
        self.refused: list[Measurement] = []
        self.tried = 0

    def run(self, seconds: float, starts: Sequence[Start]) -> Measurement | None:
        """Search for some seconds of CPU time, and return the slowest request; None if all requests were left out.

        The search begins with the example of the operation and with `starts`. It ends after a fifth of the time if all
        requests were cheap until then.
        """
        example = self._operation.example
        first = Request({}, {}, "*/*")
        if example:
            first = Request(dict(example.path), dict(example.arguments), "*/*")
            self._try(first)
        for path, arguments in starts:
            self._try(replace(first, path=first.path | path, arguments=arguments))
        begin = time.process_time()
        while (elapsed := time.process_time() - begin) < seconds:
            if elapsed > seconds / 5 and self._are_all_cheap():
                break
            self._try(self._propose(first))
        slowest = [*self.worst[:2], *self.refused[:1]]
        return max(map(self._measure_again, slowest), key=_seconds, default=None)

    def _are_all_cheap(self) -> bool:
        """Return whether neither an accepted nor a refused request has taken long until now."""
        slowest = [*self.worst[:1], *self.refused[:1]]
        return all(measurement.seconds < self._cheap for measurement in slowest)

    def _measure_again(self, measurement: Measurement) -> Measurement:
        """Measure a request again and return the fastest measurement, as other work on the machine makes one slower."""
        return min((self.measure(measurement.request) for _ in range(3)), key=_seconds)

    def measure(self, request: Request) -> Measurement:
        """Send a request, and return its cost; the response is consumed."""
        sent = self.compose(request)
        return self._send(request, sent.path, sent.body, dict(sent.headers))

    def compose(self, request: Request) -> Attack:
        """Return a request as it is sent."""
        path = self._operation.rule
        write = None
        for name, value in request.path.items():
            text = quote(str(value), safe="")
            path = path.replace(f"<{name}>", text).replace(f"<string:{name}>", text)
        if self._operation.method == "POST":
            write = partial(orjson.dumps, request.arguments)
        elif request.arguments:
            texts = {
                name: _to_query(value)
                for name, value in request.arguments.items()
                if value is not None
            }
            path = f"{path}?{urlencode(texts)}"[:MAX_LINE]
        headers = (("Content-Type", "application/json"), ("Accept", request.accept))
        return Attack(
            self._operation.name,
            "",
            "found",
            self._operation.method,
            path,
            write,
            headers,
        )

    def _send(
        self, request: Request, path: str, data: bytes | None, headers: dict[str, str]
    ) -> Measurement:
        start = time.process_time()
        with self._client.open(
            path, method=self._operation.method, data=data, headers=headers
        ) as response:
            body = response.data
            status = response.status_code
        seconds = time.process_time() - start
        if status >= 500:
            raise RuntimeError(
                f"{status}: {path} {str(request.arguments)[:2_000]} {body[:2_000]!r}"
            )
        if (
            status == 200
            and response.mimetype == "application/json"
            and len(body) < _MAX_COLLECTED
        ):
            self._mutations.collect(orjson.loads(body))
        is_answer = (
            status == 200
            and len(body) < MAX_BYTES
            and any(mark in body[:2_000] + body[-2_000:] for mark in _MARKS)
        )
        answer = (
            orjson.loads(body)
            if is_answer and response.mimetype == "application/json"
            else None
        )
        return Measurement(
            self._operation.name, request, seconds, status, len(body), answer
        )

    def _try(self, request: Request) -> None:
        """Measure a request, unless it is too large, and keep it if it is among the slowest."""
        max_size = MAX_BYTES if self._operation.method == "POST" else 4 * MAX_LINE
        try:
            if len(orjson.dumps(request.arguments)) > max_size:
                return
        except TypeError:  # an integer above 64 bits
            return
        measurement = self.measure(request)
        self.tried += 1
        population = self.worst if measurement.status == 200 else self.refused
        population.append(measurement)
        population.sort(key=_seconds, reverse=True)
        del population[_POPULATION:]

    def _propose(self, first: Request) -> Request:
        """Return the next request to try: a random request, or a change of one of the slowest or refused requests."""
        random = self._mutations.random
        mutations = self._mutations
        if not self.worst or random.random() < 0.1:
            path = (
                mutations.generate(self._in_path)
                if self._in_path["properties"]
                else first.path
            )
            return Request(
                path,
                mutations.generate(random.choice(self._alternatives or [self._schema])),
                "*/*",
            )
        # A search that finds nothing is refused in the end, and its request may be the slowest of all.
        population = (
            self.refused if self.refused and random.random() < _REFUSED else self.worst
        )
        request = random.choice(
            population[: random.choice((1, 1, _POPULATION))]
        ).request
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            kind = random.random()
            if kind < 0.1 and self._in_path["properties"]:
                request = replace(request, path=mutations.generate(self._in_path))
            elif kind < 0.15:
                request = replace(request, accept=random.choice(self._media_types))
            else:
                request = replace(
                    request, arguments=mutations.mutate(self._schema, request.arguments)
                )
        return request


class LoopSearch(Search):
    """The search for the request of one operation that holds an event loop longest."""

    _cheap = _CHEAP / 20

    def _send(
        self, request: Request, path: str, data: bytes | None, headers: dict[str, str]
    ) -> Measurement:
        start = time.process_time()
        status = 200
        method = self._operation.method
        target, _, query = path.partition("?")
        if self._client.application.is_short(  # type: ignore[attr-defined]
            method, unquote(target), query, len(data or b"")
        ):
            status = self._client.open(
                path, method=method, data=data, headers=headers
            ).status_code
        return Measurement(
            self._operation.name, request, time.process_time() - start, status, 0
        )


def _alternatives(operation: Operation, mutations: Mutations) -> list[Schema]:
    """Return the schemas of the alternative bodies of an operation, which its component does not describe."""
    if not isinstance(operation.schema, OneOfSchema):
        return []
    plugin = MarshmallowPlugin()
    spec = APISpec("", "", "3.1.0", plugins=[plugin])
    schemas = [
        plugin.converter.schema2jsonschema(schema)  # type: ignore[union-attr]
        for schema in operation.schema.schemas
    ]
    mutations.components.add_schemas(
        spec.to_dict().get("components", {}).get("schemas", {})
    )
    return schemas


def _seconds(measurement: Measurement) -> float:
    return measurement.seconds


def _to_query(value: Json) -> str:
    if isinstance(value, list):
        return ",".join(map(_to_query, value))
    return value if isinstance(value, str) else json.dumps(value)


def _schema_of(parameters: Iterable[Schema]) -> Schema:
    """Return the schema of an object that has parameters as members."""
    described = list(parameters)
    return {
        "type": "object",
        "properties": {
            parameter["name"]: parameter["schema"]
            | ({"example": parameter["example"]} if "example" in parameter else {})
            for parameter in described
        },
        "required": [
            parameter["name"] for parameter in described if parameter.get("required")
        ],
    }


def iterate_operations() -> list[Operation]:
    """Return the operations to search; a GET with a POST twin is left out, operations that check results come last."""
    operations = [
        operation for blueprint in BLUEPRINTS for operation in blueprint.operations
    ]
    twins = {operation.rule for operation in operations if operation.method == "POST"}
    unique = [
        operation
        for operation in operations
        if operation.method == "POST" or operation.rule not in twins
    ]
    return sorted(
        unique, key=lambda operation: isinstance(operation.schema, OneOfSchema)
    )


def list_default_searches(operation: Operation) -> list[Start]:
    """Return a search in each game, with the default number of candidates, for a condition that no deal fulfils."""
    example = operation.example.arguments if operation.example else {}
    conditions = {game.name: game.where | {"min": 1} for game in list_games()}
    return [
        (
            {"game": name},
            dict(example) | {"where": {"all": [condition, {"not": condition}]}},
        )
        for name, condition in conditions.items()
    ]


def list_hostile(operation: Operation) -> list[Start]:
    """Return the requests of hostile.py that an operation takes, as starts of its search.

    These are rules and plans, and names that nothing has, in place of each of its texts and as a member.
    """
    example = operation.example
    path: dict[str, Any] = dict(example.path) if example else {}
    arguments: dict[str, Any] = dict(example.arguments) if example else {}
    repeats = {"repeats": 2} if operation.rule.endswith("/batch") else {}
    starts: list[Start] = [
        ({}, arguments | rules | repeats)
        for kind, rules in RULES.values()
        if f"/items/{kind}" in operation.rule
    ]
    starts += [({}, body) for name, body in PLANS.values() if name == operation.name]
    starts += [({name: text}, arguments) for name in path for text in NAMES.values()]
    starts += [
        ({}, arguments | {name: text})
        for name, value in arguments.items()
        if isinstance(value, str)
        for text in NAMES.values()
    ]
    starts += [({}, arguments | {text: 1}) for text in NAMES.values()]
    return starts


def search_all(
    names: Sequence[str], seconds: float, seed: int
) -> tuple[list[Measurement], list[Measurement]]:
    """Search each of the operations `names`, or all if there are none.

    Return the slowest request of each, and the request of each that holds an event loop longest.
    """
    client = example_client()
    document = client.get("/openapi.json?examples=true").get_json()
    mutations = Mutations(document, seed)
    plays = Plays(client, mutations)
    results: list[Measurement] = []
    in_loop: list[Measurement] = []
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)  # both as in service/server/gunicorn.conf.py
    for operation in iterate_operations():
        if names and operation.name not in names:
            continue
        starts: list[Start] = []
        if isinstance(operation.schema, OneOfSchema):
            starts = [({}, result.answer) for result in results if result.answer]
            starts += [
                ({}, body) for _ in range(12) if (body := plays.play(seconds / 12))
            ]
        if "<game>" in operation.rule and operation.method == "POST":
            starts = list_default_searches(operation)
        starts = list_hostile(operation) + starts
        loop_search = LoopSearch(client, document, operation, mutations)
        longest = loop_search.run(seconds / 5, starts[:40])
        if longest:
            in_loop.append(longest)
        search = Search(client, document, operation, mutations)
        slowest = search.run(seconds, starts)
        if slowest:
            results.append(slowest)
            shown = show(search.compose(slowest.request), _FOLDER)
            line = f"{slowest.seconds:.2f} s, {slowest.status}, of {search.tried:,}: {operation.name}\n  {shown}"
            print(line, flush=True)
    return results, in_loop


def render_section(
    results: Sequence[Measurement],
    in_loop: Sequence[Measurement],
    machine: Mapping[str, str],
) -> str:
    """Return the section of docs/operate.md, without its heading."""
    holds = {measurement.operation: measurement.seconds for measurement in in_loop}
    rows = [
        (
            f"`{result.operation}`",
            _show(result.request),
            f"{result.seconds:.3f} s",
            f"{holds[result.operation] * 1000:.1f} ms",
            f"{result.response_bytes / 2**20:.1f} MiB",
        )
        for result in sorted(results, key=_seconds, reverse=True)
        if result.seconds >= _LEAST_SHOWN
    ]
    others = [result.operation for result in results if result.seconds < _LEAST_SHOWN]
    longest_other = max((holds[operation] for operation in others), default=0)
    longest = max(in_loop, key=_seconds)
    return (
        "The work of a request is counted in steps, which depend on no clock. In a process it also ends when its "
        "client has gone; what is counted after 6 seconds of CPU (422), anything after `MAX_CPU_SECONDS` (500). These "
        "are the slowest requests that `make bench NAME=slowest` found for each operation under the default limits, "
        "with their CPU time and the time that they hold the event loop: at most "
        f"{longest.seconds * 1000:.0f} ms (`{longest.operation}`). A batch as NDJSON or text lasts as long as its "
        "client reads; other requests are served between its chunks.\n\n"
        f"{format_table(('operation', 'request', 'CPU', 'in the loop', 'response'), rows, left=2)}\n\n"
        f"{OTHERS} take less than {_LEAST_SHOWN:.1f} s of CPU time and hold the loop for at most "
        f"{longest_other * 1000:.1f} ms: {', '.join(f'`{operation}`' for operation in others)}.\n\n"
        f"Measured on {machine['CPU']}; {machine['Python']}, {machine['libraries']}. "
        f"Load before the run: {machine['load before the run']}; other work on the machine adds to CPU time as well.\n"
    )


def _show(request: Request) -> str:
    """Return the arguments of a request as Markdown code for a table, with long values cut."""
    arguments = dict(request.path)
    if isinstance(request.arguments, dict):
        arguments |= request.arguments
    text = ", ".join(f"{name}={_shorten(value)}" for name, value in arguments.items())
    excerpt = (
        (text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…")
        .replace("|", "/")
        .replace("`", "'")
    )
    return f"`{excerpt}`" if excerpt else "no parameters"


def _shorten(value: Json) -> str:
    """Return a value as JSON, or if that is long its size: a list of 300 names is "300 items"."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= _MAX_VALUE:
        return text
    if isinstance(value, list):
        noun = "items"
    elif isinstance(value, dict):
        noun = "members"
    else:
        noun = "characters"
    return f"{len(value):,} {noun}"


def main(arguments: Sequence[str]) -> int:
    """Watch, search, and replace the section of docs/operate.md; return 1 if a request does too much."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks slowest", description=__doc__
    )
    parser.add_argument(
        "--seconds", type=float, default=60, help="CPU time for each operation (60)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=time.time_ns() % 2**32,
        help="of the search; a new one by default",
    )
    parser.add_argument(
        "--only",
        choices=("watch", "hostile", "search"),
        help="a part: structures, hostile.py, or search",
    )
    parser.add_argument(
        "--share",
        type=int,
        default=1,
        help="watch one in so many structures; the seed says which (1)",
    )
    parser.add_argument(
        "operations", nargs="*", help="their names (all); then no document is written"
    )
    options = parser.parse_args(arguments)
    print(f"--seed {options.seed}", flush=True)
    parts = [options.only] if options.only else ["hostile", "watch", "search"]
    is_above = False
    if "hostile" in parts:
        is_above |= _report(watch(list_hostile_attacks(), _FOLDER / "hostile"))
    if "watch" in parts:
        document = example_client().get("/openapi.json?examples=true").get_json()
        attacks = islice(
            list_attacks(document, options.operations),
            options.seed % options.share,
            None,
            options.share,
        )
        is_above |= _report(watch(attacks, _FOLDER / "structures"))
    if "search" in parts:
        is_above |= _search(options)
    return int(is_above)


def _report(findings: Findings) -> bool:
    """Print what a watch found, and return whether anything is above the bounds."""
    for name, (attack, effect) in findings.largest.items():
        print(
            f"The largest {name} of {findings.tried:,} requests: {attack.title}\n  {effect}"
        )
    print(
        f"{len(findings.above)} of {findings.tried:,} requests are above the bounds.",
        flush=True,
    )
    return bool(findings.above)


def _search(options: argparse.Namespace) -> bool:
    """Search, replace the section of docs/operate.md, and return whether a request takes or holds too long."""
    machine = describe_machine()
    _FOLDER.mkdir(parents=True, exist_ok=True)
    results, in_loop = search_all(options.operations, options.seconds, options.seed)
    longest = max(in_loop, key=_seconds)
    if not options.operations:
        write_guide(HEADING, render_section(results, in_loop, machine))
    slowest = max(results, key=_seconds)
    reference = time_reference()
    ratio = slowest.seconds / reference
    print(
        f"The slowest request: {slowest.operation}, {slowest.seconds:.2f} s of CPU time, {ratio:.1f} "
        "times that of a shuffle of a million integers.\n"
        f"Longest in the event loop: {longest.operation}, {longest.seconds * 1000:.1f} ms of CPU time:\n"
        f"  {json.dumps(asdict(longest.request))}"
    )
    is_held = (
        longest.seconds > MAX_LOOP_SECONDS
        and longest.seconds / reference > MAX_LOOP_RATIO
    )
    return (slowest.seconds > MAX_SECONDS and ratio > MAX_RATIO) or is_held

"""Every setting is read, and has its effect."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.core.crypto.tokens import Tokens, generate_key
from service.core.shuffles.samplers import Limits
from service.http.concurrency import SharedSlots
from service.http.problems import Busy
from service.http.services import Services
from service.sealed.draws import open_shoe
from service.sealed.sealed_shoe import PURPOSE
from service.sealed.terms import Terms
from service.settings import RELAYS, ServerSettings, Settings
from tests.conftest import ROOT
from tests.http.spec import json_object
from tests.peers import system_clock

SIGNING_KEY = generate_key()
VRF_KEY = generate_key()
SHOE_KEY = generate_key()
DEFAULT = create_app(Settings()).test_client()
BATCH = "/v1/integers/batch?max=6&count=2&replacement=true&repeats=50"
SEARCH = {"where": {"hand": "N", "points": "hcp", "min": 0}, "max_candidates": 6}
Probe = Callable[[FlaskClient], Any]


@dataclass(frozen=True)
class Effect:
    """A value of a setting, a probe of the application, and its result with the value and by default.

    `needed` are other settings, set in both cases.
    """

    value: str
    probe: Probe
    expected: Any
    default: Any
    needed: Mapping[str, str] = field(default_factory=dict)


def get_status(path: str, **options: Any) -> Probe:
    return lambda client: client.get(path, **options).status_code


def find_limit(
    path: str, body: Mapping[str, Any] | None = None, accept: str = "application/json"
) -> Probe:
    """Return a probe that finds, in a refusal, the limit and the setting."""

    def probe(client: FlaskClient) -> set[tuple[str, str]]:
        headers = {"Accept": accept}
        response = (
            client.get(path, headers=headers)
            if body is None
            else client.post(path, json=body, headers=headers)
        )
        return set(
            re.findall(
                r"limit here is ([\d,]+) \(the operator's (\w+)\)", response.text
            )
        )

    return probe


def find_largest_experiment(client: FlaskClient) -> list[str]:
    message = client.get("/v1/algorithms/naive_swap/bias?n=52&trials=100000").text
    return re.findall(r"at most ([\d,]+) trials", message)


def get_services(client: FlaskClient) -> Services:
    services: Services = client.application.extensions["services"]
    return services


def count_slots(slots: SharedSlots) -> int:
    """Return the number of slots that can be held at a time."""
    for count in range(10):
        try:
            slots.acquire()
        except Busy:
            return count
    raise AssertionError("There are ten slots or more.")


def allow_origin(client: FlaskClient) -> str | None:
    return client.get("/v1/decks", headers={"Origin": "https://a.example"}).headers[
        "Access-Control-Allow-Origin"
    ]


def count_accepted(client: FlaskClient) -> int:
    """Return how many of three requests are accepted."""
    return [client.get("/v1/decks").status_code for _ in range(3)].count(200)


def find_prefix(client: FlaskClient) -> bool:
    """Return whether a page has the prefix of a proxy's header."""
    return (
        "/below"
        in client.get(
            "/", headers={"Accept": "text/html", "X-Forwarded-Prefix": "/below"}
        ).text
    )


def list_hosts(client: FlaskClient) -> list[str]:
    """Return the other hosts that the page Draw may ask; no other page may ask any."""
    policies = [
        client.get(path).headers["Content-Security-Policy"]
        for path in ("/verify", "/draw")
    ]
    others, hosts = (
        policy.partition("connect-src 'self'")[2].partition(";")[0].split()
        for policy in policies
    )
    assert others == []
    return hosts


def list_keys(client: FlaskClient) -> list[str]:
    return [
        key["kid"] for key in json_object(client.get("/.well-known/jwks.json"))["keys"]
    ]


def draw_from_older_shoe(client: FlaskClient) -> int:
    """Return the status of a draw from a shoe that was sealed a minute ago."""
    tokens = Tokens(
        PURPOSE, [SHOE_KEY], 0, clock=lambda: system_clock() - 60
    )  # a minute ago
    shoe = open_shoe(Terms(max=9), Limits()).seal(tokens)
    return client.post("/v1/shoes/draw", json={"shoe": shoe, "count": 1}).status_code


EFFECTS: Mapping[str, Effect] = {
    "MAX_ITEMS": Effect(
        "3", find_limit("/v1/integers?max=9&count=4"), {("3", "MAX_ITEMS")}, set()
    ),
    "MAX_STREAMED": Effect(
        "10",
        find_limit(BATCH, accept="application/x-ndjson"),
        {("10", "MAX_STREAMED")},
        set(),
    ),
    "MAX_SHUFFLED": Effect(
        "5",
        find_limit("/v1/integers?max=9&algorithm=sattolo"),
        {("5", "MAX_SHUFFLED")},
        set(),
    ),
    "MAX_DRAWS": Effect("10", find_limit(BATCH), {("10", "MAX_DRAWS")}, set()),
    "MAX_TRIALS": Effect("1000", find_largest_experiment, ["6", "6"], []),
    "MAX_CANDIDATES": Effect(
        "5",
        find_limit("/v1/games/bridge/deal", SEARCH),
        {("5", "MAX_CANDIDATES")},
        set(),
    ),
    "MAX_STREAMS": Effect(
        "3", lambda client: count_slots(get_services(client).streams), 3, 2
    ),
    "MAX_LARGE": Effect(
        "3", lambda client: count_slots(get_services(client).large), 3, 1
    ),
    # tests/server/test_kills.py counts them
    "PROCESSES": Effect("5", lambda client: get_services(client).processes, 5, 3),
    # tests/server/test_processes.py takes more
    "MAX_CPU_SECONDS": Effect(
        "30", lambda client: get_services(client).max_cpu_seconds, 30, 12
    ),
    # tests/server/test_overload.py waits
    "MAX_WAIT": Effect("3", lambda client: get_services(client).max_wait, 3, 2),
    "MAX_BODY_BYTES": Effect(
        "9",
        lambda client: client.post("/v1/integers", json={"max": 600}).status_code,
        413,
        200,
    ),
    "ALLOW_SEEDS": Effect("false", get_status("/v1/integers?max=6&seed=1"), 403, 200),
    "CORS_ORIGINS": Effect("https://a.example", allow_origin, "https://a.example", "*"),
    "BEACON_RELAYS": Effect("", list_hosts, [], list(RELAYS)),
    "API_KEYS": Effect(sha256(b"key").hexdigest(), get_status("/v1/decks"), 401, 200),
    "RATE_LIMIT": Effect("2/hour", count_accepted, 2, 3),
    "TRUSTED_PROXIES": Effect("1", find_prefix, True, False),
    "SIGNING_KEYS": Effect(
        SIGNING_KEY, list_keys, [SigningKey.from_base64url(SIGNING_KEY).kid], []
    ),
    "VRF_KEYS": Effect(VRF_KEY, list_keys, [VrfKey.from_base64url(VRF_KEY).kid], []),
    "SHOE_KEYS": Effect(SHOE_KEY, draw_from_older_shoe, 200, 422),
    "SHOE_TTL": Effect("30", draw_from_older_shoe, 422, 200, {"SHOE_KEYS": SHOE_KEY}),
    "METRICS": Effect("false", get_status("/metrics"), 404, 200),
    "TRACES": Effect("true", lambda client: get_services(client).traces, True, False),
}
"""The effect of each setting; where a request would take long, the probe looks at the services."""


SUITES = {"RATE_LIMIT": pytest.mark.ratelimit, "TRACES": pytest.mark.otel}
"""The settings that need an extra, and the suites that install it."""


@pytest.mark.parametrize(
    "names",
    [
        sorted(EFFECTS.keys() - SUITES.keys()),
        *(pytest.param([name], marks=SUITES[name]) for name in SUITES),
    ],
)
def test_a_setting_has_its_effect(
    names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in names:
        effect = EFFECTS[name]
        with monkeypatch.context() as patch:
            for needed_name, value in effect.needed.items():
                patch.setenv(needed_name, value)
            client = create_app().test_client() if effect.needed else DEFAULT
            assert (name, effect.probe(client)) == (name, effect.default)
            patch.setenv(name, effect.value)
            assert (name, effect.probe(create_app().test_client())) == (
                name,
                effect.expected,
            )


def list_used(settings: type[ServerSettings | Settings]) -> set[str]:
    """Return the names of the settings that have an effect."""
    return {
        entry.name.upper()
        for entry in fields(settings)
        if not entry.metadata["is_retired"]
    }


RUN_GUNICORN_CONFIG = """
import gc, json, runpy
from types import SimpleNamespace
from service.settings import ServerSettings

names = set()
ServerSettings.__getattribute__ = lambda self, name: names.add(name) or object.__getattribute__(self, name)
config = runpy.run_path("service/server/gunicorn.conf.py")
collects = [gc.isenabled()]
config["pre_fork"](SimpleNamespace(WORKERS={}), SimpleNamespace())
collects.append(gc.isenabled())
print(json.dumps([[config[name] for name in ("bind", "workers", "accesslog")], list(names), collects]))
"""


def test_gunicorn_has_its_settings_reads_every_one_and_collects_garbage_from_the_first_fork_on() -> (
    None
):
    values = {"HOST": "::1", "PORT": "81", "WEB_CONCURRENCY": "3", "ACCESS_LOG": "true"}
    command = [sys.executable, "-c", RUN_GUNICORN_CONFIG]
    config, names, collects = json.loads(
        subprocess.check_output(command, cwd=ROOT, env=os.environ | values)
    )
    assert config == ["[::1]:81", 3, "-"]
    assert list_used(ServerSettings) - {name.upper() for name in names} == set()
    assert collects == [False, True]


def test_every_setting_has_an_effect() -> None:
    """Tests of rate limits have a storage: tests/http/hooks/test_rate_limit.py."""
    assert list_used(Settings) == EFFECTS.keys() | {"RATE_LIMIT_STORAGE"}


def test_every_service_is_used() -> None:
    names = {
        node.attr
        for path in (ROOT / "service").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in {"services", "services()", "application"}
    }
    assert set(Services._fields) - names == set()

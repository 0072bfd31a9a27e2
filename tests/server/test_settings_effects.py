"""Every setting is read, and has its effect."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.core.limits import Limits
from service.http.concurrency import SharedSlots
from service.http.problems import Busy
from service.http.services import Access, Allowed, Services
from service.sealed.opening.terms import Terms
from service.sealed.shoe.sealed_shoe import PURPOSE
from service.sealed.shoe.tokens import Tokens, generate_key
from service.sealed.turns.draws import open_shoe
from service.settings import RELAYS, ServerSettings, Settings
from tests.http.spec import get_services, json_object
from tests.peers import system_clock
from tests.server.client import NDJSON
from tools.files import ROOT

SIGNING_KEY = generate_key()
SIGNING_KID = SigningKey.from_base64url(SIGNING_KEY).kid
VRF_KEY = generate_key()
VRF_KID = VrfKey.from_base64url(VRF_KEY).kid
SHOE_KEY = generate_key()
DEFAULT = create_app(Settings()).test_client()
BATCH = "/v1/integers/batch?max=6&count=2&replacement=true&repeats=50"
SEARCH = {"where": {"hand": "N", "points": "hcp", "min": 0}, "max_candidates": 6}
SMALL = {"MAX_ITEMS": "10", "MAX_DRAWS": "10"}
NOTHING: Mapping[str, str] = MappingProxyType({})
Probe = Callable[[FlaskClient], Any]


class Effect(NamedTuple):
    """A value of a setting, a probe of the application, and its result with the value and by default.

    `needed` are other settings, set in both cases.
    """

    value: str
    probe: Probe
    expected: Any
    default: Any
    needed: Mapping[str, str] = NOTHING


def get_status(path: str) -> Probe:
    return lambda client: client.get(path).status_code


def find_largest_experiment(client: FlaskClient) -> list[str]:
    message = client.get("/v1/algorithms/naive_swap/bias?n=52&trials=100000").text
    return re.findall(r"at most ([\d,]+) trials", message)


def limit(
    setting: str,
    value: str,
    path: str,
    needed: Mapping[str, str] = NOTHING,
    **options: Any,
) -> Effect:
    """Return the effect of a limit: a refusal that names it and the setting, and none by default."""

    def find_limits(client: FlaskClient) -> set[str]:
        text = client.open(path, **options).text
        return set(re.findall(r"limit here is [\d,]+ \(the operator's \w+\)", text))

    named = f"limit here is {value} (the operator's {setting})"
    return Effect(value, find_limits, {named}, set(), needed)


def get_served(name: str) -> Probe:
    """Return a probe of what the server is told."""
    return lambda client: getattr(client.application.extensions["served"], name)


def count_streams(client: FlaskClient) -> int:
    return count_slots(get_services(client).streams)


def count_large(client: FlaskClient) -> int:
    return count_slots(get_services(client).large)


def count_slots(slots: SharedSlots) -> int:
    """Return the number of slots that can be held at a time."""
    for count in range(10):
        try:
            slots.acquire()
        except Busy:
            return count
    raise AssertionError("There are ten slots or more.")


def allow_origin(client: FlaskClient) -> str | None:
    response = client.get("/v1/decks", headers={"Origin": "https://a.example"})
    return response.headers["Access-Control-Allow-Origin"]


def count_accepted(client: FlaskClient) -> int:
    """Return how many of three requests are accepted."""
    return [client.get("/v1/decks").status_code for _ in range(3)].count(200)


def find_prefix(client: FlaskClient) -> bool:
    """Return whether a page has the prefix of a proxy's header."""
    headers = {"Accept": "text/html", "X-Forwarded-Prefix": "/below"}
    return "/below" in client.get("/", headers=headers).text


def post_long_body(client: FlaskClient) -> int:
    """Return the status of a request with a body of more than nine bytes."""
    return client.post("/v1/integers", json={"max": 600}).status_code


def list_hosts(client: FlaskClient) -> list[str]:
    """Return the other hosts that the page Draw may ask; no other page may ask any."""

    def list_hosts_of(page: str) -> list[str]:
        policy = client.get(page).headers["Content-Security-Policy"]
        _, _, sources = policy.partition("connect-src 'self'")
        return sources.partition(";")[0].split()

    assert list_hosts_of("/verify") == []
    return list_hosts_of("/draw")


def list_keys(client: FlaskClient) -> list[str]:
    """Return the identifiers of the published keys."""
    published = json_object(client.get("/.well-known/jwks.json"))
    return [key["kid"] for key in published["keys"]]


def draw_from_older_shoe(client: FlaskClient) -> int:
    """Return the status of a draw from a shoe that was sealed a minute ago."""
    tokens = Tokens(PURPOSE, [SHOE_KEY], 0, clock=lambda: system_clock() - 60)
    shoe = open_shoe(Terms(max=9), Limits()).seal(tokens)
    return client.post("/v1/shoes/draw", json={"shoe": shoe, "count": 1}).status_code


EFFECTS: Mapping[str, Effect] = {
    "MAX_ITEMS": limit("MAX_ITEMS", "3", "/v1/integers?max=9&count=4"),
    "MAX_STREAMED": limit("MAX_STREAMED", "10", BATCH, SMALL, headers=NDJSON),
    "MAX_SHUFFLED": limit("MAX_SHUFFLED", "5", "/v1/integers?max=9&algorithm=sattolo"),
    "MAX_DRAWS": limit("MAX_DRAWS", "10", BATCH),
    "MAX_TRIALS": Effect("1000", find_largest_experiment, ["6", "6"], []),
    "MAX_CANDIDATES": limit(
        "MAX_CANDIDATES", "5", "/v1/games/bridge/deal", method="POST", json=SEARCH
    ),
    "MAX_STREAMS": Effect("3", count_streams, 3, 2),
    "MAX_LARGE": Effect("3", count_large, 3, 1),
    # tests/server/test_kills.py counts them
    "PROCESSES": Effect("5", get_served("processes"), 5, 3),
    # tests/server/test_processes.py takes more
    "MAX_CPU_SECONDS": Effect("30", get_served("cpu_seconds"), 30, 12),
    # tests/server/test_overload.py waits
    "MAX_WAIT": Effect("3", get_served("max_wait"), 3, 2),
    "MAX_BODY_BYTES": Effect("9", post_long_body, 413, 200),
    "ALLOW_SEEDS": Effect("false", get_status("/v1/integers?max=6&seed=1"), 403, 200),
    "CORS_ORIGINS": Effect("https://a.example", allow_origin, "https://a.example", "*"),
    "BEACON_RELAYS": Effect("", list_hosts, [], list(RELAYS)),
    "API_KEYS": Effect(sha256(b"key").hexdigest(), get_status("/v1/decks"), 401, 200),
    "RATE_LIMIT": Effect("2/hour", count_accepted, 2, 3),
    "TRUSTED_PROXIES": Effect("1", find_prefix, True, False),
    "SIGNING_KEYS": Effect(SIGNING_KEY, list_keys, [SIGNING_KID], []),
    "VRF_KEYS": Effect(VRF_KEY, list_keys, [VRF_KID], []),
    "SHOE_KEYS": Effect(SHOE_KEY, draw_from_older_shoe, 200, 422),
    "SHOE_TTL": Effect("30", draw_from_older_shoe, 422, 200, {"SHOE_KEYS": SHOE_KEY}),
    "METRICS": Effect("false", get_status("/metrics"), 404, 200),
    "TRACES": Effect("true", get_served("traces"), True, False),
}
"""The effect of each setting; where a request would take long, the probe looks at the services."""


@pytest.mark.parametrize(
    "names",
    [
        sorted(EFFECTS.keys() - {"RATE_LIMIT", "TRACES"}),
        pytest.param(["RATE_LIMIT"], marks=pytest.mark.ratelimit),
        pytest.param(["TRACES"], marks=pytest.mark.otel),
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
            assert effect.probe(client) == effect.default, name
            patch.setenv(name, effect.value)
            changed_client = create_app().test_client()
            assert effect.probe(changed_client) == effect.expected, name


def list_names(settings: type[ServerSettings | Settings]) -> set[str]:
    """Return the names of the settings, as variables of the environment."""
    return {entry.name.upper() for entry in fields(settings)}


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


def test_gunicorn_reads_all_settings_and_collects_garbage_from_the_first_fork() -> None:
    values = {"HOST": "::1", "PORT": "81", "WEB_CONCURRENCY": "3", "ACCESS_LOG": "true"}
    command = [sys.executable, "-c", RUN_GUNICORN_CONFIG]
    output = subprocess.check_output(command, cwd=ROOT, env=os.environ | values)
    config, names, collects = json.loads(output)
    assert config == ["[::1]:81", 3, "-"]
    assert list_names(ServerSettings) <= {name.upper() for name in names}
    assert collects == [False, True]


def test_every_setting_has_an_effect() -> None:
    """Tests of rate limits have a storage: tests/http/hooks/test_rate_limit.py."""
    assert list_names(Settings) == EFFECTS.keys() | {"RATE_LIMIT_STORAGE"}


def test_every_service_is_used() -> None:
    """A service is a field of `Services`, such as "stats", or of one of its records, such as "allowed.limits"."""
    names_by_record = {"allowed": Allowed._fields, "access": Access._fields}
    of_records = {
        f"{record}.{name}"
        for record, names in names_by_record.items()
        for name in names
    }
    names_read = {
        re.sub(r"^(services\(\)|services|shared)\.", "", ast.unparse(node))
        for path in (ROOT / "service").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
    }
    objects = set(Services._fields) - names_by_record.keys()
    assert objects | of_records <= names_read

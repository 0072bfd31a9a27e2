"""SECURITY.md is true: each test that it names is there; and what every answer tells browsers."""

import re
import tomllib

import pytest
from flask.testing import FlaskClient

from tests.conftest import ROOT
from tests.server.client import fetch, send_raw

TESTS = {
    name
    for file in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)
}
ROWS = [
    line
    for line in (ROOT / "SECURITY.md").read_text().split("## Attacks")[1].splitlines()
    if line[:3] == "| A" or "`test" in line
]


@pytest.mark.parametrize("row", ROWS)
def test_every_attack_has_a_test_that_is_there(row: str) -> None:
    named = re.findall(r"`(test_\w+)`", row)
    assert named
    assert set(named) <= TESTS


def test_there_are_many_attacks() -> None:
    assert len(ROWS) > 20


PATHS = (
    *("/", "/livez", "/v1/integers?max=6", "/v1/integers?max=6&seed=1", "/v1/integers?max=six", "/nowhere"),
    *("/openapi.json", "/v1/integers/batch?max=6&repeats=20", "/verify", "/docs", "/docs/guide/fairness"),
    *("/v1/decks/standard/cards/AS.svg", "/v1/algorithms/riffle/bias.svg?n=4", "/v1/algorithms/riffle/bias.csv?n=4"),
)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("accept", ["*/*", "text/html"])
def test_every_answer_says_that_nothing_in_it_runs(client: FlaskClient, path: str, accept: str) -> None:
    answer = client.get(path, headers={"Accept": accept})
    assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"]
    (policy,) = answer.headers.getlist("Content-Security-Policy")
    assert policy.startswith("default-src 'none'")
    assert "unsafe-eval" not in policy


@pytest.mark.parametrize("path", ["/verify", "/docs", "/fairness", "/docs/guide", "/verify/offline.html"])
def test_pages_tell_no_address_and_want_nothing_of_the_device(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_pictures_may_be_shown_by_pages_of_all_origins(client: FlaskClient) -> None:
    heat_map = "/v1/algorithms/riffle/bias.svg?n=4"
    for path in ("/v1/decks/standard/cards/AS.svg", "/v1/decks/standard/sprites.svg", heat_map):
        assert client.get(path).headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_what_the_worker_answers_by_itself_says_the_same(live: str) -> None:
    ours, its = fetch(live, "/nowhere"), send_raw(live, b"nonsense\r\n\r\n")
    names = {"Date", "Server", "Content-Length", "Connection", "Vary", "X-Request-ID"}
    assert {**{k: v for k, v in its.headers.items() if k not in names}} == {
        k: v for k, v in ours.headers.items() if k not in names
    }


def test_the_image_installs_what_is_pinned_and_all_of_it_by_hash() -> None:
    text = (ROOT / "deploy" / "container" / "requirements.txt").read_text()
    constraints = (ROOT / "constraints.txt").read_text().lower().replace("_", "-")
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", constraints, re.MULTILINE))
    installed = re.findall(r"^([\w.-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE)
    assert "".join(f"{name}=={version} \\\n{hashes}" for name, version, hashes in installed) == text
    assert all(pinned[name] == version for name, version, _ in installed)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {re.split("[>=]", name)[0].lower() for name in needed} <= {name for name, _, _ in installed}

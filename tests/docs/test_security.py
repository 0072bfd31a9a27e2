"""SECURITY.md names tests that exist; every response has headers that protect browsers."""

import re
import tomllib

from flask.testing import FlaskClient

from tests.server.client import fetch, send_raw
from tests.tables import for_each
from tools.files import ROOT

TESTS = {
    name
    for file in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)
}
ROWS = re.findall(
    r"^\| (?!who |attack ).*", (ROOT / "SECURITY.md").read_text(), re.MULTILINE
)


@for_each("row", ROWS)
def test_every_claim_and_attack_has_a_test_that_exists(row: str) -> None:
    assert len(ROWS) > 20
    tests = re.findall(r"`(test_\w+)`", row)
    assert tests
    assert set(tests) <= TESTS


PATHS = (
    "/",
    "/livez",
    "/v1/integers?max=6",
    "/v1/integers?max=6&seed=1",
    "/v1/integers?max=six",
    "/nowhere",
    "/openapi.json",
    "/v1/integers/batch?max=6&repeats=20",
    "/verify",
    "/docs",
    "/docs/guide/fairness",
    "/v1/decks/standard/cards/AS.svg",
    "/v1/algorithms/riffle/bias.svg?n=4",
    "/v1/algorithms/riffle/bias.csv?n=4",
)


@for_each("path", PATHS)
@for_each("accept", ["*/*", "text/html"])
def test_every_response_forbids_scripts_in_it(
    client: FlaskClient, path: str, accept: str
) -> None:
    response = client.get(path, headers={"Accept": accept})
    assert response.headers.getlist("X-Content-Type-Options") == ["nosniff"]
    (policy,) = response.headers.getlist("Content-Security-Policy")
    assert policy.startswith("default-src 'none'")
    assert "unsafe-eval" not in policy


def test_pages_send_no_referrer_and_use_no_device_and_all_may_show_pictures(
    client: FlaskClient,
) -> None:
    for path in (
        "/verify",
        "/docs",
        "/fairness",
        "/docs/guide",
        "/verify/offline.html",
    ):
        headers = client.get(path).headers
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "camera=()" in headers["Permissions-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    for path in (
        "decks/standard/cards/AS.svg",
        "decks/standard/sprites.svg",
        "algorithms/riffle/bias.svg?n=4",
    ):
        assert (
            client.get(f"/v1/{path}").headers["Cross-Origin-Resource-Policy"]
            == "cross-origin"
        )


def test_responses_of_the_worker_itself_have_the_same_headers(live: str) -> None:
    names = {"Date", "Server", "Content-Length", "Connection", "Vary", "X-Request-ID"}
    responses = fetch(live, "/nowhere"), send_raw(live, b"nonsense\r\n\r\n")
    service, worker = (
        {k: v for k, v in response.headers.items() if k not in names}
        for response in responses
    )
    assert worker == service


def test_the_image_installs_pinned_packages_by_hash() -> None:
    text = (ROOT / "deploy" / "container" / "requirements.txt").read_text()
    constraints = (ROOT / "constraints.txt").read_text().lower().replace("_", "-")
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", constraints, re.MULTILINE))
    installed = re.findall(
        r"^([\w.-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)",
        text,
        re.MULTILINE,
    )
    assert (
        "".join(
            f"{name}=={version} \\\n{hashes}" for name, version, hashes in installed
        )
        == text
    )
    assert all(pinned[name] == version for name, version, _ in installed)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "dependencies"
    ]
    assert {re.split("[>=]", name)[0].lower() for name in needed} <= {
        name for name, _, _ in installed
    }

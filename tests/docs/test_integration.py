"""The guide on integration: every request of its first table is answered, its programs run, retry and prove.

Its backends are played over HTTP by tests/docs/test_backends.py.
"""

import json
import re
import secrets
import subprocess
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, run_service
from tests.docs.examples import ADDRESS, section
from tests.docs.guide import INTEGRATION, Beacon, address_of_drand, programs, run_python, run_server
from tests.server.client import JSON, Response, fetch
from tests.tables import for_each

ROWS = re.findall(r"^\| (.*?) \| (.*) \| (.*?) \|$", section(INTEGRATION, "Which call do I want?"), re.MULTILINE)[1:]
_REQUEST = re.compile(r"`(POST )?(/v1/\S+?)(?: (\{.*?\}))?`(?: with `Accept: (.*?)`)?")


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    """Run a service that seals, signs and proves (with the key of docs/stream-proofs.md), and return its address."""
    shoe_key = urlsafe_b64encode(secrets.token_bytes(32)).decode()
    vrf_key = urlsafe_b64encode(bytes(range(32))).decode().rstrip("=")
    with run_service(SHOE_KEYS=shoe_key, SIGNING_KEYS=secrets.token_urlsafe(32), VRF_KEYS=vrf_key) as address:
        yield address


def send(base: str, request: tuple[str, ...], last: bytes) -> Response:
    """Send a request of the table; `…` in its body is the member of the last response, no body all of it."""
    method, path, text, accept = request
    if not method:
        return fetch(base, path, headers={"Accept": accept} if accept else {})
    body = json.loads(text) if text else json.loads(last)
    previous = json.loads(last) if last else {}
    filled = {name: previous[name] if value == "…" else value for name, value in body.items()}
    return fetch(base, path, "POST", json.dumps(filled).encode(), JSON)


@for_each(("need", "requests", "result"), ROWS, ids=[need for need, _, _ in ROWS])
def test_a_request_of_the_table_has_the_response_that_the_table_names(
    base: str, need: str, requests: str, result: str
) -> None:
    bodies = [b""]
    for request in _REQUEST.findall(requests):
        response = send(base, request, bodies[-1])
        assert response.status == 200, response.body
        bodies.append(response.body)
    assert len(bodies) > 1
    members = {name for body in bodies[1:] if body[:1] == b"{" for name in json.loads(body.splitlines()[0])}
    assert set(re.findall(r"`(\w+)`", result)) <= members


def test_the_table_has_a_million_hands(base: str) -> None:
    (request,) = (requests for need, requests, _ in ROWS if "million" in need)
    ((_, path, _, accept),) = _REQUEST.findall(request)
    assert fetch(base, path, headers={"Accept": accept}).body.count(b"\n") == 1_000_000


def run_javascript(code: str) -> None:
    subprocess.run(["node", "--input-type=module", "-e", code], check=True, timeout=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the Python of the guide runs."""
    return tmp_path_factory.mktemp("guide")


@pytest.fixture(scope="module")
def python_names(base: str, folder: Path) -> dict[str, Any]:
    """Return the names that the Python of the guide defines as it runs from top to bottom."""
    with chdir(folder), run_server(Beacon) as drand:
        code = "\n".join(programs("python")).replace(ADDRESS, base).replace(address_of_drand(), drand)
        names = run_python(code)
    names["database"].close()
    return names


def test_the_python_of_the_guide_runs(python_names: dict[str, Any]) -> None:
    assert python_names["verdict"]["valid"]


def test_the_raffle_has_ten_winners_of_its_list_by_the_round_that_its_label_names(python_names: dict[str, Any]) -> None:
    winners, proof = python_names["drawn"]["winners"], python_names["drawn"]["proof"]
    assert len(set(winners)) == 10
    assert set(winners) < set(proof["original_items"])
    assert len(proof["original_items"]) == 25_000
    assert proof["receipt"]["client_seed"] == Beacon.RANDOMNESS
    assert proof["receipt"]["terms"]["label"] == f"10 winners by drand quicknet round {python_names['raffle']['round']}"


@pytest.mark.node
def test_anybody_can_check_the_raffle(python_names: dict[str, Any], tmp_path: Path) -> None:
    proof = python_names["drawn"]["proof"]
    raffle = tmp_path / "raffle.json"
    for original_items, code in ((proof["original_items"], 0), (["Somebody else", *proof["original_items"][1:]], 1)):
        raffle.write_text(json.dumps(proof | {"original_items": original_items}))
        done = subprocess.run(["node", ROOT / "verify" / "verify.mjs", raffle], check=False, timeout=60)
        assert done.returncode == code


def test_a_proved_round_takes_at_most_twenty_five_lines() -> None:
    (code,) = (code for code in programs("python") if "prove=" in code)
    assert len(code.splitlines()) <= 25


@pytest.mark.node
def test_players_can_check_a_proved_round(python_names: dict[str, Any], folder: Path) -> None:
    (command,) = re.findall(r"`(node verify/verify\.mjs --keys .*?)`", INTEGRATION.read_text())
    node, program, *words = command.split()
    done = subprocess.run([node, ROOT / program, *words], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0] == "valid"
    assert len(python_names["rolled"]["integers"]) == 3


def test_the_round_of_the_raffle_is_the_first_that_is_due_at_a_time(python_names: dict[str, Any]) -> None:
    midnight = 1_776_643_200  # 20 April 2026, of which drand's clients say the same round
    assert [python_names["round_at"](midnight + second) for second in (-2, 0, 1, 3)] == [
        *(27_946_612, 27_946_612, 27_946_613, 27_946_613),
    ]


@pytest.mark.node
def test_the_javascript_of_the_guide_runs(live: str) -> None:
    run_javascript("\n".join(programs("js")).replace(ADDRESS, live))


@contextmanager
def busy_service(statuses: list[int]) -> Iterator[str]:
    """Run a server that answers with each status, to be repeated at once, and then with the guide's shuffle."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            status = statuses.pop(0) if statuses else 200
            body = {"cards": ["6S", "7S", "JC", "4C", "3D"]} if status == 200 else {"detail": "Later."}
            self.send_response(status)
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with run_server(Handler) as address:
        yield address


def test_the_client_in_python_repeats_what_is_too_often_or_busy() -> None:
    statuses = [429, 503]
    with busy_service(statuses) as address:
        run_python(programs("python")[0].replace(ADDRESS, address))
    assert statuses == []


@pytest.mark.node
def test_the_client_in_javascript_repeats_what_is_too_often_or_busy() -> None:
    statuses = [429, 503]
    with busy_service(statuses) as address:
        run_javascript(programs("js")[0].replace(ADDRESS, address))
    assert statuses == []

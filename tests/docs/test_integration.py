"""The guide on integration: the requests of its first table work, and its programs run, retry and prove.

tests/docs/test_backends.py has the guide's backends.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from service.api.resources.list_hashes import write_canonical
from service.core.plans import derive_seeds, hash_plan
from tests.conftest import ROOT
from tests.docs.examples import ADDRESS, section
from tests.docs.guide import INTEGRATION, Beacon, address_of_drand, programs, run_python, run_server
from tests.server.client import JSON, Response, fetch
from tests.tables import for_each

ROWS = re.findall(r"^\| (.*?) \| (.*) \| (.*?) \|$", section(INTEGRATION, "Which call do I want?"), re.MULTILINE)[1:]
_REQUEST = re.compile(r"`(POST )?(/v1/\S+?)(?: (\{.*?\}))?`(?: with `Accept: (.*?)`)?")


def send(base: str, request: tuple[str, ...], last: bytes) -> Response:
    """Send a request of the table. A member `…` is copied from the last response; a request without a body sends it."""
    method, path, text, accept = request
    if not method:
        return fetch(base, path, headers={"Accept": accept} if accept else {})
    previous = json.loads(last or b"{}")
    members = {name: previous[name] if value == "…" else value for name, value in json.loads(text or last).items()}
    return fetch(base, path, "POST", json.dumps(members).encode(), JSON)


@for_each(("need", "requests", "result"), ROWS, ids=[need for need, _, _ in ROWS])
def test_a_request_of_the_table_has_the_response_it_names(keyed: str, need: str, requests: str, result: str) -> None:
    bodies = [b""]
    for request in _REQUEST.findall(requests):
        response = send(keyed, request, bodies[-1])
        assert response.status == 200, response.body
        bodies.append(response.body)
    assert len(bodies) > 1
    members = {name for body in bodies[1:] if body[:1] == b"{" for name in json.loads(body.splitlines()[0])}
    assert set(re.findall(r"`(\w+)`", result)) <= members


@pytest.mark.skipif(not all(map(shutil.which, ("bash", "curl", "jq", "xxd"))), reason="a program is not installed")
def test_a_draw_in_public_follows_from_its_plan_and_the_signature_of_its_round(keyed: str, tmp_path: Path) -> None:
    answer = f"""echo '{{"signature": "{"b4" * 48}"}}'"""
    relay = f"""curl() {{ case "$2" in https://api.drand.sh/*) {answer};; *) command curl "$@";; esac; }}"""
    script = "\n".join(["set -e", relay, *programs("sh")]).replace(ADDRESS, keyed)
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    first, verdict = done.stdout.splitlines()
    file = json.loads((tmp_path / "draw.json").read_text())
    assert first == f"Announce {hash_plan(write_canonical(file['plan']) or b'').hex()} before {first.split()[-1]}"
    seeds = derive_seeds(bytes.fromhex(first.split()[1]), bytes.fromhex("b4" * 48))
    assert file["answer"]["seed"] == seeds[0]
    result = json.loads(verdict)
    assert result.get("difference", {"where": "beacon.signature"})["where"] == "beacon.signature"  # as it is invented
    assert result["chosen_by"] == "unknown"


def test_the_table_has_a_million_hands(keyed: str) -> None:
    (request,) = (requests for need, requests, _ in ROWS if "million" in need)
    ((_, path, _, accept),) = _REQUEST.findall(request)
    assert fetch(keyed, path, headers={"Accept": accept}).body.count(b"\n") == 1_000_000


def run_javascript(code: str) -> None:
    """Run JavaScript in the folder of the built package, where its name can be imported."""
    folder = ROOT / "build" / "packages" / "javascript"
    subprocess.run(["node", "--input-type=module", "-e", code], check=True, timeout=60, cwd=folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the working directory of the guide's Python."""
    return tmp_path_factory.mktemp("guide")


@pytest.fixture(scope="module")
def python_names(keyed: str, folder: Path) -> Iterator[dict[str, Any]]:
    """Run the guide's Python from top to bottom, and yield the names that it defines."""
    with chdir(folder), run_server(Beacon) as drand:
        code = "\n".join(programs("python")).replace(ADDRESS, keyed).replace(address_of_drand(), drand)
        names = run_python(code)
    names["database"].close()
    with names["service"]:
        yield names


def test_the_raffle_has_ten_winners_of_its_list_by_the_round_in_its_label(python_names: dict[str, Any]) -> None:
    assert python_names["verdict"]["valid"]
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
    for first, code in ((proof["original_items"][0], 0), ("Somebody else", 1)):
        raffle.write_text(json.dumps(proof | {"original_items": [first, *proof["original_items"][1:]]}))
        verifier = subprocess.run(["node", ROOT / "verify" / "verify.mjs", raffle], check=False, timeout=60)
        assert verifier.returncode == code


def test_a_proved_round_takes_at_most_twenty_five_lines() -> None:
    (code,) = (code for code in programs("python") if "prove=" in code)
    assert len(code.splitlines()) <= 25


@pytest.mark.node
def test_players_can_check_a_proved_round(python_names: dict[str, Any], folder: Path) -> None:
    (command,) = re.findall(r"`(node verify/verify\.mjs --keys .*?)`", INTEGRATION.read_text())
    node, program, *words = command.split()
    printed = subprocess.check_output([node, ROOT / program, *words], cwd=folder, text=True)
    assert printed.splitlines()[0] == "valid"
    assert len(python_names["rolled"]["integers"]) == 3


def test_the_round_of_the_raffle_is_the_first_that_is_due_at_a_time(python_names: dict[str, Any]) -> None:
    midnight = 1_776_643_200  # 20 April 2026; drand's clients say round 27,946,612
    rounds = [python_names["round_at"](midnight + second) for second in (-2, 0, 1, 3)]
    assert rounds == [27_946_612, 27_946_612, 27_946_613, 27_946_613]


@pytest.mark.packages
def test_the_javascript_of_the_guide_runs(live: str) -> None:
    run_javascript("\n".join(programs("js")).replace(ADDRESS, live))

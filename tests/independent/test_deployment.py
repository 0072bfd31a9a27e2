"""`node verify/verify.mjs deployment URL`: the check of a running service from outside."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from service.cards.deck import DECKS
from tests.conftest import run_service
from tests.independent.verifier import NOT_VALID, UNREADABLE, VALID, Run, run_program
from tests.peers import Handler, run_http_server
from tests.server.client import fetch
from tests.tables import for_each
from tools.files import ROOT
from tools.ports import free_port

pytestmark = pytest.mark.node


def check_deployment(url: str, *arguments: str, **environment: str) -> Run:
    return run_program("deployment", url, *arguments, env=os.environ | environment)


class Row(NamedTuple):
    """The number of requests of a check, and its result."""

    requests: int
    result: str


def read_rows(report: str) -> dict[str, Row]:
    """Return each check of a report by its name."""
    rows = {}
    for line in re.findall(r"^  (?! |note).*$", report, re.MULTILINE):
        *name, requests, result = line.split()
        if requests.isdecimal():
            rows[" ".join(name)] = Row(int(requests), result)
    return rows


Alteration = Callable[[dict[str, Any]], object]


OF_ONE_CONNECTION = {
    "host",
    "accept-encoding",  # a compressed response could not be altered
    "content-length",
    "connection",
    "transfer-encoding",
    "date",
    "server",
}
"""Headers that a proxy does not pass on."""


@contextmanager
def run_proxy(target: str, alterations: dict[str, Alteration]) -> Iterator[str]:
    """Run a proxy that alters the JSON of the responses at some paths, and yield its address."""

    class Proxy(Handler):
        def do_GET(self) -> None:
            self.forward(None)

        def do_POST(self) -> None:
            self.forward(self.read_body())

        def forward(self, body: bytes | None) -> None:
            headers = pass_on(self.headers)
            response = fetch(target, self.path, self.command, body, headers)
            data = response.body
            alter = alterations.get(urlsplit(self.path).path)
            is_json = response.headers["Content-Type"] == "application/json"
            if alter and response.status == 200 and is_json:
                fields = response.json
                alter(fields)
                data = json.dumps(fields).encode()
            self.respond(response.status, data, **pass_on(response.headers))

    with run_http_server(Proxy) as address:
        yield address


def pass_on(headers: "Message[str, str]") -> dict[str, str]:
    """Return the headers that a proxy passes on."""
    return {
        name: value
        for name, value in headers.items()
        if name.lower() not in OF_ONE_CONNECTION
    }


CHECKS = {
    "pages and document",
    "lists",
    "unseeded, caching",
    "decks",
    "games",
    "integers, strips, items",
    "batches",
    "text, NDJSON, arrays",
    "known results",
    "refusals",
    "sealed shoes",
    "verification",
    "proofs",
    "signatures",
}


def test_every_response_of_a_deployment_with_all_keys_is_right_and_the_guide_counts_them(
    keyed: str, seed: int
) -> None:
    code, report = check_deployment(f"{keyed}/", "--seed", str(seed))
    assert code == VALID, report
    rows = read_rows(report)
    assert rows.keys() == CHECKS
    for name, row in rows.items():
        assert row.result == "right", name
        assert row.requests >= 2, name
    total = sum(row.requests for row in rows.values())
    assert report.endswith(f"All {total} responses are right.\n")
    assert "note" not in report
    check_number_told(total)


def check_number_told(total: int) -> None:
    """Check that operators read of about as many requests as a check sends."""
    guide = ROOT / "docs" / "operate.md"
    [told] = re.findall(r"some (\d+) requests from outside", guide.read_text())
    is_near = abs(int(told) - total) < total / 20
    assert is_near, f"{guide} tells of {told} requests; it is {total} now"


NO_KEY = "it requires an API key: set VERIFY_API_KEY to one that it accepts"


def test_without_seeds_and_keys_the_form_is_checked() -> None:
    key = "a key of a test"
    digest = sha256(key.encode()).hexdigest()
    with run_service(ALLOW_SEEDS="false", API_KEYS=digest) as base:
        without_key = check_deployment(base)
        with_another = check_deployment(base, VERIFY_API_KEY="another")
        code, report = check_deployment(base, VERIFY_API_KEY=key)
    refused = Run(UNREADABLE, f"cannot be checked: {base}: {NO_KEY}\n")
    assert without_key == refused
    assert with_another == refused
    assert code == VALID, report
    rows = read_rows(report)
    assert rows["decks"] == Row(2 * len(DECKS), "right")
    assert rows["games"].requests > 100
    assert "seeds are turned off" in report
    assert "no keys for proofs (VRF_KEYS)" in report
    assert "no keys for signatures (SIGNING_KEYS)" in report
    assert "not checked" in report


def swap_cards(fields: dict[str, Any]) -> None:
    cards = fields["hands"][0]["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def extend_seed(fields: dict[str, Any]) -> None:
    fields["seed"] += "?"


def reverse_drums(fields: dict[str, Any]) -> None:
    for drum in fields["integers"][:2]:
        drum.reverse()


def reveal_another_seed(fields: dict[str, Any]) -> None:
    fields["receipt"]["server_seed"] = "0" * 64


ALTERATIONS: dict[str, Alteration] = {
    "/v1/games/whist/deal": swap_cards,
    "/v1/decks/tarot/shuffle": extend_seed,
    "/v1/integers/draw": reverse_drums,
    "/v1/orders/rank": lambda fields: fields.update(rank="22"),
    "/v1/shoes/reveal": reveal_another_seed,
    "/v1/verify": lambda fields: fields.update(valid=True),
}
DIFFERENCES = {
    "/v1/games/whist/deal": "hands[0].cards[0]: expected",
    "/v1/decks/tarot/shuffle": "seed: expected",
    "/v1/integers/draw": "integers[0][0]: expected",
    "/v1/orders/rank": 'rank: expected "23", seen "22"',
    "the receipt of": "commitment: expected",
    "/v1/verify": "valid: expected false, seen true",
}
"""The beginning of what a report says of the alterations, each by what is in its label."""


def test_altered_responses_are_found_and_named(keyed: str) -> None:
    with run_proxy(keyed, ALTERATIONS) as url:
        code, report = check_deployment(url, "--seed", "a")
    assert code == NOT_VALID, report
    wrong = re.findall(r"^WRONG (.*)\n    (.*)$", report, re.MULTILINE)
    for path, reason in DIFFERENCES.items():
        found = [text for label, text in wrong if path in label]
        assert any(text.startswith(reason) for text in found), path
    rows = read_rows(report)
    assert rows["proofs"].result == "right"
    assert rows["signatures"].result == "right"


def test_a_malformed_response_is_wrong_and_the_other_checks_are_made(
    keyed: str,
) -> None:
    without_terms: dict[str, Alteration] = {
        "/v1/shoes/reveal": lambda fields: fields["receipt"].pop("terms")
    }
    with run_proxy(keyed, without_terms) as url:
        code, report = check_deployment(url)
    assert code == NOT_VALID, report
    assert "\nWRONG sealed shoes\n    it cannot be checked: " in report
    assert read_rows(report)["signatures"].result == "right"


def test_a_service_that_cannot_be_reached_is_neither_right_nor_wrong() -> None:
    code, report = check_deployment(f"http://127.0.0.1:{free_port()}")
    assert code == UNREADABLE, report
    assert "ECONNREFUSED" in report


@for_each(
    ("arguments", "reason"),
    [
        (("cards.example",), "the URL of a service was expected"),
        (("http://127.0.0.1:1", "--sed", "a"), "only --seed and a text were expected"),
    ],
)
def test_arguments_that_name_no_check_are_refused(
    arguments: tuple[str, ...], reason: str
) -> None:
    code, report = check_deployment(*arguments)
    assert code == UNREADABLE, report
    assert reason in report

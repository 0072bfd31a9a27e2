"""`node verify/verify.mjs deployment URL`: the check of a running service from outside."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.cards.deck import DECKS
from tests.conftest import ROOT, run_service
from tests.independent.verifier import run_program
from tests.peers import Handler, run_http_server
from tests.server.client import fetch
from tools.ports import free_port

pytestmark = pytest.mark.node


def check_deployment(url: str, *arguments: str, **environment: str) -> tuple[int, str]:
    return run_program("deployment", url, *arguments, env=os.environ | environment)


def read_rows(report: str) -> dict[str, tuple[int, str]]:
    """Return the number of requests and the result of each check in a report."""
    split = (
        line.split() for line in re.findall(r"^  (?! |note).*$", report, re.MULTILINE)
    )
    return {
        " ".join(words[:-2]): (int(words[-2]), words[-1])
        for words in split
        if words[-2].isdecimal()
    }


Alteration = Callable[[dict[str, Any]], object]


OF_ONE_CONNECTION = {
    "host",
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
            headers = {
                name: value
                for name, value in self.headers.items()
                if name.lower() not in OF_ONE_CONNECTION
            }
            response = fetch(target, self.path, self.command, body, headers)
            data = response.body
            alter = alterations.get(urlsplit(self.path).path)
            if (
                alter
                and response.status == 200
                and response.headers["Content-Type"] == "application/json"
            ):
                fields = response.json
                alter(fields)
                data = json.dumps(fields).encode()
            self.respond(
                response.status,
                data,
                **{
                    name: value
                    for name, value in response.headers.items()
                    if name.lower() not in OF_ONE_CONNECTION
                },
            )

    with run_http_server(Proxy) as address:
        yield address


def test_every_response_of_a_deployment_with_all_keys_is_right(
    keyed: str, seed: int
) -> None:
    code, report = check_deployment(f"{keyed}/", "--seed", str(seed))
    assert code == 0, report
    rows = read_rows(report)
    assert {result for _, result in rows.values()} == {"right"}, report
    assert len(rows) == 14
    assert min(requests for requests, _ in rows.values()) >= 2
    total = sum(requests for requests, _ in rows.values())
    assert report.endswith(f"All {total} responses are right.\n")
    [told] = re.findall(
        r"some (\d+) requests from outside", (ROOT / "docs" / "operate.md").read_text()
    )
    assert abs(int(told) - total) < total / 20, total
    assert "note" not in report


def test_without_seeds_and_keys_the_form_is_checked() -> None:
    key = "a key of a test"
    with run_service(
        ALLOW_SEEDS="false", API_KEYS=sha256(key.encode()).hexdigest()
    ) as base:
        code, report = check_deployment(base, VERIFY_API_KEY=key)
        refused = [
            check_deployment(base),
            check_deployment(base, VERIFY_API_KEY="another"),
        ]
    reason = f"cannot be checked: {base}: it requires an API key: set VERIFY_API_KEY to one that it accepts\n"
    assert refused == [(3, reason)] * 2
    assert code == 0, report
    rows = read_rows(report)
    assert rows["decks"] == (2 * len(DECKS), "right")
    assert rows["games"][0] > 100
    for note in (
        "seeds are turned off",
        "no keys for proofs (VRF_KEYS)",
        "no keys for signatures (SIGNING_KEYS)",
    ):
        assert note in report
    assert "not checked" in report


def swap_cards(fields: dict[str, Any]) -> None:
    cards = fields["hands"][0]["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def test_altered_responses_are_found_and_named(keyed: str) -> None:
    alterations: dict[str, Alteration] = {
        "/v1/games/whist/deal": swap_cards,
        "/v1/decks/tarot/shuffle": lambda fields: fields.update(
            seed=f"{fields['seed']}?"
        ),
        "/v1/integers/draw": lambda fields: (
            fields["integers"][1].reverse() or fields["integers"][0].reverse()
        ),
        "/v1/orders/rank": lambda fields: fields.update(rank="22"),
        "/v1/shoes/reveal": lambda fields: fields["receipt"].update(
            server_seed="0" * 64
        ),
        "/v1/verify": lambda fields: fields.update(valid=True),
    }
    with run_proxy(keyed, alterations) as url:
        code, report = check_deployment(url, "--seed", "a")
    assert code == 1, report
    wrong = dict(re.findall(r"^WRONG (.*)\n    (.*)$", report, re.MULTILINE))
    for path, reason in {
        "/v1/games/whist/deal": "hands[0].cards[0]: expected",
        "/v1/decks/tarot/shuffle": "seed: expected",
        "/v1/integers/draw": "integers[0][0]: expected",
        "/v1/orders/rank": 'rank: expected "23", seen "22"',
        "the receipt of": "commitment: expected",
        "/v1/verify": "valid: expected false, seen true",
    }.items():
        assert [
            found
            for label, found in wrong.items()
            if path in label and found.startswith(reason)
        ], path
    rows = read_rows(report)
    assert rows["proofs"][1] == rows["signatures"][1] == "right"


def test_a_malformed_response_is_wrong_and_the_other_checks_are_made(
    keyed: str,
) -> None:
    with run_proxy(
        keyed, {"/v1/shoes/reveal": lambda fields: fields["receipt"].pop("terms")}
    ) as url:
        code, report = check_deployment(url)
    assert code == 1, report
    assert re.search(
        r"^WRONG sealed shoes\n    it cannot be checked: ", report, re.MULTILINE
    )
    assert read_rows(report)["signatures"][1] == "right"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((f"http://127.0.0.1:{free_port()}",), "ECONNREFUSED"),
        (("cards.example",), "the URL of a service was expected"),
        (("http://127.0.0.1:1", "--sed", "a"), "only --seed and a text were expected"),
    ],
)
def test_a_service_that_cannot_be_reached_is_neither_right_nor_wrong(
    arguments: tuple[str, ...], reason: str
) -> None:
    code, report = check_deployment(*arguments)
    assert (code, reason in report) == (3, True), report

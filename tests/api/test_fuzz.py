"""schemathesis: what openapi.yaml promises, held against a live service.

Every phase (examples, coverage, fuzzing, stateful) runs with every check. The one thing that is let pass is a request
that the document allows and the service refuses because its values do not go together, pass a limit or come too late,
which OpenAPI cannot express; such problems have types of their own. A value that is refused for itself is a failure.
The last phase follows the document's links, and what was answered with a seed, or revealed, must verify.
"""

import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis import HookContext
from schemathesis.checks import CheckContext
from schemathesis.core.failures import Failure
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case
from schemathesis.generation.meta import TestPhase
from schemathesis.openapi.checks import RejectedPositiveData

from service.api.resources.shoe_examples import KEY, OPENED
from service.api.schemas.requests import PARAMETERS
from service.core.cards.decks import DECKS
from service.core.games.catalogue import GAMES
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import DEFAULT_SHUFFLE
from service.pictures.galleries import GALLERIES
from tests.api.spec import SPEC
from tests.conftest import ROOT, run_service

pytestmark = pytest.mark.fuzz

PHASES = ("examples", "coverage", "fuzzing", "stateful")
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "100"))  # for each operation and phase; 100 take two or three minutes
CONFIG = """\
[warnings]
fail-on = true

[checks.positive_data_acceptance]
expected-statuses = ["2xx"]

[checks.negative_data_rejection]
expected-statuses = ["400", "404", "413", "414", "415", "422"]

[phases.coverage]
generate-duplicate-query-parameters = true
"""


@schemathesis.hook
def filter_failure(context: HookContext, failure: Failure, case: Case[Any], response: Response) -> bool:
    """Whether schemathesis, which imports this module for it, is to count a failure."""
    if not (isinstance(failure, RejectedPositiveData) and response.status_code in {409, 413, 422}):
        return True
    return str(response.json()["type"]).rpartition("/")[2] not in _NOT_EXPRESSED


_NOT_EXPRESSED = {"refused", "conflict", "too-large"}
"""Problems that depend on what OpenAPI cannot express: values together, a shoe's state, how long all of a body is."""


@schemathesis.hook
def map_body(context: HookContext, body: Any) -> Any:
    """A body whose whole numbers are written as such: 7 and not 7.0, which JSON Schema cannot tell apart."""
    match body:
        case float() if body.is_integer() and abs(body) < 2**53:
            return int(body)
        case list():
            return [map_body(context, item) for item in body]
        case dict():
            return {name: map_body(context, value) for name, value in body.items()}
        case _:
            return body


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], **_: Any) -> None:
    """Take out of a case the parameters that do not go together, for which nearly all would be refused.

    That they are refused is for the tests of tests/api to say.
    """
    if is_positive(case):
        picture(case.path_parameters or {})
        if is_stateful(case):
            if case.operation.path == "/v1/verify":
                return  # an answer, as it was answered
            if "Verify" in links_of(case):
                seed(case)
        for said in (case.query, case.body):
            if isinstance(said, dict):
                named = {"deck": said["deck"]} if case.operation.path == "/v1/shoes" and "deck" in said else {}
                fit({**(case.path_parameters or {}), **named}, said)


def is_positive(case: Case[Any]) -> bool:
    """Whether all of it is as the document allows."""
    modes = [case.meta.generation.mode, *(part.mode for part in case.meta.components.values())] if case.meta else []
    return bool(modes) and all(mode.is_positive for mode in modes)


def is_stateful(case: Case[Any]) -> bool:
    """Whether it belongs to a chain of requests, each of which takes something from the answer to the one before."""
    return case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL


def links_of(case: Case[Any]) -> dict[str, Any]:
    """Where its answer leads."""
    found: dict[str, Any] = case.operation.definition.raw["responses"].get("200", {}).get("links", {})
    return found


def seed(case: Case[Any]) -> None:
    """Give a seed to a request that has none, so that its answer can be verified."""
    if case.operation.method.upper() == "GET":
        case.query = {"seed": "linked", **(case.query or {})}
    elif isinstance(case.body, dict) and case.operation.path != "/v1/shoes/reveal":
        case.body.setdefault("seed", "linked")


@schemathesis.check
def what_is_answered_verifies(context: CheckContext, response: Response, case: Case[Any]) -> None:
    """A seeded answer or a receipt that is sent to be verified as it came is right."""
    if case.operation.path == "/v1/verify" and is_stateful(case) and is_positive(case) and response.status_code == 200:
        body = case.body if isinstance(case.body, dict) else {}
        if isinstance(body.get("receipt"), dict) or body.keys() >= {"stream", "seed", "draws"}:
            assert response.json()["valid"] is True, response.text


def picture(names: dict[str, Any]) -> None:
    """Name a picture that there is, instead of one of all the codes and numbers that the document allows."""
    gallery = GALLERIES.get(names.get("deck", ""))
    if gallery and "code" in names:
        codes = list(gallery.numbers)
        names["code"] = codes[len(str(names["code"])) % len(codes)]
    if gallery and str(names.get("number", "")).isdecimal():  # an example is written as text
        names["number"] = int(names["number"]) % (len(gallery.cards) + 1)


def fit(names: dict[str, Any], said: dict[str, Any]) -> None:
    """Take out, or make fit, what does not fit the deck or game that is named, the notation or the algorithm."""
    keep(said, {"exclude", "sign"}, ())  # of all texts, few are cards; and this service has no keys
    if deck := DECKS.get(names.get("deck", "")):
        keep(said, _OF_DECKS, deck.options)
        if "hands" in said:
            keep(said, {"packets"}, ())
            said |= {"hands": 3, "cards": 5}
    if game := GAMES.get(names.get("game", "")):
        keep(said, _OF_GAMES, game.options)
        if "players" in said:
            said["players"] = game.players.default
    for name, others in _ALONE.items():
        if name in said:
            keep(said, others, ())
    for name, value, others in _TOGETHER:
        if name not in said or (value is not None and said[name] != value):
            keep(said, others, ())
    if "n" in said and "trials" not in said:
        keep(said, {"seed", "index"}, ())
    said |= {name: value for name, value in _FIXED.items() if name in said and not is_token(said[name])}
    for name, most in _AMOUNTS.items():
        if type(said.get(name)) is int:
            said[name] = min(said[name], most)
    shuffle = SHUFFLES.get(names.get("name", said.get("algorithm", DEFAULT_SHUFFLE)))
    keep(said, PARAMETERS, shuffle.defaults if shuffle else ())


def keep(said: dict[str, Any], some: Collection[str], fitting: Collection[str]) -> None:
    """Of some parameters, only those that fit."""
    for name in some:
        if name not in fitting:
            said.pop(name, None)


def is_token(value: object) -> bool:
    """Whether it is what an answer before had for a token."""
    return isinstance(value, str) and len(value) == len(OPENED)


_FIXED = {"shoe": OPENED, "max": 60, "n": 4, "trials": 300}
"""What hardly ever fits by chance: of all texts, hardly any are tokens."""
_AMOUNTS = {"count": 20, "burn": 20, "cut": 20, "repeats": 50, "passes": 7}
_ALONE = {
    "deal_number": ("seed", "index", "algorithm", "suit_order", *PARAMETERS),
    "format": ("notation", "name_style"),
    "replacement": ("algorithm", *PARAMETERS),
    "max": ("min",),
    "n": ("rand_bits", "below", "order"),
}
"""Parameters, and those that do not go with them."""
_TOGETHER = (
    ("seed", None, ("index",)),
    ("notation", "name", ("name_style",)),
    ("reshuffle", "at_cut", ("cut",)),
)
"""Parameters, perhaps with a value, without which some others say nothing."""
_OF_DECKS = {option for deck in DECKS.values() for option in deck.options}
_OF_GAMES = {"decks", *_OF_DECKS, *(option for game in GAMES.values() for option in game.options)}


@pytest.fixture
def documented() -> Iterator[str]:
    """The base address of a running service to which the tokens of the document's examples are its own."""
    with run_service(SHOE_KEYS=KEY, SHOE_TTL=str(2**40)) as base:
        yield base


def with_links_as_they_are() -> dict[str, Any]:
    """The document; what a link says is all of the body that it leads to, and is not mixed with one made up."""
    document: dict[str, Any] = json.loads(json.dumps(SPEC))
    for methods in document["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                for link in operation["responses"].get("200", {}).get("links", {}).values():
                    link["x-schemathesis"] = {"merge_body": False}
    return document


def test_the_service_does_what_its_document_says(documented: str, tmp_path: Path) -> None:
    config, report, document = (tmp_path / name for name in ("schemathesis.toml", "report.json", "openapi.json"))
    config.write_text(CONFIG)
    document.write_text(json.dumps(with_links_as_they_are()))
    command = [
        *(sys.executable, "-m", "schemathesis.cli", f"--config-file={config}", "--no-color"),
        *("run", str(document), f"--url={documented}"),
        *("--checks=all", f"--phases={','.join(PHASES)}", "--mode=all", "--max-response-time=20"),
        # One worker and no chance: the same requests every time.
        *("--workers=1", "--generation-deterministic", f"--max-examples={EXAMPLES}"),
        *("--report=json", f"--report-json-path={report}", "--output-sanitize=false"),
    ]
    hooked = os.environ | {"SCHEMATHESIS_HOOKS": __name__, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        command, cwd=tmp_path, env=hooked, capture_output=True, text=True, timeout=600 + 10 * EXAMPLES, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    told = json.loads(report.read_text())
    assert told["complete"]
    assert {name: told["phases"][name]["status"] for name in PHASES} == dict.fromkeys(PHASES, "success")
    assert told["operations"]["tested"] == told["operations"]["total"]

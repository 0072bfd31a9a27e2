"""Proved responses of a live service, checked by an implementation in another language and by the service.

PROVED_RESPONSES is the number of responses, by default 200. Each goes to both verifiers as it is, and again with one
value altered: both reject it, and name the same place.
"""

import json
import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from re import escape, fullmatch
from secrets import token_urlsafe

import pytest

from service.core.crypto.keys import VrfKey
from service.core.texts import find_ambiguity
from service.proofs.vrf import build_alpha, make_proof
from tests.conftest import KEYS
from tests.core.test_vectors import VECTORS
from tests.independent.condition_generator import ConditionGenerator
from tests.independent.request_generator import ApiRequest, Fields, RequestGenerator
from tests.independent.test_independent import Leaf, list_leaves, unchecked_members
from tests.independent.verifier import Service, run_program, run_verifier
from tests.proofs.test_drand import QUICK_1, QUICK_2, QUICK_3

pytestmark = pytest.mark.node

RESPONSES = int(os.environ.get("PROVED_RESPONSES", "200"))
BEACONS = [
    {"chain_hash": one.chain_hash, "round": one.round, "signature": one.signature}
    for one in (QUICK_1, QUICK_2, QUICK_3)
]
DRAWN = ("cards", "indices", "integers", "hands", "piles", "dealt", "groups", "pairs")
LEAF = r"(?:.*\.)?(?:cards|indices|integers)(?:\[\d+\])+"
PROOF = r"proof\.pi"


@pytest.fixture(scope="module")
def keys() -> list[VrfKey]:
    """The key that proves, and a retired one."""
    return [VrfKey.from_base64url(text) for text in KEYS["VRF_KEYS"].split(", ")]


class ProofGenerator:
    def __init__(self, seed: int, key: VrfKey) -> None:
        self.plain, self.conditional = RequestGenerator(seed), ConditionGenerator(seed)
        self.random, self.key = self.plain.random, key

    def generate(self) -> Iterator[ApiRequest]:
        """Yield requests for ever; the service may refuse some."""
        requests = self.plain.generate()
        while True:
            request = (
                self.conditional.batch_request()
                if self.random.random() < 0.15
                else next(requests)
            )
            if "deal_number" not in request.fields:
                fields = {
                    name: value
                    for name, value in request.fields.items()
                    if name not in {"seed", "index"}
                }
                yield ApiRequest(request.path, fields | {"prove": self.choose_terms()})

    def choose_terms(self) -> Fields:
        players = [self.choose_text() for _ in range(self.random.choice([1, 2, 4, 64]))]
        terms = {
            "game": self.choose_text(),
            "round": self.plain.choose_index(),
            "players": players,
        }
        beacon = (
            {"beacon": self.random.choice(BEACONS)}
            if self.random.random() < 0.1
            else {}
        )
        return {"key": self.key.kid, **terms, **beacon}

    def choose_text(self) -> str:
        """Return a text that is not refused: characters which make it look like another are left out."""
        text = ""
        for character in str(self.plain.choose_seed()):
            text += "" if find_ambiguity(text + character) else character
        return text or "x"


def collect(service: Service, seed: int, key: VrfKey) -> list[Fields]:
    """Return proved responses; requests that are refused are left out."""
    found: list[Fields] = []
    requests = ProofGenerator(seed, key).generate()
    while len(found) < RESPONSES:
        request = next(requests)
        status, response = service.send(request.path, request.fields)
        assert status in {200, 422}, (request, response)
        if status == 200:
            found.append(request.add_list(response))
        else:
            assert response["errors"].keys() <= {
                "where",
                "given",
                "algorithm",
                "max_candidates",
            }, (request, response)
    return found


@dataclass
class Alterations:
    """Alterations of a proved response; each returns a pattern of the path where a check must find it."""

    response: Fields
    random: Random
    retired: VrfKey

    def choose(self) -> Callable[[], str]:
        kinds = [
            self.alter_round,
            self.alter_player,
            self.alter_terms,
            self.alter_request,
            self.alter_pi,
        ]
        kinds += [self.alter_kid, self.alter_seed, self.alter_index, self.alter_size]
        return self.random.choice(
            [*kinds, *[self.alter_card] * 4] if self.list_drawn() else kinds
        )

    @property
    def alpha(self) -> Fields:
        alpha: Fields = self.response["proof"]["alpha"]
        return alpha

    def alter_round(self) -> str:
        self.alpha["round"] += 1 if self.alpha["round"] < 2**53 - 1 else -1
        return PROOF

    def alter_player(self) -> str:
        """Replace the text of a player, exchange two, or leave one out."""
        players = self.alpha["players"]
        match self.random.choice(["replace", "reverse", "remove"]):
            case "reverse" if players != players[::-1]:
                players.reverse()
            case "remove" if len(players) > 1:
                players.pop()
            case _:
                players[self.random.randrange(len(players))] = "somebody else"
        return PROOF

    def alter_terms(self) -> str:
        if "beacon" in self.alpha and self.random.random() < 0.5:
            self.alpha["beacon"]["round"] += 1
        else:
            self.alpha["game"] = "another game"
        return PROOF

    def alter_request(self) -> str:
        self.alpha["request"][self.random.choice(list(self.alpha["request"]))] = (
            "another"
        )
        return PROOF

    def alter_pi(self) -> str:
        """Flip a bit."""
        pi = int(self.response["proof"]["pi"], 16) ^ 1 << self.random.randrange(640)
        self.response["proof"]["pi"] = f"{pi:0160x}"
        return PROOF

    def alter_kid(self) -> str:
        self.response["proof"]["kid"] = self.retired.kid
        return PROOF

    def alter_seed(self) -> str:
        seed = int(self.response["seed"], 16) ^ 1 << self.random.randrange(512)
        self.response["seed"] = f"{seed:0128x}"
        return "seed"

    def alter_index(self) -> str:
        self.response["index"] = self.random.randint(1, 2**53 - 100)
        return "index"

    def alter_size(self) -> str:
        """Alter the number of cards; integers have none, and a list of another size may fit no rules."""
        if "size" not in self.response or "items_sha256" in self.response:
            return self.alter_seed()
        self.response["size"] += 1
        return "size"

    def alter_card(self) -> str:
        path, parent, key = self.random.choice(self.list_drawn())
        parent[key] = (
            parent[key] + 1 if isinstance(parent[key], int) else f"{parent[key]}."
        )
        return escape(path)

    def list_drawn(self) -> list[Leaf]:
        drawn = {
            name: self.response[name]
            for name in DRAWN
            if isinstance(self.response.get(name), list | dict)
        }
        return [leaf for leaf in list_leaves("", drawn) if fullmatch(LEAF, leaf.path)]


def write_keys(folder: Path, *keys: Fields) -> str:
    """Write a set of keys to jwks.json in a folder, and return the path."""
    path = folder / "jwks.json"
    path.write_text(json.dumps({"keys": keys}))
    return str(path)


def list_unchecked(response: Fields) -> set[str]:
    """Return the members that the independent implementation cannot check."""
    unchecked = unchecked_members(response)
    if unchecked == {
        "items"
    }:  # the proof has the hash of the list, which is in the response
        unchecked = set()
    return unchecked | ({"beacon"} if "beacon" in response["proof"]["alpha"] else set())


@pytest.fixture
def key_file(keys: list[VrfKey], tmp_path: Path) -> str:
    return write_keys(tmp_path, *(key.jwk for key in keys))


def test_random_proved_responses_are_valid_and_an_alteration_is_located(
    keyed: str, keys: list[VrfKey], key_file: str, seed: int
) -> None:
    service = Service(keyed)
    responses = collect(service, seed, keys[0])
    for response, result in zip(
        responses, run_verifier("lines", responses, "--keys", key_file), strict=True
    ):
        unchecked = list_unchecked(response)
        assert set(result.pop("unchecked", ())) == unchecked, (result, response)
        assert len(result.pop("notes")) == 1
        assert ("derived" in result) == ("beacon" in response["proof"]["alpha"])
        result.pop("derived", None)
        assert result == {"valid": None if unchecked else True}, response
        assert service.find_difference(response) is None, response
    for result in run_verifier("lines", responses):
        assert (result["valid"], "proof" in result["unchecked"]) == (None, True)
    random = Random(seed)
    altered = deepcopy(responses)
    patterns = []
    for genuine, response in zip(responses, altered, strict=True):
        patterns.append(Alterations(response, random, keys[1]).choose()())
        assert response != genuine
    results = run_verifier("lines", altered, "--keys", key_file)
    for response, pattern, result in zip(altered, patterns, results, strict=True):
        assert result["valid"] is False, (pattern, result, response)
        where = result["difference"]["where"]
        assert fullmatch(pattern, where), (pattern, where, response)
        assert service.find_difference(response) == where, (pattern, where, response)


def test_a_proof_under_a_key_that_nobody_knows_is_unchecked_and_the_rest_is_checked(
    keyed: str, keys: list[VrfKey], key_file: str
) -> None:
    service = Service(keyed)
    terms = {"key": keys[0].kid, "game": "table 7", "round": 1, "players": ["k3v9"]}
    response = service.post("/v1/games/holdem/deal", prove=terms)
    response["proof"]["kid"] = "A" * 43
    (result,) = run_verifier("lines", [response], "--keys", key_file)
    verified = service.post("/v1/verify", **response)
    assert (result["valid"], verified["valid"]) == (None, None)
    assert result["unchecked"].keys() == verified["unchecked"].keys() == {"proof"}
    response["hands"][0]["cards"].reverse()
    (result,) = run_verifier("lines", [response])
    assert (
        result["difference"]["where"]
        == service.find_difference(response)
        == "hands[0].cards[0]"
    )


def test_a_proof_that_fixes_no_list_is_refused(keyed: str, keys: list[VrfKey]) -> None:
    terms = {"key": keys[0].kid, "game": "table 7", "round": 1, "players": ["k3v9"]}
    path = "/v1/items/shuffle"
    where = "proof.alpha.request.items_sha256"
    service = Service(keyed)
    request = service.post(path, items=[1, 2, 3], prove=terms)["proof"]["alpha"][
        "request"
    ]
    seed, proof = make_proof(
        keys[0], build_alpha(terms, request | {"items_sha256": None})
    )
    file = service.post(path, items=["b", "a", 1e300], seed=seed) | {"proof": proof}
    [result] = run_verifier("lines", [file])
    assert result["refused"]["where"] == where
    assert str(service.find_difference(file)).startswith(where)


@pytest.mark.parametrize(
    ("changes", "arguments", "code", "output"),
    [
        ({}, ["--keys", "jwks.json"], 0, "valid\n"),
        (
            {},
            [],
            2,
            "Nothing differs, but not everything was checked:\n  proof: the key ",
        ),
        ({"seed": "42"}, ["--keys", "jwks.json"], 1, "not valid: seed differs\n"),
        (
            {"proof": {}},
            ["--keys", "jwks.json"],
            3,
            "cannot be checked: proof.scheme: this member is missing",
        ),
        (
            {},
            ["--keys", "response.json"],
            3,
            "cannot be checked: keys: a list was expected",
        ),
        (
            {},
            ["--keys"],
            3,
            "cannot be checked: Option '--keys <value>' argument missing",
        ),
    ],
)
def test_the_program_checks_a_file_with_the_keys_of_another(
    changes: Fields, arguments: list[str], code: int, output: str, tmp_path: Path
) -> None:
    case = VECTORS["proofs"][0]
    write_keys(tmp_path, case["jwk"])
    (tmp_path / "response.json").write_text(json.dumps(case["answer"] | changes))
    status, printed = run_program("response.json", *arguments, cwd=tmp_path)
    assert (status, printed.startswith(output)) == (code, True), printed


def test_a_response_without_its_proof_is_refused_if_there_are_keys(
    tmp_path: Path,
) -> None:
    case = VECTORS["proofs"][0]
    write_keys(tmp_path, case["jwk"])
    seeded = {name: value for name, value in case["answer"].items() if name != "proof"}
    seeded["request"] = {"path": case["path"], "count": 5, "seed": seeded["seed"]}
    assert run_verifier("lines", [seeded]) == [{"valid": True}]
    (result,) = run_verifier("lines", [seeded], "--keys", str(tmp_path / "jwks.json"))
    assert (result["valid"], result["refused"]["where"]) == (None, "proof")


def test_a_key_that_is_not_that_of_its_id_is_refused(tmp_path: Path) -> None:
    case = VECTORS["proofs"][0]
    other = VrfKey.from_base64url(token_urlsafe(32)).jwk
    for changes in ({"x": other["x"]}, {"crv": "Ed448"}, {"x": "A" * 43}, {"x": None}):
        (result,) = run_verifier(
            "lines",
            [case["answer"]],
            "--keys",
            write_keys(tmp_path, case["jwk"] | changes),
        )
        assert (result["valid"], result["refused"]["where"]) == (None, "keys")

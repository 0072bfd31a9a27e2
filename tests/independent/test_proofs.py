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
from service.names.texts import find_ambiguity
from service.proofs.vrf import build_alpha, make_proof
from tests.conftest import KEYS
from tests.independent.condition_generator import ConditionGenerator
from tests.independent.request_generator import ApiRequest, Fields, RequestGenerator
from tests.independent.responses import Leaf, list_leaves, unchecked_members
from tests.independent.verifier import (
    NOT_VALID,
    PARTLY_CHECKED,
    UNREADABLE,
    VALID,
    Service,
    run_program,
    run_verifier,
)
from tests.proofs.rounds import QUICK_1, QUICK_2, QUICK_3
from tests.vectors.files import VECTORS

pytestmark = pytest.mark.node

RESPONSES = int(os.environ.get("PROVED_RESPONSES", "200"))
BEACONS = [
    {
        "chain_hash": beacon.chain_hash,
        "round": beacon.round,
        "signature": beacon.signature,
    }
    for beacon in (QUICK_1, QUICK_2, QUICK_3)
]
CASE = VECTORS["proofs"][0]
REFUSED_FIELDS = {"where", "given", "algorithm", "max_candidates"}
"""The parameters that may not go together in a random request."""
DRAWN = ("cards", "indices", "integers", "hands", "piles", "dealt", "groups", "pairs")
LEAF = r"(?:.*\.)?(?:cards|indices|integers)(?:\[\d+\])+"
PROOF = r"proof\.pi"


@pytest.fixture(scope="module")
def keys() -> list[VrfKey]:
    """The key that proves, and a retired one."""
    return [VrfKey.from_base64url(text) for text in KEYS["VRF_KEYS"].split(", ")]


class ProofGenerator:
    def __init__(self, seed: int, key: VrfKey) -> None:
        self.plain = RequestGenerator(seed)
        self.conditional = ConditionGenerator(seed)
        self.random = self.plain.random
        self.key = key

    def generate(self) -> Iterator[ApiRequest]:
        """Yield requests for ever; the service may refuse some."""
        requests = self.plain.generate()
        while True:
            has_condition = self.random.random() < 0.15
            plain = next(requests)
            request = self.conditional.batch_request() if has_condition else plain
            if "deal_number" not in request.fields:
                fields = dict(request.fields)
                fields.pop("seed", None)
                fields.pop("index", None)
                yield ApiRequest(request.path, fields | {"prove": self.choose_terms()})

    def choose_terms(self) -> Fields:
        count = self.random.choice([1, 2, 4, 64])
        terms: Fields = {
            "key": self.key.kid,
            "game": self.choose_text(),
            "round": self.plain.choose_index(),
            "players": [self.choose_text() for _ in range(count)],
        }
        if self.random.random() < 0.1:
            terms["beacon"] = self.random.choice(BEACONS)
        return terms

    def choose_text(self) -> str:
        """Return a text that is not refused: characters which make it look like another are left out."""
        text = ""
        for character in str(self.plain.choose_seed()):
            if not find_ambiguity(text + character):
                text += character
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
            assert response["errors"].keys() <= REFUSED_FIELDS, (request, response)
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
            self.alter_kid,
            self.alter_seed,
            self.alter_index,
            self.alter_size,
        ]
        if self.list_drawn():
            kinds += [self.alter_card] * 4
        return self.random.choice(kinds)

    @property
    def alpha(self) -> Fields:
        alpha: Fields = self.response["proof"]["alpha"]
        return alpha

    def alter_round(self) -> str:
        is_last = self.alpha["round"] == 2**53 - 1
        self.alpha["round"] += -1 if is_last else 1
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
        request = self.alpha["request"]
        member = self.random.choice(list(request))
        request[member] = "another"
        return PROOF

    def alter_pi(self) -> str:
        proof = self.response["proof"]
        proof["pi"] = self.flip_bit(proof["pi"])
        return PROOF

    def flip_bit(self, digits: str) -> str:
        """Return hexadecimal digits with one of their bits flipped."""
        bit = 1 << self.random.randrange(4 * len(digits))
        return f"{int(digits, 16) ^ bit:0{len(digits)}x}"

    def alter_kid(self) -> str:
        self.response["proof"]["kid"] = self.retired.kid
        return PROOF

    def alter_seed(self) -> str:
        self.response["seed"] = self.flip_bit(self.response["seed"])
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
        leaf = self.random.choice(self.list_drawn())
        leaf.alter()
        return escape(leaf.path)

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
    # The proof has the hash of the list, which is in the response.
    if unchecked == {"items"}:
        unchecked = set()
    if "beacon" in response["proof"]["alpha"]:
        unchecked.add("beacon")
    return unchecked


@pytest.fixture
def key_file(keys: list[VrfKey], tmp_path: Path) -> str:
    """Return the path of a file with the keys."""
    return write_keys(tmp_path, *(key.jwk for key in keys))


def check_file(file: Fields, *arguments: str) -> Fields:
    """Return the verdict of the independent implementation on one file."""
    [verdict] = run_verifier("lines", [file], *arguments)
    return verdict


def make_terms(key: VrfKey) -> Fields:
    """Return the terms of a proof, which callers agree on."""
    return {"key": key.kid, "game": "table 7", "round": 1, "players": ["k3v9"]}


def test_random_proved_responses_are_valid_and_an_alteration_is_located(
    keyed: str, keys: list[VrfKey], key_file: str, seed: int
) -> None:
    service = Service(keyed)
    responses = collect(service, seed, keys[0])
    results = run_verifier("lines", responses, "--keys", key_file)
    for response, result in zip(responses, results, strict=True):
        unchecked = list_unchecked(response)
        assert set(result.pop("unchecked", ())) == unchecked, (result, response)
        assert len(result.pop("notes")) == 1
        has_beacon = "beacon" in response["proof"]["alpha"]
        assert ("derived" in result) == has_beacon
        result.pop("derived", None)
        assert result == {"valid": None if unchecked else True}, response
        assert service.find_difference(response) is None, response
    for result in run_verifier("lines", responses):
        assert result["valid"] is None
        assert "proof" in result["unchecked"]
    random = Random(seed)
    _, retired = keys
    altered = deepcopy(responses)
    patterns = []
    for genuine, response in zip(responses, altered, strict=True):
        alter = Alterations(response, random, retired).choose()
        patterns.append(alter())
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
    key, _ = keys
    response = service.post("/v1/games/holdem/deal", prove=make_terms(key))
    response["proof"]["kid"] = "A" * 43
    result = check_file(response, "--keys", key_file)
    assert result["valid"] is None
    assert result["unchecked"].keys() == {"proof"}
    verified = service.post("/v1/verify", **response)
    assert verified["valid"] is None
    assert verified["unchecked"].keys() == {"proof"}
    response["hands"][0]["cards"].reverse()
    first_card = "hands[0].cards[0]"
    assert check_file(response)["difference"]["where"] == first_card
    assert service.find_difference(response) == first_card


def test_a_proof_that_fixes_no_list_is_refused(keyed: str, keys: list[VrfKey]) -> None:
    key, _ = keys
    terms = make_terms(key)
    path = "/v1/items/shuffle"
    service = Service(keyed)
    proved = service.post(path, items=[1, 2, 3], prove=terms)
    request = proved["proof"]["alpha"]["request"] | {"items_sha256": None}
    seed, proof = make_proof(key, build_alpha(terms, request))
    file = service.post(path, items=["b", "a", 1e300], seed=seed) | {"proof": proof}
    where = "proof.alpha.request.items_sha256"
    assert check_file(file)["refused"]["where"] == where
    assert str(service.find_difference(file)).startswith(where)


WITH_KEYS = ["--keys", "jwks.json"]
WITH_NO_LIST = ["--keys", "response.json"]
UNCHECKED = "Nothing differs, but not everything was checked:\n  proof: the key "
NO_SCHEME = "cannot be checked: proof.scheme: this member is missing"
NO_LIST = "cannot be checked: keys: a list was expected"
NO_FILE = "cannot be checked: Option '--keys <value>' argument missing"


@pytest.mark.parametrize(
    ("changes", "arguments", "code", "output"),
    [
        ({}, WITH_KEYS, VALID, "valid\n"),
        ({}, [], PARTLY_CHECKED, UNCHECKED),
        ({"seed": "42"}, WITH_KEYS, NOT_VALID, "not valid: seed differs\n"),
        ({"proof": {}}, WITH_KEYS, UNREADABLE, NO_SCHEME),
        ({}, WITH_NO_LIST, UNREADABLE, NO_LIST),
        ({}, ["--keys"], UNREADABLE, NO_FILE),
    ],
)
def test_the_program_checks_a_file_with_the_keys_of_another(
    changes: Fields, arguments: list[str], code: int, output: str, tmp_path: Path
) -> None:
    write_keys(tmp_path, CASE["jwk"])
    file = tmp_path / "response.json"
    file.write_text(json.dumps(CASE["answer"] | changes))
    run = run_program(file.name, *arguments, cwd=tmp_path)
    assert run.code == code, run.printed
    assert run.printed.startswith(output)


def test_a_response_without_its_proof_is_refused_if_there_are_keys(
    tmp_path: Path,
) -> None:
    seeded = dict(CASE["answer"])
    del seeded["proof"]
    seeded["request"] = {"path": CASE["path"], "count": 5, "seed": seeded["seed"]}
    assert check_file(seeded) == {"valid": True}
    result = check_file(seeded, "--keys", write_keys(tmp_path, CASE["jwk"]))
    assert result["valid"] is None
    assert result["refused"]["where"] == "proof"


def test_a_key_that_is_not_that_of_its_id_is_refused(tmp_path: Path) -> None:
    other = VrfKey.from_base64url(token_urlsafe(32)).jwk
    for changes in ({"x": other["x"]}, {"crv": "Ed448"}, {"x": "A" * 43}, {"x": None}):
        path = write_keys(tmp_path, CASE["jwk"] | changes)
        result = check_file(CASE["answer"], "--keys", path)
        assert result["valid"] is None
        assert result["refused"]["where"] == "keys"

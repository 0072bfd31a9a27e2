"""A proved response is valid, and an altered one fails where it was altered."""

import copy
import json
import secrets
import sys
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.http.draws.response_draft import ResponseDraft
from service.proofs.vrf import build_alpha, make_proof
from service.settings import Settings
from tests.http.spec import check_refusal, check_response, json_object, post
from tests.proofs.provers import KEY, RETIRED, make_client
from tests.proofs.rounds import FASTNET_2, QUICK_1, ROUND_1, ROUND_2
from tests.tables import for_each, list_some, read_table

FOREIGN = VrfKey.from_base64url(secrets.token_urlsafe(32))
VERIFY = "/v1/verify"
HOLDEM = "/v1/games/holdem/deal"
BRIDGE = "/v1/games/bridge/deal"
ITEMS = "/v1/items/shuffle"
SHUFFLE = "/v1/decks/standard/shuffle"
CHECKS = ("proof", "seed", "request", "result")
TABLES = read_table("proofs/proofs.yaml")
REQUESTS: list[tuple[str, dict[str, Any]]] = list(map(tuple, TABLES["requests"]))
IN_VAIN = {
    "where": {"hand": "N", "points": "hcp", "min": 36},
    "max_candidates": 9,
    "board": 3,
}

Json = dict[str, Any]


def make_terms(number: int = 1, **more: Any) -> Json:
    """Return the terms of a proof of a round with that number."""
    terms = {"key": KEY.kid, "game": "table 7", "round": number}
    return terms | {"players": ["k3v9", "x0c2"]} | more


def prove_holdem(client: FlaskClient, **terms: Any) -> Json:
    """Return a proved deal of hold'em to four players."""
    return post(client, HOLDEM, players=4, prove=make_terms(**terms))


def prove_request(client: FlaskClient, path: str, **body: Any) -> Json:
    """Return the request that the proof of a response names."""
    response = post(client, path, **body, prove=make_terms())
    request: Json = response["proof"]["alpha"]["request"]
    return request


def forge(request: Json, **terms: Any) -> Json:
    """Return the seed and the proof of a request, which somebody with the key can make for any."""
    seed, proof = make_proof(KEY, build_alpha(make_terms(**terms), request))
    return {"seed": seed, "proof": proof}


def verify(client: FlaskClient, response: Json) -> Json:
    """Return the verdict on a response."""
    return post(client, VERIFY, **response)


def find_difference(client: FlaskClient, response: Json) -> str:
    """Return where a response differs from the draw that its proof names."""
    where: str = verify(client, response)["difference"]["where"]
    return where


HEX = "0123456789abcdef"


def alter_letter(text: str, random: Random, letters: str = HEX) -> str:
    """Return a text with another letter at some position."""
    position = random.randrange(len(text))
    other = random.choice(letters.replace(text[position], ""))
    return text[:position] + other + text[position + 1 :]


def alter_pi(response: Json, random: Random) -> None:
    response["proof"]["pi"] = alter_letter(response["proof"]["pi"], random)


def replace_key(response: Json, _: Random) -> None:
    response["proof"]["kid"] = RETIRED.kid


def replace_game(response: Json, _: Random) -> None:
    response["proof"]["alpha"]["game"] = "table 8"


def alter_player(response: Json, random: Random) -> None:
    players = response["proof"]["alpha"]["players"]
    number = random.randrange(2)
    players[number] = alter_letter(players[number], random, "abc")


def replace_round(response: Json, random: Random) -> None:
    response["proof"]["alpha"]["round"] = random.randrange(2**53)


def replace_proved_algorithm(response: Json, _: Random) -> None:
    response["proof"]["alpha"]["request"]["algorithm"] = "inside_out"


def alter_seed(response: Json, random: Random) -> None:
    response["seed"] = alter_letter(response["seed"], random)


def replace_index(response: Json, random: Random) -> None:
    response["index"] = random.randrange(1, 2**53)


def replace_algorithm(response: Json, _: Random) -> None:
    response["request"]["algorithm"] = "inside_out"
    response["request"].pop("passes", None)  # of another algorithm


def alter_result(response: Json, random: Random) -> None:
    """Swap two cards, integers or items of one result, or alter one where all are alike."""
    names = ("hands", "cards", "integers", "items")
    name = next(name for name in names if isinstance(response.get(name), list))
    results = response[name] if "repeats" in response else [response[name]]
    result = random.choice(results)
    cards = random.choice(result)["cards"] if name == "hands" else result
    first = cards[0]
    last = cards[-1]
    cards[0] = last if first != last else 7
    cards[-1] = first


class Alteration(NamedTuple):
    """What alters a response, the check that fails then, and where."""

    alter: Callable[[Json, Random], None]
    check: str
    where: str


ALTERATIONS = (
    Alteration(alter_pi, "proof", "proof.pi"),
    Alteration(replace_key, "proof", "proof.pi"),
    Alteration(replace_game, "proof", "proof.pi"),
    Alteration(alter_player, "proof", "proof.pi"),
    Alteration(replace_round, "proof", "proof.pi"),
    Alteration(replace_proved_algorithm, "proof", "proof.pi"),
    Alteration(alter_seed, "seed", "seed"),
    Alteration(replace_index, "seed", "index"),
    Alteration(replace_algorithm, "request", "proof.alpha.request.algorithm"),
    Alteration(alter_result, "result", ""),
)


def list_alterations(parameters: Json) -> list[Alteration]:
    """Return the alterations of a response; with replacement there is no shuffle, and no algorithm to replace."""
    if "replacement" in parameters:
        return [one for one in ALTERATIONS if one.alter is not replace_algorithm]
    return list(ALTERATIONS)


@pytest.mark.long
@pytest.mark.parametrize("request_of", REQUESTS, ids=lambda request: request[0])
def test_genuine_responses_are_valid_and_altered_ones_fail_at_the_right_check(
    prover: FlaskClient, request_of: tuple[str, Json], seed: int
) -> None:
    random = Random(seed)
    path, parameters = request_of
    for alter, check, where in list_alterations(parameters):
        terms = make_terms(random.randrange(2**53), game=f"table {random.random()}")
        response = post(prover, path, **parameters, prove=terms)
        assert verify(prover, response)["checks"] == dict.fromkeys(CHECKS, True)

        alter(response, random)
        result = verify(prover, response)

        right = dict.fromkeys(CHECKS[: CHECKS.index(check)], True)
        assert result["valid"] is False, alter.__name__
        assert result["checks"] == right | {check: False}, alter.__name__
        assert result["difference"]["where"].startswith(where), alter.__name__


def test_a_wrong_proof_costs_no_draw(
    prover: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    genuine = prove_holdem(prover)
    monkeypatch.setattr(
        ResponseDraft, "single", lambda *_: pytest.fail("it was drawn again")
    )
    for alter in list_some(
        alter for alter, check, _ in ALTERATIONS if check != "result"
    ):
        altered = copy.deepcopy(genuine)
        alter(altered, Random(1))
        assert verify(prover, altered)["valid"] is False


@for_each(("changes", "where"), TABLES["changes"])
def test_an_altered_member_differs_where_it_stands(
    prover: FlaskClient, changes: Json, where: str
) -> None:
    response = prove_holdem(prover)
    if where.startswith("proof.alpha.request"):
        response["request"] |= changes
    assert find_difference(prover, response | changes).startswith(where)


def test_excluded_cards_in_their_own_order_are_no_difference(
    prover: FlaskClient,
) -> None:
    response = post(prover, SHUFFLE, exclude=["3H", "2S"], prove=make_terms())
    assert find_difference(prover, response | {"cards": 1}) == "cards"


def test_a_proof_of_another_request_is_rejected(prover: FlaskClient) -> None:
    """Somebody with the key could make a proof for a request that has other cards, and show these."""
    genuine = prove_holdem(prover)
    other = post(prover, HOLDEM, players=5, prove=make_terms())
    result = verify(prover, genuine | {"seed": other["seed"], "proof": other["proof"]})
    assert result["checks"] == {"proof": True, "seed": True, "request": False}
    assert result["difference"] == {
        "where": "proof.alpha.request.players",
        "expected": "4",
        "seen": "5",
    }


def test_a_proof_of_texts_that_look_like_others_is_right_and_shown_with_escapes(
    prover: FlaskClient,
) -> None:
    """The service makes none; releases before could have, and somebody with the key can."""
    request = prove_request(prover, HOLDEM, players=4)
    terms = {"game": "table 7\u200b", "round": 1, "players": [" Zoe\u0308", "\u202e"]}
    forged = forge(request, **terms)
    response = post(prover, HOLDEM, players=4, seed=forged["seed"]) | forged
    del response["request"]["seed"]
    response["request"]["prove"] = terms
    assert verify(prover, response)["valid"] is True
    altered = response | {"deck": "standard\u200b", "size": 51}
    difference = verify(prover, altered)["difference"]
    assert difference["seen"] == r'"standard\u200b"'
    unknown = verify(prover, response | {"a\u200b": 1})
    assert unknown["unchecked"].keys() == {r"a\u200b"}


def test_a_proof_fixes_the_list(prover: FlaskClient) -> None:
    """A list with a number above 2^53 - 1 has no hash: somebody with the key could prove it in any order."""
    request = prove_request(prover, ITEMS, items=["a", "b", 7])
    forged = forge(request | {"items_sha256": None})
    response = post(prover, ITEMS, items=["b", "a", 1e300], seed=forged["seed"])
    refused = check_refusal(prover.post(VERIFY, json=response | forged))
    assert list(refused) == ["proof.alpha.request.items_sha256"]


def test_the_path_is_part_of_the_request(prover: FlaskClient) -> None:
    request = prove_request(prover, SHUFFLE)
    forged = forge(request | {"path": "/v1/decks/standard/deal"})
    response = post(prover, SHUFFLE, seed=forged["seed"]) | forged
    assert find_difference(prover, response) == "proof.alpha.request.path"


def test_the_board_of_a_search_that_found_nothing_is_the_one_in_the_proof(
    prover: FlaskClient,
) -> None:
    strong = {"hand": "N", "points": "hcp", "min": 20}
    weak = {"hand": "E", "points": "hcp", "max": 6}
    search = {"where": {"all": [strong, weak]}, "max_candidates": 9}
    searches = [
        post(prover, BRIDGE, **search, board=board, prove=make_terms(number))
        for number, board in product(range(8), (1, 2, 3, 4))
    ]
    for response in searches:
        assert verify(prover, response)["valid"] is True
    for response in list_some(found for found in searches if not found["matches"]):
        request = response["proof"]["alpha"]["request"]
        request["board"] = request["board"] % 4 + 1
        assert find_difference(prover, response) == "proof.pi"


def test_a_key_that_is_not_here_leaves_the_proof_unchecked_and_all_else_checked(
    prover: FlaskClient,
) -> None:
    response = prove_holdem(make_client(FOREIGN), key=FOREIGN.kid)
    result = verify(prover, response)
    assert result["valid"] is None
    assert result["checks"] == dict.fromkeys(CHECKS[1:], True)
    assert KEY.kid in result["unchecked"]["proof"]
    without_keys = verify(create_app(Settings()).test_client(), response)
    assert "this service has no keys" in without_keys["unchecked"]["proof"]
    response["proof"]["pi"] = "0" * 160
    malformed = verify(prover, response)
    assert malformed["checks"] == {"proof": False}
    assert malformed["difference"]["where"] == "proof.pi"


ALTERED_RESPONSES = [one for one in ALTERATIONS if one.check != "proof"]


@for_each(Alteration._fields, ALTERED_RESPONSES)
def test_without_the_key_an_altered_response_fails_at_the_right_check(
    prover: FlaskClient, alter: Callable[[Json, Random], None], check: str, where: str
) -> None:
    response = prove_holdem(make_client(FOREIGN), key=FOREIGN.kid)
    alter(response, Random(1))
    result = verify(prover, response)
    assert result["valid"] is False
    assert result["checks"][check] is False
    assert result["difference"]["where"].startswith(where)


def test_where_seeds_are_off_only_a_proof_of_a_known_key_has_its_cards_drawn() -> None:
    off = make_client(allow_seeds=False)
    assert verify(off, prove_holdem(off))["valid"] is True
    response = prove_holdem(make_client(FOREIGN), key=FOREIGN.kid)
    assert check_response(off.post(VERIFY, json=response)).status_code == 403
    response["proof"]["kid"] = KEY.kid
    assert verify(off, response)["valid"] is False


@for_each(("path", "value", "field", "sentence"), TABLES["forms"])
def test_a_proof_of_another_form_is_refused(
    prover: FlaskClient, path: list[Any], value: Any, field: str, sentence: str
) -> None:
    response = prove_holdem(prover)
    *parents, last = path
    part: Any = response
    for name in parents:
        part = part[name]
    part[last] = value
    refused = check_refusal(prover.post(VERIFY, json=response))
    assert sentence in refused[field]


@for_each("value", ["18446744073709551616", "9007199254740992", "1e400"])
def test_an_alpha_without_canonical_json_has_no_proof(
    prover: FlaskClient, value: str
) -> None:
    file = prove_holdem(prover)
    file["proof"]["alpha"]["request"]["players"] = "number"
    text = json.dumps(file).replace('"number"', value)
    response = prover.post(VERIFY, data=text, content_type="application/json")
    result = json_object(check_response(response))
    assert result["checks"] == {"proof": False}
    assert result["difference"]["where"] == "proof.pi"


def decode_numbers_as_floats(part: Json) -> Json:
    """Return a part of a response as a client has it that knows floats alone."""
    decoded: Json = json.loads(json.dumps(part), parse_int=float)
    return decoded


@for_each(("path", "parameters"), [*REQUESTS, (BRIDGE, IN_VAIN)])
def test_a_client_may_write_the_integers_of_a_proof_as_floats(
    prover: FlaskClient, path: str, parameters: Json
) -> None:
    terms = make_terms(2**53 - 1, beacon=QUICKNET)
    response = post(prover, path, **parameters, prove=terms)
    proof = decode_numbers_as_floats(response["proof"])
    result = verify(prover, response | {"proof": proof})
    assert result["checks"].keys() >= set(CHECKS)
    assert all(result["checks"].values())
    assert result == verify(prover, response)


def test_a_list_of_which_some_items_are_unknown_is_checked_in_part(
    prover: FlaskClient,
) -> None:
    items = ["a", "b", "c", "d"]
    response = post(prover, ITEMS, items=items, count=2, prove=make_terms())
    result = verify(prover, response)
    assert result["valid"] is None
    assert list(result["unchecked"]) == ["items", "items_sha256"]
    assert verify(prover, response | {"original_items": items})["valid"] is True
    assert verify(prover, response | {"original_items": items[::-1]})["valid"] is False
    whole = post(prover, ITEMS, items=items, prove=make_terms())
    replaced = whole | {"items": ["x", *whole["items"][1:]]}
    assert find_difference(prover, replaced) == "items_sha256"


QUICKNET = {
    "chain_hash": QUICK_1.chain_hash,
    "round": 1,
    "signature": QUICK_1.signature,
}
DEFAULT = {
    "chain_hash": ROUND_1.chain_hash,
    "round": 1,
    "signature": ROUND_1.signature,
    "previous_signature": ROUND_1.previous_signature,
}


@for_each("beacon", [QUICKNET, DEFAULT])
def test_a_beacon_is_unchecked_without_extra(
    prover: FlaskClient, beacon: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    response = prove_holdem(prover, beacon=beacon)
    assert response["proof"]["alpha"]["beacon"] == beacon
    result = verify(prover, response)
    assert result["valid"] is None
    assert result["checks"] == dict.fromkeys(CHECKS, True)
    assert "the extra `drand`, which `make serve`" in result["unchecked"]["beacon"]


@for_each(
    ("changes", "field"),
    [
        ({"chain_hash": "quicknet"}, "prove.beacon.chain_hash"),
        ({"chain_hash": FASTNET_2.chain_hash}, "prove.beacon.chain_hash"),
        ({"round": 0}, "prove.beacon.round"),
        ({"round": "1"}, "prove.beacon.round"),
        ({"signature": QUICK_1.signature.upper()}, "prove.beacon.signature"),
        ({"signature": QUICK_1.signature[2:]}, "prove.beacon.signature"),
        ({"signature": ROUND_1.signature}, "prove.beacon.signature"),
        (
            {"previous_signature": ROUND_2.previous_signature},
            "prove.beacon.previous_signature",
        ),
        (
            {"chain_hash": ROUND_1.chain_hash, "signature": ROUND_2.signature},
            "prove.beacon.previous_signature",
        ),
        ({"randomness": QUICK_1.randomness}, "prove.beacon.randomness"),
    ],
)
def test_a_beacon_that_is_no_round_of_its_chain_is_refused(
    prover: FlaskClient, changes: Json, field: str
) -> None:
    terms = make_terms(beacon=QUICKNET | changes)
    response = prover.post(HOLDEM, json={"players": 4, "prove": terms})
    assert list(check_refusal(response)) == [field]


@pytest.mark.drand
@for_each("beacon", [QUICKNET, DEFAULT])
def test_a_beacon_is_checked_with_the_extra(prover: FlaskClient, beacon: Json) -> None:
    result = verify(prover, prove_holdem(prover, beacon=beacon))
    assert result["valid"] is True
    assert list(result["checks"]) == ["proof", "beacon", *CHECKS[1:]]


@pytest.mark.drand
def test_the_signature_of_another_round_is_refused_and_fails_in_a_proof(
    prover: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = QUICKNET | {"round": 2}
    terms = make_terms(beacon=wrong)
    refused = check_refusal(prover.post(HOLDEM, json={"players": 4, "prove": terms}))
    sentence = "Must be the signature of round 2 of the chain."
    assert refused["prove.beacon.signature"] == sentence
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "py_arkworks_bls12381", None)
        response = prove_holdem(prover, beacon=wrong)
    result = verify(prover, response)
    assert result["checks"] == {"proof": True, "beacon": False}
    assert result["difference"]["where"] == "proof.alpha.beacon.signature"


def test_a_proof_with_a_beacon_of_no_chain_fails_there(prover: FlaskClient) -> None:
    """The service makes none; somebody with the key could."""
    request = prove_request(prover, HOLDEM, players=4)
    forged = forge(request, beacon=QUICKNET | {"chain_hash": "00" * 32})
    response = post(prover, HOLDEM, players=4, seed=forged["seed"])
    result = verify(prover, response | forged)
    assert result["checks"] == {"proof": True, "beacon": False}
    assert result["difference"]["where"] == "proof.alpha.beacon.chain_hash"

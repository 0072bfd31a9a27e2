import copy
import json
import secrets
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.http.response_draft import ResponseDraft
from service.proofs import bls
from service.proofs.vrf import build_alpha, make_proof
from service.settings import Settings
from tests.http.spec import check_refusal, check_response, json_object, post
from tests.proofs.test_drand import FASTNET_2, QUICK_1, ROUND_1, ROUND_2
from tests.tables import for_each, read_table

KEY, RETIRED, FOREIGN = (
    VrfKey.from_base64url(secrets.token_urlsafe(32)) for _ in range(3)
)
VERIFY = "/v1/verify"
HOLDEM = "/v1/games/holdem/deal"
BRIDGE = "/v1/games/bridge/deal"
ITEMS = "/v1/items/shuffle"
CHECKS = ("proof", "seed", "request", "result")
TABLES = read_table("proofs/proofs.yaml")
REQUESTS: list[tuple[str, dict[str, Any]]] = list(map(tuple, TABLES["requests"]))
VAIN = {
    "where": {"hand": "N", "points": "hcp", "min": 36},
    "max_candidates": 9,
    "board": 3,
}
ROUNDS = 10
"""Rounds of every request with every alteration."""

Json = dict[str, Any]
Alteration = Callable[[Json, Random], None]


def make_client(*keys: VrfKey, **settings: Any) -> FlaskClient:
    return create_app(
        Settings(vrf_keys=keys or (KEY, RETIRED), **settings)
    ).test_client()


@pytest.fixture(scope="module")
def prover() -> FlaskClient:
    return make_client()


def make_terms(number: int = 1, **more: Any) -> Json:
    return {
        "key": KEY.kid,
        "game": "table 7",
        "round": number,
        "players": ["k3v9", "x0c2"],
        **more,
    }


def verify(client: FlaskClient, response: Json) -> Json:
    return post(client, VERIFY, **response)


HEX = "0123456789abcdef"


def alter_letter(part: Any, key: Any, random: Random, letters: str = HEX) -> None:
    text = part[key]
    position = random.randrange(len(text))
    part[key] = (
        text[:position]
        + random.choice(letters.replace(text[position], ""))
        + text[position + 1 :]
    )


def alter_parameter(response: Json, _: Random) -> None:
    response["request"]["algorithm"] = "inside_out"
    response["request"].pop("passes", None)  # of another algorithm


def alter_result(response: Json, random: Random) -> None:
    """Swap two cards, integers or items of one result, or alter one where all are alike."""
    name = next(
        name
        for name in ("hands", "cards", "integers", "items")
        if isinstance(response.get(name), list)
    )
    results = response[name] if "repeats" in response else [response[name]]
    result = random.choice(results)
    cards = random.choice(result)["cards"] if name == "hands" else result
    first = cards[0]
    last = cards[-1]
    cards[0], cards[-1] = (last, first) if first != last else (7, first)


ALTERATIONS: tuple[tuple[Alteration, str, str], ...] = (
    (
        lambda response, random: alter_letter(response["proof"], "pi", random),
        "proof",
        "proof.pi",
    ),
    (
        lambda response, _: response["proof"].update(kid=RETIRED.kid),
        "proof",
        "proof.pi",
    ),
    (
        lambda response, _: response["proof"]["alpha"].update(game="table 8"),
        "proof",
        "proof.pi",
    ),
    (
        lambda response, random: alter_letter(
            response["proof"]["alpha"]["players"], random.randrange(2), random, "abc"
        ),
        "proof",
        "proof.pi",
    ),
    (
        lambda response, random: response["proof"]["alpha"].update(
            round=random.randrange(2**53)
        ),
        "proof",
        "proof.pi",
    ),
    (
        lambda response, _: response["proof"]["alpha"]["request"].update(
            algorithm="inside_out"
        ),
        "proof",
        "proof.pi",
    ),
    (lambda response, random: alter_letter(response, "seed", random), "seed", "seed"),
    (
        lambda response, random: response.update(index=random.randrange(1, 2**53)),
        "seed",
        "index",
    ),
    (alter_parameter, "request", "proof.alpha.request.algorithm"),
    (alter_result, "result", ""),
)
"""Each alteration, the check that fails, and where."""


@pytest.mark.parametrize("request_of", REQUESTS, ids=lambda request: request[0])
def test_genuine_responses_are_valid_and_altered_ones_fail_at_the_right_check(
    prover: FlaskClient, request_of: tuple[str, Json], seed: int
) -> None:
    random = Random(seed)
    path, parameters = request_of
    for _ in range(ROUNDS):
        terms = make_terms(random.randrange(2**53), game=f"table {random.random()}")
        response = post(prover, path, **parameters, prove=terms)
        assert verify(prover, response)["checks"] == dict.fromkeys(CHECKS, True)
        alteration, check, where = random.choice(ALTERATIONS)
        if alteration is alter_parameter and response["algorithm"] is None:
            continue  # with replacement there is no shuffle
        alteration(response, random)
        result = verify(prover, response)
        names = CHECKS[: CHECKS.index(check) + 1]
        assert (result["valid"], result["checks"]) == (
            False,
            dict.fromkeys(names, True) | {check: False},
        )
        assert result["difference"]["where"].startswith(where)


def test_a_wrong_proof_costs_no_draw(
    prover: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    genuine = post(prover, HOLDEM, players=4, prove=make_terms())
    monkeypatch.setattr(
        ResponseDraft, "single", lambda *_: pytest.fail("it was drawn again")
    )
    for alteration, check, _ in ALTERATIONS:
        if check != "result":
            altered = copy.deepcopy(genuine)
            alteration(altered, Random(1))
            assert verify(prover, altered)["valid"] is False


@for_each(("changes", "where"), TABLES["changes"])
def test_an_altered_member_differs_where_it_stands(
    prover: FlaskClient, changes: Json, where: str
) -> None:
    response = post(prover, HOLDEM, players=4, prove=make_terms())
    asked = changes if where.startswith("proof.alpha.request") else {}
    result = verify(
        prover, response | changes | {"request": response["request"] | asked}
    )
    assert result["difference"]["where"].startswith(where)


def test_excluded_cards_in_their_own_order_are_no_difference(
    prover: FlaskClient,
) -> None:
    response = post(
        prover, "/v1/decks/standard/shuffle", exclude=["3H", "2S"], prove=make_terms()
    )
    assert verify(prover, response | {"cards": 1})["difference"]["where"] == "cards"


def test_a_proof_of_another_request_is_rejected(prover: FlaskClient) -> None:
    """Somebody with the key could make a proof for a request that has other cards, and show these."""
    genuine = post(prover, HOLDEM, players=4, prove=make_terms())
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
    request = post(prover, HOLDEM, players=4, prove=make_terms())["proof"]["alpha"][
        "request"
    ]
    terms = make_terms(game="table 7\u200b", players=[" Zoe\u0308", "\u202e"])
    seed, proof = make_proof(KEY, build_alpha(terms, request))
    response = post(prover, HOLDEM, players=4, seed=seed) | {"proof": proof}
    del response["request"]["seed"]
    response["request"]["prove"] = {
        name: terms[name] for name in ("game", "round", "players")
    }
    assert verify(prover, response)["valid"] is True
    difference = verify(prover, response | {"deck": "standard\u200b", "size": 51})[
        "difference"
    ]
    assert difference["seen"] == r'"standard\u200b"'
    assert verify(prover, response | {"a\u200b": 1})["unchecked"].keys() == {r"a\u200b"}


def test_a_proof_fixes_the_list(prover: FlaskClient) -> None:
    """A list with a number above 2^53 - 1 has no hash: somebody with the key could prove it in any order."""
    path = "/v1/items/shuffle"
    items = {"items": ["a", "b", 7]}
    request = post(prover, path, **items, prove=make_terms())["proof"]["alpha"][
        "request"
    ] | {"items_sha256": None}
    seed, proof = make_proof(KEY, build_alpha(make_terms(), request))
    file = post(prover, path, items=["b", "a", 1e300], seed=seed) | {"proof": proof}
    assert list(check_refusal(prover.post(VERIFY, json=file))) == [
        "proof.alpha.request.items_sha256"
    ]


def test_the_path_is_part_of_the_request(prover: FlaskClient) -> None:
    path = "/v1/decks/standard/shuffle"
    request = post(prover, path, prove=make_terms())["proof"]["alpha"]["request"] | {
        "path": "/v1/decks/standard/deal"
    }
    seed, proof = make_proof(KEY, build_alpha(make_terms(), request))
    result = verify(prover, post(prover, path, seed=seed) | {"proof": proof})
    assert result["difference"]["where"] == "proof.alpha.request.path"


def test_the_board_of_a_search_that_found_nothing_is_the_one_in_the_proof(
    prover: FlaskClient,
) -> None:
    where = {
        "all": [
            {"hand": "N", "points": "hcp", "min": 20},
            {"hand": "E", "points": "hcp", "max": 6},
        ]
    }
    for number in range(8):
        for board in (1, 2, 3, 4):
            terms = make_terms(number)
            response = post(
                prover, BRIDGE, where=where, max_candidates=9, board=board, prove=terms
            )
            assert verify(prover, response)["valid"] is True
            if not response["matches"]:
                proof = response["proof"]
                proof["alpha"]["request"]["board"] = board % 4 + 1
                assert verify(prover, response)["difference"]["where"] == "proof.pi"


def test_a_key_that_is_not_here_leaves_the_proof_unchecked_and_all_else_checked(
    prover: FlaskClient,
) -> None:
    response = post(
        make_client(FOREIGN),
        HOLDEM,
        players=4,
        prove=make_terms() | {"key": FOREIGN.kid},
    )
    result = verify(prover, response)
    assert (result["valid"], result["checks"]) == (
        None,
        dict.fromkeys(CHECKS[1:], True),
    )
    assert KEY.kid in result["unchecked"]["proof"]
    result = verify(create_app(Settings()).test_client(), response)
    assert "this service has no keys" in result["unchecked"]["proof"]
    for alteration, check, where in ALTERATIONS:
        if check != "proof":
            altered = copy.deepcopy(response)
            alteration(altered, Random(1))
            result = verify(prover, altered)
            assert (result["valid"], result["checks"][check]) == (False, False)
            assert result["difference"]["where"].startswith(where)
    response["proof"]["pi"] = "0" * 160
    result = verify(prover, response)
    assert (result["checks"], result["difference"]["where"]) == (
        {"proof": False},
        "proof.pi",
    )


def test_where_seeds_are_off_only_a_proof_of_a_known_key_has_its_cards_drawn() -> None:
    off = make_client(allow_seeds=False)
    foreign = make_client(FOREIGN)
    assert (
        verify(off, post(off, HOLDEM, players=4, prove=make_terms()))["valid"] is True
    )
    response = post(
        foreign, HOLDEM, players=4, prove=make_terms() | {"key": FOREIGN.kid}
    )
    assert check_response(off.post(VERIFY, json=response)).status_code == 403
    response["proof"]["kid"] = KEY.kid
    assert verify(off, response)["valid"] is False


@for_each(("path", "value", "field", "sentence"), TABLES["forms"])
def test_a_proof_of_another_form_is_refused(
    prover: FlaskClient, path: list[Any], value: Any, field: str, sentence: str
) -> None:
    response = part = post(prover, HOLDEM, players=4, prove=make_terms())
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    assert sentence in check_refusal(prover.post(VERIFY, json=response))[field]


@pytest.mark.parametrize("value", ["18446744073709551616", "9007199254740992", "1e400"])
def test_an_alpha_without_canonical_json_has_no_proof(
    prover: FlaskClient, value: str
) -> None:
    response = post(prover, HOLDEM, players=4, prove=make_terms())
    response["proof"]["alpha"]["request"]["players"] = "number"
    text = json.dumps(response).replace('"number"', value)
    result = json_object(
        check_response(prover.post(VERIFY, data=text, content_type="application/json"))
    )
    assert (result["checks"], result["difference"]["where"]) == (
        {"proof": False},
        "proof.pi",
    )


def decode_numbers_as_floats(part: Json) -> Json:
    decoded: Json = json.loads(json.dumps(part), parse_int=float)
    return decoded


@for_each(
    ("path", "parameters"),
    [*REQUESTS, (BRIDGE, VAIN)],
    ids=[*(path for path, _ in REQUESTS), "in vain"],
)
def test_a_client_may_write_the_integers_of_a_proof_as_floats(
    prover: FlaskClient, path: str, parameters: Json
) -> None:
    response = post(
        prover, path, **parameters, prove=make_terms(2**53 - 1, beacon=QUICKNET)
    )
    result = verify(
        prover, response | {"proof": decode_numbers_as_floats(response["proof"])}
    )
    assert all(result["checks"].values())
    assert result == verify(prover, response)


def test_a_list_of_which_some_items_are_unknown_is_checked_in_part(
    prover: FlaskClient,
) -> None:
    items = ["a", "b", "c", "d"]
    response = post(prover, ITEMS, items=items, count=2, prove=make_terms())
    result = verify(prover, response)
    assert (result["valid"], list(result["unchecked"])) == (
        None,
        ["items", "items_sha256"],
    )
    assert verify(prover, response | {"original_items": items})["valid"] is True
    assert verify(prover, response | {"original_items": items[::-1]})["valid"] is False
    whole = post(prover, ITEMS, items=items, prove=make_terms())
    replaced = whole | {"items": ["x", *whole["items"][1:]]}
    assert verify(prover, replaced)["difference"]["where"] == "items_sha256"


QUICKNET = {
    "chain_hash": QUICK_1.chain_hash,
    "round": 1,
    "signature": QUICK_1.signature,
}
DEFAULT = {"chain_hash": ROUND_1.chain_hash, "round": 1, "signature": ROUND_1.signature}
DEFAULT |= {"previous_signature": ROUND_1.previous_signature}


@for_each("beacon", [QUICKNET, DEFAULT])
def test_a_beacon_is_unchecked_without_extra(
    prover: FlaskClient, beacon: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bls, "_library", lambda: None)
    response = post(prover, HOLDEM, players=4, prove=make_terms(beacon=beacon))
    assert response["proof"]["alpha"]["beacon"] == beacon
    result = verify(prover, response)
    assert (result["valid"], result["checks"]) == (None, dict.fromkeys(CHECKS, True))
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
    response = prover.post(
        HOLDEM, json={"players": 4, "prove": make_terms(beacon=QUICKNET | changes)}
    )
    assert list(check_refusal(response)) == [field]


@pytest.mark.drand
@for_each("beacon", [QUICKNET, DEFAULT])
def test_a_beacon_is_checked_with_the_extra(prover: FlaskClient, beacon: Json) -> None:
    result = verify(
        prover, post(prover, HOLDEM, players=4, prove=make_terms(beacon=beacon))
    )
    assert (result["valid"], list(result["checks"])) == (
        True,
        ["proof", "beacon", "seed", "request", "result"],
    )


@pytest.mark.drand
def test_the_signature_of_another_round_is_refused_and_fails_in_a_proof(
    prover: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = QUICKNET | {"round": 2}
    refused = prover.post(
        HOLDEM, json={"players": 4, "prove": make_terms(beacon=wrong)}
    )
    [sentence] = json_object(check_response(refused))["errors"][
        "prove.beacon.signature"
    ]
    assert sentence == "Must be the signature of round 2 of the chain."
    with monkeypatch.context() as patched:
        patched.setattr(bls, "_library", lambda: None)
        response = post(prover, HOLDEM, players=4, prove=make_terms(beacon=wrong))
    result = verify(prover, response)
    assert result["checks"] == {"proof": True, "beacon": False}
    assert result["difference"]["where"] == "proof.alpha.beacon.signature"


def test_a_proof_with_a_beacon_of_no_chain_fails_there(prover: FlaskClient) -> None:
    """The service makes none; somebody with the key could."""
    request = post(prover, HOLDEM, players=4, prove=make_terms())["proof"]["alpha"][
        "request"
    ]
    terms = make_terms(beacon=QUICKNET | {"chain_hash": "00" * 32})
    seed, proof = make_proof(KEY, build_alpha(terms, request))
    result = verify(
        prover, post(prover, HOLDEM, players=4, seed=seed) | {"proof": proof}
    )
    assert result["checks"] == {"proof": True, "beacon": False}
    assert result["difference"]["where"] == "proof.alpha.beacon.chain_hash"

"""Proved deals: their refusals, and their proofs, verified with nothing but the published keys."""

import base64
import secrets
import unicodedata
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.core.crypto import ecvrf
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.http.blueprint import Operation
from service.proofs.vrf import encode_alpha
from service.settings import Settings
from tests.http.draw_operations import DRAW_OPERATIONS, for_each_operation, get_example
from tests.http.spec import check_response, json_object, post
from tests.tables import for_each, read_table

RETIRED = VrfKey.from_base64url(secrets.token_urlsafe(32))
KEY = VrfKey.from_base64url(secrets.token_urlsafe(32))
TERMS = {
    "key": KEY.kid,
    "game": "table 7",
    "round": 2**53 - 1,
    "players": ["Ann \U0001f0a1", "x0c2"],
}
SHUFFLE = "/v1/decks/standard/shuffle"
DEAL = "/v1/games/holdem/deal"
BRIDGE = "/v1/games/bridge/deal"
VERIFY = "/v1/verify"

POSTS = [operation for operation in DRAW_OPERATIONS if operation.method == "POST"]
SINGLE_POSTS = [
    operation for operation in POSTS if "repeats" not in operation.schema.fields
]

REQUESTS: dict[str, dict[str, Any]] = read_table("proofs/proved_requests.yaml")


def make_client(*keys: VrfKey, **settings: Any) -> FlaskClient:
    return create_app(
        Settings(vrf_keys=keys or (KEY, RETIRED), **settings)
    ).test_client()


@pytest.fixture(scope="module")
def prover() -> FlaskClient:
    return make_client()


def prove(**changes: Any) -> dict[str, Any]:
    return {"prove": TERMS | changes}


def send(client: FlaskClient, operation: Operation, **members: Any) -> dict[str, Any]:
    path, parameters = get_example(operation)
    return post(client, path, **parameters, **members)


def get_errors(response: TestResponse) -> dict[str, list[str]]:
    assert (response.status_code, response.headers["Cache-Control"]) == (
        422,
        "no-store",
    ), response.text
    errors: dict[str, list[str]] = json_object(check_response(response))["errors"]
    return errors


def test_every_post_that_draws_can_be_proved_and_no_get() -> None:
    assert [
        operation for operation in DRAW_OPERATIONS if "prove" in operation.schema.fields
    ] == POSTS


@for_each_operation(POSTS)
def test_a_proof_is_right_for_whoever_has_the_published_key(
    prover: FlaskClient, operation: Operation
) -> None:
    body = send(prover, operation, **prove())
    assert list(body)[-1] == "proof"
    proof = body["proof"]
    [jwk] = [
        key
        for key in json_object(prover.get("/.well-known/jwks.json"))["keys"]
        if key["kid"] == proof["kid"]
    ]
    public = base64.urlsafe_b64decode(f"{jwk['x']}=")
    beta = ecvrf.verify(
        public, encode_alpha(proof["alpha"]), bytes.fromhex(proof["pi"])
    )
    assert beta
    assert (body["seed"], body["index"], body["stream"]) == (beta.hex(), 0, "sd1")


@for_each_operation(POSTS)
def test_the_cards_of_a_proved_response_are_those_of_its_seed(
    prover: FlaskClient, operation: Operation
) -> None:
    body = send(prover, operation, **prove())
    proof = body.pop("proof")
    request = body.pop("request")
    assert (
        proof["alpha"]["players"] == request.pop("prove")["players"] == TERMS["players"]
    )
    seeded = send(prover, operation, seed=body["seed"])
    assert seeded.pop("request") == request | {"seed": body["seed"]}
    if "grows" in body:
        assert (body.pop("grows"), seeded.pop("grows")) == (False, True)
    assert seeded == body


@for_each_operation(SINGLE_POSTS)
def test_the_alpha_has_the_terms_and_all_that_decides_the_cards(
    prover: FlaskClient, operation: Operation
) -> None:
    body = send(prover, operation, **prove())
    alpha = body["proof"]["alpha"]
    path, parameters = get_example(operation)
    request = {
        "path": path,
        "algorithm": "fisher_yates",
        **(REQUESTS.get(operation.name) or name_example(body, parameters)),
        **({"items_sha256": body["items_sha256"]} if "items_sha256" in body else {}),
    }
    if path.startswith("/v1/games/") and path.endswith(
        "/draw"
    ):  # it goes on with its deal, and so does the proof
        request = post(prover, path.replace("/draw", "/deal"), **prove())["proof"][
            "alpha"
        ]["request"]
    terms = {name: TERMS[name] for name in ("game", "round", "players")}
    assert alpha == {"scheme": "vrf1", "stream": "sd1", **terms, "request": request}, (
        f"tests/proofs/proved_requests.yaml says what the proof of {operation.name} names"
    )


def name_example(response: dict[str, Any], parameters: dict[str, Any]) -> Any:
    """Return what a proof names of a request: `{"algorithm": null, "count": 2, "size": 3}` of one with three `items`.

    Requests for which that is not so have an entry in `REQUESTS`.
    """
    named = {"algorithm": response["algorithm"], **parameters}
    if "items" in named:
        named["size"] = len(named.pop("items"))
    return named


@pytest.fixture(scope="module")
def replica() -> FlaskClient:
    return make_client(KEY)


@for_each_operation(POSTS)
def test_a_retry_at_a_replica_has_the_same_bytes(
    prover: FlaskClient, replica: FlaskClient, operation: Operation
) -> None:
    path, parameters = get_example(operation)
    response = prover.post(path, json=parameters | prove())
    retry = replica.post(path, json=dict(reversed({**prove(), **parameters}.items())))
    assert (retry.data, retry.headers["Cache-Control"]) == (response.data, "no-store")


@for_each_operation(SINGLE_POSTS)
def test_a_batch_has_one_proof_and_begins_with_the_single_result(
    prover: FlaskClient, operation: Operation
) -> None:
    path, parameters = get_example(operation)
    single = post(prover, path, **parameters, **prove())
    batch = post(prover, f"{path}/batch", **parameters, **prove(), repeats=3)
    assert (batch["proof"], batch["seed"], batch["index"]) == (
        single["proof"],
        single["seed"],
        0,
    )
    member = next(
        name
        for name in single
        if isinstance(batch[name], list) and batch[name][:1] == [single[name]]
    )
    assert batch[member][0] == single[member]
    second = post(prover, path, **parameters, seed=batch["seed"], index=1)
    assert batch[member][1] == second[member]


@for_each_operation(POSTS)
def test_a_proved_response_is_valid(prover: FlaskClient, operation: Operation) -> None:
    body = send(prover, operation, **prove())
    if operation.name.startswith(
        "draw_items"
    ):  # some items of its list may not be in it
        body["original_items"] = get_example(operation)[1]["items"]
    result = post(prover, VERIFY, **body)
    assert (result["valid"], result["unchecked"]) == (True, {}), (
        f"{operation.name} on a caller's list names the class of its results in `results` of draw_endpoint"
    )
    assert result["checks"] == dict.fromkeys(
        ("proof", "seed", "request", "result"), True
    )


def test_other_terms_have_another_seed(prover: FlaskClient) -> None:
    players = [{"players": ["x0c2", "Ann \U0001f0a1"]}, {"players": ["Ann \U0001f0a1"]}]
    changes: list[dict[str, Any]] = [{}, {"game": "table 8"}, {"round": 0}, *players]
    assert len(
        {post(prover, SHUFFLE, **prove(**terms))["seed"] for terms in changes}
    ) == len(changes)


def test_another_request_has_another_seed(prover: FlaskClient) -> None:
    requests = read_table("proofs/other_requests.yaml")
    assert (
        len({post(prover, path, **body, **prove())["seed"] for path, body in requests})
        == len(requests)
        == 13
    )


def test_defaults_written_out_and_other_spellings_have_the_same_seed(
    prover: FlaskClient,
) -> None:
    plain = post(prover, BRIDGE, **prove())
    written_out = post(
        prover,
        BRIDGE,
        board=1,
        index=0,
        sign=False,
        algorithm="fisher_yates",
        **prove(),
    )
    assert written_out == plain
    cards = [
        {"given": {"hands": {"N": [spelling]}}}
        for spelling in ("TS", "10s", "ten of spades")
    ]
    assert (
        len({post(prover, BRIDGE, **given, **prove())["seed"] for given in cards}) == 1
    )
    excluded = [
        post(prover, SHUFFLE, exclude=codes, **prove())
        for codes in (["3H", "2S"], ["2s", "three of hearts"])
    ]
    assert len({response["seed"] for response in excluded}) == 1
    for response in excluded:
        assert response["proof"]["alpha"]["request"]["exclude"] == ["2S", "3H"]
        assert post(prover, VERIFY, **response)["valid"] is True


def test_the_notation_does_not_change_the_seed(prover: FlaskClient) -> None:
    plain, named = (
        post(prover, SHUFFLE, **prove(), **options)
        for options in ({}, {"notation": "name"})
    )
    assert named["proof"] == plain["proof"]
    assert named["indices"] == plain["indices"]
    assert named["cards"] != plain["cards"]
    assert post(prover, VERIFY, **named)["valid"] is True


def test_a_search_can_be_sent_again_with_more_candidates(prover: FlaskClient) -> None:
    condition = {"hand": "N", "points": "hcp", "min": 25}
    searches = (
        {"where": condition, "board": board, **prove()} for board in range(1, 9)
    )
    search = next(
        search
        for search in searches
        if not post(prover, BRIDGE, **search, max_candidates=2)["matches"]
    )
    short, long = (
        post(prover, BRIDGE, **search, max_candidates=count) for count in (2, 50_000)
    )
    assert (short["matches"], len(long["matches"])) == ([], 1)
    assert short["proof"] == long["proof"]
    for response in (short, long):
        assert post(prover, VERIFY, **response)["valid"] is True
    assert (
        post(prover, f"{BRIDGE}/batch", **search, repeats=2)["matches"][0]
        == long["matches"][0]
    )


@for_each(
    ("changes", "field", "sentence"),
    [
        (
            {"key": RETIRED.kid},
            "prove.key",
            f"This key only verifies now. The current one is {KEY.kid},",
        ),
        (
            {"key": "x"},
            "prove.key",
            f"no key with this kid. The current one is {KEY.kid},",
        ),
        ({"game": "x" * 257}, "prove.game", "1 to 256 characters"),
        ({"players": ["x"] * 65}, "prove.players", "Must be 1 to 64 items"),
        ({"beacon": {}}, "prove.beacon.chain_hash", "This is required"),
    ],
)
def test_wrong_terms_are_refused_by_name(
    prover: FlaskClient, changes: dict[str, Any], field: str, sentence: str
) -> None:
    for path, parameters in ((SHUFFLE, {}), (f"{DEAL}/batch", {"repeats": 2})):
        errors = get_errors(prover.post(path, json=parameters | prove(**changes)))
        assert sentence in errors[field][0]


def test_no_text_that_reads_as_another_gets_a_second_seed(prover: FlaskClient) -> None:
    """With these 45 names of one table, somebody could have 45 proofs, and show the one that deals aces."""
    marks = ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"]
    games = [f"table 7{marks[number % 5] * (number // 5 + 1)}" for number in range(45)]
    assert len(set(games)) == 45
    for game in games:
        [sentence] = get_errors(prover.post(SHUFFLE, json=prove(game=game)))[
            "prove.game"
        ]
        assert sentence.startswith(
            f"Character 8 is U+{ord(game[7]):04X} {unicodedata.name(game[7])}, which"
        ), sentence
        [sentence] = get_errors(prover.post(SHUFFLE, json=prove(players=["x", game])))[
            "prove.players"
        ]
        assert sentence.startswith(f"Item 2: Character 8 is U+{ord(game[7]):04X} "), (
            sentence
        )


def test_no_pile_whose_name_reads_as_another_gets_a_second_seed(
    prover: FlaskClient,
) -> None:
    piles = [{"name": "row", "cards": 1}, {"name": "market\u200b", "cards": 1}]
    request = {"items": [1, 2, 3], "hands": 1, "cards": 1, "piles": piles}
    [sentence] = get_errors(prover.post("/v1/items/deal", json=request | prove()))[
        "piles"
    ]
    assert sentence.startswith(
        "With prove, piles[1].name: Character 7 is U+200B ZERO WIDTH SPACE, which"
    ), sentence
    seeded = post(prover, "/v1/items/deal", **request, seed="42")
    assert post(prover, VERIFY, **seeded, original_items=[1, 2, 3])["valid"] is True


def test_letters_of_every_script_are_proved_as_they_are(prover: FlaskClient) -> None:
    for text in ("Tisch – Grün 🂡", "стол 7", "卓 7", "ห้อง", "한", "שולחן 7"):
        alpha = post(prover, SHUFFLE, **prove(game=text, players=[text]))["proof"][
            "alpha"
        ]
        assert (alpha["game"], alpha["players"]) == (text, [text])


@for_each(
    "member",
    [{"seed": "42"}, {"index": 1}, {"sign": True}],
    ids=lambda member: next(iter(member)),
)
@for_each_operation(POSTS)
def test_a_proof_goes_with_no_seed_index_or_signature(
    prover: FlaskClient, operation: Operation, member: dict[str, Any]
) -> None:
    path, parameters = get_example(operation)
    [sentence] = get_errors(prover.post(path, json=parameters | member | prove()))[
        "prove"
    ]
    assert (
        sentence
        == f"The proof decides the seed and is the receipt; leave {next(iter(member))} out."
    )


def test_only_json_is_proved(prover: FlaskClient) -> None:
    for media_type in ("text/plain", "application/x-ndjson"):
        response = prover.post(
            f"{SHUFFLE}/batch",
            json={"repeats": 2, **prove()},
            headers={"Accept": media_type},
        )
        assert get_errors(response)["prove"] == [
            f"Only JSON responses are proved, and this one would be {media_type}."
        ]
    for suffix, more in (("", {}), ("/batch", {"repeats": 2})):
        [sentence] = get_errors(
            prover.post(f"{BRIDGE}{suffix}", json={"format": "pbn", **more, **prove()})
        )["prove"]
        assert "Only JSON responses are proved" in sentence


def test_the_refusal_without_keys_names_the_setting() -> None:
    client = create_app(
        Settings(signing_keys=(SigningKey.from_base64url(secrets.token_urlsafe(32)),))
    ).test_client()
    [sentence] = get_errors(client.post(SHUFFLE, json=prove()))["prove"]
    assert (
        sentence == "This service has no keys to prove with (the operator's VRF_KEYS)."
    )


def test_limits_are_checked_before_a_proof_is_made(
    prover: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ecvrf, "prove", lambda *_: pytest.fail("a proof was made"))
    assert "repeats" in get_errors(
        prover.post(f"{SHUFFLE}/batch", json={"repeats": 10**9, **prove()})
    )


def test_deals_are_proved_where_seeds_are_off() -> None:
    client = make_client(allow_seeds=False)
    response = post(client, DEAL, players=3, **prove())
    assert post(client, VERIFY, **response)["valid"] is True
    assert client.post(DEAL, json={"seed": response["seed"]}).status_code == 403


def test_a_retired_key_verifies_and_proves_no_more(prover: FlaskClient) -> None:
    deal = post(make_client(RETIRED), DEAL, players=3, **prove(key=RETIRED.kid))
    assert post(prover, VERIFY, **deal)["valid"] is True
    assert "prove.key" in get_errors(
        prover.post(DEAL, json={"players": 3, **prove(key=RETIRED.kid)})
    )


def test_the_plain_response_is_the_same_as_without_keys(
    prover: FlaskClient, client: FlaskClient
) -> None:
    body = {"seed": "42", "count": 5}
    assert prover.post(SHUFFLE, json=body).data == client.post(SHUFFLE, json=body).data
    assert "proof" not in post(prover, SHUFFLE)

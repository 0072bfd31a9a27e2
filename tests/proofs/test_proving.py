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
from service.core.crypto.signatures import SigningKey
from service.http.blueprint import Operation
from service.proofs.vrf import encode_alpha
from service.settings import Settings
from tests.http.draw_operations import DRAW_OPERATIONS, for_each_operation, get_example
from tests.http.spec import check_refusal, json_object, post
from tests.proofs.provers import KEY, RETIRED, make_client
from tests.tables import for_each, read_table

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


def prove(**changes: Any) -> dict[str, Any]:
    """Return the member of a request that asks for a proof."""
    return {"prove": TERMS | changes}


def send(client: FlaskClient, operation: Operation, **members: Any) -> dict[str, Any]:
    """Return the response to the example of an operation."""
    path, parameters = get_example(operation)
    return post(client, path, **parameters, **members)


def find_seed(client: FlaskClient, path: str, **body: Any) -> str:
    """Return the seed that a proof decides."""
    seed: str = post(client, path, **body)["seed"]
    return seed


def refuse(client: FlaskClient, path: str, **body: Any) -> dict[str, str]:
    """Return the sentences that refuse a request to prove, by field; no cache may keep them."""
    return check_uncached(client.post(path, json=body))


def check_uncached(response: TestResponse) -> dict[str, str]:
    """Return the sentences of a refusal, by field; no cache may keep it."""
    assert response.headers["Cache-Control"] == "no-store"
    return check_refusal(response)


def test_every_post_that_draws_can_be_proved_and_no_get() -> None:
    proved = [one for one in DRAW_OPERATIONS if "prove" in one.schema.fields]
    assert proved == POSTS


@for_each_operation(POSTS)
def test_a_proof_is_right_for_whoever_has_the_published_key(
    prover: FlaskClient, operation: Operation
) -> None:
    body = send(prover, operation, **prove())
    assert list(body)[-1] == "proof"
    proof = body["proof"]
    published = json_object(prover.get("/.well-known/jwks.json"))["keys"]
    [jwk] = [key for key in published if key["kid"] == proof["kid"]]
    public = base64.urlsafe_b64decode(f"{jwk['x']}=")
    alpha = encode_alpha(proof["alpha"])
    beta = ecvrf.verify(public, alpha, bytes.fromhex(proof["pi"]))
    assert beta
    assert body["seed"] == beta.hex()
    assert body["index"] == 0
    assert body["stream"] == "sd1"


@for_each_operation(POSTS)
def test_the_cards_of_a_proved_response_are_those_of_its_seed(
    prover: FlaskClient, operation: Operation
) -> None:
    body = send(prover, operation, **prove())
    proof = body.pop("proof")
    request = body.pop("request")
    assert proof["alpha"]["players"] == TERMS["players"]
    assert request.pop("prove")["players"] == TERMS["players"]
    seeded = send(prover, operation, seed=body["seed"])
    assert seeded.pop("request") == request | {"seed": body["seed"]}
    if "grows" in body:
        assert body.pop("grows") is False
        assert seeded.pop("grows") is True
    assert seeded == body


@for_each_operation(SINGLE_POSTS)
def test_the_alpha_has_the_terms_and_all_that_decides_the_cards(
    prover: FlaskClient, operation: Operation
) -> None:
    body = send(prover, operation, **prove())
    alpha = body["proof"]["alpha"]
    assert alpha.pop("scheme") == "vrf1"
    assert alpha.pop("stream") == "sd1"
    request = alpha.pop("request")
    assert alpha == {name: TERMS[name] for name in ("game", "round", "players")}
    assert request == name_request(prover, operation, body), (
        f"tests/proofs/proved_requests.yaml says what the proof of {operation.name} names"
    )


def name_request(
    prover: FlaskClient, operation: Operation, response: dict[str, Any]
) -> Any:
    """Return what the proof of a response names of its request."""
    path, parameters = get_example(operation)
    if path.startswith("/v1/games/") and path.endswith("/draw"):
        # it goes on with its deal, and so does the proof
        deal = post(prover, path.replace("/draw", "/deal"), **prove())
        return deal["proof"]["alpha"]["request"]
    request = {"path": path, "algorithm": "fisher_yates"}
    request |= REQUESTS.get(operation.name) or name_example(response, parameters)
    if "items_sha256" in response:
        request["items_sha256"] = response["items_sha256"]
    return request


def name_example(response: dict[str, Any], parameters: dict[str, Any]) -> Any:
    """Return what a proof names of a request: `{"algorithm": null, "count": 2, "size": 3}` of one with three `items`.

    Requests for which that is not so have an entry in `REQUESTS`.
    """
    named = {"algorithm": response["algorithm"]} | parameters
    if "items" in named:
        named["size"] = len(named.pop("items"))
    return named


@pytest.fixture(scope="module")
def replica() -> FlaskClient:
    """Return a client of another service with the same key."""
    return make_client(KEY)


@for_each_operation(POSTS)
def test_a_retry_at_a_replica_has_the_same_bytes(
    prover: FlaskClient, replica: FlaskClient, operation: Operation
) -> None:
    path, parameters = get_example(operation)
    body = prove() | parameters
    response = prover.post(path, json=parameters | prove())
    retry = replica.post(path, json=dict(reversed(body.items())))
    assert retry.data == response.data
    assert retry.headers["Cache-Control"] == "no-store"


@for_each_operation(SINGLE_POSTS)
def test_a_batch_has_one_proof_and_begins_with_the_single_result(
    prover: FlaskClient, operation: Operation
) -> None:
    path, parameters = get_example(operation)
    single = post(prover, path, **parameters, **prove())
    batch = post(prover, f"{path}/batch", **parameters, **prove(), repeats=3)
    assert batch["proof"] == single["proof"]
    assert batch["seed"] == single["seed"]
    assert batch["index"] == 0
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
    if operation.name.startswith("draw_items"):
        # some items of its list may not be in it
        _, parameters = get_example(operation)
        body["original_items"] = parameters["items"]
    result = post(prover, VERIFY, **body)
    assert result["unchecked"] == {}, (
        f"{operation.name} on a caller's list names the class of its results in `results` of draw_endpoint"
    )
    assert result["valid"] is True
    checks = ("proof", "seed", "request", "result")
    assert result["checks"] == dict.fromkeys(checks, True)


def test_other_terms_have_another_seed(prover: FlaskClient) -> None:
    seeds = {
        find_seed(prover, SHUFFLE, **prove()),
        find_seed(prover, SHUFFLE, **prove(game="table 8")),
        find_seed(prover, SHUFFLE, **prove(round=0)),
        find_seed(prover, SHUFFLE, **prove(players=["x0c2", "Ann \U0001f0a1"])),
        find_seed(prover, SHUFFLE, **prove(players=["Ann \U0001f0a1"])),
    }
    assert len(seeds) == 5


def test_another_request_has_another_seed(prover: FlaskClient) -> None:
    requests = read_table("proofs/other_requests.yaml")
    seeds = {find_seed(prover, path, **body, **prove()) for path, body in requests}
    assert len(seeds) == 13
    assert len(requests) == 13


def test_defaults_written_out_have_the_same_seed(prover: FlaskClient) -> None:
    plain = post(prover, BRIDGE, **prove())
    defaults = {"board": 1, "index": 0, "sign": False, "algorithm": "fisher_yates"}
    assert post(prover, BRIDGE, **defaults, **prove()) == plain


def test_the_spelling_of_a_given_card_does_not_change_the_seed(
    prover: FlaskClient,
) -> None:
    seeds = set()
    for spelling in ("TS", "10s", "ten of spades"):
        given = {"hands": {"N": [spelling]}}
        seeds.add(find_seed(prover, BRIDGE, given=given, **prove()))
    assert len(seeds) == 1


def test_the_order_and_spelling_of_excluded_cards_do_not_change_the_seed(
    prover: FlaskClient,
) -> None:
    one = post(prover, SHUFFLE, exclude=["3H", "2S"], **prove())
    other = post(prover, SHUFFLE, exclude=["2s", "three of hearts"], **prove())
    assert one["seed"] == other["seed"]
    for response in (one, other):
        assert response["proof"]["alpha"]["request"]["exclude"] == ["2S", "3H"]
        assert post(prover, VERIFY, **response)["valid"] is True


def test_the_notation_does_not_change_the_seed(prover: FlaskClient) -> None:
    plain = post(prover, SHUFFLE, **prove())
    named = post(prover, SHUFFLE, **prove(), notation="name")
    assert named["proof"] == plain["proof"]
    assert named["indices"] == plain["indices"]
    assert named["cards"] != plain["cards"]
    assert post(prover, VERIFY, **named)["valid"] is True


def test_a_search_can_be_sent_again_with_more_candidates(prover: FlaskClient) -> None:
    condition = {"hand": "N", "points": "hcp", "min": 25}
    for board in range(1, 9):
        search = prove() | {"where": condition, "board": board}
        short = post(prover, BRIDGE, **search, max_candidates=2)
        if not short["matches"]:
            break
    long = post(prover, BRIDGE, **search, max_candidates=50_000)
    assert short["matches"] == []
    assert len(long["matches"]) == 1
    assert short["proof"] == long["proof"]
    for response in (short, long):
        assert post(prover, VERIFY, **response)["valid"] is True
    batch = post(prover, f"{BRIDGE}/batch", **search, repeats=2)
    assert batch["matches"][0] == long["matches"][0]


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
    terms = prove(**changes)
    assert sentence in refuse(prover, SHUFFLE, **terms)[field]
    assert sentence in refuse(prover, f"{DEAL}/batch", **terms, repeats=2)[field]


def test_no_text_that_reads_as_another_gets_a_second_seed(prover: FlaskClient) -> None:
    """With these 45 names of one table, somebody could have 45 proofs, and show the one that deals aces."""
    marks = ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"]
    games = [f"table 7{marks[number % 5] * (number // 5 + 1)}" for number in range(45)]
    assert len(set(games)) == 45
    for game in games:
        mark = game[7]
        looks_alike = (
            f"Character 8 is U+{ord(mark):04X} {unicodedata.name(mark)}, which"
        )
        of_game = refuse(prover, SHUFFLE, **prove(game=game))
        assert of_game["prove.game"].startswith(looks_alike)
        of_player = refuse(prover, SHUFFLE, **prove(players=["x", game]))
        assert of_player["prove.players"].startswith(f"Item 2: {looks_alike}")


def test_no_pile_whose_name_reads_as_another_gets_a_second_seed(
    prover: FlaskClient,
) -> None:
    piles = [{"name": "row", "cards": 1}, {"name": "market\u200b", "cards": 1}]
    request = {"items": [1, 2, 3], "hands": 1, "cards": 1, "piles": piles}
    refused = refuse(prover, "/v1/items/deal", **request, **prove())
    sentence = (
        "With prove, piles[1].name: Character 7 is U+200B ZERO WIDTH SPACE, which"
    )
    assert refused["piles"].startswith(sentence)
    seeded = post(prover, "/v1/items/deal", **request, seed="42")
    assert post(prover, VERIFY, **seeded, original_items=[1, 2, 3])["valid"] is True


def test_letters_of_every_script_are_proved_as_they_are(prover: FlaskClient) -> None:
    for text in ("Tisch – Grün 🂡", "стол 7", "卓 7", "ห้อง", "한", "שולחן 7"):
        response = post(prover, SHUFFLE, **prove(game=text, players=[text]))
        alpha = response["proof"]["alpha"]
        assert alpha["game"] == text
        assert alpha["players"] == [text]


@for_each(("name", "value"), [("seed", "42"), ("index", 1), ("sign", True)])
@for_each_operation(POSTS)
def test_a_proof_goes_with_no_seed_index_or_signature(
    prover: FlaskClient, operation: Operation, name: str, value: object
) -> None:
    path, parameters = get_example(operation)
    refused = refuse(prover, path, **parameters, **prove(), **{name: value})
    sentence = f"The proof decides the seed and is the receipt; leave {name} out."
    assert refused["prove"] == sentence


def test_only_json_is_proved(prover: FlaskClient) -> None:
    batch = prove() | {"repeats": 2}
    for media_type in ("text/plain", "application/x-ndjson"):
        headers = {"Accept": media_type}
        response = prover.post(f"{SHUFFLE}/batch", json=batch, headers=headers)
        sentence = (
            f"Only JSON responses are proved, and this one would be {media_type}."
        )
        assert check_uncached(response)["prove"] == sentence


@for_each(("path", "more"), [(BRIDGE, {}), (f"{BRIDGE}/batch", {"repeats": 2})])
def test_no_file_of_deals_is_proved(
    prover: FlaskClient, path: str, more: dict[str, int]
) -> None:
    refused = refuse(prover, path, format="pbn", **more, **prove())
    assert "Only JSON responses are proved" in refused["prove"]


def test_the_refusal_without_keys_names_the_setting() -> None:
    key = SigningKey.from_base64url(secrets.token_urlsafe(32))
    client = create_app(Settings(signing_keys=(key,))).test_client()
    refused = refuse(client, SHUFFLE, **prove())
    sentence = "This service has no keys to prove with (the operator's VRF_KEYS)."
    assert refused["prove"] == sentence


def test_limits_are_checked_before_a_proof_is_made(
    prover: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ecvrf, "prove", lambda *_: pytest.fail("a proof was made"))
    assert "repeats" in refuse(prover, f"{SHUFFLE}/batch", repeats=10**9, **prove())


def test_deals_are_proved_where_seeds_are_off() -> None:
    client = make_client(allow_seeds=False)
    response = post(client, DEAL, players=3, **prove())
    assert post(client, VERIFY, **response)["valid"] is True
    assert client.post(DEAL, json={"seed": response["seed"]}).status_code == 403


def test_a_retired_key_verifies_and_proves_no_more(prover: FlaskClient) -> None:
    terms = prove(key=RETIRED.kid)
    deal = post(make_client(RETIRED), DEAL, players=3, **terms)
    assert post(prover, VERIFY, **deal)["valid"] is True
    assert "prove.key" in refuse(prover, DEAL, players=3, **terms)


def test_the_plain_response_is_the_same_as_without_keys(
    prover: FlaskClient, client: FlaskClient
) -> None:
    body = {"seed": "42", "count": 5}
    assert prover.post(SHUFFLE, json=body).data == client.post(SHUFFLE, json=body).data
    assert "proof" not in post(prover, SHUFFLE)

"""ALLOW_SEEDS=false: no request chooses an order; what defines a question stays, and so does every verdict."""

import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.core.draw_requests import Member, Named, read_members
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import Uniformity
from service.http.schemas.request_schemas import PARAMETERS, ShuffledDraw
from service.settings import Settings
from tests.http.draw_operations import DRAW_OPERATIONS
from tests.http.spec import check_response, json_object, post
from tests.tables import for_each, read_table
from tools.documents import proofs

KEYS: Mapping[str, Any] = {
    "vrf_keys": (VrfKey.from_base64url(secrets.token_urlsafe(32)),),
    "signing_keys": (SigningKey.from_base64url(secrets.token_urlsafe(32)),),
}
PROVE = {
    "prove": {
        "key": KEYS["vrf_keys"][0].kid,
        "game": "table 7",
        "round": 1,
        "players": ["Ann"],
    }
}
INTEGERS = "/v1/integers"
SHUFFLE = "/v1/decks/standard/shuffle"
FREECELL = "/v1/games/freecell/deal"
HOLDEM = "/v1/games/holdem/deal"
BRIDGE = "/v1/games/bridge/deal"
VERIFY = "/v1/verify"
ACES = {"given": {"hands": {"1": ["AS", "AH"]}}}
STRONG = {"where": {"hand": "N", "points": "hcp", "min": 15}}

CHOICES = ("seed", "deal_number", "given", "where", "algorithm", "key_bits", "method")

UNFAIR = [
    name
    for name, entry in SHUFFLES.items()
    if entry.uniformity in {"biased", "deterministic"}
]
FAIR = [name for name in SHUFFLES if name not in UNFAIR]


class Request(NamedTuple):
    """A request of a draw."""

    path: str
    body: Mapping[str, Any]


def read_requests(kind: str) -> dict[str, Request]:
    """Return the requests of the table that are refused, or those that are served, by name."""
    requests = read_table("http/choices.yaml")[kind]
    return {
        name: Request(f"/v1/{path}", body) for name, (path, body) in requests.items()
    }


def shuffle_by(names: Iterable[str]) -> dict[str, Request]:
    """Return a request for each of some shuffles."""
    return {
        f"algorithm {name}": Request(SHUFFLE, {"algorithm": name}) for name in names
    }


RIFFLE = {"algorithm": "riffle", "passes": 500}
PROVED = {
    "algorithm of a proved deal": Request(HOLDEM, RIFFLE | PROVE),
    "given of a proved deal": Request(HOLDEM, ACES | PROVE),
    "where of a proved deal": Request(BRIDGE, STRONG | PROVE),
}
REFUSED = read_requests("refused") | shuffle_by(UNFAIR) | PROVED
SERVED = read_requests("served") | shuffle_by(FAIR) | {"prove": Request(HOLDEM, PROVE)}


def make_client(**settings: Any) -> FlaskClient:
    """Return a client of a service that proves and signs."""
    return create_app(Settings(**KEYS, **settings)).test_client()


@pytest.fixture(scope="module")
def seeded() -> FlaskClient:
    """Return a client of a service that takes seeds."""
    return make_client()


@pytest.fixture(scope="module")
def off() -> FlaskClient:
    """Return a client of a service with ALLOW_SEEDS=false."""
    return make_client(allow_seeds=False)


def read_refusal(
    client: FlaskClient, path: str, parameters: Mapping[str, Any], **options: Any
) -> str:
    """Return the detail of a 403; a request that a GET can make is also sent as one."""
    responses = [client.post(path, json=parameters, **options)]
    has_objects = any(isinstance(value, dict) for value in parameters.values())
    if not has_objects and "items" not in parameters:
        for query in list_queries(parameters):
            responses.append(client.get(path, query_string=query, **options))
    details = {read_seeds_off(response)["detail"] for response in responses}
    [detail] = details
    return str(detail)


def read_seeds_off(response: TestResponse) -> dict[str, Any]:
    """Return the problem of a request that chooses an order."""
    check_response(response)
    assert response.status_code == 403
    problem = json_object(response)
    assert problem["type"] == "/v1/problems/seeds-off"
    return problem


def list_queries(parameters: Mapping[str, Any]) -> list[str]:
    """Return a query in plain text, which draws from a cache, and in percent-encoding, which does not."""
    plain = []
    encoded = []
    for name, value in parameters.items():
        octets = str(value).encode()
        plain.append(f"{name}={value}")
        encoded.append(f"{name}=" + "".join(f"%{octet:02X}" for octet in octets))
    return ["&".join(plain), "&".join(encoded)]


@for_each(("path", "parameters"), REFUSED.values(), ids=REFUSED)
def test_no_request_chooses_an_order(
    seeded: FlaskClient, off: FlaskClient, path: str, parameters: Mapping[str, Any]
) -> None:
    names = [name for name in CHOICES if name in parameters]
    choice = "key_bits" if "key_bits" in names else names[0]
    sentence = f"ALLOW_SEEDS is off, and this request's {choice} is refused"
    assert seeded.post(path, json=parameters).status_code == 200
    assert read_refusal(off, path, parameters).startswith(sentence)
    batch = dict(parameters) | {"repeats": 2}
    assert read_refusal(off, f"{path}/batch", batch).startswith(sentence)
    if parameters.keys().isdisjoint({"format", "sign", "prove"}):
        lines = {"Accept": "application/x-ndjson"}
        refusal = read_refusal(off, f"{path}/batch", batch, headers=lines)
        assert refusal.startswith(sentence)


@for_each(("path", "parameters"), SERVED.values(), ids=SERVED)
def test_what_defines_the_question_stays(
    off: FlaskClient, path: str, parameters: Mapping[str, Any]
) -> None:
    response = post(off, path, **parameters)
    repeated = {"min", "max", "exclude", "drums", "strata", "algorithm"}
    assert parameters.keys() & repeated <= response.keys()


def test_a_draw_that_is_cached_with_seeds_is_refused_without_them(
    seeded: FlaskClient, off: FlaskClient
) -> None:
    path = f"{SHUFFLE}?algorithm=faro"
    assert seeded.get(path).status_code == 200
    assert seeded.get(path).status_code == 200
    assert off.get(path).status_code == 403
    assert off.get(path).status_code == 403
    assert seeded.get(path).status_code == 200


def test_orders_are_ranked_and_unranked(off: FlaskClient) -> None:
    assert post(off, "/v1/orders/unrank", size=3, rank="4")["indices"] == [2, 0, 1]
    assert post(off, "/v1/orders/rank", indices=[2, 0, 1])["rank"] == "4"


SHORT_KEYS = {"algorithm": "sort_keys", "key_bits": 1}
SAVED = {
    "numbered": Request(FREECELL, {"deal_number": 617}),
    "proved, with where": Request(BRIDGE, STRONG | PROVE),
    "proved, with given": Request(HOLDEM, ACES | PROVE),
    "proved, of a biased shuffle": Request(SHUFFLE, {"algorithm": "riffle"} | PROVE),
    "proved, by short keys": Request(SHUFFLE, SHORT_KEYS | PROVE),
    "signed, with where": Request(BRIDGE, STRONG | {"sign": True}),
}


@for_each(("path", "parameters"), SAVED.values(), ids=SAVED)
def test_a_response_from_before_is_verified_without_seeds(
    seeded: FlaskClient, off: FlaskClient, path: str, parameters: Mapping[str, Any]
) -> None:
    drawn = post(seeded, path, **parameters)
    batch = post(seeded, f"{path}/batch", repeats=2, **parameters)
    for saved in (drawn, batch):
        verdict = post(seeded, VERIFY, **saved)
        assert verdict["valid"] is True
        assert post(off, VERIFY, **saved) == verdict


@for_each(("path", "parameters"), [(SHUFFLE, {}), (BRIDGE, STRONG)])
def test_seeded_responses_are_not_verified_without_seeds(
    seeded: FlaskClient, off: FlaskClient, path: str, parameters: dict[str, Any]
) -> None:
    response = seeded.post(path, json={"seed": "42"} | parameters)
    saved = json_object(response)
    unproved = post(seeded, path, **parameters, **PROVE)
    del unproved["proof"]
    for body in (saved, {"result": saved}, unproved):
        read_seeds_off(off.post(VERIFY, json=body))


@for_each(
    ("path", "choice"),
    [
        (INTEGERS, {"max": 49, "count": 6, "seed": "lottery"}),
        (f"{INTEGERS}/batch", {"max": 49, "repeats": 2, "seed": 7}),
        (BRIDGE, STRONG | {"seed": "lottery"}),
        (HOLDEM, ACES),
        (SHUFFLE, {"algorithm": "faro"}),
        (SHUFFLE, {"algorithm": "sort_keys", "key_bits": 1}),
        (FREECELL, {"deal_number": 617, "seed": "lottery"}),
    ],
)
def test_a_number_of_a_deal_does_not_draw_another_request(
    off: FlaskClient, path: str, choice: dict[str, Any]
) -> None:
    numbered = {"deal_number": 617, "request": {"path": path} | choice}
    for body in (numbered, {"result": numbered}):
        read_seeds_off(off.post(VERIFY, json=body))


@for_each("limit", ["max_items", "max_draws", "max_shuffled"])
@for_each(
    ("parameters", "checks"),
    [({"seed": "42"}, {}), (PROVE, {"proof": True, "seed": True})],
)
def test_a_response_beyond_another_limit_of_this_operator_is_unchecked(
    seeded: FlaskClient,
    limit: str,
    parameters: Mapping[str, Any],
    checks: Mapping[str, bool],
) -> None:
    saved = post(seeded, SHUFFLE, algorithm="durstenfeld", **parameters)
    verdict = post(make_client(**{limit: 40}), VERIFY, **saved)
    assert verdict["valid"] is None
    assert verdict["chosen_by"] == "unknown"
    assert verdict["unchecked"].keys() == {"request"}
    assert f"(the operator's {limit.upper()})" in verdict["unchecked"]["request"]
    assert verdict["checks"] == checks


def test_a_drum_beyond_the_limit_of_this_operator_leaves_a_response_unchecked(
    seeded: FlaskClient,
) -> None:
    drums = [{"max": 6}, {"max": 200, "count": 150}]
    saved = post(seeded, "/v1/integers/draw", drums=drums, seed="42")
    verdict = post(make_client(max_items=100), VERIFY, **saved)
    assert verdict["valid"] is None
    reason = (
        "This asks for 150 items; the limit here is 100 (the operator's MAX_ITEMS)."
    )
    assert verdict["unchecked"] == {"request": f"Item 2, count: {reason}"}


def list_members() -> set[Member]:
    """Return the members of all requests of draws."""
    members: set[Member] = set()
    for operation in DRAW_OPERATIONS:
        schema: Any = operation.schema
        members.update(read_members(schema.target).values())
    return members


def test_no_other_member_of_a_request_chooses() -> None:
    choices = {member.name for member in list_members() if member.choice}
    assert choices == set(CHOICES)


def test_proofs_name_the_members_that_their_definition_lists() -> None:
    rows = proofs.read_rows(proofs.GUIDE.read_text(encoding="utf-8"))
    listed = set(re.findall(r"`(\w+)`", rows)) | PARAMETERS.keys()
    members = list_members()
    named = {member.name for member in members if isinstance(member.proof, Named)}
    assert named == listed & {member.name for member in members}


@for_each("name", SHUFFLES)
def test_each_shuffle_that_is_not_nearly_uniform_is_a_choice(name: str) -> None:
    is_fair = SHUFFLES[name].uniformity in {Uniformity.EXACT, Uniformity.NEAR}
    choice = ShuffledDraw(algorithm=name).find_choice()
    assert choice == (None if is_fair else "algorithm")


def sort_by_keys(key_bits: int) -> ShuffledDraw:
    """Return a draw that sorts by keys of so many bits."""
    return ShuffledDraw(algorithm="sort_keys", arguments={"key_bits": key_bits})


@for_each("key_bits", range(1, 64))
def test_sorting_by_keys_of_fewer_than_64_bits_is_a_choice(key_bits: int) -> None:
    assert sort_by_keys(key_bits).find_choice() == "key_bits"


def test_sorting_by_keys_of_64_bits_is_no_choice() -> None:
    assert sort_by_keys(64).find_choice() is None

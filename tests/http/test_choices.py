"""ALLOW_SEEDS=false: no request chooses an order; what defines a question stays, and so does every verdict."""

import re
import secrets
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.core.draw_requests import Member, Named, read_members
from service.core.shuffles.registry import SHUFFLES, Uniformity
from service.http.schemas.request_schemas import PARAMETERS, ShuffledDraw
from service.settings import Settings
from tests.http.draw_operations import DRAW_OPERATIONS
from tests.http.spec import check_response, json_object, post
from tests.tables import for_each
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
DEAL = "/v1/decks/standard/deal"
FREECELL, HOLDEM, BRIDGE = (
    f"/v1/games/{game}/deal" for game in ("freecell", "holdem", "bridge")
)
ITEMS = "/v1/items"
VERIFY = "/v1/verify"
NAMES = ["Ann", "Bob", "Cem", "Dee"]
ACES = {"given": {"hands": {"1": ["AS", "AH"]}}}
CEM: Mapping[str, Any] = {
    "items": NAMES,
    "hands": 4,
    "cards": 1,
    "where": {"hand": "1", "item": "Cem", "min": 1},
}
STRONG = {"where": {"hand": "N", "points": "hcp", "min": 15}}

CHOICES = ("seed", "deal_number", "given", "where", "algorithm", "key_bits", "method")

UNFAIR = [
    name
    for name, entry in SHUFFLES.items()
    if entry.uniformity in {"biased", "deterministic"}
]
FAIR = [name for name in SHUFFLES if name not in UNFAIR]

REFUSED: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "seed": (INTEGERS, {"max": 6, "seed": "42"}),
    "seed as an integer": (INTEGERS, {"max": 6, "seed": 42}),
    "seed and index": (SHUFFLE, {"seed": "42", "index": 1}),
    "seed of a deal": (DEAL, {"hands": 2, "cards": 5, "seed": "42"}),
    "seed of items": (f"{ITEMS}/shuffle", {"items": [1, 2], "seed": "42"}),
    "seed of pairs": (f"{ITEMS}/pairs", {"items": NAMES, "seed": "42"}),
    "seed of strips": ("/v1/bingo/strips", {"seed": "42"}),
    "deal_number": (FREECELL, {"deal_number": 1}),
    **{f"algorithm {name}": (SHUFFLE, {"algorithm": name}) for name in UNFAIR},
    "algorithm of integers": (INTEGERS, {"max": 6, "algorithm": "faro"}),
    "algorithm of items": (f"{ITEMS}/shuffle", {"items": NAMES, "algorithm": "faro"}),
    "algorithm of a game": (HOLDEM, {"algorithm": "overhand", "passes": 1}),
    "algorithm of a proved deal": (
        HOLDEM,
        {"algorithm": "riffle", "passes": 500, **PROVE},
    ),
    "key_bits": (SHUFFLE, {"algorithm": "sort_keys", "key_bits": 1}),
    "key_bits of 63": (SHUFFLE, {"algorithm": "sort_keys", "key_bits": 63}),
    "given": (HOLDEM, ACES),
    "given of a deck": (DEAL, {"hands": 2, "cards": 5, **ACES}),
    "given of items": (
        f"{ITEMS}/deal",
        {"items": NAMES, "hands": 2, "cards": 2, "given": {"hands": {"1": [2, 3]}}},
    ),
    "given of a signed deal": (HOLDEM, {**ACES, "sign": True}),
    "given of a proved deal": (HOLDEM, ACES | PROVE),
    "where": (BRIDGE, STRONG),
    "where that leaves one deal": (f"{ITEMS}/deal", CEM),
    "where of a deck": (
        DEAL,
        {"hands": 2, "cards": 5, "where": {"hand": "1", "cards": ["AS"], "min": 1}},
    ),
    "where of a proved deal": (BRIDGE, STRONG | PROVE),
    "where of a file": (BRIDGE, {**STRONG, "format": "pbn"}),
}
"""Requests that choose an order, by the parameter that chooses."""

SERVED: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    **{f"algorithm {name}": (SHUFFLE, {"algorithm": name}) for name in FAIR},
    "key_bits": (SHUFFLE, {"algorithm": "sort_keys", "key_bits": 64}),
    "min and max": (INTEGERS, {"min": 6, "max": 6}),
    "only, which leaves one card": (SHUFFLE, {"only": ["AS"]}),
    "exclude": (SHUFFLE, {"exclude": ["AS"]}),
    "board": (BRIDGE, {"board": 7}),
    "drums": (f"{INTEGERS}/draw", {"drums": [{"max": 1}]}),
    "weights": (f"{ITEMS}/draw", {"items": NAMES, "weights": [0, 0, 1, 0]}),
    "strata": (
        f"{ITEMS}/draw",
        {
            "items": [{"sex": "f"}, {"sex": "m"}],
            "strata": {"attribute": "sex", "counts": {"f": 1, "m": 0}},
        },
    ),
    "groups with fixed items": (
        f"{ITEMS}/groups",
        {
            "items": NAMES,
            "groups": 2,
            "fixed": [{"item": "Ann", "group": 1}],
            "apart": [["Ann", "Bob"]],
        },
    ),
    "pairs": (
        f"{ITEMS}/pairs",
        {"items": NAMES, "forbidden": [{"giver": "Ann", "receiver": "Cem"}]},
    ),
    "allocation": (
        f"{ITEMS}/allocate",
        {"items": NAMES, "arms": [{"name": "A"}, {"name": "B"}], "block_sizes": [2]},
    ),
    "prove": (HOLDEM, PROVE),
    "sign": (HOLDEM, {"sign": True}),
}
"""Requests without a choice."""


def make_client(**settings: Any) -> FlaskClient:
    return create_app(Settings(**KEYS, **settings)).test_client()


@pytest.fixture(scope="module")
def seeded() -> FlaskClient:
    return make_client()


@pytest.fixture(scope="module")
def off() -> FlaskClient:
    return make_client(allow_seeds=False)


def read_refusal(
    client: FlaskClient, path: str, parameters: Mapping[str, Any], **options: Any
) -> str:
    """Return the detail of a 403; a request that a GET can make is also sent as one."""
    responses = [client.post(path, json=parameters, **options)]
    if not any(
        isinstance(value, dict) or name == "items" for name, value in parameters.items()
    ):
        responses += [
            client.get(path, query_string=query, **options)
            for query in list_queries(parameters)
        ]
    details = {check_response(response).get_json()["detail"] for response in responses}
    assert {response.status_code for response in responses} == {403}
    assert all(
        response.get_json()["type"] == "/v1/problems/seeds-off"
        for response in responses
    )
    [detail] = details
    return str(detail)


def list_queries(parameters: Mapping[str, Any]) -> list[str]:
    """Return a query in plain text, which draws from a cache, and in percent-encoding, which does not."""
    pairs = [(name, str(value)) for name, value in parameters.items()]
    encoded = ["".join(f"%{byte:02X}" for byte in value.encode()) for _, value in pairs]
    return [
        "&".join(f"{name}={value}" for name, value in pairs),
        "&".join(
            f"{name}={value}" for (name, _), value in zip(pairs, encoded, strict=True)
        ),
    ]


@for_each(("path", "parameters"), REFUSED.values(), ids=REFUSED)
def test_no_request_chooses_an_order(
    seeded: FlaskClient, off: FlaskClient, path: str, parameters: Mapping[str, Any]
) -> None:
    choice = next(
        name
        for name in CHOICES
        if name in parameters and not (name == "algorithm" and "key_bits" in parameters)
    )
    sentence = f"ALLOW_SEEDS is off, and this request's {choice} is refused"
    assert seeded.post(path, json=parameters).status_code == 200
    assert read_refusal(off, path, parameters).startswith(sentence)
    assert read_refusal(off, f"{path}/batch", {**parameters, "repeats": 2}).startswith(
        sentence
    )
    text = {"Accept": "application/x-ndjson"}
    if (
        "format" not in parameters
        and "sign" not in parameters
        and "prove" not in parameters
    ):
        assert read_refusal(
            off, f"{path}/batch", {**parameters, "repeats": 2}, headers=text
        ).startswith(sentence)


@for_each(("path", "parameters"), SERVED.values(), ids=SERVED)
def test_what_defines_the_question_stays(
    off: FlaskClient, path: str, parameters: Mapping[str, Any]
) -> None:
    response = post(off, path, **parameters)
    assert (
        parameters.keys() & {"min", "max", "exclude", "drums", "strata", "algorithm"}
        <= response.keys()
    )


def test_a_draw_that_is_cached_with_seeds_is_refused_without_them(
    seeded: FlaskClient, off: FlaskClient
) -> None:
    path = f"{SHUFFLE}?algorithm=faro"
    statuses = [
        client.get(path).status_code for client in (seeded, seeded, off, off, seeded)
    ]
    assert statuses == [200, 200, 403, 403, 200]


def test_orders_are_ranked_and_unranked(off: FlaskClient) -> None:
    assert post(off, "/v1/orders/unrank", size=3, rank="4")["indices"] == [2, 0, 1]
    assert post(off, "/v1/orders/rank", indices=[2, 0, 1])["rank"] == "4"


SAVED: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "numbered": (FREECELL, {"deal_number": 617}),
    "proved, with where": (BRIDGE, STRONG | PROVE),
    "proved, with given": (HOLDEM, ACES | PROVE),
    "proved, of a biased shuffle": (SHUFFLE, {"algorithm": "riffle", **PROVE}),
    "proved, by short keys": (
        SHUFFLE,
        {"algorithm": "sort_keys", "key_bits": 1, **PROVE},
    ),
    "signed, with where": (BRIDGE, {**STRONG, "sign": True}),
}


@for_each(("path", "parameters"), SAVED.values(), ids=SAVED)
def test_a_response_from_before_is_verified_without_seeds(
    seeded: FlaskClient, off: FlaskClient, path: str, parameters: Mapping[str, Any]
) -> None:
    for saved in (
        post(seeded, path, **parameters),
        post(seeded, f"{path}/batch", repeats=2, **parameters),
    ):
        assert post(off, VERIFY, **saved) == (verdict := post(seeded, VERIFY, **saved))
        assert verdict["valid"] is True


def test_seeded_responses_are_not_verified_without_seeds(
    seeded: FlaskClient, off: FlaskClient
) -> None:
    for path, parameters in ((SHUFFLE, {}), (BRIDGE, STRONG)):
        saved = json_object(seeded.post(path, json={"seed": "42", **parameters}))
        unproved = {
            name: value
            for name, value in post(seeded, path, **parameters, **PROVE).items()
            if name != "proof"
        }
        for body in (saved, {"result": saved}, unproved):
            refusal = check_response(off.post(VERIFY, json=body))
            assert (refusal.status_code, refusal.get_json()["type"]) == (
                403,
                "/v1/problems/seeds-off",
            )


@for_each(
    ("path", "choice"),
    [
        (INTEGERS, {"max": 49, "count": 6, "seed": "lottery"}),
        (f"{INTEGERS}/batch", {"max": 49, "repeats": 2, "seed": 7}),
        (BRIDGE, {**STRONG, "seed": "lottery"}),
        (HOLDEM, ACES),
        (SHUFFLE, {"algorithm": "faro"}),
        (SHUFFLE, {"algorithm": "sort_keys", "key_bits": 1}),
        (FREECELL, {"deal_number": 617, "seed": "lottery"}),
    ],
)
def test_a_number_of_a_deal_does_not_draw_another_request(
    off: FlaskClient, path: str, choice: Mapping[str, Any]
) -> None:
    numbered = {"deal_number": 617, "request": {"path": path, **choice}}
    for body in (numbered, {"result": numbered}):
        refusal = check_response(off.post(VERIFY, json=body))
        assert (refusal.status_code, refusal.get_json()["type"]) == (
            403,
            "/v1/problems/seeds-off",
        )


@for_each("limit", [{"max_items": 40}, {"max_draws": 40}, {"max_shuffled": 40}])
def test_a_response_beyond_another_limit_of_this_operator_is_unchecked(
    seeded: FlaskClient, limit: Mapping[str, Any]
) -> None:
    for parameters in ({"seed": "42"}, PROVE):
        saved = post(seeded, SHUFFLE, algorithm="durstenfeld", **parameters)
        verdict = post(make_client(**limit), VERIFY, **saved)
        assert (verdict["valid"], verdict["chosen_by"], list(verdict["unchecked"])) == (
            None,
            "unknown",
            ["request"],
        )
        assert (
            f"(the operator's {next(iter(limit)).upper()})"
            in verdict["unchecked"]["request"]
        )
        assert verdict["checks"] == (
            {"proof": True, "seed": True} if "proof" in saved else {}
        )


def list_members() -> set[Member]:
    """Return the members of all requests of draws."""
    schemas: list[Any] = [operation.schema for operation in DRAW_OPERATIONS]
    return {
        member for schema in schemas for member in read_members(schema.target).values()
    }


def test_no_other_member_of_a_request_chooses() -> None:
    choices = {member.name for member in list_members() if member.choice}
    assert choices == set(CHOICES)


def test_proofs_name_the_members_that_their_definition_lists() -> None:
    rows = proofs.read_rows(proofs.GUIDE.read_text(encoding="utf-8"))
    listed = set(re.findall(r"`(\w+)`", rows)) | PARAMETERS.keys()
    members = list_members()
    named = {member.name for member in members if isinstance(member.proof, Named)}
    assert named == listed & {member.name for member in members}


def test_each_shuffle_that_is_not_nearly_uniform_is_a_choice() -> None:
    for name, shuffle in SHUFFLES.items():
        is_fair = shuffle.uniformity in {Uniformity.EXACT, Uniformity.NEAR}
        choice = ShuffledDraw(algorithm=name).find_choice()
        assert choice == (None if is_fair else "algorithm")
    draws = [
        ShuffledDraw(algorithm="sort_keys", arguments={"key_bits": bits})
        for bits in range(1, 65)
    ]
    assert [draw.find_choice() for draw in draws] == [*["key_bits"] * 63, None]

"""/v1/shoes: terms of private hands, shoes of items, roots, and signed states."""

from typing import Any

import pytest

from service.app import create_app
from service.core.crypto.merkle import MerkleTree
from service.core.crypto.signatures import SigningKey, is_signed
from service.core.crypto.tokens import generate_key
from service.core.sealed import rounds
from service.settings import Settings
from tests.api.spec import check_response, json_object, post
from tests.core.sealed.seats import private_terms, sit_down
from tests.tables import for_each

OPEN, DEAL, DRAW = "/v1/shoes", "/v1/shoes/deal", "/v1/shoes/draw"
KEY = SigningKey.from_base64url("A" * 43)
SHOE_KEY = generate_key()
CLIENT = create_app(Settings(shoe_keys=(SHOE_KEY,), signing_keys=(KEY,))).test_client()
UNSIGNED = create_app(Settings(shoe_keys=(SHOE_KEY,))).test_client()
PLAYERS = sit_down("1", "dealer")


def has_signature(response: dict[str, Any]) -> bool:
    state, signed = b"shuffle-and-deal state 3\n" + bytes.fromhex(response["digest"]), response["signed"]
    return bool(signed["kid"] == KEY.kid and is_signed(KEY.public, signed["signature"], state))


def test_a_shoe_of_items_draws_its_texts() -> None:
    items = ["a knight", "a castle, taken", 'a "queen"', " "]
    opened = post(CLIENT, OPEN, items=items)
    assert (opened["size"], opened["terms"]["scheme"], opened["terms"]["items"]) == (4, "shoe3", items)
    drawn = post(CLIENT, DRAW, shoe=opened["shoe"], count=3, seat="N")
    assert drawn["cards"] == drawn["seen"]["cards"] == [items[index] for index in drawn["indices"]]
    assert drawn["seen"]["seat"] == "N"
    rest = post(CLIENT, DRAW, shoe=drawn["shoe"], count=2)
    assert sorted([*drawn["cards"], rest["cards"][0]]) == sorted(items)
    assert [len(entry["seen"].get("roots", ())) for entry in (drawn, rest)] == [1, 1]
    assert rest["seen"]["roots"] == [rest["root"]]
    assert rest["root"] != drawn["root"]


def test_states_are_signed_with_the_first_key() -> None:
    opened = post(CLIENT, OPEN, game="holdem", players=2, reveal="shown")
    assert {"commitment", "seed_hash", "digest"} <= opened.keys()
    assert "root" not in opened
    assert has_signature(opened)
    dealt = post(CLIENT, DEAL, shoe=opened["shoe"], through="turn")
    roots = {stage["root"] for stage in dealt["dealt_stages"]}
    assert roots == {dealt["root"]} == set(dealt["dealt_stages"][0]["seen"]["roots"])
    assert all(map(has_signature, [dealt, *dealt["dealt_stages"]]))
    unsigned = post(UNSIGNED, DEAL, shoe=opened["shoe"], through="turn")
    assert (unsigned["digest"], unsigned["signed"]) == (dealt["digest"], None)


def test_a_request_hashes_one_tree_for_all_its_views(monkeypatch: pytest.MonkeyPatch) -> None:
    trees: list[int] = []

    def count(entries: list[bytes]) -> MerkleTree:
        trees.append(len(entries))
        return MerkleTree(entries)

    monkeypatch.setattr(rounds, "MerkleTree", count)
    opened = post(CLIENT, OPEN, game="blackjack", players=7, decks=100, reveal="shown")
    dealt = post(CLIENT, DEAL, shoe=opened["shoe"], each_seat=True, through="second_cards")
    assert len(dealt["seat_views"]) == 8
    assert trees == [5200]


@for_each("body", [{"reveal": "all"}, {"scheme": "shoe3"}, {"reveal": "all", "consent": {}, "view_keys": None}])
def test_each_member_of_its_own_implies_shoe3(body: dict[str, Any]) -> None:
    terms = post(CLIENT, OPEN, deck="standard", **body)["terms"]
    assert (terms["scheme"], terms["reveal"]) == ("shoe3", "all")
    assert not {"auditor", "consent", "view_keys"} & set(terms)


def test_other_shoes_are_of_shoe2_as_before() -> None:
    generated: dict[str, Any] = {"items": [], "consent": {}, "view_keys": {}, "auditor": None}
    for body in ({}, generated):
        opened = post(CLIENT, OPEN, deck="standard", **body)
        assert opened["terms"]["scheme"] == "shoe2"
        assert not {"seed_hash", "signed", "root"} & set(opened)


def test_private_terms_are_published_as_given() -> None:
    terms = private_terms(PLAYERS)
    opened = post(CLIENT, OPEN, game="holdem", players=2, **terms)
    assert terms.items() <= opened["terms"].items()


@for_each(
    "body, field, sentence",
    [
        ({"items": ["a"], "scheme": "shoe2"}, "items", "items is for shoes of shoe3, and scheme is shoe2."),
        ({"items": ["a", ""]}, "items", "a text of 1 to 256 characters"),
        ({"deck": "standard", "reveal": "some"}, "reveal", "Must be one of: all, shown, auditor."),
        ({"deck": "standard", "auditor": PLAYERS["1"].key}, "auditor", 'key.kty must be "EC".'),
        (
            {"deck": "standard", "consent": {"keys": {"1": PLAYERS["1"].view_key}, "quorum": 1}},
            "consent",
            "keys: Seat '1': key.kty must be \"OKP\".",
        ),
        (
            {"deck": "standard", "consent": {"quorum": 1}},
            "consent",
            "Must be an object with keys, quorum, and perhaps start.",
        ),
    ],
)
def test_terms_that_do_not_fit_are_refused(body: dict[str, Any], field: str, sentence: str) -> None:
    response = check_response(CLIENT.post(OPEN, json=body))
    assert response.status_code == 422
    assert sentence in json_object(response)["detail"]
    assert field in json_object(response)["errors"]

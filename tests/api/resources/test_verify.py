"""Every seeded answer is its own receipt, and results of other providers' schemes can be checked."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.cards.decks import DECKS
from service.core.games.catalogue import GAMES
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings
from tests.api.spec import get, holds, members, post

VERIFY = "/v1/verify"
CLIENT = create_app(Settings()).test_client()
LIST = ["red", None, {"blue": 3}, [1.5], "red"]

QUERIES = {
    "shuffle": "/v1/decks/standard/shuffle?seed=1",
    "first cards": "/v1/decks/standard/shuffle?seed=1&count=5&decks=3&jokers=1&exclude=AS&suit_order=CDHS",
    "names": "/v1/decks/standard/shuffle?seed=1&notation=name&name_style=retro",
    "shuffles": "/v1/decks/dominoes/shuffle/batch?seed=1&index=7&count=3&highest=9&repeats=3",
    "deal": "/v1/decks/riichi/deal?seed=1&hands=4&packets=4,4,4,1&burn=1&red_fives=3&notation=index",
    "deals": "/v1/decks/standard/deal/batch?seed=1&hands=2&cards=2&repeats=2",
    "integers": "/v1/integers?seed=x&min=-3&max=90&count=6&algorithm=rejection",
    "dice": "/v1/integers/batch?seed=x&max=6&count=3&replacement=true&repeats=4",
    "hearts": "/v1/games/hearts/deal?seed=1&players=3",
    "canasta": "/v1/games/canasta/deal?seed=1",
    "boards": "/v1/games/bridge/deal/batch?seed=1&board=7&repeats=2",
    "bingo": "/v1/games/bingo_card/deal?seed=1",
    "freecell": "/v1/games/freecell/deal?deal_number=617",
    "klondikes": "/v1/games/klondike/deal/batch?deal_number=1&repeats=2",
}
BODIES: dict[str, tuple[str, dict[str, Any]]] = {
    "items": ("/v1/items/shuffle", {"items": LIST, "seed": 3}),
    "some items": ("/v1/items/shuffle", {"items": LIST, "seed": 3, "count": 2}),
    "lists of items": ("/v1/items/shuffle/batch", {"items": LIST, "seed": 3, "count": 2, "repeats": 5}),
    "video poker": ("/v1/games/video_poker/draw", {"seed": 3, "held": [1, 4], "coins": 2}),
    "hands of video poker": ("/v1/games/video_poker/draw/batch", {"seed": 3, "held": [2], "repeats": 2}),
}


def answered(kind: str) -> Any:
    """The service's answer of that kind."""
    answer = CLIENT.get(QUERIES[kind]) if kind in QUERIES else CLIENT.post(BODIES[kind][0], json=BODIES[kind][1])
    return answer.json


def difference(answer: dict[str, Any]) -> dict[str, Any]:
    """What the service finds to be the first difference."""
    found = post(CLIENT, VERIFY, **answer)
    assert found["valid"] is False
    difference: dict[str, Any] = found["difference"]
    return difference


@pytest.mark.parametrize("kind", [*QUERIES, *BODIES])
def test_a_seeded_answer_is_valid_as_it_came(kind: str) -> None:
    answer = answered(kind)
    assert post(CLIENT, VERIFY, **answer)["valid"] is True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("batch", [False, True])
def test_the_deal_of_every_game_is_its_own_receipt(client: FlaskClient, game: str, *, batch: bool) -> None:
    players = {"players": GAMES[game].players.max}
    more = {"repeats": 2} if batch else {}
    deal = get(client, f"/v1/games/{game}/deal{'/batch' * batch}", seed="7", index=5, **players, **more)
    assert post(client, VERIFY, **deal)["valid"] is True


@pytest.mark.parametrize("index", [999_999, 1_000_000, 2**40, 2**53 - 3])
def test_a_board_is_its_own_receipt_whatever_its_number(client: FlaskClient, index: int) -> None:
    for path, more in (("deal", {}), ("deal/batch", {"repeats": 2})):
        dealt = get(client, f"/v1/games/bridge/{path}", seed="7", index=index, **more)
        assert post(client, VERIFY, **dealt)["valid"] is True


@pytest.mark.parametrize("deck", DECKS)
def test_the_shuffle_of_every_deck_is_its_own_receipt(client: FlaskClient, deck: str) -> None:
    assert post(client, VERIFY, **get(client, f"/v1/decks/{deck}/shuffle", seed="7", decks=2))["valid"] is True


@pytest.mark.parametrize("algorithm", SHUFFLES)
def test_every_algorithm_is_named_in_the_answer_with_what_it_needs(client: FlaskClient, algorithm: str) -> None:
    answer = get(client, "/v1/integers", seed="7", max=20, algorithm=algorithm)
    assert post(client, VERIFY, **answer)["valid"] is True


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in a JSON value anything stands."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


ALTERED = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 10**20), st.text("AKS5", max_size=2), st.just([]), st.just({})
)


@given(st.data(), st.sampled_from([*QUERIES, *BODIES]), ALTERED)
def test_an_answer_altered_anywhere_is_never_valid(data: st.DataObject, kind: str, other: Any) -> None:
    """What makes no request at all is refused. Left out is what makes it the right answer to another request.

    That is a caller's items, of which only the order is ours, and the coins that were bet.
    """
    answer = deepcopy(answered(kind))
    *path, last = data.draw(st.sampled_from([path for path in places(answer) if path[0] not in {"items", "coins"}]))
    held = answer
    for key in path:
        held = held[key]
    if data.draw(st.booleans(), "removed"):
        del held[last]
    else:
        if type(held[last]) is type(other) and held[last] == other:
            return
        held[last] = other
    if "seed" not in answer and "deal_number" not in answer:
        return
    verified = holds(CLIENT.post(VERIFY, data=json.dumps(answer), content_type="application/json"))
    if verified.status_code == 200:
        assert members(verified)["valid"] is False
    else:
        assert verified.status_code == 422, verified.text


def test_the_first_card_that_was_altered_is_named() -> None:
    deal = answered("deals")
    deal["hands"][1][0]["cards"][1] = "AS"
    found = difference(deal)
    assert (found["where"], found["seen"]) == ("hands[1][0].cards[1]", "AS")
    assert found["expected"] == answered("deals")["hands"][1][0]["cards"][1]


def test_what_was_left_out_or_added_is_a_difference() -> None:
    short, long = answered("integers"), answered("boards")
    short["integers"].pop()
    assert difference(short) == {
        "where": "integers[5]",
        "expected": str(answered("integers")["integers"][5]),
        "seen": None,
    }
    long["winner"] = "N"
    assert difference(long) == {"where": "winner", "expected": None, "seen": "N"}


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({}, "body", "Must be one of: "),
        ({"scheme": "dice"}, "body", "scheme=stake"),
        ({"stream": "sd1", "seed": "1"}, "answer", "no seeded answer of this service"),
        ({"stream": "sd2", "seed": "1"}, "stream", "Must be one of: sd1"),
        ({"stream": "sd1"}, "seed", "This is required"),
        ({"scheme": "stake", "nonce": 1.5}, "nonce", "Must be an integer"),
        ({"scheme": "stake", "odds": 2}, "odds", "Unknown parameter"),
        ({"scheme": "rfc3797", "pool": 3, "count": 4, "sources": [["1"]]}, "count", "from 1 to 3"),
        ({"scheme": "drand", "round": 1, "signature": "ab"}, "scheme_id", "Say how the network signs"),
    ],
)
def test_what_can_not_be_checked_is_refused(client: FlaskClient, body: Any, field: str, sentence: str) -> None:
    answer = holds(client.post(VERIFY, json=body))
    assert answer.status_code == 422
    assert sentence in members(answer)["errors"][field][0]


def test_a_number_is_the_same_however_a_client_writes_it() -> None:
    """JavaScript writes 1.0 as 1."""
    answer = answered("some items") | {"draws": 2.0}
    assert post(CLIENT, VERIFY, **answer)["valid"] is True
    assert difference(answer | {"draws": True})["where"] == "draws"


def test_members_that_were_added_are_told_in_their_order_and_cut_if_they_are_long() -> None:
    answer = answered("dice") | {"zzz": 1, "aaa": 1}
    assert difference(answer)["where"] == "zzz"
    assert len(difference(answered("dice") | {"x" * 900_000: 1})["where"]) < 1_100


@pytest.mark.parametrize(
    "body",
    [
        {"receipt": {}, "seen": [{}] * 100_000},
        {"receipt": {}, "seen": [1] * 10_000},
        {"receipt": {}, "seen": [{"cards": [1] * 200_000}]},
        {f"member {number}": 1 for number in range(50_000)} | {"scheme": "stake"},
    ],
    ids=["too many", "no objects", "too many cards", "unknown members"],
)
def test_however_much_is_wrong_ten_things_are_told(client: FlaskClient, body: dict[str, Any]) -> None:
    answer = holds(client.post(VERIFY, json=body))
    assert answer.status_code == 422
    assert sum(map(len, members(answer)["errors"].values())) <= 10


def revealed(client: FlaskClient) -> dict[str, Any]:
    """The receipt of a shoe of two packs, of which five cards were drawn from the top and two from the bottom."""
    shoe = post(client, "/v1/shoes", deck="standard", decks=2, label="table 7")
    top = post(client, "/v1/shoes/draw", shoe=shoe["shoe"], count=5, client_seed="correct horse")
    bottom = post(client, "/v1/shoes/draw", shoe=top["shoe"], count=2, **{"from": "bottom"})
    receipt = post(client, "/v1/shoes/reveal", shoe=bottom["shoe"])["receipt"]
    seen = [
        {"cards": top["cards"]},
        *({"position": p, "cards": [c]} for p, c in zip(bottom["positions"], bottom["cards"], strict=True)),
    ]
    return {"receipt": receipt, "seen": seen}


def test_the_receipt_of_a_shoe_is_valid_with_the_cards_that_were_seen(client: FlaskClient) -> None:
    found = post(client, VERIFY, **revealed(client))
    assert found["valid"] is True
    assert found["checks"] == {"commitment": True, "terms": True, "drawn": True, "seen": True}


def test_the_first_card_of_a_shoe_that_differs_is_named_with_its_round_and_position(client: FlaskClient) -> None:
    told = revealed(client)
    right = told["seen"][0]["cards"][3]
    told["seen"][0]["cards"][3] = "AS" if right != "AS" else "KS"
    assert difference(told)["where"] == "round 0, position 3"
    assert difference(told)["expected"] == right


def test_a_receipt_without_cards_is_neither_valid_nor_not(client: FlaskClient) -> None:
    told = revealed(client)
    assert post(client, VERIFY, receipt=told["receipt"])["valid"] is None
    told["receipt"]["terms"]["label"] = "table 8"
    assert difference({"receipt": told["receipt"]})["where"] == "commitment"


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        ([3], "Item 1: Must be an object with cards"),
        ([{"cards": ["AS"]}, {"position": -1, "cards": ["AS"]}], "Item 2, position: Must be an integer from 0"),
        ([{"cards": [7]}], "Item 1, cards, item 1: Must be a card, such as AS"),
        ([{"cards": ["AS"], "card": "AS"}], "Item 1, card: Unknown field"),
        ([], "Must be 1 to"),
        ([{"position": 104, "cards": ["AS"]}], "seen[0] goes on to position 104"),
    ],
)
def test_what_was_not_seen_as_cards_are_seen_is_refused(client: FlaskClient, seen: Any, sentence: str) -> None:
    answer = holds(client.post(VERIFY, json=revealed(client) | {"seen": seen}))
    assert answer.status_code == 422
    assert members(answer)["errors"]["seen"][0].startswith(sentence)


def test_a_bet_is_checked_and_its_first_wrong_event_named(client: FlaskClient) -> None:
    bet = {"scheme": "stake", "server_seed": "server", "client_seed": "client", "nonce": 1, "game": "cards", "count": 3}
    derived = post(client, VERIFY, **bet)["derived"]
    told = {"server_seed_hash": derived["server_seed_hash"], "seen": derived["events"]}
    assert post(client, VERIFY, **bet, **told)["valid"] is True
    told["seen"] = [*derived["events"][:2], "AS"]
    found = post(client, VERIFY, **bet, **told)
    assert (found["valid"], found["difference"]["where"], found["difference"]["seen"]) == (False, "seen[2]", "AS")


def test_the_listing_says_what_each_scheme_takes(client: FlaskClient) -> None:
    schemes = {scheme["scheme"]: scheme["fields"] for scheme in get(client, VERIFY)["schemes"]}
    assert schemes["rfc3797"] == ["sources", "key_string", "pool", "count", "seen"]
    assert {"server_seed", "nonce"} <= set(schemes["stake"])
    assert {"round", "signature"} <= set(schemes["drand"])


def test_where_seeds_are_off_no_seeded_answer_is_made_again() -> None:
    closed = create_app(Settings(allow_seeds=False)).test_client()
    assert closed.post(VERIFY, json=answered("shuffle")).status_code == 403
    assert members(closed.post(VERIFY, json=answered("freecell")))["valid"] is True

import json
import re
import secrets
from functools import partial
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core import work
from service.core.crypto.signatures import SigningKey
from service.core.rng.streams import MAX_INDEX
from service.settings import Settings
from tests.http.spec import check_refusal, get, post
from tests.tables import for_each, read_table

BRIDGE = "/v1/games/bridge/deal"
HOLDEM = "/v1/games/holdem/deal"
DECK = "/v1/decks/standard/deal"
NDJSON = {"Accept": "application/x-ndjson"}
TEXT = {"Accept": "text/plain"}

STRONG = {"hand": "N", "points": "hcp", "min": 15, "max": 17}
BALANCED = {"hand": "N", "shape": "balanced"}
STRONG_NO_TRUMP = {"all": [STRONG, BALANCED]}
EVERY_DEAL = {"hand": "N", "points": "hcp", "min": 0}
RARE = {"hand": "N", "shape": "13-0-0-0"}
TABLES = read_table("deals/searches.yaml")


def lengths(hand: dict[str, Any]) -> list[int]:
    return sorted(sum(card[1] == suit for card in hand["cards"]) for suit in "SHDC")


def is_strong_no_trump(hands: list[dict[str, Any]]) -> bool:
    points = sum("JQKA".find(card[0]) + 1 for card in hands[0]["cards"])
    return 15 <= points <= 17 and lengths(hands[0]) in (
        [3, 3, 3, 4],
        [2, 3, 4, 4],
        [2, 3, 3, 5],
    )


def search(client: FlaskClient, path: str, accept: str, **body: Any) -> str:
    response = client.post(f"{path}/batch", json=body, headers={"Accept": accept})
    assert response.status_code == 200, response.text
    return response.text


def refusal(client: FlaskClient, path: str, **body: Any) -> tuple[str, str]:
    (refused,) = check_refusal(client.post(path, json=body)).items()
    return refused


def test_results_are_the_plain_deals_that_fulfil_the_condition(
    client: FlaskClient,
) -> None:
    found = post(client, f"{BRIDGE}/batch", seed="1", repeats=5, where=STRONG_NO_TRUMP)
    plain = get(client, f"{BRIDGE}/batch", seed="1", repeats=found["candidates"])
    expected = [
        index for index, hands in enumerate(plain["hands"]) if is_strong_no_trump(hands)
    ]
    assert found["matches"] == expected
    for member in ("hands", "board", "dealer", "vulnerable", "pbn"):
        assert found[member] == [plain[member][index] for index in expected]
    assert found["complete"] is True
    assert found["candidates"] == expected[-1] + 1
    assert found["next"] == expected[-1] + 1
    second = post(
        client, BRIDGE, seed="1", index=expected[0] + 1, where=STRONG_NO_TRUMP
    )
    assert second["hands"] == found["hands"][1]
    assert second["matches"] == expected[1:2]


def test_without_a_seed_no_index_is_told(client: FlaskClient) -> None:
    found = post(client, f"{BRIDGE}/batch", repeats=3, where=STRONG_NO_TRUMP)
    assert list(map(is_strong_no_trump, found["hands"])) == [True] * 3
    assert found["candidates"] >= 3
    assert not {"seed", "index", "matches", "next"} & found.keys()
    assert "index" not in search(
        client, BRIDGE, "*/*", format="pbn", repeats=2, where=STRONG_NO_TRUMP
    )


def test_a_search_that_finds_nothing_says_so(client: FlaskClient) -> None:
    expected = {
        "hands": [],
        "piles": [],
        "candidates": 9,
        "complete": False,
        "matches": [],
        "next": 14,
        "draws": 0,
    }
    for path, repeats in ((BRIDGE, {}), (f"{BRIDGE}/batch", {"repeats": 3})):
        found = post(
            client, path, seed="1", index=5, where=RARE, max_candidates=9, **repeats
        )
        assert expected.items() <= found.items()


def test_lines_are_the_results_and_ndjson_says_how_far_the_search_came(
    client: FlaskClient,
) -> None:
    body = {"seed": "1", "repeats": 4, "where": STRONG_NO_TRUMP}
    batch = post(client, f"{BRIDGE}/batch", **body)
    *lines, last = map(
        json.loads, search(client, BRIDGE, NDJSON["Accept"], **body).splitlines()
    )
    assert [line["index"] for line in lines] == batch["matches"]
    assert [line["hands"] for line in lines] == batch["hands"]
    names = ("max_candidates", "candidates", "complete", "matches", "next")
    assert last == {name: batch[name] for name in names}
    texts = search(client, BRIDGE, TEXT["Accept"], **body).splitlines()
    assert texts == [
        "\t".join(" ".join(hand["cards"]) for hand in deal) for deal in batch["hands"]
    ]
    vain = {"repeats": 2, "where": RARE, "max_candidates": 5}
    last = json.loads(search(client, BRIDGE, NDJSON["Accept"], **vain))
    assert last == {"max_candidates": 5, "candidates": 5, "complete": False}
    assert search(client, BRIDGE, TEXT["Accept"], **vain) == ""


def test_boards_of_a_pbn_file_are_numbered_from_1_and_begin_with_the_dealer(
    client: FlaskClient,
) -> None:
    body = {"seed": "1", "repeats": 5, "where": STRONG_NO_TRUMP}
    deals = post(client, f"{BRIDGE}/batch", **body)["pbn"]
    text = search(client, BRIDGE, "*/*", **body, format="pbn")
    games = text.removeprefix("% PBN 2.1\r\n% EXPORT\r\n").split("\r\n\r\n")
    for start, game, deal in zip((0, 1, 2, 3, 0), games, deals, strict=True):
        hands = deal.removeprefix("N:").split()
        assert f'[Dealer "{"NESW"[start]}"]\r\n' in game
        assert (
            f'[Deal "{"NESW"[start]}:{" ".join(hands[start:] + hands[:start])}"]'
            in game
        )


@for_each(
    "fields",
    [
        {},
        {"index": 40},
        {"board": 6},
        {"index": 25, "board": 26},
        {"index": 3, "board": 1},
    ],
)
def test_the_number_of_a_board_in_a_file_is_in_the_response(
    client: FlaskClient, fields: dict[str, Any]
) -> None:
    body: dict[str, Any] = {"seed": "1", "where": STRONG_NO_TRUMP, **fields}
    *lines, _ = map(
        json.loads,
        search(client, BRIDGE, NDJSON["Accept"], repeats=5, **body).splitlines(),
    )
    for path, options in ((BRIDGE, {}), (f"{BRIDGE}/batch", {"repeats": 5})):
        response = post(client, path, **body, **options)
        numbers = response["file_board"] if options else [response["file_board"]]
        assert numbers == [line["file_board"] for line in lines][: len(numbers)]
        pbn, lin = (
            client.post(path, json=body | options | {"format": name}).text
            for name in ("pbn", "lin")
        )
        assert (
            re.findall(r'\[Board "(\d+)"\]', pbn)
            == re.findall(r"\|ah\|Board (\d+)\|", lin)
            == list(map(str, numbers))
        )
        indices = [str(index) for index in response["matches"]]
        assert (
            re.findall(r"\{index (\d+)\}", pbn)
            == re.findall(r"\|at\|index (\d+)\|", lin)
            == indices
        )
        assert post(client, "/v1/verify", **response)["valid"] is True


def test_only_responses_with_a_condition_have_another_number_in_a_file(
    client: FlaskClient,
) -> None:
    assert "file_board" in post(client, BRIDGE, where=STRONG_NO_TRUMP)
    for path, body in (
        (BRIDGE, {}),
        (f"{BRIDGE}/batch", {"repeats": 2}),
        (BRIDGE, {"given": {"hands": {"N": ["AS"]}}}),
        (BRIDGE, {"where": RARE, "max_candidates": 9}),
        (f"{BRIDGE}/batch", {"where": RARE, "max_candidates": 9, "repeats": 2}),
        (HOLDEM, {"where": {"hand": "1", "category": True, "max": "full_house"}}),
    ):
        assert "file_board" not in post(client, path, seed="1", **body), (path, body)


def test_a_board_of_its_own_counts_from_the_first_candidate(
    client: FlaskClient,
) -> None:
    found = post(
        client, f"{BRIDGE}/batch", seed="1", board=7, repeats=3, where=STRONG_NO_TRUMP
    )
    plain = get(
        client, f"{BRIDGE}/batch", seed="1", board=7, repeats=found["candidates"]
    )
    assert found["board"] == [7 + index for index in found["matches"]]
    assert found["hands"] == [plain["hands"][index] for index in found["matches"]]
    assert post(client, "/v1/verify", **found)["valid"] is True


def test_given_and_where_go_together(client: FlaskClient) -> None:
    given = {"hands": {"S": ["AS", "KS", "QS"]}}
    where = {"hand": "S", "length": "S", "min": 6}
    found = post(
        client, f"{BRIDGE}/batch", seed="1", repeats=4, given=given, where=where
    )
    for hands in found["hands"]:
        assert hands[2]["cards"][:3] == ["AS", "KS", "QS"]
        assert lengths(hands[2])[-1] >= 6
    assert post(client, "/v1/verify", **found)["valid"] is True


@for_each(
    "condition",
    [
        {
            "hand": "N",
            "points": "hcp",
            "min": 15,
            "all": [],
            "hands": None,
            "cards": [],
            "sum": {},
            "item": None,
        },
        {"all": [{"hand": "N", "losers": True, "max": 4, "not": None}], "min": None},
        {
            "weighted": [
                {
                    "hand": "N",
                    "points": "hcp",
                    "weight": None,
                    "when": None,
                    "weighted": [],
                }
            ],
            "min": 20,
            "max": None,
        },
        {
            "weighted": [
                {
                    "hand": "N",
                    "losers": "S",
                    "when": {"hand": "S", "losers": "S", "min": 2, "not": {}},
                }
            ],
            "min": 1,
        },
    ],
)
def test_members_that_a_client_sends_empty_count_as_left_out(
    client: FlaskClient, condition: dict[str, Any]
) -> None:
    def drop(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                name: drop(member)
                for name, member in value.items()
                if member not in (None, [], {})
            }
        return [drop(item) for item in value] if isinstance(value, list) else value

    path = "/v1/games/bridge/deal"
    given = {"hands": {"S": ["AS"]}}
    sent = post(client, path, seed="1", where=condition, given={**given, "piles": None})
    assert sent == post(client, path, seed="1", where=drop(condition), given=given)
    assert sent["request"]["where"] == drop(condition)


@for_each("empty", [None, False, "", [], {}])
def test_a_misspelt_member_is_refused_though_it_is_empty(
    client: FlaskClient, empty: Any
) -> None:
    leaf = {"hand": "N", "losers": True, "max": 4, "shpae": empty}
    for body, sentence in (
        (
            {"where": leaf},
            "where.shpae: There is no such predicate. Did you mean 'shape'?",
        ),
        (
            {"where": {"all": [{"not": leaf}]}},
            "where.all[0].not.shpae: There is no such predicate.",
        ),
        (
            {"given": {"hands": {"S": ["AS"]}, "pile": empty}},
            "given has no member 'pile'. Did you mean 'piles'?",
        ),
    ):
        refusal = client.post("/v1/games/bridge/deal", json=body)
        assert refusal.status_code == 422
        assert refusal.get_json()["detail"].startswith(sentence)


def test_a_response_has_the_codes_of_the_cards_of_a_condition(
    client: FlaskClient,
) -> None:
    parts = [
        {"not": {"hand": "N", "cards": ["ace of spades", "10h"]}},
        {
            "weighted": [
                {
                    "hand": "N",
                    "cards": ["10h"],
                    "when": {"hand": "N", "sum": {"1c": 2}, "max": 2},
                }
            ],
            "max": 0,
        },
        {"any": [{"hand": "S", "sum": {"🂡": 3, "kc": 2}, "min": 2}]},
    ]
    found = post(client, "/v1/games/bridge/deal", seed="1", where={"all": parts})
    excluded, weighted, included = found["request"]["where"]["all"]
    assert weighted["weighted"] == [
        {
            "hand": "N",
            "cards": ["TH"],
            "when": {"hand": "N", "sum": {"AC": 2}, "max": 2},
        }
    ]
    assert excluded == {"not": {"hand": "N", "cards": ["AS", "TH"]}}
    assert included == {"any": [{"hand": "S", "sum": {"AS": 3, "KC": 2}, "min": 2}]}
    assert post(client, "/v1/verify", **found)["valid"] is True


@for_each(("path", "body"), TABLES["proved"])
def test_a_response_proves_itself(
    client: FlaskClient, path: str, body: dict[str, Any]
) -> None:
    assert (
        post(client, "/v1/verify", **post(client, path, seed="1", **body))["valid"]
        is True
    )


@for_each(("member", "value", "where"), TABLES["altered"])
def test_an_altered_response_is_detected(
    client: FlaskClient, member: str, value: Any, where: str
) -> None:
    found = post(
        client, f"{BRIDGE}/batch", seed="guide", repeats=3, where=STRONG_NO_TRUMP
    )
    assert found["matches"] == [10, 27, 41]
    verdict = post(client, "/v1/verify", **found | {member: value})
    assert verdict["valid"] is False
    assert verdict["difference"]["where"].startswith(where)


@for_each("where", [EVERY_DEAL, RARE])
@for_each("path", [BRIDGE, f"{BRIDGE}/batch"])
def test_a_search_names_the_board_of_its_request(
    client: FlaskClient, path: str, where: dict[str, Any]
) -> None:
    body = {"seed": "1", "max_candidates": 3, "where": where} | (
        {"repeats": 2} if path != BRIDGE else {}
    )
    boards = [
        post(client, path, **body, **board)["request"].get("board")
        for board in ({}, {"board": 1}, {"board": 3})
    ]
    assert boards == [None, None, 3]


def test_a_search_of_a_deck_that_found_nothing_is_valid(client: FlaskClient) -> None:
    found = post(
        client,
        DECK,
        seed="1",
        hands=1,
        cards=5,
        max_candidates=2,
        where={"hand": 1, "cards": ["AS", "KS"]},
    )
    assert found["hands"] == []
    assert post(client, "/v1/verify", **found)["valid"] is True
    found["request"]["hands"] = 2
    assert (
        post(client, "/v1/verify", **found)["valid"] is True
    )  # nothing shows how many hands there were not


def test_a_search_is_signed_with_its_condition() -> None:
    key = SigningKey.from_base64url(secrets.token_urlsafe(32))
    client = create_app(Settings(signing_keys=(key,))).test_client()
    found = post(client, f"{BRIDGE}/batch", repeats=2, where=STRONG_NO_TRUMP, sign=True)
    assert post(client, "/v1/verify", **found)["valid"] is True
    found["candidates"] += 1
    assert post(client, "/v1/verify", **found)["difference"]["where"] == "candidates"


def test_the_operator_limits_candidates() -> None:
    client = create_app(Settings(max_candidates=100)).test_client()
    assert post(client, BRIDGE, seed="1", where=RARE)["candidates"] == 100
    field, message = refusal(client, BRIDGE, where=RARE, max_candidates=101)
    assert field == "max_candidates"
    assert message.startswith(
        "This asks for 101 candidates; the limit here is 100 (the operator's MAX_CANDIDATES)."
    )


def test_deals_that_take_longer_have_fewer_candidates(client: FlaskClient) -> None:
    path = "/v1/games/blackjack/deal"
    where = {"hand": "dealer", "total": True, "min": 4, "max": 4}
    field, message = refusal(client, path, where=where, max_candidates=2_000_000)
    assert field == "max_candidates"
    assert (
        int(message.split("the limit here is ")[1].split(" (")[0].replace(",", ""))
        < 2_000_000
    )


def test_conditions_that_take_longer_have_fewer_candidates(client: FlaskClient) -> None:
    values = {
        f"{rank}{suit}": 14 * number
        for number, suit in enumerate("SHDC")
        for rank in "A23456789TJQK"
    }
    table = {card: value + at for at, (card, value) in enumerate(values.items())}
    long = {"any": [{"hand": "N", "sum": table, "min": at} for at in range(60)]}
    field, message = refusal(client, BRIDGE, where=long, max_candidates=2_000_000)
    assert field == "max_candidates"
    assert "Deals and conditions that take longer have fewer." in message
    others = [
        {"hand": "S", "points": "hcp", "min": 30},
        {"hand": "S", "length": "S", "min": 9},
    ]
    usual = {"any": [STRONG_NO_TRUMP, *others]}
    assert post(client, BRIDGE, seed="1", where=usual, max_candidates=2_000_000)[
        "complete"
    ]


def test_a_search_that_takes_too_long_is_refused_unless_it_is_streamed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "thread_time", partial(next, count(step=10)))
    body: dict[str, Any] = {"seed": "1", "where": RARE, "max_candidates": 2_000}
    for path, repeats in ((BRIDGE, {}), (f"{BRIDGE}/batch", {"repeats": 2})):
        field, message = refusal(client, path, **body, **repeats)
        assert field == "max_candidates"
        assert "give at most 320." in message
        assert (
            post(client, path, **body | repeats | {"max_candidates": 320})["candidates"]
            == 320
        )
    assert (
        json.loads(search(client, BRIDGE, NDJSON["Accept"], **body, repeats=2))[
            "candidates"
        ]
        == 2_000
    )


def test_a_large_search_is_checked_by_another(client: FlaskClient) -> None:
    found = post(client, BRIDGE, seed="1", where=EVERY_DEAL, max_candidates=2_000_000)
    assert post(client, "/v1/verify", **found)["valid"] is True


def test_a_search_ends_at_the_last_index(client: FlaskClient) -> None:
    where = {"hand": "1", "points": "hcp", "min": 4}
    found = post(
        client,
        f"{HOLDEM}/batch",
        seed="1",
        index=MAX_INDEX - 99,
        repeats=9,
        max_candidates=100,
        where=where,
    )
    assert max(found["matches"]) <= MAX_INDEX
    for index, hands in zip(found["matches"], found["hands"], strict=True):
        assert get(client, HOLDEM, seed="1", index=index)["hands"] == hands
    field, message = refusal(
        client, HOLDEM, seed="1", index=MAX_INDEX - 99, max_candidates=101, where=where
    )
    assert field == "max_candidates"
    assert (
        message == "The last candidate would have an index above 9,007,199,254,740,991."
    )


def test_a_search_ends_at_the_last_board(client: FlaskClient) -> None:
    post(
        client,
        BRIDGE,
        seed="1",
        index=MAX_INDEX - 100,
        max_candidates=100,
        where=EVERY_DEAL,
    )
    field, message = refusal(
        client, BRIDGE, seed="1", board=MAX_INDEX, max_candidates=2, where=EVERY_DEAL
    )
    assert field == "max_candidates"
    assert message == "No board has a number above 9,007,199,254,740,991."

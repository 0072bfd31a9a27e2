"""`where`, `given` and `max_candidates` of the POSTs that deal games and decks."""

import json
import re
import secrets
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.http.services import Services
from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.core.rng.streams import MAX_INDEX
from service.settings import Settings
from tests.api.spec import check_refusal, check_response, get, json_object, post
from tests.tables import for_each

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


def points(hand: dict[str, Any]) -> int:
    return sum("JQKA".find(card[0]) + 1 for card in hand["cards"])


def lengths(hand: dict[str, Any]) -> list[int]:
    return sorted(sum(card[1] == suit for card in hand["cards"]) for suit in "SHDC")


def is_strong_no_trump(hands: list[dict[str, Any]]) -> bool:
    return 15 <= points(hands[0]) <= 17 and lengths(hands[0]) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])


def search(client: FlaskClient, path: str, accept: str, **body: Any) -> str:
    """Return the text of a batch in another media type."""
    response = client.post(f"{path}/batch", json=body, headers={"Accept": accept})
    assert response.status_code == 200, response.text
    return response.text


def refusal(client: FlaskClient, path: str, **body: Any) -> tuple[str, str]:
    """Return the field and the sentence of a refused request."""
    (refused,) = check_refusal(client.post(path, json=body)).items()
    return refused


def test_results_are_the_plain_deals_that_fulfil_the_condition(client: FlaskClient) -> None:
    found = post(client, f"{BRIDGE}/batch", seed="1", repeats=5, where=STRONG_NO_TRUMP)
    plain = get(client, f"{BRIDGE}/batch", seed="1", repeats=found["candidates"])
    expected = [index for index, hands in enumerate(plain["hands"]) if is_strong_no_trump(hands)]
    assert found["matches"] == expected
    for member in ("hands", "board", "dealer", "vulnerable", "pbn"):
        assert found[member] == [plain[member][index] for index in expected]
    assert (found["complete"], found["candidates"], found["next"]) == (True, expected[-1] + 1, expected[-1] + 1)


def test_a_single_deal_is_the_first_of_a_batch(client: FlaskClient) -> None:
    single = post(client, BRIDGE, seed="1", index=30, where=STRONG_NO_TRUMP)
    batch = post(client, f"{BRIDGE}/batch", seed="1", index=30, where=STRONG_NO_TRUMP, repeats=2)
    assert single["hands"] == batch["hands"][0]
    assert single["matches"] == batch["matches"][:1]


def test_a_search_goes_on_at_next_as_one_request_would(client: FlaskClient) -> None:
    whole = post(client, f"{BRIDGE}/batch", seed="1", repeats=12, where=STRONG_NO_TRUMP)
    matches: list[int] = []
    hands: list[Any] = []
    index = 0
    while len(matches) < 12:
        part = post(
            client,
            f"{BRIDGE}/batch",
            seed="1",
            index=index,
            repeats=12 - len(matches),
            where=STRONG_NO_TRUMP,
            max_candidates=37,
        )
        assert part["complete"] is (len(matches) + len(part["matches"]) == 12)
        assert part["next"] == index + part["candidates"]
        matches += part["matches"]
        hands += part["hands"]
        index = part["next"]
    assert (matches, hands, index) == (whole["matches"], whole["hands"], whole["next"])


def test_without_a_seed_no_index_is_told(client: FlaskClient) -> None:
    found = post(client, f"{BRIDGE}/batch", repeats=3, where=STRONG_NO_TRUMP)
    assert all(map(is_strong_no_trump, found["hands"]))
    assert len(found["hands"]) == 3
    assert found["candidates"] >= 3
    assert not {"seed", "index", "matches", "next"} & found.keys()


def test_a_search_that_finds_nothing_says_so(client: FlaskClient) -> None:
    expected = {"hands": [], "piles": [], "candidates": 9, "complete": False, "matches": [], "next": 14, "draws": 0}
    for path, repeats in ((BRIDGE, {}), (f"{BRIDGE}/batch", {"repeats": 3})):
        found = post(client, path, seed="1", index=5, where=RARE, max_candidates=9, **repeats)
        assert expected.items() <= found.items()


def test_ndjson_ends_with_a_line_that_says_how_far_the_search_came(client: FlaskClient) -> None:
    body = {"seed": "1", "repeats": 4, "where": STRONG_NO_TRUMP}
    batch = post(client, f"{BRIDGE}/batch", **body)
    *lines, last = map(json.loads, search(client, BRIDGE, NDJSON["Accept"], **body).splitlines())
    assert [line["index"] for line in lines] == batch["matches"]
    assert [line["hands"] for line in lines] == batch["hands"]
    names = ("max_candidates", "candidates", "complete", "matches", "next")
    assert last == {name: batch[name] for name in names}


def test_ndjson_without_a_seed_or_a_result_has_its_last_line(client: FlaskClient) -> None:
    text = search(client, BRIDGE, NDJSON["Accept"], repeats=2, where=RARE, max_candidates=5)
    assert json.loads(text) == {"max_candidates": 5, "candidates": 5, "complete": False}


def test_text_has_a_line_for_each_result(client: FlaskClient) -> None:
    body = {"seed": "1", "repeats": 2, "where": STRONG_NO_TRUMP}
    hands = post(client, f"{BRIDGE}/batch", **body)["hands"]
    lines = search(client, BRIDGE, TEXT["Accept"], **body).splitlines()
    assert lines == ["\t".join(" ".join(hand["cards"]) for hand in deal) for deal in hands]
    assert search(client, BRIDGE, TEXT["Accept"], repeats=1, where=RARE, max_candidates=5) == ""


def test_boards_of_a_pbn_file_are_numbered_from_1_and_name_their_index(client: FlaskClient) -> None:
    body = {"seed": "1", "repeats": 5, "where": STRONG_NO_TRUMP}
    batch = post(client, f"{BRIDGE}/batch", **body)
    response = check_response(client.post(f"{BRIDGE}/batch", json={**body, "format": "pbn"}))
    games = response.text.removeprefix("% PBN 2.1\r\n% EXPORT\r\n").split("\r\n\r\n")
    for number, (game, index) in enumerate(zip(games, batch["matches"], strict=True), start=1):
        assert f'[Board "{number}"]\r\n' in game
        assert f'[Dealer "{"NESW"[(number - 1) % 4]}"]\r\n' in game
        assert game.rstrip().endswith(f"{{index {index}}}")
        hands = batch["pbn"][number - 1].removeprefix("N:").split()
        start = (number - 1) % 4
        assert f'[Deal "{"NESW"[start]}:{" ".join(hands[start:] + hands[:start])}"]' in game


def test_lines_of_a_lin_file_are_numbered_from_the_board(client: FlaskClient) -> None:
    body = {"seed": "1", "repeats": 3, "where": STRONG_NO_TRUMP, "board": 7}
    batch = post(client, f"{BRIDGE}/batch", **body)
    lines = search(client, BRIDGE, "*/*", format="lin", **body).splitlines()
    for number, line, index in zip((7, 8, 9), lines, batch["matches"], strict=True):
        assert line.startswith(f"qx|o{number}|")
        assert f"|ah|Board {number}|" in line
        assert line.endswith(f"|at|index {index}|pg||")


def test_the_number_of_a_board_in_a_file_is_in_the_response(client: FlaskClient) -> None:
    for fields in ({}, {"index": 40}, {"board": 6}, {"index": 25, "board": 26}, {"index": 3, "board": 1}):
        body = {"seed": "1", "where": STRONG_NO_TRUMP, **fields}
        batch = post(client, f"{BRIDGE}/batch", repeats=5, **body)
        single = post(client, BRIDGE, **body)
        *lines, _ = map(json.loads, search(client, BRIDGE, NDJSON["Accept"], repeats=5, **body).splitlines())
        assert batch["file_board"] == [line["file_board"] for line in lines]
        for response, numbers in ((batch, batch["file_board"]), (single, [single["file_board"]])):
            repeats = {"repeats": 5} if response is batch else {}
            path = f"{BRIDGE}/batch" if response is batch else BRIDGE
            file = check_response(client.post(path, json={**body, **repeats, "format": "pbn"})).text
            assert re.findall(r'\[Board "(\d+)"\]', file) == list(map(str, numbers)), fields
            assert re.findall(r"\{index (\d+)\}", file) == list(map(str, response["matches"])), fields
        assert post(client, "/v1/verify", **batch)["valid"] is post(client, "/v1/verify", **single)["valid"] is True, (
            fields
        )


def test_only_responses_with_a_condition_have_another_number_in_a_file(client: FlaskClient) -> None:
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


def test_a_file_without_a_seed_names_no_index(client: FlaskClient) -> None:
    assert "index" not in search(client, BRIDGE, "*/*", format="pbn", repeats=2, where=STRONG_NO_TRUMP)


def test_a_board_of_its_own_counts_from_the_first_candidate(client: FlaskClient) -> None:
    found = post(client, f"{BRIDGE}/batch", seed="1", board=7, repeats=3, where=STRONG_NO_TRUMP)
    plain = get(client, f"{BRIDGE}/batch", seed="1", board=7, repeats=found["candidates"])
    assert found["board"] == [7 + index for index in found["matches"]]
    assert found["hands"] == [plain["hands"][index] for index in found["matches"]]
    assert post(client, "/v1/verify", **found)["valid"] is True


def test_given_cards_come_first_in_their_places(client: FlaskClient) -> None:
    given = {"hands": {"2": ["AS", "ah"]}, "piles": {"board": ["KS", "QS", "JS"]}}
    deal = post(client, HOLDEM, seed="1", given=given)
    assert deal["given"] == {"hands": {"2": ["AS", "AH"]}, "piles": {"board": ["KS", "QS", "JS"]}}
    assert deal["hands"][1]["cards"] == ["AS", "AH"]
    assert deal["piles"][1]["parts"][0] == {"name": "flop", "cards": ["KS", "QS", "JS"], "indices": [12, 11, 10]}
    cards = [card for pile in deal["hands"] + deal["piles"] for card in pile["cards"]]
    assert len(set(cards)) == 52


@pytest.mark.parametrize("given", [{}, {"hands": {}}, {"hands": {"N": []}, "piles": {}}])
def test_no_given_cards_are_a_plain_deal(client: FlaskClient, given: dict[str, Any]) -> None:
    assert post(client, BRIDGE, seed="1", given=given) == get(client, BRIDGE, seed="1")


def test_given_and_where_go_together(client: FlaskClient) -> None:
    found = post(
        client,
        f"{BRIDGE}/batch",
        seed="1",
        repeats=4,
        given={"hands": {"S": ["AS", "KS", "QS"]}},
        where={"hand": "S", "length": "S", "min": 6},
    )
    for hands in found["hands"]:
        assert hands[2]["cards"][:3] == ["AS", "KS", "QS"]
        assert lengths(hands[2])[-1] >= 6
    assert post(client, "/v1/verify", **found)["valid"] is True


def test_a_response_has_the_codes_of_the_cards_of_a_condition(client: FlaskClient) -> None:
    parts = [
        {"not": {"hand": "N", "cards": ["ace of spades", "10h"]}},
        {"any": [{"hand": "S", "sum": {"🂡": 3, "kc": 2}, "min": 2}]},
    ]
    found = post(client, "/v1/games/bridge/deal", seed="1", where={"all": parts})
    assert found["where"]["all"] == [
        {"not": {"hand": "N", "cards": ["AS", "TH"]}},
        {"any": [{"hand": "S", "sum": {"AS": 3, "KC": 2}, "min": 2}]},
    ]
    assert post(client, "/v1/verify", **found)["valid"] is True


def test_a_seat_of_a_deck_is_a_number_or_its_digits(client: FlaskClient) -> None:
    body = {"seed": "1", "hands": 2, "cards": 5}
    for seat in (1, "1"):
        found = post(client, DECK, **body, where={"hand": seat, "category": "flush"})
        assert len({card[1] for card in found["hands"][0]["cards"]}) == 1
        assert found["where"] == {"hand": seat, "category": "flush"}


@for_each(
    ("path", "body"),
    [
        (BRIDGE, {"where": STRONG_NO_TRUMP}),
        (f"{BRIDGE}/batch", {"where": STRONG_NO_TRUMP, "repeats": 3, "index": 50}),
        (f"{BRIDGE}/batch", {"where": STRONG_NO_TRUMP, "repeats": 9, "max_candidates": 60}),
        (BRIDGE, {"where": RARE, "max_candidates": 60}),
        (f"{BRIDGE}/batch", {"where": RARE, "repeats": 3, "max_candidates": 60}),
        (HOLDEM, {"given": {"hands": {"1": ["AS", "AH"]}}, "players": 3}),
        (f"{HOLDEM}/batch", {"where": {"hand": "1", "category": True, "min": "straight"}, "repeats": 3}),
        (f"{DECK}/batch", {"where": {"hand": 2, "points": "hcp", "max": 0}, "hands": 3, "cards": 4, "repeats": 3}),
        ("/v1/games/baccarat/deal", {"where": {"hand": "player", "total": True, "min": 8}}),
    ],
)
def test_a_response_proves_itself(client: FlaskClient, path: str, body: dict[str, Any]) -> None:
    assert post(client, "/v1/verify", **post(client, path, seed="1", **body))["valid"] is True


@for_each(
    ("member", "value", "where"),
    [
        ("matches", [11, 27, 41], "matches[0]"),
        ("matches", [9, 27, 41], "matches[0]"),
        ("matches", [10, 28, 41], "matches[1]"),
        ("matches", [10, 27], "matches"),
        ("candidates", 43, "candidates"),
        ("complete", False, "complete"),
        ("next", 43, "next"),
        ("file_board", [2, 3, 4], "file_board[0]"),
        ("file_board", [1, 2, 4], "file_board[2]"),
        ("file_board", [1, 2], "file_board"),
        ("where", {"all": [STRONG | {"min": 14}, BALANCED]}, "candidates"),
        ("where", EVERY_DEAL, "candidates"),
    ],
)
def test_an_altered_response_is_detected(client: FlaskClient, member: str, value: Any, where: str) -> None:
    found = post(client, f"{BRIDGE}/batch", seed="guide", repeats=3, where=STRONG_NO_TRUMP)
    assert found["matches"] == [10, 27, 41]
    verdict = post(client, "/v1/verify", **found | {member: value})
    assert verdict["valid"] is False
    assert verdict["difference"]["where"].startswith(where)


@for_each("where", [EVERY_DEAL, RARE])
@for_each("path", [BRIDGE, f"{BRIDGE}/batch"])
def test_a_search_names_the_board_of_its_request(client: FlaskClient, path: str, where: dict[str, Any]) -> None:
    body = {"seed": "1", "max_candidates": 3, "where": where} | ({"repeats": 2} if path != BRIDGE else {})
    assert "first_board" not in post(client, path, **body)
    assert post(client, path, **body, board=3)["first_board"] == 3


def test_a_search_of_a_deck_that_found_nothing_cannot_be_checked(client: FlaskClient) -> None:
    found = post(client, DECK, seed="1", hands=1, cards=5, max_candidates=2, where={"hand": 1, "cards": ["AS", "KS"]})
    assert found["hands"] == []
    assert refusal(client, "/v1/verify", **found)[0] == "hands"


def test_a_search_that_found_nothing_may_have_begun_with_any_board(client: FlaskClient) -> None:
    body = {"seed": "7", "where": {"hand": "N", "length": "S", "min": 8}, "max_candidates": 100}
    assert post(client, BRIDGE, **body)["matches"] != []
    nothing = post(client, BRIDGE, board=2, **body)
    assert nothing["matches"] == []
    assert post(client, "/v1/verify", **nothing)["valid"] is True
    assert post(client, "/v1/verify", **nothing | {"candidates": 99})["valid"] is False


def test_a_large_search_is_verified_as_one_of_few(client: FlaskClient) -> None:
    found = post(client, BRIDGE, seed="1", where=EVERY_DEAL, max_candidates=2_000_000)
    services: Services = client.application.extensions["services"]
    with services.experiments.hold():
        assert check_response(client.post("/v1/verify", json=found)).status_code == 503
    assert post(client, "/v1/verify", **found)["valid"] is True


def test_a_search_is_signed_with_its_condition() -> None:
    key = SigningKey.from_base64url(secrets.token_urlsafe(32))
    client = create_app(Settings(signing_keys=(key,))).test_client()
    found = post(client, f"{BRIDGE}/batch", repeats=2, where=STRONG_NO_TRUMP, sign=True)
    assert post(client, "/v1/verify", **found)["valid"] is True
    found["candidates"] += 1
    assert post(client, "/v1/verify", **found)["difference"]["where"] == "candidates"


def test_a_post_has_no_etag(client: FlaskClient) -> None:
    response = client.post(BRIDGE, json={"seed": "1", "where": STRONG_NO_TRUMP}, headers={"If-None-Match": "*"})
    assert response.status_code == 200
    assert "ETag" not in response.headers


@for_each("name", ["where", "given", "max_candidates"])
@for_each("path", [BRIDGE, f"{BRIDGE}/batch", DECK])
def test_a_get_is_told_that_a_post_takes_conditions(client: FlaskClient, path: str, name: str) -> None:
    response = check_response(client.get(path, query_string={name: "1", "repeats": 2, "hands": 1}))
    assert json_object(response)["errors"][name] == ["Only a POST takes this, in its JSON body."]


@for_each(
    ("where", "sentence"),
    [
        ({}, "where: Must be an object with all, any, not"),
        ({"all": []}, "where.all: Must be a list of one or more conditions."),
        ({"all": [STRONG, 1]}, "where.all[1]: Must be an object"),
        ({"all": [STRONG], "any": [STRONG]}, "An object with all has no other member."),
        ({"All": [STRONG]}, "where.All: There is no such predicate. Did you mean 'all'?"),
        ({"hand": "N", "pionts": "hcp", "min": 1}, "where.pionts: There is no such predicate. Did you mean 'points'?"),
        ({"hand": "N", "length": "S", "exactly": 5}, "bounds are: min, max."),
        ({"hand": "N"}, "Must have one predicate. Predicates are: points, "),
        ({"points": "hcp", "min": 1}, "Must have a hand, or hands. This deal has: N, E, S, W."),
        ({"hand": "X", "points": "hcp", "min": 1}, "where.hand: There is no such hand or pile."),
        ({"hand": "n", "points": "hcp", "min": 1}, "where.hand: There is no such hand or pile. Did you mean 'N'?"),
        ({"hands": ["N", "N"], "points": "hcp", "min": 1}, "where.hands: A hand or pile is listed twice."),
        ({"hand": "N", "points": "hcp"}, "points needs a bound: give min, max or both."),
        ({"hand": "N", "points": "hcp", "min": 17, "max": 15}, "where.min: Must not be above max."),
        ({"hand": "N", "points": "hcp", "min": "15"}, "where.min: Must be an integer from -1,000,000 to 1,000,000."),
        ({"hand": "N", "points": "HCP", "min": 15}, "where.points: Must be hcp, controls or an object of ranks"),
        ({"hand": "N", "points": {"Z": 1}, "min": 1}, "where.points: No card of this deal has the rank Z"),
        ({"hand": "N", "points": "hcp", "min": 38}, "where.points: No 13 cards of this deal can fulfil this"),
        ({"hand": "N", "length": "S", "min": 14}, "where.length: No 13 cards of this deal can fulfil this"),
        ({"hand": "N", "length": "X", "min": 4}, "where.length: Must be suits of this deal"),
        ({"hand": "N", "shape": "5432"}, "where.shape: No 13 cards of this deal can have this shape."),
        ({"hand": "N", "shape": "5431x"}, "where.shape: Must be shapes, such as"),
        ({"hand": "N", "shape": "4333", "min": 1}, "shape is exact here, and takes no min or max."),
        ({"hand": "N", "shape": ["4333"] * 33}, "where.shape: There are at most 32 shapes in a condition."),
        ({"hand": "N", "cards": ["ASX"]}, "where.cards[0]: There is no card 'ASX'"),
        ({"hand": "N", "cards": ["AS", "AS"]}, "where.cards: AS is listed twice."),
        ({"hand": "N", "losers": 4, "max": 4}, "where.losers: Must be true; the number goes into min, max or both."),
        ({"hand": "N", "category": "flush"}, "where.category: A category is for games whose hands are of poker"),
        ({"hand": "N", "total": True, "min": 9}, "where.total: A total is for blackjack and baccarat"),
        ({"all": [STRONG] * 64}, "where.all[63]: A condition has at most 64 nodes."),
        ({"not": {"not": {"not": {"not": {"not": {"not": STRONG}}}}}}, "A condition is at most 6 levels deep."),
        (
            {"all": [{"hand": "N", "cards": ["AS"]}, {"hand": "S", "cards": ["AS"]}]},
            "where.all[1].cards: AS cannot be in S: N must have it.",
        ),
        ({"not": {"hand": "N", "points": "hcp", "max": 37}}, "where.not.points: Every deal fulfils this"),
    ],
    ids=str,
)
def test_a_wrong_condition_is_refused_with_its_place(client: FlaskClient, where: Any, sentence: str) -> None:
    field, message = refusal(client, BRIDGE, where=where)
    assert field == "where"
    assert sentence in f"where: {message}"


@for_each("value", [None, [], "N", 1, True])
def test_a_condition_and_given_cards_are_objects(client: FlaskClient, value: Any) -> None:
    assert refusal(client, BRIDGE, where=value)[1].endswith("Must be a JSON object.")
    assert refusal(client, BRIDGE, given=value)[1].endswith("Must be a JSON object.")


@for_each(
    ("given", "sentence"),
    [
        ({"hands": {"1": ["AS", "AH", "AD"]}}, "given.hands.1[2]: Only 2 cards are certain to come there."),
        ({"hands": {"1": ["AS", "AS"]}}, "given.hands.1[1]: Every AS of the shoe is given already."),
        ({"hands": {"9": ["AS"]}}, "given.hands has no member '9'. It has 1, 2, 3, 4, 5, dealer."),
        ({"hand": {"1": ["AS"]}}, "given has no member 'hand'. Did you mean 'hands'?"),
        ({"hands": {"1": "AS"}}, "given.hands.1 must be a list of cards."),
        ({"hands": {"1": [1]}}, "given.hands.1[0] must be a text"),
        ({"hands": {"1": ["XX"]}}, "given.hands.1[0]: There is no card 'XX'"),
        ({"piles": {"bord": ["AS"]}}, "given.piles has no member 'bord'. Did you mean 'board'?"),
        ({"piles": {"board": {"trun": ["AS"]}}}, "Did you mean 'turn'?"),
        ({"piles": {"board": ["AS", "KS", "QS", "JS", "TS", "9S"]}}, "given.piles.board[5]: Only 5 cards are certain"),
    ],
    ids=str,
)
def test_wrong_given_cards_are_refused_with_their_place(client: FlaskClient, given: Any, sentence: str) -> None:
    field, message = refusal(client, HOLDEM, given=given)
    assert field == "given"
    assert sentence in message


def test_an_excluded_card_cannot_be_given(client: FlaskClient) -> None:
    message = refusal(client, HOLDEM, given={"hands": {"1": ["AS"]}}, exclude=["AS"])
    assert message == ("given", "given.hands.1[0]: AS is not in the shoe.")


@pytest.mark.parametrize("body", [{"where": {"hand": "tableau", "points": "hcp", "min": 1}}, {"given": {"piles": {}}}])
def test_a_deal_number_takes_neither(client: FlaskClient, body: dict[str, Any]) -> None:
    ((name, value),) = body.items()
    if value == {"piles": {}}:
        value = {"piles": {"tableau": {"1": ["AS"]}}}
    field, message = refusal(client, "/v1/games/freecell/deal", deal_number=617, **{name: value})
    assert (field, message) == (name, f"A deal_number stands for one order, and takes no {name}.")


def test_max_candidates_is_for_a_condition(client: FlaskClient) -> None:
    assert refusal(client, BRIDGE, max_candidates=5)[0] == "max_candidates"


def test_the_operator_limits_candidates() -> None:
    client = create_app(Settings(max_candidates=100)).test_client()
    assert post(client, BRIDGE, seed="1", where=RARE)["candidates"] == 100
    field, message = refusal(client, BRIDGE, where=RARE, max_candidates=101)
    assert field == "max_candidates"
    assert message.startswith("This asks for 101 candidates; the limit here is 100 (the operator's MAX_CANDIDATES).")


def test_deals_that_take_longer_have_fewer_candidates(client: FlaskClient) -> None:
    path, where = "/v1/games/blackjack/deal", {"hand": "dealer", "total": True, "min": 4, "max": 4}
    field, message = refusal(client, path, where=where, max_candidates=2_000_000)
    assert field == "max_candidates"
    limit = int(message.split("the limit here is ")[1].split(" (")[0].replace(",", ""))
    assert limit < 2_000_000


def test_conditions_that_take_longer_have_fewer_candidates(client: FlaskClient) -> None:
    values = {f"{rank}{suit}": 14 * number for number, suit in enumerate("SHDC") for rank in "A23456789TJQK"}
    table = {card: value + at for at, (card, value) in enumerate(values.items())}
    long = {"any": [{"hand": "N", "sum": table, "min": at} for at in range(60)]}
    field, message = refusal(client, BRIDGE, where=long, max_candidates=2_000_000)
    assert field == "max_candidates"
    assert "Deals and conditions that take longer have fewer." in message
    usual = {"any": [STRONG_NO_TRUMP, *[{"hand": hand, "points": "hcp", "min": 30} for hand in "NESW"] * 7]}
    assert post(client, BRIDGE, seed="1", where=usual, max_candidates=2_000_000)["complete"]


def test_a_large_search_waits_for_no_other(client: FlaskClient) -> None:
    services: Services = client.application.extensions["services"]
    body = {"seed": "1", "where": EVERY_DEAL, "max_candidates": 2_000_000}
    with services.experiments.hold():
        response = check_response(client.post(BRIDGE, json=body))
        assert (response.status_code, json_object(response)["type"]) == (503, "/v1/problems/busy")
        assert "Retry-After" in response.headers
        assert client.post(BRIDGE, json=body | {"max_candidates": 100_000}).status_code == 200
    assert client.post(BRIDGE, json=body).status_code == 200


def test_a_search_ends_at_the_last_index(client: FlaskClient) -> None:
    where = {"hand": "1", "points": "hcp", "min": 4}
    found = post(client, f"{HOLDEM}/batch", seed="1", index=MAX_INDEX - 99, repeats=9, max_candidates=100, where=where)
    assert max(found["matches"]) <= MAX_INDEX
    for index, hands in zip(found["matches"], found["hands"], strict=True):
        assert get(client, HOLDEM, seed="1", index=index)["hands"] == hands
    field, message = refusal(client, HOLDEM, seed="1", index=MAX_INDEX - 99, max_candidates=101, where=where)
    assert field == "max_candidates"
    assert message == "The last candidate would have an index above 9,007,199,254,740,991."


def test_a_search_ends_at_the_last_board(client: FlaskClient) -> None:
    post(client, BRIDGE, seed="1", index=MAX_INDEX - 100, max_candidates=100, where=EVERY_DEAL)
    field, message = refusal(client, BRIDGE, seed="1", board=MAX_INDEX, max_candidates=2, where=EVERY_DEAL)
    assert (field, message) == ("max_candidates", "No board has a number above 9,007,199,254,740,991.")


def test_matches_rise_and_no_result_comes_twice(client: FlaskClient) -> None:
    matches = post(client, f"{BRIDGE}/batch", seed="1", repeats=200, where=BALANCED)["matches"]
    assert all(one < other for one, other in pairwise(matches))

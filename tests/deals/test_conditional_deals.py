"""Searches of deals return the plain deals that fulfil a condition, or say how many were tried in vain."""

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

Json = dict[str, Any]

BRIDGE = "/v1/games/bridge/deal"
BRIDGE_BATCH = "/v1/games/bridge/deal/batch"
HOLDEM = "/v1/games/holdem/deal"
DECK = "/v1/decks/standard/deal"
NDJSON = "application/x-ndjson"
TEXT = "text/plain"

STRONG = {"hand": "N", "points": "hcp", "min": 15, "max": 17}
BALANCED = {"hand": "N", "shape": "balanced"}
STRONG_NO_TRUMP = {"all": [STRONG, BALANCED]}
EVERY_DEAL = {"hand": "N", "points": "hcp", "min": 0}
RARE = {"hand": "N", "shape": "13-0-0-0"}
TABLES = read_table("deals/searches.yaml")


def lengths(hand: Json) -> list[int]:
    """Return the lengths of the suits of a hand, in ascending order."""
    return sorted(sum(card[1] == suit for card in hand["cards"]) for suit in "SHDC")


BALANCED_LENGTHS = ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])


def is_strong_no_trump(hands: list[Json]) -> bool:
    """Return whether the hand of north fulfils `STRONG_NO_TRUMP`."""
    north, *_ = hands
    points = sum("JQKA".find(card[0]) + 1 for card in north["cards"])
    return 15 <= points <= 17 and lengths(north) in BALANCED_LENGTHS


def search(client: FlaskClient, accept: str, **body: Any) -> str:
    """Return the text of a batch of bridge deals in a media type."""
    response = client.post(BRIDGE_BATCH, json=body, headers={"Accept": accept})
    assert response.status_code == 200, response.text
    return response.text


def search_lines(client: FlaskClient, **body: Any) -> list[Json]:
    """Return the lines of a batch of bridge deals: the deals, and how far the search came."""
    text = search(client, NDJSON, **body)
    return [json.loads(line) for line in text.splitlines()]


def is_valid(client: FlaskClient, response: Json) -> bool:
    """Return whether a response is right."""
    verdict = post(client, "/v1/verify", **response)
    return verdict["valid"] is True


def refusal(client: FlaskClient, path: str, **body: Any) -> tuple[str, str]:
    """Return the field that is refused, and the sentence."""
    [refused] = check_refusal(client.post(path, json=body)).items()
    return refused


def test_results_are_the_plain_deals_that_fulfil_the_condition(
    client: FlaskClient,
) -> None:
    found = post(client, BRIDGE_BATCH, seed="1", repeats=5, where=STRONG_NO_TRUMP)
    plain = get(client, BRIDGE_BATCH, seed="1", repeats=found["candidates"])
    expected = [
        index for index, hands in enumerate(plain["hands"]) if is_strong_no_trump(hands)
    ]
    assert found["matches"] == expected
    for member in ("hands", "board", "dealer", "vulnerable", "pbn"):
        assert found[member] == [plain[member][index] for index in expected]
    assert found["complete"] is True
    assert found["candidates"] == expected[-1] + 1
    assert found["next"] == expected[-1] + 1


def test_a_search_goes_on_from_the_index_of_its_request(client: FlaskClient) -> None:
    found = post(client, BRIDGE_BATCH, seed="1", repeats=2, where=STRONG_NO_TRUMP)
    first, second = found["matches"]
    after_first = post(client, BRIDGE, seed="1", index=first + 1, where=STRONG_NO_TRUMP)
    assert after_first["hands"] == found["hands"][1]
    assert after_first["matches"] == [second]


def test_without_a_seed_no_index_is_told(client: FlaskClient) -> None:
    found = post(client, BRIDGE_BATCH, repeats=3, where=STRONG_NO_TRUMP)
    assert len(found["hands"]) == 3
    assert all(map(is_strong_no_trump, found["hands"]))
    assert found["candidates"] >= 3
    assert not {"seed", "index", "matches", "next"} & found.keys()
    file = search(client, "*/*", format="pbn", repeats=2, where=STRONG_NO_TRUMP)
    assert "index" not in file


@for_each(("path", "repeats"), [(BRIDGE, {}), (BRIDGE_BATCH, {"repeats": 3})])
def test_a_search_that_finds_nothing_says_so(
    client: FlaskClient, path: str, repeats: dict[str, int]
) -> None:
    body = {"seed": "1", "index": 5, "where": RARE, "max_candidates": 9} | repeats
    found = post(client, path, **body)
    assert found["hands"] == []
    assert found["piles"] == []
    assert found["matches"] == []
    assert found["complete"] is False
    assert found["candidates"] == 9
    assert found["next"] == 14
    assert found["draws"] == 0


def test_lines_are_the_results_and_ndjson_says_how_far_the_search_came(
    client: FlaskClient,
) -> None:
    body = {"seed": "1", "repeats": 4, "where": STRONG_NO_TRUMP}
    batch = post(client, BRIDGE_BATCH, **body)
    *lines, last = search_lines(client, **body)
    assert [line["index"] for line in lines] == batch["matches"]
    assert [line["hands"] for line in lines] == batch["hands"]
    names = ("max_candidates", "candidates", "complete", "matches", "next")
    assert last == {name: batch[name] for name in names}
    texts = search(client, TEXT, **body).splitlines()
    for text, hands in zip(texts, batch["hands"], strict=True):
        assert text.split("\t") == [" ".join(hand["cards"]) for hand in hands]


def test_lines_of_a_search_that_finds_nothing_say_how_far_it_came(
    client: FlaskClient,
) -> None:
    vain = {"repeats": 2, "where": RARE, "max_candidates": 5}
    [last] = search_lines(client, **vain)
    assert last == {"max_candidates": 5, "candidates": 5, "complete": False}
    assert search(client, TEXT, **vain) == ""


def test_boards_of_a_pbn_file_are_numbered_from_1_and_begin_with_the_dealer(
    client: FlaskClient,
) -> None:
    body = {"seed": "1", "repeats": 5, "where": STRONG_NO_TRUMP}
    deals = post(client, BRIDGE_BATCH, **body)["pbn"]
    text = search(client, "*/*", **body, format="pbn")
    games = text.removeprefix("% PBN 2.1\r\n% EXPORT\r\n").split("\r\n\r\n")
    for start, game, deal in zip((0, 1, 2, 3, 0), games, deals, strict=True):
        dealer = "NESW"[start]
        hands = deal.removeprefix("N:").split()
        from_dealer = " ".join(hands[start:] + hands[:start])
        assert f'[Dealer "{dealer}"]\r\n' in game
        assert f'[Deal "{dealer}:{from_dealer}"]' in game


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
@for_each("repeats", [1, 5])
def test_the_number_of_a_board_in_a_file_is_in_the_response(
    client: FlaskClient, fields: Json, repeats: int
) -> None:
    body: Json = {"seed": "1", "where": STRONG_NO_TRUMP} | fields
    *lines, _ = search_lines(client, repeats=repeats, **body)
    path = BRIDGE
    if repeats > 1:
        path = BRIDGE_BATCH
        body["repeats"] = repeats
    response = post(client, path, **body)
    assert is_valid(client, response)
    boards = [line["file_board"] for line in lines]
    assert response["file_board"] == (boards if repeats > 1 else boards[0])
    numbers = [str(board) for board in boards]
    indices = [str(index) for index in response["matches"]]
    pbn = client.post(path, json=body | {"format": "pbn"}).text
    assert re.findall(r'\[Board "(\d+)"\]', pbn) == numbers
    assert re.findall(r"\{index (\d+)\}", pbn) == indices
    lin = client.post(path, json=body | {"format": "lin"}).text
    assert re.findall(r"\|ah\|Board (\d+)\|", lin) == numbers
    assert re.findall(r"\|at\|index (\d+)\|", lin) == indices


FULL_HOUSE_AT_MOST = {"hand": "1", "category": True, "max": "full_house"}


def test_a_response_with_a_condition_has_another_number_in_a_file(
    client: FlaskClient,
) -> None:
    found = post(client, BRIDGE, where=STRONG_NO_TRUMP)
    assert "file_board" in found


@for_each(
    ("path", "body"),
    [
        (BRIDGE, {}),
        (BRIDGE_BATCH, {"repeats": 2}),
        (BRIDGE, {"given": {"hands": {"N": ["AS"]}}}),
        (BRIDGE, {"where": RARE, "max_candidates": 9}),
        (BRIDGE_BATCH, {"where": RARE, "max_candidates": 9, "repeats": 2}),
        (HOLDEM, {"where": FULL_HOUSE_AT_MOST}),
    ],
)
def test_other_responses_have_no_other_number_in_a_file(
    client: FlaskClient, path: str, body: Json
) -> None:
    response = post(client, path, seed="1", **body)
    assert "file_board" not in response


def test_a_board_of_its_own_counts_from_the_first_candidate(
    client: FlaskClient,
) -> None:
    body = {"seed": "1", "board": 7}
    found = post(client, BRIDGE_BATCH, **body, repeats=3, where=STRONG_NO_TRUMP)
    plain = get(client, BRIDGE_BATCH, **body, repeats=found["candidates"])
    assert found["board"] == [7 + index for index in found["matches"]]
    assert found["hands"] == [plain["hands"][index] for index in found["matches"]]
    assert is_valid(client, found)


def test_given_and_where_go_together(client: FlaskClient) -> None:
    body = {
        "given": {"hands": {"S": ["AS", "KS", "QS"]}},
        "where": {"hand": "S", "length": "S", "min": 6},
    }
    found = post(client, BRIDGE_BATCH, seed="1", repeats=4, **body)
    for _, _, south, _ in found["hands"]:
        assert south["cards"][:3] == ["AS", "KS", "QS"]
        assert max(lengths(south)) >= 6
    assert is_valid(client, found)


def drop_empty(value: Any) -> Any:
    """Return a value of JSON without the members that are empty."""
    if isinstance(value, list):
        return [drop_empty(item) for item in value]
    if not isinstance(value, dict):
        return value
    full = {name: value[name] for name in value if value[name] not in (None, [], {})}
    return {name: drop_empty(member) for name, member in full.items()}


@for_each("condition", TABLES["empty members"])
def test_members_that_a_client_sends_empty_count_as_left_out(
    client: FlaskClient, condition: Json
) -> None:
    given = {"hands": {"S": ["AS"]}}
    with_empty = given | {"piles": None}
    without = drop_empty(condition)
    sent = post(client, BRIDGE, seed="1", where=condition, given=with_empty)
    assert sent == post(client, BRIDGE, seed="1", where=without, given=given)
    assert sent["request"]["where"] == without


def check_detail(client: FlaskClient, sentence: str, **body: Any) -> None:
    """Check that a deal of bridge is refused with a detail that begins with the sentence."""
    response = client.post(BRIDGE, json=body)
    assert response.status_code == 422
    assert response.get_json()["detail"].startswith(sentence)


@for_each("empty", [None, False, "", [], {}])
def test_a_misspelt_member_is_refused_though_it_is_empty(
    client: FlaskClient, empty: Any
) -> None:
    leaf = {"hand": "N", "losers": True, "max": 4, "shpae": empty}
    sentence = "where.shpae: There is no such predicate. Did you mean 'shape'?"
    check_detail(client, sentence, where=leaf)
    sentence = "where.all[0].not.shpae: There is no such predicate."
    check_detail(client, sentence, where={"all": [{"not": leaf}]})
    sentence = "given has no member 'pile'. Did you mean 'piles'?"
    check_detail(client, sentence, given={"hands": {"S": ["AS"]}, "pile": empty})


@for_each(("condition", "expected"), TABLES["codes"])
def test_a_response_has_the_codes_of_the_cards_of_a_condition(
    client: FlaskClient, condition: Json, expected: Json
) -> None:
    found = post(client, BRIDGE, seed="1", where={"all": [condition]})
    assert found["request"]["where"] == {"all": [expected]}
    assert is_valid(client, found)


@for_each(("path", "body"), TABLES["proved"])
def test_a_response_proves_itself(client: FlaskClient, path: str, body: Json) -> None:
    found = post(client, path, seed="1", **body)
    assert is_valid(client, found)


@for_each(("member", "value", "where"), TABLES["altered"])
def test_an_altered_response_is_detected(
    client: FlaskClient, member: str, value: Any, where: str
) -> None:
    body = {"seed": "guide", "repeats": 3, "where": STRONG_NO_TRUMP}
    found = post(client, BRIDGE_BATCH, **body)
    assert found["matches"] == [10, 27, 41]
    verdict = post(client, "/v1/verify", **found | {member: value})
    assert verdict["valid"] is False
    assert verdict["difference"]["where"].startswith(where)


@for_each("where", [EVERY_DEAL, RARE])
@for_each(("path", "repeats"), [(BRIDGE, {}), (BRIDGE_BATCH, {"repeats": 2})])
@for_each(("board", "named"), [(None, None), (1, None), (3, 3)])
def test_a_search_names_the_board_of_its_request(
    client: FlaskClient,
    where: Json,
    path: str,
    repeats: dict[str, int],
    board: int | None,
    named: int | None,
) -> None:
    body = {"seed": "1", "max_candidates": 3, "where": where} | repeats
    if board:
        body["board"] = board
    found = post(client, path, **body)
    assert found["request"].get("board") == named


def test_a_search_of_a_deck_that_found_nothing_is_valid(client: FlaskClient) -> None:
    where = {"hand": 1, "cards": ["AS", "KS"]}
    body = {"seed": "1", "hands": 1, "cards": 5, "max_candidates": 2, "where": where}
    found = post(client, DECK, **body)
    assert found["hands"] == []
    assert is_valid(client, found)
    found["request"]["hands"] = 2
    assert is_valid(client, found)  # nothing shows how many hands there were not


def test_a_search_is_signed_with_its_condition() -> None:
    key = SigningKey.from_base64url(secrets.token_urlsafe(32))
    client = create_app(Settings(signing_keys=(key,))).test_client()
    found = post(client, BRIDGE_BATCH, repeats=2, where=STRONG_NO_TRUMP, sign=True)
    assert is_valid(client, found)
    found["candidates"] += 1
    verdict = post(client, "/v1/verify", **found)
    assert verdict["difference"]["where"] == "candidates"


def test_the_operator_limits_candidates() -> None:
    client = create_app(Settings(max_candidates=100)).test_client()
    found = post(client, BRIDGE, seed="1", where=RARE)
    assert found["candidates"] == 100
    field, message = refusal(client, BRIDGE, where=RARE, max_candidates=101)
    assert field == "max_candidates"
    limit = "the limit here is 100 (the operator's MAX_CANDIDATES)."
    assert message.startswith(f"This asks for 101 candidates; {limit}")


def test_deals_that_take_longer_have_fewer_candidates(client: FlaskClient) -> None:
    path = "/v1/games/blackjack/deal"
    where = {"hand": "dealer", "total": True, "min": 4, "max": 4}
    field, message = refusal(client, path, where=where, max_candidates=2_000_000)
    assert field == "max_candidates"
    limit = re.search(r"the limit here is ([\d,]+) \(", message)
    assert limit
    assert int(limit[1].replace(",", "")) < 2_000_000


def test_conditions_that_take_longer_have_fewer_candidates(client: FlaskClient) -> None:
    codes = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    values = {code: at + 14 * (at // 13) for at, code in enumerate(codes)}
    sums = [{"hand": "N", "sum": values, "min": at} for at in range(60)]
    long = {"where": {"any": sums}, "max_candidates": 2_000_000}
    field, message = refusal(client, BRIDGE, **long)
    assert field == "max_candidates"
    assert "Deals and conditions that take longer have fewer." in message


def test_a_usual_condition_has_all_candidates(client: FlaskClient) -> None:
    strong = {"hand": "S", "points": "hcp", "min": 30}
    long_suit = {"hand": "S", "length": "S", "min": 9}
    usual = {"any": [STRONG_NO_TRUMP, strong, long_suit]}
    found = post(client, BRIDGE, seed="1", where=usual, max_candidates=2_000_000)
    assert found["complete"] is True


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ten seconds pass whenever a search looks at its clock."""
    monkeypatch.setattr(work, "thread_time", partial(next, count(step=10)))


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    ("path", "repeats"), [(BRIDGE, {}), (BRIDGE_BATCH, {"repeats": 2})]
)
def test_a_search_that_takes_too_long_is_refused(
    client: FlaskClient, path: str, repeats: dict[str, int]
) -> None:
    body = {"seed": "1", "where": RARE} | repeats
    field, message = refusal(client, path, **body, max_candidates=2_000)
    assert field == "max_candidates"
    assert "give at most 320." in message
    found = post(client, path, **body, max_candidates=320)
    assert found["candidates"] == 320


@pytest.mark.usefixtures("slow")
def test_a_streamed_search_may_take_long(client: FlaskClient) -> None:
    [last] = search_lines(client, seed="1", where=RARE, max_candidates=2_000, repeats=2)
    assert last["candidates"] == 2_000


def test_a_large_search_is_checked_by_another(client: FlaskClient) -> None:
    found = post(client, BRIDGE, seed="1", where=EVERY_DEAL, max_candidates=2_000_000)
    assert is_valid(client, found)


def test_a_search_ends_at_the_last_index(client: FlaskClient) -> None:
    body = {
        "seed": "1",
        "index": MAX_INDEX - 99,
        "where": {"hand": "1", "points": "hcp", "min": 4},
    }
    found = post(client, f"{HOLDEM}/batch", **body, repeats=9, max_candidates=100)
    assert max(found["matches"]) <= MAX_INDEX
    for index, hands in zip(found["matches"], found["hands"], strict=True):
        assert get(client, HOLDEM, seed="1", index=index)["hands"] == hands
    field, message = refusal(client, HOLDEM, **body, max_candidates=101)
    assert field == "max_candidates"
    sentence = "The last candidate would have an index above 9,007,199,254,740,991."
    assert message == sentence


def test_a_search_ends_at_the_last_board(client: FlaskClient) -> None:
    body = {"seed": "1", "where": EVERY_DEAL}
    post(client, BRIDGE, **body, index=MAX_INDEX - 100, max_candidates=100)
    field, message = refusal(client, BRIDGE, **body, board=MAX_INDEX, max_candidates=2)
    assert field == "max_candidates"
    assert message == "No board has a number above 9,007,199,254,740,991."

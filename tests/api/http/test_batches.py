"""/batch and the forms of an answer over HTTP."""

import json
import tracemalloc
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core.cards.decks import DECKS
from service.core.shuffles import large
from service.core.shuffles.catalogue import SHUFFLES
from tests.api.spec import check_batch, check_response, get, json_object, lacks_unicode, post

SHUFFLE, DEAL, INTEGERS, ITEMS = (
    "/v1/decks/standard/shuffle",
    "/v1/decks/standard/deal",
    "/v1/integers",
    "/v1/items/shuffle",
)
LINES = {"Accept": "application/x-ndjson"}
TEXT = {"Accept": "text/plain"}


@pytest.mark.parametrize("algorithm", SHUFFLES)
@pytest.mark.parametrize("deck", ["standard", "mahjong"])
@pytest.mark.parametrize("notation", ["code", "unicode", "name", "index"])
def test_a_batch_is_its_single_answers(client: FlaskClient, algorithm: str, deck: str, notation: str) -> None:
    asked = {"algorithm": algorithm, "notation": notation, "seed": "é"}
    path = f"/v1/decks/{deck}/shuffle"
    batch = get(client, f"{path}/batch", **asked, index=3, repeats=9)
    check_batch(batch, [get(client, path, **asked, index=3 + i) for i in range(9)], ("cards", "indices"))
    assert post(client, f"{path}/batch", **asked, index=3, repeats=9) == batch


@pytest.mark.parametrize(
    ("deck", "notation"),
    [
        (deck, notation)
        for deck in DECKS
        for notation in ("code", "unicode", "name", "index")
        if notation != "unicode" or not lacks_unicode(deck)
    ],
)
def test_every_deck_comes_in_batches(client: FlaskClient, deck: str, notation: str) -> None:
    """Whether its codes are all as wide or not: they are written by different code."""
    asked, path = {"notation": notation, "seed": "s"}, f"/v1/decks/{deck}/shuffle"
    batch = get(client, f"{path}/batch", **asked, repeats=9)
    check_batch(batch, [get(client, path, **asked, index=i) for i in range(9)], ("cards", "indices"))


@pytest.mark.parametrize("count", [1, 5])
@pytest.mark.parametrize("jokers", [0, 2])
def test_the_first_cards_come_in_batches(client: FlaskClient, count: int, jokers: int) -> None:
    asked = {"count": count, "jokers": jokers, "seed": "s"}
    batch = get(client, f"{SHUFFLE}/batch", **asked, repeats=20)
    check_batch(batch, [get(client, SHUFFLE, **asked, index=i) for i in range(20)], ("cards", "indices"))


@pytest.mark.parametrize(
    "asked",
    [
        {"min": -5, "max": 46, "count": 6},
        {"max": 2**53 - 1, "min": -(2**53) + 1, "count": 3},
        {"max": 6, "count": 5, "replacement": "true"},
        {"max": 300, "algorithm": "rejection"},
    ],
)
def test_integers_come_in_batches(client: FlaskClient, asked: dict[str, Any]) -> None:
    batch = get(client, f"{INTEGERS}/batch", **asked, seed="i", repeats=10)
    check_batch(batch, [get(client, INTEGERS, **asked, seed="i", index=i) for i in range(10)], ("integers",))


def test_items_come_in_batches(client: FlaskClient) -> None:
    asked: dict[str, Any] = {"items": ["a", {"b": None}, 3], "seed": 7}
    batch = post(client, f"{ITEMS}/batch", **asked, repeats=10)
    check_batch(batch, [post(client, ITEMS, **asked, index=i) for i in range(10)], ("items", "indices"))
    assert post(client, f"{ITEMS}/batch", items=[], repeats=3)["items"] == [[], [], []]


def test_deals_come_in_batches(client: FlaskClient) -> None:
    asked: dict[str, Any] = {"hands": 3, "packets": "3,2", "burn": 1, "seed": "d", "notation": "unicode"}
    batch = get(client, f"{DEAL}/batch", **asked, repeats=10)
    check_batch(batch, [get(client, DEAL, **asked, index=i) for i in range(10)], ("hands", "piles"))


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        (SHUFFLE, "seed=s&index=5"),
        (SHUFFLE, "seed=s&index=5&notation=name&algorithm=riffle"),
        (DEAL, "hands=2&cards=3&seed=s&index=5"),
        (INTEGERS, "max=10&seed=s&index=5"),
    ],
)
def test_lines_of_json_are_the_results_of_the_batch(client: FlaskClient, path: str, asked: str) -> None:
    answer = client.get(f"{path}/batch?{asked}&repeats=600", headers=LINES)
    assert answer.mimetype == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.data.splitlines()]
    batch = json.loads(client.get(f"{path}/batch?{asked}&repeats=600").data)
    members = [member for member, value in lines[0].items() if member != "index"]
    assert lines == [{"index": 5 + i} | {member: batch[member][i] for member in members} for i in range(600)]


def test_unseeded_lines_have_no_index(client: FlaskClient) -> None:
    lines = client.get(f"{SHUFFLE}/batch?repeats=3", headers=LINES).data.splitlines()
    assert [set(json.loads(line)) for line in lines] == [{"cards", "indices"}] * 3


def test_text_has_one_result_a_line_and_spaces_between_items(client: FlaskClient) -> None:
    cards = get(client, SHUFFLE, seed="t", count=5)["cards"]
    answer = client.get(f"{SHUFFLE}?seed=t&count=5", headers=TEXT)
    assert (answer.mimetype, answer.text) == ("text/plain", " ".join(cards) + "\n")
    batch = get(client, f"{INTEGERS}/batch", max=6, seed="t", repeats=3)["integers"]
    lines = client.get(f"{INTEGERS}/batch?max=6&seed=t&repeats=3", headers=TEXT).text.splitlines()
    assert lines == [" ".join(map(str, row)) for row in batch]


def test_the_text_of_a_deal_has_tabs_between_hands_and_piles(client: FlaskClient) -> None:
    dealt = get(client, DEAL, hands=2, cards=3, burn=1, seed="t")
    text = client.get(f"{DEAL}?hands=2&cards=3&burn=1&seed=t", headers=TEXT).text
    held = [*dealt["hands"], *dealt["piles"]]
    assert text.rstrip("\n").split("\t") == [" ".join(part["cards"]) for part in held]


def test_in_text_every_item_can_be_told_from_every_other(client: FlaskClient) -> None:
    items = ["red", "dark green", 'say "no"', "", None, True, 1.5, -3, {"a": [1]}, "ü"]
    body = {"items": items, "algorithm": "faro", "passes": 1, "variant": "out"}
    text = client.post(ITEMS, json=body, headers=TEXT).text
    assert text == 'red true "dark green" 1.5 "say \\"no\\"" -3 "" {"a":[1]} null "ü"\n'


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("text/plain, application/json;q=0.5", "text/plain"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json"),
        ("image/png", "application/json"),
        ("application/x-ndjson;q=0.1, text/plain;q=0.9", "text/plain"),
    ],
)
def test_the_form_is_what_the_client_likes_best(client: FlaskClient, accept: str, form: str) -> None:
    answer = client.get(f"{SHUFFLE}/batch?repeats=2&seed=s", headers={"Accept": accept})
    assert answer.mimetype == form
    assert answer.vary.to_header() == "Accept"
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("asked", "field", "says"),
    [
        ("repeats=0", "repeats", "Must be an integer from 1"),
        ("", "repeats", "This is required. Must be an integer"),
        ("repeats=20000", "repeats", "This asks for 1,040,000 items; the limit here is 1,000,000"),
        ("repeats=2&index=1", "index", "give a seed"),
        (f"repeats=2&seed=s&index={2**53 - 1}", "repeats", "index above"),
        ("repeats=2&algorithm=faro&exclude=AS", "algorithm", "even number"),
    ],
)
@pytest.mark.parametrize("headers", [{}, LINES, TEXT])
def test_a_batch_that_cannot_be_is_refused_before_it_begins(
    client: FlaskClient, asked: str, field: str, says: str, headers: dict[str, str]
) -> None:
    answer = client.get(f"{SHUFFLE}/batch?{asked}", headers=headers)
    if "20000" in asked and headers:
        assert answer.status_code == 200  # streamed, it may be far larger
        return
    assert answer.status_code == 422, answer.text
    assert says in json.loads(answer.data)["errors"][field][0]
    check_response(answer)


@pytest.mark.parametrize("headers", [LINES, TEXT])
def test_a_streamed_batch_takes_no_more_memory_than_a_part_of_it(client: FlaskClient, headers: dict[str, str]) -> None:
    """Forty thousand decks are some 16 MB of lines; what is held at any time is a window of them."""
    tracemalloc.start()
    try:
        answer = client.get(f"{SHUFFLE}/batch?repeats=40000", headers=headers, buffered=False)
        held = [tracemalloc.get_traced_memory()[0] for _ in answer.iter_encoded()]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(held) > 100
    assert peak < 4_000_000


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson", "text/plain"])
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
@pytest.mark.parametrize(
    ("path", "asked", "field"),
    [
        (DEAL, {"hands": 4, "cards": 14}, "cards"),
        (DEAL, {"hands": 4}, "cards"),
        (DEAL, {"hands": 4, "cards": 7, "packets": [3, 2]}, "packets"),
        (SHUFFLE, {"algorithm": "faro", "exclude": ["AS"]}, "algorithm"),
        (SHUFFLE, {"count": 53}, "count"),
        (INTEGERS, {"max": 6, "count": 7}, "count"),
        (INTEGERS, {"max": 5, "algorithm": "riffle", "variant": "in"}, "variant"),
    ],
)
def test_what_is_refused_is_refused_in_every_form(
    client: FlaskClient, path: str, asked: dict[str, Any], field: str, method: str, accept: str
) -> None:
    headers = {"Accept": accept, "If-None-Match": "*"}
    query = {name: ",".join(map(str, value)) if isinstance(value, list) else value for name, value in asked.items()}
    for where, more in ((path, {}), (f"{path}/batch", {"repeats": 300})):
        if method == "POST":
            answer = client.post(where, json={**asked, **more, "seed": "s"}, headers=headers)
        else:
            answer = client.open(where, method=method, query_string={**query, **more, "seed": "s"}, headers=headers)
        assert answer.status_code == 422
        if method != "HEAD":
            assert field in json_object(answer)["errors"]


def test_a_small_body_cannot_ask_for_a_huge_answer(client: FlaskClient) -> None:
    body = {"items": ["x" * 800_000], "repeats": 11}
    assert client.post(f"{ITEMS}/batch", json={**body, "repeats": 9}).status_code == 200
    answer = check_response(client.post(f"{ITEMS}/batch", json=body))
    assert "1,100,000 items" in json_object(answer)["errors"]["repeats"][0]
    assert client.post(f"{ITEMS}/batch", json={**body, "repeats": 2_000}, headers=LINES).status_code == 422


@pytest.mark.parametrize("known", ["{etag}", "W/{etag}", '"other", {etag}', "*"])
def test_who_has_the_answer_is_spared_it(client: FlaskClient, known: str) -> None:
    etag = client.get(f"{SHUFFLE}?seed=e").headers["ETag"]
    answer = client.get(f"{SHUFFLE}?seed=e", headers={"If-None-Match": known.format(etag=etag)})
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", etag)


@pytest.mark.parametrize("known", ['"other"', "x{etag}", '"a" {etag}', '"foo"{etag}', "{etag}x"])
def test_no_answer_is_ever_empty_for_who_may_not_have_it(client: FlaskClient, known: str) -> None:
    etag = client.get(f"{SHUFFLE}?seed=e").headers["ETag"]
    answer = client.get(f"{SHUFFLE}?seed=e", headers={"If-None-Match": known.format(etag=etag)})
    assert answer.status_code == 304 or len(json_object(answer)["cards"]) == 52
    if known == '"other"':
        assert answer.status_code == 200


def test_forms_have_etags_of_their_own(client: FlaskClient) -> None:
    etags = {client.get(f"{SHUFFLE}?seed=e", headers=headers).headers["ETag"] for headers in ({}, TEXT)}
    assert len(etags) == 2


@pytest.mark.parametrize("headers", [{}, LINES, TEXT])
@pytest.mark.parametrize("path", ["", "/batch"])
def test_large_permutations_are_answered_in_every_form(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], path: str
) -> None:
    """With the swaps compiled, they come as arrays."""

    def swap(order: Any, later: Any) -> None:
        for place, steps in enumerate(later.tolist()):
            order[place], order[place + steps] = order[place + steps], order[place]

    repeats = "&repeats=2" if path else ""
    query = f"max=20000&seed=large{repeats}"
    monkeypatch.setattr(large, "compiled_swaps", lambda: None)
    plain = client.get(f"{INTEGERS}{path}?{query}", headers=headers).data
    monkeypatch.setattr(large, "compiled_swaps", lambda: swap)
    assert client.get(f"{INTEGERS}{path}?{query}", headers=headers).data == plain
    items = {"items": list(range(20_000)), "seed": "large", **({"repeats": 2} if path else {})}
    assert client.post(f"{ITEMS}{path}", json=items, headers=headers).status_code == 200


@pytest.mark.parametrize("repeats", [255, 256, 257, 263, 264])
def test_a_short_last_window_changes_nothing(client: FlaskClient, repeats: int) -> None:
    longer = get(client, f"{SHUFFLE}/batch", seed="w", repeats=300)
    batch = get(client, f"{SHUFFLE}/batch", seed="w", repeats=repeats)
    assert batch["cards"] == longer["cards"][:repeats]
    assert batch["indices"] == longer["indices"][:repeats]

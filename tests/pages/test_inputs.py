"""Texts that people paste on the page Verify: what each is taken for, and what is said of those that cannot be read."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.independent.verifier import run_node
from tests.tables import read_table

pytestmark = pytest.mark.node

Json = dict[str, Any]

HERE = "http://localhost:8000/"
ITEMS = '{"seed": "1", "items": ["a", "b"]}'


def read(texts: Iterable[str], *arguments: str) -> list[Json]:
    """Return, for each text, the kind of input as which the page Verify reads it."""
    return run_node("tests/pages/inputs.mjs", texts, *arguments)


def different(expected: dict[str, Any], found: Iterable[Any]) -> dict[str, Any]:
    """Return the expected and the actual value of each text for which they differ."""
    return {
        text: (want, has)
        for (text, want), has in zip(expected.items(), found, strict=True)
        if want != has
    }


BRIDGE = "v1/games/bridge/deal?seed=42"
REQUESTS: dict[str, Json] = {
    text.replace("{here}", HERE).replace("{items}", ITEMS): group["request"]
    for group in read_table("pages/requests.yaml")
    for text in group["texts"]
}


def test_a_link_or_a_command_names_a_request_unless_its_response_is_below() -> None:
    assert (
        different(REQUESTS, [found.get("request", found) for found in read(REQUESTS)])
        == {}
    )
    [found] = read(
        [f"$ curl '{HERE}{BRIDGE}'\n" + '{"seed": "42", "deck": "standard"}']
    )
    assert "request" not in found


UNREADABLE: dict[str, str] = read_table("pages/unreadable.yaml")


def test_of_a_text_that_cannot_be_read_a_sentence_says_what_it_looks_like() -> None:
    found = read(UNREADABLE)
    beginnings = [
        each["message"][: len(want)]
        for want, each in zip(UNREADABLE.values(), found, strict=True)
    ]
    assert different(UNREADABLE, beginnings) == {}
    assert {each["error"] for each in found} == {"Unreadable"}
    away, carried = read(
        [f"{HERE}{BRIDGE}", f"{HERE}verify#answer=%7B%22seed%22%3A%221%22%7D"],
        "offline",
    )
    assert away["message"].startswith("This saved page makes no requests")
    assert "This saved page" not in carried["message"]


SEED, HASH = (
    "a" * 64,
    "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
)  # SHA-256 of the seed


def fill(text: str) -> str:
    return text.replace("{seed}", SEED).replace("{hash}", HASH)


BETS: dict[str, Json | None] = {
    fill(text): values
    and {
        name: fill(value) if isinstance(value, str) else value
        for name, value in values.items()
    }
    for text, values in read_table("pages/bets.yaml")
}


def test_a_bet_at_a_casino_is_read_as_the_casino_shows_it() -> None:
    found = run_node("tests/pages/bets.mjs", BETS)
    assert different(BETS, [bet and bet["values"] for bet in found]) == {}


@pytest.fixture(scope="module")
def games(client: FlaskClient) -> list[list[Json]]:
    """Play two games of hold'em, and return the responses of each: opened, dealt, revealed."""
    return [play(client), play(client)]


def post(client: FlaskClient, path: str = "", **body: Any) -> Json:
    response: Json = client.post(f"/v1/shoes{path}", json=body).get_json()
    return response


def play(client: FlaskClient) -> list[Json]:
    responses = [post(client, game="holdem", players=2)]
    for _ in responses[0]["stages"]:
        fields = {"client_seed": "mine"} if len(responses) == 1 else {}
        responses.append(post(client, "/deal", shoe=responses[-1]["shoe"], **fields))
    return [*responses, post(client, "/reveal", shoe=responses[-1]["shoe"])]


def test_responses_of_several_stages_of_one_seat_and_of_private_hands_are_read(
    client: FlaskClient,
) -> None:
    opened = post(client, game="holdem", players=2)
    dealt = post(client, "/deal", shoe=opened["shoe"], through="river", each_seat=True)
    drawn = post(client, "/draw", shoe=dealt["shoe"], count=1, seat="1", each_seat=True)
    revealed = post(client, "/reveal", shoe=drawn["shoe"])
    of_a_player = [opened, dealt["seat_views"]["1"], drawn["seat_views"]["1"], revealed]
    for found in read([lines([opened, dealt, drawn, revealed]), lines(of_a_player)]):
        assert found["notes"] == {
            "commitment": opened["commitment"],
            "digest": drawn["digest"],
        }
        assert [entry["draw"] for entry in found["file"]["seen"]] == [1, 2, 3, 4, 5]
        assert found["result"]["valid"] is True
    [unrevealed] = read([json.dumps(dealt)])
    assert unrevealed["message"].startswith(
        "This game is not over: its cards are still sealed."
    )
    opened = post(client, items=["a", "b", "c"], reveal="shown")
    drawn = post(client, "/draw", shoe=opened["shoe"], count=2, client_seed="mine")
    revealed = post(client, "/reveal", shoe=drawn["shoe"])
    whole = {"receipt": revealed, "seen": [drawn]}
    alone = {
        "shown": drawn["shown"],
        "root": drawn["seen"]["roots"][0],
        "terms": opened["terms"],
    }
    of_the_game, of_responses, of_cards = read(
        [lines([opened, drawn, revealed]), json.dumps(whole), json.dumps(alone)]
    )
    assert of_the_game["notes"] == {
        "commitment": opened["commitment"],
        "digest": drawn["digest"],
    }
    assert set(of_the_game["result"]["unchecked"]) == {"client_seed", "order"}
    assert set(of_responses["result"]["unchecked"]) == {
        "commitment",
        "client_seed",
        "order",
    }
    assert set(of_cards["result"]["unchecked"]) == {"root"}


def lines(responses: list[Json]) -> str:
    return "\n".join(map(json.dumps, responses))


def test_the_responses_of_a_game_are_what_the_player_holds_but_for_the_client_seed(
    games: list[list[Json]],
) -> None:
    responses, (other, *_) = games
    opened, *_, revealed = responses
    pretty = "\n".join(json.dumps(response, indent=2) for response in responses)
    for text in (
        lines(responses),
        pretty,
        json.dumps(responses),
        json.dumps(responses[::-1]),
    ):
        [found] = read([text])
        assert found["notes"] == {
            "commitment": opened["commitment"],
            "digest": responses[-2]["digest"],
        }
        assert len(found["file"]["seen"]) == 4
        assert (found["result"]["valid"], list(found["result"]["unchecked"])) == (
            None,
            ["client_seed"],
        )
    incomplete = (
        [other, *responses[1:]],
        responses[1:],
        [revealed],
        [other, *responses],
        responses[:-1],
    )
    swapped, without_opening, alone, mixed, unrevealed = read(map(lines, incomplete))
    assert (swapped["result"]["valid"], swapped["result"]["difference"]["where"]) == (
        False,
        "commitment",
    )
    assert "commitment" in without_opening["result"]["unchecked"]
    assert {"commitment", "client_seed", "seen"} <= alone["result"]["unchecked"].keys()
    assert mixed["message"].startswith("These are several sealed games.")
    assert unrevealed["message"].startswith(
        "This game is not over: its cards are still sealed."
    )


def test_a_file_may_have_what_the_player_holds_or_bridge_boards_with_their_seed(
    games: list[list[Json]], client: FlaskClient
) -> None:
    opened, *dealt, revealed = games[0]
    file = {
        "receipt": revealed["receipt"],
        "seen": [response["seen"] for response in dealt],
    }
    notes = {
        "commitment": opened["commitment"],
        "client_seed": "mine",
        "digest": dealt[-1]["digest"],
    }
    whole = file | {"confirmed": notes}
    text = json.dumps(whole)
    texts = [text, f"\ufeff{text}", f"```json\n{json.dumps(whole, indent=1)}\n```"]
    texts += [
        f"curl {HERE}v1/verify -d '{text}'",
        f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{text}",
    ]
    assert [(each["notes"], each["result"]["valid"]) for each in read(texts)] == [
        (notes, True)
    ] * 5
    false = file | {"confirmed": notes | {"digest": "0" * 64}}
    assert read([json.dumps(false)])[0]["result"]["difference"]["where"] == "digest"
    path = "/v1/games/bridge/deal?seed=club&include_seed=true"
    own = [
        client.get(f"{path}&format={extension}").text for extension in ("pbn", "lin")
    ]
    found = [(each["file"], each["result"]["valid"]) for each in read(own)]
    assert found == [({"file": file.strip()}, True) for file in own]

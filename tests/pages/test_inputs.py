"""Texts that people paste on the page Verify: what each is taken for, and what is said of those that cannot be read."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.independent.verifier import run_node
from tests.tables import for_each, read_table

pytestmark = pytest.mark.node

Json = dict[str, Any]

HERE = "http://localhost:8000/"
ITEMS = '{"seed": "1", "items": ["a", "b"]}'


def read(texts: Iterable[str], *arguments: str) -> list[Json]:
    """Return, for each text, the kind of input as which the page Verify reads it."""
    return run_node("tests/pages/inputs.mjs", texts, *arguments)


def read_one(text: str, *arguments: str) -> Json:
    """Return what the page Verify reads in a text."""
    [found] = read([text], *arguments)
    return found


def different(expected: Mapping[str, Any], found: Iterable[Any]) -> dict[str, Any]:
    """Return the expected and the actual value of each text for which they differ."""
    return {
        text: {"expected": value, "found": actual}
        for (text, value), actual in zip(expected.items(), found, strict=True)
        if value != actual
    }


BRIDGE = f"{HERE}v1/games/bridge/deal?seed=42"


def read_requests() -> dict[str, Json]:
    """Return the requests of the table by the texts that name them."""
    requests = {}
    for group in read_table("pages/requests.yaml"):
        for text in group["texts"]:
            filled = text.replace("{here}", HERE).replace("{items}", ITEMS)
            requests[filled] = group["request"]
    return requests


def test_a_link_or_a_command_names_a_request_unless_its_response_is_below() -> None:
    requests = read_requests()
    found = [each.get("request", each) for each in read(requests)]
    assert different(requests, found) == {}
    response = '{"seed": "42", "deck": "standard"}'
    assert "request" not in read_one(f"$ curl '{BRIDGE}'\n{response}")


UNREADABLE: dict[str, str] = read_table("pages/unreadable.yaml")


CUT = ("This text ends", "This text is shortened", "This command ends")
"""The beginnings of the sentences on texts that were cut off or shortened."""


def test_of_a_text_that_cannot_be_read_a_sentence_says_what_it_looks_like() -> None:
    found = read(UNREADABLE)
    for each in found:
        is_cut = each["message"].startswith(CUT)
        assert each["error"] == ("Incomplete" if is_cut else "Unreadable")
    beginnings = [
        each["message"][: len(sentence)]
        for each, sentence in zip(found, UNREADABLE.values(), strict=True)
    ]
    assert different(UNREADABLE, beginnings) == {}


FOUND: dict[str, str | None] = read_table("pages/found_links.yaml")


def test_a_link_is_found_between_words_but_not_in_a_file() -> None:
    links = {
        text.replace("{here}", HERE): link and link.replace("{here}", HERE)
        for text, link in FOUND.items()
    }
    found = run_node("tests/pages/found_links.mjs", links)
    assert different(links, found) == {}


def test_a_saved_page_finds_first_the_link_that_carries_a_file() -> None:
    carrying = f"{HERE}verify#answer=%7B%7D"
    text = f"Deal {BRIDGE}, proof: {carrying}"
    found: list[Any] = run_node("tests/pages/found_links.mjs", [text], "offline")
    assert found == [carrying]


def test_a_saved_page_follows_no_link_but_reads_what_a_link_carries() -> None:
    refusal = "This saved page makes no requests"
    followed = read_one(BRIDGE, "offline")
    assert followed["message"].startswith(refusal)
    link = f"{HERE}verify#answer=%7B%22seed%22%3A%221%22%7D"
    carried = read_one(link, "offline")
    assert "This saved page" not in carried["message"]


SEED = "a" * 64
HASH = "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
"""The SHA-256 of the seed."""


def fill(text: Any) -> Any:
    """Return a text with the seed and its hash in their places; a number as it is."""
    if not isinstance(text, str):
        return text
    return text.replace("{seed}", SEED).replace("{hash}", HASH)


def read_bets() -> dict[str, Json | None]:
    """Return the values of the bets of the table by their texts, None for what is no bet."""
    bets: dict[str, Json | None] = {}
    for text, values in read_table("pages/bets.yaml"):
        bet = fill(text)
        bets[bet] = None
        if values is not None:
            bets[bet] = {name: fill(value) for name, value in values.items()}
    return bets


def test_a_bet_at_a_casino_is_read_as_the_casino_shows_it() -> None:
    bets = read_bets()
    found = [bet and bet["values"] for bet in run_node("tests/pages/bets.mjs", bets)]
    assert different(bets, found) == {}


@pytest.fixture(scope="module")
def game(client: FlaskClient) -> list[Json]:
    """The responses of a game of hold'em: opened, dealt by each stage, revealed."""
    return play(client)


@pytest.fixture(scope="module")
def other(client: FlaskClient) -> list[Json]:
    """The responses of another game of hold'em."""
    return play(client)


def post(client: FlaskClient, path: str = "", **body: Any) -> Json:
    response: Json = client.post(f"/v1/shoes{path}", json=body).get_json()
    return response


def play(client: FlaskClient) -> list[Json]:
    opened = post(client, game="holdem", players=2)
    responses = [opened, post(client, "/deal", shoe=opened["shoe"], client_seed="mine")]
    for _ in opened["stages"][1:]:
        responses.append(post(client, "/deal", shoe=responses[-1]["shoe"]))
    return [*responses, post(client, "/reveal", shoe=responses[-1]["shoe"])]


def write_lines(responses: Iterable[Json]) -> str:
    return "\n".join(map(json.dumps, responses))


def list_unchecked(found: Json) -> set[str]:
    """Return the names of the checks that were not made."""
    return set(found["result"]["unchecked"])


SEALED = "This game is not over: its cards are still sealed."


def test_responses_of_several_stages_of_one_seat_and_of_private_hands_are_read(
    client: FlaskClient,
) -> None:
    opened = post(client, game="holdem", players=2)
    dealt = post(client, "/deal", shoe=opened["shoe"], through="river", each_seat=True)
    drawn = post(client, "/draw", shoe=dealt["shoe"], count=1, seat="1", each_seat=True)
    revealed = post(client, "/reveal", shoe=drawn["shoe"])
    notes = {"commitment": opened["commitment"], "digest": drawn["digest"]}
    of_the_table = [opened, dealt, drawn, revealed]
    of_a_player = [opened, dealt["seat_views"]["1"], drawn["seat_views"]["1"], revealed]
    for found in read([write_lines(of_the_table), write_lines(of_a_player)]):
        assert found["notes"] == notes
        assert [entry["draw"] for entry in found["file"]["seen"]] == [1, 2, 3, 4, 5]
        assert found["result"]["valid"] is True
    assert read_one(json.dumps(dealt))["message"].startswith(SEALED)


def test_responses_of_a_shoe_that_shows_its_cards_are_read_with_what_is_unchecked(
    client: FlaskClient,
) -> None:
    opened = post(client, items=["a", "b", "c"], reveal="shown")
    drawn = post(client, "/draw", shoe=opened["shoe"], count=2, client_seed="mine")
    revealed = post(client, "/reveal", shoe=drawn["shoe"])
    responses = {"receipt": revealed, "seen": [drawn]}
    root = drawn["seen"]["roots"][0]
    cards = {"shown": drawn["shown"], "root": root, "terms": opened["terms"]}
    of_the_game, of_responses, of_cards = read(
        [
            write_lines([opened, drawn, revealed]),
            json.dumps(responses),
            json.dumps(cards),
        ]
    )
    notes = {"commitment": opened["commitment"], "digest": drawn["digest"]}
    assert of_the_game["notes"] == notes
    assert list_unchecked(of_the_game) == {"client_seed", "order"}
    assert list_unchecked(of_responses) == {"commitment", "client_seed", "order"}
    assert list_unchecked(of_cards) == {"root"}


def test_the_responses_of_a_game_are_what_the_player_holds_but_for_the_client_seed(
    game: list[Json],
) -> None:
    opened, *_, last_dealt, _ = game
    notes = {"commitment": opened["commitment"], "digest": last_dealt["digest"]}
    texts = [
        write_lines(game),
        "\n".join(json.dumps(response, indent=2) for response in game),
        json.dumps(game),
        json.dumps(game[::-1]),
    ]
    for found in read(texts):
        assert found["notes"] == notes
        assert len(found["file"]["seen"]) == 4
        assert found["result"]["valid"] is None
        assert list_unchecked(found) == {"client_seed"}


def test_the_responses_of_a_game_may_lack_some_but_be_of_one_shoe_that_is_revealed(
    game: list[Json], other: list[Json]
) -> None:
    opened_other = other[0]
    swapped, without_opening, alone, mixed, unrevealed = read(
        [
            write_lines([opened_other, *game[1:]]),
            write_lines(game[1:]),
            write_lines(game[-1:]),
            write_lines([opened_other, *game]),
            write_lines(game[:-1]),
        ]
    )
    assert swapped["result"]["valid"] is False
    assert swapped["result"]["difference"]["where"] == "commitment"
    assert "commitment" in list_unchecked(without_opening)
    assert list_unchecked(alone) >= {"commitment", "client_seed", "seen"}
    assert mixed["message"].startswith("These are several sealed games.")
    assert unrevealed["message"].startswith(SEALED)


@pytest.fixture
def file(game: list[Json]) -> Json:
    """The receipt of a game, with all that the player holds."""
    opened, *dealt, revealed = game
    return {
        "receipt": revealed["receipt"],
        "seen": [response["seen"] for response in dealt],
        "confirmed": {
            "commitment": opened["commitment"],
            "client_seed": "mine",
            "digest": dealt[-1]["digest"],
        },
    }


def test_a_file_may_have_what_the_player_holds_or_bridge_boards_with_their_seed(
    file: Json,
) -> None:
    text = json.dumps(file)
    texts = [
        text,
        f"\ufeff{text}",
        f"```json\n{json.dumps(file, indent=1)}\n```",
        f"curl {HERE}v1/verify -d '{text}'",
        f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{text}",
    ]
    for found in read(texts):
        assert found["notes"] == file["confirmed"]
        assert found["result"]["valid"] is True

    other_digest = file["confirmed"] | {"digest": "0" * 64}
    found = read_one(json.dumps(file | {"confirmed": other_digest}))
    assert found["result"]["difference"]["where"] == "digest"


@for_each("extension", ["pbn", "lin"])
def test_a_file_of_bridge_boards_is_checked_by_the_seed_in_it(
    client: FlaskClient, extension: str
) -> None:
    boards = f"/v1/games/bridge/deal?seed=club&include_seed=true&format={extension}"
    text = client.get(boards).text
    found = read_one(text)
    assert found["file"] == {"file": text.strip()}
    assert found["result"]["valid"] is True

"""Bridge files: what they say besides their deals, and the check of those that have their seed."""

from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.deals.bridge_requests import DEAL, KNOWN, REQUESTS, write
from tests.http.spec import check_refusal, post
from tests.tables import for_each, read_table

Json = dict[str, Any]

every_format = for_each("extension", ["pbn", "lin"])
every_request = for_each("request", REQUESTS.values(), ids=REQUESTS)
TABLES = read_table("deals/bridge_files.yaml")


@every_format
@every_request
def test_a_file_with_its_seed_is_checked(
    client: FlaskClient, extension: str, request: Json
) -> None:
    text = write(client, extension, request)
    expected = {
        "valid": True,
        "chosen_by": "requester",
        "rests_on": "Whoever sent the request chose the seed, and could try others until the result suited.",
        "checks": {"boards": True},
        "unchecked": {},
        "derived": {"boards": request["repeats"], "seeds": [request["seed"]]},
    }
    assert verify(client, text) == expected
    spelled_otherwise = text.replace("\r\n", "\n").replace("Dealer", "dealer")
    assert verify(client, spelled_otherwise)["valid"] is True


def verify(client: FlaskClient, text: str) -> Json:
    """Return the verdict on a file."""
    return post(client, "/v1/verify", file=text)


@for_each(("query", "media_type", "start"), TABLES["encodings"])
def test_a_file_names_its_encoding(
    client: FlaskClient, query: str, media_type: str, start: str
) -> None:
    response = client.get(f"{DEAL}?{query}")
    assert response.headers["Content-Type"] == media_type
    assert response.data.decode().startswith(start)


@for_each(
    ("extension", "part", "replacement", "where", "expected", "seen"), TABLES["altered"]
)
def test_the_first_difference_of_a_file_is_named(
    client: FlaskClient,
    extension: str,
    part: str,
    replacement: str,
    where: str,
    expected: str,
    seen: str | None,
) -> None:
    text = write(client, extension, REQUESTS["a batch"])
    assert part in text
    result = verify(client, text.replace(part, replacement, 1))
    difference = result["difference"]
    assert result["valid"] is False
    assert difference["where"] == where
    assert difference["expected"] == expected
    assert difference["seen"] == seen or seen is None
    start = "Board 7 of the file is not the one of its seed at index "
    assert difference["detail"].startswith(start)


@every_format
def test_what_a_file_lacks_is_not_checked(client: FlaskClient, extension: str) -> None:
    text = write(client, extension, REQUESTS["a batch"])
    without_seed = text.replace('seed "club", index 6', "")
    without_board = without_seed.replace("Board", "Bord", 1).replace("qx|o6", "qx|", 1)
    result = verify(client, without_board)
    assert result["valid"] is None
    assert result["unchecked"]["seeds"] == "1 of 3 boards are without a seed"


def test_a_long_text_that_cannot_be_checked_is_refused(client: FlaskClient) -> None:
    brackets = "[" * 10_000 + "{" * 10_000
    assert "file must be a PBN or a LIN file" in refuse_file(client, brackets)
    boards = '[Deal "x"]{seed "a", index 0}\n' * 5_001
    sentence = "The file has more boards than the 5,000 that"
    assert sentence in refuse_file(client, boards)


def refuse_file(client: FlaskClient, text: str) -> str:
    """Return the sentence that refuses a file."""
    return check_refusal(client.post("/v1/verify", json={"file": text}))["file"]


def test_a_file_of_a_service_without_seeds_is_not_checked(client: FlaskClient) -> None:
    text = write(client, "pbn", REQUESTS["a batch"])
    seedless = create_app(Settings(allow_seeds=False)).test_client()
    assert seedless.post("/v1/verify", json={"file": text}).status_code == 403


def test_a_file_ends_its_lines_as_pbn_does_and_has_no_seed_that_was_not_asked_for(
    client: FlaskClient,
) -> None:
    query = {"format": "pbn", "event": "Coupe d'été", "seed": "secret"}
    pbn = client.get(DEAL, query_string=query).data
    lin = client.get(DEAL, query_string=query | {"format": "lin"}).data
    assert pbn.count(b"\n") == pbn.count(b"\r\n")
    assert b"secret" not in pbn + lin


def test_a_deal_of_known_hands_keeps_its_board_and_is_checked(
    client: FlaskClient,
) -> None:
    text = '[Event "Cup"]\n[Board "7"]\n[Deal "S:QT8.AT764.KQJ93. - - -"]'
    response = post(client, DEAL, seed="club", given={"deal": text, "hands": {}})
    assert response["board"] == 7
    assert response["not_read"] == ["event"]
    known = post(client, DEAL, seed="club", board=7, given=response["given"])
    assert known | {"not_read": ["event"]} == response
    verdict = post(client, "/v1/verify", **response)
    assert verdict["valid"] is None
    assert verdict["chosen_by"] == "requester"
    assert list(verdict["unchecked"]) == ["not_read"]
    assert post(client, "/v1/verify", **known)["valid"] is True
    without_text = post(client, DEAL, seed="club")
    wrong = [
        response | {"given": {"hands": {"S": ["QS"]}}},
        without_text | {"not_read": ["event"]},
    ]
    for value in ([], [""], [1], "event", None):
        wrong.append(known | {"not_read": value})
    for altered in wrong:
        assert post(client, "/v1/verify", **altered)["valid"] is False


@for_each(("game", "given", "reason"), KNOWN["not alone"])
def test_a_text_of_known_hands_stands_alone(
    client: FlaskClient, game: str, given: Any, reason: str
) -> None:
    response = client.post(f"/v1/games/{game}/deal", json={"given": given})
    refused = check_refusal(response)
    assert reason in refused["given"]

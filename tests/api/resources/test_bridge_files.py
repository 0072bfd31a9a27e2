"""Bridge files: what they say besides their deals, and the check of those that have their seed."""

from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.api.spec import check_refusal, post
from tests.tables import for_each, read_table

DEAL = "/v1/games/bridge/deal"
STRONG = {"hand": "N", "points": "hcp", "min": 16}
REQUESTS: Mapping[str, Mapping[str, Any]] = {
    "a batch": {"repeats": 3, "seed": "club", "index": 5, "event": "Coupe d'été, 上海"},
    "other numbers": {"repeats": 2, "seed": 'a: [b] "'.strip('"'), "board": 31},
    "boards that were found": {"repeats": 3, "seed": "club", "board": 7, "where": STRONG},
}
every_format = for_each("extension", ["pbn", "lin"])
every_request = for_each("request", REQUESTS.values(), ids=REQUESTS)
TABLES = read_table("api/resources/bridge_files.yaml")


def write(client: FlaskClient, extension: str, request: Mapping[str, Any]) -> str:
    """Return the text of a file with its seed."""
    response = client.post(f"{DEAL}/batch", json={**request, "format": extension, "include_seed": True})
    assert response.status_code == 200, response.text
    content: bytes = response.data
    return content.decode()


@every_format
@every_request
def test_a_file_with_its_seed_is_checked(client: FlaskClient, extension: str, request: dict[str, Any]) -> None:
    text = write(client, extension, request)
    assert post(client, "/v1/verify", file=text) == {
        "valid": True,
        "chosen_by": "requester",
        "rests_on": "Whoever sent the request chose the seed, and could try others until the result suited.",
        "checks": {"boards": True},
        "unchecked": {},
        "derived": {"boards": request["repeats"], "seeds": [request["seed"]]},
    }
    assert post(client, "/v1/verify", file=text.replace("\r\n", "\n").replace("Dealer", "dealer"))["valid"] is True


@for_each(
    ("query", "media_type", "start"),
    [
        ("format=pbn&event=Bern", "application/x-pbn; charset=utf-8", '% PBN 2.1\r\n% EXPORT\r\n[Event "Bern"]'),
        (
            "format=pbn&event=Bern&site=Zürich",
            "application/x-pbn; charset=utf-8",
            '% PBN 2.1\r\n% EXPORT\r\n%Content-type: text/x-pbn; charset=UTF-8\r\n[Event "Bern"]\r\n[Site "Zürich"]',
        ),
        ("format=lin&event=Кубок", "application/x-lin; charset=utf-8", "qx|o1|mn|Кубок|"),
    ],
)
def test_a_file_names_its_encoding(client: FlaskClient, query: str, media_type: str, start: str) -> None:
    response = client.get(f"{DEAL}?{query}")
    assert response.headers["Content-Type"] == media_type
    assert response.data.decode().startswith(start)


@for_each(("extension", "part", "replacement", "where", "expected", "seen"), TABLES["altered"])
def test_the_first_difference_of_a_file_is_named(
    client: FlaskClient, extension: str, part: str, replacement: str, where: str, expected: str, seen: str | None
) -> None:
    text = write(client, extension, REQUESTS["a batch"])
    assert part in text
    result = post(client, "/v1/verify", file=text.replace(part, replacement, 1))
    difference = result["difference"]
    assert (result["valid"], difference["where"], difference["expected"]) == (False, where, expected)
    assert difference["seen"] == seen or seen is None
    assert difference["detail"].startswith("Board 7 of the file is not the one of its seed at index ")


@every_format
def test_what_a_file_lacks_is_not_checked(client: FlaskClient, extension: str) -> None:
    text = write(client, extension, REQUESTS["a batch"])
    text = text.replace('seed "club", index 6', "").replace("Board", "Bord", 1).replace("qx|o6", "qx|", 1)
    result = post(client, "/v1/verify", file=text)
    assert result["valid"] is None
    assert result["unchecked"]["seeds"] == "1 of 3 boards are without a seed"


def test_a_long_text_that_cannot_be_checked_is_refused(client: FlaskClient) -> None:
    for text, sentence in (
        ("[" * 10_000 + "{" * 10_000, "file must be a PBN or a LIN file"),
        ('[Deal "x"]{seed "a", index 0}\n' * 5_001, "The file has more boards than the 5,000 that"),
    ):
        assert sentence in check_refusal(client.post("/v1/verify", json={"file": text}))["file"]


def test_a_file_of_a_service_without_seeds_is_not_checked(client: FlaskClient) -> None:
    text = write(client, "pbn", REQUESTS["a batch"])
    seedless = create_app(Settings(allow_seeds=False)).test_client()
    assert seedless.post("/v1/verify", json={"file": text}).status_code == 403


def test_a_file_ends_its_lines_as_pbn_does_and_has_no_seed_that_was_not_asked_for(client: FlaskClient) -> None:
    pbn = client.get(DEAL, query_string={"format": "pbn", "event": "Coupe d'été", "seed": "secret"}).data
    assert pbn.count(b"\n") == pbn.count(b"\r\n")
    lin = client.get(DEAL, query_string={"format": "lin", "seed": "secret"}).data
    assert b"secret" not in pbn + lin

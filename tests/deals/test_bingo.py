from itertools import chain
from typing import Any

from flask.testing import FlaskClient

from tests.http.spec import get, post

PATH = "/v1/bingo/strips"


def list_numbers(strip: Any) -> list[int]:
    return sorted(
        number
        for row in chain.from_iterable(strip)
        for number in row
        if number is not None
    )


def test_a_strip_has_six_tickets_with_each_number_once(client: FlaskClient) -> None:
    body = get(client, PATH)
    assert [[len(row) for row in ticket] for ticket in body["strip"]] == [[9] * 3] * 6
    assert list_numbers(body["strip"]) == list(range(1, 91))
    assert body["algorithm"] is None
    assert body["uniformity"] == "exact"
    assert "seed" not in body


def test_a_seed_gives_the_same_strip_by_get_and_post(client: FlaskClient) -> None:
    first, second = (get(client, PATH, seed="42", index=index) for index in (7, 8))
    assert first == post(client, PATH, seed="42", index=7)
    assert first["strip"] != second["strip"]
    batch = get(client, f"{PATH}/batch", seed="42", index=7, repeats=2)
    assert batch == post(client, f"{PATH}/batch", seed="42", index=7, repeats=2)


def test_plain_text_has_the_rows_of_a_strip_with_hyphens_for_blanks(
    client: FlaskClient,
) -> None:
    strip = get(client, PATH, seed="42")["strip"]
    text = client.get(f"{PATH}?seed=42", headers={"Accept": "text/plain"}).text
    rows = [
        ["-" if number is None else str(number) for number in row]
        for ticket in strip
        for row in ticket
    ]
    assert [line.split(" ") for line in text.rstrip("\n").split("\t")] == rows

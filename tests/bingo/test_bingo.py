"""A strip of bingo has six tickets with each number once, the same for ever for a seed."""

from itertools import chain
from typing import Any

from flask.testing import FlaskClient

from tests.http.spec import get, post

PATH = "/v1/bingo/strips"


def list_rows(strip: Any) -> list[list[int | None]]:
    """Return the rows of all tickets of a strip."""
    return list(chain.from_iterable(strip))


def test_a_strip_has_six_tickets_with_each_number_once(client: FlaskClient) -> None:
    body = get(client, PATH)
    strip = body["strip"]
    assert [len(ticket) for ticket in strip] == [3] * 6
    rows = list_rows(strip)
    assert [len(row) for row in rows] == [9] * 18
    numbers = [number for row in rows for number in row if number is not None]
    assert sorted(numbers) == list(range(1, 91))
    assert body["algorithm"] is None
    assert body["uniformity"] == "exact"
    assert "seed" not in body


def test_a_seed_gives_the_same_strip_by_get_and_post(client: FlaskClient) -> None:
    first = get(client, PATH, seed="42", index=7)
    second = get(client, PATH, seed="42", index=8)
    assert first == post(client, PATH, seed="42", index=7)
    assert first["strip"] != second["strip"]
    batch = get(client, f"{PATH}/batch", seed="42", index=7, repeats=2)
    assert batch == post(client, f"{PATH}/batch", seed="42", index=7, repeats=2)


def test_plain_text_has_the_rows_of_a_strip_with_hyphens_for_blanks(
    client: FlaskClient,
) -> None:
    strip = get(client, PATH, seed="42")["strip"]
    text = client.get(f"{PATH}?seed=42", headers={"Accept": "text/plain"}).text
    lines = text.rstrip("\n").split("\t")
    for line, row in zip(lines, list_rows(strip), strict=True):
        words = ["-" if number is None else str(number) for number in row]
        assert line == " ".join(words)

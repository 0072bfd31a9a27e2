"""Bridge files of the service, read by endplay (`make test SUITE=endplay`)."""

import json
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.cards.bridge_notations import (
    PBN_HEADER,
    SEATS,
    find_dealer,
    find_vulnerable,
    format_lin_board,
    format_pbn_board,
)
from tests.http.spec import get, post
from tools.generate import build_files

pytestmark = pytest.mark.endplay

VECTORS = Path(__file__).parents[1] / "vectors"
BOARDS: list[dict[str, Any]] = json.loads((VECTORS / "bridge.json").read_text())
VULNERABILITIES = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}


BATCH = "/v1/games/bridge/deal/batch"

Hands = dict[str, set[str]]
"""The cards of each seat."""


class Board(NamedTuple):
    """What endplay and the service both say of a board."""

    number: int
    dealer: str
    vulnerable: str
    hands: Hands


def read_card(card: Any) -> str:
    """Return the code of a card of endplay."""
    suit = card.suit.name[0].upper()
    return f"{card.rank.abbr}{suit}"


def read_boards(boards: Any) -> list[Board]:
    """Return the boards of endplay."""
    return [
        Board(
            board.board_num,
            board.dealer.abbr,
            VULNERABILITIES[board.vul.name],
            {player.abbr: set(map(read_card, hand)) for player, hand in board.deal},
        )
        for board in boards
    ]


def read_hands(hands: list[dict[str, Any]]) -> Hands:
    """Return the hands of a deal of the service."""
    return {hand["seat"]: set(hand["cards"]) for hand in hands}


def expected_boards() -> list[Board]:
    """Return the boards of the vectors."""
    return [
        Board(
            number,
            find_dealer(number),
            find_vulnerable(number),
            {seat: set(board["hands"][seat]) for seat in SEATS},
        )
        for number, board in enumerate(BOARDS, start=1)
    ]


def test_the_boards_of_the_vectors_are_those_that_endplay_writes() -> None:
    [(path, text)] = build_files("tools.bridge_boards").items()
    assert path.read_text() == text


@pytest.mark.smoke
def test_endplay_reads_the_boards_of_a_pbn_file() -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn")
    texts = [format_pbn_board(board["board"], board["hands"]) for board in BOARDS]
    boards = pbn.loads(PBN_HEADER + "\r\n".join(texts))
    assert read_boards(boards) == expected_boards()


def test_endplay_reads_the_boards_of_a_lin_file() -> None:
    lin = pytest.importorskip("endplay.parsers.lin")
    texts = [format_lin_board(board["board"], board["hands"]) for board in BOARDS]
    boards = lin.load(StringIO("".join(texts)))
    assert read_boards(boards) == expected_boards()


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_endplay_reads_the_files_of_the_service(client: FlaskClient, form: str) -> None:
    parser = pytest.importorskip(f"endplay.parsers.{form}")
    query: dict[str, Any] = {"repeats": 36, "seed": "championship"}
    options = {"format": form, "event": "Coupe d'été", "include_seed": "true"}
    file = client.get(BATCH, query_string=query | options)
    boards = parser.loads(file.data.decode())
    if form == "pbn":
        assert boards[35].info["Event"] == "Coupe d'été"
    response = get(client, BATCH, **query)
    columns = zip(
        response["board"],
        response["dealer"],
        response["vulnerable"],
        map(read_hands, response["hands"]),
        strict=True,
    )
    assert read_boards(boards) == [Board(*row) for row in columns]


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_endplay_reads_the_boards_that_a_condition_found(
    client: FlaskClient, form: str
) -> None:
    parser = pytest.importorskip(f"endplay.parsers.{form}")
    where = {"hand": "N", "points": "hcp", "min": 16}
    request: dict[str, Any] = {"repeats": 3, "seed": "club", "where": where}
    file = client.post(BATCH, json=request | {"format": form})
    boards = read_boards(parser.loads(file.text))
    found = post(client, BATCH, **request)["hands"]
    assert [board.hands for board in boards] == list(map(read_hands, found))

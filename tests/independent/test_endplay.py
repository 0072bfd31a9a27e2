"""Bridge files of the service, read by endplay (`make test SUITE=endplay`)."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

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

pytestmark = pytest.mark.endplay

VECTORS = Path(__file__).parents[1] / "vectors"
BOARDS: list[dict[str, Any]] = json.loads((VECTORS / "bridge.json").read_text())
VULNERABILITIES = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}


def parse_board(board: Any) -> tuple[int, str, str, dict[str, set[str]]]:
    """Return the number, dealer, vulnerability and hands of a board of endplay."""
    hands = {
        player.abbr: {card.rank.abbr + card.suit.name[0].upper() for card in hand}
        for player, hand in board.deal
    }
    return board.board_num, board.dealer.abbr, VULNERABILITIES[board.vul.name], hands


def expected_boards() -> list[tuple[int, str, str, dict[str, set[str]]]]:
    return [
        (
            number,
            find_dealer(number),
            find_vulnerable(number),
            {seat: set(board["hands"][seat]) for seat in SEATS},
        )
        for number, board in enumerate(BOARDS, start=1)
    ]


def test_the_boards_of_the_vectors_are_those_that_endplay_writes() -> None:
    written = subprocess.run(
        [sys.executable, VECTORS / "bridge.py"], check=True, capture_output=True
    ).stdout
    assert written == (VECTORS / "bridge.json").read_bytes()


@pytest.mark.smoke
def test_endplay_reads_the_boards_of_a_pbn_file() -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn")
    boards = pbn.loads(
        PBN_HEADER
        + "\r\n".join(
            format_pbn_board(board["board"], board["hands"]) for board in BOARDS
        )
    )
    assert [parse_board(board) for board in boards] == expected_boards()


def test_endplay_reads_the_boards_of_a_lin_file() -> None:
    lin = pytest.importorskip("endplay.parsers.lin")
    boards = lin.load(
        StringIO(
            "".join(
                format_lin_board(board["board"], board["hands"]) for board in BOARDS
            )
        )
    )
    assert [parse_board(board) for board in boards] == expected_boards()


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_endplay_reads_the_files_of_the_service(client: FlaskClient, form: str) -> None:
    parser = pytest.importorskip(f"endplay.parsers.{form}")
    batch = "/v1/games/bridge/deal/batch?repeats=36&seed=championship"
    file = client.get(
        f"{batch}&format={form}&event=Coupe%20d'%C3%A9t%C3%A9&include_seed=true"
    )
    boards = parser.loads(file.data.decode())
    assert form == "lin" or boards[35].info["Event"] == "Coupe d'été"
    response = client.get(batch).json
    assert response is not None
    hands = [
        {hand["seat"]: set(hand["cards"]) for hand in board}
        for board in response["hands"]
    ]
    tags = zip(
        response["board"],
        response["dealer"],
        response["vulnerable"],
        hands,
        strict=True,
    )
    assert [parse_board(board) for board in boards] == list(tags)


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_endplay_reads_the_boards_that_a_condition_found(
    client: FlaskClient, form: str
) -> None:
    parser = pytest.importorskip(f"endplay.parsers.{form}")
    request = {
        "repeats": 3,
        "seed": "club",
        "where": {"hand": "N", "points": "hcp", "min": 16},
    }
    boards = parser.loads(
        client.post("/v1/games/bridge/deal/batch", json=request | {"format": form}).text
    )
    found = client.post("/v1/games/bridge/deal/batch", json=request).get_json()["hands"]
    assert [parse_board(board)[3] for board in boards] == [
        {hand["seat"]: set(hand["cards"]) for hand in hands} for hands in found
    ]

"""Members that only some games add to a deal's response, such as the dealer at bridge, and file formats of games."""

from collections.abc import Callable, Mapping
from typing import Any

from ..cards.bridge_notations import (
    PBN_HEADER,
    PBN_UTF_8,
    find_dealer,
    find_vulnerable,
    format_lin_board,
    format_pbn_board,
    format_pbn_deal,
)
from ..cards.packs.mahjong import format_mpsz
from .big_deal import format_number, rank_deal
from .game import FileFormat, GameTable
from .procedures import Deal
from .special_steps import BINGO_COLUMNS


def _list_hands(table: GameTable, deal: Deal) -> dict[str, list[str]]:
    return {seat: table.card_codes(hand) for seat, hand in deal.hands.items()}


def _describe_board(table: GameTable, deal: Deal, board: int) -> dict[str, Any]:
    """Return a bridge deal's board, dealer and vulnerability, and the deal in PBN and as Big Deal's number."""
    hands = _list_hands(table, deal)
    return {
        "board": board,
        "dealer": find_dealer(board),
        "vulnerable": find_vulnerable(board),
        "pbn": format_pbn_deal(hands),
        "number": format_number(rank_deal(hands)),
    }


def _write_mpsz(table: GameTable, deal: Deal, _: int) -> dict[str, Any]:
    """Return each hand of riichi in MPSZ, the notation of its software, such as `123m456p11z`."""
    return {
        "mpsz": {
            seat: format_mpsz(codes) for seat, codes in _list_hands(table, deal).items()
        }
    }


def _draw_grid(table: GameTable, deal: Deal, _: int) -> dict[str, Any]:
    """Return a card for bingo as five rows of five numbers, with None in the middle, which is free."""
    values = [card.value for card in table.shoe.pack]
    columns = {
        letter: [values[ball] for ball in deal.hands["player"][letter]]
        for letter in BINGO_COLUMNS
    }
    columns["N"].insert(2, None)
    return {"grid": [list(row) for row in zip(*columns.values(), strict=True)]}


EXTRA_FIELDS: Mapping[str, Callable[[GameTable, Deal, int], dict[str, Any]]] = {
    "bridge": _describe_board,
    "mpsz": _write_mpsz,
    "grid": _draw_grid,
}
"""Functions that take a table, its deal and the number of the board, and return further members of the response."""

FILE_FORMATS: Mapping[str, FileFormat] = {
    "pbn": FileFormat(
        media_type="application/x-pbn",
        header=PBN_HEADER,
        charset_line=PBN_UTF_8,
        separator="\r\n",
        format_deal=lambda table, deal, board, *notes: format_pbn_board(
            board, _list_hands(table, deal), *notes
        ),
        occasion=("event", "site", "date"),
    ),
    "lin": FileFormat(
        media_type="application/x-lin",
        format_deal=lambda table, deal, board, *notes: format_lin_board(
            board, _list_hands(table, deal), *notes
        ),
        occasion=("event",),
    ),
}
"""The file formats by their extension."""

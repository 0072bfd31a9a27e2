"""Contract bridge, in which the number of a board says who deals and who is vulnerable; files are PBN and LIN."""

from collections.abc import Mapping
from typing import Any

from service.core.cards.bridge_notations import (
    PBN_HEADER,
    SEATS,
    find_dealer,
    find_vulnerable,
    format_lin_board,
    format_pbn_board,
    format_pbn_deal,
)
from service.core.games.big_deal import format_number, rank_deal
from service.core.games.game import FileFormat, Game, GameTable, exactly
from service.core.games.procedures import Deal


def _hands(table: GameTable, deal: Deal) -> dict[str, list[str]]:
    return {seat: table.card_codes(hand) for seat, hand in deal.hands.items()}


def _extra_fields(table: GameTable, deal: Deal, board: int) -> dict[str, Any]:
    """Return the board, its dealer and who is vulnerable, and the deal as the value of a PBN tag and as a number."""
    hands = _hands(table, deal)
    return {
        "board": board,
        "dealer": find_dealer(board),
        "vulnerable": find_vulnerable(board),
        "pbn": format_pbn_deal(hands),
        "number": format_number(rank_deal(hands)),
    }


BRIDGE: Mapping[str, Game] = {
    "bridge": Game(
        title="Contract bridge",
        aliases=(
            "contract bridge",
            "duplicate bridge",
            "rubber bridge",
            "бридж",
            "ブリッジ",
            "桥牌",
            "tournament bridge",
            "Chicago bridge",
            "minibridge",
            "brydż",
            "bridž",
            "브리지",
        ),
        source="Laws of Duplicate Bridge 2017, Laws 2 and 6",
        second_source="PBN 2.1 (2007)",
        ranking="bridge",
        players=exactly(4),
        seats=lambda _: tuple(SEATS),
        start=" from the left of the board's dealer, as here on board 1",
        parameters=("suit_order", "board", "format", "event", "site", "date", "include_seed"),
        steps="each 1×13",
        first_seat=lambda board: board % len(SEATS),
        extra_fields=_extra_fields,
        files={
            "pbn": FileFormat(
                media_type="application/x-pbn",
                header=PBN_HEADER,
                separator="\r\n",
                format_deal=lambda table, deal, board, *notes: format_pbn_board(board, _hands(table, deal), *notes),
                occasion=("event", "site", "date"),
            ),
            "lin": FileFormat(
                media_type="application/x-lin",
                format_deal=lambda table, deal, board, *notes: format_lin_board(board, _hands(table, deal), *notes),
                occasion=("event",),
            ),
        },
    ),
}

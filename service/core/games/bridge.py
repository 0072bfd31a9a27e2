"""Contract bridge: a board's number says who deals and who is vulnerable, and software keeps deals as PBN and LIN."""

from typing import Any

from service.core.cards.notations.bridge import (
    PBN_HEADER,
    SEATS,
    dealer,
    format_lin_board,
    format_pbn_board,
    format_pbn_deal,
    vulnerable,
)
from service.core.games.game import FileFormat, Game, GameTable, Players
from service.core.games.procedures import Deal, each


def _hands(table: GameTable, dealt: Deal) -> dict[str, list[str]]:
    return {seat: table.card_codes(hand) for seat, hand in dealt.hands.items()}


def _extra_fields(table: GameTable, dealt: Deal, board: int) -> dict[str, Any]:
    """The board, who deals it and who is vulnerable, and the deal as the value of a PBN tag."""
    return {
        "board": board,
        "dealer": dealer(board),
        "vulnerable": vulnerable(board),
        "pbn": format_pbn_deal(_hands(table, dealt)),
    }


BRIDGE = (
    Game(
        name="bridge",
        title="Contract bridge",
        source="Laws of Duplicate Bridge 2017, Laws 2 and 6; PBN 2.1 (2007)",
        deck="standard",
        players=Players(4, 4, default=4),
        seats=lambda _: tuple(SEATS),
        options=("suit_order", "board", "format"),
        direction="clockwise from the left of the board's dealer, as here on board 1",
        first_seat=lambda board: board % len(SEATS),
        steps=lambda _: (each(13),),
        extra_fields=_extra_fields,
        files={
            "pbn": FileFormat(
                media_type="application/x-pbn",
                header=PBN_HEADER,
                separator="\r\n",
                format_deal=lambda table, dealt, board: format_pbn_board(board, _hands(table, dealt)),
            ),
            "lin": FileFormat(
                media_type="application/x-lin",
                format_deal=lambda table, dealt, board: format_lin_board(board, _hands(table, dealt)),
            ),
        },
    ),
)

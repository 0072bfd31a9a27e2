"""Contract bridge: a board's number says who deals and who is vulnerable, and software keeps deals as PBN and LIN."""

from typing import Any

from service.core.cards.notations.bridge import PBN_HEADER, SEATS, dealer, lin_board, pbn_board, pbn_deal, vulnerable
from service.core.games.game import File, Game, Players, Sitting
from service.core.games.procedures import Dealt, each


def _hands(sitting: Sitting, dealt: Dealt) -> dict[str, list[str]]:
    return {seat: sitting.codes(hand) for seat, hand in dealt.hands.items()}


def _remarks(sitting: Sitting, dealt: Dealt, board: int) -> dict[str, Any]:
    """The board, who deals it and who is vulnerable, and the deal as the value of a PBN tag."""
    return {
        "board": board,
        "dealer": dealer(board),
        "vulnerable": vulnerable(board),
        "pbn": pbn_deal(_hands(sitting, dealt)),
    }


BRIDGE = (
    Game(
        name="bridge",
        title="Contract bridge",
        source="Laws of Duplicate Bridge 2017, Laws 2 and 6; PBN 2.1 (2007)",
        deck="standard",
        players=Players(4, 4, usual=4),
        seats=lambda _: tuple(SEATS),
        options=("suit_order", "board", "format"),
        turn="clockwise from the left of the board's dealer, as here on board 1",
        first=lambda board: board % len(SEATS),
        steps=lambda _: (each(13),),
        remarks=_remarks,
        files={
            "pbn": File(
                media_type="application/x-pbn",
                head=PBN_HEADER,
                between="\r\n",
                entry=lambda sitting, dealt, board: pbn_board(board, _hands(sitting, dealt)),
            ),
            "lin": File(
                media_type="application/x-lin",
                entry=lambda sitting, dealt, board: lin_board(board, _hands(sitting, dealt)),
            ),
        },
    ),
)

"""Check a file of bridge boards: deal each board with a seed again, and compare it (docs/definitions/decks.md)."""

from ..cards.bridge_notations import (
    SEATS,
    find_dealer,
    find_vulnerable,
    format_pbn_hand,
)
from ..cards.options import PackOptions
from ..core.errors import Refused
from ..core.limits import Limits
from ..core.shuffle_requests import ShuffleRequest
from ..games.catalogue import get_game
from ..games.dealing import Deals
from ..games.game import GameTable, set_up
from ..verdicts.verdict import SEEDED, Difference, VerificationResult, build_result
from .boards import FileBoard, parse_first
from .lin import parse_lin
from .pbn import parse_pbn

_MAX_BOARDS = 5_000  # the most boards of a file; they are checked in about a second
_MAX_SEEDS = 10  # seeds in the result, for people to look at
_MAX_UNREAD = 256  # characters shown of a deal that cannot be read


def check_file(text: str, limits: Limits) -> VerificationResult:
    """Deal every board with a seed again, and compare its hands, dealer and vulnerability; return the result.

    Raises `Refused` for a text that is no PBN or LIN file, and for a file without a seed.
    """
    boards = _parse_file(text)
    seeded = [board for board in boards if board.seed is not None]
    if not seeded:
        raise Refused(
            "file",
            "No board of this file has its seed, so that none can be dealt again. Files have it that were requested "
            "with include_seed; others are checked as JSON: send the response to the same request without format.",
        )
    seeds = list(dict.fromkeys(board.seed for board in seeded))
    return build_result(
        {"boards": len(boards), "seeds": seeds[:_MAX_SEEDS]},
        {"boards": _find_difference(seeded, limits)},
        _describe_unchecked(boards, seeded),
        origin=SEEDED,
    )


def _parse_file(text: str) -> list[FileBoard]:
    """Return the boards of a file, read as PBN, or as LIN if PBN finds none. Raises `Refused` for none or too many."""
    boards = parse_first(text, (parse_pbn, parse_lin), _MAX_BOARDS)
    if not boards:
        raise Refused(
            "file", "file must be a PBN or a LIN file as text, with at least one deal."
        )
    if len(boards) > _MAX_BOARDS:
        raise Refused(
            "file",
            f"The file has more boards than the {_MAX_BOARDS:,} that are checked at once.",
        )
    return boards


def _find_difference(seeded: list[FileBoard], limits: Limits) -> Difference | None:
    """Return the first difference in boards with a seed and a number. Boards without a number are left out."""
    table = set_up(get_game("bridge"), None, PackOptions())
    for board in seeded:
        if board.number is None:
            continue
        difference = _compare_board(board, board.number, table, limits)
        if difference:
            return difference
    return None


def _describe_unchecked(
    boards: list[FileBoard], seeded: list[FileBoard]
) -> dict[str, str]:
    """Return the reasons why some of the boards are not checked, such as `{"seeds": "1 of 3 boards are …"}`."""
    unseeded = len(boards) - len(seeded)
    unnumbered = sum(board.number is None for board in seeded)
    reasons = {}
    if unseeded:
        reasons["seeds"] = f"{unseeded:,} of {len(boards):,} boards are without a seed"
    if unnumbered:
        reasons["numbers"] = (
            f"{unnumbered:,} of {len(boards):,} boards are without a number, which decides who gets the first card"
        )
    return reasons


def _compare_board(
    board: FileBoard, number: int, table: GameTable, limits: Limits
) -> Difference | None:
    """Return the first difference between a board with this number, and the deal of its seed and index.

    It is in "board 3, Dealer", in "board 3, Vulnerable", or in the hand "board 3, N"; None if there is none.
    """
    hands = _deal_again(board, number, table, limits)
    dealt = {"Dealer": find_dealer(number), "Vulnerable": find_vulnerable(number)}
    in_file = {"Dealer": board.dealer, "Vulnerable": board.vulnerable}
    for seat in SEATS:
        dealt[seat] = format_pbn_hand(hands[seat])
        in_file[seat] = _show_hand(board, seat)
    for name, dealt_value in dealt.items():
        file_value = in_file[name]
        if file_value is None:  # a file may lack a dealer and a vulnerability
            continue
        if file_value != dealt_value:
            return Difference(
                where=f"board {number}, {name}",
                expected=dealt_value,
                seen=file_value,
                detail=f"Board {number} of the file is not the one of its seed at index {board.index}.",
            )
    return None


def _show_hand(board: FileBoard, seat: str) -> str:
    """Return a hand of a board in PBN's notation, or the start of the whole deal if the deal cannot be read."""
    if board.hands is None:
        return (board.deal or "")[:_MAX_UNREAD]
    return format_pbn_hand(board.hands[seat])


def _deal_again(
    board: FileBoard, number: int, table: GameTable, limits: Limits
) -> dict[str, list[str]]:
    """Return the codes of the hands by seat that the seed and the index of a board deal."""
    request = ShuffleRequest(seed=board.seed, index=board.index)
    sampler = Deals(table).sampler(request, limits)
    order = sampler.draw(request.randomness).indices
    deal = table.deal(list(order), board.dealt_as or number)
    return {seat: table.card_codes(hand) for seat, hand in deal.hands.items()}

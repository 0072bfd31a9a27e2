"""The request of a deal of a game: its parameters in a query and in a body, and the hands of a text in given.deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..cards.card import CardFormat
from ..cards.endpoint import NotationParameters
from ..cards.options import PackOptions
from ..core.errors import Refused
from ..games.bridge_files import read_known_deal
from ..games.endpoint.descriptions import (
    GamePackParameters,
    PlayersParameters,
    TableOptions,
)
from ..games.game import Game
from ..http.schemas.request_schemas import ShuffledDraw, ShuffleParameters
from .board_options import BoardOptions, BoardParameters
from .conditional_deals import (
    DealConditions,
    DealConditionsParameters,
    DealQueryParameters,
)


@dataclass(frozen=True, kw_only=True)
class GameDeal(
    DealConditions, CardFormat, ShuffledDraw, PackOptions, TableOptions, BoardOptions
):
    """The arguments of a deal."""

    def imply_at(self, index: int) -> Mapping[str, int]:
        """Return the members that an index implies for the first result: {"board": 4} for the index 3.

        A search from a later index than 0 implies no board: its files number the results from the board of the request.
        """
        is_search = self.where is not None
        if is_search and index > 0:
            return {}
        return {"board": index + 1}


_TAKEN_ELSEWHERE = {
    "hands": "The number of hands follows from players."
} | dict.fromkeys(
    ("each_seat", "seats", "stage", "through"),
    "It belongs to a deal of a sealed shoe (POST /v1/shoes/deal).",
)


class GameDealQuery(
    NotationParameters,
    DealQueryParameters,
    GamePackParameters,
    PlayersParameters,
    BoardParameters,
):
    """The parameters of a deal in a query."""

    target = GameDeal
    taken_elsewhere = _TAKEN_ELSEWHERE


class GameDealRequest(
    DealConditionsParameters,
    NotationParameters,
    ShuffleParameters,
    GamePackParameters,
    PlayersParameters,
    BoardParameters,
):
    """The parameters of a deal in a body."""

    target = GameDeal
    taken_elsewhere = _TAKEN_ELSEWHERE


class ReadRequest(NamedTuple):
    """A request with the hands that its text in given.deal has, and with the board of the text."""

    request: GameDeal
    not_read: Sequence[str]
    """The tags and boards of the text that were not read."""


def read_given_text(game: Game, args: GameDeal) -> ReadRequest:
    """Return a request with hands in place of the text in given.deal. Without given.deal it is returned as it is.

    Raises `Refused` for a game other than bridge, for hands or piles beside it, and for a text that is no deal.
    """
    given = args.given or {}
    if "deal" not in given:
        return ReadRequest(args, ())
    _check_given_text(game, given)
    known = read_known_deal(given["deal"], args.board)
    request = replace(
        args, given={"hands": known.hands}, board=args.board or known.number
    )
    return ReadRequest(request, known.not_read)


def _check_given_text(game: Game, given: Mapping[str, Any]) -> None:
    """Raise `Refused` unless the game has files and given.deal is a text without hands and piles beside it."""
    if not game.files:
        raise Refused(
            "given",
            f"given.deal is a deal of bridge; {game.name} takes hands and piles.",
        )
    is_alone = not given.get("hands") and not given.get("piles")
    if not is_alone or not isinstance(given["deal"], str):
        raise Refused(
            "given",
            "given.deal must be a text, and stands alone: leave hands and piles out.",
        )

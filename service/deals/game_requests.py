"""The request of a deal of a game: its parameters in a query and in a body, and the hands of a text in given.deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..bridge_files.known_deals import read_known_deal
from ..cards.card import CardFormat
from ..core.errors import Refused
from ..games.endpoint.descriptions import GamePacks, TableOptions
from ..games.game import Game
from ..http.schemas.request_schemas import RequestSchema, ShuffledDraw
from .board_options import BoardOptions
from .conditional_deals import ONLY_IN_BODIES, DealConditions


@dataclass(frozen=True, kw_only=True)
class GameDeal(
    DealConditions, CardFormat, ShuffledDraw, GamePacks, TableOptions, BoardOptions
):
    """The arguments of a deal of a game: all parameters of its two schemas, by the base that declares them.

    - DealConditions: max_candidates, given, where
    - CardFormat: name_style, notation
    - ShuffledDraw: seed, index, algorithm, key_bits, passes, variant, sign
    - GamePacks: decks, jokers, suit_order, red_fives, highest, exclude, only
    - TableOptions: players, cards
    - BoardOptions: board, deal_number, format, event, site, date, include_seed
    """

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


class GameDealQuery(RequestSchema):
    """The parameters of a deal in a query."""

    target = GameDeal
    in_bodies = ONLY_IN_BODIES
    taken_elsewhere = _TAKEN_ELSEWHERE


class GameDealRequest(RequestSchema):
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

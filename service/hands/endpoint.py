"""/v1/hands: the value of hands of cards, and the hands that win."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ..capability import Capability
from ..cards.seats import SeatList
from ..cards.spellings import CardSpelling
from ..core.value_types import ListOf
from ..games.catalogue import FAMILIES, GAMES
from ..http.blueprint import Blueprint, Body, Example
from ..http.responses import CACHE_HOUR, NO_STORE, members_of
from ..http.schemas import response_schemas
from ..http.schemas.fields import Additions
from ..http.schemas.request_schemas import NoParameters, RequestSchema
from ..http.schemas.response_schemas import (
    ResponseSchema,
    optional,
    required,
    write_record,
)
from ..http.short import SHORT_ALONE
from ..names.suggestions import NameIndex
from ..rankings.outcomes import PARAMETERS, RankingResult, rank
from ..rankings.rankings import RANKINGS, Ranking
from ..rankings.showdowns import PackCount, Showdown
from .game_rankings import RANKINGS_BY_NAME
from .hand_members import MAX_LISTED, RankedHand

blueprint = Blueprint(
    "hands", "/v1/hands", "Hands of cards: their value in each game, and the winners"
)


def _describe_owners(name: str) -> str:
    """Return a sentence that says which rankings take a parameter: "Only for rankings: cribbage."."""
    owners = [game for game in RANKINGS if name in RANKINGS[game].parameters]
    listed = f": {', '.join(owners)}" if len(owners) <= MAX_LISTED else " that list it"
    return f"Only for rankings{listed}."


_MAX_CARDS = max(ranking.cards[-1] for ranking in RANKINGS.values())
_CARDS = ListOf("", CardSpelling(), _MAX_CARDS, 1)

_NOTES = {name: {"note": _describe_owners(name)} for name in PARAMETERS}
_CHOICES: dict[str, Mapping[str, Any]] = {
    "game": {
        "names": NameIndex(
            {name: GAMES.get(name, RANKINGS.get(name)) for name in RANKINGS_BY_NAME},
            without=FAMILIES,
        ),
        "others": tuple(name for name in GAMES if name not in RANKINGS_BY_NAME),
    },
    "hands": {"item": _CARDS},
    "hands_by_seat": {"item": SeatList("", CardSpelling(), _MAX_CARDS, 1)},
}
_ADDITIONS: Additions = _CHOICES | _NOTES


class RankRequest(RequestSchema):
    """A request to rank hands."""

    target = Showdown
    additions = _ADDITIONS


class RankResponse(ResponseSchema):
    """The values of the hands, and the winners."""

    described: ClassVar[type] = Showdown
    omitted = ("hands_by_seat",)
    additions = _ADDITIONS

    # as in the request
    game = required(str, "The game, or the ranking, whose rules rank the hands")
    hands = required(list[RankedHand], "One for each seat")
    winners = optional(
        list[str],
        "The seats that win, several if they tie and split the pot. Missing without opponents or against the house, "
        "for independent hands, and before a third card.",
    )
    circle = optional(
        list[str], "In place of winners: seats that beat each other in a circle."
    )
    low_winners = optional(
        list[str],
        "Where the pot is split, the seats that win its low half; none if no hand qualifies, and `winners` win all.",
    )


class NumberRange(ResponseSchema):
    """A minimum and a maximum."""

    least = required(int, "The minimum")
    most = required(int, "The maximum")


class RankingRecord(ResponseSchema):
    """A ranking of hands."""

    # Here by the name of their module: the member `required` hides the function of this name.
    game = response_schemas.required(str, "The name of the ranking in requests")
    games = response_schemas.required(
        list[str],
        "The games of /v1/games that have it, which a request may name as well",
    )
    title = response_schemas.required(str, "Its title")
    cards = response_schemas.required(NumberRange, "Cards in a hand")
    cards_with_board = response_schemas.optional(
        NumberRange, "Cards in a hand with a board, if that differs"
    )
    hands = response_schemas.required(NumberRange, "Hands in a request")
    packs = response_schemas.required(
        PackCount,
        "one: all hands are of one pack, unless independent; each: every hand is of its own pack; many: a card may "
        "occur any number of times",
    )
    parameters = response_schemas.required(
        list[str], "Parameters that this game takes, but not every game"
    )
    required = response_schemas.required(list[str], "Those of them that must be given")
    members = response_schemas.required(
        list[str], "The members of each hand in a response"
    )
    winners = response_schemas.required(bool, "Whether a response has winners")
    source = response_schemas.required(str, "The source of the rules")


class RankingList(ResponseSchema):
    """The rankings."""

    rankings = required(list[RankingRecord], "Every ranking")


@blueprint.api_endpoint("", response=RankingList, cache=CACHE_HOUR, short=SHORT_ALONE)
def list_rankings(_: NoParameters) -> Body:
    """List the rankings of hands, and the games that have them.

    Each has the number of cards in a hand, its parameters, and the members of a hand in the response.
    """
    return {"rankings": [_describe_ranking(ranking) for ranking in RANKINGS.values()]}


@blueprint.api_endpoint(
    "/rank",
    methods=("POST",),
    arguments=RankRequest,
    response=RankResponse,
    cache=NO_STORE,
    example=Example(
        {
            "game": "holdem",
            "hands": [["AS", "KD"], ["9H", "9C"]],
            "board": ["AC", "KH", "9S", "2D", "2C"],
        }
    ),
)
def rank_hands(showdown: Showdown) -> Body:
    """Rank hands, and return the value of each and the winners.

    The hands are a list, `hands`, or by the names of their seats, `hands_by_seat`. Cards may be spelled in any usual
    way. Hands of one pack share no card, unless they are of separate deals.
    """
    result = rank(showdown, RANKINGS_BY_NAME[showdown.game])
    body: dict[str, Any] = {"game": showdown.game}
    body |= _write_parameters(showdown, result)
    body["hands"] = _write_hands(result)
    for name in ("winners", "circle", "low_winners"):
        seats = getattr(result.outcome, name)
        if seats is not None:
            body[name] = seats
    return body


def _write_parameters(showdown: Showdown, result: RankingResult) -> dict[str, Any]:
    """Return the parameters of a request that only some games take, with codes of cards: {"board": ["AC", "KH"]}."""
    members = {}
    for name in PARAMETERS:
        value = getattr(showdown, name)
        if value is not None:
            # The result has cards, such as the board, and the request has them in any spelling.
            members[name] = write_record(getattr(result.cards, name, value))
    return members


def _write_hands(result: RankingResult) -> list[dict[str, Any]]:
    """Return the members of a `RankedHand` for each hand: its seat and cards, its value, and what it beats."""
    hands = []
    for seat, cards, value, further in zip(
        result.seats,
        result.cards.hands,
        result.values,
        result.outcome.further,
        strict=True,
    ):
        hand: dict[str, Any] = {"seat": seat, "cards": write_record(cards)}
        hand |= write_record(value)
        hand |= further
        hands.append(hand)
    return hands


def _describe_ranking(ranking: Ranking) -> Mapping[str, Any]:
    """Return the members of a `RankingRecord`."""
    record: dict[str, Any] = {
        "game": ranking.name,
        "games": [game.name for game in GAMES.values() if game.ranking == ranking.name],
        "title": ranking.title,
        "cards": _describe_range(ranking.cards),
    }
    if ranking.cards_with_board is not None:
        record["cards_with_board"] = _describe_range(ranking.cards_with_board)
    record["hands"] = _describe_range(ranking.seats)
    record |= members_of(ranking, "packs", "parameters", "required", "members")
    record["winners"] = ranking.find_winners is not None
    record["source"] = ranking.source
    return record


def _describe_range(numbers: range) -> dict[str, int]:
    """Return the members of a `NumberRange`: {"least": 2, "most": 10} for range(2, 11)."""
    return {"least": numbers[0], "most": numbers[-1]}


HANDS = Capability("hands", blueprints=(blueprint,))

"""/v1/hands: the value of hands of cards, and the hands that win."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar

import marshmallow as ma

from ..cards.options import PackOptions
from ..cards.packs.french import SUITS
from ..cards.seats import SeatList
from ..cards.spellings import CardSpelling
from ..core.suggestions import NameIndex
from ..core.value_types import ListOf
from ..games.catalogue import FAMILIES, GAMES
from ..games.game import Game, set_up
from ..games.procedures import all_cards
from ..http.blueprint import Blueprint, Body, Example
from ..http.capability import Capability
from ..http.responses import CACHE_HOUR, NO_STORE, members_of
from ..http.schemas import response_schemas
from ..http.schemas.fields import Additions
from ..http.schemas.request_schemas import NoParameters, RequestSchema
from ..http.schemas.response_schemas import (
    ResponseSchema,
    optional,
    required,
    schema_from_dataclass,
    write_record,
)
from ..http.short import SHORT_ALONE
from ..rankings.house import Outcome
from ..rankings.outcomes import PARAMETERS, RankingResult, rank
from ..rankings.rankings import RANKINGS, Ranking
from ..rankings.showdowns import PackCount, Showdown

blueprint = Blueprint(
    "hands", "/v1/hands", "Hands of cards: their value in each game, and the winners"
)


def _list_owners(name: str) -> str:
    """Return a sentence that says which rankings take a parameter."""
    owners = [game for game in RANKINGS if name in RANKINGS[game].parameters]
    listed = f": {', '.join(owners)}" if len(owners) <= _MAX_LISTED else " that list it"
    return f"Only for rankings{listed}."


_MAX_LISTED = 4  # rankings in a description
_MAX_CARDS = max(ranking.cards[-1] for ranking in RANKINGS.values())


def _rank_as(game: Game, ranking: Ranking) -> Ranking:
    """Return the ranking of a game under the game's name, with its pack and, against the house, without winners.

    Where the ranking takes two hole cards and a board, the game's own deal says how many hole cards and how many of the
    board make five cards: let it ride has three and two.
    """
    ranking = ranking._replace(
        name=game.name,
        excluded_ranks=_find_excluded_ranks(game) or ranking.excluded_ranks,
        house=game.house,
        find_winners=None if game.house else ranking.find_winners,
    )
    if ranking.cards_with_board is None:
        return ranking
    table = set_up(game, None, PackOptions())
    deal = table.deal(range(table.size))
    if "board" not in deal.piles:
        return ranking
    first_hand = next(iter(deal.hands.values()))
    hole_cards = len(all_cards(first_hand))
    board_cards = len(all_cards(deal.piles["board"]))
    return ranking._replace(
        cards_with_board=range(hole_cards, hole_cards + 1),
        boards=(range(_BEST - hole_cards, board_cards + 1),),
    )


def _find_excluded_ranks(game: Game) -> str:
    """Return the ranks of which a game excludes the cards of all suits, such as "2345", "" if there are none."""
    suits_by_rank = Counter(code[:-1] for code in game.packs.exclude)
    return "".join(rank for rank, suits in suits_by_rank.items() if suits == len(SUITS))


_BEST = 5  # cards that count, of a hand and the board

_RANKED = {
    game.name: _rank_as(game, RANKINGS[game.ranking])
    for game in GAMES.values()
    if game.ranking
}
_BY_NAME: Mapping[str, Ranking] = dict(RANKINGS) | _RANKED
_CARDS = ListOf("", CardSpelling(), _MAX_CARDS, 1)

_NOTES = {name: {"note": _list_owners(name)} for name in PARAMETERS}
_CHOICES: dict[str, Mapping[str, Any]] = {
    "game": {
        "names": NameIndex(
            {name: GAMES.get(name, RANKINGS.get(name)) for name in _BY_NAME},
            without=FAMILIES,
        ),
        "others": tuple(name for name in GAMES if name not in _BY_NAME),
    },
    "hands": {"item": _CARDS},
    "hands_by_seat": {"item": SeatList("", CardSpelling(), _MAX_CARDS, 1)},
}
_ADDITIONS: Additions = _CHOICES | _NOTES


class RankRequest(RequestSchema):
    """A request to rank hands."""

    target = Showdown
    additions = _ADDITIONS


def _hand_members() -> dict[str, ma.fields.Field[Any]]:
    """Return the fields of a ranked hand of any game by name; a description lists what the member is in each game."""
    by_name: dict[str, dict[str, ma.fields.Field[Any]]] = defaultdict(dict)
    for ranking in RANKINGS.values():
        schema = schema_from_dataclass(ranking.hand_type, optional=ranking.members)
        for name, member in schema._declared_fields.items():
            by_name[name][ranking.name] = member
    return {name: _merge_members(members) for name, members in by_name.items()}


def _merge_members(members: Mapping[str, ma.fields.Field[Any]]) -> ma.fields.Field[Any]:
    """Return the one field of a member of ranked hands, given the fields that the member has by ranking.

    The field accepts every value that one of the rankings has, and lists those of the last ranking first.
    """
    texts = {
        ranking: member.metadata["description"] for ranking, member in members.items()
    }
    metadata: dict[str, Any] = {"description": _merge_descriptions(texts)}
    values = [
        str(value)
        for member in reversed(list(members.values()))
        for value in member.metadata.get("enum", ())
    ]
    if values:
        metadata["enum"] = list(dict.fromkeys(values))
    merged = copy(next(iter(members.values())))
    merged.metadata = metadata
    return merged


def _merge_descriptions(texts: Mapping[str, str]) -> str:
    """Merge descriptions by ranking into one: `Its category (badugi, omaha); Its side (baccarat)`.

    If all descriptions end alike after a colon, this end is said once. If more than `_MAX_LISTED` rankings have a
    description, `others` stands for their names.
    """
    ends = {text.partition(": ")[2] for text in texts.values()}
    common_end = f": {ends.pop()}" if len(ends) == 1 and "" not in ends else ""
    rankings_by_text = defaultdict(list)
    for ranking, text in texts.items():
        rankings_by_text[text.removesuffix(common_end)].append(ranking)
    listed = [
        f"{text} ({', '.join(rankings)})"
        for text, rankings in rankings_by_text.items()
        if len(rankings) <= _MAX_LISTED
    ]
    others = [
        f"{text} (others)"
        for text, rankings in rankings_by_text.items()
        if len(rankings) > _MAX_LISTED
    ]
    return "; ".join(listed + others) + common_end


_HAND: dict[str, ma.fields.Field[Any]] = {
    "seat": required(
        str, "Its seat in hands_by_seat, or its position in hands, from 1"
    ),
    "cards": required(list[str], "Its cards in the order of the request"),
}
_COMPARED: dict[str, ma.fields.Field[Any]] = {
    "beats": optional(
        list[str], "The seats that it beats: of combinations, and with two_three_five"
    ),
    "qualifies": optional(
        bool, "Of the dealer: whether it does, by the game's house_rule"
    ),
    "against_dealer": optional(
        Outcome, "Against the house: the outcome by comparison alone"
    ),
}


class RankedHand(ResponseSchema.from_dict(_HAND | _hand_members() | _COMPARED)):  # type: ignore[misc]
    """A hand and its value; the game alone decides which members it has."""


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

    game = required(str, "The name of the ranking in requests")
    games = required(
        list[str],
        "The games of /v1/games that have it, which a request may name as well",
    )
    title = required(str, "Its title")
    cards = required(NumberRange, "Cards in a hand")
    cards_with_board = optional(
        NumberRange, "Cards in a hand with a board, if that differs"
    )
    hands = required(NumberRange, "Hands in a request")
    packs = required(
        PackCount,
        "one: all hands are of one pack, unless independent; each: every hand is of its own pack; many: a card may "
        "occur any number of times",
    )
    parameters = required(
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
    return {"rankings": [_record(ranking) for ranking in RANKINGS.values()]}


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
    result = rank(showdown, _BY_NAME[showdown.game])
    body: dict[str, Any] = {"game": showdown.game}
    for name in PARAMETERS:
        value = getattr(showdown, name)
        if value is not None:
            # Of cards, such as the board, the response has the codes.
            body[name] = write_record(getattr(result.cards, name, value))
    body["hands"] = _write_hands(result)
    for name in ("winners", "circle", "low_winners"):
        seats = getattr(result.outcome, name)
        if seats is not None:
            body[name] = seats
    return body


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


def _record(ranking: Ranking) -> Mapping[str, Any]:
    """Return the members of a `RankingRecord`."""
    record: dict[str, Any] = {
        "game": ranking.name,
        "games": [game.name for game in GAMES.values() if game.ranking == ranking.name],
        "title": ranking.title,
        "cards": _bounds(ranking.cards),
    }
    if ranking.cards_with_board is not None:
        record["cards_with_board"] = _bounds(ranking.cards_with_board)
    record["hands"] = _bounds(ranking.seats)
    record |= members_of(ranking, "packs", "parameters", "required", "members")
    record["winners"] = ranking.find_winners is not None
    record["source"] = ranking.source
    return record


def _bounds(numbers: range) -> dict[str, int]:
    """Return the first and the last number of a range."""
    return {"least": numbers[0], "most": numbers[-1]}


HANDS = Capability("hands", blueprints=(blueprint,))

"""Replay a seeded response: recover the request from its members, and draw it again.

A seeded response names everything that it depends on, so it is its own receipt. To make another kind of response
replayable, enter its view in `REPLAYS`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from operator import eq
from typing import Any

import marshmallow as ma
import orjson

from service.api.http.draw_response import DrawResponse, sort_excluded
from service.api.http.parsing import validate
from service.api.http.problems import InvalidValues
from service.api.http.results import Json
from service.api.http.services import services
from service.api.resources.bingo import Strip, StripsRequest, draw_strip
from service.api.resources.decks import DeckDealRequest, DeckShuffleRequest, Hands, deal_deck, shuffle_deck
from service.api.resources.game_deals import GameDealRequest, GameHands, deal_game
from service.api.resources.integers import (
    DrumsRequest,
    DrumsResult,
    IntegerResult,
    IntegersRequest,
    draw_drums,
    draw_integers,
)
from service.api.resources.item_deals import DealtItems, ItemsDealRequest, deal_items
from service.api.resources.item_draws import ItemsDrawRequest, draw_items
from service.api.resources.items import ItemSequence, ItemsShuffleRequest, shuffle_items
from service.api.resources.replay_items import (
    Reasons,
    Response,
    check_list,
    reconcile_items,
    recover_dealt_items,
    recover_items,
    recover_shuffled_items,
)
from service.api.resources.video_poker import FinalHand, VideoPokerDrawRequest, draw_video_poker
from service.api.schemas.cards import CardSequence
from service.api.schemas.requests import RequestSchema, batch_of
from service.core.errors import Refused, UnknownName
from service.core.rng.streams import Randomness
from service.core.verification import Difference, compare_values


@dataclass(frozen=True, kw_only=True)
class Replay:
    """A kind of response that can be replayed: its view, and the schema of its request.

    A response is of this kind if it has the required members of `result`, which in a batch are lists, and the members
    `name`, the parameter of the path, and `mark`, which responses with the same members in a result have not.
    `recover` returns the request's parameters that only the results imply; it takes the first result and the response.
    `reconcile` takes the response to the recovered request and the one to check, and returns the expected response and
    the reasons for the members that cannot be checked.
    """

    view: Callable[..., DrawResponse]
    arguments: type[RequestSchema]
    result: type[ma.Schema]
    name: str | None = None
    mark: str | None = None
    recover: Callable[[Response, Response], dict[str, Any]] = lambda *_: {}
    reconcile: Callable[[Response, Response], tuple[Response, Reasons]] = lambda expected, _: (expected, {})

    @cached_property
    def result_fields(self) -> Mapping[str, ma.fields.Field[Any]]:
        """Return the fields of a result by name."""
        return self.result._declared_fields

    @cached_property
    def single_schema(self) -> RequestSchema:
        """Return the schema of the request for one result."""
        return self.arguments()

    @cached_property
    def batch_schema(self) -> RequestSchema:
        """Return the schema of the request for a batch."""
        return batch_of(self.arguments)()

    def matches(self, response: Response) -> bool:
        """Return whether a response is of this kind."""
        required = (member for member, field in self.result_fields.items() if field.required)
        return all(member in response for member in (*required, *filter(None, (self.name, self.mark))))

    def first_result(self, response: Response) -> Response:
        """Return the members of the first result. Raises `Refused` for a member that is not a list, but must be one."""
        members = {member: response[member] for member in self.result_fields if member in response}
        if "repeats" in response:
            found = response.get("matches") != []
            columns = {member: check_list(member, column, min_length=found) for member, column in members.items()}
            members = {member: next(iter(column), []) for member, column in columns.items()}
        for member, field in self.result_fields.items():
            if isinstance(field, ma.fields.List) and member in members:
                check_list(member, members[member])
        return members


def replay_response(response: Response, untold: Mapping[str, Any] | None = None) -> tuple[Response, Reasons]:
    """Return the response to the request that a response belongs, or claims to belong, to.

    Return also, by name, the reasons why members cannot be checked. `untold` are the parameters that a response to a
    search without a deal does not tell: the number of hands, and the board that it began with.

    Raises `Refused`, which names a member of the response, if no request has such a response.
    """
    replay = _select_replay(response)
    with _name_members(replay):
        body = _draw_again(replay, response, untold)
        if response.get("matches") == [] and body.get("matches") and "board" in body and untold is None:
            # Four boards deal differently.
            others = (_draw_again(replay, response, {"board": number}) for number in range(1, 5))
            body = next((other for other in others if not other["matches"]), body)
    # A member that repeats a default, as responses once did, means the same as none.
    defaults = replay.single_schema.defaults
    body |= {name: defaults[name] for name in response if name in defaults and name not in body}
    return replay.reconcile(orjson.loads(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY)), response)


def compare_request(where: str, request: Mapping[str, Any], response: Response) -> Difference | None:
    """Return the first difference between the request that a response claims to belong to and one in a proof.

    Nothing is drawn. Raises `Refused` as `replay_response` does.
    """
    replay = _select_replay(response)
    try:
        with _name_members(replay):
            drawing, _, _ = _recover_request(replay, response, untold_parameters(request, response))
    except Refused:  # no request has this response, perhaps because a member is not the one in the proof
        repeated = [name for name in request if name in response and name not in replay.result_fields]
        said, proved = ({name: members[name] for name in repeated} for members in (response, request))
        if difference := compare_values(where, sort_excluded(said), proved):
            return difference
        raise
    return compare_values(where, drawing.named_request(response), request)


def untold_parameters(request: Mapping[str, Any], response: Response) -> Mapping[str, Any] | None:
    """Return the parameters in a proof that the response does not tell, if it is that of a search without a deal."""
    if response.get("matches") != []:
        return None
    untold = {name: request[name] for name in ("hands", "board") if name in request}
    return {name: int(value) if isinstance(value, float) else value for name, value in untold.items()}


def _select_replay(response: Response) -> Replay:
    replay = next((replay for replay in REPLAYS if replay.matches(response)), None)
    if replay is None:
        raise Refused("answer", "This is no seeded response of this service, complete and in JSON.")
    return replay


@contextmanager
def _name_members(replay: Replay) -> Iterator[None]:
    """Raise `Refused`, which names a member of the response, for errors that name a parameter of its request."""
    try:
        yield
    except InvalidValues as error:
        field, (sentence, *_) = next(iter(error.errors.items()))
        raise Refused(field, sentence) from None
    except UnknownName as error:
        raise Refused(replay.name or "answer", str(error)) from None


def _draw_again(replay: Replay, response: Response, untold: Mapping[str, Any] | None) -> Json:
    """Return the response to the recovered request. Raises `Busy` if it is large and others are drawn."""
    drawing, randomness, repeats = _recover_request(replay, response, untold)
    if repeats is not None:
        drawing.plan.check_batch(randomness, repeats, services().limits, is_streamed=False)
    drawing.hold_slots(repeats)
    return (drawing.single(randomness) if repeats is None else drawing.batch(randomness, repeats))[0]


def _recover_request(
    replay: Replay, response: Response, untold: Mapping[str, Any] | None
) -> tuple[DrawResponse, Randomness, int | None]:
    """Return what the request draws, under which randomness, and how often (None for a single result).

    The parameters are those that the response repeats, and those that its first result implies, or that are `untold`.
    """
    is_batch = "repeats" in response
    schema = replay.batch_schema if is_batch else replay.single_schema
    repeated = {name: response[name] for name in schema.fields if name in response and name not in replay.result_fields}
    values = {name: value for name, value in repeated.items() if value is not None}
    values |= replay.recover(replay.first_result(response), response) if untold is None else untold
    request = validate(schema, values)
    single = request.arguments if is_batch else request
    names = {} if replay.name is None else {replay.name: str(response[replay.name])}
    return replay.view(single, **names), single.randomness, request.repeats if is_batch else None


def _recover_count(first: Response, response: Response) -> dict[str, Any]:
    count = len(first["cards"])
    return {} if count == response.get("size") else {"count": count}


def _recover_hands(first: Response, _: Response) -> dict[str, Any]:
    if not first["hands"]:
        raise Refused("hands", "There are none: a search that found no deal of a deck cannot be checked.")
    return {"hands": len(first["hands"])}


def _recover_board(first: Response, response: Response) -> dict[str, Any]:
    """Return the number of the board at the index of the response; none if it is the usual one, the index + 1.

    A file of a search begins with the number in the request, which tells it from the usual one if they are equal.
    """
    if type(board := first.get("board")) is not int:
        return {}
    index, matches = response.get("index"), response.get("matches")
    if type(index) is not int or not isinstance(matches, list) or not all(type(match) is int for match in matches):
        return {"board": board}
    boards = [board] if "repeats" not in response else [number for number in response["board"] if type(number) is int]
    is_last_usual = response.get("complete") is True and response.get("candidates") == boards[-1] - index
    if is_last_usual or any(map(eq, boards, (match + 1 for match in matches))):
        return {"board": index + 1} if first.get("file_board") == index + 1 else {}
    return {"board": max(board - matches[0] + index, 1) if matches else board}


def _reconcile_file_board(expected: Response, response: Response) -> tuple[Response, Reasons]:
    """Return the expected response without `file_board` if the response, as of a generated client, leaves it out."""
    if "file_board" in response:
        return expected, {}
    return {name: value for name, value in expected.items() if name != "file_board"}, {}


REPLAYS = (
    Replay(view=draw_video_poker, arguments=VideoPokerDrawRequest, result=FinalHand),
    Replay(
        view=deal_game,
        arguments=GameDealRequest,
        result=GameHands,
        name="game",
        recover=_recover_board,
        reconcile=_reconcile_file_board,
    ),
    Replay(
        view=deal_deck,
        arguments=DeckDealRequest,
        result=Hands,
        name="deck",
        recover=_recover_hands,
    ),
    Replay(view=shuffle_deck, arguments=DeckShuffleRequest, result=CardSequence, name="deck", recover=_recover_count),
    Replay(view=draw_drums, arguments=DrumsRequest, result=DrumsResult, mark="drums"),
    Replay(view=draw_integers, arguments=IntegersRequest, result=IntegerResult),
    Replay(view=draw_strip, arguments=StripsRequest, result=Strip),
    Replay(
        view=deal_items,
        arguments=ItemsDealRequest,
        result=DealtItems,
        mark="items_sha256",
        recover=recover_dealt_items,
        reconcile=reconcile_items,
    ),
    Replay(
        view=draw_items,
        arguments=ItemsDrawRequest,
        result=ItemSequence,
        mark="replacement",
        recover=recover_items,
        reconcile=reconcile_items,
    ),
    Replay(
        view=shuffle_items,
        arguments=ItemsShuffleRequest,
        result=ItemSequence,
        recover=recover_shuffled_items,
        reconcile=reconcile_items,
    ),
)

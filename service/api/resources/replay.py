"""From a seeded answer back to the request that it answers, and to the answer that it must be.

An answer names all that it depends on, and so is its own receipt. To make another kind of answer one, enter its view in
`REPLAYS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import marshmallow as ma
import orjson

from service.api.http.draw_response import DrawResponse
from service.api.http.draw_view import limits
from service.api.http.parsing import load
from service.api.http.problems import InvalidValues
from service.api.resources.decks import DeckDealRequest, DeckShuffleRequest, Hands, deal_deck, shuffle_deck
from service.api.resources.games import GameDealRequest, GameHands, deal_game
from service.api.resources.integers import Drawn, IntegersRequest, draw_integers
from service.api.resources.items import ItemsShuffleRequest, Shuffled, shuffle_items
from service.api.resources.video_poker import FinalHand, VideoPokerDrawRequest, draw_video_poker
from service.api.schemas.cards import Cards
from service.api.schemas.requests import RequestSchema, batch_of
from service.core.errors import Refused, UnknownName
from service.core.rng.streams import Randomness

Members = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Replay:
    """How an answer is made again: by which view, of which request.

    The answer is known by the members of its `result`, of which a batch has lists, and by the name in its path.
    `recover` gives the parameters that only results show, from the first one and from the answer.
    """

    view: Callable[..., DrawResponse]
    arguments: type[RequestSchema]
    result: type[ma.Schema]
    name: str | None = None
    recover: Callable[[Members, Members], dict[str, Any]] = lambda *_: {}

    @cached_property
    def told(self) -> Mapping[str, ma.fields.Field[Any]]:
        """The members of a result."""
        return self.result._declared_fields

    @cached_property
    def single(self) -> RequestSchema:
        """The schema of the request for one result."""
        return self.arguments()

    @cached_property
    def batch(self) -> RequestSchema:
        """The schema of the request for many."""
        return batch_of(self.arguments)()

    def matches(self, answer: Members) -> bool:
        """Whether it is this kind of answer."""
        always = (member for member, field in self.told.items() if field.required)
        return all(member in answer for member in always) and (self.name is None or self.name in answer)

    def first(self, answer: Members) -> Members:
        """The members of its first result. Raises `Refused` for what is no list where one must be."""
        members = {member: answer[member] for member in self.told if member in answer}
        if "repeats" in answer:
            members = {member: _list(member, many, least=1)[0] for member, many in members.items()}
        for member, field in self.told.items():
            if isinstance(field, ma.fields.List) and member in members:
                _list(member, members[member])
        return members


def replay_response(answer: Members) -> Any:
    """The answer to the request that this is, or claims to be, an answer to.

    Raises `Refused`, on account of a member, if there can be no such request.
    """
    replay = next((replay for replay in REPLAYS if replay.matches(answer)), None)
    if replay is None:
        raise Refused("answer", "This is no seeded answer of this service, whole and in JSON.")
    try:
        drawing, randomness, repeats = _asked(replay, answer)
    except InvalidValues as error:
        field, (sentence, *_) = next(iter(error.errors.items()))
        raise Refused(field, sentence) from None
    except UnknownName as error:
        raise Refused(replay.name or "answer", str(error)) from None
    if repeats is None:
        made = drawing.single(randomness)
    else:
        drawing.plan.under(randomness).allow(repeats, limits(), streamed=False)
        made = drawing.batch(randomness, repeats)
    return orjson.loads(orjson.dumps(made, option=orjson.OPT_SERIALIZE_NUMPY))


def _asked(replay: Replay, answer: Members) -> tuple[DrawResponse, Randomness, int | None]:
    """What was asked: the parameters that the answer repeats, and those that its first result shows."""
    batch = "repeats" in answer
    schema = replay.batch if batch else replay.single
    repeated = {name: answer[name] for name in schema.fields if name in answer and name not in replay.told}
    values = {name: value for name, value in repeated.items() if value is not None}
    asked = load(schema, values | replay.recover(replay.first(answer), answer))
    single = asked.asked if batch else asked
    names = {} if replay.name is None else {replay.name: str(answer[replay.name])}
    return replay.view(single, **names), single.randomness, asked.repeats if batch else None


def _list(member: str, value: Any, least: int = 0) -> list[Any]:
    if not isinstance(value, list) or len(value) < least:
        raise Refused(member, "Must be a list, as it was in the answer.")
    return value


def _count(first: Members, answer: Members) -> dict[str, Any]:
    count = len(first["cards"])
    return {} if count == answer.get("size") else {"count": count}


def _items(first: Members, answer: Members) -> dict[str, Any]:
    """The caller's list: each item in its place. Of those that were not answered nothing is known, or matters."""
    size, shown = answer.get("size"), len(first["items"])
    if type(size) is not int or size < shown:
        raise Refused("size", "Must be how many items there were, as in the answer.")
    limits().hold(size, "size")
    results = (
        zip(answer["indices"], answer["items"], strict=False)
        if "repeats" in answer
        else [(first["indices"], first["items"])]
    )
    places = {
        str(place): item
        for indices, items in results
        for place, item in zip(_list("indices", indices), _list("items", items), strict=False)
    }
    items = [places.get(str(place)) for place in range(size)]
    return {"items": items} | ({} if shown == size else {"count": shown})


REPLAYS = (
    Replay(view=draw_video_poker, arguments=VideoPokerDrawRequest, result=FinalHand),
    Replay(
        view=deal_game,
        arguments=GameDealRequest,
        result=GameHands,
        name="game",
        recover=lambda first, _: {"board": first["board"]} if "board" in first else {},
    ),
    Replay(
        view=deal_deck,
        arguments=DeckDealRequest,
        result=Hands,
        name="deck",
        recover=lambda first, _: {"hands": len(first["hands"])},
    ),
    Replay(view=shuffle_deck, arguments=DeckShuffleRequest, result=Cards, name="deck", recover=_count),
    Replay(view=draw_integers, arguments=IntegersRequest, result=Drawn),
    Replay(view=shuffle_items, arguments=ItemsShuffleRequest, result=Shuffled, recover=_items),
)

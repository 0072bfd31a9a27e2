"""/v1/shoes: sealed shoes, drawn from over any number of requests and verifiable at the end.

The service stores nothing. The client carries the state of a shoe as an encrypted token, and sends it in bodies only,
as URLs are logged.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask

from ...capability import Capability, RefusedExample
from ...cards.card import CardFormat, Notation
from ...cards.endpoint import cards_and_indices
from ...cards.shoe import card_labels
from ...core.errors import Refused, UnsupportedParameter
from ...core.limits import Limits
from ...http.blueprint import Blueprint, Body, Example, Link, ResponseNotes
from ...http.extensions import Extension
from ...http.responses import NO_STORE, members_of
from ...http.results.result_types import Json
from ...http.services import hold_large, services
from ...proofs.endpoint.keys import get_keys
from ..opening.own_items import item_to_json
from ..opening.terms import Terms
from ..receipts.receipt import reveal, write_partial
from ..shoe.consent import Action, check_consent
from ..shoe.sealed_shoe import PURPOSE, Fairness, SealedShoe, unseal
from ..shoe.state_signatures import sign_state
from ..shoe.tokens import Tokens
from ..turns.draws import CardDrawResult, CardsLeft, draw, open_shoe
from ..turns.encrypted_views import show_cards, write_audit, write_views
from ..turns.stage_deals import DealtCards, StageResult, deal
from ..turns.turn_records import MAX_SHOWN, TurnRequest, TurnResult, seats_with_views
from . import requests as shoe_requests
from .documents import (
    ShoeReceiptRequest,
    ShownCardsRequest,
    SignedStateRequest,
    find_later,
)
from .requests import OpenShoeRequest
from .responses import DealtStage, DrawnCards, OpenedShoe, RevealedShoe
from .settings import SealedSettings

blueprint = Blueprint(
    "shoes",
    "/v1/shoes",
    "Sealed shoes: committed to before the first card, verifiable at the end",
)

_Request = TypeVar("_Request", bound=TurnRequest)
_Result = TypeVar("_Result", bound=TurnResult)

TOKENS = Extension[Tokens]("shoe_tokens")
"""The `Tokens` of an application: they seal a shoe into a token, and open it, by the operator's SHOE_KEYS."""

EXAMPLES_FILE = Path(__file__).with_name("shoe_examples.json")
EXAMPLES: Mapping[str, str] = json.loads(EXAMPLES_FILE.read_text())
"""The tokens and the commitment in the documentation: a shoe of a deck, and a shoe of a game.

`KEY` opens them. They are dated 1970, so that no service with a usual SHOE_TTL accepts them.
`python -m tests.sealed.shoe_examples` generates them.
"""

_POST: dict[str, Any] = {"methods": ("POST",), "cache": NO_STORE}
_NEXT_LINKS = {
    "Deal": Link(
        "deal_stage", "Deal the next stage of a game with the token in `shoe`."
    ),
    "Draw": Link("draw_from_shoe", "Draw the next cards with the token in `shoe`."),
    "Reveal": Link("reveal_shoe", "Get the receipt with the token in `shoe`."),
}


@blueprint.api_endpoint(
    "",
    arguments=shoe_requests.OpenShoeRequest,
    response=OpenedShoe,
    **_POST,
    example=Example(
        {
            "deck": "standard",
            "decks": 6,
            "cut": 60,
            "reshuffle": "at_cut",
            "label": "table 7",
        },
        fresh={
            "shoe": EXAMPLES["OPENED"],
            "seed_hash": EXAMPLES["SEED_HASH"],
            "commitment": EXAMPLES["COMMITMENT"],
            "digest": EXAMPLES["COMMITMENT"],
        },
    ),
    notes=ResponseNotes(_NEXT_LINKS),
)
def open_sealed_shoe(terms: Terms) -> Body:
    """Open a sealed shoe: fix its order and commit to it, without drawing a card.

    A shoe has the cards of a deck or a game, the integers up to `max`, or your own `items`; a deck or items can be
    dealt to `hands`. Keep the commitment, and send the token with the next request: the service stores nothing.
    """
    shoe = open_shoe(terms, services().allowed.limits)
    commitment = shoe.commitment.hex()
    response = {
        "shoe": shoe.seal(TOKENS.get()),
        "commitment": commitment,
        "terms": shoe.terms.published,
        **members_of(shoe, "size", "remaining", "drawable", "round", "draws"),
        "digest": commitment,
        "seed_hash": shoe.seed_hash.hex(),
        "signed": _sign_state(shoe.last_digest),
    }
    if shoe.terms.stages:
        response |= {"stages": shoe.terms.stages, "next_stage": shoe.terms.stages[0]}
    return response


@blueprint.api_endpoint(
    "/deal",
    arguments=shoe_requests.DealStageRequest,
    response=DealtStage,
    **_POST,
    example=Example(
        {"shoe": EXAMPLES["GAME"], "client_seed": "correct horse"},
        fresh={"shoe": EXAMPLES["DEALT"]},
    ),
    notes=ResponseNotes(_NEXT_LINKS, may_conflict=True),
)
def deal_stage(request: shoe_requests.ShoeDeal) -> Body:
    """Deal the next stage of a shoe, or all `through` a later one: the hands and piles that get cards.

    Cards that lie face down and burned ones are counted and not told. With `seats`, the cards of other hands are not
    told either, and the response has no token: it is for the players at these seats, and the dealer sends the same
    request without `seats`.
    """
    shoe_before = unseal(TOKENS.get(), "shoe", request.shoe)
    return _take_turn(Action.DEAL, shoe_before, request, deal, _stage_to_json)


def _stage_to_json(
    shoe_before: SealedShoe, request: shoe_requests.ShoeDeal, result: StageResult
) -> Json:
    """Return the body of the response to a deal of stages, without the token."""
    terms = shoe_before.terms
    table = terms.game_table
    labels = _list_labels(terms, request)
    body: Json = {}
    if table:
        body |= {"game": table.game.name, "players": table.players}
    body |= {"stage": result.stage, "next_stage": result.shoe.next_stage}
    body |= _places_to_json(result, labels)
    body["burned"] = result.burned
    body |= _turn_to_json(shoe_before, request, result)
    is_open = request.seats is None and not terms.view_keys
    if table and table.game.extra_fields and result.is_first and is_open:
        body |= table.game.extra_fields(table, result.deal(), result.shoe.board)
    if result.stages:
        # Each stage has its own cards in `seen`, and their proofs.
        body.pop("seen", None)
        body.pop("shown", None)
        body["dealt_stages"] = _stages_to_json(shoe_before, request, result.stages)
    return body


def _stages_to_json(
    shoe_before: SealedShoe,
    request: shoe_requests.ShoeDeal,
    stages: Sequence[StageResult],
) -> list[Json]:
    """Return the body of each of several stages, as if dealt by itself from the shoe after the stage before it."""
    bodies = []
    shoe = shoe_before
    for stage in stages:
        bodies.append(_stage_to_json(shoe, request, stage))
        shoe = stage.shoe
    return bodies


@blueprint.api_endpoint(
    "/draw",
    arguments=shoe_requests.DrawShoeRequest,
    response=DrawnCards,
    **_POST,
    example=Example(
        {"shoe": EXAMPLES["OPENED"], "count": 5, "client_seed": "correct horse"},
        fresh={"shoe": EXAMPLES["DRAWN"]},
    ),
    notes=ResponseNotes(_NEXT_LINKS, may_conflict=True),
)
def draw_from_shoe(request: shoe_requests.ShoeDraw) -> Body:
    """Draw the next cards of a sealed shoe, or of a pile of its game.

    The same token and request return the same cards, so that a request may be sent again. The token of a reveal draws
    no more: 409. The cards are for the `seat`, if there is one, and `seats` are as in a deal.
    """
    shoe_before = unseal(TOKENS.get(), "shoe", request.shoe)
    hold_large(
        shoe_before.size * (1 + (request.burn + request.count) // shoe_before.size)
    )
    return _take_turn(Action.DRAW, shoe_before, request, draw, _draw_to_json)


def _draw_to_json(
    shoe_before: SealedShoe, request: shoe_requests.ShoeDraw, result: CardDrawResult
) -> Json:
    """Return the body of the response to a draw of cards, without the token."""
    terms = shoe_before.terms
    indices = result.indices
    labels = _list_labels(terms, request)
    body: Json = (
        cards_and_indices(labels, indices) if labels else terms.label_cards(indices)
    )
    body |= {"rounds": result.rounds, "positions": result.positions}
    optional = {
        "seat": request.seat,
        "count": request.seat and request.count,
        "pile": result.pile.name,
        "part": result.pile.part,
        "burned": request.burn,
        "in_play": result.in_play and result.in_play._asdict(),
    }
    body |= {name: value for name, value in optional.items() if value}
    body |= _turn_to_json(shoe_before, request, result)
    return body


@blueprint.api_endpoint(
    "/reveal",
    arguments=shoe_requests.RevealShoeRequest,
    response=RevealedShoe,
    **_POST,
    example=Example({"shoe": EXAMPLES["DRAWN"]}, fresh={"shoe": EXAMPLES["REVEALED"]}),
    notes=ResponseNotes(
        links={
            "Verify": Link(
                "verify_result",
                "Check the receipt, sent with `receipt` alone or with the list of all `seen` as `seen`.",
            )
        }
    ),
)
def reveal_shoe(request: shoe_requests.ShoeReveal) -> Body:
    """Reveal a sealed shoe: return a receipt that lets anybody check every card.

    The receipt has the secret seed; `/v1/verify` or the program of /docs/guide/definitions/verify checks it. Unless the
    term `reveal` is `all`, it is a partial receipt without the seed, which checks the cards that players show.
    """
    shoe_before = unseal(TOKENS.get(), "shoe", request.shoe)
    check_consent(shoe_before, Action.REVEAL, request)
    receipt, shoe = reveal(shoe_before)
    response: Json = {"receipt": receipt.to_json(), "shoe": shoe.seal(TOKENS.get())}
    if shoe_before.terms.auditor:
        response["audit"] = write_audit(shoe_before.terms, response["receipt"])
    if shoe_before.terms.has_tree:
        response["receipt"] = write_partial(receipt, shoe_before.open_round())
    return response


def _take_turn(
    action: Action,
    shoe_before: SealedShoe,
    request: _Request,
    take: Callable[[SealedShoe, _Request, Limits], _Result],
    to_json: Callable[[SealedShoe, _Request, _Result], Json],
) -> Json:
    """Deal or draw by `take`; return the body of the response, with the new token unless the request has `seats`."""
    shared = services()
    limits = shared.allowed.limits
    if shoe_before.terms.consent or request.consents or request.leaves:
        check_consent(shoe_before, action, request)
    # Each view opens the same rounds.
    shoe_before = replace(shoe_before, make_round=cache(shoe_before.make_round))
    result = take(shoe_before, request, limits)
    if shoe_before.terms.has_tree:
        _check_proofs(shoe_before, request, result, limits)
    for current in result.reached:
        shared.stats.record_shuffles(shoe_before.terms.published, [current.shuffle])
    response = to_json(shoe_before, request, result)
    if request.seats is not None:
        return response
    response["shoe"] = result.shoe.seal(TOKENS.get())
    if request.each_seat:
        response |= _view_by_each_seat(shoe_before, request, take, to_json, response)
    return response


def _view_by_each_seat(
    shoe_before: SealedShoe,
    request: _Request,
    take: Callable[[SealedShoe, _Request, Limits], _Result],
    to_json: Callable[[SealedShoe, _Request, _Result], Json],
    response: Json,
) -> Json:
    """Return the members `seat_views` and `spectator_view`: the response as each seat, or a spectator, may see it.

    `take` and `to_json` are the arguments of `_take_turn`; `response` is the whole response, with the encrypted views.
    """
    limits = services().allowed.limits
    seat_views = {}
    for seat in seats_with_views(shoe_before, getattr(request, "seat", None)):
        own_request = replace(request, seats=(seat,), each_seat=False)
        view = to_json(shoe_before, own_request, take(shoe_before, own_request, limits))
        seat_views[seat] = _hand_out(response, view, seat)
    spectators = replace(request, seats=(), each_seat=False)
    spectator_view = to_json(
        shoe_before, spectators, take(shoe_before, spectators, limits)
    )
    return {"seat_views": seat_views, "spectator_view": spectator_view}


def _hand_out(response: Json, view: Json, seat: str) -> Json:
    """Return a view with the encrypted view of its seat, if the response has it; do the same in each dealt stage."""
    bodies = [response, *response.get("dealt_stages", [])]
    views = [view, *view.get("dealt_stages", [])]
    for body, own_body in zip(bodies, views, strict=True):
        if seat in body.get("views", {}):
            own_body["views"] = {seat: body["views"][seat]}
    return view


def _check_proofs(
    shoe_before: SealedShoe, request: TurnRequest, result: TurnResult, limits: Limits
) -> None:
    """Raise `Refused` if more than `MAX_SHOWN` (500) cards of a response need proofs, or the proofs exceed MAX_ITEMS.

    The field of the error is the one that decides how many cards the turn takes (`_name_size_field`).
    """
    turns: Sequence[TurnResult] = (result,)
    if isinstance(result, StageResult) and result.stages:
        turns = result.stages
    visible_count = sum(len(turn.visible) for turn in turns)
    private_count = sum(
        len(positions) for turn in turns for positions in turn.views.values()
    )
    proofs = visible_count + private_count
    if proofs > MAX_SHOWN:
        reveal_mode = shoe_before.terms.reveal
        sentence = f"{proofs:,} cards would have proofs, as reveal is {reveal_mode}; at most {MAX_SHOWN} may."
        raise Refused(_name_size_field(result), sentence)
    copies = 1
    if request.each_seat:
        copies += 1 + len(seats_with_views(shoe_before, getattr(request, "seat", None)))
    limits.check_items(
        visible_count * _ITEMS_OF_A_PROOF * copies,
        "each_seat" if request.each_seat else "shoe",
    )


def _name_size_field(result: TurnResult) -> str:
    """Return the field of a request that decides how many cards its turn takes: `count`, `through`, or else `shoe`."""
    if isinstance(result, CardDrawResult):
        return "count"
    if isinstance(result, StageResult) and len(result.stages) > 1:
        return "through"
    return "shoe"


_ITEMS_OF_A_PROOF = 150
"""Items of a response that take as much memory as the proof of a card."""


def _list_labels(terms: Terms, card_format: CardFormat) -> Sequence[Any]:
    """Return the text of each card, or the item, by index; () for integers. Raises `Refused` for integers' notation."""
    if terms.shoe is not None:
        return card_labels(terms.shoe, card_format.notation, card_format.name_style)
    for name in _format_to_json(card_format):
        raise UnsupportedParameter(
            terms.contents.owner, name, belongs_to=["a shoe of cards"]
        )
    return list(map(item_to_json, terms.items))


def _places_to_json(result: StageResult, labels: Sequence[Any]) -> Json:
    """Return the members `hands` and `piles` of a stage: the places that got cards, with their named parts.

    A place has the number of its cards, and the labels, indices and positions of the cards that the response shows. A
    hand of two hidden cards is {"seat": "1", "count": 2, "cards": [], "indices": [], "rounds": [], "positions": []}.
    `labels` has the text of each card, or the item, by index. `result.cards` may have several parts of a place, such as
    the hole cards and an open card of a hand.
    """
    hands: dict[str, Json] = {}  # by name of the seat
    piles: dict[str, Json] = {}  # by name of the pile
    for part in result.cards:
        members = _visible_to_json(part, result, labels)
        if part.kind == "hands":
            place = hands.setdefault(part.name, {"seat": part.name})
        else:
            place = piles.setdefault(part.name, {"name": part.name})
        # A place has the sum of its parts' counts, and joins their lists in a new list, as each part keeps its own.
        for name, value in members.items():
            place[name] = place[name] + value if name in place else value
        if part.part:
            place.setdefault("parts", []).append({"name": part.part} | members)
    return {"hands": list(hands.values()), "piles": list(piles.values())}


def _visible_to_json(
    part: DealtCards, result: StageResult, labels: Sequence[Any]
) -> Json:
    """Return the number of the cards of a part, and lists of those that the response shows."""
    indices = [result.order[position] for position in part.visible]
    return {
        "count": part.count,
        "cards": [labels[index] for index in indices],
        "indices": indices,
        "rounds": [result.shoe.round] * len(indices),
        "positions": list(part.visible),
    }


def _turn_to_json(
    shoe_before: SealedShoe, request: TurnRequest, result: TurnResult
) -> Json:
    """Return the members that responses to draws and deals share: the state of the shoe, its digests and proofs."""
    shoe = result.shoe
    members: Json = {
        "remaining": shoe.remaining,
        "drawable": shoe.drawable,
        "round": shoe.round,
        "reshuffled": result.reshuffled,
        "reshuffle_due": shoe.reshuffle_due,
        "draws": shoe.draws,
        "previous": shoe_before.last_digest.hex(),
        "digest": shoe.last_digest.hex(),
        "signed": _sign_state(shoe.last_digest),
        "client_seed": shoe.client_seed,
    }
    if not shoe_before.draws:
        members["fairness"] = Fairness.of(shoe.client_seed)
    if result.views and request.seats is None:
        members["views"] = write_views(result)
    members |= _format_to_json(request)
    members["seen"] = result.seen
    if shoe.terms.has_tree:
        members["shown"] = show_cards(result, result.visible)
    return members


def _sign_state(digest: bytes) -> dict[str, str] | None:
    """Return the `kid` and `signature` of a shoe's state by the first key, or None without keys."""
    keys = get_keys().signing
    return sign_state(digest, keys[0]) if keys else None


def _format_to_json(request: CardFormat) -> Json:
    """Return the members `notation` and `name_style`, each unless it is the default."""
    members: Json = {}
    if request.notation is not Notation.CODE:
        members["notation"] = request.notation
    if request.name_style:
        members["name_style"] = request.name_style
    return members


def _set_up(app: Flask, settings: SealedSettings) -> None:
    """Give the application the object that seals and opens its shoes."""
    TOKENS.give(app, Tokens(PURPOSE, settings.shoe_keys, settings.shoe_ttl))


SEALED = Capability(
    "sealed",
    blueprints=(blueprint,),
    documents=(ShoeReceiptRequest, ShownCardsRequest, SignedStateRequest),
    find_later=find_later,
    settings=SealedSettings,
    set_up=_set_up,
    forms={"games/seal": OpenShoeRequest},
    example_settings={"shoe_keys": (EXAMPLES["KEY"],), "shoe_ttl": 2**40},
    refused_examples=(
        RefusedExample("/v1/shoes/draw", {"shoe": EXAMPLES["REVEALED"], "count": 1}),
    ),
    reason_details=(CardsLeft,),
)

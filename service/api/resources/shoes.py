"""/v1/shoes: sealed shoes, drawn from over any number of requests and verifiable at the end.

The service stores nothing: the client carries the state of a shoe as an encrypted token, which is sent in bodies only,
since URLs are logged. Callers send receipts and the entries of what was seen to /v1/verify as they decoded them.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from service.api.http.blueprint import Blueprint, Body, Example, Link
from service.api.http.responses import NO_STORE
from service.api.http.results import Json
from service.api.http.services import hold_slot_for, services
from service.api.resources.shoe_requests import (
    DealStageRequest,
    DrawShoeRequest,
    OpenShoeRequest,
    RevealShoeRequest,
    ShoeDeal,
    ShoeDraw,
    ShoeReveal,
)
from service.api.resources.shoe_responses import DealtStage, DrawnCards, OpenedShoe, RevealedShoe
from service.api.schemas.cards import cards_and_indices
from service.core.cards.card import CardFormat, Notation
from service.core.cards.shoes import card_labels
from service.core.crypto.signatures import sign_state
from service.core.errors import Refused, UnsupportedParameter
from service.core.sealed.consent import Action, check_consent
from service.core.sealed.deals import DealtCards, StageResult, deal
from service.core.sealed.draws import DrawResult, draw, open_shoe
from service.core.sealed.receipts import reveal, write_partial
from service.core.sealed.shoe import SealedShoe, unseal
from service.core.sealed.terms import Terms
from service.core.sealed.turns import MAX_SHOWN, TurnRequest, TurnResult
from service.core.sealed.views import show_cards, write_audit, write_views
from service.core.shuffles.plans import Limits

shoes = Blueprint("shoes", "/v1/shoes", "Sealed shoes: committed to before the first card, verifiable at the end")

_Request = TypeVar("_Request", bound=TurnRequest)
_Result = TypeVar("_Result", bound=TurnResult)

EXAMPLES_FILE = Path(__file__).with_name("shoe_examples.json")
EXAMPLES: Mapping[str, str] = json.loads(EXAMPLES_FILE.read_text())
"""The tokens and the commitment in the documentation: a shoe of a deck, and one of a game.

`KEY` opens these tokens, but they are dated 1970: a service
would accept them only with this key and a SHOE_TTL of more than half a century.
`python -m tests.api.resources.shoe_examples` generates them.
"""

_NEXT_LINKS = {
    "Deal": Link("deal_stage", "Deal the next stage of a game with the token in `shoe`."),
    "Draw": Link("draw_from_shoe", "Draw the next cards with the token in `shoe`."),
    "Reveal": Link("reveal_shoe", "Get the receipt with the token in `shoe`."),
}


@shoes.api_endpoint(
    "",
    methods=("POST",),
    arguments=OpenShoeRequest,
    response=OpenedShoe,
    cache=NO_STORE,
    example=Example(
        {"deck": "standard", "decks": 6, "cut": 60, "reshuffle": "at_cut", "label": "table 7"},
        fresh={
            **{"shoe": EXAMPLES["OPENED"], "seed_hash": EXAMPLES["SEED_HASH"]},
            **dict.fromkeys(("commitment", "digest"), EXAMPLES["COMMITMENT"]),
        },
    ),
    links=_NEXT_LINKS,
)
def open_sealed_shoe(terms: Terms) -> Body:
    """Open a sealed shoe: fix its order and commit to it, without drawing a card.

    The shoe is that of a deck, of a game, of the integers up to `max`, of `items`, or of a deal of your own. Keep the
    commitment, and send the token with the next request: the service stores nothing.
    """
    shoe = open_shoe(terms, services().limits)
    commitment = shoe.commitment.hex()
    response = {
        "shoe": shoe.seal(services().tokens),
        "commitment": commitment,
        "terms": shoe.terms.published,
        "size": shoe.size,
        "remaining": shoe.remaining,
        "drawable": shoe.drawable,
        "round": shoe.round,
        "draws": 0,
        "digest": commitment,
        "seed_hash": shoe.seed_hash.hex(),
        "signed": _sign(shoe),
    }
    if shoe.terms.stages:
        response |= {"stages": shoe.terms.stages, "next_stage": shoe.next_stage}
    return response


@shoes.api_endpoint(
    "/deal",
    methods=("POST",),
    arguments=DealStageRequest,
    response=DealtStage,
    cache=NO_STORE,
    example=Example({"shoe": EXAMPLES["GAME"], "client_seed": "correct horse"}, fresh={"shoe": EXAMPLES["DEALT"]}),
    links=_NEXT_LINKS,
)
def deal_stage(request: ShoeDeal) -> Body:
    """Deal the next stage of a shoe, or all `through` a later one: the hands and piles that get cards.

    Cards that lie face down and burned ones are counted and not told. With `seats`, the cards of other hands are not
    told either, and the response has no token: it is for the players at these seats, and the dealer sends the same
    request without `seats`, or with `each_seat` for all views at once.
    """
    return _take_turn(Action.DEAL, unseal(services().tokens, "shoe", request.shoe), request, deal, _stage_to_json)


def _stage_to_json(before: SealedShoe, request: ShoeDeal, result: StageResult) -> Json:
    """Return the response to a deal of one stage or of several, without the token."""
    terms, table = before.terms, before.terms.game_table
    labels = _labels(terms, request)
    response = {
        **({"game": table.game.name, "players": table.players} if table else {}),
        "stage": result.stage,
        "next_stage": result.shoe.next_stage,
        "hands": _places_to_json(result, labels, "hands", "seat"),
        "piles": _places_to_json(result, labels, "piles", "name"),
        "burned": result.burned,
        **_turn_to_json(before, request, result),
    }
    is_open = request.seats is None and not terms.view_keys
    if table and table.game.extra_fields and result.is_first and is_open:
        response |= table.game.extra_fields(table, result.deal(), result.board)
    if result.stages:
        response = {name: value for name, value in response.items() if name not in {"seen", "shown"}}
        shoes_before = [before, *(stage.shoe for stage in result.stages)]
        stages = zip(shoes_before, result.stages, strict=False)
        response["dealt_stages"] = [_stage_to_json(shoe, request, stage) for shoe, stage in stages]
    return response


@shoes.api_endpoint(
    "/draw",
    methods=("POST",),
    arguments=DrawShoeRequest,
    response=DrawnCards,
    cache=NO_STORE,
    example=Example(
        {"shoe": EXAMPLES["OPENED"], "count": 5, "client_seed": "correct horse"}, fresh={"shoe": EXAMPLES["DRAWN"]}
    ),
    links=_NEXT_LINKS,
)
def draw_from_shoe(request: ShoeDraw) -> Body:
    """Draw the next cards of a sealed shoe, or of a pile of its game.

    The same token and request return the same cards, so that a request may be sent again. The token of a reveal draws
    no more: 409. The cards are for the `seat`, if there is one, and `seats` and `each_seat` are as in a deal.
    """
    before = unseal(services().tokens, "shoe", request.shoe)
    hold_slot_for(before.terms.cost * (1 + (request.burn + request.count) // before.size))
    return _take_turn(Action.DRAW, before, request, draw, _draw_to_json)


def _draw_to_json(before: SealedShoe, request: ShoeDraw, result: DrawResult) -> Json:
    """Return the response to a draw, without the token."""
    optional = {
        "seat": request.seat,
        "count": request.seat and request.count,
        "pile": result.pile.name,
        "part": result.pile.part,
        "burned": request.burn,
        "in_play": result.in_play and asdict(result.in_play),
    }
    return {
        **_contents_to_json(before.terms, request, result.indices),
        "rounds": result.rounds,
        "positions": result.positions,
        **{name: value for name, value in optional.items() if value},
        **_turn_to_json(before, request, result),
    }


@shoes.api_endpoint(
    "/reveal",
    methods=("POST",),
    arguments=RevealShoeRequest,
    response=RevealedShoe,
    cache=NO_STORE,
    example=Example({"shoe": EXAMPLES["DRAWN"]}, fresh={"shoe": EXAMPLES["REVEALED"]}),
    links={
        "Verify": Link(
            "verify_result", "Check the receipt, sent with `receipt` alone or with the list of all `seen` as `seen`."
        )
    },
)
def reveal_shoe(request: ShoeReveal) -> Body:
    """Reveal a sealed shoe: return a receipt with which anybody can check every card of it.

    The receipt has the secret seed, and is checked by `/v1/verify`, or by the program of /docs/guide/verify. With
    another `reveal` in the terms than `all` it is a partial one: with it, the cards that players show can be checked.
    """
    before = unseal(services().tokens, "shoe", request.shoe)
    check_consent(before, Action.REVEAL, request)
    receipt, shoe = reveal(before)
    response: Json = {"receipt": receipt.to_json(), "shoe": shoe.seal(services().tokens)}
    if before.terms.auditor:
        response["audit"] = write_audit(before.terms, response["receipt"])
    if before.terms.has_tree:
        hold_slot_for(before.terms.cost)
        response["receipt"] = write_partial(receipt, before.open_round())
    return response


def _take_turn(
    action: Action,
    before: SealedShoe,
    request: _Request,
    take: Callable[[SealedShoe, _Request, Limits], _Result],
    to_json: Callable[[SealedShoe, _Request, _Result], Json],
) -> Json:
    """Return the response to a deal or a draw: with the token if it is not for some seats, and the views of each."""
    limits = services().limits
    check_consent(before, action, request)
    before = replace(before, make_round=cache(before.make_round))  # of which the views need the same rounds again
    result = take(before, request, limits)
    _check_proofs(before, request, result, limits)
    for shuffle in result.shuffles:
        services().stats.record_shuffles(before.terms.published, [shuffle])
    response = to_json(before, request, result)
    if request.seats is not None:
        return response
    response["shoe"] = result.shoe.seal(services().tokens)
    if request.each_seat:
        views = {seat: replace(request, seats=(seat,), each_seat=False) for seat in before.terms.seats}
        response["seat_views"] = {
            seat: to_json(before, view, take(before, view, limits)) for seat, view in views.items()
        }
    return response


def _check_proofs(before: SealedShoe, request: TurnRequest, result: TurnResult, limits: Limits) -> None:
    """Raise `Refused` for more cards with proofs than a response may have."""
    if not before.terms.has_tree:
        return
    turns = result.stages if isinstance(result, StageResult) and result.stages else (result,)
    told = sum(len(turn.told) for turn in turns)
    count = told + sum(len(places) for turn in turns for places in turn.views.values())
    if count > MAX_SHOWN:
        field = "count" if isinstance(result, DrawResult) else "through" if len(turns) > 1 else "shoe"
        sentence = f"{count:,} cards would have proofs, as reveal is {before.terms.reveal}; at most {MAX_SHOWN} may."
        raise Refused(field, sentence)
    copies = 1 + len(before.terms.seats) * request.each_seat
    limits.check_items(told * _ITEMS_OF_A_PROOF * copies, "each_seat" if request.each_seat else "shoe")


_ITEMS_OF_A_PROOF = 150


def _contents_to_json(terms: Terms, card_format: CardFormat, indices: Sequence[int]) -> Json:
    """Return the cards at some indices in the unshuffled shoe, or the integers."""
    labels = _labels(terms, card_format)
    if terms.max is None:
        return cards_and_indices(labels, indices)
    return {"integers": [(terms.min or 0) + index for index in indices]}


def _labels(terms: Terms, card_format: CardFormat) -> Sequence[str]:
    """Return the text of each card by its index, none of integers. Raises `Refused` for a notation of other cards."""
    if terms.shoe is not None:
        return card_labels(terms.shoe, card_format)
    for name in _format_to_json(card_format):
        owner = "A shoe of items" if terms.items else "A shoe of integers"
        raise UnsupportedParameter(owner, name, belongs_to=["a shoe of cards"])
    return terms.items


def _places_to_json(result: StageResult, labels: Sequence[str], kind: str, member: str) -> list[Json]:
    """Return the hands or the piles of a stage, with their names in `member` and with their named parts, if any."""
    places: dict[str, list[DealtCards]] = {}
    for cards in result.cards:
        if cards.kind == kind:
            places.setdefault(cards.name, []).append(cards)
    members = []
    for name, parts in places.items():
        named = [
            {"name": cards.part, **_told_to_json(result, labels, cards.count, cards.told)}
            for cards in parts
            if cards.part
        ]
        count = sum([cards.count for cards in parts])
        told = [position for cards in parts for position in cards.told]
        whole = {member: name, **_told_to_json(result, labels, count, told)}
        members.append(whole | {"parts": named} if named else whole)
    return members


def _told_to_json(result: StageResult, labels: Sequence[str], count: int, told: Sequence[int]) -> Json:
    """Return the members of a hand or a pile: its number of cards, and the cards at the positions that are told."""
    indices = [result.order[position] for position in told]
    return {
        "count": count,
        "cards": [labels[index] for index in indices],
        "indices": indices,
        "rounds": [result.shoe.round] * len(told),
        "positions": told,
    }


def _turn_to_json(before: SealedShoe, request: TurnRequest, result: TurnResult) -> Json:
    """Return the members that responses to draws and deals share."""
    shoe = result.shoe
    members: Json = {"remaining": shoe.remaining, "drawable": result.drawable}
    members |= {"round": shoe.round, "reshuffled": result.reshuffled, "reshuffle_due": shoe.reshuffle_due}
    members |= {"draws": shoe.draws, "previous": before.last_digest.hex(), "digest": shoe.last_digest.hex()}
    members["signed"] = _sign(shoe)
    members["client_seed"] = shoe.client_seed
    if not before.draws:
        members["fairness"] = shoe.fairness
    if result.views and request.seats is None:
        members["views"] = write_views(result)
    members |= {**_format_to_json(request), "seen": result.seen}
    return members | ({"shown": show_cards(result, result.told)} if shoe.terms.has_tree else {})


def _sign(shoe: SealedShoe) -> Json | None:
    """Return the signature of the state of a shoe, null if the operator has no key."""
    return sign_state(shoe.last_digest, services().signing_keys)


def _format_to_json(request: CardFormat) -> Json:
    """Return the members that say how cards are written, if not by default."""
    notation = {} if request.notation is Notation.CODE else {"notation": request.notation}
    return notation | ({"name_style": request.name_style} if request.name_style else {})

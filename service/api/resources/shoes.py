"""/v1/shoes: sealed shoes, drawn from over any number of requests and verifiable at the end.

The service stores nothing: the client carries the state of a shoe as an encrypted token.
"""

from collections.abc import Iterable
from typing import Any

from service.api.http.blueprint import Blueprint, Body, Example, Link
from service.api.http.responses import NO_STORE
from service.api.http.services import hold_slot_for, services
from service.api.resources.shoe_examples import COMMITMENT, DEALT, DRAWN, GAME, OPENED, REVEALED
from service.api.resources.shoe_receipts import RevealedShoe
from service.api.resources.shoe_requests import (
    DealStageRequest,
    DrawShoeRequest,
    RevealShoeRequest,
    ShoeDeal,
    ShoeDraw,
    ShoeReveal,
)
from service.api.resources.shoe_responses import DealtStage, DrawnCards, OpenedShoe
from service.api.resources.shoe_results import deal_to_json, draw_to_json
from service.api.resources.shoe_terms import OpenShoeRequest
from service.core.crypto.tokens import Tokens
from service.core.sealed.deals import deal
from service.core.sealed.draws import draw, open_shoe
from service.core.sealed.piles import count_drawable
from service.core.sealed.receipts import reveal
from service.core.sealed.shoe import SealedShoe, unseal
from service.core.sealed.terms import Scheme, Terms
from service.core.shuffles.plans import Permutation

shoes = Blueprint("shoes", "/v1/shoes", "Sealed shoes: committed to before the first card, verifiable at the end")

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
        fresh={"shoe": OPENED, "commitment": COMMITMENT, "digest": COMMITMENT},
    ),
    links=_NEXT_LINKS,
)
def open_sealed_shoe(terms: Terms) -> Body:
    """Open a sealed shoe: fix its order and commit to it, without drawing a card.

    The shoe is that of a deck, of a game, or of the integers up to `max`. Keep the commitment, and send the token with
    the next request: the service stores nothing. Every request with a token returns a new one.
    """
    shoe = open_shoe(terms, services().limits)
    commitment = shoe.commitment.hex()
    response = {
        "shoe": shoe.seal(_tokens()),
        "commitment": commitment,
        "terms": shoe.terms.to_json(),
        "size": shoe.size,
        "remaining": shoe.remaining,
        "drawable": count_drawable(shoe),
        "round": shoe.round,
    }
    if shoe.terms.scheme is not Scheme.SHOE1:
        response |= {"draws": 0, "digest": commitment}
    if shoe.stages:
        response |= {"stages": shoe.stages, "next_stage": shoe.next_stage}
    return response


@shoes.api_endpoint(
    "/deal",
    methods=("POST",),
    arguments=DealStageRequest,
    response=DealtStage,
    cache=NO_STORE,
    example=Example({"shoe": GAME, "client_seed": "correct horse"}, fresh={"shoe": DEALT}),
    links=_NEXT_LINKS,
)
def deal_stage(request: ShoeDeal) -> Body:
    """Deal the next stage of a game: the hands and piles that get cards in it.

    Cards that lie face down and burned ones are counted and not told. With `seats`, the cards of other hands are not
    told either, and the response has no token: it is for the players at these seats, and the dealer sends the same
    request without `seats`.
    """
    before = _unseal(request.shoe)
    result = deal(before, request, services().limits)
    _record_shuffles(before, result.shuffles)
    token = {"shoe": result.shoe.seal(_tokens())} if request.seats is None else {}
    return deal_to_json(before, request, result) | token


@shoes.api_endpoint(
    "/draw",
    methods=("POST",),
    arguments=DrawShoeRequest,
    response=DrawnCards,
    cache=NO_STORE,
    example=Example({"shoe": OPENED, "count": 5, "client_seed": "correct horse"}, fresh={"shoe": DRAWN}),
    links=_NEXT_LINKS,
)
def draw_from_shoe(request: ShoeDraw) -> Body:
    """Draw the next cards of a sealed shoe, or of a pile of its game.

    The same token and request return the same cards, so that a request may be sent again. A revealed shoe draws no
    more: 409.
    """
    before = _unseal(request.shoe)
    hold_slot_for(before.terms.cost * (1 + (request.burn + request.count) // before.size))
    result = draw(before, request, services().limits)
    _record_shuffles(before, result.shuffles)
    return draw_to_json(before, request, result) | {"shoe": result.shoe.seal(_tokens())}


@shoes.api_endpoint(
    "/reveal",
    methods=("POST",),
    arguments=RevealShoeRequest,
    response=RevealedShoe,
    cache=NO_STORE,
    example=Example({"shoe": DRAWN}, fresh={"shoe": REVEALED}),
    links={
        "Verify": Link(
            "verify_result", "Check the receipt, sent with `receipt` alone or with the list of all `seen` as `seen`."
        )
    },
)
def reveal_shoe(request: ShoeReveal) -> Body:
    """Reveal a sealed shoe: return a receipt with which anybody can check every card of it.

    The receipt has the secret seed, and is checked by `/v1/verify` or with the program in verify/. The shoe draws
    no more.
    """
    receipt, shoe = reveal(_unseal(request.shoe))
    return {"receipt": receipt.to_json(), "shoe": shoe.seal(_tokens())}


def _record_shuffles(shoe: SealedShoe, shuffles: Iterable[Permutation]) -> None:
    labels: dict[str, Any] = dict(shoe.terms.to_json())
    for shuffle in shuffles:
        services().stats.record_shuffle(labels, shuffle)


def _unseal(token: str) -> SealedShoe:
    return unseal(_tokens(), "shoe", token)


def _tokens() -> Tokens:
    return services().tokens

"""/v1/shoes: sealed shoes, drawn from over any number of requests and verifiable at the end.

The service stores nothing: the client carries the state of a shoe as an encrypted token. A token is sent in bodies
only, since URLs are logged.
"""

from dataclasses import dataclass, field
from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example, Link
from service.api.http.responses import NO_STORE
from service.api.http.services import services
from service.api.resources.shoe_examples import COMMITMENT, DRAWN, OPENED, REVEALED
from service.api.schemas.cards import OPTION_MEMBERS, NotationFields, cards, cards_and_indices
from service.api.schemas.fields import BoundedString, Choice, Integer, Token
from service.api.schemas.requests import NotationMixin, PackMixin, RequestSchema, openapi
from service.api.schemas.responses import ResponseSchema, indices, optional, required
from service.core.cards.card import Notation
from service.core.cards.decks import DECKS
from service.core.cards.shoes import card_labels
from service.core.crypto.tokens import Tokens
from service.core.rng.streams import STREAM
from service.core.sealed.draws import DrawRequest, draw, open_shoe
from service.core.sealed.keys import commit
from service.core.sealed.receipts import reveal
from service.core.sealed.shoe import End, Fairness, SealedShoe, unseal
from service.core.sealed.terms import EXACT_SHUFFLES, MAX_TEXT, Reshuffle, Scheme, Terms
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import DEFAULT_SHUFFLE

_DIGEST = "^[0-9a-f]{64}$"

shoes = Blueprint("shoes", "/v1/shoes", "Sealed shoes: committed to before the first card, verifiable at the end")


@dataclass(frozen=True, kw_only=True)
class ShoeDraw(DrawRequest):
    """A request for cards of the shoe with a token."""

    shoe: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class ShoeReveal:
    """A request for the receipt of the shoe with a token."""

    shoe: str = field(repr=False)


class OpenShoeRequest(PackMixin):
    """The terms of a shoe."""

    target = Terms

    deck = Choice(DECKS, required=True, metadata=openapi("The deck.", "standard"))
    algorithm = Choice(
        EXACT_SHUFFLES, metadata=openapi("The shuffle, one that is exactly uniform.", DEFAULT_SHUFFLE, DEFAULT_SHUFFLE)
    )
    cut = Integer(
        0,
        MAX_MAGNITUDE,
        metadata=openapi("With reshuffle=at_cut: the cards behind the cut card, fewer than the shoe has.", 60, 0),
    )
    reshuffle = Choice(
        Reshuffle,
        metadata=openapi(
            "when_empty: a draw continues into the next round. at_cut: if at most cut cards are left after a draw, the "
            "next one starts a new round. never: there is one round.",
            "at_cut",
            "when_empty",
        ),
    )
    label = BoundedString(
        MAX_TEXT, metadata=openapi("A name for the shoe; like all terms, the commitment binds it.", "table 7")
    )


class ShoeTokenMixin(RequestSchema):
    """The token of a shoe."""

    shoe = Token(
        required=True,
        metadata=openapi("The token of the last response; an older token draws from its state again."),
    )


_END = {"from": Choice(End, metadata=openapi("The end that the cards are drawn and burned from.", "top", "top"))}


class DrawShoeRequest(ShoeTokenMixin, NotationMixin, RequestSchema.from_dict(_END)):  # type: ignore[misc]
    """A draw."""

    target = ShoeDraw

    count = Integer(1, MAX_MAGNITUDE, required=True, metadata=openapi("Cards to draw.", 5))
    burn = Integer(0, MAX_MAGNITUDE, metadata=openapi("Cards to burn first, unseen, from the same end.", 1, 0))
    client_seed = BoundedString(
        MAX_TEXT,
        metadata=openapi(
            "The player's seed, used exactly as given. It is accepted with the first draw; later draws repeat it or "
            "leave it out.",
            "correct horse",
        ),
    )

    def build(self, values: dict[str, Any]) -> ShoeDraw:
        """Return the request as a frozen dataclass."""
        end = {"end": values.pop("from")} if "from" in values else {}
        return ShoeDraw(**values, **end)


class RevealShoeRequest(ShoeTokenMixin):
    """A reveal."""

    target = ShoeReveal


_TERMS = {
    "scheme": ma.fields.String(**required("The scheme, whose definition is permanent", enum=list(Scheme))),
    "stream": ma.fields.String(**required("The definition of the random stream", enum=[STREAM])),
    "deck": ma.fields.String(**required("The deck", enum=list(DECKS))),
    "decks": ma.fields.Integer(**required("Packs in the shoe")),
    **OPTION_MEMBERS,
    "exclude": ma.fields.List(ma.fields.String(), **required("Cards removed from every pack")),
    "algorithm": ma.fields.String(**required("The shuffle", enum=list(EXACT_SHUFFLES))),
    "cut": ma.fields.Integer(**required("Cards behind the cut card")),
    "reshuffle": ma.fields.String(**required("The reshuffle policy", enum=list(Reshuffle))),
    "label": ma.fields.String(**optional("The name; present if one was given")),
}


class ShoeTerms(ResponseSchema.from_dict(_TERMS)):  # type: ignore[misc]
    """The terms of a sealed shoe, which the commitment binds together with the server seed."""


class ShoeState(ResponseSchema):
    """The state of a shoe after a request."""

    shoe = ma.fields.String(**required("The token of the shoe in its new state"))
    remaining = ma.fields.Integer(**required("Cards left in this round"))
    round = ma.fields.Integer(**required("The round, from 0"))


class OpenedShoe(ShoeState):
    """A new shoe, before its first draw."""

    commitment = ma.fields.String(
        **required("SHA-256 of the secret seed and the terms; keep it to compare it with the receipt", pattern=_DIGEST)
    )
    terms = ma.fields.Nested(ShoeTerms, **required("The terms that the commitment binds"))
    size = ma.fields.Integer(**required("Cards in a round"))


class DrawnCards(NotationFields, ShoeState):
    """The next cards of a shoe; the same token and request give the same cards."""

    cards = cards()
    indices = indices()
    rounds = ma.fields.List(ma.fields.Integer(), **required("The round of each card"))
    positions = ma.fields.List(ma.fields.Integer(), **required("The position of each card in its round; 0 is the top"))
    reshuffled = ma.fields.Boolean(**required("Whether a new round started in this draw"))
    reshuffle_due = ma.fields.Boolean(**required("Whether the next draw starts a new round"))
    burned = ma.fields.Integer(**optional("Cards burned; present if requested"))
    client_seed = ma.fields.String(
        allow_none=True, **required("The client seed of the first draw; null if it had none")
    )
    fairness = ma.fields.String(
        **required("The source of the order: also the client seed, or the operator alone", enum=list(Fairness))
    )


class ReceiptDrawn(ResponseSchema):
    """The number of cards drawn from a shoe, burned cards included."""

    round = ma.fields.Integer(**required("The last round, from 0"))
    top = ma.fields.Integer(**required("Cards of that round drawn from the top"))
    bottom = ma.fields.Integer(**required("Cards of that round drawn from the bottom"))
    total = ma.fields.Integer(**required("Cards drawn in all rounds"))


class ShoeReceipt(ResponseSchema):
    """The receipt of a shoe: everything that its order depends on."""

    receipt = ma.fields.String(**required("The scheme that defines how to check it", enum=list(Scheme)))
    commitment = ma.fields.String(**required("The commitment of when the shoe was opened", pattern=_DIGEST))
    terms = ma.fields.Nested(ShoeTerms, **required("The terms that the commitment binds"))
    server_seed = ma.fields.String(**required("The server seed, secret until now", pattern=_DIGEST))
    client_seed = ma.fields.String(allow_none=True, **required("The player's seed; null if there was none"))
    drawn = ma.fields.Nested(ReceiptDrawn, **required("The number of cards drawn"))


class RevealedShoe(ResponseSchema):
    """A revealed shoe."""

    receipt = ma.fields.Nested(ShoeReceipt, **required("The receipt, to be published"))
    shoe = ma.fields.String(**required("The token of the revealed shoe, which draws no more"))


_NEXT_LINKS = {
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
        fresh={"shoe": OPENED, "commitment": COMMITMENT},
    ),
    links=_NEXT_LINKS,
)
def open_sealed_shoe(terms: Terms) -> Body:
    """Open a sealed shoe: fix its order and commit to it, without drawing a card.

    Keep the commitment, and send the token with the next request: the service stores nothing. Every request with a
    token returns a new one.
    """
    shoe = open_shoe(terms, services().limits)
    return {
        "shoe": shoe.seal(_tokens()),
        "commitment": commit(shoe.server_seed, shoe.terms).hex(),
        "terms": shoe.terms.to_json(),
        "size": shoe.size,
        "remaining": shoe.remaining,
        "round": shoe.round,
    }


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
    """Draw the next cards of a sealed shoe.

    The same token and request return the same cards, so that a request may be sent again. A revealed shoe draws no
    more: 409.
    """
    before = _unseal(request.shoe)
    labels = card_labels(before.terms.cards, request)
    result = draw(before, request, services().limits)
    for shuffle in result.shuffles:
        services().stats.record_shuffle(before.terms.to_json(), shuffle)
    shoe = result.shoe
    response: dict[str, Any] = {
        **cards_and_indices(labels, result.indices),
        "rounds": result.rounds,
        "positions": result.positions,
        "shoe": shoe.seal(_tokens()),
        "remaining": shoe.remaining,
        "round": shoe.round,
        "reshuffled": result.reshuffled,
        "reshuffle_due": shoe.reshuffle_due,
        "client_seed": shoe.client_seed,
        "fairness": shoe.fairness,
    }
    if request.burn:
        response["burned"] = request.burn
    if request.notation is not Notation.CODE:
        response["notation"] = request.notation
    if request.name_style:
        response["name_style"] = request.name_style
    return response


@shoes.api_endpoint(
    "/reveal",
    methods=("POST",),
    arguments=RevealShoeRequest,
    response=RevealedShoe,
    cache=NO_STORE,
    example=Example({"shoe": DRAWN}, fresh={"shoe": REVEALED}),
    links={
        "Verify": Link(
            "verify_result", "Check the receipt, sent with `receipt` alone or with the cards observed as `seen`."
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


def _unseal(token: str) -> SealedShoe:
    return unseal(_tokens(), "shoe", token)


def _tokens() -> Tokens:
    return services().tokens

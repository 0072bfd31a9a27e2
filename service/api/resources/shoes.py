"""/v1/shoes: sealed shoes, drawn from over any number of requests with nothing stored, and proved in the end.

The caller carries the shoe as a token that only the service can open. It travels in bodies alone; addresses are logged.
"""

from dataclasses import dataclass, field
from typing import Any

import marshmallow as ma
from flask import current_app

from service.api.http.blueprint import Blueprint, Body, Example, Link
from service.api.http.draw_view import limits
from service.api.http.responses import NO_STORE
from service.api.resources.shoe_examples import COMMITMENT, DRAWN, OPENED, REVEALED
from service.api.schemas.cards import NotationFields, cards, cards_and_indices
from service.api.schemas.fields import BoundedString, Choice, Integer, Token
from service.api.schemas.requests import NotationMixin, PackMixin, RequestSchema, openapi
from service.api.schemas.responses import ResponseSchema, indices, optional, required
from service.core.cards.card import Notation
from service.core.cards.decks import DECKS
from service.core.cards.shoes import card_labels
from service.core.crypto.tokens import Tokens
from service.core.rng.streams import STREAM
from service.core.sealed.draws import Draw, draw, open_shoe
from service.core.sealed.receipts import reveal
from service.core.sealed.shoe import End, Fairness, SealedShoe, commit, unseal
from service.core.sealed.terms import EXACT, MAX_TEXT, SCHEME, Reshuffle, Terms
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import DEFAULT_SHUFFLE

_DIGEST = "^[0-9a-f]{64}$"

shoes = Blueprint("shoes", "/v1/shoes", "Sealed shoes: committed to, drawn from card by card, proved in the end")


@dataclass(frozen=True, kw_only=True)
class ShoeDraw(Draw):
    """What is asked of a draw: of which shoe, too."""

    shoe: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class ShoeReveal:
    """What is asked of a reveal."""

    shoe: str = field(repr=False)


class OpenShoeRequest(PackMixin):
    """The terms of a shoe."""

    target = Terms

    deck = Choice(DECKS, required=True, metadata=openapi("The deck.", "standard"))
    algorithm = Choice(
        EXACT, metadata=openapi("The shuffle, an exactly uniform one.", DEFAULT_SHUFFLE, DEFAULT_SHUFFLE)
    )
    cut = Integer(
        0,
        MAX_MAGNITUDE,
        metadata=openapi("With reshuffle=at_cut: the cards behind the cut card, fewer than the shoe has.", 60, 0),
    )
    reshuffle = Choice(
        Reshuffle,
        metadata=openapi(
            "when_empty: a draw goes on into the next round. at_cut: a draw is finished, and where cut or fewer cards "
            "are left the next one begins a new round. never: there is one round.",
            "at_cut",
            "when_empty",
        ),
    )
    label = BoundedString(
        MAX_TEXT, metadata=openapi("A name for the shoe, committed to like all of its terms.", "table 7")
    )


class TokenField(RequestSchema):
    """Which shoe."""

    shoe = Token(
        required=True,
        metadata=openapi("The token of the last answer; one that was used already does the same again."),
    )


_END = {
    "from": Choice(End, metadata=openapi("The end that the cards, and those burned, are taken from.", "top", "top"))
}


class DrawShoeRequest(TokenField, NotationMixin, RequestSchema.from_dict(_END)):  # type: ignore[misc]
    """A draw."""

    target = ShoeDraw

    count = Integer(1, MAX_MAGNITUDE, required=True, metadata=openapi("Cards to draw.", 5))
    burn = Integer(0, MAX_MAGNITUDE, metadata=openapi("Cards taken first, of the same end, that nobody sees.", 1, 0))
    client_seed = BoundedString(
        MAX_TEXT,
        metadata=openapi(
            "The player's part in the order, used exactly as given. It is taken with the first draw; later the same "
            "again, or none.",
            "correct horse",
        ),
    )

    @ma.post_load
    def to_dataclass(self, values: dict[str, Any], **_: Any) -> ShoeDraw:
        """What is asked, frozen."""
        end = {"end": values.pop("from")} if "from" in values else {}
        return ShoeDraw(**values, **end)


class RevealShoeRequest(TokenField):
    """A reveal."""

    target = ShoeReveal


class ShoeTerms(ResponseSchema):
    """The terms of a sealed shoe; together with the server's seed they are what is committed to."""

    scheme = ma.fields.String(**required("The definition that the shoe follows", enum=[SCHEME]))
    stream = ma.fields.String(**required("The definition of the random words", enum=[STREAM]))
    deck = ma.fields.String(**required("The deck", enum=list(DECKS)))
    decks = ma.fields.Integer(**required("Packs in the shoe"))
    jokers = ma.fields.Integer(**optional("Jokers a pack, if that was asked"))
    suit_order = ma.fields.String(**optional("The suits of the unshuffled pack, if that was asked"))
    red_fives = ma.fields.Integer(**optional("Red fives a set, if that was asked"))
    highest = ma.fields.Integer(**optional("The most pips on an end, if that was asked"))
    exclude = ma.fields.List(ma.fields.String(), **required("Taken out of every pack"))  # type: ignore[assignment]
    algorithm = ma.fields.String(**required("The shuffle", enum=list(EXACT)))
    cut = ma.fields.Integer(**required("Cards behind the cut card"))
    reshuffle = ma.fields.String(**required("When it is shuffled again", enum=list(Reshuffle)))
    label = ma.fields.String(**optional("If one was given"))


class ShoeState(ResponseSchema):
    """How a shoe is after a request."""

    shoe = ma.fields.String(**required("The token that stands for the shoe as it is now"))
    remaining = ma.fields.Integer(**required("Cards left in this round"))
    round = ma.fields.Integer(**required("The round, from 0"))


class OpenedShoe(ShoeState):
    """A shoe of which no card is drawn yet."""

    commitment = ma.fields.String(
        **required("SHA-256 of the secret seed and the terms; keep it to hold the receipt against", pattern=_DIGEST)
    )
    terms = ma.fields.Nested(ShoeTerms, **required("What is committed to"))
    size = ma.fields.Integer(**required("Cards in a round"))


class DrawnCards(NotationFields, ShoeState):
    """The next cards of a shoe; the same each time for the same token."""

    cards = cards()
    indices = indices()
    rounds = ma.fields.List(ma.fields.Integer(), **required("The round of each card"))
    positions = ma.fields.List(ma.fields.Integer(), **required("The place of each card in its round; 0 is the top"))
    reshuffled = ma.fields.Boolean(**required("Whether a new round began in this draw"))
    reshuffle_due = ma.fields.Boolean(**required("Whether the next draw begins with a new round"))
    burned = ma.fields.Integer(**optional("Cards burned, if that was asked"))
    client_seed = ma.fields.String(allow_none=True, **required("That of the first draw; null if there was none"))
    fairness = ma.fields.String(
        **required("On whom the order depends: also on the client seed, or on the operator alone", enum=list(Fairness))
    )


class ReceiptDrawn(ResponseSchema):
    """What was drawn of a shoe, the cards burned included."""

    round = ma.fields.Integer(**required("The last round, from 0"))
    top = ma.fields.Integer(**required("Cards of that round taken from the top"))
    bottom = ma.fields.Integer(**required("Cards of that round taken from the bottom"))
    total = ma.fields.Integer(**required("Cards of all rounds"))


class ShoeReceipt(ResponseSchema):
    """All that the order of a shoe depends on, in the open."""

    receipt = ma.fields.String(**required("The definition to check it by", enum=[SCHEME]))
    commitment = ma.fields.String(**required("As it was when the shoe was opened", pattern=_DIGEST))
    terms = ma.fields.Nested(ShoeTerms, **required("What was committed to"))
    server_seed = ma.fields.String(**required("The seed that was secret until now", pattern=_DIGEST))
    client_seed = ma.fields.String(allow_none=True, **required("The player's; null if there was none"))
    drawn = ma.fields.Nested(ReceiptDrawn, **required("What was drawn"))


class RevealedShoe(ResponseSchema):
    """A shoe in the open."""

    receipt = ma.fields.Nested(ShoeReceipt, **required("To be published"))
    shoe = ma.fields.String(**required("The token of the shoe, which draws no more"))


_SHOE = "$response.body#/shoe"
_GOING_ON = {
    "Draw": Link("draw_from_shoe", "The next cards.", body={"shoe": _SHOE, "count": 5}),
    "Reveal": Link("reveal_shoe", "The receipt.", body={"shoe": _SHOE}),
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
    links=_GOING_ON,
)
def open_sealed_shoe(asked: Terms) -> Body:
    """Open a sealed shoe: its order is settled and committed to, and no card is dealt."""
    shoe = open_shoe(asked, limits())
    return {
        "shoe": shoe.sealed(_tokens()),
        "commitment": commit(shoe.server_seed, shoe.terms).hex(),
        "terms": shoe.terms.members,
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
    errors=(409,),
    links=_GOING_ON,
)
def draw_from_shoe(asked: ShoeDraw) -> Body:
    """Draw the next cards of a sealed shoe."""
    before = _opened(asked.shoe)
    text = card_labels(before.terms.shoe, asked)
    drawn = draw(before, asked, limits())
    for shuffle in drawn.shuffles:
        current_app.config["STATS"].record_shuffle(before.terms.members, shuffle)
    shoe = drawn.shoe
    told: dict[str, Any] = {
        **cards_and_indices(text, drawn.indices),
        "rounds": drawn.rounds,
        "positions": drawn.positions,
        "shoe": shoe.sealed(_tokens()),
        "remaining": shoe.remaining,
        "round": shoe.round,
        "reshuffled": drawn.reshuffled,
        "reshuffle_due": shoe.reshuffle_due,
        "client_seed": shoe.client_seed,
        "fairness": shoe.fairness,
    }
    if asked.burn:
        told["burned"] = asked.burn
    if asked.notation is not Notation.CODE:
        told["notation"] = asked.notation
    if asked.name_style:
        told["name_style"] = asked.name_style
    return told


@shoes.api_endpoint(
    "/reveal",
    methods=("POST",),
    arguments=RevealShoeRequest,
    response=RevealedShoe,
    cache=NO_STORE,
    example=Example({"shoe": DRAWN}, fresh={"shoe": REVEALED}),
    links={
        "Verify": Link(
            "verify_result",
            "Whether the receipt is right; add what was seen.",
            body={"receipt": "$response.body#/receipt"},
        )
    },
)
def reveal_shoe(asked: ShoeReveal) -> Body:
    """Reveal a sealed shoe: a receipt by which anybody can check every card of it."""
    receipt, shoe = reveal(_opened(asked.shoe))
    return {"receipt": receipt.members, "shoe": shoe.sealed(_tokens())}


def _tokens() -> Tokens:
    """Those of the running application."""
    found: Tokens = current_app.config["SHOE_TOKENS"]
    return found


def _opened(token: str) -> SealedShoe:
    return unseal(_tokens(), "shoe", token)

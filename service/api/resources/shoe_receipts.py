"""The receipt of a sealed shoe, and the entries of what was seen, in responses.

Callers send both to /v1/verify as they decoded them. Generated Java would write a list that the response had not as [],
if it was not nullable.
"""

from typing import Any

import marshmallow as ma

from service.api.resources.shoe_terms import ShoeTerms
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.sealed.terms import Scheme

DIGEST = "^[0-9a-f]{64}$"


def optional_list(item: ma.fields.Field[Any], text: str) -> ma.fields.List[Any]:
    """Return a list that is not always there, nullable."""
    return ma.fields.List(item, allow_none=True, **optional(text))


def integer_list(text: str) -> ma.fields.List[int]:
    """Return a list of integers that is always there."""
    return ma.fields.List(ma.fields.Integer(), **required(text))


class CardPositions(ResponseSchema):
    """The rounds and positions of cards."""

    rounds = integer_list("The round of each card")
    positions = integer_list("The position of each card in its round; 0 is the top")


class ObservedDraw(CardPositions):
    """The cards of a draw or a deal as it told them; /v1/verify takes a list of these."""

    draw = ma.fields.Integer(**optional("The number of the draw, from 1"))
    stage = ma.fields.String(**optional("The stage that was dealt"))
    pile = ma.fields.String(**optional("The pile of the game"))
    part = ma.fields.String(**optional("The part of the pile"))
    cards = optional_list(ma.fields.String(allow_none=True), "Their codes; null if not told")
    integers = optional_list(ma.fields.Integer(allow_none=True), "The integers; null if not told")
    in_play = optional_list(ma.fields.Integer(), "The positions in play as the new round began")


class ReceiptDrawn(ResponseSchema):
    """The cards taken from a shoe, burned cards included."""

    round = ma.fields.Integer(**required("The last round, from 0"))
    top = ma.fields.Integer(**optional("Cards of that round drawn from the top; not of a game"))
    bottom = ma.fields.Integer(**optional("Cards of that round drawn from the bottom; not of a game"))
    positions = optional_list(ma.fields.Integer(), "Of a game: the positions taken in that round")
    total = ma.fields.Integer(**required("Cards taken in all rounds"))
    draws = ma.fields.Integer(**optional("Draws and deals; not of shoe1"))
    digest = ma.fields.String(**optional("Their SHA-256; not of shoe1", pattern=DIGEST))
    in_play = optional_list(
        ma.fields.Integer(), "The indices in play in that round; null if it did not begin with in_play; not of shoe1"
    )


class ShoeReceipt(ResponseSchema):
    """The receipt of a shoe: everything that its order depends on."""

    receipt = ma.fields.String(**required("The scheme that defines how to check it", enum=list(Scheme)))
    commitment = ma.fields.String(**required("The commitment of when the shoe was opened", pattern=DIGEST))
    terms = ma.fields.Nested(ShoeTerms, **required("The terms that the commitment binds"))
    server_seed = ma.fields.String(**required("The server seed, secret until now", pattern=DIGEST))
    client_seed = ma.fields.String(allow_none=True, **required("The player's seed; null if there was none"))
    drawn = ma.fields.Nested(ReceiptDrawn, **required("The cards taken"))


class RevealedShoe(ResponseSchema):
    """A revealed shoe."""

    receipt = ma.fields.Nested(ShoeReceipt, **required("The receipt, to be published"))
    shoe = ma.fields.String(**required("The token of the revealed shoe, which draws no more"))

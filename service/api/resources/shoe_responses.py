"""The bodies of responses of /v1/shoes.

Generated Java would write a list that the response had not as [], if it was not nullable.
"""

from typing import Any

import marshmallow as ma

from service.api.schemas.cards import NotationFields, PackFields
from service.api.schemas.deals import GameDealFields
from service.api.schemas.responses import IntegerList, ResponseSchema, TextList, optional, required
from service.core.rng.streams import STREAM
from service.core.sealed.shoe import Fairness
from service.core.sealed.terms import SCHEME, Terms

DIGEST = "^[0-9a-f]{64}$"


def optional_list(item: ma.fields.Field[Any], text: str) -> ma.fields.List[Any]:
    """Return a list that is not always there, nullable."""
    return ma.fields.List(item, allow_none=True, **optional(text))


class ShoeTerms(PackFields):
    """The terms of a sealed shoe, which the commitment binds together with the server seed."""

    target = Terms
    always = ("scheme", "algorithm", "cut", "reshuffle", "reveal")
    omitted = ("only",)  # resolved to `exclude`

    stream = ma.fields.String(**required("The definition of the random stream", enum=[STREAM]))
    # Without their enumerations: a client must accept the shuffles, decks and games of later versions.
    algorithm = ma.fields.String(**required("The shuffle"))
    deck = ma.fields.String(**optional("The deck of the cards"))
    game = ma.fields.String(**optional("The game, if it is a game's"))


class CardPositions(ResponseSchema):
    """The rounds and positions of cards."""

    rounds = IntegerList(**required("The round of each card"))
    positions = IntegerList(**required("The position of each card in its round; 0 is the top"))


class ObservedDraw(CardPositions):
    """The cards of a draw or a deal as it told them; /v1/verify takes a list of these."""

    draw = ma.fields.Integer(**optional("The number of the draw, from 1"))
    stage = ma.fields.String(**optional("The stage that was dealt"))
    pile = ma.fields.String(**optional("The pile of the game"))
    part = ma.fields.String(**optional("The part of the pile"))
    seat = ma.fields.String(**optional("The seat that drew"))
    cards = optional_list(ma.fields.String(allow_none=True), "Their codes; null if not told")
    integers = optional_list(ma.fields.Integer(allow_none=True), "The integers; null if not told")
    places = optional_list(ma.fields.String(), "Of a stage: where each card lies, a seat or a pile with its part")
    burned = ma.fields.Integer(**optional("The number of its first positions that were burned, if any"))
    in_play = optional_list(ma.fields.Integer(), "The positions in play as the new round began")
    roots = optional_list(ma.fields.String(), "With a tree: the roots of the rounds that the draw began, if any")
    begun = ma.fields.Integer(**optional("Without a tree: how many rounds the draw began, if any"))


class ReceiptDrawn(ResponseSchema):
    """The cards taken from a shoe, burned cards included."""

    round = ma.fields.Integer(**required("The last round, from 0"))
    top = ma.fields.Integer(**optional("Cards of that round drawn from the top; not of a dealt shoe"))
    bottom = ma.fields.Integer(**optional("Cards of that round drawn from the bottom; not of a dealt shoe"))
    positions = optional_list(ma.fields.Integer(), "Of a dealt shoe: the positions taken in that round")
    total = ma.fields.Integer(**required("Cards taken in all rounds"))
    draws = ma.fields.Integer(**required("Draws and deals"))
    digest = ma.fields.String(**required("Their SHA-256", pattern=DIGEST))
    in_play = ma.fields.Raw(
        allow_none=True,
        **required("The indices in play in that round, if partial their number; null if it began without"),
    )


class ShownCard(ResponseSchema):
    """A card with its proof."""

    round = ma.fields.Integer(**required("The round"))
    position = ma.fields.Integer(**required("The position in it"))
    index = ma.fields.Integer(**required("The position in the unshuffled order"))
    card = ma.fields.String(**optional("The code"))
    integer = ma.fields.Integer(**optional("In place of card: the integer"))
    salt = ma.fields.String(**required("The salt of the card", pattern=DIGEST))
    path = TextList(**required("Its path to the root (RFC 9162)"))


class ShoeReceipt(ResponseSchema):
    """The receipt of a shoe: everything that its order depends on, or, if it is partial, cards that are shown."""

    receipt = ma.fields.String(**required("The scheme that defines how to check it", enum=[SCHEME]))
    commitment = ma.fields.String(**required("The commitment of when the shoe was opened", pattern=DIGEST))
    terms = ma.fields.Nested(ShoeTerms, **required("The terms that the commitment binds"))
    server_seed = ma.fields.String(**optional("The server seed, secret until now; not if partial", pattern=DIGEST))
    client_seed = ma.fields.String(allow_none=True, **required("The player's seed; null if there was none"))
    drawn = ma.fields.Nested(ReceiptDrawn, **required("The cards taken"))
    seed_hash = ma.fields.String(**optional("If partial: the hash of the server seed", pattern=DIGEST))
    root = ma.fields.String(
        allow_none=True, **optional("If partial: the last root; null before draw 1", pattern=DIGEST)
    )
    shown = optional_list(ma.fields.Nested(ShownCard), "If partial: cards that players show, each with its proof")


class RevealedShoe(ResponseSchema):
    """A revealed shoe."""

    receipt = ma.fields.Nested(ShoeReceipt, **required("The receipt, to be published"))
    audit = ma.fields.String(**optional("The full receipt, which only the auditor reads"))
    shoe = ma.fields.String(**required("The token of the revealed shoe, which draws no more"))


class SignedState(ResponseSchema):
    """A signature of the service: a state that it signed is no copy's."""

    kid = ma.fields.String(**required("The id of the key, one of /v1/keys"))
    signature = ma.fields.String(**required("Ed25519 over the digest, in base64url"))


class ShoeState(ResponseSchema):
    """The state of a shoe after a request."""

    remaining = ma.fields.Integer(
        **required("Cards of this round that were not drawn, burned or dealt face up or to a hand")
    )
    drawable = ma.fields.Integer(**required("Cards of it that a draw without a pile can take"))
    round = ma.fields.Integer(**required("The round, from 0"))
    draws = ma.fields.Integer(**required("Draws and deals so far"))
    digest = ma.fields.String(**required("SHA-256 of all draws and deals: log it, and a fork shows", pattern=DIGEST))
    signed = ma.fields.Nested(
        SignedState, allow_none=True, **required("The signature of the digest; null without SIGNING_KEYS")
    )


class OpenedShoe(ShoeState):
    """A new shoe, before its first draw."""

    shoe = ma.fields.String(**required("The token of the shoe"))
    commitment = ma.fields.String(
        **required("SHA-256 of the secret seed and the terms; keep it to compare it with the receipt", pattern=DIGEST)
    )
    seed_hash = ma.fields.String(
        **required("SHA-256 of the seed, with which the commitment can be computed", pattern=DIGEST)
    )
    terms = ma.fields.Nested(ShoeTerms, **required("The terms that the commitment binds"))
    size = ma.fields.Integer(**required("Cards in a round"))
    stages = TextList(**optional("The stages of the deal"))
    next_stage = ma.fields.String(**optional("The first of them"))


_PRIVATE_VIEWS = "By seat with a view key: its cards, a JWE; with through in dealt_stages"


class ShoeTurn(NotationFields, ShoeState):
    """The state of a shoe from which cards were taken; the same token and request take the same cards."""

    reshuffled = ma.fields.Boolean(**required("Whether a new round started"))
    reshuffle_due = ma.fields.Boolean(**required("Whether the next draw starts a new round"))
    burned = ma.fields.Integer(**optional("Cards burned, if any"))
    previous = ma.fields.String(**required("The digest before", pattern=DIGEST))
    shown = optional_list(ma.fields.Nested(ShownCard), "With a tree: the proof of each card of seen that is not null")
    views = ma.fields.Dict(ma.fields.String(), ma.fields.String(), **optional(_PRIVATE_VIEWS))
    client_seed = ma.fields.String(
        allow_none=True, **required("The client seed of the first draw; null if it had none")
    )
    fairness = ma.fields.String(
        **optional(
            "The source of the order: also the client seed, or the operator alone; present at the first draw",
            enum=list(Fairness),
        )
    )


class ShoeCards(CardPositions):
    """Cards that were told, and where they were."""

    cards = TextList(**optional("The cards in the requested notation"))
    indices = IntegerList(**optional("Positions in the unshuffled order, from 0"))


class CardsInPlay(ResponseSchema):
    """Cards that stayed in play when a new round began."""

    before = IntegerList(**required("Their positions in the round that ended"))
    after = IntegerList(**required("The position of each in the new round"))


_SEEN = "An entry of `seen` of /v1/verify"
_NEW_STATE = "The new token; absent with seats"
_VIEWS = "With each_seat: the response for each seat"


class DrawView(ShoeCards, ShoeTurn):
    """The next cards of a shoe, as some seats see them."""

    seen = ma.fields.Nested(ObservedDraw, **required(_SEEN))
    seat = ma.fields.String(**optional("The seat that gets the cards"))
    count = ma.fields.Integer(**optional("With seat: the number of cards, told or not"))
    integers = IntegerList(**optional("In place of cards and indices: the integers"))
    pile = ma.fields.String(**optional("The pile of the game"))
    part = ma.fields.String(**optional("The part of the pile, if it has any"))
    in_play = ma.fields.Nested(CardsInPlay, **optional("The cards in play; present if a new round began with them"))


class DrawnCards(DrawView):
    """The next cards of a shoe."""

    shoe = ma.fields.String(**optional(_NEW_STATE))
    seat_views = ma.fields.Dict(ma.fields.String(), ma.fields.Nested(DrawView), **optional(_VIEWS))


class DealtPart(ShoeCards):
    """A named part of a hand or a pile."""

    name = ma.fields.String(**required("The name: flop, hole_card, … or the number of a column"))
    count = ma.fields.Integer(**required("The number of all cards, told or not"))


class DealtPlace(ShoeCards):
    """The cards that a hand or a pile got, and its named parts, if any."""

    count = ma.fields.Integer(**required("The number of all cards, told or not"))
    parts = ma.fields.List(ma.fields.Nested(DealtPart), **optional("The named parts, if any"))


class DealtHand(DealtPlace):
    """The cards that a hand got."""

    seat = ma.fields.String(**required("The seat"))


class DealtPile(DealtPlace):
    """The cards that a pile got."""

    name = ma.fields.String(**required("The name"))


class StageCards(GameDealFields, ShoeTurn):
    """A stage of a deal, as some seats see it: the hands and piles that got cards in it."""

    seen = ma.fields.Nested(ObservedDraw, **optional(f"{_SEEN}; with through in dealt_stages"))
    game = ma.fields.String(**optional("The game, if it is a game's"))
    players = ma.fields.Integer(**optional("The number of players of the game"))
    stage = ma.fields.String(**required("The stage; with through the last one"))
    next_stage = ma.fields.String(allow_none=True, **required("The stage after it; null after the last"))
    hands = ma.fields.List(ma.fields.Nested(DealtHand), **required("The hands"))
    piles = ma.fields.List(ma.fields.Nested(DealtPile), **required("The piles"))


class StageView(StageCards):
    """A stage of a deal, or all up to one, as some seats see them."""

    dealt_stages = ma.fields.List(ma.fields.Nested(StageCards), **optional("With through: the response for each stage"))


class DealtStage(StageView):
    """A stage of a deal, or all up to one: the hands and piles that got cards."""

    shoe = ma.fields.String(**optional(_NEW_STATE))
    seat_views = ma.fields.Dict(ma.fields.String(), ma.fields.Nested(StageView), **optional(_VIEWS))

"""The bodies of responses of /v1/shoes."""

from typing import Any, ClassVar

from ...cards.card import CardFormat
from ...cards.endpoint import PackFields
from ...core.rng.streams import STREAM
from ...games.endpoint.dealt_games import GameDealFields
from ...http.schemas.response_schemas import ResponseSchema, optional, required
from ..opening.contents import SCHEME
from ..opening.terms import Terms
from ..shoe.sealed_shoe import Fairness

DIGEST = "^[0-9a-f]{64}$"


# Lists that may be missing may also be null: otherwise generated Java writes [] for them.


class ShoeTerms(PackFields):
    """The terms of a sealed shoe, which the commitment binds together with the server seed."""

    described = Terms
    always = ("scheme", "algorithm", "cut", "reshuffle", "reveal")
    omitted = ("only",)  # resolved to `exclude`

    stream = required(str, "The definition of the random stream", enum=[STREAM])
    # Without their enumerations: a client must accept the shuffles, decks and games of later versions.
    algorithm = required(str, "The shuffle")
    deck = optional(str, "The deck of the cards")
    game = optional(str, "The game, if it is a game's")


class CardPositions(ResponseSchema):
    """The rounds and positions of cards."""

    rounds = required(list[int], "The round of each card")
    positions = required(
        list[int], "The position of each card in its round; 0 is the top"
    )


class ObservedDraw(CardPositions):
    """The cards of a draw or a deal as it told them; /v1/verify takes a list of these."""

    draw = optional(int, "The number of the draw, from 1")
    stage = optional(str, "The stage that was dealt")
    pile = optional(str, "The pile of the game")
    part = optional(str, "The part of the pile")
    seat = optional(str, "The seat that drew")
    cards = optional(list[Any | None] | None, "Their codes, or items; null if not told")
    integers = optional(list[int | None] | None, "The integers; null if not told")
    places = optional(
        list[str] | None,
        "Of a stage: where each card lies, a seat or a pile with its part",
    )
    burned = optional(int, "The number of its first positions that were burned, if any")
    in_play = optional(list[int] | None, "The positions in play as the new round began")
    roots = optional(
        list[str] | None,
        "With a tree: the roots of the rounds that the draw began, if any",
    )
    begun = optional(int, "Without a tree: how many rounds the draw began, if any")


class ReceiptDrawn(ResponseSchema):
    """The cards taken from a shoe, burned cards included."""

    round = required(int, "The last round, from 0")
    top = optional(int, "Cards of that round drawn from the top; not of a dealt shoe")
    bottom = optional(
        int, "Cards of that round drawn from the bottom; not of a dealt shoe"
    )
    positions = optional(
        list[int] | None, "Of a dealt shoe: the positions taken in that round"
    )
    total = required(int, "Cards taken in all rounds")
    draws = required(int, "Draws and deals")
    digest = required(str, "Their SHA-256", pattern=DIGEST)
    in_play = required(
        Any | None,
        "The indices in play in that round, if partial their number; null if it began without",
    )


class ShownCardSchema(ResponseSchema):
    """A card with its proof."""

    round = required(int, "The round")
    position = required(int, "The position in it")
    index = required(int, "The position in the unshuffled order")
    card = optional(Any, "The code or the item")
    integer = optional(int, "In place of card: the integer")
    salt = required(str, "The salt of the card", pattern=DIGEST)
    path = required(list[str], "Its path to the root (RFC 9162)")


class ShoeReceipt(ResponseSchema):
    """The receipt of a shoe: everything that its order depends on, or, if it is partial, cards that are shown."""

    receipt = required(str, "The scheme that defines how to check it", enum=[SCHEME])
    commitment = required(
        str, "The commitment of when the shoe was opened", pattern=DIGEST
    )
    terms = required(ShoeTerms, "The terms that the commitment binds")
    server_seed = optional(
        str, "The server seed, secret until now; not if partial", pattern=DIGEST
    )
    client_seed = required(str | None, "The player's seed; null if there was none")
    drawn = required(ReceiptDrawn, "The cards taken")
    seed_hash = optional(str, "If partial: the hash of the server seed", pattern=DIGEST)
    root = optional(
        str | None, "If partial: the last root; null before draw 1", pattern=DIGEST
    )
    shown = optional(
        list[ShownCardSchema] | None,
        "If partial: cards that players show, each with its proof",
    )


class RevealedShoe(ResponseSchema):
    """A revealed shoe."""

    receipt = required(ShoeReceipt, "The receipt, to be published")
    audit = optional(str, "The full receipt, which only the auditor reads")
    shoe = required(str, "The token of the revealed shoe, which draws no more")


class SignedState(ResponseSchema):
    """A signature of the service: a state that it signed is no copy's."""

    kid = required(str, "The id of the key, one of /v1/keys")
    signature = required(str, "Ed25519 over the digest, in base64url")


class ShoeState(ResponseSchema):
    """The state of a shoe after a request."""

    remaining = required(
        int,
        "Cards of this round that were not drawn, burned or dealt face up or to a hand",
    )
    drawable = required(int, "Cards of it that a draw without a pile can take")
    round = required(int, "The round, from 0")
    draws = required(int, "Draws and deals so far")
    digest = required(
        str, "SHA-256 of all draws and deals: log it, and a fork shows", pattern=DIGEST
    )
    signed = required(
        SignedState | None, "The signature of the digest; null without SIGNING_KEYS"
    )


class OpenedShoe(ShoeState):
    """A new shoe, before its first draw."""

    shoe = required(str, "The token of the shoe")
    commitment = required(
        str,
        "SHA-256 of the secret seed and the terms; keep it to compare it with the receipt",
        pattern=DIGEST,
    )
    seed_hash = required(
        str,
        "SHA-256 of the seed; with the terms it gives the commitment",
        pattern=DIGEST,
    )
    terms = required(ShoeTerms, "The terms that the commitment binds")
    size = required(int, "Cards in a round")
    stages = optional(list[str], "The stages of the deal")
    next_stage = optional(str, "The first of them")


_PRIVATE_VIEWS = (
    "By seat with a view key: its cards, a JWE; with through in dealt_stages"
)


class ShoeTurn(ShoeState):
    """The state of a shoe after cards were taken. The same token and request take the same cards."""

    described: ClassVar[type] = CardFormat

    reshuffled = required(bool, "Whether a new round started")
    reshuffle_due = required(
        bool, "Whether the next draw, of a game the next hand, starts a new round"
    )
    burned = optional(int, "Cards burned, if any")
    previous = required(str, "The digest before", pattern=DIGEST)
    shown = optional(
        list[ShownCardSchema] | None,
        "With a tree: the proof of each card of seen that is not null",
    )
    views = optional(dict[str, str], _PRIVATE_VIEWS)
    client_seed = required(
        str | None, "The client seed of the first draw; null if it had none"
    )
    fairness = optional(
        Fairness,
        "The source of the order: also the client seed, or the operator alone; present at the first draw",
    )


class ShoeCards(CardPositions):
    """Cards that were told, and where they were."""

    cards = optional(list[Any], "The cards in the requested notation, or items")
    indices = optional(list[int], "Positions in the unshuffled order, from 0")


class CardsInPlay(ResponseSchema):
    """Cards that stayed in play when a new round began."""

    before = required(list[int], "Their positions in the round that ended")
    after = required(list[int], "The position of each in the new round")


_SEEN = "An entry of `seen` of /v1/verify"
_NEW_STATE = "The new token; absent with seats"
_VIEWS = "With each_seat: the response for each seat; of a shoe that is not dealt, for the seat of the draw"
_SPECTATORS = "With each_seat: the response for spectators, and of a shoe that is not dealt for all other seats"


class DrawViewSchema(ShoeCards, ShoeTurn):
    """The next cards of a shoe, as some seats see them."""

    seen = required(ObservedDraw, _SEEN)
    seat = optional(str, "The seat that gets the cards")
    count = optional(int, "With seat: the number of cards, told or not")
    integers = optional(list[int], "In place of cards and indices: the integers")
    pile = optional(str, "The pile of the game")
    part = optional(str, "The part of the pile, if it has any")
    in_play = optional(
        CardsInPlay, "The cards in play; present if a new round began with them"
    )


class DrawnCards(DrawViewSchema):
    """The next cards of a shoe."""

    shoe = optional(str, _NEW_STATE)
    seat_views = optional(dict[str, DrawViewSchema], _VIEWS)
    spectator_view = optional(DrawViewSchema, _SPECTATORS)


class DealtPart(ShoeCards):
    """A named part of a hand or a pile."""

    name = required(str, "The name: flop, hole_card, … or the number of a column")
    count = required(int, "The number of all cards, told or not")


class DealtPlace(ShoeCards):
    """The cards that a hand or a pile got, and its named parts, if any."""

    count = required(int, "The number of all cards, told or not")
    parts = optional(list[DealtPart], "The named parts, if any")


class DealtHand(DealtPlace):
    """The cards that a hand got."""

    seat = required(str, "The seat")


class DealtPile(DealtPlace):
    """The cards that a pile got."""

    name = required(str, "The name")


class StageCards(GameDealFields, ShoeTurn):
    """A stage of a deal, as some seats see it: the hands and piles that got cards in it."""

    seen = optional(ObservedDraw, f"{_SEEN}; with through in dealt_stages")
    game = optional(str, "The game, if it is a game's")
    players = optional(int, "The number of players of the game")
    stage = required(str, "The stage; with through the last one")
    next_stage = required(str | None, "The stage after it; null after the last")
    hands = required(list[DealtHand], "The hands")
    piles = required(list[DealtPile], "The piles")


class StageView(StageCards):
    """A stage of a deal, or all up to one, as some seats see them."""

    dealt_stages = optional(
        list[StageCards], "With through: the response for each stage"
    )


class DealtStage(StageView):
    """A stage of a deal, or all up to one: the hands and piles that got cards."""

    shoe = optional(str, _NEW_STATE)
    seat_views = optional(dict[str, StageView], _VIEWS)
    spectator_view = optional(StageView, _SPECTATORS)

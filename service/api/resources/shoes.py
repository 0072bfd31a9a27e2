"""/v1/shoes: sealed shoes, drawn from over any number of requests and verifiable at the end.

The service stores nothing: the client carries the state of a shoe as an encrypted token, which is sent in bodies only,
since URLs are logged. Callers send receipts and the entries of what was seen to /v1/verify as they decoded them.
Generated Java would write a list that the response had not as [], if it was not nullable.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example, Link
from service.api.http.responses import NO_STORE
from service.api.http.results import Json
from service.api.http.services import hold_slot_for, services
from service.api.resources.games import GamePackMixin, PlayersMixin
from service.api.schemas.cards import NotationFields, PackFields, cards_and_indices
from service.api.schemas.deals import GameDealFields
from service.api.schemas.fields import Token, parameter
from service.api.schemas.requests import (
    NOT_EMPTY,
    NotationMixin,
    ObjectSchema,
    RequestSchema,
    errors,
    nested,
    request_schema,
)
from service.api.schemas.responses import IntegerList, ResponseSchema, TextList, optional, required
from service.core.cards.card import CardFormat, Notation
from service.core.cards.options import PACK_DEFAULTS
from service.core.cards.shoes import card_labels
from service.core.crypto.signatures import sign_state
from service.core.errors import Refused, UnsupportedParameter
from service.core.games.catalogue import GAMES
from service.core.kinds import Choice, Described, describe
from service.core.rng.streams import STREAM
from service.core.sealed.consent import Action, SignedRequest, check_consent
from service.core.sealed.deals import DealtCards, StageRequest, StageResult, deal
from service.core.sealed.draws import DrawRequest, DrawResult, draw, open_shoe
from service.core.sealed.receipts import reveal
from service.core.sealed.rounds import hash_seed
from service.core.sealed.shoe import End, Fairness, SealedShoe, unseal
from service.core.sealed.shown import Selection, show_cards, write_partial
from service.core.sealed.terms import PRIVATE, Reveal, ShoeScheme, Terms
from service.core.sealed.turns import TurnRequest, TurnResult
from service.core.sealed.views import write_audit, write_views
from service.core.shuffles.plans import Limits

shoes = Blueprint("shoes", "/v1/shoes", "Sealed shoes: committed to before the first card, verifiable at the end")


class EmptyObjectsMixin(RequestSchema):
    """Objects that are left out if they are null or empty, as generated clients send those that are not given."""

    objects: ClassVar[Collection[str]] = ()

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        """Return the fields of parameters, of which the objects may be null."""
        nullable = {name: parameter(*described[name], allow_none=True) for name in cls.objects if name in described}
        return super().derive_fields(described) | nullable

    @ma.pre_load
    def drop_empty_objects(self, values: Mapping[str, Any], **_: Any) -> Mapping[str, Any]:
        """Return the members without empty objects."""
        return {name: value for name, value in values.items() if name not in self.objects or value not in (None, {})}


_SCHEME, _ = describe(Terms)["scheme"]


class OpenShoeRequest(EmptyObjectsMixin, GamePackMixin, PlayersMixin):
    """The terms of a shoe: of a deck, of a game, of integers or of items."""

    target = Terms
    objects = ("auditor", "consent", "view_keys")
    keywords = NOT_EMPTY
    taken_elsewhere: ClassVar[Mapping[str, str]] = {
        "client_seed": "It belongs to the first deal or draw (POST /v1/shoes/deal, /v1/shoes/draw): the player chooses "
        "it when the commitment is known, which binds the server seed before.",
        "seed": "A sealed shoe has a secret seed of the service, and the player's: client_seed, in the first deal or "
        "draw (POST /v1/shoes/deal, /v1/shoes/draw).",
        **dict.fromkeys(
            ("count", "each_seat", "seat", "seats", "stage", "through"),
            "It belongs to a deal or a draw (POST /v1/shoes/deal, /v1/shoes/draw).",
        ),
    }

    # Without a default, which generated clients would send with members that imply another one
    scheme = parameter(replace(_SCHEME, implied="shoe3 with one of these, or else shoe2"), None)

    def build(self, values: dict[str, Any]) -> Terms:
        """Return the terms; a pack option with its default, which a game may change, is as if it was left out."""
        defaults = GAMES[values["game"]].pack_defaults if "game" in values else PACK_DEFAULTS
        values.setdefault("scheme", ShoeScheme.SHOE2 if values.keys().isdisjoint(PRIVATE) else ShoeScheme.SHOE3)
        return Terms(**{name: value for name, value in values.items() if value != defaults.get(name)})


@dataclass(frozen=True, kw_only=True)
class ShoeToken:
    """A request with the token of a shoe, such as one for its receipt."""

    shoe: Annotated[str, Token("The token of the last response; an older token draws from its state again.")] = field(
        repr=False
    )


@dataclass(frozen=True, kw_only=True)
class ShoeDeal(StageRequest, ShoeToken):
    """A request for the next stage, or the next ones, of the game of the shoe with a token."""


@dataclass(frozen=True, kw_only=True)
class ShoeDraw(DrawRequest, ShoeToken):
    """A request for cards of the shoe with a token."""


@dataclass(frozen=True, kw_only=True)
class ShoeReveal(SignedRequest, ShoeToken):
    """A request for the receipt of the shoe with a token."""

    show: Selection | None = None


@dataclass(frozen=True, kw_only=True)
class ShoeShow(Selection, ShoeToken):
    """A request for told cards of the shoe with a token, each with its proof."""


class ShoeTokenMixin(RequestSchema):
    """The token of a shoe."""

    described: ClassVar[type] = ShoeToken


class SignedMixin(EmptyObjectsMixin, ShoeTokenMixin):
    """The token of a shoe, and the signatures of its seats."""

    described: ClassVar[type] = SignedRequest
    objects = ("consents", "leaves", "show")
    taken_elsewhere: ClassVar[Mapping[str, str]] = {"action": "It is a member of what seats sign, and not of the body."}

    @ma.post_load(pass_original=True)
    def to_dataclass(self, values: dict[str, Any], original: Mapping[str, Any], **_: Any) -> Any:
        """Return the request as a frozen dataclass, with the members of the body as sent, which seats sign."""
        return replace(super().to_dataclass(values), sent=original)


class SelectionMixin(ObjectSchema):
    """The cards to show of those that were told in this round."""

    target = Selection
    error_messages = errors("an object with seats, piles or positions")


class RevealShoeRequest(SignedMixin):
    """A request for the receipt."""

    target = ShoeReveal
    taken_elsewhere: ClassVar[Mapping[str, str]] = {
        **SignedMixin.taken_elsewhere,
        **dict.fromkeys(("seats", "piles", "positions"), "It is a member of show."),
    }

    show = nested(SelectionMixin, "Get a partial receipt, without the server seed, with these cards.")


class ShoeTurnMixin(SignedMixin, NotationMixin):
    """The token of a shoe from which cards are taken, and their notation."""

    taken_elsewhere: ClassVar[Mapping[str, str]] = {
        **SignedMixin.taken_elsewhere,
        **dict.fromkeys(
            ("deck", "decks", "game", "players"), "It is a term of the shoe, which was fixed by POST /v1/shoes."
        ),
        **dict.fromkeys(("stage", "through"), "It belongs to a deal (POST /v1/shoes/deal)."),
        **dict.fromkeys(
            ("burn", "count", "from", "in_play", "part", "pile"), "It belongs to a draw (POST /v1/shoes/draw)."
        ),
    }
    target: ClassVar[type] = TurnRequest


_Request = TypeVar("_Request", bound=TurnRequest)
_Result = TypeVar("_Result", bound=TurnResult)

DealStageRequest = request_schema("DealStageRequest", ShoeDeal, ShoeTurnMixin)
ShowShoeRequest = request_schema("ShowShoeRequest", ShoeShow, ShoeTokenMixin, SelectionMixin)

_MEANING = "The end to draw and burn from; the top of a column is its open card."
_END = {"from": parameter(Choice(_MEANING, tuple(End), example="bottom", means=End.TOP), None)}


class DrawShoeRequest(ShoeTurnMixin, RequestSchema.from_dict(_END)):  # type: ignore[misc]
    """A draw."""

    target = ShoeDraw

    def build(self, values: dict[str, Any]) -> ShoeDraw:
        """Return the request as a frozen dataclass."""
        end = {"end": values.pop("from")} if "from" in values else {}
        return ShoeDraw(**values, **end)


DIGEST = "^[0-9a-f]{64}$"


def optional_list(item: ma.fields.Field[Any], text: str) -> ma.fields.List[Any]:
    """Return a list that is not always there, nullable."""
    return ma.fields.List(item, allow_none=True, **optional(text))


class ShoeTerms(PackFields):
    """The terms of a sealed shoe, which the commitment binds together with the server seed."""

    target = Terms
    always = ("scheme", "algorithm", "cut", "reshuffle")
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
    seat = ma.fields.String(**optional("The seat that drew; of shoe3"))
    cards = optional_list(ma.fields.String(allow_none=True), "Their codes; null if not told")
    integers = optional_list(ma.fields.Integer(allow_none=True), "The integers; null if not told")
    in_play = optional_list(ma.fields.Integer(), "The positions in play as the new round began")
    roots = optional_list(ma.fields.String(), "Of shoe3: the roots of the rounds that the draw began, if any")


class ReceiptDrawn(ResponseSchema):
    """The cards taken from a shoe, burned cards included."""

    round = ma.fields.Integer(**required("The last round, from 0"))
    top = ma.fields.Integer(**optional("Cards of that round drawn from the top; not of a game"))
    bottom = ma.fields.Integer(**optional("Cards of that round drawn from the bottom; not of a game"))
    positions = optional_list(ma.fields.Integer(), "Of a game: the positions taken in that round")
    total = ma.fields.Integer(**required("Cards taken in all rounds"))
    draws = ma.fields.Integer(**optional("Draws and deals; not of shoe1"))
    digest = ma.fields.String(**optional("Their SHA-256; not of shoe1", pattern=DIGEST))
    in_play = ma.fields.Raw(
        allow_none=True,
        **optional(
            "The indices in play in that round, if partial their number; null if it began without; not of shoe1"
        ),
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


class ShownCards(ResponseSchema):
    """Cards with their proofs."""

    shown = ma.fields.List(ma.fields.Nested(ShownCard), **required("The cards, in ascending position"))


class ShoeReceipt(ResponseSchema):
    """The receipt of a shoe: everything that its order depends on, or, if it is partial, cards that are shown."""

    receipt = ma.fields.String(**required("The scheme that defines how to check it", enum=list(ShoeScheme)))
    commitment = ma.fields.String(**required("The commitment of when the shoe was opened", pattern=DIGEST))
    terms = ma.fields.Nested(ShoeTerms, **required("The terms that the commitment binds"))
    server_seed = ma.fields.String(**optional("The server seed, secret until now; not if partial", pattern=DIGEST))
    client_seed = ma.fields.String(allow_none=True, **required("The player's seed; null if there was none"))
    drawn = ma.fields.Nested(ReceiptDrawn, **required("The cards taken"))
    seed_hash = ma.fields.String(**optional("If partial: the hash of the server seed", pattern=DIGEST))
    root = ma.fields.String(
        allow_none=True, **optional("If partial: the last root; null before draw 1", pattern=DIGEST)
    )
    shown = optional_list(ma.fields.Nested(ShownCard), "If partial: cards, each with its proof")


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
    draws = ma.fields.Integer(**optional("Draws and deals so far; not of shoe1"))
    digest = ma.fields.String(
        **optional("SHA-256 of all draws and deals: log it, and a fork shows; not of shoe1", pattern=DIGEST)
    )
    signed = ma.fields.Nested(
        SignedState, allow_none=True, **optional("Of shoe3: the signature of the digest; null without SIGNING_KEYS")
    )


class OpenedShoe(ShoeState):
    """A new shoe, before its first draw."""

    shoe = ma.fields.String(**required("The token of the shoe"))
    commitment = ma.fields.String(
        **required("SHA-256 of the secret seed and the terms; keep it to compare it with the receipt", pattern=DIGEST)
    )
    seed_hash = ma.fields.String(
        **optional("Of shoe3: SHA-256 of the seed, with which the commitment can be computed", pattern=DIGEST)
    )
    terms = ma.fields.Nested(ShoeTerms, **required("The terms that the commitment binds"))
    size = ma.fields.Integer(**required("Cards in a round"))
    stages = TextList(**optional("The stages of the game's deal"))
    next_stage = ma.fields.String(**optional("The first of them"))


_PRIVATE_VIEWS = "By seat with a view key: its cards, a JWE; with through in dealt_stages"


class ShoeTurn(NotationFields, ShoeState):
    """The state of a shoe from which cards were taken; the same token and request take the same cards."""

    reshuffled = ma.fields.Boolean(**required("Whether a new round started"))
    reshuffle_due = ma.fields.Boolean(**required("Whether the next draw starts a new round"))
    burned = ma.fields.Integer(**optional("Cards burned, if any"))
    previous = ma.fields.String(**optional("The digest before; not of shoe1", pattern=DIGEST))
    root = ma.fields.String(
        **optional("Of shoe3: the root of the round, which binds each of its cards", pattern=DIGEST)
    )
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
    """A stage of a game, as some seats see it: the hands and piles that got cards in it."""

    seen = ma.fields.Nested(ObservedDraw, **optional(f"{_SEEN}; with through in dealt_stages"))
    game = ma.fields.String(**required("The game"))
    players = ma.fields.Integer(**required("The number of players"))
    stage = ma.fields.String(**required("The stage; with through the last one"))
    next_stage = ma.fields.String(allow_none=True, **required("The stage after it; null after the last"))
    hands = ma.fields.List(ma.fields.Nested(DealtHand), **required("The hands"))
    piles = ma.fields.List(ma.fields.Nested(DealtPile), **required("The piles"))


class StageView(StageCards):
    """A stage of a game, or all up to one, as some seats see them."""

    dealt_stages = ma.fields.List(ma.fields.Nested(StageCards), **optional("With through: the response for each stage"))


class DealtStage(StageView):
    """A stage of a game, or all up to one: the hands and piles that got cards."""

    shoe = ma.fields.String(**optional(_NEW_STATE))
    seat_views = ma.fields.Dict(ma.fields.String(), ma.fields.Nested(StageView), **optional(_VIEWS))


EXAMPLES_FILE = Path(__file__).with_name("shoe_examples.json")
EXAMPLES: Mapping[str, str] = json.loads(EXAMPLES_FILE.read_text())
"""The tokens and the commitment in the documentation: a shoe of a deck, and one of a game.

The second is the worked example of docs/stream-shoes.md. `KEY` opens these tokens, but they are dated 1970: a service
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
        fresh={"shoe": EXAMPLES["OPENED"], "commitment": EXAMPLES["COMMITMENT"], "digest": EXAMPLES["COMMITMENT"]},
    ),
    links=_NEXT_LINKS,
)
def open_sealed_shoe(terms: Terms) -> Body:
    """Open a sealed shoe: fix its order and commit to it, without drawing a card.

    The shoe is that of a deck, of a game, of the integers up to `max`, or of `items`. Keep the commitment, and send the
    token with the next request: the service stores nothing.
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
    }
    if shoe.terms.scheme is not ShoeScheme.SHOE1:
        response |= {"draws": 0, "digest": commitment}
    if shoe.terms.scheme is ShoeScheme.SHOE3:
        response |= {"seed_hash": hash_seed(shoe.server_seed).hex(), "signed": _sign(shoe)}
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
    """Deal the next stage of a game, or all `through` a later one: the hands and piles that get cards.

    Cards that lie face down and burned ones are counted and not told. With `seats`, the cards of other hands are not
    told either, and the response has no token: it is for the players at these seats, and the dealer sends the same
    request without `seats`, or with `each_seat` for all views at once.
    """
    return _take_turn(Action.DEAL, unseal(services().tokens, "shoe", request.shoe), request, deal, _stage_to_json)


def _stage_to_json(before: SealedShoe, request: ShoeDeal, result: StageResult) -> Json:
    """Return the response to a deal of one stage or of several, without the token."""
    table = before.terms.table
    assert table is not None  # noqa: S101 (only the shoe of a game is dealt)
    labels = card_labels(table.shoe, request)
    response = {
        "game": table.game.name,
        "players": table.players,
        "stage": result.stage,
        "next_stage": result.shoe.next_stage,
        "hands": _places_to_json(result, labels, "hands", "seat"),
        "piles": _places_to_json(result, labels, "piles", "name"),
        "burned": result.burned,
        **_turn_to_json(before, request, result),
    }
    is_open = request.seats is None and not before.terms.view_keys
    if table.game.extra_fields and result.is_first and is_open:
        response |= table.game.extra_fields(table, result.deal(), result.board)
    if result.stages:
        del response["seen"]
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

    The same token and request return the same cards, so that a request may be sent again. A revealed shoe draws no
    more: 409. The cards are for the `seat`, if there is one, and `seats` and `each_seat` are as in a deal.
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

    The receipt has the secret seed, and is checked by `/v1/verify`, or by the program of /docs/guide/verify. A shoe of
    `shoe3` gives a partial receipt, by its terms or with `show`: with it, the cards that are shown can be checked.
    """
    before, limits = unseal(services().tokens, "shoe", request.shoe), services().limits
    check_consent(before, Action.REVEAL, request)
    receipt, shoe = reveal(before)
    response: Json = {"receipt": receipt.to_json(), "shoe": shoe.seal(services().tokens)}
    if before.terms.auditor:
        response["audit"] = write_audit(before.terms, response["receipt"])
    if request.show or before.terms.reveal not in {None, Reveal.ALL}:
        hold_slot_for(before.terms.cost)
        current = before.open_round()
        shown = show_cards(before, current, request.show or Selection(), limits)
        response["receipt"] = write_partial(receipt, current, shown)
    return response


@shoes.api_endpoint(
    "/show",
    methods=("POST",),
    arguments=ShowShoeRequest,
    response=ShownCards,
    cache=NO_STORE,
    example=Example({"shoe": EXAMPLES["FLOP"], "piles": ["board"]}),
)
def show_told_cards(request: ShoeShow) -> Body:
    """Show told cards of a round, each with the proof that it lies at its position.

    The shoe is of `shoe3`. A card that no response had in the clear is refused: 409. `/v1/verify` checks `shown`, sent
    with `root` and `terms`.
    """
    if not (request.seats or request.piles or request.positions):
        raise Refused("positions", "Say which cards to show: give seats, piles or positions.")
    shoe = unseal(services().tokens, "shoe", request.shoe)
    hold_slot_for(shoe.terms.cost)
    return {"shown": show_cards(shoe, shoe.open_round(), request, services().limits)}


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


def _contents_to_json(terms: Terms, card_format: CardFormat, indices: Sequence[int]) -> Json:
    """Return the cards at some indices in the unshuffled shoe, or the integers."""
    if terms.shoe is not None:
        return cards_and_indices(card_labels(terms.shoe, card_format), indices)
    for name in _format_to_json(card_format):
        owner = "A shoe of items" if terms.items else "A shoe of integers"
        raise UnsupportedParameter(owner, name, belongs_to=["a shoe of cards"])
    if terms.items:
        return cards_and_indices(terms.items, indices)
    return {"integers": [(terms.min or 0) + index for index in indices]}


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
    if shoe.terms.scheme is not ShoeScheme.SHOE1:
        members |= {"draws": shoe.draws, "previous": before.last_digest.hex(), "digest": shoe.last_digest.hex()}
    if shoe.terms.scheme is ShoeScheme.SHOE3:
        members |= {"root": result.reached[-1].tree.root.hex(), "signed": _sign(shoe)}
    members["client_seed"] = shoe.client_seed
    if not (before.draws or before.total):
        members["fairness"] = shoe.fairness
    if result.views and request.seats is None:
        members["views"] = write_views(result)
    return members | {**_format_to_json(request), "seen": result.seen}


def _sign(shoe: SealedShoe) -> Json | None:
    """Return the signature of the state of a shoe, null if the operator has no key."""
    return sign_state(shoe.last_digest, services().signing_keys)


def _format_to_json(request: CardFormat) -> Json:
    """Return the members that say how cards are written, if not by default."""
    notation = {} if request.notation is Notation.CODE else {"notation": request.notation}
    return notation | ({"name_style": request.name_style} if request.name_style else {})

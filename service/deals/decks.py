"""/v1/decks/<deck>/deal: deals of decks, round the table."""

from dataclasses import dataclass, replace

from ..cards.card import CardFormat
from ..cards.deck import get_deck
from ..cards.endpoint import (
    SHORT_CARDS,
    CardSequence,
    Shuffled,
    count_cards,
    imply_packs,
    resolve_packs,
    shoe_fields,
)
from ..cards.endpoint import blueprint as decks
from ..cards.options import PackOptions
from ..cards.shoe import build_shoe, card_labels
from ..core.limits import weigh_objects
from ..games.dealing import DealRequest, build_procedure, set_up_deals
from ..games.game import Table
from ..http.blueprint import Example
from ..http.draws.response_draft import ResponseDraft
from ..http.schemas.provenance import algorithm_fields
from ..http.schemas.request_schemas import RequestSchema, ShuffledDraw
from ..http.schemas.response_schemas import ResponseSchema, required, response_schemas
from ..http.services import services
from ..http.short import PLAIN_DRAW, ShortQueries
from .conditional_deals import ONLY_IN_BODIES, DealConditions, DealConditionsFields
from .deal_results import DealResults, add_steps_of_hands, check_hands, find_deals_left
from .deal_searches import given_fields, read_search, resolve_conditions

blueprint = decks.part("deals")


@dataclass(frozen=True, kw_only=True)
class DeckDeal(DealConditions, CardFormat, ShuffledDraw, PackOptions, DealRequest):
    """The arguments of a deal of a deck: all parameters of its two schemas, by the base that declares them.

    - DealConditions: max_candidates, given, where
    - CardFormat: name_style, notation
    - ShuffledDraw: seed, index, algorithm, key_bits, passes, variant, sign
    - PackOptions: decks, jokers, suit_order, red_fives, highest, exclude, only
    - DealRequest: hands, cards, packets, burn
    """


class DeckDealQuery(RequestSchema):
    """The parameters of a deal in a query."""

    target = DeckDeal
    in_bodies = ONLY_IN_BODIES


class DeckDealRequest(RequestSchema):
    """The parameters of a deal in a body."""

    target = DeckDeal


class Hand(CardSequence):
    """One hand."""

    seat = required(str, "The number of the seat, from 1 at the dealer's left")


class Pile(CardSequence):
    """One pile, from the top."""

    name = required(str, "burns or stock", enum=["burns", "stock"])


class Hands(ResponseSchema):
    """Hands and piles; every card is in exactly one."""

    hands = required(list[Hand], "A hand for each seat")
    piles = required(list[Pile], "The burned cards, if any, and the stock")


class Dealt(DealConditionsFields, Shuffled):
    """A shuffled and dealt shoe."""


def _count_dealt(deck: str, *, hands: int = 1, decks: int = 1) -> int:
    """Return the steps of a deal, by the path and the parameters of these names."""
    return weigh_objects(count_cards(deck, decks=decks), hands)


@blueprint.draw_endpoint(
    "/<deck>/deal",
    arguments=DeckDealQuery,
    body_arguments=DeckDealRequest,
    response=response_schemas(Dealt, Hands, "DealtDeck"),
    example=Example({"hands": 2, "cards": 5, "burn": 1, "seed": "42"}),
    short=ShortQueries(
        _count_dealt, (*PLAIN_DRAW, *SHORT_CARDS, "cards", "packets", "burn")
    ),
    results=lambda _: DealResults,
)
def deal_deck(args: DeckDeal, deck: str) -> ResponseDraft:
    """Shuffle a deck and deal it round the table from the top.

    The hands of a table of your own have one size or come in packets, after cards that are burned. The pile `stock`
    has the cards that are left. A game that is dealt in another way may be in `/v1/games`.
    """
    shoe = build_shoe(get_deck(deck), args)
    labels = card_labels(shoe, args.notation, args.name_style)
    services().allowed.limits.check_items(len(shoe), "decks")
    check_hands(args, len(shoe))
    procedure = build_procedure(args, len(shoe))
    deals = set_up_deals(Table(shoe=shoe, procedure=procedure), args.given)
    sampler = deals.sampler(args, services().allowed.limits)
    search = read_search(args, deals, sampler)  # None without `where`
    request = replace(
        args, **resolve_packs(shoe), **resolve_conditions(args, deals, search)
    )
    return ResponseDraft(
        add_steps_of_hands(sampler, args.hands),
        common=shoe_fields(shoe) | given_fields(deals) | algorithm_fields(args),
        results=DealResults(deals, labels),
        search=search,
        request=request,
        implied=imply_packs(shoe),
        find_results_left=lambda labels, deal, _: find_deals_left(deals, labels, deal),
    )

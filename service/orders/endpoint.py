"""/v1/orders: the rank of an order or a bridge deal among all, and the order or deal with a rank."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import factorial
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from ..capability import Capability
from ..cards.bridge_notations import SEATS, CodesBySeat, format_pbn_deal, parse_pbn_deal
from ..cards.deck import DECK_NAMES, get_deck
from ..cards.endpoint import PackParameters, cards_and_indices
from ..cards.options import PACK_FIELDS, PackOptions
from ..cards.seats import HANDS_ALIASES
from ..cards.shoe import Shoe, build_shoe, card_labels, parse_order
from ..cards.spellings import CardSpelling
from ..core.errors import Refused, UnsupportedParameter
from ..core.value_types import Choice, Document, EntryName, Integer, ListOf, Text
from ..games import big_deal
from ..games.dealing import CARDS_ALIASES
from ..games.endpoint.dealt_games import GameHand
from ..http.blueprint import Blueprint, Body, Example
from ..http.responses import NO_STORE
from ..http.schemas.fields import parameter
from ..http.schemas.request_schemas import NOT_EMPTY, RequestSchema
from ..http.schemas.response_schemas import ResponseSchema, optional, required
from . import ranks
from .ranks import MAX_DIGITS, MAX_ITEMS

blueprint = Blueprint(
    "orders",
    "/v1/orders",
    "Orders of cards or items and deals of bridge, and their numbers",
)

_POST: dict[str, Any] = {"methods": ("POST",), "cache": NO_STORE}
GAME = "bridge"


@dataclass(frozen=True)
class SeatHand:
    """The cards of a seat."""

    seat: Annotated[str, Choice("The seat.", SEATS, example="N")]
    cards: Annotated[
        tuple[str, ...],
        ListOf("Its 13 cards.", CardSpelling(), 13, 1, example=["AS", "KH"]),
    ]


@dataclass(frozen=True, kw_only=True)
class OrderOptions(PackOptions):
    """The items of an order: the cards of a deck, or a deal of a game."""

    game: Annotated[
        str | None,
        Choice("A deal of bridge, instead of an order.", (GAME,), example=GAME),
    ] = None
    deck: Annotated[
        str | None, EntryName("The deck of the cards.", DECK_NAMES, example="standard")
    ] = None


class OrderParameters(PackParameters):
    """The items of an order."""

    target: ClassVar[type] = OrderOptions


@dataclass(frozen=True, kw_only=True)
class OrderToRank(OrderOptions):
    """An order, or a deal."""

    indices: Annotated[
        tuple[int, ...],
        ListOf(
            "The order of 0, 1, … n − 1.",
            Integer("", 0, MAX_ITEMS - 1),
            MAX_ITEMS,
            example=[2, 0, 1],
        ),
    ] = ()
    cards: Annotated[
        tuple[str, ...],
        ListOf(
            "All cards of the deck, instead of indices.",
            CardSpelling(),
            MAX_ITEMS,
            aliases=CARDS_ALIASES,
        ),
    ] = ()
    hands: tuple[SeatHand, ...] = ()
    pbn: Annotated[
        str | None, Text("The deal in Portable Bridge Notation, instead of hands.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class OrderToUnrank(OrderOptions):
    """The rank of an order, or of a deal."""

    size: Annotated[
        int | None,
        Integer("The number of items, instead of a deck.", 1, MAX_ITEMS, example=52),
    ] = None
    rank: Annotated[
        str | None,
        Text(
            "The rank in decimal digits.", MAX_DIGITS, r"^(0|[1-9][0-9]*)$", example="4"
        ),
    ] = None
    number: Annotated[
        str | None,
        Text(
            "Big Deal's number of a bridge deal, instead of a rank.",
            24,
            "^[0-9a-fA-F]{24}$",
        ),
    ] = None


class BridgeHandRequest(RequestSchema):
    """The cards of a seat."""

    class Meta:
        """Ignore unknown members, as the hands of a response have more members."""

        unknown = ma.EXCLUDE

    target = SeatHand
    error_messages = {"type": "Must be an object with seat and cards."}  # noqa: RUF012


class OrderRankRequest(OrderParameters):
    """An order, or a deal."""

    target = OrderToRank
    keywords = NOT_EMPTY

    hands = parameter(
        ListOf(
            "The hands of a deal, as in a response.",
            Document(),
            len(SEATS),
            aliases=HANDS_ALIASES,
        ),
        default=None,
        item=ma.fields.Nested(BridgeHandRequest),
    )


class OrderUnrankRequest(OrderParameters):
    """The rank of an order, or of a deal."""

    target = OrderToUnrank
    keywords = NOT_EMPTY


class RankedOrder(ResponseSchema):
    """An order or a deal, and its rank."""

    game = optional(str, "As requested")
    deck = optional(str, "As requested")
    rank = required(
        str, "The rank among all orders or deals, from 0, in decimal digits"
    )
    size = optional(int, "The number of items")
    cards = optional(list[str], "The cards, of a deck")
    indices = optional(list[int], "The order of 0, 1, … n − 1")
    number = optional(str, "bridge: the rank as Big Deal's 24 hexadecimal digits")
    hands = optional(list[GameHand], "bridge: the hands N E S W")
    pbn = optional(str, "bridge: the deal in Portable Bridge Notation")


@blueprint.api_endpoint(
    "/rank",
    arguments=OrderRankRequest,
    response=RankedOrder,
    **_POST,
    example=Example({"indices": [2, 0, 1]}),
)
def rank_order(args: OrderToRank) -> Body:
    """Return the rank of an order among the n! orders of its items, or the number of a deal of bridge.

    Orders are ranked lexicographically, from 0. Give `indices`, or the `cards` of a `deck` without equal cards; or
    `game` and `hands` or `pbn`.
    """
    _check_members(args)
    if args.game:
        return _deal_to_json(big_deal.rank_deal(_read_hands(args)))
    shoe = _build_shoe(args)
    if _select(args, "indices", "cards") == "cards":
        if shoe is None:
            raise Refused("deck", "Name the deck of the cards.")
        return _order_to_json(parse_order("cards", args.cards, shoe), shoe)
    ranks.check_order("indices", args.indices)
    count = len(args.indices)
    if shoe and count != len(shoe):
        raise Refused(
            "indices",
            f"indices has {count:,} items; an order of this shoe has {len(shoe):,}.",
        )
    return _order_to_json(args.indices, shoe)


def _read_hands(args: OrderToRank) -> CodesBySeat:
    """Return the four hands of a deal of bridge, by seat. Raises `Refused` unless they have every card once."""
    if _select(args, "hands", "pbn") == "hands":
        return big_deal.parse_hands(
            "hands", ((hand.seat, hand.cards) for hand in args.hands)
        )
    hands = parse_pbn_deal("pbn", args.pbn or "")
    return big_deal.parse_hands("pbn", hands.items())


@blueprint.api_endpoint(
    "/unrank",
    arguments=OrderUnrankRequest,
    response=RankedOrder,
    **_POST,
    example=Example({"game": GAME, "number": "0123456789abcdef01234567"}),
)
def unrank_order(args: OrderToUnrank) -> Body:
    """Return the order with a rank, or the deal of bridge with a number.

    Give `rank` and the `size` of the order or its `deck`; or `game` and `number` or `rank`.
    """
    _check_members(args)
    if args.game:
        return _deal_to_json(_parse_deal_number(args))
    _select(args, "rank")
    shoe = _build_shoe(args)
    _select(args, "size", "deck")
    size = len(shoe) if shoe else args.size or 0
    total = f"{size:,}!, the number of orders"
    rank = ranks.parse_rank("rank", args.rank or "", factorial(size), total)
    return _order_to_json(ranks.unrank_order(rank, size), shoe)


def _parse_deal_number(args: OrderToUnrank) -> int:
    """Return the number of a deal of bridge: Big Deal's `number` in hex, or `rank` in decimal. Raises `Refused`."""
    if _select(args, "number", "rank") == "number":
        return big_deal.parse_number("number", args.number or "")
    total = f"{big_deal.DEALS:,}, the number of deals"
    return ranks.parse_rank("rank", args.rank or "", big_deal.DEALS, total)


_DEAL_MEMBERS = ("hands", "pbn", "number")


def _check_members(args: OrderOptions) -> None:
    """Raise `Refused` for a member that needs `game` or `deck` but has none, and for a member that `game` excludes."""
    names = [field.name for field in fields(args)]
    deal_names = [name for name in names if name in {*_DEAL_MEMBERS, "rank"}]
    for name in names:
        if name == "game" or getattr(args, name) in {None, ()}:
            continue
        if args.game and name not in deal_names:
            raise UnsupportedParameter("A deal of bridge", name, accepted=deal_names)
        if not args.game and name in _DEAL_MEMBERS:
            raise Refused(name, f"{name} is of a deal; give game={GAME} with it.")
        if not args.deck and name in PACK_FIELDS:
            raise Refused(name, f"{name} is of a deck; give the deck with it.")


def _select(args: OrderOptions, *names: str) -> str:
    """Return the member among `names` that the request has. Raises `Refused` if it has none or several of them."""
    present = [name for name in names if getattr(args, name) not in {None, ()}]
    if not present:
        raise Refused(names[0], f"Give {' or '.join(names)}.")
    if len(present) > 1:
        raise Refused(present[-1], f"Give {' or '.join(names)}, and not both.")
    return present[0]


def _build_shoe(args: OrderOptions) -> Shoe | None:
    """Return the shoe of the request's deck, None without a deck. Raises `Refused` for a shoe too large to rank."""
    if args.deck is None:
        return None
    shoe = build_shoe(get_deck(args.deck), args)
    if len(shoe) > MAX_ITEMS:
        raise Refused(
            "decks",
            f"This shoe has {len(shoe):,} cards; an order has up to {MAX_ITEMS:,} items.",
        )
    return shoe


def _order_to_json(order: Sequence[int], shoe: Shoe | None) -> Body:
    """Return a `RankedOrder` of an order of items, or of the cards of a shoe."""
    result = {"rank": str(ranks.rank_order(order)), "size": len(order)}
    if shoe is None:
        return result | {"indices": order}
    cards = cards_and_indices(card_labels(shoe), order)
    return {"deck": shoe.deck.name} | result | cards


def _deal_to_json(number: int) -> Body:
    """Return a `RankedOrder` of a deal of bridge, given its number."""
    hands = big_deal.unrank_deal(number)
    codes = [card.code for card in build_shoe(get_deck("standard"), PackOptions()).pack]
    return {
        "game": GAME,
        "rank": str(number),
        "number": big_deal.format_number(number),
        "hands": [
            {
                "seat": seat,
                "cards": hand,
                "indices": [codes.index(code) for code in hand],
            }
            for seat, hand in hands.items()
        ],
        "pbn": format_pbn_deal(hands),
    }


ORDERS = Capability("orders", blueprints=(blueprint,))

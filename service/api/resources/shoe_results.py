"""The members of a response that has cards of a sealed shoe."""

from collections.abc import Sequence
from dataclasses import asdict

from service.api.http.results import Json
from service.api.schemas.cards import cards_and_indices
from service.core.cards.card import CardFormat, Notation
from service.core.cards.shoes import card_labels
from service.core.errors import UnsupportedParameter
from service.core.sealed.deals import DealRequest, DealResult, DealtPart, DealtPile
from service.core.sealed.draws import DrawRequest, DrawResult
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import Scheme, Terms


def draw_to_json(before: SealedShoe, request: DrawRequest, result: DrawResult) -> Json:
    """Return the members of the response to a draw from the shoe `before`, except the token."""
    optional = {
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


def _contents_to_json(terms: Terms, card_format: CardFormat, indices: Sequence[int]) -> Json:
    """Return the cards at some indices in the unshuffled shoe, or the integers."""
    if terms.shoe is not None:
        return cards_and_indices(card_labels(terms.shoe, card_format), indices)
    for name in _format_to_json(card_format):
        raise UnsupportedParameter("A shoe of integers", name, belongs_to=["a shoe of cards"])
    return {"integers": [(terms.min or 0) + index for index in indices]}


def deal_to_json(before: SealedShoe, request: DealRequest, result: DealResult) -> Json:
    """Return the members of the response to a deal from the shoe `before`, except the token."""
    table = before.terms.table
    assert table is not None  # noqa: S101 (only the shoe of a game is dealt)
    labels = card_labels(table.shoe, request)

    def part_to_json(part: DealtPart | DealtPile) -> Json:
        return {
            "count": part.count,
            **cards_and_indices(labels, [result.order[position] for position in part.positions]),
            "rounds": [result.shoe.round] * len(part.positions),
            "positions": part.positions,
        }

    def pile_to_json(pile: DealtPile) -> Json:
        parts = [{"name": name, **part_to_json(part)} for name, part in pile.parts.items() if name]
        return part_to_json(pile) | ({"parts": parts} if parts else {})

    members = {
        "game": table.game.name,
        "players": table.players,
        "stage": result.stage,
        "next_stage": result.shoe.next_stage,
        "hands": [{"seat": hand.name, **pile_to_json(hand)} for hand in result.hands],
        "piles": [{"name": pile.name, **pile_to_json(pile)} for pile in result.piles],
        "burned": result.burned,
        **_turn_to_json(before, request, result),
    }
    if table.game.extra_fields and result.is_first and request.seats is None:
        members |= table.game.extra_fields(table, result.deal(), result.board)
    return members


def _turn_to_json(before: SealedShoe, request: DrawRequest | DealRequest, result: DrawResult | DealResult) -> Json:
    """Return the members that responses to draws and deals share."""
    shoe = result.shoe
    members: Json = {"remaining": shoe.remaining, "drawable": result.drawable}
    members |= {"round": shoe.round, "reshuffled": result.reshuffled, "reshuffle_due": shoe.reshuffle_due}
    if shoe.terms.scheme is not Scheme.SHOE1:
        members |= {"draws": shoe.draws, "previous": before.last_digest.hex(), "digest": shoe.last_digest.hex()}
    members["client_seed"] = shoe.client_seed
    if not (before.draws or before.total):
        members["fairness"] = shoe.fairness
    return members | {**_format_to_json(request), "seen": result.seen}


def _format_to_json(request: CardFormat) -> Json:
    """Return the members that say how cards are written, if not by default."""
    notation = {} if request.notation is Notation.CODE else {"notation": request.notation}
    return notation | ({"name_style": request.name_style} if request.name_style else {})

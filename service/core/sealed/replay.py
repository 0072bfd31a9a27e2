"""Check a complete list of the draws of a shoe: draw again, and compare what each took and the digest at the end."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import Any

from service.core.errors import Refused, TooMany
from service.core.sealed.deals import StageRequest, deal
from service.core.sealed.draws import DrawRequest, draw
from service.core.sealed.observations import ObservedCards
from service.core.sealed.receipts import PublishedReceipt, Receipt, reveal
from service.core.sealed.rounds import MakeRound
from service.core.sealed.shoe import End, SealedShoe
from service.core.shuffles.plans import Limits
from service.core.verification import Difference, compare_values

Draws = dict[int, tuple[int, ObservedCards]]
"""The entry of each draw by the number of the draw, with the index of the entry in the list of observed cards."""


def find_missing_draws(receipt: PublishedReceipt, observed: Sequence[ObservedCards]) -> str | None:
    """Return the reason why a list cannot be followed draw by draw, None if it has all draws of a receipt."""
    numbers = {entry.draw for entry in observed if entry.draw is not None}
    if (missing := receipt.draws - len(numbers)) <= 0:
        return None
    if not numbers:
        return (
            f"Add seen, with the entry of each of the {receipt.draws:,} draws and its number: without them a draw may "
            "have been hidden."
        )
    first = next(number for number in count(1) if number not in numbers)
    return f"Add the others to seen: {missing:,} of the {receipt.draws:,} draws are not in it, the first is {first:,}."


def collect_draws(receipt: PublishedReceipt, observed: Sequence[ObservedCards]) -> tuple[Draws, Difference | None]:
    """Return the entries of draws by number, each with its place in the list, and the first that cannot be right.

    That is one beyond the draws of the receipt, one without a card, one whose cards in play do not ascend, or another
    entry of the same draw.
    """
    draws: Draws = {}
    for number, entry in enumerate(observed):
        if entry.draw is None:
            continue
        first, same = draws.setdefault(entry.draw, (number, entry))
        if not 1 <= entry.draw <= receipt.draws:
            where, expected = f"seen[{number}].draw", f"1 to {receipt.draws}"
            difference = Difference(where=where, expected=expected, seen=str(entry.draw), detail=_LATER_DRAW)
        elif entry.stage is None and not entry.positions:
            difference = Difference(where=f"seen[{number}].positions", expected="a card or more", seen="[]")
        elif descending := _find_descent(f"seen[{number}].in_play", entry.in_play or ()):
            difference = descending
        elif same is not entry and (other := compare_values(f"seen[{number}]", read_record(same), read_record(entry))):
            difference = replace(other, detail=_describe_fork(entry.draw, first, number))
        else:
            continue
        return draws, replace(difference, draw=entry.draw)
    return draws, None


def find_split_draw(observed: Sequence[ObservedCards]) -> Difference | None:
    """Return the first draw of a list that took cards of two rounds without cards in play."""
    for number, entry in enumerate(observed):
        if entry.draw is not None and len({*(entry.rounds or ())}) > 1 and entry.in_play is None:
            expected = "the cards that stayed, as the draw is of two rounds"
            return Difference(where=f"seen[{number}].in_play", expected=expected, seen=None, draw=entry.draw)
    return None


def _find_descent(where: str, numbers: Sequence[int]) -> Difference | None:
    """Return the first number of a list that is not above the one before it."""
    for offset, (before, following) in enumerate(pairwise(numbers), 1):
        if following <= before:
            return Difference(where=f"{where}[{offset}]", expected=f"{before + 1} or more", seen=str(following))
    return None


def replay_draws(
    receipt: Receipt, draws: Draws, limits: Limits, make_round: MakeRound
) -> tuple[Difference | None, Sequence[bytes]]:
    """Return the first difference between all draws and those of a receipt, and the digests from the commitment on.

    `make_round` returns the rounds, of which the draws of a list need the same again and again.
    """
    shoe = SealedShoe(
        terms=receipt.terms, server_seed=receipt.server_seed, client_seed=receipt.client_seed, make_round=make_round
    )
    digests = [shoe.last_digest]
    for _, (number, entry) in sorted(draws.items()):
        try:
            shoe, seen = _repeat(shoe, entry, limits)
        except TooMany:
            raise
        except Refused as refusal:
            return replace(_describe_refusal(number, entry, refusal), draw=entry.draw), ()
        if difference := compare_values(f"seen[{number}]", seen, read_record(entry)):
            return replace(difference, draw=entry.draw, detail=_OTHER_DRAW), ()
        digests.append(shoe.last_digest)
    repeated, _ = reveal(shoe)
    *_, (_, last) = sorted(draws.items())
    if not shoe.remaining and _is_alone(last[1], shoe.round):  # the last card of a round lies at both ends
        other = replace(repeated, top=repeated.top - 1, bottom=repeated.bottom + 1)
        repeated = other if (other.top, other.bottom) == (receipt.top, receipt.bottom) else repeated
    difference = compare_values("drawn", repeated.to_json()["drawn"], receipt.to_json()["drawn"])
    return difference and replace(difference, detail=_OTHER_RECEIPT), digests


_LATER_DRAW = "The receipt counts fewer draws: it is of an earlier state of the shoe, or of another branch."
_OTHER_DRAW = "By the rules of the game and the cards before, this draw takes other cards."
_OTHER_RECEIPT = "The draws in the list are possible, but not those of the receipt: one of them was another one there."


def _describe_fork(draw_number: int, first: int, second: int) -> str:
    return (
        f"Draw {draw_number} was made twice, or one of its entries was changed: the players who hold seen[{first}] and "
        f"those who hold seen[{second}] saw different draws, and the receipt can be right for one of them alone."
    )


def _is_alone(entry: ObservedCards, number: int) -> bool:
    """Return whether an entry has one card of a round, which does not tell the end that it was drawn from."""
    return list(entry.rounds or ()).count(number) == 1


def _describe_refusal(number: int, entry: ObservedCards, refusal: Refused) -> Difference:
    """Return the difference of an entry whose draw the shoe refuses."""
    where, seen = f"seen[{number}]", getattr(entry, refusal.field, None)
    if seen is None:
        return Difference(where=where, expected=str(refusal), seen=entry.stage or entry.pile)
    return Difference(where=f"{where}.{refusal.field}", expected=str(refusal), seen=str(seen))


def read_record(entry: ObservedCards) -> dict[str, Any]:
    """Return the members of an entry but its cards: the record, without the client seed."""
    members = {name: getattr(entry, name) for name in _RECORDED}
    if entry.roots:
        members["roots"] = entry.roots
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in members.items() if value is not None
    }


_RECORDED = ("stage", "pile", "part", "seat", "rounds", "positions", "places", "burned", "in_play", "begun")


def _repeat(shoe: SealedShoe, entry: ObservedCards, limits: Limits) -> tuple[SealedShoe, dict[str, Any]]:
    """Return the shoe after the draw of an entry, and what the draw took."""
    begins_round = any(number > shoe.round for number in (entry.rounds or ())[:1])
    if entry.stage is not None and not entry.rounds:  # a stage without a card, as of bingo_call
        begins_round = bool(shoe.draws and entry.begun_count)
    if entry.stage is not None:
        dealt = deal(shoe, StageRequest(stage=entry.stage, reshuffle=begins_round), limits)
        return dealt.shoe, _without_cards(dealt.seen)
    places = zip(entry.positions or (), entry.rounds or (), strict=True)
    before = {position for position, number in places if number == shoe.round}
    burned = entry.burned or 0
    request = DrawRequest(
        count=len(entry.positions or ()) - burned,
        burn=burned,
        pile=entry.pile,
        part=entry.part,
        seat=entry.seat,
        reshuffle=begins_round and (shoe.terms.table is not None or not shoe.reshuffle_due),
        in_play=None if entry.in_play is None else tuple(card for card in entry.in_play if card not in before),
    )
    positions = list(entry.positions or ())
    is_top = shoe.terms.table is not None or positions[0] in {0, shoe.top}
    drawn = draw(shoe, replace(request, end=End.TOP if is_top else End.BOTTOM), limits)
    if drawn.seen["positions"] != positions:
        other = draw(shoe, replace(request, end=End.BOTTOM if is_top else End.TOP), limits)
        drawn = drawn if is_top and other.seen["positions"] != positions else other
    return drawn.shoe, _without_cards(drawn.seen)


def _without_cards(seen: Any) -> dict[str, Any]:
    return {name: value for name, value in seen.items() if name not in {"draw", "cards", "integers"}}

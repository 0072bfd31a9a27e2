"""Check a complete list of the draws of a shoe: repeat each draw, and compare its cards and the digest at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import Any, NamedTuple

from ...core.errors import OverLimit, Refused
from ...core.limits import Limits
from ...verdicts.verdict import Difference, compare_values
from ..shoe.rounds import MakeRound
from ..shoe.sealed_shoe import End, SealedShoe, create_shoe
from ..turns.draws import CardDraw, CardDrawResult, draw
from ..turns.stage_deals import StageRequest, deal
from .observations import ObservedCards
from .receipt import PublishedReceipt, Receipt, reveal


class ListedDraw(NamedTuple):
    """The entry of a draw in a list of observed cards, and the place of the entry in the list, from 0."""

    place: int
    entry: ObservedCards

    @property
    def where(self) -> str:
        """Return the path of the entry in the request."""
        return f"seen[{self.place}]"


ListedDraws = dict[int, ListedDraw]
"""The draws of a list by their numbers, which count from 1."""


def find_missing_draws(
    receipt: PublishedReceipt, entries: Sequence[ObservedCards]
) -> str | None:
    """Return a sentence that asks for the draws missing from a list, or None if it has all draws of the receipt."""
    numbers = {entry.draw for entry in entries if entry.draw is not None}
    missing_count = receipt.draws - len(numbers)
    if missing_count <= 0:
        return None
    if not numbers:
        return (
            f"Add seen, with the entry of each of the {receipt.draws:,} draws and its number: without them a draw may "
            "have been hidden."
        )
    first = next(number for number in count(1) if number not in numbers)
    reason = f"{missing_count:,} of the {receipt.draws:,} draws are not in it, the first is {first:,}"
    return f"Add the missing draws to seen: {reason}."


def collect_draws(
    receipt: PublishedReceipt, entries: Sequence[ObservedCards]
) -> tuple[ListedDraws, Difference | None]:
    """Return the entries of a list by the number of their draw, and the first wrong entry as a difference, or None.

    An entry is wrong if its draw is beyond the draws of the receipt, if it has no card, or if its positions in play do
    not ascend.
    """
    draws: ListedDraws = {}
    for place, entry in enumerate(entries):
        if entry.draw is None:
            continue
        listed = ListedDraw(place, entry)
        draws.setdefault(entry.draw, listed)
        difference = _check_entry(receipt, listed.where, entry)
        if difference:
            return draws, replace(difference, draw=entry.draw)
    return draws, None


def find_fork(entries: Sequence[ObservedCards]) -> Difference | None:
    """Return the first difference between two entries of the same draw, or None."""
    first_places: dict[int, int] = {}
    for place, entry in enumerate(entries):
        if entry.draw is None:
            continue
        first = first_places.setdefault(entry.draw, place)
        if first == place:
            continue
        fork = compare_values(
            f"seen[{place}]", read_record(entries[first]), read_record(entry)
        )
        if fork:
            detail = _describe_fork(entry.draw, first, place)
            return replace(fork, draw=entry.draw, detail=detail)
    return None


def _check_entry(
    receipt: PublishedReceipt, where: str, entry: ObservedCards
) -> Difference | None:
    """Return a difference if the entry of a draw, at the path `where`, is wrong as `collect_draws` says."""
    if not 1 <= (entry.draw or 0) <= receipt.draws:
        expected = f"1 to {receipt.draws}"
        return Difference(
            where=f"{where}.draw",
            expected=expected,
            seen=str(entry.draw),
            detail=_LATER_DRAW,
        )
    if entry.stage is None and not entry.positions:
        return Difference(
            where=f"{where}.positions", expected="a card or more", seen="[]"
        )
    for offset, (before, following) in enumerate(pairwise(entry.in_play or ()), 1):
        if following <= before:
            where = f"{where}.in_play[{offset}]"
            return Difference(
                where=where, expected=f"{before + 1} or more", seen=str(following)
            )
    return None


def find_split(entry: ObservedCards) -> Difference | None:
    """Return a difference if a draw took cards of two rounds, and its entry lacks the cards in play between them."""
    is_of_two_rounds = len(set(entry.rounds or ())) > 1
    if entry.draw is None or entry.in_play is not None or not is_of_two_rounds:
        return None
    return Difference(
        where="in_play",
        expected="the cards that stayed, as the draw is of two rounds",
        seen=None,
    )


def find_split_draw(entries: Sequence[ObservedCards]) -> Difference | None:
    """Return the difference that `find_split` finds in the first such entry of a list, or None."""
    for place, entry in enumerate(entries):
        difference = find_split(entry)
        if difference:
            where = f"seen[{place}].{difference.where}"
            return replace(difference, where=where, draw=entry.draw)
    return None


def replay_draws(
    receipt: Receipt, draws: ListedDraws, limits: Limits, make_round: MakeRound
) -> tuple[Difference | None, Sequence[bytes]]:
    """Repeat all draws of a shoe, and compare each with its entry, and the end with the receipt.

    Return the first difference or None, and the digests: the commitment, then the digest after each draw. `make_round`
    makes and caches rounds.
    """
    shoe = create_shoe(
        receipt.terms,
        receipt.server_seed,
        client_seed=receipt.client_seed,
        make_round=make_round,
    )
    digests = [shoe.last_digest]
    for number in sorted(draws):
        after = _repeat_listed(shoe, draws[number], limits)
        if isinstance(after, Difference):
            return after, ()
        shoe = after
        digests.append(shoe.last_digest)
    last_entry = draws[max(draws)].entry
    return _compare_end(receipt, shoe, last_entry), digests


def _repeat_listed(
    shoe: SealedShoe, listed: ListedDraw, limits: Limits
) -> SealedShoe | Difference:
    """Make a listed draw again; return the shoe after it, or the difference between the draw and its entry."""
    entry = listed.entry
    try:
        repeated = _repeat_turn(shoe, entry, limits)
    except OverLimit:
        raise
    except Refused as refusal:
        return _describe_refusal(listed, refusal)
    difference = compare_values(listed.where, repeated.record, read_record(entry))
    if difference:
        return replace(difference, draw=entry.draw, detail=_OTHER_DRAW)
    return repeated.shoe


def _describe_refusal(listed: ListedDraw, refusal: Refused) -> Difference:
    """Return the difference for a draw that no shoe makes after the earlier draws: the refused member or the entry."""
    entry = listed.entry
    where = f"{listed.where}.{refusal.field}"
    refused_value = getattr(entry, refusal.field, None)
    if refused_value is None:
        where = listed.where
        refused_value = entry.stage or entry.pile
    seen = None if refused_value is None else str(refused_value)
    return Difference(where=where, expected=str(refusal), seen=seen, draw=entry.draw)


def _compare_end(
    receipt: Receipt, shoe: SealedShoe, last_entry: ObservedCards
) -> Difference | None:
    """Return the first difference between what a shoe would reveal after its last draw and the receipt, or None."""
    expected, _ = reveal(shoe)
    cards_of_round = list(last_entry.rounds or ()).count(shoe.round)
    if not shoe.remaining and cards_of_round == 1:
        # The last card lies at both ends: the receipt may count it as taken from the bottom.
        top = expected.top - 1
        bottom = expected.bottom + 1
        if (top, bottom) == (receipt.top, receipt.bottom):
            expected = replace(expected, top=top, bottom=bottom)
    difference = compare_values(
        "drawn", expected.to_json()["drawn"], receipt.to_json()["drawn"]
    )
    return difference and replace(difference, detail=_OTHER_RECEIPT)


_LATER_DRAW = "The receipt counts fewer draws: it is of an earlier state of the shoe, or of another branch."
_OTHER_DRAW = (
    "By the rules of the game and the cards before, this draw takes other cards."
)
_OTHER_RECEIPT = (
    "The draws in the list are possible, but the receipt is of other draws: at least "
    "one was different there."
)


def _describe_fork(draw_number: int, first: int, second: int) -> str:
    return (
        f"Draw {draw_number} was made twice, or one of its entries was changed: the players who hold seen[{first}] and "
        f"those who hold seen[{second}] saw different draws, and the receipt can be right for one of them alone."
    )


def read_record(entry: ObservedCards) -> dict[str, Any]:
    """Return the record of a draw, which its digest hashes: the members of its entry without the cards."""
    members = {name: getattr(entry, name) for name in _RECORDED}
    if entry.roots:
        members["roots"] = entry.roots
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in members.items()
        if value is not None
    }


_RECORDED = (
    "stage",
    "pile",
    "part",
    "seat",
    "rounds",
    "positions",
    "places",
    "burned",
    "in_play",
    "begun",
)


class _RepeatedTurn(NamedTuple):
    """The shoe after a turn that was made again, and the record of the turn."""

    shoe: SealedShoe
    record: dict[str, Any]


def _repeat_turn(
    shoe: SealedShoe, entry: ObservedCards, limits: Limits
) -> _RepeatedTurn:
    """Make the turn of an entry again, a stage of a deal or a draw of cards."""
    if entry.stage is not None:
        return _repeat_stage(shoe, entry, entry.stage, limits)
    return _repeat_card_draw(shoe, entry, limits)


def _begins_round(shoe: SealedShoe, entry: ObservedCards) -> bool:
    """Return whether the first card of an entry is of a later round than the last draw of the shoe."""
    return bool(entry.rounds) and (entry.rounds or ())[0] > shoe.round


def _repeat_stage(
    shoe: SealedShoe, entry: ObservedCards, stage: str, limits: Limits
) -> _RepeatedTurn:
    """Deal the stage of an entry again."""
    begins_round = _begins_round(shoe, entry)
    if not entry.rounds:  # a stage without a card, as of bingo_call
        begins_round = bool(shoe.draws and entry.begun_count)
    result = deal(shoe, StageRequest(stage=stage, reshuffle=begins_round), limits)
    return _RepeatedTurn(result.shoe, _without_cards(result.seen))


def _repeat_card_draw(
    shoe: SealedShoe, entry: ObservedCards, limits: Limits
) -> _RepeatedTurn:
    """Draw the cards of an entry again.

    A draw of two cards from the top has the record {"rounds": [0, 0], "positions": [0, 1]}, with `begun` if it is the
    first draw.
    """
    positions = list(entry.positions or ())
    burn = entry.burned or 0
    is_dealt = shoe.terms.table is not None
    cards = zip(positions, entry.rounds or (), strict=True)
    taken_before_round = {
        position for position, number in cards if number == shoe.round
    }
    in_play = None
    if entry.in_play is not None:
        # A draw from two rounds first takes the last cards of the earlier round; these cards then stay in play.
        in_play = tuple(
            position for position in entry.in_play if position not in taken_before_round
        )
    request = CardDraw(
        count=len(positions) - burn,
        burn=burn,
        pile=entry.pile,
        part=entry.part,
        seat=entry.seat,
        reshuffle=_begins_round(shoe, entry) and (is_dealt or not shoe.reshuffle_due),
        in_play=in_play,
    )
    result = _draw_from_either_end(shoe, request, positions, limits)
    return _RepeatedTurn(result.shoe, _without_cards(result.seen))


def _draw_from_either_end(
    shoe: SealedShoe, request: CardDraw, positions: list[int], limits: Limits
) -> CardDrawResult:
    """Draw from the end that takes the cards at these positions; if neither does, from the top.

    An entry does not name the end that its cards came from. The likely end is tried first.
    """
    is_dealt = shoe.terms.table is not None
    is_top_likely = is_dealt or positions[0] in {0, shoe.taken.top}
    if is_top_likely:
        from_top = draw(shoe, replace(request, end=End.TOP), limits)
        if from_top.seen["positions"] == positions:
            return from_top
        from_bottom = draw(shoe, replace(request, end=End.BOTTOM), limits)
        fits = from_bottom.seen["positions"] == positions
        return from_bottom if fits else from_top
    from_bottom = draw(shoe, replace(request, end=End.BOTTOM), limits)
    if from_bottom.seen["positions"] == positions:
        return from_bottom
    return draw(shoe, replace(request, end=End.TOP), limits)


def _without_cards(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record in the entry of a draw: its members without the number of the draw and its cards."""
    return {
        name: value
        for name, value in entry.items()
        if name not in {"draw", "cards", "integers"}
    }

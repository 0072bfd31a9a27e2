"""Check a complete list of the draws of a shoe: repeat each draw, and compare its cards and the digest at the end."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import Any

from ..core.errors import Refused, TooMany
from ..core.shuffles.samplers import Limits
from ..core.verification import Difference, compare_values
from .draws import CardDraw, draw
from .observations import ObservedCards
from .receipts import PublishedReceipt, Receipt, reveal
from .rounds import MakeRound
from .sealed_shoe import End, SealedShoe, create_shoe
from .stage_deals import StageRequest, deal

Draws = dict[int, tuple[int, ObservedCards]]
"""By the number of a draw, its entry and the index of the entry in the list of observed cards."""


def find_missing_draws(
    receipt: PublishedReceipt, entries: Sequence[ObservedCards]
) -> str | None:
    """Return a sentence that asks for the draws missing from a list, None if it has all draws of the receipt."""
    numbers = {entry.draw for entry in entries if entry.draw is not None}
    if (missing_count := receipt.draws - len(numbers)) <= 0:
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
) -> tuple[Draws, Difference | None]:
    """Return the entries of a list by the number of their draw, and the first wrong entry as a difference, or None.

    An entry is wrong if its draw is beyond the draws of the receipt, if it has no card, or if its positions in play do
    not ascend.
    """
    draws: Draws = {}
    for number, entry in enumerate(entries):
        if entry.draw is not None:
            draws.setdefault(entry.draw, (number, entry))
            if difference := _check_entry(receipt, f"seen[{number}]", entry):
                return draws, replace(difference, draw=entry.draw)
    return draws, None


def find_fork(entries: Sequence[ObservedCards]) -> Difference | None:
    """Return the first difference between two entries of one draw, or None."""
    firsts: dict[int, int] = {}
    for number, entry in enumerate(entries):
        if (
            entry.draw is not None
            and (first := firsts.setdefault(entry.draw, number)) != number
        ):
            fork = compare_values(
                f"seen[{number}]", read_record(entries[first]), read_record(entry)
            )
            if fork:
                return replace(
                    fork,
                    draw=entry.draw,
                    detail=_describe_fork(entry.draw, first, number),
                )
    return None


def _check_entry(
    receipt: PublishedReceipt, where: str, entry: ObservedCards
) -> Difference | None:
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
    if (
        entry.draw is None
        or entry.in_play is not None
        or len(set(entry.rounds or ())) < 2
    ):
        return None
    return Difference(
        where="in_play",
        expected="the cards that stayed, as the draw is of two rounds",
        seen=None,
    )


def find_split_draw(entries: Sequence[ObservedCards]) -> Difference | None:
    """Return the difference that `find_split` finds in the first such entry of a list, or None."""
    for number, entry in enumerate(entries):
        if difference := find_split(entry):
            return replace(
                difference, where=f"seen[{number}].{difference.where}", draw=entry.draw
            )
    return None


def replay_draws(
    receipt: Receipt, draws: Draws, limits: Limits, make_round: MakeRound
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
    for _, (number, entry) in sorted(draws.items()):
        try:
            shoe, record = _repeat(shoe, entry, limits)
        except TooMany:
            raise
        except Refused as refusal:
            where = f"seen[{number}].{refusal.field}"
            value = getattr(entry, refusal.field, None)
            if value is None:
                where = f"seen[{number}]"
                value = entry.stage or entry.pile
            text = None if value is None else str(value)
            return Difference(
                where=where, expected=str(refusal), seen=text, draw=entry.draw
            ), ()
        if difference := compare_values(f"seen[{number}]", record, read_record(entry)):
            return replace(difference, draw=entry.draw, detail=_OTHER_DRAW), ()
        digests.append(shoe.last_digest)
    expected, _ = reveal(shoe)
    _, entry = draws[max(draws)]
    if (
        not shoe.remaining and list(entry.rounds or ()).count(shoe.round) == 1
    ):  # the last card lies at both ends
        from_bottom = replace(
            expected, top=expected.top - 1, bottom=expected.bottom + 1
        )
        if (from_bottom.top, from_bottom.bottom) == (receipt.top, receipt.bottom):
            expected = from_bottom
    difference = compare_values(
        "drawn", expected.to_json()["drawn"], receipt.to_json()["drawn"]
    )
    return difference and replace(difference, detail=_OTHER_RECEIPT), digests


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
    """Return the record of a draw, which its digest hashes, from the entry: its members without the cards."""
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


def _repeat(
    shoe: SealedShoe, entry: ObservedCards, limits: Limits
) -> tuple[SealedShoe, dict[str, Any]]:
    """Make the draw of an entry again; return the shoe after it, and the record of the draw."""
    begins_round = any(number > shoe.round for number in (entry.rounds or ())[:1])
    if (
        entry.stage is not None and not entry.rounds
    ):  # a stage without a card, as of bingo_call
        begins_round = bool(shoe.draws and entry.begun_count)
    if entry.stage is not None:
        stage = deal(
            shoe, StageRequest(stage=entry.stage, reshuffle=begins_round), limits
        )
        return stage.shoe, _without_cards(stage.seen)
    positions = list(entry.positions or ())
    burn = entry.burned or 0
    is_dealt = shoe.terms.table is not None
    cards = zip(positions, entry.rounds or (), strict=True)
    taken_before_round = {
        position for position, number in cards if number == shoe.round
    }
    request = CardDraw(
        count=len(positions) - burn,
        burn=burn,
        pile=entry.pile,
        part=entry.part,
        seat=entry.seat,
        reshuffle=begins_round and (is_dealt or not shoe.reshuffle_due),
        in_play=None
        if entry.in_play is None
        else tuple(x for x in entry.in_play if x not in taken_before_round),
    )
    # An entry does not name the end that its cards came from: try the likely end, then the other end.
    is_top = is_dealt or positions[0] in {0, shoe.top}
    result = draw(shoe, replace(request, end=End.TOP if is_top else End.BOTTOM), limits)
    if result.seen["positions"] != positions:
        from_other_end = draw(
            shoe, replace(request, end=End.BOTTOM if is_top else End.TOP), limits
        )
        if not is_top or from_other_end.seen["positions"] == positions:
            result = from_other_end
    return result.shoe, _without_cards(result.seen)


def _without_cards(entry: Any) -> dict[str, Any]:
    return {
        name: value
        for name, value in entry.items()
        if name not in {"draw", "cards", "integers"}
    }

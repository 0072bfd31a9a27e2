"""Check a complete list of the draws of a shoe: draw again, and compare what each took and the digest at the end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from service.core.errors import Refused, TooMany
from service.core.sealed.deals import DealRequest, deal
from service.core.sealed.draws import DrawRequest, draw
from service.core.sealed.observations import ObservedCards
from service.core.sealed.receipts import Receipt, reveal
from service.core.sealed.rounds import MakeRound
from service.core.sealed.shoe import End, SealedShoe
from service.core.shuffles.plans import Limits
from service.core.verification import Difference, compare_values


def replay_draws(
    receipt: Receipt, observed: Sequence[ObservedCards], limits: Limits, make_round: MakeRound
) -> tuple[Difference | None, str | None]:
    """Return the first difference between the entries of a list and the draws of a receipt.

    With it comes the reason why the list cannot be checked: it is not complete. `make_round` returns the rounds, of
    which the draws of a list need the same again and again.
    """
    entries: dict[int, tuple[int, ObservedCards]] = {}
    for number, entry in enumerate(observed):
        if entry.draw is None:
            continue
        if not 1 <= entry.draw <= receipt.draws:
            return Difference(
                where=f"seen[{number}].draw", expected=f"1 to {receipt.draws}", seen=str(entry.draw)
            ), None
        first = entries.setdefault(entry.draw, (number, entry))
        difference = compare_values(f"seen[{number}]", _taken(first[1]), _taken(entry))
        if difference:
            return difference, None
    if len(entries) < receipt.draws:
        return None, f"The list has {len(entries):,} of {receipt.draws:,} draws; a complete one can be checked."
    shoe = SealedShoe(
        terms=receipt.terms,
        server_seed=receipt.server_seed,
        client_seed=receipt.client_seed,
        make_round=make_round,
    )
    for _, (number, entry) in sorted(entries.items()):
        try:
            shoe, seen = _repeat(shoe, entry, limits)
        except TooMany:
            raise
        except Refused as refusal:
            return _describe_refusal(number, entry, refusal), None
        difference = compare_values(f"seen[{number}]", seen, _taken(entry))
        if difference:
            return difference, None
    repeated, _ = reveal(shoe)
    if not shoe.remaining and repeated.top + repeated.bottom == receipt.top + receipt.bottom:
        repeated = replace(repeated, top=receipt.top, bottom=receipt.bottom)  # the last card lay at both ends
    return compare_values("drawn", repeated.to_json()["drawn"], receipt.to_json()["drawn"]), None


def _describe_refusal(number: int, entry: ObservedCards, refusal: Refused) -> Difference:
    """Return the difference of an entry whose draw the shoe refuses."""
    where, seen = f"seen[{number}]", getattr(entry, refusal.field, None)
    if seen is None:
        return Difference(where=where, expected=str(refusal), seen=entry.stage or entry.pile)
    return Difference(where=f"{where}.{refusal.field}", expected=str(refusal), seen=str(seen))


def _taken(entry: ObservedCards) -> dict[str, Any]:
    """Return what an entry says of its draw, without its cards."""
    members = {name: getattr(entry, name) for name in ("stage", "pile", "part", "rounds", "positions", "in_play")}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in members.items() if value is not None
    }


def _repeat(shoe: SealedShoe, entry: ObservedCards, limits: Limits) -> tuple[SealedShoe, dict[str, Any]]:
    """Return the shoe after the draw of an entry, and what the draw took."""
    begins_round = any(number > shoe.round for number in (entry.rounds or ())[:1])
    if entry.stage is not None and not entry.rounds:  # a stage without a card, as of bingo_call
        begins_round = shoe.next_stage is None
    if entry.stage is not None:
        dealt = deal(shoe, DealRequest(stage=entry.stage, reshuffle=begins_round), limits)
        return dealt.shoe, _without_cards(dealt.seen)
    places = zip(entry.positions or (), entry.rounds or (), strict=True)
    before = {position for position, number in places if number == shoe.round}
    request = DrawRequest(
        count=len(entry.positions or ()),
        pile=entry.pile,
        part=entry.part,
        reshuffle=begins_round and (shoe.terms.game is not None or not shoe.reshuffle_due),
        in_play=None if entry.in_play is None else [card for card in entry.in_play if card not in before],
    )
    for end in End:
        drawn = draw(shoe, replace(request, end=end), limits)
        if drawn.seen["positions"] == list(entry.positions or ()):
            return drawn.shoe, _without_cards(drawn.seen)
    drawn = draw(shoe, request, limits)
    return drawn.shoe, _without_cards(drawn.seen)


def _without_cards(seen: Any) -> dict[str, Any]:
    return {name: value for name, value in seen.items() if name not in {"draw", "cards", "integers"}}

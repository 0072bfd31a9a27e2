"""Cards of a sealed shoe that somebody observed, as a list of entries: of responses, or noted by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from service.core.cards.shoes import parse_card
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.terms import ShoeScheme, Terms
from service.core.validation import check_range


@dataclass(frozen=True, kw_only=True)
class ObservedCards:
    """An entry: cards in any spelling, or integers; None stands for one that was not told.

    The entry of a response has the `rounds` and `positions` of all, the number of the `draw`, its `stage` or `pile`,
    and maybe `in_play`, the positions in the round before of the cards in play. Without `positions` the cards are
    consecutive in one round, and the first was at `position` (0 is the top).
    """

    cards: Sequence[str | None] | None = None
    integers: Sequence[int | None] | None = None
    round: int = 0
    position: int = 0
    rounds: Sequence[int] | None = None
    positions: Sequence[int] | None = None
    draw: int | None = None
    stage: str | None = None
    pile: str | None = None
    part: str | None = None
    in_play: Sequence[int] | None = None


class ObservedCard(NamedTuple):
    """A card at a position: its code, or the integer; None if it was not told. `draw` is the number of its draw."""

    round: int
    position: int
    label: str | int | None
    draw: int | None


def parse_observed(terms: Terms, observed: Sequence[ObservedCards]) -> Iterator[ObservedCard]:
    """Yield every card, told or not. Raises `Refused` for an entry that cannot be of a shoe with these terms."""
    codes: dict[str | None, str | None] = {None: None}
    for number, entry in enumerate(observed):
        _check_members(terms, f"seen[{number}]", entry)
        labels = _read_labels(terms, f"seen[{number}]", entry, codes)
        rounds, positions = _read_places(terms, f"seen[{number}]", entry, len(labels))
        for round_number, position, label in zip(rounds, positions, labels, strict=True):
            yield ObservedCard(round_number, position, label, entry.draw)


def _check_members(terms: Terms, where: str, entry: ObservedCards) -> None:
    """Raise `Refused` for a member that no entry of a shoe with these terms has."""
    names = () if terms.game else ("stage", "pile", "part")
    for name in (*names, "draw", "in_play") if terms.scheme is ShoeScheme.SHOE1 else names:
        if getattr(entry, name) is not None:
            raise Refused("seen", f"{where} has {name}, which entries of this shoe have not; leave it out.")
    if entry.draw is None and entry.in_play is not None:
        raise Refused("seen", f"{where} has in_play, which only the entry of a draw has; give its number as draw.")
    if entry.draw is not None and (entry.rounds is None or entry.positions is None):
        raise Refused("seen", f"{where} has draw; it must have rounds and positions as well.")
    if terms.table and entry.stage is not None and entry.stage not in terms.table.procedure.stages:
        stages = ", ".join(terms.table.procedure.stages)
        raise Refused("seen", f"{where}.stage is {entry.stage!r}; the stages are {stages}.")
    if terms.table and entry.draw is not None and (entry.stage is None) is (entry.pile is None):
        raise Refused("seen", f"{where} must have either a stage or a pile.")


def _read_labels(
    terms: Terms, where: str, entry: ObservedCards, codes: dict[str | None, str | None]
) -> Sequence[str | int | None]:
    """Return the code of each card of an entry, or its integers; `codes` are those of texts that were parsed before."""
    wanted, other = ("integers", "cards") if terms.shoe is None else ("cards", "integers")
    if getattr(entry, other) is not None or getattr(entry, wanted) is None:
        raise Refused("seen", f"{where} must have {wanted}, and no {other}.")
    if terms.shoe is None:
        for integer in entry.integers or ():
            if integer is not None and not (terms.min or 0) <= integer <= (terms.max or 0):
                raise Refused("seen", f"{where} has {integer}; the shoe has {terms.min} to {terms.max}.")
        return entry.integers or ()
    for offset, card in enumerate(entry.cards or ()):
        if card is not None and card not in codes:
            codes[card] = _parse_code(terms, f"{where}.cards[{offset}]", card)
    return [codes[card] for card in entry.cards or ()]


def _parse_code(terms: Terms, where: str, card: str) -> str:
    try:
        return parse_card("seen", card, terms.card_shoe.deck, terms.card_shoe.options).code
    except Refused as refusal:
        raise Refused("seen", f"{where}: {refusal}") from None


def _read_places(terms: Terms, where: str, entry: ObservedCards, count: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the round and the position of every card."""
    if entry.positions is None and entry.rounds is None:
        rounds: Sequence[int] = [check_range("seen", entry.round, 0, MAX_INDEX)] * count
        first = check_range("seen", entry.position, 0, MAX_INDEX)
        positions: Sequence[int] = range(first, first + count)
    else:
        rounds, positions = entry.rounds or (), entry.positions or ()
        if not len(rounds) == len(positions) == count:
            lengths = f"{len(rounds)} rounds, {len(positions)} positions and {count} cards"
            raise Refused("seen", f"{where} has {lengths}; it must have a round and a position for each card.")
    for position in (*positions, *(entry.in_play or ())):
        if not 0 <= position < terms.size:
            raise Refused("seen", f"{where} goes on to position {position:,}, but the last one is {terms.size - 1:,}.")
    return rounds, positions

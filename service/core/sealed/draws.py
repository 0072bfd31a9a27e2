"""Open a sealed shoe, and draw cards from it."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from service.core.cards.spellings import MAX_SPELLING
from service.core.errors import Conflict, TooMany
from service.core.games.stages import CoveredCards
from service.core.kinds import Integer, ListOf, PlaceName, Text
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.resolution import resolve_terms
from service.core.sealed.rounds import Round
from service.core.sealed.shoe import SEED_BYTES, End, SealedShoe
from service.core.sealed.terms import MAX_TREE, Reshuffle, Terms
from service.core.sealed.turns import Place, Record, TurnRequest, TurnResult, check_seats, parse_in_play
from service.core.shuffles.plans import Limits


@dataclass(frozen=True)
class CardInPlay(Integer):
    """A position in a round; in JSON also the code of a card, which generated clients leave out."""

    max: int = MAX_INDEX

    accepted_in_requests = "a position, which is an integer from 0, or the code of a card"

    def fits(self, value: object) -> bool:
        """Return whether a value is a position or may be a code."""
        return super().fits(value) or (isinstance(value, str) and 1 <= len(value) <= MAX_SPELLING)

    def is_annotation(self, annotation: Any) -> bool:
        """Return whether an annotation has positions and codes."""
        return bool(annotation == int | str)


@dataclass(frozen=True, kw_only=True)
class DrawRequest(TurnRequest):
    """A request for cards.

    Draw `count` cards (1 or more) from one `end` of a `pile` of the game or of its `part`, after `burn` cards of the
    same end that nobody sees. They are for a `seat`, which alone sees them, or for all to see. `in_play` are the cards,
    by position in this round or by code, that stay where they are if a new round begins.
    """

    count: Annotated[int, Integer("Cards to draw.", 1, MAX_INDEX, example=5)]
    seat: Annotated[
        str | None, PlaceName("Who gets the cards, and alone sees them.", example="1", implied="all see them")
    ] = None
    burn: Annotated[int, Integer("Cards to burn first, unseen, from the same end.", 0, MAX_INDEX, example=1)] = 0
    end: End = End.TOP
    pile: Annotated[
        str | None, PlaceName("The pile of the game.", example="dead_wall", implied="the stock or wall")
    ] = None
    part: Annotated[
        str | None, Text("The part of the pile.", example="dora_indicators", implied="as the game draws")
    ] = None
    in_play: Annotated[
        tuple[int | str, ...] | None,
        ListOf(
            "The cards that stay in play if a new round starts: their positions in this round, or codes that are "
            "unique in the shoe. [] is no cards, and not as if left out.",
            CardInPlay(),
            MAX_TREE,
            is_empty_default=False,
            example=[0, 1],
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class KeptCards:
    """The cards in play as a new round began: their positions before, ascending, and after, in the same order."""

    before: Sequence[int]
    after: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class DrawResult(TurnResult):
    """The cards in the order in which they were drawn, if they are told, and the shoe after the draw.

    `indices` are positions in the unshuffled shoe, `positions` those in the shuffled shoe of each of the `rounds`.
    """

    indices: Sequence[int]
    rounds: Sequence[int]
    positions: Sequence[int]
    pile: CoveredCards
    in_play: KeptCards | None


def open_shoe(terms: Terms, limits: Limits) -> SealedShoe:
    """Return a new shoe with a random server seed. Raises `Refused` for terms that contradict each other."""
    return SealedShoe(terms=resolve_terms(terms, limits), server_seed=os.urandom(SEED_BYTES))


def draw(shoe: SealedShoe, request: DrawRequest, limits: Limits) -> DrawResult:
    """Draw the next cards of a shoe; the same shoe and request give the same cards.

    Raises `TooMany` beyond the limits, `Refused` for a seat that the game has not, and `Conflict` for a request that
    the state of the shoe does not allow.
    """
    items = 2 * request.count * shoe.terms.card_size  # each is in `seen` as well, and burned cards are there alone
    limits.check_items(items)
    check_seats(shoe, request, items + request.burn, limits, request.seat)
    drawing = _Drawing(shoe.set_client_seed(request.client_seed, request.words), request)
    if drawing.is_due or (request.reshuffle and drawing.shoe.can_reshuffle):
        drawing.start_round()
    drawing.check(limits)
    limits.check_items(items + request.burn, "burn")
    drawing.take(request.burn, is_told=False)
    missing = request.count
    while missing:
        if not drawing.pile.positions:
            drawing.start_round()
        count = min(missing, len(drawing.pile.positions))
        drawing.take(count, is_told=drawing.is_told)
        missing -= count
    return drawing.finish()


class _Drawing:
    """A draw in progress: the shoe, the round and the pile after the cards taken until now, and their record."""

    def __init__(self, shoe: SealedShoe, request: DrawRequest) -> None:
        self.shoe, self.request = shoe, request
        self.round = shoe.open_round()
        self.pile = shoe.find_pile(self.round, request.pile, request.part)
        source = {"pile": self.pile.name, "part": self.pile.part, "seat": request.seat}
        self.record = Record({name: value for name, value in source.items() if value}, burned=request.burn)
        if not shoe.draws:
            self.record.begun.append(self.round)
        self.in_play: Sequence[int] | None = None
        self.kept: KeptCards | None = None
        self.reached: dict[int, Round] = {}
        self.reshuffled = False
        self._check_terms()
        if request.in_play is not None:
            self.in_play = parse_in_play(shoe, self.round, request.in_play)

    @property
    def is_told(self) -> bool:
        """Whether the cards are for the seats to which they are told, of which none reads them alone."""
        seat, seats = self.request.seat, self.request.seats
        return seat is None or (seat not in self.shoe.terms.private_seats and (seats is None or seat in seats))

    @property
    def is_due(self) -> bool:
        """Whether the draw begins with a new round by the terms; a hand of a game ends before the cut counts."""
        return self.shoe.reshuffle_due and not self.shoe.terms.table

    @property
    def _is_stock(self) -> bool:
        """Whether the pile is the one that goes on with reshuffled cards."""
        table = self.shoe.terms.table
        return table is None or (self.pile.name == table.procedure.default_pile and not self.pile.part)

    def _check_terms(self) -> None:
        """Raise `Conflict` for a new round, or for cards in play, that the terms or the pile do not have."""
        fields = ["reshuffle"] * self.request.reshuffle + ["in_play"] * (self.request.in_play is not None)
        reason = "This shoe is never reshuffled" if self.shoe.terms.reshuffle is Reshuffle.NEVER else None
        if not reason and self.request.reshuffle and not self._is_stock:
            fields, reason = ["reshuffle"], f"No reshuffled cards come to {self.pile.label}"
        if not reason or not fields:
            return
        left = self.shoe.size if self.is_due else len(self.pile.positions)
        missing = self.request.burn + self.request.count - left
        is_refused = missing > 0 and self._find_obstacle(missing)
        remaining = f"{self.shoe.terms.format_remaining(left)} in {self.pile.label}"
        advice = remaining if is_refused else f"leave {' and '.join(fields)} out"
        raise Conflict(fields[0], f"{reason}; {advice}.")

    def start_round(self) -> None:
        """Start the next round; the cards in play, if the request names them, and those of this draw are not in it."""
        indices = None
        if self.in_play is not None:
            self.record.in_play = sorted({*self.in_play, *self.record.positions})
            indices = [self.round.order[position] for position in self.record.in_play]
        elif self.shoe.terms.table:
            raise Conflict("in_play", "A draw begins a new round of a deal with in_play: the cards that stay.")
        self.shoe, self.reshuffled = self.shoe.start_round(indices), True
        self.round = self.shoe.open_round()
        self.record.begun.append(self.round)
        self.pile = self.shoe.find_pile(self.round, self.request.pile, self.request.part)
        if indices is not None:
            before, after = self.record.in_play or (), [self.round.positions[index] for index in indices]
            self.kept = KeptCards(before=before, after=after)

    def check(self, limits: Limits) -> None:
        """Raise `Refused` for more cards than the limits or the pile, which may just have been shuffled, allow."""
        burn, cards, left = self.request.burn, self.request.burn + self.request.count, len(self.pile.positions)
        terms, where = self.shoe.terms, self.pile.label
        if burn > left:
            raise Conflict(
                "burn", f"{terms.format_count(burn)} cannot be burned; {terms.format_remaining(left)} in {where}."
            )
        if cards > left and (reason := self._find_obstacle(cards - left)):
            burned = f", {burn:,} of them burned," if burn else ""
            wanted = f"{terms.format_count(cards)}{burned} {'was' if cards == 1 else 'were'} requested"
            raise Conflict("count", f"{wanted}; {terms.format_remaining(left)} in {where}, and {reason}.")
        rounds = 1 + (cards > left)
        if (cost := rounds * terms.cost) > limits.draws:
            raise TooMany("count", cost, f"draws in {rounds:,} rounds", limits.draws, "MAX_DRAWS")

    def _find_obstacle(self, missing: int) -> str | None:
        """Return why the next round cannot have the cards that are missing from this one, None if it can."""
        terms = self.shoe.terms
        if terms.reshuffle is Reshuffle.NEVER:
            return "the shoe is never reshuffled"
        if not self._is_stock:
            stock = terms.table and terms.table.procedure.default_pile
            only = f"only the pile {stock} goes on with them, with in_play" if stock else "this game leaves no stock"
            return f"no reshuffled cards come there: {only}"
        if (shortage := self._find_shortage(missing)) or self.in_play is not None:
            return shortage
        ways = [] if terms.table else ["begin a round with reshuffle"]
        if self.shoe.size <= MAX_TREE:
            ways.append("go on in the next round with in_play, the cards that stay")
        return f"no card comes twice unasked: {', or '.join(ways)}"

    def _find_shortage(self, missing: int) -> str | None:
        """Return why the cards that are neither left nor in play are too few for those that are missing."""
        in_play = self.in_play or ()
        others = 0 if self.reshuffled else self.shoe.size - len({*in_play, *self.pile.positions})
        if others >= missing:
            return None
        count = f"only {self.shoe.terms.format_count(others)}" if others else "none"
        return f"{count} can be shuffled{', as the others are in play' if in_play else ' besides'}"

    def take(self, count: int, *, is_told: bool) -> None:
        """Take cards of the pile, in the order in which they leave it."""
        if not count:
            return
        self.reached[self.round.number] = self.round
        end = self.request.end
        positions = self.pile.positions[:count] if end is End.TOP else self.pile.positions[: -count - 1 : -1]
        order = self.round.order
        self.record.add(self.round.number, positions, [int(order[card]) if is_told else None for card in positions])
        left = self.pile.positions[count:] if end is End.TOP else self.pile.positions[:-count]
        self.pile = self.pile._replace(positions=left)
        self.shoe = self.shoe.take(positions) if self.shoe.terms.table else self.shoe.take_from_end(end, count)

    def finish(self) -> DrawResult:
        """Return the result, with the draw counted."""
        record, has_tree = self.record, self.shoe.terms.has_tree
        shoe, seen = record.count(self.shoe)
        told, seat = slice(self.request.burn, None) if self.is_told else slice(0), self.request.seat
        drawn = map(Place, record.rounds[self.request.burn :], record.positions[self.request.burn :])
        return DrawResult(
            indices=[index for index in record.indices if index is not None],
            rounds=record.rounds[told],
            positions=record.positions[told],
            shoe=shoe,
            pile=self.pile,
            drawable=len(self.pile.positions) if self._is_stock else shoe.drawable,
            reshuffled=self.reshuffled,
            in_play=self.kept,
            reached=tuple(self.reached.values()),
            seen=seen,
            told=record.find_told() if has_tree else (),
            views={seat: list(drawn)} if seat and seat in self.shoe.terms.private_seats else {},
        )

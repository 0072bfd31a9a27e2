"""Open a sealed shoe, and draw cards from it."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from ...cards.seats import PlaceName
from ...cards.spellings import MAX_SPELLING
from ...core.errors import Asked, Conflict, Details, Most, Reason, UnsupportedParameter
from ...core.limits import Limits, TooMany
from ...core.rng.streams import MAX_INDEX
from ...core.shuffle_requests import COUNT_ALIASES
from ...core.value_types import Integer, ListOf, Text
from ...games.stages import CoveredCards
from ..opening.contents import MAX_TREE
from ..opening.resolution import resolve_terms
from ..opening.terms import Reshuffle, Terms
from ..shoe.rounds import Round
from ..shoe.sealed_shoe import SEED_BYTES, DealtShoe, End, SealedShoe, create_shoe
from .turn_records import (
    CardPosition,
    Record,
    TurnRequest,
    TurnResult,
    check_seats,
    parse_in_play,
)


@dataclass(frozen=True, eq=False)
class CardInPlay(Integer):
    """A position in a round, from 0, or the code of a card; the OpenAPI document describes only positions."""

    max: int = MAX_INDEX

    accepted_in_requests = (
        "a position, which is an integer from 0, or the code of a card"
    )
    reason = None

    def fits(self, value: object) -> bool:
        return super().fits(value) or (
            isinstance(value, str) and 1 <= len(value) <= MAX_SPELLING
        )

    def is_annotation(self, annotation: Any) -> bool:
        return bool(annotation == (int | str))


@dataclass(frozen=True, kw_only=True)
class CardDraw(TurnRequest):
    """A request to draw `count` cards (1 or more) from one `end` of a pile, after burning `burn` cards of that end.

    Only `seat` sees the cards; without a seat everybody does. If a new round begins, the cards `in_play` stay on the
    table; a request names each by its position in this round or by its code.
    """

    count: Annotated[
        int, Integer("Cards to draw.", 1, MAX_INDEX, example=5, aliases=COUNT_ALIASES)
    ]
    seat: Annotated[
        str | None,
        PlaceName(
            "Who gets the cards, and alone sees them.",
            example="1",
            default_text="all see them",
            aliases=("player", "hand", "for"),
        ),
    ] = None
    burn: Annotated[
        int,
        Integer(
            "Cards to burn first, unseen, from the same end.", 0, MAX_INDEX, example=1
        ),
    ] = 0
    end: End = End.TOP
    pile: Annotated[
        str | None,
        PlaceName(
            "The pile of the game.",
            example="dead_wall",
            default_text="the stock or wall",
        ),
    ] = None
    part: Annotated[
        str | None,
        Text(
            "The part of the pile.",
            example="dora_indicators",
            default_text="as the game draws",
        ),
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


class KeptCards(NamedTuple):
    """The positions of the cards in play before a new round began, ascending, and of the same cards after it began."""

    before: Sequence[int]
    after: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class CardDrawResult(TurnResult):
    """The visible cards of a draw, in the order of drawing; all three lists are empty if the draw hides its cards.

    `indices` has the position of each card in the unshuffled shoe, `rounds` its round, `positions` its position there.
    """

    indices: Sequence[int]
    rounds: Sequence[int]
    positions: Sequence[int]
    pile: CoveredCards
    in_play: KeptCards | None


def open_shoe(terms: Terms, limits: Limits) -> SealedShoe:
    """Return a new shoe with these terms and a random server seed.

    Raises `Refused` for terms that contradict each other, and `TooMany` for a shoe beyond the limits.
    """
    return create_shoe(resolve_terms(terms, limits), os.urandom(SEED_BYTES))


def draw(shoe: SealedShoe, request: CardDraw, limits: Limits) -> CardDrawResult:
    """Draw the next cards of a shoe; the same shoe and request give the same cards.

    Raises `TooMany` beyond the limits, `Refused` for a seat that the game does not have, and `Conflict` for a request
    that the state of the shoe does not allow.
    """
    # A card is in `cards` and in `seen`, a burned card in `seen`.
    items = 2 * request.count * shoe.terms.card_size
    limits.check_items(items)
    check_seats(shoe, request, items + request.burn, limits, request.seat)
    seeded_shoe = shoe.begin_turn(request.client_seed, request.words)
    drawing = _Drawing(seeded_shoe, request)
    is_reshuffled = request.reshuffle and seeded_shoe.can_reshuffle
    if seeded_shoe.draw_begins_round or is_reshuffled:
        drawing.start_round()
    drawing.check(limits)
    limits.check_items(items + request.burn, "burn")
    drawing.take(request.burn, is_visible=False)
    cards_to_draw = request.count
    while cards_to_draw:
        if not drawing.pile.positions:
            drawing.start_round()
        count = min(cards_to_draw, len(drawing.pile.positions))
        drawing.take(count, is_visible=drawing.is_visible)
        cards_to_draw -= count
    return drawing.finish()


def _refuse_places(places: Mapping[str, str | None]) -> None:
    """Raise `UnsupportedParameter` for the first place that a request names, because its shoe is not dealt."""
    for field_name, name in places.items():
        if name is not None:
            raise UnsupportedParameter(
                "A shoe that is not dealt",
                field_name,
                belongs_to=["a shoe that is dealt"],
            )


class CardsLeft(Details):
    """The cards that a draw asks for, and how many can come."""

    asked: Asked
    most: Most


class _Obstacle(NamedTuple):
    """Why a draw cannot take its last cards from the next round: a clause for people, and the reason for programs."""

    clause: str
    reason: Reason


class _Drawing:
    """A draw in progress: the shoe, its round, the pile with the cards not yet drawn, and the record of the draw."""

    def __init__(self, shoe: SealedShoe, request: CardDraw) -> None:
        self.shoe = shoe
        self.request = request
        self.round = shoe.open_round()
        self.pile = self._find_pile()
        source = {"pile": self.pile.name, "part": self.pile.part, "seat": request.seat}
        self.record = Record(
            {name: value for name, value in source.items() if value},
            burned=request.burn,
        )
        if not shoe.draws:
            self.record.begun.append(self.round)
        self.in_play: Sequence[int] | None = None  # positions in the first round
        self.kept: KeptCards | None = None
        self.reached: dict[int, Round] = {}  # by number: rounds that cards came from
        self.reshuffled = False
        self._check_terms()
        if request.in_play is not None:
            self.in_play = parse_in_play(shoe, self.round, request.in_play)

    def _find_pile(self) -> CoveredCards:
        """Return the cards not yet drawn from the pile that the request names, by default from the default pile.

        Raises `Refused` for a pile that the shoe does not have, `Conflict` for a pile that no stage has laid yet.
        """
        pile = self.request.pile
        part = self.request.part
        if isinstance(self.shoe, DealtShoe):
            return self.shoe.find_pile(self.round, pile, part)
        _refuse_places({"pile": pile, "part": part})
        return self.shoe.find_default_pile(self.round)

    @property
    def is_visible(self) -> bool:
        """Whether the response shows these cards in the clear."""
        seat = self.request.seat
        terms = self.shoe.terms
        if seat is None:
            return True
        if seat in terms.private_seats:
            return False
        return terms.procedure.hand_face.is_seen(seat, self.request.seats)

    def _check_terms(self) -> None:
        """Raise `Conflict` if the request has `reshuffle` or `in_play` and the shoe or pile is never reshuffled."""
        fields = []
        if self.request.reshuffle:
            fields.append("reshuffle")
        if self.request.in_play is not None:
            fields.append("in_play")
        if fields and self.shoe.terms.reshuffle is Reshuffle.NEVER:
            raise self._refuse_round(fields, "This shoe is never reshuffled")
        if self.request.reshuffle and not self.shoe.is_stock(self.pile):
            reason = f"No reshuffled cards come to {self.pile.label}"
            raise self._refuse_round(["reshuffle"], reason)

    def _refuse_round(self, fields: Sequence[str], reason: str) -> Conflict:
        """Return the error for a request that would begin a round by these fields, which `reason` forbids.

        It advises to leave the fields out, unless the draw would be refused even then: if too few cards are left, it
        says how many: "This shoe is never reshuffled; 2 cards remain in this round."
        """
        available = len(self.pile.positions)
        if self.shoe.draw_begins_round:
            available = self.shoe.size
        shortage = self.request.burn + self.request.count - available
        advice = f"leave {' and '.join(fields)} out"
        if shortage > 0 and self._find_obstacle(shortage):
            advice = self._describe_available(available)
        return Conflict(fields[0], f"{reason}; {advice}.")

    def _describe_available(self, count: int) -> str:
        """Return a clause on the cards that are left in the pile of the draw: `2 cards remain in this round`."""
        return f"{self.shoe.terms.format_remaining(count)} in {self.pile.label}"

    def start_round(self) -> None:
        """Start the next round. If the request has `in_play`, leave out these cards and the cards of this draw."""
        indices = None
        if self.in_play is not None:
            self.record.in_play = sorted({*self.in_play, *self.record.positions})
            indices = [self.round.order[position] for position in self.record.in_play]
        elif self.shoe.terms.table:
            raise Conflict(
                "in_play",
                "A draw begins a new round of a deal with in_play: the cards that stay.",
            )
        self.shoe = self.shoe.start_round(indices)
        self.reshuffled = True
        self.round = self.shoe.open_round()
        self.record.begun.append(self.round)
        self.pile = self._find_pile()
        if indices is not None:
            before = self.record.in_play or ()
            after = [self.round.positions[index] for index in indices]
            self.kept = KeptCards(before=before, after=after)

    def check(self, limits: Limits) -> None:
        """Raise `Conflict` if the pile and the next round have too few cards, `TooMany` beyond the limits."""
        burn = self.request.burn
        cards = burn + self.request.count
        available = len(self.pile.positions)
        terms = self.shoe.terms
        if burn > available:
            clause = self._describe_available(available)
            raise Conflict(
                "burn",
                f"{terms.format_count(burn)} cannot be burned; {clause}.",
                Reason("too_few_cards", CardsLeft(asked=burn, most=available)),
            )
        rounds = 1
        if cards > available:
            rounds = 2
            obstacle = self._find_obstacle(cards - available)
            if obstacle:
                clause = self._describe_available(available)
                requested = self._describe_requested(cards)
                raise Conflict(
                    "count",
                    f"{requested}; {clause}, and {obstacle.clause}.",
                    obstacle.reason,
                )
        steps = rounds * terms.steps
        if steps > limits.draws.number:
            unit = f"draws in {rounds:,} rounds"
            raise TooMany("count", steps, unit, limits.draws)

    def _describe_requested(self, cards: int) -> str:
        """Return a clause on the `cards` of the request: `5 cards, 1 of them burned, were requested`."""
        burn = self.request.burn
        burned = f", {burn:,} of them burned," if burn else ""
        verb = "was" if cards == 1 else "were"
        return f"{self.shoe.terms.format_count(cards)}{burned} {verb} requested"

    def _find_obstacle(self, shortage: int) -> _Obstacle | None:
        """Return why the draw cannot take its last `shortage` cards from the next round, or None if it can."""
        terms = self.shoe.terms
        asked = self.request.burn + self.request.count
        available = asked - shortage
        too_few = Reason("too_few_cards", CardsLeft(asked=asked, most=available))
        if terms.reshuffle is Reshuffle.NEVER:
            return _Obstacle("the shoe is never reshuffled", too_few)
        if not self.shoe.is_stock(self.pile):
            stock = terms.procedure.default_pile
            only = "this game leaves no stock"
            if stock:
                only = f"only the pile {stock} goes on with them, with in_play"
            return _Obstacle(f"no reshuffled cards come there: {only}", too_few)
        in_play = self.in_play or ()
        shufflable = 0
        if not self.reshuffled:
            shufflable = self.shoe.size - len({*in_play, *self.pile.positions})
        if shufflable < shortage:
            count = f"only {terms.format_count(shufflable)}" if shufflable else "none"
            ending = ", as the other cards are in play" if in_play else " besides"
            most = available + shufflable
            return _Obstacle(
                f"{count} can be shuffled{ending}",
                Reason("too_few_cards", CardsLeft(asked=asked, most=most)),
            )
        if self.in_play is not None:
            return None
        ways = [] if terms.table else ["begin a round with reshuffle"]
        if self.shoe.size <= MAX_TREE:
            ways.append("go on in the next round with in_play, the cards that stay")
        return _Obstacle(
            f"no card comes twice unasked: {', or '.join(ways)}",
            Reason("needs_shuffle", CardsLeft(asked=asked, most=available)),
        )

    def take(self, count: int, *, is_visible: bool) -> None:
        """Move `count` cards from the requested end of the pile to the record, the outermost first."""
        if not count:
            return
        self.reached[self.round.number] = self.round
        positions_of_pile = self.pile.positions
        order = self.round.order
        if self.request.end is End.TOP:
            positions = positions_of_pile[:count]
            positions_left = positions_of_pile[count:]
        else:
            positions = positions_of_pile[: -count - 1 : -1]
            positions_left = positions_of_pile[:-count]
        indices = [
            int(order[position]) if is_visible else None for position in positions
        ]
        self.record.add_cards(self.round.number, positions, indices)
        self.pile = self.pile._replace(positions=positions_left)
        self.shoe = self.shoe.take(self.request.end, positions)

    def finish(self) -> CardDrawResult:
        """Add the draw to the shoe's count and digest, and return the result."""
        record = self.record
        burn = self.request.burn
        seat = self.request.seat
        rounds = record.rounds[burn:]
        positions = record.positions[burn:]
        shoe, seen_entry = record.add_to_shoe(self.shoe)
        views: dict[str, list[CardPosition]] = {}
        if seat and seat in self.shoe.terms.private_seats:
            views[seat] = [
                CardPosition(number, position)
                for number, position in zip(rounds, positions, strict=True)
            ]
        return CardDrawResult(
            indices=[index for index in record.indices if index is not None],
            rounds=rounds if self.is_visible else [],
            positions=positions if self.is_visible else [],
            shoe=shoe,
            pile=self.pile,
            reshuffled=self.reshuffled,
            in_play=self.kept,
            reached=tuple(self.reached.values()),
            seen=seen_entry,
            visible=record.find_visible() if self.shoe.terms.has_tree else (),
            views=views,
        )

"""Cards of a sealed shoe that somebody observed, and their comparison with the rounds after the reveal.

An observation is a list of entries, copied from the member `seen` of responses or noted by hand.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Annotated, Any, NamedTuple

from ...cards.shoe import parse_spelling
from ...core.errors import Refused
from ...core.rng.streams import MAX_INDEX
from ...core.validation import check_range
from ...core.value_types import Integer, ListOf, Sha256, Text
from ...games.game import DealTable
from ...games.stages import lay_out, lay_stock
from ...verdicts.verdict import Difference, compare_values
from ..opening.own_items import CardLabel
from ..opening.terms import Terms
from ..shoe.bitmap import Bitmap
from ..shoe.rounds import NO_CARDS, MakeRound, Round
from .receipt import PublishedReceipt, Receipt

MAX_OBSERVED = 100_000  # cards in an entry

_Integers = tuple[int, ...]
_index = partial(Integer, min=0, max=MAX_INDEX)
_list_of_indices = partial(
    ListOf, item=_index(), max_length=MAX_OBSERVED, is_empty_default=False
)


@dataclass(frozen=True, kw_only=True)
class ObservedCards:
    """An entry of an observation: cards in any spelling, or integers; None stands for a hidden card.

    An entry from a response has the round and the position of each card, the number of the `draw`, its `stage` or
    `pile`, and further members of its record. Without `positions` the cards are consecutive in one round, and the first
    lies at `position` (0 is the top).
    """

    cards: tuple[Any, ...] | None = None
    integers: tuple[int | None, ...] | None = None
    round: Annotated[
        int | None,
        _index("The round of consecutive cards, from 0.", example=1, default_text=0),
    ] = None
    position: Annotated[
        int | None,
        _index(
            "The position of the first of consecutive cards; 0 is the top.",
            example=7,
            default_text=0,
        ),
    ] = None
    rounds: Annotated[
        _Integers | None,
        _list_of_indices("The round of each card, with positions.", example=[0, 0]),
    ] = None
    positions: Annotated[
        _Integers | None,
        _list_of_indices("The position of each card in its round.", example=[0, 3]),
    ] = None
    draw: Annotated[
        int | None, Integer("The number of the draw or deal.", 1, MAX_INDEX, example=1)
    ] = None
    stage: Annotated[str | None, Text("The stage of a game.", example="flop")] = None
    pile: Annotated[str | None, Text("The pile of a game.", example="stock")] = None
    part: Annotated[
        str | None, Text("The part of the pile.", example="dora_indicators")
    ] = None
    seat: Annotated[str | None, Text("The seat that drew.", example="1")] = None
    places: Annotated[
        tuple[str, ...] | None,
        ListOf(
            "Of a stage: where each card lies, a seat or a pile and perhaps / and the part.",
            Text(),
            MAX_OBSERVED,
            is_empty_default=False,
            example=["1", "dealer/hole_card"],
        ),
    ] = None
    burned: Annotated[
        int | None,
        Integer(
            "The number of the first positions that were burned.",
            1,
            MAX_OBSERVED,
            example=1,
        ),
    ] = None
    in_play: Annotated[
        _Integers | None,
        _list_of_indices("The positions in play as a new round began.", example=[0, 3]),
    ] = None
    roots: Annotated[
        tuple[str, ...],
        ListOf(
            "The roots of the rounds that the draw began, with a tree.",
            Sha256(),
            MAX_OBSERVED,
        ),
    ] = ()
    begun: Annotated[
        int | None,
        Integer(
            "Without a tree: the number of rounds that the draw began.", 1, 2, example=1
        ),
    ] = None

    @property
    def begun_count(self) -> int:
        return len(self.roots) or self.begun or 0


class ObservedCard(NamedTuple):
    """A card at a position: its code or its integer, or None for a hidden card.

    `draw` is the number of the draw, and `place` is the seat or pile that a stage dealt the card to, or the pile of a
    draw.
    """

    round: int
    position: int
    label: CardLabel | None
    draw: int | None
    place: str | None = None


def parse_observed(
    terms: Terms, entries: Sequence[ObservedCards]
) -> Iterator[ObservedCard]:
    """Yield every card of the entries, even hidden cards. Raises `Refused` for an entry that contradicts the terms."""
    codes: dict[Any, CardLabel | None] = {None: None}
    for number, entry in enumerate(entries):
        where = f"seen[{number}]"
        _check_members(terms, where, entry)
        labels = _read_labels(terms, where, entry, codes)
        rounds, positions = _read_positions(terms, where, entry, len(labels))
        pile = entry.pile and "/".join(filter(None, (entry.pile, entry.part)))
        places = entry.places or (pile,) * len(labels)
        for round_number, position, label, place in zip(
            rounds, positions, labels, places, strict=True
        ):
            yield ObservedCard(round_number, position, label, entry.draw, place)


def _check_members(terms: Terms, where: str, entry: ObservedCards) -> None:
    """Raise `Refused` for a member that contradicts the terms of the shoe or other members of the entry."""
    foreign_members = ["begun" if terms.has_tree else "roots"]
    if not terms.table:
        foreign_members = [*_TABLE_MEMBERS, *foreign_members]
    for name in foreign_members:
        if getattr(entry, name) not in {None, ()}:
            raise Refused(
                "seen",
                f"Remove {name} from {where}: entries of this shoe do not have it.",
            )
    if entry.draw is None:
        _check_no_draw(where, entry)
    else:
        _check_draw(where, entry)
    _check_source(terms, where, entry)
    is_of_stage = entry.draw is not None and entry.stage is not None
    if (entry.places is not None) is not is_of_stage:
        raise Refused(
            "seen",
            f"{where} must have places if it is the entry of a stage, and no places otherwise.",
        )
    card_count = len(entry.positions or ())
    if entry.places is not None and len(entry.places) != card_count:
        raise Refused(
            "seen", f"{where}.places must have a place for each of its positions."
        )
    if entry.burned is None:
        return
    if entry.stage is not None or entry.burned >= card_count:
        raise Refused(
            "seen",
            f"{where}.burned must be of a draw, and less than the number of its positions.",
        )


def _check_no_draw(where: str, entry: ObservedCards) -> None:
    """Raise `Refused` if an entry without the number of a draw has a member of draws."""
    for name in _DRAW_MEMBERS:
        # Missing roots are (); other lists that are missing are None.
        is_missing = getattr(entry, name) is None or (
            name == "roots" and not entry.roots
        )
        if not is_missing:
            raise Refused(
                "seen",
                f"{where} has {name}, as only a draw has; give its number as draw.",
            )


def _check_draw(where: str, entry: ObservedCards) -> None:
    """Raise `Refused` unless the entry of a draw has the round and the position of each card in its lists."""
    has_lists = entry.rounds is not None and entry.positions is not None
    if not has_lists or entry.round is not None or entry.position is not None:
        raise Refused(
            "seen",
            f"{where} has draw; it must have rounds and positions, and no round or position.",
        )


_TABLE_MEMBERS = ("stage", "places", "pile", "part")
_DRAW_MEMBERS = (
    "rounds",
    "positions",
    *_TABLE_MEMBERS,
    "seat",
    "burned",
    "in_play",
    "roots",
    "begun",
)


def _check_source(terms: Terms, where: str, entry: ObservedCards) -> None:
    """Raise `Refused` for a stage or seat that the shoe does not have, and for an entry with no stage and no pile."""
    if entry.stage is not None and entry.stage not in terms.stages:
        raise Refused(
            "seen",
            f"{where}.stage is {entry.stage!r}; the stages are {', '.join(terms.stages)}.",
        )
    has_one_source = (entry.stage is None) is not (entry.pile is None)
    if terms.table and entry.draw is not None and not has_one_source:
        raise Refused("seen", f"{where} must have either a stage or a pile.")
    for name in ("part", "seat", "in_play"):
        if entry.stage is not None and getattr(entry, name) is not None:
            raise Refused(
                "seen",
                f"{where}.{name} is of a draw; remove it, as the entry has a stage.",
            )
    # A shoe without a deal and without consent takes any names for seats.
    seats: Sequence[str] | None = None
    if terms.table:
        seats = terms.seats
    elif terms.consent:
        seats = tuple(terms.consent.keys)
    if entry.seat is not None and seats is not None and entry.seat not in seats:
        raise Refused(
            "seen", f"{where}.seat is {entry.seat!r}; the seats are {', '.join(seats)}."
        )


def compare_places(
    receipt: PublishedReceipt,
    entries: Sequence[ObservedCards],
    order_of: Callable[[int], Sequence[int]],
) -> Difference | None:
    """Return, as a difference, the first stage of the entries with other positions or places than the deal gives it.

    `order_of` takes the number of a round and returns its order; it is called if the faces of cards decide the deal. If
    a game deals several hands from a round, a hand can begin at any position. If faces decide the deal as well, only a
    list of all draws shows where the hand begins, and this function returns None.

    A stage that deals one card to each of two seats must have the positions [0, 1] and the places ["1", "2"]. An entry
    of this stage with the places ["2", "1"] differs.
    """
    terms = receipt.terms
    table = terms.table
    if table is None or (table.continues and table.procedure.needs_faces):
        return None
    for number, entry in enumerate(entries):
        if entry.stage is None or not entry.rounds:
            continue
        round_number = entry.rounds[0]
        if not 0 <= round_number <= receipt.round:
            continue
        order = order_of(round_number) if table.procedure.needs_faces else ()
        board = (terms.board or 1) + round_number
        positions = entry.positions or ()
        expected = _deal_stage(table, order, board, entry.stage, positions)
        difference = compare_values(
            f"seen[{number}]",
            {"positions": list(expected), "places": list(expected.values())},
            {"positions": list(positions), "places": list(entry.places or ())},
        )
        if difference:
            return replace(difference, draw=entry.draw, detail=_OTHER_PLACES)
    return None


_OTHER_PLACES = "The stage deals other positions, or to other places."


def _deal_stage(
    table: DealTable,
    order: Sequence[int],
    board: int,
    stage: str,
    positions: Sequence[int],
) -> Mapping[int, str]:
    """Return, by position, the seat or the pile where a stage deals the position, in the order of the deal.

    `positions` were dealt. If they do not belong to the first hand of a round, and other hands may follow, a later hand
    begins with them: it is dealt alike from any position on.
    """
    first_hand = lay_out(table, order, board).taken_by(stage)
    if not table.continues or list(first_hand) == list(positions):
        return first_hand
    later_hand = lay_out(table, order, board, start=1).taken_by(stage)
    shift = positions[0] - next(iter(later_hand))
    return {position + shift: place for position, place in later_hand.items()}


def _read_labels(
    terms: Terms, where: str, entry: ObservedCards, codes: dict[Any, CardLabel | None]
) -> Sequence[CardLabel | None]:
    """Return the code or the integer of each card of an entry: ["AS", "KS"] of ["as", "KS"].

    `codes` caches the code of each text. Raises `Refused` for an entry with both members, or with neither.
    """
    is_of_integers = terms.max is not None
    member = "integers" if is_of_integers else "cards"
    alternative = "cards" if is_of_integers else "integers"
    if getattr(entry, alternative) is not None or getattr(entry, member) is None:
        raise Refused("seen", f"{where} must have {member}, and no {alternative}.")
    if is_of_integers:
        integers = entry.integers or ()
        _check_integers(terms, where, integers)
        return integers
    cards = entry.cards or ()
    for offset, card in enumerate(cards):
        if card not in codes:
            codes[card] = _read_code(terms, f"{where}.cards[{offset}]: ", card)
    return [codes[card] for card in cards]


def _check_integers(terms: Terms, where: str, integers: Sequence[int | None]) -> None:
    """Raise `Refused` for an integer that the shoe does not have."""
    smallest = terms.min or 0
    largest = terms.max or 0
    for integer in integers:
        if integer is not None and not smallest <= integer <= largest:
            raise Refused(
                "seen",
                f"{where} has {integer}; the shoe has {terms.min} to {terms.max}.",
            )


def _read_code(terms: Terms, prefix: str, card: CardLabel) -> CardLabel:
    """Return the code of a card in any spelling; an item is its own code. `prefix` begins the sentence of an error."""
    shoe = terms.shoe
    if not shoe:
        return card
    if not isinstance(card, str):
        raise Refused("seen", f"{prefix}A card is a text.")
    return parse_spelling("seen", card, shoe.deck, shoe.options, prefix).code


def _read_positions(
    terms: Terms, where: str, entry: ObservedCards, count: int
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the round and the position of each of the `count` cards of an entry, as two lists.

    Three cards with the position 7 lie in round 0 at the positions 7, 8 and 9.
    """
    rounds: Sequence[int]
    positions: Sequence[int]
    if entry.positions is None and entry.rounds is None:
        round_number = entry.round or 0
        first = entry.position or 0
        check_range("seen", round_number, 0, MAX_INDEX)
        check_range("seen", first, 0, MAX_INDEX)
        rounds = [round_number] * count
        positions = range(first, first + count)
    else:
        rounds = entry.rounds or ()
        positions = entry.positions or ()
        _check_lengths(where, rounds, positions, count)
    for position in (*positions, *(entry.in_play or ())):
        if not 0 <= position < terms.size:
            raise Refused(
                "seen",
                f"{where} goes on to position {position:,}, but the last one is {terms.size - 1:,}.",
            )
    return rounds, positions


def _check_lengths(
    where: str, rounds: Sequence[int], positions: Sequence[int], count: int
) -> None:
    """Raise `Refused` unless there are as many rounds and positions as cards, `count`."""
    if not len(rounds) == len(positions) == count:
        lengths = f"{len(rounds)} rounds, {len(positions)} positions and {count} cards"
        raise Refused(
            "seen",
            f"{where} has {lengths}; it must have a round and a position for each card.",
        )


def begun_rounds(entry: ObservedCards) -> range:
    """Return the numbers of the rounds with a root in an entry; none for an entry without roots or cards."""
    count = len(entry.roots)
    if entry.draw == 1:
        return range(count)
    if not entry.rounds:
        return range(0)
    end = entry.rounds[-1] + 1
    return range(end - count, end)


class _ListedInPlay(NamedTuple):
    """The cards in play when a round began, as the entry of the draw that began it has them."""

    place: int
    """The place of the entry in the list, from 0."""
    positions: Sequence[int]


class ObservedRounds:
    """The rounds of a shoe after its reveal, shuffled again to compare them with observed cards.

    The cards in play of a round are in the entry of the draw that began it; of the last round, in the receipt.
    `make_round` caches all rounds, so that each is shuffled once.
    """

    def __init__(self, receipt: Receipt, entries: Sequence[ObservedCards]) -> None:
        self._receipt = receipt
        self._entries = entries
        self._in_play_by_round = {
            entry.rounds[-1]: _ListedInPlay(place, entry.in_play)
            for place, entry in enumerate(entries)
            if entry.in_play is not None and entry.rounds
        }
        self._starts_by_round = _find_starts(receipt, entries)
        self._rounds: dict[int, Round] = {}
        self.make_round: MakeRound = cache(Round)

    def find_required(self, numbers: Iterable[int]) -> set[int]:
        """Return the numbers of these rounds, and of earlier rounds that determine their cards in play.

        If rounds 4 and 5 began with cards in play, and round 6 is the last, round 5 requires {3, 4, 5}.
        """
        required_rounds: set[int] = set()
        for number in numbers:
            while number not in required_rounds:
                required_rounds.add(number)
                is_known = number == self._receipt.round or number in self._rounds
                if not number or is_known or number not in self._in_play_by_round:
                    break
                number -= 1  # noqa: PLW2901 (the loop goes down from each)
        return required_rounds

    def open(self, number: int) -> Round:
        """Return the shuffled round with this number. Open the earlier rounds that it depends on first."""
        if number not in self._rounds:
            for earlier in sorted(self.find_required([number]) - self._rounds.keys()):
                self._rounds[earlier] = self._open_anew(earlier)
        return self._rounds[number]

    def compare_in_play(self) -> Difference | None:
        """Return a difference if the receipt and the entry that began the last round disagree on its cards in play."""
        if 0 in self._in_play_by_round:
            of_first_round = self._in_play_by_round[0]
            return Difference(
                where=f"seen[{of_first_round.place}].in_play",
                expected=None,
                seen=str(list(of_first_round.positions)),
            )
        last = self._receipt.round
        if last not in self._in_play_by_round:
            return None
        listed = self._in_play_by_round[last]
        order_before = self.open(last - 1).order
        indices = sorted(order_before[position] for position in listed.positions)
        expected = None
        if self._receipt.in_play is not None:
            expected = list(self._receipt.in_play)
        if indices == expected:
            return None
        return Difference(
            where=f"seen[{listed.place}].in_play",
            expected=str(expected),
            seen=str(indices),
            detail=_OTHER_IN_PLAY,
        )

    def compare(
        self, cards: Iterable[ObservedCard], labels: Iterable[CardLabel | None]
    ) -> Difference | None:
        """Return, as a difference, the first observed card that is not the expected card; `labels` are expected."""
        for card, label in zip(cards, labels, strict=True):
            if label != card.label:
                where = self._describe_position(card)
                return Difference(
                    where=where,
                    expected=str(label),
                    seen=str(card.label),
                    draw=card.draw,
                )
        return None

    def compare_roots(self) -> Difference | None:
        """Return, as a difference, the first root in an entry that is not the root of its round's Merkle tree."""
        for place, entry in enumerate(self._entries):
            last = entry.rounds[-1] if entry.rounds else 0
            begun = zip(begun_rounds(entry), entry.roots, strict=False)
            for offset, (number, root) in enumerate(begun):
                expected = None
                if 0 <= number <= last:
                    expected = self.open(number).tree.root.hex()
                if root != expected:
                    return Difference(
                        where=f"seen[{place}].roots[{offset}]",
                        expected=expected,
                        seen=root,
                        draw=entry.draw,
                        detail=_OTHER_ROOT,
                    )
        return None

    def _describe_position(self, card: ObservedCard) -> str:
        """Return a card's round and position in words, with its place in the game.

        Beyond the cards of the round it is "round 0, position 51 (in play)"; in a game it is "round 0, position 1 (1's
        hand)", or, if the round began with cards in play, "round 1, position 3 (the stock)"; in a deck it is "round 0,
        position 4".
        """
        current = self.open(card.round)
        words = f"round {card.round}, position {card.position}"
        if card.position >= len(current):
            return f"{words} (in play)"
        terms = self._receipt.terms
        if terms.table is None:
            return words
        is_last = card.round == self._receipt.round
        is_begun_in_play = card.round in self._in_play_by_round
        if is_begun_in_play or (is_last and self._receipt.in_play is not None):
            layout = lay_stock(terms.procedure.default_pile, len(current))
        else:
            board = (terms.board or 1) + card.round
            # The first position of each hand of the round; () if the round has one hand, which starts at 0.
            starts = self._starts_by_round.get(card.round, ())
            start_of_hand = max(
                (start for start in starts if start <= card.position), default=0
            )
            layout = lay_out(terms.table, current.order, board, start_of_hand)
        return f"{words} ({layout.describe(card.position)})"

    def _open_anew(self, number: int) -> Round:
        """Return a round. Open the round before it first, if cards of that round stayed in play."""
        receipt = self._receipt
        in_play = NO_CARDS
        if number == receipt.round:
            in_play = Bitmap.of(receipt.in_play or ())
        elif number in self._in_play_by_round and number:
            order_before = self._rounds[number - 1].order
            positions = self._in_play_by_round[number].positions
            in_play = Bitmap.of(order_before[position] for position in positions)
        return self.make_round(
            receipt.terms, number, receipt.server_seed, receipt.client_seed, in_play
        )


_OTHER_ROOT = "The cards of the round that this draw began lead to another root."
_OTHER_IN_PLAY = "The receipt has other cards in play in its last round; both are listed by their indices."


def _find_starts(
    receipt: Receipt, entries: Sequence[ObservedCards]
) -> dict[int, list[int]]:
    """Return, by round, the first position of each hand, if the entries have the first stage of the hand."""
    starts: dict[int, list[int]] = {}
    table = receipt.terms.table
    if table is None or not table.continues:
        return starts
    for entry in entries:
        is_first_stage = entry.stage == table.procedure.stages[0]
        if is_first_stage and entry.rounds and entry.positions:
            starts.setdefault(entry.rounds[0], []).append(min(entry.positions))
    return starts

"""Cards of a sealed shoe that somebody observed, and the rounds that they tell of, after the reveal.

An observation is a list of entries: of responses, or noted by hand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, NamedTuple

from service.core.bitmap import Bitmap
from service.core.cards.shoes import parse_card
from service.core.errors import Refused
from service.core.games.stages import TableLayout, lay_out, lay_stock
from service.core.kinds import Integer, ListOf, Sha256, Text
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.receipts import PublishedReceipt, Receipt
from service.core.sealed.rounds import NO_CARDS, MakeRound, Round
from service.core.sealed.terms import Terms
from service.core.validation import check_range
from service.core.verification import Difference, compare_values

MAX_OBSERVED = 100_000
"""Cards in an entry."""


def _list_places(meaning: str, example: list[int]) -> ListOf:
    """Return the kind of the rounds or positions of cards."""
    return ListOf(meaning, Integer("", 0, MAX_INDEX), MAX_OBSERVED, is_empty_default=False, example=example)


@dataclass(frozen=True, kw_only=True)
class ObservedCards:
    """An entry: cards in any spelling, or integers; None stands for one that was not told.

    The entry of a response has the `rounds` and `positions` of all, the number of the `draw`, its `stage` or `pile`,
    and the other members of its record. Without `positions` the cards are consecutive in one round, and the first was
    at `position` (0 is the top).
    """

    cards: tuple[str | None, ...] | None = None
    integers: tuple[int | None, ...] | None = None
    round: Annotated[
        int | None, Integer("The round of consecutive cards, from 0.", 0, MAX_INDEX, example=1, implied=0)
    ] = None
    position: Annotated[
        int | None,
        Integer("The position of the first of consecutive cards; 0 is the top.", 0, MAX_INDEX, example=7, implied=0),
    ] = None
    rounds: Annotated[tuple[int, ...] | None, _list_places("The round of each card, with positions.", [0, 0])] = None
    positions: Annotated[tuple[int, ...] | None, _list_places("The position of each card in its round.", [0, 3])] = None
    draw: Annotated[int | None, Integer("The number of the draw or deal.", 1, MAX_INDEX, example=1)] = None
    stage: Annotated[str | None, Text("The stage of a game.", example="flop")] = None
    pile: Annotated[str | None, Text("The pile of a game.", example="stock")] = None
    part: Annotated[str | None, Text("The part of the pile.", example="dora_indicators")] = None
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
        int | None, Integer("The number of the first positions that were burned.", 1, MAX_OBSERVED, example=1)
    ] = None
    in_play: Annotated[tuple[int, ...] | None, _list_places("The positions in play as a new round began.", [0, 3])] = (
        None
    )
    roots: Annotated[
        tuple[str, ...], ListOf("The roots of the rounds that the draw began, with a tree.", Sha256(), MAX_OBSERVED)
    ] = ()
    begun: Annotated[
        int | None, Integer("Without a tree: the number of rounds that the draw began.", 1, 2, example=1)
    ] = None

    @property
    def begun_count(self) -> int:
        """The number of rounds that the draw began."""
        return len(self.roots) or self.begun or 0


class ObservedCard(NamedTuple):
    """A card at a position: its code, or the integer; None if it was not told.

    `draw` is the number of its draw, and `place` the one that the entry of a draw from a dealt shoe names.
    """

    round: int
    position: int
    label: str | int | None
    draw: int | None
    place: str | None = None


def parse_observed(terms: Terms, observed: Sequence[ObservedCards]) -> Iterator[ObservedCard]:
    """Yield every card, told or not. Raises `Refused` for an entry that cannot be of a shoe with these terms."""
    codes: dict[str | None, str | None] = {None: None}
    for number, entry in enumerate(observed):
        _check_members(terms, f"seen[{number}]", entry)
        labels = _read_labels(terms, f"seen[{number}]", entry, codes)
        rounds, positions = _read_places(terms, f"seen[{number}]", entry, len(labels))
        pile = entry.pile and "/".join(filter(None, (entry.pile, entry.part)))
        places = entry.places or (pile,) * len(labels)
        for round_number, position, label, place in zip(rounds, positions, labels, places, strict=True):
            yield ObservedCard(round_number, position, label, entry.draw, place)


def _check_members(terms: Terms, where: str, entry: ObservedCards) -> None:
    """Raise `Refused` for a member that no entry of a shoe with these terms has."""
    others = () if terms.table else ("stage", "places", "pile", "part")
    for name in (*others, "begun" if terms.has_tree else "roots"):
        if getattr(entry, name) not in {None, ()}:
            raise Refused("seen", f"Remove {name} from {where}: entries of this shoe do not have it.")
    if entry.draw is None:
        for name in _OF_DRAWS:
            if getattr(entry, name) is not None and (entry.roots or name != "roots"):
                raise Refused("seen", f"{where} has {name}, as only a draw has; give its number as draw.")
    elif entry.rounds is None or entry.positions is None or (entry.round, entry.position) != (None, None):
        raise Refused("seen", f"{where} has draw; it must have rounds and positions, and no round or position.")
    _check_source(terms, where, entry)
    if (entry.places is None) is (entry.draw is not None and entry.stage is not None):
        raise Refused("seen", f"{where} must have places if it is the entry of a stage, and no places otherwise.")
    if entry.places is not None and len(entry.places) != len(entry.positions or ()):
        raise Refused("seen", f"{where}.places must have a place for each of its positions.")
    if entry.burned is not None and (entry.stage is not None or entry.burned >= len(entry.positions or ())):
        raise Refused("seen", f"{where}.burned must be of a draw, and less than the number of its positions.")


_OF_DRAWS = (
    *("rounds", "positions", "stage", "places", "pile", "part", "seat", "burned", "in_play", "roots", "begun"),
)


def _check_source(terms: Terms, where: str, entry: ObservedCards) -> None:
    """Raise `Refused` for a stage, a pile or a seat that an entry of a shoe with these terms has not."""
    if terms.table and entry.stage is not None and entry.stage not in terms.table.procedure.stages:
        stages = ", ".join(terms.table.procedure.stages)
        raise Refused("seen", f"{where}.stage is {entry.stage!r}; the stages are {stages}.")
    if terms.table and entry.draw is not None and (entry.stage is None) is (entry.pile is None):
        raise Refused("seen", f"{where} must have either a stage or a pile.")
    for name in ("part", "seat", "in_play"):
        if entry.stage is not None and getattr(entry, name) is not None:
            raise Refused("seen", f"{where}.{name} is of a draw; remove it, as the entry has a stage.")
    seats = terms.seats if terms.table else tuple(terms.consent.keys) if terms.consent else None
    if entry.seat is not None and seats is not None and entry.seat not in seats:
        raise Refused("seen", f"{where}.seat is {entry.seat!r}; the seats are {', '.join(seats)}.")


def compare_places(
    receipt: PublishedReceipt, observed: Sequence[ObservedCards], order_of: Callable[[int], Sequence[int]]
) -> Difference | None:
    """Return the first stage in a list whose positions or places are not those of the deal, as a difference.

    `order_of` returns the indices of a round, which matter to a deal that depends on faces alone. In a game that goes
    on, a stage may be of a later hand, wherever that begins, unless faces decide how it is dealt: then where it begins
    follows from all the draws.
    """
    terms = receipt.terms
    if terms.table is None or (terms.table.continues and terms.table.procedure.needs_faces):
        return None
    for number, entry in enumerate(observed):
        if entry.stage is None or not entry.rounds or not 0 <= entry.rounds[0] <= receipt.round:
            continue
        order = order_of(entry.rounds[0]) if terms.table.procedure.needs_faces else ()
        board = (terms.board or 1) + entry.rounds[0]
        expected, positions = lay_out(terms.table, order, board).taken_by(entry.stage), entry.positions or ()
        if terms.table.continues and [*expected] != list(positions):
            later = lay_out(terms.table, order, board, start=1).taken_by(entry.stage)
            shift = positions[0] - next(iter(later))
            expected = {position + shift: place for position, place in later.items()}
        dealt = {"positions": [*expected], "places": [*expected.values()]}
        seen = {"positions": list(positions), "places": list(entry.places or ())}
        if difference := compare_values(f"seen[{number}]", dealt, seen):
            return replace(difference, draw=entry.draw, detail=_OTHER_PLACES)
    return None


_OTHER_PLACES = "The stage deals other positions, or to other places."


def _read_labels(
    terms: Terms, where: str, entry: ObservedCards, codes: dict[str | None, str | None]
) -> Sequence[str | int | None]:
    """Return the code of each card of an entry, or its integers; `codes` are those of texts that were parsed before."""
    wanted, other = ("integers", "cards") if terms.max is not None else ("cards", "integers")
    if getattr(entry, other) is not None or getattr(entry, wanted) is None:
        raise Refused("seen", f"{where} must have {wanted}, and no {other}.")
    if terms.max is not None:
        for integer in entry.integers or ():
            if integer is not None and not (terms.min or 0) <= integer <= (terms.max or 0):
                raise Refused("seen", f"{where} has {integer}; the shoe has {terms.min} to {terms.max}.")
        return entry.integers or ()
    for offset, card in enumerate(entry.cards or ()):
        if card is not None and card not in codes:
            codes[card] = _parse_code(terms, f"{where}.cards[{offset}]", card)
    return [codes[card] for card in entry.cards or ()]


def _parse_code(terms: Terms, where: str, card: str) -> str:
    """Return the code of a card in any spelling; the texts of items have one spelling."""
    if terms.shoe is None:
        return card
    try:
        return parse_card("seen", card, terms.card_shoe.deck, terms.card_shoe.options).code
    except Refused as refusal:
        raise Refused("seen", f"{where}: {refusal}") from None


def _read_places(terms: Terms, where: str, entry: ObservedCards, count: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the round and the position of every card."""
    if entry.positions is None and entry.rounds is None:
        rounds: Sequence[int] = [check_range("seen", entry.round or 0, 0, MAX_INDEX)] * count
        first = check_range("seen", entry.position or 0, 0, MAX_INDEX)
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


def begun_rounds(entry: ObservedCards) -> range:
    """Return the rounds of the roots of an entry; none of a stage without cards, which does not tell which it began."""
    count = len(entry.roots)
    if entry.draw == 1:
        return range(count)
    return range(entry.rounds[-1] + 1 - count, entry.rounds[-1] + 1) if entry.rounds else range(0)


class ObservedRounds:
    """The rounds of a shoe after its reveal.

    The cards in play of a round are those of the entry of the draw that began it; those of the last round are in the
    receipt. `make_round` keeps all rounds, so that each is shuffled once.
    """

    def __init__(self, receipt: Receipt, observed: Sequence[ObservedCards]) -> None:
        self._receipt, self._observed = receipt, observed
        entries = [(number, entry) for number, entry in enumerate(observed) if entry.in_play is not None]
        self._in_play = {entry.rounds[-1]: (number, entry.in_play or ()) for number, entry in entries if entry.rounds}
        self._starts = _find_starts(receipt, observed)
        self._rounds: dict[int, Round] = {}
        self.make_round: MakeRound = cache(Round)

    def chain(self, numbers: Iterable[int]) -> set[int]:
        """Return the numbers of these rounds and of the earlier rounds on which their orders depend."""
        chain: set[int] = set()
        for number in numbers:
            while number not in chain:
                chain.add(number)
                is_known = number == self._receipt.round or number in self._rounds
                if not number or is_known or number not in self._in_play:
                    break
                number -= 1  # noqa: PLW2901 (the chain goes down from each)
        return chain

    def open(self, number: int) -> Round:
        """Return a round."""
        if number in self._rounds:
            return self._rounds[number]
        for earlier in sorted(self.chain([number])):
            if earlier not in self._rounds:
                self._rounds[earlier] = self._open(earlier)
        return self._rounds[number]

    def compare_in_play(self) -> Difference | None:
        """Return the difference between the cards in play of the receipt and those of the entry of the last round."""
        if 0 in self._in_play:
            number, positions = self._in_play[0]
            return Difference(where=f"seen[{number}].in_play", expected=None, seen=str(list(positions)))
        last = self._receipt.round
        if last not in self._in_play:
            return None
        number, positions = self._in_play[last]
        seen = sorted(self.open(last - 1).order[position] for position in positions)
        expected = None if self._receipt.in_play is None else list(self._receipt.in_play)
        if seen == expected:
            return None
        where = f"seen[{number}].in_play"
        return Difference(where=where, expected=str(expected), seen=str(seen), detail=_OTHER_IN_PLAY)

    def compare(self, cards: Iterable[ObservedCard], labels: Iterable[str | int]) -> Difference | None:
        """Return the first difference between cards and the labels of those that lie at their positions."""
        for card, label in zip(cards, labels, strict=True):
            if label != card.label:
                return Difference(where=self.describe(card), expected=str(label), seen=str(card.label), draw=card.draw)
        return None

    def compare_roots(self) -> Difference | None:
        """Return the first difference between the roots in the entries and those of their rounds."""
        for entry_number, entry in enumerate(self._observed):
            last = entry.rounds[-1] if entry.rounds else 0
            for offset, (number, root) in enumerate(zip(begun_rounds(entry), entry.roots, strict=False)):
                expected = self.open(number).tree.root.hex() if 0 <= number <= last else None
                if root != expected:
                    where = f"seen[{entry_number}].roots[{offset}]"
                    return Difference(where=where, expected=expected, seen=root, draw=entry.draw, detail=_OTHER_ROOT)
        return None

    def describe(self, card: ObservedCard) -> str:
        """Return the words for the position of a card, with its place in the game."""
        current, words = self.open(card.round), f"round {card.round}, position {card.position}"
        if card.position >= len(current):
            return f"{words} (in play)"
        layout = self._lay_out(card, current)
        return words if layout is None else f"{words} ({layout.describe(card.position)})"

    def _lay_out(self, card: ObservedCard, current: Round) -> TableLayout | None:
        terms = self._receipt.terms
        if terms.table is None:
            return None
        if card.round in self._in_play or (card.round == self._receipt.round and self._receipt.in_play is not None):
            return lay_stock(terms.table, len(current))
        starts = [start for start in self._starts.get(card.round, ()) if start <= card.position]
        return lay_out(terms.table, current.order, (terms.board or 1) + card.round, max(starts, default=0))

    def _open(self, number: int) -> Round:
        receipt, in_play = self._receipt, NO_CARDS
        if number == receipt.round:
            in_play = Bitmap.of(receipt.in_play or ())
        elif number in self._in_play and number:
            _, positions = self._in_play[number]
            in_play = Bitmap.of(self._rounds[number - 1].order[position] for position in positions)
        return self.make_round(receipt.terms, number, receipt.server_seed, receipt.client_seed, in_play)


_OTHER_ROOT = "The cards of the round that this draw began lead to another root."
_OTHER_IN_PLAY = "The receipt has other cards in play in its last round; both are listed by their indices."


def _find_starts(receipt: Receipt, observed: Sequence[ObservedCards]) -> dict[int, list[int]]:
    """Return the positions at which hands begin, by round, as far as entries of first stages tell."""
    starts: dict[int, list[int]] = {}
    table = receipt.terms.table
    for entry in observed if table and table.continues else ():
        if table and entry.stage == table.procedure.stages[0] and entry.rounds and entry.positions:
            starts.setdefault(entry.rounds[0], []).append(min(entry.positions))
    return starts

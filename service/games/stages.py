"""Lay out a deal: the stage, the place (a hand or pile) and the face, up or down, of each position of an order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from ..cards.card import Card
from ..core.errors import Conflict, Refused
from ..core.limits import Limits
from ..core.rng.streams import Randomness
from ..core.shuffle_requests import ShuffleRequest, prepare_shuffle
from .game import MAX_CACHED_CARDS, DealTable, Table
from .notation import rest
from .procedures import PLACE_KINDS, DealState, Face, PlaceKind, PlacePart, Procedure


class LaidPositions(NamedTuple):
    """The positions of the cards that a stage lays with one face in a part of a hand or pile ("" for no part).

    `name` is the seat or the pile. `positions` are in the order of the cards there. They are a range if they are
    consecutive, since a stock of thousands is laid again for every hand.
    """

    stage: str
    kind: PlaceKind
    name: str
    part: str
    face: Face
    positions: Sequence[int]

    @property
    def place(self) -> str:
        """The seat or the pile, with the name of the part if it has one: `dealer/hole_card`."""
        return f"{self.name}/{self.part}" if self.part else self.name

    @property
    def label(self) -> str:
        """The words for the place, such as `the turn`, `3's hand` or `the tableau 4`."""
        return _describe_place(self.kind, self.name, self.part)


def describe_place(table: DealTable, place: str) -> str:
    """Return a place from a record in words, for a message: `the turn` for board/turn."""
    name, _, part = place.partition("/")
    return _describe_place(_find_kind(table.procedure, name), name, part)


def _find_kind(procedure: Procedure, name: str) -> PlaceKind:
    """Return "hands" if a name is a seat, or "piles" if it is a pile."""
    return "hands" if name in procedure.seats else "piles"


def _describe_place(kind: PlaceKind, name: str, part: str) -> str:
    if kind == "hands":
        words = f"{name}'s {part or 'hand'}"
    elif part.isdigit():
        words = f"the {name} {part}"
    else:
        words = f"the {part or name}"
    return words.replace("_", " ")


class CoveredCards(NamedTuple):
    """The positions of the face-down cards in a part of a pile or a hand, in the order of drawing.

    In a column, the card beside the open card is drawn first; elsewhere, the card that was laid first.
    """

    name: str
    part: str
    positions: Sequence[int]
    label: str


@dataclass(frozen=True, eq=False)
class TableLayout:
    """The places where `procedure` lays the positions of an order; `cards` are in the order of stages, hands first."""

    procedure: Procedure
    cards: tuple[LaidPositions, ...]

    def of_stage(self, stage: str) -> list[LaidPositions]:
        return [group for group in self.cards if group.stage == stage]

    def taken_by(self, stage: str) -> dict[int, str]:
        """Return the place of each position that a stage deals, in ascending order, without face-down cards."""
        places: dict[int, str] = {}
        for group in self.of_stage(stage):
            if group.face is not Face.DOWN:
                places |= dict.fromkeys(group.positions, group.place)
        return dict(sorted(places.items()))

    def find_covered(
        self, pile: str | None, part: str | None, stages_dealt: int
    ) -> CoveredCards:
        """Return the cards that lie face down in a part of a pile after the first `stages_dealt` stages.

        `pile` is a pile or a seat that gets cards face down; None stands for the default pile. Without a `part`, it is
        the unnamed part if some of its cards lie face down, otherwise the first part with such cards. Cards under an
        open card are drawn from its side, so their order is reversed: column 3 of klondike has the positions (8, 2),
        "the tableau 3". Raises `Refused` for a pile or a part that the game does not have, and `Conflict` for a pile
        that a later stage lays.
        """
        name = self._check_pile(pile, stages_dealt)
        groups_by_part: dict[str, list[LaidPositions]] = {}
        for group in self.cards:
            if group.name == name and self._is_dealt(group.stage, stages_dealt):
                groups_by_part.setdefault(group.part, []).append(group)
        covered = {
            part: _list_covered(groups) for part, groups in groups_by_part.items()
        }
        if part is None:
            part = _choose_part(covered)
        elif not part or part not in covered:
            names = ", ".join(filter(None, covered)) or "none"
            raise Refused(
                "part", f"The pile {name} has no part {part!r}. Its parts: {names}."
            )
        kind = _find_kind(self.procedure, name)
        return CoveredCards(
            name, part, covered.get(part, ()), _describe_place(kind, name, part)
        )

    def describe(self, position: int) -> str:
        """Return the place of a position in words, for a message. A position without a place is in play."""
        return next(
            (group.label for group in self.cards if position in group.positions),
            "in play",
        )

    @cached_property
    def _pile_stages(self) -> dict[str, str]:
        """The first stage that lays cards face down, by pile or seat."""
        stages: dict[str, str] = {}
        for group in self.cards:
            if group.face is Face.DOWN:
                stages.setdefault(group.name, group.stage)
        for step in self.procedure.steps:
            if step.default_pile:
                stages.setdefault(step.default_pile, step.stage)
        return stages

    def _check_pile(self, pile: str | None, stages_dealt: int) -> str:
        """Return the name of the pile; None stands for the default pile. Raises errors as `find_covered` does."""
        name = pile or self.procedure.default_pile
        names = ", ".join(self._pile_stages)
        if not names:
            raise Refused(
                "pile",
                "No card lies face down after this deal, so that there is none to draw.",
            )
        if name is None:
            raise Refused(
                "pile",
                f"There is no stock; name the pile to draw from, one of: {names}.",
            )
        if name not in self._pile_stages:
            raise Refused(
                "pile",
                f"There is no pile {name!r} of cards face down. Cards are drawn from: {names}.",
            )
        stage = self._pile_stages[name]
        if not self._is_dealt(stage, stages_dealt):
            raise Conflict(
                "pile", f"The pile {name} lies there once the stage {stage} is dealt."
            )
        return name

    def _is_dealt(self, stage: str, stages_dealt: int) -> bool:
        """Return whether a stage is one of the first `stages_dealt`; "" stands for cards that lie there before."""
        return not stage or stage in self.procedure.stages[:stages_dealt]


def _list_covered(groups: Iterable[LaidPositions]) -> Sequence[int]:
    """Return the face-down positions in one part of a pile, in the order of drawing.

    `groups` has the positions of the part in the order of laying. If an open card lies on top of covered cards, these
    are drawn from the side of the open card, the last first.
    """
    covered: Sequence[int] = ()
    is_under_open_card = False
    for group in groups:
        if group.face is not Face.DOWN:
            is_under_open_card = is_under_open_card or len(covered) > 0
        elif covered:
            covered = (*covered, *group.positions)
        else:
            covered = group.positions
    return covered[::-1] if is_under_open_card else covered


def _choose_part(covered: Mapping[str, Sequence[int]]) -> str:
    """Return the part to draw from if a request names no part; `covered` has the covered positions of each part."""
    parts = [part for part, positions in covered.items() if positions]
    return "" if "" in parts or not parts else parts[0]


def lay_out(
    table: DealTable, order: Sequence[int], board: int = 1, start: int = 0
) -> TableLayout:
    """Return the layout of the deal of an order. `table.deal` puts the same cards into hands and piles.

    With `start` above 0, a further hand is dealt from this position on. The caller checks that there are enough cards
    (`hand_cards` of the procedure).
    """
    first_seat = table.first_seat(board)
    if table.procedure.needs_faces:
        return _lay_out(table, order, first_seat, start)
    lay_out_cached = (
        _lay_out_small if table.size <= MAX_CACHED_CARDS else _lay_out_large
    )
    return lay_out_cached(table, first_seat, start)


class StagePlace(NamedTuple):
    """The place where the cards of a stage go: a part of a hand or a pile ("" for no part), with this face."""

    stage: str
    name: str
    part: str
    face: Face


@lru_cache(maxsize=32)
def count_by_place(table: Table) -> Mapping[StagePlace, Sequence[int]]:
    """Return the possible numbers of cards of each place, in the order of the deal: `[2]` if all deals have 2 cards.

    A place has `[1, 2]` if some deals have 1 card and others 2. If faces decide a number, 64 deals are counted, so that
    nearly every number that can differ does differ.
    """
    deals = [_count_cards(table, order) for order in _list_orders(table)]
    longest_first = sorted(deals, key=len, reverse=True)
    places = dict.fromkeys(place for counts in longest_first for place in counts)
    return {place: sorted({counts[place] for counts in deals}) for place in places}


def _list_orders(table: Table) -> Iterator[Sequence[int]]:
    """Yield the orders to deal and count: any one order, or a sample if faces decide the numbers of cards."""
    size = len(table.shoe)
    if not table.procedure.needs_faces:
        yield range(size)
        return
    sampler = prepare_shuffle(size, ShuffleRequest(), Limits())
    for index in range(_SAMPLE):
        yield sampler.draw(Randomness(seed="layout", index=index)).indices


def _count_cards(table: Table, order: Sequence[int]) -> Counter[StagePlace]:
    """Return the number of cards of each place in the deal of an order."""
    counts = Counter[StagePlace]()
    for cards in lay_out(table, order).cards:
        place = StagePlace(cards.stage, cards.name, cards.part, cards.face)
        counts[place] += len(cards.positions)
    return counts


_SAMPLE = 64  # deals


@lru_cache(maxsize=4)
def lay_stock(pile: str | None, size: int) -> TableLayout:
    """Return the layout of a round with cards in play: its `size` positions all lie in the game's default pile."""
    name = pile or "stock"
    procedure = Procedure((), (rest(name)._replace(stage=""),))
    cards = LaidPositions("", "piles", name, "", Face.DOWN, range(size))
    return TableLayout(procedure, (cards,))


def _lay_out(
    table: DealTable, order: Sequence[int], first_seat: int, start: int
) -> TableLayout:
    """Return the layout of the deal of an order. A procedure that needs no faces has one layout for all orders."""
    procedure = table.procedure
    state = _LayingState(table, order, first_seat, start)
    for step in procedure.steps_from(start):
        state.stage = step.stage
        step.deal(state)
    groups = sorted(
        state.list_positions(), key=lambda group: procedure.stages.index(group.stage)
    )
    return TableLayout(procedure, tuple(groups))


@lru_cache(maxsize=32)
def _lay_out_small(table: DealTable, first_seat: int, start: int) -> TableLayout:
    return _lay_out(table, range(table.size), first_seat, start)


@lru_cache(maxsize=2)
def _lay_out_large(table: DealTable, first_seat: int, start: int) -> TableLayout:
    return _lay_out(table, range(table.size), first_seat, start)


def _pack_positions(positions: list[int]) -> Sequence[int]:
    """Return positions as a range if they are consecutive, otherwise as a tuple."""
    run = range(positions[0], positions[-1] + 1)
    # The lengths are compared first: most positions are from an interleaved deal.
    if len(run) == len(positions) and list(run) == positions:
        return run
    return tuple(positions)


class _Run(NamedTuple):
    """Cards that one stage lays with one face, beside each other in a part of a hand or a pile."""

    start: int
    """The position of the run's first card in the part, from 0. The run ends where the next run begins."""
    stage: str
    face: Face


class _LayingState(DealState):
    """A deal of the positions of `order`. It notes the stage and the face of each card that it lays.

    `runs` has the runs of each part of a hand or pile. A run covers positions in the part, not
    cards: if a later step exchanges cards of a hand, the new cards have the stage and the face of those they replace.
    """

    def __init__(
        self, table: DealTable, order: Sequence[int], first_seat: int, start: int
    ) -> None:
        procedure = table.procedure
        super().__init__(
            range(len(order)), procedure.seats_from(first_seat), table.pack
        )
        self.hands = {seat: {} for seat in procedure.seats}
        self.top = start
        self.stage = ""
        self.runs: dict[PlacePart, list[_Run]] = {}
        self._shuffled_order = order

    def face(self, card: int) -> Card:
        return self.pack[self._shuffled_order[card] % len(self.pack)]

    def lay(
        self, kind: PlaceKind, name: str, part: str, cards: Sequence[int], face: Face
    ) -> None:
        """Lay positions, and begin a run of the part if the stage or the face differs from the last run."""
        runs = self.runs.setdefault(PlacePart(kind, name, part), [])
        if not runs or runs[-1].stage != self.stage or runs[-1].face is not face:
            laid = self.places_of(kind).get(name, {}).get(part, ())
            runs.append(_Run(len(laid), self.stage, face))
        super().lay(kind, name, part, cards, face)

    def list_positions(self) -> Iterator[LaidPositions]:
        """Yield the positions by hand or pile, part, stage and face."""
        for kind in PLACE_KINDS:
            for name, pile in self.places_of(kind).items():
                for part, positions in pile.items():
                    runs = self.runs[PlacePart(kind, name, part)]
                    ends = [run.start for run in runs[1:]]
                    ends.append(len(positions))
                    for run, end in zip(runs, ends, strict=True):
                        if end > run.start:
                            yield LaidPositions(
                                run.stage,
                                kind,
                                name,
                                part,
                                run.face,
                                _pack_positions(positions[run.start : end]),
                            )

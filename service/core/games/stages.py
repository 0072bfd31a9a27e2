"""The stages of a game: the place and the face of every position of a shuffled order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from service.core.cards.card import Card
from service.core.errors import Conflict, Refused
from service.core.games.game import MAX_CACHED_CARDS, DealTable
from service.core.games.notation import rest
from service.core.games.procedures import DealState, Face, Procedure


class LaidCards(NamedTuple):
    """Positions with one face that a stage lays in one place: a part ("" for none) of a hand or a pile.

    `kind` is hands or piles, as in a deal, and `name` the seat or the pile. The positions have the order in which the
    cards lie there; consecutive ones are a range, as a stock of thousands is laid again for every hand.
    """

    stage: str
    kind: str
    name: str
    part: str
    face: Face
    positions: Sequence[int]

    @property
    def place(self) -> str:
        """The seat or the pile, with the name of the part if it has one: `dealer/hole_card`."""
        return f"{self.name}/{self.part}" if self.part else str(self.name)  # not a member of an enumeration

    @property
    def label(self) -> str:
        """The words for the place, such as `the turn`, `3's hand` or `the tableau 4`."""
        return _describe_place(self.kind, self.name, self.part)


def describe_place(table: DealTable, place: str) -> str:
    """Return the words for a place as records have it: `the turn` for board/turn."""
    name, _, part = place.partition("/")
    return _describe_place("hands" if name in table.procedure.seats else "piles", name, part)


def _describe_place(kind: str, name: str, part: str) -> str:
    if kind == "hands":
        words = f"{name}'s {part or 'hand'}"
    elif part.isdigit():
        words = f"the {name} {part}"
    else:
        words = f"the {part or name}"
    return words.replace("_", " ")


class CoveredCards(NamedTuple):
    """Positions that lie face down in a part of a pile or a hand until they are drawn, from the top.

    The top is the card that the game takes first: in a column the last one, beside the open card, elsewhere the first.
    """

    name: str
    part: str
    positions: Sequence[int]
    label: str


@dataclass(frozen=True, eq=False)
class TableLayout:
    """The places of all positions of a shuffled order at a table, as `procedure` deals them.

    `cards` are in the order of the stages; within a stage hands come first and then piles, as in a deal.
    """

    procedure: Procedure
    cards: tuple[LaidCards, ...]

    def of_stage(self, stage: str) -> list[LaidCards]:
        """Return the cards that a stage lays."""
        return [laid for laid in self.cards if laid.stage == stage]

    def taken_by(self, stage: str) -> dict[int, str]:
        """Return the positions that leave the shoe with a stage, all but those face down, each with its place.

        They are in ascending order.
        """
        taken = (laid for laid in self.of_stage(stage) if laid.face != Face.DOWN)
        places = {position: laid.place for laid in taken for position in laid.positions}
        return dict(sorted(places.items()))

    def place(self, pile: str | None, part: str | None, stages_dealt: int) -> CoveredCards:
        """Return the cards that lie face down in a part of a pile once the first `stages_dealt` stages are dealt.

        `pile` is a pile or a seat that gets cards face down; None stands for the default pile. `part` is one of its
        parts; None stands for its cards without a part if some of them lie face down, otherwise for the first part that
        has some. Cards under an open card are drawn from that side, so that their order is reversed. Raises `Refused`
        for a pile or a part that the game does not have, and `Conflict` for a pile that a later stage lays.
        """
        name = self._check_pile(pile, stages_dealt)
        kind, parts, under_open_cards = "piles", dict[str, Sequence[int]](), set[str]()
        for laid in self.cards:
            if laid.name == name and self._is_dealt(laid.stage, stages_dealt):
                kind = laid.kind
                before = parts.setdefault(laid.part, ())
                if laid.face is Face.DOWN:
                    parts[laid.part] = (*before, *laid.positions) if before else laid.positions
                elif before:
                    under_open_cards.add(laid.part)
        if part is None:
            part = "" if parts.get("") else next((part for part, positions in parts.items() if positions), "")
        elif not part or part not in parts:
            known = ", ".join(filter(None, parts)) or "none"
            raise Refused("part", f"The pile {name} has no part {part!r}. Its parts: {known}.")
        positions = parts.get(part, ())
        if part in under_open_cards:
            positions = positions[::-1]
        return CoveredCards(name, part, positions, _describe_place(kind, name, part))

    def describe(self, position: int) -> str:
        """Return the words for the place of a position; a position without a place is in play."""
        return self._labels.get(position, "in play")

    @cached_property
    def _labels(self) -> dict[int, str]:
        return {position: laid.label for laid in self.cards for position in laid.positions}

    @cached_property
    def _pile_stages(self) -> dict[str, str]:
        """Return the piles and seats to draw from with the first stage in which cards lie there face down."""
        stages: dict[str, str] = {}
        for laid in self.cards:
            if laid.face is Face.DOWN:
                stages.setdefault(laid.name, laid.stage)
        for step in self.procedure.steps:
            if step.default_pile:
                stages.setdefault(step.default_pile, step.stage)
        return stages

    def _check_pile(self, pile: str | None, stages_dealt: int) -> str:
        """Return the name of the pile, None being the default one. Raises errors as `place` does."""
        name, known = pile or self.procedure.default_pile, ", ".join(self._pile_stages)
        if not known:
            raise Refused("pile", "No card lies face down after this deal, so that there is none to draw.")
        if name is None:
            raise Refused("pile", f"There is no stock; name the pile to draw from, one of: {known}.")
        if name not in self._pile_stages:
            raise Refused("pile", f"There is no pile {name!r} of cards face down. Cards are drawn from: {known}.")
        if not self._is_dealt(stage := self._pile_stages[name], stages_dealt):
            raise Conflict("pile", f"The pile {name} lies there once the stage {stage} is dealt.")
        return name

    def _is_dealt(self, stage: str, stages_dealt: int) -> bool:
        return not stage or stage in self.procedure.stages[:stages_dealt]


def lay_out(table: DealTable, order: Sequence[int], board: int = 1, start: int = 0) -> TableLayout:
    """Return the layout of a deal, whose hands and piles are those of `table.deal`.

    With a `start` above 0 a game that continues deals its next hand from that position on. The caller checks that
    `hand_cards` of the procedure are left.
    """
    first_seat = table.first_seat(board)
    if table.procedure.needs_faces:
        return _lay_out(table, first_seat, start, order)
    lay_out_cached = _lay_out_small if table.size <= MAX_CACHED_CARDS else _lay_out_large
    return lay_out_cached(table, first_seat, start)


@lru_cache(maxsize=4)
def lay_stock(table: DealTable, size: int) -> TableLayout:
    """Return the layout of `size` positions that all lie in the game's stock, as in a round with cards in play."""
    pile = table.procedure.default_pile or "stock"
    procedure = Procedure((), (replace(rest(pile), stage=""),))
    return TableLayout(procedure, (LaidCards("", "piles", pile, "", Face.DOWN, range(size)),))


@lru_cache(maxsize=32)
def _lay_out_small(table: DealTable, first_seat: int, start: int) -> TableLayout:
    return _lay_out(table, first_seat, start, range(table.size))


@lru_cache(maxsize=2)
def _lay_out_large(table: DealTable, first_seat: int, start: int) -> TableLayout:
    return _lay_out(table, first_seat, start, range(table.size))


def _lay_out(table: DealTable, first_seat: int, start: int, order: Sequence[int]) -> TableLayout:
    procedure = table.procedure
    state = _LayingState(table, first_seat, start, order)
    for step in procedure.steps_from(start):
        state.stage = step.stage
        step.deal(state)
    return TableLayout(
        procedure, tuple(sorted(state.laid_cards(), key=lambda laid: procedure.stages.index(laid.stage)))
    )


def _compact(positions: list[int]) -> Sequence[int]:
    """Return positions as a range if they are consecutive, otherwise as a tuple."""
    run = range(positions[0], positions[-1] + 1)
    return run if len(run) == len(positions) and list(run) == positions else tuple(positions)


class _LayingState(DealState):
    """A deal of the positions of `order`, which notes the stage and the face with which its hands and piles grow.

    `runs` are the starts of the cards in a part that one stage lays with one face. A step may exchange cards of a hand
    for others that it deals to it.
    """

    def __init__(self, table: DealTable, first_seat: int, start: int, order: Sequence[int]) -> None:
        procedure = table.procedure
        super().__init__(range(len(order)), procedure.seats_from(first_seat), table.pack)
        self.hands = {seat: {} for seat in procedure.seats}
        self.top, self.stage = start, ""
        self.runs: dict[tuple[str, str, str], list[tuple[int, str, Face]]] = {}
        self._shuffled_order = order

    def face(self, card: int) -> Card:
        """Return the card at a position."""
        return self.pack[self._shuffled_order[card] % len(self.pack)]

    def lay(self, kind: str, name: str, part: str, cards: Sequence[int], face: Face) -> None:
        """Add positions to a part of a hand or a pile."""
        runs = self.runs.setdefault((kind, name, part), [])
        if not runs or runs[-1][1:] != (self.stage, face):
            runs.append((len(getattr(self, kind).get(name, {}).get(part, ())), self.stage, face))
        super().lay(kind, name, part, cards, face)

    def laid_cards(self) -> Iterator[LaidCards]:
        """Yield the positions by hand or pile, part, stage and face."""
        for kind, piles in (("hands", self.hands), ("piles", self.piles)):
            for name, part in ((name, part) for name, pile in piles.items() for part in pile):
                positions, runs = piles[name][part], self.runs[kind, name, part]
                for (start, stage, face), end in zip(
                    runs, [*(run[0] for run in runs[1:]), len(positions)], strict=True
                ):
                    if end > start:
                        yield LaidCards(stage, kind, name, part, face, _compact(positions[start:end]))

"""Deal a game from its sealed shoe, stage by stage."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from service.core.errors import Conflict, Refused
from service.core.games.procedures import Deal, Face
from service.core.kinds import ListOf, PlaceName, Text
from service.core.sealed.rounds import Round
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.turns import Record, TurnRequest, TurnResult
from service.core.shuffles.plans import Limits

_MAX_SEATS = 100


@dataclass(frozen=True, kw_only=True)
class StageRequest(TurnRequest):
    """A request for the next stage of a game's deal; `stage` may name it.

    `seats` are the hands whose own cards are told, None stands for all. With `reshuffle` all the cards are shuffled,
    and the first stage of a new hand is dealt.
    """

    stage: Annotated[str | None, Text("The stage, if it is the next one.", example="flop", implied="the next")] = None
    seats: Annotated[
        tuple[str, ...] | None,
        ListOf(
            "The seats whose own cards to tell, [] for what everybody sees; the response then has no token.",
            PlaceName(),
            _MAX_SEATS,
            is_empty_default=False,
            example=["1"],
            implied="all",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class DealtCards:
    """The cards that a stage lays in a part ("" for none) of a hand or a pile: their number, and the positions told.

    `kind` is hands or piles, and `name` the seat or the pile.
    """

    kind: str
    name: str
    part: str
    count: int
    told: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class StageResult(TurnResult):
    """A dealt stage, and the shoe after it.

    `cards` are those of the hands and piles that got some, in the order of the deal. `order` are the indices of the
    cards by position in the round, and `board` is the number of the hand's board.
    """

    stage: str
    cards: Sequence[DealtCards]
    burned: int
    order: Sequence[int]
    board: int

    @property
    def is_first(self) -> bool:
        """Whether this is the first stage of a hand."""
        return self.shoe.stages_dealt == 1

    def deal(self) -> Deal:
        """Return the plain deal of the whole hand, for what a game says of it."""
        table = self.shoe.terms.table
        assert table is not None  # noqa: S101 (a shoe without a game deals nothing)
        return table.deal(self.order, self.board)


def deal(shoe: SealedShoe, request: StageRequest, limits: Limits) -> StageResult:
    """Deal the next stage of a game; the same shoe and request give the same cards.

    Raises `Refused` for a stage or a seat that the game has not, and `Conflict` for a stage out of turn or a hand that
    the shoe has no cards for.
    """
    before = shoe.set_client_seed(request.client_seed)
    table, seats = shoe.terms.table, request.seats
    if table is None:
        raise Conflict("shoe", "This shoe is not that of a game, which alone is dealt in stages; its cards are drawn.")
    for seat in seats or ():
        if seat not in table.procedure.seats:
            known = ", ".join(table.procedure.seats) or "none"
            raise Refused("seats", f"There is no seat {seat!r}. Its seats: {known}.")
    limits.check_items(shoe.size, "shoe")
    shoe, current = _begin_stage(before, request)
    stage = _check_stage(shoe, request.stage)
    cards: dict[tuple[str, str, str], DealtCards] = {}
    told: set[int] = set()
    burned = 0
    layout = shoe.lay_out(current)
    for laid in layout.of_stage(stage):
        positions = shoe.taken.remove_from(laid.positions)
        is_told = laid.face is Face.UP or (laid.face is Face.OWN and (seats is None or laid.name in seats))
        place = (laid.kind, laid.name, laid.part)
        count, others = (cards[place].count, cards[place].told) if place in cards else (0, ())
        cards[place] = DealtCards(*place, count + len(positions), [*others, *positions] if is_told else others)
        if is_told:
            told.update(positions)
        if laid.face is Face.BURNED:
            burned += len(positions)
    record, order, taken = Record(), current.order, layout.taken_by(stage)
    record.add(current.number, taken, [order[card] if card in told else None for card in taken])
    total, out = shoe.total + len(taken), shoe.taken.union(taken)
    shoe = record.count(shoe, taken=out, total=total, stages_dealt=shoe.stages_dealt + 1)
    return StageResult(
        stage=stage,
        cards=[*cards.values()],
        burned=burned,
        order=order,
        board=shoe.board,
        shoe=shoe,
        drawable=shoe.drawable,
        reshuffled=shoe.round > before.round,
        shuffles=(current.shuffle,),
        seen=record.to_seen(shoe, stage=stage),
    )


def _begin_stage(shoe: SealedShoe, request: StageRequest) -> tuple[SealedShoe, Round]:
    """Return the shoe and the round of the next stage, which may begin a hand."""
    if request.reshuffle:
        if reason := shoe.terms.forbid_reshuffle():
            if shoe.next_stage is None:
                _begin_hand(shoe)  # which raises if no hand can begin: to leave reshuffle out would not help
            raise Conflict("reshuffle", f"{reason}; leave reshuffle out.")
        if shoe.can_reshuffle:
            shoe = shoe.start_round()
            return shoe, shoe.open_round()
    if shoe.next_stage is None:
        return _begin_hand(shoe)
    return shoe, shoe.open_round()


def _begin_hand(shoe: SealedShoe) -> tuple[SealedShoe, Round]:
    """Return the shoe and the round of a hand that follows another one without a request to shuffle."""
    table, current = shoe.terms.table, shoe.open_round()
    assert table is not None  # noqa: S101 (for the type checker)
    if table.game.continues and shoe.reshuffle_due:
        shoe = shoe.start_round()
        return shoe, shoe.open_round()
    is_final = shoe.terms.forbid_reshuffle() is not None
    if not table.game.continues or shoe.in_play is not None:
        advice = _ANOTHER_SHOE if is_final else "a new one begins with reshuffle, of all the cards"
        raise Conflict("stage", f"Every stage of this hand is dealt; {advice}.")
    pile = shoe.find_pile(current)
    left = pile.positions
    if table.procedure.hand_cards(left[0] if left else 1) > len(left):
        advice = _ANOTHER_SHOE if is_final else "begin a round with reshuffle"
        remaining = f"{shoe.terms.format_remaining(len(left))} in {pile.label}"
        raise Conflict("stage" if is_final else "reshuffle", f"{remaining}, too few for a hand; {advice}.")
    return replace(shoe, stages_dealt=0, start=left[0]), current


_ANOTHER_SHOE = "this shoe is never reshuffled, and another hand needs another one"


def _check_stage(shoe: SealedShoe, stage: str | None) -> str:
    """Return the next stage. Raises `Refused` for an unknown stage, `Conflict` for one that is not the next."""
    following = shoe.next_stage
    assert following is not None  # noqa: S101 (a hand was begun)
    if stage is None or stage == following:
        return following
    if stage not in shoe.terms.stages:
        raise Refused("stage", f"{shoe.terms.game} has no stage {stage!r}. Its stages: {', '.join(shoe.terms.stages)}.")
    raise Conflict("stage", f"{stage} is out of turn; the next stage is {following}.")

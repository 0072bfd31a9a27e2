"""Deal a sealed shoe of a game, or of a deal of one's own, stage by stage."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from service.core.errors import Conflict, Refused
from service.core.games.procedures import Deal, Face
from service.core.kinds import Text
from service.core.sealed.rounds import Round
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import Reshuffle, Terms
from service.core.sealed.turns import Place, Record, TurnRequest, TurnResult, check_seats
from service.core.shuffles.plans import Limits


@dataclass(frozen=True, kw_only=True)
class StageRequest(TurnRequest):
    """A request for the next stage of a game's deal; `stage` may name it.

    With `through` all stages up to the one that it names are dealt. With `reshuffle` all the cards are shuffled, and
    the first stage of a new hand is dealt.
    """

    stage: Annotated[str | None, Text("The stage, if it is the next one.", example="flop", implied="the next")] = None
    through: Annotated[
        str | None,
        Text("The last stage to deal, after all before it.", example="river", implied="the next"),
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
    cards by position in the round, and `board` is the number of the hand's board. With `through` it is the result of
    all the `stages`, named after the last one and without `seen` and `views` of its own, as each of them has them.
    """

    stage: str
    cards: Sequence[DealtCards]
    burned: int
    order: Sequence[int]
    board: int
    stages: Sequence["StageResult"] = ()

    @property
    def is_first(self) -> bool:
        """Whether the first stage of a hand is among those dealt."""
        return self.shoe.stages_dealt == max(1, len(self.stages))

    def deal(self) -> Deal:
        """Return the plain deal of the whole hand, for what a game says of it."""
        table = self.shoe.terms.game_table
        assert table is not None  # noqa: S101 (only games say more of a deal)
        return table.deal(self.order, self.board)


def deal(shoe: SealedShoe, request: StageRequest, limits: Limits) -> StageResult:
    """Deal the next stage of a game, or the next ones; the same shoe and request give the same cards.

    Raises `Refused` for a stage or a seat that the game has not, and `Conflict` for a stage out of turn or a hand that
    the shoe has no cards for.
    """
    before = shoe.set_client_seed(request.client_seed, request.words)
    if shoe.terms.table is None:
        raise Conflict("shoe", "The terms of this shoe have no game and no hands; its cards are drawn, not dealt.")
    check_seats(shoe, request, shoe.size, limits)
    limits.check_items(shoe.size, "shoe")
    first = _deal_stage(before, request)
    if request.through is None:
        return first
    stages = [first]
    for name in _find_stages(shoe.terms, first.stage, request.through):
        stages.append(_deal_stage(stages[-1].shoe, StageRequest(stage=name, seats=request.seats)))
    return _join(stages)


def _find_stages(terms: Terms, first: str, last: str) -> Sequence[str]:
    """Return the stages after the first one, up to the last. Raises `Refused` for a last one that is not to come."""
    _check_known(terms, "through", last)
    to_come = terms.stages[terms.stages.index(first) :]
    if last not in to_come:
        raise Conflict("through", f"{last} is dealt; the stages to come: {', '.join(to_come)}.")
    return to_come[1 : to_come.index(last) + 1]


def _join(stages: Sequence[StageResult]) -> StageResult:
    """Return the result of stages that follow each other."""
    return replace(
        stages[-1],
        cards=_merge(cards for stage in stages for cards in stage.cards),
        burned=sum([stage.burned for stage in stages]),
        reshuffled=stages[0].reshuffled,
        seen={},
        views={},
        told=(),
        stages=stages,
    )


def _deal_stage(before: SealedShoe, request: StageRequest) -> StageResult:
    """Deal the next stage."""
    seats = request.seats
    shoe, current = _begin_stage(before, request)
    stage = _check_stage(shoe, request.stage)
    cards: list[DealtCards] = []
    told: set[int] = set()
    views: dict[str, list[Place]] = {}
    burned, private = 0, shoe.terms.private_seats
    layout = shoe.lay_out(current)
    for laid in layout.of_stage(stage):
        positions = shoe.taken.remove_from(laid.positions)
        is_private = laid.face is Face.OWN and laid.name in private
        is_told = laid.face is Face.UP or (
            laid.face is Face.OWN and not is_private and (seats is None or laid.name in seats)
        )
        cards.append(DealtCards(laid.kind, laid.name, laid.part, len(positions), list(positions) if is_told else ()))
        if is_told:
            told.update(positions)
        if is_private:
            views.setdefault(laid.name, []).extend(Place(current.number, position) for position in positions)
        if laid.face is Face.BURNED:
            burned += len(positions)
    order, taken = current.order, layout.taken_by(stage)
    record = Record({"stage": stage}, places=[*taken.values()])
    if shoe.round > before.round or not before.draws:
        record.begun.append(current)
    record.add(current.number, taken, [int(order[card]) if card in told else None for card in taken])
    after, seen = record.count(
        shoe, taken=shoe.taken.union(taken), total=shoe.total + len(taken), stages_dealt=shoe.stages_dealt + 1
    )
    return StageResult(
        stage=stage,
        cards=_merge(cards),
        burned=burned,
        order=order,
        board=after.board,
        shoe=after,
        drawable=after.drawable,
        reshuffled=shoe.round > before.round,
        reached=(current,),
        seen=seen,
        views={seat: sorted(places) for seat, places in views.items()},
        told=record.find_told() if shoe.terms.has_tree else (),
    )


def _merge(cards: Iterable[DealtCards]) -> list[DealtCards]:
    """Return cards with one entry for each part of a hand or a pile."""
    merged: dict[tuple[str, str, str], DealtCards] = {}
    for laid in cards:
        place = (laid.kind, laid.name, laid.part)
        before = merged.get(place)
        merged[place] = (
            replace(laid, count=before.count + laid.count, told=[*before.told, *laid.told]) if before else laid
        )
    return [*merged.values()]


def _begin_stage(shoe: SealedShoe, request: StageRequest) -> tuple[SealedShoe, Round]:
    """Return the shoe and the round of the next stage, which may begin a hand."""
    field = "stage" if request.stage or not request.through else "through"
    if request.reshuffle:
        if shoe.terms.reshuffle is Reshuffle.NEVER:
            if shoe.next_stage is None:
                _begin_hand(shoe, field)  # which raises if no hand can begin: to leave reshuffle out would not help
            raise Conflict("reshuffle", "This shoe is never reshuffled; leave reshuffle out.")
        if shoe.can_reshuffle:
            shoe = shoe.start_round()
            return shoe, shoe.open_round()
    if shoe.next_stage is None:
        return _begin_hand(shoe, field)
    return shoe, shoe.open_round()


def _begin_hand(shoe: SealedShoe, field: str) -> tuple[SealedShoe, Round]:
    """Return the shoe and the round of a hand that follows another one without a request to shuffle.

    Raises `Conflict`, naming the field that asks for a stage, if no hand can follow.
    """
    table, current = shoe.terms.table, shoe.open_round()
    assert table is not None  # noqa: S101 (for the type checker)
    if table.continues and shoe.reshuffle_due:
        shoe = shoe.start_round()
        return shoe, shoe.open_round()
    is_final = shoe.terms.reshuffle is Reshuffle.NEVER
    if not table.continues or shoe.in_play is not None:
        advice = _ANOTHER_SHOE if is_final else "a new one begins with reshuffle, of all the cards"
        raise Conflict(field, f"Every stage of this hand is dealt; {advice}.")
    pile = shoe.find_pile(current)
    left = pile.positions
    if table.procedure.hand_cards(left[0] if left else 1) > len(left):
        advice = _ANOTHER_SHOE if is_final else "begin a round with reshuffle"
        remaining = f"{shoe.terms.format_remaining(len(left))} in {pile.label}"
        raise Conflict(field if is_final else "reshuffle", f"{remaining}, too few for a hand; {advice}.")
    return replace(shoe, stages_dealt=0, start=left[0]), current


_ANOTHER_SHOE = "this shoe is never reshuffled, and another hand needs another one"


def _check_stage(shoe: SealedShoe, stage: str | None) -> str:
    """Return the next stage. Raises `Refused` for an unknown stage, `Conflict` for one that is not the next."""
    following = shoe.next_stage
    assert following is not None  # noqa: S101 (a hand was begun)
    if stage is None or stage == following:
        return following
    _check_known(shoe.terms, "stage", stage)
    raise Conflict("stage", f"{stage} is out of turn; the next stage is {following}.")


def _check_known(terms: Terms, field: str, stage: str) -> None:
    """Raise `Refused`, naming the field, for a stage that the game has not."""
    if stage not in terms.stages:
        raise Refused(
            field, f"{terms.game or 'This deal'} has no stage {stage!r}. Its stages: {', '.join(terms.stages)}."
        )

"""Deal from a sealed shoe of a game, or of a deal of one's own, stage by stage (such as hole cards, flop, turn)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from ...core.errors import Conflict, Refused
from ...core.limits import Limits
from ...core.value_types import Text
from ...games.procedures import Deal, Face, PlaceKind, PlacePart
from ...games.stages import CoveredCards
from ..opening.terms import Reshuffle, Terms
from ..shoe.rounds import Round
from ..shoe.sealed_shoe import DealtShoe, SealedShoe
from .turn_records import CardPosition, Record, TurnRequest, TurnResult, check_seats


@dataclass(frozen=True, kw_only=True)
class StageRequest(TurnRequest):
    """A request to deal the next stage, which `stage` may name, or all stages up to the stage `through`.

    With `reshuffle`, all cards are shuffled, and the first stage of a new hand is dealt.
    """

    stage: Annotated[
        str | None,
        Text(
            "The stage, if it is the next one.", example="flop", default_text="the next"
        ),
    ] = None
    through: Annotated[
        str | None,
        Text(
            "The last stage to deal, after all before it.",
            example="river",
            default_text="the next",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class DealtCards:
    """The cards that a stage lays in a hand or a pile: their number, and the positions of the visible cards.

    `name` is the seat or the pile, and `part` its part, or "" for none.
    """

    kind: PlaceKind
    name: str
    part: str
    count: int
    visible: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class StageResult(TurnResult):
    """A dealt stage, and the shoe after it.

    `cards` has an entry for each hand and pile that got cards, in the order of the deal. `order` has the index of the
    card at each position of the round. The result of a request with `through` joins all its `stages`, and has the name
    of the last stage; only the stages have `seen` and `views`.
    """

    shoe: DealtShoe
    stage: str
    cards: Sequence[DealtCards]
    burned: int
    order: Sequence[int]
    stages: Sequence["StageResult"] = ()

    @property
    def is_first(self) -> bool:
        """Whether the request dealt the first stage of a hand."""
        return self.shoe.taken.stages_dealt == max(1, len(self.stages))

    def deal(self) -> Deal:
        """Return all places of the hand, from which a game computes further members of the response."""
        table = self.shoe.terms.game_table
        assert table is not None  # noqa: S101 (the caller has a game)
        return table.deal(self.order, self.shoe.board)


def deal(shoe: SealedShoe, request: StageRequest, limits: Limits) -> StageResult:
    """Deal the next stage of a game, or several; the same shoe and request give the same cards.

    `cards` of the result has an entry for each hand or pile. With `through` as "river" after the hole cards of hold'em,
    `stages` has three results, and `cards` burns, flop, turn, river and stock; `seen`, `views`, `visible` are empty.

    Raises `Refused` for a stage or a seat that the game does not have, and `Conflict` for a stage out of turn or for a
    hand that needs more cards than the shoe has.
    """
    shoe_before = shoe.begin_turn(request.client_seed, request.words)
    if not isinstance(shoe_before, DealtShoe):
        raise Conflict(
            "shoe",
            "The terms of this shoe have no game and no hands; its cards are drawn, not dealt.",
        )
    check_seats(shoe, request, shoe.terms.size, limits)
    limits.check_items(shoe.terms.size, "shoe")
    first = _deal_stage(shoe_before, request)
    if request.through is None:
        return first
    stages = [first]
    for name in _list_further_stages(shoe.terms, first.stage, request.through):
        next_request = StageRequest(stage=name, seats=request.seats)
        stages.append(_deal_stage(stages[-1].shoe, next_request))
    return replace(
        stages[-1],
        cards=_join_parts(part for stage in stages for part in stage.cards),
        burned=sum(stage.burned for stage in stages),
        reshuffled=first.reshuffled,
        stages=stages,
        # Each stage has its own records.
        seen={},
        views={},
        visible=(),
    )


def _list_further_stages(terms: Terms, stage: str, through: str) -> Sequence[str]:
    """Return the stages after `stage` up to `through`: the turn and the river, after the flop and up to the river.

    Raises `Refused` if `through` is no stage, and `Conflict` if it was dealt before.
    """
    _check_stage_name(terms, "through", through)
    to_come = terms.stages[terms.stages.index(stage) :]
    if through not in to_come:
        raise Conflict(
            "through", f"{through} is dealt; the stages to come: {', '.join(to_come)}."
        )
    return to_come[1 : to_come.index(through) + 1]


def _deal_stage(shoe_before: DealtShoe, request: StageRequest) -> StageResult:
    """Deal the next stage from a shoe; the result shows what the request's `seats` may see."""
    shoe, current = _begin_stage(shoe_before, request)
    stage = _choose_stage(shoe, request.stage)
    laid = _lay_stage(shoe, current, stage, request.seats)
    place_by_position = shoe.lay_out(current).taken_by(stage)
    record = _record_stage(stage, current, place_by_position, laid.visible)
    begins_round = shoe.round > shoe_before.round
    if begins_round or not shoe_before.draws:
        record.begun.append(current)
    taken = replace(
        shoe.taken,
        positions=shoe.taken.positions.union(place_by_position),
        stages_dealt=shoe.taken.stages_dealt + 1,
    )
    total = shoe.total + len(place_by_position)
    after, seen_entry = record.add_to_shoe(shoe, taken=taken, total=total)
    return StageResult(
        stage=stage,
        cards=_join_parts(laid.cards),
        burned=laid.burned,
        order=current.order,
        shoe=after,
        reshuffled=begins_round,
        reached=(current,),
        seen=seen_entry,
        views={seat: sorted(positions) for seat, positions in laid.views.items()},
        visible=record.find_visible() if shoe.terms.has_tree else (),
    )


def _record_stage(
    stage: str,
    current: Round,
    place_by_position: Mapping[int, str],
    visible: Collection[int],
) -> Record:
    """Return the record of a stage that takes these positions; the cards at the `visible` positions have an index."""
    indices = [
        int(current.order[position]) if position in visible else None
        for position in place_by_position
    ]
    record = Record({"stage": stage}, places=list(place_by_position.values()))
    record.add_cards(current.number, place_by_position, indices)
    return record


@dataclass
class _LaidStage:
    """The cards that a stage lays on the table.

    `cards` has an entry for each part of the deal, in its order. `visible` has the positions of the cards that the
    response shows. `views` has, by seat, the cards that only the holder of the seat's view key can read. `burned`
    counts the burned cards.
    """

    cards: list[DealtCards] = field(default_factory=list)
    visible: set[int] = field(default_factory=set)
    views: dict[str, list[CardPosition]] = field(default_factory=dict)
    burned: int = 0


def _lay_stage(
    shoe: DealtShoe, current: Round, stage: str, seats: Sequence[str] | None
) -> _LaidStage:
    """Return the cards that a stage lays from a round, as `seats` may see them; None stands for all seats."""
    laid = _LaidStage()
    for part in shoe.lay_out(current).of_stage(stage):
        positions = shoe.taken.positions.remove_from(part.positions)
        is_private = part.face is Face.OWN and part.name in shoe.terms.private_seats
        is_visible = not is_private and part.face.is_seen(part.name, seats)
        shown = list(positions) if is_visible else []
        laid.cards.append(
            DealtCards(part.kind, part.name, part.part, len(positions), shown)
        )
        laid.visible.update(shown)
        if is_private:
            view = laid.views.setdefault(part.name, [])
            view.extend(CardPosition(current.number, card) for card in positions)
        if part.face is Face.BURNED:
            laid.burned += len(positions)
    return laid


def _join_parts(cards: Iterable[DealtCards]) -> list[DealtCards]:
    """Join entries of the same part: return one entry for each hand, each pile, or each of their parts."""
    joined: dict[PlacePart, DealtCards] = {}
    for dealt in cards:
        place = PlacePart(dealt.kind, dealt.name, dealt.part)
        earlier = joined.get(place)
        if earlier is None:
            joined[place] = dealt
        else:
            joined[place] = replace(
                dealt,
                count=earlier.count + dealt.count,
                visible=[*earlier.visible, *dealt.visible],
            )
    return list(joined.values())


def _begin_stage(shoe: DealtShoe, request: StageRequest) -> tuple[DealtShoe, Round]:
    """Return the shoe and its round before the next stage. Begin a hand if every stage of the last hand is dealt."""
    field = "stage" if request.stage or not request.through else "through"
    is_hand_dealt = shoe.next_stage is None
    if request.reshuffle and shoe.terms.reshuffle is Reshuffle.NEVER:
        if is_hand_dealt:
            # This raises an error if no hand can begin: then it would not help to leave reshuffle out.
            _begin_hand(shoe, field)
        raise Conflict(
            "reshuffle", "This shoe is never reshuffled; leave reshuffle out."
        )
    if request.reshuffle and shoe.can_reshuffle:
        shoe = shoe.start_round()
        return shoe, shoe.open_round()
    if is_hand_dealt:
        return _begin_hand(shoe, field)
    return shoe, shoe.open_round()


def _begin_hand(shoe: DealtShoe, field: str) -> tuple[DealtShoe, Round]:
    """Return the shoe and its round at the start of the next hand, for a request without `reshuffle`.

    Raises `Conflict`, naming `field` or reshuffle, if no hand can begin.
    """
    table = shoe.terms.table
    assert table is not None  # noqa: S101 (for the type checker)
    if table.continues and shoe.reshuffle_due:
        shoe = shoe.start_round()
        return shoe, shoe.open_round()
    if not table.continues or shoe.in_play is not None:
        advice = "a new one begins with reshuffle, of all the cards"
        if shoe.terms.reshuffle is Reshuffle.NEVER:
            advice = _ANOTHER_SHOE
        raise Conflict(field, f"Every stage of this hand is dealt; {advice}.")
    current = shoe.open_round()
    pile = shoe.find_default_pile(current)
    positions_left = pile.positions
    start = positions_left[0] if positions_left else 1
    if table.procedure.hand_cards(start) > len(positions_left):
        raise _refuse_short_hand(shoe.terms, pile, field)
    taken = replace(shoe.taken, stages_dealt=0, start=start)
    return replace(shoe, taken=taken), current


def _refuse_short_hand(terms: Terms, pile: CoveredCards, field: str) -> Conflict:
    """Return the error for a pile with too few cards for a hand: it names reshuffle if that helps, or else `field`."""
    clause = f"{terms.format_remaining(len(pile.positions))} in {pile.label}"
    if terms.reshuffle is Reshuffle.NEVER:
        return Conflict(field, f"{clause}, too few for a hand; {_ANOTHER_SHOE}.")
    advice = "begin a round with reshuffle"
    return Conflict("reshuffle", f"{clause}, too few for a hand; {advice}.")


_ANOTHER_SHOE = "this shoe is never reshuffled, and another hand needs another one"


def _choose_stage(shoe: DealtShoe, stage: str | None) -> str:
    """Return the name of the next stage. Raises `Refused` if `stage` is unknown, `Conflict` if it is out of turn."""
    following = shoe.next_stage
    assert following is not None  # noqa: S101 (a hand was begun)
    if stage is None or stage == following:
        return following
    _check_stage_name(shoe.terms, "stage", stage)
    raise Conflict("stage", f"{stage} is out of turn; the next stage is {following}.")


def _check_stage_name(terms: Terms, field: str, stage: str) -> None:
    """Raise `Refused`, naming `field`, for a stage that the game or the deal does not have."""
    if stage not in terms.stages:
        stages = ", ".join(terms.stages)
        raise Refused(
            field,
            f"{terms.game or 'This deal'} has no stage {stage!r}. Its stages: {stages}.",
        )

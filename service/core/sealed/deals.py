"""Deal a game from its sealed shoe, stage by stage."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service.core.cards.card import CardFormat
from service.core.errors import Conflict, Refused
from service.core.games.procedures import Deal, Face
from service.core.games.stages import LaidCards
from service.core.sealed.draws import can_reshuffle, forbid_reshuffle
from service.core.sealed.piles import board_number, count_drawable, find_pile, lay_out_hand
from service.core.sealed.records import Record, count_draw, format_remaining, seen_to_json, set_client_seed
from service.core.sealed.rounds import Round
from service.core.sealed.shoe import SealedShoe
from service.core.shuffles.plans import Limits, Permutation


@dataclass(frozen=True, kw_only=True)
class DealRequest(CardFormat):
    """A request for the next stage of a game's deal; `stage` may name it.

    `seats` are the hands whose own cards are told, None stands for all. With `reshuffle` all the cards are shuffled,
    and the first stage of a new hand is dealt.
    """

    stage: str | None = None
    seats: Sequence[str] | None = None
    reshuffle: bool = False
    client_seed: str | None = None


@dataclass(frozen=True)
class DealtPart:
    """Cards of one part of a hand or a pile: their number, and the positions of those that are told."""

    count: int
    positions: Sequence[int]


@dataclass(frozen=True)
class DealtPile:
    """The cards that a hand or a pile got, by part; those without one are under ""."""

    name: str
    parts: Mapping[str, DealtPart]

    @property
    def count(self) -> int:
        """The number of cards, told or not."""
        return sum(part.count for part in self.parts.values())

    @property
    def positions(self) -> list[int]:
        """The positions of the cards that are told."""
        return [position for part in self.parts.values() for position in part.positions]


@dataclass(frozen=True, kw_only=True)
class DealResult:
    """A dealt stage, and the shoe after it.

    `hands` and `piles` are those that got cards. `order` are the indices of the cards by position in the round. `deal`
    is the deal of the whole hand, with the number of its `board`. `seen` is the entry for the list of cards seen.
    """

    stage: str
    hands: Sequence[DealtPile]
    piles: Sequence[DealtPile]
    burned: int
    order: Sequence[int]
    board: int
    shoe: SealedShoe
    reshuffled: bool
    shuffles: tuple[Permutation, ...]
    seen: Mapping[str, Any] = field(default_factory=dict)

    @property
    def drawable(self) -> int:
        """The number of cards that a draw without a pile can take now."""
        return count_drawable(self.shoe)

    @property
    def is_first(self) -> bool:
        """Whether this is the first stage of a hand."""
        return self.shoe.stages_dealt == 1

    def deal(self) -> Deal:
        """Return the plain deal of the whole hand, for what a game says of it."""
        table = self.shoe.terms.table
        assert table is not None  # noqa: S101 (a shoe without a game deals nothing)
        return table.deal(self.order, self.board)


def deal(shoe: SealedShoe, request: DealRequest, limits: Limits) -> DealResult:
    """Deal the next stage of a game; the same shoe and request give the same cards.

    Raises `Refused` for a stage or a seat that the game has not, and `Conflict` for a stage out of turn or a hand that
    the shoe has no cards for.
    """
    before = set_client_seed(shoe, request.client_seed)
    if shoe.terms.table is None:
        raise Conflict("shoe", "This shoe is not that of a game, which alone is dealt in stages; its cards are drawn.")
    seats = _check_seats(shoe, request.seats)
    limits.check_items(shoe.size, "shoe")
    shoe, current = _begin_stage(before, request)
    stage = _check_stage(shoe, request.stage)
    layout = lay_out_hand(shoe, current)
    laid = [cards._replace(positions=shoe.taken.remove_from(cards.positions)) for cards in layout.of_stage(stage)]
    taken = layout.taken_by(stage)

    def is_told(cards: LaidCards) -> bool:
        return cards.face is Face.UP or (cards.face is Face.OWN and (seats is None or cards.name in seats))

    told = {position for cards in laid if is_told(cards) for position in cards.positions}
    record = Record()
    record.add(current.number, taken, (current.order[card] if card in told else None for card in taken))
    total, out = shoe.total + len(taken), shoe.taken.union(taken)
    shoe = count_draw(shoe, record, taken=out, total=total, stages_dealt=shoe.stages_dealt + 1)
    return DealResult(
        stage=stage,
        hands=_gather(laid, "hands", is_told),
        piles=_gather(laid, "piles", is_told),
        burned=sum(len(cards.positions) for cards in laid if cards.face is Face.BURNED),
        order=current.order,
        board=board_number(shoe),
        shoe=shoe,
        reshuffled=shoe.round > before.round,
        shuffles=(current.shuffle,),
        seen=seen_to_json(shoe, record, {"stage": stage}),
    )


def _begin_stage(shoe: SealedShoe, request: DealRequest) -> tuple[SealedShoe, Round]:
    """Return the shoe and the round of the next stage, which may begin a hand."""
    if request.reshuffle:
        if reason := forbid_reshuffle(shoe.terms):
            if shoe.next_stage is None:
                _begin_hand(shoe)  # which raises if no hand can begin: to leave reshuffle out would not help
            raise Conflict("reshuffle", f"{reason}; leave reshuffle out.")
        if can_reshuffle(shoe):
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
    is_final = forbid_reshuffle(shoe.terms) is not None
    if not table.game.continues or shoe.in_play is not None:
        advice = _ANOTHER_SHOE if is_final else "a new one begins with reshuffle, of all the cards"
        raise Conflict("stage", f"Every stage of this hand is dealt; {advice}.")
    pile = find_pile(shoe, current)
    left = pile.positions
    if table.procedure.hand_cards(left[0] if left else 1) > len(left):
        advice = _ANOTHER_SHOE if is_final else "begin a round with reshuffle"
        remaining = f"{format_remaining(shoe.terms, len(left))} in {pile.label}"
        raise Conflict("stage" if is_final else "reshuffle", f"{remaining}, too few for a hand; {advice}.")
    return replace(shoe, stages_dealt=0, start=left[0]), current


_ANOTHER_SHOE = "this shoe is never reshuffled, and another hand needs another one"


def _check_stage(shoe: SealedShoe, stage: str | None) -> str:
    """Return the next stage. Raises `Refused` for an unknown stage, `Conflict` for one that is not the next."""
    following = shoe.next_stage
    assert following is not None  # noqa: S101 (a hand was begun)
    if stage is None or stage == following:
        return following
    if stage not in shoe.stages:
        raise Refused("stage", f"{shoe.terms.game} has no stage {stage!r}. Its stages: {', '.join(shoe.stages)}.")
    raise Conflict("stage", f"{stage} is out of turn; the next stage is {following}.")


def _check_seats(shoe: SealedShoe, seats: Sequence[str] | None) -> Collection[str] | None:
    known = shoe.terms.table.procedure.seats if shoe.terms.table else ()
    for seat in seats or ():
        if seat not in known:
            raise Refused("seats", f"There is no seat {seat!r}. Its seats: {', '.join(known) or 'none'}.")
    return seats


def _gather(laid: Sequence[LaidCards], kind: str, is_told: Callable[[LaidCards], bool]) -> list[DealtPile]:
    """Return the hands or the piles of a stage, with the cards of each part together."""
    places: dict[str, dict[str, DealtPart]] = {}
    for cards in laid:
        if cards.kind == kind:
            parts = places.setdefault(cards.name, {})
            before = parts.get(cards.part, _NO_CARDS)
            positions = cards.positions if is_told(cards) else ()
            parts[cards.part] = DealtPart(before.count + len(cards.positions), [*before.positions, *positions])
    return [DealtPile(name, parts) for name, parts in places.items()]


_NO_CARDS = DealtPart(0, ())

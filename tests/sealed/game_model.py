"""A simple model of sealed shoes: the cards on the table, the rounds and the digests, from their definition alone.

It works on whole orders, in lists and sets. The hands and piles come from the plain deal of the game; the model adds
which cards lie face down, are burned, or are seen by everybody.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from service.cards.card import Card
from service.games.procedures import DealState, Procedure
from service.sealed.opening.terms import Reshuffle, Terms
from service.sealed.shoe.sealed_shoe import End
from service.sealed.turns.draws import CardDraw
from service.sealed.turns.stage_deals import StageRequest
from tests.tables import read_table

FACES: Mapping[str, Any] = read_table("sealed/faces.yaml")
"""Which cards of each game lie face down, are burned or are seen by everybody."""

Place = tuple[str, str]
"""The name of a hand or a pile, and of its part, which may be empty."""


class Pile(NamedTuple):
    """A pile or a part of it, as a request to draw finds it."""

    name: str | None
    part: str
    cards: list[int]


def order_round(
    terms: Terms,
    server_seed: bytes,
    client_seed: str | None,
    number: int,
    in_play: Iterable[int],
) -> list[int]:
    """Return the index of the card at each position, cards in play at the end."""
    kept = sorted(in_play)
    rest = [index for index in range(terms.size) if index not in set(kept)]
    hashed = b"".join(number.to_bytes(4) for number in (len(kept), *kept))
    hashed += (client_seed or "").encode()
    order: list[int] = []
    for kind, cards in ((b"shoe", rest), (b"in play", kept)):
        if cards:
            text = b"shuffle-and-deal sealed 1 " + kind + b"\n" + hashed
            key = hmac.digest(server_seed, text, "sha256")
            shuffled = terms.shuffle(key, number, len(cards)).indices
            order += [cards[item] for item in shuffled]
    return order


def add_to_digest(digest: str, seen: Mapping[str, Any], client_seed: str | None) -> str:
    """Return the digest after the draw of an entry."""
    names = seen.keys() - {"draw", "cards", "integers"}
    record = {name: seen[name] for name in names}
    if seen["draw"] == 1 and client_seed is not None:
        record["client_seed"] = client_seed
    text = json.dumps(record, sort_keys=True, separators=(",", ":"))
    before = b"shuffle-and-deal sealed 1 draw\n" + bytes.fromhex(digest)
    return hashlib.sha256(before + text.encode()).hexdigest()


@dataclass
class Hand:
    """The plain deal of a hand: the positions of its cards by place, and the positions that not everybody sees."""

    seats: Sequence[str]
    places: dict[Place, list[int]] = field(default_factory=dict)
    covered: set[int] = field(default_factory=set)
    burned: set[int] = field(default_factory=set)
    private: dict[int, str] = field(default_factory=dict)

    def find(self, position: int) -> str:
        """Return the place of a position as records have it."""
        for (name, part), positions in self.places.items():
            if position in positions:
                return f"{name}/{part}" if part else name
        raise LookupError(position)


def deal_hand(
    terms: Terms, order: Sequence[int], left: Sequence[int], board: int
) -> Hand:
    """Return the hand that is dealt from the positions left; the first position is on top."""
    table = terms.table
    assert table is not None
    game = terms.game or ""
    procedure = table.procedure
    if left[0] and procedure.steps[0].piles == ("burns",):
        procedure = Procedure(procedure.seats, procedure.steps[1:])
    seats = procedure.seats_from(table.first_seat(board))
    state = _PositionState(left, order, seats, table.pack)
    for step in procedure.steps:
        step.deal(state)
    hand = Hand(procedure.seats)
    for name, pile in state.hands.items():
        for part, positions in pile.items():
            hand.places[name, part] = positions
            if part in FACES["covered parts"] or game in FACES["covered hands"]:
                hand.covered.update(positions)
            elif part == "payoff":
                hand.covered.update(positions[:-1])
            elif game not in FACES["open hands"] and part not in FACES["open parts"]:
                hand.private |= dict.fromkeys(positions, name)
    for name, pile in state.piles.items():
        for part, positions in pile.items():
            hand.places[name, part] = positions
            if name == "burns" and part == "":
                hand.burned.update(positions)
            else:
                hand.covered.update(_covered(game, name, part, positions))
    return hand


def _covered(
    game: str, name: str, part: str, positions: Sequence[int]
) -> Sequence[int]:
    """Return the positions of a part of a pile that lie face down."""
    if name in FACES["stocks"] or (name == "kitty" and part == ""):
        return positions
    if name == "dead_wall":
        return positions[1:] if part == "dora_indicators" else positions
    open_at_end = FACES["open at the end"].get(game, {})
    if name in open_at_end:
        return positions[: -open_at_end[name]]
    open_at_beginning = FACES["open at the beginning"].get(game, {})
    if name in open_at_beginning:
        return positions[open_at_beginning[name] :]
    covered = FACES["covered at the beginning"].get(game, {}).get(name, {})
    return positions[: covered.get(part, 0)]


def is_column_of(game: str | None, pile: str | None) -> bool:
    """Return whether the top card of each part of a pile was laid last."""
    columns = FACES["open at the end"].get(game) or {FACES["columns"].get(game)}
    return pile is not None and pile in columns


class _PositionState(DealState):
    """A plain deal of positions; an order gives the face at each position."""

    def __init__(
        self,
        positions: Sequence[int],
        shuffled: Sequence[int],
        seats: Sequence[str],
        pack: Sequence[Card],
    ) -> None:
        super().__init__(positions, seats, pack)
        self._shuffled = shuffled

    def face(self, card: int) -> Card:
        return super().face(self._shuffled[card])


@dataclass(frozen=True)
class Life:
    """A token, and the model of its shoe.

    `kept` has the indices in play as the round began, None if it began without; `taken` the positions taken since, in
    the order of leaving. A hand has the positions from `start` to before `stop` (None: all), and `dealt` counts its
    stages dealt. `seen` has the entries as JSON.
    """

    token: str
    digest: str
    client_seed: str | None = None
    round: int = 0
    total: int = 0
    kept: tuple[int, ...] | None = None
    taken: tuple[int, ...] = ()
    start: int = 0
    stop: int | None = None
    dealt: int = 0
    seen: tuple[str, ...] = ()
    is_revealed: bool = False

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(entry) for entry in self.seen]

    def begin_round(self, kept: Iterable[int] | None = None) -> "Life":
        """Return the life at the start of the next round, with the indices of the cards in play."""
        indices = None if kept is None else tuple(sorted(kept))
        following = replace(self, round=self.round + 1, kept=indices, taken=())
        return replace(following, start=0, stop=None, dealt=0)


class Refusal(Exception):
    """The model refuses a request."""


def refuse_if(condition: object) -> None:
    """Refuse the request if a condition holds."""
    if condition:
        raise Refusal


class Table:
    """The rules: what each request takes from a life."""

    def __init__(self, terms: Terms, server_seed: bytes) -> None:
        self.terms = terms
        self.server_seed = server_seed
        self.size = terms.size
        self._orders: dict[tuple[str | None, int, tuple[int, ...]], list[int]] = {}

    @property
    def stages(self) -> tuple[str, ...]:
        return self.terms.table.procedure.stages if self.terms.table else ()

    @property
    def stock(self) -> str | None:
        return self.terms.table.procedure.default_pile if self.terms.table else None

    def order(self, life: Life) -> list[int]:
        """Return the index of the card at each position of the round."""
        key = (life.client_seed, life.round, life.kept or ())
        if key not in self._orders:
            self._orders[key] = order_round(self.terms, self.server_seed, *key)
            assert sorted(self._orders[key]) == list(range(self.size))
        return self._orders[key]

    def hand(self, life: Life) -> Hand:
        """Return the hand of a round that did not begin with cards in play."""
        positions = range(self.size)[life.start : life.stop]
        board = (self.terms.board or 1) + life.round
        return deal_hand(self.terms, self.order(life), positions, board)

    def shuffled(self, life: Life) -> int:
        """Return the number of cards that are shuffled in the round."""
        return self.size - len(life.kept or ())

    def left(self, life: Life) -> list[int]:
        """Return the positions that can still be taken in the round."""
        return sorted(set(range(life.start, self.shuffled(life))) - set(life.taken))

    def out(self, life: Life) -> list[int]:
        """Return the positions of the cards that are on the table."""
        return [*range(self.shuffled(life), self.size), *life.taken]

    def pile(self, life: Life, name: str | None, part: str | None) -> Pile:
        """Return the pile that a request draws from."""
        if self.terms.table is None:
            return Pile(None, "", self.left(life))
        name = name or self.stock
        refuse_if(name is None)
        if life.kept is not None:
            refuse_if(name != (self.stock or "stock") or part is not None)
            return Pile(name, "", self.left(life))
        refuse_if(life.dealt < (1 if name == "crib" else len(self.stages)))
        hand = self.hand(life)
        covered = {}
        for (pile, other), cards in hand.places.items():
            if pile == name:
                covered[other] = [card for card in cards if card in hand.covered]
        refuse_if(part == "")
        if part is None:
            parts = [other for other, cards in covered.items() if cards]
            part = min(parts, key=bool, default="")
        refuse_if(part and part not in covered)
        taken = set(life.taken)
        cards = [card for card in covered.get(part, []) if card not in taken]
        return Pile(name, part, cards)

    def set_seed(self, life: Life, client_seed: str | None) -> Life:
        refuse_if(life.is_revealed or (client_seed is not None and life.seen))
        return life if client_seed is None else replace(life, client_seed=client_seed)

    def reshuffles(self, life: Life, request: StageRequest | CardDraw) -> bool:
        """Return whether a request begins a round: a round goes on until something is dealt."""
        refuse_if(request.reshuffle and self.terms.reshuffle is Reshuffle.NEVER)
        return request.reshuffle and bool(life.taken or life.kept or life.dealt)

    def begin_stage(self, life: Life, request: StageRequest) -> Life:
        """Return the life that a stage is dealt in: the same, or the start of the next hand or round."""
        refuse_if(self.terms.table is None)
        life = self.set_seed(life, request.client_seed)
        if self.reshuffles(life, request):
            life = life.begin_round()
        elif life.kept is not None or life.dealt == len(self.stages):
            life = self.begin_hand(life)
        refuse_if(request.stage not in {None, self.stages[life.dealt]})
        return life

    def draw(self, life: Life, request: CardDraw) -> "Draw":
        """Return the cards that a request takes."""
        life = self.set_seed(life, request.client_seed)
        drawing = Draw(self, life, request)
        is_kept = request.in_play is not None
        refuse_if(is_kept and self.terms.reshuffle is Reshuffle.NEVER)
        if self.reshuffles(life, request) or self.is_due(life):
            drawing.begin_round()
        refuse_if(request.burn > len(drawing.left))
        for card in range(request.burn + request.count):
            if not drawing.left:
                refuse_if(card < request.burn or request.in_play is None)
                drawing.begin_round()
            drawing.take()
        return drawing

    def begin_hand(self, life: Life) -> Life:
        """Return the life at the start of its next hand, in the same round or in the next."""
        table = self.terms.table
        if table is None or not table.continues:
            raise Refusal
        is_at_cut = self.terms.reshuffle is Reshuffle.AT_CUT
        if is_at_cut and len(self.left(life)) <= self.terms.cut:
            return life.begin_round()
        left = self.pile(life, None, None).cards
        refuse_if(life.kept is not None or not left)
        refuse_if(len(left) < table.procedure.hand_cards(left[0]))
        return replace(life, start=left[0], stop=left[-1] + 1, dealt=0)

    def is_due(self, life: Life) -> bool:
        """Return whether the cut card begins a round with the next draw; in a game it never does."""
        if self.terms.table or self.terms.reshuffle is not Reshuffle.AT_CUT:
            return False
        return len(self.left(life)) <= self.terms.cut


class Draw:
    """Cards that leave a pile: their rounds, positions and indices, and the life after the draw without its token."""

    def __init__(self, table: Table, life: Life, request: CardDraw) -> None:
        self.table = table
        self.life = life
        self.request = request
        self.rounds: list[int] = []
        self.positions: list[int] = []
        self.indices: list[int] = []
        self.in_play: list[int] | None = None
        self.after: list[int] | None = None
        self.begun = 0 if life.seen else 1
        self._has_begun = False
        self.pile, self.part, self.left = table.pile(life, request.pile, request.part)
        self._named: set[int] | None = None
        if request.in_play is not None:
            self._named = {self._find(card) for card in request.in_play}
        # the top of a column was laid last
        is_column = self.part == "payoff" or is_column_of(table.terms.game, self.pile)
        is_from_top = request.end is End.TOP
        self._end = -1 if is_from_top is is_column else 0
        order = table.order(life)
        self.held = {order[position] for position in table.out(life)}

    def _find(self, card: int | str) -> int:
        if isinstance(card, int):
            return card
        order = self.table.order(self.life)
        codes: list[str] = self.table.terms.label_cards(order)["cards"]
        return codes.index(card)

    def begin_round(self) -> None:
        terms = self.table.terms
        old = self.table.order(self.life)
        refuse_if(terms.reshuffle is Reshuffle.NEVER or self._has_begun)
        self._has_begun = True
        self.begun += 1
        refuse_if(terms.table and (self.pile != self.table.stock or self.part))
        if self._named is None:
            refuse_if(terms.table)
            self.life = self.life.begin_round()
            self.held = set()
        else:
            self.in_play = sorted(self._named | set(self.positions))
            self.held = {old[position] for position in self.in_play}
            self.life = self.life.begin_round(self.held)
            new = self.table.order(self.life)
            self.after = [new.index(old[position]) for position in self.in_play]
        self.left = list(range(self.table.shuffled(self.life)))
        refuse_if(not self.left)

    def take(self) -> None:
        position = self.left.pop(self._end)
        index = self.table.order(self.life)[position]
        assert index not in self.held, "no card is twice on the table"
        self.held.add(index)
        self.rounds.append(self.life.round)
        self.positions.append(position)
        self.indices.append(index)
        self.life = replace(self.life, taken=(*self.life.taken, position))

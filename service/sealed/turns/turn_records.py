"""The common requests, results and records of the turns of a sealed shoe. A turn is a draw or a deal of a stage."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple, TypeVar

from ...cards.card import CardFormat
from ...cards.seats import ListedPlace
from ...cards.shoe import parse_card
from ...core.errors import Conflict, Refused
from ...core.limits import Limits
from ...core.validation import MAX_TEXT
from ...core.value_types import Flag, ListOf, Text
from ...verdicts.confirmed import MAX_WORD, MAX_WORDS
from ..opening.contents import MAX_TREE
from ..opening.own_items import write_canonical
from ..opening.terms import Terms
from ..shoe.consent import SignedRequest
from ..shoe.rounds import Round, tag
from ..shoe.sealed_shoe import SealedShoe

AnyShoe = TypeVar("AnyShoe", bound=SealedShoe)

_DRAW = tag("draw")
_MAX_SEATS = 100
MAX_SHOWN = 500
"""Cards in a response with a proof for each card: a proof has up to 16 digests."""


@dataclass(frozen=True, kw_only=True)
class TurnRequest(CardFormat, SignedRequest):
    """A request for cards of a sealed shoe.

    With `reshuffle`, a new round begins first. The response shows own cards only of the `seats`; None stands for all
    seats. With `each_seat`, the response also has, for each seat, the response to a request with only this seat in
    `seats`, and, for spectators, the response to a request with `[]`.
    """

    reshuffle: Annotated[bool, Flag("Whether to start a new round first.")] = False
    client_seed: Annotated[
        str | None,
        Text(
            "The player's seed, used exactly as given. It is accepted with the first draw or deal alone.",
            MAX_TEXT,
            example="correct horse",
        ),
    ] = None
    words: Annotated[
        tuple[str, ...],
        ListOf(
            "Only if the terms have words, and in place of client_seed: the texts with these SHA-256, in order.",
            Text("", MAX_WORD),
            MAX_WORDS,
        ),
    ] = ()
    seats: Annotated[
        tuple[str, ...] | None,
        ListOf(
            "Show the own cards of these seats alone, [] for what everybody sees; the response then has no token.",
            ListedPlace(),
            _MAX_SEATS,
            is_empty_default=False,
            example=["1"],
            default_text="all",
        ),
    ] = None
    each_seat: Annotated[
        bool,
        Flag(
            "Whether to add `seat_views` and `spectator_view`: the response with `seats` of one, or of none."
        ),
    ] = False


class CardPosition(NamedTuple):
    """Where a card lies: its round, and its position in the round."""

    round: int
    position: int


@dataclass(frozen=True, kw_only=True)
class TurnResult:
    """The shoe after a turn.

    The turn took cards from the rounds `reached`; the last is the round of the shoe. `seen` is the turn's entry for the
    list of observed cards. `views` has, by seat, the positions of the cards that only the holder of the seat's view key
    can read, in the order of the record. `visible` has the positions of the cards that `seen` shows, if rounds have
    trees.
    """

    shoe: SealedShoe
    reshuffled: bool
    reached: tuple[Round, ...]
    seen: Mapping[str, Any]
    views: Mapping[str, Sequence[CardPosition]]
    visible: Sequence[CardPosition]


def check_seats(
    shoe: SealedShoe,
    request: TurnRequest,
    items: int,
    limits: Limits,
    seat: str | None = None,
) -> None:
    """Raise `Refused` for a seat that the deal does not have, and for more items than the limit.

    The cards of the turn are for `seat`; `items` is their number in one view. A shoe that is not dealt takes any names
    as seats.
    """
    if seat is None and not request.seats and not request.each_seat:
        return
    seats = shoe.terms.seats
    is_dealt = shoe.terms.table is not None
    if request.each_seat:
        if request.seats is not None:
            raise Refused("each_seat", "Give seats or each_seat, and not both.")
        limits.check_items(items * (2 + len(seats_with_views(shoe, seat))), "each_seat")
    if not is_dealt:
        return
    named_seats = [("seats", name) for name in request.seats or ()]
    if seat is not None:
        named_seats.append(("seat", seat))
    for parameter, name in named_seats:
        if name not in seats:
            raise Refused(
                parameter,
                f"There is no seat {name!r}. Its seats: {', '.join(seats) or 'none'}.",
            )


def seats_with_views(shoe: SealedShoe, seat: str | None) -> Collection[str]:
    """Return the seats that get views with `each_seat`: the seats of the deal, or the `seat` of a draw."""
    if shoe.terms.seats:
        return shoe.terms.seats
    return () if seat is None else (seat,)


def parse_in_play(
    shoe: SealedShoe, current: Round, cards: Sequence[int | str]
) -> Sequence[int]:
    """Return the positions in this round of the `cards` in play, each named by its position or its code.

    Raises `Refused` for a code that several cards have, for any code if codes could disclose the position of a hidden
    card, and for a shoe that is too large. Raises `Conflict` for a card that was not taken. If the queen of spades lies
    at position 4, `[0, "QS"]` gives (0, 4).
    """
    if shoe.size > MAX_TREE:
        raise Refused(
            "in_play",
            f"Cards stay in play in a shoe of at most {MAX_TREE:,}; this has {shoe.size:,}.",
        )
    positions: dict[int, None] = {}  # as an ordered set
    for number, card in enumerate(cards):
        where = f"in_play[{number}] is {card}"
        position = _find_position(shoe, current, number, card)
        if position in positions:
            raise Refused("in_play", f"{where}, which is listed twice.")
        if not shoe.is_taken(current, position):
            raise Conflict(
                "in_play", f"{where}, which was not dealt and is not in play."
            )
        positions[position] = None
    return tuple(positions)


def _find_position(
    shoe: SealedShoe, current: Round, number: int, card: int | str
) -> int:
    """Return the position of a card named by its position or its code; `number` is its place in the list `in_play`."""
    position = card
    if isinstance(position, str):
        index = _find_unique(shoe, number, position)
        position = current.positions[index]
    if not 0 <= position < shoe.size:
        raise Refused(
            "in_play",
            f"in_play[{number}] is {position:,}; positions are from 0 to {shoe.size - 1:,}.",
        )
    return position


def _find_unique(shoe: SealedShoe, number: int, text: str) -> int:
    """Return the index in the shoe of the only card with a code; `number` is its place in the list `in_play`."""
    cards = shoe.terms.shoe
    where = f"in_play[{number}]"
    # A request with a guessed code would disclose where its card lies.
    if shoe.terms.consent or shoe.terms.has_tree:
        raise Refused(
            "in_play",
            f"{where} is no position; with consent, or another reveal than all, give positions.",
        )
    if cards is None:
        raise Refused(
            "in_play", f"{where} is {text!r}; a shoe of integers takes positions."
        )
    code = parse_card("in_play", text, cards.deck, cards.options, f"{where}: ").code
    indices = [index for index, card in enumerate(cards.pack) if card.code == code]
    if not indices:
        raise Refused("in_play", f"{where}: there is no {code} in this shoe.")
    count = len(indices) * cards.pack_count
    if count > 1:
        raise Refused(
            "in_play",
            f"{where} is {code}; the shoe has {count} of them, so give its position.",
        )
    return indices[0]


@dataclass
class Record:
    """The cards that one draw or deal takes, the first to leave the shoe first.

    `source` names the stage of a deal, or the pile, part and seat of a draw. `indices` has None for a hidden card.
    `places` names the seat or pile of each card of a stage. The first `burned` cards are burned. `begun` has the rounds
    that this turn began; draw 1 begins round 0. If cards stayed in play, `in_play` has their positions in the round
    before.
    """

    source: Mapping[str, str]
    positions: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    indices: list[int | None] = field(default_factory=list)
    places: list[str] | None = None
    burned: int = 0
    in_play: Sequence[int] | None = None
    begun: list[Round] = field(default_factory=list)

    def add_cards(
        self, number: int, positions: Iterable[int], indices: Iterable[int | None]
    ) -> None:
        """Add cards taken in the round `number`."""
        self.positions += positions
        self.indices += indices
        self.rounds += [number] * (len(self.positions) - len(self.rounds))

    def find_visible(self) -> list[CardPosition]:
        """Return where the visible cards lie."""
        cards = zip(self.rounds, self.positions, self.indices, strict=True)
        return [
            CardPosition(number, position)
            for number, position, index in cards
            if index is not None
        ]

    def add_to_shoe(
        self, shoe: AnyShoe, **changes: Any
    ) -> tuple[AnyShoe, dict[str, Any]]:
        """Return the shoe with this turn added to `draws` and `digest`, and the turn's entry for `seen`.

        `changes` are further fields of the shoe to change. The first draw of a card from the top has the entry
        {"draw": 1, "rounds": [0], "positions": [0], "begun": 1, "cards": ["7H"]}.
        """
        members = self._to_json(shoe.terms)
        # FROZEN: the record of draw 1 has the client seed, too.
        record = members
        if shoe.client_seed is not None and not shoe.draws:
            record = members | {"client_seed": shoe.client_seed}
        draws = shoe.draws + 1
        digest = chain(shoe.last_digest, record)
        after = replace(shoe, draws=draws, digest=digest, **changes)
        entry = {"draw": draws} | members | shoe.terms.write_cards(self.indices)
        return after, entry

    def _to_json(self, terms: Terms) -> dict[str, Any]:
        """Return the members that the record and the entry for `seen` share: all but the draw's number and its cards.

        Members that a turn does not have are left out. FROZEN: the names and values, as the digest hashes them.
        """
        members: dict[str, Any] = dict(self.source)
        members["rounds"] = self.rounds
        members["positions"] = self.positions
        if self.places is not None:
            members["places"] = self.places
        if self.burned:
            members["burned"] = self.burned
        if self.in_play is not None:
            members["in_play"] = list(self.in_play)
        if self.begun and terms.has_tree:
            members["roots"] = [current.tree.root.hex() for current in self.begun]
        elif self.begun:
            members["begun"] = len(self.begun)
        return members


def chain(digest: bytes, record: Mapping[str, Any]) -> bytes:
    """Return the digest after a turn: the SHA-256 of the digest before it and its record as canonical JSON."""
    return hashlib.sha256(_DRAW + digest + write_canonical(record)).digest()

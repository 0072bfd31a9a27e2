"""Turns of a sealed shoe: what draws and deals share, from the client seed to the record of the cards taken."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

from service.core.cards.card import CardFormat
from service.core.cards.shoes import parse_card
from service.core.errors import Conflict, Refused, UnsupportedParameter
from service.core.kinds import Flag, ListOf, PlaceName, Text
from service.core.sealed.consent import SignedRequest
from service.core.sealed.rounds import Round, tag
from service.core.sealed.shoe import MAX_WORD, SealedShoe
from service.core.sealed.terms import MAX_TEXT, MAX_TREE, MAX_WORDS, write_canonical
from service.core.shuffles.plans import Limits, Permutation

_DRAW = tag("draw")
_MAX_SEATS = 100
MAX_SHOWN = 500
"""The most cards that the response to a request tells or has in views, if each has a proof of up to 16 digests."""


@dataclass(frozen=True, kw_only=True)
class TurnRequest(CardFormat, SignedRequest):
    """A request for cards: with `reshuffle` a new round begins first.

    `seats` are those whose own cards are told, None stands for all. With `each_seat` the response has the view of each
    seat as well.
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
            "In place of client_seed, if the terms have words: the texts with these SHA-256, in their order.",
            Text("", MAX_WORD),
            MAX_WORDS,
        ),
    ] = ()
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
    each_seat: Annotated[
        bool, Flag("Whether to return `seat_views`: for each seat the response with `seats` of it alone.")
    ] = False


class Place(NamedTuple):
    """The place of a card: a round, and the position in it."""

    round: int
    position: int


@dataclass(frozen=True, kw_only=True)
class TurnResult:
    """The shoe after a turn, and the number of cards that a draw without a pile can take now.

    `reached` are the rounds from which it takes cards; the last one is that of the shoe. `seen` is the entry for the
    list of cards seen. `views` are the places, in the order of the record, of the cards that only their seat can read:
    the turn tells them to nobody else. `told` are the places of the cards in `seen` that are not null, of a shoe whose
    rounds have trees.
    """

    shoe: SealedShoe
    drawable: int
    reshuffled: bool
    reached: tuple[Round, ...]
    seen: Mapping[str, Any]
    views: Mapping[str, Sequence[Place]]
    told: Sequence[Place]

    @property
    def shuffles(self) -> tuple[Permutation, ...]:
        """The permutations computed, one for each round."""
        return tuple(current.shuffle for current in self.reached)


def check_seats(shoe: SealedShoe, request: TurnRequest, items: int, limits: Limits, seat: str | None = None) -> None:
    """Raise `Refused` for a seat that the game has not, for views of a shoe without seats, and for too many views.

    `items` are those of one view, and `seat` is the one that draws. A shoe that is not dealt takes any names of seats.
    """
    if seat is None and not request.seats and not request.each_seat:
        return
    seats, is_dealt = shoe.terms.seats, shoe.terms.table is not None
    if request.each_seat:
        if request.seats is not None:
            raise Refused("each_seat", "Give seats or each_seat, and not both.")
        if not is_dealt:
            raise UnsupportedParameter("A shoe that is not dealt", "each_seat", belongs_to=["a shoe that is dealt"])
        limits.check_items(items * (1 + len(seats)), "each_seat")
    for parameter, names in (("seats", request.seats or ()), ("seat", () if seat is None else (seat,))):
        for name in names:
            if is_dealt and name not in seats:
                raise Refused(parameter, f"There is no seat {name!r}. Its seats: {', '.join(seats) or 'none'}.")


def parse_in_play(shoe: SealedShoe, current: Round, cards: Sequence[int | str]) -> Sequence[int]:
    """Return the positions of cards in play, given by position in this round or by code.

    Raises `Refused` for a code that is not unique, for any code in a shoe that may not tell of a face and for a shoe
    that is too large, and `Conflict` for a card that was not taken.
    """
    if shoe.size > MAX_TREE:
        raise Refused("in_play", f"Cards stay in play in a shoe of at most {MAX_TREE:,}; this has {shoe.size:,}.")
    positions: dict[int, None] = {}
    for number, card in enumerate(cards):
        where = f"in_play[{number}] is {card}"
        position = card if isinstance(card, int) else current.positions[_find_unique(shoe, number, card)]
        if not 0 <= position < shoe.size:
            raise Refused("in_play", f"in_play[{number}] is {position:,}; positions are from 0 to {shoe.size - 1:,}.")
        if position in positions:
            raise Refused("in_play", f"{where}, which is listed twice.")
        if not shoe.is_taken(current, position):
            raise Conflict("in_play", f"{where}, which was not dealt and is not in play.")
        positions[position] = None
    return tuple(positions)


def _find_unique(shoe: SealedShoe, number: int, text: str) -> int:
    """Return the index of the only card with a code."""
    cards, where = shoe.terms.shoe, f"in_play[{number}]"
    if shoe.terms.consent or shoe.terms.has_tree:  # whether a card was taken, and where, tells of its face
        raise Refused("in_play", f"{where} is no position; with consent, or another reveal than all, give positions.")
    if cards is None:
        raise Refused("in_play", f"{where} is {text!r}; a shoe of integers takes positions.")
    try:
        code = parse_card("in_play", text, cards.deck, cards.options).code
    except Refused as refusal:
        raise Refused("in_play", f"{where}: {refusal}") from None
    indices = [index for index, card in enumerate(cards.pack) if card.code == code]
    if not indices:
        raise Refused("in_play", f"{where}: there is no {code} in this shoe.")
    if (count := len(indices) * cards.pack_count) > 1:
        raise Refused("in_play", f"{where} is {code}, of which the shoe has {count}; give its position.")
    return indices[0]


@dataclass
class Record:
    """The cards that one draw or deal takes, in the order in which they leave the shoe.

    `source` are its stage, or the pile, the part and the seat of a draw, as far as there are any. `indices` has None
    for a card that is not told. `places` are where a stage lays its cards, and `burned` counts the first, burned cards.
    `in_play` are the positions, in the round before, of the cards that stayed in play as the draw began a new round;
    None if it did not, or without cards in play. `begun` are the rounds that it began, the first one of all included.
    """

    source: Mapping[str, str]
    positions: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    indices: list[int | None] = field(default_factory=list)
    places: list[str] | None = None
    burned: int = 0
    in_play: Sequence[int] | None = None
    begun: list[Round] = field(default_factory=list)

    def add(self, number: int, positions: Iterable[int], indices: Iterable[int | None]) -> None:
        """Add cards taken in the round `number`."""
        before = len(self.positions)
        self.positions += positions
        self.indices += indices
        self.rounds += [number] * (len(self.positions) - before)

    def find_told(self) -> list[Place]:
        """Return the places of the cards that are told."""
        cards = zip(self.rounds, self.positions, self.indices, strict=True)
        return [Place(number, position) for number, position, index in cards if index is not None]

    def count(self, shoe: SealedShoe, **changes: Any) -> tuple[SealedShoe, dict[str, Any]]:
        """Return the shoe after the turn, which is counted and in its digest, and the entry of cards seen.

        `changes` are further members that the turn changes.
        """
        members: dict[str, Any] = {**self.source, "rounds": self.rounds, "positions": self.positions}
        if self.places is not None:
            members["places"] = self.places
        if self.burned:
            members["burned"] = self.burned
        if self.in_play is not None:
            members["in_play"] = list(self.in_play)
        if self.begun and shoe.terms.has_tree:
            members["roots"] = [current.tree.root.hex() for current in self.begun]
        elif self.begun:
            members["begun"] = len(self.begun)
        is_seeded = shoe.client_seed is not None and not shoe.draws
        digest = chain(shoe.last_digest, members | {"client_seed": shoe.client_seed} if is_seeded else members)
        draws = shoe.draws + 1
        return replace(shoe, draws=draws, digest=digest, **changes), (
            {"draw": draws, **members} | shoe.terms.label_cards(self.indices)
        )


def chain(digest: bytes, record: Mapping[str, Any]) -> bytes:
    """Return the digest after a record, a JSON object: SHA-256 over the digest before it and the record."""
    return hashlib.sha256(_DRAW + digest + write_canonical(record)).digest()

"""Turns of a sealed shoe: what draws and deals share, from the client seed to the record of the cards taken."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from service.core.cards.card import CardFormat
from service.core.cards.shoes import parse_card
from service.core.errors import Conflict, Refused, UnsupportedParameter
from service.core.games.stages import CoveredCards
from service.core.kinds import Flag, Text
from service.core.sealed.rounds import Round
from service.core.sealed.shoe import MAX_IN_PLAY, SealedShoe
from service.core.sealed.terms import MAX_TEXT, Reshuffle, ShoeScheme, Terms
from service.core.shuffles.plans import Permutation

_DIGEST_PREFIX = b"shuffle-and-deal draw 2\n"


@dataclass(frozen=True, kw_only=True)
class TurnRequest(CardFormat):
    """A request for cards: with `reshuffle` a new round begins first."""

    reshuffle: Annotated[bool, Flag("Whether to start a new round first.")] = False
    client_seed: Annotated[
        str | None,
        Text(
            "The player's seed, used exactly as given. It is accepted with the first draw or deal; later ones repeat "
            "it or leave it out.",
            MAX_TEXT,
            example="correct horse",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class TurnResult:
    """The shoe after a turn, and the number of cards that a draw without a pile can take now.

    `shuffles` are the permutations computed, one for each round that the turn reaches. `seen` is the entry for the list
    of cards seen.
    """

    shoe: SealedShoe
    drawable: int
    reshuffled: bool
    shuffles: tuple[Permutation, ...]
    seen: Mapping[str, Any]


def set_client_seed(shoe: SealedShoe, client_seed: str | None) -> SealedShoe:
    """Return the shoe with the client seed of its first draw. Raises `Conflict` for another seed later."""
    if shoe.is_revealed:
        remaining = format_remaining(shoe.terms, shoe.remaining)
        raise Conflict("shoe", f"This shoe is revealed and draws no more; {remaining}.")
    if client_seed is None or client_seed == shoe.client_seed:
        return shoe
    if shoe.total or shoe.draws:
        first = "without one; send none" if shoe.client_seed is None else "with another one; send that again, or none"
        remaining = format_remaining(shoe.terms, shoe.remaining)
        raise Conflict(
            "client_seed", f"A client seed is accepted with the first draw, and that was made {first}. {remaining}."
        )
    return replace(shoe, client_seed=client_seed)


def forbid_reshuffle(terms: Terms) -> str | None:
    """Return why no request may begin a round or keep cards in play, None if one may."""
    if terms.scheme is ShoeScheme.SHOE1:
        return f"This shoe is of {ShoeScheme.SHOE1}, whose rounds begin by its policy alone and with all the cards"
    return "This shoe is never reshuffled" if terms.reshuffle is Reshuffle.NEVER else None


def can_reshuffle(shoe: SealedShoe) -> bool:
    """Return whether `reshuffle` begins a round: not if nothing was dealt since the last shuffle."""
    return shoe.remaining < shoe.size or shoe.stages_dealt > 0


def find_pile(shoe: SealedShoe, current: Round, name: str | None = None, part: str | None = None) -> CoveredCards:
    """Return the cards that are left in a pile, without a name in the one that the game draws from.

    A shoe without a game is one pile without a name. Raises `Refused` for a pile that the game has not, `Conflict` for
    one that no stage has laid yet.
    """
    if shoe.terms.table is None:
        for parameter, value in (("pile", name), ("part", part)):
            if value is not None:
                raise UnsupportedParameter("A shoe without a game", parameter, belongs_to=["a shoe of a game"])
        return CoveredCards("", "", range(shoe.top, len(current) - shoe.bottom), "this round")
    place = shoe.lay_out(current).place(name, part, shoe.stages_dealt)
    return place._replace(positions=shoe.taken.remove_from(place.positions))


def count_drawable(shoe: SealedShoe) -> int:
    """Return how many cards of this round a draw without a pile can take, 0 before the game's pile lies there."""
    if shoe.terms.table is None:
        return shoe.remaining
    if shoe.next_stage is not None or shoe.terms.table.procedure.default_pile is None:
        return 0
    return len(find_pile(shoe, shoe.open_round()).positions)


def parse_in_play(shoe: SealedShoe, current: Round, cards: Sequence[int | str]) -> Sequence[int]:
    """Return the positions of cards in play, given by position in this round or by code.

    Raises `Refused` for a code that is not unique and for a shoe that is too large, and `Conflict` for a card that was
    not taken.
    """
    if shoe.size > MAX_IN_PLAY:
        raise Refused("in_play", f"Cards stay in play in a shoe of at most {MAX_IN_PLAY:,}; this has {shoe.size:,}.")
    positions: dict[int, None] = {}
    for number, card in enumerate(cards):
        where = f"in_play[{number}] is {card}"
        position = card if isinstance(card, int) else current.positions[_find_unique(shoe, number, card)]
        if not 0 <= position < shoe.size:
            raise Refused("in_play", f"in_play[{number}] is {position:,}; positions are from 0 to {shoe.size - 1:,}.")
        if position in positions:
            raise Refused("in_play", f"{where}, which is listed twice.")
        if not _is_taken(shoe, current, position):
            raise Conflict("in_play", f"{where}, which was not dealt and is not in play.")
        positions[position] = None
    return tuple(positions)


def _is_taken(shoe: SealedShoe, current: Round, position: int) -> bool:
    """Return whether the card at a position was taken in this round or is in play from an earlier one."""
    if position >= len(current):
        return True
    if shoe.terms.game:
        return position in shoe.taken
    return position < shoe.top or position >= len(current) - shoe.bottom


def _find_unique(shoe: SealedShoe, number: int, text: str) -> int:
    """Return the index of the only card with a code."""
    cards, where = shoe.terms.shoe, f"in_play[{number}]"
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

    `indices` has None for a card that is not told. `in_play` are the positions, in the round before, of the cards that
    stayed in play as the draw began a new round; None if it did not, or without cards in play.
    """

    positions: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    indices: list[int | None] = field(default_factory=list)
    in_play: Sequence[int] | None = None

    def add(self, number: int, positions: Sequence[int], indices: Iterable[int | None]) -> None:
        """Add cards taken in the round `number`."""
        self.positions += positions
        self.indices += indices
        self.rounds += [number] * len(positions)

    def count(self, shoe: SealedShoe, **changes: Any) -> SealedShoe:
        """Return the shoe after the turn, which is counted and in its digest; a shoe of `shoe1` has neither.

        `changes` are further members that the turn changes.
        """
        if shoe.terms.scheme is ShoeScheme.SHOE1:
            return replace(shoe, **changes)
        members: dict[str, Any] = {"positions": self.positions, "rounds": self.rounds}
        if self.in_play is not None:
            members["in_play"] = list(self.in_play)
        if shoe.client_seed is not None and not shoe.draws:
            members["client_seed"] = shoe.client_seed
        return replace(shoe, draws=shoe.draws + 1, digest=chain(shoe.last_digest, members), **changes)

    def to_seen(self, shoe: SealedShoe, **source: str | None) -> dict[str, Any]:
        """Return the entry for the list of cards seen, which a receipt is compared with; `source` are stage or pile."""
        members: dict[str, Any] = {"draw": shoe.draws} if shoe.draws else {}
        for name, value in source.items():
            if value:
                members[name] = value
        members |= {"rounds": self.rounds, "positions": self.positions, **label_cards(shoe.terms, self.indices)}
        return members if self.in_play is None else members | {"in_play": list(self.in_play)}


def chain(digest: bytes, record: Mapping[str, Any]) -> bytes:
    """Return the digest after a record, a JSON object: SHA-256 over the digest before it and the record."""
    # Of names in ASCII, integers and strings without surrogates, json writes the canonical form (RFC 8785).
    text = json.dumps(record, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(_DIGEST_PREFIX + digest + text.encode()).digest()


def label_cards(terms: Terms, indices: Iterable[int | None]) -> dict[str, Any]:
    """Return the member `cards`, with codes, or `integers`; None stands for a card that is not told."""
    if terms.shoe is None:
        minimum = terms.min or 0
        return {"integers": [None if index is None else minimum + index for index in indices]}
    pack = terms.shoe.pack
    return {"cards": [None if index is None else pack[index % len(pack)].code for index in indices]}


def format_cards(terms: Terms, count: int) -> str:
    """Return a number of cards, tiles, balls or integers as text."""
    return f"1 {terms.unit}" if count == 1 else f"{count:,} {terms.unit}s"


def format_remaining(terms: Terms, count: int) -> str:
    """Return the sentence, without its full stop, on the number of cards that remain."""
    return f"{format_cards(terms, count)} {'remains' if count == 1 else 'remain'}"

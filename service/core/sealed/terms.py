"""The terms of a sealed shoe: its contents, shuffle and cut, which the commitment binds together with the server seed.

A shoe has the cards of a deck, the cards of a game, or the integers of a range.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import rfc8785

from service.core.cards.decks import DECKS
from service.core.cards.options import OPTIONS, PackOptions
from service.core.cards.shoes import Shoe, build_shoe
from service.core.errors import Refused, UnsupportedParameter
from service.core.games.catalogue import GAMES
from service.core.games.game import GameTable, set_up
from service.core.rng.streams import MAX_INDEX, STREAM, keyed
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import DEFAULT_SHUFFLE, Limits, Permutation, ShufflePlan, draw_permutation
from service.core.validation import (
    check_range,
)
from service.core.verification import Difference, compare_values

MAX_TEXT = 256
"""The maximum length of a label and of a client seed, in characters."""

EXACT_SHUFFLES = tuple(shuffle.name for shuffle in SHUFFLES.values() if shuffle.uniformity is Uniformity.EXACT)
"""The shuffles that a sealed shoe accepts: those whose distribution is exactly uniform."""


class Scheme(StrEnum):
    """The definition of a sealed shoe (docs/stream-shoes.md). Each is permanent: a change of behaviour is a new one."""

    SHOE2 = "shoe2"
    SHOE1 = "shoe1"


class Reshuffle(StrEnum):
    """The reshuffle policy: shuffle again after the last card, once the cut card is reached, or never."""

    WHEN_EMPTY = "when_empty"
    AT_CUT = "at_cut"
    NEVER = "never"


@dataclass(frozen=True, kw_only=True)
class Terms(PackOptions):
    """The terms that a shoe is opened with.

    A request has `deck`, a name of `DECKS`, or `game`, a name of `GAMES`, or `max`; resolved terms of a game have its
    deck as well, and `cards`, the number of cards of each hand, only if it was requested. `algorithm` is one of
    `EXACT_SHUFFLES`, `cut` the number of cards behind the cut card, `label` an arbitrary text of 1 to 256 characters,
    `items_sha256` the digest of a list that the integers stand for.
    """

    scheme: Scheme = Scheme.SHOE2
    deck: str | None = None
    game: str | None = None
    players: int | None = None
    cards: int | None = None
    board: int | None = None
    min: int | None = None
    max: int | None = None
    items_sha256: str | None = None
    algorithm: str = DEFAULT_SHUFFLE
    cut: int = 0
    reshuffle: Reshuffle = Reshuffle.WHEN_EMPTY
    label: str | None = None

    @cached_property
    def table(self) -> GameTable | None:
        """The table of the game, None if there is none. Raises `Refused` for options that do not fit the game."""
        return None if self.game is None else set_up(GAMES[self.game], self.players, self, self.cards)

    @cached_property
    def shoe(self) -> Shoe | None:
        """The unshuffled cards, None for integers. Raises `Refused` for options that do not fit the deck."""
        if self.table:
            return self.table.shoe
        return None if self.deck is None else build_shoe(DECKS[self.deck], self)

    @property
    def card_shoe(self) -> Shoe:
        """The unshuffled cards of a shoe that has cards."""
        assert self.shoe is not None  # noqa: S101 (for the type checker)
        return self.shoe

    @cached_property
    def size(self) -> int:
        """The number of cards or integers in the shoe."""
        return len(self.shoe) if self.shoe else (self.max or 0) - (self.min or 0) + 1

    @cached_property
    def canonical_json(self) -> bytes:
        """The terms as canonical JSON (RFC 8785), which the commitment hashes."""
        return rfc8785.dumps(dict(self.to_json()))

    @property
    def unit(self) -> str:
        """The word for what is in the shoe: card, tile, ball or integer."""
        return self.table.game.unit if self.table else "card" if self.deck else "integer"

    @property
    def cost(self) -> int:
        """About how many random draws, or how much equivalent work, one round takes."""
        shuffle = SHUFFLES[self.algorithm]
        return _ROUND_COST + round(shuffle.expected_cost(self.size, self.size, shuffle.defaults) * shuffle.slowness)

    def to_json(self) -> Mapping[str, Any]:
        """Return the JSON object that is published; `parse_terms` reads it."""
        members = {
            "scheme": str(self.scheme),
            "stream": STREAM,
            "game": self.game,
            "players": self.players,
            "cards": self.cards,
            "board": self.board,
            **self._contents_to_json(),
            "algorithm": self.algorithm,
            "cut": self.cut,
            "reshuffle": str(self.reshuffle),
            "label": self.label,
        }
        return {name: value for name, value in members.items() if value is not None}

    def _contents_to_json(self) -> Mapping[str, Any]:
        if self.deck is None:
            return {"min": self.min, "max": self.max, "items_sha256": self.items_sha256}
        options = {name: getattr(self, name) for name in OPTIONS}
        return {"deck": self.deck, "decks": self.decks or 1, **options, "exclude": list(self.exclude)}

    def shuffle(self, key: bytes, number: int, size: int | None = None) -> Permutation:
        """Return an order of the shoe, or of 0…size-1, top first; `number` counts rounds from 0."""
        size, shuffle = self.size if size is None else size, SHUFFLES[self.algorithm]
        plan = ShufflePlan(n=size, count=size, cost=size, shuffle=shuffle, arguments=shuffle.defaults)
        return draw_permutation(plan, keyed(key, number))


_ROUND_COST = 120  # draws: the cost of starting a round
_NUMBERS = ("min", "max", "items_sha256")
_TABLE = ("players", "cards", "board")
_PACKS = tuple(option.name for option in fields(PackOptions))


def resolve_terms(terms: Terms, limits: Limits) -> Terms:
    """Return the terms to commit to: those of a request with every default, and every excluded card by its code.

    Raises `Refused` for terms that contradict each other and `TooMany` for a shoe beyond the limits.
    """
    contents = [name for name in ("deck", "game", "max") if getattr(terms, name) is not None]
    if len(contents) != 1:
        given = f"{' and '.join(contents)} are given" if contents else "none is given"
        raise Refused((contents or ["deck"])[-1], f"A shoe has a deck, a game or the integers up to max; {given}.")
    if terms.scheme is Scheme.SHOE1 and terms.deck is None:
        raise Refused("scheme", f"{Scheme.SHOE1} seals decks; a shoe with a {contents[0]} is of {Scheme.SHOE2}.")
    resolved = _resolve_contents(terms)
    limits.check_shuffled(resolved.size, "max" if resolved.max is not None else "decks")
    _check_cut(resolved)
    return resolved


def _resolve_contents(terms: Terms) -> Terms:
    """Return the terms with every default of their contents. Raises `Refused` for members of other contents."""
    if terms.max is not None:
        _refuse_members(terms, "A shoe of integers", (*_TABLE, *_PACKS), belongs_to=["a deck", "a game"])
        minimum = 1 if terms.min is None else terms.min
        check_range("max", terms.max, minimum, MAX_INDEX)
        return replace(terms, min=minimum)
    owner = "a game" if terms.game else "a deck"
    _refuse_members(terms, f"A shoe of {owner}", _NUMBERS, belongs_to=["a shoe with max"])
    if terms.table is None:
        _refuse_members(terms, "A shoe of a deck", _TABLE, belongs_to=["a shoe with a game"])
        return replace(terms, decks=terms.card_shoe.pack_count, exclude=terms.card_shoe.excluded_codes)
    table = terms.table
    if terms.board is not None and "board" not in table.game.options:
        owners = (game.name for game in GAMES.values() if "board" in game.options)
        raise UnsupportedParameter(table.game.name, "board", belongs_to=owners)
    packs = table.shoe.options.explicit_values | {"decks": table.shoe.pack_count, "exclude": table.shoe.excluded_codes}
    return replace(terms, deck=table.shoe.deck.name, players=table.players, **packs)


def _refuse_members(terms: Terms, owner: str, names: tuple[str, ...], belongs_to: list[str]) -> None:
    for name in names:
        if getattr(terms, name) not in {None, ()}:
            raise UnsupportedParameter(owner, name, belongs_to=belongs_to)


def _check_cut(terms: Terms) -> None:
    at_cut = terms.reshuffle is Reshuffle.AT_CUT
    if terms.cut >= terms.size:
        raise Refused(
            "cut", f"cut is {terms.cut:,}; the shoe has {terms.size:,} {terms.unit}s, and the cut must be fewer."
        )
    if terms.cut and not at_cut:
        raise Refused(
            "cut", f"A cut goes with reshuffle={Reshuffle.AT_CUT}, and reshuffle is {terms.reshuffle}; leave out one."
        )
    if at_cut and terms.table and not terms.table.game.continues:
        games = ", ".join(game.name for game in GAMES.values() if game.continues)
        raise Refused(
            "reshuffle",
            f"{terms.game} begins each hand with all its cards; {Reshuffle.AT_CUT} is for decks, integers and {games}.",
        )


def check_terms(terms: Terms) -> Difference | None:
    """Return why no shoe has these terms, though a receipt commits to them; None if a shoe can have them."""
    try:
        resolved = _resolve_contents(terms)
        if terms.cut >= resolved.size:
            return Difference(where="terms.cut", expected=f"0 to {resolved.size - 1}", seen=str(terms.cut))
        _check_cut(resolved)
    except Refused as refusal:
        seen = terms.to_json().get(refusal.field)
        return Difference(
            where=f"terms.{refusal.field}", expected=str(refusal), seen=None if seen is None else str(seen)
        )
    return compare_values("terms", resolved.to_json(), terms.to_json())

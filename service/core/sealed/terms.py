"""The terms of a sealed shoe: its contents, shuffle and cut, which the commitment binds together with the server seed.

A shoe has the cards of a deck, the cards of a game, the integers of a range, or items. The terms of `shoe3` also say
who must consent to a draw, whose cards only their player can read, and what the receipt discloses.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from typing import Annotated, Any

from service.core.cards.decks import DECKS
from service.core.cards.options import OPTIONS, SHOE_FIELDS, PackOptions
from service.core.cards.shoes import Shoe, build_shoe
from service.core.crypto.jwk import Ed25519Key, P256Key
from service.core.games.catalogue import GAMES
from service.core.games.game import GameTable, set_up
from service.core.kinds import (
    BySeat,
    Choice,
    Integer,
    Kind,
    ListOf,
    ObjectOf,
    SeatName,
    Sha256,
    Text,
    describe,
    parse_members,
)
from service.core.rng.streams import MAX_INDEX, STREAM, keyed
from service.core.shuffles.algorithms import SHUFFLES, Uniformity
from service.core.shuffles.plans import DEFAULT_SHUFFLE, Permutation, ShufflePlan, draw_permutation

MAX_TEXT = 256
"""The maximum length of a label and of a client seed, in characters."""

EXACT_SHUFFLES = tuple(shuffle.name for shuffle in SHUFFLES.values() if shuffle.uniformity is Uniformity.EXACT)
"""The shuffles that a sealed shoe accepts: those whose distribution is exactly uniform."""

MAX_ITEMS = 500
MAX_ITEMS_BYTES = 16_384
"""The maximum size of the items of a shoe together, in bytes of UTF-8."""

MAX_SEATS = 32
"""The most seats with keys."""

MAX_PRIVATE = 2**16
"""The most cards of a shoe of `shoe3`."""

_AnyInteger = partial(Integer, min=-MAX_INDEX, max=MAX_INDEX)


def _list_keys(meaning: str, item: Kind, shown: str = "") -> BySeat:
    """Return the kind of the keys of seats."""
    return BySeat(meaning, item=item, seat=SeatName(), noun="key", max_length=MAX_SEATS, shown=shown)


class ShoeScheme(StrEnum):
    """The definition of a sealed shoe (docs/stream-shoes.md). Each is permanent: a change of behaviour is a new one."""

    SHOE2 = "shoe2"
    SHOE3 = "shoe3"
    SHOE1 = "shoe1"


class Reshuffle(StrEnum):
    """The reshuffle policy: shuffle again after the last card, once the cut card is reached, or never."""

    WHEN_EMPTY = "when_empty"
    AT_CUT = "at_cut"
    NEVER = "never"


class Reveal(StrEnum):
    """The receipt at the end of a shoe: of all its cards, of those that are shown, or of all for an auditor alone."""

    ALL = "all"
    SHOWN = "shown"
    AUDITOR = "auditor"


Jwk = Mapping[str, str]
"""A public key as a JSON Web Key, with the members that its kind has."""


@dataclass(frozen=True, kw_only=True)
class Consent:
    """The consent that a draw needs: signatures of `quorum` of the seats with keys, of `start` for draw 1."""

    keys: Annotated[Mapping[str, Jwk], _list_keys("A JWK of Ed25519 for each seat.", Ed25519Key())]
    quorum: Annotated[int, Integer("The number of seats that must sign.", 1, MAX_SEATS, example=2)]
    start: Annotated[int, Integer("The number of them for draw 1.", 0, MAX_SEATS, example=2)] = 0

    @cached_property
    def published(self) -> Mapping[str, Any]:
        """The JSON object in the terms."""
        return {"keys": self.keys, "quorum": self.quorum, "start": self.start}


@dataclass(frozen=True, kw_only=True)
class Terms(PackOptions):
    """The terms that a shoe is opened with.

    A request has `deck`, a name of `DECKS`, or `game`, a name of `GAMES`, or `max`, or `items`; resolved terms of a
    game have its deck as well, and `cards`, the number of cards of each hand, only if it was requested. `algorithm` is
    one of `EXACT_SHUFFLES`, `cut` the number of cards behind the cut card, `items_sha256` the digest of a list that the
    integers stand for. Terms of `shoe3`, and no others, have `reveal`, and may have `PRIVATE`.

    To add a member, write a field with its kind, and name it in `_OPTIONAL`, or in `published` and `parse_terms` if
    only shoes of some contents have it. Requests, responses, tokens, receipts and the commitment follow.
    """

    scheme: Annotated[
        ShoeScheme,
        Choice(
            "The definition; shoe1 is for decks, and items, reveal, auditor, consent and view_keys need shoe3.",
            tuple(ShoeScheme),
            example=ShoeScheme.SHOE2,
            shown="The scheme, whose definition is permanent",
        ),
    ] = ShoeScheme.SHOE2
    stream: str = STREAM
    deck: Annotated[
        str | None, Choice("The deck. Give one of deck, game, max or items.", DECKS, example="standard")
    ] = None
    game: Annotated[str | None, Choice("The game, with its own deck, in place of deck.", GAMES, example="holdem")] = (
        None
    )
    players: Annotated[int | None, Integer("", 0, MAX_INDEX, shown="The number of players of the game")] = None
    cards: Annotated[
        int | None, Integer("", 1, MAX_INDEX, shown="oh_hell: the number of cards of each hand; present if requested")
    ] = None
    board: Annotated[
        int | None,
        Integer(
            "bridge: the number of the first board.",
            1,
            MAX_INDEX,
            example=7,
            means=1,
            shown="bridge: the number of the first board; present if requested",
        ),
    ] = None
    min: Annotated[
        int | None,
        _AnyInteger("With max: the smallest integer.", example=1, means=1, shown="The smallest of integers"),
    ] = None
    max: Annotated[
        int | None,
        _AnyInteger(
            "The largest integer of a shoe of integers: raffle tickets, numbered cards.",
            example=25_000,
            shown="The largest of integers",
        ),
    ] = None
    items_sha256: Annotated[
        str | None,
        Sha256(
            "With max: SHA-256 of the list that the integers stand for, as of /v1/items/shuffle.",
            shown="SHA-256 of the list that the integers stand for; as requested",
        ),
    ] = None
    items: Annotated[
        tuple[str, ...],
        ListOf(
            "The cards of a shoe of one's own, up to 16,384 bytes of UTF-8 together.",
            Text("", MAX_TEXT),
            MAX_ITEMS,
            example=["a knight", "a castle", "a castle"],
            shown="The cards of a shoe of items",
        ),
    ] = ()
    algorithm: Annotated[
        str,
        Choice(
            "The shuffle, one that is exactly uniform.",
            {name: SHUFFLES[name] for name in EXACT_SHUFFLES},
            example=DEFAULT_SHUFFLE,
        ),
    ] = DEFAULT_SHUFFLE
    cut: Annotated[
        int,
        Integer(
            "With reshuffle=at_cut: the cards behind the cut card, fewer than the shoe has.",
            0,
            MAX_INDEX,
            example=60,
            shown="Cards behind the cut card",
        ),
    ] = 0
    reshuffle: Annotated[
        Reshuffle,
        Choice(
            "when_empty: a draw continues into the next round. at_cut: if at most cut cards are left after a draw, the "
            "next one starts a new round. never: there is one round.",
            tuple(Reshuffle),
            example=Reshuffle.AT_CUT,
            shown="The reshuffle policy",
        ),
    ] = Reshuffle.WHEN_EMPTY
    label: Annotated[
        str | None,
        Text(
            "A name for the shoe; like all terms, the commitment binds it.",
            MAX_TEXT,
            example="table 7",
            shown="The name; present if one was given",
        ),
    ] = None
    reveal: Annotated[
        Reveal | None,
        Choice(
            "What the end of the shoe discloses: all cards, those that are shown, or all to the auditor alone.",
            tuple(Reveal),
            example=Reveal.SHOWN,
            implied=Reveal.ALL,
            shown="What the end discloses; of shoe3",
        ),
    ] = None
    auditor: Annotated[
        Jwk | None,
        P256Key(
            "With reveal=auditor: a JWK of P-256.",
            shown="The key of the auditor, if there is one",
        ),
    ] = None
    consent: Annotated[
        Consent | None,
        ObjectOf(
            "The seats' keys, how many of them must sign each draw, and how many draw 1 (start, 0 if left out).",
            members=Consent,
            shown="The seats that must consent, if any",
        ),
    ] = None
    view_keys: Annotated[
        Mapping[str, Jwk] | None,
        _list_keys(
            "With consent: a JWK of P-256 for each seat whose own cards only it can read.",
            P256Key(),
            shown="The keys of the seats whose cards only they read, if any",
        ),
    ] = None

    def __hash__(self) -> int:
        return hash(self.canonical_json)

    @cached_property
    def table(self) -> GameTable | None:
        """The table of the game, None if there is none. Raises `Refused` for options that do not fit the game."""
        return None if self.game is None else set_up(GAMES[self.game], self.players, self, self.cards)

    @cached_property
    def shoe(self) -> Shoe | None:
        """The unshuffled cards, None for integers and items. Raises `Refused` for options that do not fit the deck."""
        if self.table:
            return self.table.shoe
        return None if self.deck is None else build_shoe(DECKS[self.deck], self)

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The stages of the game's deal in order; none if the shoe is not that of a game."""
        return self.table.procedure.stages if self.table else ()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats of the game; none if it has none, or if the shoe is not that of a game."""
        return tuple(map(str, self.table.procedure.seats)) if self.table else ()  # not as members of an enumeration

    @property
    def private_seats(self) -> Collection[str]:
        """The seats whose own cards only they can read."""
        return self.view_keys or ()

    @property
    def card_shoe(self) -> Shoe:
        """The unshuffled cards of a shoe that has cards."""
        assert self.shoe is not None  # noqa: S101 (for the type checker)
        return self.shoe

    @cached_property
    def size(self) -> int:
        """The number of cards or integers in the shoe."""
        if self.items:
            return len(self.items)
        return len(self.shoe) if self.shoe else (self.max or 0) - (self.min or 0) + 1

    @cached_property
    def canonical_json(self) -> bytes:
        """The terms as canonical JSON (RFC 8785), which the commitment hashes."""
        return write_canonical(dict(self.published))

    @property
    def unit(self) -> str:
        """The word for what is in the shoe: card, tile, ball or integer."""
        return self.table.game.unit if self.table else "integer" if self.max is not None else "card"

    @cached_property
    def card_size(self) -> int:
        """The size of a card in a response, counted in items of the limit; of a shoe of items that of the largest."""
        largest = max((len(write_canonical(item)) for item in self.items), default=0)
        return max(1, largest // _BYTES_OF_AN_ITEM)

    @property
    def cost(self) -> int:
        """About how many random draws, or how much equivalent work, one round takes."""
        shuffle = SHUFFLES[self.algorithm]
        shuffled = round(shuffle.expected_cost(self.size, self.size, shuffle.defaults) * shuffle.slowness)
        tree = _TREE_COST + _LEAF_COST * self.size if self.scheme is ShoeScheme.SHOE3 else 0
        return _ROUND_COST + shuffled + tree

    @cached_property
    def published(self) -> Mapping[str, Any]:
        """The JSON object that is published; `parse_terms` reads it."""
        has_cards = self.deck is not None
        contents = ("deck", *SHOE_FIELDS) if has_cards else NUMBERS
        names = ("scheme", "stream", "game", *TABLE, *contents, "algorithm", "cut", "reshuffle", *_OPTIONAL, *PRIVATE)
        members = {name: getattr(self, name) for name in names}
        if has_cards:
            members |= {"decks": self.decks or 1, "exclude": list(self.exclude)}
        members["items"] = list(self.items) or None
        members["consent"] = self.consent and self.consent.published
        return {
            name: str(value) if isinstance(value, str) else value
            for name, value in members.items()
            if value is not None
        }

    def label_cards(self, indices: Iterable[int | None]) -> dict[str, Any]:
        """Return the member `cards`, with codes, or `integers`; None stands for a card that is not told."""
        if self.items:
            return {"cards": [None if index is None else self.items[index] for index in indices]}
        if self.shoe is None:
            minimum = self.min or 0
            return {"integers": [None if index is None else minimum + index for index in indices]}
        pack = self.shoe.pack
        return {"cards": [None if index is None else pack[index % len(pack)].code for index in indices]}

    def format_count(self, count: int) -> str:
        """Return a number of cards, tiles, balls or integers as text."""
        return f"1 {self.unit}" if count == 1 else f"{count:,} {self.unit}s"

    def format_remaining(self, count: int) -> str:
        """Return the sentence, without its full stop, on the number of cards that remain."""
        return f"{self.format_count(count)} {'remains' if count == 1 else 'remain'}"

    def forbid_reshuffle(self) -> str | None:
        """Return why no request may begin a round or keep cards in play, None if one may."""
        if self.scheme is ShoeScheme.SHOE1:
            return f"This shoe is of {ShoeScheme.SHOE1}, whose rounds begin by its policy alone and with all the cards"
        return "This shoe is never reshuffled" if self.reshuffle is Reshuffle.NEVER else None

    def shuffle(self, key: bytes, number: int, size: int | None = None) -> Permutation:
        """Return an order of the shoe, or of 0…size-1, top first; `number` counts rounds from 0."""
        size, shuffle = self.size if size is None else size, SHUFFLES[self.algorithm]
        plan = ShufflePlan(n=size, count=size, cost=size, shuffle=shuffle, arguments=shuffle.defaults)
        return draw_permutation(plan, keyed(key, number))


def write_canonical(value: object) -> bytes:
    """Return the canonical JSON (RFC 8785) of texts, integers, booleans and null, in lists and under names in ASCII."""
    # Of these json writes the canonical form, in a tenth of the time of a library that also writes floats.
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


_ROUND_COST = 120  # draws: the cost of starting a round
_TREE_COST, _LEAF_COST = 100, 12  # draws: the cost of starting the tree over a round, and of each card in it
_BYTES_OF_AN_ITEM = 8  # of a response, for which an item of MAX_ITEMS stands
NUMBERS = ("min", "max", "items_sha256")
TABLE = ("players", "cards", "board")
"""The members of contents other than cards: of integers, and of the table of a game."""


_KINDS: Mapping[str, Kind] = {
    "stream": Choice("", (STREAM,)),
    **{name: kind for name, (kind, _) in describe(Terms).items()},
}
"""The kind of every member that published terms can have."""
_ALWAYS = ("scheme", "stream", "algorithm", "cut", "reshuffle")
_OPTIONAL = ("label",)
PRIVATE = ("items", "reveal", "auditor", "consent", "view_keys")
"""The members that only terms of `shoe3` have; each implies it."""
_DECK = ("deck", "decks", "exclude")


def parse_terms(path: str, value: object) -> Terms:
    """Return the terms that a published JSON object stands for. Raises `Refused`, naming the member that is wrong."""
    scheme = value.get("scheme") if isinstance(value, Mapping) else None
    members = value if isinstance(value, Mapping) and scheme in (ShoeScheme.SHOE2, ShoeScheme.SHOE3) else {}
    required: tuple[str, ...] = (*_ALWAYS, *_DECK)
    optional: tuple[str, ...] = (*_OPTIONAL, *OPTIONS)
    if "game" in members:
        required, optional = (*_ALWAYS, "game", "players", *_DECK), (*optional, "cards", "board")
    elif "max" in members:
        required, optional = (*_ALWAYS, "min", "max"), (*_OPTIONAL, "items_sha256")
    elif scheme == ShoeScheme.SHOE3 and "items" in members:
        required, optional = (*_ALWAYS, "items"), _OPTIONAL
    if scheme == ShoeScheme.SHOE3:
        required, optional = (*required, "reveal"), (*optional, "auditor", "consent", "view_keys")
    return Terms(**parse_members(path, _KINDS, value, required, optional))

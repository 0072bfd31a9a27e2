"""The terms of a sealed shoe: its contents, shuffle and cut, which the commitment binds together with the server seed.

A shoe has the cards of a deck, of a game or of a deal of one's own, the integers of a range, or items. The terms also
say whose words decide the order, who must consent to a draw, whose cards only their player can read, and what the
receipt discloses (docs/sealed.md).
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property, partial
from typing import Annotated, Any

from service.core.cards.decks import DECKS
from service.core.cards.options import OPTIONS, SHOE_FIELDS, PackOptions
from service.core.cards.shoes import Shoe, build_shoe
from service.core.crypto.jwk import Ed25519Key, P256Key
from service.core.games.catalogue import GAMES
from service.core.games.deals import MAX_PILES, DealRequest, build_procedure
from service.core.games.game import DealTable, GameTable, ItemTable, Table, set_up
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
from service.core.validation import wrong_value

MAX_TEXT = 256
"""The maximum length of a label and of a client seed, in characters."""

EXACT_SHUFFLES = tuple(shuffle.name for shuffle in SHUFFLES.values() if shuffle.uniformity is Uniformity.EXACT)
"""The shuffles that a sealed shoe accepts: those whose distribution is exactly uniform."""

MAX_ITEMS = 500
MAX_ITEMS_BYTES = 16_384
"""The maximum size of the items of a shoe together, in bytes of UTF-8."""

MAX_SEATS = 32
"""The most seats with keys."""

MAX_WORDS = 32
"""The most texts that the client seed has."""

MAX_TREE = 2**16
"""The most cards of a shoe with a tree over each round, and of one from which cards can stay in play."""

SCHEME = "sealed1"
"""The name of the definition, docs/sealed.md, which is permanent."""

_AnyInteger = partial(Integer, min=-MAX_INDEX, max=MAX_INDEX)


def _list_keys(meaning: str, item: Kind, shown: str = "") -> BySeat:
    """Return the kind of the keys of seats."""
    return BySeat(meaning, item=item, seat=SeatName(), noun="key", max_length=MAX_SEATS, shown=shown)


class Reshuffle(StrEnum):
    """The reshuffle policy: shuffle again if a request says so, also once the cut card is reached, or never."""

    ON_REQUEST = "on_request"
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
    """The consent that a draw needs: signatures of `quorum` of the seats with keys, of `start` for draw 1.

    In resolved terms both are integers; None stands for the number of keys.
    """

    keys: Annotated[Mapping[str, Jwk], _list_keys("A JWK of Ed25519 for each seat.", Ed25519Key())]
    quorum: Annotated[int | None, Integer("The number of seats that must sign.", 1, MAX_SEATS, example=2)] = None
    start: Annotated[int | None, Integer("The number of them for draw 1, quorum or more.", 1, MAX_SEATS, example=2)] = (
        None
    )


@dataclass(frozen=True)
class PileName(SeatName):
    """The name of a pile of a deal of one's own."""

    schema = property(
        lambda self: {"type": "string", "minLength": 1, "maxLength": self.max_length, "pattern": "^([A-Za-z0-9_]|-)+$"}
    )


@dataclass(frozen=True, kw_only=True)
class OwnPile:
    """A pile of a deal of one's own."""

    name: Annotated[str, PileName("Its name.", example="market")]
    cards: Annotated[int, Integer("The number of cards in it.", 1, MAX_ITEMS, example=5)]


@dataclass(frozen=True, kw_only=True)
class Terms(PackOptions):
    """The terms that a shoe is opened with.

    A request has `deck`, a name of `DECKS`, or `game`, a name of `GAMES`, or `max`, or `items`; resolved terms of a
    game have its deck as well, and `cards`, the number of cards of each hand, only if it was requested. A deck or items
    with `hands` are a deal of one's own, whose resolved terms have either `cards` or `packets`. `algorithm` is one of
    `EXACT_SHUFFLES`, `cut` the number of cards behind the cut card, `items_sha256` the digest of a list that the
    integers stand for, and `words` the digests of the texts that are joined to the client seed.

    To add a member, write a field with its kind, and name it in `_OPTIONAL`, or in `published` and `parse_terms` if
    only shoes of some contents have it. Requests, responses, tokens, receipts and the commitment follow.
    """

    scheme: Annotated[
        str, Choice("The definition.", (SCHEME,), example=SCHEME, shown="The scheme, whose definition is permanent")
    ] = SCHEME
    stream: str = STREAM
    deck: Annotated[
        str | None, Choice("The deck. Give one of deck, game, max or items.", DECKS, example="standard")
    ] = None
    game: Annotated[str | None, Choice("The game, with its own deck, in place of deck.", GAMES, example="holdem")] = (
        None
    )
    players: Annotated[
        int | None,
        Integer(
            "The number of players of the game.",
            0,
            MAX_TREE,
            example=4,
            shown="The number of players of the game",
        ),
    ] = None
    cards: Annotated[
        int | None,
        Integer(
            "The cards of each hand, of hands or of a game with that choice.",
            1,
            MAX_TREE,
            example=7,
            shown="The number of cards of each hand; of a game present if requested",
        ),
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
    hands: Annotated[
        int | None,
        Integer("Of a deck or items: hands to deal, in one stage, as /deal does.", 1, MAX_INDEX, example=4),
    ] = None
    packets: Annotated[
        tuple[int, ...],
        ListOf(
            "With hands: cards given to a hand at once, in turn.",
            Integer("", 1, MAX_INDEX),
            100,
            example=[3, 2],
            implied="one at a time",
        ),
    ] = ()
    burn: Annotated[int, Integer("With hands: cards burned before the first is dealt.", 0, MAX_INDEX, example=1)] = 0
    piles: Annotated[
        tuple[OwnPile, ...],
        ListOf(
            "With hands of items: piles, which get their cards after the hands.",
            ObjectOf(members=OwnPile),
            MAX_PILES,
            example=[{"name": "market", "cards": 5}],
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
            "on_request: a draw starts a new round if it says reshuffle. at_cut: also if at most cut cards were left "
            "before it. never: there is one round.",
            tuple(Reshuffle),
            example=Reshuffle.AT_CUT,
            shown="The reshuffle policy",
        ),
    ] = Reshuffle.ON_REQUEST
    label: Annotated[
        str | None,
        Text(
            "A name for the shoe; like all terms, the commitment binds it.",
            MAX_TEXT,
            example="table 7",
            shown="The name; present if one was given",
        ),
    ] = None
    words: Annotated[
        tuple[str, ...],
        ListOf(
            "SHA-256 of the texts that draw 1 takes as words: those of everybody who takes part, in an agreed order.",
            Sha256(),
            MAX_WORDS,
            shown="The SHA-256 of each text that draw 1 takes as words, if any",
        ),
    ] = ()
    reveal: Annotated[
        Reveal,
        Choice(
            "The receipt: of all cards, of those that players show, or of all for the auditor alone. With the last two "
            "each told card has a proof of its place.",
            tuple(Reveal),
            example=Reveal.SHOWN,
            shown="What the receipt discloses",
        ),
    ] = Reveal.ALL
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
            "The seats' keys, how many must sign each draw (quorum) and draw 1 (start); all if left out.",
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
    def table(self) -> DealTable | None:
        """The table at which the shoe is dealt, None if its cards are only drawn.

        Raises `Refused` for options that do not fit the game, and for a deal that needs more cards than there are.
        """
        if self.game is not None:
            return set_up(GAMES[self.game], self.players, self, self.cards)
        if self.hands is None:
            return None
        request = DealRequest(hands=self.hands, cards=self.cards, packets=self.packets, burn=self.burn)
        procedure = build_procedure(request, self.size, [(pile.name, pile.cards) for pile in self.piles])
        if self.shoe is None:
            return ItemTable(procedure=procedure, count=self.size)
        return Table(procedure=procedure, shoe=self.shoe)

    @property
    def game_table(self) -> GameTable | None:
        """The table of the game, None if the shoe is not a game's."""
        return self.table if isinstance(self.table, GameTable) else None

    @cached_property
    def shoe(self) -> Shoe | None:
        """The unshuffled cards, None for integers and items. Raises `Refused` for options that do not fit the deck."""
        if self.game is not None and self.game_table:
            return self.game_table.shoe
        return None if self.deck is None else build_shoe(DECKS[self.deck], self)

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The stages of the deal in order; none if the cards are only drawn."""
        return self.table.procedure.stages if self.table else ()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats of the deal; none if it has none, or if the cards are only drawn."""
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
        return self.game_table.game.unit if self.game_table else "integer" if self.max is not None else "card"

    @property
    def has_tree(self) -> bool:
        """Whether each round has a tree, with which every card can be shown alone."""
        return self.reveal is not Reveal.ALL

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
        tree = _TREE_COST + _LEAF_COST * self.size if self.has_tree else 0
        return _ROUND_COST + shuffled + tree

    @cached_property
    def published(self) -> Mapping[str, Any]:
        """The JSON object that is published; `parse_terms` reads it."""
        has_cards = self.deck is not None
        contents = ("deck", *SHOE_FIELDS) if has_cards else (*NUMBERS, "items")
        names = ("scheme", "stream", "game", *TABLE, *contents, *_DEAL, "algorithm", "cut", "reshuffle", *_OPTIONAL)
        members = {name: getattr(self, name) for name in names}
        if has_cards:
            members |= {"decks": self.decks or 1, "exclude": list(self.exclude)}
        members |= {name: list(members[name]) or None for name in ("items", "packets", "words") if name in members}
        members["burn"] = self.burn or None
        members["piles"] = [asdict(pile) for pile in self.piles] or None
        members["consent"] = self.consent and asdict(self.consent)
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
_ALWAYS = ("scheme", "stream", "algorithm", "cut", "reshuffle", "reveal")
_OPTIONAL = ("label", "words", "reveal", "auditor", "consent", "view_keys")
_DECK = ("deck", "decks", "exclude")
_DEAL = ("hands", "packets", "burn", "piles")


def parse_terms(path: str, value: object) -> Terms:
    """Return the terms that a published JSON object stands for. Raises `Refused`, naming the member that is wrong."""
    members = value if isinstance(value, Mapping) else {}
    deal: tuple[str, ...] = ("cards", *_DEAL) if "hands" in members else ()
    required: tuple[str, ...] = _DECK
    optional: tuple[str, ...] = (*OPTIONS, *deal)
    if "game" in members:
        required, optional = ("game", "players", *_DECK), (*OPTIONS, "cards", "board")
    elif "max" in members:
        required, optional = ("min", "max"), ("items_sha256",)
    elif "items" in members:
        required, optional = ("items",), deal
    terms = Terms(**parse_members(path, _KINDS, value, (*_ALWAYS, *required), (*optional, *_OPTIONAL)))
    for name in members.keys() - terms.published.keys():  # the commitment is to the text without it
        raise wrong_value(f"{path}.{name}", "left out, as it is empty or 0")
    return terms

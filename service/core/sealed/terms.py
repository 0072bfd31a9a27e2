"""The terms of a sealed shoe: the settings that its host fixed when opening it; the commitment hashes them.

A shoe holds the cards of a deck, of a game or of a deal of one's own, the integers of a range, or items. Terms can also
name the texts that make the client seed, the seats that must sign a draw, the keys to encrypt hands with, and the cards
that the receipt discloses (docs/sealed.md).
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property, partial
from typing import Annotated, Any

from service.core.cards.deck import DECK_NAMES, DECKS
from service.core.cards.options import OPTIONS, SHOE_FIELDS, PackOptions
from service.core.cards.shoe import Shoe, build_shoe
from service.core.crypto.jwk import Ed25519Key, P256Key
from service.core.games.catalogue import GAME_NAMES, GAMES
from service.core.games.deals import MAX_PILES, DealRequest, build_procedure
from service.core.games.game import DealTable, GameTable, Table, set_up
from service.core.games.procedures import Face
from service.core.rng.streams import MAX_INDEX, STREAM, keyed
from service.core.shuffles.plans import DEFAULT_SHUFFLE, Permutation, ShufflePlan, draw_permutation
from service.core.shuffles.registry import SHUFFLES, Uniformity
from service.core.validation import wrong_value
from service.core.value_types import (
    BySeat,
    Choice,
    EntryName,
    Integer,
    ListOf,
    ObjectOf,
    SeatName,
    Sha256,
    Text,
    describe,
    parse_members,
)

MAX_TEXT = 256  # characters of a label, and of a client seed

EXACT_SHUFFLES = tuple(shuffle.name for shuffle in SHUFFLES.values() if shuffle.uniformity is Uniformity.EXACT)
"""The shuffles that a sealed shoe accepts: each produces every order with exactly the same probability."""

MAX_ITEMS = 500
MAX_ITEMS_BYTES = 16_384  # bytes of UTF-8 of all the items together
MAX_SEATS = 32  # seats with keys
MAX_WORDS, MAX_WORD = 32, 64  # texts that a client seed joins, and characters of each text
MAX_TREE = 2**16  # cards of a shoe with a Merkle tree over each round, and of a shoe that can keep cards in play

SCHEME = "sealed1"  # the permanent name of the scheme that docs/sealed.md defines

_AnyInteger = partial(Integer, min=-MAX_INDEX, max=MAX_INDEX)
_Quorum = partial(Integer, min=1, max=MAX_SEATS, example=2)
_Keys = partial(BySeat, seat=SeatName(), noun="key", max_length=MAX_SEATS)


class Reshuffle(StrEnum):
    """When a new round begins: when a request says so; also when the cut card is reached; or never."""

    ON_REQUEST = "on_request"
    AT_CUT = "at_cut"
    NEVER = "never"


class Reveal(StrEnum):
    """The cards that a receipt discloses: all, only the cards that players show, or all, to an auditor alone."""

    ALL = "all"
    SHOWN = "shown"
    AUDITOR = "auditor"


Jwk = Mapping[str, str]  # a public key as a JSON Web Key


@dataclass(frozen=True, kw_only=True)
class Consent:
    """The keys of the seats, and how many must sign a request: `start` seats for draw 1, `quorum` for later requests.

    None stands for all seats with a key; resolved terms have integers.
    """

    keys: Annotated[Mapping[str, Jwk], _Keys("A JWK of Ed25519 for each seat.", item=Ed25519Key())]
    quorum: Annotated[int | None, _Quorum("The number of seats that must sign.")] = None
    start: Annotated[int | None, _Quorum("The number of them for draw 1, quorum or more.")] = None


@dataclass(frozen=True)
class PileName(SeatName):
    schema = property(
        lambda self: {"type": "string", "minLength": 1, "maxLength": self.max_length, "pattern": "^([A-Za-z0-9_]|-)+$"}
    )


@dataclass(frozen=True, kw_only=True)
class OwnPile:
    name: Annotated[str, PileName("Its name.", example="market")]
    cards: Annotated[int, Integer("The number of cards in it.", 1, MAX_ITEMS, example=5)]


@dataclass(frozen=True, kw_only=True)
class Terms(PackOptions):
    """The settings that the host of a sealed shoe fixed when opening it.

    A request has one of `deck`, `game`, `max` and `items`. `resolve_terms` adds the defaults: the deck of a game, for
    example. `cards`, the size of each hand of a game, is in resolved terms only if the request has it. A deck or items
    with `hands` are a deal of one's own; its resolved terms have either `cards` or `packets`.

    To add a member, write a field with its kind, and name it in `_COMMON`. A member that only some shoes have is named
    in `published` and `parse_terms` instead. Requests, responses, tokens, receipts and the commitment follow.
    """

    scheme: Annotated[
        str,
        Choice("The definition.", (SCHEME,), example=SCHEME, response_text="The scheme; its definition is permanent"),
    ] = SCHEME
    stream: str = STREAM
    deck: Annotated[
        str | None,
        EntryName("The deck, of /v1/decks. Give one of deck, game, max or items.", DECK_NAMES, example="standard"),
    ] = None
    game: Annotated[
        str | None, EntryName("In place of deck: the game, of /v1/games/names.", GAME_NAMES, example="holdem")
    ] = None
    players: Annotated[
        int | None,
        Integer(
            "The number of players of the game.",
            0,
            MAX_TREE,
            example=4,
            response_text="The number of players of the game",
        ),
    ] = None
    cards: Annotated[
        int | None,
        Integer(
            "The number of cards of each hand: with hands, or in a game that has the choice.",
            1,
            MAX_TREE,
            example=7,
            response_text="The number of cards of each hand; of a game present if requested",
        ),
    ] = None
    board: Annotated[
        int | None,
        Integer(
            "bridge: the number of the first board.",
            1,
            MAX_INDEX,
            example=7,
            default=1,
            response_text="bridge: the number of the first board; present if requested",
        ),
    ] = None
    min: Annotated[
        int | None,
        _AnyInteger("With max: the smallest integer.", example=1, default=1, response_text="The smallest of integers"),
    ] = None
    max: Annotated[
        int | None,
        _AnyInteger(
            "The largest integer of a shoe of integers: raffle tickets, numbered cards.",
            example=25_000,
            response_text="The largest of integers",
        ),
    ] = None
    items_sha256: Annotated[
        str | None,
        Sha256(
            "With max: SHA-256 of the list that the integers stand for, as of /v1/items/shuffle.",
            response_text="SHA-256 of the list that the integers stand for; as requested",
        ),
    ] = None
    items: Annotated[
        tuple[str, ...],
        ListOf(
            "The cards of a shoe of one's own, up to 16,384 bytes of UTF-8 together.",
            Text("", MAX_TEXT),
            MAX_ITEMS,
            example=["a knight", "a castle", "a castle"],
            response_text="The cards of a shoe of items",
        ),
    ] = ()
    hands: Annotated[
        int | None, Integer("Of a deck or items: hands to deal, in one stage, as /deal does.", 1, MAX_INDEX, example=4)
    ] = None
    packets: Annotated[
        tuple[int, ...],
        ListOf(
            "With hands: cards given to a hand at once, in turn.",
            Integer("", 1, MAX_INDEX),
            100,
            example=[3, 2],
            default_text="one at a time",
        ),
    ] = ()
    burn: Annotated[int, Integer("With hands: cards burned before the first is dealt.", 0, MAX_INDEX, example=1)] = 0
    piles: Annotated[
        tuple[OwnPile, ...],
        ListOf(
            "With hands of items: piles, which get their cards after the hands.",
            ObjectOf(members=OwnPile, component="PileTerms"),
            MAX_PILES,
            example=[{"name": "market", "cards": 5}],
        ),
    ] = ()
    algorithm: Annotated[
        str,
        Choice(
            "The shuffle: each order has exactly the same probability.",
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
            response_text="Cards behind the cut card",
        ),
    ] = 0
    reshuffle: Annotated[
        Reshuffle,
        Choice(
            "on_request: a draw starts a new round if it says reshuffle. at_cut: also if at most cut cards were left "
            "before it. never: there is one round.",
            tuple(Reshuffle),
            example=Reshuffle.AT_CUT,
            response_text="The reshuffle policy",
        ),
    ] = Reshuffle.ON_REQUEST
    label: Annotated[
        str | None,
        Text(
            "A name for the shoe; like all terms, the commitment binds it.",
            MAX_TEXT,
            example="table 7",
            response_text="The name; present if one was given",
        ),
    ] = None
    words: Annotated[
        tuple[str, ...],
        ListOf(
            "SHA-256 of the texts that draw 1 takes as words: a text of each player, in an agreed order.",
            Sha256(),
            MAX_WORDS,
            response_text="The SHA-256 of each text that draw 1 takes as words, if any",
        ),
    ] = ()
    reveal: Annotated[
        Reveal,
        Choice(
            "The receipt: of all cards, of those that players show, or of all for the auditor alone. With the last two "
            "each told card has a proof of its place.",
            tuple(Reveal),
            example=Reveal.SHOWN,
            response_text="What the receipt discloses",
        ),
    ] = Reveal.ALL
    auditor: Annotated[
        Jwk | None,
        P256Key("With reveal=auditor: a JWK of P-256.", response_text="The key of the auditor, if there is one"),
    ] = None
    consent: Annotated[
        Consent | None,
        ObjectOf(
            "The seats' keys, how many must sign each draw (quorum) and draw 1 (start); all if left out.",
            members=Consent,
            component="ConsentTerms",
            response_text="The seats that must consent, if any",
        ),
    ] = None
    view_keys: Annotated[
        Mapping[str, Jwk] | None,
        _Keys(
            "With consent: a JWK of P-256 for each seat with own cards that only it can read.",
            item=P256Key(),
            response_text="The keys of the seats with cards that only they read, if any",
        ),
    ] = None

    def __hash__(self) -> int:
        return hash(self.canonical_json)

    @cached_property
    def table(self) -> DealTable | None:
        """The table of a shoe that is dealt, or None for a shoe that is only drawn from.

        Raises `Refused` for options that do not fit the game, and for a deal that needs more cards than there are.
        """
        if self.game is not None:
            return set_up(GAMES[self.game], self.players, self, self.cards)
        if self.hands is None:
            return None
        request = DealRequest(hands=self.hands, cards=self.cards, packets=self.packets, burn=self.burn)
        procedure = build_procedure(request, self.size, [(pile.name, pile.cards) for pile in self.piles])
        if self.shoe is None:
            return DealTable(procedure=procedure, count=self.size)
        return Table(procedure=procedure, shoe=self.shoe)

    @cached_property
    def game_table(self) -> GameTable | None:
        return self.table if isinstance(self.table, GameTable) else None

    @cached_property
    def shoe(self) -> Shoe | None:
        """The unshuffled cards, or None for integers and items. Raises `Refused` for options that the deck refuses."""
        if self.game is not None and self.game_table:
            return self.game_table.shoe
        return None if self.deck is None else build_shoe(DECKS[self.deck], self)

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The stages of the deal in order; empty for a shoe that is only drawn from."""
        return self.table.procedure.stages if self.table else ()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats of the deal; empty for a shoe that is only drawn from."""
        return tuple(map(str, self.table.procedure.seats)) if self.table else ()  # not as members of an enumeration

    @cached_property
    def private_seats(self) -> Collection[str]:
        """The seats with a view key: only the holder of the key reads the seat's own cards."""
        return self.view_keys or ()

    @property
    def hand_face(self) -> Face:
        """The face of a card that is drawn for a seat: OTHERS in a game in which all but its holder see a hand."""
        return self.table.procedure.hand_face if self.table else Face.OWN

    @property
    def card_shoe(self) -> Shoe:
        assert self.shoe is not None  # noqa: S101 (for the type checker)
        return self.shoe

    @cached_property
    def size(self) -> int:
        """The number of cards, integers or items in the shoe."""
        if self.items:
            return len(self.items)
        return len(self.shoe) if self.shoe else (self.max or 0) - (self.min or 0) + 1

    @cached_property
    def canonical_json(self) -> bytes:
        """The terms as canonical JSON (RFC 8785), which the commitment hashes."""
        return write_canonical(dict(self.published))

    @property
    def unit(self) -> str:
        """The noun for one element of the shoe: card, tile, ball or integer."""
        return self.game_table.game.unit if self.game_table else "integer" if self.max is not None else "card"

    @cached_property
    def has_tree(self) -> bool:
        """Whether each round has a Merkle tree, so that any card can be proved without the other cards."""
        return self.reveal is not Reveal.ALL

    @cached_property
    def max_item_bytes(self) -> int:
        """The size of the largest item in canonical JSON, 0 without items."""
        return max((len(write_canonical(item)) for item in self.items), default=0)

    @cached_property
    def padded_seed_bytes(self) -> int:
        """The size of a client seed in tokens; only a seed with characters outside ASCII may take more."""
        return (MAX_WORD + 1) * len(self.words) or MAX_TEXT

    @cached_property
    def bitmap_sizes(self) -> tuple[int, int]:
        """The bytes in a token of the bitmaps of positions taken and of cards in play; 0 for a bitmap never needed."""
        size = -(-self.size // 8)
        can_stay = self.reshuffle is not Reshuffle.NEVER and self.size <= MAX_TREE
        return (size if self.table else 0), (size if can_stay else 0)

    @property
    def card_size(self) -> int:
        """The number of items of `MAX_ITEMS` that one card of a response counts as."""
        return max(1, self.max_item_bytes // _BYTES_OF_AN_ITEM)

    @property
    def cost(self) -> int:
        """The time of starting one round, in draws of fisher_yates."""
        shuffle = SHUFFLES[self.algorithm]
        shuffle_cost = round(shuffle.expected_cost(self.size, self.size, shuffle.defaults) * shuffle.slowness)
        tree_cost = _TREE_COST + _LEAF_COST * self.size if self.has_tree else 0
        return _ROUND_COST + shuffle_cost + tree_cost

    @cached_property
    def published(self) -> Mapping[str, Any]:
        """The terms as a JSON object, without members that are None or empty; `parse_terms` reads it."""
        contents = ("game", *TABLE, "deck", *SHOE_FIELDS, *NUMBERS, "items", *OWN_DEAL)
        members = {name: getattr(self, name) for name in ("scheme", "stream", *contents, *_COMMON)}
        if self.deck is not None:
            members |= {"decks": self.decks or 1, "exclude": list(self.exclude)}
        members["burn"] = self.burn or None
        members["piles"] = tuple(asdict(pile) for pile in self.piles)
        members["consent"] = self.consent and asdict(self.consent)
        return {name: _to_json(value) for name, value in members.items() if value not in (None, ())}

    def label_cards(self, indices: Iterable[int | None]) -> dict[str, Any]:
        """Return the cards with these indices: `cards` with their codes, or `integers`; None for a hidden card."""
        if self.items:
            return {"cards": [None if index is None else self.items[index] for index in indices]}
        if self.shoe is None:
            minimum = self.min or 0
            return {"integers": [None if index is None else minimum + index for index in indices]}
        pack = self.shoe.pack
        return {"cards": [None if index is None else pack[index % len(pack)].code for index in indices]}

    def format_count(self, count: int) -> str:
        """Return a number with its noun: 1 card, 52 cards."""
        return f"1 {self.unit}" if count == 1 else f"{count:,} {self.unit}s"

    def format_remaining(self, count: int) -> str:
        """Return a clause: 1 card remains, 52 cards remain."""
        return f"{self.format_count(count)} {'remains' if count == 1 else 'remain'}"

    def shuffle(self, key: bytes, number: int, size: int | None = None) -> Permutation:
        """Shuffle 0…size-1 (None: the whole shoe) for the round `number`, from 0, under a key; the first is the top."""
        size, shuffle = self.size if size is None else size, SHUFFLES[self.algorithm]
        plan = ShufflePlan(n=size, count=size, cost=size, shuffle=shuffle, arguments=shuffle.defaults)
        return draw_permutation(plan, keyed(key, number))


def write_canonical(value: object) -> bytes:
    """Return a value as canonical JSON (RFC 8785); it has no floats, and the names of its members are ASCII."""
    # For these values json writes the canonical form, in a tenth of the time of a library that also writes floats.
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


_ROUND_COST = 120  # draws: the cost of starting a round
_TREE_COST, _LEAF_COST = 100, 12  # draws: the cost of starting the tree over a round, and of each card in it
_BYTES_OF_AN_ITEM = 8  # bytes of a response that count as one item of MAX_ITEMS

NUMBERS = ("min", "max", "items_sha256")  # of a shoe of integers alone
TABLE = ("players", "cards", "board")  # of a game alone, besides `game`; a deal of one's own can have `cards`
OWN_DEAL = ("hands", "packets", "burn", "piles")  # of a deal of one's own alone
_DECK = ("deck", "decks", "exclude")
_COMMON = ("algorithm", "cut", "reshuffle", "label", "words", "reveal", "auditor", "consent", "view_keys")
"""The members that any shoe can have. A member is published always unless its default is None or empty."""
_ALWAYS = ("scheme", "stream", *(name for name in _COMMON if getattr(Terms, name) not in {None, ()}))

_KINDS = {"stream": Choice("", (STREAM,)), **{name: kind for name, (kind, _) in describe(Terms).items()}}


def _to_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, str) else value  # not as members of an enumeration


def parse_terms(path: str, value: object) -> Terms:
    """Return the terms in a published JSON object. Raises `Refused`, naming the wrong member."""
    members = value if isinstance(value, Mapping) else {}
    deal: tuple[str, ...] = ("cards", *OWN_DEAL) if "hands" in members else ()
    required: tuple[str, ...] = _DECK
    optional: tuple[str, ...] = (*OPTIONS, *deal)
    if "game" in members:
        required, optional = ("game", "players", *_DECK), (*OPTIONS, "cards", "board")
    elif "max" in members:
        required, optional = ("min", "max"), ("items_sha256",)
    elif "items" in members:
        required, optional = ("items",), deal
    optional += tuple(name for name in _COMMON if name not in _ALWAYS)
    terms = Terms(**parse_members(path, _KINDS, value, (*_ALWAYS, *required), optional))
    for name in members.keys() - terms.published.keys():  # the commitment is to the text without it
        raise wrong_value(f"{path}.{name}", "left out, as it is empty or 0")
    return terms

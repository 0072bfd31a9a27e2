"""The terms of a sealed shoe: the settings that its host fixed when opening it. The commitment hashes them.

They say what the shoe contains, and can name the texts that make the client seed, the seats that must sign a draw, the
keys to encrypt hands with, and the cards that the receipt discloses (docs/definitions/sealed.md).
"""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property, partial
from typing import Annotated, Any

from ...cards.seats import BySeat, SeatName
from ...core.object_types import ObjectOf, describe, parse_members
from ...core.rng.sources import WordSource
from ...core.rng.streams import MAX_INDEX, STREAM, keyed
from ...core.shuffle_requests import ALGORITHM_ALIASES
from ...core.shuffles.registry import DEFAULT_SHUFFLE, SHUFFLES
from ...core.shuffles.samplers import Permutation, ShuffleSampler
from ...core.shuffles.shuffle import Uniformity
from ...core.validation import MAX_TEXT, wrong_value
from ...core.value_types import Choice, Integer, ListOf, Sha256, Text, ValueType
from ...games.procedures import Procedure
from ...verdicts.confirmed import MAX_WORD, MAX_WORDS
from .contents import MAX_TREE, MEMBERS, ContentTerms, list_members
from .jwk import Ed25519Key, P256Key
from .own_items import item_to_json, write_canonical

EXACT_SHUFFLES = tuple(
    shuffle.name
    for shuffle in SHUFFLES.values()
    if shuffle.uniformity is Uniformity.EXACT
)
"""The shuffles that a sealed shoe accepts: each produces every order with exactly the same probability."""

MAX_SEATS = 32  # seats with keys

_quorum = partial(Integer, min=1, max=MAX_SEATS, example=2)
_keys_by_seat = partial(BySeat, name=SeatName(), noun="key", max_length=MAX_SEATS)


class Reshuffle(StrEnum):
    """When a new round begins: when a request says so; also when the cut card is reached; or never."""

    ON_REQUEST = "on_request"
    AT_CUT = "at_cut"
    NEVER = "never"


class Reveal(StrEnum):
    """The cards that a receipt discloses: all; only the cards that players show; or all, but only to an auditor."""

    ALL = "all"
    SHOWN = "shown"
    AUDITOR = "auditor"


Jwk = Mapping[str, str]  # a public key as a JSON Web Key


@dataclass(frozen=True, kw_only=True)
class Consent:
    """The keys of the seats, and how many must sign a request: `start` seats for draw 1, `quorum` for later requests.

    None stands for all seats with a key; resolved terms have integers.
    """

    keys: Annotated[
        Mapping[str, Jwk],
        _keys_by_seat("A JWK of Ed25519 for each seat.", item=Ed25519Key()),
    ]
    quorum: Annotated[int | None, _quorum("The number of seats that must sign.")] = None
    start: Annotated[
        int | None, _quorum("The number of them for draw 1, quorum or more.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class Terms(ContentTerms):
    """The settings that the host of a sealed shoe fixed when opening it.

    `resolve_terms` adds the defaults: the deck of a game, for example.

    To add a member, write a field with its value type, and name it in `_COMMON`. A member that only some shoes have is
    one of `ContentTerms` instead. Requests, responses, tokens, receipts and the commitment follow.
    """

    algorithm: Annotated[
        str,
        Choice(
            "The shuffle: each order has exactly the same probability.",
            {name: SHUFFLES[name] for name in EXACT_SHUFFLES},
            example=DEFAULT_SHUFFLE,
            aliases=ALGORITHM_ALIASES,
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
        P256Key(
            "With reveal=auditor: a JWK of P-256.",
            response_text="The key of the auditor, if there is one",
        ),
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
        _keys_by_seat(
            "With consent: a JWK of P-256 for each seat with own cards that only it can read.",
            item=P256Key(),
            response_text="The keys of the seats with cards that only they read, if any",
        ),
    ] = None

    def __hash__(self) -> int:
        return hash(self.canonical_json)

    @cached_property
    def procedure(self) -> Procedure:
        """The procedure of the deal. For a shoe that is only drawn from, it has no seats and no steps."""
        return self.table.procedure if self.table else Procedure((), ())

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The stages of the deal in order; empty for a shoe that is only drawn from."""
        return self.procedure.stages

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats of the deal; empty for a shoe that is only drawn from."""
        return tuple(map(str, self.procedure.seats))  # not as members of an enumeration

    @cached_property
    def private_seats(self) -> Collection[str]:
        """The seats with a view key: only the holder of the key reads the seat's own cards."""
        return self.view_keys or ()

    @cached_property
    def canonical_json(self) -> bytes:
        """The terms as canonical JSON (RFC 8785), which the commitment hashes."""
        return write_canonical(dict(self.published))

    @cached_property
    def has_tree(self) -> bool:
        """Whether each round has a Merkle tree, so that any card can be proved without the other cards."""
        return self.reveal is not Reveal.ALL

    @cached_property
    def max_item_bytes(self) -> int:
        """The size of the largest item in canonical JSON, 0 without items."""
        return max(
            (len(write_canonical(item_to_json(item))) for item in self.items), default=0
        )

    @cached_property
    def padded_seed_bytes(self) -> int:
        """The size of a client seed in tokens. Only a seed with characters outside ASCII may take more."""
        return (MAX_WORD + 1) * len(self.words) or MAX_TEXT

    @cached_property
    def bitmap_sizes(self) -> tuple[int, int]:
        """The bytes, in a token, of the bitmaps of positions taken and of cards in play; 0 for one never needed."""
        size = -(-self.size // 8)
        can_stay = self.reshuffle is not Reshuffle.NEVER and self.size <= MAX_TREE
        return (size if self.table else 0), (size if can_stay else 0)

    @property
    def card_size(self) -> int:
        """How many items one card of a response counts as in `MAX_ITEMS`."""
        return max(1, self.max_item_bytes // _BYTES_OF_AN_ITEM)

    @property
    def steps(self) -> int:
        """The time of starting one round, in draws of fisher_yates."""
        shuffle = SHUFFLES[self.algorithm]
        own_steps = shuffle.mean_draws(self.size, self.size, shuffle.defaults)
        shuffle_steps = round(own_steps * shuffle.slowness)
        tree_steps = 0
        if self.has_tree:
            tree_steps = _STEPS_OF_A_TREE + _STEPS_OF_A_TREE_CARD * self.size
        return _STEPS_OF_A_ROUND + shuffle_steps + tree_steps

    @cached_property
    def published(self) -> Mapping[str, Any]:
        """The terms as a JSON object, without optional members that are None or empty; `parse_terms` reads it."""
        members = {
            name: getattr(self, name)
            for name in ("scheme", "stream", *MEMBERS, *_COMMON)
        }
        members["burn"] = self.burn or None
        members["piles"] = tuple(asdict(pile) for pile in self.piles)
        members["consent"] = self.consent and asdict(self.consent)
        required = self.contents.required
        return {
            name: _to_json(value)
            for name, value in members.items()
            if name in required or value not in (None, ())
        }

    def format_count(self, count: int) -> str:
        """Return a number with its noun: 1 card, 52 cards."""
        return f"1 {self.unit}" if count == 1 else f"{count:,} {self.unit}s"

    def format_remaining(self, count: int) -> str:
        """Return a clause: 1 card remains, 52 cards remain."""
        return f"{self.format_count(count)} {'remains' if count == 1 else 'remain'}"

    def shuffle(self, key: bytes, number: int, size: int | None = None) -> Permutation:
        """Shuffle 0…size-1 (None: the whole shoe) for the round `number`, from 0, under a key. The first is the top."""
        n = self.size if size is None else size
        shuffle = SHUFFLES[self.algorithm]
        sampler = ShuffleSampler(
            n=n, count=n, steps=n, shuffle=shuffle, arguments=shuffle.defaults
        )
        return sampler.draw_permutation(WordSource(keyed(key, number)))


# Counted in MAX_DRAWS, the limit for a draw and a check:
_STEPS_OF_A_ROUND = 120  # to start a round
_STEPS_OF_A_TREE = 100  # to start the tree over a round
_STEPS_OF_A_TREE_CARD = 12  # for each card in the tree
_BYTES_OF_AN_ITEM = 8  # bytes of a response that count as one item of MAX_ITEMS

_COMMON = (
    "algorithm",
    "cut",
    "reshuffle",
    "label",
    "words",
    "reveal",
    "auditor",
    "consent",
    "view_keys",
)
"""The members that any shoe can have. A member is always published, unless its default is None or empty."""
_ALWAYS = (
    "scheme",
    "stream",
    *(name for name in _COMMON if getattr(Terms, name) not in {None, ()}),
)

VALUE_TYPES: Mapping[str, ValueType] = {"stream": Choice("", (STREAM,))} | {
    name: value_type
    for name, (value_type, _) in describe(Terms).items()
    if name != "only"  # it becomes `exclude`
}
"""The value type of each member that published terms can have."""


def _to_json(value: Any) -> Any:
    """Return the value of a term as JSON: a tuple as a list, a member of an enumeration as its text."""
    if isinstance(value, tuple):
        return [item_to_json(item) for item in value]
    return str(value) if isinstance(value, str) else value


def parse_terms(path: str, value: object) -> Terms:
    """Return the terms in a published JSON object. Raises `Refused`, naming the wrong member."""
    members = value if isinstance(value, Mapping) else {}
    required, optional = list_members(members)
    optional += tuple(name for name in _COMMON if name not in _ALWAYS)
    terms = Terms(
        **parse_members(path, VALUE_TYPES, value, (*_ALWAYS, *required), optional)
    )
    # The commitment was made to the text without such a member.
    for name in members.keys() - terms.published.keys():
        raise wrong_value(f"{path}.{name}", "left out, as it is empty or 0")
    return terms

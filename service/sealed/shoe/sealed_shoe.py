"""A sealed shoe: its order follows from a secret seed, committed to before the first card is drawn.

docs/definitions/sealed.md defines the permanent scheme. The client keeps the state of a shoe as an encrypted token. All
tokens of a shoe have the same size, whichever cards were drawn: a header, the terms, the padded client seed and two
bitmaps.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from io import BytesIO
from struct import Struct
from typing import Any, NamedTuple, Self

from ...core.errors import BadToken, Conflict, Refused, UnsupportedParameter
from ...games.stages import CoveredCards, TableLayout, lay_stock
from ...verdicts.confirmed import MAX_WORD
from ..opening.terms import Reshuffle, Terms, parse_terms
from .bitmap import Bitmap
from .rounds import NO_CARDS, MakeRound, Round, commit, hash_seed, open_round
from .tokens import UNREADABLE, Tokens

PURPOSE = b"shoe"

SEED_BYTES = 32

_VERSION = 4
_SEEDED_FLAG = 1
_REVEALED_FLAG = 2
_IN_PLAY_FLAG = 4


class _Header(NamedTuple):
    """The numbers and digests at the beginning of a token, in the order of `_HEADER`.

    Sizes are in bytes; terms, client seed and bitmaps follow. The client seed is padded, unless it is longer.
    """

    version: int
    flags: int
    server_seed: bytes
    round: int
    top: int
    bottom: int
    total: int
    client_seed_size: int
    terms_size: int
    draws: int
    digest: bytes
    stages_dealt: int
    start: int


_HEADER = Struct(f">BB{SEED_BYTES}sQIIQHIQ32sBI")
"""The form of each field of `_Header` in a token. Another form needs another `_VERSION`: tokens outlive a release."""

_ABBREVIATIONS = (
    (b'"reveal":"all","scheme":"sealed1","stream":"sd1"', b"\0"),
    (b'"scheme":"sealed1","stream":"sd1"', b"\1"),
)
"""Members that all terms have, and the byte in a token that stands for them: JSON never contains this byte."""


class End(StrEnum):
    """The end of a shoe or a pile that cards are taken from."""

    TOP = "top"
    BOTTOM = "bottom"


class Fairness(StrEnum):
    """Whether the order comes from the operator's seed alone, or also from a client seed."""

    CLIENT_SEED = "client_seed"
    OPERATOR_ALONE = "operator_alone"

    @classmethod
    def of(cls, client_seed: str | None) -> "Fairness":
        return cls.OPERATOR_ALONE if client_seed is None else cls.CLIENT_SEED


@dataclass(frozen=True, kw_only=True)
class TakenCards:
    """The cards that were taken in one round of a shoe.

    In a shoe that is dealt, they lie at `positions`; the hand begins at the position `start`, and `stages_dealt` of its
    stages are dealt. In other shoes, they are counted from the `top` and from the `bottom`.
    """

    top: int = 0
    bottom: int = 0
    positions: Bitmap = NO_CARDS
    start: int = 0
    stages_dealt: int = 0


@dataclass(frozen=True, kw_only=True)
class SealedShoe:
    """The state of a sealed shoe: its terms, its seeds, and the cards that were taken; `create_shoe` makes one.

    `total` counts the cards taken in all rounds, burned cards included. `draws` counts draws and deals; `digest` hashes
    their records. `round` counts from 0, and `taken` has the cards taken in this round. `in_play` has the indices of
    the cards that stayed on the table when this round began, so that the round lacks them; it is None if the round
    began with all cards. A revealed shoe draws no more.
    """

    terms: Terms
    server_seed: bytes = field(repr=False)
    client_seed: str | None = field(default=None, repr=False)
    round: int = 0
    in_play: Bitmap | None = None
    taken: TakenCards = TakenCards()
    total: int = 0
    draws: int = 0
    digest: bytes = b""
    is_revealed: bool = False
    make_round: MakeRound = field(default=open_round, repr=False, compare=False)

    @cached_property
    def seed_hash(self) -> bytes:
        return hash_seed(self.server_seed)

    @cached_property
    def commitment(self) -> bytes:
        return commit(self.seed_hash, self.terms)

    @cached_property
    def last_digest(self) -> bytes:
        """The digest after the last draw; before draw 1, the commitment."""
        return self.digest or self.commitment

    @property
    def size(self) -> int:
        return self.terms.size

    @cached_property
    def remaining(self) -> int:
        """The number of cards of this round that are not taken."""
        taken = self.taken.top + self.taken.bottom + len(self.taken.positions)
        return self.terms.size - len(self.in_play or ()) - taken

    @property
    def remaining_from_start(self) -> int:
        """The number of cards not taken from the start of this hand on, to compare with the cut."""
        start = self.taken.start
        positions = self.taken.positions
        taken_before_start = len(positions) - positions.count_from(start)
        left_before_start = start - taken_before_start
        return self.remaining - left_before_start

    @property
    def reshuffle_due(self) -> bool:
        """Whether the next draw, or the next hand of a game, starts a new round because the cut card was reached."""
        return (
            self.terms.reshuffle is Reshuffle.AT_CUT
            and self.remaining_from_start <= self.terms.cut
        )

    @property
    def draw_begins_round(self) -> bool:
        """Whether the cut card begins a new round with the next draw; within a hand of a game it never does."""
        return self.reshuffle_due

    @property
    def can_reshuffle(self) -> bool:
        """Whether a request with `reshuffle` begins a round: only if something was dealt since the last shuffle."""
        return self.remaining < self.size or self.taken.stages_dealt > 0

    @property
    def drawable(self) -> int:
        """The number of cards of this round that a draw can take if it names no pile."""
        return self.remaining

    def begin_turn(self, client_seed: str | None, words: Sequence[str] = ()) -> Self:
        """Return the shoe that a turn takes cards from: with a client seed if the turn is draw 1 and has one.

        A request has it in `client_seed`, or in `words` if the terms commit to texts. A shoe of a receipt has its
        client seed before draw 1, and keeps it. Raises `Conflict` for a client seed or words after draw 1, and for a
        revealed shoe. Raises `Refused` for texts that the terms do not commit to.
        """
        self._check_not_revealed()
        if self.draws:
            self._check_no_client_seed(client_seed, words)
            return self
        is_of_receipt = self.client_seed is not None
        if is_of_receipt:
            # The requests that repeat the draws of a receipt have neither a client seed nor words.
            return self
        self._check_client_seed(client_seed, words)
        if self.terms.words:
            return replace(self, client_seed=",".join(words))
        return self if client_seed is None else replace(self, client_seed=client_seed)

    def _check_not_revealed(self) -> None:
        """Raise `Conflict` for a revealed shoe."""
        if self.is_revealed:
            remaining = self.terms.format_remaining(self.remaining)
            raise Conflict(
                "shoe", f"This shoe is revealed and draws no more; {remaining}."
            )

    def _check_no_client_seed(
        self, client_seed: str | None, words: Sequence[str]
    ) -> None:
        """Raise `Conflict` for a client seed or words, which come after draw 1."""
        if client_seed is None and not words:
            return
        field_name = "words" if client_seed is None else "client_seed"
        raise Conflict(
            field_name,
            f"{field_name} is accepted with draw 1, and draw {self.draws + 1} is next.",
        )

    def _check_client_seed(self, client_seed: str | None, words: Sequence[str]) -> None:
        """Raise `Refused` for words that the terms do not commit to, and for a client seed in place of words."""
        if self.terms.words:
            self._check_words(client_seed, words)
        elif words:
            raise UnsupportedParameter(
                "This shoe", "words", belongs_to=["a shoe with the term words"]
            )

    def _check_words(self, client_seed: str | None, words: Sequence[str]) -> None:
        """Raise `Refused` unless the words are the texts that the terms commit to, without another client seed."""
        digests = self.terms.words
        if client_seed is not None:
            raise Refused(
                "client_seed",
                "The terms of this shoe have words; give the texts as words, no client_seed.",
            )
        if len(words) != len(digests):
            required = _count_texts(len(digests))
            actual = _count_texts(len(words))
            raise Refused(
                "words",
                f"The terms commit to {required}, in their order; words has {actual}.",
            )
        index = find_wrong_text(digests, words)
        if index is not None:
            raise Refused(
                "words",
                f"words[{index}] is not the text with the SHA-256 {digests[index]} of the terms.",
            )

    def start_round(self, in_play: Sequence[int] | None = None) -> Self:
        """Return the shoe at the start of its next round. The round lacks the cards with the indices `in_play`."""
        bitmap = None if in_play is None else Bitmap.of(in_play)
        return replace(self, round=self.round + 1, in_play=bitmap, taken=TakenCards())

    def take(self, end: End, positions: Sequence[int]) -> Self:
        """Return the shoe without the cards at `positions`; unless the shoe is dealt, they lie at its `end`."""
        count = len(positions)
        if end is End.TOP:
            taken = replace(self.taken, top=self.taken.top + count)
        else:
            taken = replace(self.taken, bottom=self.taken.bottom + count)
        return replace(self, total=self.total + count, taken=taken)

    def open_round(self) -> Round:
        in_play = self.in_play or NO_CARDS
        return self.make_round(
            self.terms, self.round, self.server_seed, self.client_seed, in_play
        )

    def find_default_pile(self, current: Round) -> CoveredCards:
        """Return the cards not yet drawn from the default pile, which draws take from unless they name another pile.

        A shoe that is not dealt is one pile without a name.
        """
        end = len(current) - self.taken.bottom
        return CoveredCards("", "", range(self.taken.top, end), "this round")

    def is_stock(self, pile: CoveredCards) -> bool:
        """Return whether a pile is the stock: a new round fills it again when it is empty."""
        return not pile.name

    def is_taken(self, current: Round, position: int) -> bool:
        """Return whether the card at a position was taken in this round or is in play from an earlier round."""
        return (
            position < self.taken.top
            or position >= len(current) - self.taken.bottom
            or position in self.taken.positions
        )

    def seal(self, tokens: Tokens) -> str:
        """Return the state of the shoe as an encrypted token; `unseal` reads it."""
        client_seed = (self.client_seed or "").encode()
        terms = self.terms.canonical_json
        for text, abbreviation in _ABBREVIATIONS:
            terms = terms.replace(text, abbreviation, 1)
        header = _Header(
            version=_VERSION,
            flags=self._write_flags(),
            server_seed=self.server_seed,
            round=self.round,
            top=self.taken.top,
            bottom=self.taken.bottom,
            total=self.total,
            client_seed_size=len(client_seed),
            terms_size=len(terms),
            draws=self.draws,
            digest=self.last_digest,
            stages_dealt=self.taken.stages_dealt,
            start=self.taken.start,
        )
        # A bitmap always has the size that the terms allow, so that the length of a token does not tell what was taken.
        taken_size, in_play_size = self.terms.bitmap_sizes
        in_play = self.in_play or NO_CARDS
        parts = [
            _HEADER.pack(*header),
            terms,
            client_seed.ljust(self.terms.padded_seed_bytes, b"\0"),
            self.taken.positions.to_bytes(taken_size, "little"),
            in_play.to_bytes(in_play_size, "little"),
        ]
        return tokens.seal(b"".join(parts))

    def _write_flags(self) -> int:
        flags = 0
        if self.client_seed is not None:
            flags |= _SEEDED_FLAG
        if self.is_revealed:
            flags |= _REVEALED_FLAG
        if self.in_play is not None:
            flags |= _IN_PLAY_FLAG
        return flags


class DealtShoe(SealedShoe):
    """A shoe that is dealt stage by stage. Draws take cards from its piles."""

    @cached_property
    def next_stage(self) -> str | None:
        """The stage to deal next, or None if every stage of this hand is dealt, or if cards are in play."""
        stages = self.terms.stages
        if self.in_play is not None or self.taken.stages_dealt >= len(stages):
            return None
        return stages[self.taken.stages_dealt]

    @property
    def board(self) -> int:
        """The number of the board of this round: each round is the next board."""
        return (self.terms.board or 1) + self.round

    @property
    def draw_begins_round(self) -> bool:
        return False

    @property
    def drawable(self) -> int:
        """The number of cards of this round that a draw can take if it names no pile: 0 before the stock is laid."""
        if self.next_stage is not None or self.terms.procedure.default_pile is None:
            return 0
        return len(self.find_default_pile(self.open_round()).positions)

    def take(self, _: End, positions: Sequence[int]) -> Self:
        taken = replace(self.taken, positions=self.taken.positions.union(positions))
        return replace(self, total=self.total + len(positions), taken=taken)

    def lay_out(self, current: Round) -> TableLayout:
        """Return the place of each card of this hand; if the round began with cards in play, all lie in the stock."""
        if self.in_play is not None:
            return lay_stock(self.terms.procedure.default_pile, len(current))
        return current.lay_out(self.board, self.taken.start)

    def find_default_pile(self, current: Round) -> CoveredCards:
        return self.find_pile(current)

    def find_pile(
        self, current: Round, name: str | None = None, part: str | None = None
    ) -> CoveredCards:
        """Return the cards not yet drawn from a pile, by default from the pile that the game draws from.

        Raises `Refused` for a pile that the deal does not have, `Conflict` for a pile that no stage has laid yet.
        """
        layout = self.lay_out(current)
        covered = layout.find_covered(name, part, self.taken.stages_dealt)
        positions = self.taken.positions.remove_from(covered.positions)
        return covered._replace(positions=positions)

    def is_stock(self, pile: CoveredCards) -> bool:
        return pile.name == self.terms.procedure.default_pile and not pile.part


def create_shoe(terms: Terms, server_seed: bytes, **state: Any) -> SealedShoe:
    """Return the shoe with these terms and this server seed; `state` has values of further fields of `SealedShoe`."""
    make = DealtShoe if terms.table else SealedShoe
    return make(terms=terms, server_seed=server_seed, **state)


def find_wrong_text(digests: Sequence[str], texts: Sequence[str]) -> int | None:
    """Return the index of the first text that is not 16 to 64 of A-Z, a-z, 0-9, _ and -, or has another SHA-256."""
    for index, (digest, text) in enumerate(zip(digests, texts, strict=True)):
        if not _WORD.fullmatch(text):
            return index
        if hashlib.sha256(text.encode()).hexdigest() != digest:
            return index
    return None


def _count_texts(count: int) -> str:
    return "1 text" if count == 1 else f"{count} texts"


_WORD = re.compile(rf"[A-Za-z0-9_-]{{16,{MAX_WORD}}}")


_REFUSAL = (
    "Must be a token of this service, complete, unchanged and not expired "
    "(the operator's SHOE_TTL and SHOE_KEYS)."
)


def unseal(tokens: Tokens, field_name: str, token: str) -> SealedShoe:
    """Return the shoe of a token.

    Raises `BadToken`, naming the request's field and the operator's settings, for a text that is not the token of a
    shoe.
    """
    try:
        return _read_shoe(field_name, tokens.open(field_name, token))
    except BadToken as error:
        raise error.reword(field_name, _REFUSAL) from None


def _read_shoe(field_name: str, payload: bytes) -> SealedShoe:
    """Return the shoe of a token's payload. It reads the parts in the order in which `seal` writes them.

    Raises `BadToken` for a payload that another version has written.
    """
    if payload[0] != _VERSION:
        raise BadToken(field_name, UNREADABLE)
    parts = BytesIO(payload)
    header = _Header(*_HEADER.unpack(parts.read(_HEADER.size)))
    try:
        terms = _parse_token_terms(parts.read(header.terms_size))
    except (Refused, ValueError):
        # For example a deck that only another release of the service has.
        raise BadToken(field_name, UNREADABLE) from None
    padded_size = max(header.client_seed_size, terms.padded_seed_bytes)
    client_seed = parts.read(padded_size)[: header.client_seed_size].decode()
    taken_size, in_play_size = terms.bitmap_sizes
    positions = Bitmap.from_bytes(parts.read(taken_size), "little")
    in_play = Bitmap.from_bytes(parts.read(in_play_size), "little")
    taken = TakenCards(
        top=header.top,
        bottom=header.bottom,
        positions=positions,
        start=header.start,
        stages_dealt=header.stages_dealt,
    )
    return create_shoe(
        terms,
        header.server_seed,
        client_seed=client_seed if header.flags & _SEEDED_FLAG else None,
        round=header.round,
        in_play=in_play if header.flags & _IN_PLAY_FLAG else None,
        taken=taken,
        total=header.total,
        draws=header.draws,
        digest=header.digest,
        is_revealed=bool(header.flags & _REVEALED_FLAG),
    )


_MAX_CACHED = 2**12  # bytes of the longest terms that stay parsed for the next request


def _parse_token_terms(text: bytes) -> Terms:
    """Return the terms that a token has in abbreviated canonical JSON, from a cache unless they are long.

    Raises `Refused` or `ValueError` for a text that is no terms.
    """
    if len(text) > _MAX_CACHED:
        return _parse_terms_anew(text)
    return _parse_terms_from_cache(text)


def _parse_terms_anew(text: bytes) -> Terms:
    for members, abbreviation in _ABBREVIATIONS:
        text = text.replace(abbreviation, members, 1)
    return parse_terms("terms", json.loads(text))


_parse_terms_from_cache = lru_cache(maxsize=64)(_parse_terms_anew)

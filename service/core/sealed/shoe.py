"""A sealed shoe: a shoe whose order follows from a secret seed, committed to before the first card is drawn.

docs/sealed.md defines the scheme, which is permanent. The caller carries the state of a shoe as an encrypted token. Its
payload has one size whatever was drawn: a header, the terms, the client seed padded to its maximum, and two bitmaps.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from struct import Struct

from service.core.bitmap import Bitmap
from service.core.crypto.tokens import UNREADABLE, Tokens
from service.core.errors import BadToken, Conflict, Refused, UnsupportedParameter
from service.core.games.stages import CoveredCards, TableLayout, lay_stock
from service.core.sealed.rounds import NO_CARDS, MakeRound, Round, commit, hash_seed, open_round
from service.core.sealed.terms import MAX_TEXT, MAX_TREE, Reshuffle, Terms, parse_terms

PURPOSE = b"shoe"
"""The purpose of the tokens of shoes."""

SEED_BYTES = 32

_VERSION = 4
_SEEDED_FLAG, _REVEALED_FLAG, _IN_PLAY_FLAG = 1, 2, 4
_HEADER = Struct(f">BB{SEED_BYTES}sQIIQHIQ32sBI")
_ABBREVIATIONS = (
    (b'"reveal":"all","scheme":"sealed1","stream":"sd1"', b"\0"),
    (b'"scheme":"sealed1","stream":"sd1"', b"\1"),
)
"""Members that all terms have, and what stands for them in a token: no JSON has such a byte."""


class End(StrEnum):
    """The end of the shoe that cards are drawn from."""

    TOP = "top"
    BOTTOM = "bottom"


class Fairness(StrEnum):
    """The source of the order: the operator's seed alone, or also a client seed that the operator could not foresee."""

    CLIENT_SEED = "client_seed"
    OPERATOR_ALONE = "operator_alone"


@dataclass(frozen=True, kw_only=True)
class SealedShoe:
    """The state of a sealed shoe: its terms, its seeds, and the cards that were taken.

    `total` counts the cards taken in all rounds, burned cards included, `draws` the draws and deals, whose records
    `digest` binds. Of the current `round` (from 0), a shoe that is dealt notes in `taken` the positions, and how many
    stages of the hand that begins at the position `start` are dealt; other shoes note how many cards were taken from
    the top and the bottom. `in_play` are the indices of the cards that are not in this round, None if the round did not
    begin with cards in play. A revealed shoe draws no more. `make_round` returns the rounds that are opened.
    """

    terms: Terms
    server_seed: bytes = field(repr=False)
    client_seed: str | None = field(default=None, repr=False)
    round: int = 0
    top: int = 0
    bottom: int = 0
    total: int = 0
    draws: int = 0
    digest: bytes = b""
    stages_dealt: int = 0
    start: int = 0
    taken: Bitmap = NO_CARDS
    in_play: Bitmap | None = None
    is_revealed: bool = False
    make_round: MakeRound = field(default=open_round, repr=False, compare=False)

    @cached_property
    def seed_hash(self) -> bytes:
        """The hash of the server seed, from which with the terms the commitment follows."""
        return hash_seed(self.server_seed)

    @cached_property
    def commitment(self) -> bytes:
        """The commitment to the server seed and the terms."""
        return commit(self.seed_hash, self.terms)

    @cached_property
    def last_digest(self) -> bytes:
        """The digest of the last draw; before the first one it is the commitment."""
        return self.digest or self.commitment

    @property
    def size(self) -> int:
        """The number of cards in the shoe."""
        return self.terms.size

    @cached_property
    def remaining(self) -> int:
        """The number of cards of this round that are not taken."""
        taken = self.taken.bit_count() if self.terms.table else self.top + self.bottom
        return self.terms.size - (self.in_play or NO_CARDS).bit_count() - taken

    @property
    def remaining_from_start(self) -> int:
        """The number of cards that the cut is compared with: those not taken from the start of this hand on.

        A card that an earlier hand left face down is no longer in the way of the cut card.
        """
        if not self.terms.table:
            return self.remaining
        return self.size - len(self.in_play or ()) - self.start - self.taken.count_from(self.start)

    @property
    def reshuffle_due(self) -> bool:
        """Whether the next draw starts a new round; of a game it is the next hand, as one that began is finished."""
        return self.terms.reshuffle is Reshuffle.AT_CUT and self.remaining_from_start <= self.terms.cut

    @property
    def fairness(self) -> Fairness:
        """The source of the order."""
        return Fairness.OPERATOR_ALONE if self.client_seed is None else Fairness.CLIENT_SEED

    @cached_property
    def next_stage(self) -> str | None:
        """The stage of this hand that is dealt next, None if there is none."""
        stages = self.terms.stages
        return None if self.in_play is not None or self.stages_dealt >= len(stages) else stages[self.stages_dealt]

    @property
    def board(self) -> int:
        """The number of the board of this round: each round is the next one."""
        return (self.terms.board or 1) + self.round

    @property
    def can_reshuffle(self) -> bool:
        """Whether a request to shuffle begins a round: not if nothing was dealt since the last shuffle."""
        return self.remaining < self.size or self.stages_dealt > 0

    @property
    def drawable(self) -> int:
        """The number of cards of this round that a draw without a pile can take: 0 before the game's pile is laid."""
        if self.terms.table is None:
            return self.remaining
        if self.next_stage is not None or self.terms.table.procedure.default_pile is None:
            return 0
        return len(self.find_pile(self.open_round()).positions)

    def set_client_seed(self, client_seed: str | None, words: Sequence[str] = ()) -> "SealedShoe":
        """Return the shoe with the client seed of its first draw: given as it is, or as the texts of `words`.

        Raises `Conflict` for either after the first draw and for a revealed shoe, `Refused` for texts other than those
        to which the terms commit.
        """
        if self.is_revealed:
            remaining = self.terms.format_remaining(self.remaining)
            raise Conflict("shoe", f"This shoe is revealed and draws no more; {remaining}.")
        if self.draws:
            if client_seed is not None or words:
                field_name = "client_seed" if client_seed is not None else "words"
                raise Conflict(field_name, f"{field_name} is accepted with draw 1, and draw {self.draws + 1} is next.")
            return self
        if self.client_seed is not None:  # of a receipt, whose draws are repeated
            return self
        if self.terms.words:
            self._check_words(client_seed, words)
            return replace(self, client_seed=",".join(words))
        if words:
            raise UnsupportedParameter("This shoe", "words", belongs_to=["a shoe with the term words"])
        return self if client_seed is None else replace(self, client_seed=client_seed)

    def _check_words(self, client_seed: str | None, words: Sequence[str]) -> None:
        digests = self.terms.words
        if client_seed is not None:
            raise Refused("client_seed", "The terms of this shoe have words; give the texts as words, no client_seed.")
        if len(words) != len(digests):
            given, wanted = (f"{count} text{'s' * (count != 1)}" for count in (len(words), len(digests)))
            raise Refused("words", f"The terms commit to {wanted}, in their order; words has {given}.")
        if (index := find_wrong_text(digests, words)) is not None:
            raise Refused("words", f"words[{index}] is not the text with the SHA-256 {digests[index]} of the terms.")

    def start_round(self, in_play: Sequence[int] | None = None) -> "SealedShoe":
        """Return the shoe at the start of its next round; `in_play` are the indices of cards that are not in it."""
        return replace(
            self,
            round=self.round + 1,
            top=0,
            bottom=0,
            taken=NO_CARDS,
            start=0,
            stages_dealt=0,
            in_play=None if in_play is None else Bitmap.of(in_play),
        )

    def take_from_end(self, end: End, count: int) -> "SealedShoe":
        """Return the shoe after `count` cards are taken from an end."""
        if end is End.TOP:
            return replace(self, top=self.top + count, total=self.total + count)
        return replace(self, bottom=self.bottom + count, total=self.total + count)

    def take(self, positions: Sequence[int]) -> "SealedShoe":
        """Return the shoe that is dealt after the cards at some positions are taken."""
        return replace(self, taken=self.taken.union(positions), total=self.total + len(positions))

    def open_round(self) -> Round:
        """Return the order of this round."""
        in_play = self.in_play or NO_CARDS
        return self.make_round(self.terms, self.round, self.server_seed, self.client_seed, in_play)

    def lay_out(self, current: Round) -> TableLayout:
        """Return the layout of this round of a deal: of the hand, or of one stock if cards are in play."""
        assert self.terms.table is not None  # noqa: S101 (for the type checker)
        if self.in_play is not None:
            return lay_stock(self.terms.table, len(current))
        return current.lay_out(self.board, self.start)

    def find_pile(self, current: Round, name: str | None = None, part: str | None = None) -> CoveredCards:
        """Return the cards that are left in a pile, without a name in the one that the game draws from.

        A shoe that is not dealt is one pile without a name. Raises `Refused` for a pile that the deal has not,
        `Conflict` for one that no stage has laid yet.
        """
        if self.terms.table is None:
            for parameter, value in (("pile", name), ("part", part)):
                if value is not None:
                    raise UnsupportedParameter(
                        "A shoe that is not dealt", parameter, belongs_to=["a shoe that is dealt"]
                    )
            return CoveredCards("", "", range(self.top, len(current) - self.bottom), "this round")
        place = self.lay_out(current).place(name, part, self.stages_dealt)
        return place._replace(positions=self.taken.remove_from(place.positions))

    def is_taken(self, current: Round, position: int) -> bool:
        """Return whether the card at a position was taken in this round or is in play from an earlier one."""
        if position >= len(current):
            return True
        if self.terms.table:
            return position in self.taken
        return position < self.top or position >= len(current) - self.bottom

    def seal(self, tokens: Tokens) -> str:
        """Return the shoe as an encrypted token; `unseal` reads it."""
        seed, terms = (self.client_seed or "").encode(), self.terms.canonical_json
        for text, abbreviation in _ABBREVIATIONS:
            terms = terms.replace(text, abbreviation, 1)
        header = _HEADER.pack(
            _VERSION,
            (_SEEDED_FLAG if self.client_seed is not None else 0)
            | (_REVEALED_FLAG if self.is_revealed else 0)
            | (_IN_PLAY_FLAG if self.in_play is not None else 0),
            self.server_seed,
            self.round,
            self.top,
            self.bottom,
            self.total,
            len(seed),
            len(terms),
            self.draws,
            self.last_digest,
            self.stages_dealt,
            self.start,
        )
        bitmaps = zip((self.taken, self.in_play or NO_CARDS), _bitmap_sizes(self.terms), strict=True)
        packed = [bitmap.to_bytes(size, "little") for bitmap, size in bitmaps]
        return tokens.seal(b"".join([header, terms, seed.ljust(_max_seed_bytes(self.terms), b"\0"), *packed]))


def find_wrong_text(digests: Sequence[str], texts: Sequence[str]) -> int | None:
    """Return the index of the first text that is none of the form of words, or has another SHA-256; None if all fit."""
    for index, (digest, text) in enumerate(zip(digests, texts, strict=True)):
        if not _WORD.fullmatch(text) or hashlib.sha256(text.encode()).hexdigest() != digest:
            return index
    return None


_WORD = re.compile(r"[A-Za-z0-9_-]{16,64}")
MAX_WORD = 64


def _max_seed_bytes(terms: Terms) -> int:
    """Return the number of bytes to which a client seed is padded: one with characters outside ASCII may take more."""
    return (MAX_WORD + 1) * len(terms.words) or MAX_TEXT


def _bitmap_sizes(terms: Terms) -> tuple[int, int]:
    """Return the numbers of bytes of the bitmaps: positions taken, of a shoe that is dealt, and cards in play."""
    size = -(-terms.size // 8)
    can_stay = terms.reshuffle is not Reshuffle.NEVER and terms.size <= MAX_TREE
    return (size if terms.table else 0), (size if can_stay else 0)


def unseal(tokens: Tokens, field_name: str, token: str) -> SealedShoe:
    """Return the shoe of a token. Raises `BadToken`, which names the request's field, for any other text."""
    payload = tokens.open(field_name, token)
    if payload[0] != _VERSION:
        raise BadToken(field_name, UNREADABLE)
    _, flags, server_seed, number, top, bottom, total, seed_size, terms_size, *state = _HEADER.unpack_from(payload)
    rest = payload[_HEADER.size :]
    try:
        terms = _read_terms(rest[:terms_size])
    except (Refused, ValueError):  # for example a deck that only another release of the service has
        raise BadToken(field_name, UNREADABLE) from None
    seed = rest[terms_size:][:seed_size]
    end = terms_size + max(seed_size, _max_seed_bytes(terms))
    bitmaps = []
    for size in _bitmap_sizes(terms):
        bitmaps.append(Bitmap.from_bytes(rest[end : end + size], "little"))
        end += size
    draws, digest, stages_dealt, start = state
    return SealedShoe(
        terms=terms,
        server_seed=server_seed,
        client_seed=seed.decode() if flags & _SEEDED_FLAG else None,
        round=number,
        top=top,
        bottom=bottom,
        total=total,
        draws=draws,
        digest=digest,
        stages_dealt=stages_dealt,
        start=start,
        taken=bitmaps[0],
        in_play=bitmaps[1] if flags & _IN_PLAY_FLAG else None,
        is_revealed=bool(flags & _REVEALED_FLAG),
    )


_MAX_CACHED = 2**12  # bytes of terms that are kept for the next request


def _read_terms(text: bytes) -> Terms:
    return _read_cached(text) if len(text) <= _MAX_CACHED else _read(text)


def _read(text: bytes) -> Terms:
    for members, abbreviation in _ABBREVIATIONS:
        text = text.replace(abbreviation, members, 1)
    terms = parse_terms("terms", json.loads(text))
    vars(terms)["canonical_json"] = text  # as it was sealed; it takes longer to write than to read
    return terms


_read_cached = lru_cache(maxsize=64)(_read)

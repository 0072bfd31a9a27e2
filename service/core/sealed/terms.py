"""The terms of a sealed shoe: all that is agreed before its first card, and is committed to with the server's seed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import rfc8785

from service.core.cards.decks import DECKS
from service.core.cards.options import MAX_PACKS, PackOptions
from service.core.cards.packs.dominoes import HIGHEST
from service.core.cards.packs.french import MAX_JOKERS, SUIT_ORDERS
from service.core.cards.packs.mahjong import MAX_RED_FIVES
from service.core.cards.shoes import Shoe, build_shoe
from service.core.cards.spellings import MAX_SPELLING
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX, STREAM, keyed
from service.core.sealed.members import integer, members, one_of, text, texts
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import DEFAULT_SHUFFLE, Limits, Permutation
from service.core.verification import Difference, compare_values

SCHEME = "shoe1"
MAX_TEXT = 256
"""Characters of a label, and of a client seed."""

EXACT = tuple(shuffle.name for shuffle in SHUFFLES.values() if shuffle.uniformity is Uniformity.EXACT)
"""The shuffles that a sealed shoe may be shuffled by."""

_MOST_EXCLUDED = 200


class Reshuffle(StrEnum):
    """When a shoe is shuffled again: when its last card is drawn, once the cut is reached, or never."""

    WHEN_EMPTY = "when_empty"
    AT_CUT = "at_cut"
    NEVER = "never"


@dataclass(frozen=True, kw_only=True)
class Terms(PackOptions):
    """What a shoe is opened with.

    `deck` is a name of `DECKS`, `algorithm` one of `EXACT`, `cut` the cards behind the cut card, `label` a text of 1 to
    256 characters that means something to whoever opened it.
    """

    deck: str
    algorithm: str = DEFAULT_SHUFFLE
    cut: int = 0
    reshuffle: Reshuffle = Reshuffle.WHEN_EMPTY
    label: str | None = None

    @property
    def shoe(self) -> Shoe:
        """The cards, unshuffled. Raises `Refused` for what does not fit the deck."""
        return build_shoe(DECKS[self.deck], self)

    @property
    def members(self) -> Mapping[str, Any]:
        """The JSON object that stands for the terms."""
        asked = {name: getattr(self, name) for name in _OPTIONS}
        return {
            "scheme": SCHEME,
            "stream": STREAM,
            "deck": self.deck,
            "decks": self.decks or 1,
            **{name: value for name, value in asked.items() if value is not None},
            "exclude": list(self.exclude),
            "algorithm": self.algorithm,
            "cut": self.cut,
            "reshuffle": str(self.reshuffle),
            **({} if self.label is None else {"label": self.label}),
        }

    @property
    def canonical(self) -> bytes:
        """The same as canonical JSON (RFC 8785)."""
        return rfc8785.dumps(dict(self.members))

    @property
    def work(self) -> int:
        """About how many draws, or as much work as so many, a round takes."""
        size, shuffle = len(self.shoe), SHUFFLES[self.algorithm]
        return _WORK_OF_A_ROUND + round(shuffle.expect(size, size, shuffle.defaults))

    def order(self, key: bytes, number: int) -> Sequence[int]:
        """The cards' indices in the order of a round, from the top to the bottom."""
        return self.shuffled(key, number).indices

    def shuffled(self, key: bytes, number: int) -> Permutation:
        """The same, and what it took."""
        size, shuffle = len(self.shoe), SHUFFLES[self.algorithm]
        return Permutation.taken(lambda source: shuffle.order(size, source, size, shuffle.defaults), keyed(key, number))


_OPTIONS = ("jokers", "suit_order", "red_fives", "highest")
_WORK_OF_A_ROUND = 100  # draws: what it takes to begin one


def resolve_terms(asked: Terms, limits: Limits) -> Terms:
    """The terms as they are committed to, every card by its code. Raises `Refused` for what does not go together."""
    shoe = asked.shoe
    limits.hold(len(shoe), "decks")
    if asked.cut >= len(shoe):
        raise Refused("cut", f"cut is {asked.cut:,}; the shoe has {len(shoe):,} cards, and the cut must be fewer.")
    if asked.cut and asked.reshuffle is not Reshuffle.AT_CUT:
        raise Refused(
            "cut", f"A cut goes with reshuffle={Reshuffle.AT_CUT}, and reshuffle is {asked.reshuffle}; leave out one."
        )
    return replace(asked, decks=shoe.pack_count, exclude=shoe.excluded_codes)


def parse_terms(where: str, value: object) -> Terms:
    """The terms that a JSON object stands for. Raises `Refused` for one that is not as published, naming the member."""
    required = ("scheme", "stream", "deck", "decks", "exclude", "algorithm", "cut", "reshuffle")
    given = members(where, value, required, tuple(_READERS))
    one_of(f"{where}.scheme", given["scheme"], (SCHEME,))
    one_of(f"{where}.stream", given["stream"], (STREAM,))
    optional = {name: read(f"{where}.{name}", given[name]) for name, read in _READERS.items() if name in given}
    return Terms(
        deck=one_of(f"{where}.deck", given["deck"], DECKS),
        decks=integer(f"{where}.decks", given["decks"], 1, MAX_PACKS),
        exclude=texts(f"{where}.exclude", given["exclude"], _MOST_EXCLUDED, MAX_SPELLING),
        algorithm=one_of(f"{where}.algorithm", given["algorithm"], EXACT),
        cut=integer(f"{where}.cut", given["cut"], 0, MAX_INDEX),
        reshuffle=one_of(f"{where}.reshuffle", given["reshuffle"], tuple(Reshuffle)),
        **optional,
    )


_READERS: Mapping[str, Callable[[str, object], Any]] = {
    "jokers": lambda where, value: integer(where, value, 0, MAX_JOKERS),
    "suit_order": lambda where, value: one_of(where, value, SUIT_ORDERS),
    "red_fives": lambda where, value: integer(where, value, 0, MAX_RED_FIVES),
    "highest": lambda where, value: one_of(where, value, HIGHEST),
    "label": lambda where, value: text(where, value, MAX_TEXT),
}


def terms_differ(terms: Terms) -> Difference | None:
    """In what the terms, though committed to, are none of a shoe."""
    try:
        shoe = terms.shoe
    except Refused as refusal:
        return Difference(
            where=f"terms.{refusal.field}", expected=str(refusal), seen=str(terms.members.get(refusal.field))
        )
    if terms.cut >= len(shoe):
        return Difference(where="terms.cut", expected=f"0 to {len(shoe) - 1}", seen=str(terms.cut))
    return compare_values("terms.exclude", shoe.excluded_codes, terms.exclude)

"""The terms of a sealed shoe: its deck, shuffle and cut, which the commitment binds together with the server seed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

import rfc8785

from service.core.cards.decks import DECKS
from service.core.cards.options import MAX_EXCLUDED, MAX_PACKS, OPTIONS, Option, PackOptions
from service.core.cards.shoes import Shoe, build_shoe
from service.core.cards.spellings import MAX_SPELLING
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX, STREAM, keyed
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import DEFAULT_SHUFFLE, Limits, Permutation, ShufflePlan, draw_permutation
from service.core.validation import parse_choice, parse_integer, parse_object, parse_text, parse_texts
from service.core.verification import Difference, compare_values

SCHEME = "shoe1"
MAX_TEXT = 256
"""The maximum length of a label and of a client seed, in characters."""

EXACT_SHUFFLES = tuple(shuffle.name for shuffle in SHUFFLES.values() if shuffle.uniformity is Uniformity.EXACT)
"""The shuffles that a sealed shoe accepts: those whose distribution is exactly uniform."""


class Reshuffle(StrEnum):
    """The reshuffle policy: shuffle again after the last card, once the cut card is reached, or never."""

    WHEN_EMPTY = "when_empty"
    AT_CUT = "at_cut"
    NEVER = "never"


@dataclass(frozen=True, kw_only=True)
class Terms(PackOptions):
    """The terms that a shoe is opened with.

    `deck` is a name of `DECKS`, `algorithm` one of `EXACT_SHUFFLES`, `cut` the number of cards behind the cut card,
    `label` an arbitrary text of 1 to 256 characters.
    """

    deck: str
    algorithm: str = DEFAULT_SHUFFLE
    cut: int = 0
    reshuffle: Reshuffle = Reshuffle.WHEN_EMPTY
    label: str | None = None

    @property
    def shoe(self) -> Shoe:
        """Return the unshuffled cards. Raises `Refused` for options that do not fit the deck."""
        return build_shoe(DECKS[self.deck], self)

    @property
    def canonical_json(self) -> bytes:
        """Return the terms as canonical JSON (RFC 8785), which the commitment hashes."""
        return rfc8785.dumps(dict(self.to_json()))

    @property
    def cost(self) -> int:
        """Return about how many random draws, or how much equivalent work, one round takes."""
        size, shuffle = len(self.shoe), SHUFFLES[self.algorithm]
        return _ROUND_COST + round(shuffle.expected_cost(size, size, shuffle.defaults))

    def to_json(self) -> Mapping[str, Any]:
        """Return the JSON object that is published; `parse_terms` reads it."""
        options = {name: getattr(self, name) for name in OPTIONS}
        return {
            "scheme": SCHEME,
            "stream": STREAM,
            "deck": self.deck,
            "decks": self.decks or 1,
            **{name: value for name, value in options.items() if value is not None},
            "exclude": list(self.exclude),
            "algorithm": self.algorithm,
            "cut": self.cut,
            "reshuffle": str(self.reshuffle),
            **({} if self.label is None else {"label": self.label}),
        }

    def shuffle(self, key: bytes, number: int) -> Permutation:
        """Return the order of a round, top first, as indices into the shoe; `number` counts rounds from 0."""
        size, shuffle = len(self.shoe), SHUFFLES[self.algorithm]
        plan = ShufflePlan(n=size, count=size, cost=size, shuffle=shuffle, arguments=shuffle.defaults)
        return draw_permutation(plan, keyed(key, number))


_ROUND_COST = 100  # draws: the cost of starting a round


def resolve_terms(terms: Terms, limits: Limits) -> Terms:
    """Return the terms to commit to, with every excluded card by its code.

    Raises `Refused` for terms that contradict each other and `TooMany` for a shoe beyond the limits.
    """
    shoe = terms.shoe
    limits.check_shuffled(len(shoe), "decks")
    if terms.cut >= len(shoe):
        raise Refused("cut", f"cut is {terms.cut:,}; the shoe has {len(shoe):,} cards, and the cut must be fewer.")
    if terms.cut and terms.reshuffle is not Reshuffle.AT_CUT:
        raise Refused(
            "cut", f"A cut goes with reshuffle={Reshuffle.AT_CUT}, and reshuffle is {terms.reshuffle}; leave out one."
        )
    return replace(terms, decks=shoe.pack_count, exclude=shoe.excluded_codes)


def parse_terms(path: str, value: object) -> Terms:
    """Return the terms that a published JSON object stands for. Raises `Refused`, naming the member that is wrong."""
    required = ("scheme", "stream", "deck", "decks", "exclude", "algorithm", "cut", "reshuffle")
    members = parse_object(path, value, required, tuple(_OPTIONAL))
    parse_choice(f"{path}.scheme", members["scheme"], (SCHEME,))
    parse_choice(f"{path}.stream", members["stream"], (STREAM,))
    optional = {name: parse(f"{path}.{name}", members[name]) for name, parse in _OPTIONAL.items() if name in members}
    return Terms(
        deck=parse_choice(f"{path}.deck", members["deck"], DECKS),
        decks=parse_integer(f"{path}.decks", members["decks"], 1, MAX_PACKS),
        exclude=parse_texts(f"{path}.exclude", members["exclude"], MAX_EXCLUDED, MAX_SPELLING),
        algorithm=parse_choice(f"{path}.algorithm", members["algorithm"], EXACT_SHUFFLES),
        cut=parse_integer(f"{path}.cut", members["cut"], 0, MAX_INDEX),
        reshuffle=parse_choice(f"{path}.reshuffle", members["reshuffle"], tuple(Reshuffle)),
        **optional,
    )


def _parse_option(option: Option, path: str, value: object) -> Any:
    if option.is_count:
        return parse_integer(path, value, option.numbers[0], option.numbers[-1])
    return parse_choice(path, value, option.values)


_OPTIONAL: Mapping[str, Callable[[str, object], Any]] = {
    **{name: partial(_parse_option, option) for name, option in OPTIONS.items()},
    "label": lambda path, value: parse_text(path, value, MAX_TEXT),
}
"""The parser of each optional member."""


def check_terms(terms: Terms) -> Difference | None:
    """Return why no shoe has these terms, though a receipt commits to them; None if a shoe can have them."""
    try:
        shoe = terms.shoe
    except Refused as refusal:
        seen = str(terms.to_json().get(refusal.field))
        return Difference(where=f"terms.{refusal.field}", expected=str(refusal), seen=seen)
    if terms.cut >= len(shoe):
        return Difference(where="terms.cut", expected=f"0 to {len(shoe) - 1}", seen=str(terms.cut))
    return compare_values("terms.exclude", shoe.excluded_codes, terms.exclude)

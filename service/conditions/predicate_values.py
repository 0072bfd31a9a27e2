"""What the value of a predicate may be, such as the suits of `{"length": "SH"}`; item_leaves.py has values for items.

To add a kind of value, write a class here, and the choices of tests for it in tests/conditions/leaf_choices.py.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from ..cards.shoe import parse_card
from ..cards.spellings import MAX_SPELLING
from ..core.errors import Bounds, Reason, Refused
from ..core.rng.streams import MAX_INDEX
from ..core.value_types import JsonSchema
from ..games.dealing import AnyDeals, Deals
from ..rankings.counted_hands import HIGH_CARD_POINTS
from .predicates import CATEGORIES

MAX_SHAPES = 560  # the number of shapes of 13 cards, in the order of the suits
MAX_WEIGHT = MAX_INDEX
_MAX_LISTED = 60

POINTS: Mapping[str, Mapping[str, int]] = {
    "hcp": HIGH_CARD_POINTS,
    "controls": {"A": 2, "K": 1},
}
BALANCED = ("4333", "4432", "5332")
FRENCH_SUITS = ("spades", "hearts", "diamonds", "clubs")
CATEGORY_NAMES = tuple(map(str, CATEGORIES))
_MAX_SHAPED = 39  # three hands of bridge; a table of lengths then has up to 41^4 bytes
_SHAPES = (
    'Must be shapes, such as "4333" or "54xx" in any order of suits, "(54)31" with only the lengths in brackets in any '
    'order, "5=4=3=1" for spades, hearts, diamonds and clubs, or "balanced".'
)
_PATTERN = re.compile(r"(?:\d{1,2}|x)([-=])(?:\d{1,2}|x)\1(?:\d{1,2}|x)\1(?:\d{1,2}|x)")
_DIGITS = re.compile(r"(?:any )?([0-9x]{4})|([0-9x]{4}) any")
_BRACKETS = re.compile(r"(?:[0-9x]|\([0-9x]+\)){1,4}")

DealsT = TypeVar("DealsT", bound=AnyDeals)
ValueT = TypeVar("ValueT")


@dataclass(frozen=True)
class LeafContext(Generic[DealsT]):
    """The context of a predicate that is parsed: the deals, its path in the request, and its hands and piles."""

    deals: DealsT
    path: str
    places: tuple[str, ...]
    may_lack: bool = False
    """Whether the deals may lack what the predicate is about, as the leaf has the `min` 0."""

    @property
    def size(self) -> int:
        """The number of cards of the hands together; if the faces of cards decide it, the number in one example."""
        return sum(self.deals.sizes[place] for place in self.places)

    def refuse(self, sentence: str, reason: Reason | None = None) -> Refused:
        return Refused(self.path, sentence, reason)


Context = LeafContext[Deals]


class PredicateValue(ABC, Generic[DealsT, ValueT]):
    """A kind of values of predicates: how a value is read, and its JSON schema in the document."""

    schema: ClassVar[JsonSchema] = {}

    @abstractmethod
    def read(self, value: object, context: LeafContext[DealsT]) -> ValueT:
        """Return what a JSON value stands for. Raises `Refused` if it is of another kind, or not for these deals."""

    def spell(self, value: Any, spell: Callable[[str], str]) -> Any:  # noqa: ARG002 (for subclasses)
        """Return the value, which can be read, with each text of a card as `spell` writes it."""
        return value


def parse_weights(value: Mapping[str, object], path: str) -> dict[str, int]:
    """Return an object of weights. Raises `Refused` unless each is an integer from -`MAX_WEIGHT` to `MAX_WEIGHT`."""
    for name, weight in value.items():
        parse_integer(weight, f"{path}.{name[:_MAX_LISTED]}")
    return {name: weight for name, weight in value.items() if isinstance(weight, int)}


def parse_integer(value: object, path: str) -> int:
    """Return a weight or a bound. Raises `Refused` unless it is an integer from -`MAX_WEIGHT` to `MAX_WEIGHT`."""
    if type(value) is not int or abs(value) > MAX_WEIGHT:
        raise Refused(
            path,
            f"Must be an integer from -{MAX_WEIGHT:,} to {MAX_WEIGHT:,}.",
            Reason("integer_range", Bounds(least=-MAX_WEIGHT, most=MAX_WEIGHT)),
        )
    return value


class AlwaysTrue(PredicateValue[Deals, Literal[True]]):
    """The value true, of a predicate that has no choice."""

    schema: ClassVar[JsonSchema] = {"type": "boolean"}

    def read(self, value: object, context: Context) -> Literal[True]:
        if value is not True:
            raise context.refuse("Must be true; the number goes into min, max or both.")
        return True


class RankWeights(PredicateValue[Deals, Mapping[str, int]]):
    """The name of a scale of points, or an object of ranks: {"A": 4, "K": 3}; other ranks have 0."""

    def read(self, value: object, context: Context) -> Mapping[str, int]:
        weights = _read_scale(value, context)
        ranks = dict.fromkeys(card.rank for card in context.deals.cards)
        for rank in weights:
            if rank not in ranks:
                raise context.refuse(
                    f"No card of this deal has the rank {rank[:_MAX_LISTED]}; its ranks are {', '.join(ranks)}."
                )
        return weights


def _read_scale(value: object, context: Context) -> Mapping[str, int]:
    """Return the weights of a scale by its name, such as "hcp", or of an object. Raises `Refused` for other values."""
    if isinstance(value, str) and value in POINTS:
        return POINTS[value]
    if not isinstance(value, dict) or not value:
        raise context.refuse(
            f'Must be {", ".join(POINTS)} or an object of ranks, such as {{"A": 4, "K": 3}}.'
        )
    return parse_weights(value, context.path)


class Suits(PredicateValue[Deals, Sequence[str]]):
    """Suits of the deal: "spades" or ["spades"] -> ["spades"], "SH" -> ["spades", "hearts"]."""

    def read(self, value: object, context: Context) -> Sequence[str]:
        """Return the names of suits: "spades" gives ["spades"], "SH" gives ["spades", "hearts"].

        Raises `Refused` for another suit, and for a suit that is listed twice.
        """
        suits = context.deals.suits
        sentence = f"Must be suits of this deal, which are {', '.join(suits) or 'none'}"
        letters = _find_letters(suits)
        names = value
        if isinstance(value, str):
            names = [value] if value in suits else list(value)
        if not isinstance(names, list) or not names:
            raise context.refuse(f"{sentence}.")
        choice = [letters.get(name, name) for name in names if isinstance(name, str)]
        if len(choice) < len(names) or any(suit not in suits for suit in choice):
            end = f", or {''.join(letters)} for short." if letters else "."
            raise context.refuse(sentence + end)
        if len(set(choice)) < len(choice):
            raise context.refuse("A suit is listed twice.")
        return choice


def _find_letters(suits: Collection[str]) -> dict[str, str]:
    """Return each suit by its first letter, such as {"S": "spades", "H": "hearts"}; {} if two suits begin alike."""
    letters = {name[0].upper(): name for name in suits}
    is_ambiguous = len(letters) < len(suits)
    return {} if is_ambiguous else letters


class FrenchSuits(Suits):
    """French suits of the deal, if it has all four; it may have other suits as well, such as trumps.

    A predicate refuses a deal without them for its cards.
    """

    def read(self, value: object, context: Context) -> Sequence[str]:
        choice = super().read(value, context)
        has_french = context.deals.suits.keys() >= set(FRENCH_SUITS)
        if has_french and not set(FRENCH_SUITS).issuperset(choice):
            raise context.refuse(f"Must be suits among {', '.join(FRENCH_SUITS)}.")
        return choice


class FrenchSuitsOrTrue(FrenchSuits):
    """French suits of the deal, or true for all four."""

    def read(self, value: object, context: Context) -> Sequence[str]:
        if value is False or type(value) is int:
            raise context.refuse(
                "Must be true, or suits; the number goes into min, max or both."
            )
        return FRENCH_SUITS if value is True else super().read(value, context)


class PlaceByLength(PredicateValue[Deals, int]):
    """The place of a suit by its length: 1 for the longest of the deal."""

    def read(self, value: object, context: Context) -> int:
        suits = context.deals.suits
        if type(value) is not int or not 1 <= value <= len(suits):
            raise context.refuse(
                f"Must be 1 for the longest suit, 2 for the second longest, up to {len(suits)}."
                if suits
                else "No card of this deal has a suit."
            )
        return value


class ShapeList(NamedTuple):
    """Shapes that were read: their patterns and number. A pattern has a length for each suit, None for any length."""

    patterns: frozenset[tuple[int | None, ...]]
    number: int


class Shapes(PredicateValue[Deals, ShapeList]):
    """A shape, or a list of them."""

    def read(self, value: object, context: Context) -> ShapeList:
        texts = _list_shapes(value, context)
        patterns: set[tuple[int | None, ...]] = set()
        for text in texts:
            for pattern in BALANCED if text == "balanced" else (text,):
                patterns.update(_parse_pattern(pattern, context))
        _check_lengths(patterns, context)
        return ShapeList(frozenset(patterns), len(texts))


def _list_shapes(value: object, context: Context) -> list[object]:
    """Return the shapes of a value, a shape or a list of shapes: "54xx" -> ["54xx"]; three shapes for "balanced"."""
    texts = value
    if isinstance(value, str):
        texts = list(BALANCED) if value == "balanced" else [value]
    if not isinstance(texts, list) or not texts:
        raise _refuse_shapes(context)
    if len(texts) > MAX_SHAPES:
        raise context.refuse(f"There are at most {MAX_SHAPES} shapes in a condition.")
    return texts


def _refuse_shapes(context: Context) -> Refused:
    return context.refuse(_SHAPES, Reason("not_a_shape"))


def _check_lengths(patterns: Iterable[Sequence[int | None]], context: Context) -> None:
    """Raise `Refused` if hands, or a length in a pattern, have more cards than a table of lengths can have."""
    if context.size > _MAX_SHAPED:
        may_vary = context.deals.table.procedure.needs_faces
        number = f"there {'may be' if may_vary else 'are'} {context.size}"
        raise context.refuse(f"A shape is for up to {_MAX_SHAPED} cards; {number}.")
    lengths = set(chain.from_iterable(patterns))
    longest = max(filter(None, lengths), default=0)
    if longest > _MAX_SHAPED:
        raise context.refuse(
            f"A shape is for up to {_MAX_SHAPED} cards; a length of {longest} is beyond that."
        )


def _parse_pattern(text: object, context: Context) -> Iterable[tuple[int | None, ...]]:
    """Return the patterns of a shape: a length for each suit, None for any; a pattern may occur more than once.

    "5=4=3=1" -> only (5, 4, 3, 1); "(54)31" -> (5, 4, 3, 1) and (4, 5, 3, 1); "5431" -> all 24 orders.
    """
    groups = _list_groups(text) if isinstance(text, str) else []
    if sum(map(len, groups)) != 4:
        raise _refuse_shapes(context)
    lengths = [
        [None if length == "x" else int(length) for length in group] for group in groups
    ]
    if len(lengths) == 1:
        return permutations(lengths[0])
    return (tuple(chain(*orders)) for orders in product(*map(permutations, lengths)))


def _list_groups(text: str) -> list[list[str]]:
    """Return the lengths of a shape in groups; the lengths in a group may have any order. Return [] for other texts.

    "5=4=3=1" -> [["5"], ["4"], ["3"], ["1"]], "(54)3x" -> [["5", "4"], ["3"], ["x"]], "54xx" -> [["5", "4", "x", "x"]]
    """
    separated = _PATTERN.fullmatch(text)
    if separated:
        separator = separated[1]
        lengths = text.split(separator)
        return [lengths] if separator == "-" else [[length] for length in lengths]
    digits = _DIGITS.fullmatch(text)
    if digits:
        return [list(digits[1] or digits[2])]
    if not _BRACKETS.fullmatch(text):
        return []
    found = re.findall(r"\(([0-9x]+)\)|([0-9x])", text)
    return [list(inside or outside) for inside, outside in found]


class CardList(PredicateValue[Deals, Sequence[str]]):
    """A list of cards, without copies: their codes."""

    schema: ClassVar[JsonSchema] = {"type": "array", "items": {"type": "string"}}

    def read(self, value: object, context: Context) -> Sequence[str]:
        if not isinstance(value, list) or not value:
            raise context.refuse('Must be a list of cards, such as ["AS", "KH"].')
        codes = [
            _parse_code(text, f"{context.path}[{index}]", context)
            for index, text in enumerate(value)
        ]
        for code, count in Counter(codes).items():
            if count > 1:
                raise context.refuse(f"{code} is listed twice.")
        _check_in_shoe(codes, context)
        return codes

    def spell(self, value: Any, spell: Callable[[str], str]) -> Any:
        return [spell(text) for text in value]


class CardWeights(PredicateValue[Deals, Mapping[str, int]]):
    """An object of cards: their weights by code; other cards have 0."""

    def read(self, value: object, context: Context) -> Mapping[str, int]:
        if not isinstance(value, dict) or not value:
            raise context.refuse(
                'Must be an object of cards, such as {"AS": 11, "10H": 10}.'
            )
        weights = parse_weights(value, context.path)
        codes = (
            _parse_code(text, f"{context.path}.{text[:_MAX_LISTED]}", context)
            for text in weights
        )
        by_code = dict(zip(codes, weights.values(), strict=True))
        if len(by_code) < len(weights):
            raise context.refuse("A card is listed twice.")
        _check_in_shoe(by_code, context)
        return by_code

    def spell(self, value: Any, spell: Callable[[str], str]) -> Any:
        return {spell(text): weight for text, weight in value.items()}


def _check_in_shoe(codes: Iterable[str], context: Context) -> None:
    """Raise `Refused` for the code of a card that no card of the shoe has."""
    present = {card.code for card in context.deals.cards}
    for code in codes:
        if code not in present:
            raise context.refuse(f"{code} is not in the shoe.")


def _parse_code(text: object, path: str, context: Context) -> str:
    """Return the code of a card in any spelling: "AS" for "ace of spades". Raises `Refused` for any other value."""
    if not isinstance(text, str) or len(text) > MAX_SPELLING:
        raise Refused(path, "Must be the code or the name of a card, such as AS.")
    shoe = context.deals.shoe
    return parse_card(path, text, shoe.deck, shoe.options).code


class CategoryName(PredicateValue[Deals, int | None]):
    """A category of poker, such as "flush", is its number; true, for a category between bounds, is None."""

    def read(self, value: object, context: Context) -> int | None:
        if value is True:
            return None
        if value not in CATEGORY_NAMES:
            raise context.refuse(
                f"Must be true, with min or max, or one of: {', '.join(CATEGORY_NAMES)}."
            )
        return CATEGORY_NAMES.index(str(value))

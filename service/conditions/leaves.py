"""Parse the predicates of a condition's leaves, such as `{"points": "hcp"}`; predicates on items are in item_leaves.py.

To add a predicate, write its class in predicates.py and its parser here, and enter it in `PREDICATE_TYPES`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations, product
from typing import Generic, NamedTuple, TypeVar

from ..cards.card import Card
from ..cards.shoe import parse_card
from ..cards.spellings import MAX_SPELLING
from ..core.errors import Refused
from ..core.rng.streams import MAX_INDEX
from ..core.value_types import JsonSchema
from ..games.deals import AnyDeals, Deals
from ..rankings.casino_hands import count_baccarat_card, count_blackjack_card
from ..rankings.counted_hands import HIGH_CARD_POINTS
from ..rankings.poker_orders import RANKS
from . import predicates
from .predicates import Predicate, WeightedSum

MAX_SHAPES = 560  # as many as there are for 13 cards, in order of the suits
MAX_WEIGHT = MAX_INDEX
_MAX_LISTED = 60

POINTS: Mapping[str, Mapping[str, int]] = {
    "hcp": HIGH_CARD_POINTS,
    "controls": {"A": 2, "K": 1},
}
BALANCED = ("4333", "4432", "5332")
_FRENCH_SUITS = ("spades", "hearts", "diamonds", "clubs")


DealsT = TypeVar("DealsT", bound=AnyDeals)


@dataclass(frozen=True)
class LeafContext(Generic[DealsT]):
    """The context of a predicate that is parsed: the deals, its path in the request, and its hands and piles."""

    deals: DealsT
    path: str
    places: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of cards of the hands together; where the faces of cards decide that, in one example."""
        return sum(self.deals.sizes[place] for place in self.places)

    def refuse(self, sentence: str) -> Refused:
        return Refused(self.path, sentence)


Context = LeafContext[Deals]


class Parsed(NamedTuple):
    """A parsed predicate, and the bounds that its leaf takes."""

    predicate: Predicate
    implied: tuple[int | None, int | None] | None = None
    """`min` and `max` of a leaf without both; None if it needs one of them."""
    is_exact: bool = False
    """Whether a leaf takes neither."""
    names: Sequence[str] = ()
    """If bounds are names, such as pair and flush, all of them; the first stands for 0."""
    shapes: int = 0
    """The number of shapes in the request."""
    shared: tuple[str, ...] = ()
    """Piles to count the cards of, together with each hand."""


ContextT = TypeVar("ContextT")


@dataclass(frozen=True)
class PredicateType(Generic[ContextT]):
    """A predicate of leaves: `parse` reads its value; `meaning` and `schema` describe the value in the document."""

    parse: Callable[[object, ContextT], Parsed]
    meaning: str
    schema: JsonSchema = field(default_factory=dict)


def parse_weights(value: Mapping[str, object], path: str) -> dict[str, int]:
    """Return an object of weights. Raises `Refused` unless each is an integer from -`MAX_WEIGHT` to `MAX_WEIGHT`."""
    for name, weight in value.items():
        parse_integer(weight, f"{path}.{name[:_MAX_LISTED]}")
    return {name: weight for name, weight in value.items() if isinstance(weight, int)}


def parse_integer(value: object, path: str) -> int:
    """Return a weight or a bound. Raises `Refused` unless it is an integer from -`MAX_WEIGHT` to `MAX_WEIGHT`."""
    if type(value) is not int or abs(value) > MAX_WEIGHT:
        raise Refused(
            path, f"Must be an integer from -{MAX_WEIGHT:,} to {MAX_WEIGHT:,}."
        )
    return value


def _parse_points(value: object, context: Context) -> Parsed:
    if isinstance(value, str) and value in POINTS:
        return Parsed(_weigh_ranks(POINTS[value], context))
    if not isinstance(value, dict) or not value:
        raise context.refuse(
            f'Must be {", ".join(POINTS)} or an object of ranks, such as {{"A": 4, "K": 3}}.'
        )
    return Parsed(_weigh_ranks(parse_weights(value, context.path), context))


def _weigh(context: Context, weight_of: Callable[[Card], int]) -> WeightedSum:
    """Return the sum of what a function gives for each card."""
    return WeightedSum(tuple(map(weight_of, context.deals.cards)))


def _weigh_ranks(weights: Mapping[str, int], context: Context) -> Predicate:
    """Return the sum of the weights of ranks: {"A": 4, "K": 3}; other ranks have 0."""
    ranks = dict.fromkeys(card.rank for card in context.deals.cards)
    for rank in weights:
        if rank not in ranks:
            raise context.refuse(
                f"No card of this deal has the rank {rank[:_MAX_LISTED]}; its ranks are {', '.join(ranks)}."
            )
    return _weigh(context, lambda card: weights.get(card.rank, 0))


def _parse_length(value: object, context: Context) -> Parsed:
    """Parse the suits to count cards of; all of them are counted together."""
    cards: set[int] = set()
    for suit in _parse_suits(value, context):
        cards |= context.deals.suits[suit]
    everything = range(len(context.deals.cards))
    return Parsed(WeightedSum(tuple(int(card in cards) for card in everything)))


def _parse_suits(value: object, context: Context) -> list[str]:
    """Return the suits of a value: "spades" or ["spades"] -> ["spades"], "SH" -> ["spades", "hearts"]."""
    suits = context.deals.suits
    sentence = f"Must be suits of this deal, which are {', '.join(suits) or 'none'}"
    letters = {name[0].upper(): name for name in suits}
    if len(letters) < len(suits):  # a letter that two suits begin with stands for none
        letters = {}
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


def _parse_longest(value: object, context: Context) -> Parsed:
    suits = tuple(context.deals.suits.values())
    if type(value) is not int or not 1 <= value <= len(suits):
        raise context.refuse(
            f"Must be 1 for the longest suit, 2 for the second longest, up to {len(suits)}."
            if suits
            else "No card of this deal has a suit."
        )
    return Parsed(predicates.LongestSuit(suits, value))


def _parse_shape(value: object, context: Context) -> Parsed:
    """Parse one shape or several: the predicate is 1 for a hand that has one of them, and must be."""
    suits = context.deals.suits
    names = list(suits)
    if set(_FRENCH_SUITS) == set(suits):
        names = [name for name in _FRENCH_SUITS if name in suits]
    if len(names) != 4:
        raise context.refuse(
            "A shape is for decks of four suits; use length for each suit of others."
        )
    texts = _list_shapes(value, context)
    patterns: set[tuple[int | None, ...]] = set()
    for text in texts:
        for pattern in BALANCED if text == "balanced" else (text,):
            patterns.update(_parse_pattern(pattern, context))
    _check_lengths(patterns, context)
    predicate = predicates.HandShape(
        tuple(suits[name] for name in names), frozenset(patterns)
    )
    return Parsed(predicate, (1, None), is_exact=True, shapes=len(texts))


def _list_shapes(value: object, context: Context) -> list[object]:
    """Return the shapes of a value, which is one or a list: "54xx" -> ["54xx"]. "balanced" alone stands for three."""
    texts = value
    if isinstance(value, str):
        texts = list(BALANCED) if value == "balanced" else [value]
    if not isinstance(texts, list) or not texts:
        raise context.refuse(_SHAPES)
    if len(texts) > MAX_SHAPES:
        raise context.refuse(f"There are at most {MAX_SHAPES} shapes in a condition.")
    return texts


def _check_lengths(patterns: Iterable[Sequence[int | None]], context: Context) -> None:
    """Raise `Refused` for hands, or a length in a pattern, of more cards than a table of lengths is for."""
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


_MAX_SHAPED = 39  # three hands of bridge; a table of lengths then has up to 41^4 bytes
_SHAPES = (
    'Must be shapes, such as "4333" or "54xx" in any order of suits, "(54)31" with only the lengths in brackets in any '
    'order, "5=4=3=1" for spades, hearts, diamonds and clubs, or "balanced".'
)
_PATTERN = re.compile(r"(?:\d{1,2}|x)([-=])(?:\d{1,2}|x)\1(?:\d{1,2}|x)\1(?:\d{1,2}|x)")
_DIGITS = re.compile(r"(?:any )?([0-9x]{4})|([0-9x]{4}) any")
_BRACKETS = re.compile(r"(?:[0-9x]|\([0-9x]+\)){1,4}")


def _parse_pattern(text: object, context: Context) -> Iterable[tuple[int | None, ...]]:
    """Return the patterns of a shape: a length for each suit, None for any; a pattern may occur more than once.

    "5=4=3=1" -> (5, 4, 3, 1) alone; "(54)31" -> (5, 4, 3, 1) and (4, 5, 3, 1); "5431" all 24 orders.
    """
    groups = _list_groups(text) if isinstance(text, str) else []
    if sum(map(len, groups)) != 4:
        raise context.refuse(_SHAPES)
    lengths = [
        [None if length == "x" else int(length) for length in group] for group in groups
    ]
    if len(lengths) == 1:
        return permutations(lengths[0])
    return (tuple(chain(*orders)) for orders in product(*map(permutations, lengths)))


def _list_groups(text: str) -> list[list[str]]:
    """Return the lengths of a shape in groups; the lengths in a group have any order. [] if the text is no shape.

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


def _parse_cards(value: object, context: Context) -> Parsed:
    """Parse a list of cards: a leaf without bounds asks for all of them. In several packs any copy of a card counts."""
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
    copies: dict[str, list[int]] = {code: [] for code in codes}
    for index, card in enumerate(context.deals.cards):
        if card.code in copies:
            copies[card.code].append(index)
    has_copies = any(len(indices) > 1 for indices in copies.values())
    predicate: Predicate = (
        predicates.PresentCards(tuple(map(tuple, copies.values())))
        if has_copies
        else _weigh(context, lambda card: int(card.code in copies))
    )
    return Parsed(predicate, (len(codes), None))


def _check_in_shoe(codes: Iterable[str], context: Context) -> None:
    present = {card.code for card in context.deals.cards}
    for code in codes:
        if code not in present:
            raise context.refuse(f"{code} is not in the shoe.")


def _parse_code(text: object, path: str, context: Context) -> str:
    if not isinstance(text, str) or len(text) > MAX_SPELLING:
        raise Refused(path, "Must be the code or the name of a card, such as AS.")
    shoe = context.deals.shoe
    return parse_card(path, text, shoe.deck, shoe.options).code


def _parse_sum(value: object, context: Context) -> Parsed:
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
    return Parsed(_weigh(context, lambda card: by_code.get(card.code, 0)))


def _parse_losers(value: object, context: Context) -> Parsed:
    """Parse the suits to count losers in, or true for all suits."""
    of_suits = _by_suit_and_rank(context, "AKQ", "Losers")
    honours = dict(zip(_FRENCH_SUITS, of_suits, strict=True))
    if value is False or type(value) is int:
        raise context.refuse(
            "Must be true, or suits; the number goes into min, max or both."
        )
    names = _FRENCH_SUITS if value is True else _parse_suits(value, context)
    suits = tuple(context.deals.suits[name] for name in names)
    return Parsed(predicates.Losers(suits, tuple(honours[name] for name in names)))


def _by_suit_and_rank(
    context: Context, ranks: str, subject: str
) -> tuple[tuple[int, ...], ...]:
    """Return, for each French suit, the index of its card of each rank. Raises `Refused` unless each is there once."""
    copies: dict[tuple[str | None, str], list[int]] = {}
    for index, card in enumerate(context.deals.cards):
        copies.setdefault((card.suit, card.rank), []).append(index)
    rows = [[copies.get((suit, rank), []) for rank in ranks] for suit in _FRENCH_SUITS]
    if any(len(cards) != 1 for row in rows for cards in row):
        raise context.refuse(f"{subject} are for one complete pack of French suits.")
    return tuple(tuple(cards[0] for cards in row) for row in rows)


def _check_true(value: object, context: Context) -> None:
    if value is not True:
        raise context.refuse("Must be true; the number goes into min, max or both.")


def _parse_quality(value: object, context: Context) -> Parsed:
    return _count_suits(
        _parse_suits(value, context), "Qualities", context, is_of_hand=False
    )


def _parse_kaplan_rubens(value: object, context: Context) -> Parsed:
    _check_true(value, context)
    return _count_suits(_FRENCH_SUITS, "Kaplan and Rubens", context, is_of_hand=True)


def _count_suits(
    names: Iterable[str], subject: str, context: Context, *, is_of_hand: bool
) -> Parsed:
    suits = dict(
        zip(_FRENCH_SUITS, _by_suit_and_rank(context, RANKS, subject), strict=True)
    )
    return Parsed(
        predicates.KaplanRubens(tuple(suits[name] for name in names), is_of_hand)
    )


def _parse_category(value: object, context: Context) -> Parsed:
    """Parse a category of poker, such as "flush", or true for one between bounds; the cards of a board count too."""
    suits = _list_poker_suits(context)
    has_board = _BOARD in context.deals.sizes and _BOARD not in context.places
    shared = (_BOARD,) if has_board else ()
    size = context.size + sum(context.deals.sizes[pile] for pile in shared)
    if not 5 <= size <= 7:
        raise context.refuse(f"A category is of five to seven cards; these are {size}.")
    predicate = predicates.PokerCategory(suits)
    names = tuple(map(str, predicates.CATEGORIES))
    if value is True:
        return Parsed(predicate, names=names, shared=shared)
    if value not in names:
        raise context.refuse(
            f"Must be true, with min or max, or one of: {', '.join(names)}."
        )
    number = names.index(str(value))
    return Parsed(
        predicate, (number, number), is_exact=True, names=names, shared=shared
    )


def _list_poker_suits(context: Context) -> tuple[tuple[int, ...], ...]:
    """Return the cards of each suit, by rank. Raises `Refused` for a game that is no poker, and for another deck."""
    if context.deals.table.ranking not in {"poker", "jacks_or_better"}:
        raise context.refuse(
            "A category is for games whose hands are of poker: the best five of five to seven cards."
        )
    suits = _by_suit_and_rank(context, RANKS, "Categories")
    if len(context.deals.cards) > len(suits) * len(RANKS):
        raise context.refuse(
            "Categories are for one complete pack of French suits, without jokers."
        )
    return suits


_BOARD = "board"


def _parse_total(value: object, context: Context) -> Parsed:
    _check_true(value, context)
    match context.deals.table.ranking:
        case "blackjack":
            aces = _weigh(context, lambda card: int(card.rank == "A"))
            return Parsed(
                predicates.BlackjackTotal(_weigh(context, count_blackjack_card), aces)
            )
        case "baccarat":
            return Parsed(
                predicates.BaccaratTotal(_weigh(context, count_baccarat_card))
            )
    raise context.refuse(
        "A total is for blackjack and baccarat; use points, or sum with a table of cards."
    )


_TRUE: JsonSchema = {"type": "boolean"}

PREDICATE_TYPES: Mapping[str, PredicateType[Context]] = {
    "points": PredicateType(
        _parse_points,
        'The points of the ranks: "hcp" (A 4, K 3, Q 2, J 1), "controls" (A 2, K 1) or a table, such as {"A": 1}.',
    ),
    "length": PredicateType(
        _parse_length,
        'The number of cards of suits: French ones by letters, "S" or "SH"; others as a list, such as ["acorns"].',
    ),
    "longest": PredicateType(
        _parse_longest, "The length of the longest suit (1), the second longest (2), …"
    ),
    "shape": PredicateType(
        _parse_shape,
        'A shape or a list of them: "balanced" (4333, 4432, 5332), "5431" or "7xxx" in any order of the four suits (x '
        'is any length), "5=4=3=1" for spades, hearts, diamonds, clubs, "(54)31" with two in any order. Takes no min '
        "or max.",
    ),
    "cards": PredicateType(
        _parse_cards,
        "How many of these codes are there. Without min and max: all of them.",
        {"type": "array", "items": {"type": "string"}},
    ),
    "losers": PredicateType(
        _parse_losers, "The losing trick count: true, or suits as of length."
    ),
    "quality": PredicateType(
        _parse_quality, "The quality of suits, by Kaplan and Rubens, times 100."
    ),
    "kaplan_rubens": PredicateType(
        _parse_kaplan_rubens, "true: Kaplan and Rubens's count, times 100.", _TRUE
    ),
    "category": PredicateType(
        _parse_category,
        "The best five cards of the hand and the board: a category, without min and max; or true, with categories as "
        f"min or max: {', '.join(predicates.CATEGORIES)}.",
    ),
    "total": PredicateType(
        _parse_total, "true: the total of a hand of blackjack or baccarat.", _TRUE
    ),
    "sum": PredicateType(
        _parse_sum,
        'The sum of the weights of the cards in a table, such as {"AS": 11, "9H": 10}.',
    ),
}
"""The predicates of leaves by name."""

"""The predicates of leaves, such as `{"points": "hcp"}`; predicates on items are in item_leaves.py.

To add a predicate, write its class here. A class of predicate_values.py says what its value may be, and a class of
predicates.py computes its number. The document, the tables of the manual and the random conditions of tests follow.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Generic, Literal, NamedTuple

from ..cards.card import Card
from ..games.dealing import Deals
from ..rankings.casino_hands import count_baccarat_card, count_blackjack_card
from ..rankings.poker_orders import RANKS
from . import predicates
from .predicate_values import (
    CATEGORY_NAMES,
    FRENCH_SUITS,
    AlwaysTrue,
    CardList,
    CardWeights,
    CategoryName,
    Context,
    DealsT,
    FrenchSuits,
    FrenchSuitsOrTrue,
    LeafContext,
    PlaceByLength,
    PredicateValue,
    RankWeights,
    ShapeList,
    Shapes,
    Suits,
    ValueT,
)
from .predicates import Predicate, WeightedSum


class Parsed(NamedTuple):
    """A parsed predicate, and the bounds that its leaf takes."""

    predicate: Predicate
    implied: tuple[int | None, int | None] | None = None
    """`min` and `max` of a leaf that has neither; None if a leaf needs one of them."""
    is_exact: bool = False
    """Whether a leaf takes neither `min` nor `max`."""
    names: Sequence[str] = ()
    """If bounds are names, such as pair and flush: all names. The first stands for 0."""
    shapes: int = 0
    """The number of shapes in the request."""
    shared: tuple[str, ...] = ()
    """Piles with cards that count together with each hand."""


class Rule(NamedTuple):
    """A row of docs/definitions/conditions.md: which values the row is about, and the number that they give."""

    value: str
    rule: str


class PredicateExample(NamedTuple):
    """A row of docs/reference/conditions.md: example values, and what they ask for."""

    values: Sequence[object]
    text: str = ""
    """By default, the text of the definition."""
    needs: str = ""
    """The deals that the row is for, if they are not the deals that the predicate `needs`."""


class PredicateType(ABC, Generic[DealsT, ValueT]):
    """A predicate of leaves: its descriptions, and how its value is parsed."""

    name: ClassVar[str]
    value: PredicateValue[DealsT, ValueT]
    meaning: ClassVar[str]
    """The description in the OpenAPI document."""
    rules: ClassVar[Sequence[Rule]]
    examples: ClassVar[Sequence[PredicateExample]]
    needs: ClassVar[str] = ""
    """The deals that the predicate is for, in the words of the examples."""

    @abstractmethod
    def parse(self, value: object, context: LeafContext[DealsT]) -> Parsed:
        """Return the predicate with a JSON value. Raises `Refused` for a wrong value and for deals of another kind."""


class Needs(StrEnum):
    """The deals of cards that a predicate is for."""

    ANY_DECK = "any deck"
    SUITS = "any deck with suits"
    FOUR_SUITS = "up to 39 cards of four suits"
    FRENCH_HONOURS = "French suits"
    FRENCH_PACK = "one French pack"
    POKER = "poker hands of five to seven cards"
    CASINO = "blackjack, baccarat"


class CardPredicate(PredicateType[Deals, ValueT]):
    """A predicate on cards. To add a predicate, a subclass is all that the service needs."""

    needs: ClassVar[Needs] = Needs.ANY_DECK


class PointsType(CardPredicate[Mapping[str, int]]):
    """The points of the ranks."""

    name = "points"
    value = RankWeights()
    meaning = 'The points of the ranks: "hcp" (A 4, K 3, Q 2, J 1), "controls" (A 2, K 1) or a table, such as {"A": 1}.'
    rules = (
        Rule(
            '`"hcp"`, `"controls"`, or a table `{rank: integer}`',
            "the sum of the weights of the ranks of the cards: A 4, K 3, Q 2, J 1; A 2, K 1; or the weights of the "
            "table. Every rank without a weight weighs 0",
        ),
    )
    examples = (
        PredicateExample(
            ("hcp",), "ace 4, king 3, queen 2, jack 1", "any deck with these ranks"
        ),
        PredicateExample(("controls",), "ace 2, king 1", "any deck with these ranks"),
        PredicateExample(
            ({"A": 1, "T": -1},), "the sum of the points of the ranks in the table"
        ),
    )

    def parse(self, value: object, context: Context) -> Parsed:
        weights = self.value.read(value, context)
        return Parsed(_weigh(context, lambda card: weights.get(card.rank, 0)))


def _weigh(context: Context, weight_of: Callable[[Card], int]) -> WeightedSum:
    """Return the sum of the weights that a function gives the cards."""
    return WeightedSum(tuple(map(weight_of, context.deals.cards)))


class LengthType(CardPredicate[Sequence[str]]):
    """The number of cards of some suits, counted together."""

    name = "length"
    value = Suits()
    meaning = 'The number of cards of suits: French ones by letters, "S" or "SH"; others as a list, such as ["acorns"].'
    rules = (
        Rule(
            "a suit, a string of the first letters of suits, or a list of suits or of such letters",
            "the number of cards in these suits",
        ),
    )
    examples = (
        PredicateExample(
            ("S", "SH"),
            'the number of cards of a suit, or of several; also `["spades", "hearts"]`',
        ),
    )
    needs = Needs.SUITS

    def parse(self, value: object, context: Context) -> Parsed:
        cards: set[int] = set()
        for suit in self.value.read(value, context):
            cards |= context.deals.suits[suit]
        everything = range(len(context.deals.cards))
        return Parsed(WeightedSum(tuple(int(card in cards) for card in everything)))


class LongestType(CardPredicate[int]):
    """The length of the longest suit, or of the second longest and so on."""

    name = "longest"
    value = PlaceByLength()
    meaning = "The length of the longest suit (1), the second longest (2), …"
    rules = (
        Rule(
            "an integer k from 1 to the number of suits",
            "of the lengths of all suits of the deal, in descending order, the k-th",
        ),
    )
    examples = (
        PredicateExample(
            (1,),
            "the number of cards of the longest suit; with 2 of the second longest, …",
        ),
    )
    needs = Needs.SUITS

    def parse(self, value: object, context: Context) -> Parsed:
        place = self.value.read(value, context)
        suits = tuple(context.deals.suits.values())
        return Parsed(predicates.LongestSuit(suits, place))


class ShapeType(CardPredicate[ShapeList]):
    """Whether a hand has one of some shapes: the predicate is 1 if it has, and must be 1."""

    name = "shape"
    value = Shapes()
    meaning = (
        'A shape or a list of them: "balanced" (4333, 4432, 5332), "5431" or "7xxx" in any order of the four suits (x '
        'is any length), "5=4=3=1" for spades, hearts, diamonds, clubs, "(54)31" with two in any order. Takes no min '
        "or max."
    )
    rules = (
        Rule(
            "a shape, or a list of them",
            "holds if the lengths of the four suits are one of the shapes. There is no `min` or `max`",
        ),
    )
    examples = (
        PredicateExample(
            ("balanced", ["5431", "7xxx"]),
            "true or false, without bounds: one of the shapes, in any order of the suits; `x` is any length. "
            "`balanced` stands for 4333, 4432 and 5332",
        ),
        PredicateExample(
            ("5=4=3=1",),
            "the same, for spades, hearts, diamonds and clubs in this order",
        ),
        PredicateExample(
            ("(54)31",),
            "the same, with the lengths in parentheses in any order: five and four of spades and hearts, three "
            "diamonds, one club",
        ),
        PredicateExample(("10-1-1-1",), "as `5431`, for lengths of two digits"),
    )
    needs = Needs.FOUR_SUITS

    def parse(self, value: object, context: Context) -> Parsed:
        suits = context.deals.suits
        names = list(suits)
        if set(FRENCH_SUITS) == set(suits):
            names = [name for name in FRENCH_SUITS if name in suits]
        if len(names) != 4:
            raise context.refuse(
                "A shape is for decks of four suits; use length for each suit of others."
            )
        shapes = self.value.read(value, context)
        columns = tuple(suits[name] for name in names)
        predicate = predicates.HandShape(columns, shapes.patterns)
        return Parsed(predicate, (1, None), is_exact=True, shapes=shapes.number)


class CardsType(CardPredicate[Sequence[str]]):
    """How many cards of a list are in a hand; a leaf without bounds asks for all of them. Any copy of a card counts."""

    name = "cards"
    value = CardList()
    meaning = "How many of these codes are there. Without min and max: all of them."
    rules = (
        Rule(
            "a list of different codes",
            "how many of these codes are among the cards. Any copy counts, several copies of a code count once. "
            "Without `min` and `max` all must be there",
        ),
    )
    examples = (
        PredicateExample(
            (["AS", "KH"],),
            "the number of the listed cards that are there, copies of a card counted once; without bounds all of them",
        ),
    )

    def parse(self, value: object, context: Context) -> Parsed:
        """Return the predicate that counts how many different cards of the list a hand has.

        If cards have copies, as in two packs, several copies of a card in a hand count once. Otherwise each card
        weighs 1. The bounds that a leaf has if it gives none are (2, None) for two cards: both.
        """
        codes = self.value.read(value, context)
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


class LosersType(CardPredicate[Sequence[str]]):
    """The losing trick count of suits, or of the four suits."""

    name = "losers"
    value = FrenchSuitsOrTrue()
    meaning = "The losing trick count: true, or suits as of length."
    rules = (
        Rule(
            "`true` for the four suits, or some of these as for `length`",
            "in each suit, of n cards, the number of cards that are missing of the highest min(n, 3) of ace, king and "
            "queen; added up. For shoes that have the ace, king and queen of spades, hearts, diamonds and clubs just "
            "once each: not for several packs, as in `blackjack` or `spider_one_suit`",
        ),
    )
    examples = (
        PredicateExample(
            (True, "S"),
            "the losing trick count: the missing ones of A, K and Q in each suit, or in some, no more than the suit "
            "has cards",
        ),
    )
    needs = Needs.FRENCH_HONOURS

    def parse(self, value: object, context: Context) -> Parsed:
        of_suits = _by_suit_and_rank(context, "AKQ", "Losers")
        honours = dict(zip(FRENCH_SUITS, of_suits, strict=True))
        names = self.value.read(value, context)
        suits = tuple(context.deals.suits[name] for name in names)
        return Parsed(predicates.Losers(suits, tuple(honours[name] for name in names)))


def _by_suit_and_rank(
    context: Context, ranks: str, subject: str
) -> tuple[tuple[int, ...], ...]:
    """Return, for each French suit, the index of its card of each rank. Raises `Refused` unless each is there once."""
    copies: dict[tuple[str | None, str], list[int]] = {}
    for index, card in enumerate(context.deals.cards):
        copies.setdefault((card.suit, card.rank), []).append(index)
    rows = [[copies.get((suit, rank), []) for rank in ranks] for suit in FRENCH_SUITS]
    if any(len(cards) != 1 for row in rows for cards in row):
        raise context.refuse(f"{subject} are for one complete pack of French suits.")
    return tuple(tuple(cards[0] for cards in row) for row in rows)


class QualityType(CardPredicate[Sequence[str]]):
    """The quality of suits by Kaplan and Rubens."""

    name = "quality"
    value = FrenchSuits()
    meaning = "The quality of suits, by Kaplan and Rubens, times 100."
    rules = (
        Rule(
            "some of spades, hearts, diamonds and clubs, as for `length`",
            "the quality of each suit, [see below](#kaplan-and-rubens), added up",
        ),
    )
    examples = (
        PredicateExample(
            ("S",),
            "[the quality](../definitions/conditions.md#kaplan-and-rubens) of a suit, or of several together, by "
            "Kaplan and Rubens, times 100",
        ),
    )
    needs = Needs.FRENCH_PACK

    def parse(self, value: object, context: Context) -> Parsed:
        names = self.value.read(value, context)
        suits = _list_whole_suits(context, "Qualities")
        chosen = tuple(suits[name] for name in names)
        return Parsed(predicates.KaplanRubens(chosen, is_of_hand=False))


class KaplanRubensType(CardPredicate[Literal[True]]):
    """The count of all cards by Kaplan and Rubens."""

    name = "kaplan_rubens"
    value = AlwaysTrue()
    meaning = "true: Kaplan and Rubens's count, times 100."
    rules = (Rule("`true`", "the count of all cards, [see below](#kaplan-and-rubens)"),)
    examples = (
        PredicateExample(
            (True,),
            "[the count](../definitions/conditions.md#kaplan-and-rubens) of a hand by Kaplan and Rubens, times 100: an "
            "opening bid takes 1,200",
        ),
    )
    needs = Needs.FRENCH_PACK

    def parse(self, value: object, context: Context) -> Parsed:
        self.value.read(value, context)
        suits = _list_whole_suits(context, "Kaplan and Rubens")
        return Parsed(predicates.KaplanRubens(tuple(suits.values()), is_of_hand=True))


def _list_whole_suits(context: Context, subject: str) -> Mapping[str, tuple[int, ...]]:
    """Return the cards of each French suit by rank. Raises `Refused` unless each is there once; jokers may be added.

    A pack with elevens or knights is refused too: the rules count the cards of a suit, which must be thirteen.
    """
    of_suits = _by_suit_and_rank(context, RANKS, subject)
    suited = sum(card.suit is not None for card in context.deals.cards)
    if suited > len(of_suits) * len(RANKS):
        raise context.refuse(f"{subject} are for one complete pack of 52 cards.")
    return dict(zip(FRENCH_SUITS, of_suits, strict=True))


class CategoryType(CardPredicate[int | None]):
    """A category of poker, or, with true, a category between bounds. The cards of a board count too."""

    name = "category"
    value = CategoryName()
    meaning = (
        "The best five cards of the hand and the board: a category, without min and max; or true, with categories as "
        f"min or max: {', '.join(CATEGORY_NAMES)}."
    )
    rules = (
        Rule(
            "`true` with `min` or `max` or both, or the name of a category",
            "the category of the best five of the cards, see below",
        ),
    )
    examples = (
        PredicateExample(
            ("flush",),
            "true or false, without bounds: the category of the best five cards of the hand and the `board`",
        ),
        PredicateExample(
            (True,), 'the same, with categories as bounds: `"min": "flush"`'
        ),
    )
    needs = Needs.POKER

    def parse(self, value: object, context: Context) -> Parsed:
        predicate = predicates.PokerCategory(_list_poker_suits(context))
        shared = _list_shared(context)
        size = context.size + sum(context.deals.sizes[pile] for pile in shared)
        if not 5 <= size <= 7:
            raise context.refuse(
                f"A category is of five to seven cards; these are {size}."
            )
        number = self.value.read(value, context)
        if number is None:
            return Parsed(predicate, names=CATEGORY_NAMES, shared=shared)
        return Parsed(
            predicate,
            (number, number),
            is_exact=True,
            names=CATEGORY_NAMES,
            shared=shared,
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


def _list_shared(context: Context) -> tuple[str, ...]:
    """Return the pile with cards that count with each hand, if the deal has it and the leaf does not name it."""
    has_board = _BOARD in context.deals.sizes and _BOARD not in context.places
    return (_BOARD,) if has_board else ()


_BOARD = "board"


class TotalType(CardPredicate[Literal[True]]):
    """The total of a hand at the table."""

    name = "total"
    value = AlwaysTrue()
    meaning = "true: the total of a hand of blackjack or baccarat."
    rules = (
        Rule(
            "`true`",
            "of blackjack: every ace counts 1, T, J, Q and K 10, any other card its number, and one ace 10 more if the "
            "sum is then at most 21; of baccarat: the last digit of that sum without the 10 more",
        ),
    )
    examples = (PredicateExample((True,), "the total of a hand at the table"),)
    needs = Needs.CASINO

    def parse(self, value: object, context: Context) -> Parsed:
        self.value.read(value, context)
        match context.deals.table.ranking:
            case "blackjack":
                hard = _weigh(context, count_blackjack_card)
                aces = _weigh(context, lambda card: int(card.rank == "A"))
                return Parsed(predicates.BlackjackTotal(hard, aces))
            case "baccarat":
                total = _weigh(context, count_baccarat_card)
                return Parsed(predicates.BaccaratTotal(total))
        raise context.refuse(
            "A total is for blackjack and baccarat; use points, or sum with a table of cards."
        )


class SumType(CardPredicate[Mapping[str, int]]):
    """The sum of the weights of cards."""

    name = "sum"
    value = CardWeights()
    meaning = (
        'The sum of the weights of the cards in a table, such as {"AS": 11, "9H": 10}.'
    )
    rules = (
        Rule(
            "a table `{code: integer}`",
            "the sum of the weights of the codes of the cards; other codes weigh 0",
        ),
    )
    examples = (PredicateExample(({"AS": 11, "9H": 10},)),)

    def parse(self, value: object, context: Context) -> Parsed:
        weights = self.value.read(value, context)
        return Parsed(_weigh(context, lambda card: weights.get(card.code, 0)))


PREDICATE_TYPES: Mapping[str, PredicateType[Deals, Any]] = {
    kind.name: kind() for kind in CardPredicate.__subclasses__()
}
"""The predicates of leaves by name, in the order of their classes."""

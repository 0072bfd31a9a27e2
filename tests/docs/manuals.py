"""Evaluate the conditions of the manuals of dealer and redeal, as these mean them, on hands of bridge."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import permutations, product
from types import SimpleNamespace
from typing import Any

from tests.conditions.definitions import Holding
from tools.files import ROOT

GUIDE = ROOT / "docs" / "reference/conditions.md"
Deal = Mapping[str, "Hand"]
"""The hands by `north`, `east`, `south` and `west`."""

RANKS = "AKQJT98765432"
COUNTS = {"tens": "T", "jacks": "J", "queens": "Q", "kings": "K", "aces": "A"}
COUNTS |= {"top2": "AK", "top3": "AKQ", "top4": "AKQJ", "top5": "AKQJT"}


def read_rows(program: str) -> list[tuple[str, str]]:
    """Return the conditions of a program and the same as JSON, from the table in the guide."""
    _, after_head = GUIDE.read_text().split(f"| {program} | `where` |\n|---|---|\n")
    table = after_head.partition("\n\n")[0]
    return re.findall(r"^\| `(.*?)` \| `(.*?)` \|$", table, re.MULTILINE)


class Cards(frozenset[str]):
    """The ranks of a hand in a suit."""

    def count(self, *values: int) -> int:
        """Return the sum of the values of the ranks: the first is of the ace, the next of the king."""
        valued = zip(RANKS, values, strict=False)
        return sum(value for rank, value in valued if rank in self)

    @property
    def losers(self) -> int:
        return sum(rank not in self for rank in "AKQ"[: len(self)])


class Hand:
    """A hand, from the codes of its cards, with the attributes that it has in redeal."""

    def __init__(self, codes: Iterable[str]) -> None:
        held = list(codes)
        self.suits = [
            Cards(code[0] for code in held if code[1] == suit) for suit in "SHDC"
        ]
        self.spades, self.hearts, self.diamonds, self.clubs = self.suits
        self.shape = tuple(map(len, self.suits))
        self.l1, self.l2, self.l3, self.l4 = sorted(self.shape, reverse=True)

    def count(self, *values: int) -> int:
        return sum(suit.count(*values) for suit in self.suits)

    @property
    def hcp(self) -> int:
        return self.count(4, 3, 2, 1)

    @property
    def qp(self) -> int:
        return self.count(3, 2, 1)

    @property
    def losers(self) -> int:
        return sum(suit.losers for suit in self.suits)


class Shape:
    """The shapes of redeal: digits, x for any length, and parentheses for any order."""

    def __init__(self, text: str = "") -> None:
        self.shapes: set[tuple[int, ...]] = set()
        if text:
            groups = re.findall(r"\((.*?)\)|(.)", text)
            parts = [permutations(inside or outside) for inside, outside in groups]
            for order in product(*parts):
                self.shapes |= expand("".join(map("".join, order)))

    def __add__(self, other: "Shape") -> "Shape":
        return self.of(self.shapes | other.shapes)

    def __sub__(self, other: "Shape") -> "Shape":
        return self.of(self.shapes - other.shapes)

    def __call__(self, hand: Hand) -> bool:
        return hand.shape in self.shapes

    @classmethod
    def of(cls, shapes: set[tuple[int, ...]]) -> "Shape":
        shape = cls()
        shape.shapes = shapes
        return shape


@cache
def expand(text: str) -> set[tuple[int, ...]]:
    """Return the lengths of four suits, 13 cards together, that fit four digits or x."""
    ranges = [range(14) if length == "x" else [int(length)] for length in text]
    return {shape for shape in product(*ranges) if sum(shape) == 13}


def read_redeal(text: str) -> Callable[[Deal], bool]:
    """Return the function that an expression of redeal is, which is one of Python."""
    balanced = Shape("(4333)") + Shape("(4432)") + Shape("(5332)")
    names: dict[str, Any] = {
        "Shape": Shape,
        "Evaluator": evaluator,
        "balanced": balanced,
        "semibalanced": balanced + Shape("(5422)") + Shape("(6322)"),
        "controls": evaluator(2, 1),
    }
    code = compile(text, "the guide", "eval")

    def accepts(deal: Deal) -> bool:
        return bool(eval(code, names | {"deal": SimpleNamespace(**deal)}))

    return accepts


def evaluator(*values: int) -> Callable[[Hand | Cards], int]:
    return lambda held: held.count(*values)


def read_dealer(text: str) -> Callable[[Deal], bool]:
    """Return the function that an expression is; its words and, or and not are those of Python."""
    text = re.sub(r"shape\((\w+), ([^)]*)\)", r'shape(\1, "\2")', text)
    text = re.sub(r"\b([AKQJT2-9][SHDC])\b", r'"\1"', text).replace("/", "//")
    text = re.sub(r"^\((.*) \? (.*) : (.*)\)", r"(\2 if \1 else \3)", text)
    code = compile(text, "the guide", "eval")

    def accepts(deal: Deal) -> bool:
        return bool(eval(code, DEALER | dict(deal)))

    return accepts


class Suit:
    """The name of a suit, which is also a function: the number of cards of a hand in it."""

    def __init__(self, index: int) -> None:
        self.index = index

    def __call__(self, hand: Hand) -> int:
        return hand.shape[self.index]


def pick(hand: Hand, suit: Suit | None) -> list[Cards]:
    return hand.suits if suit is None else [hand.suits[suit.index]]


def count(*values: int) -> Callable[..., int]:
    """Return a function that adds up the values of the ranks of a hand, or of its cards in a suit."""

    def count_hand(hand: Hand, suit: Suit | None = None) -> int:
        return sum(cards.count(*values) for cards in pick(hand, suit))

    return count_hand


def fits(hand: Hand, text: str) -> bool:
    found = False
    for sign, is_any, shape in re.findall(r"([+-]?) ?(any )?(\w{4})", text):
        orders = permutations(shape) if is_any else [shape]
        if any(hand.shape in expand("".join(order)) for order in orders):
            found = sign != "-"
    return found


def has_card(hand: Hand, card: str) -> bool:
    return card[0] in hand.suits["SHDC".index(card[1])]


def count_losers(hand: Hand, suit: Suit | None = None) -> int:
    return sum(cards.losers for cards in pick(hand, suit))


def count_kaplan_rubens(hand: Hand) -> int:
    holdings = [Holding(list(cards)) for cards in hand.suits]
    points = sum(holding.quality + holding.honours for holding in holdings)
    return points - (100 if hand.l4 < 3 else 50)


DEALER: dict[str, Any] = {
    "spades": Suit(0),
    "hearts": Suit(1),
    "diamonds": Suit(2),
    "clubs": Suit(3),
    "hcp": count(4, 3, 2, 1),
    "control": count(2, 1),
    "c13": count(6, 4, 2, 1),
    "hascard": has_card,
    "shape": fits,
    "loser": count_losers,
    "losers": count_losers,
    "cccc": count_kaplan_rubens,
    "quality": lambda hand, suit: Holding(list(hand.suits[suit.index])).quality,
}
"""The functions of dealer, and its names of suits."""
for counted, ranks in COUNTS.items():
    DEALER[counted] = count(*(int(rank in ranks) for rank in RANKS))

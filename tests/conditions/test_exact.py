"""Proofs by enumeration: what a search and given cards deal, added up over every sequence of draws of a toy deck."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations
from math import comb, factorial
from typing import Any

from service.conditions.candidate_search import Search
from service.conditions.compiled import Evaluator
from service.conditions.condition_parsing import parse_condition
from service.core.rng.scripted import Order, order_probabilities
from service.core.rng.sources import Source, WordSource
from service.core.rng.streams import Randomness
from service.core.shuffles.samplers import Permutation, Sampler
from service.core.work import Work
from service.games.dealing import DealRequest
from tests.conditions.definitions import holds
from tests.conditions.tables import Table, set_up_deck, toy_pack
from tests.tables import for_each

Json = dict[str, Any]

HALVES = DealRequest(hands=2, cards=2)
FOUR = toy_pack("AS", "KS", "AH", "2C")
FIVE = toy_pack("AS", "KS", "QS", "AH", "2C")
SIX = toy_pack("AS", "KS", "QS", "AH", "KH", "2C")
ACE_AND_KING = {"hand": "1", "cards": ["AS", "KS"]}
NO_DEUCE = {"hand": "2", "cards": ["2C"], "max": 0}
WHERES: Mapping[str, Json] = {
    "an ace": {"hand": "1", "points": {"A": 1}, "min": 1, "max": 1},
    "both aces": {"hand": "1", "cards": ["AS", "AH"]},
    "no spade": {"hand": "2", "length": "S", "max": 0},
    "either": {"any": [ACE_AND_KING, {"not": NO_DEUCE}]},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedSampler(Sampler):
    """A plan whose results, one after the other, are drawn from one source."""

    sampler: Sampler
    source: Any

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return self.sampler.draw_from(source)

    def draw(
        self, randomness: Randomness, offset: int = 0, _: Work | None = None
    ) -> Permutation:
        return Permutation(self.draw_from(self.source), 0)


def search_probabilities(
    table: Table, where: object, limit: int, repeats: int
) -> dict[Order | None, Fraction]:
    """Return the probability of every sequence of results; their orders follow each other."""
    condition = parse_condition(where, table.deals)
    found = Search(Evaluator(condition, table.deals), limit, 0)

    def rule(source: Source) -> Sequence[int]:
        sampler = ScriptedSampler(
            n=table.sampler.n,
            count=table.sampler.count,
            steps=1,
            sampler=table.sampler,
            source=source,
        )
        parts = found.find(sampler, Randomness(), repeats, Work())
        rows = chain.from_iterable(part.rows.tolist() for part in parts)
        return list(chain.from_iterable(rows))

    return order_probabilities(rule)


def accepted_orders(table: Table, where: object) -> list[Order]:
    """Return the orders whose deal fulfils a condition, by its definition."""
    condition = parse_condition(where, table.deals)
    deals = table.deals
    orders = permutations(range(len(deals.remaining_cards)))
    places = {order: deals.cards_by_place(order, 1) for order in orders}
    return [order for order in places if holds(condition, deals, places[order])]


@for_each("where", WHERES.values(), ids=WHERES)
@for_each(("options", "limit"), [(FOUR, 1), (FOUR, 2), (FIVE, 1), (SIX, 1)])
def test_every_order_that_fulfils_the_condition_is_equally_likely(
    options: Any, limit: int, where: object
) -> None:
    table = set_up_deck("standard", HALVES, options)
    orders = accepted_orders(table, where)
    share = Fraction(len(orders), factorial(len(table.deals.remaining_cards)))
    missed = (1 - share) ** limit
    each = (1 - missed) / len(orders)
    expected: dict[Order | None, Fraction] = dict.fromkeys(orders, each)
    if missed:
        expected[()] = missed
    assert search_probabilities(table, where, limit, 1) == expected


@for_each(
    ("name", "limit"),
    [("an ace", 2), ("both aces", 2), ("no spade", 2), ("either", 2), ("an ace", 3)],
)
def test_results_are_independent_given_how_many_were_found(
    name: str, limit: int
) -> None:
    where = WHERES[name]
    table = set_up_deck("standard", HALVES, FOUR)
    orders = accepted_orders(table, where)
    share = Fraction(len(orders), factorial(4))
    one = limit * share * (1 - share) ** (limit - 1)
    none = (1 - share) ** limit
    both = 1 - one - none
    expected: dict[Order | None, Fraction] = {(): none}
    for first in orders:
        expected[first] = one / len(orders)
        for second in orders:
            expected[(*first, *second)] = both / len(orders) ** 2
    assert search_probabilities(table, where, limit, 2) == expected


GIVENS: Mapping[str, Json] = {
    "half a hand": {"hands": {"1": ["AS"]}},
    "a card each": {"hands": {"2": ["2C"], "1": ["KS"]}},
    "a whole hand": {"hands": {"2": ["AS", "AH"]}},
    "a hand and the stock": {"hands": {"1": ["QS"]}, "piles": {"stock": ["AH"]}},
}
Deal = tuple[frozenset[int], ...]
"""The cards of each hand and pile, whatever their order."""


def deal_of(table: Table, order: Sequence[int]) -> Deal:
    """Return the deal of an order."""
    places = table.deals.cards_by_place(order, 1)
    return tuple(frozenset(cards) for cards in places.values())


def deals_with(
    given: Mapping[str, Mapping[str, Sequence[str]]], where: object = None
) -> dict[Deal, Fraction]:
    """Return the probability of each deal, of all orders of the shoe after which the given cards lie in their place."""
    table = set_up_deck("standard", HALVES, SIX)
    condition = parse_condition(where, table.deals) if where else None
    codes = [card.code for card in table.deals.cards]
    given_codes = dict(given.get("hands", {})) | dict(given.get("piles", {}))
    counts: Counter[Deal] = Counter()
    for order in permutations(range(len(table.deals.remaining_cards))):
        places = table.deals.cards_by_place(order, 1)
        dealt = {name: {codes[card] for card in places[name]} for name in given_codes}
        has_given = all(dealt[name] >= set(given_codes[name]) for name in given_codes)
        if has_given and (condition is None or holds(condition, table.deals, places)):
            counts[deal_of(table, order)] += 1
    return {deal: Fraction(count, counts.total()) for deal, count in counts.items()}


def sum_by_deal(
    table: Table, probabilities: Mapping[Order | None, Fraction]
) -> dict[Deal, Fraction]:
    """Return the probability of each deal from those of the orders."""
    deals: dict[Deal, Fraction] = defaultdict(Fraction)
    for order, probability in probabilities.items():
        assert order is not None
        deals[deal_of(table, order)] += probability
    return dict(deals)


@for_each("given", GIVENS.values(), ids=GIVENS)
def test_every_deal_with_the_given_cards_is_equally_likely(given: Json) -> None:
    table = set_up_deck("standard", HALVES, SIX, given)
    draw: Any = table.sampler.draw_from
    probabilities = order_probabilities(draw)
    deals = sum_by_deal(table, probabilities)
    assert deals == deals_with(given)
    assert len(set(deals.values())) == 1


@for_each("name", ["an ace", "either"])
@for_each("given", ["half a hand", "a card each", "a hand and the stock"])
def test_given_cards_and_a_condition_leave_every_deal_equally_likely(
    given: str, name: str
) -> None:
    where = WHERES[name]
    expected = deals_with(GIVENS[given], where)
    table = set_up_deck("standard", HALVES, SIX, GIVENS[given])
    probabilities = search_probabilities(table, where, 1, 1)
    probabilities.pop((), None)
    found = sum(probabilities.values())
    deals = sum_by_deal(table, probabilities)
    shares = {deal: probability / found for deal, probability in deals.items()}
    assert shares == expected
    assert len(set(expected.values())) == 1


def test_the_deals_of_six_cards_are_counted() -> None:
    assert len(deals_with({})) == comb(6, 2) * comb(4, 2)
    assert len(deals_with(GIVENS["half a hand"])) == comb(5, 1) * comb(4, 2)

"""Strengths of poker hands from phevaluator, a library that shares no code with the service."""

from phevaluator.evaluator import evaluate_cards
from phevaluator.evaluator_omaha import evaluate_omaha_cards

from service.cards.card import Card
from service.rankings.poker_hands import MAX_STRENGTH

IDS = {
    rank + suit: 4 * row + column
    for row, rank in enumerate("23456789TJQKA")
    for column, suit in enumerate("CDHS")
}


def evaluate_with_phevaluator(*cards: Card) -> int:
    """Return the strength of five to seven cards from phevaluator, which counts from 1 at the top."""
    ids = [IDS[card.code] for card in cards]
    return MAX_STRENGTH + 1 - int(evaluate_cards(*ids))


def evaluate_omaha_with_phevaluator(*cards: Card) -> int:
    """Return the strength of a hand of Omaha from phevaluator, given the board of five cards first."""
    ids = [IDS[card.code] for card in cards]
    return MAX_STRENGTH + 1 - int(evaluate_omaha_cards(*ids))

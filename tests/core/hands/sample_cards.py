"""Cards for tests: written out, or dealt from the service's own stream."""

from collections.abc import Iterator

from service.core.cards.card import Card
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.cards.shoes import build_shoe, parse_card
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.catalogue import SHUFFLES

PACK = tuple(build_shoe(DECKS["standard"], PackOptions()))
SUITS = "SHDC"


def parse_cards(codes: str) -> tuple[Card, ...]:
    """The cards of codes separated by spaces."""
    return tuple(parse_card("cards", code, DECKS["standard"]) for code in codes.split())


def parse_ranks(ranks: str) -> tuple[Card, ...]:
    """Cards of those ranks, separated by spaces, in suits by turns: no flush of five, and no card twice."""
    return parse_cards(" ".join(rank + SUITS[place % 4] for place, rank in enumerate(ranks.split())))


def sample_hands(seed: str, hands: int, cards: int) -> Iterator[list[Card]]:
    """So many times so many cards of a shuffled pack, always the same for a seed."""
    source, shuffle = WordSource(sd1(seed)), SHUFFLES["fisher_yates"]
    for _ in range(hands):
        yield [PACK[place] for place in shuffle.order(len(PACK), source, cards, {})]

"""Cards for tests, by their codes or sampled from the service's own stream."""

from collections.abc import Iterator

from service.core.cards.card import Card
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.cards.shoes import build_shoe, parse_card
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.algorithms import SHUFFLES

PACK = tuple(build_shoe(DECKS["standard"], PackOptions()))
SUITS = "SHDC"


def parse_cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of codes that are separated by spaces."""
    return tuple(parse_card("cards", code, DECKS["standard"]) for code in codes.split())


def parse_ranks(ranks: str) -> tuple[Card, ...]:
    """Return cards of ranks that are separated by spaces, with alternating suits: no flush, and no card twice."""
    return parse_cards(" ".join(rank + SUITS[position % 4] for position, rank in enumerate(ranks.split())))


def sample_hands(seed: str, hands: int, cards: int) -> Iterator[list[Card]]:
    """Yield hands of that many cards, each from a newly shuffled pack; the same for the same seed."""
    source, shuffle = WordSource(sd1(seed)), SHUFFLES["fisher_yates"]
    for _ in range(hands):
        yield [PACK[index] for index in shuffle.draw(len(PACK), source, cards, {})]

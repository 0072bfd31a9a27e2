"""The rule of a deal: the positions that each hand and pile gets of an unshuffled order, in which 0 is the top card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

Positions = Sequence[int] | Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Rule:
    """The hands and piles of an unshuffled order, and the source of the rule."""

    game: str
    players: int
    source: str
    hands: Mapping[str, Positions]
    piles: Mapping[str, Positions]
    board: int = 1

    def __str__(self) -> str:
        return f"{self.game}-{self.players}-{self.board} ({self.source})"


def singly(players: int, cards: int, first: int = 0) -> dict[str, Sequence[int]]:
    """Return the hands of a round table of cards dealt one at a time from the position `first` on."""
    seats = (*map(str, range(1, players)), "dealer")
    return {seat: range(first + at, first + players * cards, players) for at, seat in enumerate(seats)}


def batches(players: int, size: int) -> dict[str, Sequence[int]]:
    """Return the hands of a round table of two packets of that size."""
    seats = (*map(str, range(1, players)), "dealer")
    return {
        seat: [size * (at + turn) + card for turn in (0, players) for card in range(size)]
        for at, seat in enumerate(seats)
    }


def packets(
    players: int, sizes: Sequence[int], first: int = 0, seats: Sequence[str] | None = None
) -> dict[str, Sequence[int]]:
    """Return the hands of packets of those sizes, one round after the other; a negative size goes elsewhere."""
    hands: dict[str, list[int]] = {seat: [] for seat in seats or (*map(str, range(1, players)), "dealer")}
    for size in sizes:
        if size < 0:
            first -= size
            continue
        for hand in hands.values():
            hand.extend(range(first, first + size))
            first += size
    return dict(hands)


def stock(first: int, size: int) -> dict[str, Positions]:
    """Return the stock, of all cards of a shoe of that size from the position `first` on."""
    return {"stock": range(first, size)}


def turn(pile: str, cards: int, size: int) -> dict[str, Positions]:
    """Return a pile of the card after the cards of the hands, and the stock."""
    return {pile: [cards], **stock(cards + 1, size)}


discards, trump = partial(turn, "discards"), partial(turn, "trump")


def lay_board(first: int, size: int = 52) -> dict[str, Positions]:
    """Return the positions of flop, turn and river, with a card burned before each, and of the stock."""
    return {
        "burns": [first, first + 4, first + 6],
        "board": {"flop": range(first + 1, first + 4), "turn": [first + 5], "river": [first + 7]},
        **stock(first + 8, size),
    }

"""The four-colour packs of 108 and 112 cards for a shedding game: numbers and actions in four colours, and wild cards.

The value of a card is its penalty at the end of a round: its number, 20 for an action, 50 for a wild card, 40 for the
four cards that are in the larger pack only. Unicode has no characters for these cards.
"""

from collections.abc import Iterator, Mapping
from itertools import product, repeat

from service.core.cards.card import Card

_COLOURS = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue"}
_ACTIONS = {"S": "Skip", "R": "Reverse", "D": "Draw Two"}
_ACTION_SPELLINGS = {"S": ("skip",), "R": ("reverse",), "D": ("draw 2", "+2")}
WILD = {"WW": ("Wild", 50, 4), "W4": ("Wild Draw Four", 50, 4)}
FURTHER_WILD = {"WS": ("Wild Shuffle Hands", 40, 1), "WC": ("Wild Customizable", 40, 3)}
"""The name, the value and the number of copies of each wild card, and of those of the larger pack only."""


def build_pack(wild: Mapping[str, tuple[str, int, int]]) -> Iterator[Card]:
    """Yield colour by colour one 0 and two of each number 1 to 9 and of each action; then the wild cards."""
    numbers = {str(number): (str(number), number) for number in range(10)}
    ranks = numbers | {letter: (action, 20) for letter, action in _ACTIONS.items()}
    for (letter, colour), (rank, (name, value)) in product(_COLOURS.items(), ranks.items()):
        text, suit = f"{colour} {name}", colour.lower()
        card = Card(code=rank + letter, name=text, rank=name.lower(), suit=suit, value=value)
        yield from repeat(card, 1 if rank == "0" else 2)
    for code, (name, value, copies) in wild.items():
        yield from repeat(Card(code=code, name=name, rank=name.lower(), value=value), copies)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: with the colour first, and RLCard's (r-5, r-draw_2, b-wild)."""
    ranks = {str(number): (str(number),) for number in range(10)} | _ACTION_SPELLINGS
    for letter, colour in _COLOURS.items():
        for rank, others in ranks.items():
            yield letter + rank, rank + letter
            for other in others:
                yield from ((f"{letter}-{other}", rank + letter), (f"{colour} {other}", rank + letter))
        yield from ((f"{letter}-wild", "WW"), (f"{letter}-wild draw 4", "W4"))
    yield from (("Wild +4", "W4"), ("Wild Draw 4", "W4"))
    yield from (("Shuffle Hands", "WS"), ("Customizable", "WC"), ("Wild Customisable", "WC"), ("Customisable", "WC"))

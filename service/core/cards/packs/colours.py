"""The four-colour packs of 108 and 112 cards for a shedding game: numbers and actions in four colours, and wild cards.

The value of a card is its penalty at the end of a round: its number, 20 for an action, 50 for a wild card, 40 for the
four cards that are in the larger pack only. Unicode has no characters for these cards.
"""

from collections.abc import Iterator, Mapping

from service.core.cards.card import Card

_COLOURS = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue"}
_ACTIONS = {"S": "Skip", "R": "Reverse", "D": "Draw Two"}
_ACTION_SPELLINGS = {"S": ("skip",), "R": ("reverse",), "D": ("draw 2", "+2")}
_WILD = {"WW": ("Wild", 50, 4), "W4": ("Wild Draw Four", 50, 4)}
_FURTHER_WILD = {"WS": ("Wild Shuffle Hands", 40, 1), "WC": ("Wild Customizable", 40, 3)}
"""The name, the value and the number of copies of each wild card."""


def build_pack() -> Iterator[Card]:
    """Yield colour by colour one 0 and two of each number 1 to 9 and of each action; then four of each wild card."""
    numbers = {str(number): (str(number), number) for number in range(10)}
    ranks = numbers | {letter: (action, 20) for letter, action in _ACTIONS.items()}
    for letter, colour in _COLOURS.items():
        for rank, (name, value) in ranks.items():
            for copy in range(1, 2 if rank == "0" else 3):
                yield Card(
                    code=rank + letter,
                    name=f"{colour} {name}",
                    unicode=None,
                    rank=name.lower(),
                    suit=colour.lower(),
                    value=value,
                    copy=copy,
                )
    yield from _build_wild(_WILD)


def build_larger_pack() -> Iterator[Card]:
    """Yield the cards of the smaller pack; then one that shuffles the hands and three that the players customize."""
    yield from build_pack()
    yield from _build_wild(_FURTHER_WILD)


def _build_wild(cards: Mapping[str, tuple[str, int, int]]) -> Iterator[Card]:
    for code, (name, value, copies) in cards.items():
        for copy in range(1, copies + 1):
            yield Card(code=code, name=name, unicode=None, rank=name.lower(), suit=None, value=value, copy=copy)


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

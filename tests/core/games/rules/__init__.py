"""The rules of every game, by the module of its family.

The expected positions are taken from the rules, not from the service: the first card goes to the dealer's left and the
dealer is last, unless the rule differs. To add a game, list the positions of its cards for the minimum, the maximum and
the default number of players, and for every number that is dealt differently.
"""

from tests.core.games.rules import (
    bridge,
    casino,
    classics,
    continental,
    eastern,
    europe,
    flowers,
    house,
    numbers,
    patience,
    poker,
    rummies,
    shedding,
    tarocks,
    tiles,
    tricks,
    whists,
)

_MODULES = (
    poker,
    casino,
    bridge,
    tricks,
    europe,
    tarocks,
    rummies,
    shedding,
    classics,
    continental,
    eastern,
    patience,
    tiles,
    flowers,
    house,
    numbers,
    whists,
)
RULES = [rule for module in _MODULES for rule in module.RULES]

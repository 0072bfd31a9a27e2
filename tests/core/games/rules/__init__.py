"""The rules of every game, by the module of its family.

The expected positions are taken from the rules, not from the service: the first card goes to the dealer's left and the
dealer is last, unless the rule differs. To add a game, list the positions of its cards for the minimum, the maximum and
the default number of players, and for every number that is dealt differently.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests.core.games.rules.rule import Rule

RULES: list[Rule] = [
    rule
    for module in iter_modules(__path__)
    if module.name != "rule"
    for rule in import_module(f"{__name__}.{module.name}").RULES
]

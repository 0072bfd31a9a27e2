"""HTTP: one module a resource, its schemas beside its views; problems; what they share.

To add a resource, write its module and enter its blueprint in `BLUEPRINTS`.
"""

from service.api.algorithms import algorithms
from service.api.bias import bias
from service.api.decks import decks
from service.api.games import games
from service.api.hands import hands
from service.api.integers import integers
from service.api.items import items
from service.api.keys import keys
from service.api.operations import operations
from service.api.pictures import pictures
from service.api.problem_kinds import problems
from service.api.shoes import shoes
from service.api.verify import verify
from service.api.video_poker import video_poker

BLUEPRINTS = (
    decks,
    pictures,
    games,
    video_poker,
    integers,
    items,
    hands,
    shoes,
    verify,
    algorithms,
    bias,
    keys,
    problems,
    operations,
)

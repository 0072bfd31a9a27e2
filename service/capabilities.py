"""The capabilities of the service, in the order in which /v1/verify tries their documents.

The service runs without a capability whose folder, import and entry here are deleted, if no other capability imports
it. Tests and documents that name what it serves are edited by hand: docs/recipes/removals.md shows how. If a file
matches several documents, /v1/verify checks it as the first of them.
"""

from collections.abc import Sequence

from .algorithms.endpoint import ALGORITHMS
from .bias.endpoint import BIAS
from .bingo.endpoint import BINGO
from .capability import Capability
from .cards.endpoint import CARDS
from .deals.endpoint import DEALS
from .dice.endpoint import DICE
from .games.endpoint.descriptions import SERVED_GAMES
from .hands.endpoint import HANDS
from .integers.endpoint import INTEGERS
from .lists.endpoint import LISTS
from .orders.endpoint import ORDERS
from .pictures.endpoint import PICTURES
from .plans.endpoint import PLANS
from .proofs.endpoint.documents import PROOFS
from .replay.submitted import SeededResponse
from .schemes.endpoint import SCHEMES_OF_OTHERS
from .sealed.endpoint.shoes import SEALED

CAPABILITIES: Sequence[Capability] = (
    SCHEMES_OF_OTHERS,
    SEALED,
    PLANS,
    PROOFS,
    Capability("seeds", documents=(SeededResponse,)),
    CARDS,
    SERVED_GAMES,
    DEALS,
    DICE,
    BINGO,
    HANDS,
    ORDERS,
    LISTS,
    INTEGERS,
    ALGORITHMS,
    BIAS,
    PICTURES,
)

"""The capabilities of the service. To take one away, delete its folder, its import and its entry here.

Of several documents of /v1/verify that match a file, the first in this order is checked.
"""

from collections.abc import Sequence

from .api.http.capability import Capability
from .api.http.submitted import SeededResponse
from .api.resources.algorithms import ALGORITHMS
from .api.resources.bias import BIAS
from .api.resources.deals import DEALS
from .api.resources.integers import INTEGERS
from .api.resources.lists import LISTS
from .api.resources.pictures import PICTURES
from .api.resources.plans import PLANS
from .api.resources.schemes import SCHEMES_OF_OTHERS
from .api.resources.shoes import SEALED
from .api.resources.submitted_proofs import PROOFS

CAPABILITIES: Sequence[Capability] = (
    SCHEMES_OF_OTHERS,
    SEALED,
    PLANS,
    PROOFS,
    Capability("seeds", documents=(SeededResponse,)),
    DEALS,
    LISTS,
    INTEGERS,
    ALGORITHMS,
    BIAS,
    PICTURES,
)

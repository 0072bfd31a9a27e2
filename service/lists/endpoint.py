"""The registration of what is drawn from a caller's own list."""

from ..http.capability import Capability
from . import arrangements

LISTS = Capability("lists", blueprints=(arrangements.blueprint,))

"""The registration of what is drawn from a caller's own list."""

from ..http.capability import Capability
from .arrangements import blueprint

LISTS = Capability("lists", blueprints=(blueprint,))

"""The registration of the endpoints that draw from a caller's own list."""

from ..capability import Capability
from . import allocation, deal, draw, groups, pairs, shuffle

LISTS = Capability(
    "lists",
    blueprints=(
        shuffle.blueprint,
        deal.blueprint,
        draw.blueprint,
        groups.blueprint,
        pairs.blueprint,
        allocation.blueprint,
    ),
)

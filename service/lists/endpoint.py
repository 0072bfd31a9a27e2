"""The registration of the endpoints that draw from a caller's own list."""

from ..arrangements.attempts import StepLimit
from ..arrangements.gifts.possible_gifts import GiversAndReceivers, Islands
from ..arrangements.neighbours.orders import AlikeItems
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
    reason_details=(StepLimit, GiversAndReceivers, Islands, AlikeItems),
)

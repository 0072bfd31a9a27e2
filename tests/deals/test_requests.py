"""The requests of deals list their parameters, which their bases declare."""

import inspect
import re

from service.core.draw_requests import read_members
from service.deals.decks import DeckDeal
from service.deals.game_requests import GameDeal
from tests.tables import for_each


@for_each("cls", [GameDeal, DeckDeal], ids=lambda cls: cls.__name__)
def test_a_request_lists_its_parameters_by_the_base_that_declares_them(
    cls: type,
) -> None:
    listed = re.findall(r"^- (\w+): (.*)$", inspect.getdoc(cls) or "", re.MULTILINE)
    declared = [
        (base.__name__, ", ".join(read_members(base))) for base in cls.__bases__
    ]
    assert listed == declared

"""What fills the caches of rankings (tests/caches.py)."""

from collections.abc import Mapping

from flask.testing import FlaskClient

from service.cards.spellings import MAX_SPELLING
from service.rankings.showdowns import PackCount, Showdown, parse_showdown
from tests.caches import Fill
from tests.cards.caches import CODES

VARIATION = "\N{VARIATION SELECTOR-15}"
LONGEST = tuple(
    code + VARIATION * number
    for code in CODES
    for number in range(34, MAX_SPELLING - 1)
)
SHOWDOWN = Showdown(game="poker", hands=(LONGEST,))


def parse_cards(_: FlaskClient) -> None:
    parse_showdown(SHOWDOWN, PackCount.MANY)


def parse_cards_or_jokers(_: FlaskClient) -> None:
    parse_showdown(SHOWDOWN, PackCount.MANY, jokers=4)


FILLS: Mapping[str, Fill] = {
    "service.rankings.showdowns._parse_card_or_joker": parse_cards_or_jokers,
    "service.rankings.showdowns._parse_standard_card": parse_cards,
}

"""What fills the caches of rankings (tests/caches.py)."""

from service.cards.spellings import MAX_SPELLING
from service.rankings.showdowns import PackCount, Showdown, parse_showdown
from tests.cards.caches import CODES

VARIATION = "\N{VARIATION SELECTOR-15}"
LONGEST = tuple(
    code + VARIATION * number
    for code in CODES
    for number in range(34, MAX_SPELLING - 1)
)
SHOWDOWN = Showdown(game="poker", hands=(LONGEST,))


FILLS = {
    "service.rankings.showdowns._parse_card_or_joker": lambda _: parse_showdown(
        SHOWDOWN, PackCount.MANY, jokers=4
    ),
    "service.rankings.showdowns._parse_standard_card": lambda _: parse_showdown(
        SHOWDOWN, PackCount.MANY
    ),
}

"""Write into docs/fairness.md how many orders each deck has, beside the 256 bits of a key."""

import re
from collections import Counter
from dataclasses import fields
from math import factorial, log2, prod

from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from tools.files import ROOT

GUIDE = ROOT / "docs" / "fairness.md"

_SHOES = [
    *((name, PackOptions()) for name in DECKS),
    ("standard", PackOptions(decks=6)),
    ("standard", PackOptions(decks=8)),
    ("dominoes", PackOptions(highest=18)),
]
"""Every deck with its defaults, and some usual shoes."""
_TABLE = re.compile(r"(\| deck \| cards \|.*\n\|---.*\n)((?:\|.*\n)*)")


def fill_orders(text: str) -> str:
    """Return docs/fairness.md with a row for each deck and shoe in its table of orders."""
    rows = "".join(_format_row(name, packs) for name, packs in _SHOES)
    return _TABLE.sub(lambda match: match[1] + rows, text)


def _format_row(deck: str, packs: PackOptions) -> str:
    """Return the cards of a shoe, and the bits of its orders: of all, and with copies of a card alike."""
    shoe = build_shoe(DECKS[deck], packs)
    copies = Counter(card.code for card in shoe).values()
    orders = factorial(len(shoe))
    distinct = orders // prod(map(factorial, copies))
    options = [
        f", `{option.name}` {value}"
        for option in fields(PackOptions)
        if (value := getattr(packs, option.name))
    ]
    name = f"`{deck}`{''.join(options)}"
    return f"| {name} | {len(shoe)} | {log2(orders):.1f} | {log2(distinct):.1f} |\n"

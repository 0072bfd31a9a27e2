"""Write into docs/fairness.md how many orders a deck has that has more than a key of 256 bits can reach."""

import re
from collections import Counter
from dataclasses import fields
from math import factorial, log2, prod

from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import Shoe, build_shoe
from tools.files import ROOT

GUIDE = ROOT / "docs" / "fairness.md"
KEY_BITS = 256

_SHOES = [
    *((name, PackOptions()) for name in DECKS),
    ("standard", PackOptions(decks=6)),
    ("standard", PackOptions(decks=8)),
    ("dominoes", PackOptions(highest=18)),
]
"""Every deck with its defaults, and some usual shoes."""
_TABLE = re.compile(r"(\| deck \| cards \|.*\n\|---.*\n)((?:\|.*\n)*)")


def fill_orders(text: str) -> str:
    """Return docs/fairness.md with a row for each deck and shoe of more orders than keys in its table of orders."""
    shoes = ((name, build_shoe(DECKS[name], packs)) for name, packs in _SHOES)
    rows = "".join(
        _format_row(name, shoe)
        for name, shoe in shoes
        if factorial(len(shoe)) > 2**KEY_BITS
    )
    return _TABLE.sub(lambda match: match[1] + rows, text)


def _format_row(deck: str, shoe: Shoe) -> str:
    """Return the cards of a shoe, and the bits of its orders: of all, and with copies of a card alike."""
    copies = Counter(card.code for card in shoe).values()
    orders = factorial(len(shoe))
    distinct = orders // prod(map(factorial, copies))
    options = [
        f", `{option.name}` {value}"
        for option in fields(PackOptions)
        if (value := getattr(shoe.options, option.name))
    ]
    name = f"`{deck}`{''.join(options)}"
    return f"| {name} | {len(shoe)} | {log2(orders):.1f} | {log2(distinct):.1f} |\n"

"""Make tests/vectors/bridge.json: 36 boards as endplay deals and writes them."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from endplay.config import suppress_unicode
from endplay.types import Deal, Player, Vul

from tools.files import ROOT

VECTORS = ROOT / "tests" / "vectors" / "bridge.json"
SEATS = {"N": Player.north, "E": Player.east, "S": Player.south, "W": Player.west}
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]


def make_board(number: int, random: Random) -> dict[str, Any]:
    """Return a board with random hands; every fourth is dealt by suits instead, so that hands have voids."""
    pack = (
        PACK[number:] + PACK[:number]
        if number % 4 == 0
        else random.sample(PACK, len(PACK))
    )
    hands = {seat: pack[13 * i :][:13] for i, seat in enumerate(SEATS)}
    deal = Deal()
    for seat, cards in hands.items():
        for card in cards:
            deal[SEATS[seat]].add(card[1] + card[0])
    dealer = Player.from_board(number)
    with suppress_unicode():
        return {
            "board": number,
            "hands": hands,
            "dealer": dealer.abbr,
            "vulnerable": Vul.from_board(number).name,
            "pbn": deal.to_pbn(dealer),
            "lin": deal.to_lin(dealer),
        }


def build_files() -> Mapping[Path, str]:
    """Return the text of the file."""
    random = Random(1)  # noqa: S311 (it must give the same boards each time)
    boards = [make_board(number, random) for number in range(1, 37)]
    rows = ",\n".join(map(json.dumps, boards))
    return {VECTORS: f"[\n{rows}\n]\n"}

"""Write bridge.json to standard output: 36 boards as endplay deals and writes them (`make vectors`)."""

import json
from random import Random
from typing import Any

from endplay.config import suppress_unicode
from endplay.types import Deal, Player, Vul

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


if __name__ == "__main__":
    random = Random(1)
    boards = [make_board(number, random) for number in range(1, 37)]
    print("[\n" + ",\n".join(json.dumps(board) for board in boards) + "\n]")

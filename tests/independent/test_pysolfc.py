"""The patiences of the service compared with those of PySolFC: tests/vectors/pysolfc.json has what its code lays.

tools/pysolfc.py runs that code and records it. What equal layouts prove: two programs that share no code lay as many
cards into as many piles, with the same ones face up, and leave as large a stock. What equal places prove: each card of
a shuffle lies at the same place in both. What equal foundations prove: the cards that both lay before the deal are the
same. The tables below name all that differs.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain, islice
from typing import Any

from service.cards.options import PackOptions
from service.games.catalogue import FAMILIES, GAMES
from service.games.game import set_up
from service.games.procedures import Face
from service.games.stages import lay_out
from tests.conftest import ROOT
from tests.tables import for_each

RECORD = json.loads((ROOT / "tests" / "vectors" / "pysolfc.json").read_bytes())

OTHER_ORDER = {
    "klondike": "each row from right to left, and the card of each column that lies face up last",
    **dict.fromkeys(
        ("spiderette", "king_albert", "double_klondike"),
        "the last card of each column last, in one row",
    ),
    **dict.fromkeys(
        ("yukon", "russian", "alaska"),
        "the one card of the first column last, in a row with the others",
    ),
    **dict.fromkeys(
        ("spider", "spider_two_suits", "spider_one_suit"),
        "the four longer columns are the 1st, 4th, 7th and 10th",
    ),
    **dict.fromkeys(
        ("scorpion", "wasp"), "row by row of seven, whether face up or down"
    ),
    "canfield": "the foundation before the reserve, and the columns from right to left",
    "agnes": "each row from right to left, and the last card of each column last",
    "agnes_bernauer": "as agnes, and the reserve before the foundation",
    "penguin": "the cards of the foundation first, and then the beak",
}
"""The games whose cards PySolFC lays in another order, and how; of all others each card has the same place.

In the deal of bakers_dozen no king has to move here; PySolFC moves kings by a rule of its own, which is not compared.
"""

TURNED = {
    **dict.fromkeys(
        (
            "calculation",
            "double_klondike",
            "forty_thieves",
            "klondike",
            "pyramid",
            "westcliff",
        ),
        1,
    ),
    **dict.fromkeys(("canfield", "osmosis"), 3),
}
"""The numbers of cards that PySolFC turns from the stock to the waste at once, as the first move of the game."""

TURNED_UP = {"clock": 51}
"""The position of a card that is dealt face down and that PySolFC turns up at once, as the first move of the game."""

ANY_SUITS = {"calculation"}
"""The games whose foundations begin with cards of any suits in PySolFC, and of one suit in the service."""

TABLEAUS = {"pyramid", "peaks", "row", "dial"}
"""The piles that PySolFC has as the columns of a tableau; so are the reserves of osmosis."""

ROWS = {"pyramid", "tripeaks", "accordion"}
COLUMNS = {"monte_carlo", "gaps", "elevens_patience"}
"""The games in which PySolFC has a pile for each card, where the service has rows or columns of them."""

Pile = list[tuple[int, bool]]
"""The position of each card in the order of the deal, and whether it lies face up."""


def lay_by_service(name: str) -> tuple[list[Pile], dict[str, Pile]]:
    """Return the columns and the other piles of a deal of the positions 0…n-1."""
    table = set_up(GAMES[name], None, PackOptions())
    columns: dict[tuple[str, str], Pile] = defaultdict(list)
    piles: dict[str, Pile] = {"reserve": [], "waste": [], "foundation": [], "stock": []}
    for laid in lay_out(table, range(len(table.shoe))).cards:
        is_beside = laid.name in piles and (name, laid.name) != ("osmosis", "reserve")
        assert is_beside or laid.name in {"tableau", "reserve", *TABLEAUS}, laid.name
        pile = piles[laid.name] if is_beside else columns[laid.name, laid.part]
        pile += [
            (at, laid.face is Face.UP or at == TURNED_UP.get(name))
            for at in laid.positions
        ]
    turned = TURNED.get(name, 0)
    piles["waste"] += [(at, True) for at, _ in piles["stock"][:turned]]
    piles["stock"] = piles["stock"][turned:]
    rows = (
        list(zip(*columns.values(), strict=True))
        if name in COLUMNS
        else columns.values()
    )
    return [[card] for row in rows for card in row] if name in COLUMNS | ROWS else [
        *columns.values()
    ], piles


def lay_by_pysolfc(name: str) -> tuple[list[Pile], dict[str, Pile]]:
    """Return the columns and the other piles of the record, as `lay_by_service` does.

    Cards that the service does not deal are left out, and removed ones are put back, as it leaves that to the player.
    """
    stacks: dict[str, Any] = RECORD["games"][name]["stacks"]
    undealt = {
        at for (at, _) in chain.from_iterable(stacks["foundation"]) if GAMES[name].laid
    }

    def read(pile: Iterable[Any]) -> Pile:
        return [
            (at - sum(other < at for other in undealt), is_up)
            for at, is_up in pile
            if at not in undealt
        ]

    removed = iter(sorted(chain.from_iterable(stacks["removed"])))
    columns = [read(pile or list(islice(removed, 1))) for pile in stacks["tableau"]]
    piles = {
        area: read(chain.from_iterable(stacks[area]))
        for area in ("reserve", "waste", "foundation")
    }
    first = sum(map(len, [*columns, *piles.values()]))
    return [pile for pile in columns if pile], piles | {
        "stock": [(first + at, False) for at in range(stacks["stock"])]
    }


def faces(pile: Pile) -> list[bool]:
    return [is_up for _, is_up in pile]


@for_each("name", RECORD["games"])
def test_pysolfc_lays_the_same(name: str) -> None:
    (columns, piles), (their_columns, their_piles) = (
        lay_by_service(name),
        lay_by_pysolfc(name),
    )
    assert sorted(map(faces, columns)) == sorted(map(faces, their_columns)), "columns"
    for area, pile in piles.items():
        assert faces(pile) == faces(their_piles[area]), area
    assert ((columns, piles) != (their_columns, their_piles)) == (
        name in OTHER_ORDER
    ), "places, against OTHER_ORDER"
    laid = (
        []
        if name in ANY_SUITS
        else [code for codes in GAMES[name].laid.values() for code in codes]
    )
    assert sorted(laid) == sorted(RECORD["games"][name]["laid"]), (
        "foundation before the deal"
    )


def test_every_patience_is_compared_or_left_out_with_a_reason() -> None:
    """A new patience goes into `CLASSES` or `LEFT_OUT` of tools/pysolfc.py, which then writes the record anew."""
    assert {*RECORD["games"], *RECORD["left_out"]} == {
        game.name for game in FAMILIES["patience"].games
    }
    assert all(RECORD["left_out"].values())

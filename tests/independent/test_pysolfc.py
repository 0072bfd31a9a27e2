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
from typing import Any, NamedTuple

from service.cards.options import PackOptions
from service.games.catalogue import FAMILIES, GAMES
from service.games.game import set_up
from service.games.procedures import Face
from service.games.stages import lay_out
from tests.tables import for_each
from tools.files import ROOT

RECORD = json.loads((ROOT / "tests" / "vectors" / "pysolfc.json").read_bytes())

LAST_ROW = "the last card of each column last, in one row"
FIRST_COLUMN = "the one card of the first column last, in a row with the others"
LONG_COLUMNS = "the four longer columns are the 1st, 4th, 7th and 10th"
BY_ROWS = "row by row of seven, whether face up or down"
OTHER_ORDER = {
    "klondike": "each row from right to left, and the card of each column that lies face up last",
    "spiderette": LAST_ROW,
    "king_albert": LAST_ROW,
    "double_klondike": LAST_ROW,
    "yukon": FIRST_COLUMN,
    "russian": FIRST_COLUMN,
    "alaska": FIRST_COLUMN,
    "spider": LONG_COLUMNS,
    "spider_two_suits": LONG_COLUMNS,
    "spider_one_suit": LONG_COLUMNS,
    "scorpion": BY_ROWS,
    "wasp": BY_ROWS,
    "canfield": "the foundation before the reserve, and the columns from right to left",
    "agnes": "each row from right to left, and the last card of each column last",
    "agnes_bernauer": "as agnes, and the reserve before the foundation",
    "penguin": "the cards of the foundation first, and then the beak",
}
"""The games whose cards PySolFC lays in another order, and how; of all others each card has the same place.

In the deal of bakers_dozen no king has to move here; PySolFC moves kings by a rule of its own, which is not compared.
"""

TURNED = {
    "calculation": 1,
    "double_klondike": 1,
    "forty_thieves": 1,
    "klondike": 1,
    "pyramid": 1,
    "westcliff": 1,
    "canfield": 3,
    "osmosis": 3,
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


class Layout(NamedTuple):
    """The columns of a patience, and its other piles by name."""

    columns: list[Pile]
    piles: dict[str, Pile]


def lay_by_service(name: str) -> Layout:
    """Return the layout of a deal of the positions 0…n-1."""
    table = set_up(GAMES[name], None, PackOptions())
    columns: dict[tuple[str, str], Pile] = defaultdict(list)
    piles: dict[str, Pile] = {"reserve": [], "waste": [], "foundation": [], "stock": []}
    in_columns = TABLEAUS | {"tableau"}
    if name == "osmosis":
        in_columns = in_columns | {"reserve"}
    for laid in lay_out(table, range(len(table.shoe))).cards:
        is_column = laid.name in in_columns
        pile = columns[laid.name, laid.part] if is_column else piles[laid.name]
        for at in laid.positions:
            is_up = laid.face is Face.UP or at == TURNED_UP.get(name)
            pile.append((at, is_up))
    turn_waste(piles, TURNED.get(name, 0))
    return Layout(list_columns(name, list(columns.values())), piles)


def turn_waste(piles: dict[str, Pile], count: int) -> None:
    """Turn as many cards from the stock to the waste."""
    stock = piles["stock"]
    piles["waste"] += [(at, True) for at, _ in stock[:count]]
    piles["stock"] = stock[count:]


def list_columns(name: str, columns: list[Pile]) -> list[Pile]:
    """Return columns as PySolFC has them: in some games each card is one, row by row."""
    if name in ROWS:
        return [[card] for row in columns for card in row]
    if name in COLUMNS:
        return [[card] for row in zip(*columns, strict=True) for card in row]
    return columns


def lay_by_pysolfc(name: str) -> Layout:
    """Return the layout of the record, as `lay_by_service` does.

    Cards that the service does not deal are left out, and removed ones are put back, as it leaves that to the player.
    """
    stacks: dict[str, Any] = RECORD["games"][name]["stacks"]
    founded = chain.from_iterable(stacks["foundation"])
    undealt = {at for at, _ in founded} if GAMES[name].laid else set()

    def read(pile: Iterable[Any]) -> Pile:
        dealt = [(at, is_up) for at, is_up in pile if at not in undealt]
        return [(at - sum(other < at for other in undealt), up) for at, up in dealt]

    removed = iter(sorted(chain.from_iterable(stacks["removed"])))
    columns = [read(pile or islice(removed, 1)) for pile in stacks["tableau"]]
    piles = {
        area: read(chain.from_iterable(stacks[area]))
        for area in ("reserve", "waste", "foundation")
    }
    first = sum(map(len, columns)) + sum(map(len, piles.values()))
    piles["stock"] = [(first + at, False) for at in range(stacks["stock"])]
    return Layout([pile for pile in columns if pile], piles)


def faces(pile: Pile) -> list[bool]:
    """Return whether each card of a pile lies face up."""
    return [is_up for _, is_up in pile]


def list_laid(name: str) -> list[str]:
    """Return the codes of the cards that lie on the foundations before the deal, if they are always the same."""
    if name in ANY_SUITS:
        return []
    return list(chain.from_iterable(GAMES[name].laid.values()))


@for_each("name", RECORD["games"])
def test_pysolfc_lays_the_same(name: str) -> None:
    ours = lay_by_service(name)
    theirs = lay_by_pysolfc(name)
    our_faces = sorted(map(faces, ours.columns))
    their_faces = sorted(map(faces, theirs.columns))
    assert our_faces == their_faces, "columns"
    for area, pile in ours.piles.items():
        assert faces(pile) == faces(theirs.piles[area]), area
    has_other_order = ours != theirs
    assert has_other_order == (name in OTHER_ORDER), "places, against OTHER_ORDER"
    laid = RECORD["games"][name]["laid"]
    assert sorted(list_laid(name)) == sorted(laid), "foundation before the deal"


def test_every_patience_is_compared_or_left_out_with_a_reason() -> None:
    """A new patience goes into `CLASSES` or `LEFT_OUT` of tools/pysolfc.py, which then writes the record anew."""
    listed = RECORD["games"].keys() | RECORD["left_out"].keys()
    assert listed == {game.name for game in FAMILIES["patience"].games}
    for reason in RECORD["left_out"].values():
        assert reason

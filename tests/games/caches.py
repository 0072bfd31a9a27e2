"""What fills the caches of games (tests/caches.py)."""

from flask.testing import FlaskClient

from service.cards.options import MAX_PACKS, PackOptions
from service.games.catalogue import GAMES
from service.games.game import set_up
from service.games.stages import count_by_place, lay_out, lay_stock
from tests.cards.caches import exclude_cards

BLACKJACK = GAMES["blackjack"]
LAST = 99  # stages dealt: all of a game


def deal_small(_: FlaskClient) -> None:
    for packs in exclude_cards(1, decks=9):
        table = set_up(BLACKJACK, 7, packs)
        table.deal(range(len(table.shoe)))


def lay_out_small(_: FlaskClient) -> None:
    table = set_up(BLACKJACK, 7, PackOptions(decks=9, exclude=("2S",)))
    for start in range(0, 320, 10):
        lay_out(table, range(len(table.shoe)), start=start).find_covered(
            None, None, LAST
        )


def lay_out_large(_: FlaskClient) -> None:
    table = set_up(BLACKJACK, 7, PackOptions(decks=MAX_PACKS))
    for start in (0, 1):
        lay_out(table, range(len(table.shoe)), start=start).find_covered(
            None, None, LAST
        )


def lay_stocks(_: FlaskClient) -> None:
    for number in range(8):
        lay_stock("stock", 52 * MAX_PACKS - number).find_covered(None, None, LAST)


def set_up_tables(_: FlaskClient) -> None:
    for packs in exclude_cards(32, decks=MAX_PACKS):
        set_up(BLACKJACK, 7, packs)


def count_places(_: FlaskClient) -> None:
    for packs in exclude_cards(8, decks=2):
        count_by_place(set_up(GAMES["canasta"], 4, packs))


FILLS = {
    "service.games.game._deal_positions": deal_small,
    "service.games.game._set_up": set_up_tables,
    "service.games.stages._lay_out_large": lay_out_large,
    "service.games.stages._lay_out_small": lay_out_small,
    "service.games.stages.count_by_place": count_places,
    "service.games.stages.lay_stock": lay_stocks,
}

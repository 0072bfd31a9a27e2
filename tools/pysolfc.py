"""Lay out the patiences by the code of PySolFC, and record where each card goes: tests/vectors/pysolfc.json.

Run with the path of a checkout of PySolFC, whose commit is recorded; `attrs` and `pysol_cards` must be installed:

    python -m tools.pysolfc build/PySolFC

PySolFC's own classes create each game and start it; a mock stands for its windows, pictures and sounds. A card is
recorded as a pair: its position in the order in which the cards leave the talon, from 0, and whether it lies face up.
`laid` has the cards of the foundations if two shuffles lay the same ones, and `removed` those that are laid aside.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

FILE = Path(__file__).parent.parent / "tests" / "vectors" / "pysolfc.json"
CLASSES = """
klondike klondike.Klondike, freecell freecell.FreeCell, spider spider.Spider, spider_two_suits spider.Spider2Suits,
spider_one_suit spider.Spider1Suit, pyramid pyramid.Pyramid, yukon yukon.Yukon, forty_thieves fortythieves.FortyThieves,
golf golf.Golf, canfield canfield.Canfield, aces_up acesup.AcesUp, tripeaks threepeaks.ThreePeaksNoScore,
bakers_dozen bakersdozen.BakersDozen, accordion pushpin.Accordion2, scorpion spider.Scorpion, wasp spider.Wasp,
russian yukon.RussianSolitaire, alaska yukon.Alaska, bisley bisley13.Bisley13, bakers_game bakersgame.BakersGame,
eight_off bakersgame.EightOff, penguin bakersgame.Penguin, seahaven_towers bakersgame.SeahavenTowers,
beleaguered_castle beleagueredcastle.BeleagueredCastle, streets_and_alleys beleagueredcastle.StreetsAndAlleys,
fortress beleagueredcastle.Fortress, la_belle_lucie fan.LaBelleLucie, cruel bakersdozen.Cruel,
flower_garden klondike.FlowerGarden, calculation calculation.Calculation, clock grandfathersclock.Clock,
grandfathers_clock grandfathersclock.GrandfathersClock, monte_carlo montecarlo.MonteCarlo, gaps montana.Montana,
easthaven klondike.Easthaven, westcliff klondike.Westcliff, simple_simon spider.SimpleSimon,
spiderette spider.Spiderette, agnes klondike.AgnesSorel, agnes_bernauer klondike.AgnesBernauer,
king_albert klondike.KingAlbert, black_hole golf.BlackHole, osmosis osmosis.Osmosis, gypsy gypsy.Gypsy,
miss_milligan gypsy.MissMilligan, double_klondike harp.DoubleKlondike, elevens_patience pyramid.Elevens
"""
"""The classes of PySolFC, each after the entry of the service."""
LEFT_OUT = {
    "nerts": "PySolFC has neither Nerts nor Racing Demon",
    "grandfathers_clock_common_suits": "PySolFC has the clock of grandfathers_clock alone",
}
MOCKS = (
    "pysollib.pysoltk",
    "pysollib.ui",
    "pysollib.ui.tktile",
    "pysollib.ui.tktile.solverdialog",
)
RANKS = "A23456789TJQK"
SUITS = "CSHD"


def ignore(*_: Any, **__: Any) -> None:
    """Draw, move or play nothing."""


def mock_toolkit() -> None:
    """Put mocks in the place of the modules that draw, with cards that know their face alone."""
    for name in MOCKS:
        sys.modules[name] = MagicMock()
    members = {
        "item": property(lambda _: MagicMock(), ignore),
        "showFace": lambda card, **_: setattr(card, "face_up", 1),
        "showBack": lambda card, **_: setattr(card, "face_up", 0),
    }
    sys.modules["pysollib.pysoltk"].Card = type(  # type: ignore[attr-defined]
        "Card", (import_module("pysollib.acard").AbstractCard,), members
    )


def mock_app() -> MagicMock:
    """Return an application without a window, whose cards have the size of some set of cards."""
    app = MagicMock()
    app.images.CARDW = 73
    app.images.CARDH = 97
    app.images.CARD_XOFFSET = 20
    app.images.CARD_YOFFSET = 20
    app.canvas.xmargin = 0
    app.canvas.ymargin = 0
    app.opt.compact_stacks = 0
    app.canvas.preview = 2
    app.canvas.winfo_ismapped.return_value = False
    return app


def start(path: str, seed: str) -> dict[str, Any]:
    """Create the game of a class, shuffle and start it, and return its stacks."""
    module, name = path.split(".")
    game_class = getattr(import_module(f"pysollib.games.{module}"), name)
    database = import_module("pysollib.gamedb").GAME_DB
    infos = (database.get(number) for number in database.getGamesIdSortedById())
    game = game_class(next(info for info in infos if info.gameclass is game_class))
    game.createPreview(mock_app())
    game.animatedMoveTo = game.animatedFlipAndMove = game.startDealSample = ignore
    game.random = import_module("pysollib.pysolrandom").construct_random(seed)
    game.shuffle()
    place_of: dict[int, int] = {}
    stacks = game.s
    remove_card = game.s.talon.removeCard

    def note_removed_card(*args: Any, **kwargs: Any) -> Any:
        card = remove_card(*args, **kwargs)
        place_of[card.id] = len(place_of)
        return card

    stacks.talon.removeCard = note_removed_card
    game.moves.state = game.S_INIT
    game.startGame()

    def list_piles(piles: Sequence[Any]) -> list[list[tuple[int, bool]]]:
        return [
            [(place_of[card.id], bool(card.face_up)) for card in pile.cards]
            for pile in piles
        ]

    foundations = [
        pile for pile in stacks.foundations if pile is not stacks.waste and pile.cards
    ]
    return {
        "class": path,
        "stacks": {
            "tableau": list_piles(stacks.rows),
            "reserve": list_piles([pile for pile in stacks.reserves if pile.cards]),
            "waste": list_piles([stacks.waste] if stacks.waste else []),
            "foundation": list_piles(foundations),
            "removed": list_piles([pile for pile in stacks.internals if pile.cards]),
            "stock": len(stacks.talon.cards),
        },
        "laid": [
            RANKS[card.rank] + SUITS[card.suit]
            for pile in foundations
            for card in pile.cards
        ],
    }


def main() -> None:
    """Write the stacks of all games."""
    checkout = sys.argv[1]
    sys.path.insert(0, checkout)
    mock_toolkit()
    games = {}
    for row in CLASSES.split(","):
        entry, path = row.split()
        game = start(path, "1")
        other = start(path, "2")
        games[entry] = game | {
            "laid": game["laid"] if game["laid"] == other["laid"] else []
        }
    head = ["git", "-C", checkout, "rev-parse", "HEAD"]
    commit = subprocess.run(  # noqa: S603
        head, check=True, capture_output=True, text=True
    ).stdout.strip()
    rows = ",\n".join(
        f"{json.dumps(entry)}: {json.dumps(game, separators=(',', ':'))}"
        for entry, game in games.items()
    )
    FILE.write_text(
        f'{{\n"commit": "{commit}",\n"left_out": {json.dumps(LEFT_OUT)},\n"games": {{\n{rows}\n}}\n}}\n'
    )


if __name__ == "__main__":
    main()

"""The section on seeds and orders: the bits of the orders of each deck and game, beside the 256 bits of a key."""

from collections import Counter
from dataclasses import dataclass, fields
from functools import cached_property
from math import factorial, log2, prod

from benchmarks.documents import format_code, format_table
from benchmarks.plots import BLUE, GREY, ORANGE, new_figure, render_svg
from benchmarks.report import Scale, Section, format_picture
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import Shoe, build_shoe
from service.games.catalogue import GAMES
from service.games.game import Game, set_up

KEY_BITS = 256

SHOES = [
    *((name, PackOptions()) for name in DECKS),
    ("standard", PackOptions(decks=6)),
    ("standard", PackOptions(decks=8)),
    ("dominoes", PackOptions(highest=18)),
]
"""Every deck with its defaults, and some usual shoes."""


@dataclass(frozen=True)
class Orders:
    """The number of orders of a shoe: `all`, and the `distinct` ones if copies of a card are alike."""

    copies: tuple[int, ...]

    @classmethod
    def of(cls, shoe: Shoe) -> "Orders":
        """Count the copies of each card of a shoe."""
        return cls(tuple(Counter(card.code for card in shoe).values()))

    @property
    def cards(self) -> int:
        """The number of cards."""
        return sum(self.copies)

    @cached_property
    def all(self) -> int:
        """The factorial of the number of cards."""
        return factorial(self.cards)

    @cached_property
    def distinct(self) -> int:
        """All orders, divided by the orders of the copies of each card."""
        return self.all // prod(map(factorial, self.copies))

    @property
    def figures(self) -> tuple[str, str, str]:
        """The cards, and both numbers of orders in bits, for a table."""
        return str(self.cards), f"{log2(self.all):.1f}", f"{log2(self.distinct):.1f}"


def deck_rows() -> list[tuple[str, ...]]:
    """Return a row for each of the `SHOES`: its name, its cards, and the bits of its orders."""
    return [
        (_shoe_name(name, packs), *Orders.of(build_shoe(DECKS[name], packs)).figures)
        for name, packs in SHOES
    ]


def make_section(_: Scale) -> Section:
    """Return the section, which is the same at every scale, as nothing is drawn."""
    text = "\n\n".join(
        (
            _INTRODUCTION,
            format_picture(_FILE, _ALT),
            format_table(
                ("game", "shoe", *_HEAD), map(_add_difference, game_rows()), left=2
            ),
            format_code(_PROGRAM, "python"),
        )
    )
    return Section("Seeds against orders", text, {_FILE: _render_picture()})


def game_rows() -> list[tuple[str, ...]]:
    """Return a row for each shoe that games use: the games, the shoe, its cards, and the bits of its orders."""
    games: dict[tuple[str, Shoe], list[str]] = {}
    for game in GAMES.values():
        games.setdefault(_game_shoe(game), []).append(f"`{game.name}`")
    return [
        (", ".join(names), words, *Orders.of(shoe).figures)
        for (words, shoe), names in sorted(
            games.items(), key=lambda entry: len(entry[0][1])
        )
    ]


def _game_shoe(game: Game) -> tuple[str, Shoe]:
    """Return the description and the shoe of a game with its usual players."""
    table = set_up(game, None, PackOptions())
    return table.describe_deal()[0].removeprefix("Shuffle ").partition(":")[
        0
    ], table.shoe


def _shoe_name(name: str, packs: PackOptions) -> str:
    options = [
        f", `{option.name}` {value}"
        for option in fields(PackOptions)
        if (value := getattr(packs, option.name))
    ]
    return f"`{name}`{''.join(options)}"


def _add_difference(row: tuple[str, ...]) -> tuple[str, ...]:
    """Return the row with the bits of a key minus the bits of the orders."""
    return (*row, f"{KEY_BITS - float(row[-2]):+.1f}".replace("-", "−"))


def _render_picture() -> str:
    """Return an SVG with every shoe of the tables, by its size."""
    shoes = {
        _shoe_name(name, packs).replace("`", ""): build_shoe(DECKS[name], packs)
        for name, packs in SHOES
    }
    shoes |= {name: _game_shoe(GAMES[name])[1] for name in ("canasta", "spider")}
    ordered = sorted(shoes.items(), key=lambda entry: len(entry[1]))
    names = [f"{name} ({len(shoe)})" for name, shoe in ordered]
    all_bits = [log2(Orders.of(shoe).all) for _, shoe in ordered]
    distinct_bits = [log2(Orders.of(shoe).distinct) for _, shoe in ordered]
    figure = new_figure(8, 8)
    axes = figure.subplots()
    axes.hlines(names, distinct_bits, all_bits, color=GREY)
    axes.plot(
        all_bits,
        names,
        "o",
        color=BLUE,
        markersize=8,
        label="all cards different: log2(n!)",
    )
    axes.plot(
        distinct_bits,
        names,
        "D",
        color=ORANGE,
        markeredgecolor="black",
        markersize=5,
        label="copies of a card alike",
    )
    axes.axvline(KEY_BITS, color="black", linestyle="--")
    axes.annotate(
        f"a key: {KEY_BITS} bits",
        (KEY_BITS, 0),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
    )
    axes.set_xscale("log")
    ticks = (64, 128, 256, 512, 1024, 2048, 4096)
    axes.set_xticks(ticks, labels=[f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlim(64, 4096)
    axes.set_title("Orders of a shoe, in bits, beside those of a seed's key")
    axes.set_xlabel("bits (logarithmic scale)")
    axes.set_ylabel("deck, shoe or game (cards)")
    axes.legend(loc="lower right")
    return render_svg(figure)


_HEAD = ("cards", "log2(n!)", "log2 of distinct orders", "256 − log2(n!)")
_FILE = "orders.svg"
_ALT = "Points for log2(n!) of every deck, from 79 bits for 24 cards to 3,025 for eight packs, beside a line at 256."
_INTRODUCTION = """\
[All seeds together](fairness.md#how-many-orders-a-seed-can-reach) lead to at most 2^256 orders. Each game here has its
usual players."""
_PROGRAM = """\
# Nothing here is drawn, so there is no seed. The cards: curl 'localhost:8000/v1/decks/mahjong'
from benchmarks.report.orders import Orders
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe

print(Orders.of(build_shoe(DECKS["mahjong"], PackOptions())).figures)"""

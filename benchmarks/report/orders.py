"""Seeds against orders: how many bits the orders of each deck and game have, beside the 256 of a key."""

from collections import Counter
from dataclasses import dataclass, fields
from functools import cached_property
from math import factorial, log2, prod

from benchmarks.report.section import BLUE, GREY, ORANGE, Scale, Section, code, figure, picture, svg, table
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.cards.shoes import Shoe, build_shoe
from service.core.games.catalogue import GAMES
from service.core.games.game import Game, set_up

KEY_BITS = 256

SHOES = [
    *((name, PackOptions()) for name in DECKS),
    ("standard", PackOptions(decks=6)),
    ("standard", PackOptions(decks=8)),
    ("dominoes", PackOptions(highest=18)),
]
"""Every deck as it is, and shoes that are as usual."""


@dataclass(frozen=True)
class Orders:
    """How many orders the cards of a shoe have: `all`, and the `distinct` ones where copies of a card are alike."""

    copies: tuple[int, ...]

    @classmethod
    def of(cls, shoe: Shoe) -> "Orders":
        """Of the cards of a shoe."""
        return cls(tuple(Counter(card.code for card in shoe).values()))

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.copies)

    @cached_property
    def all(self) -> int:
        """The factorial of them."""
        return factorial(self.cards)

    @cached_property
    def distinct(self) -> int:
        """That by the orders of the copies of each card."""
        return self.all // prod(map(factorial, self.copies))

    @property
    def figures(self) -> tuple[str, str, str]:
        """The cards and both counts in bits, as tables have them."""
        return str(self.cards), f"{log2(self.all):.1f}", f"{log2(self.distinct):.1f}"


def deck_rows() -> list[tuple[str, ...]]:
    """A row of a table for each of the `SHOES`: which one, how many cards, and how many bits their orders have."""
    return [(_named(name, packs), *Orders.of(build_shoe(DECKS[name], packs)).figures) for name, packs in SHOES]


def section(_: Scale) -> Section:
    """Nothing is left to chance here, so that it is the same on every scale."""
    text = "\n\n".join(
        (
            _INTRODUCTION,
            picture(_FILE, _ALT),
            "### Decks",
            table(
                ("deck", "cards", "log2(n!)", "log2 of distinct orders", "256 − log2(n!)"), map(_spared, deck_rows())
            ),
            "### Games",
            _GAMES,
            table(
                ("game", "what is shuffled", "cards", "log2(n!)", "log2 of distinct orders", "256 − log2(n!)"),
                map(_spared, game_rows()),
                left=2,
            ),
            code(_PROGRAM, "python"),
        )
    )
    return Section("Seeds against orders", text, {_FILE: _drawn()})


def game_rows() -> list[tuple[str, ...]]:
    """A row for each shoe that games are played with: the games, what it is, how many cards, and their orders."""
    games: dict[tuple[str, Shoe], list[str]] = {}
    for game in GAMES.values():
        games.setdefault(_played_with(game), []).append(f"`{game.name}`")
    return [
        (", ".join(names), words, *Orders.of(shoe).figures)
        for (words, shoe), names in sorted(games.items(), key=lambda entry: len(entry[0][1]))
    ]


def _played_with(game: Game) -> tuple[str, Shoe]:
    """The shoe of the game's usual players, in words and as it is."""
    sitting = set_up(game, None, PackOptions())
    return sitting.describe()[0].removeprefix("Shuffle ").partition(":")[0], sitting.shoe


def _named(name: str, packs: PackOptions) -> str:
    asked = [f", `{option.name}` {value}" for option in fields(PackOptions) if (value := getattr(packs, option.name))]
    return f"`{name}`{''.join(asked)}"


def _spared(row: tuple[str, ...]) -> tuple[str, ...]:
    """With what a key has more than the orders."""
    return (*row, f"{KEY_BITS - float(row[-2]):+.1f}".replace("-", "−"))


def _drawn() -> str:
    """Every shoe of the tables, by its size."""
    shoes = {_named(name, packs).replace("`", ""): build_shoe(DECKS[name], packs) for name, packs in SHOES}
    shoes |= {name: _played_with(GAMES[name])[1] for name in ("canasta", "spider")}
    ordered = sorted(shoes.items(), key=lambda entry: len(entry[1]))
    names = [f"{name} ({len(shoe)})" for name, shoe in ordered]
    every = [log2(Orders.of(shoe).all) for _, shoe in ordered]
    distinct = [log2(Orders.of(shoe).distinct) for _, shoe in ordered]
    drawing = figure(8, 6.2)
    axes = drawing.subplots()
    axes.hlines(names, distinct, every, color=GREY)
    axes.plot(every, names, "o", color=BLUE, markersize=8, label="all cards different: log2(n!)")
    axes.plot(distinct, names, "D", color=ORANGE, markeredgecolor="black", markersize=5, label="copies of a card alike")
    axes.axvline(KEY_BITS, color="black", linestyle="--")
    axes.annotate(f"a key: {KEY_BITS} bits", (KEY_BITS, 0), xytext=(6, 0), textcoords="offset points", va="center")
    axes.set_xscale("log")
    ticks = (64, 128, 256, 512, 1024, 2048, 4096)
    axes.set_xticks(ticks, labels=[f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlim(64, 4096)
    axes.set_title("Orders of a shoe, in bits, beside those of a seed's key")
    axes.set_xlabel("bits (logarithmic scale)")
    axes.set_ylabel("deck, shoe or game (cards)")
    axes.legend(loc="lower right")
    return svg(drawing)


_FILE = "orders.svg"
_ALT = (
    "Points for log2(n!) of every deck, from 79 bits for 24 cards to 3,025 for eight packs, and a line at 256 "
    "bits: decks of up to 57 cards are left of it, all others right."
)
_INTRODUCTION = f"""\
A seed is hashed to a key of {KEY_BITS} bits, so that at most 2^{KEY_BITS} orders come out of all seeds together. A deck
of n cards has n! of them; 57 is the largest n with fewer than 2^{KEY_BITS}. Below that there are many keys for each
order; beyond it there are orders that no seed leads to, whatever the generator. What that means, and what it does not,
is in [fairness.md](fairness.md#how-many-orders-a-seed-can-reach). An unseeded answer has its words from the operating
system, and no key of ours."""
_GAMES = (
    "Each game with its usual players; of three or five at hearts and three at briscola a card or two are left out."
)
_PROGRAM = """\
# Nothing here is drawn, so there is no seed. The cards: curl 'localhost:8000/v1/decks/mahjong'
from benchmarks.report.orders import Orders
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.cards.shoes import build_shoe

print(Orders.of(build_shoe(DECKS["mahjong"], PackOptions())).figures)"""

"""The rules of every game: the positions that each hand and pile gets of an unshuffled order.

The positions are taken from the rules, not from the service: the first card goes to the dealer's left and the dealer is
last, unless the rule differs. To add a game, list its cards in the file of its family for the minimum, the maximum and
the default number of players, and for every number that is dealt differently. Position 0 is the top card:

    game other_game: where the rules are told, and what they say
        4 | 3 -1 4 -1 3 | kitty=12,29,42
        4 board 2 | S=0-48/4 W=1-49/4 N=2-50/4 E=3-51/4 |

A line has the number of players, their hands and the piles. `0-48/4` are every fourth from 0 to 48. A name that ends
with a part, as in `dealer.trump=51`, has the cards of the part; `1;2,3` are parts that are numbered from 1, as are the
columns of `rows:8,8,4`. The hands can begin with packets: `3 -1 4` gives three cards to each, leaves one out and gives
four to each, `1×13` is one card thirteen times, and `1:upcard` goes into a part; `1=` gets none. The seats are those
after `to` if they are not 1, 2 … and dealer. A line that is indented more than the first goes on with the line above.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Piles = dict[str, dict[str, list[int]]]
"""The positions of the parts of each pile; a pile without parts has one that is named by an empty string."""


@dataclass(frozen=True)
class Rule:
    """The hands and piles of an unshuffled order, and the source of the rule."""

    game: str
    players: int
    board: int
    source: str
    hands: Piles
    piles: Piles

    def __str__(self) -> str:
        return f"{self.game}-{self.players}-{self.board} ({self.source})"


def read_rules(text: str) -> Iterator[Rule]:
    """Yield the rules of a file. Raises ValueError with the line that cannot be read."""
    games: list[str] = []
    source = ""
    for line in re.sub(r"\n {8,}", " ", text).splitlines():
        try:
            if line.startswith("    "):
                yield from read_line(line, games, source)
            else:
                names, source = line.split(": ", 1)
                games = names.split()
        except ValueError as error:
            raise ValueError(f"{line.strip()}: {error}") from error


def read_line(line: str, games: Sequence[str], source: str) -> Iterator[Rule]:
    """Yield what a line says of a number of players, for each game above it."""
    if not games:
        raise ValueError("no game is named above")
    players, hands, piles = line.split("|")
    number, _, board = players.partition("board")
    dealt = read_hands(int(number), hands.split())
    left = read_piles(piles.split())
    for game in games:
        yield Rule(game, int(number), int(board or 1), source, dealt, left)


def read_hands(players: int, words: Sequence[str]) -> Piles:
    """Return the hands that packets give, and those whose positions are listed."""
    packets = [word for word in words if "=" not in word]
    seats = [*map(str, range(1, players)), "dealer"]
    if "to" in packets:
        to = packets.index("to")
        seats = packets[to + 1 :]
        packets = packets[:to]
        if not seats:
            raise ValueError("no seat is named after `to`")
    hands: Piles = {}
    first = 0
    for packet in packets:
        word, _, part = packet.partition(":")
        size, _, times = word.partition("×")
        for seat in seats * int(times or 1) if int(size) > 0 else ():
            hands.setdefault(seat, {}).setdefault(part, []).extend(
                range(first, first + int(size))
            )
            first += int(size)
        first -= min(int(size), 0)
    hands |= read_piles([word for word in words if "=" in word])
    return {
        seat: {part: cards for part, cards in parts.items() if cards}
        for seat, parts in hands.items()
    }


def read_piles(words: Sequence[str]) -> Piles:
    piles: Piles = {}
    for word in words:
        name, positions = word.split("=")
        pile, _, part = name.partition(".")
        parts = piles.setdefault(pile, {})
        read = read_parts(part, positions)
        if parts.keys() & read.keys():
            raise ValueError(f"{name} is there twice")
        parts |= read
    return piles


def read_parts(part: str, positions: str) -> dict[str, list[int]]:
    if positions.startswith("rows:"):
        sizes = list(map(int, positions.removeprefix("rows:").split(",")))
        starts = [sum(sizes[:row]) for row in range(len(sizes))]
        return {
            str(column + 1): [
                start + column
                for start, size in zip(starts, sizes, strict=True)
                if column < size
            ]
            for column in range(max(sizes))
        }
    parts = positions.split(";")
    return {
        str(at) if len(parts) > 1 else part: read_positions(cards)
        for at, cards in enumerate(parts, 1)
    }


def read_positions(text: str) -> list[int]:
    cards: list[int] = []
    for word in text.split(",") if text else ():
        ends, _, step = word.partition("/")
        first, _, last = ends.partition("-")
        positions = range(int(first), int(last or first) + 1, int(step or 1))
        if not positions:
            raise ValueError(f"{word} has no position")
        cards += positions
    return cards


RULES = [
    rule
    for file in sorted(Path(__file__).parent.glob("*.txt"))
    for rule in read_rules(file.read_text("utf-8"))
]

"""Write the tables of games in docs/reference/games.md and docs/definitions/decks.md."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from service.cards.options import PackOptions
from service.cards.shoe import Shoe
from service.core.errors import join_words
from service.games.catalogue import FAMILIES, GAMES
from service.games.game import Game, GameTable, find_by_players, set_up
from service.games.procedures import Face
from service.games.stages import lay_out
from tools.files import ROOT

GUIDE = ROOT / "docs" / "reference/games.md"
DEFINITION = ROOT / "docs" / "definitions/decks.md"
TABLE = re.compile(
    r"(?<=^<!-- )(games|stages|steps)( -->\n).*?(?=<!-- end -->)",
    re.DOTALL | re.MULTILINE,
)


def fill_tables(text: str) -> str:
    """Return a document with its tables written anew."""
    write = {
        "games": _games_by_family,
        "stages": _games_by_stages,
        "steps": _games_by_steps,
    }
    return TABLE.sub(lambda match: f"{match[1]}{match[2]}{write[match[1]]()}", text)


def _games_by_family() -> str:
    """Return a heading and a table of games for each family."""
    return "\n".join(
        f"### {family.capitalize()}\n\n"
        + _table(
            ("game", "a request that deals it", "players", "shoe", "hands and piles"),
            *map(_row, members.games),
        )
        for family, members in FAMILIES.items()
    )


def _row(game: Game) -> tuple[str, ...]:
    return (
        game.title,
        f"`/v1/games/{game.name}/deal`",
        _players(game) if game.players.max else "",
        _shoe(game),
        "; ".join(_places(game)),
    )


def _players(game: Game) -> str:
    """Return the numbers of players, and in brackets the usual one: `2–4 (3)`."""
    numbers = str(game.players).replace(" to ", "–")
    usual = game.players.default
    return numbers if numbers == str(usual) else f"{numbers} ({usual})"


def _shoe(game: Game) -> str:
    """Return the deck, its options, and the number of cards of the usual number of players: "`piquet`: 32"."""
    size = str(len(set_up(game, None, PackOptions()).shoe))
    words = _deck(game)
    return f"{', '.join(words)}: {size}" if words else size


def _places(game: Game) -> Iterator[str]:
    """Yield the hands, if their seats or parts have names, and the piles of all numbers of players."""
    deals = [table.deal(range(len(table.shoe))) for table in _tables(game)]
    hands = deals[0].hands
    if len(hands) > 1 and not any(seat.isdigit() or seat == "dealer" for seat in hands):
        yield f"hands {_codes(hands)}"
    if parts := dict.fromkeys(part for hand in hands.values() for part in hand if part):
        yield f"hands with {_codes(parts)}"
    piles: dict[str, dict[str, None]] = {}
    for name, pile in chain.from_iterable(deal.piles.items() for deal in deals):
        piles.setdefault(name, {}).update(dict.fromkeys(filter(None, pile)))
    for name, parts in piles.items():
        if not parts:
            yield f"`{name}`"
        elif all(part.isdigit() for part in parts):
            yield f"`{name}` by {'row' if name in {'pyramid', 'peaks'} else 'column'}"
        else:
            yield f"`{name}` {'by seat' if parts.keys() <= hands.keys() else f'with {_codes(parts)}'}"


def _tables(game: Game) -> list[GameTable]:
    """Return the table of a game for its usual number of players, then for each other number."""
    numbers = dict.fromkeys((game.players.default, *game.players))
    return [set_up(game, number, PackOptions()) for number in numbers]


def _games_by_stages() -> str:
    """Return a table of the stages, the games that have them, and the piles that later draws take cards from."""
    rows: dict[tuple[str, str], list[str]] = {}
    for game in GAMES.values():
        layouts = [lay_out(table, range(len(table.shoe))) for table in _tables(game)]
        piles = dict.fromkeys(
            group.name
            for layout in layouts
            for group in layout.cards
            if group.face is Face.DOWN
        )
        rows.setdefault(
            (_codes(layouts[0].procedure.stages), _codes(piles)), []
        ).append(game.name)
    return _table(
        ("games", "stages", "drawn later from"),
        *((_codes(games), *row) for row, games in rows.items()),
    )


def _games_by_steps() -> str:
    """Return the table that defines the deal of each game; games that are dealt alike share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for game in GAMES.values():
        cells = (_packs(game), _players(game), _seats(game), _steps(game))
        rows.setdefault(cells, []).append(game.name)
    return _table(
        ("games", "packs", "players", "seats", "steps"),
        *((_codes(names), *cells) for cells, names in rows.items()),
    )


def _deck(game: Game) -> list[str]:
    """Return the words for the deck of a game, if it is not standard, and for its options but for `exclude`."""
    deck = [] if game.deck == "standard" else [f"`{game.deck}`"]
    options = game.packs.explicit_values.items()
    return deck + [f"`{name}` {value}" for name, value in options if name != "exclude"]


def _packs(game: Game) -> str:
    """Return the deck of a game, its options, and the cards that it takes out, in words."""
    words = _deck(game)
    excluded = _excluded(set_up(game, game.players.max, PackOptions()).shoe)
    if excluded:
        words.append(f"without {join_words(excluded)}")
    also = "also " if excluded else ""
    for players, codes in game.removed_by_players.items():
        words.append(f"of {players} {also}without {', '.join(codes)}")
    return ", ".join(words)


def _excluded(shoe: Shoe) -> list[str]:
    """Return the excluded codes in their order, with the name of a suit in place of its codes if none is left of it."""
    suits = {card.code: card.suit for card in shoe.deck.list_cards(shoe.options)}
    remaining_suits = {card.suit for card in shoe.pack}
    names: dict[str, None] = {}  # an ordered set
    for code in shoe.excluded_codes:
        suit = suits[code]
        if suit is None or suit in remaining_suits:
            names[code] = None
        else:
            names[suit] = None
    return list(names)


def _seats(game: Game) -> str:
    """Return the seats, by the number of players where they differ, if they are not those of a round table."""
    if isinstance(game.seats, str):
        return game.seats if game.seats != Game.seats else ""
    return "; ".join(
        f"of {players} {seats}"
        for players, seats in game.seats.items()
        if seats != Game.seats
    )


def _steps(game: Game) -> str:
    """Return the steps without their words for people, and the counts that depend on the number of players."""
    last = game.players.max
    if isinstance(game.steps, str):
        steps = [_show(game.steps)]
    else:
        ends = [*(number - 1 for number in list(game.steps)[1:]), last]
        ranges = (
            f"{first}–{end}" if first < end else f"{first}"
            for first, end in zip(game.steps, ends, strict=True)
        )
        steps = [
            f"of {range_} {_show(text)}"
            for range_, text in zip(ranges, game.steps.values(), strict=True)
        ]
    numbers = range(game.players.min, last + 1)
    for name, counts in game.counts.items():
        values = (
            str(counts[max(first for first in counts if first <= number)])
            for number in numbers
        )
        steps.append(
            f"`{name}` = {', '.join(values)} of {', '.join(map(str, numbers))}"
        )
    if game.max_cards:
        most = ", ".join(
            str(find_by_players(game.max_cards, number)) for number in numbers
        )
        steps.append(f"or, if `cards` is asked, from 1 to {most}")
    return "; ".join(steps)


def _show(steps: str) -> str:
    without_words = re.sub(r" \([^)]*\)|[{}]", "", steps)
    return "`" + re.sub(r"(?<!×)\[([^]]*)\]", r"\1", without_words) + "`"


def _codes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(*rows: tuple[str, ...]) -> str:
    """Return the Markdown of a table. The first row is its head."""
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return "".join(
        line.replace("|  |", "| |") + "\n"
        for line in (head, "|---" * len(rows[0]) + "|", *body)
    )

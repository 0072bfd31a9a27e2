"""Write the tables of games in docs/reference/games.md, docs/definitions/decks.md and docs/sources.md."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, pairwise

from service.cards.options import PackOptions
from service.cards.shoe import Shoe
from service.core.errors import join_words
from service.games.catalogue import FAMILIES, GAMES
from service.games.game import Game, GameTable, find_by_players, set_up
from service.games.procedures import Face, all_cards
from service.games.stages import lay_out
from tools.files import ROOT

GUIDE = ROOT / "docs" / "reference/games.md"
DEFINITION = ROOT / "docs" / "definitions/decks.md"
SOURCES = ROOT / "docs" / "sources.md"
TABLE = re.compile(
    r"(?<=^<!-- )(games|stages|steps|sources)( -->\n).*?(?=<!-- end -->)",
    re.DOTALL | re.MULTILINE,
)


def fill_tables(text: str) -> str:
    """Return a document with its tables written anew."""
    write = {
        "games": _games_by_family,
        "stages": _games_by_stages,
        "steps": _games_by_steps,
        "sources": _list_sources,
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
    players = game.players
    default = f" ({players.default})" if players.min < players.max else ""
    numbers = f"{players}{default}" if players.max else ""
    return (
        game.title,
        f"`/v1/games/{game.name}/deal`",
        numbers,
        _shoe(game),
        "; ".join(_places(game)),
    )


def _shoe(game: Game) -> str:
    """Return the words for the shoe of the usual number of players, from the description of a deal."""
    sentence = set_up(game, None, PackOptions()).describe_deal()[0]
    return sentence.removeprefix("Shuffle ").removesuffix(" in all.")


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
    """Return the table that defines the deal of each game."""
    rows = []
    for game in GAMES.values():
        numbers = str(game.players).replace(" to ", "–")
        usual = game.players.default
        players = numbers if numbers == str(usual) else f"{numbers} ({usual})"
        rows.append(
            (f"`{game.name}`", _packs(game), players, _seats(game), _steps(game))
        )
    return _table(("game", "packs", "players", "seats", "steps"), *rows)


def _list_sources() -> str:
    """Return a table of each game's pack, hands, packets, and sources of the rule."""
    rows = (
        (
            game.title,
            _shoe(game),
            _hands(game),
            _packets(game),
            game.source,
            game.second_source,
        )
        for game in GAMES.values()
    )
    return _table(
        ("game", "pack", "hands", "packets", "source", "second source"), *rows
    )


def _hands(game: Game) -> str:
    """Return the number of cards of each hand, for each number of players if the numbers differ."""
    numbers: dict[str, list[int]] = {}
    for players in game.players:
        table = set_up(game, players, PackOptions())
        sizes = [
            len(all_cards(hand))
            for hand in table.deal(range(len(table.shoe))).hands.values()
        ]
        text = str(sizes[0]) if len(set(sizes)) == 1 else ", ".join(map(str, sizes))
        numbers.setdefault(text, []).append(players)
    if len(numbers) < 2:
        return "".join(numbers)
    return "; ".join(
        f"of {_range(players)} {text}" for text, players in numbers.items()
    )


def _range(numbers: list[int]) -> str:
    is_run = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if is_run else ", ".join(map(str, numbers))


def _packets(game: Game) -> str:
    """Return the sizes of the packets of the hand that gets the first card, for the usual number of players.

    Three cards at once and then two are "3 2", and five cards one at a time "1×5".
    """
    table = set_up(game, None, PackOptions())
    hands = table.deal(range(len(table.shoe)), board=1).hands
    if len(hands) < 2 or not any(map(all_cards, hands.values())):
        return ""
    first = min(hands.values(), key=lambda hand: min(all_cards(hand)))
    cards = sorted(all_cards(first))
    starts = [0]
    for number, (before, card) in enumerate(pairwise(cards), start=1):
        if card > before + 1:
            starts.append(number)
    starts.append(len(cards))
    runs = [
        (size, len(list(run)))
        for size, run in groupby(end - start for start, end in pairwise(starts))
    ]
    return " ".join(
        f"{size}×{count}" if count > 1 else str(size) for size, count in runs
    )


def _packs(game: Game) -> str:
    """Return the deck of a game, its options, and the cards that it takes out, in words."""
    deck = [] if game.deck == "standard" else [f"`{game.deck}`"]
    options = {
        name: value
        for name, value in game.packs.explicit_values.items()
        if name != "exclude"
    }
    words = deck + [f"`{name}` {value}" for name, value in options.items()]
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

"""The description of a deal, as a card player reads it."""

import re

import pytest

from service.core.cards.options import PackOptions
from service.core.games.catalogue import GAMES
from service.core.games.descriptions import describe_deal
from service.core.games.game import Game, set_up

TABLES = [(game, players) for game in GAMES.values() for players in range(game.players.min, game.players.max + 1)]
every_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "name", value))

SPOKEN_NAMES = {
    "burns": "burn",
    "dead_wall": "dead wall",
    "turned": "turn the first card",
    "mega_ball": "mega ball",
    "lucky_stars": "lucky stars",
}
"""Piles and parts whose name has another form in a sentence."""

UNNATURAL = {
    "a count of one in the plural": r"\b1 (cards|tiles|balls|packs|jokers|hands|columns)\b",
    "a count of some in the singular": r"\b([02-9]|\d\d+) (card|tile|ball|pack|joker|hand|column)\b",
    "a name out of the code": r"_|\bNone\b|[\[\](){}<>]",
    "space where none belongs": r"  | [.,:;]|^ | $",
    "a doubled stop": r"[.,:;]{2}|,\.",
    "a word twice": r"\b(\w+) \1\b",
    "nobody's order": r"\border[^:]*: *\.",
}


def describe(game: Game, players: int) -> list[str]:
    return describe_deal(set_up(game, players, PackOptions()))


@every_table
def test_every_step_is_a_sentence(game: Game, players: int) -> None:
    for line in describe(game, players):
        assert re.fullmatch(r"([A-Z]|\d+ ).*\.", line), line


@every_table
@pytest.mark.parametrize("mistake", UNNATURAL)
def test_no_sentence_reads_as_if_a_machine_had_put_it_together(game: Game, players: int, mistake: str) -> None:
    for line in describe(game, players):
        assert not re.search(UNNATURAL[mistake], line), line


@every_table
def test_every_pile_is_mentioned(game: Game, players: int) -> None:
    table = set_up(game, players, PackOptions())
    text = " ".join(table.procedure.describe()).lower()
    for pile in table.procedure.piles:
        assert SPOKEN_NAMES.get(pile, pile) in text


@every_table
def test_every_named_part_is_mentioned(game: Game, players: int) -> None:
    table = set_up(game, players, PackOptions())
    deal = table.deal(range(len(table.shoe)))
    text = " ".join(describe_deal(table)).lower()
    columns_and_seats = re.compile(r"\d+|[BINGO]|east|south|west|north")
    piles = (*deal.hands.values(), *deal.piles.values())
    for part in {part for pile in piles for part in pile if part and not columns_and_seats.fullmatch(part)}:
        assert SPOKEN_NAMES.get(part, part.replace("_", " ")) in text


@every_table
def test_tiles_and_balls_are_not_called_cards(game: Game, players: int) -> None:
    text = " ".join(describe(game, players))
    assert game.unit in text
    assert game.unit == "card" or not re.search(r"\bcards?\b", text)


@every_table
def test_a_description_begins_with_the_shoe_and_the_order_of_the_seats(game: Game, players: int) -> None:
    table = set_up(game, players, PackOptions())
    shuffle, *steps = describe_deal(table)
    assert shuffle.startswith("Shuffle ")
    assert (
        shuffle.endswith(f" of the {game.deck.replace('_', ' ')} deck: {len(table.shoe)} {game.unit}s in all.")
        or "with" in shuffle
    )
    if len(table.procedure.seats) > 1:
        assert steps[0].startswith("The hands get their ")
        assert all(seat in steps[0] for seat in table.procedure.seats)


@pytest.mark.parametrize(
    ("game", "players", "sentence"),
    [
        ("holdem", 2, "Shuffle 1 pack of the standard deck: 52 cards in all."),
        ("blackjack", 1, "Shuffle 6 packs of the standard deck: 312 cards in all."),
        ("canasta", 4, "Shuffle 2 packs of the standard deck, with 2 jokers each: 108 cards in all."),
        ("hearts", 5, "Shuffle 1 pack of the standard deck, without 2D and 2C: 50 cards in all."),
        (
            "short_deck",
            6,
            "Shuffle 1 pack of the standard deck, without 2S, 3S, 4S, 5S, 2H, 3H, 4H, 5H, 2D, 3D, 4D, 5D, 2C, 3C, 4C "
            "and 5C: 36 cards in all.",
        ),
        ("riichi", 4, "Shuffle 1 pack of the riichi deck, with 3 red fives: 136 tiles in all."),
    ],
)
def test_the_shoe_is_described_with_its_additions_and_exclusions(game: str, players: int, sentence: str) -> None:
    assert describe(GAMES[game], players)[0] == sentence


def test_cribbage_reads_as_a_rule_book_does() -> None:
    assert describe(GAMES["cribbage"], 3) == [
        "Shuffle 1 pack of the standard deck: 52 cards in all.",
        "The hands get their cards in this order, clockwise from the dealer's left: 1, 2, dealer.",
        "Each hand gets 5 cards, one at a time.",
        "1 card to the crib, and the hands lay away into it.",
        "1 card is the starter, turned up once the hands have laid away.",
        "The cards that are left are the stock.",
    ]

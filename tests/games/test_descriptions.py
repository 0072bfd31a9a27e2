"""The description of a deal, as a card player reads it."""

import re
from itertools import chain
from pathlib import Path
from typing import Any

from service.cards.options import PackOptions
from service.games.catalogue import GAMES
from service.games.game import Game, set_up
from service.games.procedures import DealState, all_cards
from tests.games.tables import every_table, flatten, set_up_table
from tests.tables import for_each

SPOKEN_NAMES = {
    "burns": "burn",
    "dead_wall": "dead wall",
    "hole_cards": "hole card",
    "turned": "turn the first card",
    "mega_ball": "mega ball",
    "lucky_stars": "lucky stars",
}
"""Piles and parts whose name has another form in a sentence."""

COLUMN_OR_SEAT = re.compile(r"\d+|[BINGO]|east|south|west|north")
NUMERALS = ["zero", "one", "two", "three", "four", "five", "six", "seven"]
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
    return set_up(game, players, PackOptions()).describe_deal()


@every_table
def test_every_step_is_a_sentence_that_a_person_would_write(
    game: Game, players: int
) -> None:
    for line in describe(game, players):
        assert re.fullmatch(r"([A-Z]|\d+ ).*\.", line), line
        for mistake, pattern in UNNATURAL.items():
            assert not re.search(pattern, line), (mistake, line)


@every_table
def test_every_pile_and_every_named_part_is_mentioned(game: Game, players: int) -> None:
    table = set_up(game, players, PackOptions())
    deal = table.deal(range(len(table.shoe)))
    text = " ".join(table.describe_deal()[1:]).lower()
    piles = [*deal.hands.values(), *deal.piles.values()]
    parts = set(chain.from_iterable(piles)) - {""}
    named_parts = {part for part in parts if not COLUMN_OR_SEAT.fullmatch(part)}
    for name in {*table.procedure.piles, *named_parts}:
        spoken_name = SPOKEN_NAMES.get(name) or name.replace("_", " ")
        assert spoken_name in text


@every_table
def test_tiles_and_balls_are_not_called_cards(game: Game, players: int) -> None:
    text = " ".join(describe(game, players))
    assert game.unit in text
    assert game.unit == "card" or not re.search(r"\bcards?\b", text)


@every_table
def test_a_description_begins_with_the_shoe_and_the_order_of_the_seats(
    game: Game, players: int
) -> None:
    table = set_up(game, players, PackOptions())
    shuffle, *steps = table.describe_deal()
    sentence = re.fullmatch(
        r"Shuffle \d+ packs? of the (.*?) deck((?:, with(?:out)? [^:]+)*): (.* in all)\.",
        shuffle,
    )
    assert sentence
    deck, changes, size = sentence.groups()
    assert deck == game.deck.replace("_", " ")
    assert (", without " in changes) is bool(table.shoe.excluded_codes)
    assert size == f"{len(table.shoe)} {game.unit}s in all"
    if len(table.procedure.seats) > 1:
        assert steps[0].startswith("The hands get their ")
        assert all(seat in steps[0] for seat in table.procedure.seats)


@for_each(
    ("game", "players", "sentence"),
    [
        ("holdem", 2, "Shuffle 1 pack of the standard deck: 52 cards in all."),
        ("blackjack", 1, "Shuffle 6 packs of the standard deck: 312 cards in all."),
        (
            "canasta",
            4,
            "Shuffle 2 packs of the standard deck, with 2 jokers each: 108 cards in all.",
        ),
        (
            "hearts",
            5,
            "Shuffle 1 pack of the standard deck, without 2D and 2C: 50 cards in all.",
        ),
        (
            "short_deck",
            6,
            "Shuffle 1 pack of the standard deck, without 2S, 3S, 4S, 5S, 2H, 3H, 4H, 5H, 2D, 3D, 4D, 5D, 2C, 3C, 4C "
            "and 5C: 36 cards in all.",
        ),
        (
            "riichi",
            4,
            "Shuffle 1 pack of the riichi deck, with 3 red fives: 136 tiles in all.",
        ),
    ],
)
def test_the_shoe_is_described_with_its_additions_and_exclusions(
    game: str, players: int, sentence: str
) -> None:
    assert describe(GAMES[game], players)[0] == sentence


DESCRIPTIONS = re.split(
    r"\n(?! )", (Path(__file__).parent / "descriptions.txt").read_text("utf-8").strip()
)


@for_each("text", DESCRIPTIONS)
def test_a_game_reads_as_in_a_rule_book(text: str) -> None:
    head, *sentences = text.splitlines()
    game, players = head.split()
    described = describe(GAMES[game], int(players))
    assert described == [sentence.removeprefix("    ") for sentence in sentences]


@every_table
def test_the_hands_get_their_first_cards_in_the_order_of_the_description(
    game: Game, players: int
) -> None:
    table = set_up(game, players, PackOptions())
    hands = flatten(table.deal(range(len(table.shoe)), board=1).hands)
    first_cards = {seat: min(hand) for seat, hand in hands.items() if hand}
    seats = sorted(first_cards, key=first_cards.__getitem__)
    if len(seats) > 1:
        assert describe(game, players)[1].endswith(f": {', '.join(seats)}.")


EACH_HAND = re.compile(
    r"(?:.*: e|E)ach hand(?P<exception> but the dealer's)? gets (?P<packets>\d+ cards?(?:(?! times)[^;.])*)\."
)
"""What a step says that gives each hand as many cards; none of a number of times."""


def test_the_descriptions_of_games_say_what_each_hand_gets() -> None:
    steps = [
        step.sentence
        for game in GAMES.values()
        for step in set_up_table(game.name).procedure.steps
    ]
    told = list(filter(EACH_HAND.fullmatch, steps))
    assert len(told) > len(GAMES) / 3


@every_table
def test_every_hand_gets_the_number_of_cards_that_the_description_says(
    game: Game, players: int
) -> None:
    table = set_up(game, players, PackOptions())
    state = DealState(range(len(table.shoe)), table.procedure.seats, table.shoe.pack)
    for step in table.procedure.steps:
        before = flatten(state.hands)
        step.deal(state)
        sentence = EACH_HAND.fullmatch(step.sentence)
        if sentence is None:
            continue
        numbers = re.findall(r"\d+(?! at a time| more)", sentence["packets"])
        cards = sum(int(number) for number in numbers)
        expected = dict.fromkeys(state.hands, cards)
        if sentence["exception"]:
            expected["dealer"] = 0
        for seat, hand in flatten(state.hands).items():
            dealt = len(hand) - len(before[seat])
            assert dealt == expected[seat], step.sentence


@for_each("game", ["riichi", "riichi_three_players"])
def test_the_stacks_of_the_dead_wall_are_those_of_the_description(game: str) -> None:
    table = set_up_table(game)
    wall = table.deal(range(len(table.shoe))).piles["dead_wall"]
    text = " ".join(table.describe_deal())
    for number, numeral in enumerate(NUMERALS):
        text = text.replace(numeral, str(number))
    numbers = re.search(
        r"The last (\d+) tiles, (\d) stacks of 2, .* the first (\d) stacks are the replacements; on the other (\d)",
        text,
    )
    assert numbers
    tiles, stacks, replacements, indicators = map(int, numbers.groups())
    assert tiles == len(all_cards(wall))
    assert tiles == 2 * stacks
    assert wall.keys() == {"replacements", "dora_indicators", "ura_dora_indicators"}
    assert len(wall["replacements"]) == 2 * replacements
    assert len(wall["dora_indicators"]) == indicators
    assert len(wall["ura_dora_indicators"]) == indicators


def list_sentences_on_jokers(game: str, **options: Any) -> list[str]:
    """Return what a description says of the black jokers."""
    table = set_up(GAMES[game], None, PackOptions(**options))
    return [line for line in table.describe_deal() if "black joker" in line]


@for_each(
    ("game", "options", "sentence"),
    [
        ("dou_dizhu", {}, "The small, black joker is X1; the big, red one is X2."),
        (
            "president",
            {"jokers": 4},
            "The small, black jokers are X1 and X3; the big, red ones are X2 and X4.",
        ),
    ],
)
def test_the_big_joker_is_told_from_the_small_one(
    game: str, options: dict[str, Any], sentence: str
) -> None:
    assert list_sentences_on_jokers(game, **options) == [sentence]


@for_each("game", ["five_hundred", "go_stop"])
def test_a_game_without_a_small_joker_says_nothing_of_one(game: str) -> None:
    assert list_sentences_on_jokers(game) == []

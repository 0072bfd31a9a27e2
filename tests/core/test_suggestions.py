"""Suggestions by the names that people have for games, decks and shuffles.

names.json has names with the right entries, or none: of games and decks that are there, as people write and misspell
them; and of others, from pagat.com's and Wikipedia's lists of card and dice games, PySolFC's patiences (a sample) and
BoardGameGeek. Some misspellings are random slips. The rule was chosen on one half; the other half says how good it is.
"""

import json
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pytest

from service.cards.deck import DECK_NAMES, DECKS, get_deck
from service.core.errors import UnknownName, get_entry
from service.core.shuffles.registry import SHUFFLE_NAMES, SHUFFLES
from service.core.suggestions import NameIndex, find_named, suggest_names
from service.games.catalogue import FAMILIES, GAME_NAMES, GAMES, get_game
from service.integers.lotteries import LOTTERIES
from service.pages.menu import table_context
from tests.conftest import ROOT
from tests.tables import for_each

TABLES: Mapping[str, Mapping[str, Any]] = {
    "games": GAMES,
    "decks": DECKS,
    "algorithms": SHUFFLES,
    "families": FAMILIES,
}
NAMES: dict[str, dict[str, str]] = json.loads(
    (ROOT / "tests/core/names.json").read_text("utf-8")
)
SORTED = sorted(
    ((table, name) for table, names in NAMES.items() for name in names),
    key=lambda entry: sha256(" ".join(entry).encode()).digest(),
)
HALVES = {"chosen on": SORTED[::2], "held out": SORTED[1::2]}
MISTAKEN = {
    "Mariage": ["twenty_one_card_rummy"],
    "El ramiro": ["scala_40"],
    "Barbut": ["king"],
}
"""Suggestions for names that no entry has: each differs by a letter or two from a name that an entry has."""
every_half = pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
every_table = for_each("table", TABLES.values(), ids=TABLES)


@every_table
def test_an_alias_is_no_name_of_another_entry_and_tells_more_than_the_own_name(
    table: Mapping[str, Any],
) -> None:
    by_spelling = {
        (name, alias): find_named(alias, table)
        for name, entry in table.items()
        for alias in entry.aliases
    }
    assert [key for key, names in by_spelling.items() if key[0] not in names] == []
    aliases = {alias: None for _, alias in by_spelling}
    own_names = {
        alias for name in table for alias in find_named(name, aliases) if alias != name
    }
    assert own_names == set(), "these are names already"


@for_each("index", [GAME_NAMES, DECK_NAMES, SHUFFLE_NAMES])
def test_an_alias_that_one_entry_has_is_found_unless_it_is_left_out(
    index: NameIndex,
) -> None:
    short = index.short_names
    for name, entry in index.items():
        assert index.find(name) == name
        names = {name.upper(): len(find_named(name, index)) > 1}
        for alias in set(getattr(entry, "aliases", ())).difference(index):
            names[alias] = len(find_named(alias, index)) > 1 or bool(
                find_named(alias, dict.fromkeys(index.without))
            )
        for text, is_shared in names.items():
            stands_for = (
                short[text.lower()].name
                if text.lower() in short
                else None
                if is_shared
                else name
            )
            assert index.find(text) == stands_for, text


def test_a_name_that_is_another_game_elsewhere_means_none_and_each_is_suggested_with_its_countries() -> (
    None
):
    names = [
        "31",
        "Russian poker",
        "45s",
        "Forty-fives",
        "Pan",
        "Golf",
        "King",
        "Truco",
        "500",
        "101",
        "麻雀",
        "Lotto",
    ]
    assert [name for name in names if GAME_NAMES.find(name)] == []
    assert [name for name in names if not suggest_names(name, GAMES)] == []
    with pytest.raises(
        UnknownName,
        match=r"'scat' or 'schwimmen'\?.*Germany and Austria.*United States and Britain",
    ):
        get_entry("game", GAME_NAMES, "31")
    assert {
        GAME_NAMES.find("patience"),
        GAME_NAMES.find("UNO"),
        DECK_NAMES.find("uno"),
    } == {"klondike", "wild_colours"}
    assert all(
        short.because
        for index in (GAME_NAMES, DECK_NAMES)
        for short in index.short_names.values()
    )


LOTTERY_TEXTS = [
    (text, name)
    for name, lottery in LOTTERIES.items()
    for text in (name, *lottery.aliases)
]
LOTTERY_TEXTS += [
    ("6aus49", "lotto_6aus49"),
    ("Lotto 6aus49", "lotto_6aus49"),
    ("Mega-Sena", "mega_sena"),
]


@for_each(("text", "lottery"), LOTTERY_TEXTS)
def test_the_name_of_a_lottery_that_is_no_game_or_deck_leads_to_where_it_is_drawn(
    text: str, lottery: str
) -> None:
    for table, get in ((GAMES, get_game), (DECKS, get_deck)):
        if lottery in table:
            assert get(text).name == lottery
        else:
            with pytest.raises(
                UnknownName, match=f'/v1/integers/draw with {{"lottery": "{lottery}"}}'
            ):
                get(text)


def test_the_name_of_a_deck_that_is_no_game_leads_to_its_deal() -> None:
    with pytest.raises(UnknownName, match="is dealt by /v1/decks/letters_english/deal"):
        get_game("Scrabble")


TYPED = [
    line.split(" | ")[:3]
    for line in (ROOT / "tests/core/suggestions.txt").read_text("utf-8").splitlines()
]
"""A table, what people type, and the names that are suggested; some lines say more."""


@for_each(
    ("table", "text", "names"), [*TYPED, ("games", "", ""), ("games", "x" * 10_000, "")]
)
def test_names_are_suggested_by_what_people_type(
    table: str, text: str, names: str
) -> None:
    assert list(suggest_names(text, TABLES[table])) == names.split()


@every_half
def test_nothing_is_suggested_for_what_is_not_there(
    half: list[tuple[str, str]],
) -> None:
    others = [(table, name) for table, name in half if not NAMES[table][name]]
    assert len(others) > 100
    suggested = {name: suggest_names(name, TABLES[table]) for table, name in others}
    assert {
        name: entries
        for name, entries in suggested.items()
        if entries and MISTAKEN.get(name) != entries
    } == {}


@every_half
def test_nearly_every_name_of_what_is_there_is_understood(
    half: list[tuple[str, str]],
) -> None:
    right = {
        (table, name): set(NAMES[table][name].split())
        for table, name in half
        if NAMES[table][name]
    }
    suggested = {
        (table, name): set(suggest_names(name, TABLES[table])) for table, name in right
    }
    wrong = {
        key: entries
        for key, entries in suggested.items()
        if not entries or not entries <= right[key]
    }
    assert len(wrong) <= 0.05 * len(right), wrong


@pytest.mark.node
def test_the_page_suggests_the_same() -> None:
    texts = {(table, name) for table in NAMES for name in NAMES[table]}
    aliases = [
        (table, alias)
        for table in NAMES
        for entry in TABLES[table].values()
        for alias in entry.aliases
    ]
    texts |= {
        (table, f"{alias[:-2]}{alias[-1:]} Spiel") for table, alias in aliases[::8]
    }
    cases = [
        *texts,
        *(
            ("games", text)
            for text in ("", "?", "x" * 10_000, "ſtraßen", "Ⅷ", "٣", "constructor")
        ),
    ]
    script = """
import { readFileSync } from "node:fs";
import { createSuggest } from "./service/pages/table/suggestions.mjs";
const { form, cases } = JSON.parse(readFileSync(0, "utf-8"));
const suggest = { games: createSuggest(form.games, form.rule), decks: createSuggest(form.decks, form.rule) };
console.log(JSON.stringify(cases.map(([kind, text]) => suggest[kind](text).map(({ game, deck }) => game ?? deck))));
"""
    command = ["node", "--input-type=module", "--eval", script]
    given = json.dumps({**table_context(), "cases": cases})
    process = subprocess.run(
        command,
        cwd=ROOT,
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stderr
    suggested = dict(zip(cases, json.loads(process.stdout), strict=True))
    expected = {
        (table, text): list(suggest_names(text, TABLES[table])) for table, text in cases
    }
    assert {
        case: names for case, names in suggested.items() if names != expected[case]
    } == {}


def test_a_list_of_names_is_searched_for_the_nearest_one_alone() -> None:
    assert suggest_names("cuont", ["count", "seed"]) == ["count"]
    assert suggest_names("the count", ["count", "hand"]) == ["count"]
    assert suggest_names("uno", ["count", "seed"]) == []
    numbers = [f"{number}{number}" for number in range(200)]
    assert suggest_names("cuont", ["count", *numbers]) == ["count"]
    assert suggest_names("cuont", [*numbers, "count"]) == [], (
        "a caller's list may be long"
    )
